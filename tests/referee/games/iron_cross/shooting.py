"""A scene in which units fire: checks passed, attacks announced, dice rolled and results marked."""

from __future__ import annotations

from typing import Any

from referee.actions import Declare, FieldValue, Roll
from tests.referee.games.iron_cross.scene import Scene, rules_of

DICE = (
    "die", "two-dice", "three-dice", "four-dice", "five-dice", "six-dice", "seven-dice",
    "eight-dice", "nine-dice",
)  # fmt: skip

RIFLE, RIFLE_2, RIFLE_3 = "ru-a-gusev", "ru-a-zaitsev", "ru-a-kozlov"
OTHER_SQUAD = "ru-b-vlasov"
LMG, LMG_2 = "ru-a-orlov", "ru-b-bykov"
COMMANDER, MMG, MMG_2 = "ru-pl-10", "ru-mmg-1", "ru-mmg-2"
GUN, RIFLE_AT, MORTAR = "ru-45at-1", "ru-atr-1", "ru-mor-1"
TANK, TANK_2 = "ru-t34b-1", "ru-t34b-2"
ENEMY, ENEMY_2, ENEMY_3 = "ge-a-brandt", "ge-a-dietz", "ge-a-engel"
ENEMY_MMG, ENEMY_TANK, STUG, FLAMES = "ge-mmg-1", "ge-iiie-1", "ge-stug-1", "ge-e-wagner"

LOWEST, HIGHEST = 2, 12
"""Sums of two dice with which any check is passed, and failed."""


class Battle(Scene):
    """A scene with the acts of a fire phase; targets lie to the north, which is facing 0."""

    def put(self, unit: str, at: str, face: str = "up", **states: FieldValue) -> Battle:
        """Put a unit or marker of the game on the map."""
        super().put(unit, at, face, **states)
        return self

    def ready(self, units: str, act: str = "fire") -> list[str]:
        """Each unit passes its check."""
        return [rule for unit in units.split("+") for rule in self.check(unit, act, LOWEST)]

    def attack(
        self, units: str, target: str, verb: str = "fire", supports: str = "", **values: Any
    ) -> list[str]:
        """Announce an attack at a unit, or at a hex."""
        given: dict[str, FieldValue] = {key.rstrip("_"): value for key, value in values.items()}
        if supports:
            given["supports"] = tuple(supports.split("+"))
        if not target:
            return self.do(Declare(verb=verb, units=tuple(units.split("+")), values=given))
        named = target.split("+")
        pieces = [name for name in named if name in self.board.pieces]
        hex_ = self.board.number(self.board.piece(pieces[0]).place) if pieces else named[0]
        if pieces:
            given["targets"] = tuple(pieces)
        return self.do(Declare(verb=verb, units=tuple(units.split("+")), target=hex_, values=given))

    def fire(
        self, units: str, target: str, verb: str = "fire", act: str = "", **values: Any
    ) -> list[str]:
        """Check each unit, then announce the attack."""
        checked = self.ready(units, act or ("opportunity-fire" if "opp" in verb else "fire"))
        return checked + self.attack(units, target, verb, **values)

    def throw(self, *dice: int) -> list[str]:
        """Roll dice."""
        return self.do(Roll(dice=DICE[len(dice) - 1], result=dice))

    def hit(self, target: str, *dice: int) -> list[str]:
        """Roll dice against a unit of the target hex."""
        at = self.board.number(self.board.piece(target).place)
        said = self.do(Declare(verb="fire-roll", target=at, values={"targets": (target,)}))
        return said + self.throw(*dice)

    def owed(self, unit: str) -> set[str]:
        """The statuses that are right for a unit now, as results stand."""
        known = self.board.state.owed.get(unit)
        return set(known.statuses) if known is not None else {self.status(unit)}

    def mark(self, unit: str, status: str) -> list[str]:
        """Mark a unit as pinned or suppressed, and turn it down."""
        return self.set(unit, "morale", status) + self.set(unit, "face", "down")

    def only_said(self, found: list[str]) -> list[str]:
        """Findings that are violations."""
        return [rule for rule in found if rule[:1] not in "?!"]


def firing(phase: str = "support-fire", *, side: str = "russian", **drawn: Any) -> Battle:
    """A battle in a phase; put units on the map before asking anything of them."""
    battle = Battle(**drawn)
    battle.phase(phase, side=side)
    return battle


__all__ = [
    "COMMANDER", "ENEMY", "ENEMY_2", "ENEMY_3", "ENEMY_MMG", "ENEMY_TANK", "FLAMES", "GUN", "LMG",
    "LMG_2", "MMG", "MMG_2", "MORTAR", "OTHER_SQUAD", "RIFLE", "RIFLE_2", "RIFLE_3", "RIFLE_AT",
    "STUG", "TANK", "TANK_2", "Battle", "firing", "rules_of",
]  # fmt: skip
