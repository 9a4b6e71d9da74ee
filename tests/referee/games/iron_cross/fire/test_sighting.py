"""Section 10.3, line of sight: its rules one by one, on a map drawn for each.

Lines here run down column 15 from 1508, along the hexside between 1408 and 1409 (1308 to 1509), or
through corners.
"""

from __future__ import annotations

from typing import Any

import pytest

from compiler.hexes import Hex
from referee.games.iron_cross.fire.sighting import (
    blocked_by,
    in_front,
    on_edge_of_front,
    symbols_along,
)
from tests.referee.games.iron_cross.scene import Scene
from tests.referee.games.iron_cross.shooting import ENEMY, RIFLE, TANK, Battle, firing


def sight(scene: Scene, start: str, goal: str, *, down: bool = False) -> str:
    return blocked_by(scene.board, scene.hex(start), scene.hex(goal), down=down)


def test_the_line_of_the_example_is_blocked_by_three_trees_and_a_vehicle() -> None:
    scene = Scene(trees={"1507": 2, "1505": 1}).put(TANK, "1505")
    assert sight(scene, "1508", "1503") == "10.31.b"


def test_three_symbols_let_a_line_pass() -> None:
    scene = Scene(trees={"1507": 2}).put(TANK, "1505")
    assert sight(scene, "1508", "1503") == ""


def test_wrecks_count_as_vehicles_do() -> None:
    scene = Scene(trees={"1507": 3}).put("wreck", "1505")
    assert sight(scene, "1508", "1503") == "10.31.b"


def test_symbols_in_the_hexes_of_firer_and_target_do_not_count() -> None:
    scene = Scene(trees={"1508": 4, "1503": 4})
    assert sight(scene, "1508", "1503") == ""


@pytest.mark.parametrize("kind", ["single-hex-building", "multi-hex-building"])
def test_a_building_between_blocks(kind: str) -> None:
    assert sight(Scene(terrain={"1505": kind}), "1508", "1503") == "10.31.a"


def test_sight_reaches_into_a_building_but_not_through_it() -> None:
    scene = Scene(terrain={"1505": "multi-hex-building"})
    assert sight(scene, "1508", "1505") == ""
    assert sight(scene, "1508", "1504") == "10.31.a"


def test_a_hill_between_blocks_units_on_the_ground() -> None:
    scene = Scene(levels={"1505": 1}, terrain={"1505": "hill-1"})
    assert sight(scene, "1508", "1503") == "10.31.a"


def test_a_hill_of_their_own_level_does_not_block_units_on_hills() -> None:
    levels = {f"15{row:02}": 1 for row in range(3, 9)}
    assert sight(Scene(levels=levels), "1508", "1503") == ""


def test_a_line_that_touches_the_corner_of_a_higher_hill_is_blocked() -> None:
    scene = Scene(levels={"1505": 1})
    start, goal = scene.hex("1508"), scene.hex("1604")
    touching = Hex(start.q, start.r - 3)
    assert scene.data.map.number(touching) == "1505"
    assert (goal.q - start.q, goal.r - start.r) == (1, -5)
    assert sight(scene, "1508", "1604") == "10.31.a"
    assert sight(Scene(terrain={"1505": "single-hex-building"}), "1508", "1604") == ""


def test_along_a_hexside_the_hex_with_more_symbols_counts() -> None:
    scene = Scene(trees={"1408": 4, "1409": 1})
    assert sight(scene, "1308", "1508") == "10.31.b"
    assert sight(Scene(trees={"1408": 3, "1409": 3}), "1308", "1508") == ""
    assert symbols_along(scene.board, scene.hex("1308"), scene.hex("1508")) == 4


def test_along_a_hexside_a_building_on_either_side_blocks() -> None:
    for number in ("1408", "1409"):
        scene = Scene(terrain={number: "single-hex-building"})
        assert sight(scene, "1308", "1508") == "10.31.a"


def test_a_unit_that_is_down_does_not_see_through_a_marsh() -> None:
    scene = Scene(terrain={"1505": "marsh"})
    assert sight(scene, "1508", "1503", down=True) == "10.31.c"
    assert sight(scene, "1508", "1503") == ""


def test_a_unit_that_is_down_sees_into_a_marsh_and_along_its_edge() -> None:
    scene = Scene(terrain={"1505": "marsh", "1408": "marsh"})
    assert sight(scene, "1508", "1505", down=True) == ""
    assert sight(scene, "1308", "1508", down=True) == ""


def uphill(**drawn: Any) -> Scene:
    """A hill of level 2 at 1502; 1508 is on the ground, six hexes away."""
    return Scene(levels={"1502": 2}, **drawn)


