"""14.1, 14.2 and 8.3, supply. Clear terrain costs a line 1 point when frozen, woods 3, swamp 4."""

from collections.abc import Mapping

import pytest

from referee.games.bold_stroke.supply import lines
from tests.referee.games.bold_stroke.campaign import Campaign
from tests.referee.games.bold_stroke.supply_scene import SupplyScene

INFANTRY, OTHER, PANZER, GUNS = "75-inf", "208-inf", "1-pz", "xlviii-art"
HQ, SOVIET_HQ = "hq-vii", "hq-27"
RIFLES, TANKS = "38-rd", "91-tb"
FIRST, SECOND = "first.supply", "second.supply"
FAR_WOODS: Mapping[str, str] = {
    f"{row:02}{column:02}": "woods" for row in range(5, 10) for column in range(1, 10)
}


def via(scene: SupplyScene, unit: str) -> str:
    """By what a unit is supplied, empty if by nothing."""
    return lines.status(scene.board, scene.board.pieces[unit]).via


# -- lines (14.1, 8.3, 4.5.B) ---------------------------------------------------------------------


def test_a_unit_on_a_road_that_leads_to_a_source_is_in_supply() -> None:
    assert via(SupplyScene().put(INFANTRY, "0405"), INFANTRY) == "road"


def test_a_line_of_six_points_to_the_road_is_enough() -> None:
    assert via(SupplyScene(terrain=dict(FAR_WOODS)).put(INFANTRY, "0605"), INFANTRY) == "road"


def test_a_line_of_seven_points_to_the_road_is_too_long() -> None:
    scene = SupplyScene(terrain=dict(FAR_WOODS)).put(INFANTRY, "0705")
    assert via(scene, INFANTRY) == ""


def test_the_road_hex_counts_and_the_units_own_hex_does_not() -> None:
    terrain = {f"{row:02}{column:02}": "swamp" for row in range(5, 10) for column in range(1, 10)}
    scene = SupplyScene(terrain=terrain).put(INFANTRY, "0605")
    # A swamp hex for 4 and the road hex for 1, the swamp the unit stands in for nothing.
    assert via(scene, INFANTRY) == "road"


def test_a_road_that_leads_nowhere_does_not_help() -> None:
    scene = SupplyScene(roads={"0905-0904-0903": "paved"}).put(INFANTRY, "0904")
    assert via(scene, INFANTRY) == ""


def test_each_side_has_its_own_sources() -> None:
    scene = SupplyScene(sources={"0409": "german"}).put(INFANTRY, "0405").put(RIFLES, "0402")
    assert via(scene, INFANTRY) == "road"
    assert via(scene, RIFLES) == ""


ALL_WOODS: Mapping[str, str] = {
    f"{row:02}{column:02}": "woods" for row in (1, 2, 3, *range(5, 10)) for column in range(1, 10)
}


def test_no_line_leads_through_an_enemy_unit() -> None:
    scene = SupplyScene(terrain=dict(ALL_WOODS)).put(INFANTRY, "0404").put(RIFLES, "0407")
    friends = {"0306": "82-inf", "0307": "88-inf", "0506": "34-inf", "0507": "57-inf",
               "0406": "68-inf", "0408": "112-inf"}  # fmt: skip
    for at, unit in friends.items():
        scene.put(unit, at)
    assert via(scene, INFANTRY) == ""
    assert via(scene, "112-inf") == "road"


def test_no_line_leads_through_an_enemy_zone() -> None:
    scene = SupplyScene(terrain=dict(ALL_WOODS)).put(INFANTRY, "0404").put(RIFLES, "0507")
    assert via(scene, INFANTRY) == ""


def test_a_friendly_unit_in_the_zone_lets_the_line_through() -> None:
    scene = SupplyScene(terrain=dict(ALL_WOODS)).put(INFANTRY, "0404").put(RIFLES, "0507")
    scene.put(OTHER, "0406").put("82-inf", "0407")
    assert via(scene, INFANTRY) == "road"


def test_a_unit_may_stand_in_an_enemy_zone_itself() -> None:
    scene = SupplyScene().put(INFANTRY, "0405").put(RIFLES, "0304")
    assert via(scene, INFANTRY) == "road"


def test_a_line_does_not_cross_impassable_terrain() -> None:
    terrain = {f"05{column:02}": "swamp" for column in range(1, 10)}
    assert via(SupplyScene(terrain=terrain).put(INFANTRY, "0605"), INFANTRY) == "road"
    scene = SupplyScene(terrain=terrain, ground="thaw").put(INFANTRY, "0605")
    assert via(scene, INFANTRY) == ""


