"""Rule 11.15, intensive fire. A Russian machine gun of 9 factors in 1508 fires at 1504."""

from __future__ import annotations

from typing import Any

import pytest

from tests.referee.games.iron_cross.shooting import (
    ENEMY,
    ENEMY_2,
    LMG,
    MMG,
    MMG_2,
    RIFLE,
    Battle,
    firing,
)


def battle(gun: str = MMG, **states: Any) -> Battle:
    scene = firing().put(gun, "1508", facing=0, **states)
    return scene.put(ENEMY, "1504").put(ENEMY_2, "1505")


def fire(scene: Battle, gun: str = MMG) -> list[str]:
    scene.ready(gun)
    return scene.declare("intensive-fire", gun) + scene.attack(gun, ENEMY)


def strengths(scene: Battle) -> set[int]:
    assert scene.board.state.fire.attack is not None
    return set(scene.board.state.fire.attack.aims[ENEMY].strengths)


@pytest.mark.parametrize(("gun", "factors"), [(MMG, 18), (LMG, 12)])
def test_intensive_fire_doubles_the_factors(gun: str, factors: int) -> None:
    scene = battle(gun)
    assert fire(scene, gun) == []
    assert strengths(scene) == {factors}


def test_a_gun_short_of_crew_is_doubled_and_halved() -> None:
    scene = battle(crew_lost=1)
    fire(scene)
    assert strengths(scene) == {9, 10}


def test_only_machine_guns_fire_intensively() -> None:
    scene = battle().put(RIFLE, "1508")
    assert scene.declare("intensive-fire", RIFLE) == ["11.15"]


def after(total: tuple[int, int]) -> Battle:
    scene = battle()
    fire(scene)
    scene.hit(ENEMY, 6)
    scene.board.state.owed.clear()
    assert scene.declare("malfunction", MMG) == []
    assert scene.throw(*total) == []
    return scene


def test_its_effect_is_rolled_each_time() -> None:
    assert after((3, 3)).end() == []
    scene = battle()
    fire(scene)
    scene.hit(ENEMY, 6)
    scene.board.state.owed.clear()
    assert scene.end() == ["11.15"]


def test_a_roll_without_intensive_fire_is_flagged() -> None:
    assert battle().declare("malfunction", MMG) == ["11.15"]


def test_the_next_fire_is_not_intensive() -> None:
    scene = after((3, 3))
    assert scene.board.state.fire.intensive == set()


def test_intensive_fire_announced_early_waits_for_the_fire_of_its_gun() -> None:
    scene = battle().put(MMG_2, "1608", facing=0)
    scene.ready(f"{MMG}+{MMG_2}")
    scene.declare("intensive-fire", MMG)
    assert scene.attack(MMG_2, ENEMY) == []
    assert strengths(scene) == {9}
    scene.hit(ENEMY, 6)
    scene.mark(ENEMY, "pinned")
    assert scene.attack(MMG, ENEMY) == []
    assert strengths(scene) == {18}


@pytest.mark.parametrize(
    ("dice", "turns"),
    [((3, 3), 0), ((4, 4), 0), ((1, 1), 1), ((5, 5), 1), ((6, 6), 1), ((2, 3), 2), ((4, 5), 2),
     ((3, 4), 99)],
)  # fmt: skip
def test_a_disabled_gun_is_silent_for_so_many_player_turns(
    dice: tuple[int, int], turns: int
) -> None:
    scene = after(dice)
    silent = 0
    for turn, phase, side in ((1, "defensive-fire", "german"), (2, "support-fire", "russian"),
                              (2, "defensive-fire", "german")):  # fmt: skip
        scene.phase(phase, side=side, turn=turn)
        silent += scene.ready(MMG) == ["11.15"]
        if turns <= silent:
            break
    assert silent == min(turns, 3)


def test_the_condition_marked_is_the_one_rolled() -> None:
    assert after((1, 1)).set(MMG, "gun-condition", "jammed") == []
    assert after((1, 1)).set(MMG, "gun-condition", "broken") == ["11.15"]
    assert after((3, 3)).set(MMG, "gun-condition", "jammed") == ["11.15"]


def test_missing_dice_are_told_of() -> None:
    scene = battle()
    fire(scene)
    scene.hit(ENEMY, 6)
    scene.board.state.owed.clear()
    scene.declare("malfunction", MMG)
    assert scene.end() == ["?11.15"]
