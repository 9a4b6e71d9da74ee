"""Pieces put down once more (24.1): units that are on the map, and units that have fallen.

How units come onto the map at all is in `entry`, men who come back from a crew are in `crews`.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Move, Place, Remove
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.state import BattleBoard, is_setting_up

LOST = "-eliminated"
"""How the names of the boxes of eliminated units end."""


@RULES.rule("24.1", on=Place)
def a_unit_on_the_map_is_not_put_down_again(action: Place, board: BattleBoard) -> Iterator[Finding]:
    """Who is on the map gets elsewhere by moving, and changes by what changes it.

    Hidden units are put down where they are when they come to light.
    """
    piece = board.pieces.get(action.unit)
    if piece is None or piece.counter.is_marker or is_setting_up(board):
        return
    if not isinstance(piece.place, Hex):
        return
    changed = _changes(action, board, piece)
    if changed and not (piece.flag("hidden") and board.location(action.at) == piece.place):
        yield Finding(
            f"{piece.name} is put down in {action.at} and stands on the map already",
            units=(piece.id,),
            hexes=(board.number(piece.place),),
            expected="a move, or a change of its state",
            found=changed,
        )


def _changes(action: Place, board: BattleBoard, piece: Piece) -> str:
    """What putting a piece down again changes; empty if nothing."""
    if board.location(action.at) != piece.place:
        return action.at
    if action.face is not None and action.face != piece.face:
        return action.face
    changed = (
        f"{name} {value}"
        for name, value in action.states.items()
        if (piece.states.get(name) or None) != (value or None)
    )
    return next(changed, "")


@RULES.rule("24.1", on=Place)
def the_fallen_are_not_put_down_again(action: Place, board: BattleBoard) -> Iterator[Finding]:
    """Who was removed in play is lost, men who serve a crew weapon apart (20.3)."""
    in_a_crew = any(action.unit in crew for crew in board.state.fire.joined.values())
    known = action.unit in board.pieces or in_a_crew
    if action.unit in board.state.fallen and not known and not is_setting_up(board):
        yield _back(board, action.unit, action.at)


@RULES.rule("24.1", on=Move)
def the_fallen_do_not_enter_the_map(action: Move, board: BattleBoard) -> Iterator[Finding]:
    """Nor does anybody come back out of the box of eliminated units."""
    if is_setting_up(board) or not isinstance(board.location(action.end), Hex):
        return
    for name in action.units:
        piece = board.piece(name)
        if not piece.counter.is_marker and str(piece.place).endswith(LOST):
            yield _back(board, name, action.end)


def _back(board: BattleBoard, unit: str, at: str) -> Finding:
    return Finding(
        f"{board.counter(unit).name} comes back to {at} after it was lost",
        units=(unit,),
        hexes=(at,),
        expected="no unit that has left the map",
    )


@RULES.effect("24.1", on=Remove, before=True)
def the_fallen_are_remembered(action: Remove, board: BattleBoard) -> None:
    """Units that leave the map in play."""
    if not is_setting_up(board):
        for name in action.units:
            if not board.piece(name).counter.is_marker:
                board.state.fallen.add(name)
