"""Lines that tell a whole action: what a drag, a key or a die does not say by itself.

They are lines of the one grammar (`compiler.declarations`) whose verbs are the kinds of actions and
which all say whose action it is (`player`). The writer of module logs puts one at the beginning of
a step, the reader takes the action from it; neither knows here what is on the map.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from compiler.declarations import (
    BY,
    ON,
    SUPPORT,
    DeclarationError,
    Item,
    Line,
    format_line,
    parse_line,
)
from compiler.gamedata.model import GameData
from compiler.vassal.names import side_id
from referee.actions import (
    ACTIONS,
    Action,
    BeginPhase,
    Chat,
    Declare,
    FieldValue,
    Move,
    Place,
    Remove,
    Roll,
    SetState,
    Undo,
)
from referee.logs.vassal.chat import read_line

PLAYER, NOBODY = "player", "nobody"
"""The field that says whose action a line tells, and what it says where that is not known."""

UPKEEP, POSITION, VERBATIM = "upkeep", "position", "action"
"""Verbs of lines that tell no action of their own kind: what follows in the step shows what the
rules made of the action; the position after the step is a saved one; an action as a move log has
it."""

MOVE, PLACE, REMOVE, SET, PHASE, UNDO, ROLL, CHAT = (
    "move", "place", "remove", "set", "phase", "undo", "roll", "chat",
)  # fmt: skip
VERBS = frozenset({MOVE, PLACE, REMOVE, SET, PHASE, UNDO, ROLL, CHAT, UPKEEP, POSITION, VERBATIM})

NUMBERS = "numbers"
"""The field that names those fields of a declaration which hold whole numbers."""
TARGET = "target"
SUPPORTS, TARGETS = "supports", "targets"
"""Fields of an action that a line writes as pieces (`support`, `on`)."""

_RESERVED = frozenset({BY, SUPPORT, ON, PLAYER, NUMBERS, TARGET})
_SIGNS = re.compile(r"[&<>]| (?= )|(?<= ) ")
"""What a chat window would take for its own in the text of an action."""

Named = Callable[[Item], str]
"""The unit that an item of a line names."""
Shown = Callable[[str], Item]
"""The item that names a unit: its name, its id, where it stands."""


class LineError(ValueError):
    """A line that begins like an action and tells none; the text says what is wrong."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a line says: the action, or whose the next roll or chat of the step is."""

    verb: str
    action: Action | None = None
    side: str | None = None
    purpose: str = ""

    @property
    def begins_step(self) -> bool:
        """Whether what follows in the step belongs to it; not so of what goes with dice or talk."""
        return self.verb not in (ROLL, CHAT)


def is_told(line: Line, data: GameData) -> bool:
    """Whether a line tells a whole action: by its `player`, or because no game has its verb."""
    if line.items(PLAYER):
        return True
    return line.verb in VERBS and line.verb not in data.declarations


# -- writing ---------------------------------------------------------------------------------------


def line_text(action: Action, data: GameData, shown: Shown, *, verbatim: bool = False) -> str:
    """The line that tells an action so that `told_by` has it back, as it stands in the chat.

    An action that the grammar has no form for stands in it as in a move log, as any does if
    `verbatim`. Of a roll or chat the line tells what the dice or the player's words do not.

    Raises:
        LineError: no line can hold it.
    """
    text = "" if verbatim else _formatted(action, data, shown)
    if text and _reads_as(text, action, data):
        return text
    text = f"* {format_line(_verbatim(action))}"
    if _reads_as(text, action, data):
        return text
    raise LineError(f"an action {action.kind!r} of {len(text):,} characters does not fit in a line")


def _formatted(action: Action, data: GameData, shown: Shown) -> str:
    """The line in the grammar's own terms; empty where it has none."""
    try:
        return f"* {format_line(_line(action, data, shown))}"
    except DeclarationError:
        return ""


