"""Choices of a combat phase: settle the last combat, prepare the next, or announce another."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.bold_stroke.choices.attacking import attacks, preparations
from referee.games.bold_stroke.choices.settling import after_combat, settlement
from referee.games.bold_stroke.state import CampaignBoard
from referee.legal import Choice


def combats(board: CampaignBoard) -> Iterator[Choice]:
    """What is owed comes first; then a combat that waits for its die; then new ones."""
    due = tuple(settlement(board))
    if due:
        yield from due
        return
    waiting = [c for c in board.state.combat.now.combats if not c.resolved and not c.closed]
    if waiting:
        yield from preparations(board, waiting[-1])
        return
    yield from after_combat(board)
    yield from attacks(board)


def is_fighting(board: CampaignBoard) -> bool:
    """Whether an attack is announced that has not been fought."""
    return any(not c.resolved and not c.closed for c in board.state.combat.now.combats)
