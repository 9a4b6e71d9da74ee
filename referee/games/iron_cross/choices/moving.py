"""Choices of chapters 5, 8 and 24: moves alone and led, entry, facings, combat states."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from compiler.hexes import Hex
from referee.actions import SetState
from referee.board import Piece
from referee.games.iron_cross import units
from referee.games.iron_cross.checks import MOVES, check_of, movement_needs_checks
from referee.games.iron_cross.choices import checking, driving, group_moves, possible
from referee.games.iron_cross.choices.candidates import options, unflagged
from referee.games.iron_cross.choices.ways import move, ways_of
from referee.games.iron_cross.movement import leaders
from referee.games.iron_cross.movement.leaders import FOLLOW, LEAD
from referee.games.iron_cross.movement.vehicles import OTHERS, VEHICLES_ALONE, WITH_VEHICLES
from referee.games.iron_cross.scenarios import entry
from referee.games.iron_cross.sequence import moving_side
from referee.games.iron_cross.state import BattleBoard
from referee.games.iron_cross.units import DOWN, UP
from referee.legal import Choice, Option

ENTRY = 1.0
"""Boldness of entering the map."""


def movement(board: BattleBoard) -> Iterator[Choice]:
    """What each unit of the moving side may do; each move made gives it a new choice."""
    side = moving_side(board)
    if side is None:
        return
    needs_checks = movement_needs_checks(board)
    for unit in sorted(possible.entering_units(board)):
        piece = board.piece(unit)
        ask = partial(_entries, board, piece)
        name = "enter"
        if needs_checks and check_of(board, unit, MOVES) is None:
            name, ask = "check", partial(checking.movement_checks, board, piece)
        yield Choice(f"{name} {unit}", ask, rank=rank_of(board, piece))
    for piece in sorted(board.on_map(side), key=lambda each: each.id):
        yield from _choices_of(board, piece, needs_checks=needs_checks)


def rank_of(board: BattleBoard, piece: Piece) -> int:
    """When a unit moves: vehicles, men who may go with one, then others (8.0)."""
    if units.is_vehicle(piece):
        return VEHICLES_ALONE
    beside = isinstance(piece.place, Hex) and any(
        map(units.is_vehicle, board.units_at(piece.place))
    )
    return WITH_VEHICLES if beside and units.is_infantry(piece) else OTHERS


def _choices_of(board: BattleBoard, piece: Piece, *, needs_checks: bool) -> Iterator[Choice]:
    """The choices of one unit on the map."""
    made = len(board.state.checks.get(piece.id, ()))
    trek = board.state.treks.get(piece.id)
    hexes = trek.hexes if trek is not None else 0
    rank = rank_of(board, piece)
    yield Choice(f"turn over {piece.id}", partial(_turns, board, piece), rank=rank)
    if needs_checks and not hexes and check_of(board, piece.id, MOVES) is None:
        ask = partial(checking.movement_checks, board, piece)
        yield Choice(f"check {piece.id}", ask, rank=rank)
        return
    gone = f"{piece.id} {made} {hexes}"
    group = _group(board, piece)
    if len(group) > 1:
        yield Choice(f"lead {gone}", partial(_group_moves, board, group), rank=rank)
    rank = rank if units.is_vehicle(piece) else OTHERS
    yield Choice(f"move {gone}", partial(_moves, board, piece), rank=rank)
    if leaders.followed(board, piece):
        yield Choice(f"follow {gone}", partial(checking.follow_checks, board, piece), rank=rank)
    if units.has_facing(piece):
        yield Choice(f"face {gone}", partial(_facings, board, piece), rank=rank)
    if units.is_vehicle(piece):
        yield from driving.drives(board, piece, gone)


def state_changes(board: BattleBoard) -> Iterator[Choice]:
    """Units turned over at no cost, those of the phasing player first (6.0.H)."""
    for piece in sorted(board.on_map(), key=lambda each: each.id):
        yield Choice(f"turn over {piece.id}", partial(_turns, board, piece))


# -- moves -----------------------------------------------------------------------------------------


def _group(board: BattleBoard, piece: Piece) -> tuple[str, ...]:
    """The unit and those who go with it on a leader's check or rating, as far as they may still.

    It is the leader himself, or the first of a group that took one check.
    """
    check = check_of(board, piece.id, (LEAD, FOLLOW))
    if check is None or not check.passed:
        return ()
    group = tuple(
        name
        for name in check.group
        if name in board.pieces
        and board.pieces[name].place == piece.place
        and possible.may_set_out(board, name)
        and (check.act == FOLLOW or name == piece.id or _is_led_by(board, name, piece))
    )
    return group if group[:1] == (piece.id,) else ()


def _is_led_by(board: BattleBoard, unit: str, leader: Piece) -> bool:
    return leaders.followed(board, board.piece(unit)) == leader.id


def _entries(board: BattleBoard, piece: Piece) -> Iterator[Option]:
    """The ways in; those by one area are all right or all wrong, so one of them is judged."""
    if not entry.waits(piece):
        return
    open_areas: dict[str, bool] = {}
    ways: dict[Hex, tuple[str, ...]] = {}
    for hex_, path in possible.legal_moves(board, piece.id).items():
        way = entry.way_used(board, piece, board.data.map.hex(path[1]))
        area = way.area if way is not None else ""
        if area not in open_areas:
            open_areas[area] = unflagged(board, move((piece.id,), path, piece.side or ""))
        if open_areas[area]:
            ways[hex_] = path
    yield from ways_of(board, (piece.id,), ways, ENTRY)


def _moves(board: BattleBoard, piece: Piece) -> Iterator[Option]:
    yield from ways_of(board, (piece.id,), possible.legal_moves(board, piece.id))


def _group_moves(board: BattleBoard, group: tuple[str, ...]) -> Iterator[Option]:
    yield from ways_of(board, group, group_moves.legal_group_moves(board, group))


# -- facing and state ------------------------------------------------------------------------------


def _facings(board: BattleBoard, piece: Piece) -> Iterator[Option]:
    """The facings that a unit may turn to; one with an enemy in front if it has none now."""
    blind = not checking.has_enemy_in_front(board, piece)
    for goal in possible.legal_facings(board, piece.id):
        action = SetState(unit=piece.id, state="facing", value=goal, side=piece.side)
        wanted = blind and checking.has_enemy_in_front(board, piece, goal)
        yield from options(board, (action,), 0.3 if wanted else 0.0)


def _turns(board: BattleBoard, piece: Piece) -> Iterator[Option]:
    """Up to move or to assault, down when all have moved."""
    if not possible.may_turn_over(board, piece.id):
        return
    goal = DOWN if units.is_up(piece) else UP
    moves = moving_side(board) is not None
    action = SetState(unit=piece.id, state="face", value=goal, side=piece.side)
    yield from options(board, (action,), 0.2 if (goal == UP) == moves else 0.0)
