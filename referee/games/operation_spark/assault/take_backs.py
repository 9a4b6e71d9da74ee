"""Moves of the Combat Phase that players take back: what counts is where a unit stands in the end.

That such a move is one is told in `journeys`.
"""

from __future__ import annotations

from referee.actions import Move
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.combat_state import Journey
from referee.games.operation_spark.state import OperationBoard


@RULES.effect("13.12", "13.7.3.p1", "13.11.5.p1", on=Move)
def moves_are_taken_back(action: Move, board: OperationBoard) -> None:
    """A unit that is moved back along its way has gone no farther than there, or not at all."""
    journeys = board.state.combat.journeys
    for name in action.units:
        journey = journeys.get(name)
        end = board.location(action.end)
        if journey is None or board.location(action.path[0]) != journey.path[-1]:
            continue
        if end not in journey.path[:-1]:
            continue
        path = journey.path[: journey.path.index(end) + 1]
        if len(path) > 1:
            journeys[name] = Journey(journey.kind, path, journey.away_from, journey.assault)
        else:
            del journeys[name]
            _never_left(board, name)
        for assault in board.state.combat.now.assaults:
            if name in assault.withdrawal_paths:
                assault.withdrawal_paths[name] = path


def _never_left(board: OperationBoard, name: str) -> None:
    """What the unit's way brought with it has not come about."""
    combat = board.state.combat
    combat.now.withdrew.discard(name)
    combat.now.advanced.discard(name)
    given_up = [o for o in combat.owed if o.units == (name,) and o.why == "its withdrawal"]
    if given_up:
        combat.owed[:] = [o for o in combat.owed if o not in given_up]
        combat.now.gave_up.discard(name)
