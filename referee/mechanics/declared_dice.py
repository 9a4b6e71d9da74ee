"""Which declarations call for dice: those that a command of the module writes while it rolls.

What the dice mean, and which rolls answer which declaration, is the game's.
"""

from __future__ import annotations

from compiler.gamedata.model import GameData
from referee.actions import Declare


def calls_for_dice(data: GameData, declaration: Declare) -> bool:
    """Whether a declaration is one that dice are rolled for, by the game's commands.

    A command that fixes the values of fields speaks for declarations with those values alone.
    """
    verb = data.declarations.get(declaration.verb)
    if verb is None:
        return False
    said = {name: str(value) for name, value in declaration.values.items()}
    return any(
        command.rolls and all(said.get(name) == text for name, text in command.values.items())
        for command in verb.commands
    )
