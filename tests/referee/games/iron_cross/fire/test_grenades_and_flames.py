"""Chapters 15 and 16, grenades and flamethrowers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.referee.games.iron_cross.scene import shipped
from tests.referee.games.iron_cross.shooting import (
    ENEMY,
    ENEMY_2,
    ENEMY_MMG,
    ENEMY_TANK,
    FLAMES,
    GUN,
    HIGHEST,
    MMG,
    RIFLE,
    RIFLE_2,
    TANK,
    Battle,
    firing,
)

THROW = "grenade"


def battle(*enemies: str, at: str = "1506", phase: str = "support-fire", **drawn: Any) -> Battle:
    side = "german" if phase == "defensive-fire" else "russian"
    scene = firing(phase, side=side, **drawn).put(RIFLE, "1508")
    for enemy in enemies or (ENEMY,):
        scene.put(enemy, at)
    return scene


def throw(scene: Battle, *dice: int, unit: str = RIFLE, target: str = ENEMY) -> list[str]:
    found = scene.fire(unit, target, THROW, THROW)
    return found + (scene.hit(target, *dice) if dice else [])


@pytest.mark.parametrize("phase", ["support-fire", "defensive-fire", "moving-fire"])
def test_grenades_are_thrown_in_the_three_fire_phases(phase: str) -> None:
    assert throw(battle(phase=phase)) == []


def test_grenades_are_not_thrown_in_movement() -> None:
    scene = firing("movement").put(RIFLE, "1508").put(ENEMY, "1507")
    assert scene.ready(RIFLE, THROW) == ["10.13"]


@pytest.mark.parametrize("unit", [MMG, GUN, TANK])
def test_crews_and_vehicles_throw_no_grenades(unit: str) -> None:
    assert firing().put(unit, "1508").ready(unit, THROW) == ["15.1"]


def test_flamethrowers_throw_no_grenades() -> None:
    assert firing(side="german").put(FLAMES, "1508").ready(FLAMES, THROW) == ["15.1"]


def test_the_check_to_throw_is_two_harder() -> None:
    scene = battle()
    assert scene.board.piece(RIFLE).value("performance") == 9
    scene.check(RIFLE, THROW, 8)
    assert scene.attack(RIFLE, ENEMY, THROW) == ["4.0"]


def test_a_grenade_needs_a_check() -> None:
    assert battle().attack(RIFLE, ENEMY, THROW) == ["15.3"]


def test_one_man_throws_from_a_hex() -> None:
    scene = battle().put(RIFLE_2, "1508")
    scene.check(RIFLE, THROW, HIGHEST)
    assert scene.ready(RIFLE_2, THROW) == ["15.3"]


def test_somebody_who_comes_later_to_the_hex_throws_no_more_from_it() -> None:
    scene = battle()
    throw(scene, 5)
    scene.phase("moving-fire")
    scene.put(RIFLE_2, "1508")
    assert scene.ready(RIFLE_2, THROW) == ["15.3"]


def test_all_in_the_hex_have_fired_when_one_throws() -> None:
    scene = battle().put(MMG, "1508")
    throw(scene, 5)
    scene.phase("moving-fire")
    assert scene.ready(MMG) == ["10.11"]


@pytest.mark.parametrize(
    ("at", "terrain", "rules"),
    [
        ("1506", {}, []),
        ("1505", {}, ["15.4"]),
        ("1506", {"1506": "single-hex-building"}, ["15.4"]),
        ("1506", {"1508": "multi-hex-building"}, ["15.4"]),
        ("1507", {"1507": "single-hex-building"}, []),
    ],
)
def test_grenades_go_two_hexes_and_one_at_buildings(
    at: str, terrain: dict[str, str], rules: list[str]
) -> None:
    assert throw(battle(at=at, terrain=terrain)) == rules


def test_a_grenade_is_thrown_at_an_occupied_hex() -> None:
    scene = battle()
    scene.ready(RIFLE, THROW)
    assert scene.attack(RIFLE, "1507", THROW) == ["15.1"]


def test_a_grenade_is_thrown_by_one_man() -> None:
    scene = battle().put(RIFLE_2, "1608")
    scene.ready(RIFLE, THROW)
    scene.ready(RIFLE_2, THROW)
    assert scene.attack(f"{RIFLE}+{RIFLE_2}", ENEMY, THROW) == ["15.5"]


@pytest.mark.parametrize(
    ("terrain", "results"),
    [
        ("clear", ["eliminated", "suppressed", "pinned", "pinned", "normal", "normal"]),
        (
            "multi-hex-building",
            ["eliminated", "suppressed", "suppressed", "pinned", "pinned", "normal"],
        ),
    ],
)
def test_the_die_on_the_grenade_table(terrain: str, results: list[str]) -> None:
    for die, result in enumerate(results, start=1):
        scene = battle(at="1507", terrain={"1507": terrain})
        assert throw(scene, die) == []
        assert scene.owed(ENEMY) == {result}


def test_each_enemy_in_the_hex_is_rolled_for_with_one_die() -> None:
    scene = battle(ENEMY, ENEMY_2)
    assert throw(scene, 5) == []
    assert scene.hit(ENEMY_2, 5, 5) == ["15.6"]


def test_a_grenade_does_nothing_to_vehicles() -> None:
    scene = battle(ENEMY, ENEMY_TANK)
    assert throw(scene, 5) == []
    assert scene.hit(ENEMY_TANK, 5) == ["10.24"]


def test_grenades_kill_crews_with_ten_or_less() -> None:
    scene = battle(ENEMY_MMG)
    assert throw(scene, 1, target=ENEMY_MMG) == []
    scene.declare("crew-roll", ENEMY_MMG)
    for dice in ((5, 5), (5, 5), (5, 6)):
        scene.throw(*dice)
    assert scene.set(ENEMY_MMG, "crew-lost", 2) == []
    assert scene.mark(ENEMY_MMG, "suppressed") == []
    assert scene.end() == []


def test_a_side_has_only_the_grenades_of_the_scenario() -> None:
    scene = battle()
    scene.board.scenario = shipped().scenarios["demyansk"]
    scene.board.state.fire.grenades["russian"] = 9
    assert scene.ready(RIFLE, THROW) == []
    scene.board.state.fire.grenades["russian"] = 10
    scene.put(RIFLE_2, "1608")
    assert scene.ready(RIFLE_2, THROW) == ["15.9"]


def test_a_grenade_that_is_thrown_is_used_up_and_a_failed_attempt_is_not() -> None:
    scene = battle()
    scene.check(RIFLE, THROW, HIGHEST)
    assert scene.board.state.fire.grenades == {}
    scene = battle()
    throw(scene)
    assert scene.board.state.fire.grenades == {"russian": 1}


# -- flamethrowers ---------------------------------------------------------------------------------


FLAME = "flamethrower"


def burning(at: str = "1507", face: str = "up", *targets: str, **drawn: Any) -> Battle:
    scene = firing(side="german", **drawn).put(FLAMES, "1508", face)
    for target in targets or (RIFLE,):
        scene.put(target, at)
    return scene


@pytest.mark.parametrize(
    ("at", "total", "result"),
    [
        ("1507", (4, 4), "eliminated"),
        ("1507", (4, 5), "suppressed"),
        ("1506", (3, 3), "eliminated"),
        ("1506", (3, 4), "suppressed"),
    ],
)
def test_two_dice_and_the_range_on_the_flamethrower_table(
    at: str, total: tuple[int, int], result: str
) -> None:
    scene = burning(at)
    assert scene.fire(FLAMES, RIFLE, FLAME) == []
    assert scene.hit(RIFLE, *total) == []
    assert scene.owed(RIFLE) == {result}


def test_terrain_states_and_positions_do_not_change_the_two_dice() -> None:
    scene = firing(side="german", terrain={"1507": "multi-hex-building"}).put(FLAMES, "1508")
    scene.put(RIFLE, "1507", "down").put("ip-3", "1507")
    assert scene.fire(FLAMES, RIFLE, FLAME) == []
    assert scene.hit(RIFLE, 4, 4) == []
    assert scene.owed(RIFLE) == {"eliminated"}


def test_another_number_of_dice_is_flagged() -> None:
    scene = burning()
    scene.fire(FLAMES, RIFLE, FLAME)
    assert scene.hit(RIFLE, 4) == ["16.3"]


def test_flames_reach_two_hexes() -> None:
    assert burning("1505").fire(FLAMES, RIFLE, FLAME) == ["16.1"]


def test_flames_do_nothing_to_vehicles() -> None:
    assert burning("1507", "up", TANK).fire(FLAMES, TANK, FLAME) == ["16.1"]


def test_a_flamethrower_is_up() -> None:
    assert burning("1507", "down").fire(FLAMES, RIFLE, FLAME) == ["16.2"]


def test_a_flamethrower_needs_a_check_and_is_not_combined() -> None:
    assert burning().attack(FLAMES, RIFLE, FLAME) == ["10.12"]
    scene = burning().put(ENEMY, "1508")
    scene.ready(f"{FLAMES}+{ENEMY}")
    assert scene.attack(f"{FLAMES}+{ENEMY}", RIFLE, FLAME) == ["16.0"]


def test_flames_do_not_go_through_a_building() -> None:
    scene = burning("1506", "up", RIFLE, terrain={"1507": "single-hex-building"})
    assert scene.fire(FLAMES, RIFLE, FLAME) == ["10.31.a"]


# -- once on one check -----------------------------------------------------------------------------


def test_a_man_throws_one_grenade_on_his_check() -> None:
    scene = firing().put(RIFLE, "1508").put(ENEMY, "1506").put(ENEMY_2, "1507")
    scene.check(RIFLE, "grenade", 2)
    assert scene.attack(RIFLE, ENEMY, "grenade") == []
    scene.hit(ENEMY, 6)
    assert scene.attack(RIFLE, ENEMY_2, "grenade") == ["15.3"]


def test_a_flamethrower_flames_once_on_its_check() -> None:
    scene = firing(side="german").put(FLAMES, "1508").put(RIFLE, "1506").put(RIFLE_2, "1507")
    assert scene.fire(FLAMES, RIFLE, "flamethrower") == []
    scene.hit(RIFLE, 6, 6)
    assert scene.attack(FLAMES, RIFLE_2, "flamethrower") == ["10.11"]


# -- what the log has to tell ----------------------------------------------------------------------


def test_men_who_checked_in_time_do_not_throw_more_grenades_than_there_are() -> None:
    scene = battle().put(RIFLE_2, "1607")
    scene.board.scenario = shipped().scenarios["demyansk"]
    scene.board.state.fire.grenades["russian"] = 9
    assert scene.ready(RIFLE, THROW) + scene.ready(RIFLE_2, THROW) == []
    assert scene.attack(RIFLE, ENEMY, THROW) == []
    scene.hit(ENEMY, 6)
    assert scene.attack(RIFLE_2, ENEMY, THROW) == ["15.9"]


def test_a_throw_that_was_told_of_at_the_check_is_not_told_of_again() -> None:
    scene = battle()
    scene.board.scenario = shipped().scenarios["demyansk"]
    scene.board.state.fire.grenades["russian"] = 10
    assert scene.ready(RIFLE, THROW) == ["15.9"]
    assert scene.attack(RIFLE, ENEMY, THROW) == []


def test_grenades_and_flames_have_a_target_hex() -> None:
    scene = battle()
    scene.ready(RIFLE, THROW)
    assert scene.attack(RIFLE, "", THROW) == ["?15.1"]
    scene = burning()
    scene.ready(FLAMES)
    assert scene.attack(FLAMES, "", FLAME) == ["?10.0.a"]


def test_flames_hurt_only_men_in_their_hex() -> None:
    scene = burning("1507", "up", RIFLE, RIFLE_2)
    scene.fire(FLAMES, RIFLE, FLAME)
    assert scene.hit(RIFLE, 2, 2) + scene.hit(RIFLE_2, 2, 2) == []
    scene = burning("1507", "up", RIFLE).put(RIFLE_2, "1506")
    scene.fire(FLAMES, RIFLE, FLAME)
    assert scene.hit(RIFLE_2, 2, 2) == ["16.1"]
    scene = burning("1507", "up", RIFLE, TANK)
    scene.fire(FLAMES, RIFLE, FLAME)
    assert scene.hit(TANK, 2, 2) == ["16.1"]
