"""What may be done in a position: the choices of each kind of phase, and the phase that follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from referee.actions import BeginPhase
from referee.games.iron_cross.choices import (
    assaulting,
    crewing,
    deploying,
    driving,
    fighting,
    infiltrating,
    moving,
    settling,
)
from referee.games.iron_cross.morale import phase_id
from referee.games.iron_cross.state import BattleBoard
from referee.legal import Choice, Option
from referee.mechanics.sequence import next_phases

Lister = Callable[[BattleBoard], Iterator[Choice]]

MOVEMENT: tuple[Lister, ...] = (
    fighting.fire,
    moving.movement,
    driving.pushes,
    crewing.replacements,
    assaulting.markers,
)

BEFORE_PLAY: tuple[Lister, ...] = (deploying.deployment, infiltrating.attempts)

BY_PHASE: Mapping[str, tuple[Lister, ...]] = MappingProxyType(
    {
        "": BEFORE_PLAY,
        "morale": (settling.recoveries, fighting.machine_gun_modes, fighting.reveals),
        "support-fire": (fighting.fire,),
        "movement": MOVEMENT,
        "reaction-movement": (fighting.fire, moving.movement, assaulting.markers),
        "defensive-fire": (fighting.fire,),
        "moving-fire": (fighting.fire,),
        "assault": (assaulting.assaults,),
        "state-change": (moving.state_changes,),
    }
)
"""Phase of a player turn to what lists its choices."""


def legal_actions(board: BattleBoard) -> Iterator[Choice]:
    """The choices that stand open; none when the last turn is over."""
    due = tuple(settling.settlement(board))
    if due:
        yield from due
        return
    for choices in BY_PHASE.get(phase_id(board), ()):
        yield from choices(board)
    begin = next_phase(board)
    if board.scenario is None or begin.turn <= len(board.scenario.turns):
        yield Choice("next phase", lambda: (Option(begin),), closing=True)


def next_phase(board: BattleBoard) -> BeginPhase:
    """The phase that follows; after a successful infiltration play begins with fire (24.34)."""
    listed = next_phases(board)
    known = board.state.infiltration
    at_once = board.phase is None and known is not None and known.succeeded
    turn, phase = next(
        (each for each in listed if not at_once or each[1].phase.id == "support-fire"), listed[0]
    )
    return BeginPhase(turn=turn, phase=phase.id)
