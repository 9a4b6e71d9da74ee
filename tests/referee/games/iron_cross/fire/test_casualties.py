"""What results do by type of unit: commanders of vehicles, crews, second suppressions.

Russians fire from 1508 at Germans in 1504.
"""

from __future__ import annotations

from typing import Any

import pytest

from referee.actions import Move, Place
from referee.games.iron_cross import results
from referee.games.iron_cross.fire import casualties
from tests.referee.games.iron_cross.shooting import (
    ENEMY,
    ENEMY_MMG,
    ENEMY_TANK,
    HIGHEST,
    MMG,
    MMG_2,
    RIFLE,
    RIFLE_2,
    RIFLE_3,
    Battle,
    firing,
)

LEBEDEV = "ru-a-lebedev"
SQUAD = (RIFLE, RIFLE_2, RIFLE_3, LEBEDEV)


def battle(target: str, face: str = "up", **states: Any) -> Battle:
    """A machine gun of nine factors and four riflemen of four in 1508."""
    scene = firing().put(MMG, "1508", facing=0)
    for unit in SQUAD:
        scene.put(unit, "1508")
    return scene.put(target, "1504", face, **states)


# -- vehicles --------------------------------------------------------------------------------------


@pytest.mark.parametrize("killed", [True, False])
def test_a_commander_may_be_dead_or_not_where_readings_differ(killed: bool) -> None:
    scene = battle(ENEMY_TANK)
    scene.fire(MMG, ENEMY_TANK)
    attack = scene.board.state.fire.attack
    assert attack is not None
    assert attack.aims[ENEMY_TANK].strengths == {8, 9}
    scene.hit(ENEMY_TANK, 1, 2)  # 8 suppresses, 9 eliminates
    assert scene.mark(ENEMY_TANK, "suppressed") == []
    if killed:
        assert scene.set(ENEMY_TANK, "commander-killed", True) == []
    assert scene.end() == []


def test_a_commander_is_not_killed_where_every_reading_only_suppresses() -> None:
    scene = battle(ENEMY_TANK)
    scene.fire(MMG, ENEMY_TANK)
    scene.hit(ENEMY_TANK, 2, 2)
    scene.mark(ENEMY_TANK, "suppressed")
    assert scene.set(ENEMY_TANK, "commander-killed", True) == ["11.43"]


def suppressed_again() -> Battle:
    scene = battle(ENEMY_TANK, "down", morale="suppressed").put(MMG_2, "1608", facing=0)
    scene.fire("+".join((MMG, MMG_2, *SQUAD)), ENEMY_TANK)
    assert scene.hit(ENEMY_TANK, 3, 3, 3, 3) == []
    return scene


def test_a_vehicle_suppressed_again_needs_no_special_roll() -> None:
    assert suppressed_again().end() == []


def test_a_vehicle_may_survive_a_special_roll_or_fail_it() -> None:
    scene = suppressed_again()
    assert scene.check(ENEMY_TANK, "special-roll", 2) == []
    assert scene.end() == []
    scene = suppressed_again()
    assert scene.check(ENEMY_TANK, "special-roll", HIGHEST) == []
    assert scene.end() == []
    scene = suppressed_again()
    scene.check(ENEMY_TANK, "special-roll", HIGHEST)
    assert scene.remove(ENEMY_TANK) == []
    assert scene.do(Place(unit="wreck", at="1504")) == []
    assert scene.end() == []


def test_small_arms_do_not_destroy_a_vehicle_without_a_special_roll() -> None:
    assert suppressed_again().remove(ENEMY_TANK) == ["11.43"]
    scene = suppressed_again()
    scene.check(ENEMY_TANK, "special-roll", 2)
    assert scene.remove(ENEMY_TANK) == ["11.43"]


# -- into the box of the eliminated ----------------------------------------------------------------


@pytest.mark.parametrize("phase", ["support-fire", "movement", "defensive-fire", "assault"])
def test_the_eliminated_go_into_their_box_in_any_phase_of_combat(phase: str) -> None:
    scene = firing(phase).put(ENEMY, "1504")
    results.suffer(scene.board, ENEMY, "eliminated", "11.43", "fire")
    assert scene.do(Move(units=(ENEMY,), path=("1504", "german-eliminated"))) == []
    assert scene.end() == []


def test_who_is_not_eliminated_does_not_go_into_the_box() -> None:
    scene = firing().put(ENEMY, "1504")
    assert scene.do(Move(units=(ENEMY,), path=("1504", "german-eliminated"))) == ["11.43"]


