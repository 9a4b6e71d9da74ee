"""What a result asks of each side and what has been paid of it (11.8.E-11.10, 11.14).

Pure bookkeeping: `obligations` judges it, `retreat` and `loss_actions` fill it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from referee.board import Piece
from referee.games.bold_stroke import units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.combat import losses
from referee.games.bold_stroke.combat.participants import attacking, defending, supports_only
from referee.games.bold_stroke.combat_state import Account, Combat
from referee.games.bold_stroke.state import CampaignBoard

RESULT = re.compile(r"\s*(R|[0-9])\s*/\s*(B|[0-9])\s*")
ROUT, BREAKTHROUGH = "R", "B"
FORCED_RETREAT = 2
"""Hexes of a rout, and of a breakthrough's retreat (11.10.1, 11.10.2)."""
CHOSEN_OF_BREAKTHROUGH = 2
"""Obligations of a breakthrough that the attacker decides, and losses of a rout."""
PARTIAL = 3
"""Obligations of the defender that make a partial breakthrough (11.10.3)."""


@dataclass(frozen=True, slots=True)
class Due:
    """What a side owes: obligations in all, of which retreats by a hex at least and at most.

    `most` obligations may be met; it differs from `owed` where two readings are accepted.
    """

    owed: int
    most: int
    retreat_least: int
    retreat_most: int
    kind: str = ""
    """`R`, `B` or empty for a number."""


def parse_result(text: str) -> tuple[str, str] | None:
    """Attacker's and defender's result, as (`2`, `B`); None if it is no result (11.8.E).

    >>> parse_result("1/2"), parse_result("two")
    (('1', '2'), None)
    """
    found = RESULT.fullmatch(text)
    return (found[1], found[2]) if found is not None else None


@RULES.covers("11.8.E", "11.9.A", "11.9.E", "11.10.1", "11.10.2", "11.14")
def due_of(result: str, *, attacker: bool, forgiven: bool) -> Due:
    """What a result asks of a side.

    Forgiveness takes one obligation off both sides; of a rout's losses it may or may not take one.
    """
    parsed = parse_result(result) or ("0", "0")
    text = parsed[0 if attacker else 1]
    less = int(forgiven)
    if text == ROUT:
        owed = FORCED_RETREAT + CHOSEN_OF_BREAKTHROUGH
        return Due(owed - less, owed, FORCED_RETREAT, FORCED_RETREAT, ROUT)
    if text == BREAKTHROUGH:
        owed = FORCED_RETREAT + CHOSEN_OF_BREAKTHROUGH - less
        return Due(owed, owed, FORCED_RETREAT, owed, BREAKTHROUGH)
    owed = max(int(text) - less, 0)
    return Due(owed, owed, 0, min(owed, 1) if attacker else owed)


def due(combat: Combat, side: str, result: str | None = None) -> Due:
    """What a side owes by a result; by the combat's own unless another is given."""
    if result is None:
        result = combat.results[0] if combat.results else "0/0"
    return due_of(result, attacker=side == combat.attacker, forgiven=combat.forgiven)


def most_due(combat: Combat, side: str) -> Due:
    """The most a side may owe by any result still possible."""
    all_due = [due(combat, side, result) for result in combat.results] or [due(combat, side)]
    return max(all_due, key=lambda one: (one.most, one.retreat_most))


@dataclass(frozen=True, slots=True)
class Paid:
    """What a side has paid: retreats, losses, losses without effect."""

    retreats: int
    losses: int
    without_effect: int

    @property
    def total(self) -> int:
        """Obligations met."""
        return self.retreats + self.losses + self.without_effect


def paid(account: Account) -> Paid:
    """What an account shows as paid; losses owed by retreating are not obligations."""
    names = {loss.unit for loss in account.losses}
    losses_paid = sum(account.for_obligations(name) for name in names)
    told = sum(loss.effect == "none" for loss in account.losses)
    announced = max(account.chosen.count("no effect") - told, 0)
    return Paid(account.retreat - account.beyond, losses_paid, announced)


def missing_extra(account: Account) -> Iterator[tuple[str, str, int]]:
    """Units that still owe steps for a retreat: unit, paragraph, number."""
    for unit, rules in account.extra.items():
        missing = account.extra_owed(unit)
        if missing:
            yield unit, rules[-1], missing


def members(board: CampaignBoard, combat: Combat, side: str) -> list[Piece]:
    """The units of a side that a result touches: those attacking or attacked, still on the map."""
    return attacking(board, combat) if side == combat.attacker else defending(board, combat)


@RULES.covers("11.2.D", "11.2.E", "11.13.3.B", "12.2.A", "12.2.B")
def takes_losses_last(combat: Combat, side: str, piece: Piece) -> bool:
    """Artillery, and headquarters that only fire: they lose steps after all others."""
    if units.is_artillery(piece):
        return True
    return side == combat.attacker and supports_only(piece)


def unit_names(board: CampaignBoard, pieces: list[Piece]) -> tuple[str, ...]:
    """Ids of the units that pieces stand for."""
    return tuple(losses.unit_of(board, piece.id) for piece in pieces)
