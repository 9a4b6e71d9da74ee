"""Section 3.2 and chapter 7: morale statuses, their markers, recovery; up and down elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import BeginPhase, Declare, Roll, SetState
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import results, units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.checks import FIRES, MOVES, bars
from referee.games.iron_cross.rolls import answer as answer_of
from referee.games.iron_cross.rolls import answered
from referee.games.iron_cross.state import BattleBoard, Owed, is_setting_up
from referee.games.iron_cross.units import NORMAL, PINNED, STATUSES, SUPPRESSED

MORALE_PHASE = "morale"
RECOVERY = "recovery"
NORMAL_ONLY = frozenset({*FIRES, "spot", "assault", "mg-mode", "lead", "follow"})
"""Acts for normal units alone; who is pinned may move and turn."""


def phase_id(board: BattleBoard) -> str:
    """Id of the phase without its player turn, empty before the first."""
    return board.phase.phase.id if board.phase is not None else ""


# -- who may act -----------------------------------------------------------------------------------


@bars("3.22", "3.15", "10.11", "17.13", acts=NORMAL_ONLY - {"lead", "follow"})
def only_normal_units_fire_and_assault(
    board: BattleBoard, piece: Piece, _: str
) -> Iterator[Finding]:
    """Pinned and suppressed units neither fire nor assault; up or down does not matter."""
    status = results.status_of(board, piece.id)
    if status != NORMAL and piece.id not in board.state.uncertain:
        yield Finding(
            f"{piece.name} is {status} and may neither fire nor assault",
            units=(piece.id,),
            expected=NORMAL,
            found=status,
            rule="3.22",
        )


@bars("8.15", "3.22", acts=MOVES | {"push-wreck"})
def suppressed_units_do_not_move(board: BattleBoard, piece: Piece, _: str) -> Iterator[Finding]:
    """Suppressed units of any type stay where they are, and as they face."""
    status = results.status_of(board, piece.id)
    if status == SUPPRESSED and piece.id not in board.state.uncertain:
        yield Finding(
            f"{piece.name} is suppressed and may not move",
            units=(piece.id,),
            expected="no movement",
            found=status,
            rule="8.15",
        )


# -- markers ---------------------------------------------------------------------------------------


def _status_set(action: SetState) -> str:
    return str(action.value) if action.value in STATUSES else NORMAL


def on_map(board: BattleBoard, name: str | None) -> Piece | None:
    """The unit of that id if it is on the map."""
    piece = board.pieces.get(name or "")
    if piece is None or piece.counter.is_marker or not isinstance(piece.place, Hex):
        return None
    return piece


@RULES.rule("3.23", "3.24", "3.21", on=SetState)
def a_status_changes_by_results_and_recovery_only(
    action: SetState, board: BattleBoard
) -> Iterator[Finding]:
    """P and S markers come with combat results and go by recovery.

    While a result is still to be marked any change may be on the way to it.
    """
    piece = on_map(board, action.unit)
    if action.state != "morale" or piece is None or is_setting_up(board):
        return
    before, after = units.status(piece), _status_set(action)
    if before == after or piece.id in board.state.owed or piece.id in board.state.uncertain:
        return
    worse = STATUSES.index(after) > STATUSES.index(before)
    struck = results.last_struck(board, piece.id)
    if worse and struck is not None:
        yield Finding(
            f"{piece.name} becomes {after} after {struck.why}",
            units=(piece.id,),
            expected=results.with_levels(before, struck.levels),
            found=after,
            rests_on=struck.rests_on,
            rule=struck.rule,
        )
        return
    yield Finding(
        f"{piece.name} becomes {after} though nothing"
        f" {'has happened to it' if worse else 'has restored it'}",
        units=(piece.id,),
        expected=before,
        found=after,
        rule="3.23" if worse else "3.24",
    )


@RULES.effect("3.2", "3.23", on=SetState)
def a_marked_result_is_settled(action: SetState, board: BattleBoard) -> None:
    """A result that is marked is owed no longer; an unowed marker counts as a hit."""
    if action.state != "morale" or action.unit is None:
        return
    status = _status_set(action)
    owed = board.state.owed.get(action.unit)
    if owed is not None and status in owed.statuses and not owed.special_roll:
        del board.state.owed[action.unit]
    elif owed is None and status != NORMAL:
        board.state.hit.setdefault(action.unit, "3.23")


# -- recovery --------------------------------------------------------------------------------------


@RULES.effect("7.0.a", "7.0", "6.0.A", on=BeginPhase)
def pinned_markers_go(_: BeginPhase, board: BattleBoard) -> None:
    """With the Morale Phase all P markers of both sides go by themselves."""
    if phase_id(board) != MORALE_PHASE:
        return
    for piece in board.pieces.values():
        if not piece.counter.is_marker and units.status(piece) == PINNED:
            piece.states["morale"] = NORMAL
            why = "the removal of all P markers"
            board.state.owed[piece.id] = Owed("7.0.a", frozenset({NORMAL}), why)


@RULES.rule("7.0.b", "3.24", "7.0", on=f"declare:{RECOVERY}")
def suppressed_units_recover_in_the_morale_phase(
    declaration: Declare, board: BattleBoard
) -> Iterator[Finding]:
    """Each suppressed unit rolls once in a Morale Phase."""
    for name in declaration.units:
        piece = board.piece(name)
        if (name, RECOVERY) in board.state.blamed:
            yield _recovery_fault(piece, "rolls for recovery twice in the phase", "one roll")
        elif results.status_of(board, name) != SUPPRESSED:
            yield _recovery_fault(piece, "rolls for recovery and is not suppressed", SUPPRESSED)


def _recovery_fault(piece: Piece, deed: str, expected: str) -> Finding:
    return Finding(
        f"{piece.name} {deed}", units=(piece.id,), expected=expected, found=units.status(piece)
    )


@RULES.effect("7.0.b", on=f"declare:{RECOVERY}")
def recovery_is_under_way(declaration: Declare, board: BattleBoard) -> None:
    """Until the dice are known the unit's status cannot be told."""
    for name in declaration.units:
        if (name, RECOVERY) not in board.state.blamed and _is_suppressed(board, name):
            board.state.uncertain.add(name)
        board.state.blamed.add((name, RECOVERY))


