"""The map of *Iron Cross*: does it hold what the rulebook says of it, and is it sound?"""

from __future__ import annotations

from itertools import pairwise

import pytest

from compiler.gamedata.model import GameData
from tests.games.iron_cross_game import (
    BUILDINGS,
    loaded,
    numbers,
    terrain,
    trees,
)


@pytest.fixture(name="game")
def fixture_game() -> GameData:
    return loaded()


def test_the_map_runs_from_1001_to_7027(game: GameData) -> None:
    every = [game.map.number(hex_) for hex_ in game.map.grid]
    assert (min(every), max(every), len(every)) == ("1001", "7027", 61 * 27)


@pytest.mark.parametrize(
    "chain", [("2913", "3014"), ("5422", "5521"), ("6723", "6824"), ("6824", "6924", "7024")]
)
def test_hexes_that_the_scenarios_name_one_after_another_are_neighbours(
    game: GameData, chain: tuple[str, ...]
) -> None:
    for one, other in pairwise(chain):
        assert game.map.grid.distance(game.map.hex(one), game.map.hex(other)) == 1


@pytest.mark.parametrize(
    ("route", "points"),
    [
        ("road-1014-3014", "1014 1315 1715 2215 2613 2913 3014"),
        ("road-1315-2608", "1315 1608 2108 2106 2608"),
        ("road-2608-2613", "2608 2613"),
        ("road-2001-2027", "2001 2027"),
        ("road-4001-5014", "4001 5014"),
        ("gully-6723-5521", "6723 6521 5521"),
        ("gully-5403-6410", "5403 5806 6410"),
    ],
)
def test_a_named_road_or_gully_passes_its_printed_hexes_in_order(
    game: GameData, route: str, points: str
) -> None:
    chain = next(each.hexes for each in game.map.routes if each.id == route)
    assert chain[0] == game.map.hex(points.split(maxsplit=1)[0])
    assert chain[-1] == game.map.hex(points.rsplit(maxsplit=1)[-1])
    places = [chain.index(game.map.hex(number)) for number in points.split()]
    assert places == sorted(places)
    assert all(one.distance(other) == 1 for one, other in pairwise(chain))


@pytest.mark.parametrize("number", ["1307", "1627", "1725", "1825", "2021"])
def test_these_hexes_have_one_tree_and_are_no_tree_hexes(game: GameData, number: str) -> None:
    assert trees(game, game.map.hex(number)) == 1
    assert "woods" not in terrain(game, number)


TWO_TREES = "1121 1222 1625 1724 1826 6319 6325 6418 6615 6720 6824 6919"


@pytest.mark.parametrize(
    ("number", "count"), [*((number, 2) for number in TWO_TREES.split()), ("6618", 3)]
)
def test_these_hexes_are_tree_hexes(game: GameData, number: str, count: int) -> None:
    assert trees(game, game.map.hex(number)) == count
    assert "woods" in terrain(game, number)


LEVEL_1 = "2125 3615 3715 3816 5409 5508 5607 5701 5708 5710 5903 5919 5920 6019 6220"


@pytest.mark.parametrize(
    ("number", "level"), [*((number, 1) for number in LEVEL_1.split()), ("6020", 2)]
)
def test_the_levels_of_the_clarifications_hold(game: GameData, number: str, level: int) -> None:
    assert game.map.hexes[game.map.hex(number)].values["level"] == level
    assert f"hill-{level}" in terrain(game, number)


def test_the_buildings_of_the_clarifications_hold(game: GameData) -> None:
    assert not terrain(game, "1322") & BUILDINGS
    assert "multi-hex-building" in terrain(game, "2513") & terrain(game, "2714")
    assert "single-hex-building" in terrain(game, "4109")
    for number in ("1322", "2513", "2714", "4109"):
        assert game.map.hexes[game.map.hex(number)].source.kind == "printed"


def test_buildings_have_their_printed_sizes_and_are_in_one_piece(game: GameData) -> None:
    sizes = {f"building-{n}": len(numbers(game, f"building-{n}")) for n in (1, 3, 4)}
    assert sizes == {"building-1": 13, "building-3": 5, "building-4": 7}
    for place in game.map.places.values():
        if place.kind not in ("building", "house"):
            continue
        reached = {place.hexes[0]}
        while (
            more := {h for h in place.hexes if any(h.distance(r) == 1 for r in reached)} - reached
        ):
            reached |= more
        assert reached == set(place.hexes), place.id
        kind = "multi-hex-building" if len(place.hexes) > 1 else "single-hex-building"
        for hex_ in place.hexes:
            assert kind in game.map.hexes[hex_].terrains
            assert game.map.hexes[hex_].values["building"] == place.id


def test_map_1_is_worth_the_34_points_at_which_the_schedule_ends(game: GameData) -> None:
    values = game.scenarios["spartakovka"].values
    by_hex, others = values["victory_buildings"], values["victory_other_buildings"]
    assert isinstance(by_hex, list)
    assert isinstance(others, list)
    on_map_1 = {
        place.id
        for place in game.map.places.values()
        if place.kind in ("building", "house") and game.map.number(place.hexes[0]) < "3100"
    }
    assert on_map_1 == {*by_hex, *others}
    assert sum(len(numbers(game, name)) for name in by_hex) + 3 * len(others) == 34
    assert game.tables["victory_spartakovka"].cell(34, "result") == "german"
    covered = sum(len(numbers(game, name)) for name in on_map_1)
    assert game.markers["german-control"].count == covered


def test_terrain_levels_and_trees_agree(game: GameData) -> None:
    for hex_, info in game.map.hexes.items():
        level, number = info.values["level"], game.map.number(hex_)
        assert ("hill-1" in info.terrains) == (level == 1), number
        assert ("hill-2" in info.terrains) == (level == 2), number
        assert ("woods" in info.terrains) == (trees(game, hex_) > 1), number
        assert ("tree" in info.terrains) == (trees(game, hex_) == 1), number
        assert bool(info.terrains & BUILDINGS) == bool(info.values["building"]), number


def test_a_hill_rises_by_one_level_from_hex_to_hex(game: GameData) -> None:
    hills = [place for place in game.map.places.values() if place.kind == "hill"]
    assert [hill.id for hill in hills] == [f"hill-{letter}" for letter in "jklmnop"]
    for hill in hills:
        for hex_ in hill.hexes:
            if game.map.hexes[hex_].values["level"] == 2:
                assert set(game.map.grid.ring(hex_, 1)) <= set(hill.hexes)


def test_a_bridge_is_a_road_over_a_gully(game: GameData) -> None:
    bridges = {p.hexes[0] for p in game.map.places.values() if p.kind == "bridge"}
    assert {game.map.number(hex_) for hex_ in bridges} == {"5806", "6410", "6521", "6815"}
    for hex_, kinds in game.map.route_hexes.items():
        assert (kinds == {"road", "gully-bed"}) == (hex_ in bridges), game.map.number(hex_)
