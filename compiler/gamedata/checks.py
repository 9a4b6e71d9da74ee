"""What the entries of a game's TOML files say about one another, apart from their form.

Each check looks at the entries that are sound in themselves, so that one faulty entry hides no
other. The sequence of play, scenarios and tables have checks of their own beside their readers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from compiler.declarations import DeclarationError, parse_line
from compiler.gamedata.columns import FIXED
from compiler.gamedata.faults import FaultList, Names, Position, shown
from compiler.gamedata.map_csv import build_grid
from compiler.gamedata.model import Counter
from compiler.gamedata.schema import (
    Column,
    CounterLayout,
    DeclarationVerb,
    FaceText,
    MapFile,
    State,
)
from compiler.gamedata.toml_models import part, parts
from compiler.gamedata.toml_reader import Document, Path
from compiler.gamedata.vocabulary import Vocabulary, declared
from compiler.hexes import Grid, HexError

FORMAT_NAMES = ("id", "name", "side", "kind", "size", "formation")
"""What a text on a counter may name besides the game's columns and `formation.<column>`."""

RESERVED_STATES = ("face",)
"""Names that a change of state in a log already uses."""

FACED_FILES = ("counters", "markers")
"""Files whose columns may differ by face."""

_FORMAT_NAME = re.compile(r"\{([A-Za-z0-9_.-]+)\}")


def check_game(
    document: Document | None, words: Vocabulary, phases: Names, faults: FaultList
) -> None:
    """Check `game.toml`: sides, faces, columns, states and the layout.

    Args:
        document: the file, None if it is unreadable.
        words: what it declares.
        phases: ids of the phases of the sequence of play.
        faults: where faults are noted.
    """
    if document is None:
        return
    if words.sides is not None and not words.sides and "sides" in document.data:
        faults.add(document.at("sides"), "no sides", "one or more")
    faces = document.data.get("faces")
    if isinstance(faces, list):
        for number, face in enumerate(faces):
            if face in faces[:number] and isinstance(face, str):
                faults.repeated(document.at("faces", number), face, None)
        if not faces:
            faults.add(document.at("faces"), "no faces", "one or more")
    for file in words.columns or {}:
        _check_columns(document, file, faults)
    for name, state in parts(document, State, "states"):
        _check_state(document, str(name), state, words, phases, faults)
    _check_layout(document, words, faults)


def _check_columns(document: Document, file: str, faults: FaultList) -> None:
    fixed = (*FIXED[file].needed, *FIXED[file].allowed)
    for name, column in parts(document, Column, "columns", file):
        path: Path = ("columns", file, name)
        if name in fixed or (file == "setups" and str(name).startswith("state.")):
            expected = f"a name that {file} do not have already"
            faults.add(document.at_key(*path), f"the column {shown(name)}", expected)
        if column.per_face and file not in FACED_FILES:
            expected = f"it only for {' and '.join(FACED_FILES)}"
            faults.add(document.at(*path, "per_face"), "a column that differs by face", expected)
        _check_choices(document, path, column.choices, column.type, ("choice",), faults)
        if column.choices and column.type not in ("choice", "list"):
            at = document.at(*path, "choices")
            faults.add(at, f"choices for the type '{column.type}'", "type = 'choice' or 'list'")
        _check_bounds(document, path, column.minimum, column.maximum, faults)
        for key, bound in (("minimum", column.minimum), ("maximum", column.maximum)):
            if bound is not None and column.type not in ("integer", "number", "strength"):
                found = f"a {key} for the type '{column.type}'"
                faults.add(document.at(*path, key), found, "it for a type of numbers")


def _check_choices(
    document: Document,
    path: Path,
    choices: tuple[str, ...],
    type_: str,
    needing: Iterable[str],
    faults: FaultList,
) -> None:
    if type_ in needing and not choices:
        faults.add(document.at(*path, "choices"), "no choices", "one or more for the type 'choice'")
    if len(set(choices)) < len(choices):
        faults.add(document.at(*path, "choices"), "a choice twice", "each once")


def _check_bounds(
    document: Document, path: Path, low: float | None, high: float | None, faults: FaultList
) -> None:
    if low is not None and high is not None and low > high:
        at = document.at(*path, "maximum")
        faults.add(at, f"a minimum of {low:g} and a maximum of {high:g}", "a maximum not below it")