def test_a_line_does_not_cross_the_dnepr_without_a_crossing() -> None:
    sides = dict.fromkeys(_south_of_row_4(), "dnepr")
    assert via(SupplyScene(sides=sides).put(INFANTRY, "0505"), INFANTRY) == ""
    roads = {"0409-0408-0407-0406-0405-0404": "paved", "0405-0505": "dirt"}
    assert via(SupplyScene(sides=sides, roads=roads).put(INFANTRY, "0505"), INFANTRY) == "road"


def test_a_line_crosses_a_major_river_by_a_bridge() -> None:
    sides = dict.fromkeys(_south_of_row_4(), "major-river")
    roads = {"0409-0408-0407-0406-0405": "paved", "0405-0505": "dirt"}
    assert via(SupplyScene(sides=sides, roads=roads).put(INFANTRY, "0505"), INFANTRY) == "road"


def test_a_line_crosses_a_major_river_to_a_headquarters_on_the_other_side() -> None:
    sides = dict.fromkeys(_south_of_row_4(), "major-river")
    scene = SupplyScene(sides=sides).put(INFANTRY, "0505")
    assert via(scene, INFANTRY) == ""
    scene.put(HQ, "0405")
    assert via(scene, INFANTRY) == "headquarters"


def _south_of_row_4() -> list[tuple[str, str]]:
    """The hexsides between rows 4 and 5."""
    scene = SupplyScene()
    grid = scene.data.map.grid
    row = [grid.hex(f"04{column:02}") for column in range(1, 10)]
    return [
        (grid.number(start), grid.number(near))
        for start in row
        for near in grid.neighbours(start).values()
        if grid.number(near).startswith("05")
    ]


# -- headquarters (14.1.D) ------------------------------------------------------------------------


def test_a_headquarters_with_a_line_passes_supply_on() -> None:
    scene = SupplyScene(terrain=dict(FAR_WOODS)).put(INFANTRY, "0805").put(HQ, "0605")
    assert via(scene, INFANTRY) == "headquarters"


def test_a_headquarters_without_a_line_passes_nothing_on() -> None:
    scene = SupplyScene(terrain=dict(FAR_WOODS)).put(INFANTRY, "0905").put(HQ, "0705")
    assert via(scene, INFANTRY) == ""


def test_a_soviet_unit_is_supplied_by_its_own_headquarters_alone() -> None:
    scene = SupplyScene(terrain=dict(FAR_WOODS)).put(RIFLES, "0805").put("hq-40", "0605")
    assert via(scene, RIFLES) == ""
    scene.put(SOVIET_HQ, "0606")
    assert via(scene, RIFLES) == "headquarters"


def test_the_fronts_headquarters_fills_in_for_one_that_is_gone() -> None:
    scene = SupplyScene(terrain=dict(FAR_WOODS)).put(RIFLES, "0805").put("hq-1-ukr", "0605")
    assert via(scene, RIFLES) == "headquarters"


def test_any_german_headquarters_supplies_any_german_unit() -> None:
    scene = SupplyScene(terrain=dict(FAR_WOODS)).put("3-pz", "0805").put(HQ, "0605")
    assert via(scene, "3-pz") == "headquarters"


def test_with_german_subordination_only_its_own_does() -> None:
    scene = SupplyScene(terrain=dict(FAR_WOODS), options=("german-subordination",))
    scene.put("3-pz", "0805").put(HQ, "0605")
    assert via(scene, "3-pz") == ""
    scene.board.pieces["3-pz"].states["subordination"] = "vii"
    scene.phase(SECOND)
    assert via(scene, "3-pz") == "headquarters"


def pocket() -> SupplyScene:
    """A German headquarters and a division far from any road, in the German supply phase."""
    scene = SupplyScene(terrain=dict(FAR_WOODS)).put(INFANTRY, "0905").put(HQ, "0804")
    scene.begin(SECOND)
    return scene


def test_a_headquarters_without_a_line_may_supply_its_units_once() -> None:
    scene = pocket()
    assert scene.declare("supply", HQ, as_="source") == []
    assert via(scene, INFANTRY) == "headquarters"
    assert scene.board.pieces[HQ].flag("out-of-supply")
    assert scene.ends() == []


