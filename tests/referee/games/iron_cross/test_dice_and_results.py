"""Sections 11.3, 11.4: how many dice, the three result levels, what results do and who marks them.

Russians fire from 1508 at Germans in 1504.
"""

from __future__ import annotations

from typing import Any

import pytest

from referee.actions import Action, SetState
from referee.findings import Finding
from referee.games.iron_cross.fire.small_arms import ap_results
from referee.games.iron_cross.fire_state import Aim, Attack
from tests.referee.games.iron_cross.shooting import (
    COMMANDER,
    ENEMY,
    ENEMY_2,
    ENEMY_MMG,
    ENEMY_TANK,
    HIGHEST,
    LMG_2,
    OTHER_SQUAD,
    RIFLE,
    RIFLE_2,
    RIFLE_3,
    TANK,
    Battle,
    firing,
)

SQUAD = (RIFLE, RIFLE_2, RIFLE_3)


def battle(*enemies: str, phase: str = "support-fire", **drawn: Any) -> Battle:
    """Two riflemen with eight factors in 1508."""
    scene = firing(phase, **drawn).put(RIFLE, "1508").put(RIFLE_2, "1508")
    for enemy in enemies or (ENEMY,):
        scene.put(enemy, "1504")
    return scene


def shot(scene: Battle, *dice: int, target: str = ENEMY) -> list[str]:
    """Both riflemen fire, with these dice."""
    found = scene.fire(f"{RIFLE}+{RIFLE_2}", target)
    return found + scene.hit(target, *dice)


# -- dice (11.3) -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terrain", "dice"),
    [
        ("clear", 1),
        ("gully", 2),
        ("marsh", 2),
        ("woods", 1),
        ("single-hex-building", 2),
        ("multi-hex-building", 3),
        ("hill-1", 1),
        ("bridge", 1),
    ],
)
def test_the_terrain_of_the_target_says_how_many_dice(terrain: str, dice: int) -> None:
    for count in (1, 2, 3, 4):
        scene = battle(terrain={"1504": terrain})
        expected = [] if count == dice else ["11.31"]
        assert shot(scene, *([6] * count)) == expected


def test_a_road_through_other_terrain_may_be_read_as_either() -> None:
    for count, expected in ((1, []), (2, []), (3, ["11.31"])):
        scene = battle(terrain={"1504": "marsh"}, roads=("1504-1503",))
        assert shot(scene, *([6] * count)) == expected


@pytest.mark.parametrize(("count", "rules"), [(3, ["11.31"]), (4, []), (5, ["11.31"])])
def test_a_down_unit_in_a_marsh_with_one_firer_moved_takes_four_dice(
    count: int, rules: list[str]
) -> None:
    scene = firing("movement", terrain={"1504": "marsh"})
    scene.put(RIFLE, "1509").put(RIFLE_2, "1508").put(ENEMY, "1504", "down")
    scene.check(RIFLE, "move", 2)
    scene.move(RIFLE, "1509-1508")
    scene.phase("moving-fire")
    assert shot(scene, *([6] * count)) == rules


def test_a_failed_attempt_to_move_costs_the_die_of_movement_too() -> None:
    scene = firing("movement").put(RIFLE, "1508").put(RIFLE_2, "1508").put(ENEMY, "1504")
    scene.check(RIFLE, "move", HIGHEST)
    scene.phase("moving-fire")
    assert shot(scene, 6, 6) == []


@pytest.mark.parametrize(("marker", "dice"), [("ip-1", 2), ("ip-2", 3), ("ip-3", 4)])
def test_each_improved_position_point_is_a_die_more(marker: str, dice: int) -> None:
    assert shot(battle().put(marker, "1504"), *([6] * dice)) == []
    assert shot(battle().put(marker, "1504"), 6) == ["11.31"]


def test_a_vehicle_that_stood_still_covers_infantry_in_its_hex() -> None:
    assert shot(battle(ENEMY, ENEMY_TANK), 6, 6) == []
    assert shot(battle(ENEMY, ENEMY_TANK), 6) == ["11.31"]


