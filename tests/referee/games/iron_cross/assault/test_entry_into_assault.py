"""Chapter 17, assaults. Russians in 1508 assault Germans in 1507; their marker points north (0)."""

from __future__ import annotations

from typing import Any

import pytest

from referee.actions import Declare, Roll
from tests.referee.games.iron_cross.shooting import (
    COMMANDER,
    ENEMY,
    ENEMY_2,
    ENEMY_MMG,
    ENEMY_TANK,
    HIGHEST,
    MMG,
    OTHER_SQUAD,
    RIFLE,
    RIFLE_2,
    TANK,
    Battle,
    firing,
)

MARK = "assault-marker"
HIT, MISS = 1, 6


def battle(*men: str, enemies: tuple[str, ...] = (ENEMY,), **drawn: Any) -> Battle:
    """Marked men in the Assault Phase of the Russian player turn."""
    scene = firing("assault", **drawn)
    for man in men or (RIFLE,):
        scene.put(man, "1508", assault_marker="0")
    for enemy in enemies:
        scene.put(enemy, "1507")
    return scene


def assault(scene: Battle, units: str = RIFLE, hex_: str = "1507") -> list[str]:
    found = scene.ready(units, "assault")
    return found + scene.declare("assault", units, hex_) + scene.move(units, f"1508-{hex_}")


def group(scene: Battle, fires: str) -> list[str]:
    return scene.declare("assault-round", fires=fires)


def shoot(scene: Battle, unit: str, die: int) -> list[str]:
    said = scene.do(Declare(verb="assault-fire", units=(unit,)))
    return said + scene.do(Roll(dice="die", result=(die,)))


# -- markers ---------------------------------------------------------------------------------------


def test_markers_are_placed_in_the_movement_phase_of_the_side() -> None:
    scene = firing("movement").put(RIFLE, "1508").put(ENEMY, "1507")
    assert scene.set(RIFLE, MARK, "0") == []
    assert scene.set(ENEMY, MARK, "3") == ["17.0"]
    scene.phase("reaction-movement")
    assert scene.set(ENEMY, MARK, "3") == []


def test_markers_are_for_infantry() -> None:
    scene = firing("movement").put(MMG, "1508")
    assert scene.set(MMG, MARK, "0") == ["17.11"]


def test_a_marker_points_to_a_hex_of_the_map() -> None:
    scene = firing("movement").put(RIFLE, "1501")
    assert scene.set(RIFLE, MARK, "0") == ["17.0"]
    assert scene.set(RIFLE, MARK, "3") == []


# -- who assaults (17.1) ---------------------------------------------------------------------------


def test_marked_infantry_that_passed_its_check_assaults() -> None:
    assert assault(battle()) == []


def test_infantry_without_a_marker_does_not() -> None:
    scene = firing("assault").put(RIFLE, "1508").put(ENEMY, "1507")
    assert assault(scene) == ["17.11"]


def test_a_marker_serves_the_stack() -> None:
    scene = battle(RIFLE).put(RIFLE_2, "1508")
    assert assault(scene, f"{RIFLE}+{RIFLE_2}") == []


def test_a_marker_stays_with_the_stack_when_its_man_falls() -> None:
    scene = firing("movement").put(RIFLE, "1508").put(RIFLE_2, "1508").put(ENEMY, "1507")
    scene.put("ru-a-kozlov", "1608")
    assert scene.set(RIFLE, MARK, "0") == []
    scene.phase("defensive-fire")
    scene.fire(ENEMY, RIFLE)
    scene.hit(RIFLE, 1)
    scene.hit(RIFLE_2, 6)
    scene.remove(RIFLE)
    scene.phase("assault")
    assert assault(scene, RIFLE_2) == []
    assert scene.ready("ru-a-kozlov", "assault") == ["17.11"]


def test_a_marker_does_not_outlast_its_player_turn() -> None:
    scene = firing("movement").put(RIFLE, "1508").put(RIFLE_2, "1508").put(ENEMY, "1507")
    scene.set(RIFLE, MARK, "0")
    scene.phase("morale", turn=2)
    scene.phase("assault", turn=2)
    assert scene.ready(RIFLE_2, "assault") == ["17.11"]


def test_the_men_of_a_marked_stack_may_assault_one_after_another() -> None:
    scene = battle(RIFLE).put(RIFLE_2, "1508")
    assert assault(scene) == []
    group(scene, "normal-defenders")
    shoot(scene, ENEMY, HIT)
    scene.remove(RIFLE)
    assert assault(scene, RIFLE_2) == []


