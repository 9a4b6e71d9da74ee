"""GameData: one game's data, read, checked and joined, as the rest of the program sees it.

Everything here is frozen and holds no file knowledge but where each figure comes from. It is made
by `loader.load_game` alone; the shapes of the files are in `schema`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Literal

from compiler.gamedata.rosters import Roster
from compiler.gamedata.schema import (
    Axis,
    DeclarationVerb,
    Defect,
    Dice,
    GameFile,
    Kind,
    MapFile,
    Option,
    Phase,
    Side,
    Source,
    State,
)
from compiler.hexes import Direction, Grid, Hex, Hexside


@dataclass(frozen=True, slots=True)
class Strength:
    """A strength as printed: a whole number, in parentheses when it is of limited use."""

    value: int
    parenthesised: bool = False

    def __str__(self) -> str:
        return f"({self.value})" if self.parenthesised else str(self.value)


Value = int | float | str | bool | Strength | Hex | tuple[str, ...] | None
"""A cell of a game's own column, by the column's type; None where the cell is empty."""


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter of the game: a unit, or a marker where `is_marker`.

    `values` are the game's columns that are the same on every face, `faces` those that differ: face
    id to column id to value. `sources` overrides `source` for single figures (`front.troop`).
    """

    id: str
    name: str
    side: str | None
    kind: str
    formation: str | None
    size: str
    count: int
    values: Mapping[str, Value]
    faces: Mapping[str, Mapping[str, Value]]
    source: Source
    sources: Mapping[str, Source] = field(default_factory=lambda: MappingProxyType({}))
    is_marker: bool = False
    optional: bool = False
    """True for counters that ship as a module extension."""

    def value(self, column: str, face: str | None = None) -> Value:
        """The figure in `column`, on `face` where it differs by face; None if the cell is empty.

        Raises `KeyError` when the game has no such column or the counter no such face.
        """
        if column in self.values:
            return self.values[column]
        return self.faces[face or next(iter(self.faces))][column]

    def source_of(self, figure: str) -> Source:
        """Where one figure comes from, e.g. `source_of("front.troop")`."""
        return self.sources.get(figure, self.source)


@dataclass(frozen=True, slots=True)
class Formation:
    """An army, corps or squad that counters belong to; `parent` is a formation id."""

    id: str
    name: str
    side: str
    parent: str | None
    headquarters: str | None
    """The counter that leads it."""
    values: Mapping[str, Value]
    source: Source


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


@dataclass(frozen=True, slots=True)
class SequencePhase:
    """A phase in its place in the turn, with the roles of its section filled in.

    `player` and `acting` are `first`, `second`, `both`, `none` or a side's id.
    """

    id: str
    """Unique in the turn: `<section>.<phase>`."""
    name: str
    section: str
    player: str
    acting: str
    phase: Phase
    repeats: bool
    section_name: str = ""
    section_optional: bool = False
    """Whether its section may be left out of a turn."""

    @property
    def optional(self) -> bool:
        """Whether it may be passed over within its section."""
        return self.phase.optional

    @property
    def mode(self) -> str:
        """The manner of movement of the phase, empty if none."""
        return self.phase.mode


@dataclass(frozen=True)
class SequenceOfPlay:
    """The phases of one game turn in order."""

    phases: tuple[SequencePhase, ...]
    always_allowed: frozenset[str]
    source: Source

    @cached_property
    def by_id(self) -> Mapping[str, SequencePhase]:
        """Phase id to phase."""
        return {phase.id: phase for phase in self.phases}

    @cached_property
    def position(self) -> Mapping[str, int]:
        """Phase id to its place in the turn, from 0."""
        return {phase.id: n for n, phase in enumerate(self.phases)}


@dataclass(frozen=True, slots=True)
class SetupPiece:
    """One piece of a scenario's set-up; `place` is a hex, or the name of a box on a display."""

    piece: str
    """Id of the piece in play: the counter's id, with `#2`, `#3`… for further copies."""
    counter: str
    place: Hex | str
    face: str
    states: Mapping[str, Value]
    values: Mapping[str, Value]
    source: Source


@dataclass(frozen=True, slots=True)
class ScenarioData:
    """A scenario with its set-up resolved."""

    id: str
    name: str
    rule: str
    first_player: str
    turns: tuple[tuple[str, Mapping[str, str | int | float | bool]], ...]
    """Label and values of each turn."""
    options: frozenset[str]
    values: Mapping[str, object]
    setup: tuple[SetupPiece, ...]
    source: Source


Cell = int | float | str | None


@dataclass(frozen=True)
class Table:
    """A chart: rows and columns by key, cells typed as `tables.toml` says."""

    id: str
    title: str
    rows: Axis
    columns: Axis
    row_keys: tuple[str, ...]
    column_keys: tuple[str, ...]
    cells: tuple[tuple[Cell, ...], ...]
    rule: str
    source: Source
    row_sources: Mapping[str, Source]

    def cell(self, row: str | int, column: str | int) -> Cell:
        """The cell for a row and a column; a number is looked up in a `range` axis.

        A number beyond the ends of a range axis takes the nearest row or column. Raises `KeyError`
        for a key that the table does not have.
        """
        return self.cells[self._index(self.rows, self._row_index, row)][
            self._index(self.columns, self._column_index, column)
        ]

    def source_of(self, row: str | int) -> Source:
        """Where the figures of a row come from."""
        key = self.row_keys[self._index(self.rows, self._row_index, row)]
        return self.row_sources.get(key, self.source)

    @cached_property
    def _row_index(self) -> Mapping[str | int, int]:
        return self._index_of(self.rows, self.row_keys)

    @cached_property
    def _column_index(self) -> Mapping[str | int, int]:
        return self._index_of(self.columns, self.column_keys)

    @staticmethod
    def _index_of(axis: Axis, keys: tuple[str, ...]) -> Mapping[str | int, int]:
        index: dict[str | int, int] = {key: n for n, key in enumerate(keys)}
        if axis.kind == "range":
            for n, key in enumerate(keys):
                low, high = range_bounds(key, axis)
                index.update((number, n) for number in range(low, high + 1))
        return index

    @staticmethod
    def _index(axis: Axis, index: Mapping[str | int, int], key: str | int) -> int:
        if isinstance(key, int) and axis.kind == "range":
            low, high = axis.minimum, axis.maximum
            if low is not None and high is not None:
                key = min(max(key, low), high)
        return index[key]


