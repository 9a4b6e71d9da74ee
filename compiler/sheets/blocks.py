"""A block of counters to cut out: where each cell lies, what lies behind it, and the cuts.

Cells are square and of one size. Lengths are millimetres from the upper left corner of the page;
a back page is seen as it is printed, the right way up. It knows no drawing and no game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from compiler.sheets.choices import Duplex
from compiler.sheets.pages import Page, SheetError

Segment = tuple[float, float, float, float]
"""x and y of both ends of a line."""

Rectangle = tuple[float, float, float, float]
"""Left, top, right, bottom."""

CROP_LENGTH = 3.4
CROP_CLEARANCE = 0.6
"""How far beyond the bleed crop marks begin."""
LEAST_CROP_GAP = 1.6


@dataclass(frozen=True, slots=True)
class Cutting:
    """How counters are parted."""

    gutter: float = 0.0
    """What is left between two counters; 0: they share a cut."""
    bleed: float = 1.0
    """How far colours go on beyond a cut that is not shared."""

    def __post_init__(self) -> None:
        if not (0 <= self.gutter <= 30 and 0 <= self.bleed <= 10):
            raise SheetError(
                f"a gutter of {self.gutter:g} mm and a bleed of {self.bleed:g} mm were asked for:"
                " expected a gutter of 0 to 30 mm and a bleed of 0 to 10 mm"
            )
        if 0 < self.gutter < 2 * self.bleed:
            raise SheetError(
                f"a bleed of {self.bleed:g} mm on both sides does not fit into a gutter of"
                f" {self.gutter:g} mm: take a gutter of {2 * self.bleed:g} mm or more, or of 0"
            )

    @property
    def crop_gap(self) -> float:
        """How far from the counters crop marks begin."""
        return max(LEAST_CROP_GAP, self.bleed + CROP_CLEARANCE)

    @property
    def reach(self) -> float:
        """How far crop marks reach out of a block."""
        return self.crop_gap + CROP_LENGTH


@dataclass(frozen=True, slots=True)
class Block:
    """Square cells in rows, in the middle of the page across, below its head."""

    page: Page
    cell: float
    columns: int
    rows: int
    cutting: Cutting = field(default_factory=Cutting)

    @classmethod
    def filling(cls, page: Page, cell: float, cutting: Cutting | None = None) -> Block:
        """As many cells of a size as the page holds, with room for crop marks.

        Raises:
            SheetError: if not even one fits.
        """
        cutting = cutting or Cutting()
        columns, rows = (
            int((length - 2 * cutting.reach + cutting.gutter + 1e-6) // (cell + cutting.gutter))
            for length in (page.inner_width, page.inner_height)
        )
        if columns < 1 or rows < 1:
            raise SheetError(
                f"counters of {cell:g} mm do not fit on a page of {page.width:g} by"
                f" {page.height:g} mm: take a larger paper size"
            )
        return cls(page, cell, columns, rows, cutting)

    @property
    def pitch(self) -> float:
        """From one cell to the next."""
        return self.cell + self.cutting.gutter

    @property
    def left(self) -> float:
        """The left edge; the right edge is as far from the other side of the page."""
        return (self.page.width - self.columns * self.pitch + self.cutting.gutter) / 2

    @property
    def top(self) -> float:
        """The upper edge of the fronts."""
        return self.page.margin + self.page.head + self.cutting.reach

    @property
    def capacity(self) -> int:
        """How many cells there are."""
        return self.columns * self.rows

    def place(self, n: int) -> tuple[float, float]:
        """The upper left corner of the n-th cell, row by row."""
        row, column = divmod(n, self.columns)
        return self.left + column * self.pitch, self.top + row * self.pitch

    def extent(self, count: int) -> Rectangle:
        """The rectangle of the first `count` cells, whole rows and columns, without bleed."""
        rows, columns = -(-count // self.columns), min(count, self.columns)
        right = self.left + columns * self.pitch - self.cutting.gutter
        return self.left, self.top, right, self.top + rows * self.pitch - self.cutting.gutter

    def cuts(self, count: int) -> tuple[list[float], list[float]]:
        """X and y of the edges of the first `count` cells; a shared one once."""
        rows, columns = -(-count // self.columns), min(count, self.columns)
        return (
            _edges(self.left, columns, self.cell, self.cutting.gutter),
            _edges(self.top, rows, self.cell, self.cutting.gutter),
        )

    def crop_marks(self, count: int) -> Iterator[Segment]:
        """Marks on all four sides for every cut through the first `count` cells, none between."""
        left, top, right, bottom = self.extent(count)
        gap, reach = self.cutting.crop_gap, self.cutting.reach
        across, down = self.cuts(count)
        for x in across:
            yield x, top - reach, x, top - gap
            yield x, bottom + gap, x, bottom + reach
        for y in down:
            yield left - reach, y, left - gap, y
            yield right + gap, y, right + reach, y


def _edges(start: float, count: int, cell: float, gutter: float) -> list[float]:
    if not gutter:
        return [start + n * cell for n in range(count + 1)]
    starts = (start + n * (cell + gutter) for n in range(count))
    return [edge for first in starts for edge in (first, first + cell)]


@dataclass(frozen=True, slots=True)
class Turning:
    """How the paper is turned over, and by how much the printer then misses.

    `shift_x` and `shift_y` tell where backs come out when nothing is done about it: so much too far
    to the right and down, as seen from the front through the paper.
    """

    page: Page
    duplex: Duplex = "long"
    shift_x: float = 0.0
    shift_y: float = 0.0

    @property
    def sideways(self) -> bool:
        """True: the paper turns about an upright axis, as the page of a book does."""
        return (self.duplex == "long") == self.page.upright

    def behind(self, x: float, y: float) -> tuple[float, float]:
        """The point of the back page that comes to lie behind a point of the front page."""
        x, y = x - self.shift_x, y - self.shift_y
        return (self.page.width - x, y) if self.sideways else (x, self.page.height - y)

    def rectangle_behind(self, rectangle: Rectangle) -> Rectangle:
        """The rectangle of the back page that comes to lie behind one of the front page."""
        x1, y1 = self.behind(*rectangle[:2])
        x2, y2 = self.behind(*rectangle[2:])
        return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)

    def cell_behind(self, x: float, y: float, cell: float) -> tuple[float, float]:
        """The upper left corner of the square behind a square of the front page."""
        left, top, _, _ = self.rectangle_behind((x, y, x + cell, y + cell))
        return left, top
