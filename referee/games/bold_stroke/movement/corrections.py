"""Moves that players take back by moving a unit to where it came from in the same phase."""

from __future__ import annotations

from collections.abc import Iterator

from referee.board import Location, Piece
from referee.findings import Finding
from referee.games.bold_stroke.state import CampaignBoard, Moved

PROBED = "17.5.B"
"""What ended the movement of a unit that probed: nothing that can be taken back."""


def moves_taken_back(board: CampaignBoard, piece: Piece, end: Location) -> Moved | None:
    """The first of a unit's moves of the phase that going to a place takes back; None if none."""
    moved = board.state.moved.get(piece.id)
    while moved is not None and moved.stopped_by != PROBED:
        if moved.start is not None and moved.start == end:
            return moved
        moved = moved.before
    return None


def taken_back(board: CampaignBoard, piece: Piece, end: Location) -> Iterator[Finding]:
    """What is said of a unit that goes back where it could not by the rules."""
    yield Finding(
        f"{piece.name} is moved back to where it came from; its move counts as taken back",
        units=(piece.id,),
        hexes=(board.number(piece.place), board.number(end)),
        severity="warning",
        rule="6.1.A",
    )


def forget(board: CampaignBoard, piece: Piece) -> None:
    """Have a unit stand where a move of the phase began as if it had not made it; for effects."""
    moved = moves_taken_back(board, piece, piece.place)
    if moved is None:
        return
    board.state.entered_by_road.pop(piece.id, None)
    if moved.before is not None:
        board.state.moved[piece.id] = moved.before
    else:
        del board.state.moved[piece.id]
        board.state.combat.artillery_moved.discard(piece.id)
