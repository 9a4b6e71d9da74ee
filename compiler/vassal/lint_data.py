"""Lint of a game's data for what a module cannot hold: names, keys, set-ups.

The data's own consistency is checked when it is read; this is about VASSAL.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from compiler.art.drawing import MAX_PIXELS
from compiler.declarations import ID_PROPERTY, REFERENCE_PROPERTY, escape
from compiler.gamedata.model import GameData
from compiler.gamedata.schema import DeclarationCommand
from compiler.hexes import Hex
from compiler.vassal.commands import answer_property
from compiler.vassal.keyplan import KeyPlan, all_kinds
from compiler.vassal.lint import LintFinding, error, repeated, warning
from compiler.vassal.names import (
    FACE_LAYER,
    FORMATION,
    KIND,
    REFEREE,
    SIDE,
    SIZE,
    SOLITAIRE,
    display_map_name,
    main_map_name,
    property_name,
)

LARGE_BOARD = 25_000_000
"""Pixels of a board from which on VASSAL is slow on a common computer."""

_COMMAND_PREFIXES = ("CHAT", "LOG\t", "+/", "D/", "M/", "-/")
_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_OWN_PROPERTIES = (ID_PROPERTY, REFERENCE_PROPERTY, SIDE, KIND, FORMATION, SIZE, FACE_LAYER)


def lint_data(data: GameData, keys: KeyPlan) -> Iterator[LintFinding]:
    """Everything in the data that a module cannot hold, or should not."""
    yield from _maps(data)
    yield from _names(data)
    yield from _keys(keys)
    yield from _properties(data)
    yield from _declarations(data)
    yield from _setups(data)


def _maps(data: GameData) -> Iterator[LintFinding]:
    maps = [
        (main_map_name(data), "the map"),
        *((display_map_name(shown), f"display {shown.id}") for shown in data.displays.values()),
    ]
    yield from repeated("the name", maps)
    for name, owner in maps:
        if name in ("", "null") or name.startswith(_COMMAND_PREFIXES):
            yield error(owner, f"cannot be called {name!r}, which VASSAL reads as something else")
    boards = [
        ("the map", *data.map.grid.board_size),
        *((f"display {s.id}", s.width, s.height) for s in data.displays.values()),
    ]
    for owner, width, height in boards:
        if width * height > MAX_PIXELS:
            advice = "make hex_pixels or the boxes smaller"
            yield error(owner, f"a board of {width} by {height} pixels is too large: {advice}")
        elif width * height > LARGE_BOARD:
            yield warning(owner, f"a board of {width} by {height} pixels is slow to show")
    yield from repeated(
        "the name in reports",
        ((box.location, f"box {box.id}") for _, box in data.boxes.values()),
    )
    numbers = {data.map.number(hex_) for hex_ in data.map.hexes}
    for _, box in data.boxes.values():
        if box.location in numbers:
            yield error(f"box {box.id}", f"is called {box.location!r} as a hex is")


def _names(data: GameData) -> Iterator[LintFinding]:
    sides = [(side.name, f"side {name}") for name, side in data.sides.items()]
    reserved = [(SOLITAIRE, "the player of both sides"), (REFEREE, "the referee")]
    yield from repeated("the name", [*reserved, *sides])
    for name, owner in sides:
        if escape(name) != name:
            yield error(owner, f"{name!r} holds a sign that declarations use")
    yield from repeated(
        "the name", ((each.name, f"scenario {name}") for name, each in data.scenarios.items())
    )
    yield from _namesakes(data)
    for counter in data.all_counters():
        if counter.name.endswith("\\"):
            yield error(
                counter.id, f"the name {counter.name!r} ends in a backslash, which VASSAL drops"
            )
        if counter.name == "null":
            yield error(counter.id, "no piece can be called null, which VASSAL reads as no piece")
        for text in (counter.name, counter.size):
            if _NOT_IN_XML.search(text):
                yield error(counter.id, f"{text!r} holds a character that a module cannot")
        if "\t" in counter.name:
            yield warning(counter.id, "VASSAL shows a blank for the TAB in its name")


def _namesakes(data: GameData) -> Iterator[LintFinding]:
    """Units that players could not tell apart in a report."""
    found: dict[tuple[str | None, str], list[str]] = {}
    for counter in data.counters.values():
        found.setdefault((counter.side, counter.name), []).append(counter.id)
    for (_, name), counters in found.items():
        if len(counters) > 1:
            yield warning(", ".join(counters), f"are all called {name!r}")


def _keys(keys: KeyPlan) -> Iterator[LintFinding]:
    for line in keys.unreadable:
        subject, _, message = line.partition(": ")
        yield error(subject, message)
    for first, second in keys.table.collisions():
        yield error(
            f"key {first.key}", f"is both for {first.what!r} and for {second.what!r}: change one"
        )


def _properties(data: GameData) -> Iterator[LintFinding]:
    """Every property of a piece has one meaning."""
    columns = {**data.game.columns.counters, **data.game.columns.markers}
    names = [(name, f"the module's own {name}") for name in _OWN_PROPERTIES]
    for column, described in columns.items():
        if described.per_face:
            names += [
                (property_name(f"{face}.{column}"), f"column {face}.{column}")
                for face in data.game.faces
            ]
        else:
            names.append((property_name(column), f"column {column}"))
    names += [(property_name(state), f"state {state}") for state in data.states]
    yield from repeated("the property", names)


def _declarations(data: GameData) -> Iterator[LintFinding]:
    kinds = all_kinds(data)
    texts: list[tuple[str, str]] = []
    answers: list[tuple[str, str]] = []
    for verb, declaration in data.declarations.items():
        for n, command in enumerate(declaration.commands):
            subject = f"declaration {verb}, command {n + 1}"
            answers.append((answer_property(verb, n), subject))
            if command.rolls and command.rolls not in data.dice:
                yield error(subject, f"rolls {command.rolls!r}, which are none of the game's dice")
            for kind in command.kinds:
                if kind not in data.kinds:
                    yield error(subject, f"is for the kind {kind!r}, which the game does not have")
                elif kind not in kinds:
                    yield warning(
                        subject, f"is for the kind {kind!r}, of which there is no counter"
                    )
            if command.who == "toolbar":
                texts += [(text, subject) for text in _button_texts(command)]
    yield from repeated("the button", texts)
    yield from repeated("the property", answers)


def _button_texts(command: DeclarationCommand) -> Iterator[str]:
    choices = command.ask.choices if command.ask is not None else ()
    if not choices:
        yield command.label
    for choice in choices:
        yield f"{command.label}: {choice}"


def _setups(data: GameData) -> Iterator[LintFinding]:
    for scenario in data.scenarios.values():
        seen: set[str] = set()
        for placed in scenario.setup:
            subject = f"scenario {scenario.id}, {placed.piece}"
            if placed.piece in seen:
                yield error(subject, "is set up twice")
            seen.add(placed.piece)
            counter = data.counters.get(placed.counter) or data.markers.get(placed.counter)
            if counter is None:
                yield error(subject, f"there is no counter {placed.counter!r}")
            if isinstance(placed.place, Hex):
                if placed.place not in data.map.hexes:
                    yield error(subject, "is set up off the map")
            elif placed.place not in data.boxes:
                yield error(subject, f"is set up in {placed.place!r}, which is no box")
