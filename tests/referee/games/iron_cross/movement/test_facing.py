"""Section 8.7: who may turn, when, and what turning costs a vehicle."""

import pytest

from referee.games.iron_cross.movement.facing import hexsides_between
from tests.referee.games.iron_cross.scene import Scene, moving

LMG, MMG, GUN, TANK, MAN = "ru-a-orlov", "ru-mmg-1", "ru-45at-1", "ru-t34a-1", "ru-a-gusev"
GERMAN, STUG, LEADER = "ge-c-otto", "ge-stug-1", "ru-pl-10"


@pytest.mark.parametrize(
    ("first", "second", "hexsides"), [(0, 0, 0), (0, 1, 1), (0, 3, 3), (0, 5, 1), (5, 1, 2)]
)
def test_a_turn_is_counted_the_shorter_way_round(first: int, second: int, hexsides: int) -> None:
    assert hexsides_between(first, second) == hexsides


# -- 8.71 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("unit", [LMG, MMG, GUN, TANK])
def test_turning_takes_a_check(unit: str) -> None:
    scene = moving().put(unit, "1505", facing=0)
    assert scene.check(unit, "facing", 8) == []
    assert scene.set(unit, "facing", 1) == []
    scene = moving().put(unit, "1505", facing=0)
    assert scene.set(unit, "facing", 1) == ["8.71"]


def test_who_fails_does_not_turn() -> None:
    scene = moving().put(MMG, "1505", facing=0)
    scene.check(MMG, "facing", 9)
    assert scene.set(MMG, "facing", 1) == ["4.0"]


def test_turning_without_a_check_is_said_once() -> None:
    scene = moving().put(MMG, "1505", facing=0)
    assert scene.set(MMG, "facing", 1) == ["8.71"]
    assert scene.set(MMG, "facing", 2) == []


def test_the_check_to_move_covers_turning() -> None:
    scene = moving().put(MMG, "1505", facing=0)
    scene.check(MMG, "move", 8)
    scene.move(MMG, "1505-1504")
    assert scene.set(MMG, "facing", 3) == []


def test_turning_counts_as_movement() -> None:
    scene = moving().put(MMG, "1505", facing=0)
    scene.check(MMG, "facing", 8)
    scene.set(MMG, "facing", 1)
    conduct = scene.board.state.of(MMG)
    assert conduct.moved
    assert conduct.turned
    assert not conduct.stepped


@pytest.mark.parametrize("phase", ["support-fire", "defensive-fire", "morale"])
def test_nobody_turns_outside_his_movement(phase: str) -> None:
    scene = Scene().put(MMG, "1505", facing=0)
    scene.phase(phase)
    assert scene.set(MMG, "facing", 1) == ["8.71"]


def test_nobody_turns_in_the_movement_of_the_other_side() -> None:
    scene = Scene().put(MMG, "1505", facing=0)
    scene.phase("movement", side="german")
    assert scene.set(MMG, "facing", 1) == ["8.71"]


def test_riflemen_face_all_round() -> None:
    scene = Scene().put(MAN, "1505")
    scene.phase("support-fire")
    assert scene.set(MAN, "facing", 1) == []


def test_before_play_and_off_the_map_units_face_as_they_like() -> None:
    scene = Scene().put(MMG, "1505", facing=0).put(GUN, "russian-entry")
    assert scene.set(MMG, "facing", 3) == []
    scene.phase("support-fire")
    assert scene.set(GUN, "facing", 3) == []


def test_suppressed_units_do_not_turn() -> None:
    scene = moving().put(MMG, "1505", face="down", facing=0, morale="suppressed")
    assert scene.set(MMG, "facing", 1) == ["8.15"]


# -- 8.72 and 8.73 ------------------------------------------------------------------------------


@pytest.mark.parametrize(("lost", "rules"), [(0, []), (1, []), (2, ["8.72"]), (3, ["8.72"])])
def test_a_gun_turns_with_three_men_or_four(lost: int, rules: list[str]) -> None:
    scene = moving().put(GUN, "1505", facing=0, crew_lost=lost)
    assert scene.check(GUN, "facing", 2) == rules


def test_a_gun_that_has_fired_does_not_turn_in_the_player_turn() -> None:
    scene = Scene().put(GUN, "1505", facing=0).put(GERMAN, "1502")
    scene.phase("support-fire")
    scene.check(GUN, "fire", 2)
    scene.phase("movement")
    assert scene.check(GUN, "facing", 2) == ["8.72"]


@pytest.mark.parametrize("lost", [0, 1, 2])
def test_a_machine_gun_turns_after_it_has_fired_whatever_its_crew(lost: int) -> None:
    scene = Scene().put(MMG, "1505", facing=0, crew_lost=lost).put(GERMAN, "1502")
    scene.phase("support-fire")
    scene.check(MMG, "fire", 2)
    scene.phase("movement")
    assert scene.check(MMG, "facing", 2) == []
    assert scene.set(MMG, "facing", 3) == []


def test_a_vehicle_that_has_fired_neither_moves_nor_turns() -> None:
    scene = Scene().put(TANK, "1505", facing=0).put(GERMAN, "1502")
    scene.phase("support-fire")
    scene.check(TANK, "fire", 2)
    scene.phase("movement")
    assert scene.check(TANK, "facing", 2) == ["8.21"]


# -- 8.74 and 8.75 ------------------------------------------------------------------------------


