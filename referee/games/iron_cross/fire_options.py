"""What may be fired, thrown or observed: targets of units, who may join them, the declarations.

Nothing here changes or judges anything; every attack listed is one that the rules let pass, for
players who look for something to do (`referee.legal`).
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Declare
from referee.board import Piece
from referee.games.iron_cross import sighting, units
from referee.games.iron_cross.ammunition import spent, stock
from referee.games.iron_cross.checks import check_of, failed, mode
from referee.games.iron_cross.fire import (
    ANTI_TANK,
    FIRE,
    LANE,
    OPPORTUNITY,
    SPRAY,
    must_use_front,
    targets_in,
)
from referee.games.iron_cross.firing import FIRE_PHASES, firing_side, may_try
from referee.games.iron_cross.flamethrowers import FLAMETHROWER, LONGEST
from referee.games.iron_cross.grenades import GRENADE, longest_throw
from referee.games.iron_cross.groups import why_not_together
from referee.games.iron_cross.machine_gun_modes import DF, FL, MG_MODE, SP, in_reach, lane, sprayed
from referee.games.iron_cross.morale import MORALE_PHASE, phase_id
from referee.games.iron_cross.mortars import MORTAR_FIRE, most_rounds
from referee.games.iron_cross.observation import OBSERVATION, adjacent, attempt_fault, observed
from referee.games.iron_cross.opportunity_fire import just_entered, longest_range
from referee.games.iron_cross.records import (
    firing_hex,
    in_movement,
    is_advanced,
    shots_this_turn,
)
from referee.games.iron_cross.results import status_of
from referee.games.iron_cross.state import BattleBoard
from referee.games.iron_cross.units import NORMAL


def occupied(board: BattleBoard, side: str | None) -> tuple[Hex, ...]:
    """Hexes with units of the other side that are not hidden, in order."""
    return tuple(sorted(hex_ for hex_ in board.occupants if targets_in(board, hex_, side)))


def _sees(board: BattleBoard, piece: Piece, start: Hex, goal: Hex) -> bool:
    return sighting.can_see(board, start, goal, down=not units.is_up(piece))


# -- targets --------------------------------------------------------------------------------------


def fire_targets(board: BattleBoard, unit: str) -> tuple[Hex, ...]:
    """Enemy-held hexes that a unit may fire at with anti-personnel factors in this phase."""
    piece = board.piece(unit)
    own_way = units.is_mortar(piece) or units.is_flamethrower(piece)
    if own_way or not units.figure(piece, "ap"):
        return ()
    return tuple(hex_ for hex_ in _pointed(board, piece) if _in_range(board, piece, hex_, "ap"))


def anti_tank_targets(board: BattleBoard, unit: str) -> tuple[str, ...]:
    """Enemy vehicles that a unit may fire at with anti-tank factors in this phase."""
    piece = board.piece(unit)
    here = firing_hex(piece)
    if here is None or not units.figure(piece, "at"):
        return ()
    return tuple(
        target.id
        for hex_ in _pointed(board, piece)
        for target in targets_in(board, hex_, piece.side)
        if units.is_vehicle(target)
        and _in_range(board, piece, hex_, "at")
        and (not is_advanced(board) or observed(board, here, hex_, frozenset()) is True)
    )


def _pointed(board: BattleBoard, piece: Piece) -> Iterator[Hex]:
    """Enemy-held hexes in a unit's sight and front; in movement the one just entered."""
    here = firing_hex(piece)
    if here is None:
        return
    hexes = occupied(board, piece.side)
    if in_movement(board):
        entered = just_entered(board)
        hexes = tuple(hex_ for hex_ in hexes if hex_ == entered)
    fronted = must_use_front(piece) or (in_movement(board) and units.is_vehicle(piece))
    for hex_ in hexes:
        front = not fronted or sighting.in_front(here, units.facing(piece), hex_)
        if hex_ != here and front and _sees(board, piece, here, hex_):
            yield hex_


def _in_range(board: BattleBoard, piece: Piece, hex_: Hex, factors: str) -> bool:
    here = firing_hex(piece)
    if not in_movement(board) or here is None:
        return here is not None
    limit = longest_range(board, piece, "at" if factors == "at" else "ap")
    return limit is None or here.distance(hex_) <= limit


