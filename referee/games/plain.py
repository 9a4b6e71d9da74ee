"""A game without rules of its own: only its sequence of play is judged, which is data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from compiler.gamedata.model import GameData, ScenarioData
from referee.actions import Action, BeginPhase
from referee.board import Board
from referee.findings import Finding
from referee.games import Game
from referee.mechanics import sequence
from referee.rulebook import Rulebook

SEQUENCE = "sequence"
"""What a finding names as its rule where the phase does not name a paragraph."""


def plain_game(data: GameData) -> Game[None]:
    """Rules made of the sequence of play alone: order of phases, what each allows, and to whom."""
    rules = Rulebook(data.id)

    def judge(action: Action, board: Board[Any]) -> Iterator[Finding]:
        if isinstance(action, BeginPhase):
            yield from sequence.phase_order(action, board)
        yield from sequence.allowed_in_phase(action, board)
        yield from sequence.acting_side(action, board)

    rules.rule(SEQUENCE, on=Action)(judge)
    return Game(rules, _no_state)


def _no_state(_data: GameData, _scenario: ScenarioData | None) -> None:
    """A plain game keeps nothing but the pieces."""
