"""Sparred games: what the legal actions offer, the audit lets pass.

`hexmarshal spar iron_cross --games 50` does the same for whole games of all scenarios.
"""

from __future__ import annotations

from functools import cache

import pytest

from compiler.resources import game_folder
from referee.actions import BeginPhase, Declare, GameLog, Move
from referee.audit import Audit, audit
from referee.games.iron_cross import GAME
from referee.games.iron_cross.assault import overrun
from referee.games.iron_cross.legal import legal_actions
from referee.logs.movelog import read_moves
from referee.spar import Policy, spar
from tests.referee.games.iron_cross.playing import settle
from tests.referee.games.iron_cross.scene import Scene, shipped

CASES: list[tuple[str, Policy, int]] = [
    ("demyansk", "random", 21),
    ("khristishche", "attack", 22),
    ("closing-the-ring", "random", 23),
    ("tula", "attack", 24),
    ("marshes", "attack", 25),
    ("spartakovka", "random", 26),
]


@cache
def sparred(scenario: str, policy: Policy, seed: int, turns: int | None = 1) -> GameLog:
    return spar(shipped(), GAME, scenario, seed, policy=policy, turns=turns)


def told(result: Audit) -> list[str]:
    return [f"action {f.action}: {f.rule}: {f.message}" for f in result.findings] + [*result.unread]


@pytest.mark.parametrize(("scenario", "policy", "seed"), CASES)
def test_nothing_is_found_in_a_sparred_game(scenario: str, policy: Policy, seed: int) -> None:
    log = sparred(scenario, policy, seed)
    assert len(log.actions) > 100
    assert told(audit(log, shipped(), GAME)) == []


def test_nothing_is_found_with_the_advanced_rules() -> None:
    options = ("advanced", "observation-penalty", "optional-special-roll")
    log = spar(shipped(), GAME, "tula", 27, turns=1, options=options)
    assert told(audit(log, shipped(), GAME)) == []
    assert "declare:observation" in {action.kind for action in log.actions}


def test_a_sparred_game_comes_to_its_end_and_has_a_result() -> None:
    log = sparred("tula", "attack", 28, None)
    result = audit(log, shipped(), GAME)
    assert told(result) == []
    assert result.outcome is not None
    assert result.outcome.level in {"Draw", "German victory", "Russian victory"}
    kinds = {action.kind for action in log.actions}
    assert {"declare:fire", "declare:opportunity-fire", "declare:assault", "remove"} <= kinds


def test_the_mines_of_a_scenario_are_noted_before_its_first_phase() -> None:
    first = sparred("tula", "attack", 24).actions[:2]
    fields = {str(a.values["field"]) for a in first if isinstance(a, Declare)}
    assert fields == {"1608 at 5", "2008 at 5"}


def test_leaders_take_their_groups_along() -> None:
    log = sparred("tula", "attack", 24)
    assert any(isinstance(action, Move) and len(action.units) > 1 for action in log.actions)


@pytest.mark.parametrize(("total", "is_left"), [(12, True), (3, False)])
def test_an_overrun_is_carried_through(total: int, is_left: bool) -> None:
    scene = Scene(first_shot=False).put("ge-iid-1", "1505", facing=0)
    for man in ("ru-a-gusev", "ru-a-zaitsev", "ru-a-kozlov"):
        scene.put(man, "1504")
    scene.phase("movement", side="german")
    offered = {choice.name.partition(" ge-")[0]: choice for choice in legal_actions(scene.board)}
    (option,) = offered["overrun"].options()
    assert isinstance(option.decision, Declare)
    assert option.decision.verb == overrun.OVERRUN
    assert scene.do(option.decision) == []
    assert settle(scene, total) == []
    run = overrun.current(scene.board)
    assert run is not None
    assert run.left is is_left
    assert (run.vehicle in scene.board.pieces) is is_left
    assert scene.end() == []


def test_the_sample_is_two_turns_without_a_violation() -> None:
    path = game_folder("iron_cross") / "samples" / "two-turns.moves.jsonl"
    log = read_moves(path)
    assert {action.turn for action in log.actions if isinstance(action, BeginPhase)} == {1, 2}
    assert told(audit(log, shipped(), GAME)) == []
