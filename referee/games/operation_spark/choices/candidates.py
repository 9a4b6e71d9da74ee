"""Candidates for an option: those that no rule objects to, judged by the rules themselves.

It is for what there is little of, or for what is looked at only when a player asks. Moves are
searched for instead (`routes`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.actions import Action
from referee.games.operation_spark.state import OperationBoard
from referee.legal import Chance, Choice, Option

ONE_DIE, TWO_DICE = "d10", "red-gray"


def faultless(board: OperationBoard, action: Action) -> bool:
    """Whether the rules find nothing to say about an action now, no doubt either."""
    return not any(board.rulebook.check(action, board))


def allows(board: OperationBoard, verb: str) -> bool:
    """Whether the phase lets something be declared."""
    return board.phase is not None and f"declare:{verb}" in board.phase.phase.allows


def options(
    board: OperationBoard, actions: Iterable[Action], boldness: float = 0.0
) -> Iterator[Option]:
    """The actions that no rule objects to, as options of one boldness."""
    for action in actions:
        if faultless(board, action):
            yield Option(action, boldness)


def due(name: str, *actions: Action) -> Choice:
    """Something that has to be done now, in one of several ways that are all right."""
    ways = tuple(Option(action) for action in actions)
    return Choice(name, lambda: ways, binding=True)


def due_roll(dice: str, purpose: str, side: str | None = None) -> Choice:
    """Dice that have to be rolled now."""
    chance = Chance(dice, purpose, side)
    return Choice(f"roll {purpose} {side or ''}".rstrip(), lambda: (Option(chance),), binding=True)