def grenade_targets(board: BattleBoard, unit: str) -> tuple[Hex, ...]:
    """Enemy-held hexes within a man's throw."""
    piece = board.piece(unit)
    here = firing_hex(piece)
    if here is None or not units.is_infantry(piece) or units.is_flamethrower(piece):
        return ()
    near = board.data.map.grid.within(here, 2)
    return tuple(
        hex_
        for hex_ in near
        if hex_ != here
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
        for hex_ in board.data.map.grid.within(here, LONGEST)
        if hex_ != here
        and _sees(board, piece, here, hex_)
        and any(not units.is_vehicle(p) for p in targets_in(board, hex_, piece.side))
    )


def mortar_targets(board: BattleBoard, unit: str) -> tuple[Hex, ...]:
    """Enemy-held hexes that a mortar sees from where it may fire."""
    piece = board.piece(unit)
    here = firing_hex(piece)
    if here is None or not units.is_mortar(piece):
        return ()
    if sighting.BUILDINGS & board.data.map.hexes[here].terrains or _others_fired(board, piece):
        return ()
    return tuple(
        hex_
        for hex_ in occupied(board, piece.side)
        if hex_ != here and _sees(board, piece, here, hex_)
    )


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


# -- checks ---------------------------------------------------------------------------------------


def fire_checks(board: BattleBoard) -> Iterator[Declare]:
    """The checks to fire, throw a grenade or fire as targets pass, of units with a target."""
    side = firing_side(board)
    if side is None:
        return
    act = FIRE if phase_id(board) in FIRE_PHASES else "opportunity-fire"
    for piece in sorted(board.on_map(side), key=lambda each: each.id):
        if check_of(board, piece.id, (FIRE, "opportunity-fire", GRENADE)) is not None:
            continue
        if has_target(board, piece.id) and may_try(board, piece, act):
            yield _check(piece, act)
        if act == FIRE and grenade_targets(board, piece.id) and may_try(board, piece, GRENADE):
            yield _check(piece, GRENADE)


def has_target(board: BattleBoard, unit: str) -> bool:
    """Whether a unit could fire at anything in this phase."""
    in_fire_phase = mode(board) == FIRE
    own = in_fire_phase and (mortar_targets(board, unit) or flame_targets(board, unit))
    return bool(own or fire_targets(board, unit) or anti_tank_targets(board, unit))


def _check(piece: Piece, act: str) -> Declare:
    return Declare(
        verb="performance-check", units=(piece.id,), values={"for": act}, side=piece.side
    )


# -- attacks --------------------------------------------------------------------------------------


def attacks(board: BattleBoard) -> Iterator[Declare]:
    """Every attack by units that have passed their checks and not fired yet."""
    for unit in sorted(board.state.checks):
        if unit in board.pieces and _is_ready(board, unit):
            yield from attacks_of(board, unit)


def _is_ready(board: BattleBoard, unit: str) -> bool:
    """Whether a unit has passed a check to fire in this phase and has not fired on it."""
    check = check_of(board, unit, (FIRE, "opportunity-fire", GRENADE))
    phase = board.phase.id if board.phase is not None else ""
    fired = any(shot.phase == phase for shot in shots_this_turn(board, unit))
    return check is not None and check.passed is True and failed(board, unit) is None and not fired


def attacks_of(board: BattleBoard, unit: str) -> Iterator[Declare]:
    """The attacks of a unit that has passed its check, with all that may join it."""
    check = check_of(board, unit, (FIRE, "opportunity-fire", GRENADE))
    if check is None:
        return
    if check.act == GRENADE:
        for hex_ in grenade_targets(board, unit):
            yield _attack(board, GRENADE, (unit,), hex_)
        return
    passing = check.act == "opportunity-fire"
    if not passing:
        yield from _own_way(board, unit)
    ap: dict[str, str] = {"factors": "ap"} if passing else {}
    if _may_fire_directly(board, unit):
        for hex_ in fire_targets(board, unit):
            group = joined(board, unit, hex_)
            yield _attack(board, OPPORTUNITY if passing else FIRE, group, hex_, **ap)
    for target in anti_tank_targets(board, unit):
        place = board.piece(target).place
        if isinstance(place, Hex):
            factors = {"factors": "at", "targets": target} if passing else {"targets": target}
            yield _attack(board, OPPORTUNITY if passing else ANTI_TANK, (unit,), place, **factors)
    yield from sweeps(board, unit)


def _may_fire_directly(board: BattleBoard, unit: str) -> bool:
    """Whether a machine gun's mode lets it fire directly; of other units always."""
    if not is_advanced(board) or not units.is_machine_gun(board.piece(unit)):
        return True
    shown = board.state.fire.modes.get(unit)
    return (shown is None or shown.mode == DF) and mode(board) != "reaction"


