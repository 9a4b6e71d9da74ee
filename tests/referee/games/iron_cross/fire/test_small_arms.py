"""Chapter 10 and 11.0 to 11.16: who fires when at what, together or alone, and with what strength.

Russians fire from 1508 north (facing 0) at Germans in 1504, four hexes away, unless said otherwise.
"""

from __future__ import annotations

from typing import Any

import pytest

from referee.board import Piece
from referee.games.iron_cross.fire import strength
from referee.games.iron_cross.fire.strength import Barrage
from referee.mechanics.firepower import attenuated
from tests.referee.games.iron_cross.scene import moving
from tests.referee.games.iron_cross.shooting import (
    COMMANDER,
    ENEMY,
    ENEMY_2,
    ENEMY_3,
    ENEMY_MMG,
    ENEMY_TANK,
    GUN,
    HIGHEST,
    LMG,
    LMG_2,
    MMG,
    MMG_2,
    MORTAR,
    OTHER_SQUAD,
    RIFLE,
    RIFLE_2,
    RIFLE_AT,
    STUG,
    TANK,
    Battle,
    firing,
)


def battle(*units: str, phase: str = "support-fire", **drawn: Any) -> Battle:
    """Units in 1508 against one German in 1504."""
    scene = firing(phase, **drawn).put(ENEMY, "1504")
    for unit in units:
        scene.put(unit, "1508")
    return scene


# -- who fires (10.1) ------------------------------------------------------------------------------


def test_a_unit_that_passed_its_check_fires() -> None:
    assert battle(RIFLE).fire(RIFLE, ENEMY) == []


def test_nobody_fires_without_a_check() -> None:
    assert battle(RIFLE).attack(RIFLE, ENEMY) == ["10.12"]


def test_who_failed_its_check_does_not_fire() -> None:
    scene = battle(RIFLE)
    assert scene.check(RIFLE, "fire", HIGHEST) == []
    assert scene.attack(RIFLE, ENEMY) == ["4.0"]


def test_a_check_without_dice_leaves_it_open() -> None:
    scene = battle(RIFLE)
    scene.declare("performance-check", RIFLE, for_="fire")
    assert scene.attack(RIFLE, ENEMY) == ["?4.0"]


@pytest.mark.parametrize("status", ["pinned", "suppressed"])
def test_only_normal_units_fire(status: str) -> None:
    scene = firing().put(RIFLE, "1508", "down", morale=status).put(ENEMY, "1504")
    assert scene.ready(RIFLE) == ["3.22"]


def test_a_unit_fires_once_in_a_player_turn() -> None:
    scene = battle(RIFLE)
    scene.fire(RIFLE, ENEMY)
    scene.hit(ENEMY, 6)
    scene.phase("moving-fire")
    assert scene.ready(RIFLE) == ["10.11"]


def test_a_failed_attempt_to_fire_counts_as_fire() -> None:
    scene = battle(RIFLE)
    scene.check(RIFLE, "fire", HIGHEST)
    scene.phase("moving-fire")
    assert scene.ready(RIFLE) == ["10.11"]


def test_one_check_is_not_for_two_fires() -> None:
    scene = battle(RIFLE).put(ENEMY_2, "1505")
    scene.fire(RIFLE, ENEMY)
    scene.hit(ENEMY, 6)
    assert scene.attack(RIFLE, ENEMY_2) == ["10.11"]


def test_a_unit_fires_again_in_the_next_player_turn() -> None:
    scene = battle(RIFLE)
    scene.fire(RIFLE, ENEMY)
    scene.hit(ENEMY, 6)
    scene.phase("defensive-fire", side="german")
    assert scene.fire(RIFLE, ENEMY) == []


@pytest.mark.parametrize(
    ("phase", "side"),
    [("support-fire", "russian"), ("moving-fire", "russian"), ("defensive-fire", "german")],
)
def test_a_side_fires_in_its_phases(phase: str, side: str) -> None:
    assert firing(phase, side=side).put(RIFLE, "1508").ready(RIFLE) == []


@pytest.mark.parametrize(
    ("phase", "side"),
    [
        ("support-fire", "german"),
        ("moving-fire", "german"),
        ("defensive-fire", "russian"),
        ("assault", "russian"),
    ],
)
def test_a_side_does_not_fire_in_other_phases(phase: str, side: str) -> None:
    assert firing(phase, side=side).put(RIFLE, "1508").ready(RIFLE) == ["10.13"]


