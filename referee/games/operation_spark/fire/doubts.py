"""What cannot be told of a unit, as dice are missing: nothing is found for what befalls it."""

from __future__ import annotations

from referee.board import Piece
from referee.games.operation_spark import assaults
from referee.games.operation_spark.fire.firing import open_fire
from referee.games.operation_spark.state import OperationBoard


def is_accounted_for(board: OperationBoard, piece: Piece) -> bool:
    """Whether dice for a unit are missing, or still to come, so that anything may befall it."""
    if piece.id in board.state.combat.excused:
        return True
    combat = open_fire(board)
    fired_at = combat is not None and combat.hex is not None and combat.hex == piece.place
    if combat is not None and fired_at and piece.id not in combat.rolled:
        return True
    assault = assaults.current(board)
    if assault is None or not assault.ready or assault.tied:
        return False
    return piece.id in assault.attackers or piece.place == assault.hex
