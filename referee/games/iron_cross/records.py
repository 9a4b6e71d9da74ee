"""What units did in earlier phases: when they moved and fired, for the rules that look back.

What a unit did in the present player turn is its `Conduct`; here are the phases before it, as
observation (23.2) and weapons that are out of action need them.
"""

from __future__ import annotations

from compiler.hexes import Hex
from referee.actions import BeginPhase, Declare, PhaseEnds
from referee.board import Piece
from referee.games.iron_cross import units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.checks import FIRES, mode
from referee.games.iron_cross.fire_state import Factors, Shot
from referee.games.iron_cross.rolls import CHECK
from referee.games.iron_cross.state import BattleBoard, Conduct

ADVANCED = "advanced"
UNCOUNTED = frozenset({"morale", "state-change"})
"""Phases that do not count when observation looks back: Morale (23.2), and step H, which is no
phase (defect eight-steps)."""
MOVEMENT_MODES = frozenset({"movement", "reaction"})
PUSH = "push-wreck"
STEPS = frozenset({"move", "lead", "follow", PUSH})
"""Checks for going elsewhere; that for turning is apart."""


def is_advanced(board: BattleBoard) -> bool:
    """Whether chapters 21 to 23 are in play."""
    return ADVANCED in board.options


@RULES.effect("23.2", on=BeginPhase)
def phases_are_counted(_: BeginPhase, board: BattleBoard) -> None:
    """Phases are numbered, those apart that observation counts; a new player turn starts afresh."""
    fire = board.state.fire
    phase = board.phase
    if phase is None:
        return
    fire.phase += 1
    if phase.phase.id not in UNCOUNTED:
        fire.clock += 1
    section = f"{board.turn}.{phase.section}"
    if section != fire.section:
        fire.section = section
        fire.player_turn += 1
        fire.throws.clear()
        fire.modes = {gun: m for gun, m in fire.modes.items() if m.noted and not m.late}
    fire.begin_phase()


@RULES.effect("23.2.g", "23.2.c#2", on=PhaseEnds)
def movement_is_noted(_: PhaseEnds, board: BattleBoard) -> None:
    """Who moved in a movement phase, or tried to, moved in the phase of that number."""
    fire = board.state.fire
    for unit, conduct in board.state.conduct.items():
        if mode(board) in conduct.moved_in:
            fire.moved_at.setdefault(unit, []).append(fire.clock)


@RULES.effect("23.2.g#2", on=f"declare:{CHECK}")
def attempts_to_fire_are_noted(declaration: Declare, board: BattleBoard) -> None:
    """Who tries to fire counts as having fired (4.0)."""
    if declaration.text("for") in FIRES:
        for unit in declaration.units:
            board.state.fire.tried_at.setdefault(unit, []).append(board.state.fire.clock)
            board.state.fire.fired_turn[unit] = board.turn


def note_shot(
    board: BattleBoard,
    unit: str,
    verb: str,
    factors: Factors,
    target: Hex | None,
    *,
    intensive: bool = False,
) -> None:
    """A unit has fired: for the player turn, the game turn and those who look back."""
    fire = board.state.fire
    phase = board.phase.id if board.phase is not None else ""
    shot = Shot(verb, phase, fire.player_turn, fire.clock, factors, intensive, target)
    fire.shots.setdefault(unit, []).append(shot)
    fire.fired_turn[unit] = board.turn
    board.state.note(unit).fired_in = phase


def shots_this_turn(board: BattleBoard, unit: str) -> list[Shot]:
    """What a unit has fired in the present player turn."""
    fire = board.state.fire
    return [shot for shot in fire.shots.get(unit, ()) if shot.player_turn == fire.player_turn]


def moved_clocks(board: BattleBoard, piece: Piece) -> set[int]:
    """Numbers of the counted phases in which a unit moved, or tried to."""
    fire = board.state.fire
    found = set(fire.moved_at.get(piece.id, ()))
    if mode(board) in board.state.of(piece.id).moved_in:
        found.add(fire.clock)
    return found


def went(conduct: Conduct) -> bool:
    """Whether a unit moved, turned or tried to; not who only counts so by observing (23.2)."""
    return bool(conduct.moved_in & MOVEMENT_MODES)


def only_turned(conduct: Conduct) -> bool:
    """Whether all a unit's movement in the player turn was turning in its hex (8.71).

    Any check to move covers turning (defect turn-on-a-move-check): who passed one and only turned
    has not gone elsewhere.
    """
    if not conduct.moved or conduct.stepped or PUSH in conduct.tried:
        return False
    return conduct.turned or ("facing" in conduct.tried and not conduct.tried & STEPS)


def in_movement(board: BattleBoard) -> bool:
    """Whether it is one of the two movement phases."""
    return mode(board) in MOVEMENT_MODES


def firing_hex(piece: Piece) -> Hex | None:
    """The hex a unit fires from; None off the map."""
    return piece.place if isinstance(piece.place, Hex) else None


def is_foot(piece: Piece) -> bool:
    """Infantry and crew weapons: all but vehicles and markers."""
    return units.is_infantry(piece) or units.is_crew_weapon(piece)
