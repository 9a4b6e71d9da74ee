"""The geometry of printed pages: paper sizes, and rectangles packed onto pages.

Lengths are millimetres from the upper left corner of the paper. It knows no drawing and no game.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from compiler.gamedata.lengths import millimetres


class SheetError(ValueError):
    """A sheet that cannot be made; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class Page:
    """A sheet of paper and the room around its contents."""

    name: str
    width: float
    height: float
    margin: float = 10.0
    """What printers leave white, and where crop marks stand."""
    head: float = 15.0
    """Room for the title, below the margin."""
    foot: float = 15.0
    """Room for ruler and note, above the margin; as high as the head, so that a page may be turned
    over along either edge."""

    @property
    def inner_width(self) -> float:
        """Width between the margins."""
        return self.width - 2 * self.margin

    @property
    def frame(self) -> dict[str, float]:
        """The measures that templates need."""
        return {
            "width": self.width,
            "height": self.height,
            "margin": self.margin,
            "head": self.head,
            "foot": self.foot,
        }

    @property
    def inner_height(self) -> float:
        """Height between head and foot."""
        return self.height - 2 * self.margin - self.head - self.foot

    @property
    def upright(self) -> bool:
        """Whether the long edge runs up and down."""
        return self.height >= self.width

    def turned(self) -> Page:
        """The same paper lying on its other edge."""
        return replace(self, width=self.height, height=self.width)


PAGES = MappingProxyType(
    {
        "a4": Page("a4", 210.0, 297.0),
        "a3": Page("a3", 297.0, 420.0),
        "letter": Page("letter", 215.9, 279.4),
        "legal": Page("legal", 215.9, 355.6),
        "tabloid": Page("tabloid", 279.4, 431.8),
    }
)
"""Paper sizes by name."""


SMALLEST, LARGEST = 90.0, 5000.0
"""The shortest and the longest edge of a page in millimetres; PDF ends at 5080."""
LANDSCAPE = "-landscape"

_STATED = re.compile(r"(?P<width>[^x×]+?)\s*[x×]\s*(?P<height>[^x×]+)")
_UNIT = re.compile(r"[a-z\"″]+$")


def page_named(name: str) -> Page:
    """A paper size: `a4`, `letter`, `a3-landscape`, or width by height as `500x700mm`, `20x30in`.

    A unit after the height alone holds for both.

    Raises:
        SheetError: if there is no such size, or it is too small or too large.

    >>> page_named("500x700mm").width, page_named("8.5x11in") .height
    (500.0, 279.4)
    """
    text = name.strip().casefold()
    if text.endswith(LANDSCAPE) and text.removesuffix(LANDSCAPE) in PAGES:
        return PAGES[text.removesuffix(LANDSCAPE)].turned()
    if text in PAGES:
        return PAGES[text]
    stated = _STATED.fullmatch(text)
    try:
        if stated is None:
            raise ValueError
        unit = _UNIT.search(stated["height"])
        wide = stated["width"] if unit is None or _UNIT.search(stated["width"]) else ""
        width = millimetres(wide or f"{stated['width']} {unit[0] if unit else ''}")
        height = millimetres(stated["height"])
    except ValueError:
        raise SheetError(
            f"{name[:80]!r} is no paper size: expected one of {', '.join(PAGES)}, one of these with"
            f" {LANDSCAPE} after it, or a size such as 500x700mm or 20x30in"
        ) from None
    if not (min(width, height) >= SMALLEST and max(width, height) <= LARGEST):
        raise SheetError(
            f"a page of {width:g} by {height:g} mm was asked for: expected edges of"
            f" {SMALLEST:g} to {LARGEST:g} mm"
        )
    return Page(text, width, height)


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a rectangle goes: the page, from 0, and its corner within the page's inner part."""

    page: int
    x: float
    y: float


def pack(
    sizes: Sequence[tuple[float, float]],
    width: float,
    height: float,
    gap: float,
    follows: Container[int] = (),
) -> tuple[Placed, ...]:
    """Places rectangles on as few pages as come easily, roughly in their order.

    Each goes to the first page with room for it, there as high and then as far left as can be. One
    that is larger than a page gets a page of its own and reaches beyond it. Those whose index is in
    `follows` come on no page before that of their predecessor.

    >>> pack([(60, 40), (30, 90), (60, 40)], width=100, height=100, gap=5)[2]
    Placed(page=0, x=0.0, y=45.0)
    """
    pages: list[list[_Rectangle]] = []
    placed: list[Placed] = []
    for index, (wide, high) in enumerate(sizes):
        first = placed[-1].page if index in follows and placed else 0
        spots = (
            Placed(n, *spot)
            for n, page in enumerate(pages)
            if n >= first and (spot := _spot(page, wide, high, width, height, gap))
        )
        at = next(spots, None) or Placed(len(pages), 0.0, 0.0)
        if at.page == len(pages):
            pages.append([])
        pages[at.page].append(_Rectangle(at.x, at.y, wide, high))
        placed.append(at)
    return tuple(placed)


@dataclass(frozen=True, slots=True)
class _Rectangle:
    x: float
    y: float
    width: float
    height: float


def _spot(
    page: Sequence[_Rectangle], wide: float, high: float, width: float, height: float, gap: float
) -> tuple[float, float] | None:
    """The highest and then leftmost place where a rectangle still fits on a page."""
    lefts = sorted({0.0, *(one.x + one.width + gap for one in page)})
    tops = sorted({0.0, *(one.y + one.height + gap for one in page)})
    for y in tops:
        for x in lefts:
            fits = x + wide <= width + 1e-6 and y + high <= height + 1e-6
            if fits and not any(
                x < one.x + one.width + gap - 1e-6
                and one.x < x + wide + gap - 1e-6
                and y < one.y + one.height + gap - 1e-6
                and one.y < y + high + gap - 1e-6
                for one in page
            ):
                return x, y
    return None


RULER = 25.4
"""Length of the ruler on each page, an inch."""