def _check_state(
    document: Document,
    name: str,
    state: State,
    words: Vocabulary,
    phases: Names,
    faults: FaultList,
) -> None:
    path: Path = ("states", name)
    if name in RESERVED_STATES:
        faults.add(document.at_key(*path), f"a state called {shown(name)}", "another name")
    for number, kind in enumerate(state.kinds):
        faults.unknown(document.at(*path, "kinds", number), "kinds", kind, words.kinds)
    _check_choices(document, path, state.choices, state.type, ("choice",), faults)
    if state.choices and state.type != "choice":
        at = document.at(*path, "choices")
        faults.add(at, f"choices for the type '{state.type}'", "type = 'choice'")
    _check_bounds(document, path, state.minimum, state.maximum, faults)
    if state.default is not None and not _is_value(state, state.default):
        expected = {
            "flag": "true or false",
            "level": f"a whole number from {state.minimum} to {state.maximum}",
            "choice": "one of the state's choices",
        }[state.type]
        faults.add(document.at(*path, "default"), shown(state.default), expected)
    if state.clears:
        at = document.at(*path, "clears")
        faults.unknown(at, "phases", state.clears, phases, declared_in="sequence.toml")


def _is_value(state: State, value: str | int | bool) -> bool:
    if state.type == "flag":
        return isinstance(value, bool)
    if state.type == "choice":
        return value in state.choices
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return is_number and state.minimum <= int(value) <= state.maximum


def _check_layout(document: Document, words: Vocabulary, faults: FaultList) -> None:
    """Check what the layout says outside its texts."""
    layout = part(CounterLayout, declared(document, "layout"))
    if layout is None or words.columns is None:
        return
    counters = words.columns["counters"]
    fill = layout.symbol_fill
    if fill is not None:
        at = document.at("layout", "symbol_fill", "column")
        faults.unknown(at, "columns of counters", fill.column, counters)
    if layout.emphasis.column:
        at = document.at("layout", "emphasis", "column")
        faults.unknown(at, "columns of counters", layout.emphasis.column, counters)
    if layout.stripe:
        at = document.at("layout", "stripe")
        faults.unknown(at, "columns of formations", layout.stripe, words.columns["formations"])
    for number, kind in enumerate(layout.emphasis.circle_kinds):
        at = document.at("layout", "emphasis", "circle_kinds", number)
        faults.unknown(at, "kinds", kind, words.kinds)
    for face in layout.faces:
        faults.unknown(document.at_key("layout", "faces", face), "faces", face, words.faces)
    for kind in layout.sizes_mm:
        faults.unknown(document.at_key("layout", "sizes_mm", kind), "kinds", kind, words.kinds)


def check_face_texts(
    document: Document | None,
    words: Vocabulary,
    counters: Mapping[str, Counter],
    markers: Mapping[str, Counter],
    faults: FaultList,
) -> None:
    """Check the texts on counter faces: each names columns that its counters have."""
    if document is None:
        return
    used = {
        "counters": {counter.kind for counter in counters.values()},
        "markers": {marker.kind for marker in markers.values()},
    }
    for number, text in parts(document, FaceText, "layout", "texts"):
        path: Path = ("layout", "texts", number)
        for index, kind in enumerate(text.kinds):
            faults.unknown(document.at(*path, "kinds", index), "kinds", kind, words.kinds)
        for index, face in enumerate(text.faces):
            faults.unknown(document.at(*path, "faces", index), "faces", face, words.faces)
        if "{" in _FORMAT_NAME.sub("", text.format) or "}" in _FORMAT_NAME.sub("", text.format):
            at = document.at(*path, "format")
            faults.add(at, shown(text.format), "braces only around the name of a column")
        names = _FORMAT_NAME.findall(text.format)
        # Texts that name no kind are those of units.
        files = [file for file in FACED_FILES if used[file] & set(text.kinds)] or ["counters"]
        for file in files:
            known = _format_names(words, file)
            what = f"columns of {file}"
            for name in dict.fromkeys(names):
                faults.unknown(document.at(*path, "format"), what, name, known)
            if text.emphasis:
                faults.unknown(document.at(*path, "emphasis"), what, text.emphasis, known)


