"""Section 13.12, retreat and withdrawal: where a unit may go, and what is wrong with a way.

It knows hexes alone; who has to go, and how far, is in `journeys`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from compiler.hexes import Hex
from referee.board import Piece
from referee.findings import Finding
from referee.games.operation_spark import ground, rests, units
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.state import OperationBoard

MOVEMENT_COSTS = "terrain_movement"
PROHIBITED = frozenset({"P", "R"})
"""Entries of terrain that a unit does not enter across country."""


@dataclass(frozen=True, slots=True)
class Flight:
    """How a unit leaves: the hexes it goes away from, and whether it must heed all priorities."""

    away_from: tuple[Hex, ...]
    retreat: bool
    """A retreat seeks cover and its own map edge; a withdrawal only goes away (example A)."""


# -- hexes -----------------------------------------------------------------------------------------


def enemies_in(board: OperationBoard, hex_: Hex, side: str | None) -> bool:
    """Whether units of the other side are in a hex."""
    return any(other.side not in (None, side) for other in board.units_at(hex_))


def has_enemy_beside(board: OperationBoard, hex_: Hex, side: str | None) -> bool:
    """Whether units of the other side are beside a hex."""
    near = board.data.map.grid.neighbours(hex_).values()
    return any(enemies_in(board, other, side) for other in near)


@RULES.covers("11.2.p1", "11.2.4.p2", "13.12.1.p3")
def has_room(board: OperationBoard, hex_: Hex, pieces: tuple[Piece, ...]) -> bool:
    """Whether the current steps of some units fit into a hex with those that are there."""
    side = pieces[0].side
    names = {piece.id for piece in pieces}
    there = [p for p in board.units_at(hex_) if p.side == side and p.id not in names]
    total = sum(map(units.steps, (*there, *pieces)))
    return total <= rests.figure(board, "stacking-steps")


def row(piece: Piece) -> str:
    """The unit's column of the movement chart; a hollow dot makes tracked units light."""
    kind = units.movement_type(piece)
    if kind == "track":
        return "track-light" if units.has_hollow_dot(piece) else "track"
    return kind


@RULES.covers("e4.0.p12")
def may_enter(board: OperationBoard, piece: Piece, start: Hex, goal: Hex) -> bool:
    """Whether terrain lets a unit go from a hex into its neighbour across country."""
    kind = row(piece)
    table = board.data.tables[MOVEMENT_COSTS]
    if kind == "rail" or kind not in table.column_keys:
        return kind != "rail"
    names = ground.terrains(board, goal) | board.data.map.features(start, goal)
    return not any(
        str(table.cell(name, kind)) in PROHIBITED for name in names if name in table.row_keys
    )


@RULES.covers("13.12.1.p1", "12.4")
def is_cover(board: OperationBoard, hex_: Hex) -> bool:
    """Woods and settlements, railroad stations and worker's settlements among them."""
    return ground.is_concealed(board, hex_)


@RULES.covers("13.12.1.p2", "15.1.1.p1")
def edge_distance(board: OperationBoard, side: str, hex_: Hex) -> int:
    """Hexes to the nearest map edge that supplies a side; 0 where there is none."""
    return board.constant(
        ("edge", side, hex_),
        lambda data: min(
            (hex_.distance(h) for h, i in data.map.hexes.items() if i.values.get("supply") == side),
            default=0,
        ),
    )


# -- steps -----------------------------------------------------------------------------------------


@RULES.covers("e5.5.p8", "13.12.1.p1")
def leads_away(start: Hex, goal: Hex, away_from: tuple[Hex, ...]) -> bool:
    """Whether a step brings a unit farther from every hex that it has to leave."""
    return all(goal.distance(hex_) > start.distance(hex_) for hex_ in away_from)


def open_steps(board: OperationBoard, piece: Piece, start: Hex, flight: Flight) -> list[Hex]:
    """The neighbouring hexes that a unit could go to at all: away, passable, without enemies."""
    return [
        goal
        for goal in board.data.map.grid.neighbours(start).values()
        if leads_away(start, goal, flight.away_from)
        and not enemies_in(board, goal, piece.side)
        and may_enter(board, piece, start, goal)
    ]


def legal_steps(board: OperationBoard, piece: Piece, start: Hex, flight: Flight) -> list[Hex]:
    """The neighbouring hexes that a unit may go to by the priorities."""
    found = open_steps(board, piece, start, flight)
    return [goal for goal in found if _better(board, piece, start, goal, flight) is None]


