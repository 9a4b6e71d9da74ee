"""Observation and line of sight (12.0, 12.3, 12.4, 16.3, 16.4)."""

from __future__ import annotations

import pytest

from referee.games.operation_spark import observation
from tests.referee.games.operation_spark.scene import Scene


def sight(scene: Scene, unit: str, target: str) -> str:
    return observation.sees(scene.board, scene.piece(unit), scene.data.map.hex(target)).verdict


def test_open_ground_is_seen_as_far_as_the_eye_reaches() -> None:
    scene = Scene().put("284-86", "0101")
    scene.phase("offensive-fire-1")
    assert sight(scene, "284-86", "0107") == "seen"
    assert sight(scene, "284-86", "0108") == "unseen"


def test_a_hex_beside_the_observer_is_always_seen() -> None:
    scene = Scene({"0102": "woods"}).put("284-86", "0101")
    assert sight(scene, "284-86", "0102") == "seen"


@pytest.mark.parametrize(
    "terrain", ["woods", "village", "town", "railroad-station", "workers-settlement"]
)
def test_woods_and_settlements_between_two_units_block_the_line(terrain: str) -> None:
    scene = Scene({"0103": terrain}).put("284-86", "0101")
    assert sight(scene, "284-86", "0105") == "unseen"
    assert sight(scene.put("330-86", "0102"), "330-86", "0103") == "seen"


@pytest.mark.parametrize("woods", ["0605", "0606"])
def test_a_line_along_a_hexside_meets_the_terrain_of_both_hexes(woods: str) -> None:
    scene = Scene({woods: "woods"}).put("284-86", "0505")
    assert sight(scene, "284-86", "0705") == "unseen"
    assert sight(scene.put("330-86", "0604"), "330-86", "0704") == "seen"


def test_from_a_hill_woods_block_what_is_behind_them_and_not_what_is_far_beyond() -> None:
    near = Scene({"0101": "clear;hill", "0102": "woods"}).put("284-86", "0101")
    far = Scene({"0101": "clear;hill", "0104": "woods"}).put("284-86", "0101")
    middle = Scene({"0101": "clear;hill", "0103": "woods"}).put("284-86", "0101")
    assert sight(near, "284-86", "0105") == "seen"
    assert sight(far, "284-86", "0105") == "unseen"
    assert sight(middle, "284-86", "0105") == "unknown"


def test_a_balloon_looks_as_if_from_a_hill_and_farther() -> None:
    scene = Scene({"0102": "woods"}).put("leningrad-balloon", "0101").put("284-86", "0101")
    assert sight(scene, "leningrad-balloon", "0109") == "seen"
    assert sight(scene, "284-86", "0105") == "unseen"


def test_an_observation_battalion_does_not_see_through_woods() -> None:
    scene = Scene({"0103": "woods"}).put("obs-67", "0101")
    assert sight(scene, "obs-67", "0105") == "unseen"
    assert sight(scene, "obs-67", "0104") == "unseen"


def test_how_far_units_in_concealed_terrain_are_seen_is_left_open() -> None:
    scene = Scene({"0104": "village"}).put("284-86", "0101")
    assert sight(scene, "284-86", "0104") == "unknown"


def test_at_night_only_neighbours_are_seen() -> None:
    scene = Scene().put("284-86", "0101")
    scene.phase("night-first-assault.offensive-fire-1")
    assert sight(scene, "284-86", "0102") == "seen"
    assert sight(scene, "284-86", "0103") == "unseen"


def test_any_unit_of_a_side_may_spot_for_it() -> None:
    scene = Scene({"0103": "woods"}).put("284-86", "0101").put("330-86", "0305")
    goal = scene.data.map.hex("0105")
    assert observation.observed(scene.board, "soviet", goal).verdict == "seen"
    assert observation.observed(scene.board, "german", goal).verdict == "unseen"


def test_a_vehicle_lies_on_top_of_a_stack_that_the_enemy_sees() -> None:
    scene = Scene().put("1-61t", "0404").put("541-136", "0404").put("ii-399-170", "0505")
    scene.phase("am-initial.movement")
    scene.move("541-136", "0404-0403")
    scene.move("541-136", "0403-0404")
    assert "12.0.p1" in scene.end()
    scene.move("1-61t", "0404-0403")
    scene.move("1-61t", "0403-0404")
    assert "12.0.p1" not in scene.end()


def test_the_best_of_all_observers_counts_and_the_first_tells_why_nobody_sees() -> None:
    scene = Scene().put("284-86", "0101").put("330-86", "0901")
    scene.phase("offensive-fire-1")
    target = scene.data.map.hex("0909")
    unseen = observation.observed(scene.board, "soviet", target)
    assert (unseen.verdict, unseen.observer) == ("unseen", "284-86")
    scene.put("169-86", "0905")
    assert observation.observed(scene.board, "soviet", target).verdict == "seen"


def test_a_reinforcement_observes_nothing_before_it_is_activated() -> None:
    scene = Scene().put("284-86", "0101", reinforcement=True).put("330-86", "0901")
    found = observation.sees(scene.board, scene.piece("284-86"), scene.data.map.hex("0103"))
    assert (found.verdict, found.rule) == ("unseen", "11.7.1.p1")
    assert sight(scene, "330-86", "0903") == "seen"
