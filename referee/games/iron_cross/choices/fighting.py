"""Choices of chapters 10 to 17, 21 and 23: checks to fire and assault, attacks, modes, markers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from compiler.hexes import Hex
from referee.actions import Declare
from referee.board import Piece
from referee.games.iron_cross import assault_options, fire_options
from referee.games.iron_cross.checks import check_of, failed, mode
from referee.games.iron_cross.choices.candidates import options
from referee.games.iron_cross.fire import FIRE, OPPORTUNITY
from referee.games.iron_cross.fire_options import observations
from referee.games.iron_cross.firing import FIRE_PHASES, firing_side, may_try
from referee.games.iron_cross.grenades import GRENADE
from referee.games.iron_cross.morale import phase_id
from referee.games.iron_cross.opportunity_fire import just_entered
from referee.games.iron_cross.records import is_advanced
from referee.games.iron_cross.rolls import CHECK
from referee.games.iron_cross.state import BattleBoard
from referee.legal import Choice, Option

CHECKS = (FIRE, OPPORTUNITY, GRENADE)


def machine_gun_modes(board: BattleBoard) -> Iterator[Choice]:
    """The mode of each machine gun, noted in the Morale Phase (21.0)."""
    for piece in sorted(board.on_map(), key=lambda each: each.id):
        modes = tuple(fire_options.mode_options(board, piece.id))
        if modes:
            yield Choice(f"mode {piece.id}", partial(options, board, modes))


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
        check = check_of(board, piece.id, CHECKS)
        if check is None:
            yield Choice(f"aim {piece.id}{at}", partial(_checks, board, piece))
        elif check.passed:
            yield Choice(f"fire {piece.id}{at}", partial(_attacks, board, piece))


def _observations(board: BattleBoard, side: str, at: str) -> Iterator[Choice]:
    """An attempt from each hex of the side (23.2)."""
    places = {piece.place for piece in board.on_map(side)}
    for start in sorted(place for place in places if isinstance(place, Hex)):
        name = f"observe from {board.data.map.number(start)}{at}"
        yield Choice(name, partial(_attempts, board, start))


def _attempts(board: BattleBoard, start: Hex) -> Iterator[Option]:
    """The hexes that may be observed from one; the nearer, the better."""
    for attempt in board.derived("observations", lambda here: tuple(observations(here))):
        goal = board.location(attempt.target or "")
        if board.piece(attempt.units[0]).place == start and isinstance(goal, Hex):
            yield Option(attempt, 1.0 / start.distance(goal))


def _checks(board: BattleBoard, piece: Piece) -> Iterator[Option]:
    """Checks to fire and to throw a grenade, where there is a target."""
    act = FIRE if phase_id(board) in FIRE_PHASES else OPPORTUNITY
    if fire_options.has_target(board, piece.id) and may_try(board, piece, act):
        yield from options(board, (_check(piece, act),), 1.0)
    throws = act == FIRE and fire_options.grenade_targets(board, piece.id)
    if throws and may_try(board, piece, GRENADE):
        yield from options(board, (_check(piece, GRENADE),), 0.9)


def _check(piece: Piece, act: str) -> Declare:
    return Declare(verb=CHECK, units=(piece.id,), values={"for": act}, side=piece.side)


def _attacks(board: BattleBoard, piece: Piece) -> Iterator[Option]:
    """The attacks of a unit that has passed its check; the rules object to a second one."""
    if failed(board, piece.id) is None:
        yield from options(board, fire_options.attacks_of(board, piece.id), 1.0)


# -- assaults --------------------------------------------------------------------------------------


def assault_markers(board: BattleBoard) -> Iterator[Choice]:
    """Markers of infantry that means to assault (17.1)."""
    for action in assault_options.marker_options(board):
        name = f"marker {action.unit} {action.value}"
        yield Choice(name, partial(options, board, (action,), 1.0))


def assaults(board: BattleBoard) -> Iterator[Choice]:
    """Checks of marked units, and assaults by those who passed them."""
    if mode(board) != "assault":
        return
    for action in assault_options.assault_checks(board):
        yield Choice(f"assault check {action.units[0]}", partial(options, board, (action,), 1.0))
    for action in assault_options.legal_assaults(board):
        name = f"assault {action.target} {' '.join(action.units)}"
        yield Choice(name, partial(options, board, (action,), 1.0))