def _own_way(board: BattleBoard, unit: str) -> Iterator[Declare]:
    """Mortar rounds and flames."""
    piece = board.piece(unit)
    rounds, _ = most_rounds(board, piece, indirect=False) if units.is_mortar(piece) else (0, "")
    limit = stock(board, piece)
    if limit is not None:
        rounds = min(rounds, limit - spent(board, unit))
    for hex_ in mortar_targets(board, unit) if rounds > 0 else ():
        yield _attack(board, MORTAR_FIRE, (unit,), hex_, rounds=rounds)
    for hex_ in flame_targets(board, unit):
        yield _attack(board, FLAMETHROWER, (unit,), hex_)


def sweeps(board: BattleBoard, unit: str) -> Iterator[Declare]:
    """Lanes and sprays of a machine gun that was noted for them, the ammunition allowing."""
    piece = board.piece(unit)
    if not is_advanced(board) or not units.is_machine_gun(piece):
        return
    shown = board.state.fire.modes.get(unit)
    limit = stock(board, piece)
    left = 2 if limit is None else limit - spent(board, unit)
    if shown is not None and shown.mode == FL and left >= 2:
        for hex_ in lane_goals(board, unit):
            if shown.hex in (None, hex_):
                yield _attack(board, LANE, (unit,), hex_, hex=board.data.map.number(hex_))
    if shown is not None and shown.mode == SP and left >= 1:
        for hex_ in spray_hexes(board, unit):
            yield _attack(board, SPRAY, (unit,), hex_)


def mode_options(board: BattleBoard, unit: str) -> Iterator[Declare]:
    """The modes that a machine gun may be noted for in the Morale Phase, lanes by target hex."""
    gun = board.piece(unit)
    here = firing_hex(gun)
    if phase_id(board) != MORALE_PHASE or not is_advanced(board) or here is None:
        return
    if not units.is_machine_gun(gun) or status_of(board, unit) != NORMAL:
        return
    if unit in board.state.fire.modes:
        return
    for mode_ in (DF, SP):
        yield Declare(verb=MG_MODE, units=(unit,), values={"mode": mode_}, side=gun.side)
    for hex_ in board.data.map.grid.within(here, units.figure(gun, "range")):
        if in_reach(board, gun, hex_):
            values: dict[str, str] = {"mode": FL, "hex": board.data.map.number(hex_)}
            yield Declare(verb=MG_MODE, units=(unit,), values=dict(values), side=gun.side)


def joined(board: BattleBoard, unit: str, hex_: Hex) -> tuple[str, ...]:
    """The unit and those who passed their checks and may add their factors at a hex, in order.

    One is added after another, as long as the rules let all of them combine (11.12 to 11.14).
    """
    group = [board.piece(unit)]
    for other in sorted(board.state.checks):
        piece = board.pieces.get(other)
        if piece is None or other == unit or not _is_ready(board, other):
            continue
        if piece.side != group[0].side or hex_ not in fire_targets(board, other):
            continue
        check = check_of(board, other, (FIRE, "opportunity-fire", GRENADE))
        if check is None or check.act == GRENADE or not _may_fire_directly(board, other):
            continue
        if why_not_together(board, [*group, piece]) is None:
            group.append(piece)
    return tuple(piece.id for piece in group)


def _attack(
    board: BattleBoard, verb: str, firers: tuple[str, ...], hex_: Hex, **values: str | int
) -> Declare:
    return Declare(
        verb=verb,
        units=firers,
        target=board.data.map.number(hex_),
        values=dict(values),
        side=board.piece(firers[0]).side,
    )


# -- observation ----------------------------------------------------------------------------------


def observations(board: BattleBoard) -> Iterator[Declare]:
    """Attempts to observe enemy-held hexes, by the best unit of each hex that may fire.

    Only where nobody in the hex has taken a check to fire yet (23.11).
    """
    side = firing_side(board)
    if side is None or not is_advanced(board):
        return
    for start in sorted(board.occupants):
        friends = units.friends_at(board, start, side)
        if not friends or any(check_of(board, f.id, (FIRE, "opportunity-fire")) for f in friends):
            continue
        for hex_ in occupied(board, side):
            if in_movement(board) and hex_ != just_entered(board):
                continue
            if adjacent(board, start, hex_):
                continue
            able = [f for f in friends if attempt_fault(board, f, start, hex_) is None]
            if able:
                best = min(able, key=lambda each: (not units.is_commander(each), each.id))
                yield _attack(board, OBSERVATION, (best.id,), hex_)
