"""Chapter 12, anti-tank fire. A Russian gun of 9 factors in 1508 fires at a tank in 1504.

The tank IIIe has frontal armor 2, flank armor 1; it faces the gun with facing 3.
"""

from __future__ import annotations

from typing import Any

import pytest

from compiler.hexes import Hex
from referee.actions import Place
from referee.games.iron_cross.fire.sighting import on_edge_of_front
from tests.referee.games.iron_cross.shooting import (
    ENEMY,
    ENEMY_TANK,
    GUN,
    LMG,
    RIFLE,
    RIFLE_AT,
    STUG,
    TANK,
    Battle,
    firing,
)

FRONT, SIDE = 3, 0


def battle(facing: int = FRONT, gun: str = GUN, **drawn: Any) -> Battle:
    scene = firing(**drawn).put(gun, "1508", facing=0)
    return scene.put(ENEMY_TANK, "1504", facing=facing)


def shot(scene: Battle, *dice: int, gun: str = GUN) -> list[str]:
    return scene.fire(gun, ENEMY_TANK, "anti-tank-fire") + scene.hit(ENEMY_TANK, *dice)


@pytest.mark.parametrize(
    ("facing", "dice", "fate"),
    [
        (FRONT, (3, 4), "eliminated"),
        (FRONT, (4, 4), "normal"),
        (SIDE, (4, 4), "eliminated"),
        (SIDE, (4, 5), "normal"),
    ],
)
def test_armor_is_added_to_the_dice_frontal_from_the_front(
    facing: int, dice: tuple[int, int], fate: str
) -> None:
    scene = battle(facing)
    assert shot(scene, *dice) == []
    assert scene.owed(ENEMY_TANK) == {fate}


def test_a_tank_on_a_higher_level_is_harder_to_hit() -> None:
    scene = battle(levels={"1504": 1})
    shot(scene, 3, 4)
    assert scene.owed(ENEMY_TANK) == {"normal"}


def test_all_ones_destroy_whatever_the_armor() -> None:
    scene = firing().put(RIFLE_AT, "1508").put(STUG, "1504", facing=3)
    scene.fire(RIFLE_AT, STUG, "anti-tank-fire")
    scene.hit(STUG, 1, 1)
    assert scene.owed(STUG) == {"eliminated"}


def test_a_destroyed_tank_leaves_a_wreck() -> None:
    scene = battle()
    shot(scene, 2, 2)
    assert scene.remove(ENEMY_TANK) == []
    scene.put("wreck", "1504")
    assert scene.end() == []


def test_a_destroyed_tank_without_a_wreck_is_flagged() -> None:
    scene = battle()
    shot(scene, 2, 2)
    scene.remove(ENEMY_TANK)
    assert scene.end() == ["12.32"]


def test_a_tank_that_was_missed_is_not_removed() -> None:
    scene = battle()
    shot(scene, 6, 6)
    assert scene.remove(ENEMY_TANK) == ["11.43"]


def test_a_wreck_without_a_destroyed_tank_is_flagged() -> None:
    scene = battle()
    assert scene.do(Place(unit="wreck", at="1504")) == ["12.32"]


def test_infantry_beside_a_destroyed_tank_is_suppressed() -> None:
    scene = battle().put(ENEMY, "1504")
    shot(scene, 2, 2)
    scene.remove(ENEMY_TANK)
    scene.put("wreck", "1504")
    assert scene.owed(ENEMY) == {"suppressed"}
    assert scene.end() == ["12.34"]


@pytest.mark.parametrize(("dice", "rules"), [((6, 6), []), ((6, 6, 6), ["12.2"])])
def test_a_gun_that_stood_still_rolls_two_dice(dice: tuple[int, ...], rules: list[str]) -> None:
    assert shot(battle(), *dice) == rules