def test_infantry_fires_after_moving_in_the_moving_fire_phase() -> None:
    scene = moving().put(RIFLE, "1509").put(ENEMY, "1504")
    scene.check(RIFLE, "move", 2)
    assert scene.move(RIFLE, "1509-1508") == []
    scene.phase("moving-fire")
    assert scene.check(RIFLE, "fire", 2) == []


def test_a_crew_weapon_that_moved_does_not_fire_in_the_moving_fire_phase() -> None:
    scene = moving().put(MMG, "1509").put(ENEMY, "1504")
    scene.check(MMG, "move", 2)
    assert scene.move(MMG, "1509-1508") == []
    scene.phase("moving-fire")
    assert scene.check(MMG, "fire", 2) == ["10.13"]


@pytest.mark.parametrize("unit", [MMG, LMG, GUN])
def test_guns_and_machine_guns_that_only_turned_fire(unit: str) -> None:
    scene = moving().put(unit, "1508", facing=1).put(ENEMY, "1504")
    scene.check(unit, "facing", 2)
    assert scene.set(unit, "facing", 0) == []
    scene.phase("moving-fire")
    assert scene.check(unit, "fire", 2) == []


def test_a_machine_gun_that_only_turned_on_a_check_to_move_fires() -> None:
    scene = moving().put(MMG, "1508", facing=1).put(ENEMY, "1504")
    scene.check(MMG, "move", 2)
    assert scene.set(MMG, "facing", 0) == []
    scene.phase("moving-fire")
    assert scene.check(MMG, "fire", 2) == []


def test_a_machine_gun_that_failed_its_check_to_move_has_moved() -> None:
    scene = moving().put(MMG, "1508", facing=0).put(ENEMY, "1504")
    scene.check(MMG, "move", HIGHEST)
    scene.phase("moving-fire")
    assert scene.check(MMG, "fire", 2) == ["10.13"]


def test_who_moved_in_reaction_does_not_fire_in_defence() -> None:
    scene = firing("reaction-movement", side="german").put(RIFLE, "1509").put(ENEMY, "1504")
    scene.check(RIFLE, "move", 2)
    assert scene.move(RIFLE, "1509-1508") == []
    scene.phase("defensive-fire", side="german")
    assert scene.ready(RIFLE) == ["10.13"]


def test_a_gun_that_turned_in_reaction_may_fire_in_defence_or_not() -> None:
    scene = firing("reaction-movement", side="german").put(GUN, "1508", facing=1)
    scene.put(ENEMY, "1504").check(GUN, "facing", 2)
    scene.set(GUN, "facing", 0)
    scene.phase("defensive-fire", side="german")
    assert scene.ready(GUN) == []


def test_a_stug_does_not_fire_in_the_player_turn_in_which_it_moved() -> None:
    scene = firing("movement", side="german").put(STUG, "1503", facing=3).put(RIFLE, "1508")
    scene.check(STUG, "move", 2)
    assert scene.move(STUG, "1503-1504") == []
    scene.phase("moving-fire", side="german")
    assert scene.ready(STUG) == ["10.14"]


def test_a_stug_that_only_turned_fires() -> None:
    scene = firing("movement", side="german").put(STUG, "1504", facing=2).put(RIFLE, "1508")
    scene.check(STUG, "facing", 2)
    assert scene.set(STUG, "facing", 3) == []
    scene.phase("moving-fire", side="german")
    assert scene.fire(STUG, RIFLE) == []


def test_a_gun_short_of_crew_fires_once_in_a_game_turn() -> None:
    scene = firing().put(GUN, "1508", crew_lost=2).put(ENEMY, "1504")
    assert scene.fire(GUN, ENEMY) == []
    scene.hit(ENEMY, 6)
    scene.phase("defensive-fire", side="german")
    assert scene.ready(GUN) == ["10.15"]
    scene.phase("support-fire", turn=2)
    assert scene.ready(GUN) == []


def test_a_gun_with_three_men_fires_in_both_player_turns() -> None:
    scene = firing().put(GUN, "1508", crew_lost=1).put(ENEMY, "1504")
    scene.fire(GUN, ENEMY)
    scene.hit(ENEMY, 6)
    scene.phase("defensive-fire", side="german")
    assert scene.ready(GUN) == []


def test_an_anti_tank_rifle_needs_its_full_crew() -> None:
    assert firing().put(RIFLE_AT, "1508", crew_lost=1).ready(RIFLE_AT) == ["10.16"]
    assert firing().put(RIFLE_AT, "1508").ready(RIFLE_AT) == []


# -- the target hex (10.2) -------------------------------------------------------------------------


def test_fire_at_a_hex_without_enemies_is_flagged() -> None:
    scene = battle(RIFLE)
    assert scene.fire(RIFLE, "1505") == ["10.21"]


