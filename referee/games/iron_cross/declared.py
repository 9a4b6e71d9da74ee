"""What a declaration names: its target units, its target hexes, those who help.

Logs of the module name pieces by role (`targets`, `supports`) and give the place of the first
target; a log written by hand may name a hex, or a piece, as target. What a verb means is for the
chapters.
"""

from __future__ import annotations

from compiler.hexes import Hex
from referee.actions import Declare
from referee.board import Piece
from referee.games.iron_cross.state import BattleBoard
from referee.impossible import is_no_hex


def target_units(declaration: Declare, board: BattleBoard) -> tuple[str, ...]:
    """Ids of the pieces named as targets; empty where only a hex is."""
    named = declaration.names("targets")
    if not named and declaration.target in board.pieces:
        named = (str(declaration.target),)
    return tuple(dict.fromkeys(name for name in named if name in board.pieces))


def target_hexes(declaration: Declare, board: BattleBoard) -> tuple[Hex, ...]:
    """The hexes of the targets named, and the one named itself, each once."""
    places = [board.piece(name).place for name in target_units(declaration, board)]
    said = (declaration.target, declaration.text("hex"))
    places.extend(board.location(text) for text in said if text and text not in board.pieces)
    return tuple(dict.fromkeys(place for place in places if isinstance(place, Hex)))


def target_hex(declaration: Declare, board: BattleBoard) -> Hex | None:
    """The one target hex; None where none is told."""
    return next(iter(target_hexes(declaration, board)), None)


def is_said_apart(declaration: Declare, board: BattleBoard) -> bool:
    """Whether the place named is no hex of the map, of which is told for all games alike."""
    said = (declaration.target or "", declaration.text("hex"))
    return any(is_no_hex(place, board) for place in said)


def supports(declaration: Declare) -> tuple[str, ...]:
    """Ids of the pieces that help: the spotter of a mortar, say."""
    return declaration.names("supports") or declaration.names("support")


def pieces(board: BattleBoard, names: tuple[str, ...]) -> tuple[Piece, ...]:
    """The pieces of these ids that are in play, each once."""
    return tuple(board.pieces[name] for name in dict.fromkeys(names) if name in board.pieces)


def side_of(declaration: Declare, board: BattleBoard) -> str | None:
    """The side that declares: that of its units, else as the log tells."""
    acting = pieces(board, declaration.units)
    return acting[0].side if acting else declaration.side


def number(board: BattleBoard, hex_: Hex | None) -> str:
    """A hex as findings print it."""
    return "no hex" if hex_ is None else board.data.map.describe(hex_)
