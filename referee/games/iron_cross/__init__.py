"""Iron Cross: sub-packages for the parts of its rulebook, modules for the chapters."""

from __future__ import annotations

from referee.games import Game
from referee.games.iron_cross import (
    checks,
    crews,
    legal,
    morale,
    positions,
    records,
    results,
    rolls,
    sequence,
)
from referee.games.iron_cross.assault import (
    entry_into_assault,
    overrun,
    overrun_attack,
    overrun_defence,
    overrun_infantry,
    rounds,
)
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.fire import (
    ammunition,
    anti_tank,
    attacks,
    casualties,
    firing,
    flamethrowers,
    grenades,
    intensive_fire,
    machine_gun_modes,
    minefields,
    mines,
    mode_changes,
    mortars,
    observation,
    opportunity_fire,
    scatter,
    small_arms,
    unknown_attacks,
)
from referee.games.iron_cross.movement import (
    combat_states,
    coming_back,
    entering,
    facing,
    keeping_together,
    leaders,
    moves,
    stacking,
    vehicles,
    wrecks,
)
from referee.games.iron_cross.scenarios import (
    entry,
    hidden,
    infiltration,
    infiltrators,
    noted_hexes,
    setup,
    victory,
)
from referee.games.iron_cross.state import BattleState, new_state

CHAPTERS = (
    rolls,
    checks,
    records,
    results,
    casualties,
    attacks,
    morale,
    observation,
    small_arms,
    flamethrowers,
    mortars,
    scatter,
    ammunition,
    anti_tank,
    firing,
    sequence,
    entry_into_assault,
    rounds,
    facing,
    leaders,
    keeping_together,
    moves,
    combat_states,
    coming_back,
    crews,
    entering,
    entry,
    grenades,
    hidden,
    infiltration,
    stacking,
    setup,
    infiltrators,
    noted_hexes,
    intensive_fire,
    opportunity_fire,
    mode_changes,
    machine_gun_modes,
    unknown_attacks,
    overrun,
    vehicles,
    minefields,
    mines,
    wrecks,
    positions,
    overrun_defence,
    overrun_attack,
    overrun_infantry,
    victory,
)
"""Rules are judged, and take effect, in this order: an effect may need what one before it did."""
RULES.arrange(CHAPTERS)

GAME: Game[BattleState] = Game(RULES, new_state, victory.outcome, legal.legal_actions)