@pytest.mark.parametrize(("dice", "rules"), [((6, 6, 6), []), ((6, 6), ["12.2"])])
def test_a_gun_that_turned_rolls_three(dice: tuple[int, ...], rules: list[str]) -> None:
    scene = firing("movement").put(GUN, "1508", facing=1).put(ENEMY_TANK, "1504", facing=3)
    scene.check(GUN, "facing", 2)
    scene.set(GUN, "facing", 0)
    scene.phase("moving-fire")
    assert shot(scene, *dice) == rules


def test_a_stug_that_turned_rolls_three() -> None:
    scene = firing("movement", side="german").put(STUG, "1504", facing=2).put(TANK, "1508")
    scene.check(STUG, "facing", 2)
    scene.set(STUG, "facing", 3)
    scene.phase("moving-fire", side="german")
    scene.fire(STUG, TANK, "anti-tank-fire")
    assert scene.hit(TANK, 6, 6, 6) == []


def test_anti_tank_factors_are_not_combined() -> None:
    scene = battle().put("ru-45at-2", "1608", facing=0)
    assert scene.fire(f"{GUN}+ru-45at-2", ENEMY_TANK, "anti-tank-fire") == ["12.14"]


def test_anti_tank_factors_are_for_vehicles_only() -> None:
    scene = firing().put(GUN, "1508", facing=0).put(ENEMY, "1504")
    assert scene.fire(GUN, ENEMY, "anti-tank-fire") == ["12.12"]


def test_only_units_with_anti_tank_factors_use_them() -> None:
    scene = battle().put(LMG, "1508", facing=0)
    assert scene.fire(LMG, ENEMY_TANK, "anti-tank-fire") == ["12.11"]


def test_only_anti_tank_rifles_lose_factors_with_range() -> None:
    scene = firing().put(RIFLE_AT, "1511").put(ENEMY_TANK, "1502", facing=0)
    assert scene.board.piece(RIFLE_AT).value("range") == 6
    scene.fire(RIFLE_AT, ENEMY_TANK, "anti-tank-fire")
    scene.hit(ENEMY_TANK, 2, 3)
    assert scene.owed(ENEMY_TANK) == {"normal"}  # 6 less 1 for range against 5 and 1 for armor
    scene = firing().put(GUN, "1512", facing=0).put(ENEMY_TANK, "1501", facing=0)
    scene.fire(GUN, ENEMY_TANK, "anti-tank-fire")
    scene.hit(ENEMY_TANK, 4, 4)
    assert scene.owed(ENEMY_TANK) == {"eliminated"}


def test_terrain_never_changes_anti_tank_fire() -> None:
    scene = battle(terrain={"1504": "woods"}, trees={"1504": 3, "1506": 3})
    shot(scene, 3, 4)
    assert scene.owed(ENEMY_TANK) == {"eliminated"}


def test_on_the_edge_of_its_front_a_tank_has_either_armor() -> None:
    scene = firing().put(ENEMY_TANK, "1504", facing=3)
    tank = scene.hex("1504")
    edge = Hex(tank.q + 1, tank.r + 1)
    assert on_edge_of_front(tank, 3, edge)
    scene.put(GUN, scene.data.map.number(edge), facing=0)
    assert scene.fire(GUN, ENEMY_TANK, "anti-tank-fire") == []
    scene.hit(ENEMY_TANK, 4, 4)  # 9 factors: 8 and 1 for the flank, 8 and 2 for the front
    assert scene.remove(ENEMY_TANK) == []
    scene = firing().put(ENEMY_TANK, "1504", facing=3)
    scene.put(GUN, scene.data.map.number(edge), facing=0)
    scene.fire(GUN, ENEMY_TANK, "anti-tank-fire")
    scene.hit(ENEMY_TANK, 4, 4)
    assert scene.end() == []


def test_a_rifleman_has_no_part_in_anti_tank_fire() -> None:
    scene = battle().put(RIFLE, "1508")
    assert scene.fire(RIFLE, ENEMY_TANK, "anti-tank-fire") == ["12.11"]
