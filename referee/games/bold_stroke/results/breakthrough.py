"""Breakthroughs, full and partial (11.10.2-11.10.5): who is marked, when the markers come off."""

from __future__ import annotations

from collections.abc import Iterator

from referee.actions import BeginPhase, Declare, PhaseEnds, SetState
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import rests, units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.combat import losses
from referee.games.bold_stroke.combat.accounts import BREAKTHROUGH, PARTIAL, due
from referee.games.bold_stroke.combat.participants import (
    SECOND_COMBAT,
    SECOND_COMBAT_MARKERS,
    in_combat_phase,
    phase_kind,
)
from referee.games.bold_stroke.combat_state import Combat
from referee.games.bold_stroke.reserves.groups import RESERVED
from referee.games.bold_stroke.results.obligations import current
from referee.games.bold_stroke.state import CampaignBoard

FULL, PART = "breakthrough", "partial-breakthrough"
RULE = {FULL: "11.10.2", PART: "11.10.3"}
MARKERS = frozenset(RULE)
AGAIN = "second-combat"
EXPLOITATION = "exploitation"
"""The phase after a combat phase, at whose beginning the markers may still be put down."""


@RULES.rule("11.10.2", "11.10.4.D", "11.10.5.A", on="declare:breakthrough")
@RULES.rule("11.10.3", "11.10.4.D", "11.10.5.B", on="declare:partial-breakthrough")
def breakthroughs_are_marked_as_they_may(
    action: Declare, board: CampaignBoard
) -> Iterator[Finding]:
    """One attacking stack is marked after a breakthrough, or after three obligations."""
    yield from _mark_faults(board, tuple(board.piece(name) for name in action.units), action.verb)


@RULES.rule("11.10.2", "11.10.3", "11.10.4.D", "11.10.5.B", on=SetState)
def markers_put_down_are_for_breakthroughs(
    action: SetState, board: CampaignBoard
) -> Iterator[Finding]:
    """The same for a marker put down without a word."""
    if action.unit is None or action.state not in MARKERS or not action.value:
        return
    piece = board.piece(action.unit)
    if piece.flag(action.state) or board.phase is None:
        return
    if in_combat_phase(board):
        yield from _mark_faults(board, (piece,), action.state)
    elif not _was_achieved(board, piece, action.state):
        words = f"in the {board.phase.name}"
        yield _fault(board, None, (piece,), RULE[action.state], words, "a combat phase")


def _was_achieved(board: CampaignBoard, piece: Piece, marker: str) -> bool:
    """Whether a unit may get a marker late, when exploitation begins."""
    unit = losses.unit_of(board, piece.id)
    last = (combat for combat in board.state.combat.last.combats if unit in combat.attackers)
    return phase_kind(board) == EXPLOITATION and any(_achieved(c, marker) for c in last)


@RULES.rule("11.10.4.B", "9.3.B", on=SetState)
def who_moved_with_a_marker_may_fight_again(
    action: SetState, board: CampaignBoard
) -> Iterator[Finding]:
    """The Second Combat side of a marker is for who had the marker, or was committed."""
    if action.unit is None or action.state != AGAIN or not action.value or board.phase is None:
        return
    piece = board.piece(action.unit)
    committed = action.unit in board.state.records.reserves.committed
    if not (committed or _has_marker(piece) or action.unit in board.state.combat.marked):
        yield Finding(
            f"{piece.name} gets the marker Second Combat",
            units=(piece.id,),
            expected="a breakthrough, a partial breakthrough or a committed reserve",
        )


def _has_marker(piece: Piece) -> bool:
    return any(piece.flag(marker) for marker in (AGAIN, RESERVED, *RULE))


@RULES.effect("11.10.4.B", on=BeginPhase)
def who_has_a_marker_when_a_phase_begins_is_remembered(_: BeginPhase, board: CampaignBoard) -> None:
    """A marker may be taken off before its other side is put down."""
    board.state.combat.marked = {p.id for p in board.on_map() if _has_marker(p)}


def _mark_faults(board: CampaignBoard, pieces: tuple[Piece, ...], marker: str) -> Iterator[Finding]:
    combat = current(board)
    rule = RULE[marker]
    if phase_kind(board) == SECOND_COMBAT:
        words = "in the second combat phase, where it has no effect"
        yield _fault(board, combat, pieces, "11.10.4.D", words, "no marker")
        return
    if combat is None or not _achieved(combat, marker):
        expected = "a result of B" if marker == FULL else "three obligations of the defender"
        result = combat.results[0] if combat is not None else "no combat"
        rest = rests.defects(board, "three-obligations") if marker == PART else ()
        yield _fault(
            board, combat, pieces, rule, "without having achieved it", expected, result, rest
        )
        return
    marked = {u for names in combat.marked.values() for u in names}
    names = marked | {losses.unit_of(board, piece.id) for piece in pieces}
    starts = {combat.attackers.get(name) for name in names}
    if None in starts:
        yield _fault(board, combat, pieces, rule, "though it did not attack", "an attacking stack")
    elif len(starts) > 1:
        yield _fault(board, combat, pieces, rule, "besides another stack", "one attacking stack")
    elif marker == PART and _is_infantry_alone(board, combat, names):
        words = "with infantry alone"
        yield _fault(board, combat, pieces, "11.10.5.B", words, "a stack with other units")


