"""The texts on a counter face: figures written as printed, and formats filled in with them.

A format is a text with column names in braces, `{troop}-{move}`. It is not Python's: nothing but a
plain name may stand in the braces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from compiler.art.drawing import ArtError
from compiler.art.fitting import tidy
from compiler.art.symbols import size_mark
from compiler.gamedata.model import Counter, GameData, Value
from compiler.hexes import Hex

if TYPE_CHECKING:
    from compiler.gamedata.schema import Column, FaceText

_FIELD = re.compile(r"\{([A-Za-z0-9_.-]+)\}")
_HALVES = {0.25: "¼", 0.5: "½", 0.75: "¾"}

BUILT_IN = ("id", "name", "side", "kind", "size", "formation")
"""Names a format may use besides the game's own columns; `{size}` is the mark, `XX`."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text: a figure, or what stands between figures."""

    text: str
    field: str = ""
    """The column the figure comes from; empty for what stands between."""
    emphasised: bool = False


def figure(value: Value, column: Column | None = None, data: GameData | None = None) -> str:
    """A value as it is printed; empty if the cell is.

    >>> from compiler.gamedata.model import Strength
    >>> figure(Strength(2, parenthesised=True)), figure(1.5), figure(-1)
    ('(2)', '1½', '−1')
    """
    if value is None or value is False:
        return ""
    if value is True:
        return column.label if column else "yes"
    if isinstance(value, float):
        return _fraction(value)
    if isinstance(value, int):
        return f"{value}".replace("-", "−")
    if isinstance(value, Hex):
        return data.map.number(value) if data else f"{value.q},{value.r}"
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return tidy(str(value))


def _fraction(value: float) -> str:
    whole, rest = divmod(abs(value), 1)
    sign = "−" if value < 0 else ""
    if rest in _HALVES:
        return f"{sign}{int(whole) or ''}{_HALVES[rest]}"
    return f"{sign}{abs(value):g}"


def figures(data: GameData, counter: Counter, face: str) -> dict[str, str]:
    """Everything a format may name for one face of a counter, as printed."""
    columns = data.game.columns.markers if counter.is_marker else data.game.columns.counters
    formation = data.formations.get(counter.formation or "")
    texts = {
        "id": counter.id,
        "name": counter.name,
        "side": data.sides[counter.side].name if counter.side else "",
        "kind": data.kinds[counter.kind].name,
        "size": size_mark(counter.size),
        "formation": formation.name if formation else "",
    }
    for name, column in data.game.columns.formations.items():
        value = formation.values.get(name) if formation else None
        texts[f"formation.{name}"] = figure(value, column, data)
    for name, column in columns.items():
        source = counter.faces.get(face, {}) if column.per_face else counter.values
        texts[name] = figure(source.get(name), column, data)
    return texts


def fields(text: str) -> tuple[str, ...]:
    """The names in braces of a format, in order."""
    return tuple(_FIELD.findall(text))


def pieces(text: FaceText, texts: Mapping[str, str]) -> tuple[Piece, ...]:
    """A format filled in; nothing at all if all its figures are empty.

    Where one of several figures is empty, `missing` stands for it; if there is none, the figure
    goes, and what parts it from the one before it.

    Raises:
        ArtError: if the format names a column that the game does not have.
    """
    names = fields(text.format)
    for name in (*names, *filter(None, [text.emphasis])):
        if name not in texts:
            raise ArtError(
                f"the text {text.format!r} at {text.at} of the counter layout names {name!r}:"
                f" expected one of {', '.join(sorted(texts))}"
            )
    if names and not any(texts[name] for name in names):
        return ()
    stressed = texts[text.emphasis] if text.emphasis else ""
    return tuple(piece for piece in _fill(text, texts, stressed) if piece.text)


def _fill(text: FaceText, texts: Mapping[str, str], stressed: str) -> Iterator[Piece]:
    first, *rest = _FIELD.split(text.format)
    yield Piece(first)
    names, after = rest[::2], rest[1::2]
    begun = False
    for name, separator in zip(names, ["", *after], strict=False):
        found = texts[name] or text.missing
        if not found:
            continue
        if begun:
            yield Piece(separator)
        begun = True
        yield Piece(found, field=name, emphasised=name == stressed)
    if after:
        yield Piece(after[-1])
