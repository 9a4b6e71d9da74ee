"""Which assaults may be announced and made, for players who look for something to do."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Declare, SetState
from referee.board import Piece
from referee.games.iron_cross import units
from referee.games.iron_cross.assault import ASSAULT, MARKER, MOST_MEN, marked_hexes
from referee.games.iron_cross.checks import check_of, failed, mode
from referee.games.iron_cross.firing import may_try
from referee.games.iron_cross.records import firing_hex
from referee.games.iron_cross.rolls import CHECK
from referee.games.iron_cross.sequence import moving_side
from referee.games.iron_cross.state import BattleBoard


def marker_options(board: BattleBoard) -> Iterator[SetState]:
    """Assault markers that infantry of the moving side may get, towards enemies in the next hex."""
    side = moving_side(board)
    if side is None:
        return
    directions = board.data.map.grid.orientation.directions
    for piece in sorted(board.on_map(side), key=lambda each: each.id):
        here = firing_hex(piece)
        if here is None or not units.is_infantry(piece) or not units.is_normal(piece):
            continue
        if marked_hexes(board, piece):
            continue
        for direction, hex_ in board.data.map.grid.neighbours(here).items():
            if may_be_assaulted(board, hex_, side):
                value = str(directions.index(direction))
                yield SetState(unit=piece.id, state=MARKER, value=value, side=side)


def may_be_assaulted(board: BattleBoard, hex_: Hex, side: str | None) -> bool:
    """Whether enemies but no enemy vehicle are in a hex (17.13)."""
    enemies = units.enemies_at(board, hex_, side)
    return bool(enemies) and not any(units.is_vehicle(enemy) for enemy in enemies)


def assault_checks(board: BattleBoard) -> Iterator[Declare]:
    """Checks to assault, of marked units one by one."""
    if mode(board) != ASSAULT or _under_way(board):
        return
    for piece in sorted(board.on_map(), key=lambda each: each.id):
        fresh = check_of(board, piece.id, (ASSAULT,)) is None
        if fresh and _room(board, piece) and may_try(board, piece, ASSAULT):
            yield Declare(verb=CHECK, units=(piece.id,), values={"for": ASSAULT}, side=piece.side)


def _under_way(board: BattleBoard) -> bool:
    assault = board.state.fire.assault
    return assault is not None and not assault.done


def _room(board: BattleBoard, piece: Piece) -> bool:
    """Whether a hex that the unit is to assault can be, and has room for it."""
    return any(
        not any(units.is_vehicle(p) for p in units.enemies_at(board, hex_, piece.side))
        and sum(units.men(p) for p in units.friends_at(board, hex_, piece.side)) < MOST_MEN
        for hex_ in marked_hexes(board, piece)
    )


def legal_assaults(board: BattleBoard) -> Iterator[Declare]:
    """Assaults by the units of a stack that have passed their checks, where markers point."""
    if mode(board) != ASSAULT or _under_way(board):
        return
    for hex_ in sorted(board.occupants):
        stack = [piece for piece in board.units_at(hex_) if _is_ready(board, piece)]
        for goal in sorted({goal for piece in stack for goal in marked_hexes(board, piece)}):
            side = stack[0].side
            if any(units.is_vehicle(p) for p in units.enemies_at(board, goal, side)):
                continue
            room = MOST_MEN - sum(units.men(p) for p in units.friends_at(board, goal, side))
            names = tuple(piece.id for piece in stack[:room])
            if names:
                number = board.data.map.number(goal)
                yield Declare(verb=ASSAULT, units=names, target=number, side=side)


def _is_ready(board: BattleBoard, piece: Piece) -> bool:
    check = check_of(board, piece.id, (ASSAULT,))
    return (
        check is not None
        and check.passed is True
        and failed(board, piece.id) is None
        and piece.id not in board.state.fire.assaulted
    )
