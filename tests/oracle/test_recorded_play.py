"""Logs that the engine records, read by us step by step to the positions that the engine has."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.vassal.savegame import SaveWriter, move_command, remove_command
from referee.logs.vassal.replay import read_log

from .comparison import as_judged, as_read, difference
from .conftest import Engines
from .engine import Engine
from .player import RandomPlayer
from .units import FAR, GOAL, HOME, MAP, MODULE, Pixel, at, spot, unit

EMPTY = (238, 270)
FLIP, DELETE, ADD_LOSS, TURN_RIGHT = "70,130", "68,130", "75,130", "93,130"
DEEDS = 150


@pytest.fixture(scope="module")
def sample(corpus: Path, engines: Engines) -> Engine:
    return engines.get(corpus / "engine-sample.vmod")


def record(engine: Engine, log: Path, seed: int) -> RandomPlayer:
    """Have a random game played and recorded."""
    engine.new_game("Red")
    engine.begin_log(log)
    player = RandomPlayer(
        engine,
        MAP,
        seed=seed,
        keys=(FLIP, FLIP, ADD_LOSS, TURN_RIGHT, DELETE),
        buttons=("2d6",),
    )
    player.play(DEEDS)
    engine.end_log()
    return player


# Not 2: there a stack is moved that an undo made, and the engine loses it when it steps (below).
@pytest.mark.parametrize("seed", [1, 3, 4, 7])
def test_we_read_a_game_played_at_random_to_the_engines_position_after_each_step(
    sample: Engine, tmp_path: Path, seed: int
) -> None:
    log = tmp_path / "random.vlog"
    player = record(sample, log, seed)
    ended = as_judged(sample.everything(raw=True))
    assert min(player.done.values()) > 0

    replay = read_log(log).replay()
    waiting = sample.load(log).steps
    list(replay.initial())
    assert difference(as_read(replay.position), as_judged(sample.everything(raw=True))) == {}
    steps = 0
    for step in replay.steps():
        steps += sample.step(1)
        judged = as_judged(sample.everything(raw=True))
        assert difference(as_read(replay.position), judged) == {}, step
    assert steps == waiting
    assert as_read(replay.position) == ended


def test_a_stack_that_an_undo_made_is_where_the_player_moved_it(
    sample: Engine, tmp_path: Path
) -> None:
    """The engine that recorded the log knows the stack; stepping through the log, it does not."""
    log = tmp_path / "unnamed.vlog"
    sample.new_game("Red")
    sample.begin_log(log)
    pieces = {piece.name: piece for piece in sample.pieces()}
    stacked, alone = pieces["A inf"], pieces["C hq"]
    sample.move([stacked.stack or ""], MAP, (alone.x, alone.y))
    sample.undo()
    made = next(piece.stack for piece in sample.pieces() if piece.id == stacked.id)
    assert made not in {None, stacked.stack}
    sample.move([made or ""], MAP, FAR)
    sample.end_log()
    recorded = as_judged(sample.everything(raw=True))
    assert recorded[stacked.id][1:3] == FAR
    assert difference(as_read(read_log(log).replay().run()), recorded) == {}
    sample.load(log)
    sample.step()
    assert as_judged(sample.everything(raw=True))[stacked.id][1:3] == HOME


def moved(piece_id: str, start: Pixel, end: Pixel, under: str | None = None) -> str:
    return move_command(piece_id, spot(start), spot(end, under))


ODD_STEPS: dict[str, tuple[str, ...]] = {
    "onto a loose piece, under nothing": (moved("1", HOME, FAR),),
    "onto a loose piece, lain upon it": (moved("1", HOME, FAR, "9"),),
    "onto a loose piece, upon one that is elsewhere": (moved("1", HOME, FAR, "2"),),
    "onto a loose piece, twice": (moved("3", HOME, FAR), moved("2", HOME, FAR)),
    "onto a piece that joins no stack": (moved("1", HOME, GOAL),),
    "a piece that joins no stack onto a stack": (moved("8", GOAL, HOME),),
    "within the stack, under nothing": (moved("3", HOME, HOME),),
    "within the stack, upon one that is elsewhere": (moved("1", HOME, HOME, "9"),),
    "within the stack, upwards": (moved("1", HOME, HOME, "3"),),
    "a stack onto a loose piece": (moved("10", HOME, FAR),),
    "a stack to an empty hex": (moved("10", HOME, EMPTY),),
    "two pieces from a stack to an empty hex": (moved("3", HOME, EMPTY), moved("2", HOME, EMPTY)),
    "a stack removed with its pieces in it": (remove_command("10"),),
    "a piece of a removed stack moved": (remove_command("10"), moved("2", HOME, FAR, "9")),
    "a piece removed from a stack": (remove_command("2"),),
    "a stack onto a stack, under nothing": (moved("1", HOME, EMPTY), moved("10", HOME, EMPTY)),
}
"""Steps that the engine's own play seldom makes but undoing and other programs do.

A stack 10 of 1, 2, 3 lies at HOME, a piece 8 that joins no stack at GOAL, a loose piece 9 at FAR.
"""


@pytest.mark.parametrize("case", ODD_STEPS)
def test_we_follow_an_odd_step_as_the_engine_does(
    sample: Engine, tmp_path: Path, case: str
) -> None:
    writer = SaveWriter(MODULE)
    writer.add_stack("10", MAP, *HOME, [unit(each, f"Unit {each}") for each in "123"])
    writer.add_piece(at(unit("8", "Marker", stacks=False), GOAL))
    writer.add_piece(at(unit("9", "Loose"), FAR))
    for command in ODD_STEPS[case]:
        writer.add_step(command)
    log = tmp_path / "odd.vlog"
    log.write_bytes(writer.to_bytes())
    sample.load(log)
    replay = read_log(log).replay()
    list(replay.initial())
    assert difference(as_read(replay.position), as_judged(sample.everything(raw=True))) == {}
    for step in replay.steps():
        sample.step(1)
        judged = as_judged(sample.everything(raw=True))
        assert difference(as_read(replay.position), judged) == {}, step
    assert sample.complaints == []


@pytest.mark.parametrize("name", ["engine-3.7.26", "engine-3.8"])
def test_we_read_a_log_of_a_newer_engine_as_the_older_one_steps_it(
    corpus: Path, sample: Engine, name: str
) -> None:
    log = corpus / f"{name}.vlog"
    sample.load(log)
    sample.step()
    read = as_read(read_log(log).replay().run())
    assert difference(read, as_judged(sample.everything(raw=True))) == {}