def test_it_is_no_source_again_before_it_has_a_line() -> None:
    scene = pocket()
    scene.declare("supply", HQ, as_="source")
    scene.begin(SECOND, 2)
    assert scene.declare("supply", HQ, as_="source") == ["14.1.D"]


def test_only_headquarters_supply_other_units() -> None:
    assert pocket().declare("supply", INFANTRY, as_="source") == ["14.1.D"]


# -- markers (14.1.C, 14.2) -----------------------------------------------------------------------


def test_a_unit_without_a_line_is_marked_cut_off() -> None:
    scene = pocket()
    assert scene.set("cut-off", True, INFANTRY) == []
    assert scene.set("cut-off", True, HQ) == []
    assert scene.ends() == []


def test_a_unit_without_a_line_that_is_not_marked_is_found() -> None:
    scene = pocket()
    scene.set("cut-off", True, HQ)
    (finding,) = scene.findings(scene.board.end_phase())  # type: ignore[arg-type]
    assert (finding.rule, finding.units) == ("14.1.C", (INFANTRY,))
    assert "the map (stand-in)" in finding.rests_on


def test_a_missing_marker_is_told_once() -> None:
    scene = pocket()
    scene.set("cut-off", True, HQ)
    assert scene.begin("first.supply", 2) == ["14.1.C"]
    scene.begin(SECOND, 2)
    assert scene.ends() == []


def test_a_log_that_tells_nothing_of_supply_is_left_alone() -> None:
    assert pocket().ends() == []


def test_a_unit_with_a_line_is_not_marked_cut_off() -> None:
    scene = SupplyScene().put(INFANTRY, "0405")
    scene.begin(SECOND)
    scene.set("cut-off", True, INFANTRY)
    assert scene.ends() == ["14.2"]


@pytest.mark.parametrize(("at", "rules"), [("0509", ["14.2"]), ("0909", [])])
def test_a_line_that_only_a_side_road_makes_short_enough_may_be_doubted(
    at: str, rules: list[str]
) -> None:
    roads = {"0409-0408-0407": "paved", "0909-0809-0709-0609-0509": "paved"}
    scene = SupplyScene(terrain=dict(FAR_WOODS), roads=roads).put(INFANTRY, at)
    assert via(scene, INFANTRY) == "road"
    scene.begin(SECOND)
    scene.set("cut-off", True, INFANTRY)
    assert scene.ends() == rules


def test_the_other_sides_units_are_not_checked() -> None:
    scene = SupplyScene().put(INFANTRY, "0905", terrain="")
    scene.begin(FIRST)
    assert scene.set("cut-off", True, INFANTRY) == ["14.2"]


def test_markers_are_not_placed_in_other_phases() -> None:
    scene = SupplyScene(terrain=dict(FAR_WOODS)).put(INFANTRY, "0905")
    scene.begin("second.movement")
    assert scene.set("cut-off", True, INFANTRY) == ["14.2"]


def test_the_marker_comes_off_when_a_line_is_there_again() -> None:
    scene = SupplyScene().put(INFANTRY, "0405", **{"out-of-supply": True})
    scene.begin(SECOND)
    assert scene.set("out-of-supply", False, INFANTRY) == []
    assert scene.ends() == []


def test_a_marker_that_stays_when_a_line_is_there_is_found() -> None:
    scene = SupplyScene().put(INFANTRY, "0405", **{"out-of-supply": True}).put(HQ, "0406")
    scene.begin(SECOND)
    scene.set("cut-off", False, HQ)
    assert scene.ends() == ["14.2.2.D"]


def test_artillery_and_headquarters_may_stay_out_of_supply() -> None:
    scene = SupplyScene().put(GUNS, "0405", **{"out-of-supply": True})
    scene.begin(SECOND)
    scene.set("cut-off", False, GUNS)
    assert scene.ends() == []


@pytest.mark.parametrize(("unit", "points"), [(HQ, 3), (GUNS, 1)])
def test_coming_back_costs_headquarters_three_points_and_guns_what_they_fire(
    unit: str, points: int
) -> None:
    scene = SupplyScene().put(unit, "0405", **{"out-of-supply": True})
    scene.board.state.records.ammunition.points["german"] = points
    scene.begin(SECOND)
    assert scene.declare("supply", unit, as_="resupply") == []
    assert scene.board.state.records.ammunition.points["german"] == 0
    assert not scene.board.pieces[unit].flag("out-of-supply")


