"""What may be fired at: the hexes and vehicles that each unit sees, reaches and points to.

Nothing here changes or judges anything. What is declared against them is in `fire_options`.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.board import Piece
from referee.games.iron_cross import units
from referee.games.iron_cross.checks import check_of
from referee.games.iron_cross.fire import sighting
from referee.games.iron_cross.fire.firing import may_try
from referee.games.iron_cross.fire.flamethrowers import LONGEST
from referee.games.iron_cross.fire.grenades import has_none_left, longest_throw
from referee.games.iron_cross.fire.machine_gun_modes import in_reach, lane, sprayed
from referee.games.iron_cross.fire.mortars import SPOT, why_not_spot
from referee.games.iron_cross.fire.observation import observed
from referee.games.iron_cross.fire.opportunity_fire import checked_at, just_entered, longest_range
from referee.games.iron_cross.fire.small_arms import FIRE, must_use_front, targets_in
from referee.games.iron_cross.fire_state import Factors
from referee.games.iron_cross.records import (
    firing_hex,
    in_movement,
    is_advanced,
    shots_this_turn,
)
from referee.games.iron_cross.state import BattleBoard

FARTHEST_THROW = 2
"""Hexes that a grenade goes at most (15.4)."""


def occupied(board: BattleBoard, side: str | None) -> tuple[Hex, ...]:
    """Hexes with units of the other side that are not hidden, in order."""
    return board.derived(("occupied", side), lambda here: _occupied(here, side))


def _occupied(board: BattleBoard, side: str | None) -> tuple[Hex, ...]:
    return tuple(sorted(hex_ for hex_ in board.occupants if targets_in(board, hex_, side)))


def _sees(board: BattleBoard, piece: Piece, start: Hex, goal: Hex) -> bool:
    return sighting.can_see(board, start, goal, down=not units.is_up(piece))


# -- targets --------------------------------------------------------------------------------------


def fire_targets(board: BattleBoard, unit: str) -> tuple[Hex, ...]:
    """Enemy-held hexes that a unit may fire at with anti-personnel factors in this phase."""
    return tuple(_fire_targets(board, board.piece(unit)))


def _fire_targets(board: BattleBoard, piece: Piece) -> Iterator[Hex]:
    own_way = units.is_mortar(piece) or units.is_flamethrower(piece)
    if not own_way and units.figure(piece, "ap"):
        yield from _pointed(board, piece, "ap")


def anti_tank_targets(board: BattleBoard, unit: str) -> tuple[str, ...]:
    """Enemy vehicles that a unit may fire at with anti-tank factors in this phase."""
    piece = board.piece(unit)
    here = firing_hex(piece)
    if here is None or not units.figure(piece, "at"):
        return ()
    return tuple(
        target.id
        for hex_ in _pointed(board, piece, "at")
        if not is_advanced(board) or observed(board, here, hex_, frozenset()) is True
        for target in targets_in(board, hex_, piece.side)
        if units.is_vehicle(target)
    )


def _pointed(board: BattleBoard, piece: Piece, factors: Factors) -> Iterator[Hex]:
    """Enemy-held hexes in a unit's range, sight and front; in movement the one just entered."""
    here = firing_hex(piece)
    if here is None:
        return
    hexes = occupied(board, piece.side)
    if in_movement(board):
        entered = just_entered(board)
        saved = checked_at(board, piece.id) not in (None, entered)
        hexes = () if saved else tuple(hex_ for hex_ in hexes if hex_ == entered)
    fronted = must_use_front(piece) or (in_movement(board) and units.is_vehicle(piece))
    for hex_ in hexes:
        front = not fronted or sighting.in_front(here, units.facing(piece), hex_)
        if hex_ == here or not front or not _in_range(board, piece, hex_, factors):
            continue
        if _sees(board, piece, here, hex_):
            yield hex_


def _in_range(board: BattleBoard, piece: Piece, hex_: Hex, factors: Factors) -> bool:
    here = firing_hex(piece)
    if not in_movement(board) or here is None:
        return here is not None
    limit = longest_range(board, piece, factors)
    return limit is None or here.distance(hex_) <= limit


def grenade_targets(board: BattleBoard, unit: str) -> tuple[Hex, ...]:
    """Enemy-held hexes within a man's throw."""
    piece = board.piece(unit)
    here = firing_hex(piece)
    if here is None or not units.is_infantry(piece) or units.is_flamethrower(piece):
        return ()
    if has_none_left(board, piece.side):
        return ()
    return tuple(
        hex_
        for hex_ in occupied(board, piece.side)
        if 1 <= here.distance(hex_) <= FARTHEST_THROW
        and here.distance(hex_) <= longest_throw(board, here, hex_)
        and any(not units.is_vehicle(p) for p in targets_in(board, hex_, piece.side))
    )


