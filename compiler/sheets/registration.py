"""The test page: by how much a printer's backs miss their fronts, to be read off against the light.

The front has scales, the back crosses, which lie on their zeros if the printer is exact.
"""

from __future__ import annotations

from compiler.sheets.blocks import Turning
from compiler.sheets.choices import Duplex
from compiler.sheets.pages import PAGES, Page
from compiler.sheets.typesetting import Document

REACH = 6
"""Millimetres that a scale tells to each side."""
_INSET = 22.0
"""How far the outer marks are from head, foot and margins."""

FRONT_ADVICE = (
    "Print at 100 % on both sides of one sheet. Hold it against the light, this side towards you:"
    " the red lines of the back cross the scales. What the upright line shows on the level scale is"
    " --offset-x, what the level line shows on the upright scale is --offset-y (millimetres; right"
    " and down count up). Give both to hexmarshal build. Where the five crosses differ, take the"
    " middle one: the paper was fed askew."
)
BACK_ADVICE = "The back. Its crosses should lie on the zeros of the front."


def registration_page(
    page: Page = PAGES["a4"], duplex: Duplex = "long", shift_x: float = 0.0, shift_y: float = 0.0
) -> Document:
    """Two pages to be printed on both sides of one sheet.

    Args:
        page: the paper.
        duplex: the edge along which the printer turns it.
        shift_x: an offset to try out; if it is right, the crosses lie on the zeros.
        shift_y: the same, downwards.
    """
    turning = Turning(page, duplex, shift_x, shift_y)
    left, top = page.margin + _INSET, page.margin + page.head + _INSET
    right, bottom = page.width - left, page.height - top
    middle_x, middle_y = page.width / 2, page.height / 2
    fronts = [(left, top), (right, top), (middle_x, middle_y), (left, bottom), (right, bottom)]
    tried = f"; offset {shift_x:g}, {shift_y:g} mm" if shift_x or shift_y else ""
    how = f"print at 100 %, turned along the {duplex} edge{tried}"
    width = min(120.0, page.inner_width - 20)
    return Document(
        template="test_page.typ",
        title="Test page for printing on both sides",
        description="Tells by how much a printer's backs miss their fronts",
        game="",
        page=page,
        content={
            "reach": REACH,
            "advice": {"x": (page.width - width) / 2, "y": middle_y + REACH + 8, "width": width},
            "pages": [
                {
                    "title": "Test page, front", "scales": True, "marks": fronts,
                    "advice": FRONT_ADVICE, "print": how,
                },
                {
                    "title": "Test page, back", "scales": False,
                    "marks": [turning.behind(*mark) for mark in fronts],
                    "advice": BACK_ADVICE, "print": how,
                },
            ],
        },
        duplex=duplex,
    )  # fmt: skip
