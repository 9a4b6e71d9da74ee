"""Section 21.4, machine guns that change their mode: told openly, marked, or written in a note."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from compiler.hexes import Hex
from referee.actions import Declare, Roll, SetState
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import rests, units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.checks import bars, check_of
from referee.games.iron_cross.declared import number, pieces, target_hexes
from referee.games.iron_cross.fire import sighting
from referee.games.iron_cross.fire.machine_gun_modes import (
    DF,
    FL,
    MG_MODE,
    NAMES,
    SP,
    fault,
    keep_mode,
)
from referee.games.iron_cross.morale import MORALE_PHASE, phase_id
from referee.games.iron_cross.records import firing_hex, is_advanced
from referee.games.iron_cross.results import status_of
from referee.games.iron_cross.rolls import CHECK, answered
from referee.games.iron_cross.state import BattleBoard, is_setting_up
from referee.games.iron_cross.units import NORMAL


def mode_said(declaration: Declare) -> str:
    """The mode that a declaration names: `df`, `fl` or `sp`, else what it says."""
    return declaration.text("mode", DF).lower()


@bars("21.0", acts={MG_MODE})
def only_machine_guns_have_modes(board: BattleBoard, piece: Piece, _: str) -> Iterator[Finding]:
    """Modes are of machine guns, and of the advanced game."""
    if not is_advanced(board) or not units.is_machine_gun(piece):
        yield fault(piece, "changes its mode", "a machine gun in the advanced game", "21.0")


@RULES.rule("21.0", "21.41", "21.42", on=f"declare:{MG_MODE}")
def modes_change_in_the_morale_phase(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """In the Morale Phase freely for normal units; later only to spray, on a check."""
    wanted = mode_said(declaration)
    for piece in pieces(board, declaration.units):
        if wanted not in NAMES:
            yield Finding(
                f"{piece.name} has a mode that there is not",
                units=(piece.id,),
                expected=", ".join(NAMES),
                found=wanted,
                severity="unverifiable",
                rule="21.0",
            )
        elif not units.is_machine_gun(piece) or not (is_advanced(board) or wanted == DF):
            yield fault(piece, "shows a mode", "a machine gun in the advanced game", "21.0")
        else:
            goal = next(iter(target_hexes(declaration, board)), None) if wanted == FL else None
            if not _is_kept(board, piece, wanted, goal):
                yield from _change_fault(board, piece, wanted, declaration)
            yield from _late_fault(board, piece, declaration)


def _is_kept(board: BattleBoard, piece: Piece, wanted: str, goal: Hex | None) -> bool:
    """Whether a gun stays in the mode that it was in; direct fire is that of all at first."""
    shown = board.state.fire.modes.get(piece.id)
    if shown is None:
        return wanted == DF
    return shown.mode == wanted and (goal is None or shown.hex == goal)


def _late_fault(board: BattleBoard, piece: Piece, declaration: Declare) -> Iterator[Finding]:
    """A lane laid elsewhere, or a mode noted for the first time, outside the Morale Phase."""
    wanted, shown = mode_said(declaration), board.state.fire.modes.get(piece.id)
    if phase_id(board) == MORALE_PHASE or is_setting_up(board):
        return
    goals = target_hexes(declaration, board)
    known = shown.hex if shown is not None and shown.mode == wanted == FL else None
    if known is not None and goals and goals[0] != known and not _is_of_a_save(declaration):
        yield fault(
            piece, f"moves its lane to {number(board, goals[0])}", number(board, known), "21.41",
            number(board, goals[0]),
        )  # fmt: skip
    elif shown is None and declaration.secret and wanted != DF:
        yield _undated(piece, wanted)


def _is_of_a_save(declaration: Declare) -> bool:
    """Whether a note was changed between two logs, so that nobody can say in which phase."""
    return bool(declaration.origin.file) and not declaration.origin.step


def _undated(piece: Piece, wanted: str) -> Finding:
    """A finding on a mode that was noted during play, it is not known whether before or after."""
    return Finding(
        f"{piece.name} is noted for {NAMES[wanted]} during play:"
        " whether it was in that mode before cannot be told",
        units=(piece.id,),
        expected="a note in the Morale Phase",
        severity="unverifiable",
        rule="21.41",
    )


def _change_fault(
    board: BattleBoard, piece: Piece, wanted: str, declaration: Declare
) -> Iterator[Finding]:
    shown = board.state.fire.modes.get(piece.id)
    if is_setting_up(board):
        return
    if phase_id(board) == MORALE_PHASE:
        status = status_of(board, piece.id)
        if status != NORMAL and piece.id not in board.state.uncertain:
            found = fault(piece, "changes its mode", "normal status", "21.41", status)
            yield replace(found, rests_on=rests.defects(board, "machine-gun-modes-when"))
        return
    check = check_of(board, piece.id, (MG_MODE,))
    if check is None and declaration.secret and _is_of_a_save(declaration):
        yield _undated(piece, wanted)
    elif check is not None and wanted != SP:
        yield fault(piece, "changes its mode late", "spray only", "21.42", NAMES.get(wanted, ""))
    elif check is not None and check.passed is False:
        yield fault(piece, "changes to spray, its check failed", "its mode", "21.42", wanted)
    elif check is None and shown is not None and shown.mode != wanted:
        yield fault(
            piece,
            "changes its mode without a check",
            NAMES[shown.mode],
            "21.42",
            NAMES.get(wanted, wanted),
        )


@RULES.rule("21.0", "21.41", "21.42", on=SetState)
def a_mode_that_is_marked_is_shown(action: SetState, board: BattleBoard) -> Iterator[Finding]:
    """A mode marked on the piece is judged as one that is told."""
    piece = board.pieces.get(action.unit or "")
    if action.state == "mode" and piece is not None and board.phase is not None:
        told = Declare(verb=MG_MODE, units=(piece.id,), values={"mode": action.value or DF})
        yield from modes_change_in_the_morale_phase(told, board)


@RULES.rule("21.21", on=f"declare:{MG_MODE}")
def a_lane_is_noted_to_a_hex_in_reach(
    declaration: Declare, board: BattleBoard
) -> Iterator[Finding]:
    """A lane told as it is noted, in the Morale Phase, goes to a hex in sight and initial range.

    Told later, the gun may no longer be where it was.
    """
    goals = target_hexes(declaration, board)
    if mode_said(declaration) != FL:
        return
    if declaration.secret and not goals:
        for piece in pieces(board, declaration.units):
            yield fault(
                piece, "notes a lane that goes to no hex of the map", "the target hex of the lane",
                "21.21", declaration.text("hex"),
            )  # fmt: skip
    if phase_id(board) != MORALE_PHASE or not goals:
        return
    for piece in pieces(board, declaration.units):
        here = firing_hex(piece)
        if here is None or not units.is_machine_gun(piece):
            continue
        near = here != goals[0] and here.distance(goals[0]) <= units.figure(piece, "range")
        if not near or not sighting.can_see(board, here, goals[0], down=not units.is_up(piece)):
            yield fault(
                piece, f"notes a lane to {number(board, goals[0])}",
                "a hex in sight and within its initial range", "21.21",
            )  # fmt: skip


@RULES.effect("21.0", "21.41", on=f"declare:{MG_MODE}")
def a_mode_is_shown(declaration: Declare, board: BattleBoard) -> None:
    """A mode that was shown holds for the player turn, one that was noted until another is."""
    shown = mode_said(declaration)
    goals = target_hexes(declaration, board)
    for name in declaration.units if shown in NAMES else ():
        keep_mode(board, name, shown, goals[0] if goals else None, noted=declaration.secret)


@RULES.effect("21.0", on=SetState)
def a_mode_is_marked(action: SetState, board: BattleBoard) -> None:
    """A mode marked on the piece is shown too."""
    if action.state == "mode" and action.unit is not None and action.value in NAMES:
        known = board.state.fire.modes.get(action.unit)
        if known is None or known.mode != action.value:
            keep_mode(board, action.unit, str(action.value), None)


@RULES.effect("21.42", on="roll")
def a_late_change_halves_the_factors(_: Roll, board: BattleBoard) -> None:
    """Who changes to spray outside the Morale Phase has half its factors for the player turn."""
    found = answered(board, CHECK)
    if found is None or found.declaration.text("for") != MG_MODE:
        return
    check = check_of(board, found.unit, (MG_MODE,))
    if check is not None and check.passed:
        keep_mode(board, found.unit, SP, None)
        late = replace(board.state.fire.modes[found.unit], late=True)
        board.state.fire.modes[found.unit] = late


@RULES.effect("21.41", on=f"struck:{MG_MODE}")
def a_mode_that_is_struck_out_is_unknown(declaration: Declare, board: BattleBoard) -> None:
    """In the Morale Phase a mode may be struck out without another; later it holds all the same."""
    if not is_setting_up(board) and phase_id(board) != MORALE_PHASE:
        return
    for name in declaration.units:
        known = board.state.fire.modes.get(name)
        if known is not None and known.noted and known.mode == mode_said(declaration):
            del board.state.fire.modes[name]
