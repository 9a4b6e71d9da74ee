"""Straight lines between hex centres, against a slow exact geometry."""

from fractions import Fraction
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from compiler.hexes import Axis, Grid, Hex, Orientation, Parity, trace_line

HEXES = st.builds(Hex, st.integers(-9, 9), st.integers(-9, 9))


def _span(start: Hex, goal: Hex, cell: Hex) -> tuple[Fraction, Fraction, bool]:
    """The part of the line within a closed hex, and whether it only follows its boundary."""
    low, high, on_boundary = Fraction(0), Fraction(1), False
    dq, dr = goal.q - start.q, goal.r - start.r
    cq, cr = cell.q - start.q, cell.r - start.r
    # Three strips of width 2 bound a hex: across the differences of its cube coordinates.
    for rate, middle in (
        (dq - dr, cq - cr),
        (dq + 2 * dr, cq + 2 * cr),
        (2 * dq + dr, 2 * cq + cr),
    ):
        if rate == 0:
            if abs(middle) > 1:
                return Fraction(1), Fraction(0), False
            on_boundary |= abs(middle) == 1
        else:
            ends = sorted((Fraction(middle - 1, rate), Fraction(middle + 1, rate)))
            low, high = max(low, ends[0]), min(high, ends[1])
    return low, high, on_boundary


def _crossed(start: Hex, goal: Hex) -> list[tuple[Hex, ...]]:
    """The steps of the line by clipping it against every hex near by."""
    found: dict[Fraction, list[Hex]] = {}
    for q in range(min(start.q, goal.q) - 1, max(start.q, goal.q) + 2):
        for r in range(min(start.r, goal.r) - 1, max(start.r, goal.r) + 2):
            low, high, _ = _span(start, goal, Hex(q, r))
            if low < high:
                found.setdefault(low, []).append(Hex(q, r))
    return [tuple(sorted(found[entry])) for entry in sorted(found)]


@settings(deadline=None, max_examples=150)
@given(HEXES, HEXES)
def test_a_line_passes_just_the_hexes_that_exact_geometry_finds(start: Hex, goal: Hex) -> None:
    if start == goal:
        assert trace_line(start, goal) == ((start,),)
        return
    steps = list(trace_line(start, goal))
    assert steps == _crossed(start, goal)
    for step in steps:
        for cell in step:
            assert _span(start, goal, cell)[2] == (len(step) == 2)


@given(HEXES, HEXES)
def test_a_line_is_the_same_both_ways(start: Hex, goal: Hex) -> None:
    assert trace_line(start, goal) == trace_line(goal, start)[::-1]


@given(HEXES, HEXES)
def test_a_line_has_no_gaps(start: Hex, goal: Hex) -> None:
    steps = trace_line(start, goal)
    assert (steps[0], steps[-1]) == ((start,), (goal,))
    for one, two in pairwise(steps):
        assert all(a.distance(b) == 1 for a in one for b in two)


@given(HEXES, st.integers(1, 30), st.integers(0, 5))
def test_a_line_towards_a_corner_runs_along_every_second_hexside(
    start: Hex, times: int, corner: int
) -> None:
    dq, dr = ((1, -2), (2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1))[corner]
    steps = trace_line(start, Hex(start.q + times * dq, start.r + times * dr))
    assert [len(step) for step in steps] == [1, 2] * times + [1]


def test_a_line_clips_the_tip_of_a_hex_that_lies_off_the_shortest_path() -> None:
    steps = trace_line(Hex(0, 0), Hex(4, -1))
    assert [step[0] for step in steps] == [
        Hex(0, 0), Hex(1, 0), Hex(2, -1), Hex(2, 0), Hex(3, -1), Hex(4, -1),
    ]  # fmt: skip


def test_a_line_through_a_corner_leaves_out_the_hex_it_only_touches() -> None:
    steps = trace_line(Hex(0, 0), Hex(5, -1))
    assert all(len(step) == 1 for step in steps)
    assert len(steps) == 6


def test_a_line_along_the_edge_of_the_map_may_name_a_hex_off_it() -> None:
    grid = Grid(
        orientation=Orientation.POINTY,
        columns=Axis(count=3),
        rows=Axis(count=3),
        shifted=Parity.EVEN,
        dx=52,
        dy=60,
    )
    middle = grid.line(grid.hex("0101"), grid.hex("0103"))[1]
    assert [cell in grid for cell in middle] == [False, True]
    assert grid.number(middle[1]) == "0102"
