"""Lines of sight: what lies between two hexes, and what rises above the line between two heights.

It is geometry on an endless plane of hexes. What is an obstacle, how high it is and whether it
blocks, the game says.
"""

from __future__ import annotations

from fractions import Fraction

from compiler.hexes import Hex, LineStep, trace_line
from compiler.hexes.coordinates import UNIT_STEPS


def between(start: Hex, goal: Hex) -> tuple[LineStep, ...]:
    """The hexes that the line from centre to centre crosses, both ends left out, in order.

    A step is one hex, or the two hexes on both sides of a hexside along which the line runs.

    >>> between(Hex(0, 0), Hex(1, 1))
    ((Hex(q=0, r=1), Hex(q=1, r=0)),)
    """
    return trace_line(start, goal)[1:-1]


def passes_corner(start: Hex, goal: Hex, cell: Hex) -> bool:
    """Whether the line from centre to centre meets a hex in no more than one corner point.

    >>> [passes_corner(Hex(0, 0), Hex(1, -5), cell) for cell in (Hex(0, -3), Hex(0, -2))]
    [True, False]
    """
    first, last = Fraction(0), Fraction(1)
    for step in UNIT_STEPS[:3]:
        here = _along(step, start.q - cell.q, start.r - cell.r)
        pull = _along(step, goal.q - start.q, goal.r - start.r)
        if pull == 0:
            if abs(here) > 1:
                return False
            continue
        enters, leaves = sorted((Fraction(-1 - here, pull), Fraction(1 - here, pull)))
        first, last = max(first, enters), min(last, leaves)
    return first == last


def _along(step: tuple[int, int], q: int, r: int) -> int:
    """How far an offset reaches in the direction of a unit step; a hex reaches from -1 to 1."""
    return step[0] * q + step[1] * r + (step[0] + step[1]) * (q + r)


def obstructs(
    height: Fraction, low: Fraction, high: Fraction, range_to_low: int, distance: int
) -> bool:
    """Whether an obstacle touches or rises above the straight line from one height to another.

    `distance` is the number of hexes between the two ends, `range_to_low` that from the lower end
    to the obstacle, heights in any unit.

    >>> obstructs(Fraction(1, 2), Fraction(0), Fraction(1), range_to_low=2, distance=4)
    True
    >>> obstructs(Fraction(1, 2), Fraction(0), Fraction(1), range_to_low=3, distance=4)
    False
    """
    return height * distance >= low * distance + (high - low) * range_to_low


def through_hexside(start: Hex, goal: Hex, hexside: int) -> bool:
    """Whether the line from centre to centre leaves its first hex through a hexside, ends included.

    Hexsides are counted clockwise from the first of `UNIT_STEPS`; a hex lies in front of none of
    its own.

    >>> [n for n in range(6) if through_hexside(Hex(0, 0), Hex(1, -2), n)]
    [0, 1]
    """
    if start == goal:
        return False
    pulls = [_along(step, goal.q - start.q, goal.r - start.r) for step in UNIT_STEPS]
    return pulls[hexside % 6] == max(pulls)
