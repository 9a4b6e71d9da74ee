"""A player turn of Iron Cross played by hand in the engine, recorded, read and audited.

Russians who have come next to the Germans in scenario 1 check, fire, move and assault. What dice
do is marked with the keys of the pieces. A man who failed his check fires all the same, and nothing
else is found.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee import games
from referee.actions import Action, BeginPhase, Declare, Move
from referee.audit import Audit, audit
from referee.board import Board
from referee.games.iron_cross.checks import failed
from referee.games.iron_cross.choices import assault_options, fire_options, pending, possible
from referee.logs.reader import read_log

from .built import built
from .conftest import Engines
from .table import Table, told

RULES = games.load("iron_cross")
SEED = 4
ARRIVED = {
    "4207": ("ru-a-gusev", "ru-a-zaitsev", "ru-a-kozlov"),
    "4205": ("ru-pl-10", "ru-b-bykov", "ru-b-vlasov"),
    "4009": ("ru-a-lebedev", "ru-a-morozov"),
    "4010": ("ru-a-orlov",),
    "4005": ("ru-c-markov", "ru-c-osipov"),
}
"""Where Russians have come in turn 1, before the log begins."""

DEEDS = {"support-fire": 8, "movement": 8, "defensive-fire": 8, "moving-fire": 6, "assault": 20}
"""Phase to the most things that are done in it of free will."""


class PlayerTurn:
    """The Russian player turn, one deed after the other."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.board = table.board
        self.fault: tuple[str, str] | None = None
        self._random = Random(SEED)

    def play(self) -> None:
        """Play from the end of turn 1 to the end of the Russian player turn of turn 2."""
        for phase in ("morale", *DEEDS, "state-change"):
            self.table.go_to(2, f"first.{phase}")
            for _ in range(DEEDS.get(phase, 0)):
                wishes = self._wishes(phase)
                if not wishes:
                    break
                self._do(self._random.choice(wishes))
                self._be_rash(phase)
        self.table.go_to(2, "second.morale")

    def _wishes(self, phase: str) -> list[Action]:
        board = self.board
        if phase == "movement":
            return list(assault_options.marker_options(board)) or list(self._moves())
        if phase == "assault":
            ready = [each for each in assault_options.legal_assaults(board) if self._held(each)]
            return [*(ready or assault_options.assault_checks(board))]
        return list(fire_options.attacks(board)) or list(fire_options.fire_checks(board))

    def _held(self, said: Declare) -> bool:
        """Whether there is anybody in the hex that is assaulted, to press the key at."""
        return any(self.board.units_at(self.board.data.map.hex(said.target or "")))

    def _moves(self) -> Iterator[Action]:
        """Checks to move, and moves of a hex or two."""
        for unit in possible.checks_owed(self.board):
            yield Declare(verb="performance-check", units=(unit,), values={"for": "move"})
        for piece in list(self.board.on_map()):
            for path in possible.legal_moves(self.board, piece.id).values():
                if len(path) <= 3:
                    yield Move(units=(piece.id,), path=path, side=piece.side)

    def _do(self, action: Action) -> None:
        """Do it, and whatever follows from it."""
        self.table.act(action, self._dice(action))
        for _ in range(100):
            follows = next(self._due(), None)
            if follows is None:
                return
            self.table.act(follows, self._dice(follows))
            self.table.show()
        raise AssertionError("results do not come to an end")

    def _due(self) -> Iterator[Action]:
        for unit in possible.reveals_due(self.board):
            yield Declare(verb="reveal", units=(unit,))
        yield from pending.marks_due(self.board)
        yield from pending.calls_due(self.board)

    def _dice(self, action: Action) -> str:
        """The dice that the rules ask for upon an action."""
        trial = self.board.copy()
        trial.apply(action)
        chance = pending.awaited_dice(trial)
        return "" if chance is None else chance.dice

    def _be_rash(self, phase: str) -> None:
        """The fault: the first man to fail his check to fire does so nevertheless."""
        if self.fault is not None or phase != "support-fire":
            return
        for piece in list(self.board.on_map("russian")):
            goals = fire_options.fire_targets(self.board, piece.id)
            if failed(self.board, piece.id) is not None and goals:
                self.fault = (piece.id, self.board.number(goals[0]))
                self._do(Declare(verb="fire", units=(piece.id,), target=self.fault[1]))
                return


Played = tuple[Table, Path, PlayerTurn]


@pytest.fixture(scope="module")
def played(
    engines: Engines, shared: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Played]:
    """The turn as it was played, and the log that the engine wrote of it."""
    game = built("iron_cross", shared)
    file = tmp_path_factory.mktemp("loop") / "turn-2.vlog"
    with engines.fresh(game.module, seed=SEED) as engine:
        table = Table(engine, game, RULES, "demyansk")
        for hex_, men in ARRIVED.items():
            table.arrange(men, hex_)
        table.go_to(1, "second.state-change")
        table.begin(file)
        turn = PlayerTurn(table)
        turn.play()
        engine.end_log()
        assert engine.complaints == []
        yield table, file, turn


@pytest.fixture(scope="module")
def judged(played: Played) -> Audit:
    """What the referee says of the log."""
    read, data = read_log([played[1]])
    return audit(read, data, RULES)


def position(board: Board[Any]) -> dict[str, object]:
    """Where men and weapons are and how they are."""
    return {
        piece.id: (
            board.number(piece.place),
            piece.face,
            piece.states.get("morale", "normal"),
            piece.flag("hidden"),
        )
        for piece in board.pieces.values()
        if piece.side is not None
    }


def test_the_log_tells_what_was_done_at_the_table(played: Played, judged: Audit) -> None:
    assert judged.unread == ()
    assert told(judged.log.actions) == told(played[0].done)
    assert position(judged.board) == position(played[0].board)


def test_the_turn_had_all_that_a_player_turn_is_made_of(judged: Audit) -> None:
    verbs = {"performance-check", "fire", "fire-roll", "assault", "assault-round", "assault-fire"}
    kinds = {f"declare:{verb}" for verb in verbs}
    assert kinds | {"move", "roll", "set", "phase"} <= judged.exercised.keys()
    phases = [each.phase for each in judged.log.actions if isinstance(each, BeginPhase)]
    assert phases[:2] == ["second.state-change", "first.morale"]
    assert phases[-1] == "second.morale"


def test_the_audit_finds_who_fired_after_a_failed_check_and_nothing_else(
    played: Played, judged: Audit
) -> None:
    turn = played[2]
    assert turn.fault is not None
    found = [(each.severity, each.rule, each.units) for each in judged.findings]
    assert found[1:] == [("violation", "4.0", (turn.fault[0],))]
    # The log opens in the middle of a game, which the referee says.
    arrived = tuple(sorted(man for men in ARRIVED.values() for man in men))
    assert found[:1] == [("warning", "log", arrived)]
