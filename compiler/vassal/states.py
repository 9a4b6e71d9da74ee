"""The states of the innermost parts of a piece: where a BasicPiece, a stack or a deck stands.

These are the texts that end every chain of states. What other traits keep in their states is not
known here. Coordinates are map pixels, counted from the top left of the map with its border.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler.vassal.encoding import EncodingError, Scalar, decode_sequence, encode_sequence

_JAVA_INTEGER = 2**31
_LAYER = "@@"


@dataclass(frozen=True, slots=True)
class BasicState:
    """State of a BasicPiece.

    Attributes:
        map: the map's name, None off all maps.
        x, y: map pixels.
        piece_slot: the id (`gpid`) of the module's piece it was made from; empty if unknown.
        properties: names and values of what VASSAL keeps with the piece, in their order.

    >>> BasicState("Main Map", 150, 120, "11", (("UniqueID", "17"),)).encode()
    'Main Map;150;120;11;1;UniqueID;17'
    """

    map: str | None
    x: int
    y: int
    piece_slot: str = ""
    properties: tuple[tuple[str, str], ...] = ()

    def encode(self) -> str:
        """Return the text."""
        pairs = [part for pair in self.properties for part in pair]
        fields: list[Scalar] = [_map(self.map), self.x, self.y, self.piece_slot]
        fields += [len(self.properties), *pairs]
        return encode_sequence(fields, ";")

    @classmethod
    def decode(cls, text: str) -> BasicState:
        """Read the text; older versions of VASSAL leave out the later fields.

        Raises:
            EncodingError: there is no position in it.
        """
        fields = decode_sequence(text, ";")
        map_name, x, y = read_position(fields)
        pairs = fields[5:]
        properties = tuple(zip(pairs[::2], pairs[1::2], strict=False))
        return cls(map_name, x, y, fields[3] if len(fields) > 3 else "", properties)


@dataclass(frozen=True, slots=True)
class StackState:
    """State of a stack.

    Attributes:
        map, x, y: as in `BasicState`.
        members: ids of its pieces from bottom to top.
        layer: number of the drawing layer, -1 if it has none, None in files of older versions.

    >>> StackState("Main Map", 150, 120, ("17", "18")).encode()
    'Main Map;150;120;17;18;@@-1'
    """

    map: str | None
    x: int
    y: int
    members: tuple[str, ...] = ()
    layer: int | None = -1

    def encode(self) -> str:
        """Return the text."""
        layer = () if self.layer is None else (f"{_LAYER}{self.layer}",)
        return encode_sequence((_map(self.map), self.x, self.y, *self.members, *layer), ";")

    @classmethod
    def decode(cls, text: str) -> StackState:
        """Read the text.

        Raises:
            EncodingError: there is no position or a faulty layer in it.
        """
        fields = decode_sequence(text, ";")
        map_name, x, y = read_position(fields)
        layer: int | None = None
        if len(fields) > 3 and fields[-1].startswith(_LAYER):
            layer = read_integer(fields.pop()[len(_LAYER) :])
        return cls(map_name, x, y, tuple(field for field in fields[3:] if field), layer)


@dataclass(frozen=True, slots=True)
class DeckState:
    """State of a deck.

    Attributes:
        map, x, y: as in `BasicState`.
        face_down: whether its cards are hidden.
        members: ids of its cards from bottom to top.

    >>> DeckState("Main Map", 745, 230, True, ("17", "18")).encode()
    'Main Map;745;230;true;17,18'
    """

    map: str | None
    x: int
    y: int
    face_down: bool = False
    members: tuple[str, ...] = ()

    def encode(self) -> str:
        """Return the text."""
        fields: list[Scalar] = [_map(self.map), self.x, self.y, self.face_down]
        if self.members:
            fields.append(encode_sequence(self.members, ","))
        return encode_sequence(fields, ";")

    @classmethod
    def decode(cls, text: str) -> DeckState:
        """Read the text.

        Raises:
            EncodingError: there is no position in it.
        """
        fields = decode_sequence(text, ";")
        map_name, x, y = read_position(fields)
        members = decode_sequence(fields[4], ",") if len(fields) > 4 else []
        return cls(
            map_name, x, y, fields[3:4] == ["true"], tuple(member for member in members if member)
        )


def read_position(fields: list[str]) -> tuple[str | None, int, int]:
    """Read map, x and y from the first three fields of a state.

    Raises:
        EncodingError: there are fewer, or x and y are no whole numbers.
    """
    if len(fields) < 3:
        raise EncodingError(f"{fields!r:.80} holds no position: expected map;x;y")
    map_name = fields[0]
    return (
        None if map_name == "null" or not map_name else map_name,
        read_integer(fields[1]),
        read_integer(fields[2]),
    )


def read_integer(text: str) -> int:
    """Read a whole number of 32 bits, Java's `int`.

    Raises:
        EncodingError: it is none.
    """
    try:
        number = int(text) if len(text) <= 11 else _JAVA_INTEGER
    except ValueError:
        number = _JAVA_INTEGER
    if -_JAVA_INTEGER <= number < _JAVA_INTEGER:
        return number
    raise EncodingError(f"{text!r:.40} is no whole number of 32 bits")


def _map(name: str | None) -> str:
    if name == "null":
        raise EncodingError("no map can be called null: VASSAL reads it as no map")
    return "null" if name is None else name