def range_bounds(text: str, axis: Axis) -> tuple[int, int]:
    """First and last number of a range cell, `3`, `1-4`, `8+`, `<=0`; ends open to the axis's own.

    Raises `ValueError` for anything else, or a range that runs backwards.

    >>> range_bounds("4-7", Axis(name="roll", kind="range", minimum=1, maximum=10))
    (4, 7)
    >>> range_bounds("8+", Axis(name="roll", kind="range", minimum=1, maximum=10))
    (8, 10)
    """
    found = re.fullmatch(r"(<=)?(-?\d{1,6})(?:\s*(?:-|–|\.\.)\s*(-?\d{1,6})|(\+))?", text.strip())
    if found is None or (found[1] and (found[3] or found[4])):
        raise ValueError(f"{text!r} is not a range such as 3, 1-4, 8+ or <=0")
    first = int(found[2])
    low, high = first, int(found[3]) if found[3] else first
    if found[4]:
        high = first if axis.maximum is None else axis.maximum
    if found[1]:
        low = first if axis.minimum is None else axis.minimum
    if low > high:
        raise ValueError(f"{text!r} runs backwards")
    return low, high


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph or section of the rulebook, by its id.

    `advisory` is the reason why nothing a log can show bears on it (empty: to be enforced or
    applied).
    """

    id: str
    kind: Literal["section", "paragraph"]
    advisory: str = ""


BOX_NAME_HEIGHT = 24
"""Pixels along the upper edge of a box that its name takes."""


@dataclass(frozen=True, slots=True)
class Box:
    """A box of a display, in pixels of the display's board."""

    id: str
    name: str
    location: str
    """What reports and declarations call it: its name, after the display's where that is needed."""
    side: str | None
    command: bool
    key: str
    rule: str
    x: int
    y: int
    width: int
    height: int

    @property
    def centre(self) -> tuple[int, int]:
        """Where pieces are put: the middle of what the name along the upper edge leaves free."""
        return self.x + self.width // 2, self.y + (self.height + BOX_NAME_HEIGHT) // 2

    def __contains__(self, point: object) -> bool:
        return (
            isinstance(point, tuple)
            and len(point) == 2
            and 0 <= point[0] - self.x < self.width
            and 0 <= point[1] - self.y < self.height
        )


@dataclass(frozen=True, slots=True)
class Display:
    """A display beside the map, laid out."""

    id: str
    name: str
    side: str | None
    kinds: frozenset[str]
    """Kinds of counter that live here; empty: any."""
    boxes: tuple[Box, ...]
    width: int
    height: int
    rule: str = ""

    def at(self, x: int, y: int) -> Box | None:
        """The box at a point of the board."""
        return next((box for box in self.boxes if (x, y) in box), None)


@dataclass(frozen=True)
class GameData:
    """All data of one game."""

    game: GameFile
    map: GameMap
    counters: Mapping[str, Counter]
    markers: Mapping[str, Counter]
    formations: Mapping[str, Formation]
    sequence: SequenceOfPlay
    scenarios: Mapping[str, ScenarioData]
    options: Mapping[str, Option]
    tables: Mapping[str, Table]
    defects: Mapping[str, Defect]
    rulebook: tuple[Paragraph, ...]
    displays: Mapping[str, Display] = field(default_factory=lambda: MappingProxyType({}))
    declarations: Mapping[str, DeclarationVerb] = field(
        default_factory=lambda: MappingProxyType({})
    )
    rosters: Mapping[str, Roster] = field(default_factory=lambda: MappingProxyType({}))

    @cached_property
    def boxes(self) -> Mapping[str, tuple[Display, Box]]:
        """Box id to the box and its display."""
        return {box.id: (shown, box) for shown in self.displays.values() for box in shown.boxes}

    @property
    def id(self) -> str:
        """The game's id, e.g. `my_game`."""
        return self.game.id

    @property
    def sides(self) -> Mapping[str, Side]:
        """Side id to side."""
        return self.game.sides

    @property
    def kinds(self) -> Mapping[str, Kind]:
        """Kind id to kind of counter."""
        return self.game.kinds

    @property
    def dice(self) -> Mapping[str, Dice]:
        """Dice id to dice."""
        return self.game.dice

    @property
    def states(self) -> Mapping[str, State]:
        """State id to state."""
        return self.game.states

    def all_counters(self) -> Iterator[Counter]:
        """Units, then markers."""
        yield from self.counters.values()
        yield from self.markers.values()

    def opponent(self, side: str) -> str:
        """The other side of a two-sided game."""
        others = [other for other in self.game.sides if other != side]
        if len(others) != 1:
            raise ValueError(f"{self.id} has no single opponent of {side}")
        return others[0]


__all__ = [
    "Box", "Cell", "Counter", "Direction", "Display", "Formation", "GameData", "GameMap", "HexInfo",
    "HexsideFeature", "Paragraph", "Place", "Route", "ScenarioData", "SequenceOfPlay",
    "SequencePhase", "SetupPiece",
    "Strength", "Table", "Value", "range_bounds",
]  # fmt: skip
