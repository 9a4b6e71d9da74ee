"""Chapters 3 and 7: up and down, P and S markers, recovery."""

import pytest

from referee.games.iron_cross import results
from referee.games.iron_cross.morale import recoveries_due
from tests.referee.games.iron_cross.scene import Scene, moving

MAN, OTHER, FIVE = "ru-a-gusev", "ru-a-zaitsev", "ru-a-morozov"
GERMAN, TANK, MMG = "ge-c-otto", "ru-t34a-1", "ru-mmg-1"


def fire_phase() -> Scene:
    """A defensive fire phase with a normal Russian of rating 9."""
    scene = Scene().put(MAN, "1505")
    scene.phase("defensive-fire")
    return scene


def hit(scene: Scene, unit: str, result: str) -> None:
    """What an attack's dice do to a unit."""
    results.suffer(scene.board, unit, result, "11.43", "fire")


# -- up and down --------------------------------------------------------------------------------


def test_a_man_changes_his_state_in_movement_for_two_points() -> None:
    scene = moving(first_shot=False).put(MAN, "1505")
    assert scene.set(MAN, "face", "down") == []
    assert scene.move(MAN, "1505-1504-1503") == []
    assert scene.board.state.treks[MAN].points == 6.0
    assert scene.move(MAN, "1503-1502") == ["8.11"]


def test_a_man_without_two_points_left_does_not_change_his_state() -> None:
    scene = moving(first_shot=False).put(MAN, "1506")
    assert scene.move(MAN, "1506-1505-1504-1503-1502-1501") == []
    assert scene.set(MAN, "face", "down") == ["3.13"]


def test_a_man_with_two_points_left_does() -> None:
    scene = moving(first_shot=False).put(MAN, "1506")
    scene.move(MAN, "1506-1505-1504-1503-1502")
    assert scene.set(MAN, "face", "down") == []


def test_a_vehicle_pays_five_points_for_its_hatch() -> None:
    scene = moving(first_shot=False).put(TANK, "1507", facing=0)
    assert scene.move(TANK, "1507-1506-1505-1504-1503-1502") == []
    assert scene.set(TANK, "face", "down") == []
    scene = moving(first_shot=False).put(TANK, "1508", facing=0)
    scene.move(TANK, "1508-1507-1506-1505-1504-1503-1502")
    assert scene.set(TANK, "face", "down") == ["3.13"]


def test_nobody_changes_his_state_in_a_fire_phase() -> None:
    scene = fire_phase()
    assert scene.set(MAN, "face", "down") == ["3.13"]


def test_the_side_that_does_not_move_does_not_change_its_states() -> None:
    scene = moving().put(GERMAN, "1505")
    assert scene.set(GERMAN, "face", "down") == ["3.13"]


def test_who_failed_his_check_does_not_turn_over_in_the_phase() -> None:
    scene = moving().put(MAN, "1505")
    scene.check(MAN, "move", 12)
    assert scene.set(MAN, "face", "down") == ["4.0"]


def test_each_unit_turns_over_once_for_nothing_after_the_assaults() -> None:
    scene = Scene().put(MAN, "1505")
    scene.phase("state-change")
    assert scene.set(MAN, "face", "down") == []
    assert scene.set(MAN, "face", "up") == ["3.13"]


def test_units_are_set_up_in_either_state() -> None:
    scene = Scene().put(MAN, "1505")
    assert scene.set(MAN, "face", "down") == []
    assert scene.set(MAN, "face", "up") == []


def test_units_that_wait_off_the_map_may_be_turned_over() -> None:
    scene = Scene().put(MAN, "russian-entry")
    scene.phase("support-fire")
    assert scene.set(MAN, "face", "down") == []


def test_a_vehicle_without_its_commander_stays_down() -> None:
    scene = Scene().put(TANK, "1505", face="down", commander_killed=True)
    scene.phase("state-change")
    assert scene.set(TANK, "face", "up") == ["11.43"]


