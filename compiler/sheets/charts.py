"""The chart sheet: the terrain key and every table of a game with its title, rule and source.

The same drawings are the module's chart windows.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from compiler.art.drawing import Drawing
from compiler.art.key import terrain_key
from compiler.art.tables import table_parts
from compiler.gamedata.model import GameData
from compiler.sheets.pages import Page, pack, page_named
from compiler.sheets.typesetting import typeset

MM_PER_PIXEL = 0.19
"""How large charts are printed: their text of 14 pixels is 7.5 points high."""

GAP = 4.0
"""Millimetres between charts."""


def chart_sheet(data: GameData, path: Path, *, page: str = "a4") -> None:
    """Writes all charts of a game as PDF.

    Args:
        data: the game.
        path: the file to write; it appears only when it is complete.
        page: the paper size, one of `pages.PAGES`.

    Raises:
        SheetError: for an unknown paper size, or a file that cannot be written.
    """
    paper = page_named(page)
    stand_ins = sum(table.source.kind == "stand-in" for table in data.tables.values())
    note = (
        f"Stand-in charts: {stand_ins} of {len(data.tables)}; each says so in its heading,"
        " see tables.toml."
        if stand_ins
        else ""
    )
    drawings, follows = _drawings(data, paper)
    scales = [min(MM_PER_PIXEL, paper.inner_width / drawing.width) for drawing in drawings]
    sizes = [
        (drawing.width * scale, drawing.height * scale)
        for drawing, scale in zip(drawings, scales, strict=True)
    ]
    places = pack(sizes, paper.inner_width, paper.inner_height, GAP, follows)
    pages: list[list[dict[str, Any]]] = [[] for _ in range(max(at.page for at in places) + 1)]
    for drawing, (width, _), at in zip(drawings, sizes, places, strict=True):
        x, y = paper.margin + at.x, paper.margin + paper.head + at.y
        pages[at.page].append({"svg": drawing.svg, "x": x, "y": y, "width": width})
    typeset(
        "chart_sheet.typ",
        {
            "title": data.game.title,
            "version": data.game.version,
            "note": note,
            "paper": paper.frame,
            "pages": pages,
        },
        path,
    )


def _drawings(data: GameData, paper: Page) -> tuple[list[Drawing], set[int]]:
    """The terrain key, then the tables, cut to the height of the page; which are further parts."""
    drawings = [terrain_key(data)]
    follows: set[int] = set()
    for table in data.tables.values():
        parts = table_parts(data, table, height=paper.inner_height / MM_PER_PIXEL)
        follows.update(range(len(drawings) + 1, len(drawings) + len(parts)))
        drawings += parts
    return drawings, follows
