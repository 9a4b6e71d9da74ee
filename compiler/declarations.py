"""The grammar of declarations: chat lines by which players announce what no move shows.

It is the one home of the grammar: the module writer puts such lines into pieces and buttons, the
log reader takes them apart again. Which verbs a game has, and which keys write them, is data
(`declarations.toml`); what a verb means is for the game's rules.

A line is a verb and its fields:

    > attack | by: 94th Rifle Corps [94-rc] in 0814
    > attack | on: 25th Panzer [25-pz] in 0914
    > performance-check | by: Private Orlov [orlov] in 2113 | for: move

A field holds one or more items, parted by commas: a text, or a piece as `name [id] in place`, where
a hidden piece has neither name nor id. A last field written with `=` is what a player typed; it
runs to the end of the line and is taken as it stands:

    > ammunition | side: German | points = 4

Signs that the grammar uses, and those that VASSAL or HTML would take for their own, are written as
in a URL (`%2C` for a comma).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from urllib.parse import unquote_to_bytes

BY, SUPPORT, ON = "by", "support", "on"
"""The fields that name pieces: those that act, those that help, those that it is done to."""

ROLES = (BY, SUPPORT, ON)

ROLE_OF_COMMAND: Mapping[str, str] = MappingProxyType(
    {"actor": BY, "support": SUPPORT, "target": ON}
)
"""Role of a command in `declarations.toml` to the field it writes."""

ID_PROPERTY, REFERENCE_PROPERTY = "UnitId", "UnitRef"
"""The properties of a piece that hold its id, and `name [id]` as it stands in a line."""

LONGEST_LINE = 20_000
"""Characters; a longer chat line is not looked at."""

_START = "> "
_RESERVED = re.compile(r"[%|,\[\]$\\{}<>&\x00-\x1f\x7f]|^\s+|\s+\Z")
_ESCAPE = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_VERB = re.compile(r"[a-z0-9][a-z0-9_.-]*")
_FIELD = re.compile(r"([a-z0-9][a-z0-9_.-]*)\s?(:|=)(?: |$)?")
_PIECE = re.compile(
    r"(?:(?P<text>.*?) ?)?\[(?P<id>[^\[\]]*)\](?: in(?: (?P<place>.*))?)?", re.DOTALL
)
_CHAT_START = re.compile(r"\A\*+\s*")


class DeclarationError(ValueError):
    """A line that begins like a declaration and is none; the text says where it goes wrong."""


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a field: a text, or a piece where `id` is not None.

    `place` is where the piece stands: a hex number or the name of a box, empty off the map. A piece
    whose owner hides what it is has an empty id and an empty name.
    """

    text: str
    id: str | None = None
    place: str = ""

    def __post_init__(self) -> None:
        if self.place and self.id is None:
            raise DeclarationError(f"{self.text!r} has a place and no id: only a piece has a place")


@dataclass(frozen=True, slots=True)
class Line:
    """One line: a verb, fields in order, and the field that the player typed, if any.

    >>> line = Line("attack", (("by", (Item("94th Rifle Corps", "94-rc", "0814"),)),))
    >>> format_line(line)
    '> attack | by: 94th Rifle Corps [94-rc] in 0814'
    >>> parse_line("* > attack | by: 94th Rifle Corps [94-rc] in 0814") == line
    True
    """

    verb: str
    fields: tuple[tuple[str, tuple[Item, ...]], ...] = ()
    typed: tuple[str, str] | None = None
    """Name of the last field and what the player typed."""

    def items(self, name: str) -> tuple[Item, ...]:
        """All items of the fields of a name."""
        return tuple(item for key, items in self.fields if key == name for item in items)


# -- writing ---------------------------------------------------------------------------------------


def escape(text: str) -> str:
    """A text as it stands in a line.

    >>> escape("1/7 Inf, rear"), escape("Груз [2]")
    ('1/7 Inf%2C rear', 'Груз %5B2%5D')
    """
    return _RESERVED.sub(_percent, text)


def _percent(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode())


def format_item(item: Item) -> str:
    """An item as it stands in a line."""
    if item.id is None:
        return escape(item.text)
    where = f" in {escape(item.place)}" if item.place else ""
    return f"{escape(item.text)} [{escape(item.id)}]{where}".lstrip(" ")


