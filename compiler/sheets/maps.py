"""Printed maps: on one sheet of their own size, or tiled over ordinary paper to be glued together.

Tiles overlap. Ticks in their margins show where to cut, and crosses in the overlap, at the same
place of the map on both tiles, how they lie on one another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from compiler.art.key import COLUMN, terrain_key
from compiler.art.labels import Rectangle as Window
from compiler.art.maps import map_parts, stand_in_note
from compiler.gamedata.model import GameData
from compiler.sheets.blocks import Rectangle, Segment
from compiler.sheets.boxes import PageBoxes
from compiler.sheets.choices import LAYOUTS, MapLayout
from compiler.sheets.pages import LARGEST, PAGES, Page, SheetError
from compiler.sheets.typesetting import Document, document_of

BLEED = 3.0
"""How far the map's background goes on beyond the cut of a whole sheet."""
TICK, TICK_GAP = 4.0, 1.0
"""Length of the ticks in the margins of tiles, and how far from the map they begin."""
TILE_STRIP = 7.0
"""Height of the strips above and below a tile that tell which it is."""
KEY_MM_PER_PIXEL = 0.19
MAX_TILES = 400
LEAST_OVERLAP, LARGEST_OVERLAP = 4.0, 60.0


@dataclass(frozen=True, slots=True)
class MapOptions:
    """How maps are printed."""

    hex_mm: float | None = None
    """From one side of a hex to the opposite one; None: as `map.toml` says."""
    numbers: bool = True
    greyscale: bool = False
    overlap: float = 10.0
    """How far neighbouring tiles overlap, in millimetres."""
    layouts: tuple[MapLayout, ...] = LAYOUTS

    def __post_init__(self) -> None:
        if self.hex_mm is not None and not 5 <= self.hex_mm <= 100:
            raise SheetError(f"hexes of {self.hex_mm:g} mm were asked for: expected 5 to 100 mm")
        if not LEAST_OVERLAP <= self.overlap <= LARGEST_OVERLAP:
            raise SheetError(
                f"an overlap of {self.overlap:g} mm was asked for: expected {LEAST_OVERLAP:g} to"
                f" {LARGEST_OVERLAP:g} mm"
            )


@dataclass(frozen=True, slots=True)
class _Scale:
    """The map in millimetres."""

    hex_mm: float
    mm: float
    """Millimetres to a board pixel."""
    width: float
    height: float

    @classmethod
    def of(cls, data: GameData, options: MapOptions) -> _Scale:
        hex_mm = options.hex_mm or data.map.file.grid.hex_mm
        mm = hex_mm / data.map.grid.dy
        width, height = data.map.grid.board_size
        return cls(hex_mm, mm, width * mm, height * mm)


def map_documents(
    data: GameData, page: Page = PAGES["a4"], options: MapOptions | None = None
) -> Iterator[tuple[str, Document]]:
    """The map in each layout asked for, with what its file's name gets: `map`, `map-tiles`.

    Raises:
        SheetError: if the map is too large for one sheet, or needs too many tiles.
    """
    options = options or MapOptions()
    for layout in options.layouts:
        if layout == "sheet":
            yield "map", map_sheet(data, options)
        else:
            yield "map-tiles", map_tiles(data, page, options)


