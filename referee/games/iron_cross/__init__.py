"""Iron Cross: one module for each chapter of its rulebook, or for a few that belong together."""

from __future__ import annotations

from referee.games import Game
from referee.games.iron_cross import (
    ammunition,
    anti_tank,
    assault,
    assault_rounds,
    attacks,
    casualties,
    checks,
    combat_states,
    coming_back,
    crews,
    entering,
    entry,
    facing,
    fire,
    firing,
    flamethrowers,
    grenades,
    hidden,
    infiltration,
    infiltrators,
    intensive_fire,
    leaders,
    legal,
    machine_gun_modes,
    mines,
    morale,
    mortars,
    movement,
    observation,
    opportunity_fire,
    overrun,
    overrun_attack,
    overrun_defence,
    overrun_infantry,
    positions,
    records,
    results,
    rolls,
    sequence,
    setup,
    stacking,
    vehicles,
    victory,
    wrecks,
)
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.state import BattleState, new_state

CHAPTERS = (
    rolls, checks, sequence, results, morale, leaders, entering, movement, facing, stacking,
    combat_states, vehicles, wrecks, overrun, overrun_defence, overrun_attack, overrun_infantry,
    hidden, entry, coming_back, setup, infiltration, infiltrators, victory, records, firing,
    attacks, casualties, intensive_fire, fire, anti_tank, opportunity_fire, mortars, grenades,
    flamethrowers, assault, assault_rounds, positions, mines, crews, machine_gun_modes, ammunition,
    observation,
)  # fmt: skip
"""Importing a chapter registers its rules. `rolls` comes first: its effect runs before others."""

GAME: Game[BattleState] = Game(RULES, new_state, victory.outcome, legal.legal_actions)