def test_fire_without_a_target_cannot_be_judged() -> None:
    assert battle(RIFLE).fire(RIFLE, "") == ["?10.0.a"]


def test_a_hex_may_be_fired_at_any_number_of_times() -> None:
    scene = battle(RIFLE, RIFLE_2)
    assert scene.fire(RIFLE, ENEMY) == []
    assert scene.hit(ENEMY, 6) == []
    assert scene.fire(RIFLE_2, ENEMY) == []
    assert scene.hit(ENEMY, 6) == []


def test_factors_are_not_divided_among_hexes() -> None:
    scene = battle(RIFLE).put(ENEMY_2, "1505")
    assert scene.fire(RIFLE, f"{ENEMY}+{ENEMY_2}") == ["11.11"]


@pytest.mark.parametrize("unit", [LMG, MMG, GUN])
def test_guns_fire_through_their_frontal_hexside_only(unit: str) -> None:
    assert firing().put(unit, "1508", facing=0).put(ENEMY, "1504").fire(unit, ENEMY) == []
    assert firing().put(unit, "1508", facing=2).put(ENEMY, "1504").fire(unit, ENEMY) == ["10.23"]


def test_a_tank_fires_in_any_direction_and_a_stug_does_not() -> None:
    assert firing().put(TANK, "1508", facing=3).put(ENEMY, "1504").fire(TANK, ENEMY) == []
    scene = firing(side="german").put(STUG, "1504", facing=0).put(RIFLE, "1508")
    assert scene.fire(STUG, RIFLE) == ["10.23"]


def test_every_unit_in_the_target_hex_is_rolled_for() -> None:
    scene = battle(RIFLE).put(ENEMY_2, "1504")
    scene.fire(RIFLE, ENEMY)
    assert scene.hit(ENEMY, 6) == []
    assert scene.hit(ENEMY_2, 6) == []
    assert scene.end() == []


def test_an_attack_that_passes_over_a_unit_is_flagged_when_it_ends() -> None:
    scene = battle(RIFLE, RIFLE_2).put(ENEMY_2, "1504")
    scene.fire(RIFLE, ENEMY)
    scene.hit(ENEMY, 6)
    assert scene.fire(RIFLE_2, ENEMY) == ["11.41"]


def test_an_attack_left_open_is_flagged_at_the_end_of_the_phase() -> None:
    scene = battle(RIFLE)
    scene.fire(RIFLE, ENEMY)
    assert scene.end() == ["11.41"]


def test_no_unit_is_fired_upon_twice_in_one_fire_combat() -> None:
    scene = battle(RIFLE)
    scene.fire(RIFLE, ENEMY)
    scene.hit(ENEMY, 6)
    assert scene.hit(ENEMY, 6) == ["10.24"]


def test_dice_against_a_unit_elsewhere_are_flagged() -> None:
    scene = battle(RIFLE).put(ENEMY_2, "1505")
    scene.fire(RIFLE, ENEMY)
    assert scene.hit(ENEMY_2, 6) == ["10.24"]


def test_dice_without_an_attack_cannot_be_judged() -> None:
    assert battle(RIFLE).hit(ENEMY, 6) == ["?10.0.a"]


def test_missing_dice_are_told_of_and_no_result_is_demanded() -> None:
    scene = battle(RIFLE)
    scene.fire(RIFLE, ENEMY)
    scene.declare("fire-roll", "", ENEMY)
    assert scene.mark(ENEMY, "pinned") == []
    assert scene.end() == ["?11.43"]


# -- together (11.1) -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("units", "rules"),
    [
        ((RIFLE, RIFLE_2), []),
        ((RIFLE, OTHER_SQUAD), ["11.13.b"]),
        ((RIFLE, OTHER_SQUAD, COMMANDER), []),
        ((RIFLE, MMG), []),
        ((MMG, MMG_2), []),
        ((RIFLE, RIFLE_AT), ["10.17"]),
        ((RIFLE, GUN), ["11.12"]),
        ((RIFLE, TANK), ["11.12"]),
    ],
)
def test_who_may_combine_in_one_hex(units: tuple[str, ...], rules: list[str]) -> None:
    assert battle(*units).fire("+".join(units), ENEMY) == rules


def test_a_pinned_commander_does_not_join_squads() -> None:
    scene = battle(RIFLE, OTHER_SQUAD).put(COMMANDER, "1508", "down", morale="pinned")
    assert scene.fire(f"{RIFLE}+{OTHER_SQUAD}", ENEMY) == ["11.13.b"]


