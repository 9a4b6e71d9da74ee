"""The errata's overall example of combat, replayed action by action."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from referee.actions import Action, Declare, GameLog, Roll
from referee.audit import new_board
from referee.board import Board
from referee.games.operation_spark import GAME
from referee.games.operation_spark.state import OperationState
from referee.logs.movelog import read_moves
from tests.referee.games.operation_spark.scene import shipped

ROOT = Path(__file__).resolve().parents[4]
LOG = ROOT / "counters" / "operation_spark" / "samples" / "combat-example.moves.jsonl"
GOLDEN = ROOT / "tests" / "golden" / "operation_spark_combat_example.txt"


@cache
def log() -> GameLog:
    """The example as a move log."""
    return read_moves(LOG)


def replay() -> Iterator[tuple[Board[OperationState], Action]]:
    """Each action with the position before it."""
    board = new_board(shipped(), GAME, log())
    for action in log().actions:
        ended = board.end_phase() if action.kind == "phase" else None
        if ended is not None:
            board.apply(ended)
        yield board, action
        board.apply(action)


def before_roll(number: int) -> tuple[Board[OperationState], Roll]:
    """The position before a throw of both dice, counted from 1, and that throw."""
    rolls = 0
    for board, action in replay():
        if isinstance(action, Roll) and len(action.result) == 2:
            rolls += 1
            if rolls == number:
                return board, action
    raise AssertionError(f"the example has no {number} rolls")


def before_declaration(verb: str, unit: str) -> Board[OperationState]:
    """The position in which a unit makes a declaration."""
    for board, action in replay():
        if isinstance(action, Declare) and action.verb == verb and unit in action.units:
            return board
    raise AssertionError(f"{unit} declares no {verb} in the example")


def before_phase(phase: str, number: int = 1) -> Board[OperationState]:
    """The position when the phase of a name is about to end for the so-manieth time."""
    seen = 0
    for board, action in replay():
        here = board.phase.phase.id if board.phase is not None else ""
        if action.kind == "phase" and here == phase:
            seen += 1
            if seen == number:
                return board
    raise AssertionError(f"the example has no {number} phases {phase}")
