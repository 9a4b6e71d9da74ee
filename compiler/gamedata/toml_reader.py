"""Reads a TOML file into plain values and the line and column of every key and value.

The standard library gives the values but no positions, and neither does any other well-kept reader
of values; tree-sitter gives the positions, so both read the text. What the keys mean is not known
here.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

import tree_sitter
import tree_sitter_toml

from compiler.gamedata.faults import FaultList, Position, shown
from compiler.gamedata.files import control_character

Path = tuple[str | int, ...]
"""The way to a value: keys, and places in lists counted from 0."""

Place = tuple[int, int]
"""Line and column, from 1."""

MAX_DEPTH = 100
"""Syntax within syntax (a list in a table, a part of a dotted key); the formats need about ten."""
MAX_LINE_CHARACTERS = 8000
MAX_INTEGER = 10**12

_OPENINGS = ("[", "[[", "{", '"', "'", '"""', "'''")

_SYNTAX_ERROR = re.compile(
    r"(?P<what>.*) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)", re.DOTALL
)


@dataclass(frozen=True)
class Document:
    """The values of a TOML file; positions by path.

    A table that stands nowhere as such (`a` in `[a.b]`) is placed at its first key.
    """

    file: str
    data: Mapping[str, object]
    values: Mapping[Path, Place]
    keys: Mapping[Path, Place]
    flawed: frozenset[Path] = frozenset()
    """Values that have been reported already."""

    def at(self, *path: str | int) -> Position:
        """Where the value of a path stands, or the nearest table around it."""
        return self._position(path, self.values)

    def at_key(self, *path: str | int) -> Position:
        """Where the last key of a path stands, or the nearest table around it."""
        return self._position(path, self.keys if path in self.keys else self.values)

    def _position(self, path: Path, places: Mapping[Path, Place]) -> Position:
        subject = written(path)
        for length in range(len(path), 0, -1):
            if place := places.get(path[:length]):
                return Position(self.file, *place, subject)
        return Position(self.file, 1, 1, subject)

    def table(self, *path: str | int) -> Mapping[str, object]:
        """The table at a path; an empty one if there is none or something else stands there."""
        value: object = self.data
        for part in path:
            if isinstance(value, dict) and isinstance(part, str):
                value = value.get(part)
            elif isinstance(value, list) and isinstance(part, int) and part < len(value):
                value = value[part]
            else:
                return {}
        return value if isinstance(value, dict) else {}


def written(path: Path) -> str:
    """A path as messages write it, list places counted from 1.

    >>> written(("sections", 1, "phases", 0, "id"))
    'sections[2].phases[1].id'
    """
    text = ""
    for part in path:
        text += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def read_toml(file: str, text: str, faults: FaultList) -> Document | None:
    """The document in the text of a TOML file, or None, with a fault, if it is not TOML.

    Also notes values that no file of a game may hold: endless or huge numbers, control characters.
    """
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_LINE_CHARACTERS:
            found = f"a line of {len(line)} characters"
            faults.add(Position(file, number, 1), found, f"at most {MAX_LINE_CHARACTERS}")
            return None
    source = text.encode()
    tree = _parser().parse(source)
    if deep := _too_deep(tree):
        at = Position(file, *_place(source, deep))
        faults.add(at, f"more than {MAX_DEPTH} levels in one another", "lists and tables less deep")
        return None
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        faults.add(*_syntax_fault(file, lines, str(error), source, tree))
        return None
    except (ValueError, RecursionError):
        faults.add(Position(file, 1, 1), "a number or a nesting too large to read", "smaller ones")
        return None
    places = _Places(source)
    places.read(tree.root_node)
    document = Document(file, data, places.values, places.keys)
    return replace(document, flawed=frozenset(_flawed_values(document, (), data, faults)))


@cache
def _parser() -> tree_sitter.Parser:
    return tree_sitter.Parser(tree_sitter.Language(tree_sitter_toml.language()))


def _place(source: bytes, node: tree_sitter.Node) -> Place:
    """Line and column of a node, the column in characters (the parser counts bytes)."""
    row, column = node.start_point
    before = source[node.start_byte - column : node.start_byte]
    return row + 1, len(before.decode("utf-8", "replace")) + 1


def _nodes(tree: tree_sitter.Tree) -> Iterator[tuple[int, tree_sitter.TreeCursor]]:
    """Every node in order of the text, as the depth and the cursor on it; without recursion."""
    cursor, depth = tree.walk(), 0
    while True:
        yield depth, cursor
        if cursor.goto_first_child():
            depth += 1
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return
            depth -= 1


def _too_deep(tree: tree_sitter.Tree) -> tree_sitter.Node | None:
    """The node at which the text is nested too deep for safe reading, if any.

    Where the text is no TOML, the openings and dots stand side by side in an error node instead.
    """
    for depth, cursor in _nodes(tree):
        node = cursor.node
        if node is None:
            continue
        if depth > MAX_DEPTH:
            return node
        if node.is_error and node.child_count > MAX_DEPTH:
            signs = Counter(child.type for child in node.children)
            if any(signs[sign] > MAX_DEPTH for sign in (".", "[", "[[", "{")):
                return node
    return None


