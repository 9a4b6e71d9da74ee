"""Chapter 14, mortars. A Russian mortar (6 factors, minimum range 10, crew 3) in 1512."""

from __future__ import annotations

from typing import Any

import pytest

from referee.actions import FieldValue
from tests.referee.games.iron_cross.shooting import (
    COMMANDER,
    ENEMY,
    ENEMY_2,
    ENEMY_TANK,
    MORTAR,
    RIFLE,
    Battle,
    firing,
)

FIRE = "mortar-fire"
FAR, NEAR = "1502", "1505"
"""Ten hexes away, and seven."""


def battle(at: str = FAR, phase: str = "support-fire", **drawn: Any) -> Battle:
    side = "german" if phase == "defensive-fire" else "russian"
    return firing(phase, side=side, **drawn).put(MORTAR, "1512").put(ENEMY, at)


def fire(scene: Battle, target: str = ENEMY, rounds: FieldValue = 1, **more: Any) -> list[str]:
    return scene.ready(MORTAR) + scene.attack(MORTAR, target, FIRE, rounds=rounds, **more)


def scatter(scene: Battle, die: int, direction: int | None = None) -> list[str]:
    found = scene.declare("scatter", MORTAR, for_="distance") + scene.throw(die)
    if direction is not None:
        found += scene.declare("scatter", MORTAR, for_="direction") + scene.throw(direction)
    return found


def test_a_round_that_hits_is_rolled_for_in_the_target_hex() -> None:
    scene = battle()
    assert fire(scene) == []
    assert scatter(scene, 3) == []
    assert scene.hit(ENEMY, 6) == []
    assert scene.owed(ENEMY) == {"pinned"}
    scene.mark(ENEMY, "pinned")
    assert scene.end() == []


@pytest.mark.parametrize("phase", ["support-fire", "defensive-fire", "moving-fire"])
def test_mortars_fire_in_the_three_fire_phases(phase: str) -> None:
    assert fire(battle(phase=phase)) == []


def test_a_mortar_that_moved_does_not_fire_in_the_moving_fire_phase() -> None:
    scene = firing("movement").put(MORTAR, "1511").put(ENEMY, FAR)
    scene.check(MORTAR, "move", 2)
    scene.move(MORTAR, "1511-1512")
    scene.phase("moving-fire")
    assert scene.ready(MORTAR) == ["14.0"]


def test_a_mortar_needs_a_check() -> None:
    assert battle().attack(MORTAR, ENEMY, FIRE, rounds=1) == ["10.12"]


def test_a_mortar_fires_by_itself() -> None:
    scene = battle().put(RIFLE, "1512")
    scene.ready(f"{MORTAR}+{RIFLE}")
    assert set(scene.attack(f"{MORTAR}+{RIFLE}", ENEMY, FIRE, rounds=1)) == {"14.0"}


def test_a_mortar_does_not_fire_from_a_building() -> None:
    assert fire(battle(terrain={"1512": "single-hex-building"})) == ["14.0"]


def test_mortars_fire_before_anything_else() -> None:
    scene = battle().put(RIFLE, "1505")
    scene.fire(RIFLE, ENEMY)
    scene.hit(ENEMY, 6)
    assert fire(scene) == ["14.0"]


@pytest.mark.parametrize(
    ("lost", "rounds", "rules"),
    [
        (0, 5, []),
        (0, 6, ["14.11"]),
        (1, 3, []),
        (1, 4, ["14.12"]),
        (2, 2, []),
        (2, 3, ["14.12"]),
        (0, 0, ["14.0.a"]),
    ],
)
def test_the_crew_limits_the_rounds(lost: int, rounds: int, rules: list[str]) -> None:
    scene = firing().put(MORTAR, "1512", crew_lost=lost).put(ENEMY, FAR)
    assert fire(scene, rounds=rounds) == rules


def test_a_mortar_does_not_fire_into_its_own_hex() -> None:
    assert fire(battle(), "1512") == ["14.21"]


