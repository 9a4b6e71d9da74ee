"""Chapter 8: how far units move, over what, and into which hexes. Clear ground costs 1, down 2."""

from typing import Any

import pytest

from referee.actions import Declare, Move
from referee.games.iron_cross import results
from tests.referee.games.iron_cross.scene import Scene, moving

MAN, SIX, FLAMES = "ru-a-gusev", "ru-a-lebedev", "ge-e-wagner"
MMG, ATR, GUN, HEAVY_GUN, MORTAR = "ru-mmg-1", "ru-atr-1", "ru-45at-1", "ru-76at-1", "ru-mor-1"
TANK, BT, GERMAN, GERMAN_TANK = "ru-t34a-1", "ru-bt7m-1", "ge-c-otto", "ge-iid-1"
SOUTH = ("1501", "1502", "1503", "1504", "1505", "1506", "1507", "1508", "1509", "1510", "1511",
         "1512")  # fmt: skip
ROAD = "-".join(SOUTH)


def path(hexes: int) -> str:
    """So many hexes southwards from 1501."""
    return "-".join(SOUTH[: hexes + 1])


def free(phase: str = "movement", side: str = "russian", **drawn: Any) -> Scene:
    """A movement phase before the first shot, in which nobody needs checks."""
    scene = Scene(first_shot=False, **drawn)
    scene.phase(phase, side=side)
    return scene


# -- 8.1: how far -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "hexes", "rule"),
    [(MAN, 6, "8.11"), (MMG, 3, "8.12"), (ATR, 5, "8.12"), (MORTAR, 4, "8.12"),
     (GUN, 3, "8.12"), (TANK, 10, "8.13")],
)  # fmt: skip
def test_units_have_the_allowance_of_their_type(unit: str, hexes: int, rule: str) -> None:
    assert free().put(unit, "1501", facing=3).move(unit, path(hexes)) == []
    assert free().put(unit, "1501", facing=3).move(unit, path(hexes + 1)) == [rule]


def test_the_bt7m_has_twelve_points() -> None:
    scene = free(terrain={"1512": "gully"}).put(BT, "1502", facing=3)
    assert scene.move(BT, "-".join(SOUTH[1:])) == ["8.13"]
    assert free().put(BT, "1501", facing=3).move(BT, path(11)) == []


def test_a_flamethrower_has_four_points() -> None:
    assert free(side="german").put(FLAMES, "1501").move(FLAMES, path(4)) == []
    assert free(side="german").put(FLAMES, "1501").move(FLAMES, path(5)) == ["8.14"]


@pytest.mark.parametrize(
    ("unit", "hexes", "rule"),
    [(MAN, 3, "8.11"), (MMG, 1, "8.12"), (ATR, 1, "8.12"), (TANK, 5, "8.13"), (BT, 6, "8.13")],
)
def test_units_move_less_in_reaction(unit: str, hexes: int, rule: str) -> None:
    def reaction() -> Scene:
        return free("reaction-movement", "german").put(unit, "1501", facing=3)

    assert reaction().move(unit, path(hexes)) == []
    assert reaction().move(unit, path(hexes + 1)) == [rule]


@pytest.mark.parametrize(
    ("unit", "phase", "hexes", "rule"),
    [
        (MAN, "movement", 1, "8.11"),
        (MAN, "reaction-movement", 1, "8.11"),
        (MMG, "movement", 1, "8.12"),
        (MMG, "reaction-movement", 0, "8.12"),
    ],
)
def test_a_pinned_squad_moves_at_most_three_points(
    unit: str, phase: str, hexes: int, rule: str
) -> None:
    """A pinned man is down, so that three points are one clear hex."""

    def pinned() -> Scene:
        side = "russian" if phase == "movement" else "german"
        return free(phase, side).put(unit, "1501", face="down", morale="pinned")

    if hexes:
        assert pinned().move(unit, path(hexes)) == []
    assert pinned().move(unit, path(hexes + 1)) == [rule]


