"""Lines of sight as geometry: what lies between, corners, heights over distance, fronts."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from compiler.hexes import Hex, trace_line
from referee.mechanics.sighting import between, obstructs, passes_corner, through_hexside

CELLS = st.builds(Hex, st.integers(-12, 12), st.integers(-12, 12))
LEVELS = st.integers(0, 4).map(lambda n: Fraction(n, 2))


@given(CELLS, CELLS)
def test_what_lies_between_is_the_same_from_both_ends(one: Hex, other: Hex) -> None:
    assert between(one, other) == between(other, one)[::-1]


@given(CELLS)
def test_nothing_lies_between_neighbours(cell: Hex) -> None:
    assert between(cell, Hex(cell.q + 1, cell.r)) == ()
    assert between(cell, cell) == ()


@given(CELLS, CELLS, CELLS)
def test_a_corner_is_passed_the_same_both_ways_and_only_beside_the_line(
    one: Hex, other: Hex, cell: Hex
) -> None:
    assert passes_corner(one, other, cell) == passes_corner(other, one, cell)
    if passes_corner(one, other, cell) and one != other:
        assert cell not in {each for step in trace_line(one, other) for each in step}


@given(LEVELS, LEVELS, st.integers(1, 20), st.data())
def test_higher_obstacles_and_nearer_ones_block_more(
    low: Fraction, rise: Fraction, distance: int, data: st.DataObject
) -> None:
    near = data.draw(st.integers(1, distance))
    far = data.draw(st.integers(near, distance))
    height = data.draw(LEVELS)
    high = low + rise
    if obstructs(height, low, high, far, distance):
        assert obstructs(height, low, high, near, distance)
        assert obstructs(height + 1, low, high, far, distance)


def test_an_obstacle_that_just_touches_the_line_blocks_it() -> None:
    assert obstructs(Fraction(1), Fraction(0), Fraction(2), 3, 6)
    assert not obstructs(Fraction(1), Fraction(0), Fraction(2), 4, 6)


@given(CELLS, CELLS)
def test_a_line_leaves_through_one_hexside_or_two_that_meet(start: Hex, goal: Hex) -> None:
    sides = [n for n in range(6) if through_hexside(start, goal, n)]
    if start == goal:
        assert sides == []
    elif len(sides) == 2:
        assert (sides[1] - sides[0]) % 6 in (1, 5)
    else:
        assert len(sides) == 1