def _reads_as(text: str, action: Action, data: GameData) -> bool:
    line = parse_line(read_line(text).text)
    if line is None or not is_told(line, data):
        return False
    try:
        told = told_by(line, data, lambda item: item.id or item.text, lambda place: place)
    except LineError:
        return False
    if isinstance(action, (Roll, Chat)) and told.action is None:
        purpose = action.purpose if isinstance(action, Roll) else ""
        return (told.verb, told.side, told.purpose) == (action.kind, action.side, purpose)
    return told.action is not None and told.action.model_dump() == action.model_dump()


def _verbatim(action: Action) -> Line:
    plain = {"action": action.action} | action.model_dump(mode="json", exclude_defaults=True)
    text = json.dumps(plain, separators=(",", ":"))
    return Line(VERBATIM, typed=("json", _SIGNS.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text)))


Field = tuple[str, tuple[Item, ...]]


def _line(action: Action, data: GameData, shown: Shown) -> Line:
    """The line in the grammar's own terms; an action that has none of its own stands as it is."""
    say = _FIELDS.get(type(action))
    if say is None:
        return _verbatim(action)
    fields = [field for field in say(action, shown) if field[1]]
    fields.append((PLAYER, (Item(_player(action.side, data)),)))
    verb = action.verb if isinstance(action, Declare) else action.action
    return Line(verb, tuple(fields), _typed(action))


def _player(side: str | None, data: GameData) -> str:
    if side is None:
        return NOBODY
    known = data.sides.get(side)
    return side if known is None or side_id(data, known.name) != side else known.name


def _typed(action: Action) -> tuple[str, str] | None:
    """What ends the line as JSON, since it is no text."""
    match action:
        case Place(states=states) if states:
            return "states", json.dumps(states)
        case SetState(value=value):
            return "value", json.dumps(value)
    return None


def _items(*texts: str | int | None) -> tuple[Item, ...]:
    """What is said in words; nothing of what is not."""
    return tuple(Item(str(text)) for text in texts if text not in ("", None))


def _move(action: Move, shown: Shown) -> Iterator[Field]:
    yield BY, tuple(map(shown, action.units))
    yield ("path" if action.complete else "ends"), _items(*action.path)
    yield "manner", _items(action.by)


def _place(action: Place, shown: Shown) -> Iterator[Field]:
    yield BY, (shown(action.unit),)
    for name in ("counter", "at", "face", "why"):
        yield name, _items(getattr(action, name))


def _remove(action: Remove, shown: Shown) -> Iterator[Field]:
    yield BY, tuple(map(shown, action.units))
    yield "why", _items(action.why)


def _set(action: SetState, shown: Shown) -> Iterator[Field]:
    if action.unit is not None:
        yield ON, (shown(action.unit),)
    yield "state", _items(action.state)


def _phase(action: BeginPhase, _: Shown) -> Iterator[Field]:
    yield "turn", _items(action.turn)
    yield "phase", _items(action.phase)
    yield "first-player", _items(action.first_player)


def _declare(said: Declare, shown: Shown) -> Iterator[Field]:
    """The fields of a declaration, its pieces first."""
    if said.verb in VERBS or not _RESERVED.isdisjoint(said.values):
        raise DeclarationError(f"{said.verb}: a verb or field of the log itself")
    yield BY, tuple(map(shown, said.units))
    for role, name in ((SUPPORT, SUPPORTS), (ON, TARGETS)):
        yield role, tuple(map(shown, said.names(name)))
    yield TARGET, _items(said.target)
    values = {n: v for n, v in said.values.items() if n not in (SUPPORTS, TARGETS)}
    for name, value in values.items():
        items = value if isinstance(value, tuple) else (value,)
        yield name, tuple(Item(str(item)) for item in items)
    yield NUMBERS, tuple(Item(name) for name, value in values.items() if _is_number(value))


def _is_number(value: FieldValue) -> bool:
    items = value if isinstance(value, tuple) else (value,)
    return all(isinstance(item, int) and not isinstance(item, bool) for item in items)


_FIELDS: Mapping[type[Action], Callable[[Any, Shown], Iterable[Field]]] = {
    Move: _move,
    Place: _place,
    Remove: _remove,
    SetState: _set,
    BeginPhase: _phase,
    Declare: _declare,
    Roll: lambda action, _: [("for", _items(action.purpose))],
    Chat: lambda *_: (),
    Undo: lambda action, _: [("count", _items(action.count))],
}
"""What the line of each type of action says, besides whose it is; a field without items is none."""


