"""A Bold Stroke: sub-packages for the parts of its rulebook, modules for the chapters."""

from __future__ import annotations

from referee.games import Game
from referee.games.bold_stroke import campaign, handling, sequence, weather
from referee.games.bold_stroke.air import bases, fighting, readiness, support
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.combat import (
    ammunition,
    announcements,
    artillery,
    attacks,
    command,
    dice,
    headquarters,
    settlement,
)
from referee.games.bold_stroke.forces import (
    amalgamation,
    optional_reinforcements,
    rebuilding,
    reinforcements,
    replacements,
    withdrawals,
)
from referee.games.bold_stroke.legal import legal_actions
from referee.games.bold_stroke.movement import (
    bridge,
    moves,
    rail,
    reconnaissance,
    roads,
    stacking,
    terrain,
    zones,
)
from referee.games.bold_stroke.options import detachments, limited_intelligence, probes
from referee.games.bold_stroke.reserves import commitment, designation, encirclement
from referee.games.bold_stroke.results import (
    advance,
    breakthrough,
    loss_actions,
    obligations,
    resolution,
    retreating,
)
from referee.games.bold_stroke.scenarios import (
    air_at_start,
    initiative,
    set_up,
    special_rules,
    victory,
)
from referee.games.bold_stroke.scenarios.victory import outcome
from referee.games.bold_stroke.state import CampaignState, new_state
from referee.games.bold_stroke.supply import by_air, dumps, marks

CHAPTERS = (
    campaign,
    terrain,
    zones,
    moves,
    roads,
    stacking,
    headquarters,
    command,
    bridge,
    encirclement,
    special_rules,
    amalgamation,
    rail,
    withdrawals,
    detachments,
    limited_intelligence,
    handling,
    sequence,
    weather,
    bases,
    ammunition,
    artillery,
    settlement,
    attacks,
    support,
    dice,
    fighting,
    readiness,
    announcements,
    optional_reinforcements,
    replacements,
    rebuilding,
    reinforcements,
    initiative,
    probes,
    obligations,
    resolution,
    loss_actions,
    retreating,
    advance,
    breakthrough,
    reconnaissance,
    dumps,
    by_air,
    marks,
    commitment,
    designation,
    air_at_start,
    set_up,
    victory,
)
"""Rules are judged, and take effect, in this order: an effect may need what one before it did."""
RULES.arrange(CHAPTERS)

GAME: Game[CampaignState] = Game(RULES, new_state, outcome, legal_actions)
