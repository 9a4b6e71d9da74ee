"""What a phase allows, and what has to be done now, as choices."""

from __future__ import annotations

from referee.actions import Action
from referee.games.operation_spark.state import OperationBoard
from referee.legal import Choice, Option

ONE_DIE, TWO_DICE = "d10", "red-gray"


def allows(board: OperationBoard, verb: str) -> bool:
    """Whether the phase lets something be declared."""
    return board.phase is not None and f"declare:{verb}" in board.phase.phase.allows


def due(name: str, *actions: Action) -> Choice:
    """Something that has to be done now, in one of several ways that are all right."""
    ways = tuple(Option(action) for action in actions)
    return Choice(name, lambda: ways, binding=True)