def tank(at: str = "1501", facing: int = 3) -> Scene:
    """A tank of ten points in the Movement Phase, before the first shot."""
    scene = Scene(first_shot=False).put(TANK, at, facing=facing)
    scene.phase("movement")
    return scene


def test_one_hexside_in_each_hex_is_free() -> None:
    scene = tank()
    scene.set(TANK, "facing", 2)
    scene.move(TANK, "1501-1502")
    scene.set(TANK, "facing", 3)
    scene.move(TANK, "1502-1503")
    assert scene.board.state.treks[TANK].points == 2


def test_further_hexsides_cost_a_point_each() -> None:
    scene = tank()
    scene.set(TANK, "facing", 0)
    scene.move(TANK, "1501-1502")
    assert scene.board.state.treks[TANK].points == 3


def test_turning_may_cost_a_hex() -> None:
    scene = tank()
    scene.move(TANK, "1501-1502-1503-1504-1505")
    scene.set(TANK, "facing", 0)
    assert scene.move(TANK, "1505-1506-1507-1508-1509") == []
    assert scene.move(TANK, "1509-1510") == ["8.13"]


def test_a_vehicle_without_points_turns_one_hexside() -> None:
    scene = tank()
    scene.move(TANK, "1501-1502-1503-1504-1505-1506-1507-1508-1509-1510-1511")
    scene.set(TANK, "facing", 4)
    assert scene.end() == []


def test_a_vehicle_without_points_does_not_turn_two_hexsides() -> None:
    scene = tank()
    scene.move(TANK, "1501-1502-1503-1504-1505-1506-1507-1508-1509-1510-1511")
    scene.set(TANK, "facing", 5)
    assert scene.end() == ["8.74"]


def test_a_vehicle_may_be_turned_step_by_step_the_long_way_round() -> None:
    scene = tank("1501", facing=0)
    for facing in (1, 2, 3, 4, 5):
        assert scene.set(TANK, "facing", facing) == []
    scene.move(TANK, "1501-1502")
    assert scene.board.state.treks[TANK].points == 1


def test_a_vehicle_turns_in_its_hex_on_a_check_of_its_own() -> None:
    scene = moving().put(TANK, "1505", facing=0)
    assert scene.set(TANK, "facing", 1) == ["8.71"]


def test_a_vehicle_may_leave_through_any_hexside() -> None:
    assert tank("1505", facing=0).move(TANK, "1505-1506-1507") == []


# -- on a leader's check --------------------------------------------------------------------------


def led(total: int = 2, **states: str) -> Scene:
    """A platoon leader has checked to lead the stack, in which a machine gun stands."""
    scene = moving().put(LEADER, "1505").put(MMG, "1505", facing=0, **states)
    scene.check(LEADER, "lead", total)
    return scene


def test_a_machine_gun_turns_on_the_check_of_its_leader() -> None:
    assert led().set(MMG, "facing", 2) == []


def test_a_machine_gun_does_not_turn_on_a_check_that_its_leader_failed() -> None:
    assert led(12).set(MMG, "facing", 2) == ["8.3.A"]


def test_a_pinned_machine_gun_does_not_turn_on_the_check_of_its_leader() -> None:
    assert led(face="down", morale="pinned").set(MMG, "facing", 2) == ["8.31"]


def test_a_machine_gun_that_has_fired_turns_on_the_check_of_its_leader() -> None:
    scene = Scene().put(LEADER, "1505").put(MMG, "1505", facing=0).put(GERMAN, "1502")
    scene.phase("support-fire")
    scene.check(MMG, "fire", 2)
    scene.phase("movement")
    scene.check(LEADER, "lead", 2)
    assert scene.set(MMG, "facing", 3) == []
    assert scene.move(MMG, "1505-1504") == ["8.21"]


def test_where_hexes_between_are_not_known_a_vehicle_may_have_turned_in_each() -> None:
    scene = tank()
    scene.move(TANK, "1501>1511")
    scene.set(TANK, "facing", 0)
    assert scene.end() == []
    scene = tank()
    scene.move(TANK, "1501>1510")
    scene.move(TANK, "1510>1511")
    scene.set(TANK, "facing", 0)
    assert scene.end() == ["8.74"]


# -- given a facing -------------------------------------------------------------------------------


@pytest.mark.parametrize(("box", "rules"), [("german-hidden", []), ("german-entry", ["8.71"])])
def test_a_gun_that_comes_out_of_a_hidden_hex_is_given_its_facing(
    box: str, rules: list[str]
) -> None:
    scene = Scene(first_shot=False).put("ge-mmg-1", box)
    scene.phase("defensive-fire")
    scene.move("ge-mmg-1", f"{box}-1505")
    assert scene.set("ge-mmg-1", "facing", 3) == rules
    assert not scene.board.state.of("ge-mmg-1").moved
    scene.phase("moving-fire")
    assert scene.set("ge-mmg-1", "facing", 5) == ["8.71"]


@pytest.mark.parametrize(("assaults", "rules"), [(True, []), (False, ["8.71"])])
def test_a_machine_gun_that_has_assaulted_faces_as_it_likes(
    assaults: bool, rules: list[str]
) -> None:
    scene = Scene(first_shot=False).put(LMG, "1505", facing=0, assault_marker="0")
    scene.phase("assault")
    if assaults:
        assert scene.check(LMG, "assault", 2) == []
        assert scene.declare("assault", LMG, hex="1504") == []
        assert scene.move(LMG, "1505-1504") == []
    assert scene.set(LMG, "facing", 3) == rules