@RULES.covers("13.12.1.p1")
def _better(
    board: OperationBoard, piece: Piece, start: Hex, goal: Hex, flight: Flight
) -> Hex | None:
    """The covered hex that a step of a retreat should seek instead, if it passes one by.

    A hex that is full or beside the enemy need not be taken; an entrenchment is as good.
    """
    if not flight.retreat or is_cover(board, goal):
        return None
    if ground.ENTRENCHMENT in ground.terrains(board, goal):
        return None
    for hex_ in open_steps(board, piece, start, flight):
        free = has_room(board, hex_, (piece,)) and not has_enemy_beside(board, hex_, piece.side)
        if free and is_cover(board, hex_):
            return hex_
    return None


# -- ways ------------------------------------------------------------------------------------------


def ways(
    board: OperationBoard, piece: Piece, start: Hex, length: int, flight: Flight
) -> Iterator[tuple[Hex, ...]]:
    """The legal ways of so many hexes; each ends where there is room."""
    every = [
        path
        for path in _paths(board, piece, (start,), length, flight)
        if has_room(board, path[-1], (piece,))
    ]
    homeward = [path for path in every if not strays(board, piece, path)]
    yield from homeward if homeward and flight.retreat else every


@RULES.covers("13.12.1.p2")
def strays(board: OperationBoard, piece: Piece, path: tuple[Hex, ...]) -> bool:
    """Whether a way of two hexes or more leads straight away from its side's map edge.

    A single hex may: the example lets a battalion go aside (defect map-edge-priority).
    """
    side = piece.side or ""
    gone = edge_distance(board, side, path[-1]) - edge_distance(board, side, path[0])
    return gone > 1


def _paths(
    board: OperationBoard, piece: Piece, path: tuple[Hex, ...], length: int, flight: Flight
) -> Iterator[tuple[Hex, ...]]:
    if length == 0:
        yield path
        return
    for goal in legal_steps(board, piece, path[-1], flight):
        yield from _paths(board, piece, (*path, goal), length - 1, flight)


def find(
    board: OperationBoard, piece: Piece, start: Hex, goal: Hex, flight: Flight, most: int
) -> tuple[Hex, ...] | None:
    """The shortest legal way between two hexes; None if there is none of at most so many hexes."""
    for length in range(1, most + 1):
        for path in _paths(board, piece, (start,), length, flight):
            if path[-1] == goal:
                return path
    return None


def faults(
    board: OperationBoard,
    piece: Piece,
    path: tuple[Hex, ...],
    flight: Flight,
    before: tuple[Hex, ...] = (),
    most: int = 0,
) -> Iterator[Finding]:
    """What is wrong with a way: the first step that goes wrong.

    `before` is what led to it; `most` is how many hexes it may become, with those before.
    """
    word = "retreats" if flight.retreat else "withdraws"
    describe = board.data.map.describe
    for start, goal in pairwise(path):
        if start.distance(goal) != 1:
            yield _fault(board, piece, "13.12.1", f"{word} other than hex by hex", path)
            return
        if enemies_in(board, goal, piece.side):
            said = f"{word} into {describe(goal)}, held by the enemy"
            yield _fault(board, piece, "13.12.1", said, (start, goal))
            return
        if not leads_away(start, goal, flight.away_from):
            said = f"{word} into {describe(goal)}, which is not away from the enemy"
            yield _fault(board, piece, "13.12.1", said, (start, goal))
            return
        if not may_enter(board, piece, start, goal):
            said = f"{word} into {describe(goal)}, prohibited to it"
            yield _fault(board, piece, "e5.2", said, (start, goal))
            return
        better = _better(board, piece, start, goal, flight)
        if better is not None:
            said = f"{word} into {describe(goal)} instead of into cover"
            yield _fault(board, piece, "13.12.1.p1", said, (start, goal), describe(better))
            return
    whole = (*before, *path)
    if flight.retreat and strays(board, piece, whole):
        others = ways(board, piece, whole[0], len(whole) - 1, flight)
        better_way = next((way for way in others if not strays(board, piece, way)), None)
        if better_way is not None and not _may_go_on(board, piece, whole, flight, most):
            said = f"{word} away from its own map edge"
            end = describe(better_way[-1])
            yield _fault(board, piece, "13.12.1.p2", said, whole, end)


def _may_go_on(
    board: OperationBoard, piece: Piece, path: tuple[Hex, ...], flight: Flight, most: int
) -> bool:
    """Whether a longer way that is legal begins with this one."""
    return any(
        way[: len(path)] == path
        for length in range(len(path), most + 1)
        for way in ways(board, piece, path[0], length, flight)
    )


def _fault(
    board: OperationBoard,
    piece: Piece,
    rule: str,
    said: str,
    path: tuple[Hex, ...],
    expected: str = "",
) -> Finding:
    return Finding(
        f"{piece.name} {said}",
        units=(piece.id,),
        hexes=tuple(board.data.map.number(hex_) for hex_ in path),
        expected=expected,
        rule=rule,
    )