def test_without_a_line_of_sight_a_mortar_does_not_fire() -> None:
    assert fire(battle(terrain={"1506": "multi-hex-building"})) == ["14.2"]


def spotted(*, spotter: str = COMMANDER, at: str = "1312", **states: Any) -> Battle:
    scene = battle(terrain={"1511": "multi-hex-building"})
    return scene.put(spotter, at, **states)


def test_a_commander_spots_for_a_mortar() -> None:
    scene = spotted()
    scene.check(COMMANDER, "spot", 2)
    assert fire(scene, supports=COMMANDER, rounds=2) == []


def test_indirect_fire_is_of_two_rounds_at_most() -> None:
    scene = spotted()
    scene.check(COMMANDER, "spot", 2)
    assert fire(scene, supports=COMMANDER, rounds=3) == ["14.13"]


def test_a_spotter_passes_a_check() -> None:
    assert fire(spotted(), supports=COMMANDER) == ["14.22.b"]
    scene = spotted()
    scene.check(COMMANDER, "spot", 12)
    assert fire(scene, supports=COMMANDER) == ["14.22.b"]


@pytest.mark.parametrize(
    ("spotter", "at", "states"),
    [
        (COMMANDER, "1209", {}),
        (RIFLE, "1312", {}),
        (COMMANDER, "1311", {"morale": "pinned", "face": "down"}),
    ],
)
def test_not_everybody_spots(spotter: str, at: str, states: dict[str, Any]) -> None:
    scene = spotted(spotter=spotter, at=at, **states)
    assert fire(scene, supports=spotter) == ["14.22.a"]


def test_a_commander_who_fired_does_not_spot() -> None:
    scene = spotted()
    scene.check(COMMANDER, "fire", 2)
    scene.check(COMMANDER, "spot", 2)
    assert fire(scene, supports=COMMANDER) == ["14.22.a"]


# -- scatter ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "distance"), [(1, 0), (3, 0), (4, 1), (5, 1), (6, 2)])
def test_the_die_says_how_far_a_round_scatters(die: int, distance: int) -> None:
    scene = battle()
    fire(scene)
    scatter(scene, die)
    assert scene.board.state.fire.attack is not None
    assert scene.board.state.fire.attack.round is not None
    assert scene.board.state.fire.attack.round.scatter == distance


def modifier(scene: Battle) -> int:
    assert scene.board.state.fire.attack is not None
    return scene.board.state.fire.attack.scatter_modifier


def test_scatter_is_greater_below_the_minimum_range() -> None:
    near, far = battle(NEAR), battle(FAR)
    fire(near)
    fire(far)
    assert (modifier(near), modifier(far)) == (1, 0)


def test_scatter_is_greater_for_more_than_three_rounds_and_indirect_fire() -> None:
    scene = battle()
    fire(scene, rounds=4)
    assert modifier(scene) == 1
    scene = spotted()
    scene.check(COMMANDER, "spot", 2)
    fire(scene, supports=COMMANDER)
    assert modifier(scene) == 1


def test_scatter_is_less_at_the_hex_it_fired_at_last() -> None:
    scene = battle()
    fire(scene)
    scatter(scene, 3)
    scene.hit(ENEMY, 6)
    scene.mark(ENEMY, "pinned")
    scene.phase("defensive-fire", side="german")
    assert fire(scene) == []
    assert modifier(scene) == -1


def test_a_scattered_round_hits_the_hex_that_the_diagram_gives() -> None:
    scene = battle().put(ENEMY_2, "1501")
    fire(scene)
    assert scatter(scene, 4, 1) == []
    assert scene.hit(ENEMY_2, 6) == []
    scene.mark(ENEMY_2, "pinned")
    assert scene.end() == []


def test_dice_where_the_round_does_not_come_down_are_flagged() -> None:
    scene = battle()
    fire(scene)
    scatter(scene, 4, 1)
    assert scene.hit(ENEMY, 6) == ["14.3.b"]