def test_nobody_assaults_twice_in_a_phase() -> None:
    scene = cleared().put(ENEMY_2, "1506")
    assert scene.declare("assault", RIFLE, "1506") == ["17.11"]
    assert cleared().put(ENEMY_2, "1506").ready(RIFLE, "assault") == ["17.11"]


def test_a_defender_who_survives_assaults_when_it_is_his_turn() -> None:
    scene = battle().put(RIFLE, "1508", assault_marker="0").put(ENEMY, "1507", assault_marker="3")
    assault(scene)
    group(scene, "normal-defenders")
    shoot(scene, ENEMY, HIT)
    scene.remove(RIFLE)
    scene.set(ENEMY, "face", "down")
    assert scene.ready(ENEMY, "assault") == []
    assert scene.declare("assault", ENEMY, "1508") == []
    assert scene.move(ENEMY, "1507-1508") == []
    assert scene.end() == []


def test_the_marker_names_the_hex() -> None:
    scene = battle().put(ENEMY_2, "1608")
    assert assault(scene, hex_="1608") == ["17.11"]


def test_an_assault_needs_a_check_even_into_an_empty_hex() -> None:
    scene = battle(enemies=())
    assert scene.declare("assault", RIFLE, "1507") == ["17.12"]
    scene = battle(enemies=())
    assert assault(scene) == []


def test_the_check_is_one_harder() -> None:
    scene = battle()
    assert scene.board.piece(RIFLE).value("performance") == 9
    scene.check(RIFLE, "assault", 9)
    assert scene.declare("assault", RIFLE, "1507") == ["4.0"]


def test_a_leader_checks_for_his_stack() -> None:
    scene = battle(COMMANDER, RIFLE, OTHER_SQUAD)
    assert scene.check(f"{COMMANDER}+{RIFLE}+{OTHER_SQUAD}", "assault", 9) == []
    units = f"{COMMANDER}+{RIFLE}+{OTHER_SQUAD}"
    assert scene.declare("assault", units, "1507") == []


def test_nobody_else_checks_for_a_stack() -> None:
    scene = battle(RIFLE_2, "ru-a-kozlov")
    assert scene.check(f"{RIFLE_2}+ru-a-kozlov", "assault", 2) == ["17.12"]


def test_an_acting_leader_checks_for_his_own_squad_only() -> None:
    assert battle(RIFLE, RIFLE_2).check(f"{RIFLE}+{RIFLE_2}", "assault", 2) == []
    assert battle(RIFLE, OTHER_SQUAD).check(f"{RIFLE}+{OTHER_SQUAD}", "assault", 2) == ["17.12"]


def test_only_normal_units_assault() -> None:
    scene = firing("assault").put(RIFLE, "1508", "down", morale="pinned", assault_marker="0")
    assert scene.ready(RIFLE, "assault") == ["3.22"]


@pytest.mark.parametrize("unit", [MMG, TANK])
def test_crew_weapons_and_vehicles_do_not_assault(unit: str) -> None:
    scene = firing("assault").put(unit, "1508")
    assert scene.ready(unit, "assault") == ["17.13"]


def test_a_hex_with_an_enemy_vehicle_is_not_assaulted() -> None:
    assert assault(battle(enemies=(ENEMY, ENEMY_TANK)))[:1] == ["17.13"]


def test_who_fired_in_the_moving_fire_phase_does_not_assault() -> None:
    scene = firing("moving-fire").put(RIFLE, "1508", assault_marker="0").put(ENEMY, "1507")
    scene.fire(RIFLE, ENEMY)
    scene.hit(ENEMY, 6)
    scene.phase("assault")
    assert scene.ready(RIFLE, "assault") == ["17.14"]


def test_who_threw_a_grenade_into_the_hex_assaults() -> None:
    scene = firing("moving-fire").put(RIFLE, "1508", assault_marker="0").put(ENEMY, "1507")
    scene.fire(RIFLE, ENEMY, "grenade", "grenade")
    scene.hit(ENEMY, 6)
    scene.phase("assault")
    assert scene.ready(RIFLE, "assault") == []


def test_who_threw_a_grenade_elsewhere_does_not() -> None:
    scene = firing("moving-fire").put(RIFLE, "1508", assault_marker="0").put(ENEMY, "1608")
    scene.fire(RIFLE, ENEMY, "grenade", "grenade")
    scene.hit(ENEMY, 6)
    scene.phase("assault")
    assert scene.ready(RIFLE, "assault") == ["17.14"]


