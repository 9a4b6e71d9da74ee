"""The chart sheet: the terrain key and every table of a game with its title, rule and source.

The same drawings are the module's chart windows.
"""

from __future__ import annotations

from typing import Any

from compiler.art.drawing import Drawing
from compiler.art.key import terrain_key
from compiler.art.tables import table_parts
from compiler.gamedata.model import GameData
from compiler.sheets.pages import PAGES, Page, pack
from compiler.sheets.typesetting import Document, document_of

MM_PER_PIXEL = 0.19
"""How large charts are printed: their text of 14 pixels is 7.5 points high."""

GAP = 4.0
"""Millimetres between charts."""


def chart_sheet(data: GameData, page: Page = PAGES["a4"]) -> Document:
    """All charts of a game, as many to a page as there is room for."""
    stand_ins = sum(table.source.kind == "stand-in" for table in data.tables.values())
    note = (
        f"Stand-in charts: {stand_ins} of {len(data.tables)}; each says so in its heading,"
        " see tables.toml."
        if stand_ins
        else ""
    )
    titles, drawings, follows = _drawings(data, page)
    scales = [
        min(MM_PER_PIXEL, page.inner_width / drawing.width, page.inner_height / drawing.height)
        for drawing in drawings
    ]
    sizes = [
        (drawing.width * scale, drawing.height * scale)
        for drawing, scale in zip(drawings, scales, strict=True)
    ]
    places = pack(sizes, page.inner_width, page.inner_height, GAP, follows)
    pages: list[list[dict[str, Any]]] = [[] for _ in range(max(at.page for at in places) + 1)]
    for title, drawing, (width, _), at in zip(titles, drawings, sizes, places, strict=True):
        x, y = page.margin + at.x, page.margin + page.head + at.y
        pages[at.page].append({"svg": drawing.svg, "x": x, "y": y, "width": width, "alt": title})
    return document_of(data, "charts", "chart_sheet.typ", page, {"note": note, "pages": pages})


def _drawings(data: GameData, page: Page) -> tuple[list[str], list[Drawing], set[int]]:
    """The terrain key, then the tables, cut to the height of the page; which are further parts."""
    titles, drawings = ["Terrain key"], [terrain_key(data)]
    follows: set[int] = set()
    for table in data.tables.values():
        parts = table_parts(data, table, height=page.inner_height / MM_PER_PIXEL)
        follows.update(range(len(drawings) + 1, len(drawings) + len(parts)))
        drawings += parts
        titles += [f"{table.title} ({table.source})"] * len(parts)
    return titles, drawings, follows
