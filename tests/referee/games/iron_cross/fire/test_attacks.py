"""An attack from its announcement to its last roll: who is rolled for, in which state, how often.

Russians fire from 1508 at Germans in 1504.
"""

from __future__ import annotations

from tests.referee.games.iron_cross.shooting import (
    ENEMY,
    ENEMY_2,
    ENEMY_TANK,
    GUN,
    MMG,
    RIFLE,
    RIFLE_2,
    RIFLE_3,
    Battle,
    firing,
)


def battle(*enemies: str) -> Battle:
    """Three riflemen and a machine gun in 1508."""
    scene = firing().put(MMG, "1508", facing=0)
    for unit in (RIFLE, RIFLE_2, RIFLE_3):
        scene.put(unit, "1508")
    for enemy in enemies or (ENEMY,):
        scene.put(enemy, "1504")
    return scene


# -- dice of several targets in one line -----------------------------------------------------------


def test_units_named_together_are_rolled_for_one_after_the_other() -> None:
    scene = battle(ENEMY).put(ENEMY_2, "1504", "down")
    scene.fire(f"{RIFLE}+{RIFLE_2}", ENEMY)
    assert scene.declare("fire-roll", "", "1504", targets=(ENEMY, ENEMY_2)) == []
    assert scene.throw(6) == []
    assert scene.throw(2, 2) == []
    assert scene.owed(ENEMY) == {"pinned"}
    assert scene.owed(ENEMY_2) == {"suppressed"}


def test_the_dice_of_each_unit_named_together_are_counted() -> None:
    scene = battle(ENEMY).put(ENEMY_2, "1504", "down")
    scene.fire(RIFLE, ENEMY)
    scene.declare("fire-roll", "", "1504", targets=(ENEMY, ENEMY_2))
    scene.throw(6)
    assert scene.throw(6) == ["11.31"]


def test_a_unit_named_with_others_whose_dice_are_missing_cannot_be_told() -> None:
    scene = battle(ENEMY, ENEMY_2)
    scene.fire(RIFLE, ENEMY)
    scene.declare("fire-roll", "", "1504", targets=(ENEMY, ENEMY_2))
    scene.throw(6)
    assert scene.end() == ["?11.43"]


def test_dice_for_a_hex_are_for_the_only_unit_left_in_it() -> None:
    scene = battle(ENEMY, ENEMY_2)
    scene.fire(f"{RIFLE}+{RIFLE_2}", ENEMY)
    scene.hit(ENEMY, 6)
    assert scene.declare("fire-roll", "", "1504") == []
    assert scene.throw(5) == []
    assert scene.owed(ENEMY_2) == {"pinned"}


def test_dice_for_a_hex_do_not_strike_the_unit_called_before() -> None:
    scene = battle(ENEMY, ENEMY_2, "ge-a-engel")
    scene.fire(f"{RIFLE}+{RIFLE_2}", ENEMY)
    scene.hit(ENEMY, 6)
    scene.mark(ENEMY, "pinned")
    scene.declare("fire-roll", "", "1504")
    scene.throw(1)
    assert scene.owed(ENEMY) == {"pinned"}
    assert scene.end() == ["11.41"]


# -- results that are marked late ------------------------------------------------------------------


def test_the_dead_who_still_lie_there_are_not_rolled_for_again() -> None:
    scene = battle(ENEMY, ENEMY_2)
    scene.fire(f"{RIFLE}+{RIFLE_2}", ENEMY)
    scene.hit(ENEMY, 1)
    scene.hit(ENEMY_2, 6)
    scene.mark(ENEMY_2, "pinned")
    scene.fire(MMG, ENEMY_2)
    assert scene.hit(ENEMY_2, 6, 6) == []
    assert scene.fire(RIFLE_3, ENEMY_2) == []
    scene.hit(ENEMY_2, 6, 6)
    assert scene.remove(ENEMY) == []
    assert scene.end() == []


def test_the_living_beside_the_dead_are_rolled_for() -> None:
    scene = battle(ENEMY, ENEMY_2)
    scene.fire(f"{RIFLE}+{RIFLE_2}", ENEMY)
    scene.hit(ENEMY, 1)
    scene.hit(ENEMY_2, 6)
    scene.mark(ENEMY_2, "pinned")
    scene.fire(MMG, ENEMY_2)
    scene.remove(ENEMY)
    assert scene.end() == ["11.41"]


def test_a_pinned_man_not_yet_turned_over_counts_as_up_or_down() -> None:
    for dice, rules in (((6,), []), ((6, 6), []), ((6, 6, 6), ["11.31"])):
        scene = battle()
        scene.fire(f"{RIFLE}+{RIFLE_2}", ENEMY)
        scene.hit(ENEMY, 6)
        scene.fire(RIFLE_3, ENEMY)
        assert scene.hit(ENEMY, *dice) == rules


def test_a_pinned_man_who_was_turned_over_is_down() -> None:
    scene = battle()
    scene.fire(f"{RIFLE}+{RIFLE_2}", ENEMY)
    scene.hit(ENEMY, 6)
    scene.mark(ENEMY, "pinned")
    scene.fire(RIFLE_3, ENEMY)
    assert scene.hit(ENEMY, 6) == ["11.31"]


def test_after_missing_dice_a_second_attack_leaves_the_result_open() -> None:
    scene = battle()
    scene.fire(RIFLE, ENEMY)
    scene.declare("fire-roll", "", ENEMY)
    scene.fire(RIFLE_2, ENEMY)
    assert scene.hit(ENEMY, 4) == []
    assert scene.mark(ENEMY, "suppressed") == []
    assert scene.end() == []


def test_anti_tank_fire_without_its_dice_is_flagged() -> None:
    scene = firing().put(GUN, "1508", facing=0).put(ENEMY_TANK, "1504", facing=3)
    scene.fire(GUN, ENEMY_TANK, "anti-tank-fire")
    assert scene.end() == ["12.31"]