def test_a_wreck_covers_infantry_too_and_two_do_no_more_than_one() -> None:
    assert shot(battle().put("wreck", "1504").put("wreck#2", "1504"), 6, 6) == []


def test_crew_weapons_are_never_covered_by_vehicles() -> None:
    scene = battle(ENEMY_MMG, ENEMY_TANK)
    assert shot(scene, 6, target=ENEMY_MMG) == []


def test_a_vehicle_that_moved_covers_nobody() -> None:
    scene = firing("movement", side="german").put(ENEMY_TANK, "1503", facing=3).put(ENEMY, "1504")
    scene.put(RIFLE, "1508").put(RIFLE_2, "1508").check(ENEMY_TANK, "move", 2)
    assert scene.move(ENEMY_TANK, "1503-1504") == []
    scene.phase("defensive-fire", side="german")
    assert shot(scene, 6) == []


def test_infantry_that_moved_with_the_vehicle_throughout_is_covered() -> None:
    scene = firing("movement", side="german").put(ENEMY_TANK, "1503", facing=3).put(ENEMY, "1503")
    scene.put(RIFLE, "1508").put(RIFLE_2, "1508")
    scene.check(ENEMY_TANK, "move", 2)
    scene.check(ENEMY, "move", 2)
    assert scene.move(f"{ENEMY_TANK}+{ENEMY}", "1503-1504") == []
    scene.phase("defensive-fire", side="german")
    assert shot(scene, 6, 6) == []


@pytest.mark.parametrize(("pushed", "dice"), [(True, 1), (False, 2)])
def test_a_wreck_that_was_pushed_in_this_player_turn_covers_nobody(pushed: bool, dice: int) -> None:
    scene = firing("movement").put(TANK, "1508", facing=0).put(RIFLE, "1506").put(ENEMY, "1502")
    scene.put("wreck", "1507" if pushed else "1506")
    if pushed:
        scene.check(TANK, "push-wreck", 2)
        scene.declare("push-wreck", TANK, "1507", targets=("wreck",), hex="1506")
        assert scene.move("wreck", "1507-1506") == []
        assert scene.move(TANK, "1508-1507") == []
    scene.phase("defensive-fire")
    assert scene.fire(ENEMY, RIFLE) == []
    assert scene.hit(RIFLE, *([6] * dice)) == []


@pytest.mark.parametrize(("face", "dice"), [("up", 2), ("down", 4)])
def test_vehicles_take_two_dice_up_and_four_down(face: str, dice: int) -> None:
    scene = firing().put(RIFLE, "1508").put(RIFLE_2, "1508").put(ENEMY_TANK, "1504", face)
    assert shot(scene, *([6] * dice), target=ENEMY_TANK) == []
    scene = firing().put(RIFLE, "1508").put(RIFLE_2, "1508").put(ENEMY_TANK, "1504", face)
    assert shot(scene, 6, 6, 6, target=ENEMY_TANK) == ["11.34"]


def test_the_dice_of_units_in_one_hex_differ_by_their_states() -> None:
    scene = battle().put(ENEMY_2, "1504", "down")
    scene.fire(f"{RIFLE}+{RIFLE_2}", ENEMY)
    assert scene.hit(ENEMY, 6) == []
    assert scene.hit(ENEMY_2, 6, 6) == []


# -- levels (11.42 to 11.44) -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("roll", "result"),
    [
        (9, ""),
        (8, "pinned"),
        (5, "pinned"),
        (4, "suppressed"),
        (3, "suppressed"),
        (2, "eliminated"),
    ],
)
def test_eight_factors_pin_with_eight_suppress_with_four_eliminate_with_two(
    roll: int, result: str
) -> None:
    board = firing().board
    dice = (roll - 4, 4) if roll > 5 else (roll,)
    attack = Attack("fire", "russian", (), None, "ap")
    found = ap_results(board, attack, Aim("", frozenset({1}), frozenset({8})), dice)
    assert found == {result}