@pytest.mark.parametrize(("phase", "hexes"), [("movement", 1), ("reaction-movement", 0)])
def test_a_pinned_flamethrower_moves_one_hex_in_its_movement_phase_only(
    phase: str, hexes: int
) -> None:
    side = "german" if phase == "movement" else "russian"
    scene = free(phase, side).put(FLAMES, "1501", face="down", morale="pinned")
    assert scene.move(FLAMES, path(1)) == ([] if hexes else ["8.14"])


def test_one_hex_is_one_hex_whatever_it_costs() -> None:
    scene = free("reaction-movement", "german", terrain={"1502": "marsh"})
    assert scene.put(MMG, "1501", face="down").move(MMG, path(1)) == []


def test_points_spent_in_an_earlier_move_of_the_phase_count() -> None:
    scene = free().put(MAN, "1501")
    assert scene.move(MAN, "1501-1502-1503-1504") == []
    assert scene.move(MAN, "1504-1505-1506-1507") == []
    assert scene.move(MAN, "1507-1508") == ["8.11"]


def test_points_are_counted_anew_in_each_phase() -> None:
    scene = free().put(MAN, "1501")
    scene.move(MAN, path(6))
    scene.phase("movement", turn=2)
    assert scene.move(MAN, "1507-1508-1509") == []


def test_a_weapon_without_a_movement_factor_never_moves() -> None:
    assert free().put(HEAVY_GUN, "1501").move(HEAVY_GUN, path(1)) == ["8.12"]
    reaction = free("reaction-movement", "german").put(HEAVY_GUN, "1501")
    assert reaction.move(HEAVY_GUN, path(1)) == ["8.12"]


def test_a_weapon_without_a_full_crew_does_not_move() -> None:
    assert free().put(MMG, "1501", crew_lost=1).move(MMG, path(1)) == ["8.12"]


def test_a_weapon_whose_crew_was_replaced_moves() -> None:
    scene = free().put(MMG, "1501", crew_lost=1, replacements=1)
    assert scene.move(MMG, path(1)) == []


@pytest.mark.parametrize("unit", [MAN, MMG, TANK])
def test_suppressed_units_do_not_move(unit: str) -> None:
    scene = free().put(unit, "1501", face="down", morale="suppressed")
    assert scene.move(unit, path(1)) == ["8.15"]


def test_a_suppressed_unit_does_not_even_try() -> None:
    scene = moving().put(MAN, "1501", face="down", morale="suppressed")
    assert scene.check(MAN, "move", 2) == ["8.15"]
    assert scene.move(MAN, path(1)) == []


def test_who_is_pinned_on_the_way_moves_no_further() -> None:
    scene = free().put(MAN, "1501")
    scene.move(MAN, path(1))
    scene.board.state.hit[MAN] = "11.43"
    scene.board.pieces[MAN].states["morale"] = "pinned"
    assert scene.move(MAN, "1502-1503") == ["13.18"]


def test_who_is_missed_on_the_way_moves_on() -> None:
    scene = free().put(MAN, "1501")
    scene.move(MAN, path(1))
    assert scene.move(MAN, "1502-1503") == []


def test_a_state_changes_costs_and_not_the_allowance() -> None:
    down = free().put(MAN, "1501", face="down")
    assert down.move(MAN, path(3)) == []
    down = free().put(MAN, "1501", face="down")
    assert down.move(MAN, path(4)) == ["8.11"]


# -- 8.5: over what -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terrain", "up", "down"), [("clear", 1, 2), ("gully", 2, 3), ("marsh", 3, 4), ("tree", 1, 2)]
)
def test_men_pay_for_the_terrain_by_their_state(terrain: str, up: int, down: int) -> None:
    for face, points in (("up", up), ("down", down)):
        scene = free(terrain={"1502": terrain}).put(MAN, "1501", face=face)
        scene.move(MAN, path(1))
        assert scene.board.state.treks[MAN].points == points


def test_vehicles_pay_what_the_chart_has_for_them() -> None:
    for face, points in (("up", 5), ("down", 7)):
        scene = free(terrain={"1502": "gully"}).put(TANK, "1501", face=face, facing=3)
        scene.move(TANK, path(1))
        assert scene.board.state.treks[TANK].points == points