def group(phase: str = "support-fire", side: str = "russian", leader: str = "") -> Battle:
    """Two men of Squad A, rated 8 and 7, in 1508 and 1608."""
    scene = firing(phase, side=side).put(RIFLE_2, "1508").put("ru-a-kozlov", "1608")
    scene.put(ENEMY, "1504")
    return scene.put(leader, "1608") if leader else scene


GROUP = f"{RIFLE_2}+ru-a-kozlov"


@pytest.mark.parametrize("leader", [COMMANDER, RIFLE])
def test_a_squad_fires_from_two_hexes_with_a_leader_in_one(leader: str) -> None:
    assert group(leader=leader).fire(GROUP, ENEMY) == []


def test_group_fire_needs_a_leader() -> None:
    assert group().fire(GROUP, ENEMY) == ["11.13.c"]


def test_an_acting_leader_of_another_squad_does_not_lead_group_fire() -> None:
    assert group(leader=OTHER_SQUAD).fire(GROUP, ENEMY) == ["11.13.c"]


def test_group_fire_is_for_support_and_defensive_fire() -> None:
    assert group("defensive-fire", "german", COMMANDER).fire(GROUP, ENEMY) == []
    assert group("moving-fire", "russian", COMMANDER).fire(GROUP, ENEMY) == ["11.13.c"]


def test_group_fire_is_from_adjacent_hexes() -> None:
    scene = firing().put(RIFLE, "1508").put(RIFLE_2, "1708").put(ENEMY, "1504")
    assert scene.fire(f"{RIFLE}+{RIFLE_2}", ENEMY) == ["11.13.c"]


def test_group_fire_is_by_men_of_one_squad() -> None:
    scene = firing().put(RIFLE_2, "1508").put(OTHER_SQUAD, "1608").put(COMMANDER, "1508")
    assert scene.put(ENEMY, "1504").fire(f"{RIFLE_2}+{OTHER_SQUAD}", ENEMY) == ["11.13.c"]


def test_a_machine_gun_joins_infantry_in_the_next_hex_in_any_fire_phase() -> None:
    scene = firing("moving-fire").put(RIFLE, "1508").put(MMG, "1608").put(ENEMY, "1504")
    assert scene.fire(f"{RIFLE}+{MMG}", ENEMY) == []


def test_a_machine_gun_farther_away_does_not_join_infantry() -> None:
    scene = firing().put(RIFLE, "1508").put(MMG, "1708", facing=0).put(ENEMY, "1604")
    assert scene.fire(f"{RIFLE}+{MMG}", ENEMY) == ["11.14"]


def test_a_machine_gun_in_a_third_hex_does_not_join_group_fire() -> None:
    scene = group(leader=COMMANDER).put(MMG, "1509", facing=0)
    assert scene.fire(f"{GROUP}+{MMG}", ENEMY) == ["11.13.c"]


def test_machine_guns_in_several_hexes_join_infantry_beside_them() -> None:
    scene = firing("moving-fire").put(RIFLE, "1508").put(ENEMY, "1503")
    scene.put(MMG, "1408", facing=0).put(MMG_2, "1608", facing=0)
    assert scene.fire(f"{RIFLE}+{MMG}+{MMG_2}", ENEMY) == []


def test_a_machine_gun_that_is_beside_none_of_them_does_not_join() -> None:
    scene = firing().put(RIFLE, "1508").put(ENEMY, "1603")
    scene.put(MMG, "1608", facing=0).put(MMG_2, "1808", facing=0)
    assert scene.fire(f"{RIFLE}+{MMG}+{MMG_2}", ENEMY) == ["11.14"]


def test_infantry_does_not_combine_from_three_hexes() -> None:
    scene = firing().put(RIFLE, "1508").put(RIFLE_2, "1509").put("ru-a-kozlov", "1608")
    scene.put(ENEMY, "1503")
    assert scene.fire(f"{RIFLE}+{RIFLE_2}+ru-a-kozlov", ENEMY) == ["11.13.c"]


def test_plain_fire_is_with_anti_personnel_factors_whatever_is_said() -> None:
    scene = firing().put(TANK, "1508").put(ENEMY, "1504")
    assert scene.fire(TANK, ENEMY, factors="at") == []
    assert scene.end() == ["11.41"]


def test_a_vehicle_fires_either_factors_in_a_player_turn() -> None:
    scene = firing().put(TANK, "1508").put(ENEMY, "1504").put(ENEMY_TANK, "1604")
    assert scene.fire(TANK, ENEMY) == []
    scene.hit(ENEMY, 6)
    assert scene.attack(TANK, ENEMY_TANK, "anti-tank-fire") == ["11.0"]


