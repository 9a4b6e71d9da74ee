"""Chapter 15, airpower: bases (15.1) and the commitment to a korps or army (15.2).

What flies over which combat is in `support` and `fighting`.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Declare, Move, PhaseEnds, SetState
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import displays, units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.combat import losses
from referee.games.bold_stroke.combat.headquarters import is_subordinate
from referee.games.bold_stroke.combat.participants import (
    SECOND_COMBAT,
    attacking,
    defending,
    in_combat_phase,
    phase_kind,
)
from referee.games.bold_stroke.combat_state import Combat, Flight
from referee.games.bold_stroke.state import CampaignBoard

WEATHER, COMMITMENT = "weather", "air-commitment"
FIGHTER_BOMBER = "fighter-bomber"
COMMAND_RADIUS = 4
"""Hexes from a German headquarters within which units count as its korps' own (13.4.A)."""


@RULES.covers("15.0.B", "15.0.C", "15.0.D")
def is_air(piece: Piece) -> bool:
    """Whether it is an air unit."""
    return not piece.counter.is_marker and units.unit_class(piece) == "air"


def air_type(piece: Piece) -> str:
    """`F` fighter, `St` ground attack, `B` bomber, `T` transport (15.0.A)."""
    return str(piece.value("air_type"))


def committed_to(board: CampaignBoard, piece: Piece) -> str:
    """Id of the korps or army an air unit is committed to, empty if to none."""
    return displays.formation_of_box(board, displays.box_id(board, piece.place))


# -- moving between the boxes ----------------------------------------------------------------------


@RULES.rule("15.2.A", "15.1.A", "15.1.B", "15.2.B", "15.2.D", on=Move)
def air_units_change_boxes_when_they_may(move: Move, board: CampaignBoard) -> Iterator[Finding]:
    """Ready in the weather phase, committed from Ready in the commitment phase, then Unready."""
    end = displays.box_id(board, move.end)
    for name in move.units:
        piece = board.piece(name)
        if not is_air(piece) or board.phase is None:
            continue
        start = displays.box_id(board, piece.place)
        if not end or end == start:
            continue
        if end == displays.ready(piece.side or "") and phase_kind(board) != WEATHER:
            yield _fault(piece, "15.2.D", "is made ready after the turn has begun", end, WEATHER)
        elif displays.formation_of_box(board, end):
            yield from _commitment_faults(board, piece, start, end)


def _fault(piece: Piece, rule: str, message: str, found: str, expected: str) -> Finding:
    return Finding(
        f"{piece.name} {message}", units=(piece.id,), expected=expected, found=found, rule=rule
    )


@RULES.covers("15.2.A", "15.2.B")
def _commitment_faults(
    board: CampaignBoard, piece: Piece, start: str, end: str
) -> Iterator[Finding]:
    formation = board.data.formations[displays.formation_of_box(board, end)]
    if formation.side != piece.side:
        yield _fault(piece, "15.2.A", "is committed to an enemy formation", formation.name, "own")
    elif displays.formation_of_box(board, start):
        message = "goes from one formation to another"
        known = board.data.formations[displays.formation_of_box(board, start)].name
        if phase_kind(board) != COMMITMENT:
            yield _fault(piece, "15.2.B", message, formation.name, known)
    elif phase_kind(board) != COMMITMENT:
        phase = board.phase.name if board.phase is not None else ""
        yield _fault(piece, "15.2.A", "is committed", phase, "the Air Commitment Phase")
    elif start in {displays.unready(piece.side or ""), ""} or isinstance(piece.place, Hex):
        ready = "an air unit that is ready"
        yield _fault(piece, "15.2.A", "is committed without being ready", start or "no box", ready)


@RULES.rule("15.2.A", "15.6.A", "15.6.B", on="declare:commit-air")
def air_units_are_committed_when_ready(action: Declare, board: CampaignBoard) -> Iterator[Finding]:
    """Air units of the Ready box go to a korps or army of their side, fighters with a mission."""
    end = commitment_box(board, action)
    for name in action.units:
        piece = board.piece(name)
        if not is_air(piece):
            yield _fault(piece, "15.2.A", "is no air unit", units.unit_class(piece), "an air unit")
            continue
        start = displays.box_id(board, piece.place)
        if end and end != start:
            yield from _commitment_faults(board, piece, start, end)
        if action.text("as") == FIGHTER_BOMBER and air_type(piece) != "F":
            message = "is given a fighter-bomber mission"
            yield _fault(piece, "15.6.A", message, air_type(piece), "a fighter")


def commitment_box(board: CampaignBoard, action: Declare) -> str:
    """Id of the box that a commitment names: by the box, or by the formation; empty if none."""
    text = action.text("to") or action.target or ""
    if text in board.data.formations:
        return f"{displays.AIR}{text}"
    box = displays.box_id(board, text)
    return box if displays.formation_of_box(board, box) else ""


