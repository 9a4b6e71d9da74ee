"""A full game of scenario 1 without a fault, and single faults put into it.

The referee finds each fault by its rule, and nothing else but what follows from it.
"""

from __future__ import annotations

import pytest

from referee.actions import BeginPhase
from referee.audit import audit
from referee.games.iron_cross import GAME
from tests.referee.games.iron_cross.faults import (
    advanced_rules,
    assaulting,
    checking,
    crewing,
    firing,
    hitting,
    leaving_undone,
    moving,
    sequence,
    shooting,
)
from tests.referee.games.iron_cross.faults.story import FAULTS, Fault, advanced, golden, story
from tests.referee.games.iron_cross.scene import shipped

CHAPTERS = (
    sequence,
    checking,
    moving,
    firing,
    hitting,
    leaving_undone,
    shooting,
    assaulting,
    crewing,
    advanced_rules,
)


def test_the_golden_game_has_no_fault_and_ends_with_its_result() -> None:
    result = audit(golden(), shipped(), GAME)
    assert [f"{f.action} {f.rule} {f.message}" for f in result.findings] == []
    assert result.unread == ()
    assert result.outcome is not None
    assert result.outcome.level in {"Draw", "German victory", "Russian victory"}


def test_it_is_a_whole_game_of_seven_turns_and_500_actions() -> None:
    phases = [action for action in golden().actions if isinstance(action, BeginPhase)]
    assert (phases[-1].turn, phases[-1].phase) == (7, "second.state-change")
    assert len(golden().actions) >= 500


def test_both_sides_check_move_fire_throw_and_assault() -> None:
    kinds = {(action.kind, action.side) for action in golden().actions}
    for kind in ("declare:performance-check", "move", "declare:fire", "declare:assault", "roll"):
        assert {(kind, "russian"), (kind, "german")} <= kinds
    assert {"declare:grenade", "declare:recovery", "declare:reveal"} <= {kind for kind, _ in kinds}


def test_there_are_sixty_faults_and_more() -> None:
    in_the_golden_game = [fault for fault in FAULTS if fault.game is story]
    assert len(in_the_golden_game) >= 60
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)


def test_the_games_without_a_fault_tell_of_nothing() -> None:
    assert story().found == []
    assert advanced().found == []


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_is_found_and_nothing_else(fault: Fault) -> None:
    game = fault.game()
    found = game.told(fault.put(game))
    assert fault.rule in found
    assert set(found) - {fault.rule} <= fault.follows
