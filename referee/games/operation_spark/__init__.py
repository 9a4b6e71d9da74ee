"""Operation Spark: one module for each chapter of its rulebook."""

from __future__ import annotations

from referee.games import Game
from referee.games.operation_spark import (
    advance,
    air,
    artillery,
    assault_combat,
    assault_ends,
    assaults,
    bridges,
    changes,
    fire_results,
    firing,
    formation,
    impulses,
    integrity,
    journeys,
    losses,
    movement,
    observation,
    post_assault,
    rail,
    reinforcements,
    sequence,
    stacking,
    streams,
    supply,
    surprise,
    withdrawal,
    zone_fire,
)
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.legal import legal_actions
from referee.games.operation_spark.state import OperationState, new_state

CHAPTERS = (
    sequence,
    impulses,
    movement,
    formation,
    streams,
    rail,
    bridges,
    reinforcements,
    stacking,
    zone_fire,
    supply,
    integrity,
    losses,
    assaults,
    observation,
    artillery,
    air,
    surprise,
    firing,
    fire_results,
    post_assault,
    withdrawal,
    assault_combat,
    assault_ends,
    journeys,
    advance,
    changes,
)
"""Importing a chapter registers its rules; rules and effects run in the order of import."""

GAME: Game[OperationState] = Game(RULES, new_state, legal_actions=legal_actions)
