"""Section 3.1, combat states: when units go up and down, what it costs, and what puts them down."""

from __future__ import annotations

from collections.abc import Iterator

from referee.actions import Move, PhaseEnds, Place, SetState
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import results, units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.checks import failed, in_words, sum_in_words
from referee.games.iron_cross.concealed import comes_to_light
from referee.games.iron_cross.morale import on_map, phase_id
from referee.games.iron_cross.movement import terrain
from referee.games.iron_cross.movement.allowance import allowance
from referee.games.iron_cross.movement.facing import turning_points
from referee.games.iron_cross.movement.moves import set_out
from referee.games.iron_cross.sequence import moving_side
from referee.games.iron_cross.state import BattleBoard, is_setting_up
from referee.games.iron_cross.units import DOWN, NORMAL, UP

FREE, IN_MOVEMENT = "state-change", frozenset({"movement", "reaction-movement"})
"""Phases in which units change their states of their own will, for nothing and at a cost."""


@RULES.rule("3.13", "3.12", "3.14", "3.26", "3.27", "11.43", on=SetState)
def a_state_is_changed_when_it_may_be(action: SetState, board: BattleBoard) -> Iterator[Finding]:
    """Normal units turn over in movement, at a cost, and once for nothing after assaults.

    Before play and off the map either state may be chosen. Into the down state results may put a
    unit at any time; P and S keep it there.
    """
    piece = _is_voluntary(action, board)
    fault = why_not(board, piece, str(action.value)) if piece is not None else None
    if fault is not None:
        yield fault


def goes_down_by_result(board: BattleBoard, piece: Piece) -> bool:
    """Whether a result puts the unit into the down state in this phase (3.14, 3.25)."""
    state = board.state
    return (
        piece.id in state.hit
        or piece.id in state.owed
        or piece.id in state.uncertain
        or piece.id in state.may_go_down
        or not units.is_normal(piece)
    )


def why_not(board: BattleBoard, piece: Piece, face: str) -> Finding | None:
    """What is wrong with a voluntary change of state."""
    status = results.status_of(board, piece.id)
    at = phase_id(board)
    if piece.id in board.state.uncertain:
        return None
    rule, why, expected, found = "3.13", "", "", face
    if status != NORMAL:
        rule, why, expected = "3.26", f"goes {face} while it is {status}", "the down state"
    elif face == UP and piece.flag("commander-killed"):
        rule, why = "11.43", "goes up though its commander is dead"
        expected = "the down state for the rest of the game"
    elif at == FREE:
        if piece.id in board.state.freely_turned_over:
            why, expected = "changes its state twice", "once, at no cost"
    elif at not in IN_MOVEMENT or piece.side != moving_side(board):
        why = f"goes {face} of its own will"
        expected = "a change in its side's movement, or after the assaults"
    else:
        rule, why, expected, found = _why_not_in_movement(board, piece, face)
    if not why:
        return None
    return Finding(
        f"{piece.name} {why}", units=(piece.id,), expected=expected, found=found, rule=rule
    )


def _why_not_in_movement(board: BattleBoard, piece: Piece, face: str) -> tuple[str, str, str, str]:
    """Rule, deed, what is expected and found where a change in movement is illegal; else empty."""
    before = failed(board, piece.id)
    if before is not None:
        why = f"goes {face} in the phase in which it failed its check to {in_words(before.act)}"
        return "4.0", why, "nothing else in the phase", sum_in_words(before)
    limit = allowance(board, piece)
    if limit.one_hex:
        return "", "", "", ""
    trek = board.state.treks.get(piece.id)
    spent = trek.points + turning_points(board, piece) if trek is not None else 0.0
    total = spent + cost(board, piece)
    if total > limit.points and not (trek is not None and trek.over):
        why = f"goes {face} without the movement points for it"
        return "3.13", why, f"at most {limit.points:g}", f"{total:g}"
    return "", "", "", ""


@RULES.covers("3.13")
def cost(board: BattleBoard, piece: Piece) -> int:
    """Points a change of state takes in movement: two, of vehicles five."""
    act = "vehicle-state-change" if units.is_vehicle(piece) else "infantry-state-change"
    return terrain.act_cost(board.data, act)


def _is_voluntary(action: SetState, board: BattleBoard) -> Piece | None:
    """The unit that changes its state of its own will; None for other actions.

    Nor does one that has just come out of a hidden hex: its owner shows how it is.
    """
    piece = on_map(board, action.unit)
    if action.state != "face" or piece is None or is_setting_up(board):
        return None
    if action.value == piece.face or action.value not in (UP, DOWN):
        return None
    if piece.id in board.state.come_to_light:
        return None
    return None if action.value == DOWN and goes_down_by_result(board, piece) else piece


@RULES.effect("3.13", on=SetState, before=True)
def a_change_of_state_is_paid_for(action: SetState, board: BattleBoard) -> None:
    """In movement a change of state takes points."""
    piece = _is_voluntary(action, board)
    if piece is not None and phase_id(board) in IN_MOVEMENT and piece.side == moving_side(board):
        trek = set_out(board, piece)
        trek.points += cost(board, piece)
        trek.over = trek.over or trek.points > allowance(board, piece).points


@RULES.effect("3.12", "24.22", on=Move, before=True)
@RULES.effect("3.12", "24.22", on=Place, before=True)
def who_comes_to_light_is_noted(action: Move | Place, board: BattleBoard) -> None:
    """A unit whose hex alone was written down shows its state and facing as it is put there."""
    if comes_to_light(action, board):
        named = action.units if isinstance(action, Move) else (action.unit,)
        board.state.come_to_light.update(named)


@RULES.effect("6.0.H", "3.13", on=SetState, before=True)
def the_free_change_is_used_up(action: SetState, board: BattleBoard) -> None:
    """Each unit changes its state for nothing once; a result is no such change."""
    piece = _is_voluntary(action, board)
    if piece is not None and phase_id(board) == FREE:
        board.state.freely_turned_over.add(piece.id)


@RULES.rule("3.25", "3.26", on=PhaseEnds)
def pinned_and_suppressed_units_are_down(_: PhaseEnds, board: BattleBoard) -> Iterator[Finding]:
    """Whoever became pinned or suppressed has gone down by the end of the phase."""
    for unit, rule in board.state.hit.items():
        piece = on_map(board, unit)
        if piece is None or unit in board.state.owed or rule == "3.23":
            continue
        if not units.is_normal(piece) and units.is_up(piece):
            yield Finding(
                f"{piece.name} is {units.status(piece)} and stays up",
                units=(unit,),
                expected="the down state at once",
                found="up",
            )