@RULES.effect("15.2.A", "15.6.B", on="declare:commit-air")
def commitments_are_remembered(action: Declare, board: CampaignBoard) -> None:
    """The unit is in the box it was committed to, with the mission announced."""
    end = commitment_box(board, action)
    for name in action.units:
        piece = board.piece(name)
        if not is_air(piece):
            continue
        piece.states[FIGHTER_BOMBER] = action.text("as") == FIGHTER_BOMBER
        board.state.combat.air_missions.add(name)
        if end and displays.box_id(board, piece.place) != end:
            board.relocate(piece, end)


@RULES.effect("15.2.C", "15.2.D", on=PhaseEnds)
def air_units_not_used_go_home(_: PhaseEnds, board: CampaignBoard) -> None:
    """At the end of a player turn the air units committed are unready again."""
    if phase_kind(board) != SECOND_COMBAT:
        return
    board.state.combat.air_missions.clear()
    for piece in list(board.pieces.values()):
        if is_air(piece) and committed_to(board, piece):
            go_home(board, piece)


def go_home(board: CampaignBoard, piece: Piece) -> None:
    """Put an air unit into its side's Unready box, its mission over (15.4.E, 15.5.B)."""
    piece.states[FIGHTER_BOMBER] = False
    board.relocate(piece, displays.unready(piece.side or ""))


# -- missions --------------------------------------------------------------------------------------


@RULES.rule("15.6.B", "15.6.A", on=SetState)
def missions_are_given_at_commitment(action: SetState, board: CampaignBoard) -> Iterator[Finding]:
    """A fighter becomes a fighter-bomber when it is committed, not later."""
    if action.state != FIGHTER_BOMBER or action.unit is None or not action.value:
        return
    piece = board.piece(action.unit)
    if not is_air(piece) or air_type(piece) != "F":
        message = "is given a fighter-bomber mission"
        yield _fault(piece, "15.6.A", message, piece.counter.kind, "a fighter")
    elif in_combat_phase(board) and piece.id in board.state.combat.air_missions:
        message = "is given a fighter-bomber mission after its commitment"
        yield _fault(piece, "15.6.B", message, "a fighter", "a mission given at commitment")


@RULES.effect("15.6.B", on=SetState)
def missions_are_remembered(action: SetState, board: CampaignBoard) -> None:
    """A mission marked in the commitment phase is announced."""
    if action.state != FIGHTER_BOMBER or action.unit is None:
        return
    if phase_kind(board) == COMMITMENT:
        board.state.combat.air_missions.add(action.unit)


# -- which combats ---------------------------------------------------------------------------------


@RULES.covers("15.2.B")
def may_support(board: CampaignBoard, combat: Combat, side: str, formation: str) -> bool:
    """Whether air units committed to a korps or army may join a combat of a side.

    A unit of the formation fights or supports in it. German units are not bound to a korps
    (14.6.A): those near its headquarters count too.
    """
    fighting = attacking(board, combat) if side == combat.attacker else defending(board, combat)
    helping = [
        piece
        for support in combat.supports
        if support.side == side and (piece := losses.standing(board, support.unit)) is not None
    ]
    pieces = [*fighting, *helping]
    if any(is_subordinate(board, piece, formation) for piece in pieces):
        return True
    return side == "german" and any(_near(board, piece, formation) for piece in pieces)


def _near(board: CampaignBoard, piece: Piece, formation: str) -> bool:
    known = board.data.formations.get(formation)
    head = board.pieces.get(known.headquarters or "") if known is not None else None
    return (
        head is not None
        and isinstance(head.place, Hex)
        and isinstance(piece.place, Hex)
        and head.place.distance(piece.place) <= COMMAND_RADIUS
    )


def flights_at_hand(board: CampaignBoard, combat: Combat, side: str) -> list[Flight]:
    """The air units of a side that may still join a combat."""
    flying = {flight.unit for c in board.state.combat.now.combats for flight in c.flights}
    found = []
    for piece in board.pieces.values():
        if piece.side != side or not is_air(piece) or piece.id in flying:
            continue
        formation = committed_to(board, piece)
        if formation and air_type(piece) != "T" and may_support(board, combat, side, formation):
            found.append(flight_of(board, piece, formation))
    return found


def flight_of(board: CampaignBoard, piece: Piece, formation: str) -> Flight:
    """An air unit as it joins a combat."""
    lost = losses.steps_lost(board, piece)
    bomber = piece.flag(FIGHTER_BOMBER) and air_type(piece) == "F"
    return Flight(piece.id, piece.side or "", formation, bomber, lost)