@pytest.mark.parametrize(("target", "rules"), [(ENEMY, []), (ENEMY_2, ["17.14"])])
def test_a_grenade_counts_for_all_in_the_hex_of_its_thrower(target: str, rules: list[str]) -> None:
    scene = firing("moving-fire").put(RIFLE, "1508", assault_marker="0").put(RIFLE_2, "1508")
    scene.put(ENEMY, "1507").put(ENEMY_2, "1608")
    scene.fire(RIFLE_2, target, "grenade", "grenade")
    scene.hit(target, 6)
    scene.phase("assault")
    assert scene.ready(RIFLE, "assault") == rules


def test_who_fired_in_support_assaults() -> None:
    scene = firing("support-fire").put(RIFLE, "1508", assault_marker="0").put(ENEMY, "1507")
    scene.fire(RIFLE, ENEMY)
    scene.hit(ENEMY, 6)
    scene.phase("assault")
    assert scene.ready(RIFLE, "assault") == []


def test_the_phasing_player_assaults_first() -> None:
    scene = battle(RIFLE, enemies=()).put(ENEMY, "1208", assault_marker="0")
    assert scene.ready(ENEMY, "assault") == []
    scene.declare("assault", ENEMY, "1207")
    scene.move(ENEMY, "1208-1207")
    assert scene.ready(RIFLE, "assault") == ["17.0"]


def test_units_of_two_hexes_do_not_assault_together() -> None:
    scene = battle().put(RIFLE_2, "1607", assault_marker="4")
    scene.ready(f"{RIFLE}+{RIFLE_2}", "assault")
    scene.ready(RIFLE_2, "assault")
    assert scene.declare("assault", f"{RIFLE}+{RIFLE_2}", "1507")[-1:] == ["17.31"]


def test_nobody_else_moves_in_the_assault_phase() -> None:
    scene = battle().put(RIFLE_2, "1509")
    assert scene.move(RIFLE_2, "1509-1508") == ["17.0.a"]


def test_who_assaults_is_moved_into_the_hex() -> None:
    scene = battle(enemies=())
    scene.ready(RIFLE, "assault")
    scene.declare("assault", RIFLE, "1507")
    assert scene.end() == ["17.0.a"]


# -- rounds (17.2) ---------------------------------------------------------------------------------


def fought(scene: Battle, units: str = RIFLE) -> Battle:
    assert assault(scene, units) == []
    return scene


def test_normal_defenders_fire_first_and_their_hits_are_taken_at_once() -> None:
    scene = fought(battle())
    assert group(scene, "normal-defenders") == []
    assert shoot(scene, ENEMY, HIT) == []
    assert scene.remove(RIFLE) == []
    assert scene.set(ENEMY, "face", "down") == []
    assert scene.end() == []


def test_an_assault_goes_on_until_one_side_is_left() -> None:
    scene = fought(battle())
    group(scene, "normal-defenders")
    shoot(scene, ENEMY, MISS)
    group(scene, "attackers")
    shoot(scene, RIFLE, MISS)
    assert group(scene, "all") == []
    assert shoot(scene, ENEMY, MISS) == []
    assert shoot(scene, RIFLE, HIT) == []
    assert scene.remove(ENEMY) == []
    assert scene.set(RIFLE, "face", "down") == []
    assert scene.end() == []


def test_an_assault_left_undecided_is_flagged() -> None:
    scene = fought(battle())
    group(scene, "normal-defenders")
    shoot(scene, ENEMY, MISS)
    assert scene.end() == ["17.0.e"]


def test_attackers_do_not_fire_before_normal_defenders() -> None:
    assert group(fought(battle()), "attackers") == ["17.21.a"]


def test_all_fire_together_only_after_the_initial_round() -> None:
    scene = fought(battle())
    group(scene, "normal-defenders")
    shoot(scene, ENEMY, MISS)
    assert group(scene, "all") == ["17.21.b"]


def down(status: str) -> Battle:
    scene = firing("assault").put(RIFLE, "1508", assault_marker="0")
    return fought(scene.put(ENEMY, "1507", "down", morale=status))


def test_pinned_defenders_fire_with_the_attackers() -> None:
    scene = down("pinned")
    assert group(scene, "attackers") == []
    assert shoot(scene, ENEMY, MISS) == []
    assert shoot(scene, RIFLE, MISS) == []


