"""Section 12.3, line of sight: what lies between two hexes and whether it hides one from the other.

Only a fragment of the section is in the text. Where it does not tell, a line is `open`: neither
seen nor hidden.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from compiler.hexes import Hex
from referee.games.operation_spark import ground
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.state import OperationBoard
from referee.mechanics.sighting import between


@dataclass(frozen=True, slots=True)
class Line:
    """A line of sight: `clear`, `blocked` by a hex, or `open` where the text does not tell."""

    verdict: Literal["clear", "blocked", "open"]
    hex: Hex | None = None


@RULES.covers("12.3.p1", "16.4.p1")
def line(board: OperationBoard, start: Hex, goal: Hex, *, start_high: bool) -> Line:
    """The line from an observer to a hex; `start_high` for hills and balloons.

    On one level woods and settlements anywhere between block; from a height those do that are
    nearer to the lower end. A line along a hexside meets the terrain of both its hexes (4.0).
    """
    goal_high = ground.is_hill(board, goal)
    return board.constant(
        ("line of sight", start, goal, start_high),
        lambda _: _trace(board, start, goal, start_high, goal_high),
    )


def _trace(board: OperationBoard, start: Hex, goal: Hex, start_high: bool, goal_high: bool) -> Line:
    doubtful = Line("clear")
    for cell in _cells(board, start, goal):
        if not ground.is_concealed(board, cell):
            if ground.is_hill(board, cell):
                doubtful = Line("open", cell)
            continue
        if start_high == goal_high:
            if not start_high:
                return Line("blocked", cell)
            doubtful = Line("open", cell)
            continue
        low, high = (goal, start) if start_high else (start, goal)
        nearness = cell.distance(high) - cell.distance(low)
        if nearness > 0:
            return Line("blocked", cell)
        if nearness == 0:
            doubtful = Line("open", cell)
    return doubtful


def _cells(board: OperationBoard, start: Hex, goal: Hex) -> Iterator[Hex]:
    """The hexes of the map that the line meets, both ends left out."""
    for step in between(start, goal):
        cells = (step,) if isinstance(step, Hex) else step
        yield from (cell for cell in cells if cell in board.data.map.hexes)