def _is_suppressed(board: BattleBoard, name: str) -> bool:
    return results.status_of(board, name) == SUPPRESSED


@RULES.rule("7.0.b", on="roll")
def recovery_is_rolled_with_two_dice(roll: Roll, board: BattleBoard) -> Iterator[Finding]:
    """Two dice, plus two."""
    found = answer_of(roll, board)
    if found is not None and found.verb == RECOVERY and len(roll.result) != 2:
        yield Finding(
            "recovery is not rolled with two dice",
            units=found.declaration.units,
            expected="two dice",
            found=f"{len(roll.result)} of {roll.dice}",
        )


@RULES.effect("7.0.b", on="roll")
def the_dice_decide_recovery(roll: Roll, board: BattleBoard) -> None:
    """With its rating or less a unit is normal again, else pinned; vehicles stay suppressed."""
    found = answered(board, RECOVERY)
    if found is None or len(roll.result) != 2 or found.unit not in board.state.uncertain:
        return
    piece = board.piece(found.unit)
    board.state.uncertain.discard(piece.id)
    why = f"rolling {roll.total} for recovery with a rating of {units.rating(piece)}"
    after = recovered(board, piece, roll.total)
    rests_on = units.stand_ins(piece, "performance")
    results.owe(board, piece.id, "7.0.b", why, *after, rests_on=rests_on)
    board.state.hit.pop(piece.id, None)


def recoveries_due(board: BattleBoard) -> tuple[str, ...]:
    """Ids of the suppressed units on the map that have not yet rolled in this Morale Phase."""
    if phase_id(board) != MORALE_PHASE:
        return ()
    return tuple(
        piece.id
        for piece in board.on_map()
        if results.status_of(board, piece.id) == SUPPRESSED
        and (piece.id, RECOVERY) not in board.state.blamed
    )


def recovered(board: BattleBoard, piece: Piece, total: int) -> frozenset[str]:
    """The statuses that are right for a suppressed unit after a recovery roll of `total`.

    Vehicles are never pinned (8.13): one that fails stays as it is, or shows P until the next
    Morale Phase.
    """
    modifier = board.data.tables["performance_modifiers"].cell(RECOVERY, "modifier")
    if total + (modifier if isinstance(modifier, int) else 0) <= units.rating(piece):
        return frozenset({NORMAL})
    return frozenset({SUPPRESSED, PINNED} if units.is_vehicle(piece) else {PINNED})
