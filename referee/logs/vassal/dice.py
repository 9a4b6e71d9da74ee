"""Rolls of dice, read from the events of one step.

A dice button sets global properties named after it; older versions of VASSAL only say the result in
the chat. Whether the dice were asked for by a rule is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from referee.logs.vassal.chat import GAME, read_line
from referee.logs.vassal.commands import Chat, PropertyChange
from referee.logs.vassal.events import Event

_RESULT = "_result"
_SPOKEN = re.compile(
    r"\*+ ?(?P<name>[^=*<>]{1,80}?) ?= ?(?P<result>\d{1,6}(?:, ?\d{1,6}){0,199})"
    r"(?: ?\*+(?: ?<(?P<player>.+)>)?)?"
)
_OLD_STYLE = re.compile(
    r"\*+ ?\((?P<name>[^()]{1,80})\) ?(?P<result>\d{1,6}(?:, ?\d{1,6}){0,199}) ?\*+"
    r" ?<(?P<player>[^<>]+)>.*"
)
_NUMBER = re.compile(r"-?\d{1,9}")


@dataclass(frozen=True, slots=True)
class DiceRoll:
    """One roll.

    Attributes:
        button: name of the dice, for example `2d6`.
        result: the result as VASSAL has it: a sum, a list of numbers, or the texts of faces.
        values: the numbers in it, in their order; empty if it is no list of numbers.
        total, keep, summary: what newer versions of VASSAL report besides; empty if they do not.
        player: name of the player as the chat line gives it, None if it does not.
    """

    button: str
    result: str
    values: tuple[int, ...]
    total: str = ""
    keep: str = ""
    summary: str = ""
    player: str | None = None


def rolls(events: Sequence[Event]) -> tuple[DiceRoll, ...]:
    """Find the rolls in the events of a step, in their order.

    The properties count; a line of chat of the same dice and result adds the player's name. It is a
    roll of its own only where there is no such property and it has the form of the default reports,
    which end with the name of the player.

    >>> [r.values for r in rolls([PropertyChange("2d6_result", "1", "3,4", "Module")])]
    [(3, 4)]
    """
    return tuple(roll for _, roll in rolls_by_event(events))


def rolls_by_event(events: Sequence[Event]) -> tuple[tuple[int, DiceRoll], ...]:
    """The same, each with the index of the event that tells it, to be put in order with others."""
    found: list[DiceRoll] = []
    told: list[int] = []
    spoken: list[tuple[int, DiceRoll]] = []
    for index, event in enumerate(events):
        if isinstance(event, PropertyChange):
            _read_property(event, found)
            told += [index] * (len(found) - len(told))
        elif isinstance(event, Chat):
            spoken.extend((index, roll) for roll in _read_chat(event.text))
    buttons = {roll.button for roll in found}
    unnamed: dict[tuple[str, str], list[int]] = {}
    for number in range(len(found) - 1, -1, -1):
        unnamed.setdefault((found[number].button, found[number].result), []).append(number)
    for index, roll in spoken:
        if numbers := unnamed.get((roll.button, roll.result)):
            number = numbers.pop()
            found[number] = replace(found[number], player=roll.player)
        elif roll.player is not None and roll.button not in buttons:
            found.append(roll)
            told.append(index)
    return tuple(zip(told, found, strict=True))


def _read_property(change: PropertyChange, found: list[DiceRoll]) -> None:
    if change.name.endswith(_RESULT):
        button = change.name[: -len(_RESULT)]
        found.append(DiceRoll(button, change.new, _values(change.new)))
        return
    if not found or not change.name.startswith(found[-1].button):
        return
    roll = found[-1]
    match change.name[len(roll.button) :]:
        case "_total":
            found[-1] = replace(roll, total=change.new)
        case "_keep":
            found[-1] = replace(roll, keep=change.new)
        case "_summary":
            found[-1] = replace(roll, summary=change.new)


def _read_chat(text: str) -> Iterator[DiceRoll]:
    if not text.startswith("*"):
        return
    line = read_line(text)
    if line.kind != GAME or line.takes_back:
        return
    match = _SPOKEN.fullmatch(line.text) or _OLD_STYLE.fullmatch(line.text)
    if match:
        result = match["result"].replace(" ", "")
        yield DiceRoll(match["name"].strip(), result, _values(result), player=match["player"])


def _values(result: str) -> tuple[int, ...]:
    parts = [part.strip() for part in result.split(",")]
    if all(_NUMBER.fullmatch(part) for part in parts):
        return tuple(int(part) for part in parts)
    return ()
