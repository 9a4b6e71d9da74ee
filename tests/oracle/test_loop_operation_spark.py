"""The overall example of combat, played by hand in the engine, recorded, read and audited.

The moves, declarations and losses are those of the example's own log; the engine's dice are seeded
so that they fall as in the text. As no seed reaches for all its throws, the game is saved and taken
up again: each seed is an evening with a log of its own. The referee finds what the text admits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from compiler.resources import game_folder
from referee import games
from referee.actions import Action, BeginPhase, Declare, Roll
from referee.audit import Audit, audit
from referee.board import Board
from referee.logs.movelog import read_moves
from referee.logs.reader import read_log

from .built import built
from .conftest import Engines
from .table import Table, told

pytestmark = pytest.mark.timeout(900)
"""Five engines are started one after the other, which takes minutes on a busy machine."""

RULES = games.load("operation_spark")
EXAMPLE = game_folder("operation_spark") / "samples" / "combat-example.moves.jsonl"

EVENINGS = {
    "counterbattery-and-a": (888727531, 5),
    "b-to-its-defensive-fire": (56235322, 4),
    "b-to-its-end": (3491906, 3),
    "c-and-d": (174953621, 4),
    "e": (43751418, 4),
}
"""Name to a seed of Java's random numbers, by which the engine's dice show the throws of that part
of the example, and how many throws they are."""


def evenings(actions: Iterator[Action]) -> Iterator[list[Action]]:
    """The actions of each evening, from the beginning of the phase in which its first dice fall."""
    held: list[Action] = []
    rolls = 0
    for _, throws in EVENINGS.values():
        for action in actions:
            held.append(action)
            rolls += isinstance(action, Roll)
            if rolls > throws:
                break
        else:
            yield held
            return
        start = max(n for n, action in enumerate(held) if isinstance(action, BeginPhase))
        yield held[:start]
        held, rolls = held[start:], 1


def as_played(actions: Sequence[Action]) -> Iterator[Action]:
    """The actions as the module's keys tell them.

    Who fires a part of its strength names the target, too: without one the next firer's line would
    go on with the same declaration.
    """
    for number, action in enumerate(actions):
        if isinstance(action, Declare) and action.units and "points" in action.values:
            later = (each for each in actions[number:] if isinstance(each, Declare))
            aimed = next(each for each in later if each.target is not None)
            values = {**action.values, "targets": aimed.names("targets")}
            yield action.model_copy(update={"target": aimed.target, "values": values})
        else:
            yield action


Played = tuple[Table, list[Path]]


@pytest.fixture(scope="module")
def played(engines: Engines, shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Played:
    """The example as it was played, and the logs that the engine wrote of it."""
    game = built("operation_spark", shared)
    folder = tmp_path_factory.mktemp("loop")
    table, save, logs = None, folder / "game.vsav", []
    parts = evenings(as_played(read_moves(EXAMPLE).actions))
    for (name, (seed, _)), part in zip(EVENINGS.items(), parts, strict=True):
        with engines.fresh(game.module, seed=seed) as engine:
            if table is None:
                table = Table(engine, game, RULES, "combat-example")
                table.act(part.pop(0))
            else:
                table.go_on(engine, save)
            logs.append(folder / f"{name}.vlog")
            table.begin(logs[-1])
            for action in part:
                table.act(action)
                if isinstance(action, Roll):
                    assert dice(table.done[-1:]) == dice([action])
            table.end(save)
            assert engine.complaints == []
    assert table is not None
    return table, logs


@pytest.fixture(scope="module")
def judged(played: Played) -> Audit:
    """What the referee says of the logs, as of one game."""
    read, data = read_log(played[1])
    return audit(read, data, RULES)


def dice(actions: Iterable[Action]) -> list[tuple[int, ...]]:
    """What has been thrown."""
    return [action.result for action in actions if isinstance(action, Roll)]


def position(board: Board[Any]) -> dict[str, object]:
    """Where pieces are and how they are."""
    return {
        piece.id: (
            board.number(piece.place),
            piece.face,
            {name: value for name, value in piece.states.items() if value},
        )
        for piece in board.pieces.values()
    }


def test_the_logs_tell_what_was_done_at_the_table(played: Played, judged: Audit) -> None:
    table, _ = played
    assert judged.unread == ()
    assert told(judged.log.actions) == told(table.done)
    assert position(judged.board) == position(table.board)


def test_the_dice_fell_as_in_the_text(judged: Audit) -> None:
    assert dice(judged.log.actions) == dice(read_moves(EXAMPLE).actions)


def test_the_combat_had_all_that_a_combat_is_made_of(judged: Audit) -> None:
    verbs = {
        "counterbattery", "barrage", "fire", "morale-check", "assault", "assault-bonus",
        "withdraw", "retreat", "advance",
    }  # fmt: skip
    kinds = {f"declare:{verb}" for verb in verbs}
    assert kinds | {"move", "roll", "set", "phase", "chat"} <= judged.exercised.keys()


def test_units_end_where_and_as_they_do_in_the_example(judged: Audit) -> None:
    data = judged.board.data
    example = audit(read_moves(EXAMPLE), data, RULES)
    assert position(judged.board) == position(example.board)


def test_the_audit_finds_what_the_text_admits_and_nothing_else(judged: Audit) -> None:
    found = [(each.severity, each.rule, each.units[:1]) for each in judged.findings]
    assert found == [
        ("violation", "11.2.1", ("1-61t",)),
        ("violation", "12.3.p1", ("art-1106",)),
    ]
