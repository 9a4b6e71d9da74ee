"""What has to be rolled now, with the one die of the game."""

from __future__ import annotations

from referee.legal import Choice
from referee.mechanics import candidates

DIE = "d10"


def due_roll(purpose: str, side: str | None) -> Choice:
    """A roll that has to be made now."""
    return candidates.due_roll(DIE, purpose, side)
