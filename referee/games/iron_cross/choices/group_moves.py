"""Where units may move together: leaders with their men, groups of one check, vehicles with men."""

from __future__ import annotations

from collections.abc import Sequence

from compiler.hexes import Hex
from referee.actions import Move
from referee.board import Piece
from referee.games.iron_cross.choices.possible import Ways, may_set_out, path_of, rolls_last
from referee.games.iron_cross.movement import allowance, leaders, stacking
from referee.games.iron_cross.movement.moves import Steps, way_of
from referee.games.iron_cross.state import BattleBoard
from referee.mechanics.movement import reachable


def steps_of(board: BattleBoard, unit: str) -> Steps:
    """The steps of a unit that its points last for."""
    return Steps(board, board.piece(unit), affordable=True)


def legal_group_moves(board: BattleBoard, group: Sequence[str]) -> Ways:
    """The hexes that units of one hex may move to together now, by a path legal for all of them.

    For a leader and those who go on his check, a group that took one check on his rating, or a
    vehicle and infantry; none where some of them have to keep together with others, or with a
    leader on another way.
    """
    pieces = [board.piece(name) for name in group]
    if not pieces or any(not may_set_out(board, piece.id) for piece in pieces):
        return {}
    if not _keeps_together(board, pieces):
        return {}
    start = pieces[0].place
    if not isinstance(start, Hex) or any(piece.place != start for piece in pieces):
        return {}
    slowest = min(pieces, key=lambda piece: allowance.allowance(board, piece).points)
    steps = Steps(board, slowest, affordable=True)
    reach = reachable(start, steps.memory, steps)
    ways: dict[Hex, tuple[str, ...]] = {}
    for hex_ in sorted(reach):
        path = path_of(board, slowest, reach[hex_])
        move = Move(units=tuple(group), path=path)
        if not stacking.fits(board, hex_, pieces) or any(board.rulebook.check(move, board)):
            continue
        theirs = [(piece, way_of(board, piece, move)) for piece in pieces]
        if all(way is not None and rolls_last(board, piece, way) for piece, way in theirs):
            ways[hex_] = path
    return ways


def _keeps_together(board: BattleBoard, pieces: Sequence[Piece]) -> bool:
    """Whether nobody leaves those behind with whom he has to end his movement (8.3.B, 8.3.C)."""
    group = {piece.id for piece in pieces}
    for piece in pieces:
        if not leaders.companions(board, piece) <= group:
            return False
        name = leaders.followed(board, piece)
        if name and not leaders.is_hurt(board, name):
            leader = board.pieces.get(name)
            if name not in group or leader is None:
                return False
            if leaders.way_so_far(board, piece) != leaders.way_so_far(board, leader):
                return False
    return True
