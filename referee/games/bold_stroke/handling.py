"""Pieces put down, taken off or marked in phases in which no rule does so to them.

A log of a table shows every change of a piece. Movement, combat, supply, withdrawals and the rest
are judged in their chapters; here is what none of them accounts for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from compiler.hexes import Hex
from referee.actions import Action, BeginPhase, Move, PhaseEnds, Place, Position, Remove
from referee.board import Location, Piece
from referee.findings import Finding
from referee.games.bold_stroke import units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.campaign import SUPPLY, in_phase
from referee.games.bold_stroke.combat import losses
from referee.games.bold_stroke.combat.participants import in_combat_phase
from referee.games.bold_stroke.forces import amalgamation, withdrawals
from referee.games.bold_stroke.options import detachments, limited_intelligence
from referee.games.bold_stroke.state import CampaignBoard

SET_UP = "setup"


# -- put down --------------------------------------------------------------------------------------


@RULES.rule("6.0.C", on=Place)
def a_unit_on_the_map_is_not_put_down_elsewhere(
    action: Place, board: CampaignBoard
) -> Iterator[Finding]:
    """From hex to hex a unit moves, retreats or advances; none is lifted over the map.

    To where it came from by its last move of the phase it may be put back.
    """
    piece = board.pieces.get(action.unit)
    end = board.location(action.at)
    if piece is None or board.phase is None or action.why == SET_UP:
        return
    if not units.is_ground(piece) or not isinstance(piece.place, Hex) or piece.place == end:
        return
    if isinstance(end, Hex) and not _is_put_back(board, piece, end):
        yield Finding(
            f"{piece.name} is put down in {board.data.map.describe(end)} without moving there",
            units=(piece.id,),
            hexes=(board.number(piece.place), board.number(end)),
            expected="a move from hex to hex",
            found="a piece put down",
        )


def _is_put_back(board: CampaignBoard, piece: Piece, place: Location) -> bool:
    """Whether a unit came from a place by its last move of the phase, which is taken back."""
    last = next((move for move in reversed(board.moves) if piece.id in move.units), None)
    return last is not None and last.start == place


# -- taken off -------------------------------------------------------------------------------------


@RULES.rule("11.13.F", on=Remove)
@RULES.rule("11.13.F", on=Move)
@RULES.rule("11.13.F", on=Place)
def units_leave_the_map_by_the_rules_alone(
    action: Action, board: CampaignBoard
) -> Iterator[Finding]:
    """In combat, by a withdrawal or an amalgamation; by option as a detachment or hidden."""
    if board.phase is None or in_combat_phase(board):
        return
    names = _taken_off(action, board)
    if not names:
        return
    accounted = {
        *withdrawals.leaving(action, board),
        *amalgamation.leaving(action, board),
        *(piece.id for piece in detachments.recombined(board, action)),
        *(name for due in withdrawals.withdrawals_due(board) for name in due.candidates),
    }
    for name in names:
        piece = board.pieces[name]
        if name in accounted or _may_be_off(board, piece):
            continue
        if isinstance(action, Place) and _is_put_back(board, piece, board.location(action.at)):
            continue
        yield Finding(
            f"{piece.name} leaves the map in the {board.phase.name}",
            units=(name,),
            hexes=(board.number(piece.place),),
            expected="losses in combat, a withdrawal or an amalgamation",
            found="a piece taken off",
        )


def _taken_off(action: Action, board: CampaignBoard) -> tuple[str, ...]:
    """The ground units that an action takes from the map."""
    match action:
        case Remove():
            names = action.units
        case Move() if not isinstance(board.location(action.end), Hex):
            names = action.units
        case Place() if not isinstance(board.location(action.at), Hex):
            names = (action.unit,) if action.unit in board.pieces else ()
        case _:
            names = ()
    pieces = (board.piece(name) for name in names)
    return tuple(p.id for p in pieces if units.is_ground(p) and isinstance(p.place, Hex))


def _may_be_off(board: CampaignBoard, piece: Piece) -> bool:
    """Whether a unit may be off the map for now, or is taken off late.

    A corps and its substitute change places as steps come back; a unit that has fought may be
    taken off after the phase; by option a unit far from the enemy is hidden off the map.
    """
    unit = losses.unit_of(board, piece.id)
    if losses.substitute_of(board, unit) is not None and in_phase(board, SUPPLY):
        return True
    if _has_just_fought(board, unit) or withdrawals.is_given_up(board, unit):
        return True
    hides = limited_intelligence.OPTION in board.options
    return hides and limited_intelligence.distance_to_enemy(board, piece) is None


def _has_just_fought(board: CampaignBoard, unit: str) -> bool:
    """Whether a unit was in a combat of the phase before."""
    return any(combat.involved(unit) for combat in board.state.combat.last.combats)


# -- marked ----------------------------------------------------------------------------------------


def _steps_lost(board: CampaignBoard) -> Mapping[str, int]:
    """Unit on the map to the steps it has lost; those whose counters show something else left out.

    Detachments take strength from their parents (17.2.C), divisions give theirs to Korps Abteilung
    C (16.4.B).
    """
    parents = set(board.state.combat.parents.values()) | board.state.combat.detached.keys()
    found = {}
    for piece in board.on_map():
        unit = losses.unit_of(board, piece.id)
        if not units.is_ground(piece) or unit in parents or unit == amalgamation.CORPS:
            continue
        if not detachments.is_detachment(piece):
            found[unit] = losses.steps_lost(board, piece)
    return found


@RULES.effect("11.13.B", on=BeginPhase)
@RULES.effect("11.13.B", on=Position)
def the_steps_at_the_beginning_of_a_phase_are_remembered(_: Action, board: CampaignBoard) -> None:
    """What has been lost more when it ends was lost in it."""
    board.state.records.steps_lost = dict(_steps_lost(board))


@RULES.rule("11.13.B", on=PhaseEnds)
def steps_are_lost_in_combat(_: PhaseEnds, board: CampaignBoard) -> Iterator[Finding]:
    """No counter loses a step outside combat; who has fought may be marked late.

    Losses in combat are judged in `loss_actions`, steps that come back in `replacements`.
    """
    if board.phase is None or in_combat_phase(board):
        return
    before = board.state.records.steps_lost
    for unit, lost in _steps_lost(board).items():
        if lost <= before.get(unit, lost) or _has_just_fought(board, unit):
            continue
        piece = losses.piece_of(board, unit)
        yield Finding(
            f"{piece.name if piece is not None else unit} loses steps in the {board.phase.name}",
            units=(piece.id if piece is not None else unit,),
            expected="losses in a combat",
            found=board.phase.name,
        )
