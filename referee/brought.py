"""Pieces that players bring by hand to what the rules made of them: losses, markers, retreats.

A log that tells such changes apart from actions gives them as a position in part. It is compared
with the board: what agrees is passed over in silence, what differs is reported and, as after a
violation, the position becomes what the players made it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from compiler.vassal.state_values import first_value
from referee.actions import PieceAt, Position
from referee.board import Board, Location, Piece
from referee.findings import Finding

NOWHERE = "off-map"
"""Where a piece is said to be that is in no hex and no box."""


def brought(board: Board[Any], position: Position, number: int) -> Iterator[Finding]:
    """A warning for pieces that are not as the rules have them.

    Raises `BoardError` when one of them is not of the game.
    """
    names = tuple(said.unit for said in position.pieces if not agrees(board, said))
    if not names:
        return
    for said in position.pieces:
        if said.unit in names:
            _bring(board, said)
    shown = ", ".join(names[:12]) + (f" and {len(names) - 12} more" if len(names) > 12 else "")
    yield Finding(
        f"these pieces were put where the rules do not have them, or are not as they have them:"
        f" {shown}",
        units=names,
        severity="warning",
    ).located("log", number, position.origin)


def agrees(board: Board[Any], said: PieceAt) -> bool:
    """Whether a piece is on the board as a position in part has it."""
    piece = board.pieces.get(said.unit)
    if piece is None:
        return said.at == NOWHERE
    if _shown(board, piece.place) != said.at:
        return False
    if said.face is not None and said.face != piece.face:
        return False
    return all(
        _value(board, name, piece.states.get(name)) == _value(board, name, value)
        for name, value in said.states.items()
    )


def _shown(board: Board[Any], place: Location) -> str:
    """The place as a log can show it: what is no hex or box is nowhere."""
    if place is None or (isinstance(place, str) and place not in board.data.boxes):
        return NOWHERE
    return board.number(place)


def _value(board: Board[Any], name: str, value: object) -> object:
    """The value of a state; one that is not set is as at first."""
    state = board.data.states.get(name)
    if state is None:
        return value
    if state.type == "flag":
        return bool(value)
    if value is not None and value is not False:
        return value
    first = first_value(state)
    return int(first) if state.type == "level" else first


def _bring(board: Board[Any], said: PieceAt) -> None:
    """Have the board follow what the players did; no action of theirs, it has no effects."""
    counter = board.counter(said.counter or said.unit)
    known = board.pieces.get(said.unit)
    face = said.face or (known.face if known is not None else next(iter(counter.faces)))
    states = {**({} if known is None else known.states), **said.states}
    place = None if said.at == NOWHERE else board.location(said.at)
    board.relocate(Piece(said.unit, counter, None, face, states), place)
