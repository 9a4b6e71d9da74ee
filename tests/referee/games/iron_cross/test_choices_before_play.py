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


def test_the_infiltration_hex_may_be_a_hidden_one_as_nobody_knows_it() -> None:
    battle = Battle()
    secret = list(hidden_places(battle.board, infiltration.DEFENDER).values())
    seen = [piece.place for piece in infiltration.seen_defenders(battle.board)]
    assert secret
    goals = {
        each.text("hex") for each in offered(battle, "infiltrate") if isinstance(each, Declare)
    }
    assert goals >= {battle.board.number(place) for place in secret}
    assert not goals & {battle.board.number(place) for place in seen}


# -- hidden Germans -----------------------------------------------------------------------------

HIDDEN = "4416"
"""Hill K, where two Germans are hidden."""


@pytest.mark.parametrize("die", [1, 2, 6])
def test_an_infiltration_into_a_hidden_hex_is_carried_through(die: int) -> None:
    """It costs as many men as the die says, and whom its grenade eliminates."""
    battle = infiltrating(HIDDEN)
    assert settle(battle, die) == []
    known = battle.board.state.infiltration
    assert known is not None
    assert sum(name not in battle.board.pieces for name in known.units) == die
    secret = [name for name, hex_ in known.hidden_units.items() if hex_ == known.hex]
    shown = [name for name in secret if name in battle.board.pieces]
    assert len(shown) == (0 if die == 1 else 2)
    assert not any(battle.board.pieces[name].flag("hidden") for name in shown)
    assert next_phase(battle.board).phase == "first.morale"
    assert begun(battle) == []


def arriving(result: str, *places: str) -> Battle:
    """Infiltrators are put into hexes beside 4415 as they find room, after some result."""
    battle = infiltrating("4415")
    battle.declare("infiltration", for_="result")
    battle.roll(2)
    known = battle.board.state.infiltration
    assert known is not None
    known.results = frozenset({result})
    for _ in known.units:
        for place in places:
            if any(isinstance(m, Move) and m.end == place for m in offered(battle, "place")):
                assert take(battle, "place", lambda a, place=place: a.end == place) == []
                break
    return battle


@pytest.mark.parametrize(("result", "status"), [("SN", "pinned"), ("SP", "suppressed")])
def test_infiltrators_beside_hidden_germans_are_marked_worse(result: str, status: str) -> None:
    battle = arriving(result, "4415", "4515", "4514")
    assert settle(battle, 6) == []
    men = list(battle.board.on_map("russian"))
    beside = [piece for piece in men if battle.board.number(piece.place) == "4415"]
    assert beside
    assert {piece.states.get("morale") for piece in beside} == {status}
    assert not any(piece.flag("hidden") for piece in battle.board.units_at(battle.hex(HIDDEN)))
    assert begun(battle) == []


@pytest.mark.parametrize("die", [1, 6])
@pytest.mark.parametrize(("result", "lost"), [("SN", 0), ("SP", 0), ("SS", 6)])
def test_infiltrators_among_hidden_germans_are_thrown_back(
    result: str, lost: int, die: int
) -> None:
    """All are suppressed; who was suppressed before has to survive, and here nobody does."""
    battle = arriving(result, HIDDEN, "4515", "4514")
    assert len(list(battle.board.units_at(battle.hex(HIDDEN)))) == 8
    assert settle(battle, die, passing=12) == []
    known = battle.board.state.infiltration
    assert known is not None
    assert sum(name not in battle.board.pieces for name in known.units) == lost
    left = {piece.side for piece in battle.board.units_at(battle.hex(HIDDEN))}
    assert left == (set() if die == 1 else {"german"})
    assert begun(battle) == []
