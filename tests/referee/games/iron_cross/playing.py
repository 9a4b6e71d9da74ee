"""Plays a scene by its legal actions: takes options of named choices, and does what is binding."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.actions import Roll
from referee.games.iron_cross.legal import legal_actions
from referee.legal import Chance, Decision, open_choices
from tests.referee.games.iron_cross.scene import Scene, dice, shipped


def offered(scene: Scene, begins: str) -> list[Decision]:
    """What the choices offer whose names begin so."""
    return [
        option.decision
        for choice in legal_actions(scene.board)
        if choice.name.startswith(begins)
        for option in choice.options()
    ]


def take(scene: Scene, begins: str, wanted: Callable[[Any], bool] = lambda _: True) -> list[str]:
    """Do the first option of such choices that is wanted; what the rules say of it."""
    for decision in offered(scene, begins):
        if not isinstance(decision, Chance) and wanted(decision):
            return scene.do(decision)
    raise AssertionError(f"no choice {begins!r} offers what is wanted")


def settle(
    scene: Scene, total: int, passing: int | None = None, shot: int | None = None
) -> list[str]:
    """Do what is binding until nothing is, with dice of about `total`; what the rules say.

    Checks are rolled with `passing`, assault fire with `shot`, if they are given.
    """
    given = {"performance-check": passing, "assault-fire": shot}
    found: list[str] = []
    for _ in range(60):
        choice = open_choices(legal_actions(scene.board))[0]
        if not choice.binding:
            return found
        decision = max(choice.options(), key=lambda option: option.boldness).decision
        if isinstance(decision, Chance):
            wanted = given.get(decision.purpose)
            decision = rolled(decision, total if wanted is None else wanted)
        found += scene.do(decision)
    raise AssertionError("it does not come to an end")


def rolled(chance: Chance, total: int) -> Roll:
    """The dice, with that sum or the nearest they can have."""
    count = shipped().dice[chance.dice].count
    result = dice(min(max(total, count), 6 * count), count)
    return Roll(dice=chance.dice, result=result, purpose=chance.purpose, side=chance.side)
