"""Choices before play: the mines that the scenario notes. Its units are set up as it says."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from referee.actions import Declare
from referee.games.iron_cross.choices.candidates import options, unflagged
from referee.games.iron_cross.mines import MINES
from referee.games.iron_cross.state import BattleBoard
from referee.legal import Choice


def minefields(board: BattleBoard) -> Iterator[Choice]:
    """Each field of the scenario's plan that is not noted yet (19.11)."""
    plan = board.scenario.values.get("mine_plan") if board.scenario is not None else None
    if board.phase is not None or not isinstance(plan, dict):
        return
    for hex_, what in plan.items():
        if board.location(hex_) in board.state.fire.mines:
            continue
        action = Declare(verb=MINES, values={"field": f"{hex_} {what}"})
        if unflagged(board, action):
            yield Choice(f"mines {hex_}", partial(options, board, (action,)), binding=True)
