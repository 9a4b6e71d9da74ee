"""The map of *A Bold Stroke*: does it hold what the rulebook says of it, and is it sound?

Geography and connections only; how terrain costs and combat work is tested with the rules.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

import pytest

from compiler.gamedata.loader import load_game
from compiler.gamedata.model import GameMap, Place
from compiler.hexes import Hex, Hexside

GAME = Path(__file__).resolve().parents[2] / "counters" / "bold_stroke"
ROADS = frozenset({"paved", "dirt"})
WATER = frozenset({"river", "major-river", "dnepr"})
TOWNS = {"korosten", "zhitomir", "berdichev", "kazatin", "belaya-tserkov", "kanev"}
NAMED_BY_THE_RULES = TOWNS | {
    "kiev", "malin", "fastov", "brusilov", "stavische", "radomyshl", "fasovaya", "popelnya",
    "pavoloch", "brovary", "gostomel", "lyutezh", "bukrin", "rishishchev", "tripolye", "chernyakov",
    "melini",
}  # fmt: skip
COORDINATES = re.compile(r"geography, (\d+\.\d+) N (\d+\.\d+) E$")


@cache
def loaded_map() -> GameMap:
    return load_game(GAME).map


@pytest.fixture(name="chart")
def fixture_chart() -> GameMap:
    return loaded_map()


def hexes_of(chart: GameMap, place: str) -> tuple[Hex, ...]:
    return chart.places[place].hexes


def only_hex(chart: GameMap, place: str) -> Hex:
    (hex_,) = hexes_of(chart, place)
    return hex_


def bank(chart: GameMap, hex_: Hex) -> object:
    return chart.hexes[hex_].values["bank"]


def flood(chart: GameMap, starts: Iterable[Hex], may_pass: Callable[[Hex, Hex], bool]) -> set[Hex]:
    """The hexes that can be reached from `starts` by steps that `may_pass` allows."""
    found = set(starts)
    waiting = list(found)
    while waiting:
        here = waiting.pop()
        for there in chart.grid.neighbours(here).values():
            if there not in found and may_pass(here, there):
                found.add(there)
                waiting.append(there)
    return found


def along(chart: GameMap, kinds: frozenset[str], starts: Iterable[Hex]) -> set[Hex]:
    """The hexes that routes of these kinds join to `starts`, the broken bridge of Kiev left out."""

    def may_pass(here: Hex, there: Hex) -> bool:
        step = chart.route_steps.get((here, there), frozenset())
        return bool(step & kinds) and crossing(chart, here, there) != "kiev-bridge"

    return flood(chart, starts, may_pass)


def crossing(chart: GameMap, here: Hex, there: Hex) -> object:
    for feature in chart.hexsides.get(Hexside(here, there), ()):
        if feature.terrain == "dnepr":
            return feature.values["crossing"]
    return None


def entries(chart: GameMap, kind: str, side: str, *edges: str) -> list[Hex]:
    """The hexes where routes of this side leave the map, on the given edges or all."""
    return [
        place.hexes[0]
        for place in chart.places.values()
        if place.kind == kind
        and place.values["supply"] == side
        and (not edges or place.values["edge"] in edges)
    ]


def corners(side: Hexside) -> tuple[frozenset[Hex], frozenset[Hex]]:
    """The two ends of a hexside, each named by the three hexes that meet there."""
    a, b = side
    dq, dr = b.q - a.q, b.r - a.r
    left, right = Hex(a.q - dr, a.r + dq + dr), Hex(a.q + dq + dr, a.r - dq)
    return frozenset({a, b, left}), frozenset({a, b, right})


def place_on_the_plane(latitude: float, longitude: float) -> tuple[float, float]:
    """East and south in hex widths: five miles a hex, anchored at Malin (1.1, 1.3.B)."""
    east = (longitude - 29.24) / 0.1132 + 0.5
    row = 7.7 - (latitude - 50.77) / 0.0627
    return east, row * math.sqrt(3) / 2


def centre_on_the_plane(chart: GameMap, hex_: Hex) -> tuple[float, float]:
    row, column = chart.grid.row(hex_), chart.grid.column(hex_)
    return 27 - column + row % 2 / 2, row * math.sqrt(3) / 2


def test_the_map_has_27_rows_counted_from_the_north_and_columns_counted_from_the_east(
    chart: GameMap,
) -> None:
    assert len(chart.hexes) == 27 * 40
    northeast, southwest = chart.hex("0101"), chart.hex("2740")
    assert chart.grid.center(northeast)[0] > chart.grid.center(southwest)[0]
    assert chart.grid.center(northeast)[1] < chart.grid.center(southwest)[1]


def test_the_dirt_road_of_the_errata_crosses_the_irscha_into_malin(chart: GameMap) -> None:
    road = [chart.hex(number) for number in ("0928", "0827", "0826", "0726")]
    for here, there in itertools.pairwise(road):
        assert "dirt" in chart.route_steps[here, there]
    assert chart.features(chart.hex("0826"), chart.hex("0726")) == {"river"}
    assert only_hex(chart, "malin") == chart.hex("0726")


def test_every_place_lies_within_one_hex_of_where_its_coordinates_put_it(chart: GameMap) -> None:
    checked = 0
    for place in chart.places.values():
        if found := COORDINATES.search(place.source.where):
            point = place_on_the_plane(float(found[1]), float(found[2]))
            nearest = min(
                chart.hexes, key=lambda hex_: math.dist(point, centre_on_the_plane(chart, hex_))
            )
            assert any(hex_.distance(nearest) <= 1 for hex_ in place.hexes), place.name
            checked += 1
    assert checked > 90


def test_every_place_that_the_rules_name_is_on_the_map(chart: GameMap) -> None:
    assert chart.places.keys() >= NAMED_BY_THE_RULES


def test_the_towns_are_the_six_of_4_3_h(chart: GameMap) -> None:
    assert {place.id for place in chart.places.values() if place.kind == "town"} == TOWNS
    town_hexes = {hex_ for hex_, info in chart.hexes.items() if "town" in info.terrains}
    assert town_hexes == {only_hex(chart, town) for town in TOWNS}


def test_kiev_is_two_neighbouring_hexes_on_the_west_bank(chart: GameMap) -> None:
    first, second = hexes_of(chart, "kiev")
    assert first.distance(second) == 1
    assert not chart.features(first, second)
    assert {bank(chart, first), bank(chart, second)} == {"west"}
    assert {hex_ for hex_, info in chart.hexes.items() if "city" in info.terrains} == {
        first,
        second,
    }


def test_three_hard_surfaced_airfields_lie_adjacent_to_kiev_and_no_other_is_hard(
    chart: GameMap,
) -> None:
    hard = [place for place in chart.places.values() if place.values["airfield"] == "hard"]
    kiev = hexes_of(chart, "kiev")
    assert len({place.hexes for place in hard}) == 3
    for place in hard:
        assert min(place.hexes[0].distance(hex_) for hex_ in kiev) == 1
        assert bank(chart, place.hexes[0]) == "west"


@pytest.mark.parametrize("kind", ["village", "town", "airfield"])
def test_places_and_terrain_agree(chart: GameMap, kind: str) -> None:
    drawn = {hex_ for hex_, info in chart.hexes.items() if kind in info.terrains}
    named = {hex_ for place in chart.places.values() if place.kind == kind for hex_ in place.hexes}
    assert drawn == named


def test_no_two_villages_or_towns_share_a_hex(chart: GameMap) -> None:
    settlements = [
        hex_
        for place in chart.places.values()
        if place.kind in {"city", "town", "village"}
        for hex_ in place.hexes
    ]
    assert len(settlements) == len(set(settlements))


def test_a_clear_hex_holds_no_other_ground(chart: GameMap) -> None:
    for hex_, info in chart.hexes.items():
        ground = info.terrains - {"village", "airfield"}
        assert ground, chart.number(hex_)
        assert "clear" not in ground or ground == {"clear"}, chart.number(hex_)


def test_polesia_is_wooded_and_the_steppe_south_of_it_is_open(chart: GameMap) -> None:
    def wooded(rows: range) -> float:
        strip = [
            info
            for hex_, info in chart.hexes.items()
            if chart.grid.row(hex_) in rows and chart.grid.column(hex_) >= 18
        ]
        return sum("woods" in info.terrains for info in strip) / len(strip)

    assert wooded(range(1, 10)) > 0.5
    assert wooded(range(20, 28)) < 0.15


def test_every_water_hexside_joins_another(chart: GameMap) -> None:
    wet = [
        side
        for side, features in chart.hexsides.items()
        if any(feature.terrain in WATER for feature in features)
    ]
    meeting: dict[frozenset[Hex], int] = {}
    for side in wet:
        for corner in corners(side):
            meeting[corner] = meeting.get(corner, 0) + 1
    for side in wet:
        assert any(meeting[corner] > 1 for corner in corners(side)), side


def test_no_hexside_holds_two_rivers(chart: GameMap) -> None:
    for features in chart.hexsides.values():
        assert sum(feature.terrain in WATER for feature in features) <= 1


def test_the_dnepr_parts_the_map_into_a_west_and_an_east_bank(chart: GameMap) -> None:
    def dry(here: Hex, there: Hex) -> bool:
        return "dnepr" not in chart.features(here, there)

    for start, name in (("kiev", "west"), ("brovary", "east")):
        reached = flood(chart, hexes_of(chart, start), dry)
        assert reached == {hex_ for hex_ in chart.hexes if bank(chart, hex_) == name}


def test_the_dnepr_islands_are_ringed_by_the_river_mostly_north_of_kiev(chart: GameMap) -> None:
    islands = [hex_ for hex_ in chart.hexes if bank(chart, hex_) == "island"]
    for island in islands:
        around = chart.grid.neighbours(island).values()
        assert len(around) == 6
        assert all("dnepr" in chart.features(island, near) for near in around)
        assert "island" in chart.hexes[island].terrains
    row_of_kiev = min(chart.grid.row(hex_) for hex_ in hexes_of(chart, "kiev"))
    north = sum(chart.grid.row(island) < row_of_kiev for island in islands)
    assert 0 < len(islands) - north < north


def test_the_dnepr_is_one_river_from_the_northern_to_the_southern_edge(chart: GameMap) -> None:
    sides = {side for side in chart.hexsides if "dnepr" in chart.features(*side)}
    by_corner: dict[frozenset[Hex], list[Hexside]] = {}
    for side in sides:
        for corner in corners(side):
            by_corner.setdefault(corner, []).append(side)
    first = min(sides, key=lambda side: min(hex_.r for hex_ in side))
    found, waiting = {first}, [first]
    while waiting:
        for corner in corners(waiting.pop()):
            fresh = set(by_corner[corner]) - found
            found |= fresh
            waiting.extend(fresh)
    assert found == sides
    rows = {chart.grid.row(hex_) for side in sides for hex_ in side}
    assert rows == set(range(1, 28))


def test_routes_cross_the_dnepr_exactly_at_the_marked_crossings(chart: GameMap) -> None:
    for side in chart.hexsides:
        a, b = side
        if "dnepr" in chart.features(a, b):
            assert ((a, b) in chart.route_steps) == (crossing(chart, a, b) is not None)


def test_the_only_broken_bridge_is_the_railway_bridge_of_kiev(chart: GameMap) -> None:
    broken = [side for side in chart.hexsides if crossing(chart, *side) == "kiev-bridge"]
    assert len(broken) == 1
    assert chart.route_steps[broken[0].first, broken[0].second] == {"rail"}
    assert set(broken[0]) & set(hexes_of(chart, "kiev"))


def test_every_settlement_lies_on_a_road_to_its_sides_edge_of_the_map(chart: GameMap) -> None:
    german = along(chart, ROADS, entries(chart, "road-entry", "german", "south", "west"))
    soviet = along(chart, ROADS, entries(chart, "road-entry", "soviet", "east"))
    for place in chart.places.values():
        if place.kind in {"city", "town", "village"}:
            for hex_ in place.hexes:
                assert hex_ in (german if bank(chart, hex_) == "west" else soviet), place.name


@pytest.mark.parametrize("bridgehead", ["lyutezh", "bukrin", "rishishchev", "yasnogorodka"])
def test_each_bridgehead_has_a_road_over_the_dnepr_to_the_east_edge(
    chart: GameMap, bridgehead: str
) -> None:
    assert only_hex(chart, bridgehead) in along(
        chart, ROADS, entries(chart, "road-entry", "soviet", "east")
    )


def test_brovary_has_a_railway_to_the_east_edge_on_its_own_bank(chart: GameMap) -> None:
    def may_pass(here: Hex, there: Hex) -> bool:
        step = chart.route_steps.get((here, there), frozenset())
        return "rail" in step and bank(chart, there) == "east"

    edge = entries(chart, "rail-entry", "soviet", "east")
    assert only_hex(chart, "brovary") in flood(chart, edge, may_pass)


def test_the_railway_goes_from_kiev_by_gostomel_to_a_rail_hex_west_of_it(chart: GameMap) -> None:
    gostomel = only_hex(chart, "gostomel")
    rail = frozenset({"rail"})
    assert gostomel in along(chart, rail, hexes_of(chart, "kiev"))
    west = Hex(gostomel.q - 1, gostomel.r)
    assert "rail" in chart.route_steps[gostomel, west]


@pytest.mark.parametrize("town", sorted(TOWNS))
def test_each_town_has_a_railway_to_the_south_or_west_edge(chart: GameMap, town: str) -> None:
    edge = entries(chart, "rail-entry", "german", "south", "west")
    assert only_hex(chart, town) in along(chart, frozenset({"rail"}), edge)


def test_the_korosten_zhitomir_railway_is_one_line_by_chernyakov(chart: GameMap) -> None:
    (line,) = (route for route in chart.routes if route.id == "rail-korosten-zhitomir")
    assert line.hexes[0] == only_hex(chart, "korosten")
    assert line.hexes[-1] == only_hex(chart, "zhitomir")
    assert only_hex(chart, "chernyakov") in line.hexes


def test_a_paved_highway_joins_kiev_stavische_and_zhitomir(chart: GameMap) -> None:
    highway = along(chart, frozenset({"paved"}), hexes_of(chart, "kiev"))
    assert {only_hex(chart, "stavische"), only_hex(chart, "zhitomir")} <= highway


def test_entries_lie_on_the_edge_they_name_and_on_a_route_of_their_kind(chart: GameMap) -> None:
    def on_edge(place: Place) -> bool:
        hex_ = place.hexes[0]
        row, column = chart.grid.row(hex_), chart.grid.column(hex_)
        return {
            "north": row == 1, "south": row == 27, "east": column == 1, "west": column == 40,
        }[str(place.values["edge"])]  # fmt: skip

    for place in chart.places.values():
        if place.kind.endswith("-entry"):
            kinds = frozenset({"rail"}) if place.kind == "rail-entry" else ROADS
            assert on_edge(place), place.id
            assert chart.route_hexes[place.hexes[0]] & kinds, place.id
        else:
            assert place.values["edge"] is None
            assert place.values["supply"] is None


@pytest.mark.parametrize("bridgehead", ["lyutezh", "bukrin", "rishishchev"])
def test_german_defense_lines_seal_the_bridgeheads_off(chart: GameMap, bridgehead: str) -> None:
    german = {
        side
        for side, features in chart.hexsides.items()
        if any(feature.values["built_by"] == "german" for feature in features)
    }

    def inside(here: Hex, there: Hex) -> bool:
        return "dnepr" not in chart.features(here, there) and Hexside(here, there) not in german

    sealed = flood(chart, hexes_of(chart, bridgehead), inside)
    assert 0 < len(sealed) < 20
    assert not sealed & set(hexes_of(chart, "kiev"))


def test_a_defense_line_names_its_builder_and_which_of_its_two_hexes_is_behind_it(
    chart: GameMap,
) -> None:
    lines = [
        feature
        for features in chart.hexsides.values()
        for feature in features
        if feature.terrain == "defense-line"
    ]
    assert {line.values["built_by"] for line in lines} == {"german", "soviet"}
    facing_lyutezh = [
        line
        for line in lines
        if (line.values["line"], line.values["built_by"]) == ("lyutezh", "german")
    ]
    assert len(facing_lyutezh) > 2  # the breakout is a crossing of at least two, 18.4.4.D
    for line in lines:
        assert line.values["behind"] in set(line.side)
        assert line.values["line"] is not None


def test_nothing_but_the_errata_is_presented_as_printed(chart: GameMap) -> None:
    sources = [info.source for info in chart.hexes.values()]
    sources += [feature.source for features in chart.hexsides.values() for feature in features]
    sources += [route.source for route in chart.routes]
    sources += [place.source for place in chart.places.values()]
    printed = {source.where for source in sources if source.kind == "printed"}
    assert printed == {"1.3.B"}
