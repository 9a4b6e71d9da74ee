"""Choices of section 13.2: air strikes of the phasing side, and anti-aircraft fire at them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from compiler.hexes import Hex
from referee.actions import Declare, FieldValue
from referee.board import Piece
from referee.games.operation_spark import units
from referee.games.operation_spark.choices import appraisal
from referee.games.operation_spark.combat_state import FireCombat
from referee.games.operation_spark.fire import air
from referee.games.operation_spark.state import OperationBoard
from referee.legal import Choice, Option
from referee.mechanics.candidates import options, unflagged


def strikes(board: OperationBoard) -> Iterator[Choice]:
    """Air points left to the phasing side, at what is seen from the air."""
    side = board.phasing or ""
    if board.state.air_points.get(side, 0) > 0:
        number = len(board.state.combat.now.fires)
        yield Choice(f"air strike {number}", partial(_strikes, board, side))


def _strikes(board: OperationBoard, side: str) -> Iterator[Option]:
    points = range(1, board.state.air_points[side] + 1)
    for hex_ in sorted(appraisal.enemy_hexes(board, side)):
        for kind, targets in _aims(board, hex_):
            strike = partial(_strike, board, hex_, kind, targets, side)
            if unflagged(board, strike(1)):
                for count in points:
                    yield Option(partial(strike, count), float(count))


def _aims(board: OperationBoard, hex_: Hex) -> Iterator[tuple[str, tuple[str, ...]]]:
    stack = [p for p in board.units_at(hex_) if air.is_seen_from_above(board, p)]
    if any(not units.is_afv(p) and not units.is_balloon(p) for p in stack):
        yield "regular", ()
    for piece in stack:
        if units.is_afv(piece):
            yield "at", (piece.id,)


def _strike(
    board: OperationBoard, hex_: Hex, kind: str, targets: tuple[str, ...], side: str, points: int
) -> Declare:
    values: dict[str, FieldValue] = {"with": kind, "points": points}
    if targets:
        values["targets"] = targets
    number = board.data.map.number(hex_)
    return Declare(verb=air.AIR_STRIKE, target=number, values=values, side=side)


def flak(board: OperationBoard, combat: FireCombat) -> Iterator[Choice]:
    """Anti-aircraft units of the other side in range of a strike, each at one air point."""
    if combat.verb != air.AIR_STRIKE or combat.hex is None:
        return
    for piece in sorted(board.on_map(board.data.opponent(combat.side)), key=lambda p: p.id):
        if units.is_anti_aircraft(piece):
            yield Choice(f"flak {piece.id} {combat.number}", partial(_flak, board, combat, piece))


def _flak(board: OperationBoard, combat: FireCombat, piece: Piece) -> Iterator[Option]:
    number = board.number(combat.hex)
    action = Declare(verb=air.ANTI_AIR, units=(piece.id,), target=number, side=piece.side)
    yield from options(board, (action,), 1.0)
