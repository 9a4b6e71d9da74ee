"""Dice and the declarations they answer: which roll was made for which unit, and what for.

A declaration whose command rolls dice waits for them; the next rolls answer it, one for each unit
that it names. What the number means is for the chapters.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.actions import Action, BeginPhase, Declare, PhaseEnds, Roll
from referee.findings import Finding
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.state import Answer, Awaited, BattleBoard, is_setting_up
from referee.mechanics.declared_dice import calls_for_dice

CHECK = "performance-check"
ATTACK_ROLL = "fire-roll"
GROUP_CHECKS = frozenset({"follow", "lead", "assault"})
"""Checks of one roll for all units named (8.3, 17.12)."""
REPEATED = frozenset({"crew-roll"})
"""Verbs of which one declaration may be answered by any number of rolls."""
UNTOLD = {
    "recovery": "7.0.b",
    "mine-roll": "19.24",
    "overrun-defence": "9.2.B",
    "observation": "23.2",
    "scatter": "14.3",
}
"""Verb whose missing dice are told of here to the paragraph."""
COMBAT_DICE = frozenset({ATTACK_ROLL, "assault-fire", "overrun-defence", "overrun-roll"})
"""Verbs whose dice resolve combat (8.22)."""


def answer(roll: Roll, board: BattleBoard) -> Answer | None:
    """What a roll answers in the position before it; None if nothing awaits it."""
    awaited = board.state.awaited
    if awaited is None:
        return None
    declaration = awaited.declaration
    if awaited.rolled >= awaited.rolls and declaration.verb not in REPEATED:
        return None
    named = _named(declaration)
    if not named and declaration.target:
        named = (declaration.target,)
    unit = named[min(awaited.rolled, len(named) - 1)] if named else ""
    return Answer(declaration, unit, roll)


def answered(board: BattleBoard, verb: str) -> Answer | None:
    """What the roll that is being applied answers, if that is a declaration of `verb`."""
    found = board.state.answered
    return found if found is not None and found.verb == verb else None


@RULES.effect("4.0", on=Action, before=True)
def a_declaration_waits_for_its_dice(action: Action, board: BattleBoard) -> None:
    """A declaration that calls for dice waits for them, and a roll makes it wait for one less.

    Runs before all other effects: they find what a roll answers in `BattleState.answered`.
    """
    state = board.state
    state.answered = None
    if isinstance(action, Roll):
        state.answered = answer(action, board)
        if state.answered is not None and state.awaited is not None:
            state.awaited = replace(state.awaited, rolled=state.awaited.rolled + 1)
    elif isinstance(action, Declare) and not action.secret:
        waits = calls_for_dice(board.data, action)
        state.awaited = Awaited(action, _rolls(action)) if waits else None
    elif isinstance(action, BeginPhase):
        state.awaited = None


def _rolls(declaration: Declare) -> int:
    """One roll for a group, or one for each unit; those who assault one by one roll each."""
    if declaration.verb == CHECK and declaration.text("for") in GROUP_CHECKS:
        return 1
    return max(1, len(_named(declaration)))


def _named(declaration: Declare) -> tuple[str, ...]:
    """The units for which dice are rolled; those under fire before those who fire."""
    targets = declaration.names("targets")
    hurt = targets if declaration.verb == ATTACK_ROLL else ()
    return hurt or declaration.units or targets


@RULES.rule(*UNTOLD.values(), on=Action)
def dice_are_in_the_log(action: Action, board: BattleBoard) -> Iterator[Finding]:
    """What was declared cannot be judged when its dice are not in the log.

    Checks, attacks, crews, assault fire and intensive fire say so themselves.
    """
    awaited = board.state.awaited
    if awaited is None or not isinstance(action, Declare | PhaseEnds):
        return
    if isinstance(action, Declare) and action.secret:
        return
    if awaited.rolled >= awaited.rolls:
        return
    rule = UNTOLD.get(awaited.declaration.verb)
    if rule is not None:
        yield Finding(
            f"the dice of '{awaited.declaration.verb}' are not in the log",
            units=awaited.declaration.units,
            expected="the roll in the log",
            severity="unverifiable",
            rule=rule,
        )


@RULES.effect("8.22", on="roll")
def the_first_shot_is_noted(_: Roll, board: BattleBoard) -> None:
    """From the player turn after the first dice of combat on, movement needs checks."""
    found = board.state.answered
    if found is None or found.verb not in COMBAT_DICE or is_setting_up(board):
        return
    if board.state.first_shot is None:
        board.state.first_shot = board.state.player_turn
