"""What may be chosen before play: places, hidden hexes, mines, improved positions, infiltration."""

from __future__ import annotations

from random import Random

import pytest

from referee.actions import Action, Declare, Move
from referee.games.iron_cross.concealed import hidden_places
from referee.games.iron_cross.legal import next_phase
from referee.games.iron_cross.scenarios import infiltration
from tests.referee.games.iron_cross.playing import offered, settle, take
from tests.referee.games.iron_cross.scene import Battle, shipped

SCENARIOS = tuple(shipped().scenarios)
OTTO = "ge-c-otto"


def begun(battle: Battle) -> list[str]:
    """What the beginning of play finds."""
    return battle.do(next_phase(battle.board))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_units_set_up_by_what_is_offered_break_no_rule(scenario: str) -> None:
    battle, random = Battle(scenario), Random(5)
    assert settle(battle, 7) == []
    units = [piece.id for piece in battle.board.on_map()]
    for unit in random.sample(units, min(12, len(units))):
        for what in ("", ": state", ": facing", ": hidden"):
            found = offered(battle, f"set up {unit}{what}")
            if found and (not what or random.random() < 0.5):
                decision = random.choice(found)
                assert isinstance(decision, Action)
                assert battle.do(decision) == []
    assert begun(battle) == []


def test_no_more_hexes_are_hidden_than_the_scenario_gives() -> None:
    battle = Battle()
    hidden = [p.id for p in battle.board.on_map() if p.flag("hidden")]
    places = {battle.board.pieces[name].place for name in hidden}
    assert len(places) == 2
    assert not offered(battle, f"set up {OTTO}: hidden")
    assert take(battle, f"set up {OTTO}", lambda a: a.end == "4316") == []
    assert not offered(battle, f"set up {OTTO}: hidden")
    for name in hidden:
        assert take(battle, f"set up {name}: hidden") == []
    assert take(battle, f"set up {OTTO}: hidden") == []
    assert begun(battle) == []


def test_a_hidden_unit_is_not_shifted() -> None:
    battle = Battle()
    hidden = next(p.id for p in battle.board.on_map() if p.flag("hidden"))
    assert not [each for each in offered(battle, f"set up {hidden}") if isinstance(each, Move)]


def test_all_mines_are_laid_and_the_rest_of_a_type_is_never_too_small() -> None:
    battle = Battle("tula")
    laid = 0
    for _ in range(20):
        found = offered(battle, "mines at")
        if not found:
            break
        decision = found[-1]
        assert isinstance(decision, Declare)
        laid += int(decision.text("field").split()[-1])
        assert battle.do(decision) == []
    assert laid == 10
    assert begun(battle) == []


def test_improved_positions_may_be_shifted_in_their_area() -> None:
    battle = Battle()
    moves = [each for each in offered(battle, "set up ip-1") if isinstance(each, Move)]
    assert len({move.end for move in moves}) > 20
    assert battle.do(moves[0]) == []
    assert begun(battle) == []


# -- infiltration -------------------------------------------------------------------------------


def infiltrating(hex_: str = "4420") -> Battle:
    """Squad A and a commander of scenario 1 are announced."""
    battle = Battle()
    found = offered(battle, "infiltrate")
    squad = next(
        each
        for each in found
        if isinstance(each, Declare)
        and each.text("hex") == hex_
        and "ru-pl-10" in each.units
        and "ru-a-gusev" in each.units
    )
    assert battle.do(squad) == []
    return battle


def test_any_squad_may_infiltrate_with_a_commander_or_without() -> None:
    groups = {each.units for each in offered(Battle(), "infiltrate") if isinstance(each, Declare)}
    assert len(groups) == 9
    assert not offered(Battle("closing-the-ring"), "infiltrate")


@pytest.mark.parametrize("total", [2, 4, 7, 12])
def test_an_infiltration_is_carried_through(total: int) -> None:
    battle = infiltrating()
    assert settle(battle, total) == []
    known = battle.board.state.infiltration
    assert known is not None
    phase = next_phase(battle.board).phase
    assert phase == ("first.support-fire" if known.succeeded else "first.morale")
    assert begun(battle) == []


def test_infiltrators_are_marked_as_the_dice_say() -> None:
    battle = infiltrating()
    battle.declare("infiltration", for_="result")
    battle.roll(2)
    known = battle.board.state.infiltration
    assert known is not None
    known.results = frozenset({"SS"})
    assert settle(battle, 7) == []
    men = [battle.board.pieces[name] for name in known.units]
    assert {piece.states.get("morale") for piece in men} == {"suppressed"}
    assert {piece.face for piece in men} == {"down"}
    assert begun(battle) == []


def test_nobody_is_set_up_once_an_infiltration_is_announced() -> None:
    assert not offered(infiltrating(), "set up")


def test_no_infiltration_hex_is_beside_hidden_germans_only() -> None:
    battle = Battle()
    secret = list(hidden_places(battle.board, infiltration.DEFENDER).values())
    assert secret
    goals = {
        each.text("hex") for each in offered(battle, "infiltrate") if isinstance(each, Declare)
    }
    assert not goals & {battle.board.number(place) for place in secret}
