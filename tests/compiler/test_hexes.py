"""Properties of every grid: numbers, pixels, neighbours, distances and the VASSAL attributes."""

import math
import re
from collections import deque
from unittest.mock import patch

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from compiler.hexes import (
    Axis,
    Direction,
    Grid,
    Hex,
    HexError,
    Hexside,
    NumberOrder,
    Orientation,
    Parity,
    VassalGrid,
)

several = settings(deadline=None, max_examples=60)

SPACING = st.one_of(
    st.integers(8, 90).map(float),
    st.floats(8, 90, allow_nan=False),
    st.integers(800, 9000).map(lambda hundredths: hundredths / 100),
)


@st.composite
def axes(draw: st.DrawFn) -> Axis:
    letters = draw(st.sampled_from([False, False, False, True]))
    return Axis(
        count=draw(st.integers(1, 9)),
        first=draw(st.integers(1, 60) if letters else st.integers(-12, 105)),
        digits=draw(st.integers(1, 4)),
        descending=draw(st.booleans()),
        letters=letters,
    )


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    orientation = draw(st.sampled_from(Orientation))
    columns, rows = draw(axes()), draw(axes())
    along = rows if orientation is Orientation.FLAT else columns
    try:
        return Grid(
            orientation=orientation,
            columns=columns,
            rows=rows,
            shifted=draw(st.sampled_from(Parity)),
            order=draw(st.sampled_from(NumberOrder)),
            separator=draw(st.sampled_from(["", "-", ".", "/", " + "])),
            short=draw(st.sampled_from([None, *Parity])) if along.count > 1 else None,
            dx=draw(SPACING),
            dy=draw(SPACING),
            margin=(draw(st.integers(0, 40)), draw(st.integers(0, 40))),
            vassal_stagger=draw(st.booleans()),
        )
    except HexError as error:
        if "would be column" not in str(error):
            raise
        reject()


