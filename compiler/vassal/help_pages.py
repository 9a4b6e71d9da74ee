"""The help pages of a module: its keys, and the player aid, in plain HTML."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from compiler.art.templating import render
from compiler.gamedata.model import GameData, SequencePhase
from compiler.gamedata.schema import DeclarationCommand
from compiler.vassal.commands import DECLARE_MENU
from compiler.vassal.keyplan import PIECE_KEYS, TOOLBAR_KEYS, KeyPlan
from compiler.vassal.keys import ENGINE_KEYS, Key
from compiler.vassal.names import side_name

_NOTE = "Notes"
"""The window in which players write what they keep from each other."""

KEYS_PAGE, AID_PAGE = "help/keys.html", "help/player-aid.html"


@dataclass(frozen=True, slots=True)
class _Row:
    key: str
    what: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class _Section:
    title: str
    rows: tuple[_Row, ...]


@dataclass(frozen=True, slots=True)
class _Phase:
    name: str
    who: str
    rule: str


@dataclass(frozen=True, slots=True)
class _Verb:
    name: str
    rule: str
    description: str
    commands: tuple[_Row, ...]


def help_pages(data: GameData, keys: KeyPlan) -> Mapping[str, bytes]:
    """The pages by their names in the module."""
    return {
        KEYS_PAGE: _keys_page(data, keys).encode(),
        AID_PAGE: _aid_page(data, keys).encode(),
    }


def _keys_page(data: GameData, keys: KeyPlan) -> str:
    pieces = [_Row(text, what) for text, what in PIECE_KEYS.values()]
    sections = [
        _Section("Pieces", tuple(pieces)),
        _Section("States of pieces", tuple(_state_rows(data, keys))),
        _Section(
            "Declarations", tuple(row for verb in _verbs(data, keys) for row in verb.commands)
        ),
        _Section("Toolbar", tuple(_toolbar_rows(data, keys))),
        _Section("VASSAL", tuple(_Row(key, what) for key, what in ENGINE_KEYS.items())),
    ]
    return render(
        "module-keys.html.j2",
        title=data.game.title,
        sections=[section for section in sections if section.rows],
    )


def _state_rows(data: GameData, keys: KeyPlan) -> Iterator[_Row]:
    for name, state in data.states.items():
        up, down = keys.states[name].up, keys.states[name].down
        if state.type == "level":
            yield _Row(_text(up), f"{state.name}: one more", state.rule)
            yield _Row(_text(down), f"{state.name}: one less", state.rule)
        else:
            what = "on or off" if state.type == "flag" else "next"
            yield _Row(_text(up), f"{state.name}: {what}", state.rule)


def _toolbar_rows(data: GameData, keys: KeyPlan) -> Iterator[_Row]:
    for text, what in TOOLBAR_KEYS.values():
        yield _Row(text, what)
    for name, dice in data.dice.items():
        yield _Row(_text(keys.dice.get(name)), f"Roll: {dice.name}")
    for name, shown in data.displays.items():
        yield _Row(_text(keys.displays.get(name)), shown.name, shown.rule)


def _text(key: Key | None) -> str:
    return str(key) if key is not None else "menu"


def _verbs(data: GameData, keys: KeyPlan) -> Iterator[_Verb]:
    for verb, declaration in data.declarations.items():
        rows = tuple(
            _Row(
                _command_key(command, keys.commands.get((verb, n))),
                command.label,
                _command_note(data, command),
            )
            for n, command in enumerate(declaration.commands)
        )
        if declaration.secret:
            rows += (_Row(_NOTE, declaration.secret, "in secret, for example"),)
        yield _Verb(declaration.name, declaration.rule, declaration.description, rows)


def _command_key(command: DeclarationCommand, key: Key | None) -> str:
    if key is not None:
        return str(key)
    return DECLARE_MENU if command.who == "toolbar" else "menu"


def _command_note(data: GameData, command: DeclarationCommand) -> str:
    notes = []
    if command.role == "target":
        notes.append("on anyone's piece")
    if command.ask is not None:
        asked = ", ".join(command.ask.choices) or command.ask.prompt
        notes.append(f"asks: {asked}")
    if command.rolls in data.dice:
        notes.append(f"rolls {data.dice[command.rolls].name}")
    return "; ".join(notes)


def _aid_page(data: GameData, keys: KeyPlan) -> str:
    counts = Counter(counter.source.kind for counter in data.counters.values())
    sources = ", ".join(f"{number} {kind}" for kind, number in sorted(counts.items()))
    return render(
        "module-aid.html.j2",
        title=data.game.title,
        subtitle=data.game.subtitle,
        version=data.game.version,
        phases=[
            _Phase(phase.name, _who(data, phase), phase.phase.rule)
            for phase in data.sequence.phases
        ],
        next_key=str(keys.toolbar["next"]),
        previous_key=str(keys.toolbar["previous"]),
        verbs=list(_verbs(data, keys)),
        secrets=any(verb.secret for verb in data.declarations.values()),
        notes_key=str(keys.toolbar["notes"]),
        options=list(data.options.values()),
        sources=f"Units: {sources}." if sources else "",
    )


def _who(data: GameData, phase: SequencePhase) -> str:
    who = {"both": "both sides", "first": "first player", "second": "second player", "none": ""}
    return who.get(phase.acting) or (
        side_name(data, phase.acting) if phase.acting in data.sides else ""
    )