def test_the_five_of_the_example_pins() -> None:
    scene = battle()
    assert shot(scene, 5) == []
    assert scene.owed(ENEMY) == {"pinned"}


def test_levels_are_rounded_up() -> None:
    aim = Aim("", frozenset({1}), frozenset({5}))
    attack = Attack("fire", "russian", (), None, "ap")
    board = firing().board
    assert [ap_results(board, attack, aim, (n,)) for n in (5, 3, 2)] == [
        {"pinned"}, {"suppressed"}, {"eliminated"},
    ]  # fmt: skip


def test_all_ones_eliminate_whatever_the_firepower() -> None:
    scene = battle(trees={"1504": 4, "1505": 3}, terrain={"1504": "gully"})
    assert shot(scene, 1, 1) == []
    assert scene.owed(ENEMY) == {"eliminated"}


def test_a_single_one_is_no_automatic_elimination() -> None:
    scene = battle(trees={"1504": 4, "1505": 3, "1506": 1})
    scene.fire(f"{RIFLE}+{RIFLE_2}", ENEMY)
    aim = Aim("", frozenset({1}), frozenset({0}))
    attack = Attack("fire", "russian", (), None, "ap")
    assert ap_results(scene.board, attack, aim, (1,)) == {""}


# -- results (11.43, 11.45) ------------------------------------------------------------------------


def test_a_pinned_result_is_marked_and_puts_the_unit_down() -> None:
    scene = battle()
    shot(scene, 5)
    assert scene.mark(ENEMY, "pinned") == []
    assert scene.end() == []


def test_a_result_that_is_not_marked_is_flagged() -> None:
    scene = battle()
    shot(scene, 5)
    assert scene.end() == ["11.43"]


def test_a_result_marked_wrongly_is_flagged() -> None:
    scene = battle()
    shot(scene, 5)
    scene.mark(ENEMY, "suppressed")
    assert scene.end() == ["11.43"]


def test_a_roll_above_the_level_does_nothing() -> None:
    scene = firing().put(RIFLE, "1508").put(ENEMY, "1504")
    scene.fire(RIFLE, ENEMY)
    scene.hit(ENEMY, 6)
    assert scene.set(ENEMY, "morale", "pinned") == ["11.43"]


def test_an_eliminated_man_is_removed() -> None:
    scene = battle()
    shot(scene, 1)
    assert scene.remove(ENEMY) == []
    assert scene.end() == []


def test_a_man_who_is_not_eliminated_is_not_removed() -> None:
    scene = battle()
    shot(scene, 5)
    assert scene.remove(ENEMY) == ["11.43"]


@pytest.mark.parametrize(
    ("before", "roll", "after"),
    [
        ("pinned", (6, 1), {"suppressed"}),
        ("pinned", (2, 2), {"suppressed"}),
        ("suppressed", (6, 1), {"suppressed"}),
        ("suppressed", (2, 2), {"suppressed", "eliminated"}),
    ],
)
def test_results_add_up(before: str, roll: tuple[int, int], after: set[str]) -> None:
    scene = firing().put(RIFLE, "1508").put(RIFLE_2, "1508")
    scene.put(ENEMY, "1504", "down", morale=before)
    assert shot(scene, *roll) == []
    assert scene.owed(ENEMY) == after


def test_who_is_suppressed_twice_checks_to_survive() -> None:
    scene = firing().put(RIFLE, "1508").put(RIFLE_2, "1508")
    scene.put(ENEMY, "1504", "down", morale="suppressed")
    shot(scene, 2, 2)
    assert scene.check(ENEMY, "special-roll", 10) == []
    assert scene.remove(ENEMY) == []
    assert scene.end() == []


def test_a_special_roll_left_out_is_flagged() -> None:
    scene = firing().put(RIFLE, "1508").put(RIFLE_2, "1508")
    scene.put(ENEMY, "1504", "down", morale="suppressed")
    shot(scene, 2, 2)
    assert scene.end() == ["11.45"]


