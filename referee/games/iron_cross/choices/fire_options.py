"""What may be fired, thrown or observed: checks, who may join whom, the declarations.

Nothing here changes or judges anything; every attack listed is one that the rules let pass, for
players who look for something to do (`referee.legal`). Targets are in `fire_targets`.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Declare
from referee.board import Piece
from referee.games.iron_cross import units
from referee.games.iron_cross.checks import check_of, failed, mode
from referee.games.iron_cross.choices.fire_targets import (
    anti_tank_targets,
    fire_targets,
    flame_targets,
    grenade_targets,
    has_target,
    lane_goals,
    mortar_targets,
    occupied,
    spotted_targets,
    spotters,
    spray_hexes,
)
from referee.games.iron_cross.fire.ammunition import price, spent, stock
from referee.games.iron_cross.fire.firing import FIRE_PHASES, firing_side, may_try
from referee.games.iron_cross.fire.flamethrowers import FLAMETHROWER
from referee.games.iron_cross.fire.grenades import GRENADE
from referee.games.iron_cross.fire.groups import why_not_together
from referee.games.iron_cross.fire.machine_gun_modes import DF, FL, MG_MODE, SP, in_reach
from referee.games.iron_cross.fire.mortars import most_rounds
from referee.games.iron_cross.fire.observation import OBSERVATION, adjacent, attempt_fault
from referee.games.iron_cross.fire.opportunity_fire import just_entered
from referee.games.iron_cross.fire.scatter import MORTAR_FIRE
from referee.games.iron_cross.fire.small_arms import (
    ANTI_TANK,
    FIRE,
    LANE,
    OPPORTUNITY,
    SPRAY,
    targets_in,
)
from referee.games.iron_cross.morale import MORALE_PHASE, phase_id
from referee.games.iron_cross.records import (
    firing_hex,
    in_movement,
    is_advanced,
    shots_this_turn,
)
from referee.games.iron_cross.results import status_of
from referee.games.iron_cross.state import BattleBoard
from referee.games.iron_cross.units import NORMAL

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
            for group in dict.fromkeys((joined(board, unit, hex_), (unit,))):
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
    """Mortar rounds, at what the mortar or a spotter sees, and flames."""
    piece = board.piece(unit)
    if units.is_mortar(piece):
        yield from _rounds(board, piece)
    for hex_ in flame_targets(board, unit):
        yield _attack(board, FLAMETHROWER, (unit,), hex_)


def _rounds(board: BattleBoard, mortar: Piece) -> Iterator[Declare]:
    """Each number of rounds at each target, as many as crew and ammunition last for."""
    limit = stock(board, mortar)
    left = None if limit is None else limit - spent(board, mortar.id)
    most, _ = most_rounds(board, mortar, indirect=False)
    for hex_ in mortar_targets(board, mortar.id):
        for rounds in range(1, (most if left is None else min(most, left)) + 1):
            yield _attack(board, MORTAR_FIRE, (mortar.id,), hex_, rounds=rounds)
    most, _ = most_rounds(board, mortar, indirect=True)
    for spotter in spotters(board, mortar):
        for hex_ in spotted_targets(board, mortar, spotter):
            for rounds in range(1, (most if left is None else min(most, left)) + 1):
                attack = _attack(board, MORTAR_FIRE, (mortar.id,), hex_, rounds=rounds)
                values = {**attack.values, "supports": (spotter.id,)}
                yield attack.model_copy(update={"values": values})


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


def most_targets(board: BattleBoard, unit: str) -> int:
    """The most enemies in a hex that a unit may fire at directly; 0 where there is none."""
    side = board.piece(unit).side
    hexes = fire_targets(board, unit) if _may_fire_directly(board, unit) else ()
    return max((len(targets_in(board, hex_, side)) for hex_ in hexes), default=0)


def may_intensify(board: BattleBoard, gun: Piece) -> bool:
    """Whether a machine gun that is ready to fire has the ammunition for intensive fire."""
    limit = stock(board, gun)
    check = check_of(board, gun.id, (FIRE, "opportunity-fire", GRENADE))
    if check is None or check.act == GRENADE:
        return False
    left = limit is None or limit - spent(board, gun.id) >= price(board, "mg-intensive")
    return left and _is_ready(board, gun.id) and gun.id not in board.state.fire.intensive


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
    """Attempts to observe enemy-held hexes, by the best unit of each hex that may fire."""
    for start in sorted(board.occupants):
        yield from observations_from(board, start)


def observations_from(board: BattleBoard, start: Hex) -> Iterator[Declare]:
    """The attempts from one hex, only where nobody in it has taken a check to fire yet (23.11)."""
    side = firing_side(board)
    friends = units.friends_at(board, start, side) if side is not None else []
    if not friends or not is_advanced(board):
        return
    if any(check_of(board, friend.id, (FIRE, "opportunity-fire")) for friend in friends):
        return
    entered = just_entered(board) if in_movement(board) else None
    for hex_ in occupied(board, side):
        if (in_movement(board) and hex_ != entered) or adjacent(board, start, hex_):
            continue
        able = [f for f in friends if attempt_fault(board, f, start, hex_) is None]
        if able:
            best = min(able, key=lambda each: (not units.is_commander(each), each.id))
            yield _attack(board, OBSERVATION, (best.id,), hex_)


__all__ = [
    "attacks", "attacks_of", "fire_checks", "fire_targets", "joined", "may_intensify",
    "mode_options", "most_targets", "observations", "observations_from", "sweeps",
]  # fmt: skip
