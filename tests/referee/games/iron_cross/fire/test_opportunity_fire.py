"""Chapter 13, opportunity fire. A German moves from 1504 to 1505; Russians wait in 1508."""

from __future__ import annotations

from typing import Any

import pytest

from tests.referee.games.iron_cross.shooting import (
    ENEMY,
    ENEMY_2,
    ENEMY_TANK,
    FLAMES,
    GUN,
    LMG,
    MMG,
    MORTAR,
    OTHER_SQUAD,
    RIFLE,
    RIFLE_2,
    RIFLE_AT,
    TANK,
    Battle,
    firing,
)

OPP = "opportunity-fire"


def passing(
    *units: str, mover: str = ENEMY, way: str = "1504-1505", at: str = "1508", **drawn: Any
) -> Battle:
    """A German has just moved into a hex."""
    scene = firing("movement", side="german", **drawn)
    scene.put(mover, way[:4], facing=3)
    for unit in units:
        scene.put(unit, at, facing=0)
    scene.check(mover, "move", 2)
    assert scene.move(mover, way) == []
    return scene


@pytest.mark.parametrize("unit", [RIFLE, LMG, MMG, RIFLE_AT, GUN, TANK])
def test_most_units_fire_at_who_passes(unit: str) -> None:
    assert passing(unit).fire(unit, ENEMY, OPP, factors="ap") == []


def test_mortars_do_not() -> None:
    assert passing(MORTAR).ready(MORTAR, OPP) == ["13.11"]


def test_flamethrowers_do_not() -> None:
    scene = firing("movement").put(FLAMES, "1505").put(RIFLE, "1508")
    scene.check(RIFLE, "move", 2)
    scene.move(RIFLE, "1508-1507")
    assert scene.ready(FLAMES, OPP) == ["13.11"]


def test_the_check_is_harder_for_infantry_and_tanks_but_not_for_guns() -> None:
    rating = {RIFLE_2: 8, TANK: 8, MMG: 8, GUN: 8, RIFLE_AT: 8}
    for unit, performance in rating.items():
        scene = passing(unit)
        assert scene.board.piece(unit).value("performance") == performance
        scene.check(unit, OPP, 8)
        failed = unit in (RIFLE_2, TANK)
        assert scene.attack(unit, ENEMY, OPP, factors="ap") == (["4.0"] if failed else [])


def test_only_the_hex_entered_last_may_be_fired_at() -> None:
    scene = passing(RIFLE).put(ENEMY_2, "1506")
    assert scene.fire(RIFLE, ENEMY_2, OPP, factors="ap") == ["13.13"]


def test_who_comes_back_to_his_hex_has_entered_it() -> None:
    scene = firing("movement", side="german").put(ENEMY, "1504").put(RIFLE, "1507")
    scene.check(ENEMY, "move", 2)
    assert scene.move(ENEMY, "1504-1505-1504") == []
    assert scene.fire(RIFLE, ENEMY, OPP, factors="ap") == []


def test_a_check_is_for_fire_at_the_hex_entered_then() -> None:
    scene = passing(RIFLE)
    scene.ready(RIFLE, OPP)
    assert scene.attack(RIFLE, ENEMY, OPP, factors="ap") == []
    scene = passing(RIFLE)
    scene.ready(RIFLE, OPP)
    scene.move(ENEMY, "1505-1506")
    assert scene.attack(RIFLE, ENEMY, OPP, factors="ap") == ["10.0.c"]


def test_a_check_holds_while_more_men_come_into_the_same_hex() -> None:
    scene = passing(RIFLE).put(ENEMY_2, "1504")
    scene.ready(RIFLE, OPP)
    scene.check(ENEMY_2, "move", 2)
    scene.move(ENEMY_2, "1504-1505")
    assert scene.attack(RIFLE, ENEMY, OPP, factors="ap") == []