def flame_targets(board: BattleBoard, unit: str) -> tuple[Hex, ...]:
    """Enemy-held hexes that a flamethrower reaches."""
    piece = board.piece(unit)
    here = firing_hex(piece)
    if here is None or not units.is_flamethrower(piece) or not units.is_up(piece):
        return ()
    return tuple(
        hex_
        for hex_ in occupied(board, piece.side)
        if 1 <= here.distance(hex_) <= LONGEST
        and _sees(board, piece, here, hex_)
        and any(not units.is_vehicle(p) for p in targets_in(board, hex_, piece.side))
    )


def mortar_targets(board: BattleBoard, unit: str) -> tuple[Hex, ...]:
    """Enemy-held hexes that a mortar sees from where it may fire."""
    piece = board.piece(unit)
    here = firing_hex(piece)
    if here is None or not _may_fire_mortar(board, piece):
        return ()
    return tuple(
        hex_
        for hex_ in occupied(board, piece.side)
        if hex_ != here and _sees(board, piece, here, hex_)
    )


def spotted_targets(board: BattleBoard, mortar: Piece, spotter: Piece) -> tuple[Hex, ...]:
    """Enemy-held hexes that a mortar does not see and a commander who may spot for it does."""
    here = firing_hex(mortar)
    if here is None or not _may_fire_mortar(board, mortar):
        return ()
    return tuple(
        hex_
        for hex_ in occupied(board, mortar.side)
        if hex_ != here
        and not _sees(board, mortar, here, hex_)
        and not why_not_spot(board, spotter, here, hex_)
    )


def has_mortar_to_spot_for(board: BattleBoard, commander: Piece) -> bool:
    """Whether a mortar of his side could fire on a commander's spotting."""
    return any(
        units.is_mortar(piece) and may_try(board, piece, FIRE)
        for piece in board.on_map(commander.side)
        if spotted_targets(board, piece, commander)
    )


def spotters(board: BattleBoard, mortar: Piece) -> Iterator[Piece]:
    """Commanders who have passed a check to spot in this phase, in order."""
    for name in sorted(board.state.checks):
        piece = board.pieces.get(name)
        check = check_of(board, name, (SPOT,))
        if piece is not None and check is not None and check.passed and piece.side == mortar.side:
            yield piece


def _may_fire_mortar(board: BattleBoard, piece: Piece) -> bool:
    """Whether a mortar stands in no building and nobody has fired before it (14.0)."""
    here = firing_hex(piece)
    if here is None or not units.is_mortar(piece) or _others_fired(board, piece):
        return False
    return not sighting.BUILDINGS & board.data.map.hexes[here].terrains


def _others_fired(board: BattleBoard, mortar: Piece) -> bool:
    """Whether other units of the side have fired in this phase, so that mortars are late."""
    phase = board.phase.id if board.phase is not None else ""
    return any(
        shot.phase == phase
        for piece in board.on_map(mortar.side)
        if not units.is_mortar(piece)
        for shot in shots_this_turn(board, piece.id)
    )


def lane_goals(board: BattleBoard, unit: str) -> tuple[Hex, ...]:
    """Target hexes of fire lanes with an enemy in them, or with him who has just entered."""
    gun = board.piece(unit)
    entered = just_entered(board) if in_movement(board) else None
    return tuple(
        hex_
        for hex_ in occupied(board, gun.side)
        if in_reach(board, gun, hex_)
        and any(targets_in(board, each, gun.side) for each in lane(board, gun, hex_))
        and (not in_movement(board) or entered in lane(board, gun, hex_))
    )


def spray_hexes(board: BattleBoard, unit: str) -> tuple[Hex, ...]:
    """Enemy-held hexes in the area that a machine gun sprays."""
    gun = board.piece(unit)
    found = tuple(hex_ for hex_ in occupied(board, gun.side) if sprayed(board, gun, hex_))
    return found if not in_movement(board) or just_entered(board) in found else ()


def enemies_in_lane(board: BattleBoard, gun: Piece, goal: Hex) -> int:
    """Enemies that are seen in the fire lane to a hex."""
    return sum(len(targets_in(board, hex_, gun.side)) for hex_ in lane(board, gun, goal))


def has_target(board: BattleBoard, unit: str) -> bool:
    """Whether a unit could fire at anything in this phase."""
    if not in_movement(board) and (
        mortar_targets(board, unit) or flame_targets(board, unit) or _is_spotted_for(board, unit)
    ):
        return True
    fires = next(_fire_targets(board, board.piece(unit)), None) is not None
    return fires or bool(anti_tank_targets(board, unit))


def _is_spotted_for(board: BattleBoard, unit: str) -> bool:
    piece = board.piece(unit)
    return units.is_mortar(piece) and any(
        spotted_targets(board, piece, spotter) for spotter in spotters(board, piece)
    )
