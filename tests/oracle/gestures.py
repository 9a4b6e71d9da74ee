"""Which keys a player presses: the command for a declaration, the menu entries for a state.

Read from the game's data alone; nothing here talks to the engine or knows any game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from compiler.gamedata.model import GameData
from compiler.gamedata.schema import DeclarationCommand, State
from compiler.vassal.state_values import first_value, layer_values
from referee.actions import FieldValue

Values = Mapping[str, FieldValue]


def said_by(command: DeclarationCommand, values: Values) -> dict[str, FieldValue]:
    """The fields that a command's line gives: answers, numbers too, as they are typed."""
    fields: dict[str, FieldValue] = dict(command.values)
    if command.ask is not None:
        fields[command.ask.field] = str(values.get(command.ask.field, ""))
    return fields


def piece_command(
    data: GameData, verb: str, role: str, kind: str, values: Values, dice: str
) -> DeclarationCommand:
    """The command of a kind of piece that says most of these values and nothing against them.

    Where several say the same and roll different dice, it is the one that rolls `dice`.
    """
    found = [
        command
        for command in data.declarations[verb].commands
        if command.who == "piece"
        and command.role == role
        and (not dice or command.rolls == dice)
        and (not command.kinds or kind in command.kinds)
        and _may_say(command, values)
        and all(str(values.get(name, text)) == text for name, text in command.values.items())
    ]
    assert found, f"a {kind} has no key for {verb} as {role} with {dict(values)}"
    return max(found, key=lambda each: _said_of(each, values))


def button(data: GameData, verb: str, values: Values) -> DeclarationCommand:
    """The toolbar's command that says most of these values and nothing else."""
    found = [
        command
        for command in data.declarations[verb].commands
        if command.who == "toolbar"
        and _may_say(command, values)
        and all(str(values.get(name)) == text for name, text in command.values.items())
    ]
    assert found, f"no button for {verb} with {dict(values)}"
    return max(found, key=lambda each: _said_of(each, values))


def _may_say(command: DeclarationCommand, values: Values) -> bool:
    return command.ask is None or command.ask.field in values


def _said_of(command: DeclarationCommand, values: Values) -> int:
    return sum(name in values for name in said_by(command, values))


def roll_button(data: GameData, purpose: str, side: str) -> tuple[str, DeclarationCommand]:
    """Verb and command of the button that rolls dice for a purpose, for a side."""
    return next(
        (verb, command)
        for verb, declaration in data.declarations.items()
        for command in declaration.commands
        if command.values.get("roll") == purpose and command.values.get("side", side) == side
    )


def has_target_key(data: GameData, verb: str) -> bool:
    """Whether there is a key by which a piece is named as the target."""
    commands = data.declarations[verb].commands
    return any(each.role == "target" and each.who == "piece" for each in commands)


def state_steps(state: State, now: object, goal: FieldValue) -> Iterator[tuple[str, FieldValue]]:
    """Entries of a piece's menu that bring a state from `now` to `goal`, each with what it shows.

    `now` and `goal` are None where the state is, or shall be, as at first.
    """
    here = first_value(state) if now is None else str(now)
    there = first_value(state) if goal is None else str(goal)
    if state.type == "flag":
        if bool(now) != bool(goal):
            yield state.name, bool(goal)
    elif state.type == "choice":
        values = layer_values(state)
        at = values.index(here)
        while values[at] != there:
            at = (at + 1) % len(values)
            yield f"{state.name}: next", values[at] or None
    else:
        level, end = int(here), int(there)
        while level != end:
            up = end > level
            level += 1 if up else -1
            yield f"{state.name} {'+1' if up else '-1'}", level


def face_steps(faces: Sequence[str], now: str, goal: str) -> Iterator[str]:
    """The faces that turning a piece over shows one after the other, until it shows `goal`."""
    at = faces.index(now)
    while faces[at] != goal:
        at = (at + 1) % len(faces)
        yield faces[at]