def test_mortars_do_not_take_part_in_fire() -> None:
    scene = battle(MORTAR)
    assert scene.fire(MORTAR, ENEMY) == ["14.0"]


# -- strength (11.1, 11.2) -------------------------------------------------------------------------


def totals(scene: Battle, units: str, target: str, **barrage: Any) -> set[int]:
    firers: tuple[Piece, ...] = tuple(scene.board.piece(name) for name in units.split("+"))
    return set(strength.totals(scene.board, Barrage(firers, scene.hex(target), **barrage)))


@pytest.mark.parametrize("number", ["1504", "1501", "1812"])
def test_a_rifle_keeps_its_factor_within_its_initial_range(number: str) -> None:
    assert totals(battle(RIFLE), RIFLE, number) == {4}


@pytest.mark.parametrize(("range_", "left"), [(7, 4), (8, 3), (14, 3), (15, 2), (21, 2), (22, 1)])
def test_the_russian_rifle_of_the_example_loses_a_factor_for_each_seven_hexes(
    range_: int, left: int
) -> None:
    piece = battle(RIFLE).board.piece(RIFLE)
    assert piece.value("ap") == 4
    assert piece.value("range") == 7
    assert attenuated(4, range_, 7) == left


def test_the_example_of_two_groups_comes_to_fifteen() -> None:
    """Twelve and ten factors, one and three trees on the way, two and a higher level at the end."""
    drawn: dict[str, Any] = {"trees": {"1507": 1, "1607": 3, "1504": 2}, "levels": {"1504": 1}}
    scene = firing(side="german", **drawn).put(RIFLE, "1504").put(ENEMY_MMG, "1608", facing=0)
    squad = (ENEMY, ENEMY_2, ENEMY_3)
    for unit in squad:
        scene.put(unit, "1508")
    factors = [scene.board.piece(unit).value("ap") for unit in (*squad, ENEMY_MMG)]
    assert factors == [4, 4, 4, 10]
    assert scene.fire("+".join((*squad, ENEMY_MMG)), RIFLE) == []
    attack = scene.board.state.fire.attack
    assert attack is not None
    assert attack.aims[RIFLE].strengths == {15}
    hexes = [scene.hex("1508"), scene.hex("1608")]
    assert strength.reduction(scene.board, hexes, scene.hex("1504")) == 7


def test_vehicles_and_wrecks_in_the_target_hex_take_a_factor_each() -> None:
    scene = battle(RIFLE, RIFLE_2).put("wreck", "1504").put(ENEMY_TANK, "1504")
    assert totals(scene, f"{RIFLE}+{RIFLE_2}", "1504") == {8 - 2}


def test_a_higher_target_takes_one_even_if_both_hexes_are_lower() -> None:
    scene = battle(RIFLE, levels={"1504": 1}).put(RIFLE_2, "1608")
    assert totals(scene, f"{RIFLE}+{RIFLE_2}", "1504") == {8 - 1}
    assert totals(battle(RIFLE, levels={"1508": 1}), RIFLE, "1504") == {4}


def test_a_machine_gun_short_of_crew_has_half_its_factors_rounded_up() -> None:
    scene = firing().put(MMG, "1508", crew_lost=1).put(ENEMY, "1504")
    assert totals(scene, MMG, "1504") == {5}
    assert totals(firing().put(MMG, "1508").put(ENEMY, "1504"), MMG, "1504") == {9}


def test_halving_comes_after_range_and_before_terrain() -> None:
    scene = firing(trees={"1502": 1}).put(ENEMY_MMG, "1508", crew_lost=2)
    piece = scene.board.piece(ENEMY_MMG)
    assert (piece.value("ap"), piece.value("range")) == (10, 14)
    assert totals(scene, ENEMY_MMG, "1502") == {5 - 1}


def test_a_total_is_never_below_nothing() -> None:
    scene = battle(RIFLE, trees={"1504": 4, "1506": 3})
    assert totals(scene, RIFLE, "1504") == {0}
    scene.fire(RIFLE, ENEMY)
    assert scene.hit(ENEMY, 1) == []
    assert scene.owed(ENEMY) == {"normal"}


def test_light_machine_guns_of_two_squads_need_a_commander() -> None:
    assert battle(LMG, LMG_2).fire(f"{LMG}+{LMG_2}", ENEMY) == ["11.13.b"]
    assert battle(LMG, LMG_2, COMMANDER).fire(f"{LMG}+{LMG_2}", ENEMY) == []
