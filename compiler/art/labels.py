"""Where the names of places go on a map: beside their hex, clear of one another and of hex numbers.

A simple greedy choice among a few spots round each place, the largest names first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from types import MappingProxyType

from compiler.art.fitting import tidy
from compiler.art.fonts import CAP_HEIGHT, Weight, text_width
from compiler.art.strokes import Point
from compiler.gamedata.model import GameMap
from compiler.hexes import Hex

NAME_SIZES = MappingProxyType({"large": 0.26, "medium": 0.19, "small": 0.155})
"""Font sizes as fractions of a hex's width."""
WEIGHTS = MappingProxyType(
    {"large": Weight.BOLD, "medium": Weight.SEMIBOLD, "small": Weight.SEMIBOLD}
)
# Where a name may stand about its place: x and y in half hexes, and which point of the line stands
# there (0 its left end, 0.5 its middle, 1 its right end).
_SPOTS = (
    (0.0, 0.52, 0.5), (0.0, -0.42, 0.5), (0.42, 0.12, 0.0), (-0.42, 0.12, 1.0),
    (0.34, 0.52, 0.0), (-0.34, 0.52, 1.0), (0.34, -0.34, 0.0), (-0.34, -0.34, 1.0),
    (0.0, 0.86, 0.5), (0.0, -0.8, 0.5),
)  # fmt: skip
_CELL = 64.0


@dataclass(frozen=True, slots=True)
class Label:
    """A name at a place: x is its left end, y its baseline, in board pixels."""

    text: str
    x: float
    y: float
    size: float
    weight: Weight


@dataclass(frozen=True, slots=True)
class Rectangle:
    """An upright rectangle in board pixels; `weight` is how bad it is to cover it."""

    left: float
    top: float
    right: float
    bottom: float
    weight: float = 1.0

    def overlap(self, other: Rectangle) -> float:
        """The common area."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0

    def shows(self, other: Rectangle, cut: bool) -> bool:
        """Whether another lies in this one: all of it, or with `cut` any of it."""
        if cut:
            return self.overlap(other) > 0
        return (
            self.left <= other.left
            and other.right <= self.right
            and self.top <= other.top
            and other.bottom <= self.bottom
        )


@dataclass(slots=True)
class Occupied:
    """What stands on the map already, found by where it is."""

    cells: dict[tuple[int, int], list[Rectangle]] = field(default_factory=dict)

    def add(self, rectangle: Rectangle) -> None:
        """Marks a rectangle as taken."""
        for cell in self._cells(rectangle):
            self.cells.setdefault(cell, []).append(rectangle)

    def cost(self, rectangle: Rectangle) -> float:
        """How much of what is there a rectangle would cover, by weight."""
        near = {id(one): one for cell in self._cells(rectangle) for one in self.cells.get(cell, ())}
        return sum(rectangle.overlap(one) * one.weight for one in near.values())

    @staticmethod
    def _cells(rectangle: Rectangle) -> Iterable[tuple[int, int]]:
        for column in range(int(rectangle.left // _CELL), int(rectangle.right // _CELL) + 1):
            for row in range(int(rectangle.top // _CELL), int(rectangle.bottom // _CELL) + 1):
                yield column, row


def place_labels(
    game_map: GameMap, others: Iterable[Rectangle], lines: Iterable[Point]
) -> tuple[Label, ...]:
    """The names of all places, none off the board.

    Names keep off each other, off the dots of places and off `others` (hex numbers, drawings), and,
    if they can, off the `lines` (points along routes and rivers).
    """
    unit, board = game_map.grid.dy, game_map.grid.board_size
    taken = Occupied()
    for rectangle in others:
        taken.add(rectangle)
    for x, y in lines:
        taken.add(Rectangle(x - 2, y - 2, x + 2, y + 2, 0.6))
    anchors = {place.id: _anchor(game_map, place.hexes) for place in game_map.places.values()}
    for x, y in anchors.values():
        reach = 0.17 * unit
        taken.add(Rectangle(x - reach, y - reach, x + reach, y + reach, 3.0))
    labels: list[Label] = []
    order = ("large", "medium", "small")
    kinds = game_map.file.places
    for place in sorted(game_map.places.values(), key=lambda p: order.index(kinds[p.kind].size)):
        size = kinds[place.kind].size
        best = _best(
            tidy(place.name),
            NAME_SIZES[size] * unit,
            WEIGHTS[size],
            anchors[place.id],
            unit,
            board,
            taken,
        )
        if best is not None:
            labels.append(best)
            taken.add(extent(best, 8.0))
    return tuple(labels)


def _anchor(game_map: GameMap, hexes: tuple[Hex, ...]) -> Point:
    centres = [game_map.grid.center(hex_) for hex_ in hexes]
    return sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres)


def extent(label: Label, weight: float = 1.0) -> Rectangle:
    """What a name covers, with a little room around it."""
    width = text_width(label.text, label.size, label.weight)
    return Rectangle(
        label.x - 2,
        label.y - CAP_HEIGHT * label.size - 2,
        label.x + width + 2,
        label.y + 0.2 * label.size + 1,
        weight,
    )


def _best(
    text: str,
    size: float,
    weight: Weight,
    anchor: Point,
    unit: float,
    board: tuple[int, int],
    taken: Occupied,
) -> Label | None:
    width = text_width(text, size, weight)
    size = min(size, size * (board[0] - 8) / width) if width else size
    width = text_width(text, size, weight)
    best: tuple[float, Label] | None = None
    for n, (right, down, end) in enumerate(_SPOTS):
        x = anchor[0] + right * unit / 2 - end * width
        y = anchor[1] + down * unit / 2 + CAP_HEIGHT * size / 2
        moved_x = min(max(x, 4.0), board[0] - 4.0 - width)
        moved_y = min(max(y, size), board[1] - 0.3 * size)
        moved = abs(moved_x - x) + abs(moved_y - y)
        label = Label(text, moved_x, moved_y, size, weight)
        cost = taken.cost(extent(label)) + 6.0 * n + 4.0 * moved
        if best is None or cost < best[0]:
            best = (cost, label)
    return best[1] if best and text else None
