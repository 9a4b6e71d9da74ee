"""Chapter 23, observation, in the advanced game. Russians in 1508 look at Germans in 1504."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.iron_cross.fire.observation_modifiers import modifiers, sees
from tests.referee.games.iron_cross.shooting import (
    COMMANDER,
    ENEMY,
    ENEMY_2,
    ENEMY_3,
    ENEMY_MMG,
    ENEMY_TANK,
    GUN,
    LMG,
    MMG,
    RIFLE,
    RIFLE_2,
    TANK,
    Battle,
    firing,
)

ADVANCED = ("advanced",)
PENALTY = ("advanced", "observation-penalty")
CLEAR_BASE = 10


def battle(
    *enemies: str,
    phase: str = "support-fire",
    options: tuple[str, ...] = ADVANCED,
    at: str = "1504",
    **drawn: Any,
) -> Battle:
    scene = firing(phase, options=options, **drawn).put(RIFLE, "1508")
    for enemy in enemies or (ENEMY,):
        scene.put(enemy, at)
    return scene


def observe(scene: Battle, total: int, unit: str = RIFLE, hex_: str = "1504") -> list[str]:
    said = scene.declare("observation", unit, hex_)
    return said + scene.roll(total)


def change(scene: Battle, unit: str = RIFLE, hex_: str = "1504") -> tuple[int, int]:
    """Least and most sum of the modifiers."""
    found = modifiers(scene.board, scene.board.piece(unit), scene.hex(hex_))
    return found.least, found.most


def strengths(scene: Battle, unit: str = ENEMY) -> set[int]:
    assert scene.board.state.fire.attack is not None
    return set(scene.board.state.fire.attack.aims[unit].strengths)


# -- who observes (23.1) ---------------------------------------------------------------------------


def test_a_unit_observes_a_hex_in_its_sight() -> None:
    assert observe(battle(), 10) == []


def test_observation_is_of_the_advanced_game() -> None:
    assert observe(battle(options=()), 10) == ["23.0"]


def test_nobody_observes_without_a_line_of_sight() -> None:
    assert observe(battle(terrain={"1506": "single-hex-building"}), 10) == ["23.11"]


@pytest.mark.parametrize(
    ("phase", "rules"),
    [("support-fire", []), ("moving-fire", []), ("defensive-fire", ["23.11"])],
)
def test_who_may_fire_in_the_phase_observes(phase: str, rules: list[str]) -> None:
    assert observe(battle(phase=phase), 10) == rules


def test_one_unit_of_a_hex_observes_another() -> None:
    scene = battle().put(RIFLE_2, "1508").put(ENEMY_2, "1505")
    assert observe(scene, 12) == []
    assert observe(scene, 12, RIFLE_2) == ["23.12"]
    assert observe(scene, 12, RIFLE_2, "1505") == []


def test_observation_comes_before_the_checks_to_fire() -> None:
    scene = battle()
    scene.ready(RIFLE)
    observe(scene, 10)
    assert scene.attack(RIFLE, ENEMY) == ["23.11"]


def test_what_one_has_seen_all_in_his_hex_have() -> None:
    scene = battle().put(RIFLE_2, "1508")
    observe(scene, 2)
    assert scene.fire(RIFLE_2, ENEMY) == []
    assert strengths(scene) == {4}


def test_observation_is_rolled_with_two_dice() -> None:
    scene = battle()
    scene.declare("observation", RIFLE, "1504")
    assert scene.throw(3) == ["23.2"]


# -- modifiers favouring the target (23.2.a to g) --------------------------------------------------


@pytest.mark.parametrize(("number", "modifier"), [("1503", 0), ("1502", 1), ("1507", 0)])
def test_each_five_hexes_beyond_five_are_one_more(number: str, modifier: int) -> None:
    scene = firing(options=ADVANCED).put(RIFLE, "1512").put(ENEMY, number)
    assert change(scene, hex_=number) == (modifier, modifier)


def test_improved_positions_trees_and_what_stands_along_the_line_hide() -> None:
    assert change(battle().put("ip-2", "1504")) == (2, 2)
    assert change(battle(trees={"1504": 1})) == (1, 1)
    assert change(battle(trees={"1506": 2}).put(TANK, "1505")) == (3, 3)
    assert change(battle(terrain={"1506": "marsh", "1505": "marsh"})) == (2, 2)


def test_a_unit_that_is_down_is_harder_to_see_a_vehicle_is_not() -> None:
    down = firing(options=ADVANCED).put(RIFLE, "1508").put(ENEMY, "1504", "down")
    assert change(down) == (1, 1)
    mixed = battle().put(ENEMY_2, "1504", "down")
    assert change(mixed) == (0, 1)
    vehicle = firing(options=ADVANCED).put(RIFLE, "1508").put(ENEMY_TANK, "1504", "down")
    assert change(vehicle) == (-4, -4)


def test_an_observer_that_moved_is_worse_for_three_phases() -> None:
    scene = firing("movement", options=ADVANCED).put(RIFLE, "1509").put(ENEMY, "1504")
    scene.check(RIFLE, "move", 2)
    scene.move(RIFLE, "1509-1508")
    scene.phase("reaction-movement")
    assert change(scene) == (2, 2)
    scene.phase("defensive-fire")
    assert change(scene) == (2, 2)
    scene.phase("moving-fire")
    assert change(scene) == (0, 2)
    scene.phase("assault")
    assert change(scene) == (0, 0)


# -- modifiers favouring the observer (23.2.a#2 to j) ----------------------------------------------


def test_a_hex_seen_in_an_earlier_player_turn_is_easier_if_nobody_moved() -> None:
    scene = battle()
    observe(scene, 2)
    assert change(scene) == (0, 0)
    scene.phase("support-fire", side="german")
    assert change(scene) == (-1, -1)


def test_it_is_not_if_the_hex_was_not_seen_or_somebody_moved() -> None:
    scene = battle()
    observe(scene, 12)
    scene.phase("support-fire", side="german")
    assert change(scene) == (0, 0)
    scene = battle()
    observe(scene, 2)
    scene.phase("movement")
    scene.check(RIFLE, "move", 12)
    scene.phase("support-fire", side="german", turn=1)
    for phase in ("movement", "reaction-movement"):
        scene.phase(phase, side="german")
    assert change(scene)[0] >= 0


def test_a_hex_two_levels_lower_is_easier_woods_and_buildings_apart() -> None:
    assert change(battle(levels={"1508": 2})) == (-1, -1)
    assert change(battle(levels={"1508": 1})) == (0, 0)
    building = battle(levels={"1508": 2}, terrain={"1504": "single-hex-building"})
    assert change(building) == (0, 0)


def test_a_target_that_moved_is_easier() -> None:
    scene = firing("movement", side="german", options=ADVANCED).put(RIFLE, "1508")
    scene.put(ENEMY, "1503").check(ENEMY, "move", 2)
    scene.move(ENEMY, "1503-1504")
    assert change(scene) == (-2, 0)
    scene.phase("reaction-movement", side="german")
    assert change(scene) == (-2, -2)


def test_vehicles_commanders_and_four_men() -> None:
    assert change(battle(ENEMY_TANK)) == (-4, -4)
    assert change(battle().put(COMMANDER, "1508"), COMMANDER) == (-2, -2)
    four = (ENEMY, ENEMY_2, ENEMY_3, "ge-a-fischer")
    assert change(battle(*four[:3])) == (0, 0)
    assert change(battle(*four)) == (-1, -1)
    assert change(battle(ENEMY, ENEMY_MMG)) == (-1, -1)


@pytest.mark.parametrize(
    ("unit", "verb", "modifier"),
    [
        (ENEMY, "fire", (-2, -2)),
        ("ge-a-bauer", "fire", (-3, -3)),
        (ENEMY_MMG, "fire", (-4, -4)),
        (ENEMY_TANK, "anti-tank-fire", (-9, -9)),
        (ENEMY_TANK, "fire", (-11, -9)),
    ],
)
def test_who_fired_is_easier_to_see(unit: str, verb: str, modifier: tuple[int, int]) -> None:
    scene = firing("support-fire", side="german", options=ADVANCED)
    scene.put(unit, "1504", facing=3).put(RIFLE, "1508").put(TANK, "1608", facing=0)
    if verb == "anti-tank-fire":
        scene.declare("observation", unit, "1608")
        scene.roll(2)
    scene.fire(unit, TANK if verb == "anti-tank-fire" else RIFLE, verb)
    scene.phase("movement", side="german")
    assert change(scene) == modifier


def test_intensive_fire_is_seen_best() -> None:
    scene = firing("support-fire", side="german", options=ADVANCED)
    scene.put(ENEMY_MMG, "1504", facing=3).put(RIFLE, "1508")
    scene.ready(ENEMY_MMG)
    scene.declare("intensive-fire", ENEMY_MMG)
    scene.attack(ENEMY_MMG, RIFLE)
    scene.phase("movement", side="german")
    assert change(scene) == (-9, -9)


def test_fire_is_forgotten_after_three_phases() -> None:
    scene = firing("support-fire", side="german", options=ADVANCED)
    scene.put(ENEMY, "1504").put(RIFLE, "1508")
    scene.fire(ENEMY, RIFLE)
    for phase in ("movement", "reaction-movement", "defensive-fire"):
        scene.phase(phase, side="german")
    assert change(scene) == (-2, 0)
    scene.phase("moving-fire", side="german")
    assert change(scene) == (0, 0)


def test_the_morale_phase_and_the_change_of_states_do_not_count() -> None:
    scene = firing("moving-fire", side="german", options=ADVANCED)
    scene.put(ENEMY, "1504").put(RIFLE, "1508")
    scene.fire(ENEMY, RIFLE)
    for phase in ("assault", "state-change"):
        scene.phase(phase, side="german")
    scene.phase("morale", turn=2)
    scene.phase("support-fire", turn=2)
    assert change(scene) == (-2, -2)


@pytest.mark.parametrize(
    ("terrain", "base"),
    [("clear", 10), ("gully", 9), ("woods", 8), ("multi-hex-building", 7), ("hill-1", 10)],
)
def test_the_base_is_that_of_the_terrain(terrain: str, base: int) -> None:
    scene = battle(terrain={"1504": terrain})
    rifle = scene.board.piece(RIFLE)
    assert sees(scene.board, rifle, scene.hex("1504"), base) is True
    assert sees(scene.board, rifle, scene.hex("1504"), base + 1) is False


# -- effects (23.3) --------------------------------------------------------------------------------


def test_anti_tank_fire_needs_an_observed_target() -> None:
    scene = firing(options=ADVANCED).put(GUN, "1508", facing=0).put(ENEMY_TANK, "1504")
    assert scene.fire(GUN, ENEMY_TANK, "anti-tank-fire") == ["23.31"]
    scene = firing(options=ADVANCED).put(GUN, "1508", facing=0).put(ENEMY_TANK, "1504")
    observe(scene, 2, GUN)
    assert scene.fire(GUN, ENEMY_TANK, "anti-tank-fire") == []


def test_units_in_the_next_hex_always_observe_each_other() -> None:
    scene = firing(options=ADVANCED).put(GUN, "1508", facing=0).put(ENEMY_TANK, "1507")
    assert scene.fire(GUN, ENEMY_TANK, "anti-tank-fire") == []


def test_unobserved_fire_is_halved_rounded_up() -> None:
    scene = battle().put(RIFLE_2, "1508").put("ru-a-kozlov", "1508")
    scene.fire(f"{RIFLE}+{RIFLE_2}+ru-a-kozlov", ENEMY)
    assert strengths(scene) == {6}
    scene = battle()
    observe(scene, 12)
    scene.fire(RIFLE, ENEMY)
    assert strengths(scene) == {2}


def test_whether_trees_come_before_or_after_the_halving_both_are_right() -> None:
    scene = battle(trees={"1504": 1}).put(RIFLE_2, "1508")
    scene.fire(f"{RIFLE}+{RIFLE_2}", ENEMY)
    assert strengths(scene) == {3, 4}


def test_fire_is_not_halved_without_the_advanced_rules() -> None:
    scene = battle(options=())
    scene.fire(RIFLE, ENEMY)
    assert strengths(scene) == {4}


def test_an_attempt_that_readings_leave_open_allows_both() -> None:
    scene = firing("movement", options=ADVANCED).put(RIFLE, "1509").put(ENEMY, "1504")
    scene.check(RIFLE, "move", 2)
    scene.move(RIFLE, "1509-1508")
    for phase in ("reaction-movement", "defensive-fire", "moving-fire"):
        scene.phase(phase)
    observe(scene, CLEAR_BASE)
    scene.fire(RIFLE, ENEMY)
    assert strengths(scene) == {2, 4}


@pytest.mark.parametrize(("unit", "full"), [(TANK, 7), (MMG, 9), (LMG, 6), (RIFLE_2, 2)])
def test_vehicles_and_machine_guns_need_not_observe_buildings(unit: str, full: int) -> None:
    scene = firing(options=ADVANCED, terrain={"1504": "multi-hex-building"})
    scene.put(unit, "1508", facing=0).put(ENEMY, "1504")
    scene.fire(unit, ENEMY)
    assert strengths(scene) == {full}


def test_lanes_and_spray_are_never_halved() -> None:
    scene = firing(options=ADVANCED).put(MMG, "1508", facing=0).put(ENEMY, "1504")
    scene.ready(MMG)
    scene.attack(MMG, ENEMY, "fire-lane", hex="1504")
    assert strengths(scene) == {9}


def test_grenades_need_no_observation() -> None:
    scene = firing(options=ADVANCED).put(RIFLE, "1508").put(ENEMY, "1506")
    assert scene.fire(RIFLE, ENEMY, "grenade", "grenade") == []
    assert scene.hit(ENEMY, 1) == []
    assert scene.owed(ENEMY) == {"eliminated"}


def test_mortars_fire_at_unobserved_hexes_with_full_factors() -> None:
    scene = firing(options=ADVANCED).put("ru-mor-1", "1512").put(ENEMY, "1502")
    scene.ready("ru-mor-1")
    assert scene.attack("ru-mor-1", ENEMY, "mortar-fire", rounds=1) == []
    scene.declare("scatter", "ru-mor-1", for_="distance")
    scene.throw(3)
    assert strengths(scene) == {6}


def group() -> Battle:
    scene = firing(options=ADVANCED).put(RIFLE_2, "1508").put("ru-a-kozlov", "1608")
    return scene.put(COMMANDER, "1608").put(ENEMY, "1504")


@pytest.mark.parametrize(("unit", "strength"), [(COMMANDER, {8}), (RIFLE_2, {4})])
def test_only_the_leader_observes_for_group_fire(unit: str, strength: set[int]) -> None:
    scene = group()
    assert observe(scene, 2, unit) == []
    scene.fire(f"{RIFLE_2}+ru-a-kozlov", ENEMY)
    assert strengths(scene) == strength


# -- the penalty -----------------------------------------------------------------------------------


def test_with_the_penalty_an_attempt_without_modifiers_is_movement() -> None:
    scene = battle(options=PENALTY)
    observe(scene, 2)
    assert scene.fire(RIFLE, ENEMY) == []
    scene = battle(options=PENALTY)
    observe(scene, 2)
    scene.phase("movement")
    assert scene.check(RIFLE, "move", 2) == ["23.2.a#3"]


def test_it_is_none_where_a_modifier_applies_or_without_the_option() -> None:
    scene = battle(options=PENALTY, trees={"1504": 1})
    observe(scene, 2)
    scene.phase("movement")
    assert scene.check(RIFLE, "move", 2) == []
    scene = battle()
    observe(scene, 2)
    scene.phase("movement")
    assert scene.check(RIFLE, "move", 2) == []


def test_who_has_moved_may_not_observe_without_modifiers() -> None:
    scene = firing("movement", options=PENALTY).put(RIFLE, "1508").put(ENEMY, "1504")
    scene.check(RIFLE, "move", 12)
    for phase in ("reaction-movement", "defensive-fire", "moving-fire", "assault"):
        scene.phase(phase)
    assert scene.declare("observation", RIFLE, "1504") == ["6.0", "23.2.b#3"]


def test_the_observer_of_a_hidden_hex_sees_nobody() -> None:
    scene = battle().put("ge-a-haas", "1504", hidden=True)
    assert change(scene) == (0, 0)
