"""Candidates for an option: those that no rule objects to, judged by the rules themselves.

It is for what there is little of. Moves are searched for instead (`moving`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.actions import Action
from referee.games.bold_stroke.state import CampaignBoard
from referee.legal import Chance, Choice, Option

DIE = "d10"


def unflagged(board: CampaignBoard, action: Action) -> bool:
    """Whether the rules find nothing to say about an action now."""
    return not any(board.rulebook.check(action, board))


def options(
    board: CampaignBoard, actions: Iterable[Action], boldness: float = 0.0
) -> Iterator[Option]:
    """The actions that no rule objects to, as options of one boldness."""
    for action in actions:
        if unflagged(board, action):
            yield Option(action, boldness)


def due_roll(purpose: str, side: str | None) -> Choice:
    """A roll that has to be made now."""
    chance = Chance(DIE, purpose, side)
    return Choice(f"roll {purpose} {side or ''}".rstrip(), lambda: (Option(chance),), binding=True)