def what_is_said(scene: Battle, action: Action) -> Finding:
    """The one finding on an action."""
    [finding] = scene.findings(action)
    return finding


def test_a_result_that_the_dice_did_not_give_is_told_with_its_roll_and_levels() -> None:
    scene = firing().put(RIFLE, "1508").put(ENEMY, "1504")
    scene.fire(RIFLE, ENEMY)
    scene.hit(ENEMY, 6)
    found = what_is_said(scene, SetState(unit=ENEMY, state="morale", value="pinned"))
    assert (found.rule, found.found) == ("11.43", "pinned")
    assert "the roll of 6 against it" in found.message
    assert found.expected.startswith("normal (P ")


def test_a_worse_result_than_the_dice_gave_is_told_with_its_roll() -> None:
    scene = battle()
    shot(scene, 5)
    scene.mark(ENEMY, "pinned")
    found = what_is_said(scene, SetState(unit=ENEMY, state="morale", value="suppressed"))
    assert (found.rule, found.found) == ("11.43", "suppressed")
    assert found.expected.startswith("pinned (P ")


def test_a_result_without_any_dice_came_from_nothing() -> None:
    scene = firing().put(ENEMY, "1504")
    found = what_is_said(scene, SetState(unit=ENEMY, state="morale", value="pinned"))
    assert (found.rule, found.expected) == ("3.23", "normal")


def test_dice_of_an_earlier_phase_are_no_reason() -> None:
    scene = firing().put(RIFLE, "1508").put(ENEMY, "1504")
    scene.fire(RIFLE, ENEMY)
    scene.hit(ENEMY, 6)
    scene.phase("movement")
    assert scene.set(ENEMY, "morale", "pinned") == ["3.23"]


def test_a_result_marked_wrongly_is_told_by_its_own_roll_and_no_later_one() -> None:
    scene = firing().put(RIFLE, "1508").put(RIFLE_2, "1508").put(RIFLE_3, "1506")
    scene.put(ENEMY, "1504")
    shot(scene, 2, 2)
    scene.mark(ENEMY, "pinned")
    scene.check(RIFLE_3, "grenade", 2)
    scene.attack(RIFLE_3, ENEMY, "grenade")
    scene.hit(ENEMY, 3)
    end = scene.board.end_phase()
    assert end is not None
    found = what_is_said(scene, end)
    assert "the roll of 2 + 2 against it" in found.message
    assert "suppressed (P " in found.expected


def test_a_result_that_special_dice_leave_as_it_was_is_told_by_its_own_roll() -> None:
    scene = firing().put(RIFLE, "1508").put(RIFLE_2, "1508").put(RIFLE_3, "1508")
    scene.put(OTHER_SQUAD, "1508").put(LMG_2, "1508").put(ENEMY, "1504")
    shot(scene, 2, 2)
    scene.mark(ENEMY, "pinned")
    scene.fire(f"{OTHER_SQUAD}+{LMG_2}", ENEMY)
    scene.hit(ENEMY, 2, 3)
    assert scene.owed(ENEMY) == {"suppressed", "eliminated"}
    scene.check(ENEMY, "special-roll", 2)
    end = scene.board.end_phase()
    assert end is not None
    found = what_is_said(scene, end)
    assert "the roll of 2 + 2 against it" in found.message
    assert found.rule == "11.43"


# -- vehicles and crews ----------------------------------------------------------------------------


def tank_shot(*dice: int) -> Battle:
    scene = firing()
    for man in (*SQUAD, "ru-a-lebedev", COMMANDER):
        scene.put(man, "1508")
    scene.put(ENEMY_TANK, "1504")
    scene.fire("+".join((*SQUAD, "ru-a-lebedev", COMMANDER)), ENEMY_TANK)
    assert scene.hit(ENEMY_TANK, *dice) == []
    return scene


def test_a_pinned_result_does_nothing_to_a_vehicle() -> None:
    scene = tank_shot(6, 6)
    assert scene.owed(ENEMY_TANK) == {"normal"}
    assert scene.end() == []


