"""Attempts to get past the referee, and odd things that are allowed, chapter by chapter."""

from __future__ import annotations

from referee.actions import Declare, Move, Place, Remove
from tests.referee.games.iron_cross.scene import Battle as Scenario
from tests.referee.games.iron_cross.scene import Scene, moving
from tests.referee.games.iron_cross.shooting import (
    COMMANDER,
    ENEMY,
    ENEMY_2,
    ENEMY_TANK,
    GUN,
    HIGHEST,
    MMG,
    MORTAR,
    OTHER_SQUAD,
    RIFLE,
    RIFLE_2,
    RIFLE_AT,
    STUG,
    TANK,
    firing,
)

POOR = "ru-a-sorokin"
"""A rifleman rated 6, no leader."""


# -- pieces put down and taken up (24.1) -----------------------------------------------------------


def test_a_unit_on_the_map_is_not_put_elsewhere() -> None:
    scene = moving(first_shot=False).put(RIFLE, "1508")
    assert scene.do(Place(unit=RIFLE, at="1502")) == ["24.1"]
    scene = firing("defensive-fire").put(RIFLE, "1508")
    assert scene.do(Place(unit=RIFLE, at="1507")) == ["24.1"]


def test_a_unit_is_not_restored_by_putting_it_down_again() -> None:
    scene = firing().put(RIFLE, "1508", "down", morale="suppressed")
    assert scene.do(Place(unit=RIFLE, at="1508", states={"morale": "normal"})) == ["24.1"]
    scene = firing().put(RIFLE, "1508", "down")
    assert scene.do(Place(unit=RIFLE, at="1508", face="up")) == ["24.1"]


def test_a_unit_put_down_as_it_is_changes_nothing() -> None:
    scene = firing().put(RIFLE, "1508", "down", morale="pinned")
    same = Place(unit=RIFLE, at="1508", face="down", states={"morale": "pinned"})
    assert scene.do(same) == []


def test_the_dead_do_not_come_back() -> None:
    scene = Scenario()
    scene.phase("morale")
    scene.phase("support-fire")
    assert scene.do(Remove(units=("ge-c-otto",))) == ["11.43"]
    assert scene.do(Place(unit="ge-c-otto", at="4109", face="down")) == ["24.1"]


def test_the_box_of_the_dead_is_no_place_to_enter_from() -> None:
    scene = Scenario()
    scene.phase("morale")
    scene.phase("movement")
    gone = Move(units=("ru-a-gusev",), path=("russian-entry", "russian-eliminated"))
    scene.board.apply(gone)
    back = Move(units=("ru-a-gusev",), path=("russian-eliminated", "4827"))
    assert "24.1" in scene.do(back)


# -- movement and states (3, 8) --------------------------------------------------------------------


def test_a_unit_may_move_in_two_parts_with_another_between() -> None:
    scene = moving(first_shot=False).put(RIFLE, "1508").put(RIFLE_2, "1608")
    assert scene.move(RIFLE, "1508-1507-1506") == []
    assert scene.move(RIFLE_2, "1608-1607") == []
    assert scene.move(RIFLE, "1506-1505-1504-1503-1502") == []
    assert scene.move(RIFLE, "1502-1501") == ["8.11"]


def test_getting_up_costs_two_of_six_points() -> None:
    scene = moving(first_shot=False).put(RIFLE, "1508", "down")
    assert scene.set(RIFLE, "face", "up") == []
    assert scene.move(RIFLE, "1508-1507-1506-1505-1504") == []
    assert scene.move(RIFLE, "1504-1503") == ["8.11"]


def test_a_man_may_get_up_go_and_lie_down_again() -> None:
    scene = moving(first_shot=False).put(RIFLE, "1508", "down")
    assert scene.set(RIFLE, "face", "up") == []
    assert scene.move(RIFLE, "1508-1507-1506") == []
    assert scene.set(RIFLE, "face", "down") == []
    assert scene.end() == []