def test_the_points_are_paid_once_though_it_is_told_twice() -> None:
    scene = SupplyScene().put(HQ, "0405", **{"out-of-supply": True})
    scene.board.state.records.ammunition.points["german"] = 7
    scene.begin(SECOND)
    scene.set("out-of-supply", False, HQ)
    scene.declare("supply", HQ, as_="resupply")
    assert scene.board.state.records.ammunition.points["german"] == 4


def test_without_the_points_a_headquarters_stays_out_of_supply() -> None:
    scene = SupplyScene().put(HQ, "0405", **{"out-of-supply": True})
    scene.board.state.records.ammunition.points["german"] = 2
    scene.begin(SECOND)
    assert scene.set("out-of-supply", False, HQ) == ["14.2.2.D"]


def far_headquarters(**states: bool) -> SupplyScene:
    """A German headquarters and a division beside it, without a road."""
    woods = {f"{row:02}{column:02}": "woods" for row in range(1, 10) for column in range(1, 10)}
    scene = SupplyScene(terrain=woods, roads={}).put(HQ, "0805", **states).put(INFANTRY, "0806")
    scene.begin(SECOND)
    return scene


def test_a_headquarters_that_is_marked_out_of_supply_supplies_its_units() -> None:
    scene = far_headquarters()
    assert scene.set("out-of-supply", True, HQ) == []
    assert scene.ends() == []


def test_a_headquarters_that_was_out_of_supply_before_supplies_nobody_by_its_marker() -> None:
    scene = far_headquarters(**{"out-of-supply": True})
    assert scene.set("out-of-supply", True, HQ) == []
    assert scene.ends() == ["14.1.C"]


def test_a_headquarters_marked_by_mistake_pays_nothing_for_it() -> None:
    scene = far_headquarters()
    scene.board.state.records.ammunition.points["german"] = 2
    scene.set("out-of-supply", True, HQ)
    assert scene.set("out-of-supply", False, HQ) == []
    assert scene.board.state.records.ammunition.points["german"] == 2
    scene.set("cut-off", True, HQ)
    assert scene.ends() == ["14.1.C"]


def test_out_of_supply_is_not_made_cut_off_without_a_line() -> None:
    scene = far_headquarters(**{"out-of-supply": True})
    scene.set("cut-off", True, INFANTRY)
    scene.set("out-of-supply", False, HQ)
    scene.set("cut-off", True, HQ)
    assert scene.ends() == ["14.2.2.D"]


def test_out_of_supply_and_cut_off_may_lie_on_one_unit() -> None:
    scene = far_headquarters(**{"out-of-supply": True})
    scene.set("cut-off", True, INFANTRY)
    scene.set("cut-off", True, HQ)
    assert scene.ends() == []


# -- what the markers do --------------------------------------------------------------------------


def test_a_motorized_unit_out_of_supply_has_half_its_movement() -> None:
    scene = SupplyScene(roads={}).put(PANZER, "0509", **{"out-of-supply": True})
    scene.begin("second.movement")
    assert scene.move(PANZER, "0509-0508-0507-0506-0505-0504-0503") == []
    assert scene.move(PANZER, "0503-0502") == ["14.2.2.B"]


def test_a_leg_unit_out_of_supply_moves_as_ever() -> None:
    scene = SupplyScene(roads={}).put(INFANTRY, "0505", **{"out-of-supply": True})
    scene.begin("second.movement")
    assert scene.move(INFANTRY, "0505-0504-0503-0502-0501") == []


def test_a_cut_off_unit_moves_as_ever() -> None:
    scene = SupplyScene(roads={}).put(PANZER, "0509", **{"cut-off": True})
    scene.begin("second.movement")
    path = "0509-0508-0507-0506-0505-0504-0503-0502-0501"
    assert scene.move(PANZER, path) == []


def fight(**states: bool) -> SupplyScene:
    """A Soviet combat phase: a rifle division beside a German one; guns behind it."""
    scene = SupplyScene().put(RIFLES, "0504", **states).put(INFANTRY, "0505")
    scene.put("24-g", "0503", **states).put(SOVIET_HQ, "0503", **states)
    scene.begin("first.combat")
    return scene


def test_units_out_of_supply_do_not_attack() -> None:
    assert "14.2.2.A" in fight(**{"out-of-supply": True}).declare("attack", RIFLES, "0505")


def test_cut_off_units_attack_and_are_then_out_of_supply() -> None:
    scene = fight(**{"cut-off": True})
    assert scene.declare("attack", RIFLES, "0505") == []
    assert scene.set("out-of-supply", True, RIFLES) == []
    assert scene.set("cut-off", False, RIFLES) == []
    assert "14.2.1.C" not in scene.ends()