def test_suppressed_defenders_fire_last() -> None:
    scene = down("suppressed")
    assert group(scene, "attackers") == []
    assert shoot(scene, ENEMY, MISS) == ["17.21.c"]
    scene = down("suppressed")
    group(scene, "attackers")
    shoot(scene, RIFLE, MISS)
    assert group(scene, "all") == ["17.21.c"]
    scene = down("suppressed")
    group(scene, "attackers")
    shoot(scene, RIFLE, MISS)
    assert group(scene, "suppressed-defenders") == []
    assert shoot(scene, ENEMY, MISS) == []


def test_defenders_recover_after_the_initial_round() -> None:
    scene = down("pinned")
    group(scene, "attackers")
    shoot(scene, RIFLE, MISS)
    assert scene.set(ENEMY, "morale", "normal") == []
    assert group(scene, "all") == []


def test_a_defender_who_is_left_pinned_for_the_second_round_is_flagged() -> None:
    scene = down("pinned")
    group(scene, "attackers")
    shoot(scene, RIFLE, MISS)
    group(scene, "all")
    shoot(scene, ENEMY, HIT)
    scene.remove(RIFLE)
    assert scene.end() == ["17.22"]


@pytest.mark.parametrize("recovers", [True, False])
def test_who_wins_in_the_initial_round_may_recover_or_not(recovers: bool) -> None:
    scene = down("pinned")
    group(scene, "attackers")
    shoot(scene, RIFLE, MISS)
    shoot(scene, ENEMY, HIT)
    assert scene.remove(RIFLE) == []
    if recovers:
        assert scene.set(ENEMY, "morale", "normal") == []
    assert scene.end() == []


def test_each_unit_has_one_shot_in_a_round() -> None:
    scene = fought(battle(RIFLE, enemies=(ENEMY, ENEMY_2)))
    group(scene, "normal-defenders")
    shoot(scene, ENEMY, MISS)
    assert shoot(scene, ENEMY, MISS) == ["17.2"]


def test_a_crew_weapon_fires_once_whatever_its_crew() -> None:
    scene = fought(battle(RIFLE, enemies=(ENEMY_MMG,)))
    group(scene, "normal-defenders")
    shoot(scene, ENEMY_MMG, MISS)
    assert shoot(scene, ENEMY_MMG, MISS) == ["17.24"]


def test_a_unit_outside_the_assault_does_not_fire_in_it() -> None:
    scene = fought(battle()).put(ENEMY_2, "1506")
    group(scene, "normal-defenders")
    assert shoot(scene, ENEMY_2, MISS) == ["17.2"]


def test_losses_are_not_more_than_the_hits() -> None:
    scene = fought(battle())
    group(scene, "normal-defenders")
    shoot(scene, ENEMY, 3)
    assert scene.board.piece(ENEMY).value("assault") == 2
    assert scene.remove(RIFLE) == ["17.23"]


def test_losses_that_are_not_taken_are_flagged() -> None:
    scene = fought(battle(RIFLE, RIFLE_2), f"{RIFLE}+{RIFLE_2}")
    group(scene, "normal-defenders")
    shoot(scene, ENEMY, HIT)
    assert group(scene, "attackers") == ["17.23"]


def test_the_owner_chooses_which_unit_he_loses() -> None:
    scene = fought(battle(RIFLE, RIFLE_2), f"{RIFLE}+{RIFLE_2}")
    group(scene, "normal-defenders")
    shoot(scene, ENEMY, HIT)
    assert scene.remove(RIFLE_2) == []


def test_survivors_go_down() -> None:
    scene = fought(battle())
    group(scene, "normal-defenders")
    shoot(scene, ENEMY, HIT)
    scene.remove(RIFLE)
    assert scene.end() == ["17.0.f"]


def test_fire_stops_when_one_side_is_left() -> None:
    scene = fought(battle())
    group(scene, "normal-defenders")
    shoot(scene, ENEMY, HIT)
    scene.remove(RIFLE)
    assert group(scene, "attackers") == ["17.0.d"]


def test_a_round_without_an_assault_is_flagged() -> None:
    assert group(battle(), "all") == ["17.2"]


def test_assault_fire_is_one_die() -> None:
    scene = fought(battle())
    group(scene, "normal-defenders")
    scene.do(Declare(verb="assault-fire", units=(ENEMY,)))
    assert scene.throw(3, 3) == ["17.23"]


