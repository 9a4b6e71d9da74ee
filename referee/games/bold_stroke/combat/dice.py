"""What a die in a combat phase is for: by its own words, or by what was announced before it."""

from __future__ import annotations

from typing import NamedTuple

from compiler.hexes import Hex
from referee.actions import Roll
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.combat_state import Combat
from referee.games.bold_stroke.state import CampaignBoard

COMBAT, ODDS, AIR_COMBAT = "combat", "odds", "air-combat"


class Rolled(NamedTuple):
    """What a roll is for, the hex it names, and who makes it; empty or None where nobody says."""

    purpose: str = ""
    hex: Hex | None = None
    side: str = ""


def meaning(board: CampaignBoard, roll: Roll) -> Rolled:
    """What a roll is for.

    A purpose may have the verb of its declaration before it (`odds.odds`) and a hex after it
    (`combat 0814`). A roll that says nothing is the die of a combat that waits for it.
    """
    now = board.state.combat.now
    said, side = now.awaiting if not roll.purpose else (roll.purpose, "")
    if roll.purpose and now.awaiting[0] == roll.purpose.rpartition(".")[2]:
        side = now.awaiting[1]
    words = said.split()
    if not words:
        return Rolled(COMBAT if waiting(board) else "", None, roll.side or "")
    places = (board.location(word) for word in words[1:])
    hex_ = next((place for place in places if isinstance(place, Hex)), None)
    return Rolled(words[0].rpartition(".")[2], hex_, roll.side or side)


def waiting(board: CampaignBoard) -> list[Combat]:
    """The combats announced that wait for their die."""
    return [c for c in board.state.combat.now.combats if not c.resolved and not c.closed]


@RULES.effect("11.8.C", "15.4.B", "17.6", on=Roll, before=True)
def what_a_roll_is_for_is_settled(action: Roll, board: CampaignBoard) -> None:
    """An announcement is for one roll."""
    now = board.state.combat.now
    now.rolling = meaning(board, action)
    now.awaiting = ("", "")
