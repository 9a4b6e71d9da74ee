"""Which key does what in a module: fixed ones, those the game's data names, and chosen ones.

Keys are settled in that order, so that a chosen key never takes the place of a named one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from compiler.gamedata.model import GameData
from compiler.gamedata.schema import DeclarationCommand, State
from compiler.vassal.encoding import ALT, CONTROL, SHIFT, EncodingError
from compiler.vassal.keys import TOOLBAR, Key, KeyTable

TOOLBAR_KEYS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "counters": ("F2", "Counters"),
        "charts": ("F3", "Charts"),
        "inventory": ("F4", "Units in play"),
        "notes": ("F5", "Notes"),
        "overview": ("F6", "Overview of the map"),
        "range": ("F7", "Range and line of sight"),
        "previous": ("F8", "Previous phase"),
        "next": ("F9", "Next phase"),
        "hide": ("F11", "Hide all pieces"),
        "picture": ("F12", "Picture of the map"),
        "unmoved": ("Alt+U", "Mark all pieces not moved"),
        "zoom-in": ("Ctrl+=", "Zoom in"),
        "zoom-out": ("Ctrl+-", "Zoom out"),
        "undo": ("Ctrl+Z", "Undo"),
        "step": ("PageDown", "Next step of a log"),
    }
)
"""Buttons of every module: their keys and what they do."""

PIECE_KEYS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "flip": ("Ctrl+F", "Turn over"),
        "moved": ("Ctrl+M", "Mark moved"),
        "trail": ("Ctrl+Shift+T", "Movement trail"),
        "mask": ("Ctrl+Shift+K", "Hide what it is"),
        "invisible": ("Ctrl+Shift+I", "Make invisible"),
        "delete": ("Ctrl+D", "Remove from play"),
        "clone": ("Ctrl+Shift+C", "Another one"),
    }
)
"""Commands of every piece: their keys and menu entries."""


@dataclass(frozen=True, slots=True)
class StateKeys:
    """Keys of a state: `up` switches it, steps on or raises it, `down` lowers a level."""

    up: Key | None = None
    down: Key | None = None


@dataclass(frozen=True)
class KeyPlan:
    """All keys of a module by what they are for; and those that could not be read."""

    table: KeyTable
    toolbar: Mapping[str, Key]
    pieces: Mapping[str, Key]
    commands: Mapping[tuple[str, int], Key]
    """Verb and number of the command to its key, if it has one."""
    boxes: Mapping[str, Key]
    dice: Mapping[str, Key]
    displays: Mapping[str, Key]
    states: Mapping[str, StateKeys]
    unreadable: tuple[str, ...]
    """One line for each key of the data that is none."""


def unit_kinds(data: GameData) -> frozenset[str]:
    """The kinds of which there are units."""
    return frozenset(counter.kind for counter in data.counters.values())


def all_kinds(data: GameData) -> frozenset[str]:
    """The kinds of which there are units or markers."""
    return frozenset(counter.kind for counter in data.all_counters())


def state_kinds(data: GameData, state: State) -> frozenset[str]:
    """The kinds of counter that have a state."""
    return frozenset(state.kinds) or unit_kinds(data)


def command_kinds(data: GameData, command: DeclarationCommand) -> frozenset[str] | None:
    """The kinds of counter that have a command; None for a button."""
    if command.who == "toolbar":
        return TOOLBAR
    return frozenset(command.kinds) or unit_kinds(data)


class _Planner:
    def __init__(self, data: GameData) -> None:
        self.data = data
        self.table = KeyTable.with_engine_keys()
        self.unreadable: list[str] = []

    def named(self, text: str, what: str, kinds: frozenset[str] | None) -> Key | None:
        """The key that the data names, None if it names none or one that does not exist."""
        if not text:
            return None
        try:
            key = Key.parse(text)
        except EncodingError as error:
            self.unreadable.append(f"{what}: {error}")
            return None
        return self.table.take(key, what, kinds)

    def numbered(self, number: int, what: str, modifiers: int) -> Key | None:
        """Alt and a digit for the first nine of their kind."""
        if number > 9:
            return None
        return self.table.take(Key(ord("0") + number, modifiers), what, TOOLBAR, chosen=True)

    def state(self, name: str, state: State) -> StateKeys:
        """A named key, else Ctrl+Shift and a letter; levels go down with Alt+Shift."""
        kinds = state_kinds(self.data, state)
        key = self.named(state.key, state.name, kinds)
        if key is None:
            key = self.table.choose(state.name, state.name, kinds, CONTROL + SHIFT)
        if state.type != "level":
            return StateKeys(key)
        what = f"{state.name}, one less"
        return StateKeys(key, self.table.choose(name, what, kinds, ALT + SHIFT))

    def command(self, command: DeclarationCommand) -> Key | None:
        """Ctrl and a letter for a piece's command, Alt for a button's; none for choices of it."""
        kinds = command_kinds(self.data, command)
        if kinds is TOOLBAR and command.ask is not None and command.ask.choices:
            return None
        modifiers = ALT if kinds is TOOLBAR else CONTROL
        return self.table.choose(command.label, command.label, kinds, modifiers)


def plan_keys(data: GameData) -> KeyPlan:
    """Settle all keys of a game's module."""
    planner = _Planner(data)
    table, everything = planner.table, all_kinds(data)
    toolbar = {
        name: table.take(Key.parse(text), what, TOOLBAR)
        for name, (text, what) in TOOLBAR_KEYS.items()
    }
    pieces = {
        name: table.take(Key.parse(text), what, everything)
        for name, (text, what) in PIECE_KEYS.items()
    }
    declared = {
        (verb, n): command
        for verb, declaration in data.declarations.items()
        for n, command in enumerate(declaration.commands)
    }
    commands = {
        at: planner.named(command.key, command.label, command_kinds(data, command))
        for at, command in declared.items()
    }
    boxes = {
        box.id: planner.named(box.key, f"Send to {box.location}", shown.kinds or everything)
        for shown, box in data.boxes.values()
    }
    dice = {
        name: planner.numbered(n, rolled.name, ALT)
        for n, (name, rolled) in enumerate(data.dice.items(), 1)
    }
    displays = {
        name: planner.numbered(n, shown.name, ALT + SHIFT)
        for n, (name, shown) in enumerate(data.displays.items(), 1)
    }
    states = {
        name: planner.state(name, data.states[name])
        for name in sorted(data.states, key=lambda name: not data.states[name].key)
    }
    for at, command in declared.items():
        if not command.key:
            commands[at] = planner.command(command)
    return KeyPlan(
        table=table,
        toolbar=toolbar,
        pieces=pieces,
        commands={at: key for at, key in commands.items() if key is not None},
        boxes={at: key for at, key in boxes.items() if key is not None},
        dice={at: key for at, key in dice.items() if key is not None},
        displays={at: key for at, key in displays.items() if key is not None},
        states=states,
        unreadable=tuple(planner.unreadable),
    )
