"""How a game begins: its first phase, and rules on what is known when the set-up is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps

from compiler.gamedata.model import SequencePhase
from referee.actions import BeginPhase, PhaseEnds
from referee.findings import Finding
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.state import BattleBoard, ends_set_up, is_setting_up

OPENING = frozenset({"morale", "support-fire"})
"""Phases with which a game may begin (24.34)."""


def is_opening(action: BeginPhase, board: BattleBoard) -> bool:
    """Whether the first phase of a whole game begins: what was before it was set-up.

    A log may begin with any phase of turn 1, if nothing was done in those before. One that begins
    with a saved position may take up a game in the middle of a phase: then only phases in which
    nobody has moved yet are sure to show the set-up.
    """
    phase = board.data.sequence.by_id.get(action.phase)
    if board.phase is not None or board.scenario is None or phase is None or action.turn != 1:
        return False
    return not board.resumed or is_before_movement(phase)


def is_before_movement(phase: SequencePhase) -> bool:
    """Whether all units still stand where they were set up when a phase of turn 1 begins."""
    return phase.section == "first" and phase.phase.id in OPENING


SetUpRule = Callable[[BattleBoard], Iterator[Finding]]
"""(position as it is set up): what is wrong with it."""


def when_set_up_ends(*paragraphs: str, whole: bool = False) -> Callable[[SetUpRule], SetUpRule]:
    """Register a rule that is judged once, when the set-up is over.

    That is when the first phase begins, or when a first Morale Phase ends in which players still
    set up, and write down their secrets. If it is for a `whole` game, not in a log that takes one
    up later.
    """

    def register(function: SetUpRule) -> SetUpRule:
        @wraps(function)
        def at_the_first_phase(action: BeginPhase, board: BattleBoard) -> Iterator[Finding]:
            first = board.phase is None and ends_set_up(action, board)
            if first and (not whole or is_opening(action, board)):
                yield from function(board)

        @wraps(function)
        def after_it(_: PhaseEnds, board: BattleBoard) -> Iterator[Finding]:
            if board.phase is not None and is_setting_up(board):
                yield from function(board)

        RULES.rule(*paragraphs, on=BeginPhase)(at_the_first_phase)
        RULES.rule(*paragraphs, on=PhaseEnds)(after_it)
        return function

    return register
