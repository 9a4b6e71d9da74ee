"""Choices of section 11.1.8: units that entrain, move along the German lines, and detrain."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import partial

from compiler.hexes import Hex
from referee.actions import Move, SetState
from referee.board import Piece
from referee.games.operation_spark import ground, retreat
from referee.games.operation_spark.choices import moving, routes
from referee.games.operation_spark.movement import costs, moves, rail
from referee.games.operation_spark.state import OperationBoard
from referee.legal import Choice, Option
from referee.mechanics.candidates import options

STATION = "railroad-station"
RAIL = "rail"


def journeys(board: OperationBoard) -> Iterator[Choice]:
    """A choice for each unit of the German side on a line: by rail, onto a train, off it."""
    if board.phasing != "german":
        return
    made = moving.moves_made(board)
    stations = frozenset(hex_ for pair in rail.open_line(board) for hex_ in pair)
    for piece in moving.movable(board):
        if piece.place not in stations or not isinstance(piece.place, Hex):
            continue
        at = f"{piece.id} {made[piece.id]}"
        if rail.is_by_rail(board, piece):
            yield Choice(f"rail {at}", partial(_ways, board, piece))
        if piece.counter.values.get("movement") != RAIL:
            yield Choice(f"train {at}", partial(_train, board, piece))


def _train(board: OperationBoard, piece: Piece) -> Iterator[Option]:
    """Entraining and detraining take place at a station and cost points (5.2)."""
    here = piece.place
    if not isinstance(here, Hex) or STATION not in ground.terrains(board, here):
        return
    off = piece.flag("entrained")
    price = costs.act_cost(board, piece, "detrain" if off else "entrain")
    if moves.can_pay(board, piece, price)[0] and not routes.is_watched(board, (piece,), here):
        action = SetState(unit=piece.id, state="entrained", value=not off, side=piece.side)
        yield from options(board, (action,))


def _ways(board: OperationBoard, piece: Piece) -> Iterator[Option]:
    """The hexes of the net that a train reaches without entering an enemy zone of control."""
    if not isinstance(piece.place, Hex):
        return
    line = rail.open_line(board)
    paths: dict[Hex, tuple[Hex, ...]] = {piece.place: (piece.place,)}
    waiting = deque(paths)
    while waiting:
        here = waiting.popleft()
        for near in board.data.map.grid.neighbours(here).values():
            if near in paths or frozenset((here, near)) not in line:
                continue
            enemies = retreat.enemies_in(board, near, piece.side)
            if enemies or routes.is_watched(board, (piece,), near):
                continue
            paths[near] = (*paths[here], near)
            waiting.append(near)
    for end, path in paths.items():
        if len(path) > 1 and routes.may_stay(board, (piece,), end):
            numbers = tuple(map(board.data.map.number, path))
            yield Option(Move(units=(piece.id,), path=numbers, by=RAIL, side=piece.side))
