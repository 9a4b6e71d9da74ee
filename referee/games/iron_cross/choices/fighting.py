"""Choices of chapters 10 to 16 and 21 to 23: observation, modes, checks to fire, attacks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from compiler.hexes import Hex
from referee.actions import Declare
from referee.board import Piece
from referee.games.iron_cross import units
from referee.games.iron_cross.checks import check_of, failed
from referee.games.iron_cross.choices import fire_options, fire_targets
from referee.games.iron_cross.choices.candidates import options
from referee.games.iron_cross.choices.checking import check
from referee.games.iron_cross.fire.firing import FIRE_PHASES, firing_side, may_try
from referee.games.iron_cross.fire.grenades import GRENADE
from referee.games.iron_cross.fire.intensive_fire import INTENSIVE
from referee.games.iron_cross.fire.machine_gun_modes import FL, MG_MODE, SP
from referee.games.iron_cross.fire.mortars import SPOT
from referee.games.iron_cross.fire.opportunity_fire import just_entered
from referee.games.iron_cross.fire.small_arms import FIRE, OPPORTUNITY
from referee.games.iron_cross.morale import phase_id
from referee.games.iron_cross.records import is_advanced
from referee.games.iron_cross.scenarios import hidden
from referee.games.iron_cross.state import BattleBoard
from referee.legal import Choice, Option

CHECKS = (FIRE, OPPORTUNITY, GRENADE)

OBSERVE, CHANGE, AIM_MORTAR, MORTAR, AIM, INTENSIFY, SHOOT = range(-7, 0)
"""Ranks: observation before checks (23.11), mortars before other fire (14.0), all before moves."""


def machine_gun_modes(board: BattleBoard) -> Iterator[Choice]:
    """The mode of each machine gun, noted in the Morale Phase (21.0)."""
    for piece in sorted(board.on_map(), key=lambda each: each.id):
        if units.is_machine_gun(piece) and is_advanced(board):
            yield Choice(f"mode {piece.id}", partial(_modes, board, piece))


def _modes(board: BattleBoard, piece: Piece) -> Iterator[Option]:
    """Lanes and spray are liked where several enemies are in them."""
    for action in fire_options.mode_options(board, piece.id):
        mode = action.text("mode")
        goal = board.location(action.text("hex"))
        targets = 0
        if mode == SP:
            targets = len(fire_targets.spray_hexes(board, piece.id))
        elif mode == FL and isinstance(goal, Hex):
            targets = fire_targets.enemies_in_lane(board, piece, goal)
        yield from options(board, (action,), 0.2 * targets if targets > 1 else 0.0)


def reveals(board: BattleBoard) -> Iterator[Choice]:
    """Hidden hexes that their owner reveals of his own will (24.22)."""
    for hex_ in sorted(board.occupants):
        names = tuple(piece.id for piece in hidden.hidden_units(board, hex_))
        if names:
            side = board.piece(names[0]).side
            action = Declare(verb="reveal", units=names, side=side)
            yield Choice(
                f"reveal {board.data.map.number(hex_)}", partial(options, board, (action,))
            )


def fire(board: BattleBoard) -> Iterator[Choice]:
    """Observations, checks and attacks of the side that may fire.

    In movement there is something new to fire at whenever a unit has moved.
    """
    side = firing_side(board)
    if side is None:
        return
    in_phase = phase_id(board) in FIRE_PHASES
    if not in_phase and just_entered(board) is None:
        return
    at = "" if in_phase else f" {len(board.moves)}"
    if is_advanced(board):
        yield from _observations(board, side, at)
    for piece in sorted(board.on_map(side), key=lambda each: each.id):
        yield from _fire_of(board, piece, at)


def _fire_of(board: BattleBoard, piece: Piece, at: str) -> Iterator[Choice]:
    taken = check_of(board, piece.id, CHECKS)
    mortar = units.is_mortar(piece)
    if taken is None:
        rank = AIM_MORTAR if mortar else AIM
        yield Choice(f"aim {piece.id}{at}", partial(_checks, board, piece), rank=rank)
        if units.is_commander(piece) and not at:
            yield Choice(f"spot {piece.id}", partial(_spots, board, piece), rank=CHANGE)
        if units.is_machine_gun(piece) and is_advanced(board):
            yield Choice(f"change {piece.id}{at}", partial(_changes, board, piece), rank=CHANGE)
    elif taken.passed and failed(board, piece.id) is None:
        rank = MORTAR if mortar else SHOOT
        announced = piece.id in board.state.fire.intensive
        ask = partial(_attacks, board, piece)
        yield Choice(f"fire {piece.id}{at}", ask, binding=announced, rank=rank)
        if units.is_machine_gun(piece):
            ask = partial(_intensive, board, piece)
            yield Choice(f"intensive {piece.id}{at}", ask, rank=INTENSIFY)


def _observations(board: BattleBoard, side: str, at: str) -> Iterator[Choice]:
    """An attempt from each hex of the side (23.2)."""
    places = {piece.place for piece in board.on_map(side)}
    for start in sorted(place for place in places if isinstance(place, Hex)):
        name = f"observe from {board.data.map.number(start)}{at}"
        yield Choice(name, partial(_attempts, board, start), rank=OBSERVE)


def _attempts(board: BattleBoard, start: Hex) -> Iterator[Option]:
    """The hexes that may be observed from one; the nearer, the better."""
    for attempt in fire_options.observations_from(board, start):
        goal = board.location(attempt.target or "")
        if isinstance(goal, Hex):
            yield Option(attempt, 1.0 / start.distance(goal))


def _checks(board: BattleBoard, piece: Piece) -> Iterator[Option]:
    """Checks to fire and to throw a grenade, where there is a target."""
    act = FIRE if phase_id(board) in FIRE_PHASES else OPPORTUNITY
    if fire_targets.has_target(board, piece.id) and may_try(board, piece, act):
        yield from options(board, (check(piece, act),), 1.0)
    throws = act == FIRE and fire_targets.grenade_targets(board, piece.id)
    if throws and may_try(board, piece, GRENADE):
        yield from options(board, (check(piece, GRENADE),), 1.0)


def _spots(board: BattleBoard, piece: Piece) -> Iterator[Option]:
    """A check to spot for a mortar that does not see what the commander does (14.22)."""
    if may_try(board, piece, SPOT) and fire_targets.has_mortar_to_spot_for(board, piece):
        yield from options(board, (check(piece, SPOT),), 1.0)


def _changes(board: BattleBoard, piece: Piece) -> Iterator[Option]:
    """A late change to spray, on a check (21.42)."""
    shown = board.state.fire.modes.get(piece.id)
    if check_of(board, piece.id, (MG_MODE,)) is not None or (shown and shown.mode == SP):
        return
    hexes = len(fire_targets.spray_hexes(board, piece.id))
    if hexes and may_try(board, piece, MG_MODE):
        yield from options(board, (check(piece, MG_MODE),), 0.4 if hexes > 2 else 0.0)


def _intensive(board: BattleBoard, piece: Piece) -> Iterator[Option]:
    """Intensive fire, which the gun then has to use; liked where men are together (11.15)."""
    best = fire_options.most_targets(board, piece.id)
    if best and fire_options.may_intensify(board, piece):
        action = Declare(verb=INTENSIVE, units=(piece.id,), side=piece.side)
        yield from options(board, (action,), 0.4 if best > 1 else 0.0)


def _attacks(board: BattleBoard, piece: Piece) -> Iterator[Option]:
    """The attacks of a unit that has passed its check, those of several units liked best.

    The rules object to a second one.
    """
    for action in fire_options.attacks_of(board, piece.id):
        yield from options(board, (action,), 1.0 + 0.1 * len(action.units))
