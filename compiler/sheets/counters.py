"""Counter sheets: fronts and backs of counters at their true size, to be cut out.

Counters come by side, size and formation, markers after units; each page of fronts is followed by
the page of what lies behind it when the paper is turned over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from compiler.art.counters import blank_face, counter_face, face_bleed, faces_of
from compiler.gamedata.model import Counter, GameData
from compiler.gamedata.schema import Column, Source
from compiler.sheets.blocks import Block, Cutting, Rectangle, Turning
from compiler.sheets.boxes import PageBoxes
from compiler.sheets.choices import Duplex
from compiler.sheets.pages import PAGES, Page, SheetError
from compiler.sheets.selection import Chosen, Selection, choose
from compiler.sheets.typesetting import Document, document_of

SMALLEST, LARGEST = 4.0, 60.0
"""Millimetres that the side of a counter may have, as in `game.toml`."""
MAX_CORNER = 0.5
"""The largest corner radius, as a fraction of the counter's side."""


@dataclass(frozen=True, slots=True)
class CounterOptions:
    """How counter sheets are laid out."""

    duplex: Duplex = "long"
    shift_x: float = 0.0
    shift_y: float = 0.0
    """Where the printer's backs come out, as the test page tells it: millimetres to the right and
    down, seen from the front."""
    cutting: Cutting = field(default_factory=Cutting)
    corner_radius: float = 0.0
    """Radius of rounded corners, shown by thin arcs; 0: none."""
    size: float | None = None
    """The side of counters whose kind has no size of its own; None: as the game says."""
    selection: Selection = field(default_factory=Selection)

    def __post_init__(self) -> None:
        if self.size is not None and not SMALLEST < self.size <= LARGEST:
            raise SheetError(
                f"counters of {self.size:g} mm were asked for: expected more than {SMALLEST:g} and"
                f" at most {LARGEST:g} mm"
            )


@dataclass(frozen=True, slots=True)
class Piece:
    """One counter to cut out: a front and what is behind it."""

    counter: Counter
    front: str
    back: str | None


@dataclass(frozen=True, slots=True)
class Group:
    """The counters that share pages: those of one side, or the markers of none, in one size."""

    title: str
    size: float
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class CounterSheet:
    """A planned counter sheet: the document, and on which page each counter's fronts begin."""

    document: Document
    chosen: Chosen
    first_pages: dict[str, int]
    groups: tuple[Group, ...]


def counter_sheet(
    data: GameData, page: Page = PAGES["a4"], options: CounterOptions | None = None
) -> CounterSheet:
    """The counter sheet of a game.

    Raises:
        SheetError: for counters too large for the paper or too many, a side or formation that the
            game does not have, or if no counter is left.
        ArtError: if a counter cannot be drawn.
    """
    options = options or CounterOptions()
    chosen = choose(data, options.selection)
    groups = tuple(_groups(data, chosen, options))
    if not groups and options.selection != Selection():
        raise SheetError("no counter is left to print: nothing has changed, or no counter is meant")
    turning = Turning(page, options.duplex, options.shift_x, options.shift_y)
    setting = _Setting(data, options, turning)
    pages: list[dict[str, Any]] = []
    boxes: list[PageBoxes] = []
    first_pages: dict[str, int] = {}
    for group in groups:
        block = Block.filling(page, group.size, options.cutting)
        for start in range(0, len(group.pieces), block.capacity):
            pieces = group.pieces[start : start + block.capacity]
            for piece in pieces:
                first_pages.setdefault(piece.counter.id, len(pages) + 1)
            pages += setting.both_sides(group.title, pieces, block)
            boxes += _boxes(block.extent(len(pieces)), turning, options.cutting.bleed)
    edge = "long" if options.duplex == "long" else "short"
    document = document_of(
        data,
        "counters",
        "counter_sheet.typ",
        page,
        {
            "faces": setting.faces.made,
            "bleeds": setting.bleeds.made,
            "pages": pages or [_empty_page(data)],
            "advice": f"print at 100 %, backs turned along the {edge} edge",
        },
        boxes=tuple(boxes),
        duplex=options.duplex,
    )
    return CounterSheet(document, chosen, first_pages, groups)


def size_of(data: GameData, counter: Counter, options: CounterOptions) -> float:
    """The side of a counter in millimetres."""
    layout = data.game.layout
    return layout.sizes_mm.get(counter.kind, options.size or layout.size_mm)