def map_sheet(data: GameData, options: MapOptions) -> Document:
    """The map on one sheet of its own size, with the terrain key below it."""
    scale = _Scale.of(data, options)
    columns = int(scale.width / (COLUMN * KEY_MM_PER_PIXEL))
    key = terrain_key(data, columns=columns, greyscale=options.greyscale)
    key_scale = min(KEY_MM_PER_PIXEL, scale.width / key.width)
    key_height = key.height * key_scale
    page = Page("map", 0, 0)
    left, top = page.margin + TICK + TICK_GAP + BLEED, page.margin + page.head
    trim = (left, top, left + scale.width, top + scale.height + key_height + 4)
    below = BLEED + TICK_GAP + TICK
    page = Page("map", trim[2] + left, trim[3] + below + page.foot + page.margin)
    if max(page.width, page.height) > LARGEST:
        raise SheetError(
            f"with hexes of {scale.hex_mm:g} mm the map takes a sheet of {page.width:.0f} by"
            f" {page.height:.0f} mm: expected at most {LARGEST:g} mm; take smaller hexes"
        )
    width, height = data.map.grid.board_size
    (drawing,) = map_parts(
        data,
        [Window(0.0, 0.0, float(width), float(height))],
        numbers=options.numbers,
        greyscale=options.greyscale,
    )
    bleed = (trim[0] - BLEED, trim[1] - BLEED, trim[2] + BLEED, trim[3] + BLEED)
    content = {
        **_about(data, scale, options),
        "ground": {"box": bleed, "colour": data.map.file.background},
        "map": {"svg": drawing.svg, "x": left, "y": top, "width": scale.width},
        "key": {
            "svg": key.svg,
            "x": left + (scale.width - key.width * key_scale) / 2,
            "y": top + scale.height + 2,
            "width": key.width * key_scale,
        },
        "marks": list(_corner_ticks(trim)),
    }
    return document_of(data, "map", "map_sheet.typ", page, content, boxes=(PageBoxes(trim, bleed),))


def _about(data: GameData, scale: _Scale, options: MapOptions) -> dict[str, Any]:
    return {
        "name": data.map.file.name,
        "greyscale": options.greyscale,
        "advice": f"print at 100 %; hexes of {scale.hex_mm:g} mm",
        "note": stand_in_note(data.map),
    }


def _corner_ticks(trim: Rectangle) -> Iterator[Segment]:
    """Crop marks at the four corners, outside the bleed."""
    left, top, right, bottom = trim
    near, far = BLEED + TICK_GAP, BLEED + TICK_GAP + TICK
    for x in (left, right):
        yield x, top - far, x, top - near
        yield x, bottom + near, x, bottom + far
    for y in (top, bottom):
        yield left - far, y, left - near, y
        yield right + near, y, right + far, y


@dataclass(frozen=True, slots=True)
class Tiling:
    """How a map is cut into tiles. Lengths in millimetres; of the map, from its corner."""

    page: Page
    width: float
    height: float
    overlap: float
    columns: int
    rows: int

    @classmethod
    def over(cls, page: Page, width: float, height: float, overlap: float) -> Tiling:
        """The tiles of a map on a paper, upright or lying, whichever needs fewer.

        Raises:
            SheetError: if the paper is too small, or more than `MAX_TILES` would be needed.
        """
        found = [
            cls(paper, width, height, overlap, columns, rows)
            for paper in (page, page.turned())
            if (columns := _count(width, _room(paper)[0], overlap))
            and (rows := _count(height, _room(paper)[1], overlap))
        ]
        best = min(found, key=lambda tiling: tiling.columns * tiling.rows, default=None)
        if best is None or best.columns * best.rows > MAX_TILES:
            raise SheetError(
                f"a map of {width:.0f} by {height:.0f} mm does not go on {MAX_TILES} pages of"
                f" {page.width:g} by {page.height:g} mm: take smaller hexes or larger paper"
            )
        return best

    @property
    def left(self) -> float:
        """Where the map's part begins on each page."""
        return self.page.margin + TICK + TICK_GAP

    @property
    def top(self) -> float:
        """The same, downwards."""
        return self.page.margin + TILE_STRIP + TICK + TICK_GAP

    def window(self, column: int, row: int) -> Rectangle:
        """The part of the map on a tile; all tiles are of one size."""
        wide = (self.width + (self.columns - 1) * self.overlap) / self.columns
        high = (self.height + (self.rows - 1) * self.overlap) / self.rows
        left, top = column * (wide - self.overlap), row * (high - self.overlap)
        return left, top, left + wide, top + high

    def cut(self, column: int, row: int) -> Rectangle:
        """What is left of a tile after cutting: at its neighbours, the middle of the overlap."""
        left, top, right, bottom = self.window(column, row)
        half = self.overlap / 2
        return (
            left + (half if column else 0),
            top + (half if row else 0),
            right - (half if column + 1 < self.columns else 0),
            bottom - (half if row + 1 < self.rows else 0),
        )

    def crosses(self, column: int, row: int) -> Iterator[tuple[float, float]]:
        """Points in the overlaps of a tile, the same on the neighbour."""
        left, top, right, bottom = self.cut(column, row)
        across = [x for x, inside in ((left, column), (right, column + 1 < self.columns)) if inside]
        down = [y for y, inside in ((top, row), (bottom, row + 1 < self.rows)) if inside]
        for x in across:
            yield from ((x, top + (bottom - top) * share) for share in (0.25, 0.75))
        for y in down:
            yield from ((left + (right - left) * share, y) for share in (0.25, 0.75))