def _format_names(words: Vocabulary, file: str) -> Names:
    if words.columns is None:
        return None
    by_formation = (f"formation.{name}" for name in words.columns["formations"])
    return [*words.columns[file], *FORMAT_NAMES, *by_formation]


def check_map(document: Document | None, words: Vocabulary, faults: FaultList) -> None:
    """Check `map.toml`: the default terrain, and that no route is called like a terrain."""
    if document is None:
        return
    default = document.data.get("default_terrain")
    if isinstance(default, str) and words.terrains is not None:
        of_hexes = [
            name
            for name, terrain in words.terrains.items()
            if terrain is None or terrain.on == "hex"
        ]
        at = document.at("default_terrain")
        faults.unknown(at, "terrains of a hex", default, of_hexes)
    for name in words.route_kinds or ():
        if words.terrains is not None and name in words.terrains:
            at = document.at_key("routes", name)
            faults.add(at, f"the route {shown(name)}", "a name that no terrain has")


def check_grid(document: Document | None, file: MapFile | None, faults: FaultList) -> Grid | None:
    """The grid of `map.toml`; None, with a fault, if it cannot be or VASSAL cannot name it.

    Where other parts of the file have faults, the grid is built from its own table alone.
    """
    if document is None:
        return None
    if file is None:
        file = part(MapFile, {**_ANY_MAP, "grid": declared(document, "grid")})
        if file is None:
            return None
    try:
        grid = build_grid(file)
        grid.vassal()
    except HexError as error:
        found, _, expected = str(error).partition(": ")
        advice = "" if expected.startswith("expected ") else expected
        expected = expected.removeprefix("expected ") if not advice else "a grid without this"
        faults.add(document.at("grid"), found, expected, advice)
        return None
    return grid


_ANY_MAP: Mapping[str, object] = {
    "name": "",
    "default_terrain": "any",
    "default_source": "stand-in",
    "terrain": {},
}
"""The rest of a map, where only its grid is sound."""


def check_declarations(document: Document | None, words: Vocabulary, faults: FaultList) -> None:
    """Check `declarations.toml`: kinds of counter and dice that commands name, lines of notes."""
    if document is None:
        return
    for name, verb in parts(document, DeclarationVerb, "declarations"):
        if not verb.commands and not verb.secret:
            at = document.at("declarations", name, "commands")
            faults.add(at, "no commands", "one or more")
        if verb.secret:
            _check_secret(
                document.at("declarations", name, "secret"), str(name), verb.secret, faults
            )
        for number, command in enumerate(verb.commands):
            path: Path = ("declarations", name, "commands", number)
            for index, kind in enumerate(command.kinds):
                at = document.at(*path, "kinds", index)
                faults.unknown(at, "kinds", kind, words.kinds)
            if command.rolls:
                faults.unknown(document.at(*path, "rolls"), "dice", command.rolls, words.dice)


def _check_secret(at: Position, verb: str, example: str, faults: FaultList) -> None:
    """Check the line that stands for what players write down in secret."""
    try:
        line = parse_line(example)
    except DeclarationError as error:
        line, said = None, str(error).partition(":")[0]
    else:
        said = "no line of a declaration" if line is None else f"a line of {line.verb!r}"
    if line is None or line.verb != verb:
        faults.add(at, said, f"a line as it stands in a note: `> {verb} | …`")


def check_rules(documents: Iterable[Document | None], paragraphs: Names, faults: FaultList) -> None:
    """Check every `rule` key: it names a paragraph of the rulebook."""
    for document in documents:
        if document is not None:
            for path, rule in _rules((), document.data):
                at = document.at(*path)
                faults.unknown(at, "paragraphs", rule, paragraphs, declared_in="rulebook.csv")


def _rules(path: Path, value: object) -> Iterator[tuple[Path, str]]:
    """The `rule` keys that are not empty; a game's own `values` may mean something else by it."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "rule" and isinstance(inner, str) and inner:
                yield (*path, key), inner
            elif key != "values":
                yield from _rules((*path, key), inner)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _rules((*path, number), inner)
