"""The dice of a step: what lines say they are for and whose they are, and what they show.

Only dice that the log shows are rolled. A line may tell a roll as a move log has it, but nobody has
rolled anything by writing: without the dice that it tells of in the same step it is left unread.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from compiler.gamedata.model import GameData
from referee.actions import Action, Roll, Unknown
from referee.logs.vassal.dice import DiceRoll


def could_show(data: GameData, roll: Roll) -> bool:
    """Whether dice of the game can show a roll."""
    dice = data.dice.get(roll.dice)
    return dice is not None and all(map(dice.can_show, roll.result))


@dataclass(slots=True)
class StepDice:
    """Follows the dice of one step.

    Attributes:
        data: the game.
        purpose: what the next dice are for.
        side: whose they, or the next words, are.
    """

    data: GameData
    purpose: str = ""
    side: str | None = None
    _awaited: list[Roll] = field(default_factory=list)

    def is_awaited(self, told: Action | None) -> bool:
        """Whether a line tells a roll that the game's dice have to show; they are waited for.

        What the dice of the game cannot show is no roll of theirs, and means nothing to the rules.
        """
        if not isinstance(told, Roll) or not could_show(self.data, told):
            return False
        self._awaited.append(told)
        self.purpose, self.side = told.purpose, told.side
        return True

    def rolled(self, shown: DiceRoll) -> Action:
        """The action of a roll that the log shows."""
        dice = self.data.dice.items()
        name = next((n for n, each in dice if each.name == shown.button), shown.button)
        if not shown.values:
            return Unknown(text=f"a roll of {shown.button} without numbers: {shown.result}")
        roll = Roll(dice=name, result=shown.values, purpose=self.purpose, side=self.side)
        for told in self._awaited:
            if (told.dice, told.result) == (roll.dice, roll.result):
                self._awaited.remove(told)
                break
        return roll

    def missing(self) -> Iterator[str]:
        """What lines told of dice that the step has not shown."""
        for told in self._awaited:
            yield (
                f"a line says that {told.dice} showed {', '.join(map(str, told.result))}, and no"
                " dice of the step do; only dice rolled with their button count"
            )
