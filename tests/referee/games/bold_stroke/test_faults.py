"""A full game of scenario 1 without a fault, and single faults put into it.

The referee finds each fault by its rule, and nothing else but what follows from it.
"""

from __future__ import annotations

import pytest

from referee.actions import BeginPhase
from referee.audit import audit
from referee.games.bold_stroke import GAME
from tests.referee.games.bold_stroke.faults import fighting, moving, sequence, supplying
from tests.referee.games.bold_stroke.faults.story import FAULTS, Fault, golden, story
from tests.referee.games.bold_stroke.scene import shipped

CHAPTERS = (sequence, moving, fighting, supplying)


def test_the_golden_game_has_no_fault_and_ends_with_a_level() -> None:
    result = audit(golden(), shipped(), GAME)
    assert [f"{f.action} {f.rule} {f.message}" for f in result.findings] == []
    assert result.unread == ()
    assert result.outcome is not None
    assert result.outcome.level.endswith(("Soviet", "German"))


def test_it_is_a_whole_game_of_seven_turns_and_600_actions() -> None:
    phases = [action for action in golden().actions if isinstance(action, BeginPhase)]
    assert (phases[-1].turn, phases[-1].phase) == (7, "turn-end.turn-end")
    assert len(golden().actions) >= 600


def test_both_sides_move_attack_fly_and_are_supplied() -> None:
    kinds = {(action.kind, action.side) for action in golden().actions}
    for kind in ("move", "declare:attack", "declare:support", "declare:commit-air", "roll"):
        assert {(kind, "soviet"), (kind, "german")} <= kinds


def test_there_are_sixty_faults_and_more() -> None:
    assert len(FAULTS) >= 60
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_is_found_and_nothing_else(fault: Fault) -> None:
    found = story().told(fault.put(story()))
    assert fault.rule in found
    assert set(found) - {fault.rule} <= fault.follows