def _groups(data: GameData, chosen: Chosen, options: CounterOptions) -> Iterator[Group]:
    """The sides in order, each by size, units by formation before markers; last those of none."""
    order = {formation: n for n, formation in enumerate(data.formations)}
    for side, name in [*((side, found.name) for side, found in data.sides.items()), (None, "")]:
        units = sorted(
            (counter for counter in data.counters.values() if counter.side == side),
            key=lambda counter: order.get(counter.formation or "", len(order)),
        )
        markers = sorted(
            (marker for marker in data.markers.values() if marker.side == side),
            key=lambda marker: list(data.kinds).index(marker.kind),
        )
        by_size: dict[float, list[Piece]] = {}
        for counter in (*units, *markers):
            pieces = _pieces(data, counter, chosen.copies.get(counter.id, 0))
            by_size.setdefault(size_of(data, counter, options), []).extend(pieces)
        sizes = [size for size, pieces in by_size.items() if pieces]
        for size in sizes:
            told = f", {size:.4g} mm" if len(sizes) > 1 else ""
            yield Group((name or "Markers") + told, size, tuple(by_size[size]))


def _pieces(data: GameData, counter: Counter, copies: int) -> Iterator[Piece]:
    """Copies of a counter; of one with more than two faces, one to cut out for each two."""
    faces = faces_of(data, counter)
    for start in range(0, len(faces), 2):
        back = faces[start + 1] if start + 1 < len(faces) else None
        for _ in range(copies):
            yield Piece(counter, faces[start], back)


def _boxes(extent: Rectangle, turning: Turning, bleed: float) -> Iterator[PageBoxes]:
    """The boxes of a page of fronts and of the page behind it."""
    for trim in (extent, turning.rectangle_behind(extent)):
        left, top, right, bottom = trim
        yield PageBoxes(trim, (left - bleed, top - bleed, right + bleed, bottom + bleed))


@dataclass(slots=True)
class _Drawings:
    """The drawings of a sheet, each once, as the template gets them."""

    made: list[dict[str, Any]] = field(default_factory=list)
    indices: dict[tuple[str, str | None], int] = field(default_factory=dict)


@dataclass(slots=True)
class _Setting:
    """Puts counters on pages."""

    data: GameData
    options: CounterOptions
    turning: Turning
    faces: _Drawings = field(default_factory=_Drawings)
    bleeds: _Drawings = field(default_factory=_Drawings)

    def both_sides(
        self, title: str, pieces: Sequence[Piece], block: Block
    ) -> Iterator[dict[str, Any]]:
        """A page of fronts and the page of what is behind them."""
        marks = [list(mark) for mark in block.crop_marks(len(pieces))]
        places = [block.place(n) for n in range(len(pieces))]
        note = stand_in_note(
            self.data, {piece.counter.id: piece.counter for piece in pieces}.values()
        )
        whole = {"note": note, "turned": False}
        yield {
            **whole,
            "title": f"{title}, fronts",
            "cells": self._cells(pieces, places, block, back=False),
            "bleeds": self._bleeds(pieces, places, block, back=False),
            "marks": marks,
            "corners": self._corners(places, block),
        }
        behind = [self.turning.cell_behind(x, y, block.cell) for x, y in places]
        yield {
            **whole,
            "title": f"{title}, backs",
            "turned": not self.turning.sideways,
            "cells": self._cells(pieces, behind, block, back=True),
            "bleeds": self._bleeds(pieces, behind, block, back=True),
            "marks": [
                [*self.turning.behind(*mark[:2]), *self.turning.behind(*mark[2:])] for mark in marks
            ],
            "corners": self._corners(behind, block),
        }

    def _cells(
        self,
        pieces: Sequence[Piece],
        places: Sequence[tuple[float, float]],
        block: Block,
        *,
        back: bool,
    ) -> list[tuple[float, float, int]]:
        return [
            (x, y, self._face(piece.counter, piece.back if back else piece.front, block.cell))
            for piece, (x, y) in zip(pieces, places, strict=True)
        ]

    def _bleeds(
        self,
        pieces: Sequence[Piece],
        places: Sequence[tuple[float, float]],
        block: Block,
        *,
        back: bool,
    ) -> list[tuple[float, float, int]]:
        """The grounds under the faces that have a cut of their own on some side."""
        bleed = block.cutting.bleed
        if not bleed:
            return []
        count, columns = len(pieces), block.columns
        return [
            (x - bleed, y - bleed, self._bleed(piece.counter, piece.back if back else piece.front,
                                               block.cell))
            for n, (piece, (x, y)) in enumerate(zip(pieces, places, strict=True))
            if block.cutting.gutter
            or n < columns
            or n + columns >= count
            or n % columns in (0, columns - 1)
        ]  # fmt: skip

    def _corners(self, places: Iterable[tuple[float, float]], block: Block) -> str:
        """The arcs along which corners are rounded off, as one drawing of the page."""
        radius = self.options.corner_radius
        if not radius:
            return ""
        if not 0 < radius <= block.cell * MAX_CORNER:
            raise SheetError(
                f"a corner radius of {radius:g} mm was asked for: expected more than 0 and at most"
                f" half the side of the counters, {block.cell / 2:g} mm"
            )
        return _arcs(block.page, places, block.cell, radius)

    def _face(self, counter: Counter, face: str | None, size: float) -> int:
        key = (counter.id, face)
        if key not in self.faces.indices:
            drawing = (
                blank_face(self.data, counter)
                if face is None
                else counter_face(self.data, counter, face, edge=False)
            )
            alt = f"{counter.name}, {face or 'blank back'}"
            self.faces.indices[key] = len(self.faces.made)
            self.faces.made.append({"svg": drawing.svg, "width": size, "alt": alt})
        return self.faces.indices[key]

    def _bleed(self, counter: Counter, face: str | None, size: float) -> int:
        key = (counter.id, face)
        if key not in self.bleeds.indices:
            bleed = self.options.cutting.bleed
            drawing = face_bleed(self.data, counter, face, bleed / size)
            self.bleeds.indices[key] = len(self.bleeds.made)
            self.bleeds.made.append({"svg": drawing.svg, "width": size + 2 * bleed})
        return self.bleeds.indices[key]