def test_nobody_comes_out_of_a_box_in_a_fire_phase() -> None:
    scene = firing().put(ENEMY, "1504")
    results.suffer(scene.board, ENEMY, "eliminated", "11.43", "fire")
    scene.do(Move(units=(ENEMY,), path=("1504", "german-eliminated")))
    assert "6.0" in scene.do(Move(units=(ENEMY,), path=("german-eliminated", "1504")))


# -- second suppressions of men --------------------------------------------------------------------


def either(*levels: str) -> Battle:
    """A suppressed man with a result that is open between these levels."""
    scene = battle(ENEMY, "down", morale="suppressed")
    casualties.hurt(scene.board, ENEMY, frozenset(levels), "11.43", "a roll")
    return scene


def test_where_it_is_open_whether_he_is_suppressed_again_a_man_may_roll_or_not() -> None:
    assert either("pinned", "suppressed").end() == []
    scene = either("pinned", "suppressed")
    assert scene.check(ENEMY, "special-roll", HIGHEST) == []
    assert scene.remove(ENEMY) == []
    assert scene.end() == []


def test_where_it_is_open_nobody_is_lost_without_the_roll() -> None:
    assert either("pinned", "suppressed").remove(ENEMY) == ["11.43"]


def test_no_special_roll_is_made_where_no_reading_asks_for_it() -> None:
    assert either("", "pinned").check(ENEMY, "special-roll", 2) == ["11.45"]


# -- crews -----------------------------------------------------------------------------------------


def crew_hit_once() -> Battle:
    """A crew of three that has lost one man, not marked yet."""
    scene = battle(ENEMY_MMG)
    scene.fire(f"{RIFLE}+{RIFLE_2}", ENEMY_MMG)
    scene.hit(ENEMY_MMG, 1)
    scene.declare("crew-roll", ENEMY_MMG)
    for dice in ((1, 1), (6, 6), (6, 6)):
        scene.throw(*dice)
    return scene


def test_a_crew_that_is_hit_again_rolls_for_those_who_are_left() -> None:
    scene = crew_hit_once()
    scene.fire(f"{RIFLE_3}+{LEBEDEV}", ENEMY_MMG)
    assert scene.hit(ENEMY_MMG, 1, 1) == []
    scene.declare("crew-roll", ENEMY_MMG)
    assert scene.throw(1, 1) == []
    assert scene.throw(6, 6) == []
    assert scene.set(ENEMY_MMG, "crew-lost", 2) == []
    scene.mark(ENEMY_MMG, "suppressed")
    assert scene.end() == []


def test_a_crew_that_is_hit_again_does_not_roll_for_the_dead() -> None:
    scene = crew_hit_once()
    scene.fire(f"{RIFLE_3}+{LEBEDEV}", ENEMY_MMG)
    scene.hit(ENEMY_MMG, 1, 1)
    scene.declare("crew-roll", ENEMY_MMG)
    scene.throw(1, 1)
    scene.throw(6, 6)
    assert scene.throw(1, 1) == ["11.43"]


def test_a_weapon_is_not_removed_before_its_crew_is_rolled_for() -> None:
    scene = battle(ENEMY_MMG)
    scene.fire(f"{RIFLE}+{RIFLE_2}", ENEMY_MMG)
    scene.hit(ENEMY_MMG, 1)
    assert scene.remove(ENEMY_MMG) == ["11.43"]


def test_a_weapon_is_removed_when_each_of_its_crew_was_rolled_for() -> None:
    scene = battle(ENEMY_MMG)
    scene.fire(f"{RIFLE}+{RIFLE_2}", ENEMY_MMG)
    scene.hit(ENEMY_MMG, 1)
    for _ in range(3):
        scene.declare("crew-roll", ENEMY_MMG)
        assert scene.throw(4, 4) == []
    assert scene.remove(ENEMY_MMG) == []
    assert scene.end() == []


def test_a_weapon_removed_without_the_dice_of_its_crew_cannot_be_judged() -> None:
    scene = battle(ENEMY_MMG)
    scene.fire(f"{RIFLE}+{RIFLE_2}", ENEMY_MMG)
    scene.hit(ENEMY_MMG, 1)
    scene.declare("crew-roll", ENEMY_MMG)
    assert scene.remove(ENEMY_MMG) == ["?11.43"]