def test_anti_tank_fire_in_movement_is_opportunity_fire_by_another_name() -> None:
    scene = passing(TANK, mover=ENEMY_TANK)
    assert scene.fire(TANK, ENEMY_TANK, "anti-tank-fire", act=OPP) == []
    turned = passing(TANK, mover=ENEMY_TANK)
    turned.board.pieces[TANK].states["facing"] = 3
    assert turned.fire(TANK, ENEMY_TANK, "anti-tank-fire", act=OPP) == ["13.14"]
    late = passing(TANK, mover=ENEMY_TANK).put(ENEMY, "1604")
    late.check(ENEMY, "move", 2)
    late.move(ENEMY, "1604-1605")
    assert late.fire(TANK, ENEMY_TANK, "anti-tank-fire", act=OPP) == ["13.13"]


def test_who_only_turns_is_not_fired_at() -> None:
    scene = firing("movement", side="german").put("ge-a-bauer", "1505", facing=2)
    scene.put(RIFLE, "1508").check("ge-a-bauer", "facing", 2)
    scene.set("ge-a-bauer", "facing", 3)
    assert scene.ready(RIFLE, OPP) == ["13.13"]
    assert scene.attack(RIFLE, "ge-a-bauer", OPP, factors="ap") == ["13.13"]


def test_nobody_checks_to_fire_at_passers_by_before_anyone_has_passed() -> None:
    scene = firing("movement", side="german").put(RIFLE, "1508").put(ENEMY, "1504")
    scene.board.state.first_shot = None
    assert scene.check(RIFLE, OPP, 2) == ["13.13"]
    scene = firing("movement", side="german").put(RIFLE, "1508").put(ENEMY, "1504")
    scene.board.state.first_shot = None
    scene.move(ENEMY, "1504-1505")
    assert scene.check(RIFLE, OPP, 2) == []


def test_a_weapon_without_anti_tank_factors_is_told_so_once() -> None:
    scene = passing(MMG)
    scene.ready(MMG, OPP)
    told = scene.attack(MMG, ENEMY, OPP, factors="at")
    assert told == ["12.11", "12.12"]


def test_all_units_in_the_hex_entered_are_under_fire() -> None:
    scene = passing(RIFLE).put(ENEMY_2, "1505")
    scene.fire(RIFLE, ENEMY, OPP, factors="ap")
    assert scene.hit(ENEMY, 6) == []
    assert scene.end() == ["11.41"]


def test_infantry_fires_three_hexes_and_no_further() -> None:
    assert passing(RIFLE, at="1508").fire(RIFLE, ENEMY, OPP, factors="ap") == []
    assert passing(RIFLE, at="1509").fire(RIFLE, ENEMY, OPP, factors="ap") == ["13.2"]


def test_machine_guns_fire_to_their_initial_range() -> None:
    near = passing(LMG, at="1512", way="1502-1503")
    assert near.board.piece(LMG).value("range") == 9
    assert near.fire(LMG, ENEMY, OPP, factors="ap") == []
    far = passing(LMG, at="1512", way="1503-1502")
    assert far.fire(LMG, ENEMY, OPP, factors="ap") == ["13.2"]


def test_tanks_fire_ten_hexes_with_four_factors_into_their_front() -> None:
    assert passing(TANK, at="1511", way="1502-1501").fire(TANK, ENEMY, OPP, factors="ap") == []
    far = passing(TANK, at="1512", way="1502-1501")
    assert far.fire(TANK, ENEMY, OPP, factors="ap") == ["13.2"]
    scene = passing(TANK)
    scene.fire(TANK, ENEMY, OPP, factors="ap")
    assert scene.board.state.fire.attack is not None
    assert scene.board.state.fire.attack.aims[ENEMY].strengths == {4}
    turned = passing(TANK)
    turned.board.pieces[TANK].states["facing"] = 3
    assert turned.fire(TANK, ENEMY, OPP, factors="ap") == ["13.14"]


def test_anti_tank_factors_are_used_at_vehicles_that_pass() -> None:
    scene = passing(GUN, mover=ENEMY_TANK, at="1512", way="1502-1503")
    assert scene.fire(GUN, ENEMY_TANK, OPP, factors="at") == []
    assert scene.hit(ENEMY_TANK, 3, 4) == []
    assert scene.owed(ENEMY_TANK) == {"eliminated"}


