"""Chapter 8, zones of control. In a scene 0505 is next to 0404, 0405, 0504 and 0506."""

import pytest

from tests.referee.games.bold_stroke.scene import Scene

INFANTRY, TANKS = "38-rd", "91-tb"
GERMAN_INFANTRY, GERMAN_PANZER, ROCKETS, GUNS = "208-inf", "1-pz", "neb", "xlviii-art"


def facing_infantry(unit: str = INFANTRY, at: str = "0402", **scene: object) -> Scene:
    """A Soviet unit near a German infantry division in 0505."""
    return Scene(**scene).put(unit, at).put(GERMAN_INFANTRY, "0505")  # type: ignore[arg-type]


def test_a_unit_may_enter_an_enemy_zone_and_stop() -> None:
    assert facing_infantry().move(INFANTRY, "0402-0403-0404") == []


def test_a_unit_that_enters_an_enemy_zone_moves_no_further() -> None:
    assert facing_infantry().move(INFANTRY, "0402-0403-0404-0305") == ["8.2.1"]


def test_the_stop_lasts_for_the_phase_also_in_a_move_of_its_own() -> None:
    scene = facing_infantry()
    assert scene.move(INFANTRY, "0402-0403-0404") == []
    assert scene.move(INFANTRY, "0404-0305") == ["8.2.1"]


def test_the_stop_is_over_in_the_next_phase() -> None:
    scene = facing_infantry()
    scene.move(INFANTRY, "0402-0403-0404")
    scene.board.pieces[INFANTRY].states["breakthrough"] = True
    scene.phase("first.exploitation")
    assert scene.move(INFANTRY, "0404-0305") == []


def test_a_move_known_only_by_its_ends_is_legal_if_a_way_round_the_zone_exists() -> None:
    assert facing_infantry(TANKS).move(TANKS, "0402>0506") == []


def test_a_move_known_only_by_its_ends_is_flagged_when_every_way_leads_through_zones() -> None:
    scene = Scene().put(INFANTRY, "0501").put(GERMAN_INFANTRY, "0404").put("75-inf", "0604")
    assert scene.move(INFANTRY, "0501>0506") != []


def test_tanks_ignore_the_zone_of_a_unit_without_tank_or_anti_tank_strength() -> None:
    scene = Scene().put(TANKS, "0403").put(ROCKETS, "0505")
    assert scene.move(TANKS, "0403-0404-0405-0406") == []


def test_tanks_out_of_supply_stop_like_other_units() -> None:
    scene = Scene().put("91-tb", "0507", **{"out-of-supply": True}).put("xlviii-art", "0404")
    assert scene.move("91-tb", "0507-0506-0505") == []
    assert scene.move("91-tb", "0505-0605") == ["8.2.1"]


def test_infantry_does_not_ignore_the_zone_of_a_unit_without_anti_tank_strength() -> None:
    scene = Scene().put(INFANTRY, "0403").put(ROCKETS, "0505")
    assert scene.move(INFANTRY, "0403-0404-0305") == ["8.2.1"]


def test_tanks_stop_in_the_zone_of_a_unit_with_anti_tank_strength() -> None:
    assert facing_infantry(TANKS).move(TANKS, "0402-0403-0404-0305") == ["8.2.1"]


def test_mechanized_units_are_not_tank_units_and_stop() -> None:
    scene = Scene().put("9-mc", "0403").put(ROCKETS, "0505")
    assert scene.move("9-mc", "0403-0404-0305") == ["8.2.1"]


def test_a_unit_that_begins_in_a_zone_may_leave_it_and_enter_that_of_another_enemy() -> None:
    scene = facing_infantry(at="0404").put("75-inf", "0202")
    assert scene.move(INFANTRY, "0404-0304-0303") == []


def test_a_unit_that_begins_in_a_zone_may_leave_it_and_come_back_by_a_free_hex() -> None:
    assert facing_infantry(at="0404").move(INFANTRY, "0404-0305-0405") == []


def test_infantry_moves_not_straight_from_zone_to_zone_of_one_unit() -> None:
    assert facing_infantry(at="0404").move(INFANTRY, "0404-0405") == ["8.2.3.A"]


def test_it_may_move_straight_into_the_zone_of_another_unit() -> None:
    scene = facing_infantry(at="0404").put("75-inf", "0203")
    assert scene.move(INFANTRY, "0404-0304") == []


def test_it_may_move_from_zone_to_zone_into_a_hex_with_a_friendly_unit() -> None:
    scene = facing_infantry(at="0404").put("147-rd", "0405")
    assert scene.move(INFANTRY, "0404-0405") == []


def test_zone_to_zone_into_a_friendly_hex_is_all_its_movement() -> None:
    scene = facing_infantry(at="0404").put("147-rd", "0405")
    assert scene.move(INFANTRY, "0404-0405-0305") == ["8.2.3.C"]


def test_zone_to_zone_may_not_follow_other_movement() -> None:
    scene = Scene().put("1g-cc", "0304").put("147-rd", "0405").put(GERMAN_INFANTRY, "0505")
    assert scene.move("1g-cc", "0304-0404-0405") == ["8.2.1"]


def test_tanks_move_straight_from_zone_to_zone() -> None:
    assert facing_infantry(TANKS, "0404").move(TANKS, "0404-0405") == []


def test_tanks_move_one_hex_from_zone_to_zone_and_no_further() -> None:
    assert facing_infantry(TANKS, "0404").move(TANKS, "0404-0405-0306") == ["8.2.3.C"]


