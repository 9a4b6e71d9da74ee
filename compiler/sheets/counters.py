"""Counter sheets: fronts and backs of all counters at their true size, to be cut out.

Counters come by side and formation; each page of fronts is followed by the page of its backs,
mirrored for printers that turn the paper over along its long edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from compiler.art.counters import blank_face, counter_face, face_ground, faces_of
from compiler.gamedata.model import Counter, GameData
from compiler.gamedata.schema import Column, Source
from compiler.sheets.pages import RULER, Block, SheetError, crop_marks, page_named
from compiler.sheets.typesetting import typeset

BLEED = 1.0
"""How far the colour of counters goes beyond the outermost cuts, in millimetres."""
MAX_COUNTERS = 20_000
"""More copies than this are a slip in the data."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """One counter to cut out: a front and what is behind it."""

    counter: Counter
    front: str
    back: str | None


@dataclass(frozen=True, slots=True)
class _Group:
    """The counters that share pages: those of a side, or the markers of none."""

    title: str
    pieces: tuple[_Piece, ...]


@dataclass(slots=True)
class _Faces:
    """The drawings of a sheet, each once."""

    data: GameData
    indices: dict[tuple[str, str | None], int]
    svgs: list[str]

    def index(self, counter: Counter, face: str | None) -> int:
        key = (counter.id, face)
        if key not in self.indices:
            drawing = (
                blank_face(self.data, counter)
                if face is None
                else counter_face(self.data, counter, face, edge=False)
            )
            self.indices[key] = len(self.svgs)
            self.svgs.append(drawing.svg)
        return self.indices[key]


def counter_sheet(data: GameData, path: Path, *, page: str = "a4") -> None:
    """Writes the counter sheet of a game as PDF.

    Args:
        data: the game; `layout.size_mm` is the size of a counter.
        path: the file to write; it appears only when it is complete.
        page: the paper size, one of `pages.PAGES`.

    Raises:
        SheetError: for an unknown paper size, counters too large for it or too many, or a file that
            cannot be written.
        ArtError: if a counter cannot be drawn.
    """
    paper = page_named(page)
    block = Block.filling(paper, data.game.layout.size_mm)
    copies = sum(counter.count for counter in data.all_counters())
    if copies > MAX_COUNTERS:
        raise SheetError(
            f"{copies:,} counters were asked for, {MAX_COUNTERS:,} at most can be set:"
            " look at the column count of counters.csv and markers.csv"
        )
    faces = _Faces(data, {}, [])
    pages = [
        made
        for group in _groups(data)
        for start in range(0, len(group.pieces), block.capacity)
        for made in _both_sides(
            group.title, group.pieces[start : start + block.capacity], block, faces
        )
    ]
    typeset(
        "counter_sheet.typ",
        {
            "title": data.game.title,
            "version": data.game.version,
            "paper": paper.frame,
            "cell": block.cell,
            "bleed": BLEED,
            "ruler": RULER,
            "faces": faces.svgs,
            "pages": pages,
        },
        path,
    )


def _groups(data: GameData) -> Iterator[_Group]:
    """The sides in order, each with its units by formation, then its markers; last all others."""
    order = {formation: n for n, formation in enumerate(data.formations)}
    for side, name in [*((side, found.name) for side, found in data.sides.items()), (None, "")]:
        units = sorted(
            (counter for counter in data.counters.values() if counter.side == side),
            key=lambda counter: order.get(counter.formation or "", len(order)),
        )
        markers = [marker for marker in data.markers.values() if marker.side == side]
        pieces = tuple(piece for each in (*units, *markers) for piece in _pieces(data, each))
        if pieces:
            yield _Group(name or "Markers", pieces)


def _pieces(data: GameData, counter: Counter) -> Iterator[_Piece]:
    """All copies of a counter; of one with more than two faces, one to cut out for each two."""
    faces = faces_of(data, counter)
    for start in range(0, len(faces), 2):
        back = faces[start + 1] if start + 1 < len(faces) else None
        for _ in range(counter.count):
            yield _Piece(counter, faces[start], back)


def _both_sides(
    group: str, pieces: Sequence[_Piece], block: Block, faces: _Faces
) -> Iterator[dict[str, Any]]:
    """A page of fronts and the page of what is behind them."""
    data = faces.data
    marks = [list(mark) for mark in crop_marks(block, len(pieces))]
    note = stand_in_note(data, {piece.counter.id: piece.counter for piece in pieces}.values())
    for back in (False, True):
        cells = []
        for n, piece in enumerate(pieces):
            x, y = block.place(n, back=back)
            face = piece.back if back else piece.front
            cells.append(
                {
                    "x": x,
                    "y": y,
                    "face": faces.index(piece.counter, face),
                    "ground": face_ground(data, piece.counter, face or piece.front),
                }
            )
        side = "backs" if back else "fronts"
        yield {"group": group, "side": side, "cells": cells, "marks": marks, "note": note}


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
