"""What may be done in a position: the choices of each kind of phase, and the phase that follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from referee.actions import BeginPhase
from referee.games.iron_cross.choices import fighting, moving, preparing, settling
from referee.games.iron_cross.morale import phase_id
from referee.games.iron_cross.state import BattleBoard
from referee.legal import Choice, Option
from referee.mechanics.sequence import next_phases

Lister = Callable[[BattleBoard], Iterator[Choice]]

MOVEMENT: tuple[Lister, ...] = (fighting.fire, moving.movement, fighting.assault_markers)

BY_PHASE: Mapping[str, tuple[Lister, ...]] = MappingProxyType(
    {
        "morale": (settling.recoveries, fighting.machine_gun_modes),
        "support-fire": (fighting.fire,),
        "movement": MOVEMENT,
        "reaction-movement": MOVEMENT,
        "defensive-fire": (fighting.fire,),
        "moving-fire": (fighting.fire,),
        "assault": (fighting.assaults,),
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
    yield from preparing.minefields(board)
    for choices in BY_PHASE.get(phase_id(board), ()):
        yield from choices(board)
    turn, phase = next_phases(board)[0]
    if board.scenario is None or turn <= len(board.scenario.turns):
        begin = BeginPhase(turn=turn, phase=phase.id)
        yield Choice("next phase", lambda: (Option(begin),), closing=True)