def test_of_two_terrains_the_dearer_counts() -> None:
    scene = free(terrain={"1502": "hill-1;woods"}, trees={"1502": 2}).put(MAN, "1501")
    scene.move(MAN, path(1))
    assert scene.board.state.treks[MAN].points == 2


def test_along_a_road_a_hex_costs_half_a_point_whatever_its_terrain() -> None:
    woods = dict.fromkeys(SOUTH, "woods")
    scene = free(terrain=woods, trees=dict.fromkeys(SOUTH, 3), roads=(ROAD,)).put(MAN, "1501")
    assert scene.move(MAN, path(11)) == []
    assert scene.board.state.treks[MAN].points == 5.5


def test_a_road_entered_from_the_side_costs_the_terrain() -> None:
    scene = free(terrain={"1505": "gully"}, roads=("1504-1505-1506",)).put(MAN, "1605")
    scene.move(MAN, "1605-1505")
    assert scene.board.state.treks[MAN].points == 2


def test_between_two_roads_the_terrain_is_paid() -> None:
    scene = free(roads=("1501-1502", "1503-1504")).put(MAN, "1501")
    scene.move(MAN, path(3))
    assert scene.board.state.treks[MAN].points == 2.0


def test_men_who_are_down_do_not_use_the_road_rate() -> None:
    scene = free(roads=(ROAD,)).put(MAN, "1501", face="down")
    assert scene.move(MAN, path(4)) == ["8.11"]


def test_uphill_costs_one_point_more() -> None:
    levels = {"1502": 1, "1503": 2, "1504": 1}
    terrain = {"1502": "hill-1", "1503": "hill-2", "1504": "hill-1"}
    scene = free(levels=levels, terrain=terrain).put(MAN, "1501")
    scene.move(MAN, path(1))
    assert scene.board.state.treks[MAN].points == 2
    scene.move(MAN, "1502-1503")
    assert scene.board.state.treks[MAN].points == 4
    scene.move(MAN, "1503-1504")
    assert scene.board.state.treks[MAN].points == 5


def test_uphill_on_a_road_costs_a_point_and_a_half() -> None:
    scene = free(levels={"1502": 1}, terrain={"1502": "hill-1"}, roads=(ROAD,)).put(MAN, "1501")
    scene.move(MAN, path(1))
    assert scene.board.state.treks[MAN].points == 1.5


def test_vehicles_do_not_enter_buildings() -> None:
    scene = free(terrain={"1502": "single-hex-building"}).put(TANK, "1501", facing=3)
    assert scene.move(TANK, path(1)) == ["8.5"]
    scene = free(terrain={"1502": "single-hex-building"}).put(MAN, "1501")
    assert scene.move(MAN, path(1)) == []


def test_without_a_path_any_legal_one_will_do() -> None:
    scene = free(terrain={"1504": "marsh", "1505": "marsh"}).put(MAN, "1502")
    assert scene.move(MAN, "1502>1507") == []
    assert scene.board.state.treks[MAN].points <= 6


def test_a_path_is_a_chain_of_neighbours() -> None:
    assert free().put(MAN, "1501").move(MAN, "1501-1503") == ["8.0"]


def test_a_unit_leaves_the_hex_it_stands_in() -> None:
    assert free().put(MAN, "1501").move(MAN, "1504-1505") == ["8.0"]


def test_men_moved_together_slip_together() -> None:
    scene = free().put(MAN, "1501").put(SIX, "1501")
    assert scene.move(f"{MAN}+{SIX}", path(7)) == ["8.11"]


# -- 8.2 and 8.6: into which hexes --------------------------------------------------------------


def test_nobody_enters_a_hex_with_an_enemy() -> None:
    assert free().put(MAN, "1501").put(GERMAN, "1502").move(MAN, path(1)) == ["8.23"]
    reaction = free("reaction-movement").put(MAN, "1502").put(GERMAN, "1501")
    assert reaction.move(GERMAN, path(1)) == ["8.23"]


