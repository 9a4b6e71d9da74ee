"""Operation Spark: sub-packages for the parts of its rulebook, modules for the chapters."""

from __future__ import annotations

from referee.games import Game
from referee.games.operation_spark import (
    assaults,
    changes,
    impulses,
    integrity,
    observation,
    reinforcements,
    saved,
    sequence,
    supply,
    zone_fire,
)
from referee.games.operation_spark.assault import (
    advance,
    combat,
    ends,
    journeys,
    surprise,
    take_backs,
    withdrawal,
)
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.fire import air, artillery, firing, losses, post_assault, results
from referee.games.operation_spark.legal import legal_actions
from referee.games.operation_spark.movement import (
    bridges,
    formation,
    handling,
    moves,
    rail,
    stacking,
    streams,
)
from referee.games.operation_spark.state import OperationState, new_state

CHAPTERS = (
    assaults,
    artillery,
    reinforcements,
    losses,
    observation,
    firing,
    journeys,
    advance,
    results,
    air,
    integrity,
    combat,
    ends,
    bridges,
    changes,
    rail,
    streams,
    moves,
    handling,
    formation,
    impulses,
    post_assault,
    saved,
    sequence,
    stacking,
    supply,
    surprise,
    take_backs,
    withdrawal,
    zone_fire,
)
"""Rules are judged, and take effect, in this order: an effect may need what one before it did."""
RULES.arrange(CHAPTERS)

GAME: Game[OperationState] = Game(RULES, new_state, legal_actions=legal_actions)
