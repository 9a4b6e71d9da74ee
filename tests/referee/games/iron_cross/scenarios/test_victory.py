"""Sections 24.4 to 24.9: who has won when the last turn is over."""

import pytest

from referee.actions import BeginPhase, Move
from referee.games.iron_cross.scenarios import victory
from tests.referee.games.iron_cross.scene import Battle, shipped


def ended(scenario: str, **places: str) -> Battle:
    """The last step of a scenario, with nobody on the map but units that are named.

    `german`, `russian` and their like with a number at the end stand for units of the side.
    """
    battle = Battle(scenario)
    spare: dict[str, list[str]] = {"russian": [], "german": []}
    for name, piece in battle.board.pieces.items():
        if piece.side in spare and not piece.counter.is_marker:
            spare[piece.side].append(name)
    battle.board.apply(BeginPhase(turn=1, phase="first.support-fire"))
    kept = {spare[role.rstrip("0123456789_")].pop(0): at for role, at in places.items()}
    gone = [name for names in spare.values() for name in names]
    battle.clear(*gone)
    for name, at in kept.items():
        start = battle.board.number(battle.board.pieces[name].place)
        battle.board.apply(Move(units=(name,), path=(start, at), complete=False))
    last = len(shipped().scenarios[scenario].turns)
    battle.board.apply(BeginPhase(turn=last, phase="second.state-change"))
    return battle


def level(battle: Battle) -> str:
    """The result."""
    outcome = victory.outcome(battle.board)
    assert outcome is not None
    return outcome.level


def test_nobody_has_won_before_the_last_turn_is_over() -> None:
    battle = Battle()
    assert victory.outcome(battle.board) is None
    battle.phase("movement", turn=7)
    assert victory.outcome(battle.board) is None


def test_demyansk_is_won_by_who_is_in_both_hexes() -> None:
    assert level(ended("demyansk", russian="4307", russian2="4308")) == "Russian victory"
    assert level(ended("demyansk", german="4307", german2="4308")) == "German victory"
    assert level(ended("demyansk", german="4307", russian="4308")) == "Draw"
    assert level(ended("demyansk", german="4307")) == "Draw"


def test_khristishche_is_german_without_russians_in_buildings() -> None:
    assert level(ended("khristishche", russian="1027")) == "German victory"


def test_khristishche_is_russian_when_they_are_alone_in_a_building_of_several_hexes() -> None:
    assert level(ended("khristishche", russian="1422")) == "Russian victory"


def test_khristishche_is_a_draw_otherwise() -> None:
    assert level(ended("khristishche", russian="1422", german="1821")) == "Draw"
    assert level(ended("khristishche", russian="2305")) == "Draw"


def test_the_ring_is_closed_when_no_russian_is_on_the_hills() -> None:
    assert level(ended("closing-the-ring", russian="3014")) == "German victory"
    assert level(ended("closing-the-ring", russian="3614")) == "Russian victory"
    assert level(ended("closing-the-ring", russian="4515")) == "Russian victory"


def test_tula_is_german_when_no_russian_is_south_of_the_road_or_in_the_buildings() -> None:
    """The north indicator points towards row 27: south of the road are the rows below it."""
    assert level(ended("tula", russian="1023")) == "German victory"
    assert level(ended("tula", russian="1014")) == "German victory"


def test_tula_is_russian_with_three_of_a_squad_south_of_the_road() -> None:
    battle = ended("tula", russian="1010", russian2="1011", russian3="1012")
    squads = {piece.counter.formation for piece in battle.board.on_map("russian")}
    assert len(squads) == 1
    assert level(battle) == "Russian victory"


def test_tula_is_a_draw_otherwise() -> None:
    assert level(ended("tula", russian="1010", russian2="1011")) == "Draw"
    assert level(ended("tula", russian="1422")) == "Draw"


@pytest.mark.parametrize("hex_", ["5806", "6410", "6521", "6815", "5701", "5409", "5919", "6605"])
def test_the_marshes_are_russian_with_a_russian_on_a_bridge_or_hill(hex_: str) -> None:
    assert level(ended("marshes", russian=hex_)) == "Russian victory"


def test_the_marshes_are_german_without() -> None:
    assert level(ended("marshes", russian="5105")) == "German victory"


