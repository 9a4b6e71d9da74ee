"""Long logs and hostile logs, made for tests of memory and for the benchmarks."""

from __future__ import annotations

import random

from compiler.vassal.encoding import ESCAPE

from .vassal_texts import move, piece, stack, step

PIECES = 500
FIRST = 1796057800000
"""The id of the first piece: a time in milliseconds, as VASSAL gives them."""
PART = "\\" + ESCAPE


TYPE = (
    "markmoved;\\/images\\/moved.gif;10;0\t"
    "emb2;Turn over;128;F;;;;;;;;false;0;0;a.png,b.png;Face\\\t"
    "mark;Side\\\\\tPROP;Losses;true,0,9,false;\\\\\\\tpiece;;;a.png;"
)


def state(number: int, moved: str, x: int, y: int) -> str:
    """The state of one of the pieces of `long_log`."""
    return f"{moved}\t1\\\tRed\\\\\t0\\\\\\\tBoard;{x};{y};{number};0"


def long_log(steps: int, commands: int = 2) -> str:
    """A game of 500 pieces in which each step is a move to an empty place.

    Args:
        steps: how many.
        commands: in each step: 2 for the move and its report, 3 with the mark of having moved, 4
            with the stack that is made there.
    """
    chance = random.Random(1)
    empty = [(26 + 52 * column, 30 + 60 * row) for column in range(40) for row in range(30)]
    chance.shuffle(empty)
    places = [empty.pop() for _ in range(PIECES)]
    setup = [""]
    for number, (x, y) in enumerate(places):
        setup.append(f"+/{FIRST + number}/{TYPE}{number} Inf/{state(number, 'false', x, y)}")
        setup.append(f"+/{FIRST + PIECES + number}/stack/Board;{x};{y};{FIRST + number};@@-1")
    tokens = ["begin_save", "", PART.join(setup), "PLAYER\tsecret word\tAnn\tRed", "end_save"]
    for step_number in range(steps):
        number = step_number % PIECES
        index = chance.randrange(len(empty))
        (x, y), (old_x, old_y) = empty[index], places[number]
        empty[index], places[number] = places[number], empty[index]
        piece = FIRST + number
        unmoved, moved = (state(number, each, old_x, old_y) for each in ("false", "true"))
        every = {
            3: f"D/{piece}/{moved}/{unmoved}",
            1: f"M/{piece}/Board/{x}/{y}/null/Board/{old_x}/{old_y}/null/secret word",
            4: f"+/{FIRST + 10_000 + step_number}/stack/Board;{x};{y};{piece};@@1",
            2: f"CHAT* {number} Inf moves 0203 &rarr; 0405 *",
        }
        chosen = [text for least, text in every.items() if least <= commands]
        tokens.append(PART.join(f"LOG\t{text}" for text in chosen))
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