def _unclosed(tree: tree_sitter.Tree) -> tree_sitter.Node | None:
    """The first bracket or quotation mark that is opened and never closed, if any."""
    for _, cursor in _nodes(tree):
        node = cursor.node
        if node is None or not node.is_error:
            continue
        opened: list[tree_sitter.Node] = []
        for child in node.children:
            if child.type in _OPENINGS:
                opened.append(child)
            elif child.type in ("]", "}") and opened:
                opened.pop()
        # The parser may take the end of a later list for that of the one left open around it.
        around = node.parent
        while around is not None and around.type in ("array", "inline_table"):
            opened.insert(0, around.children[0])
            around = around.parent
        if opened:
            return opened[0]
    return None


def _syntax_fault(
    file: str, lines: list[str], message: str, source: bytes, tree: tree_sitter.Tree
) -> tuple[Position, str, str]:
    """Position, found and expected for a syntax error of the standard library's reader."""
    match = _SYNTAX_ERROR.fullmatch(message)
    what = match["what"] if match else message
    at_end = match is None or match["line"] is None
    opening = _unclosed(tree) if at_end or what.startswith("Unclosed") else None
    if opening is not None:
        at = Position(file, *_place(source, opening))
        return at, f"{shown(opening.type)} that is never closed", "its end"
    if match and match["line"]:
        line, column = int(match["line"]), int(match["column"])
        rest = lines[line - 1][column - 1 :].strip()
        found = shown(rest) if rest else "the end of the line"
    else:
        line, column = len(lines), len(lines[-1]) + 1
        found = "the end of the file"
    if what.startswith("Expected "):
        expected = what.removeprefix("Expected ").replace("end of document", "end of the file")
    else:
        found = f"{found} ({what[:1].lower()}{what[1:]})"
        expected = 'TOML, such as key = "text"'
    return Position(file, line, column), found, expected


class _Places:
    """The places of keys and values in a syntax tree without errors."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.values: dict[Path, Place] = {}
        self.keys: dict[Path, Place] = {}
        self._elements: Counter[Path] = Counter()
        """How often each `[[table]]` has come so far."""

    def read(self, root: tree_sitter.Node) -> None:
        """Read a whole document."""
        for node in root.named_children:
            if node.type == "pair":
                self._pair((), node)
            elif node.type in ("table", "table_array_element"):
                self._table(node)

    def _table(self, node: tree_sitter.Node) -> None:
        head, *body = node.named_children
        path: Path = ()
        *parents, (name, place) = self._parts(head)
        for parent, parent_place in parents:
            path = self._inside((*path, parent), parent_place)
        path = (*path, name)
        self.keys.setdefault(path, place)
        self.values.setdefault(path, _place(self.source, node))
        if node.type == "table_array_element":
            self._elements[path] += 1
            path = (*path, self._elements[path] - 1)
            self.values[path] = _place(self.source, node)
        for pair in body:
            if pair.type == "pair":
                self._pair(path, pair)

    def _inside(self, path: Path, place: Place) -> Path:
        """The path of a table, or of the latest element where it is a list of tables."""
        self.keys.setdefault(path, place)
        self.values.setdefault(path, place)
        if path in self._elements:
            return (*path, self._elements[path] - 1)
        return path

    def _pair(self, path: Path, node: tree_sitter.Node) -> None:
        head, *_, value = (child for child in node.named_children if child.type != "comment")
        for part, place in self._parts(head):
            path = (*path, part)
            self.keys.setdefault(path, place)
            self.values.setdefault(path, place)
        self._value(path, value)

    def _value(self, path: Path, node: tree_sitter.Node) -> None:
        self.values[path] = _place(self.source, node)
        children = [child for child in node.named_children if child.type != "comment"]
        if node.type == "array":
            for number, child in enumerate(children):
                self._value((*path, number), child)
        elif node.type == "inline_table":
            for child in children:
                self._pair(path, child)

    def _parts(self, node: tree_sitter.Node) -> list[tuple[str, Place]]:
        if node.type == "dotted_key":
            return [part for child in node.named_children for part in self._parts(child)]
        text = (node.text or b"").decode()
        if node.type == "quoted_key":
            text = next(iter(tomllib.loads(f"{text} = 0")))
        return [(text, _place(self.source, node))]


def _flawed_values(
    document: Document, path: Path, value: object, faults: FaultList
) -> Iterator[Path]:
    """Paths of values that nothing may hold, each with a fault noted."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if control := control_character(key):
                _note_control(document.at_key(*path, key), control, faults)
                yield (*path, key)
            else:
                yield from _flawed_values(document, (*path, key), inner, faults)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _flawed_values(document, (*path, number), inner, faults)
    elif isinstance(value, str) and (control := control_character(value)):
        _note_control(document.at(*path), control, faults)
        yield path
    elif isinstance(value, float) and not math.isfinite(value):
        faults.add(document.at(*path), shown(value), "an ordinary number")
        yield path
    elif isinstance(value, int) and abs(value) > MAX_INTEGER:
        faults.add(document.at(*path), "a huge number", f"at most {MAX_INTEGER}")
        yield path


def _note_control(at: Position, control: re.Match[str], faults: FaultList) -> None:
    faults.add(at, f"the control character U+{ord(control[0]):04X}", "plain text")
