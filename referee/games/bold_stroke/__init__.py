"""A Bold Stroke: one module for each chapter of its rulebook."""

from __future__ import annotations

from referee.games import Game
from referee.games.bold_stroke import movement, sequence, stacking, terrain, zones
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.state import CampaignState, new_state

CHAPTERS = (sequence, terrain, movement, stacking, zones)
"""Importing a chapter registers its rules; step rules are judged in the order of import."""

GAME: Game[CampaignState] = Game(RULES, new_state)
