"""Chapter 9: overruns in their three steps, and those with infantry."""

from typing import Any

import pytest

from referee.actions import Place
from referee.games.iron_cross import results
from referee.games.iron_cross.assault import overrun, overrun_defence
from tests.referee.games.iron_cross.scene import Battle, Scene

TANK, OTHER_TANK, STRONG = "ge-iiie-1", "ge-iiie-2", "ge-ivd-1"
NINE, EIGHT, COMMANDER = "ru-a-gusev", "ru-a-zaitsev", "ru-pl-10"
MMG, GUN, ATR, RUSSIAN_TANK = "ru-mmg-1", "ru-45at-1", "ru-atr-1", "ru-t34a-1"
MAN, SECOND, THIRD = "ge-c-otto", "ge-c-pohl", "ge-c-lang"
AT = "1504"


def assailed(*defenders: str, tank_at: str = "1505", **drawn: Any) -> Scene:
    """Russians in 1504, a German tank (overrun factor 6) south of them, in German movement."""
    scene = Scene(first_shot=False, **drawn)
    scene.put(TANK, tank_at, facing=0)
    for name in defenders:
        scene.put(name, AT, facing=3)
    scene.phase("movement", side="german")
    return scene


def overrun_by(scene: Scene, tank: str = TANK, **values: str | tuple[str, ...]) -> list[str]:
    """Announce the overrun of 1504."""
    return scene.declare("overrun", tank, target=AT, **values)


def through(scene: Scene, tank: str = TANK, way_in: str = "1505-1504") -> list[str]:
    """Drive in and out."""
    return scene.move(tank, way_in) + scene.move(tank, "1504-1503")


def rolled(scene: Scene, unit: str, total: int) -> list[str]:
    """Roll for a defender."""
    return scene.declare("overrun-roll", unit) + scene.roll(total)


def mark(scene: Scene, unit: str, status: str) -> list[str]:
    """Mark a defender's status, and turn it over."""
    found = scene.set(unit, "morale", status)
    if scene.board.pieces[unit].face == "up":
        found += scene.set(unit, "face", "down")
    return found


# -- 9.0 and 9.1 --------------------------------------------------------------------------------


def test_a_vehicle_overruns_a_man_and_goes_on() -> None:
    scene = assailed(EIGHT)
    assert overrun_by(scene) == []
    assert scene.move(TANK, "1505-1504") == []
    assert rolled(scene, EIGHT, 7) == []
    assert mark(scene, EIGHT, "suppressed") == []
    assert scene.move(TANK, "1504-1503-1502") == []
    assert scene.end() == []


def test_an_overrun_costs_one_point_more() -> None:
    scene = assailed(EIGHT)
    overrun_by(scene)
    scene.move(TANK, "1505-1504")
    assert scene.board.state.treks[TANK].points == 2
    scene.move(TANK, "1504-1503")
    assert scene.board.state.treks[TANK].points == 3


def test_a_vehicle_needs_the_points_to_enter_and_exit() -> None:
    scene = assailed(EIGHT, tank_at="1512")
    scene.move(TANK, "1512-1511-1510-1509-1508-1507-1506-1505")
    assert overrun_by(scene) == []
    scene = assailed(EIGHT, tank_at="1512", terrain={"1511": "gully"})
    scene.move(TANK, "1512-1511-1510-1509-1508-1507")
    assert overrun_by(scene) == ["9.0"]


def test_a_vehicle_needs_a_way_out() -> None:
    walls = dict.fromkeys(("1503", "1404", "1405", "1604"), "single-hex-building")
    scene = assailed(EIGHT, terrain={**walls, "1605": "single-hex-building"})
    scene.board.pieces[TANK].states["facing"] = 0
    assert overrun_by(scene) == []
    scene = assailed(EIGHT, terrain={**walls, AT: "single-hex-building"})
    assert overrun_by(scene) == ["9.0"]


def test_there_has_to_be_an_enemy() -> None:
    assert overrun_by(assailed()) == ["9.0"]


def test_men_do_not_overrun() -> None:
    scene = assailed(EIGHT).put(MAN, "1505")
    assert scene.declare("overrun", MAN, target=AT) == ["9.0"]


def test_a_vehicle_overruns_once_in_a_player_turn() -> None:
    scene = assailed(EIGHT).put(NINE, "1502")
    overrun_by(scene)
    through(scene)
    assert scene.declare("overrun", TANK, target="1502") == ["9.11"]


