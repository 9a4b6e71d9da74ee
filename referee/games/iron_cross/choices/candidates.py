"""Candidates for an option: those that no rule objects to, judged by the rules themselves.

It is for what there is little of, or for what is looked at only when a player asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.actions import Action
from referee.games.iron_cross.state import BattleBoard
from referee.legal import Option


def unflagged(board: BattleBoard, action: Action) -> bool:
    """Whether the rules find no violation in an action now; what cannot be told is no objection."""
    return not any(
        finding.severity == "violation" for finding in board.rulebook.check(action, board)
    )


def options(
    board: BattleBoard, actions: Iterable[Action], boldness: float = 0.0
) -> Iterator[Option]:
    """The actions that no rule objects to, as options of one boldness."""
    for action in actions:
        if unflagged(board, action):
            yield Option(action, boldness)
