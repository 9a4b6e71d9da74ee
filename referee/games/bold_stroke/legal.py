"""What may be done in a position: the choices of each phase, and the phases that may follow."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType

from compiler.gamedata.model import SequencePhase
from referee.actions import BeginPhase
from referee.games.bold_stroke.choices import (
    arriving,
    departing,
    detaching,
    fighting,
    flying,
    hiding,
    moving,
    rails,
    replacing,
    reserving,
    supplying,
    weather,
)
from referee.games.bold_stroke.state import CampaignBoard
from referee.legal import Choice, Option
from referee.mechanics.sequence import next_phases

Lister = Callable[[CampaignBoard], Iterator[Choice]]

MORE_MOVEMENT = (hiding.showing, reserving.commitments, moving.moves)
FIGHTING = (hiding.showing, fighting.combats)

BY_PHASE: Mapping[str, tuple[Lister, ...]] = MappingProxyType(
    {
        "weather": (weather.weather, arriving.air_reinforcements),
        "initiative": (weather.initiative,),
        "supply": (
            supplying.supply,
            supplying.by_air,
            supplying.supply_dumps,
            arriving.optional_dice,
            replacing.replacements,
            replacing.rebuilding,
            rails.works,
        ),
        "air-commitment": (flying.commitments,),
        "movement": (
            hiding.showing,
            detaching.forming,
            detaching.probing,
            departing.withdrawals,
            departing.amalgamation,
            arriving.reinforcements,
            rails.journeys,
            reserving.designations,
            moving.moves,
            hiding.hiding,
            hiding.orders,
        ),
        "reserve-movement": MORE_MOVEMENT,
        "combat": FIGHTING,
        "exploitation": MORE_MOVEMENT,
        "second-reserve-movement": MORE_MOVEMENT,
        "second-combat": FIGHTING,
        "turn-end": (rails.works,),
    }
)
"""Phase of a section to what lists its choices."""


def legal_actions(board: CampaignBoard) -> Iterator[Choice]:
    """The choices that stand open; none when the last turn is over."""
    if board.phase is not None:
        for choices in BY_PHASE.get(board.phase.phase.id, ()):
            yield from choices(board)
    following = _following(board)
    if following and not fighting.is_fighting(board):
        yield Choice("next phase", partial(_begin, board, following), closing=True)


def _following(board: CampaignBoard) -> tuple[tuple[int, SequencePhase], ...]:
    """The phases that may begin; a game begins with the first of its first turn."""
    found = next_phases(board)
    if board.phase is None:
        return found[:1]
    last = len(board.scenario.turns) if board.scenario else None
    return tuple((turn, phase) for turn, phase in found if last is None or turn <= last)


def _begin(
    board: CampaignBoard, following: tuple[tuple[int, SequencePhase], ...]
) -> Iterator[Option]:
    """What is owed before the phase may end; then the phases that may begin."""
    due = next(hiding.owed(board), None)
    if due is not None:
        yield due
        return
    for turn, phase in following:
        yield Option(BeginPhase(turn=turn, phase=phase.id))