# -- results ------------------------------------------------------------------------------------


def test_a_pinned_man_is_marked_and_goes_down() -> None:
    scene = fire_phase()
    hit(scene, MAN, "pinned")
    assert scene.set(MAN, "morale", "pinned") == []
    assert scene.set(MAN, "face", "down") == []
    assert scene.end() == []


def test_a_pinned_man_who_stays_up_is_found() -> None:
    scene = fire_phase()
    hit(scene, MAN, "pinned")
    scene.set(MAN, "morale", "pinned")
    assert scene.end() == ["3.25"]


def test_a_result_that_is_not_marked_is_found() -> None:
    scene = fire_phase()
    hit(scene, MAN, "suppressed")
    assert scene.end() == ["11.43"]


def test_a_result_marked_too_mildly_is_found() -> None:
    scene = fire_phase()
    hit(scene, MAN, "suppressed")
    scene.set(MAN, "morale", "pinned")
    scene.set(MAN, "face", "down")
    assert scene.end() == ["11.43"]


def test_a_marker_may_be_turned_through_its_other_values() -> None:
    scene = fire_phase()
    hit(scene, MAN, "suppressed")
    assert scene.set(MAN, "morale", "pinned") == []
    assert scene.set(MAN, "morale", "suppressed") == []
    scene.set(MAN, "face", "down")
    assert scene.end() == []


def test_a_marker_without_a_result_is_found() -> None:
    scene = fire_phase()
    assert scene.set(MAN, "morale", "pinned") == ["3.23"]


def test_a_marker_taken_off_without_recovery_is_found() -> None:
    scene = Scene().put(MAN, "1505", face="down", morale="suppressed")
    scene.phase("defensive-fire")
    assert scene.set(MAN, "morale", "normal") == ["3.24"]


def test_a_pinned_man_does_not_get_up() -> None:
    scene = moving(first_shot=False).put(MAN, "1505", face="down", morale="pinned")
    assert scene.set(MAN, "face", "up") == ["3.26"]


def test_a_suppressed_man_does_not_get_up_after_the_assaults() -> None:
    scene = Scene().put(MAN, "1505", face="down", morale="suppressed")
    scene.phase("state-change")
    assert scene.set(MAN, "face", "up") == ["3.26"]


@pytest.mark.parametrize("status", ["pinned", "suppressed"])
@pytest.mark.parametrize("act", ["fire", "grenade"])
def test_pinned_and_suppressed_men_do_not_fire(status: str, act: str) -> None:
    scene = Scene().put(MAN, "1505", face="down", morale=status).put(GERMAN, "1504")
    scene.phase("support-fire")
    assert scene.check(MAN, act, 2) == ["3.22"]


def test_a_man_fires_and_assaults_up_or_down() -> None:
    scene = Scene().put(MAN, "1505", face="down").put(GERMAN, "1504")
    scene.phase("support-fire")
    assert scene.check(MAN, "fire", 2) == []


def test_a_man_assaults_from_the_down_state() -> None:
    scene = Scene().put(MAN, "1505", face="down", assault_marker="0").put(GERMAN, "1504")
    scene.phase("assault")
    assert scene.check(MAN, "assault", 2) == []


# -- adding up (11.45) ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "result", "after"),
    [("normal", "pinned", "pinned"), ("normal", "suppressed", "suppressed"),
     ("pinned", "pinned", "suppressed"), ("pinned", "suppressed", "suppressed"),
     ("suppressed", "pinned", "suppressed")],
)  # fmt: skip
def test_results_add_up_by_the_table(before: str, result: str, after: str) -> None:
    scene = Scene().put(MAN, "1505", face="down", morale=before)
    scene.phase("defensive-fire")
    hit(scene, MAN, result)
    assert results.statuses_of(scene.board, MAN) == {after}