def test_a_hex_is_overrun_by_several_vehicles() -> None:
    scene = assailed(EIGHT).put(OTHER_TANK, "1605", facing=0)
    overrun_by(scene)
    scene.move(TANK, "1505-1504")
    rolled(scene, EIGHT, 7)
    mark(scene, EIGHT, "suppressed")
    scene.move(TANK, "1504-1503")
    assert overrun_by(scene, OTHER_TANK) == []


def test_no_overruns_in_reaction_movement() -> None:
    scene = Scene(first_shot=False).put(TANK, "1505", facing=0).put(EIGHT, AT)
    scene.phase("reaction-movement")
    assert overrun_by(scene) == ["6.0"]


def test_the_side_that_does_not_move_does_not_overrun() -> None:
    scene = Scene(first_shot=False).put(TANK, "1505", facing=0).put(EIGHT, AT)
    scene.phase("movement")
    assert overrun_by(scene) == ["9.11"]


def test_vehicles_and_wrecks_are_not_overrun() -> None:
    assert overrun_by(assailed(EIGHT, RUSSIAN_TANK)) == ["9.13"]
    assert overrun_by(assailed(EIGHT).put("wreck", AT)) == ["9.13"]


def test_an_overrunning_vehicle_takes_its_check() -> None:
    scene = assailed(EIGHT)
    scene.board.state.first_shot = 0
    assert overrun_by(scene) == ["8.22"]
    scene = assailed(EIGHT)
    scene.board.state.first_shot = 0
    scene.check(TANK, "move", 9)
    assert overrun_by(scene) == []
    assert scene.move(TANK, "1505-1504") == []


def test_an_enemy_hex_is_not_entered_without_announcing_the_overrun() -> None:
    assert assailed(EIGHT).move(TANK, "1505-1504") == ["8.23"]


def test_a_vehicle_does_not_stay_in_the_hex() -> None:
    scene = assailed(EIGHT)
    overrun_by(scene)
    scene.move(TANK, "1505-1504")
    rolled(scene, EIGHT, 7)
    mark(scene, EIGHT, "suppressed")
    assert scene.end() == ["9.0"]


@pytest.mark.parametrize(("at", "rules"), [("5927", []), ("5915", ["9.0"])])
def test_a_vehicle_overruns_as_it_enters_the_map(at: str, rules: list[str]) -> None:
    battle = Battle("marshes").clear()
    battle.put(TANK, "german-entry", facing=0).put(EIGHT, at)
    battle.phase("movement", side="german")
    assert battle.declare("overrun", TANK, target=at) == rules
    assert battle.move(TANK, "german-entry-5927") == []


# -- 9.2.A: special fire ------------------------------------------------------------------------


@pytest.mark.parametrize("weapon", [GUN, ATR])
def test_guns_and_anti_tank_rifles_fire_before_the_vehicle_enters(weapon: str) -> None:
    scene = assailed(weapon)
    overrun_by(scene)
    assert scene.check(weapon, "fire", 8) == []
    assert scene.declare("anti-tank-fire", weapon, target=TANK) == []


def test_others_do_not() -> None:
    scene = assailed(EIGHT, GUN)
    overrun_by(scene)
    assert scene.check(EIGHT, "fire", 2) != []


def test_each_fires_once() -> None:
    scene = assailed(GUN)
    overrun_by(scene)
    assert scene.check(GUN, "fire", 2) == []
    assert scene.declare("anti-tank-fire", GUN, target=TANK) == []
    assert scene.declare("fire-roll", target=TANK) == []
    scene.roll(12)
    assert scene.declare("anti-tank-fire", GUN, target=TANK) == ["10.11"]


def test_only_the_first_vehicle_meets_special_fire() -> None:
    scene = assailed(GUN).put(OTHER_TANK, "1605", facing=0)
    overrun_by(scene)
    scene.move(TANK, "1505-1504")
    rolled(scene, GUN, 12)
    scene.board.state.owed.clear()
    scene.board.state.hit.clear()
    scene.move(TANK, "1504-1503")
    overrun_by(scene, OTHER_TANK)
    scene.check(GUN, "fire", 2)
    assert scene.declare("anti-tank-fire", GUN, target=OTHER_TANK) == ["9.2.A"]


def test_a_gun_that_failed_to_fire_at_passers_by_may_try_special_fire() -> None:
    scene = assailed(GUN, tank_at="1507")
    scene.move(TANK, "1507-1506-1505")
    scene.check(GUN, "opportunity-fire", 12)
    overrun_by(scene)
    assert scene.check(GUN, "fire", 2) == []
    assert scene.declare("anti-tank-fire", GUN, target=TANK) == []