def test_a_cut_off_unit_whose_marker_is_not_turned_over_is_found() -> None:
    scene = fight(**{"cut-off": True})
    scene.declare("attack", RIFLES, "0505")
    assert "14.2.1.C" in scene.ends()


def test_the_marker_may_be_turned_over_in_the_phase_after_combat() -> None:
    scene = fight(**{"cut-off": True})
    scene.declare("attack", RIFLES, "0505")
    scene.begin("first.exploitation")
    assert scene.set("out-of-supply", True, RIFLES) == []
    assert scene.set("cut-off", False, RIFLES) == []


def test_the_marker_is_not_turned_over_later_than_that() -> None:
    scene = fight(**{"cut-off": True})
    scene.declare("attack", RIFLES, "0505")
    scene.begin("first.exploitation")
    scene.begin("first.second-reserve-movement")
    assert scene.set("out-of-supply", True, RIFLES) == ["14.2.1.C"]


def test_a_cut_off_defender_is_out_of_supply_too() -> None:
    scene = fight()
    scene.board.pieces[INFANTRY].states["cut-off"] = True
    scene.declare("attack", RIFLES, "0505")
    assert "14.2.1.C" in scene.ends()


def test_a_unit_that_had_no_combat_does_not_go_out_of_supply() -> None:
    scene = fight(**{"cut-off": True})
    scene.put("147-rd", "0902", **{"cut-off": True})
    scene.declare("attack", RIFLES, "0505")
    assert scene.set("out-of-supply", True, "147-rd") == ["14.2.1.C"]


def test_moving_does_not_put_a_cut_off_unit_out_of_supply() -> None:
    scene = SupplyScene().put(RIFLES, "0504", **{"cut-off": True})
    scene.begin("first.movement")
    assert scene.set("out-of-supply", True, RIFLES) == ["14.2.1.C"]


def test_cut_off_artillery_fires_and_is_then_out_of_supply() -> None:
    scene = fight(**{"cut-off": True})
    scene.declare("attack", RIFLES, "0505")
    assert scene.declare("support", "24-g", "0505", with_="artillery") == []
    scene.set("out-of-supply", True, RIFLES)
    assert "14.2.1.B" in scene.ends()


def test_a_cut_off_headquarters_does_not_use_its_artillery() -> None:
    scene = fight(**{"cut-off": True})
    scene.declare("attack", RIFLES, "0505")
    assert "14.2.1.A" in scene.declare("support", SOVIET_HQ, "0505", with_="artillery")


def test_artillery_out_of_supply_does_not_fire() -> None:
    scene = fight()
    scene.board.pieces["24-g"].states["out-of-supply"] = True
    scene.declare("attack", RIFLES, "0505")
    assert scene.declare("support", "24-g", "0505", with_="artillery") == ["14.3.B"]


def test_artillery_in_supply_fires() -> None:
    scene = fight()
    scene.declare("attack", RIFLES, "0505")
    assert scene.declare("support", "24-g", "0505", with_="artillery") == []


# -- German subordination (14.6.B) ----------------------------------------------------------------

DIVISIONS = ("75-inf", "82-inf", "88-inf", "68-inf", "198-inf", "20-pzgr", "7-pz")
PLACES = ("0805", "0804", "0806", "0805", "0706", "0704", "0705")


def subordinate(number: int) -> SupplyScene:
    """So many divisions of the VII Korps that only its headquarters in 0605 supplies."""
    scene = SupplyScene(terrain=dict(FAR_WOODS), options=("german-subordination",))
    scene.put(HQ, "0605")
    for unit, at in list(zip(DIVISIONS, PLACES, strict=True))[:number]:
        scene.put(unit, at)
    scene.begin(SECOND)
    return scene


def test_a_headquarters_supplies_six_divisions() -> None:
    assert subordinate(6).ends() == []


def test_a_headquarters_supplies_no_seventh_division() -> None:
    assert subordinate(7).ends() == ["14.6.B"]


# -- the set-ups ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "scenario",
    ["breakout", "riposte", "manstein-strikes-again", "phantom-pocket", "zhitomir-berdichev"],
)
def test_every_unit_is_in_supply_as_a_scenario_begins(scenario: str) -> None:
    board = Campaign(scenario, set_up=True).at(1).board
    assert [lines.cut_off_units(board, side) for side in board.data.sides] == [(), ()]