# -- reading ---------------------------------------------------------------------------------------


def told_by(line: Line, data: GameData, named: Named, place: Callable[[str], str]) -> Told:
    """What a line tells (`is_told`).

    Args:
        line: the line.
        data: the game.
        named: the unit that an item names.
        place: the hex number or id of a box for what a line calls a place.

    Raises:
        LineError: something is missing, or is not as it should be.
    """
    try:
        side = _side(line, data)
        if line.verb in (ROLL, CHAT):
            return Told(line.verb, None, side, _text(line, "for"))
        if line.verb in (UPKEEP, POSITION):
            return Told(line.verb)
        if line.verb == VERBATIM:
            return Told(VERBATIM, _verbatim_action(line))
        if line.verb in VERBS:
            plain = {"action": line.verb, "side": side, **_fields(line, data, named)}
            return Told(line.verb, ACTIONS.validate_python(plain))
        return Told(line.verb, _declaration(line, side, named, place))
    except ValidationError as error:
        fault = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in fault["loc"][1:])
        raise LineError(f"{line.verb}: {where or 'the action'}: {fault['msg']}") from None
    except (RecursionError, ValueError) as error:
        raise LineError(f"{line.verb}: {error}") from None


def _verbatim_action(line: Line) -> Action:
    return ACTIONS.validate_json("" if line.typed is None else line.typed[1])


def _side(line: Line, data: GameData) -> str | None:
    said = _text(line, PLAYER)
    return None if said in ("", NOBODY) else side_id(data, said) or said


def _text(line: Line, name: str) -> str:
    items = line.items(name)
    return items[0].text if items else ""


def _fields(line: Line, data: GameData, named: Named) -> dict[str, object]:
    """The fields of an action of the log's own verbs, as a move log has them."""
    units = tuple(named(item) for item in line.items(BY))
    found: dict[str, object] = {
        name: _text(line, name)
        for name in ("at", "counter", "count", "face", "phase", "state", "turn", "why")
        if line.items(name)
    }
    if line.typed is not None:
        found[line.typed[0]] = _value(line.typed[1])
    for item in line.items("value"):
        found["value"] = item.text
    match line.verb:
        case "move":
            found["units"] = units
            found["by"] = _text(line, "manner")
            way = line.items("path") or line.items("ends")
            found["path"] = tuple(item.text for item in way)
            found["complete"] = bool(line.items("path"))
        case "place":
            found["unit"] = units[0] if units else ""
        case "remove":
            found["units"] = units
        case "set":
            on = line.items(ON) or line.items(BY)
            found["unit"] = named(on[0]) if on else None
        case "phase" if line.items("first-player"):
            said = _text(line, "first-player")
            found["first_player"] = side_id(data, said) or said
    return found


def _value(text: str) -> object:
    """A value as JSON has it; a list of it as an action does."""
    value: object = json.loads(text)
    if isinstance(value, dict):
        return {name: _listed(each) for name, each in value.items()}
    return _listed(value)


def _listed(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _declaration(
    line: Line, side: str | None, named: Named, place: Callable[[str], str]
) -> Declare:
    """A declaration that stands in one line."""
    numbers = {item.text for item in line.items(NUMBERS)}
    values: dict[str, FieldValue] = {}
    for name, items in line.fields:
        if name not in _RESERVED:
            texts = tuple(item.text for item in items)
            made = tuple(map(int, texts)) if name in numbers else texts
            values[name] = made[0] if len(made) == 1 else made
    if line.typed is not None:
        values[line.typed[0]] = line.typed[1]
    for role, name in ((SUPPORT, SUPPORTS), (ON, TARGETS)):
        if units := _units(line.items(role), named):
            values[name] = units
    target = _text(line, TARGET)
    return Declare(
        verb=line.verb,
        units=_units(line.items(BY), named),
        target=place(target) if target else None,
        values=values,
        side=side,
    )


def _units(items: Iterable[Item], named: Named) -> tuple[str, ...]:
    return tuple(filter(None, map(named, items)))