def test_a_unit_fires_as_targets_pass_once_in_a_player_turn() -> None:
    scene = passing(RIFLE)
    scene.fire(RIFLE, ENEMY, OPP, factors="ap")
    scene.hit(ENEMY, 6)
    scene.move(ENEMY, "1505-1506")
    assert scene.ready(RIFLE, OPP) == ["13.15"]


def test_each_hex_entered_may_be_fired_at() -> None:
    scene = passing(RIFLE, RIFLE_2)
    assert scene.fire(RIFLE, ENEMY, OPP, factors="ap") == []
    scene.hit(ENEMY, 6)
    scene.move(ENEMY, "1505-1506")
    assert scene.fire(RIFLE_2, ENEMY, OPP, factors="ap") == []


def test_units_combine_but_not_from_two_hexes() -> None:
    scene = passing(RIFLE, RIFLE_2)
    assert scene.fire(f"{RIFLE}+{RIFLE_2}", ENEMY, OPP, factors="ap") == []
    scene = passing(RIFLE).put(RIFLE_2, "1608")
    assert scene.fire(f"{RIFLE}+{RIFLE_2}", ENEMY, OPP, factors="ap") == ["11.13.c"]
    scene = passing(RIFLE, OTHER_SQUAD)
    assert scene.fire(f"{RIFLE}+{OTHER_SQUAD}", ENEMY, OPP, factors="ap") == ["11.13.b"]


def test_who_fired_as_targets_passed_does_not_fire_in_defence() -> None:
    scene = passing(RIFLE)
    scene.fire(RIFLE, ENEMY, OPP, factors="ap")
    scene.hit(ENEMY, 6)
    scene.phase("defensive-fire", side="german")
    assert scene.ready(RIFLE) == ["10.11"]


def test_the_moving_side_does_not_opportunity_fire() -> None:
    scene = passing(RIFLE).put(ENEMY_2, "1505")
    assert scene.ready(ENEMY_2, OPP) == ["10.13"]


def test_a_moving_unit_that_is_pinned_moves_no_further() -> None:
    scene = passing(RIFLE, RIFLE_2)
    scene.fire(f"{RIFLE}+{RIFLE_2}", ENEMY, OPP, factors="ap")
    scene.hit(ENEMY, 6)
    scene.mark(ENEMY, "pinned")
    assert scene.move(ENEMY, "1505-1506") == ["13.18"]


def test_a_moving_unit_that_is_missed_moves_on() -> None:
    scene = passing(RIFLE)
    scene.fire(RIFLE, ENEMY, OPP, factors="ap")
    scene.hit(ENEMY, 6)
    assert scene.move(ENEMY, "1505-1506") == []


# -- in reaction movement --------------------------------------------------------------------------


def reacting(unit: str, **drawn: Any) -> Battle:
    """A German has moved in the Reaction Movement Phase of the Russian player turn."""
    scene = firing("movement", **drawn).put(unit, "1508", facing=0).put(ENEMY, "1504")
    scene.phase("reaction-movement")
    scene.check(ENEMY, "move", 2)
    assert scene.move(ENEMY, "1504-1505") == []
    return scene


@pytest.mark.parametrize("unit", [GUN, RIFLE_AT])
def test_guns_and_anti_tank_rifles_fire_in_reaction(unit: str) -> None:
    assert reacting(unit).fire(unit, ENEMY, OPP, factors="ap") == []


@pytest.mark.parametrize("unit", [RIFLE, LMG, MMG, TANK])
def test_others_do_not(unit: str) -> None:
    assert reacting(unit).ready(unit, OPP) == ["13.12"]


def test_their_check_is_harder_in_reaction() -> None:
    scene = reacting(GUN)
    scene.check(GUN, OPP, 8)
    assert scene.attack(GUN, ENEMY, OPP, factors="ap") == ["4.0"]


def test_who_moved_before_does_not_fire_in_reaction() -> None:
    scene = firing("movement").put(RIFLE_AT, "1509").put(ENEMY, "1504")
    scene.check(RIFLE_AT, "move", 2)
    scene.move(RIFLE_AT, "1509-1508")
    scene.phase("reaction-movement")
    scene.check(ENEMY, "move", 2)
    scene.move(ENEMY, "1504-1505")
    assert scene.ready(RIFLE_AT, OPP) == ["13.12"]