@pytest.mark.parametrize("feature", ["river", "defense-line"])
def test_tanks_cross_no_river_or_defense_line_from_zone_to_zone(feature: str) -> None:
    scene = facing_infantry(TANKS, "0404", sides={("0404", "0405"): feature})
    assert scene.move(TANKS, "0404-0405") == ["8.2.3.B"]


def held_line() -> Scene:
    """A German division behind a defense line along the north of 0504 and 0505."""
    line = {("0505", "0404"): "defense-line", ("0504", "0404"): "defense-line"}
    return Scene(sides=line, behind={("0505", "0404"): "0505", ("0504", "0404"): "0504"})


def test_no_unit_crosses_a_defense_line_into_the_zone_of_a_unit_behind_it() -> None:
    scene = held_line().put(INFANTRY, "0404").put(GERMAN_INFANTRY, "0505")
    assert scene.move(INFANTRY, "0404-0504") == ["8.2.4"]


def test_a_defense_line_with_nobody_behind_it_may_be_crossed() -> None:
    scene = held_line().put(INFANTRY, "0404").put(GERMAN_INFANTRY, "0702")
    assert scene.move(INFANTRY, "0404-0504") == []


def test_a_defense_line_may_be_crossed_when_the_zone_is_of_a_unit_not_in_the_line() -> None:
    scene = held_line().put(INFANTRY, "0404").put(GERMAN_INFANTRY, "0603")
    assert scene.move(INFANTRY, "0404-0504") == []


def test_no_zone_reaches_across_a_defense_line() -> None:
    scene = held_line().put(INFANTRY, "0304").put(GERMAN_INFANTRY, "0505")
    assert scene.move(INFANTRY, "0304-0404-0305") == []


def test_a_unit_east_of_the_dnepr_exerts_no_zone_on_the_west_bank() -> None:
    scene = facing_infantry(banks={"0505": "east"})
    assert scene.move(INFANTRY, "0402-0403-0404-0305") == []


def test_a_unit_on_an_island_exerts_no_zone_on_the_west_bank() -> None:
    scene = facing_infantry(banks={"0505": "island"})
    assert scene.move(INFANTRY, "0402-0403-0404-0305") == []


def test_a_unit_on_the_west_bank_exerts_its_zone_on_the_east_bank() -> None:
    scene = facing_infantry(banks={"0404": "east"})
    assert scene.move(INFANTRY, "0402-0403-0404-0305") == ["8.2.1"]


@pytest.mark.parametrize("terrain", ["woods", "swamp"])
def test_motorized_units_exert_no_zone_into_woods_and_swamp(terrain: str) -> None:
    scene = Scene(terrain={"0404": terrain}).put(INFANTRY, "0403").put(GERMAN_PANZER, "0505")
    assert scene.move(INFANTRY, "0403-0404-0305") == []


@pytest.mark.parametrize("terrain", ["woods", "swamp", "rough"])
def test_infantry_exerts_its_zone_into_any_open_country(terrain: str) -> None:
    scene = Scene(terrain={"0404": terrain}).put(INFANTRY, "0403").put(GERMAN_INFANTRY, "0505")
    assert scene.move(INFANTRY, "0403-0404-0305") == ["8.2.1"]


def test_artillery_alone_exerts_no_zone_into_rough() -> None:
    scene = Scene(terrain={"0404": "rough"}).put(INFANTRY, "0403").put(GUNS, "0505")
    assert scene.move(INFANTRY, "0403-0404-0305") == []


def test_artillery_exerts_its_zone_into_a_village_in_clear_terrain() -> None:
    scene = Scene(terrain={"0404": "clear;village"}).put(INFANTRY, "0403").put(GUNS, "0505")
    assert scene.move(INFANTRY, "0403-0404-0305") == ["8.2.1"]


def test_artillery_stacked_with_another_unit_exerts_its_zone_into_rough() -> None:
    scene = Scene(terrain={"0404": "rough"}).put(INFANTRY, "0403").put(GUNS, "0505")
    scene.put(GERMAN_PANZER, "0505")
    assert scene.move(INFANTRY, "0403-0404-0305") == ["8.2.1"]


@pytest.mark.parametrize("terrain", ["town", "city"])
def test_nobody_exerts_a_zone_into_towns_and_the_city(terrain: str) -> None:
    scene = Scene(terrain={"0404": terrain}).put(INFANTRY, "0403").put(GERMAN_INFANTRY, "0505")
    assert scene.move(INFANTRY, "0403-0404-0305") == []


def test_headquarters_exert_zones() -> None:
    scene = Scene().put(INFANTRY, "0403").put("hq-vii", "0505")
    assert scene.move(INFANTRY, "0403-0404-0305") == ["8.2.1"]


def test_air_units_exert_no_zones() -> None:
    scene = Scene().put(INFANTRY, "0403").put("g-fighter", "0505")
    assert scene.move(INFANTRY, "0403-0404-0305") == []


def test_a_units_own_side_has_no_zone_against_it() -> None:
    scene = Scene().put(INFANTRY, "0403").put("147-rd", "0505")
    assert scene.move(INFANTRY, "0403-0404-0305") == []


def test_a_friendly_unit_in_the_hex_does_not_lift_the_stop() -> None:
    scene = facing_infantry().put("147-rd", "0404")
    assert scene.move(INFANTRY, "0402-0403-0404-0305") == ["8.2.1"]


def test_both_sides_zones_may_lie_on_one_hex() -> None:
    scene = facing_infantry(at="0304")
    assert scene.move(INFANTRY, "0304-0404") == []
