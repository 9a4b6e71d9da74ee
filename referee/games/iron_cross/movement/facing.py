"""Section 8.7, facing: who may turn, when, and what it costs a vehicle."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import PhaseEnds, SetState
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import results, units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.checks import (
    MOVEMENT,
    MOVES,
    REACTION,
    bars,
    bars_on,
    check_of,
    judge_act,
    mode,
    movement_needs_checks,
)
from referee.games.iron_cross.movement import leaders, terrain
from referee.games.iron_cross.movement.allowance import allowance
from referee.games.iron_cross.sequence import moving_side
from referee.games.iron_cross.state import BattleBoard, Trek, is_setting_up

LEAST_CREW_TO_TURN = 3
"""Men who can turn an anti-tank gun (8.72)."""


def hexsides_between(first: int, second: int) -> int:
    """How many hexsides a turn from one facing to another takes, the shorter way round."""
    way = abs(first - second) % 6
    return min(way, 6 - way)


@RULES.covers("8.74", "8.75")
def turning_points(board: BattleBoard, piece: Piece) -> float:
    """Points a vehicle has spent on turning in its present hex: the first hexside is free."""
    trek = board.state.treks.get(piece.id)
    if trek is None or trek.facing is None or not units.is_vehicle(piece):
        return 0.0
    turned = hexsides_between(trek.facing, units.facing(piece))
    return float(max(0, turned - 1) * terrain.act_cost(board.data, "vehicle-hexside-turned"))


# -- who may turn ----------------------------------------------------------------------------------


def _turning(action: SetState, board: BattleBoard) -> Piece | None:
    """The unit on the map that an action turns, once play has begun; None for other actions.

    One that has just come out of a hidden hex, or has assaulted, is given its facing there.
    """
    piece = board.pieces.get(action.unit or "")
    if action.state != "facing" or piece is None or is_setting_up(board):
        return None
    if not isinstance(piece.place, Hex) or not units.has_facing(piece):
        return None
    if piece.id in board.state.come_to_light or piece.id in board.state.fire.assaulted:
        return None
    return piece if action.value != units.facing(piece) else None


@bars("8.72", "8.12", acts=("facing",))
def who_may_not_turn_at_all(board: BattleBoard, piece: Piece, _: str) -> Iterator[Finding]:
    """A gun with one or two men never turns, one that has fired not in the same player turn.

    Machine guns turn before or after firing, whatever their crew (8.73).
    """
    if not units.is_anti_tank_gun(piece):
        return
    conduct = board.state.of(piece.id)
    if units.crew(piece) < LEAST_CREW_TO_TURN:
        expected, found = "a crew of 3 or 4", f"{units.crew(piece)} men"
    elif conduct.fired:
        expected, found = "no turning after fire", "it has fired in this player turn"
    else:
        return
    yield Finding(
        f"{piece.name} changes facing", units=(piece.id,), expected=expected, found=found,
        rule="8.72",
    )  # fmt: skip


@RULES.rule("8.71", "8.7", "8.73", "8.75", on=SetState)
def turning_is_movement(action: SetState, board: BattleBoard) -> Iterator[Finding]:
    """A unit turns in its side's movement phase and on a check, one to move or its leader's too."""
    piece = _turning(action, board)
    if piece is None or (piece.id, "facing") in board.state.blamed:
        return
    if mode(board) not in (MOVEMENT, REACTION) or piece.side != moving_side(board):
        yield Finding(
            f"{piece.name} changes facing in the {board.phase.name if board.phase else ''}",
            units=(piece.id,),
            expected="a movement phase of its side",
            found=str(action.value),
        )
        return
    found = tuple(bars_on(board, piece, "facing"))
    own = check_of(board, piece.id, MOVES)
    if own is None and (found or not movement_needs_checks(board)):
        yield from found
    elif own is None and (piece.id, "move") not in board.state.blamed:
        yield from leaders.judge_led(board, piece, "facing", "8.71")
    elif (piece.id, "move") not in board.state.blamed:
        yield from judge_act(board, piece, ("facing", *sorted(MOVES)), "8.71")
    elif own is not None and own.act != "facing" and found:
        yield from found


@RULES.effect("8.71", "8.7", on=SetState, before=True)
def turning_is_remembered(action: SetState, board: BattleBoard) -> None:
    """Who turns has moved; where a vehicle faced before decides what turning costs."""
    piece = _turning(action, board)
    if piece is None:
        return
    board.state.blamed.add((piece.id, "facing"))
    conduct = board.state.note(piece.id)
    conduct.turned = True
    if mode(board) in (MOVEMENT, REACTION):
        conduct.moved_in.add(mode(board))
        if piece.id not in board.state.treks:
            here = (piece.place,) if isinstance(piece.place, Hex) else ()
            status = results.status_of(board, piece.id)
            board.state.treks[piece.id] = Trek(status, path=here, facing=units.facing(piece))


@RULES.rule("8.74", "8.75", on=PhaseEnds)
def turning_is_paid_for(_: PhaseEnds, board: BattleBoard) -> Iterator[Finding]:
    """What a vehicle's last turns and changes of state cost is within its allowance."""
    for unit, trek in board.state.treks.items():
        piece = board.pieces.get(unit)
        if piece is None or trek.over or not units.is_vehicle(piece):
            continue
        limit = allowance(board, piece)
        total = trek.points + turning_points(board, piece)
        if turning_points(board, piece) and total > limit.points:
            yield Finding(
                f"{piece.name} spends more movement points than it has on turning",
                units=(unit,),
                expected=f"at most {limit.points:g}",
                found=f"{total:g}",
            )
