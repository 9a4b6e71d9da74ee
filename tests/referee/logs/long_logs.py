"""Long logs and hostile logs, made for tests of memory and for the benchmarks."""

from __future__ import annotations

import random

from compiler.vassal.encoding import ESCAPE

from .vassal_texts import move, piece, stack, step

PIECES = 500
PART = "\\" + ESCAPE


def long_log(steps: int) -> str:
    """A game of 500 pieces in which each step is a move and its report."""
    chance = random.Random(1)
    places = [(26 + 52 * (i % 40), 30 + 60 * (i // 40)) for i in range(PIECES)]
    setup = [""]
    for i, (x, y) in enumerate(places):
        outer = "mark;Side\tmarkmoved;\\/images\\/moved.gif;10;0\\\tpiece;;;a.png"
        setup.append(f"+/{1000 + i}/{outer};{i} Inf/Red\tfalse\\\tBoard;{x};{y};{i};0")
        setup.append(f"+/{5000 + i}/stack/Board;{x};{y};{1000 + i};@@-1")
    tokens = ["begin_save", "", PART.join(setup), "PLAYER\tsecret\tAnn\tRed", "end_save"]
    for number in range(steps):
        i = number % PIECES
        x, y = 26 + 52 * chance.randrange(40), 30 + 60 * chance.randrange(30)
        old = "/".join(str(at) for at in places[i])
        places[i] = (x, y)
        moved = f"LOG\tM/{1000 + i}/Board/{x}/{y}/null/Board/{old}/null/secret"
        tokens.append(f"{moved}{PART}LOG\tCHAT* {i} Inf moves 0203 &rarr; 0405 *")
    return ESCAPE.join(tokens)


HOSTILE = {
    "one place": [
        *(stack(f"s{n}", 1, 1) for n in range(4_000)),
        *(piece(f"p{n}", 1, 1) for n in range(4_000)),
        *(step(move(f"p{n}", 1, 1, under=f"p{n - 1}")) for n in range(1, 4_000)),
    ],
    "one huge stack": [
        *(piece(f"p{n}", 1, 1) for n in range(3_000)),
        stack("s", 1, 1, *(f"p{n}" for n in range(3_000))),
        *(step(move(f"p{n}", 1, 1, under=f"p{n + 1}")) for n in range(2_999)),
    ],
    "stacks in themselves": [
        stack("s", 1, 1, "s", "t"),
        stack("t", 1, 1, "s", "t"),
        *(step(move("s", n % 3, 1, under="t"), move("t", 1, 1, under="s")) for n in range(3_000)),
    ],
    "undos": [
        *(step(f"CHAT{n}") for n in range(3_000)),
        *(step("UNDO\ttrue", "CHAT* UNDO: never said", "UNDO\tfalse") for n in range(4_000)),
    ],
    "one step": [
        step(*(f"MutableProperty\td{n}_result\t1\t2\tModule" for n in range(5_000))),
        step(*(f"CHAT*** d{n} = 2 *** <Ann>" for n in range(5_000))),
    ],
    "long numbers": [step(f"M/1/Map/{'9' * 4_000}/1/null/Map/1/1/null/") for _ in range(500)],
    "long chains": [f"+/{n}/{'x' * 20}" + "\t" * 4_000 + "/" + "\t" * 4_000 for n in range(20)],
}