def test_a_gun_that_failed_its_special_fire_has_no_second_try() -> None:
    scene = assailed(GUN)
    overrun_by(scene)
    scene.check(GUN, "fire", 12)
    assert scene.check(GUN, "fire", 2) == ["4.0"]


def test_special_fire_is_at_the_overrunning_vehicle() -> None:
    scene = assailed(GUN).put(OTHER_TANK, "1507", facing=0)
    overrun_by(scene)
    scene.check(GUN, "fire", 2)
    assert scene.declare("anti-tank-fire", GUN, target=OTHER_TANK) == ["9.2.A"]


def test_nobody_fires_specially_without_an_overrun() -> None:
    scene = assailed(GUN)
    scene.check(GUN, "fire", 2)
    assert scene.declare("anti-tank-fire", GUN, target=TANK) == ["9.2.A"]


def test_a_vehicle_lost_to_special_fire_leaves_its_wreck_beside_the_hex() -> None:
    scene = assailed(GUN)
    overrun_by(scene)
    scene.check(GUN, "fire", 2)
    scene.declare("anti-tank-fire", GUN, target=TANK)
    scene.declare("fire-roll", target=TANK)
    assert scene.roll(2) == []
    assert scene.remove(TANK) == []
    assert scene.do(Place(unit="wreck", at="1505")) == []
    assert scene.end() == []


# -- 9.2.B: infantry fire -----------------------------------------------------------------------


def number(scene: Scene) -> int:
    """The number that destroys the vehicle."""
    run = overrun.current(scene.board)
    assert run is not None
    return overrun_defence.defence_number(scene.board, run)


def test_the_number_counts_men_crews_and_commanders_twice() -> None:
    scene = assailed(EIGHT, COMMANDER, MMG)
    overrun_by(scene)
    assert number(scene) == 1 + 2 + 3


def test_the_number_counts_trees_positions_and_marsh() -> None:
    scene = assailed(EIGHT, terrain={AT: "woods"}, trees={AT: 3}).put("ip-2", AT)
    overrun_by(scene)
    assert number(scene) == 1 + 3 + 2
    scene = assailed(EIGHT, terrain={AT: "marsh"})
    overrun_by(scene)
    assert number(scene) == 1 + 2


def test_the_number_counts_normal_units_only() -> None:
    scene = assailed(EIGHT).put(NINE, AT, face="down", morale="pinned")
    scene.put(MMG, AT, crew_lost=1)
    overrun_by(scene)
    assert number(scene) == 1 + 2


def defended(total: int) -> Scene:
    """Six men of a squad fire on the vehicle, needing 7 or less with a commander."""
    men = ("ru-a-gusev", "ru-a-zaitsev", "ru-a-kozlov", "ru-a-lebedev", "ru-a-morozov")
    scene = assailed(*men, COMMANDER)
    overrun_by(scene)
    scene.move(TANK, "1505-1504")
    assert scene.check(COMMANDER, "overrun-defence", 10) == []
    assert scene.declare("overrun-defence", COMMANDER) == []
    scene.roll(total, count=3)
    return scene


def test_infantry_destroys_a_vehicle_with_the_number_or_less() -> None:
    scene = defended(7)
    assert scene.remove(TANK) == []
    scene.put("wreck", AT)
    assert scene.end() == []


def test_a_destroyed_vehicle_goes() -> None:
    assert defended(7).end() == ["9.2.B"]


def test_a_destroyed_vehicle_does_no_harm() -> None:
    scene = defended(7)
    scene.remove(TANK)
    scene.put("wreck", AT)
    assert rolled(scene, "ru-a-kozlov", 2) == ["9.2.C"]


def test_a_vehicle_that_was_missed_stays() -> None:
    scene = defended(8)
    assert scene.remove(TANK) == ["11.43"]


def test_the_best_man_takes_the_check() -> None:
    scene = assailed(EIGHT, NINE)
    overrun_by(scene)
    assert scene.check(EIGHT, "overrun-defence", 2) == ["9.2.B"]
    assert scene.check(NINE, "overrun-defence", 9) == []


def test_a_pinned_man_does_not_count_as_the_best() -> None:
    scene = assailed(EIGHT).put(NINE, AT, face="down", morale="pinned")
    overrun_by(scene)
    assert scene.check(EIGHT, "overrun-defence", 8) == []