def test_a_suppressed_vehicle_closes_its_hatch() -> None:
    scene = tank_shot(4, 4)
    assert scene.mark(ENEMY_TANK, "suppressed") == []
    assert scene.end() == []


def test_an_eliminated_result_kills_the_commander_of_a_vehicle() -> None:
    scene = tank_shot(2, 2)
    assert scene.owed(ENEMY_TANK) == {"suppressed"}
    assert scene.mark(ENEMY_TANK, "suppressed") == []
    assert scene.set(ENEMY_TANK, "commander-killed", True) == []
    assert scene.end() == []


def test_a_dead_commander_who_is_not_marked_is_flagged() -> None:
    scene = tank_shot(2, 2)
    scene.mark(ENEMY_TANK, "suppressed")
    assert scene.end() == ["11.43"]


def test_the_hatch_of_a_dead_commander_stays_closed() -> None:
    scene = firing("state-change").put(ENEMY_TANK, "1504", "down", commander_killed=True)
    assert scene.set(ENEMY_TANK, "face", "up") == ["11.43"]


def gun_shot() -> Battle:
    scene = battle(ENEMY_MMG)
    assert shot(scene, 1, target=ENEMY_MMG) == []
    return scene


def test_a_crew_is_rolled_for_man_by_man() -> None:
    scene = gun_shot()
    scene.declare("crew-roll", ENEMY_MMG)
    assert scene.throw(4, 4) == []
    assert scene.throw(4, 5) == []
    assert scene.throw(6, 6) == []
    assert scene.owed(ENEMY_MMG) == {"suppressed"}
    assert scene.set(ENEMY_MMG, "crew-lost", 1) == []
    assert scene.mark(ENEMY_MMG, "suppressed") == []
    assert scene.end() == []


def test_crew_boxes_that_do_not_show_the_dead_are_flagged() -> None:
    scene = gun_shot()
    scene.declare("crew-roll", ENEMY_MMG)
    for _ in range(2):
        scene.throw(4, 4)
    scene.throw(6, 6)
    scene.set(ENEMY_MMG, "crew-lost", 1)
    scene.mark(ENEMY_MMG, "suppressed")
    assert scene.end() == ["11.43"]


def test_a_weapon_whose_crew_is_dead_is_removed() -> None:
    scene = gun_shot()
    scene.declare("crew-roll", ENEMY_MMG)
    for _ in range(3):
        scene.throw(1, 1)
    assert scene.remove(ENEMY_MMG) == []
    assert scene.end() == []


def test_a_weapon_is_not_removed_while_a_man_of_its_crew_lives() -> None:
    scene = gun_shot()
    scene.declare("crew-roll", ENEMY_MMG)
    for dice in ((1, 1), (1, 1), (6, 6)):
        scene.throw(*dice)
    assert scene.remove(ENEMY_MMG) == ["11.43"]


def test_an_eliminated_weapon_whose_crew_is_not_rolled_for_is_flagged() -> None:
    scene = gun_shot()
    scene.mark(ENEMY_MMG, "suppressed")
    assert scene.end() == ["11.43"]


def test_a_crew_is_not_rolled_for_without_cause() -> None:
    scene = battle(ENEMY_MMG)
    shot(scene, 5, target=ENEMY_MMG)
    assert scene.declare("crew-roll", ENEMY_MMG) == ["11.43"]


def test_a_crew_is_not_rolled_for_more_often_than_it_has_men() -> None:
    scene = gun_shot()
    scene.declare("crew-roll", ENEMY_MMG)
    for _ in range(3):
        scene.throw(6, 6)
    assert scene.throw(6, 6) == ["11.43"]


def test_a_tank_and_men_beside_it_are_attacked_by_themselves() -> None:
    scene = battle(ENEMY, ENEMY_TANK)
    scene.fire(f"{RIFLE}+{RIFLE_2}", ENEMY)
    assert scene.hit(ENEMY, 6, 6) == []
    assert scene.hit(ENEMY_TANK, 6, 6) == []
    assert scene.end() == []