def test_a_vehicle_turns_a_hexside_in_each_hex_for_nothing() -> None:
    scene = moving(first_shot=False).put("ru-t34a-1", "1508", facing=0)
    facing = 0
    for start, end in zip("98765", "87654", strict=True):
        assert scene.move("ru-t34a-1", f"150{int(start) - 1}-150{int(end) - 1}") == []
        facing = 1 - facing
        assert scene.set("ru-t34a-1", "facing", facing) == []
    assert scene.board.state.treks["ru-t34a-1"].points == 5
    assert scene.end() == []


def test_a_machine_gun_fires_and_turns_in_one_player_turn() -> None:
    scene = firing("support-fire").put(MMG, "1508", facing=0).put(ENEMY, "1504")
    assert scene.fire(MMG, ENEMY) == []
    scene.hit(ENEMY, 6)
    scene.phase("movement")
    assert scene.check(MMG, "facing", 2) == []
    assert scene.set(MMG, "facing", 2) == []
    assert scene.check(MMG, "move", 2) == ["8.21"]


def test_a_gun_turns_and_fires_with_a_die_more() -> None:
    scene = firing("movement").put(GUN, "1508", facing=3).put(ENEMY_TANK, "1504", facing=3)
    assert scene.check(GUN, "facing", 2) == []
    assert scene.set(GUN, "facing", 0) == []
    scene.phase("moving-fire")
    assert scene.fire(GUN, ENEMY_TANK, "anti-tank-fire") == []
    assert scene.hit(ENEMY_TANK, 3, 3) == ["12.2"]


def test_a_vehicle_does_not_turn_in_support_fire_nor_after_it() -> None:
    scene = firing("support-fire").put(TANK, "1508", facing=0).put(ENEMY, "1504")
    scene.fire(TANK, ENEMY)
    scene.hit(ENEMY, 6)
    assert scene.set(TANK, "facing", 1) == ["8.71"]
    scene.phase("movement")
    assert scene.check(TANK, "facing", 2) == ["8.21"]


def test_a_check_to_assault_is_no_check_to_move() -> None:
    scene = moving().put(POOR, "1508")
    scene.check(POOR, "fire", 2)
    assert scene.move(POOR, "1508-1507") == ["8.22"]


def test_two_friends_do_not_swap_a_check() -> None:
    scene = moving().put(POOR, "1508").put(RIFLE, "1508")
    scene.check(RIFLE, "move", 2)
    assert scene.move(POOR, "1508-1507") == ["8.22"]


def test_a_second_roll_does_not_save_a_failed_check() -> None:
    scene = moving().put(POOR, "1508")
    scene.check(POOR, "move", HIGHEST)
    scene.roll(2)
    assert scene.move(POOR, "1508-1507") == ["4.0"]


def test_pinned_men_go_three_points_and_do_not_get_up() -> None:
    scene = moving(first_shot=False).put(POOR, "1508", "down", morale="pinned")
    assert scene.move(POOR, "1508-1507") == []
    assert scene.move(POOR, "1507-1506") == ["8.11"]
    assert scene.set(POOR, "face", "up") == ["3.26"]


# -- fire (10 to 13) -------------------------------------------------------------------------------


def test_a_vehicle_does_not_use_both_its_factors() -> None:
    scene = firing().put(TANK, "1508").put(ENEMY, "1504").put(ENEMY_TANK, "1604")
    assert scene.fire(TANK, ENEMY) == []
    scene.hit(ENEMY, 6)
    assert scene.attack(TANK, ENEMY_TANK, "anti-tank-fire") == ["11.0"]


