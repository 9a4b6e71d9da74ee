"""Geometry of lines on a map: chains of hexsides, smoothed paths, teeth along a line.

Points are board pixels. Nothing here knows terrains or colours.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from compiler.art.templating import number

Point = tuple[float, float]


def _key(point: Point) -> tuple[int, int]:
    return round(point[0] * 100), round(point[1] * 100)


def chains(segments: Iterable[tuple[Point, Point]]) -> tuple[tuple[Point, ...], ...]:
    """Segments joined end to end into lines that do not branch; a closed line ends where it began.

    >>> chains([((0, 0), (1, 0)), ((2, 0), (1, 0))])
    (((0, 0), (1, 0), (2, 0)),)
    """
    ends: dict[tuple[int, int], list[int]] = {}
    lines = list(segments)
    for n, segment in enumerate(lines):
        for point in segment:
            ends.setdefault(_key(point), []).append(n)
    unused = dict.fromkeys(range(len(lines)))
    tips = [n for n in unused if any(len(ends[_key(point)]) != 2 for point in lines[n])]
    # Every walk takes what it passes out of `unused`.
    return tuple(_walk(n, lines, ends, unused) for n in (*tips, *unused.copy()) if n in unused)


def _walk(
    n: int,
    lines: Sequence[tuple[Point, Point]],
    ends: dict[tuple[int, int], list[int]],
    unused: dict[int, None],
) -> tuple[Point, ...]:
    """One line from segment `n` on, taken out of `unused`, until it ends or branches."""
    start, here = lines[n]
    if len(ends[_key(start)]) == 2 != len(ends[_key(here)]):
        start, here = here, start
    line = [start, here]
    del unused[n]
    while len(ends[_key(here)]) == 2:
        ahead = [other for other in ends[_key(here)] if other in unused]
        if not ahead:
            break
        del unused[ahead[0]]
        one, two = lines[ahead[0]]
        here = two if _key(one) == _key(here) else one
        line.append(here)
    return tuple(line)


def between(a: Point, b: Point, share: float) -> Point:
    """The point `share` of the way from `a` to `b`."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def across(a: Point, b: Point, length: float) -> Point:
    """The vector of a length at right angles to a line, to the right of who walks it on screen."""
    span = math.dist(a, b) or 1.0
    return -(b[1] - a[1]) / span * length, (b[0] - a[0]) / span * length


def shifted(point: Point, vector: Point) -> Point:
    """A point moved by a vector."""
    return point[0] + vector[0], point[1] + vector[1]


def xy(point: Point) -> str:
    """A point as SVG path data."""
    return f"{number(point[0])},{number(point[1])}"


def straight(line: Sequence[Point]) -> str:
    """Path data of a polyline."""
    return "M" + "L".join(map(xy, line))


def meander(line: Sequence[Point], bend: float) -> str:
    """Path data of a line along hexsides with round corners and a slight bend in every side.

    `bend` is how far a side swings out, as a fraction of its length; to which side depends on where
    it lies, so that the same river always looks the same.
    """
    closed = len(line) > 2 and _key(line[0]) == _key(line[-1])
    parts = [f"M{xy(between(line[0], line[1], 0.5) if closed else line[0])}"]
    steps = list(pairwise(line))
    for n, (a, b) in enumerate(steps):
        first, last = n == 0, n == len(steps) - 1
        start = a if first and not closed else between(a, b, 0.25)
        end = b if last and not closed else between(a, b, 0.75)
        swing = across(a, b, bend * math.dist(a, b) * _side_of(a, b))
        if first and closed:
            parts.append(f"L{xy(end)}")
        else:
            one, two = shifted(between(a, b, 0.45), swing), shifted(between(a, b, 0.55), swing)
            parts.append(f"C{xy(one)} {xy(two)} {xy(end)}" if end != start else "")
        if not last:
            parts.append(f"Q{xy(b)} {xy(between(b, steps[n + 1][1], 0.25))}")
        elif closed:
            parts.append(f"Q{xy(b)} {xy(between(*steps[0], 0.25))}L{xy(between(*steps[0], 0.5))}Z")
    return "".join(parts)


def _side_of(a: Point, b: Point) -> int:
    """1 or -1, the same whichever end comes first as seen on the map."""
    one, two = sorted((_key(a), _key(b)))
    swing = 1 if (one[0] * 7 + one[1] * 13 + two[0] * 3 + two[1] * 5) // 100 % 2 else -1
    return swing if _key(a) == one else -swing


def teeth(a: Point, b: Point, height: float, count: int, *, solid: bool = True) -> str:
    """Path data of teeth along a line, on the side `across` points to for a positive height.

    Solid teeth are triangles, others plain strokes.
    """
    out = across(a, b, height)
    half = 0.32 / count
    parts = []
    for n in range(count):
        middle = (n + 0.5) / count
        foot, tip = between(a, b, middle), shifted(between(a, b, middle), out)
        if solid:
            one, two = between(a, b, middle - half), between(a, b, middle + half)
            parts.append(f"M{xy(one)}L{xy(tip)}L{xy(two)}Z")
        else:
            parts.append(f"M{xy(foot)}L{xy(tip)}")
    return "".join(parts)
