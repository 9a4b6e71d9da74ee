"""`map.toml`: the hex grid, terrain, routes and places."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from compiler.gamedata.schema.common import Colour, Identifier, Source, Strict


class GridFile(Strict):
    """The hex grid; its keys are those of `compiler.hexes.Grid`, under names an author knows.

    `shifted` tells which rows (pointy top) or columns (flat top) stand half a hex further right (or
    down): those with an odd or an even *number*.
    """

    orientation: Literal["flat", "pointy"]
    columns: Annotated[int, Field(ge=1, le=999)]
    rows: Annotated[int, Field(ge=1, le=999)]
    shifted: Literal["odd", "even"]
    order: Literal["column-row", "row-column"] = "column-row"
    column_digits: Annotated[int, Field(ge=1, le=5)] = 2
    row_digits: Annotated[int, Field(ge=1, le=5)] = 2
    separator: str = ""
    first_column: int = 1
    first_row: int = 1
    columns_descend: bool = False
    """True: columns are counted from the right-hand edge."""
    rows_descend: bool = False
    """True: rows are counted from the bottom edge."""
    column_letters: bool = False
    """True: columns are lettered A, B … Z, AA, BB …; `column_digits` does not matter then."""
    row_letters: bool = False
    short: Literal["odd", "even"] | None = None
    """Which columns (flat top) or rows (pointy top) lack the hex with the last number, if any."""
    hex_pixels: Annotated[float, Field(ge=20, le=400)] = 80.0
    """Distance between two opposite sides of a hex on the module's board."""
    hex_mm: Annotated[float, Field(ge=5, le=100)] = 16.0
    """The same on a printed map."""


class Terrain(Strict):
    """A terrain of a hex or a feature of a hexside, and how it is drawn."""

    name: str
    on: Literal["hex", "hexside"] = "hex"
    colour: Colour = "#ffffff"
    pattern: Literal[
        "none", "woods", "swamp", "rough", "town", "city", "village", "water", "hatch", "dots",
        "field", "hill", "building", "airfield", "island",
        "river", "major-river", "great-river", "wall", "stream", "cliff", "dashed",
    ] = "none"  # fmt: skip
    rule: str = ""
    source: Source


class RouteKind(Strict):
    """A road, railway or other line that runs from hex to hex."""

    name: str
    style: Literal["road", "dirt", "rail", "highway", "gully", "trail", "stream"] = "road"
    colour: Colour = "#666666"
    rule: str = ""
    source: Source


class PlaceKind(Strict):
    """A kind of named place."""

    name: str
    size: Literal["small", "medium", "large"] = "medium"
    rule: str = ""


class MapFile(Strict):
    """`map.toml`: the grid, the terrains, the kinds of routes and places, and how they look."""

    name: str
    default_terrain: Identifier
    """Terrain of every hex that `hexes.csv` does not list."""
    default_source: Source
    margin_pixels: Annotated[int, Field(ge=0, le=500)] = 40
    background: Colour = "#e9e3c9"
    grid: GridFile
    terrain: dict[Identifier, Terrain]
    routes: dict[Identifier, RouteKind] = Field(default={})
    places: dict[Identifier, PlaceKind] = Field(default={})