@RULES.covers("11.10.2", "11.10.3")
def _achieved(combat: Combat, marker: str) -> bool:
    """Whether a result still possible is a breakthrough, or three obligations of the defender."""
    owed = [due(combat, combat.defender, result) for result in combat.results]
    if marker == FULL:
        return any(one.kind == BREAKTHROUGH for one in owed)
    return any(one.owed >= PARTIAL for one in owed)


@RULES.covers("11.10.5.A", "11.10.5.B", "11.10.5.C", "1.2.4.2.A")
def _is_infantry_alone(board: CampaignBoard, combat: Combat, names: set[str]) -> bool:
    """Whether a stack that attacked is of leg units alone; airborne units are infantry too."""
    start = next((combat.attackers[name] for name in names if name in combat.attackers), None)
    stack = [unit for unit, where in combat.attackers.items() if where == start]
    pieces = [piece for unit in stack if (piece := losses.piece_of(board, unit)) is not None]
    return all(units.movement_class(piece) == "leg" for piece in pieces)


def _fault(
    board: CampaignBoard,
    combat: Combat | None,
    pieces: tuple[Piece, ...],
    rule: str,
    words: str,
    expected: str,
    found: str = "",
    rests_on: tuple[str, ...] = (),
) -> Finding:
    return Finding(
        f"{', '.join(piece.name for piece in pieces)} gets a breakthrough marker {words}",
        units=tuple(piece.id for piece in pieces),
        hexes=() if combat is None else (board.data.map.number(combat.hex),),
        expected=expected,
        found=found,
        rests_on=rests_on,
        rule=rule,
    )


def legal_marks(board: CampaignBoard) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The markers that the attacker may put down now, with the stack that would get each."""
    combat = current(board)
    if combat is None or combat.marked or phase_kind(board) == SECOND_COMBAT:
        return
    marker = FULL if _achieved(combat, FULL) else PART
    if not _achieved(combat, marker):
        return
    for start in sorted(set(combat.attackers.values())):
        stack = tuple(
            piece.id
            for unit, where in combat.attackers.items()
            if where == start and (piece := losses.standing(board, unit)) is not None
        )
        names = {losses.unit_of(board, name) for name in stack}
        if stack and not (marker == PART and _is_infantry_alone(board, combat, names)):
            yield marker, stack


# -- the position ----------------------------------------------------------------------------------


@RULES.effect("11.10.2", "11.10.4.A", "11.10.4.E", on="declare:breakthrough")
@RULES.effect("11.10.3", "11.10.4.A", "11.10.4.E", on="declare:partial-breakthrough")
def breakthroughs_are_remembered(action: Declare, board: CampaignBoard) -> None:
    """Every unit of the stack carries the marker, wherever its advance takes it."""
    board.state.combat.now.tick += 1
    for name in action.units:
        piece = board.piece(name)
        _remember(board, piece, action.verb)
        if phase_kind(board) != SECOND_COMBAT:
            piece.states[action.verb] = True


@RULES.effect("11.10.4.E", on=SetState)
def markers_put_down_are_remembered(action: SetState, board: CampaignBoard) -> None:
    """A marker put down without a word counts alike."""
    if action.unit is None or action.state not in MARKERS or not action.value:
        return
    if in_combat_phase(board):
        _remember(board, board.piece(action.unit), action.state)


def _remember(board: CampaignBoard, piece: Piece, marker: str) -> None:
    combat = current(board)
    unit = losses.unit_of(board, piece.id)
    if combat is not None and unit not in combat.marked.get(marker, ()):
        combat.marked[marker] = (*combat.marked.get(marker, ()), unit)


@RULES.effect("11.10.4.B", "11.10.4.C", "11.10.4.D", on=PhaseEnds)
def markers_are_turned_over_and_come_off(_: PhaseEnds, board: CampaignBoard) -> None:
    """After exploitation a marker allows a second combat; after that it comes off."""
    kind = phase_kind(board)
    if kind not in {"exploitation", SECOND_COMBAT}:
        return
    for piece in board.pieces.values():
        if piece.side != board.phasing:
            continue
        if kind == SECOND_COMBAT:
            for marker in SECOND_COMBAT_MARKERS:
                piece.states.pop(marker, None)
        elif piece.flag(FULL) or piece.flag(PART):
            piece.states.pop(FULL, None)
            piece.states.pop(PART, None)
            piece.states[SECOND_COMBAT] = True