@pytest.mark.parametrize(
    ("number", "blocked"),
    # At n hexes from the lower unit the line is n/3 levels high; a building reaches one level.
    [("1507", True), ("1506", True), ("1505", True), ("1504", False), ("1503", False)],
)
def test_a_building_blocks_the_way_up_where_it_reaches_the_line(number: str, blocked: bool) -> None:
    scene = uphill(terrain={number: "single-hex-building"})
    assert sight(scene, "1508", "1502") == ("10.32.b" if blocked else "")
    assert sight(scene, "1502", "1508") == ("10.32.b" if blocked else "")


def test_a_marsh_is_half_a_level_high_across_levels() -> None:
    assert sight(uphill(terrain={"1507": "marsh"}), "1508", "1502") == "10.32.b"
    assert sight(uphill(terrain={"1506": "marsh"}), "1508", "1502", down=True) == ""


def test_a_lower_hill_blocks_across_levels_where_it_reaches_the_line() -> None:
    scene = Scene(levels={"1502": 2, "1507": 1})
    assert sight(scene, "1508", "1502") == "10.32.b"
    scene = Scene(levels={"1502": 2, "1503": 1})
    assert sight(scene, "1508", "1502") == ""


def test_trees_stand_on_their_ground_across_levels() -> None:
    on_hill = Scene(levels={"1502": 2, "1504": 1}, terrain={"1504": "woods"}, trees={"1504": 2})
    assert sight(on_hill, "1508", "1502") == "10.32.b"
    assert sight(uphill(terrain={"1504": "woods"}, trees={"1504": 2}), "1508", "1502") == ""


def test_a_vehicle_blocks_across_levels_where_it_is_as_high_as_the_line() -> None:
    assert sight(uphill().put(TANK, "1507"), "1508", "1502") == "10.32.b"
    assert sight(uphill().put(TANK, "1505"), "1508", "1502") == ""


def test_the_next_hex_is_always_seen() -> None:
    scene = Scene(terrain={"1508": "multi-hex-building", "1507": "marsh"}, trees={"1508": 4})
    assert sight(scene, "1508", "1507", down=True) == ""


# -- fronts ----------------------------------------------------------------------------------------


def test_the_frontal_area_is_what_lies_through_the_frontal_hexside() -> None:
    scene = Scene()
    start = scene.hex("1508")
    seen = {n for n in range(6) if in_front(start, n, scene.hex("1504"))}
    assert seen == {0}
    assert not in_front(start, 0, start)


def test_a_hex_on_the_edge_of_two_fronts_belongs_to_both() -> None:
    scene = Scene()
    start, edge = scene.hex("1508"), scene.hex("1607")
    north_east = scene.hex("1607")
    assert in_front(start, 0, north_east) is (start.distance(edge) > 1)
    corner = Hex(start.q + 1, start.r - 2)
    assert in_front(start, 0, corner)
    assert in_front(start, 1, corner)
    assert on_edge_of_front(start, 0, corner)
    assert not on_edge_of_front(start, 0, scene.hex("1504"))


# -- fire ------------------------------------------------------------------------------------------


def facing_each_other(**drawn: Any) -> Battle:
    return firing(**drawn).put(RIFLE, "1508").put(ENEMY, "1504")


def test_a_unit_fires_along_a_free_line() -> None:
    assert facing_each_other().fire(RIFLE, ENEMY) == []


@pytest.mark.parametrize(
    ("drawn", "rule"),
    [
        ({"terrain": {"1506": "single-hex-building"}}, "10.31.a"),
        ({"trees": {"1506": 2, "1505": 2}}, "10.31.b"),
        ({"levels": {"1504": 1}, "terrain": {"1507": "marsh", "1506": "woods"}}, "10.32.b"),
    ],
)
def test_a_unit_does_not_fire_along_a_blocked_line(drawn: dict[str, Any], rule: str) -> None:
    assert facing_each_other(**drawn).fire(RIFLE, ENEMY) == [rule]


def test_a_unit_that_is_down_does_not_fire_through_a_marsh() -> None:
    battle = firing(terrain={"1506": "marsh"}).put(RIFLE, "1508", "down").put(ENEMY, "1504")
    assert battle.fire(RIFLE, ENEMY) == ["10.31.c"]


def test_an_enemy_that_is_up_fires_back_through_the_marsh() -> None:
    battle = firing("defensive-fire", terrain={"1506": "marsh"})
    battle.put(RIFLE, "1508", "down").put(ENEMY, "1504")
    assert battle.fire(ENEMY, RIFLE) == []