def test_infantry_does_not_fire_after_a_failed_check() -> None:
    scene = assailed(EIGHT)
    overrun_by(scene)
    scene.check(EIGHT, "overrun-defence", 9)
    assert scene.declare("overrun-defence", EIGHT) == ["9.2.B"]


def test_infantry_does_not_fire_without_a_check() -> None:
    scene = assailed(EIGHT)
    overrun_by(scene)
    assert scene.declare("overrun-defence", EIGHT) == ["9.2.B"]


def test_infantry_fires_once_at_each_vehicle() -> None:
    scene = assailed(EIGHT)
    overrun_by(scene)
    scene.check(EIGHT, "overrun-defence", 8)
    scene.declare("overrun-defence", EIGHT)
    scene.roll(18, count=3)
    assert scene.declare("overrun-defence", EIGHT) == ["9.2.B"]


def test_infantry_fire_takes_three_dice() -> None:
    scene = assailed(EIGHT)
    overrun_by(scene)
    scene.check(EIGHT, "overrun-defence", 8)
    scene.declare("overrun-defence", EIGHT)
    assert scene.roll(7) == ["9.2.B"]


def test_who_fails_to_defend_may_do_so_against_the_next_vehicle() -> None:
    scene = assailed(EIGHT).put(OTHER_TANK, "1605", facing=0)
    overrun_by(scene)
    scene.check(EIGHT, "overrun-defence", 12)
    scene.move(TANK, "1505-1504")
    rolled(scene, EIGHT, 12)
    scene.board.state.owed.clear()
    scene.move(TANK, "1504-1503")
    overrun_by(scene, OTHER_TANK)
    assert scene.check(EIGHT, "overrun-defence", 2) == []


def test_against_each_vehicle_one_check_is_taken() -> None:
    scene = assailed(EIGHT)
    overrun_by(scene)
    assert scene.check(EIGHT, "overrun-defence", 9) == []
    assert scene.check(EIGHT, "overrun-defence", 2) == ["9.2.B"]


def test_a_check_against_one_vehicle_does_not_serve_against_the_next() -> None:
    for checks, rules in ((True, []), (False, ["9.2.B"])):
        scene = assailed(EIGHT).put(OTHER_TANK, "1605", facing=0)
        overrun_by(scene)
        scene.check(EIGHT, "overrun-defence", 2)
        scene.declare("overrun-defence", EIGHT)
        scene.roll(18, count=3)
        assert overrun_by(scene, OTHER_TANK) == []
        if checks:
            assert scene.check(EIGHT, "overrun-defence", 2) == []
        assert scene.declare("overrun-defence", EIGHT) == rules


# -- 9.2.C: the vehicle's attack ----------------------------------------------------------------


def inside(*defenders: str, **drawn: Any) -> Scene:
    """The tank, overrun factor 6, is in the hex with the defenders."""
    scene = assailed(*defenders, **drawn)
    overrun_by(scene)
    scene.move(TANK, "1505-1504")
    return scene


def test_the_overrun_factor_or_less_eliminates() -> None:
    scene = inside(EIGHT)
    rolled(scene, EIGHT, 6)
    assert scene.remove(EIGHT) == []
    scene.move(TANK, "1504-1503")
    assert scene.end() == []


def test_more_suppresses() -> None:
    scene = inside(EIGHT)
    rolled(scene, EIGHT, 7)
    assert results.statuses_of(scene.board, EIGHT) == {"suppressed"}
    assert scene.remove(EIGHT) == ["9.2.C"]


def test_trees_and_positions_are_added_to_the_roll() -> None:
    scene = inside(EIGHT, terrain={AT: "woods"}, trees={AT: 2})
    rolled(scene, EIGHT, 5)
    assert results.statuses_of(scene.board, EIGHT) == {"suppressed"}
    scene = inside(EIGHT, terrain={AT: "woods"}, trees={AT: 2})
    rolled(scene, EIGHT, 4)
    assert results.statuses_of(scene.board, EIGHT) == {"eliminated"}


def test_one_is_added_if_all_keep_their_heads_down() -> None:
    scene = assailed().put(EIGHT, AT, face="down", morale="pinned")
    overrun_by(scene)
    scene.move(TANK, "1505-1504")
    rolled(scene, EIGHT, 6)
    assert results.statuses_of(scene.board, EIGHT) == {"suppressed"}