def test_a_vehicle_that_fired_at_passers_by_does_not_fire_in_defence() -> None:
    scene = firing("movement", side="german").put(TANK, "1508", facing=0).put(ENEMY, "1505")
    scene.board.state.first_shot = None
    scene.move(ENEMY, "1505-1504")
    assert scene.fire(TANK, ENEMY, "opportunity-fire", factors="ap") == []
    scene.hit(ENEMY, 6)
    scene.phase("defensive-fire", side="german")
    assert scene.ready(TANK) == ["10.11"]


def test_one_die_with_a_one_is_no_automatic_elimination() -> None:
    scene = firing().put(RIFLE, "1512").put(ENEMY, "1501", morale="normal")
    scene.board.pieces[RIFLE].counter.values  # noqa: B018
    assert scene.fire(RIFLE, ENEMY) == []
    scene.hit(ENEMY, 3)
    assert scene.owed(ENEMY) == {"pinned"}


def test_who_passed_over_is_fired_at_only_where_he_is() -> None:
    scene = firing("movement", side="german").put(RIFLE, "1508").put(ENEMY, "1504")
    scene.board.state.first_shot = None
    scene.put(ENEMY_2, "1606")
    scene.move(ENEMY, "1504-1505")
    assert "13.13" in scene.fire(RIFLE, ENEMY_2, "opportunity-fire", factors="ap")


def test_a_pinned_mover_stops_but_the_others_go_on() -> None:
    scene = firing("movement", side="german").put(RIFLE, "1508").put(ENEMY, "1504")
    scene.board.state.first_shot = None
    scene.put(ENEMY_2, "1504")
    assert scene.move(f"{ENEMY}+{ENEMY_2}", "1504-1505") == []
    assert scene.fire(RIFLE, ENEMY, "opportunity-fire", factors="ap") == []
    scene.hit(ENEMY, 3)
    scene.hit(ENEMY_2, 6)
    scene.mark(ENEMY, "pinned")
    assert scene.move(ENEMY_2, "1505-1506") == []
    assert scene.move(ENEMY, "1505-1506") == ["13.18"]


def test_a_pinned_commander_joins_no_squads() -> None:
    scene = firing().put(RIFLE, "1508").put(OTHER_SQUAD, "1508").put(ENEMY, "1504")
    scene.put(COMMANDER, "1508", "down", morale="pinned")
    scene.ready(f"{RIFLE}+{OTHER_SQUAD}")
    assert scene.attack(f"{RIFLE}+{OTHER_SQUAD}", ENEMY) == ["11.13.b"]


def test_a_stug_that_turned_fires_ahead_only() -> None:
    scene = firing("movement", side="german").put(STUG, "1508", facing=3).put(TANK, "1504")
    assert scene.check(STUG, "facing", 2) == []
    for facing in (4, 5, 0):
        scene.set(STUG, "facing", facing)
    scene.phase("moving-fire", side="german")
    assert scene.fire(STUG, TANK, "anti-tank-fire") == []
    assert scene.hit(TANK, 4, 4, 4) == []


def test_a_rifle_short_of_crew_is_silent_before_an_overrun_too() -> None:
    scene = firing().put(RIFLE_AT, "1508", facing=0, crew_lost=1).put(ENEMY_TANK, "1504")
    assert scene.ready(RIFLE_AT) == ["10.16"]


# -- mortars (14) ----------------------------------------------------------------------------------


def rounds(scene: Scene, number: int) -> list[str]:
    found = scene.check(MORTAR, "fire", 2)
    return found + scene.declare("mortar-fire", MORTAR, "1502", rounds=number)


def test_all_rounds_that_were_announced_are_fired() -> None:
    scene = firing().put(MORTAR, "1512").put(ENEMY, "1502")
    assert rounds(scene, 2) == []
    scene.declare("scatter", MORTAR, for_="distance")
    scene.throw(1)
    scene.hit(ENEMY, 6, 6)
    assert "14.0.a" in scene.end()
    scene = firing().put(MORTAR, "1512").put(ENEMY, "1502").put(RIFLE, "1505")
    rounds(scene, 1)
    assert "14.0.a" in scene.fire(RIFLE, ENEMY)


