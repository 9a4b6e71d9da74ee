"""Reads `hexes.csv`, `hexsides.csv`, `routes.csv` and `places.csv` into a `GameMap`."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from types import MappingProxyType

from compiler.gamedata.csv_reader import Cell
from compiler.gamedata.faults import shown
from compiler.gamedata.model import GameMap, HexInfo, HexsideFeature, Place, Route, Value
from compiler.gamedata.reading import Ids, Reading
from compiler.gamedata.schema import MapFile
from compiler.hexes import (
    Axis,
    Direction,
    Grid,
    Hex,
    HexError,
    Hexside,
    NumberOrder,
    Orientation,
    Parity,
    regular_dx,
)


def build_grid(file: MapFile) -> Grid:
    """The grid that `map.toml` describes, of regular hexes within the map's margin.

    Raises:
        HexError: if there is no such grid.
    """
    grid = file.grid
    return Grid(
        orientation=Orientation(grid.orientation),
        columns=Axis(
            count=grid.columns,
            first=grid.first_column,
            digits=grid.column_digits,
            descending=grid.columns_descend,
            letters=grid.column_letters,
        ),
        rows=Axis(
            count=grid.rows,
            first=grid.first_row,
            digits=grid.row_digits,
            descending=grid.rows_descend,
            letters=grid.row_letters,
        ),
        shifted=Parity(grid.shifted),
        order=NumberOrder(grid.order),
        separator=grid.separator,
        short=None if grid.short is None else Parity(grid.short),
        dx=regular_dx(grid.hex_pixels),
        dy=grid.hex_pixels,
        margin=(file.margin_pixels, file.margin_pixels),
    )


def read_map(reading: Reading, file: MapFile | None) -> GameMap | None:
    """The map; None if `map.toml` has faults. Those of the CSV files are noted in either case."""
    hexes = _hexes(reading)
    hexsides = _hexsides(reading)
    routes = _routes(reading)
    places = _places(reading)
    grid = reading.words.grid
    if file is None or grid is None:
        return None
    plain = HexInfo(
        frozenset((file.default_terrain,)), _default_values(reading), file.default_source
    )
    every_hex = {hex_: hexes.get(hex_, plain) for hex_ in grid}
    return GameMap(file, grid, MappingProxyType(every_hex), hexsides, routes, places)


def _default_values(reading: Reading) -> Mapping[str, Value]:
    """The game's columns for a hex that `hexes.csv` does not list: all empty."""
    columns = (reading.words.columns or {}).get("hexes", {})
    return MappingProxyType(
        {
            name: False if column and column.type == "flag" else None
            for name, column in columns.items()
        }
    )


def _terrain(reading: Reading, cell: Cell, on: str) -> str:
    """The cell as a terrain of a hex or of a hexside."""
    terrains = reading.words.terrains
    known = None
    if terrains is not None:
        known = [name for name, terrain in terrains.items() if terrain is None or terrain.on == on]
    return reading.cells.reference(cell, f"terrains of a {on}", known)


def _hexes(reading: Reading) -> Mapping[Hex, HexInfo]:
    table = reading.table("hexes")
    ids = Ids(reading.faults)
    found: dict[Hex, HexInfo] = {}
    for row in table.rows():
        hex_ = reading.cells.hex(row["hex"])
        terrains = [_terrain(reading, item, "hex") for item in row["terrain"].items()]
        if not terrains:
            reading.faults.add(row["terrain"].at, "nothing", "one or more terrains")
        info = HexInfo(
            terrains=frozenset(terrains),
            values=table.columns.values(row, reading.cells),
            source=reading.cells.source(row["source"]),
        )
        if hex_ is not None and ids.add(row["hex"]):
            found[hex_] = info
    return found