def test_nothing_is_added_if_one_does_not() -> None:
    scene = assailed(NINE).put(EIGHT, AT, face="down", morale="pinned")
    overrun_by(scene)
    scene.move(TANK, "1505-1504")
    rolled(scene, NINE, 7)
    mark(scene, NINE, "suppressed")
    rolled(scene, EIGHT, 6)
    assert results.statuses_of(scene.board, EIGHT) == {"eliminated"}


def test_results_add_up_with_what_a_unit_had() -> None:
    scene = assailed(NINE).put(EIGHT, AT, face="down", morale="suppressed")
    overrun_by(scene)
    scene.move(TANK, "1505-1504")
    rolled(scene, EIGHT, 7)
    assert scene.board.state.owed[EIGHT].special_roll


def test_in_positions_normal_units_are_only_pinned() -> None:
    scene = inside(EIGHT)
    scene.put("ip-1", AT)
    rolled(scene, EIGHT, 7)
    assert results.statuses_of(scene.board, EIGHT) == {"pinned"}
    mark(scene, EIGHT, "pinned")
    scene.move(TANK, "1504-1503")
    assert scene.end() == []


@pytest.mark.parametrize("before", ["pinned", "suppressed"])
def test_in_positions_pinned_units_are_suppressed_and_suppressed_ones_stay_so(before: str) -> None:
    scene = assailed(NINE).put(EIGHT, AT, face="down", morale=before).put("ip-1", AT)
    overrun_by(scene)
    scene.move(TANK, "1505-1504")
    rolled(scene, EIGHT, 12)
    assert results.statuses_of(scene.board, EIGHT) == {"suppressed"}
    assert EIGHT not in scene.board.state.owed or not scene.board.state.owed[EIGHT].special_roll


def test_every_defender_is_rolled_for() -> None:
    scene = inside(EIGHT, NINE)
    rolled(scene, EIGHT, 7)
    mark(scene, EIGHT, "suppressed")
    scene.move(TANK, "1504-1503")
    assert scene.end() == ["9.2.C"]


def test_no_defender_is_rolled_for_twice() -> None:
    scene = inside(EIGHT)
    rolled(scene, EIGHT, 7)
    assert rolled(scene, EIGHT, 2) == ["9.2.C"]


def test_nobody_outside_the_hex_is_rolled_for() -> None:
    scene = inside(EIGHT).put(NINE, "1503")
    assert rolled(scene, NINE, 7) == ["9.2.C"]


def test_an_overrun_takes_two_dice() -> None:
    scene = inside(EIGHT)
    scene.declare("overrun-roll", EIGHT)
    assert scene.roll(4, count=1) == ["9.2.C"]


def test_what_happened_without_dice_cannot_be_told() -> None:
    scene = inside(EIGHT)
    scene.declare("overrun-roll", EIGHT)
    scene.declare("overrun-roll", EIGHT)
    assert EIGHT not in scene.board.state.owed


# -- 9.3: with infantry -------------------------------------------------------------------------


def combined(*defenders: str, men: tuple[str, ...] = (MAN, SECOND)) -> Scene:
    """A tank and two men beside the defenders."""
    scene = assailed(*defenders, tank_at="1506")
    for name in men:
        scene.put(name, "1506")
    assert scene.move("+".join((TANK, *men)), "1506-1505") == []
    return scene


def test_infantry_goes_in_with_the_vehicle_where_no_more_men_are() -> None:
    scene = combined(EIGHT, NINE)
    assert overrun_by(scene, supports=(MAN, SECOND)) == []
    assert scene.move(f"{TANK}+{MAN}+{SECOND}", "1505-1504") == []


def test_infantry_does_not_go_in_where_more_men_are() -> None:
    scene = combined(EIGHT, MMG)
    assert overrun_by(scene, supports=(MAN, SECOND)) == ["9.3"]


def test_then_the_vehicle_goes_in_alone() -> None:
    scene = combined(EIGHT, MMG)
    assert overrun_by(scene) == []
    assert scene.move(TANK, "1505-1504") == []


def test_infantry_comes_with_the_vehicle() -> None:
    scene = combined(EIGHT).put(THIRD, "1605")
    assert overrun_by(scene, supports=(MAN, THIRD)) == ["9.3"]


def test_infantry_that_waited_beside_the_hex_does_not_go_in_with_the_vehicle() -> None:
    scene = assailed(EIGHT, tank_at="1506").put(MAN, "1505")
    scene.move(TANK, "1506-1505")
    assert overrun_by(scene, supports=(MAN,)) == ["9.3"]
    scene = assailed(EIGHT).put(MAN, "1505")
    assert overrun_by(scene, supports=(MAN,)) == []


