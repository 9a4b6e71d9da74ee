"""The hex grid of one map: numbers, pixels, neighbours, distances, lines and paths.

A :class:`Grid` is the one place that knows how a map is numbered and where its hexes lie.
Terrain, costs and pieces are not its business.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from compiler.hexes import paths
from compiler.hexes.coordinates import Direction, Hex, HexError, Hexside
from compiler.hexes.lattice import Lattice, Pixel, Point, java_round, require_spacing
from compiler.hexes.layout import Layout
from compiler.hexes.lines import LineStep, trace_line
from compiler.hexes.numbering import NumberOrder
from compiler.hexes.paths import Cost, CostFunction, Path
from compiler.hexes.vassal import MAX_BOARD, VassalAxis, VassalGrid

_JAVA_INT = 2**31
"""No coordinate of the engine's reaches this."""


@dataclass(frozen=True, kw_only=True)
class Grid(Layout):
    """A map of hexes: a :class:`Layout` with a size in pixels.

    Iterating gives the hexes in the order of their numbers. Tables are made when first needed
    and kept, so share one Grid.

    Raises:
        HexError: as Layout does, and if a size is out of bounds.
    """

    dx: float
    """Pixels between columns (flat top) or rows (pointy top): 3/4 of a hex, corner to corner."""
    dy: float
    """Pixels between neighbours in one column (flat top) or row (pointy top): a hex from side to
    side. With a whole number, VASSAL's two ways of computing a centre agree."""
    margin: tuple[int, int] = (0, 0)
    """Pixels left free at the left and right, and at the top and bottom; negative cuts hexes."""
    vassal_stagger: bool = False
    """The ``stagger`` attribute to write. It moves no hex by more than rounding."""

    def __post_init__(self) -> None:
        super().__post_init__()
        require_spacing(self.dx, self.dy)
        object.__setattr__(self, "dx", float(self.dx))
        object.__setattr__(self, "dy", float(self.dy))
        if max(map(abs, self.margin)) > MAX_BOARD:
            raise HexError(f"margin is {self.margin}: expected at most {MAX_BOARD} pixels")

    # Pixels

    @cached_property
    def _raw_base(self) -> tuple[int, int]:
        """What is added to places across and along (in half hexes) for raw indices.

        Odd raw columns must lie half a hex lower. Without stagger these are the shifted ones;
        with it the others, and the places along move on by half a hex.
        """
        stagger = int(self.vassal_stagger)
        return self._first_shift ^ stagger, stagger

    @cached_property
    def _half_range(self) -> tuple[int, int]:
        """The least and the greatest place along, in half hexes."""
        two_lines = [cell for cell in self if self._place(cell)[0] < 2]
        places = [self._place(cell)[1] for cell in two_lines]
        return min(places), max(places)

    @cached_property
    def lattice(self) -> Lattice:
        """The raw lattice of VASSAL on which the hexes lie."""
        across, along = self.margin if self._flat else self.margin[::-1]
        column, half = self._raw_base
        return Lattice(
            dx=self.dx,
            dy=self.dy,
            x0=math.ceil(across - (3 * column - 2) * self.dx / 3),
            y0=math.ceil(along - (self._half_range[0] + half - 1) * self.dy / 2),
            sideways=not self._flat,
        )

    def _raw(self, cell: Hex) -> tuple[int, int]:
        """The raw index of a hex."""
        across, half = self._place(cell)
        return across + self._raw_base[0], (half + self._raw_base[1]) // 2

    def center(self, cell: Hex) -> Pixel:
        """The centre of a hex on the board, to the pixel where VASSAL puts a piece set up there."""
        return self.lattice.center(*self._raw(cell))

    def at(self, x: float, y: float) -> Hex | None:
        """The hex that VASSAL names for a board pixel, or None off the map.

        VASSAL divides a map into bricks of ``dx`` by ``dy`` for this, so that near a corner it
        may name the hex next to the one drawn.
        """
        if not (abs(x) < _JAVA_INT and abs(y) < _JAVA_INT):
            return None
        column, row = self.lattice.index(x, y)
        across = column - self._raw_base[0]
        half = 2 * row + column % 2 - self._raw_base[1]
        other = (half - across - self._first_shift) // 2
        cell = Hex(across, other) if self._flat else Hex(other, across)
        return cell if cell in self else None

    def corners(self, cell: Hex) -> tuple[Point, ...]:
        """The outline in pixels, clockwise; the n-th direction's hexside runs from corner n to n+1.

        Neighbours share the very same floats. The centre of the outline may lie up to a pixel
        beside :meth:`center`, which is truncated.
        """
        return self.lattice.corners(*self._raw(cell))

    def hexside_ends(self, hexside: Hexside) -> tuple[Point, Point]:
        """Both ends of a hexside in pixels, clockwise around its first hex."""
        direction = self.direction(hexside.first, hexside.second)
        corner = self.orientation.directions.index(direction)
        outline = self.corners(hexside.first)
        return outline[corner], outline[(corner + 1) % 6]

    # VASSAL

    @cached_property
    def board_size(self) -> Pixel:
        """Width and height of a board that holds all hexes and the margins, in whole pixels."""
        lattice, margin = self.lattice, self.margin if self._flat else self.margin[::-1]
        column = self._across.count - 1 + self._raw_base[0]
        half = self._half_range[1] + self._raw_base[1]
        across = math.ceil(lattice.x0 + (3 * column + 2) * self.dx / 3 + margin[0])
        along = math.ceil(lattice.y0 + (half + 1) * self.dy / 2 + margin[1])
        spacing = self.dy if self._flat else self.dx
        if self.vassal_stagger and self._across.descending:
            # The engine confuses odd and even columns unless this number is even.
            while java_round(across / spacing) % 2:
                across += 1
        return (across, along) if self._flat else (along, across)

    def vassal(self, board_width: int | None = None, board_height: int | None = None) -> VassalGrid:
        """The grid as VASSAL holds it on a board, by default one of :attr:`board_size`.

        Every hex is checked: the engine names its centre by its number and finds the number at
        its centre.

        Raises:
            HexError: if the engine could not hold or name back this grid, with the reason.
        """
        size = self.board_size
        across, along = self._across, self._along
        uncounted = VassalGrid(
            lattice=self.lattice,
            width=size[0] if board_width is None else board_width,
            height=size[1] if board_height is None else board_height,
            h=VassalAxis(across.letters, across.digits - 1, 0),
            v=VassalAxis(along.letters, along.digits - 1, 0),
            first="H" if (self.order is NumberOrder.COLUMN_ROW) == self._flat else "V",
            separator=self.separator,
            h_descend=self.columns.descending,
            v_descend=self.rows.descending,
            stagger=self.vassal_stagger,
        )
        # The engine counts from its own zero; what it lacks to the first hex is the offset.
        first = next(iter(self))
        column, row = uncounted.index(*self.center(first))
        values = (self.column(first), self.row(first))
        h, v = values if self._flat else values[::-1]
        counted = replace(
            uncounted,
            h=replace(uncounted.h, offset=h - across.letters - column),
            v=replace(uncounted.v, offset=v - along.letters - row),
        )
        counted.check((number, self.center(cell)) for cell, number in self._numbers.items())
        return counted

    def snap_mismatches(self) -> tuple[Hex, ...]:
        """The hexes where VASSAL snaps a dropped piece to another pixel than :meth:`center`.

        Pieces set up there and pieces dropped there would not stack. There are none if ``dy`` is
        a whole number.
        """
        lattice = self.lattice
        return tuple(
            cell for cell in self if lattice.snap_center(*self._raw(cell)) != self.center(cell)
        )

    # Neighbours and distances

    @cached_property
    def _neighbours(self) -> dict[Hex, Mapping[Direction, Hex]]:
        table: dict[Hex, Mapping[Direction, Hex]] = {}
        steps = [(way, self.orientation.step(way)) for way in self.orientation.directions]
        for cell in self:
            around = {way: Hex(cell.q + dq, cell.r + dr) for way, (dq, dr) in steps}
            table[cell] = {way: near for way, near in around.items() if near in self}
        return table

    def neighbours(self, cell: Hex) -> Mapping[Direction, Hex]:
        """The adjacent hexes on the map by direction, clockwise.

        Raises:
            HexError: if the hex is off the map.
        """
        self.number(cell)
        return self._neighbours[cell]

    def neighbour(self, cell: Hex, direction: Direction) -> Hex | None:
        """The adjacent hex in a direction, or None off the map.

        Raises:
            HexError: if the hex is off the map or the orientation has no such direction.
        """
        self.orientation.step(direction)
        return self.neighbours(cell).get(direction)

    def direction(self, start: Hex, goal: Hex) -> Direction:
        """The direction in which an adjacent hex lies.

        Raises:
            HexError: if the two are not adjacent.
        """
        return self.orientation.direction(start, goal)

    def hexside(self, cell: Hex, direction: Direction) -> Hexside:
        """The hexside of a hex in a direction; at the edge, its other hex is off the map.

        Raises:
            HexError: if the hex is off the map or the orientation has no such direction.
        """
        self.number(cell)
        return Hexside(cell, self.orientation.neighbour(cell, direction))

    def distance(self, start: Hex, goal: Hex) -> int:
        """The number of hexes from one to the other, the start not counted; 1 if adjacent."""
        return start.distance(goal)

    def _span(self, center: Hex) -> int:
        """A radius that surely covers the map."""
        return center.distance(next(iter(self))) + self.columns.count + self.rows.count

    def ring(self, center: Hex, radius: int) -> tuple[Hex, ...]:
        """The hexes on the map at exactly this distance, clockwise from the first direction.

        Raises:
            HexError: if the radius is negative.
        """
        _require_radius(radius)
        if radius == 0:
            return (center,) if center in self else ()
        if radius > self._span(center):
            return ()
        steps = [self.orientation.step(way) for way in self.orientation.directions]
        q, r = center.q + radius * steps[0][0], center.r + radius * steps[0][1]
        found: list[Hex] = []
        for dq, dr in steps[2:] + steps[:2]:
            for _ in range(radius):
                found.append(Hex(q, r))
                q, r = q + dq, r + dr
        return tuple(cell for cell in found if cell in self)

    def within(self, center: Hex, radius: int) -> tuple[Hex, ...]:
        """The hexes on the map at this distance or less, the centre included, sorted.

        Raises:
            HexError: if the radius is negative.
        """
        _require_radius(radius)
        if radius > self._span(center):
            return tuple(sorted(self))
        disc = (
            Hex(center.q + dq, center.r + dr)
            for dq in range(-radius, radius + 1)
            for dr in range(max(-radius, -dq - radius), min(radius, radius - dq) + 1)
        )
        return tuple(cell for cell in disc if cell in self)

    # Lines and paths

    def line(self, start: Hex, goal: Hex) -> tuple[LineStep, ...]:
        """The hexes through which the straight line from centre to centre runs, in order.

        A step is one hex, or the two hexes on both sides of a hexside along which the line runs.
        Of such a pair at the edge of the map, one may be off the map: ask ``cell in grid``. See
        :func:`compiler.hexes.lines.trace_line`.

        Raises:
            HexError: if an end is off the map.
        """
        self.number(start)
        self.number(goal)
        return trace_line(start, goal)

    def _adjacent(self, cell: Hex) -> Iterable[Hex]:
        return self._neighbours[cell].values()

    def path(
        self, start: Hex, goal: Hex, cost: CostFunction, limit: Cost | None = None
    ) -> Path | None:
        """The cheapest path over the map, of equally cheap ones a shortest, or None.

        ``cost(from, to)`` is the cost of a step between adjacent hexes, None if it is not
        allowed; paths that cost more than ``limit`` do not count. The same arguments always give
        the same path.

        Raises:
            HexError: if an end is off the map, or a cost negative or not finite.
        """
        self.number(start)
        self.number(goal)
        return paths.shortest_path(start, goal, self._adjacent, cost, limit)

    def reachable(
        self, start: Hex, cost: CostFunction, limit: Cost | None = None
    ) -> dict[Hex, Cost]:
        """Every hex that can be reached within the limit and its cheapest cost, cheapest first.

        The start is among them, at 0. For ``cost`` see :meth:`path`.

        Raises:
            HexError: if the start is off the map, or a cost negative or not finite.
        """
        self.number(start)
        return paths.reachable(start, self._adjacent, cost, limit)


def _require_radius(radius: int) -> None:
    if radius < 0:
        raise HexError(f"radius is {radius}: expected 0 or more")