def test_the_markers_of_target_and_impact_are_moved_about() -> None:
    scene = battle().put("target-hex", "1502").put("impact", "1502")
    fire(scene)
    scatter(scene, 4, 1)
    assert scene.move("impact", "1502-1602") == []


def test_a_round_needs_its_die_of_scatter() -> None:
    scene = battle()
    fire(scene)
    assert scene.hit(ENEMY, 6) == ["14.3.a"]


def test_a_round_off_the_map_hits_nobody() -> None:
    scene = battle("1501").put(ENEMY_2, "1502")
    fire(scene, ENEMY)
    assert scatter(scene, 6, 1) == []
    assert scene.end() == []


def test_a_round_that_hits_has_no_direction() -> None:
    scene = battle()
    fire(scene)
    scatter(scene, 2)
    assert scene.declare("scatter", MORTAR, for_="direction") == ["14.3.b"]


def test_scatter_without_mortar_fire_is_flagged() -> None:
    assert battle().declare("scatter", MORTAR, for_="distance") == ["14.0.a"]


def test_each_round_is_resolved_before_the_next() -> None:
    scene = battle()
    fire(scene, rounds=2)
    scatter(scene, 3)
    assert scatter(scene, 3) == ["14.52"]


def test_a_unit_may_be_hit_by_round_after_round() -> None:
    scene = battle()
    fire(scene, rounds=2)
    for _ in range(2):
        assert scatter(scene, 3) == []
        assert scene.hit(ENEMY, *([6] if scene.status(ENEMY) == "normal" else [5, 6])) == []
        if scene.status(ENEMY) == "normal":
            scene.mark(ENEMY, "pinned")
    assert scene.end() == []


def test_no_more_rounds_than_announced() -> None:
    scene = battle()
    fire(scene)
    scatter(scene, 3)
    scene.hit(ENEMY, 6)
    assert scatter(scene, 3) == ["14.0.a"]


def test_a_round_that_scatters_has_a_direction() -> None:
    scene = battle()
    fire(scene, rounds=2)
    scatter(scene, 4)
    assert scatter(scene, 3) == ["14.3.b"]
    scene = battle()
    fire(scene)
    scatter(scene, 4)
    assert scene.end() == ["14.3.b"]
    scene = battle()
    fire(scene)
    assert scatter(scene, 4, 1) == []
    assert scene.end() == []


def test_the_direction_of_a_round_is_rolled_once() -> None:
    scene = battle()
    fire(scene)
    assert scatter(scene, 4, 1) == []
    assert scene.declare("scatter", MORTAR, for_="direction") == ["14.3.b"]


# -- the rounds that were announced ----------------------------------------------------------------


def test_rounds_that_were_announced_are_fired() -> None:
    scene = battle()
    fire(scene, rounds=2)
    scatter(scene, 3)
    scene.hit(ENEMY, 6)
    scene.mark(ENEMY, "pinned")
    assert scene.end() == ["14.0.a"]


def test_a_mortar_hit_by_its_own_round_fires_no_more() -> None:
    scene = battle("1511")
    fire(scene, rounds=3)
    assert scatter(scene, 4, 4) == []
    assert scene.hit(MORTAR, 6) == []
    scene.mark(MORTAR, "pinned")
    assert scene.end() == []


def test_a_mortar_whose_spotter_is_hit_need_not_fire_on() -> None:
    scene = spotted()
    scene.check(COMMANDER, "spot", 2)
    fire(scene, supports=COMMANDER, rounds=2)
    scatter(scene, 2)
    scene.hit(ENEMY, 6)
    scene.mark(ENEMY, "pinned")
    scene.board.pieces[COMMANDER].states["morale"] = "pinned"
    assert scene.end() == []


