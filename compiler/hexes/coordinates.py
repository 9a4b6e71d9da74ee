"""Axial hex coordinates, the named directions, and hexsides.

The plane here has no edges and no printed numbers: those belong to
:class:`compiler.hexes.grid.Grid`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class HexError(ValueError):
    """A hex, hex number, direction or grid that cannot be; the text says what was expected."""


class Hex(NamedTuple):
    """A hex in axial coordinates: the third cube coordinate is ``-q - r``.

    Flat-topped, ``q`` counts columns eastward and ``r`` hexes southward; pointy-topped, ``r``
    counts rows southward and ``q`` hexes eastward. Equality, order and hash are those of the pair.
    """

    q: int
    r: int

    def distance(self, other: "Hex") -> int:
        """The number of hexes from one to the other, the start not counted.

        >>> Hex(0, 0).distance(Hex(3, -1))
        3
        """
        dq, dr = other.q - self.q, other.r - self.r
        return max(abs(dq), abs(dr), abs(dq + dr))


class Direction(StrEnum):
    """A compass direction: where a neighbour lies, and the hexside shared with it.

    Six of the eight exist in each orientation: flat-topped hexes have no E and W, pointy-topped
    ones no N and S.
    """

    N = "N"
    NE = "NE"
    E = "E"
    SE = "SE"
    S = "S"
    SW = "SW"
    W = "W"
    NW = "NW"

    @property
    def opposite(self) -> "Direction":
        """The direction back.

        >>> Direction.SE.opposite
        <Direction.NW: 'NW'>
        """
        return _OPPOSITE[self]


_OPPOSITE = dict(zip(Direction, [*list(Direction)[4:], *list(Direction)[:4]], strict=True))

UNIT_STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The six axial steps to the neighbours, clockwise; flat-topped they begin in the north."""


class Orientation(StrEnum):
    """How a hex stands: on a side (flat top) or on a corner (pointy top)."""

    FLAT = "flat"
    """Straight columns; every second column is shifted down by half a hex."""
    POINTY = "pointy"
    """Straight rows; every second row is shifted right by half a hex."""

    @property
    def directions(self) -> tuple[Direction, ...]:
        """The six directions, clockwise; index ``n`` is also that of the hexside's first corner."""
        return _DIRECTIONS[self]

    def step(self, direction: Direction) -> tuple[int, int]:
        """The axial step ``(dq, dr)`` to the neighbour in this direction.

        Raises:
            HexError: if hexes of this orientation have no such direction.
        """
        try:
            return _STEPS[self][direction]
        except KeyError:
            raise HexError(
                f"{self}-topped hexes have no direction {str(direction)!r}:"
                f" expected one of {', '.join(self.directions)}"
            ) from None

    def neighbour(self, cell: Hex, direction: Direction) -> Hex:
        """The adjacent hex in this direction, on an endless plane."""
        dq, dr = self.step(direction)
        return Hex(cell.q + dq, cell.r + dr)

    def direction(self, start: Hex, goal: Hex) -> Direction:
        """The direction in which an adjacent hex lies.

        Raises:
            HexError: if the two are not adjacent.
        """
        try:
            return _BY_STEP[self][goal.q - start.q, goal.r - start.r]
        except KeyError:
            raise HexError(f"{start} and {goal} are not adjacent: expected neighbours") from None

    def turned(self, direction: Direction, steps: int) -> Direction:
        """The direction after turning clockwise by so many hexsides; negative is anticlockwise.

        >>> Orientation.FLAT.turned(Direction.N, -1)
        <Direction.NW: 'NW'>
        """
        self.step(direction)
        return self.directions[(self.directions.index(direction) + steps) % 6]


_DIRECTIONS = {
    Orientation.FLAT: tuple(Direction[name] for name in ("N", "NE", "SE", "S", "SW", "NW")),
    Orientation.POINTY: tuple(Direction[name] for name in ("NE", "E", "SE", "SW", "W", "NW")),
}
_UNITS = {Orientation.FLAT: UNIT_STEPS, Orientation.POINTY: UNIT_STEPS[1:] + UNIT_STEPS[:1]}
_STEPS = {way: dict(zip(_DIRECTIONS[way], _UNITS[way], strict=True)) for way in Orientation}
_BY_STEP = {way: dict(zip(_UNITS[way], _DIRECTIONS[way], strict=True)) for way in Orientation}


@dataclass(frozen=True, slots=True, order=True)
class Hexside:
    """The side that two adjacent hexes share, the same whichever is named first.

    >>> Hexside(Hex(1, 0), Hex(0, 0)) == Hexside(Hex(0, 0), Hex(1, 0))
    True
    """

    first: Hex
    second: Hex

    def __post_init__(self) -> None:
        if self.first.distance(self.second) != 1:
            raise HexError(f"{self.first} and {self.second} share no hexside: expected neighbours")
        if self.second < self.first:
            first, second = self.second, self.first
            object.__setattr__(self, "first", first)
            object.__setattr__(self, "second", second)

    def __iter__(self) -> Iterator[Hex]:
        return iter((self.first, self.second))

    def other(self, cell: Hex) -> Hex:
        """The hex across the hexside.

        Raises:
            HexError: if the hexside does not belong to this hex.
        """
        if cell == self.first:
            return self.second
        if cell == self.second:
            return self.first
        raise HexError(f"{cell} does not touch the hexside between {self.first} and {self.second}")