def test_a_wreck_is_no_enemy() -> None:
    assert free().put(MAN, "1501").put("wreck", "1502").move(MAN, path(1)) == []


def test_men_move_through_friends() -> None:
    scene = free().put(MAN, "1501").put(SIX, "1502").put(TANK, "1503")
    assert scene.move(MAN, path(4)) == []


def test_a_vehicle_enters_no_hex_with_another_vehicle() -> None:
    scene = free().put(TANK, "1501", facing=3).put(BT, "1502")
    assert scene.move(TANK, path(2)) == ["8.61"]


def test_a_vehicle_moves_through_friendly_men() -> None:
    scene = free().put(TANK, "1501", facing=3).put(MAN, "1502")
    assert scene.move(TANK, path(2)) == []


def test_a_vehicle_enters_no_hex_with_a_wreck() -> None:
    scene = free().put(TANK, "1501", facing=3).put("wreck", "1502")
    assert scene.move(TANK, path(2)) == ["12.4"]


def test_hidden_enemies_are_placed_before_they_are_entered() -> None:
    scene = free().put(MAN, "1501").put(GERMAN, "1502", face="down", hidden=True)
    assert scene.move(MAN, path(1)) == ["24.23"]


# -- 8.0: the order of movement -----------------------------------------------------------------


def test_vehicles_move_before_men() -> None:
    scene = free().put(TANK, "1501", facing=3).put(MAN, "1801")
    assert scene.move(TANK, path(1)) == []
    assert scene.move(MAN, "1801-1802") == []


def test_a_vehicle_that_moves_after_men_is_found() -> None:
    scene = free().put(TANK, "1501", facing=3).put(MAN, "1801")
    scene.move(MAN, "1801-1802")
    assert scene.move(TANK, path(1)) == ["8.0"]


def test_a_vehicle_alone_moves_before_vehicles_with_men() -> None:
    scene = free().put(TANK, "1501", facing=3).put(MAN, "1501").put(BT, "1801")
    assert scene.move(f"{TANK}+{MAN}", path(1)) == []
    assert scene.move(BT, "1801-1802") == ["8.0"]


def test_men_who_moved_before_a_vehicle_with_men_are_found() -> None:
    scene = free().put(TANK, "1501", facing=3).put(MAN, "1501").put(SIX, "1801")
    scene.move(SIX, "1801-1802")
    assert scene.move(f"{TANK}+{MAN}", path(1)) == ["8.0"]


def test_the_order_begins_anew_in_the_next_phase() -> None:
    scene = free().put(MAN, "1801").put(GERMAN_TANK, "1501", facing=3)
    scene.move(MAN, "1801-1802")
    scene.phase("reaction-movement")
    assert scene.move(GERMAN_TANK, path(1)) == []


def two_stacks() -> Scene:
    """Of two vehicles with a man each the first has moved with its man."""
    scene = Scene().put(TANK, "1501", facing=3).put(MAN, "1501")
    scene.put(BT, "1801", facing=3).put(SIX, "1801")
    scene.phase("movement")
    for unit in (TANK, MAN, BT):
        scene.check(unit, "move", 2)
    assert scene.move(f"{TANK}+{MAN}", path(1)) == []
    return scene


def test_a_vehicle_whose_man_fails_goes_alone_where_both_were_to_go() -> None:
    scene = two_stacks()
    scene.check(SIX, "move", 12)
    assert scene.move(BT, "1801-1802") == []


def test_a_vehicle_whose_man_did_not_try_moves_alone_and_too_late() -> None:
    assert two_stacks().move(BT, "1801-1802") == ["8.0"]


def test_a_vehicle_whose_man_failed_may_still_move_among_the_first() -> None:
    scene = Scene().put(TANK, "1501", facing=3).put(MAN, "1501").put(BT, "1801", facing=3)
    scene.phase("movement")
    for unit, total in ((TANK, 2), (MAN, 12), (BT, 2)):
        scene.check(unit, "move", total)
    assert scene.move(TANK, path(1)) == []
    assert scene.move(BT, "1801-1802") == []


# -- 8.4: infantry with vehicles ----------------------------------------------------------------