def test_a_mortar_of_two_men_fires_three_rounds_and_of_one_two() -> None:
    for lost, most in ((1, 3), (2, 2)):
        scene = firing().put(MORTAR, "1512", crew_lost=lost).put(ENEMY, "1502")
        assert rounds(scene, most) == []
        scene = firing().put(MORTAR, "1512", crew_lost=lost).put(ENEMY, "1502")
        assert rounds(scene, most + 1) == ["14.12"]


def test_a_mortar_does_not_fire_at_passers_by() -> None:
    scene = firing("movement", side="german").put(MORTAR, "1512").put(ENEMY, "1504")
    scene.board.state.first_shot = None
    scene.move(ENEMY, "1504-1503")
    assert scene.check(MORTAR, "opportunity-fire", 2) == ["13.11"]


# -- grenades and flames (15, 16) ------------------------------------------------------------------


def test_who_stands_by_a_thrower_has_fired() -> None:
    scene = firing("support-fire").put(RIFLE, "1508").put(RIFLE_2, "1508").put(ENEMY, "1507")
    scene.check(RIFLE, "grenade", 2)
    assert scene.check(RIFLE_2, "fire", 2) == ["10.11"]


def test_a_grenade_into_the_assaulted_hex_lets_the_stack_assault() -> None:
    scene = firing("moving-fire").put(RIFLE, "1508", assault_marker="0").put(ENEMY, "1507")
    scene.put(RIFLE_2, "1508")
    assert scene.check(RIFLE, "grenade", 2) == []
    scene.attack(RIFLE, ENEMY, "grenade")
    scene.hit(ENEMY, 6)
    scene.phase("assault")
    assert scene.check(RIFLE, "assault", 2) == []
    assert scene.check(RIFLE_2, "assault", 2) == []


def test_a_grenade_elsewhere_bars_the_assault() -> None:
    scene = firing("moving-fire").put(RIFLE, "1508", assault_marker="0").put(ENEMY, "1507")
    scene.put(ENEMY_2, "1608")
    scene.check(RIFLE, "grenade", 2)
    scene.attack(RIFLE, ENEMY_2, "grenade")
    scene.hit(ENEMY_2, 6)
    scene.phase("assault")
    assert scene.check(RIFLE, "assault", 2) == ["17.14"]


def test_grenades_do_nothing_to_vehicles() -> None:
    scene = firing().put(RIFLE, "1508").put(ENEMY_TANK, "1507")
    scene.check(RIFLE, "grenade", 2)
    assert scene.attack(RIFLE, ENEMY_TANK, "grenade") == []
    assert scene.hit(ENEMY_TANK, 1) == ["10.24"]
    assert scene.end() == []


# -- assaults (17) ---------------------------------------------------------------------------------


def test_an_empty_hex_is_assaulted_with_a_check() -> None:
    scene = firing("assault").put(RIFLE, "1508", assault_marker="0")
    assert scene.declare("assault", RIFLE, "1507") == ["17.12"]
    scene = firing("assault").put(RIFLE, "1508", assault_marker="0")
    scene.check(RIFLE, "assault", 2)
    assert scene.declare("assault", RIFLE, "1507") == []
    assert scene.move(RIFLE, "1508-1507") == []
    assert scene.end() == []


def test_losses_are_taken_from_the_side_that_was_hit() -> None:
    scene = firing("assault").put(RIFLE, "1508", assault_marker="0").put(ENEMY, "1507")
    scene.check(RIFLE, "assault", 2)
    scene.declare("assault", RIFLE, "1507")
    scene.move(RIFLE, "1508-1507")
    scene.declare("assault-round", fires="normal-defenders")
    scene.do(Declare(verb="assault-fire", units=(ENEMY,)))
    scene.throw(1)
    assert scene.remove(ENEMY) == ["17.23"]
