"""What a log says of the module it was made with: game, version of the data, scenario, options."""

from __future__ import annotations

from dataclasses import dataclass

from compiler.vassal.encoding import decode_sequence
from compiler.vassal.names import (
    GAME_PROPERTY,
    OPTIONS_PROPERTY,
    SCENARIO_PROPERTY,
    VERSION_PROPERTY,
)
from referee.logs.vassal import commands
from referee.logs.vassal.replay import VassalLog


@dataclass(frozen=True, slots=True)
class ModuleInfo:
    """What a log says of the module it was made with."""

    game: str = ""
    version: str = ""
    scenario: str = ""
    players: tuple[tuple[str, str], ...] = ()
    """Names of sides, each with the name of the player who has it."""
    options: tuple[str, ...] = ()
    """Ids of the optional rules in play; none where the log does not say."""


def module_info(log: VassalLog) -> ModuleInfo:
    """What is written in a log of its module; empty where it does not say."""
    found: dict[str, str] = {}
    players: dict[str, str] = {}
    for event in log.replay().initial():
        if isinstance(event, commands.PropertyValue):
            found[event.name] = event.value
        elif isinstance(event, commands.Player):
            players[event.side] = event.name
    options = decode_sequence(found.get(OPTIONS_PROPERTY, ""), ",")
    return ModuleInfo(
        found.get(GAME_PROPERTY, ""),
        found.get(VERSION_PROPERTY, ""),
        found.get(SCENARIO_PROPERTY, ""),
        tuple(players.items()),
        tuple(option for option in options if option),
    )
