"""Section 10.3 against geometry done by hand: ten thousand lines over the real map, in fractions.

Hexes are drawn in slanted coordinates in which all corners are whole numbers: the centre of (q, r)
is at (3q, 2r + q), the corners lie at (±2, 0) and (±1, ±1) from it. Lines stay lines in them.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from random import Random

import pytest

from compiler.hexes import Hex
from referee.actions import Place
from referee.board import Board
from referee.games.iron_cross import GAME
from referee.games.iron_cross.fire.sighting import blocked_by
from referee.games.iron_cross.state import BattleState
from tests.games.iron_cross_game import loaded

PAIRS = 10_000
CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
HEIGHTS = {
    "tree": Fraction(1),
    "woods": Fraction(1),
    "marsh": Fraction(1, 2),
    "single-hex-building": Fraction(1),
    "multi-hex-building": Fraction(1),
}
VEHICLE = Fraction(1, 2)

Point = tuple[int, int]


def point(cell: Hex) -> Point:
    return 3 * cell.q, 2 * cell.r + cell.q


def cross(a: Point, b: Point) -> int:
    return a[0] * b[1] - a[1] * b[0]


def candidates(start: Hex, goal: Hex) -> Iterator[Hex]:
    """Every hex of the map that could touch the segment, and many that do not."""
    (ax, ay), (bx, by) = sorted((point(start), point(goal)))
    for q in range(min(start.q, goal.q) - 1, max(start.q, goal.q) + 2):
        if ax == bx:
            ys = [Fraction(ay), Fraction(by)]
        else:
            ends = (min(max(3 * q - 2, ax), bx), min(max(3 * q + 2, ax), bx))
            ys = [ay + Fraction((by - ay) * (x - ax), bx - ax) for x in ends]
        first, last = (int(min(ys)) - 4 - q) // 2, (int(max(ys)) + 4 - q) // 2 + 1
        yield from (
            cell for r in range(first, last + 1) if (cell := Hex(q, r)) in loaded().map.grid
        )


@cache
def touched(start: Hex, goal: Hex) -> dict[Hex, str]:
    """Every hex on the map but the ends that the segment touches: `inside`, `edge` or `corner`."""
    ax, ay = point(start)
    bx, by = point(goal)
    along = (bx - ax, by - ay)
    found: dict[Hex, str] = {}
    for cell in candidates(start, goal):
        if cell in (start, goal):
            continue
        x, y = point(cell)
        offset = (x - ax, y - ay)
        if abs(cross(along, offset)) > 2 * (abs(along[0]) + abs(along[1])):
            continue
        sides = [cross(along, (offset[0] + u, offset[1] + v)) for u, v in CORNERS]
        if min(sides) > 0 or max(sides) < 0:
            continue
        chord = _chord(offset, along, sides)
        if chord[1] < 0 or chord[0] > 1:
            continue
        if chord[0] == chord[1]:
            found[cell] = "corner"
        else:
            found[cell] = "inside" if min(sides) < 0 < max(sides) else "edge"
    return found


def _chord(offset: Point, along: Point, sides: list[int]) -> tuple[Fraction, Fraction]:
    """Where the endless line enters and leaves a hexagon, as parts of the segment."""
    length = along[0] ** 2 + along[1] ** 2
    at = [(offset[0] + u) * along[0] + (offset[1] + v) * along[1] for u, v in CORNERS]
    meets: list[Fraction] = []
    for n in range(6):
        here, there = sides[n], sides[(n + 1) % 6]
        if here == 0:
            meets.append(Fraction(at[n], length))
        if here * there < 0:
            part = Fraction(here, here - there)
            meets.append(Fraction(at[n] + part * (at[(n + 1) % 6] - at[n]), length))
    return min(meets), max(meets)


class Ground:
    """The map and what drives on it, read for this test alone."""

    def __init__(self, vehicles: dict[Hex, int]) -> None:
        self.vehicles = vehicles
        self.hexes = loaded().map.hexes

    def level(self, cell: Hex) -> int:
        value = self.hexes[cell].values["level"]
        return value if isinstance(value, int) else 0

    def symbols(self, cell: Hex) -> int:
        value = self.hexes[cell].values["trees"]
        return (value if isinstance(value, int) else 0) + self.vehicles.get(cell, 0)

    def top(self, cell: Hex) -> Fraction:
        rises = [HEIGHTS.get(name, Fraction(0)) for name in self.hexes[cell].terrains]
        if cell in self.vehicles:
            rises.append(VEHICLE)
        return self.level(cell) + max(rises)

    def is_building(self, cell: Hex) -> bool:
        return any("building" in name for name in self.hexes[cell].terrains)


def sees(ground: Ground, start: Hex, goal: Hex, *, down: bool) -> bool:
    cells = touched(start, goal)
    entered = [cell for cell, how in cells.items() if how != "corner"]
    level = ground.level(start)
    if level == ground.level(goal):
        if any(ground.is_building(cell) for cell in entered):
            return False
        if any(ground.level(cell) > level for cell in cells):
            return False
        if down and any(
            "marsh" in ground.hexes[c].terrains for c in entered if runs_in(c, cells, ground)
        ):
            return False
        return count(ground, cells) <= 3
    low, high = (start, goal) if level < ground.level(goal) else (goal, start)
    rise = ground.level(high) - ground.level(low)
    whole = low.distance(high)
    return all(
        ground.top(cell) < ground.level(low) + Fraction(rise * low.distance(cell), whole)
        for cell in entered
    )


def runs_in(cell: Hex, cells: dict[Hex, str], ground: Ground) -> bool:
    """Whether the line passes through a hex, and not only between it and dry ground."""
    if cells[cell] == "inside":
        return True
    partners = partners_of(cell, cells)
    return all("marsh" in ground.hexes[other].terrains for other in partners)


def partners_of(cell: Hex, cells: dict[Hex, str]) -> list[Hex]:
    """The hexes of the map on the other side of the hexside along which a line runs."""
    return [o for o, how in cells.items() if how == "edge" and o.distance(cell) == 1]


def count(ground: Ground, cells: dict[Hex, str]) -> int:
    total = 0
    for cell, how in cells.items():
        if how == "inside":
            total += ground.symbols(cell)
        elif how == "edge":
            rivals = partners_of(cell, cells)
            best = max([ground.symbols(cell), *(ground.symbols(other) for other in rivals)])
            first = min([cell, *rivals]) == cell
            total += best if first else 0
    return total


@cache
def battlefield() -> tuple[Board[BattleState], Ground]:
    board: Board[BattleState] = Board(loaded(), GAME.rulebook, None, GAME.new_state, ())
    random = Random(20)
    cells = list(loaded().map.grid)
    vehicles: dict[Hex, int] = {}
    names = [c.id for c in loaded().counters.values() if c.value("unit_class") == "vehicle"]
    for name in [*names, *(f"wreck#{n}" for n in range(1, 17))]:
        cell = random.choice(cells)
        counter = name.partition("#")[0]
        board.apply(Place(unit=name, counter=counter, at=loaded().map.number(cell)))
        vehicles[cell] = vehicles.get(cell, 0) + 1
    return board, Ground(vehicles)


@cache
def pairs() -> tuple[tuple[Hex, Hex], ...]:
    """Half of them anywhere, half within twelve hexes."""
    random = Random(10)
    cells = list(loaded().map.grid)
    found: list[tuple[Hex, Hex]] = []
    while len(found) < PAIRS:
        one = random.choice(cells)
        near = loaded().map.grid.within(one, 12) if len(found) % 2 else cells
        other = random.choice(near)
        if other != one:
            found.append((one, other))
    return tuple(found)


@pytest.mark.parametrize("part", range(4))
def test_ten_thousand_lines_are_as_geometry_says(part: int) -> None:
    board, ground = battlefield()
    wrong = [
        (start, goal, down, blocked_by(board, start, goal, down=down))
        for start, goal in pairs()[part::4]
        for down in (False, True)
        if (blocked_by(board, start, goal, down=down) == "") != sees(ground, start, goal, down=down)
    ]
    assert wrong == []


def test_the_lines_are_of_all_sorts() -> None:
    board, _ = battlefield()
    found = {blocked_by(board, *pair, down=True) for pair in pairs()}
    assert found == {"", "10.31.a", "10.31.b", "10.31.c", "10.32.b"}


def test_up_units_see_each_other_or_neither_does() -> None:
    board, _ = battlefield()
    assert all(
        blocked_by(board, one, other) == blocked_by(board, other, one) for one, other in pairs()
    )


def test_two_units_that_are_down_see_each_other_or_neither_does() -> None:
    board, _ = battlefield()
    assert all(
        blocked_by(board, one, other, down=True) == blocked_by(board, other, one, down=True)
        for one, other in pairs()
    )
