"""Roads, railways and other routes, as strokes ready for the template.

A route runs from hexside to hexside in a curve and passes straight through the centre where routes
meet or a place stands. Routes that share a step run side by side.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType

from compiler.art.colours import BLACK, WHITE, mix
from compiler.art.hexsides import Stroke
from compiler.art.strokes import Point, across, between, shifted, xy
from compiler.gamedata.model import GameMap
from compiler.gamedata.schema import RouteKind
from compiler.hexes import Hex

LANE = 0.1
"""Distance of two routes side by side, as a fraction of a hex's width."""


@dataclass(frozen=True, slots=True)
class Line:
    """One of the strokes that make up a route, the lowest first.

    Lengths are fractions of a hex's width; the colour is the route's mixed with `tint`.
    """

    width: float
    tint: str = BLACK
    share: float = 0.0
    dash: tuple[float, ...] = ()


STYLES: Mapping[str, tuple[Line, ...]] = MappingProxyType(
    {
        "rail": (Line(0.032), Line(0.1, dash=(0.02, 0.08))),
        "road": (Line(0.062, BLACK, 0.55), Line(0.04)),
        "highway": (Line(0.1, BLACK, 0.55), Line(0.075), Line(0.014, WHITE, 0.85)),
        "dirt": (Line(0.034, dash=(0.09, 0.05)),),
        "trail": (Line(0.028, dash=(0.03, 0.045)),),
        "gully": (Line(0.028), Line(0.075, BLACK, 0.0, (0.014, 0.034))),
        "stream": (Line(0.045, "#102840", 0.4), Line(0.028)),
    }
)
_ORDER = ("stream", "gully", "trail", "dirt", "road", "highway", "rail")
"""Which styles lie below which."""

Step = tuple[Hex, Hex]


def route_strokes(game_map: GameMap, within: Container[Hex] | None = None) -> tuple[Stroke, ...]:
    """The routes of the map, the lowest first; of `within`, those that touch its hexes."""
    kinds = game_map.file.routes
    lanes = _lanes(game_map)
    straight_at = _straight_hexes(game_map)
    ways: dict[str, list[tuple[Hex, ...]]] = {kind: [] for kind in kinds}
    drawn: set[tuple[str, Step]] = set()
    for route in game_map.routes:
        ways[route.kind] += _undrawn(route.kind, route.hexes, drawn)
    strokes: list[Stroke] = []
    for kind_id, kind in sorted(kinds.items(), key=lambda item: _ORDER.index(item[1].style)):
        path = "".join(
            _path(game_map, kind_id, way, lanes, straight_at)
            for way in ways[kind_id]
            if within is None or any(hex_ in within for hex_ in way)
        )
        if path:
            strokes += _strokes(kind, path, game_map.grid.dy)
    return tuple(strokes)


def _strokes(kind: RouteKind, path: str, unit: float) -> Iterator[Stroke]:
    for line in STYLES[kind.style]:
        yield Stroke(
            path,
            mix(kind.colour, line.tint, line.share),
            line.width * unit,
            " ".join(f"{part * unit:g}" for part in line.dash),
            "butt" if line.dash else "round",
        )


def _step(a: Hex, b: Hex) -> Step:
    return (a, b) if a < b else (b, a)


def _lanes(game_map: GameMap) -> dict[tuple[str, Step], float]:
    """How far each kind of route runs beside the middle of a step, in lanes, where several do."""
    order = {kind: n for n, kind in enumerate(game_map.file.routes)}
    kinds_on: dict[Step, set[str]] = {}
    for route in game_map.routes:
        for a, b in pairwise(route.hexes):
            kinds_on.setdefault(_step(a, b), set()).add(route.kind)
    return {
        (kind, step): n - (len(kinds) - 1) / 2
        for step, kinds in kinds_on.items()
        for n, kind in enumerate(sorted(kinds, key=order.__getitem__))
        if len(kinds) > 1
    }


def _straight_hexes(game_map: GameMap) -> frozenset[Hex]:
    """The hexes whose centre routes pass through: junctions, ends and places."""
    beyond: dict[Hex, set[Hex]] = {}
    ends: set[Hex] = set()
    for route in game_map.routes:
        ends.update((route.hexes[0], route.hexes[-1]) if route.hexes else ())
        for a, b in pairwise(route.hexes):
            beyond.setdefault(a, set()).add(b)
            beyond.setdefault(b, set()).add(a)
    junctions = {hex_ for hex_, others in beyond.items() if len(others) > 2}
    return frozenset(junctions | ends | set(game_map.places_at))


def _undrawn(
    kind: str, hexes: Iterable[Hex], drawn: set[tuple[str, Step]]
) -> Iterator[tuple[Hex, ...]]:
    """The stretches of a route of which no step is drawn yet; dashes must not lie over dashes."""
    stretch: list[Hex] = []
    for a, b in pairwise(hexes):
        step = (kind, _step(a, b))
        if step in drawn:
            if stretch:
                yield tuple(stretch)
            stretch = []
            continue
        drawn.add(step)
        stretch = [*stretch, b] if stretch else [a, b]
    if stretch:
        yield tuple(stretch)


def _path(
    game_map: GameMap,
    kind: str,
    way: tuple[Hex, ...],
    lanes: Mapping[tuple[str, Step], float],
    straight_at: frozenset[Hex],
) -> str:
    """Path data of one stretch: from centre to centre by way of the middles of the hexsides."""
    centres = [(float(x), float(y)) for x, y in map(game_map.grid.center, way)]
    lane = LANE * game_map.grid.dy
    offsets: list[Point] = []
    for a, b in pairwise(way):
        low, high = _step(a, b)
        width = lanes.get((kind, (low, high)), 0.0) * lane
        offsets.append(across(game_map.grid.center(low), game_map.grid.center(high), width))
    gates = [
        shifted(between(one, two, 0.5), offset)
        for (one, two), offset in zip(pairwise(centres), offsets, strict=True)
    ]
    parts = [f"M{xy(shifted(centres[0], offsets[0]))}L{xy(gates[0])}"]
    for n in range(1, len(gates)):
        aside = between(offsets[n - 1], offsets[n], 0.5)
        centre = shifted(centres[n], aside)
        bend = "L" if way[n] in straight_at else ("Q" if gates[n] != gates[n - 1] else "L")
        parts.append(f"{bend}{xy(centre)} {xy(gates[n])}")
    parts.append(f"L{xy(shifted(centres[-1], offsets[-1]))}")
    return "".join(parts)