def test_spartakovka_counts_the_hexes_that_germans_were_last_in() -> None:
    battle = ended("spartakovka")
    assert victory.outcome(battle.board).points == {"german": 0.0}  # type: ignore[union-attr]
    data = battle.data
    for place, points in (("building-1", 13), ("building-3", 5), ("building-4", 7)):
        assert len(data.map.places[place].hexes) == points
        for hex_ in data.map.places[place].hexes:
            battle.board.state.entered[hex_] = "german"
    assert victory.outcome(battle.board).points == {"german": 25.0}  # type: ignore[union-attr]
    for place in ("building-2", "school", "smithy"):
        for hex_ in data.map.places[place].hexes:
            battle.board.state.entered[hex_] = "german"
    outcome = victory.outcome(battle.board)
    assert outcome is not None
    assert (outcome.points, outcome.level) == ({"german": 34.0}, "German victory")


def test_a_building_held_but_for_one_hex_counts_for_nothing() -> None:
    battle = ended("spartakovka")
    for hex_ in battle.data.map.places["school"].hexes[1:]:
        battle.board.state.entered[hex_] = "german"
    assert victory.outcome(battle.board).points == {"german": 0.0}  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("points", "result"),
    [(13, "Russian victory"), (14, "Draw"), (18, "Draw"), (19, "German victory")],
)
def test_spartakovka_is_decided_by_the_schedule(points: int, result: str) -> None:
    battle = ended("spartakovka")
    names = ("building-1", "building-3", "building-4")
    hexes = [hex_ for name in names for hex_ in battle.data.map.places[name].hexes]
    for hex_ in hexes[:points]:
        battle.board.state.entered[hex_] = "german"
    assert level(battle) == result


def stormed(*lost: str) -> Battle:
    """A German has assaulted a Russian in the smithy, 2305; who is named has fallen."""
    battle = Battle("spartakovka")
    battle.phase("assault", turn=1)
    battle.board.apply(Move(units=("ru-a-belov",), path=("1820", "2305"), complete=False))
    battle.board.apply(Move(units=("ge-pl",), path=("4606", "2305"), complete=False))
    return battle.clear(*lost) if lost else battle


def points(battle: Battle) -> float:
    """German points when the last turn is over."""
    last = len(shipped().scenarios["spartakovka"].turns)
    battle.board.apply(BeginPhase(turn=last, phase="second.state-change"))
    outcome = victory.outcome(battle.board)
    assert outcome is not None
    return outcome.points["german"]


def test_a_hex_is_held_by_who_is_left_there_after_an_assault() -> None:
    assert points(stormed("ru-a-belov")) == 3
    assert points(stormed("ge-pl")) == 0


def test_who_withstood_an_assault_and_fell_or_left_later_was_the_last_in_the_hex() -> None:
    assert points(stormed("ge-pl").clear("ru-a-belov")) == 0
    battle = stormed("ge-pl")
    battle.board.apply(Move(units=("ru-a-belov",), path=("2305", "2306")))
    assert points(battle) == 0
    assert points(stormed("ru-a-belov").clear("ge-pl")) == 3


def test_who_is_noted_in_a_hidden_hex_is_there_when_the_game_is_over() -> None:
    battle = ended("closing-the-ring", russian="russian-hidden", russian2="3014")
    name = next(n for n, p in battle.board.pieces.items() if p.place == "russian-hidden")
    battle.board.state.noted_hexes[name] = battle.hex("4515")
    assert level(battle) == "Russian victory"
    battle.board.state.noted_hexes[name] = battle.hex("4520")
    assert level(battle) == "German victory"


def test_hidden_units_south_of_the_road_count_with_the_others() -> None:
    battle = ended("tula", russian="1010", russian2="1011", russian3="russian-hidden")
    name = next(n for n, p in battle.board.pieces.items() if p.place == "russian-hidden")
    battle.board.state.noted_hexes[name] = battle.hex("1012")
    assert level(battle) == "Russian victory"
    battle.board.state.noted_hexes[name] = battle.hex("1020")
    assert level(battle) == "Draw"


def test_units_that_are_hidden_nobody_knows_where_are_told_of() -> None:
    battle = ended("marshes", russian="russian-hidden")
    outcome = victory.outcome(battle.board)
    assert outcome is not None
    assert (outcome.level, "1 units hidden" in outcome.note) == ("German victory", True)


def test_who_passes_through_a_hex_was_the_last_to_occupy_it() -> None:
    battle = Battle("spartakovka")
    battle.phase("movement", turn=1)
    battle.board.apply(Move(units=("ge-pl",), path=("4606", "1422", "1421"), complete=True))
    assert battle.board.state.entered[battle.hex("1422")] == "german"
    battle.board.apply(Move(units=("ru-a-belov",), path=("1820", "1422"), complete=False))
    assert battle.board.state.entered[battle.hex("1422")] == "russian"
    assert battle.board.state.entered[battle.hex("1421")] == "german"
