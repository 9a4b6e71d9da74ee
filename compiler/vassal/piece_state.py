"""What the traits of a piece say about it in the game's terms, and how to make them say it.

The set-up writer and the log reader share it: unit id, face and states of a piece, in whichever
order its traits are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from compiler.art.counters import faces_of
from compiler.declarations import ID_PROPERTY, REFERENCE_PROPERTY
from compiler.gamedata.model import Counter, GameData, Value
from compiler.vassal.encoding import EncodingError, Trait, decode_sequence, encode_sequence
from compiler.vassal.names import FACE_LAYER, property_name
from compiler.vassal.state_values import has_layer, state_text, state_value
from compiler.vassal.states import read_integer

_LAYER_NAME = 19
"""Which field of a layer's definition is its name."""


@dataclass(frozen=True, slots=True)
class PieceReading:
    """What a piece is and how it is, read from its traits.

    Attributes:
        piece: its id, as `UnitId` has it.
        counter: the counter of that id, None if the data has none (another version, say).
        face: the face that is up.
        states: state ids to values: `True` or `False`, a number, a choice, or None for a choice
            that is not made.
    """

    piece: str
    counter: Counter | None
    face: str
    states: Mapping[str, Value]


def marker_properties(traits: Sequence[Trait]) -> dict[str, str]:
    """The fixed properties of a piece; of several of one name the outermost counts."""
    found: dict[str, str] = {}
    for trait in traits:
        if trait.kind == "mark":
            names = decode_sequence(trait.type.removeprefix("mark;"), ",")
            for name, value in zip(names, decode_sequence(trait.state, ","), strict=False):
                found.setdefault(name, value)
    return found


def read_piece(data: GameData, traits: Sequence[Trait]) -> PieceReading | None:
    """What a piece is; None for one that is not of this game's module.

    Raises:
        EncodingError: a layer's or level's state is no number.
    """
    piece = marker_properties(traits).get(ID_PROPERTY)
    if not piece:
        return None
    base = piece.partition("#")[0]
    counter = data.counters.get(base) or data.markers.get(base)
    layers, properties = _changing(traits)
    return PieceReading(
        piece,
        counter,
        _face(data, counter, read_integer(layers.get(FACE_LAYER) or "1")),
        MappingProxyType(dict(_states(data, layers, properties))),
    )


def _changing(traits: Sequence[Trait]) -> tuple[dict[str, str], dict[str, str]]:
    """States of layers and of dynamic properties, by name."""
    layers: dict[str, str] = {}
    properties: dict[str, str] = {}
    for trait in traits:
        if trait.kind == "emb2":
            fields = trait.fields()
            if len(fields) > _LAYER_NAME:
                layers.setdefault(fields[_LAYER_NAME], trait.state)
        elif trait.kind == "PROP":
            properties.setdefault(trait.fields()[1], trait.state)
    return layers, properties


def _face(data: GameData, counter: Counter | None, level: int) -> str:
    faces = faces_of(data, counter) if counter is not None else data.game.faces
    return faces[min(max(level, 1), len(faces)) - 1]


def _states(
    data: GameData, layers: Mapping[str, str], properties: Mapping[str, str]
) -> Iterator[tuple[str, Value]]:
    for name, state in data.states.items():
        held = layers if has_layer(state) else properties
        text = held.get(property_name(name))
        if text is not None:
            yield name, state_value(state, text)


# -- writing ---------------------------------------------------------------------------------------


def with_position(
    data: GameData,
    traits: Sequence[Trait],
    piece: str,
    face_level: int,
    states: Mapping[str, Value],
) -> tuple[Trait, ...]:
    """The traits of a piece (prototypes expanded) with another id, face and states.

    Args:
        data: the game.
        traits: the traits, outermost first.
        piece: the id for `UnitId`.
        face_level: the face that is up, from 1.
        states: state ids to values; others keep theirs.

    Raises:
        EncodingError: the piece does not have one of the states or as many faces, or a value is
            not one that the state can have.
    """
    wanted = {
        ("emb2" if has_layer(data.states[name]) else "PROP", property_name(name)): state_text(
            name, data.states[name], value
        )
        for name, value in states.items()
    }
    wanted["emb2", FACE_LAYER] = str(face_level)
    changed = []
    for trait in traits:
        if trait.kind == "mark":
            changed.append(_with_id(trait, piece))
        else:
            text = wanted.pop((trait.kind, _changing_name(trait)), trait.state)
            changed.append(replace(trait, state=text))
    if face_level == 1:
        wanted.pop(("emb2", FACE_LAYER), None)
    if wanted:
        missing = ", ".join(sorted(name for _, name in wanted))
        raise EncodingError(f"piece {piece} has nothing that could show {missing}")
    return tuple(changed)


def _changing_name(trait: Trait) -> str:
    if trait.kind == "emb2":
        return trait.fields()[_LAYER_NAME]
    return trait.fields()[1] if trait.kind == "PROP" else ""


def _with_id(trait: Trait, piece: str) -> Trait:
    names = decode_sequence(trait.type.removeprefix("mark;"), ",")
    if ID_PROPERTY not in names:
        return trait
    values = decode_sequence(trait.state, ",")
    place = names.index(ID_PROPERTY)
    if REFERENCE_PROPERTY in names:
        reference = names.index(REFERENCE_PROPERTY)
        name = values[reference].removesuffix(f"[{values[place]}]").rstrip()
        values[reference] = f"{name} [{piece}]".lstrip()
    values[place] = piece
    return replace(trait, state=encode_sequence(values, ","))
