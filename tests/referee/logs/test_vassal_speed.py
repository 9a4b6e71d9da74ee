"""Long logs and hostile logs cost time and memory in proportion to their length."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from compiler.vassal.container import SavedGame, read_saved_game
from compiler.vassal.encoding import ESCAPE
from compiler.vassal.obfuscation import SavedGameForm
from referee.logs.vassal.replay import VassalLog

from .vassal_texts import log_file, log_of, move, piece, stack, step

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


def seconds(text: str) -> float:
    """Processor time to replay a log."""
    log = VassalLog(SavedGame("test.vlog", text, SavedGameForm.PLAIN))
    started = time.process_time()
    log.replay().run()
    return time.process_time() - started


READ = """
import sys, time
from pathlib import Path
from referee.logs.vassal.replay import read_log
started = time.process_time()
events = sum(len(step.events) for step in read_log(sys.argv[1]).replay().steps())
print(events, time.process_time() - started)
print(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0])
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux's /proc")
def test_a_log_of_100_000_steps_is_read_in_seconds_and_little_memory(tmp_path: Path) -> None:
    path = log_file(tmp_path / "long.vlog", long_log(100_000))
    done = subprocess.run(
        [sys.executable, "-c", READ, str(path)], capture_output=True, text=True, check=True
    )
    events, used, kilobytes = done.stdout.split()
    assert int(events) == 200_000
    assert float(used) < 4  # about 1.1 on the machine it was written on; the others may be busy
    assert int(kilobytes) < 200_000


def test_time_grows_with_the_length_of_the_log() -> None:
    short, long = long_log(4_000), long_log(16_000)
    assert min(seconds(long) for _ in range(2)) < 8 * min(seconds(short) for _ in range(3))


def test_replaying_a_log(benchmark: BenchmarkFixture) -> None:
    log = VassalLog(SavedGame("test.vlog", long_log(5_000), SavedGameForm.PLAIN))
    position = benchmark(lambda: log.replay().run())
    assert len(position) == 2 * PIECES


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


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_log_takes_no_longer_than_an_honest_one(name: str) -> None:
    log = log_of(*HOSTILE[name])
    started = time.process_time()
    replay = log.replay()
    rolls = sum(len(each.rolls) for each in replay.steps())
    assert time.process_time() - started < 4
    assert rolls >= 0


def test_the_real_saves_that_are_hard_on_a_reader_are_read_quickly(corpus: Path) -> None:
    for name in ("deep-traits-3.7.vsav", "many-empty-stacks.vsav", "nested-log-3.6.6.vlog"):
        started = time.process_time()
        VassalLog(read_saved_game(corpus / name)).replay().run()
        assert time.process_time() - started < 4, name