def test_results_of_two_attacks_add_up_before_they_are_marked() -> None:
    scene = fire_phase()
    hit(scene, MAN, "pinned")
    hit(scene, MAN, "pinned")
    scene.set(MAN, "morale", "suppressed")
    scene.set(MAN, "face", "down")
    assert scene.end() == []


def suppressed_twice(*options: str) -> Scene:
    """A suppressed man of rating 9 is suppressed again."""
    scene = Scene(options=options).put(MAN, "1505", face="down", morale="suppressed")
    scene.phase("defensive-fire")
    hit(scene, MAN, "suppressed")
    return scene


def test_a_suppressed_man_suppressed_again_survives_by_a_check() -> None:
    scene = suppressed_twice()
    assert scene.check(MAN, "special-roll", 9) == []
    assert scene.end() == []


def test_a_suppressed_man_suppressed_again_dies_by_a_failed_check() -> None:
    scene = suppressed_twice()
    scene.check(MAN, "special-roll", 10)
    assert scene.remove(MAN) == []
    scene = suppressed_twice()
    scene.check(MAN, "special-roll", 10)
    assert scene.end() == ["11.45"]


def test_a_man_who_survives_his_special_roll_stays_on_the_map() -> None:
    scene = suppressed_twice()
    scene.check(MAN, "special-roll", 9)
    assert scene.remove(MAN) == ["11.43"]


def test_a_special_roll_that_is_not_made_is_found() -> None:
    assert suppressed_twice().end() == ["11.45"]


def test_a_man_is_not_removed_before_his_special_roll() -> None:
    assert suppressed_twice().remove(MAN) == ["11.45"]


def test_no_special_roll_without_a_second_suppression() -> None:
    scene = fire_phase()
    hit(scene, MAN, "suppressed")
    assert scene.check(MAN, "special-roll", 2) == ["11.45"]


def test_by_the_option_the_attacker_rolls_against_the_observation_base() -> None:
    scene = suppressed_twice("advanced", "optional-special-roll")
    assert scene.declare("special-roll", target=MAN) == []
    assert scene.roll(10) == []
    assert results.statuses_of(scene.board, MAN) == {"eliminated"}
    scene = suppressed_twice("advanced", "optional-special-roll")
    scene.declare("special-roll", target=MAN)
    scene.roll(11)
    assert results.statuses_of(scene.board, MAN) == {"suppressed"}


def test_the_option_replaces_the_check() -> None:
    scene = suppressed_twice("advanced", "optional-special-roll")
    assert scene.check(MAN, "special-roll", 2) == ["11.45"]
    assert suppressed_twice().declare("special-roll", target=MAN) == ["11.45"]


def test_nobody_leaves_the_map_for_nothing() -> None:
    scene = fire_phase()
    assert scene.remove(MAN) == ["11.43"]
    scene = fire_phase()
    assert "11.43" in scene.move(MAN, "1505>russian-eliminated")


def test_an_eliminated_man_leaves_the_map() -> None:
    scene = fire_phase()
    hit(scene, MAN, "eliminated")
    assert scene.remove(MAN) == []
    assert scene.end() == []


def test_an_eliminated_man_who_stays_is_found() -> None:
    scene = fire_phase()
    hit(scene, MAN, "eliminated")
    assert scene.end() == ["11.43"]


def test_vehicles_are_never_pinned() -> None:
    scene = Scene().put(TANK, "1505")
    scene.phase("defensive-fire")
    hit(scene, TANK, "pinned")
    assert scene.end() == []


# -- recovery -----------------------------------------------------------------------------------


def morale_phase(unit: str = MAN, status: str = "suppressed") -> Scene:
    """The Morale Phase begins with a unit down and pinned or suppressed."""
    scene = Scene().put(unit, "1505", face="down", morale=status)
    scene.phase("morale")
    return scene


