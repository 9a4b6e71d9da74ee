"""Choices of sections 11.5 and 11.6: bridges over the Neva, built and demolished."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from compiler.hexes import Hex
from referee.actions import Declare, Place, Remove
from referee.board import Piece
from referee.games.operation_spark import units
from referee.games.operation_spark.choices import moving
from referee.games.operation_spark.movement import bridges
from referee.games.operation_spark.state import OperationBoard
from referee.legal import Choice, Option
from referee.mechanics.candidates import options

BUILD, DEMOLISH = "build-bridge", "demolish-bridge"
BUILDING = 0.4
"""Boldness of building a bridge."""


def building(board: OperationBoard) -> Iterator[Choice]:
    """An engineer and a bridging unit in one hex of the bank that have not moved build a bridge."""
    if board.phasing != "soviet":
        return
    treks = board.state.march.treks
    idle = [p for p in moving.movable(board) if p.id not in treks or not treks[p.id].moved]
    for piece in idle:
        if piece.counter.kind != "bridging" or piece.flag("reinforcement"):
            continue
        partners = [
            other
            for other in idle
            if units.is_engineer(other)
            and other.place == piece.place
            and other.counter.values.get("builds_bridges")
            and not other.flag("reinforcement")
        ]
        for other in partners:
            yield Choice(f"build {other.id} {piece.id}", partial(_build, board, other, piece))


def _build(board: OperationBoard, engineer: Piece, pontoon: Piece) -> Iterator[Option]:
    here = pontoon.place
    if not isinstance(here, Hex):
        return
    names = (engineer.id, pontoon.id)
    for direction in board.data.map.grid.neighbours(here):
        if _is_built(board, here, direction.value):
            continue
        values = {"hexside": direction.value}
        action = Declare(verb=BUILD, units=names, values=values, side="soviet")
        yield from options(board, (action,), BUILDING)


def _is_built(board: OperationBoard, hex_: Hex, direction: str) -> bool:
    return any(
        piece.place == hex_ and piece.states.get("hexside") == direction
        for piece in board.pieces.values()
        if piece.counter.kind == bridges.KIND
    )


def finishing(board: OperationBoard) -> Iterator[Choice]:
    """The Bridge Marker is put down where a bridge has been built."""
    work = board.state.march.bridge_work
    for hex_ in sorted(set(work.values())):
        yield Choice(f"finish {board.data.map.number(hex_)}", partial(_finish, board, hex_))


def _finish(board: OperationBoard, hex_: Hex) -> Iterator[Option]:
    free = sorted(
        (p.id for p in board.pieces.values()
         if p.counter.kind == bridges.KIND and not isinstance(p.place, Hex)),
        key=lambda name: (len(name), name),
    )  # fmt: skip
    number = board.data.map.number(hex_)
    for direction in board.data.map.grid.neighbours(hex_) if free else ():
        if _is_built(board, hex_, direction.value):
            continue
        named = board.state.march.bridge_side.get(hex_)
        if named != direction.value:
            continue
        states = {"hexside": direction.value}
        action = Place(unit=free[0], at=number, states=states, side="soviet")
        yield from options(board, (action,), 1.0)


def demolition(board: OperationBoard) -> Iterator[Choice]:
    """Engineers that have not moved demolish a bridge beside them; then its marker goes."""
    for name in sorted(board.state.march.demolished):
        piece = board.pieces.get(name)
        if piece is not None and isinstance(piece.place, Hex):
            removal = Remove(units=(name,), why="demolished", side=board.phasing)
            yield Choice(f"take away {name}", partial(options, board, (removal,)))
    treks = board.state.march.treks
    for piece in moving.movable(board):
        if units.is_engineer(piece) and piece.id not in treks and not piece.flag("reinforcement"):
            action = Declare(verb=DEMOLISH, units=(piece.id,), side=piece.side)
            yield Choice(f"demolish {piece.id}", partial(_demolish, board, piece, action))


def _demolish(board: OperationBoard, piece: Piece, action: Declare) -> Iterator[Option]:
    if any(piece.place in pair for pair in bridges.spans(board)):
        yield from options(board, (action,), -0.1)
