"""Pieces put down on the map by hand: no way of moving, and now and then an arrival.

Moves from hex to hex are in `moves`, arrivals from boxes in `reinforcements`.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import BeginPhase, Place
from referee.board import Piece
from referee.findings import Finding
from referee.games.operation_spark import reinforcements, units
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.state import OperationBoard

SET_UP = "setup"


@RULES.rule("11.1.4.p1", on=Place)
def a_unit_on_the_map_is_not_put_down_elsewhere(
    action: Place, board: OperationBoard
) -> Iterator[Finding]:
    """From hex to hex a unit moves, retreats or advances; none is lifted over the map.

    To where it came from by its last move of the phase it may be put back.
    """
    piece, end = board.pieces.get(action.unit), board.location(action.at)
    if piece is None or board.phase is None or action.why == SET_UP or not units.is_unit(piece):
        return
    if not isinstance(piece.place, Hex) or not isinstance(end, Hex) or piece.place == end:
        return
    if not _is_put_back(board, piece, end):
        yield Finding(
            f"{piece.name} is put down in {board.data.map.describe(end)} without moving there",
            units=(piece.id,),
            hexes=(board.number(piece.place), board.number(end)),
            expected="a move from hex to hex",
            found="a piece put down",
        )


def _is_put_back(board: OperationBoard, piece: Piece, place: Hex) -> bool:
    """Whether a unit came from a hex by its last move of the phase, which is taken back."""
    last = next((move for move in reversed(board.moves) if piece.id in move.units), None)
    return last is not None and last.start == place


@RULES.effect("11.2.4.p1", "11.7.p1", on=Place)
def arrivals_are_remembered(action: Place, board: OperationBoard) -> None:
    """Reinforcements count for the stacks of the hexes they came into in the phase."""
    counter = board.counter(action.counter or action.unit)
    dated = not counter.is_marker and reinforcements.arriving_formation(
        board, counter.formation or ""
    )
    if isinstance(board.location(action.at), Hex) and (dated or action.why == "reinforcement"):
        board.state.march.arrived.add(action.unit)


@RULES.effect("11.2.4.p1", "11.7.p1", on=BeginPhase)
def nobody_has_arrived_when_a_phase_begins(_: BeginPhase, board: OperationBoard) -> None:
    """Who came in an earlier phase is no news."""
    board.state.march.arrived.clear()