def _arcs(page: Page, places: Iterable[tuple[float, float]], cell: float, radius: float) -> str:
    """Four quarters of a circle in each cell, in light and dark so that they show on any colour."""
    parts = []
    for left, top in places:
        right, bottom = left + cell, top + cell
        for x, y, right_of, below in (
            (left, top, 1, 1), (right, top, -1, 1), (right, bottom, -1, -1), (left, bottom, 1, -1),
        ):  # fmt: skip
            sweep = 1 if right_of == below else 0
            parts.append(
                f"M{x:.3f},{y + below * radius:.3f}A{radius:g},{radius:g} 0 0 {sweep}"
                f" {x + right_of * radius:.3f},{y:.3f}"
            )
    path = "".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{page.width:g}" height="{page.height:g}"'
        f' viewBox="0 0 {page.width:g} {page.height:g}" fill="none">'
        f'<path d="{path}" stroke="#ffffff" stroke-width="0.18"/>'
        f'<path d="{path}" stroke="#000000" stroke-width="0.07"/></svg>'
    )


def _empty_page(data: GameData) -> dict[str, Any]:
    """What stands in place of the sheet of a game without counters."""
    return {
        "title": f"{data.game.title} has no counters",
        "turned": False, "cells": [], "bleeds": [], "marks": [], "corners": "", "note": "",
    }  # fmt: skip


def stand_in_note(data: GameData, counters: Iterable[Counter]) -> str:
    """How many of the figures on some counters are stand-ins, as a sentence."""
    figures = [source.kind for each in counters for source in _figure_sources(data, each)]
    made_up = figures.count("stand-in")
    if not figures:
        return ""
    if not made_up:
        return f"Stand-in figures: none; all {len(figures)} are printed in the rules or derived."
    return (
        f"Stand-in figures: {made_up} of the {len(figures)} on these counters are not the published"
        " ones; see the source columns of counters.csv."
    )


def _figure_sources(data: GameData, counter: Counter) -> Iterator[Source]:
    """The source of each figure that stands on the faces of a unit."""
    if counter.is_marker:
        return
    columns = data.game.columns.counters
    for name, column in columns.items():
        if not _is_figure(column):
            continue
        if not column.per_face:
            if counter.values.get(name) is not None:
                yield counter.source_of(name)
            continue
        for face in faces_of(data, counter):
            if counter.faces[face].get(name) is not None:
                yield counter.source_of(f"{face}.{name}")


def _is_figure(column: Column) -> bool:
    return column.type in {"integer", "number", "strength"}