class Engine:
    """A second reckoning of the engine's location names, from the XML attributes alone."""

    def __init__(self, vassal: VassalGrid) -> None:
        grid, self.of = vassal.grid_attributes, vassal.numbering_attributes
        self.dx, self.dy = float(grid["dx"]), float(grid["dy"])
        self.x0, self.y0 = int(grid["x0"]), int(grid["y0"])
        self.sideways = grid["sideways"] == "true"
        self.h_desc, self.v_desc = self.of["hDescend"] == "true", self.of["vDescend"] == "true"
        self.stagger = self.of["stagger"] == "true"
        self.max_rows = math.floor(vassal.height / self.dx + 0.5)
        self.max_columns = math.floor(vassal.width / self.dy + 0.5)

    def _shown(self, index: int, part: str) -> str:
        value = index + int(self.of[f"{part}Off"])
        sign, value = "-" if value < 0 else "", abs(value)
        if self.of[f"{part}Type"] == "A":
            return sign + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[value % 26] * (value // 26 + 1)
        return sign + str(value).rjust(int(self.of[f"{part}Leading"]) + 1, "0")

    def name(self, x: int, y: int) -> str:
        if self.sideways:
            x, y = y, x
        raw = math.floor((x - self.x0) / self.dx + 0.5)
        down = y - self.y0 - (self.dy / 2 if raw % 2 else 0)
        column, row = raw, math.floor(down / self.dy + 0.5)
        if self.sideways:
            column = self.max_rows - column if self.v_desc else column
            row = self.max_columns - row if self.h_desc else row
        else:
            column = self.max_columns - column if self.h_desc else column
            row = self.max_rows - row if self.v_desc else row
        if self.stagger and raw % 2:
            row += -1 if (self.h_desc if self.sideways else self.v_desc) else 1
        texts = [self._shown(column, "h"), self._shown(row, "v")]
        return self.of["sep"].join(texts if self.of["first"] == "H" else reversed(texts))

    def _read(self, text: str, part: str) -> int:
        if self.of[f"{part}Type"] == "N":
            return int(text) - int(self.of[f"{part}Off"])
        value = 26 * (len(text.lstrip("-")) - 1) + ord(text[-1]) - 65
        return (-value if text[0] == "-" else value) - int(self.of[f"{part}Off"])

    def locate(self, name: str) -> tuple[int, int] | None:
        patterns = {}
        for part in "hv":
            least = int(self.of[f"{part}Leading"]) + 1
            letters = "|".join(f"{letter}+" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
            numeric = self.of[f"{part}Type"] == "N"
            patterns[part] = f"(-?[0-9]{{{least},}})" if numeric else f"(-?(?:{letters}))"
        parts = "hv" if self.of["first"] == "H" else "vh"
        match = re.fullmatch(re.escape(self.of["sep"]).join(patterns[p] for p in parts), name)
        if not match:
            return None
        read = {part: self._read(match[n], part) for n, part in enumerate(parts, 1)}
        column, row = read["h"], read["v"]
        if self.stagger and column % 2:
            row += 1 if (self.h_desc if self.sideways else self.v_desc) else -1
        if self.sideways:
            column = self.max_rows - column if self.v_desc else column
            row = self.max_columns - row if self.h_desc else row
        else:
            column = self.max_columns - column if self.h_desc else column
            row = self.max_rows - row if self.v_desc else row
        x = int(column * self.dx) + self.x0
        y = int(row * self.dy + (self.dy / 2 if column % 2 else 0)) + self.y0
        return (y, x) if self.sideways else (x, y)


@several
@given(grids())
def test_every_hex_is_found_by_its_number_and_by_its_centre(grid: Grid) -> None:
    assert len({grid.number(cell) for cell in grid}) == len(grid)
    for cell in grid:
        assert cell in grid
        assert grid.hex(grid.number(cell)) == cell
        assert grid.hex_at(column=grid.column(cell), row=grid.row(cell)) == cell
        assert grid.at(*grid.center(cell)) == cell


@several
@given(grids())
def test_the_map_has_every_column_and_row_but_the_short_ones(grid: Grid) -> None:
    flat = grid.orientation is Orientation.FLAT
    across, along = (grid.columns, grid.rows) if flat else (grid.rows, grid.columns)
    short = [
        n for n in range(across.first, across.last + 1) if grid.short and grid.short.matches(n)
    ]
    assert len(grid) == across.count * along.count - len(short)
    keys = [(grid.column(cell), grid.row(cell)) for cell in grid]
    if grid.order is NumberOrder.ROW_COLUMN:
        keys = [key[::-1] for key in keys]
    assert keys == sorted(keys)


@several
@given(grids())
def test_columns_and_rows_run_as_they_are_counted(grid: Grid) -> None:
    flat = grid.orientation is Orientation.FLAT
    for cell in grid:
        x, y = grid.center(cell)
        column, row = grid.column(cell), grid.row(cell)
        left, top = grid.columns.position(column), grid.rows.position(row)
        shift = grid.dy / 2 * grid.shifted.matches(column if flat else row)
        place = (
            (left * grid.dx, top * grid.dy + shift)
            if flat
            else (left * grid.dy + shift, top * grid.dx)
        )
        ox, oy = _origin(grid)
        assert abs(x - ox - place[0]) < 1.01
        assert abs(y - oy - place[1]) < 1.01


def _origin(grid: Grid) -> tuple[float, float]:
    """Where the centre of position 0, 0 lies, or would lie were it not shifted or left out."""
    flat = grid.orientation is Orientation.FLAT
    cell = next(iter(grid))
    xs, ys = zip(*grid.corners(cell), strict=True)
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    left = grid.columns.position(grid.column(cell))
    top = grid.rows.position(grid.row(cell))
    shift = grid.dy / 2 * grid.shifted.matches(grid.column(cell) if flat else grid.row(cell))
    if flat:
        return x - left * grid.dx, y - top * grid.dy - shift
    return x - left * grid.dy - shift, y - top * grid.dx


@several
@given(grids(), st.data())
def test_vassal_names_and_finds_each_hex_as_the_engine_does(
    grid: Grid, data: st.DataObject
) -> None:
    board = grid.board_size
    if data.draw(st.booleans()):
        board = (board[0] + data.draw(st.integers(0, 99)), board[1] + data.draw(st.integers(0, 99)))
    with patch.object(VassalGrid, "check"):
        engine = Engine(grid.vassal(*board))
    sound = all(
        engine.name(*grid.center(cell)) == grid.number(cell)
        and engine.locate(grid.number(cell)) == grid.center(cell)
        for cell in grid
    )
    if not sound:
        with pytest.raises(HexError, match="VASSAL would"):
            grid.vassal(*board)
        return
    vassal = grid.vassal(*board)
    x, y = data.draw(st.integers(-50, board[0] + 50)), data.draw(st.integers(-50, board[1] + 50))
    assert vassal.name(x, y) == engine.name(x, y)
    found = grid.at(x, y)
    if found is not None:
        assert vassal.name(x, y) == grid.number(found)
    else:
        assert vassal.name(x, y) not in set(map(grid.number, grid))


@several
@given(grids())
def test_without_stagger_and_with_a_separator_vassal_can_hold_every_grid(grid: Grid) -> None:
    values = {f: getattr(grid, f) for f in grid.__dataclass_fields__}
    Grid(**{**values, "vassal_stagger": False, "separator": "."}).vassal()
    padded = Grid(**{**values, "vassal_stagger": True, "separator": "."})
    assert padded.vassal().stagger


@several
@given(grids())
def test_a_piece_snaps_to_within_a_pixel_of_the_centre(grid: Grid) -> None:
    with patch.object(VassalGrid, "check"):
        vassal = grid.vassal()
    different = set(grid.snap_mismatches())
    for cell in grid:
        x, y = grid.center(cell)
        snapped = vassal.snap_center(x, y)
        assert max(abs(snapped[0] - x), abs(snapped[1] - y)) <= 1
        assert (snapped != (x, y)) == (cell in different)
    if grid.dy.is_integer():
        assert not different


@several
@given(grids())
def test_the_board_holds_every_hex_and_its_margin(grid: Grid) -> None:
    width, height = grid.board_size
    points = [point for cell in grid for point in grid.corners(cell)]
    near = 1e-6
    assert min(x for x, _ in points) >= grid.margin[0] - near
    assert min(y for _, y in points) >= grid.margin[1] - near
    assert max(x for x, _ in points) <= width - grid.margin[0] + near
    assert max(y for _, y in points) <= height - grid.margin[1] + near


SIGNS = {
    Direction.N: (0, -1), Direction.NE: (1, -1), Direction.E: (1, 0), Direction.SE: (1, 1),
    Direction.S: (0, 1), Direction.SW: (-1, 1), Direction.W: (-1, 0), Direction.NW: (-1, -1),
}  # fmt: skip


@several
@given(grids())
def test_neighbours_lie_in_their_direction_and_know_each_other(grid: Grid) -> None:
    for cell in grid:
        x, y = grid.center(cell)
        for way, near in grid.neighbours(cell).items():
            nx, ny = grid.center(near)
            offsets = (nx - x, ny - y)
            assert tuple((o > 1) - (o < -1) for o in offsets) == SIGNS[way]
            assert grid.neighbour(near, way.opposite) == cell
            assert grid.direction(cell, near) is way
            assert grid.distance(cell, near) == 1


@several
@given(grids())
def test_neighbours_share_the_corners_of_their_hexside(grid: Grid) -> None:
    for cell in grid:
        for n, way in enumerate(grid.orientation.directions):
            side = grid.hexside(cell, way)
            corners = grid.corners(cell)
            ends = {corners[n], corners[(n + 1) % 6]}
            assert set(grid.hexside_ends(side)) == ends
            near = side.other(cell)
            assert side == Hexside(near, cell)
            if near in grid:
                assert len(ends & set(grid.corners(near))) == 2


@several
@given(grids())
def test_distance_is_the_least_number_of_steps_over_an_endless_map(grid: Grid) -> None:
    start = next(iter(grid))
    steps = {start: 0}
    queue = deque([start])
    missing = set(grid) - {start}
    while missing:
        here = queue.popleft()
        for way in grid.orientation.directions:
            near = grid.orientation.neighbour(here, way)
            if near not in steps:
                steps[near] = steps[here] + 1
                queue.append(near)
                missing.discard(near)
    for cell in grid:
        assert grid.distance(start, cell) == grid.distance(cell, start) == steps[cell]


@several
@given(grids(), st.integers(0, 12), st.data())
def test_rings_and_discs_are_the_hexes_at_their_distance(
    grid: Grid, radius: int, data: st.DataObject
) -> None:
    center = data.draw(st.sampled_from(list(grid)))
    ring, disc = grid.ring(center, radius), grid.within(center, radius)
    assert len(set(ring)) == len(ring)
    assert set(ring) == {cell for cell in grid if grid.distance(center, cell) == radius}
    assert list(disc) == sorted(cell for cell in grid if grid.distance(center, cell) <= radius)


@given(st.sampled_from(Orientation), st.integers(-20, 20))
def test_turning_by_six_hexsides_leads_back(orientation: Orientation, steps: int) -> None:
    for way in orientation.directions:
        assert orientation.turned(way, 6 * steps) is way
        assert orientation.turned(way, 3) is way.opposite
        assert orientation.turned(orientation.turned(way, steps), -steps) is way


def test_a_ring_runs_clockwise_from_the_first_direction() -> None:
    grid = Grid(
        orientation=Orientation.FLAT,
        columns=Axis(count=9),
        rows=Axis(count=9),
        shifted=Parity.EVEN,
        dx=52,
        dy=60,
    )
    center = grid.hex("0505")
    first = [grid.neighbour(center, way) for way in Orientation.FLAT.directions]
    assert list(grid.ring(center, 1)) == first
    assert [grid.number(cell) for cell in grid.ring(center, 2)][:3] == ["0503", "0603", "0704"]


def test_the_two_hexes_of_a_hexside_are_named_in_one_order() -> None:
    side = Hexside(Hex(1, 0), Hex(0, 0))
    assert list(side) == [Hex(0, 0), Hex(1, 0)]
    assert len({side, Hexside(Hex(0, 0), Hex(1, 0))}) == 1
