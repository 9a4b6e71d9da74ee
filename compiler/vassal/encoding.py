"""VASSAL's text encoding: delimited sequences, chains of traits, pieces and keystrokes.

Every string in a module, save or log is built from these. This module knows how the text is put
together and taken apart again; it does not know what the fields of any trait mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

TAB = "\t"
ESCAPE = "\x1b"

Scalar = str | int | float | bool | None
"""A value that has a plain text form in a sequence; None is the empty token."""

_LAST_TRAITS = ("piece;", "deck;")
_MALFORMED_LIMIT = 200


class EncodingError(ValueError):
    """A text cannot be taken apart, or not be written so that VASSAL reads the same text back."""


# --- sequences ------------------------------------------------------------------------------------


def encode_sequence(tokens: Iterable[Scalar], delimiter: str) -> str:
    r"""Join `tokens` into one text, escaping `delimiter` inside them.

    Booleans become `true` and `false`, None the empty token.

    Raises:
        EncodingError: a token other than the last ends in a backslash, which VASSAL would read as
            an escape of the delimiter that follows.

    >>> encode_sequence(["A", encode_sequence(["B", "C"], ","), 3, True, None], ",")
    'A,B\\,C,3,true,'
    >>> encode_sequence(["\\x", "'q'", "a;b"], ";")
    "'\\x';''q'';a\\;b"
    """
    _check_delimiter(delimiter)
    texts = [_plain(token) for token in tokens]
    for text in texts[:-1]:
        if text.endswith("\\") and not text.startswith("\\"):
            raise EncodingError(
                f"{text!r} ends in a backslash, which VASSAL cannot store before another field: "
                "remove the backslash or put a space after it"
            )
    return delimiter.join(_encode_token(text, delimiter) for text in texts)


def decode_sequence(text: str, delimiter: str) -> list[str]:
    r"""Split `text` at every unescaped `delimiter`; the inverse of `encode_sequence`.

    The empty text is one empty token, as in VASSAL. Every text can be decoded.

    >>> decode_sequence("A,B\\,C,", ",")
    ['A', 'B,C', '']
    """
    if "\\" in text and (escaped := "\\" + delimiter) in text:
        tokens = [token.replace(escaped, delimiter) for token in _unescaped(delimiter).split(text)]
    else:
        tokens = text.split(delimiter)
    if "'" in text:
        tokens = [unquote(token) for token in tokens]
    return tokens


def unquote(token: str) -> str:
    """Return `token` without the pair of single quotes that protects it, if it has one."""
    if len(token) > 1 and token[0] == "'" and token[-1] == "'":
        return token[1:-1]
    return token


def _plain(token: Scalar) -> str:
    if token is None:
        return ""
    if isinstance(token, bool):
        return "true" if token else "false"
    return str(token)


def _encode_token(token: str, delimiter: str) -> str:
    if not token:
        return ""
    escaped = token.replace(delimiter, "\\" + delimiter)
    if token[0] == "\\" or (token[0] == "'" and token[-1] == "'"):
        return f"'{escaped}'"
    return escaped


def _check_delimiter(delimiter: str) -> None:
    if len(delimiter) != 1 or delimiter in "\\'":
        raise EncodingError(
            f"{delimiter!r} is no delimiter: expected one character other than \\ and '"
        )


@lru_cache(maxsize=32)
def _unescaped(delimiter: str) -> re.Pattern[str]:
    _check_delimiter(delimiter)
    return re.compile(r"(?<!\\)" + re.escape(delimiter))


# --- chains of traits -----------------------------------------------------------------------------


def join_traits(parts: Sequence[str], *, flat: bool = False) -> str:
    r"""Join the types, or the states, of a piece's traits; the outermost trait comes first.

    The nested form is understood by every version of VASSAL: each trait is paired with all that it
    encloses, so that the n-th TAB carries n backslashes. The flat form, one plain sequence, is a
    proposal for later versions.

    >>> join_traits(["a", "b", "c"])
    'a\tb\\\tc'
    >>> join_traits(["a", "b", "c"], flat=True)
    'a\tb\tc'
    """
    if not parts:
        raise EncodingError("a piece needs at least one trait, its BasicPiece")
    if flat:
        return encode_sequence(parts, TAB) if len(parts) > 1 else parts[0]
    text = parts[-1]
    for part in reversed(parts[:-1]):
        text = encode_sequence((part, text), TAB)
    return text


def split_types(text: str) -> list[str]:
    r"""Split the type text of a piece into the types of its traits, outermost first.

    Nested and flat chains are both read. The chain ends at the BasicPiece or deck, whose own text
    is returned whole even if it holds a TAB.

    >>> split_types("mark;Side\trotate;6\\\tpiece;;;a.png;A")
    ['mark;Side', 'rotate;6', 'piece;;;a.png;A']
    """
    return _split_chain(text, None, _LAST_TRAITS)


def split_states(text: str, count: int | None = None) -> list[str]:
    r"""Split the state text of a piece into the states of its traits, outermost first.

    Args:
        text: the states, nested or flat.
        count: the number of traits, if known; then the last state is returned whole even if it
            holds a TAB. The result may be shorter than `count` if states are missing.

    >>> split_states("Red\tfalse\\\tMain;0;0;1;0", 3)
    ['Red', 'false', 'Main;0;0;1;0']
    """
    return _split_chain(text, count, ())


def _split_chain(text: str, count: int | None, last: tuple[str, ...]) -> list[str]:
    if count == 1 or TAB not in text or (last and text.startswith(last)):
        return [text]
    segments = text.split(TAB)
    levels = [len(segment) - len(segment.rstrip("\\")) for segment in segments[:-1]]
    if levels.count(0) > 1:
        return decode_sequence(text, TAB)
    quoted = text[0] == "'" or "\t'" in text
    plain = levels == list(range(len(levels))) and (count is None or len(segments) <= count)
    if plain and not quoted and not any(last and s.startswith(last) for s in segments[:-1]):
        parts = [segment[: len(segment) - level] for level, segment in enumerate(segments[:-1])]
        return [*parts, segments[-1]]
    return _split_nested(text, segments, levels, count, last)


def _split_nested(
    text: str, segments: list[str], levels: list[int], count: int | None, last: tuple[str, ...]
) -> list[str]:
    """Walk the TABs of a nested chain once; `levels` are the backslashes before each TAB.

    A TAB with as many backslashes as we are deep ends a trait; one with more is part of the trait's
    own text; one with fewer is no nested chain at all.
    """
    parts: list[str] = []
    start, end, position = 0, len(text), 0
    for segment, level in zip(segments, levels, strict=False):
        depth = len(parts)
        if last and text.startswith(last, start):
            break
        if level < depth:
            return _split_malformed(text)
        position += len(segment)
        if level == depth:
            own = text[start : position - level].replace("\\" * (depth + 1) + TAB, TAB)
            parts.append(unquote(own))
            start = position + 1
            if end - start > 1 and text[start] == "'" and text[end - 1] == "'":
                start, end = start + 1, end - 1
            if count is not None and len(parts) == count - 1:
                break
        position += 1
    rest = text[start:end]
    parts.append(rest.replace("\\" * len(parts) + TAB, TAB) if parts else rest)
    return parts


def _split_malformed(text: str) -> list[str]:
    """Read a chain whose backslashes do not add up as VASSAL does: level by level, slowly."""
    parts: list[str] = []
    while len(parts) < _MALFORMED_LIMIT:
        tokens = decode_sequence(text, TAB)
        parts.append(tokens[0])
        if len(tokens) == 1:
            return parts
        text = tokens[1]
    raise EncodingError(
        f"a chain of more than {_MALFORMED_LIMIT} traits whose backslashes do not add up"
    )


# --- pieces ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Trait:
    """One trait of a piece: what it is, and what changes of it during play.

    Attributes:
        type: the definition, for example `mark;Side`.
        state: what changes, for example `Red`; empty for traits without state.
    """

    type: str
    state: str = ""

    @property
    def kind(self) -> str:
        """The word that names the trait: the text before the first semicolon."""
        return self.type.partition(";")[0]

    def fields(self) -> list[str]:
        """The fields of the definition, the kind first."""
        return decode_sequence(self.type, ";")


@dataclass(frozen=True, slots=True)
class PieceText:
    r"""A piece, stack or deck as a module, save or log spells it: `+/id/types/states`.

    Attributes:
        piece_id: the id, None for a piece not yet in play (in a module).
        traits: outermost first; the BasicPiece, `stack` or `deck;...` comes last.

    >>> basic = Trait("piece;;;a.png;1/7 Inf", "null;0;0;1;0")
    >>> piece = PieceText(None, (Trait("mark;Side", "Red"), basic))
    >>> piece.encode()
    '+/null/mark;Side\tpiece;;;a.png;1\\/7 Inf/Red\tnull;0;0;1;0'
    >>> PieceText.decode(piece.encode()) == piece
    True
    """

    piece_id: str | None
    traits: tuple[Trait, ...]

    def encode(self, *, flat: bool = False) -> str:
        """Return the text; `flat` as in `join_traits`."""
        types = join_traits([trait.type for trait in self.traits], flat=flat)
        states = join_traits([trait.state for trait in self.traits], flat=flat)
        return "+/" + encode_sequence((self.piece_id or "null", types, states), "/")

    @classmethod
    def decode(cls, text: str) -> PieceText:
        """Read the text form.

        Raises:
            EncodingError: it does not have three parts, or not one state for each trait.
        """
        fields = decode_sequence(text[2:], "/")
        if not text.startswith("+/") or len(fields) != 3:
            raise EncodingError(f"{text[:60]!r} is no piece: expected +/id/types/states")
        piece_id, type_text, state_text = fields
        types = split_types(type_text)
        states = split_states(state_text, len(types))
        if len(types) != len(states):
            raise EncodingError(
                f"piece {piece_id} has {len(types)} traits but {len(states)} states: "
                "expected one state for each trait"
            )
        traits = tuple(Trait(*pair) for pair in zip(types, states, strict=True))
        return cls(None if piece_id == "null" else piece_id, traits)


# --- keystrokes -----------------------------------------------------------------------------------

SHIFT, CONTROL, META, ALT = 65, 130, 260, 520
"""Modifier keys as VASSAL writes them; add them for combinations."""

_NAMED_KEY_CODE = 57348


def keystroke(key: str, modifiers: int = 0) -> str:
    """Return the text of a keystroke: one letter, digit or bracket, with modifiers.

    >>> keystroke("F", CONTROL)
    '70,130'
    """
    if len(key) != 1 or not key.isascii() or not (key.isalnum() or key in "[] "):
        raise EncodingError(f"{key!r} is no key: expected one letter, digit, bracket or space")
    return f"{ord(key.upper())},{modifiers}"


def named_keystroke(name: str) -> str:
    """Return the text of a named key command; VASSAL compares the names only.

    >>> named_keystroke("Declare attack")
    '57348,0,Declare attack'
    """
    if not name or "," in name:
        raise EncodingError(f"{name!r} is no name of a key command: expected a text without commas")
    return f"{_NAMED_KEY_CODE},0,{name}"
