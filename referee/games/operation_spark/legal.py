"""What may be done in a position: the choices of each kind of phase, and the phase that follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from compiler.gamedata.model import SequencePhase
from referee.actions import BeginPhase
from referee.games.operation_spark import assaults
from referee.games.operation_spark.choices import (
    arriving,
    assaulting,
    bridging,
    deciding,
    going,
    moving,
    phases,
    plans,
    preparing,
    railing,
    segments,
    settling,
    striking,
    suffering,
    watching,
)
from referee.games.operation_spark.state import OperationBoard
from referee.legal import Choice, Option

Lister = Callable[[OperationBoard], Iterator[Choice]]

AFTER_FIRE: tuple[Lister, ...] = (suffering.may_go, going.onward, going.advances)

BY_PHASE: Mapping[str, tuple[Lister, ...]] = MappingProxyType(
    {
        "weather": (preparing.weather,),
        "supply": (preparing.ammunition, preparing.supplies),
        "airpower": (preparing.airpower,),
        "initiative": (deciding.initiative,),
        "movement": (
            plans.owed, moving.night_markers, arriving.activations, arriving.arrivals,
            bridging.finishing, bridging.building, bridging.demolition, railing.journeys,
            moving.movement, moving.markers, moving.formations,
        ),
        "air-strikes": (striking.strikes,),
        "counterbattery": (segments.counterbattery,),
        "surprise": (assaulting.surprise, suffering.may_go),
        "barrage": (segments.barrage, going.advances),
        "defender-withdrawal-1": (assaulting.defenders, going.onward, going.advances),
        "defensive-fire-1": (segments.defensive, suffering.may_go),
        "attacker-withdrawal-1": (assaulting.attackers, suffering.may_go),
        "offensive-fire-1": (segments.offensive, suffering.may_go),
        "defender-withdrawal-2": (assaulting.defenders, going.onward, going.advances),
        "defensive-fire-2": (segments.defensive, suffering.may_go),
        "attacker-withdrawal-2": (assaulting.attackers, suffering.may_go),
        "offensive-fire-2": (segments.offensive, suffering.may_go),
        "assault": (assaulting.combat, *AFTER_FIRE),
        "post-assault": (segments.post_assault,),
        "recovery": (preparing.recoveries, preparing.supplies),
        "challenge": (deciding.challenge,),
    }
)  # fmt: skip
"""Phase of a section to what lists its choices."""


def legal_actions(board: OperationBoard) -> Iterator[Choice]:
    """The choices that stand open; none when the last day is over."""
    for only in (_due, watching.response, segments.in_hand):
        found = tuple(only(board))
        if found:
            yield from found
            return
    for choices in BY_PHASE.get(assaults.at(board), ()):
        yield from choices(board)
    if not phases.may_end(board):
        return
    following = phases.following(board)
    if following is None:
        return
    if phases.ends_assault(board, following[1]):
        left = tuple(assaulting.surprised(board))
        if left:
            yield replace(left[0], binding=False, closing=True)
            return
    yield _begin(*following)


def _due(board: OperationBoard) -> Iterator[Choice]:
    """What has to be done before anything else."""
    yield from preparing.set_up(board)
    yield from settling.settlement(board)


def _begin(turn: int, phase: SequencePhase) -> Choice:
    begin = BeginPhase(turn=turn, phase=phase.id)
    return Choice("next phase", lambda: (Option(begin),), closing=True)