def stack(*names: str, first_shot: bool = True) -> Scene:
    """A tank and other units in one hex in the Movement Phase."""
    scene = Scene(first_shot=first_shot).put(TANK, "1501", facing=3)
    scene.phase("movement")
    for name in names:
        scene.put(name, "1501")
    return scene


def test_men_who_pass_their_checks_go_with_the_vehicle() -> None:
    scene = stack(MAN, SIX)
    scene.check(TANK, "move", 8)
    scene.check(MAN, "move", 9)
    scene.check(SIX, "move", 7)
    assert scene.move(f"{TANK}+{MAN}", path(2)) == []
    assert scene.board.state.of(MAN).accompanies == TANK


def test_a_man_who_fails_does_not_go_with_the_vehicle() -> None:
    scene = stack(SIX)
    scene.check(TANK, "move", 8)
    scene.check(SIX, "move", 7)
    assert scene.move(f"{TANK}+{SIX}", path(2)) == ["4.0"]


def test_a_leader_takes_his_men_along_with_the_vehicle() -> None:
    scene = stack("ru-pl-10", SIX)
    scene.check(TANK, "move", 8)
    scene.check("ru-pl-10", "lead", 10)
    assert scene.move(f"{TANK}+ru-pl-10+{SIX}", path(2)) == []
    assert scene.end() == []


def test_nobody_goes_elsewhere_on_the_rating_of_a_leader_with_a_vehicle() -> None:
    scene = stack("ru-pl-10", SIX)
    scene.check(TANK, "move", 8)
    scene.check("ru-pl-10", "lead", 10)
    scene.check(SIX, "follow", 5, leader="ru-pl-10")
    scene.move(f"{TANK}+ru-pl-10", path(2))
    scene.move(SIX, "1501-1401")
    assert scene.end() == ["8.42"]


def test_men_stop_where_their_points_end_and_the_vehicle_goes_on() -> None:
    scene = stack(MAN, first_shot=False)
    assert scene.move(f"{TANK}+{MAN}", path(6)) == []
    assert scene.move(TANK, "1507-1508-1509") == []
    assert scene.board.state.of(MAN).accompanies == ""


def test_each_type_of_unit_has_its_own_points() -> None:
    scene = stack(MAN, first_shot=False)
    assert scene.move(f"{TANK}+{MAN}", path(7)) == ["8.11"]


def test_men_do_not_go_on_without_the_vehicle() -> None:
    scene = stack(MAN, first_shot=False)
    scene.move(f"{TANK}+{MAN}", path(2))
    assert scene.move(MAN, "1503-1504") == ["8.43"]


def test_men_begin_their_movement_with_the_vehicle() -> None:
    scene = Scene(first_shot=False).put(TANK, "1501", facing=3).put(MAN, "1502")
    scene.phase("movement")
    scene.move(TANK, path(1))
    assert scene.move(f"{TANK}+{MAN}", "1502-1503") == ["8.41"]


def test_crew_weapons_do_not_go_with_vehicles() -> None:
    scene = stack(MMG, first_shot=False)
    assert scene.move(f"{TANK}+{MMG}", path(1)) == ["8.44"]


# -- 8.6: stacking ------------------------------------------------------------------------------

SIX_MEN = ("ru-a-gusev", "ru-a-zaitsev", "ru-a-kozlov", "ru-a-lebedev", "ru-a-morozov",
           "ru-a-novikov")  # fmt: skip


def crowd(*names: str, at: str = "1505") -> Scene:
    """Units in one hex, before the first shot."""
    scene = Scene(first_shot=False)
    for name in names:
        scene.put(name, at)
    scene.phase("movement")
    return scene


def test_six_men_and_a_vehicle_may_end_in_a_hex() -> None:
    scene = crowd(*SIX_MEN[1:]).put(MAN, "1504").put(TANK, "1506", facing=0)
    scene.move(TANK, "1506-1505")
    scene.move(MAN, "1504-1505")
    assert scene.end() == []