def format_line(line: Line) -> str:
    """The line as players read it.

    Raises:
        DeclarationError: the verb or a field's name does not have the form of an identifier, a
            field has no item, or what was typed does not stand on one line.
    """
    parts = [_name(line.verb)]
    for name, items in line.fields:
        if not items:
            raise DeclarationError(f"field {name!r} of {line.verb!r} has no item")
        parts.append(f"{_name(name)}: {', '.join(format_item(item) for item in items)}")
    if line.typed is not None:
        name, text = line.typed
        if text != text.strip() or len(text.splitlines()) > 1:
            raise DeclarationError(f"{text!r} is not one line without blanks at its ends")
        parts.append(f"{_name(name)} = {text}")
    return _START + " | ".join(parts)


def _name(text: str) -> str:
    if not _VERB.fullmatch(text):
        raise DeclarationError(f"{text!r} is no name: expected small letters, digits, - _ and .")
    return text


def piece_reference(name: str, piece: str) -> str:
    """What stands for a piece in a line, before its place.

    >>> piece_reference("1/7 Inf, rear", "inf-7")
    '1/7 Inf%2C rear [inf-7]'
    """
    return format_item(Item(name, piece))


def line_template(
    verb: str,
    piece: tuple[str, str, str] | None,
    values: Mapping[str, str],
    answer: str = "",
) -> str:
    """The line that a piece or button writes, with VASSAL's `$property$` where it fills in.

    Args:
        verb: the verb.
        piece: for a piece's line: its field (`by`, `support`, `on`), the property that refers to
            it and the property that names its place; None for a button's line.
        values: fields that are written as they stand (escaped here).
        answer: the end of the line as `choice_field` or `typed_field` give it, empty if none.

    >>> line_template("attack", ("by", "UnitRef", "LocationName"), {"way": "by road"})
    '> attack | by: $UnitRef$ in $LocationName$ | way: by road'
    """
    parts = [_name(verb)]
    if piece is not None:
        role, reference, place = piece
        parts.append(f"{role}: ${reference}$ in ${place}$")
    parts += [f"{_name(name)}: {escape(text)}" for name, text in values.items()]
    if answer:
        parts.append(answer)
    return _START + " | ".join(parts)


def choice_field(name: str, placeholder: str) -> str:
    """A field filled with one of given choices, none of which holds a reserved sign."""
    return f"{_name(name)}: {placeholder}"


def typed_field(name: str, placeholder: str) -> str:
    """A field filled with what a player types."""
    return f"{_name(name)} = {placeholder}"


# -- reading ---------------------------------------------------------------------------------------


def parse_line(text: str) -> Line | None:
    """The line that a chat text holds; None if it does not look like a declaration.

    `text` may have the `*` before it that VASSAL puts before a module's own messages.

    Raises:
        DeclarationError: it begins like a declaration and goes wrong.
    """
    if len(text) > LONGEST_LINE:
        return None
    body = (
        _CHAT_START.sub("", text.lstrip(), count=1) if text.lstrip()[:1] == "*" else text.lstrip()
    )
    if not body.startswith(_START):
        return None
    verb, bar, rest = body[len(_START) :].partition("|")
    verb = verb.strip()
    if not _VERB.fullmatch(verb):
        # A player may begin any line of chat with the sign.
        if not bar:
            return None
        raise DeclarationError(f"{verb[:60]!r} is no verb: expected a name such as `attack`")
    fields: list[tuple[str, tuple[Item, ...]]] = []
    typed: tuple[str, str] | None = None
    while bar:
        match = _FIELD.match(rest.lstrip())
        if match is None:
            raise DeclarationError(f"{rest.strip()[:60]!r} is no field: expected `name: value`")
        rest = rest.lstrip()[match.end() :]
        if match[2] == "=":
            typed = match[1], rest.strip()
            break
        value, bar, rest = rest.partition("|")
        fields.append((match[1], tuple(_items(value))))
    return Line(verb, tuple(fields), typed)


def field_name(text: str) -> str:
    """The name of the field that a text begins with; empty if it begins with none.

    >>> field_name("hex: 0814"), field_name("ammunition = 4"), field_name("The enemy: on the left")
    ('hex', 'ammunition', '')
    """
    match = _FIELD.match(text)
    return "" if match is None else match[1]