def test_missing_dice_leave_the_losses_open() -> None:
    scene = fought(battle())
    group(scene, "normal-defenders")
    scene.do(Declare(verb="assault-fire", units=(ENEMY,)))
    assert scene.remove(RIFLE) == []
    assert scene.end() == ["?17.23", "17.0.f"]


def test_the_units_of_an_assault_may_be_set_aside_while_it_is_fought() -> None:
    scene = battle()
    scene.ready(RIFLE, "assault")
    scene.declare("assault", RIFLE, "1507")
    assert scene.move(RIFLE, "1508>turn-record-3") == []
    assert scene.move(ENEMY, "1507>turn-record-3") == []
    group(scene, "normal-defenders")
    shoot(scene, ENEMY, MISS)
    group(scene, "attackers")
    shoot(scene, RIFLE, HIT)
    assert scene.move(ENEMY, "turn-record-3>german-eliminated") == []
    assert scene.move(RIFLE, "turn-record-3>1507") == []
    scene.set(RIFLE, "face", "down")
    assert scene.end() == []


def test_who_was_set_aside_is_put_back() -> None:
    scene = battle()
    scene.ready(RIFLE, "assault")
    scene.declare("assault", RIFLE, "1507")
    scene.move(RIFLE, "1508>turn-record-3")
    group(scene, "normal-defenders")
    shoot(scene, ENEMY, MISS)
    group(scene, "attackers")
    shoot(scene, RIFLE, HIT)
    scene.remove(ENEMY)
    assert scene.end() == ["17.0.f"]


def test_who_has_won_an_assault_goes_no_further() -> None:
    scene = cleared()
    assert scene.move(RIFLE, "1507-1506") == ["17.0.a"]
    assert scene.end() == []


@pytest.mark.parametrize("noted", [True, False])
def test_units_hidden_in_the_hex_come_to_light_and_defend_it(noted: bool) -> None:
    scene = Battle().put(RIFLE, "1508", assault_marker="0").put(ENEMY, "german-hidden")
    if noted:
        values = {"hex": "1507"}
        scene.do(
            Declare(verb="hidden-hex", units=(ENEMY,), values=values, secret=True, side="german")
        )
    scene.phase("assault")
    assert assault(scene) == []
    scene.declare("reveal", ENEMY)
    assert scene.move(ENEMY, "german-hidden>1507") == []
    assert group(scene, "normal-defenders") == []
    assert shoot(scene, ENEMY, HIT) == []
    assert scene.remove(RIFLE) == []
    assert scene.set(ENEMY, "face", "down") == []
    assert scene.end() == []


def test_hidden_units_that_have_come_to_light_are_fought() -> None:
    scene = Battle().put(RIFLE, "1508", assault_marker="0").put(ENEMY, "german-hidden")
    scene.phase("assault")
    assault(scene)
    scene.declare("reveal", ENEMY)
    scene.move(ENEMY, "german-hidden>1507")
    assert scene.end() == ["17.0.e"]


# -- several (17.3) --------------------------------------------------------------------------------


def second(scene: Battle) -> Battle:
    return scene.put(RIFLE_2, "1607", assault_marker="4")


def test_one_assault_is_completed_before_the_next_begins() -> None:
    scene = second(fought(battle()))
    group(scene, "normal-defenders")
    shoot(scene, ENEMY, MISS)
    scene.ready(RIFLE_2, "assault")
    assert scene.declare("assault", RIFLE_2, "1507") == ["17.0.e"]


def test_a_hex_may_be_assaulted_again() -> None:
    scene = second(fought(battle()))
    group(scene, "normal-defenders")
    shoot(scene, ENEMY, HIT)
    scene.remove(RIFLE)
    scene.ready(RIFLE_2, "assault")
    assert scene.declare("assault", RIFLE_2, "1507") == []
    assert scene.move(RIFLE_2, "1607-1507") == []


def cleared() -> Battle:
    scene = second(fought(battle()))
    group(scene, "normal-defenders")
    shoot(scene, ENEMY, MISS)
    group(scene, "attackers")
    shoot(scene, RIFLE, HIT)
    scene.remove(ENEMY)
    scene.set(RIFLE, "face", "down")
    return scene


def test_those_who_were_to_follow_move_into_a_cleared_hex_without_a_check() -> None:
    assert cleared().move(RIFLE_2, "1607-1507") == []


