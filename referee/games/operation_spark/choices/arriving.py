"""Choices of section 11.7: reinforcements that arrive, are activated, or come back to the map."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from compiler.hexes import Hex
from referee.actions import Move, SetState
from referee.board import Piece
from referee.games.operation_spark import reinforcements, retreat, units
from referee.games.operation_spark.choices import appraisal, routes
from referee.games.operation_spark.state import OperationBoard
from referee.legal import Choice, Option
from referee.mechanics.candidates import options

ARRIVED = "-reinforcements"


def arrivals(board: OperationBoard) -> Iterator[Choice]:
    """Units of the phasing side in a box beside the map that may enter it now."""
    for piece in board.pieces.values():
        if not isinstance(piece.place, str) or piece.side != board.phasing:
            continue
        if units.is_unit(piece) and piece.place.endswith((ARRIVED, reinforcements.RETREATED)):
            yield Choice(f"enter {piece.id}", partial(_entries, board, piece))


def _entries(board: OperationBoard, piece: Piece) -> Iterator[Option]:
    """The hexes of its own map edge; the text does not tell a nearer one."""
    for hex_ in edge(board, piece.side or ""):
        if retreat.enemies_in(board, hex_, piece.side):
            continue
        if not routes.may_stay(board, (piece,), hex_):
            continue
        path = (str(piece.place), board.data.map.number(hex_))
        for option in options(board, (Move(units=(piece.id,), path=path, side=piece.side),)):
            near = appraisal.distances(board, piece.side or "").get(hex_, 0)
            yield Option(option.decision, 1.0 / (1 + near))


def edge(board: OperationBoard, side: str) -> tuple[Hex, ...]:
    """The hexes of the map edge that supplies a side."""
    return board.constant(
        ("edge of", side),
        lambda data: tuple(
            sorted(h for h, info in data.map.hexes.items() if info.values.get("supply") == side)
        ),
    )


def activations(board: OperationBoard) -> Iterator[Choice]:
    """Reinforcements on the map whose date has come, or that have been attacked."""
    for piece in sorted(board.on_map(), key=lambda each: each.id):
        if not piece.flag(reinforcements.FLAG) or reinforcements.is_inactive(board, piece):
            continue
        if piece.side == board.phasing:
            action = SetState(
                unit=piece.id, state=reinforcements.FLAG, value=False, side=piece.side
            )
            yield Choice(f"activate {piece.id}", partial(options, board, (action,), 1.0))
