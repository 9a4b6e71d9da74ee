"""A turn of A Bold Stroke played by hand in the engine, recorded, read and audited.

Both sides move, fly, support and fight; what the dice demand is paid with the keys of the pieces.
One move is a hex too long, and nothing else is found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee import games
from referee.actions import BeginPhase
from referee.audit import Audit, audit
from referee.board import Board
from referee.legal import Chance, Choice, Option
from referee.logs.reader import read_log
from referee.spar import Player

from .built import built
from .conftest import Engines
from .table import Table, told

RULES = games.load("bold_stroke")
SEED = 4
WANTED = {
    "weather.weather": {"ready": 18},
    "first.air-commitment": {"commit": 16},
    "first.movement": {"move": 2, "reserve": 1},
    "first.combat": {"attack": 3},
    "first.exploitation": {"move": 1},
    "first.second-combat": {"attack": 1},
    "second.movement": {"move": 1},
    "second.combat": {"attack": 1},
}
"""Phase to what is done there of free will, and how often."""

ONCE_BEGUN = {"support", "fight", "join", "jettison", "mark", "advance"}
"""What belongs to a combat that is being fought."""

STRAYS, WAY = "24-rc", "0417-0517-0616-0615-0614-0514-0413"
"""A rifle corps that marches back, a hex further than it may."""


class Turn:
    """Turn 1 of scenario 1, one decision after the other."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._player = Player(Random(SEED), "attack")
        self._done: Counter[str] = Counter()

    def play(self) -> None:
        """Play the turn to its end."""
        while (decision := self._player.decide(self._choices())) is not None:
            if isinstance(decision, Chance):
                self.table.roll(decision)
            elif not isinstance(decision, BeginPhase):
                self.table.act(decision)
            elif decision.turn > 1:
                return
            else:
                self._player.begin_phase()
                self._done.clear()
                self.table.act(decision)
                if decision.phase == "first.movement":
                    self._stray()
            self.table.show()

    def _choices(self) -> Iterator[Choice]:
        board = self.table.board
        phase = board.phase.id if board.phase is not None else ""
        assert RULES.legal_actions is not None
        for choice in RULES.legal_actions(board):
            what, _, who = choice.name.partition(" ")
            if choice.binding or choice.closing or what in ONCE_BEGUN:
                yield choice
            elif who != STRAYS and self._done[what] < WANTED.get(phase, {}).get(what, 0):
                yield self._counted(choice, what)

    def _counted(self, choice: Choice, what: str) -> Choice:
        """The choice, which counts when it is looked at."""

        def options() -> tuple[Option, ...]:
            found = tuple(choice.options())
            self._done[what] += any(option.boldness > 0 for option in found)
            return found

        return Choice(choice.name, options)

    def _stray(self) -> None:
        """The fault."""
        for start, end in pairwise(WAY.split("-")):
            self.table.drag((STRAYS,), start, end)


@pytest.fixture(scope="module")
def log(
    engines: Engines, shared: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Table, Path]]:
    """The turn as it was played, and the log that the engine wrote of it."""
    game = built("bold_stroke", shared)
    file = tmp_path_factory.mktemp("loop") / "turn-1.vlog"
    with engines.fresh(game.module, seed=SEED) as engine:
        table = Table(engine, game, RULES, "breakout")
        table.begin(file)
        Turn(table).play()
        engine.end_log()
        assert engine.complaints == []
        yield table, file


@pytest.fixture(scope="module")
def judged(log: tuple[Table, Path]) -> Audit:
    """What the referee says of the log."""
    read, data = read_log([log[1]])
    return audit(read, data, RULES)


def position(board: Board[Any]) -> dict[str, object]:
    """Where units are and what they have lost."""
    return {
        piece.id: (board.number(piece.place), piece.face, piece.level("loss"))
        for piece in board.pieces.values()
        if piece.side is not None
    }


def test_the_log_tells_what_was_done_at_the_table(log: tuple[Table, Path], judged: Audit) -> None:
    table, _ = log
    assert judged.unread == ()
    assert told(judged.log.actions) == told(table.done)


def test_the_turn_had_all_that_a_turn_is_made_of(judged: Audit) -> None:
    verbs = {"attack", "support", "air-support", "commit-air", "combat", "obligation", "loss"}
    kinds = {f"declare:{verb}" for verb in verbs}
    assert kinds | {"move", "roll", "set", "phase"} <= judged.exercised.keys()
    phases = [each for each in judged.log.actions if isinstance(each, BeginPhase)]
    assert [each.phase for each in phases] == [
        each.id for each in judged.board.data.sequence.phases
    ]


def test_the_losses_in_the_log_are_those_on_the_table(
    log: tuple[Table, Path], judged: Audit
) -> None:
    table, _ = log
    assert position(judged.board) == position(table.board)


def test_the_audit_finds_the_fault_and_nothing_else(judged: Audit) -> None:
    assert [(each.severity, each.rule, each.units) for each in judged.findings] == [
        ("violation", "6.1.A", (STRAYS,))
    ]
