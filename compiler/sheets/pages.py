"""The geometry of printed pages: paper sizes, and a block of cells that backs onto itself.

Lengths are millimetres from the upper left corner of the paper. It knows no drawing and no game.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType


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
    head: float = 12.0
    """Room for the title, below the margin."""
    foot: float = 15.0
    """Room for ruler and note, above the margin."""

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
        }

    @property
    def inner_height(self) -> float:
        """Height between head and foot."""
        return self.height - 2 * self.margin - self.head - self.foot


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


def page_named(name: str) -> Page:
    """A paper size by its name.

    Raises:
        SheetError: if there is no such size.
    """
    try:
        return PAGES[name.casefold()]
    except KeyError:
        raise SheetError(f"{name!r} is no paper size: expected one of {', '.join(PAGES)}") from None


@dataclass(frozen=True, slots=True)
class Block:
    """Square cells side by side, in the middle of the page across.

    Printed on both sides and turned over along the long edge of an upright page, a cell has behind
    it the cell in `mirrored(column)` of the same row.
    """

    page: Page
    cell: float
    columns: int
    rows: int

    @classmethod
    def filling(cls, page: Page, cell: float) -> Block:
        """As many cells of a size as the page holds, with room for crop marks at the sides.

        Raises:
            SheetError: if not even one fits.
        """
        columns, rows = (
            int((length + 1e-6) // cell)
            for length in (page.inner_width - 2 * CROP_REACH, page.inner_height - 2 * CROP_REACH)
        )
        if columns < 1 or rows < 1:
            raise SheetError(
                f"counters of {cell:g} mm do not fit on a page of {page.width:g} by"
                f" {page.height:g} mm: take a larger paper size"
            )
        return cls(page, cell, columns, rows)

    @property
    def left(self) -> float:
        """The left edge; the right edge is as far from the other side of the page."""
        return (self.page.width - self.columns * self.cell) / 2

    @property
    def top(self) -> float:
        """The upper edge."""
        return self.page.margin + self.page.head + CROP_REACH

    @property
    def capacity(self) -> int:
        """How many cells there are."""
        return self.columns * self.rows

    def place(self, n: int, *, back: bool = False) -> tuple[float, float]:
        """The upper left corner of the n-th cell, row by row, or of the one behind it."""
        row, column = divmod(n, self.columns)
        column = self.mirrored(column) if back else column
        return self.left + column * self.cell, self.top + row * self.cell

    def mirrored(self, column: int) -> int:
        """The column behind a column."""
        return self.columns - 1 - column


CROP_GAP, CROP_LENGTH = 1.6, 3.4
CROP_REACH = CROP_GAP + CROP_LENGTH
"""How far crop marks reach out of a block; they begin `CROP_GAP` away from it."""

Segment = tuple[float, float, float, float]
"""x and y of both ends of a line."""


def crop_marks(block: Block, count: int) -> Iterator[Segment]:
    """Marks on all four sides for every cut through the first `count` cells, none inside."""
    rows = -(-count // block.columns)
    left, top = block.left, block.top
    right, bottom = left + block.columns * block.cell, top + rows * block.cell
    for n in range(block.columns + 1):
        x = left + n * block.cell
        yield x, top - CROP_REACH, x, top - CROP_GAP
        yield x, bottom + CROP_GAP, x, bottom + CROP_REACH
    for n in range(rows + 1):
        y = top + n * block.cell
        yield left - CROP_REACH, y, left - CROP_GAP, y
        yield right + CROP_GAP, y, right + CROP_REACH, y


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
