"""The raw lattice of VASSAL's HexGrid: pixels to and from raw indices, and hex outlines.

The arithmetic, rounding included, is the engine's (``HexGrid`` and the geometric half of
``HexGridNumbering``, VASSAL 3.7). Numbers and the edges of the map are not known here.
"""

import math
from dataclasses import dataclass

from compiler.hexes.coordinates import HexError

Pixel = tuple[int, int]
"""x to the right, y downward, from the top-left corner of the board."""
Point = tuple[float, float]
"""As :data:`Pixel`, but exact, for drawing."""

MIN_SPACING, MAX_SPACING = 4.0, 4096.0
ENGINE_DEFAULT_DX = math.sqrt(3) / 2 * 64.0

# Corner offsets in thirds of dx and halves of dy, clockwise; the hexside in the n-th direction
# of the orientation runs from corner n to corner n + 1.
_FLAT_CORNERS = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
_POINTY_CORNERS = ((-2, 0), (-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1))


def regular_dx(dy: float) -> float:
    """The column spacing of regular hexes whose height across the flats is ``dy``."""
    return dy * math.sqrt(3) / 2


def require_spacing(dx: float, dy: float) -> None:
    """Make sure that hexes are neither too small to tell apart nor absurdly large.

    Raises:
        HexError: if a spacing is not between 4 and 4096 pixels.
    """
    for name, value in (("dx", dx), ("dy", dy)):
        if not MIN_SPACING <= value <= MAX_SPACING:
            raise HexError(
                f"hex spacing {name} is {str(value)[:20]}:"
                f" expected {MIN_SPACING:g} to {MAX_SPACING:g} pixels"
            )


def java_round(value: float) -> int:
    """``Math.round`` of Java: to the nearest integer, halves upward.

    >>> java_round(-0.5), java_round(0.49999999999999994)
    (0, 0)
    """
    floor = math.floor(value)
    return floor + (value - floor >= 0.5)


@dataclass(frozen=True, slots=True)
class Lattice:
    """The attributes of a HexGrid that place its hexes.

    A raw index is ``(column, row)`` as the engine counts: columns lie ``dx`` pixels apart, the
    hexes of one column ``dy`` pixels, and odd columns half a hex further along. ``x0, y0`` is
    the centre of raw hex (0, 0). If ``sideways`` (pointy-topped hexes), x and y change places:
    raw columns run down the screen, ``x0`` is the vertical and ``y0`` the horizontal offset.

    Raises:
        HexError: if a spacing is not between 4 and 4096 pixels.
    """

    dx: float
    dy: float
    x0: int
    y0: int
    sideways: bool

    def __post_init__(self) -> None:
        require_spacing(self.dx, self.dy)

    def index(self, x: float, y: float) -> tuple[int, int]:
        """The raw index whose brick of ``dx`` by ``dy`` pixels holds this pixel.

        The engine names locations by these bricks; they differ from the drawn hexes only
        near the corners.
        """
        across, along = (y, x) if self.sideways else (x, y)
        column = java_round((across - self.x0) / self.dx)
        lower = self.dy / 2 if column % 2 else 0.0
        return column, java_round((along - self.y0 - lower) / self.dy)

    def center(self, column: int, row: int) -> Pixel:
        """The centre of a raw hex as the numbering computes it (``getCenterPoint``)."""
        lower = self.dy / 2 if column % 2 else 0.0
        across = int(column * self.dx) + self.x0
        along = int(row * self.dy + lower) + self.y0
        return (along, across) if self.sideways else (across, along)

    def snap_center(self, column: int, row: int) -> Pixel:
        """The centre of a raw hex to which a dropped piece snaps (``snapTo``).

        It truncates in another order than :meth:`center` and may differ by one pixel if ``dy``
        is no whole number.
        """
        lower = int(self.dy / 2) if column % 2 else 0
        across = int(self.dx * column + self.x0)
        along = int(self.dy * row + lower + self.y0)
        return (along, across) if self.sideways else (across, along)

    def corners(self, column: int, row: int) -> tuple[Point, ...]:
        """The six corners, clockwise; hexes that share a corner get the very same floats."""
        half_row = 2 * row + column % 2
        outline: list[Point] = []
        for third, half in _POINTY_CORNERS if self.sideways else _FLAT_CORNERS:
            across = self.x0 + (3 * column + third) * self.dx / 3
            along = self.y0 + (half_row + half) * self.dy / 2
            outline.append((along, across) if self.sideways else (across, along))
        return tuple(outline)