def test_vehicle_and_infantry_may_be_moved_one_by_one_in_a_combined_overrun() -> None:
    scene = combined(EIGHT)
    overrun_by(scene, supports=(MAN, SECOND))
    assert scene.move(TANK, "1505-1504") == []
    assert scene.move(f"{MAN}+{SECOND}", "1505-1504") == []
    rolled(scene, EIGHT, 6)
    scene.remove(EIGHT)
    assert scene.move(TANK, "1504-1503") == []
    assert scene.end() == []


def test_infantry_does_not_pass_through_the_overrun_hex() -> None:
    scene = combined(EIGHT)
    overrun_by(scene, supports=(MAN, SECOND))
    assert scene.move(f"{TANK}+{MAN}+{SECOND}", "1505-1504-1503") == ["9.33"]


def test_infantry_fire_is_skipped_when_infantry_comes_along() -> None:
    scene = combined(EIGHT)
    overrun_by(scene, supports=(MAN, SECOND))
    assert scene.check(EIGHT, "overrun-defence", 2) == ["9.32"]
    scene = combined(EIGHT)
    overrun_by(scene, supports=(MAN, SECOND))
    assert scene.declare("overrun-defence", EIGHT) == ["9.32"]


def test_infantry_stays_in_the_hex_when_the_vehicle_leaves() -> None:
    scene = combined(EIGHT)
    overrun_by(scene, supports=(MAN, SECOND))
    scene.move(f"{TANK}+{MAN}+{SECOND}", "1505-1504")
    rolled(scene, EIGHT, 6)
    scene.remove(EIGHT)
    assert scene.move(TANK, "1504-1503") == []
    assert scene.end() == []


def test_infantry_does_not_leave_with_the_vehicle() -> None:
    scene = combined(EIGHT)
    overrun_by(scene, supports=(MAN, SECOND))
    scene.move(f"{TANK}+{MAN}+{SECOND}", "1505-1504")
    rolled(scene, EIGHT, 6)
    scene.remove(EIGHT)
    assert scene.move(f"{TANK}+{MAN}+{SECOND}", "1504-1503") == ["9.33"]


def test_survivors_are_assaulted_at_once() -> None:
    scene = combined(EIGHT)
    overrun_by(scene, supports=(MAN, SECOND))
    scene.move(f"{TANK}+{MAN}+{SECOND}", "1505-1504")
    rolled(scene, EIGHT, 7)
    mark(scene, EIGHT, "suppressed")
    scene.move(TANK, "1504-1503")
    assert scene.end() == ["9.33"]


def test_who_assaulted_in_an_overrun_has_done_his_share_of_the_player_turn() -> None:
    scene = combined(EIGHT)
    overrun_by(scene, supports=(MAN, SECOND))
    scene.move(f"{TANK}+{MAN}+{SECOND}", "1505-1504")
    rolled(scene, EIGHT, 7)
    mark(scene, EIGHT, "suppressed")
    scene.move(TANK, "1504-1503")
    scene.declare("assault", f"{MAN}+{SECOND}", target=AT)
    scene.board.state.uncertain.add(EIGHT)
    scene.remove(EIGHT)
    scene.put("ru-b-gromov", "1502")
    scene.phase("moving-fire", side="german")
    assert scene.check(MAN, "fire", 2) == ["9.34"]


def test_infantry_of_a_vehicle_lost_to_special_fire_goes_down_unharmed() -> None:
    scene = combined(GUN, men=(MAN, SECOND, THIRD, "ge-c-lorenz"))
    overrun_by(scene, supports=(MAN, SECOND, THIRD, "ge-c-lorenz"))
    run = overrun.current(scene.board)
    assert run is not None
    run.destroyed = True
    results.suffer(scene.board, TANK, "eliminated", "12.32", "special fire")
    scene.roll(7)
    assert scene.remove(TANK) == []
    scene.put("wreck", "1505")
    for name in (MAN, SECOND, THIRD):
        assert scene.set(name, "face", "down") == []
    assert scene.end() == ["9.31"]


def test_infantry_of_a_lost_vehicle_has_ended_its_movement() -> None:
    scene = combined(GUN, men=(MAN, SECOND, THIRD, "ge-c-lorenz"))
    overrun_by(scene, supports=(MAN, SECOND, THIRD, "ge-c-lorenz"))
    results.suffer(scene.board, TANK, "eliminated", "12.32", "special fire")
    scene.remove(TANK)
    assert scene.move(MAN, "1505-1605") == ["9.31"]