def _hexsides(reading: Reading) -> Mapping[Hexside, tuple[HexsideFeature, ...]]:
    table = reading.table("hexsides")
    ids = Ids(reading.faults)
    found: dict[Hexside, list[HexsideFeature]] = {}
    for row in table.rows():
        side = _hexside(reading, row["hex"], row["side"])
        terrain = _terrain(reading, row["terrain"], "hexside")
        values = table.columns.values(row, reading.cells)
        source = reading.cells.source(row["source"])
        if side is None:
            continue
        name = Cell(f"{terrain} at {row['hex'].text} {row['side'].text}", row["side"].at)
        if ids.add(name, (side, terrain)):
            found.setdefault(side, []).append(HexsideFeature(side, terrain, values, source))
    return MappingProxyType({side: tuple(features) for side, features in found.items()})


def _hexside(reading: Reading, hex_cell: Cell, cell: Cell) -> Hexside | None:
    """The hexside of a hex in a direction, or towards a neighbour's number."""
    grid, faults = reading.words.grid, reading.faults
    hex_ = reading.cells.hex(hex_cell)
    if hex_ is None or grid is None:
        return None
    directions = [str(direction) for direction in grid.orientation.directions]
    if cell.text in directions:
        other = grid.neighbours(hex_).get(Direction(cell.text))
        if other is None:
            faults.add(
                cell.at,
                f"the edge of the map {cell.text} of {hex_cell.text}",
                "a hexside between two hexes of the map",
            )
            return None
        return Hexside(hex_, other)
    expected = f"{', '.join(directions)} or the number of a neighbour of {hex_cell.text}"
    try:
        other = grid.hex(cell.text)
        return Hexside(hex_, other)
    except HexError:
        faults.add(cell.at, shown(cell.text) if cell else "nothing", expected)
        return None


def _routes(reading: Reading) -> tuple[Route, ...]:
    table = reading.table("routes")
    ids = Ids(reading.faults)
    found: list[Route] = []
    for row in table.rows():
        cells = reading.cells
        route = Route(
            id=cells.identifier(row["id"]),
            name=row["name"].text,
            kind=cells.reference(row["kind"], "kinds of routes", reading.words.route_kinds),
            hexes=_chain(reading, row["hexes"]),
            values=table.columns.values(row, cells),
            source=cells.source(row["source"]),
        )
        if ids.add(row["id"]):
            found.append(route)
    return tuple(found)


def _chain(reading: Reading, cell: Cell) -> tuple[Hex, ...]:
    """The cell as a chain of neighbouring hexes."""
    grid, faults = reading.words.grid, reading.faults
    if grid is None:
        return ()
    hyphen = "-" in grid.separator or any(axis.first < 0 for axis in (grid.columns, grid.rows))
    items = cell.items(";" if hyphen or ";" in cell.text else "-")
    hexes = [(item, hex_) for item in items if (hex_ := reading.cells.hex(item)) is not None]
    if len(items) < 2:
        faults.add(cell.at, shown(cell.text) if cell else "nothing", "two or more hexes")
    if len(hexes) == len(items):
        for (item, hex_), (next_item, next_hex) in pairwise(hexes):
            if hex_.distance(next_hex) != 1:
                faults.add(
                    cell.at,
                    f"a step from {item.text} to {next_item.text}, {hex_.distance(next_hex)} hexes",
                    "steps between neighbouring hexes",
                )
    return tuple(hex_ for _, hex_ in hexes)


def _places(reading: Reading) -> Mapping[str, Place]:
    table = reading.table("places")
    ids = Ids(reading.faults)
    found: dict[str, Place] = {}
    for row in table.rows():
        cells = reading.cells
        hexes = [cells.hex(item) for item in row["hexes"].items()]
        if not hexes:
            reading.faults.add(row["hexes"].at, "nothing", "one or more hexes")
        place = Place(
            id=cells.identifier(row["id"]),
            name=cells.name(row["name"]),
            kind=cells.reference(row["kind"], "kinds of places", reading.words.place_kinds),
            hexes=tuple(dict.fromkeys(hex_ for hex_ in hexes if hex_ is not None)),
            values=table.columns.values(row, cells),
            source=cells.source(row["source"]),
        )
        if ids.add(row["id"]):
            found[place.id] = place
    return MappingProxyType(found)
