"""Section 24.2: units that are hidden, on the map or by what their owner wrote down, and where.

A hidden unit stands in its hex with the state `hidden`, or it is off the map, in the box of hidden
units as a rule, and its hex is in a note that has been opened. What brings them to light is in
`scenarios.hidden`.
"""

from __future__ import annotations

from compiler.hexes import Hex
from referee.actions import Action, Move, Place
from referee.board import Location, Piece
from referee.games.iron_cross.state import BattleBoard, is_setting_up

HIDDEN = "hidden"
BOX = "-hidden"
"""How the names of the boxes of hidden units end."""


def is_on_map(board: BattleBoard, unit: str) -> bool:
    """Whether a unit stands in a hex of the map."""
    piece = board.pieces.get(unit)
    return piece is not None and isinstance(piece.place, Hex)


def noted_hex(board: BattleBoard, unit: str) -> Hex | None:
    """The hex in which a unit that is off the map is hidden by a note; None if it is not."""
    return None if is_on_map(board, unit) else board.state.noted_hexes.get(unit)


def hidden_places(board: BattleBoard, side: str | None = None) -> dict[str, Hex]:
    """Units that are hidden to where, of one side if given."""
    found = {
        piece.id: piece.place
        for piece in board.on_map(side)
        if piece.flag(HIDDEN) and isinstance(piece.place, Hex)
    }
    for unit in board.state.noted_hexes:
        hex_ = noted_hex(board, unit)
        if hex_ is not None and side in (None, board.counter(unit).side):
            found[unit] = hex_
    return found


def is_hidden(board: BattleBoard, unit: str) -> bool:
    """Whether a unit is hidden, on the map or off it."""
    piece = board.pieces.get(unit)
    shown = piece is not None and isinstance(piece.place, Hex)
    return piece.flag(HIDDEN) if piece is not None and shown else unit in board.state.noted_hexes


def is_kept_out_of_sight(board: BattleBoard, piece: Piece) -> bool:
    """Whether a unit is off the map because it is hidden, not because it enters later."""
    return noted_hex(board, piece.id) is not None or is_hidden_box(piece.place)


def is_hidden_box(place: Location) -> bool:
    """Whether a place is a box of hidden units."""
    return isinstance(place, str) and place.endswith(BOX)


def comes_to_light(action: Action, board: BattleBoard) -> bool:
    """Whether an action in play puts hidden units on the map: that is no movement of theirs.

    Nor is it one of men who come back out of a box when their crew weapon is given up (20.3).
    """
    match action:
        case Move(units=units, end=end, path=path):
            if sum(isinstance(board.location(place), Hex) for place in path) > 1:
                return False  # It comes out and goes on.
            pieces = [board.piece(unit) for unit in units]
        case Place(unit=unit, at=end):
            pieces = [board.pieces[unit]] if unit in board.pieces else []
            if not pieces and unit in board.state.noted_hexes:
                return not is_setting_up(board)
        case _:
            return False
    return (
        bool(pieces)
        and not is_setting_up(board)
        and isinstance(board.location(end), Hex)
        and all(
            is_kept_out_of_sight(board, piece) or _leaves_a_crew(board, piece) for piece in pieces
        )
    )


def _leaves_a_crew(board: BattleBoard, piece: Piece) -> bool:
    returns = piece.id in board.state.fire.returning
    return returns and not isinstance(piece.place, Hex)
