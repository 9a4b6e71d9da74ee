"""The map: grid, hexes, hexsides, routes, places; with look-ups prepared once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from compiler.gamedata.model.counters import Value
from compiler.gamedata.schema import (
    MapFile,
    Source,
)
from compiler.hexes import Grid, Hex, Hexside


@dataclass(frozen=True, slots=True)
class HexInfo:
    """What is printed in a hex: one or more terrains, and the game's own columns."""

    terrains: frozenset[str]
    values: Mapping[str, Value]
    source: Source


@dataclass(frozen=True, slots=True)
class HexsideFeature:
    """A feature along one whole hexside, with the game's own columns (the side it faces, say)."""

    side: Hexside
    terrain: str
    values: Mapping[str, Value]
    source: Source


@dataclass(frozen=True, slots=True)
class Route:
    """A road, railway or gully as a chain of neighbouring hexes, in order."""

    id: str
    name: str
    kind: str
    hexes: tuple[Hex, ...]
    values: Mapping[str, Value]
    source: Source


@dataclass(frozen=True, slots=True)
class Place:
    """A named place of one or more hexes."""

    id: str
    name: str
    kind: str
    hexes: tuple[Hex, ...]
    values: Mapping[str, Value]
    source: Source


@dataclass(frozen=True)
class GameMap:
    """The map: grid, hexes, hexsides, routes, places; with look-ups prepared once."""

    file: MapFile
    grid: Grid
    hexes: Mapping[Hex, HexInfo]
    """Every hex of the grid, also those that only have the default terrain."""
    hexsides: Mapping[Hexside, tuple[HexsideFeature, ...]]
    routes: tuple[Route, ...]
    places: Mapping[str, Place]

    @cached_property
    def route_steps(self) -> Mapping[tuple[Hex, Hex], frozenset[str]]:
        """Route kinds that join two neighbouring hexes, under both orders of the pair."""
        steps: dict[tuple[Hex, Hex], set[str]] = {}
        for route in self.routes:
            for a, b in zip(route.hexes, route.hexes[1:], strict=False):
                steps.setdefault((a, b), set()).add(route.kind)
                steps.setdefault((b, a), set()).add(route.kind)
        return {pair: frozenset(kinds) for pair, kinds in steps.items()}

    @cached_property
    def route_hexes(self) -> Mapping[Hex, frozenset[str]]:
        """Route kinds that touch each hex."""
        kinds: dict[Hex, set[str]] = {}
        for route in self.routes:
            for hex_ in route.hexes:
                kinds.setdefault(hex_, set()).add(route.kind)
        return {hex_: frozenset(found) for hex_, found in kinds.items()}

    @cached_property
    def places_at(self) -> Mapping[Hex, tuple[Place, ...]]:
        """The places that cover each hex."""
        found: dict[Hex, tuple[Place, ...]] = {}
        for place in self.places.values():
            for hex_ in place.hexes:
                found[hex_] = (*found.get(hex_, ()), place)
        return found

    def features(self, a: Hex, b: Hex) -> frozenset[str]:
        """Ids of the features along the hexside between two neighbours."""
        return self._features_between.get((a, b), frozenset())

    @cached_property
    def _features_between(self) -> Mapping[tuple[Hex, Hex], frozenset[str]]:
        found: dict[tuple[Hex, Hex], frozenset[str]] = {}
        for side, features in self.hexsides.items():
            a, b = side
            found[a, b] = found[b, a] = frozenset(feature.terrain for feature in features)
        return found

    def hex(self, number: str) -> Hex:
        """The hex of a printed number; raises `compiler.hexes.HexError` if it is not on the map."""
        return self.grid.hex(number)

    def number(self, hex_: Hex) -> str:
        """The printed number of a hex."""
        return self.grid.number(hex_)

    def describe(self, hex_: Hex) -> str:
        """Number and place name, as findings and transcripts print a hex: `0814 Kiev`."""
        names = ", ".join(place.name for place in self.places_at.get(hex_, ()))
        return f"{self.number(hex_)} {names}".rstrip()
