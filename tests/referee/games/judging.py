"""Judging action by action, as an audit does it, for tests that put faults into whole games."""

from __future__ import annotations

from typing import Any

from referee.actions import Action, BeginPhase
from referee.board import Board


def judge(board: Board[Any], action: Action) -> list[str]:
    """The rules that an action breaches, which is then applied."""
    found = end_phase(board) if isinstance(action, BeginPhase) else []
    found += [finding.rule for finding in board.rulebook.check(action, board)]
    board.apply(action)
    return found


def end_phase(board: Board[Any]) -> list[str]:
    """The rules that the end of the present phase breaches."""
    ended = board.end_phase()
    return [] if ended is None else judge(board, ended)