def _room(page: Page) -> tuple[float, float]:
    """Width and height of a map's part on a page."""
    ticks = 2 * (TICK + TICK_GAP)
    return page.width - 2 * page.margin - ticks, page.height - 2 * page.margin - ticks - (
        2 * TILE_STRIP
    )


def _count(length: float, room: float, overlap: float) -> int:
    """How many tiles cover a length; 0 if tiles are no longer than their overlaps."""
    step = room - overlap
    if step <= overlap:
        return 0
    return max(1, -int(-(length - overlap - 1e-6) // step))


def map_tiles(data: GameData, page: Page, options: MapOptions) -> Document:
    """The map over pages of ordinary paper, and the terrain key on a page of its own."""
    scale = _Scale.of(data, options)
    tiling = Tiling.over(page, scale.width, scale.height, options.overlap)
    spots = [(row, column) for row in range(tiling.rows) for column in range(tiling.columns)]
    windows = [tiling.window(column, row) for row, column in spots]
    drawings = map_parts(
        data,
        [Window(*(edge / scale.mm for edge in window)) for window in windows],
        numbers=options.numbers,
        greyscale=options.greyscale,
    )
    tiles = []
    boxes = []
    for (row, column), window, drawing in zip(spots, windows, drawings, strict=True):
        x, y = tiling.left - window[0], tiling.top - window[1]
        cut = tiling.cut(column, row)
        tiles.append(
            {
                "row": row,
                "column": column,
                "svg": drawing.svg,
                "width": window[2] - window[0],
                "marks": list(_tile_ticks(window, cut, x, y)),
                "crosses": [(at_x + x, at_y + y) for at_x, at_y in tiling.crosses(column, row)],
            }
        )
        kept = (cut[0] + x, cut[1] + y, cut[2] + x, cut[3] + y)
        whole = (window[0] + x, window[1] + y, window[2] + x, window[3] + y)
        boxes.append(PageBoxes(kept, whole))
    key = terrain_key(data, greyscale=options.greyscale)
    paper = tiling.page
    room = (paper.inner_width, paper.inner_height)
    key_scale = min(KEY_MM_PER_PIXEL, room[0] / key.width, room[1] / key.height)
    content = {
        **_about(data, scale, options),
        "tiles": tiles,
        "columns": tiling.columns,
        "rows": tiling.rows,
        "at": (tiling.left, tiling.top),
        "overlap": options.overlap,
        "key": {"svg": key.svg, "width": key.width * key_scale},
    }
    edges = (0.0, 0.0, paper.width, paper.height)
    return document_of(
        data, "map in parts", "map_tiles.typ", paper, content,
        boxes=(*boxes, PageBoxes(edges, edges)),
    )  # fmt: skip


def _tile_ticks(window: Rectangle, cut: Rectangle, dx: float, dy: float) -> Iterator[Segment]:
    """Ticks in the margins of a page in line with the cuts of its tile."""
    left, top, right, bottom = (
        window[0] + dx, window[1] + dy, window[2] + dx, window[3] + dy,
    )  # fmt: skip
    for x in (cut[0] + dx, cut[2] + dx):
        yield x, top - TICK_GAP - TICK, x, top - TICK_GAP
        yield x, bottom + TICK_GAP, x, bottom + TICK_GAP + TICK
    for y in (cut[1] + dy, cut[3] + dy):
        yield left - TICK_GAP - TICK, y, left - TICK_GAP, y
        yield right + TICK_GAP, y, right + TICK_GAP + TICK, y
