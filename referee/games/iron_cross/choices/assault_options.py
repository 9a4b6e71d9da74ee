"""Which assaults may be announced and made, for players who look for something to do."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Declare, Move, SetState
from referee.board import Piece
from referee.games.iron_cross import forces, units
from referee.games.iron_cross.assault.entry_into_assault import (
    ASSAULT,
    MARKER,
    MOST_MEN,
    marked_hexes,
)
from referee.games.iron_cross.checks import check_of, failed, mode
from referee.games.iron_cross.choices.fire_targets import occupied
from referee.games.iron_cross.fire.firing import may_try
from referee.games.iron_cross.fire.groups import leaders
from referee.games.iron_cross.fire.small_arms import targets_in
from referee.games.iron_cross.records import firing_hex
from referee.games.iron_cross.rolls import CHECK
from referee.games.iron_cross.sequence import moving_side
from referee.games.iron_cross.state import BattleBoard

NEAR = 2
"""Hexes from the enemy within which somebody may think of an assault."""


def marker_options(board: BattleBoard) -> Iterator[SetState]:
    """Markers that infantry of the moving side may get towards enemies in the next hex."""
    for piece in sorted(board.on_map(moving_side(board)), key=lambda each: each.id):
        for action in markers_of(board, piece):
            if points_at_the_enemy(board, action):
                yield action


def markers_of(board: BattleBoard, piece: Piece) -> Iterator[SetState]:
    """Assault markers that a unit of the moving side may get.

    Where an enemy is near, towards any hex that can be assaulted; else there is no use for one.
    """
    here = firing_hex(piece)
    if here is None or piece.side is None or piece.side != moving_side(board):
        return
    if not units.is_infantry(piece) or not units.is_normal(piece):
        return
    if marked_hexes(board, piece) or not _is_near_the_enemy(board, here, piece.side):
        return
    directions = board.data.map.grid.orientation.directions
    for direction, hex_ in board.data.map.grid.neighbours(here).items():
        if may_be_assaulted(board, hex_, piece.side):
            value = str(directions.index(direction))
            yield SetState(unit=piece.id, state=MARKER, value=value, side=piece.side)


def points_at_the_enemy(board: BattleBoard, action: SetState) -> bool:
    """Whether enemies that are seen stand where a marker would point."""
    piece = board.piece(action.unit or "")
    here = firing_hex(piece)
    if here is None:
        return False
    direction = board.data.map.grid.orientation.directions[int(str(action.value))]
    hex_ = board.data.map.grid.neighbour(here, direction)
    return hex_ is not None and bool(targets_in(board, hex_, piece.side))


def _is_near_the_enemy(board: BattleBoard, here: Hex, side: str) -> bool:
    return any(here.distance(hex_) <= NEAR for hex_ in occupied(board, side))


def may_be_assaulted(board: BattleBoard, hex_: Hex, side: str | None) -> bool:
    """Whether a hex is on the scenario's map and no enemy vehicle is in it (17.0, 17.13)."""
    if not forces.is_on_scenario_map(board, hex_):
        return False
    return not any(units.is_vehicle(enemy) for enemy in units.enemies_at(board, hex_, side))


def assault_checks(board: BattleBoard) -> Iterator[Declare]:
    """Checks to assault, of marked units one by one and of stacks on their leader's rating."""
    if mode(board) != ASSAULT or _under_way(board):
        return
    for piece in sorted(board.on_map(), key=lambda each: each.id):
        if not _may_check(board, piece):
            continue
        yield _check((piece.id,), piece.side)
        here = firing_hex(piece)
        if here is None or not units.is_leader(piece):
            continue
        friends = sorted(units.friends_at(board, here, piece.side), key=lambda each: each.id)
        led = tuple(each.id for each in friends if _is_led(board, here, each, piece))
        if led:
            yield _check((piece.id, *led), piece.side)


def _check(group: tuple[str, ...], side: str | None) -> Declare:
    return Declare(verb=CHECK, units=group, values={"for": ASSAULT}, side=side)


def _may_check(board: BattleBoard, piece: Piece) -> bool:
    fresh = check_of(board, piece.id, (ASSAULT,)) is None
    return fresh and _room(board, piece) and may_try(board, piece, ASSAULT)


def _is_led(board: BattleBoard, here: Hex, man: Piece, leader: Piece) -> bool:
    """Whether a man of the stack may assault on a leader's check (17.12, 5.1, 5.2)."""
    if man is leader or not units.is_infantry(man) or not _may_check(board, man):
        return False
    if units.is_commander(man) and not units.is_commander(leader):
        return False
    squads = set() if units.is_commander(man) else {units.squad(man)}
    return leader in leaders(board, here, squads)


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


def follow_ups(board: BattleBoard) -> Iterator[Move]:
    """Moves into a hex that an assault has cleared, of men who were to assault it too (17.32)."""
    if mode(board) != ASSAULT or _under_way(board):
        return
    for hex_ in sorted(board.state.fire.cleared):
        for piece in sorted(board.on_map(), key=lambda each: each.id):
            marked = hex_ in marked_hexes(board, piece) and piece.place != hex_
            fit = units.is_infantry(piece) and piece.id not in board.state.fire.assaulted
            if not marked or not fit or failed(board, piece.id) is not None:
                continue
            if may_try(board, piece, ASSAULT) and _room(board, piece):
                path = (board.number(piece.place), board.data.map.number(hex_))
                yield Move(units=(piece.id,), path=path, by=ASSAULT, side=piece.side)


def _is_ready(board: BattleBoard, piece: Piece) -> bool:
    check = check_of(board, piece.id, (ASSAULT,))
    return (
        check is not None
        and check.passed is True
        and failed(board, piece.id) is None
        and piece.id not in board.state.fire.assaulted
    )
