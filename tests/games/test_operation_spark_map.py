"""The map of *Operation Spark*: does it hold what the errata say of each hex, and is it sound?

What streams, entrenchments and roads do in play is tested with the rules.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from compiler.gamedata.loader import load_game
from compiler.gamedata.model import GameData, HexInfo
from compiler.hexes import Direction, Hex

GAME = Path(__file__).resolve().parents[2] / "counters" / "operation_spark"
WATER = frozenset({"river", "lake"})
ROADS = frozenset({"trail", "dirt", "paved", "rail"})
WET_HEXSIDES = frozenset({"river-hexside", "lake-hexside", "open-water-hexside"})
BANK_ANGLES = {
    "N": 90, "NE": 45, "E": 0, "SE": -45, "S": -90, "SW": -135, "W": 180, "NW": 135,
}  # fmt: skip
HEXSIDE_ANGLES = {"N": 90, "NE": 30, "SE": -30, "S": -90, "SW": -150, "NW": 150}


@cache
def loaded() -> GameData:
    return load_game(GAME)


@pytest.fixture(name="data")
def fixture_data() -> GameData:
    return loaded()


def hex_info(data: GameData, number: str) -> HexInfo:
    return data.map.hexes[data.map.hex(number)]


def between(data: GameData, a: str, b: str) -> frozenset[str]:
    return data.map.features(data.map.hex(a), data.map.hex(b))


def words(info: HexInfo, column: str) -> tuple[str, ...]:
    value = info.values[column]
    return tuple(map(str, value)) if isinstance(value, tuple) else ()


def test_the_numbers_run_from_the_north_west_and_odd_columns_lie_lower(data: GameData) -> None:
    grid = data.map.grid
    assert [grid.number(hex_) for hex_ in (min(grid), max(grid))] == ["1001", "3839"]
    chains = [
        "1712-1612", "1712-1613", "1712-1812", "1712-1813", "1906-2007", "1610-1709", "1610-1710",
        "1516-1617", "1517-1617", "1518-1618", "1614-1714", "1510-1410",
    ]  # fmt: skip
    for chain in chains:
        a, b = map(grid.hex, chain.split("-"))
        assert a.distance(b) == 1, chain
    one, two = map(grid.hex, ("1707", "1708"))
    assert grid.neighbours(two)[grid.direction(one, two)] == grid.hex("1709")


NAMED_HEXES = {
    "1410": {"railroad-station"},
    "1510": {"village", "river-bank"},
    "1518": {"clear", "entrenchment", "river-bank"},
    "1617": {"village", "entrenchment", "river-bank"},
    "1618": {"clear", "entrenchment", "river-bank"},
    "1707": {"clear", "river-bank"},
    "1710": {"clear", "entrenchment", "river-bank"},
    "1712": {"village", "entrenchment", "river-bank"},
    "1714": {"clear", "entrenchment", "river-bank"},
    "1906": {"clear", "river-bank"},
    "2112": {"woods"},
    "2212": {"woods", "workers-settlement"},
    "2312": {"woods", "workers-settlement"},
    "2721": {"village", "hill"},
    "2729": {"woods", "hill"},
    "3313": {"clear", "entrenchment"},
}


@pytest.mark.parametrize("place", NAMED_HEXES)
def test_a_hex_that_the_errata_name_has_the_terrain_they_give_it(
    data: GameData, place: str
) -> None:
    assert hex_info(data, place).terrains == NAMED_HEXES[place]


@pytest.mark.parametrize(
    "place", ["1708", "1610", "1611", "1612", "1613", "1614", "1515", "1516", "1517", "1025"]
)
def test_the_neva_fills_the_hexes_that_the_example_calls_river(data: GameData, place: str) -> None:
    assert hex_info(data, place).terrains == {"river"}


def test_hexsides_are_river_partial_or_bridged_as_printed(data: GameData) -> None:
    assert between(data, "1515", "1615") == {"river-hexside"}
    assert between(data, "1906", "2007") == {"river-hexside"}
    assert between(data, "1518", "1618") == {"partial-river-hexside"}
    assert between(data, "3510", "3511") == {"partial-lake-hexside"}
    assert between(data, "1430", "1530") == {"river-hexside", "bridge-hexside"}
    assert "entrenchment" not in hex_info(data, "1619").terrains


def test_every_hexside_of_open_water_is_wet_and_its_land_neighbours_are_banks(
    data: GameData,
) -> None:
    for hex_, info in data.map.hexes.items():
        for other in data.map.grid.neighbours(hex_).values():
            if info.terrains & WATER:
                assert data.map.features(hex_, other) & WET_HEXSIDES
                land = data.map.hexes[other].terrains
                assert land & {"river", "lake", "river-bank", "lake-shore"}


def test_the_railways_of_german_movement_join_the_printed_ends(data: GameData) -> None:
    lines = {route.id: [data.map.number(hex_) for hex_ in route.hexes] for route in data.map.routes}
    assert {"1032", "2831"} <= set(lines["rail-kirov"])
    assert (lines["rail-sinyavino"][0], lines["rail-sinyavino"][-1]) == ("1439", "2821")
    assert set(lines["rail-kirov"]) & set(lines["rail-sinyavino"])
    rails = [route.hexes for route in data.map.routes if route.kind == "rail"]
    rows = [data.map.grid.row(hex_) for hexes in rails for hex_ in hexes]
    assert max(rows) == 39


def test_the_example_of_crossing_a_bridge_finds_its_roads(data: GameData) -> None:
    steps = data.map.route_steps
    assert data.map.route_hexes[data.map.hex("1906")] & {"dirt", "paved", "trail"}
    assert "dirt" in steps[data.map.hex("2007"), data.map.hex("2008")]
    assert "paved" in steps[data.map.hex("2134"), data.map.hex("2034")]
    ways = {b for a, b in steps if a == data.map.hex("2034") and steps[a, b] & ROADS}
    assert len(ways) > 2


def test_only_woods_in_2112_come_between_the_balloon_and_the_battery(data: GameData) -> None:
    start, end = data.map.hex("1411"), data.map.hex("2213")
    path = [hex_ for step in data.map.grid.line(start, end) for hex_ in step]
    blocking = {"woods", "railroad-station", "village", "workers-settlement", "town"}
    near_the_battery = [hex_ for hex_ in path if end.distance(hex_) <= start.distance(hex_)]
    found = [data.map.number(h) for h in near_the_battery if data.map.hexes[h].terrains & blocking]
    assert found == ["2112"]


# -- streams and entrenchments ---------------------------------------------------------------------


@cache
def stream_exits() -> Mapping[Hex, tuple[tuple[str, str], ...]]:
    """For each stream in a hex the two hexsides it passes; at a head as if it went straight on."""
    data = loaded()
    found: dict[Hex, list[tuple[str, str]]] = defaultdict(list)
    for route in data.map.routes:
        if route.kind == "stream":
            last = len(route.hexes) - 1
            for n, hex_ in enumerate(route.hexes):
                ways = [
                    str(data.map.grid.direction(hex_, route.hexes[m]))
                    for m in (n - 1, n + 1)
                    if 0 <= m <= last
                ]
                beyond = ("start_exit", "end_exit") if last == 0 else ("start_exit",) * (n == 0)
                beyond += ("end_exit",) * (n == last)
                ways += [str(route.values[end]) for end in beyond if route.values[end]]
                ways += [str(Direction(ways[0]).opposite)] * (len(ways) == 1)
                found[hex_].append((ways[0], ways[1]))
    return {hex_: tuple(ways) for hex_, ways in found.items()}


def bank_of(hex_: Hex, angle: int) -> tuple[bool, ...] | None:
    """Which side of each stream lies at an angle; None where a stream runs."""
    sides = []
    for ways in stream_exits()[hex_]:
        low, high = sorted(HEXSIDE_ANGLES[way] % 360 for way in ways)
        if angle % 360 in (low, high):
            return None
        sides.append(low < angle % 360 < high)
    return tuple(sides)


def test_each_stream_hex_names_all_its_banks_once(data: GameData) -> None:
    for hex_, streams in stream_exits().items():
        names = words(data.map.hexes[hex_], "banks")
        banks = {bank_of(hex_, BANK_ANGLES[name]) for name in names}
        assert None not in banks
        assert len(names) == len(banks) == len(streams) + 1, data.map.number(hex_)
    listed = {hex_ for hex_, info in data.map.hexes.items() if info.values["banks"]}
    assert listed == set(stream_exits())


def test_four_streams_have_their_mouths_in_the_neva(data: GameData) -> None:
    mouths = {
        data.map.number(hexes[-1])
        for route in data.map.routes
        if route.kind == "stream" and (hexes := route.hexes) and route.values["end_exit"]
        if "river-bank" in data.map.hexes[hexes[-1]].terrains
    }
    assert {"2007", "1225"} <= mouths
    assert len(mouths) == 4


def test_a_stream_has_its_head_in_3528_and_one_its_mouth_by_the_north_of_2007(
    data: GameData,
) -> None:
    ends = {
        data.map.number(hex_): route.values[exit_]
        for route in data.map.routes
        if route.kind == "stream"
        for hex_, exit_ in ((route.hexes[0], "start_exit"), (route.hexes[-1], "end_exit"))
    }
    assert ends["3528"] is None
    assert ends["2007"] == "N"
    south = bank_of(data.map.hex("2007"), BANK_ANGLES["S"])
    way_in = bank_of(data.map.hex("2007"), HEXSIDE_ANGLES["NW"])
    assert south == way_in, "from 1906 a unit enters 2007 on the south bank"


def test_a_bridge_hex_is_where_a_road_crosses_a_stream(data: GameData) -> None:
    exits: dict[Hex, set[str]] = defaultdict(set)
    for route in data.map.routes:
        if route.kind in ROADS:
            for a, b in pairwise(route.hexes):
                exits[a].add(str(data.map.grid.direction(a, b)))
                exits[b].add(str(data.map.grid.direction(b, a)))
            for hex_, end in ((route.hexes[0], "start_exit"), (route.hexes[-1], "end_exit")):
                exits[hex_] |= {str(route.values[end])} - {"None"}
    crossed = set()
    for hex_ in stream_exits():
        banks = {bank_of(hex_, HEXSIDE_ANGLES[way]) for way in exits[hex_]}
        assert None not in banks, f"a road runs along the stream of {data.map.number(hex_)}"
        if len(banks) > 1:
            crossed.add(hex_)
    assert crossed == {h for h, info in data.map.hexes.items() if "bridge" in info.terrains}


def test_entrenchments_are_joined_both_ways_and_never_outwards(data: GameData) -> None:
    grid = data.map.grid
    for hex_, info in data.map.hexes.items():
        links = words(info, "trench_links") + words(info, "trench2_links")
        assert bool(links) == ("entrenchment" in info.terrains)
        for which in ("trench", "trench2"):
            assert not set(words(info, f"{which}_front")) & set(words(info, f"{which}_links"))
        for link in links:
            other = grid.neighbours(hex_)[Direction(link)]
            back = str(Direction(link).opposite)
            there = data.map.hexes[other]
            assert back in words(there, "trench_links") + words(there, "trench2_links")
            assert "trench" in data.map.route_steps[hex_, other]


def test_the_entrenchments_of_the_examples_face_the_assault(data: GameData) -> None:
    for defender, assaulters in {
        "1710": ("1610", "1611"), "1712": ("1612", "1613"), "1714": ("1614",),
        "1617": ("1516", "1517"), "1618": ("1518",), "3313": ("3314",),
    }.items():  # fmt: skip
        front = words(hex_info(data, defender), "trench_front")
        for assaulter in assaulters:
            way = data.map.grid.direction(data.map.hex(defender), data.map.hex(assaulter))
            assert way in front, f"{assaulter} is outside the entrenchment of {defender}"