def test_rounds_are_not_owed_once_the_dice_have_eliminated_the_enemy() -> None:
    scene = battle().put(RIFLE, "1505").put(ENEMY_2, "1501")
    fire(scene, rounds=3)
    scatter(scene, 3)
    scene.hit(ENEMY, 1)
    assert scene.fire(RIFLE, ENEMY_2) == []


def test_rounds_are_not_owed_to_enemies_who_are_hidden() -> None:
    scene = battle().put(ENEMY_2, FAR, hidden=True)
    fire(scene, rounds=2)
    scatter(scene, 3)
    scene.hit(ENEMY, 1)
    scene.remove(ENEMY)
    assert scene.end() == []


def test_a_mortar_fires_one_series_on_its_check() -> None:
    scene = battle()
    fire(scene)
    scatter(scene, 3)
    scene.hit(ENEMY, 6)
    scene.mark(ENEMY, "pinned")
    assert scene.attack(MORTAR, ENEMY, FIRE, rounds=1) == ["14.2"]


def test_mortar_fire_names_one_target_hex() -> None:
    scene = battle()
    scene.ready(MORTAR)
    assert scene.attack(MORTAR, "", FIRE, rounds=1) == ["?14.0.a"]
    scene = battle().put(ENEMY_2, "1501")
    scene.ready(MORTAR)
    assert scene.attack(MORTAR, f"{ENEMY}+{ENEMY_2}", FIRE, rounds=1) == ["14.2"]


# -- dice and strength -----------------------------------------------------------------------------


def aim(scene: Battle, unit: str = ENEMY) -> tuple[set[int], set[int]]:
    fire(scene)
    scatter(scene, 3)
    assert scene.board.state.fire.attack is not None
    found = scene.board.state.fire.attack.aims[unit]
    return set(found.dice), set(found.strengths)


def test_a_mortar_always_has_its_printed_factors() -> None:
    scene = battle(trees={"1506": 2, FAR: 2}, terrain={FAR: "woods"}, levels={FAR: 1})
    assert aim(scene) == ({1}, {6})


def test_ground_states_and_positions_count_for_the_dice() -> None:
    scene = firing(terrain={FAR: "gully"}).put(MORTAR, "1512").put(ENEMY, FAR, "down")
    assert aim(scene.put("ip-2", FAR)) == ({2 + 1 + 2}, {6})


def test_vehicles_give_no_cover_against_mortars() -> None:
    assert aim(battle().put(ENEMY_TANK, FAR)) == ({1}, {6})


def test_friends_are_hit_too_one_roll_for_the_hex_is_accepted() -> None:
    scene = battle().put(ENEMY_2, FAR)
    fire(scene)
    scatter(scene, 3)
    assert scene.hit(ENEMY, 6) == []
    scene.mark(ENEMY, "pinned")
    assert scene.mark(ENEMY_2, "pinned") == []
    assert scene.end() == []


def test_a_mortar_that_only_counts_as_moved_by_observing_may_add_a_die() -> None:
    options = ("advanced", "observation-penalty")
    for dice in ((6,), (6, 1)):
        scene = battle(options=options).put(RIFLE, "1512")
        scene.declare("observation", RIFLE, "1506")
        scene.roll(5)
        fire(scene)
        scatter(scene, 3)
        assert scene.hit(ENEMY, *dice) == []
    scene = battle(options=options)
    fire(scene)
    scatter(scene, 3)
    assert scene.hit(ENEMY, 6, 1) == ["14.4"]


@pytest.mark.parametrize("enemies", [(ENEMY,), (ENEMY, ENEMY_2)])
def test_one_roll_may_be_called_for_the_hex_alone(enemies: tuple[str, ...]) -> None:
    scene = battle()
    for enemy in enemies[1:]:
        scene.put(enemy, FAR)
    fire(scene)
    scatter(scene, 3)
    assert scene.declare("fire-roll", "", FAR) + scene.throw(6) == []
    for enemy in enemies:
        assert scene.mark(enemy, "pinned") == []
    assert scene.end() == []