def test_a_seventh_man_may_not() -> None:
    scene = crowd(*SIX_MEN).put("ru-a-petrov", "1504")
    scene.move("ru-a-petrov", "1504-1505")
    assert scene.end() == ["8.62"]


def test_men_pass_through_a_full_hex() -> None:
    scene = crowd(*SIX_MEN).put("ru-a-petrov", "1504")
    scene.move("ru-a-petrov", "1504-1505-1506")
    assert scene.end() == []


def test_a_crew_counts_its_men() -> None:
    scene = crowd(*SIX_MEN[:3]).put(MMG, "1504")
    scene.move(MMG, "1504-1505")
    assert scene.end() == []
    scene = crowd(*SIX_MEN[:4]).put(MMG, "1504")
    scene.move(MMG, "1504-1505")
    assert scene.end() == ["8.62"]


def test_a_reduced_crew_counts_what_is_left() -> None:
    scene = Scene(first_shot=False).put(MMG, "1505", crew_lost=1)
    for name in SIX_MEN[1:4]:
        scene.put(name, "1505")
    scene.put(MAN, "1504")
    scene.phase("movement")
    scene.move(MAN, "1504-1505")
    assert scene.end() == []


def test_two_crew_weapons_do_not_share_a_hex() -> None:
    scene = crowd(ATR).put("ru-atr-2", "1504")
    scene.move("ru-atr-2", "1504-1505")
    assert scene.end() == ["8.63"]


def test_men_of_different_squads_stack() -> None:
    scene = crowd("ru-b-gromov").put(MAN, "1504")
    scene.move(MAN, "1504-1505")
    assert scene.end() == []


def test_the_other_sides_stacks_are_not_judged_in_this_phase() -> None:
    scene = crowd(*SIX_MEN).put("ru-a-petrov", "1504").put(GERMAN, "1801")
    scene.phase("movement", side="german")
    scene.move(GERMAN, "1801-1802")
    scene.board.occupants[scene.hex("1505")].append("ru-a-petrov")
    assert scene.end() == []


# -- sorting, hiding, turning -------------------------------------------------------------------


def test_sorting_a_stack_is_no_movement() -> None:
    scene = moving().put(MAN, "1505").put(TANK, "1505")
    assert scene.move(MAN, "1505") == []
    assert MAN not in scene.board.state.treks
    assert not scene.board.moves
    assert scene.move(TANK, "1505") == []


def test_going_out_and_back_is_movement() -> None:
    scene = moving().put(MAN, "1505")
    assert scene.move(MAN, "1505-1504-1505") == ["8.22"]
    assert scene.board.state.treks[MAN].points == 2


def test_a_unit_that_comes_out_of_hiding_and_goes_on_does_not_pay_for_its_own_hex() -> None:
    scene = Scene(first_shot=False, terrain={"1505": "single-hex-building"})
    scene.put(MAN, "russian-hidden")
    note = Declare(verb="hidden-hex", units=(MAN,), values={"hex": "1505"}, secret=True)
    scene.do(note)
    scene.phase("movement")
    assert scene.move(MAN, "russian-hidden-1505") == []
    scene = Scene(first_shot=False, terrain={"1505": "single-hex-building"})
    scene.put(MAN, "russian-hidden")
    scene.do(note)
    scene.phase("movement")
    out_and_on = ("russian-hidden", "1505", "1506", "1507", "1508", "1509", "1510", "1511")
    assert scene.do(Move(units=(MAN,), path=out_and_on)) == []
    assert scene.move(MAN, "1511-1512") == ["8.11"]


def test_who_is_pinned_after_turning_has_the_points_of_the_pinned() -> None:
    lmg = "ru-a-orlov"
    for way, rules in (("1505-1504", []), ("1505-1504-1503", ["8.11"])):
        scene = moving().put(lmg, "1505", facing=0)
        scene.check(lmg, "move", 2)
        scene.set(lmg, "facing", 1)
        results.suffer(scene.board, lmg, "pinned", "11.43", "fire")
        scene.set(lmg, "morale", "pinned")
        scene.set(lmg, "face", "down")
        assert scene.move(lmg, way) == rules
