"""Candidates for an option: those that no rule objects to, judged by the rules themselves.

It is for what there is little of, or for what is looked at only when a player asks. Where there is
much, such as moves, a game searches for what its rules let pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from referee.actions import Action
from referee.board import Board
from referee.legal import Chance, Choice, Option


def unflagged(board: Board[Any], action: Action, *, doubtful: bool = False) -> bool:
    """Whether the rules find nothing to say about an action now.

    If `doubtful`, no more than that they find no violation: what cannot be told is no objection.
    """
    found = board.rulebook.check(action, board)
    return not any(not doubtful or finding.severity == "violation" for finding in found)


def options(
    board: Board[Any], actions: Iterable[Action], boldness: float = 0.0, *, doubtful: bool = False
) -> Iterator[Option]:
    """The actions that no rule objects to, as options of one boldness."""
    for action in actions:
        if unflagged(board, action, doubtful=doubtful):
            yield Option(action, boldness)


def due_roll(dice: str, purpose: str, side: str | None = None) -> Choice:
    """Dice that have to be rolled now."""
    chance = Chance(dice, purpose, side)
    return Choice(f"roll {purpose} {side or ''}".rstrip(), lambda: (Option(chance),), binding=True)