def test_pinned_markers_go_by_themselves_on_both_sides() -> None:
    scene = Scene().put(MAN, "1505", face="down", morale="pinned")
    scene.put(GERMAN, "1502", face="down", morale="pinned")
    scene.phase("morale")
    assert scene.status(MAN) == scene.status(GERMAN) == "normal"
    assert scene.set(MAN, "morale", "normal") == []
    assert scene.phase("support-fire") == []


def test_a_pinned_marker_left_on_is_found() -> None:
    scene = morale_phase(status="pinned")
    scene.set(MAN, "morale", "pinned")
    assert scene.end() == ["7.0.a"]


def test_a_suppressed_man_recovers_with_two_less_than_his_rating() -> None:
    scene = morale_phase()
    assert scene.declare("recovery", MAN) == []
    assert scene.roll(7) == []
    assert scene.set(MAN, "morale", "normal") == []
    assert scene.end() == []


def test_a_suppressed_man_who_fails_becomes_pinned() -> None:
    scene = morale_phase()
    scene.declare("recovery", MAN)
    scene.roll(8)
    assert scene.set(MAN, "morale", "pinned") == []
    assert scene.end() == []


def test_who_fails_and_is_marked_normal_is_found() -> None:
    scene = morale_phase()
    scene.declare("recovery", MAN)
    scene.roll(8)
    scene.set(MAN, "morale", "normal")
    assert scene.end() == ["7.0.b"]


def test_who_passes_and_stays_suppressed_is_found() -> None:
    scene = morale_phase()
    scene.declare("recovery", MAN)
    scene.roll(7)
    assert scene.end() == ["7.0.b"]


def test_nobody_need_try_to_recover() -> None:
    assert morale_phase().end() == []


def test_recovery_without_a_roll_is_found() -> None:
    assert morale_phase().set(MAN, "morale", "normal") == ["3.24"]


def test_recovery_is_tried_once() -> None:
    scene = morale_phase()
    scene.declare("recovery", MAN)
    scene.roll(8)
    assert scene.declare("recovery", MAN) == ["7.0.b"]


def test_only_suppressed_units_roll_for_recovery() -> None:
    scene = Scene().put(MAN, "1505")
    scene.phase("morale")
    assert scene.declare("recovery", MAN) == ["7.0.b"]


def test_recovery_takes_two_dice() -> None:
    scene = morale_phase()
    scene.declare("recovery", MAN)
    assert scene.roll(4, count=1) == ["7.0.b"]


def test_a_recovery_whose_dice_are_missing_is_not_judged() -> None:
    scene = morale_phase()
    scene.declare("recovery", MAN)
    assert scene.set(MAN, "morale", "normal") == []
    assert scene.end() == ["?7.0.b"]


@pytest.mark.parametrize("shown", ["suppressed", "pinned"])
def test_a_vehicle_that_fails_may_be_shown_either_way(shown: str) -> None:
    scene = morale_phase(TANK)
    scene.declare("recovery", TANK)
    scene.roll(12)
    scene.set(TANK, "morale", shown)
    assert scene.end() == []


def test_the_recoveries_due_are_listed() -> None:
    scene = morale_phase()
    scene.put(OTHER, "1505")
    assert recoveries_due(scene.board) == (MAN,)
    scene.declare("recovery", MAN)
    assert recoveries_due(scene.board) == ()


def come_out(box: str) -> Scene:
    """A German has been put from a box into a hex, in a fire phase."""
    scene = Scene(first_shot=False).put(GERMAN, box)
    scene.phase("defensive-fire")
    scene.move(GERMAN, f"{box}-1505")
    return scene


def test_a_man_who_comes_out_of_a_hidden_hex_shows_his_state() -> None:
    scene = come_out("german-hidden")
    assert scene.set(GERMAN, "face", "down") == []
    scene.phase("moving-fire")
    assert scene.set(GERMAN, "face", "up") == ["3.13"]


def test_a_man_who_comes_from_elsewhere_does_not_change_his_state_for_nothing() -> None:
    assert come_out("german-entry").set(GERMAN, "face", "down") == ["3.13"]
