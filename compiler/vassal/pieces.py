"""The pieces of the palette: one slot for each unit and its copies, one for each marker.

A slot names its prototypes and adds what is the piece's alone: its faces, figures, name and number.
What is shared is in `prototypes`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from compiler.art.counters import faces_of
from compiler.declarations import ID_PROPERTY, REFERENCE_PROPERTY, piece_reference
from compiler.gamedata.model import Counter, GameData
from compiler.vassal import traits
from compiler.vassal.encoding import PieceText, Trait
from compiler.vassal.gpids import PieceNumbers
from compiler.vassal.keyplan import PIECE_KEYS, KeyPlan
from compiler.vassal.names import (
    FACE_LAYER,
    FORMATION,
    SIZE,
    face_image,
    piece_ids,
    property_name,
    shown_name,
    value_text,
)
from compiler.vassal.prototypes import kind_prototype
from compiler.vassal.states import BasicState
from compiler.vassal.traits import LayerCommands, MenuCommand

EXTENSION_ID = "opt"
"""Comes before the numbers of optional counters, which ship as an extension of the module."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One piece of the palette.

    Attributes:
        piece: its id, the counter's own or `id#2` and so on.
        counter: the counter that it is.
        gpid: its number, with the extension's id before it if it is optional.
        faces: the faces it has, the front first.
        traits: outermost first, prototypes by name.
    """

    piece: str
    counter: Counter
    gpid: str
    faces: tuple[str, ...]
    traits: tuple[Trait, ...]

    def encode(self) -> str:
        """The text of the piece in the build file."""
        return PieceText(None, self.traits).encode()


def all_piece_ids(counters: Iterable[Counter]) -> list[str]:
    """The ids of all slots, in the order of the data."""
    return [piece for counter in counters for piece in piece_ids(counter)]


def make_slots(data: GameData, keys: KeyPlan, numbers: PieceNumbers) -> tuple[Slot, ...]:
    """The slots of all counters, optional ones included, in the order of the data.

    Raises:
        EncodingError: a text cannot be stored in a piece.
    """
    return tuple(
        _slot(data, keys, counter, piece, numbers.numbers[piece])
        for counter in data.all_counters()
        for piece in piece_ids(counter)
    )


def _slot(data: GameData, keys: KeyPlan, counter: Counter, piece: str, number: int) -> Slot:
    faces = faces_of(data, counter)
    gpid = f"{EXTENSION_ID}:{number}" if counter.optional else str(number)
    images = [face_image(counter, face) for face in faces]
    made = [traits.prototype(kind_prototype(counter))]
    if len(faces) > 1:
        flip = MenuCommand(PIECE_KEYS["flip"][1], keys.pieces["flip"])
        made.append(traits.layer(FACE_LAYER, images, LayerCommands(increase=flip)))
    made.append(traits.marker(dict(_properties(data, counter, piece))))
    state = BasicState(None, 0, 0, gpid).encode()
    made.append(traits.basic_piece(images[0], shown_name(counter.name), state))
    return Slot(piece, counter, gpid, faces, tuple(made))


def _properties(data: GameData, counter: Counter, piece: str) -> Iterator[tuple[str, str]]:
    """The properties that are the piece's own; a figure that it does not have is left out."""
    yield ID_PROPERTY, piece
    yield REFERENCE_PROPERTY, piece_reference(counter.name, piece)
    if counter.formation:
        yield FORMATION, data.formations[counter.formation].name
    if counter.size:
        yield SIZE, counter.size
    for column, value in counter.values.items():
        text = value_text(value, data)
        if text:
            yield property_name(column), text
    for face, figures in counter.faces.items():
        for column, value in figures.items():
            text = value_text(value, data)
            if text:
                yield property_name(f"{face}.{column}"), text