def test_others_do_not_move_into_a_cleared_hex() -> None:
    scene = cleared().put(OTHER_SQUAD, "1408")
    assert scene.move(OTHER_SQUAD, "1408-1507") == ["17.0.a"]
    assert cleared().put(OTHER_SQUAD, "1408").declare("assault", OTHER_SQUAD, "1507") == ["17.11"]
    assert cleared().declare("assault", RIFLE_2, "1507") == []


def test_a_hex_is_cleared_too_when_both_sides_have_fallen() -> None:
    scene = second(fought(battle()))
    for fires in ("normal-defenders", "attackers"):
        group(scene, fires)
        shoot(scene, ENEMY if fires == "normal-defenders" else RIFLE, MISS)
    group(scene, "all")
    shoot(scene, ENEMY, HIT)
    shoot(scene, RIFLE, HIT)
    scene.remove(RIFLE)
    scene.remove(ENEMY)
    assert scene.move(RIFLE_2, "1607-1507") == []


def test_an_empty_hex_that_was_assaulted_is_not_a_cleared_one() -> None:
    scene = second(battle(enemies=()))
    assert assault(scene) == []
    assert scene.move(RIFLE_2, "1607-1507") == ["17.0.a"]


def test_only_who_could_assault_follows_into_a_cleared_hex() -> None:
    scene = cleared()
    scene.board.pieces[RIFLE_2].states["morale"] = "pinned"
    assert scene.move(RIFLE_2, "1607-1507") == ["3.22"]
    assert cleared().put(MMG, "1607").move(MMG, "1607-1507") == ["17.13"]
    scene = second(fought(battle()))
    scene.check(RIFLE_2, "assault", HIGHEST)
    group(scene, "normal-defenders")
    shoot(scene, ENEMY, MISS)
    group(scene, "attackers")
    shoot(scene, RIFLE, HIT)
    scene.remove(ENEMY)
    assert scene.move(RIFLE_2, "1607-1507") == ["4.0"]


def test_they_keep_the_limit_of_men() -> None:
    scene = cleared()
    for man in ("ru-a-kozlov", "ru-a-lebedev", "ru-a-morozov", "ru-a-novikov", "ru-a-petrov"):
        scene.put(man, "1507", "down")
    assert scene.move(RIFLE_2, "1607-1507") == ["17.32"]
    scene.move(RIFLE_2, "1507>1607")
    assert scene.declare("assault", RIFLE_2, "1507") == []
    assert scene.move(RIFLE_2, "1607-1507") == ["17.32"]


def test_a_failed_check_keeps_a_unit_out() -> None:
    scene = battle()
    scene.check(RIFLE, "assault", HIGHEST)
    assert scene.declare("assault", RIFLE, "1507") == ["4.0"]


# -- after an overrun (9.33) -----------------------------------------------------------------------

GRENADIERS = "ge-c-otto+ge-c-pohl"


def overrun() -> Battle:
    """Infantry that went in with a tank stands in 1504 beside a suppressed Russian."""
    scene = firing("movement", side="german", first_shot=False)
    scene.put(ENEMY_TANK, "1505", facing=0).put(RIFLE_2, "1504")
    for man in GRENADIERS.split("+"):
        scene.put(man, "1505")
    scene.declare("overrun", ENEMY_TANK, "1504", supports=tuple(GRENADIERS.split("+")))
    scene.move(f"{ENEMY_TANK}+{GRENADIERS}", "1505-1504")
    scene.declare("overrun-roll", RIFLE_2)
    scene.roll(12)
    scene.mark(RIFLE_2, "suppressed")
    assert scene.move(ENEMY_TANK, "1504-1503") == []
    return scene


def test_infantry_of_an_overrun_assaults_at_once_without_check_or_marker() -> None:
    scene = overrun()
    assert scene.declare("assault", GRENADIERS, "1504") == []
    assert group(scene, "attackers") == []
    assert shoot(scene, "ge-c-otto", HIT) == []
    assert shoot(scene, "ge-c-pohl", MISS) == []
    assert scene.remove(RIFLE_2) == []
    for man in GRENADIERS.split("+"):
        assert scene.set(man, "face", "down") == []
    assert scene.end() == []


def test_nobody_else_assaults_in_movement() -> None:
    scene = firing("movement").put(RIFLE, "1508", assault_marker="0").put(ENEMY, "1507")
    assert scene.declare("assault", RIFLE, "1507") == ["17.0"]
