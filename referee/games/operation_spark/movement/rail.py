"""Section 11.1.8, movement by rail along the German lines.

What entraining costs is lost with a part of the charts; where the trains run is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from compiler.gamedata.model import GameData
from compiler.hexes import Hex
from referee.actions import Declare, Move
from referee.board import Piece
from referee.findings import Finding
from referee.games.operation_spark import eligibility, units
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.state import OperationBoard

LINES = {"rail-kirov": ("1032", "2831"), "rail-sinyavino": ("1439", "2821")}
"""Lines on which German trains run to the ends of that stretch."""


@RULES.covers("11.1.8.p1")
def open_line(board: OperationBoard) -> frozenset[frozenset[Hex]]:
    """Pairs of neighbouring hexes that German trains may run between; one net of both lines."""
    return board.constant("german railways", _open_line)


def _open_line(data: GameData) -> frozenset[frozenset[Hex]]:
    found: set[frozenset[Hex]] = set()
    for route in data.map.routes:
        if route.id not in LINES:
            continue
        numbers = [data.map.number(hex_) for hex_ in route.hexes]
        ends = sorted(numbers.index(end) for end in LINES[route.id] if end in numbers)
        first, last = (ends[0], ends[-1]) if len(ends) == 2 else (0, len(numbers) - 1)
        found |= {frozenset(pair) for pair in pairwise(route.hexes[first : last + 1])}
    return frozenset(found)


def railways(board: OperationBoard) -> frozenset[frozenset[Hex]]:
    """Pairs of neighbouring hexes that any railway joins: what is left to the Soviet side."""
    return board.constant("all railways", _railways)


def _railways(data: GameData) -> frozenset[frozenset[Hex]]:
    lines = [route for route in data.map.routes if route.kind == "rail"]
    return frozenset(frozenset(pair) for route in lines for pair in pairwise(route.hexes))


def moves_by_rail(board: OperationBoard, piece: Piece, action: Move) -> bool:
    """Whether a unit moves by rail: as said, entrained, or as one that can move no other way."""
    return action.by == "rail" or is_by_rail(board, piece)


def is_by_rail(board: OperationBoard, piece: Piece) -> bool:
    """Whether a unit is entrained, was said to move by rail, or can move no other way."""
    return (
        piece.flag("entrained")
        or piece.id in board.state.march.by_rail
        or units.movement_type(piece) == "rail"
    )


@RULES.effect("11.1.8", on="declare:rail")
def trains_are_announced(action: Declare, board: OperationBoard) -> None:
    """Units that move by rail in this phase."""
    board.state.march.by_rail.update(action.units)


@RULES.rule("11.1.8", "11.1.8.p1", on=Move)
def trains_keep_to_their_lines_and_off_the_enemy(
    action: Move, board: OperationBoard
) -> Iterator[Finding]:
    """No train enters an enemy zone of control; German ones keep to the two lines."""
    if board.phase is None or board.phase.phase.id != "movement" or board.is_sorting(action):
        return
    places = [place for text in action.path if isinstance(place := board.location(text), Hex)]
    for name in action.units:
        piece = board.pieces.get(name)
        if piece is None or not units.is_unit(piece) or not moves_by_rail(board, piece, action):
            continue
        if piece.side != board.phasing:
            continue
        yield from _line_fault(board, piece, places, action.complete)
        entered = places[1:] if action.complete else places[-1:]
        for hex_ in entered:
            held = [unit for unit in board.units_at(hex_) if unit.side not in (None, piece.side)]
            watching = held or eligibility.watchers(board, piece, hex_)
            if watching and piece.place != hex_:
                yield Finding(
                    f"{piece.name} enters the zone of control of {watching[0].name} in"
                    f" {board.data.map.describe(hex_)} by rail",
                    units=(piece.id,),
                    hexes=(board.data.map.number(hex_),),
                    expected="no enemy zone of control",
                )
                break


def _line_fault(
    board: OperationBoard, piece: Piece, places: list[Hex], complete: bool
) -> Iterator[Finding]:
    if len(places) < 2:
        return
    german = piece.side == "german"
    line = open_line(board) if german else railways(board)
    stations = frozenset(hex_ for pair in line for hex_ in pair)
    if complete:
        off = next((b for a, b in pairwise(places) if frozenset((a, b)) not in line), None)
    else:
        off = next((hex_ for hex_ in places if hex_ not in stations), None)
    if off is not None:
        yield Finding(
            f"{piece.name} moves by rail into {board.data.map.describe(off)}",
            units=(piece.id,),
            hexes=(board.data.map.number(off),),
            expected="the Kirov railway from 1032 to 2831 or the Sinyavino spur from 1439 to 2821"
            if german
            else "a railway",
            rule="11.1.8.p1" if german else "11.1.8",
        )