def _items(value: str) -> Iterator[Item]:
    for part in value.split(","):
        text = part.strip()
        piece = _PIECE.fullmatch(text)
        if piece is None:
            yield Item(unescape(text))
        else:
            place = (piece["place"] or "").strip()
            yield Item(unescape(piece["text"] or ""), unescape(piece["id"]), unescape(place))


def unescape(text: str) -> str:
    """The text that `escape` wrote; what is no escape stays as it is.

    >>> unescape("1/7 Inf%2C rear"), unescape("100 %")
    ('1/7 Inf, rear', '100 %')
    """
    return _ESCAPE.sub(_character, text)


def _character(match: re.Match[str]) -> str:
    try:
        return unquote_to_bytes(match[0]).decode()
    except UnicodeDecodeError:
        return match[0]


# -- joining lines ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Declaration:
    """What one or more lines announce together."""

    verb: str
    units: tuple[Item, ...] = ()
    """The pieces that act."""
    supports: tuple[Item, ...] = ()
    targets: tuple[Item, ...] = ()
    values: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """All other fields."""
    lines: int = 1

    @property
    def target_places(self) -> tuple[str, ...]:
        """Where the targets stand, each place once: a defending stack is one hex."""
        return tuple(dict.fromkeys(item.place for item in self.targets if item.place))


class Joiner:
    """Joins lines, as they come, into declarations.

    A line goes on with the declaration before it if it has the same verb, names no piece again in
    the same role, changes no field, and brings no acting piece after a target or beside one that
    alone had an answer typed for it. The caller ends a declaration with `finish` where anything
    else settles it: a roll, a new phase.
    """

    def __init__(self) -> None:
        self._lines: list[Line] = []

    def add(self, line: Line) -> Declaration | None:
        """Take the next line; returns the declaration before it if this line begins another."""
        done = None if self._goes_on(line) else self.finish()
        self._lines.append(line)
        return done

    def finish(self) -> Declaration | None:
        """The open declaration, which ends here; None if there is none."""
        if not self._lines:
            return None
        lines, self._lines = self._lines, []
        roles = {role: [item for line in lines for item in line.items(role)] for role in ROLES}
        return Declaration(
            lines[0].verb,
            tuple(roles[BY]),
            tuple(roles[SUPPORT]),
            tuple(roles[ON]),
            MappingProxyType(_values(lines)),
            len(lines),
        )

    def _goes_on(self, line: Line) -> bool:
        if not self._lines:
            return True
        if line.verb != self._lines[0].verb:
            return False
        if _pieces(self._lines) & _pieces([line]):
            return False
        if line.items(BY) and any(
            earlier.items(ON) or (earlier.items(BY) and _asked(earlier) != _asked(line))
            for earlier in self._lines
        ):
            return False
        known, new = _values(self._lines), _values([line])
        if not any(line.items(role) for role in ROLES):
            return bool(new) and not known.keys() & new.keys()
        return all(known.get(name, value) == value for name, value in new.items())


def _asked(line: Line) -> str:
    """The field whose value was typed for the pieces of a line."""
    return "" if line.typed is None else line.typed[0]


def _pieces(lines: Iterable[Line]) -> set[tuple[str, str]]:
    """The pieces named, with their roles; a hidden piece could be any."""
    return {
        (role, item.id or item.text)
        for line in lines
        for role in ROLES
        for item in line.items(role)
        if item.id != ""
    }


def _values(lines: Iterable[Line]) -> dict[str, tuple[str, ...]]:
    values: dict[str, tuple[str, ...]] = {}
    for line in lines:
        for name, items in line.fields:
            if name not in ROLES:
                values[name] = tuple(item.text for item in items)
        if line.typed is not None:
            values[line.typed[0]] = (line.typed[1],)
    return values


def join(lines: Iterable[Line]) -> Iterator[Declaration]:
    """The declarations that lines written one after another make.

    >>> lines = ["> fire | by: A [a] in 01", "> fire | on: X [x] in 02", "> fire | by: B [b] in 03"]
    >>> [(d.units[0].id, d.target_places) for d in join(filter(None, map(parse_line, lines)))]
    [('a', ('02',)), ('b', ())]
    """
    joiner = Joiner()
    for line in lines:
        done = joiner.add(line)
        if done is not None:
            yield done
    last = joiner.finish()
    if last is not None:
        yield last
