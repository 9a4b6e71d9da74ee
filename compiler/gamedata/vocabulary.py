"""The names that a game's TOML files declare for its CSV files, as far as they can be told.

A file with faults still declares most of its names, so that one slip in `game.toml` does not hide
those of the other files. What cannot be told is None and is not checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from compiler.gamedata.faults import Names
from compiler.gamedata.schema import Column, Columns, Dice, GameFile, Kind, State, Terrain
from compiler.gamedata.toml_models import Model, part
from compiler.gamedata.toml_reader import Document
from compiler.hexes import Grid

Declared = Mapping[str, object] | None


@dataclass(frozen=True)
class Vocabulary:
    """What may be referred to; an entry with faults of its own is None."""

    sides: Names
    kinds: Mapping[str, Kind | None] | None
    faces: tuple[str, ...] | None
    columns: Mapping[str, Mapping[str, Column | None]] | None
    """By CSV file (`counters`), then by column."""
    states: Mapping[str, State | None] | None
    dice: Mapping[str, Dice | None] | None
    terrains: Mapping[str, Terrain | None] | None
    route_kinds: Names
    place_kinds: Names
    options: Names
    grid: Grid | None


def vocabulary(
    game: Document | None, map_: Document | None, options: Document | None, grid: Grid | None
) -> Vocabulary:
    """What `game.toml`, `map.toml` and `options.toml` declare; None for an unreadable file."""
    return Vocabulary(
        sides=declared(game, "sides"),
        kinds=_declared_parts(Kind, game, "kinds"),
        faces=_faces(game),
        columns=_columns(game),
        states=_declared_parts(State, game, "states"),
        dice=_declared_parts(Dice, game, "dice"),
        terrains=_declared_parts(Terrain, map_, "terrain"),
        route_kinds=declared(map_, "routes"),
        place_kinds=declared(map_, "places"),
        options=declared(options, "options"),
        grid=grid,
    )


def declared(document: Document | None, *path: str) -> Declared:
    """The table at a path, by whose keys names are declared; empty if it is not there."""
    value: object = document.data if document else None
    for step in path:
        if not isinstance(value, dict):
            return None
        value = value.get(step, {})
    return value if isinstance(value, dict) else None


def _declared_parts(
    model: type[Model], document: Document | None, *path: str
) -> Mapping[str, Model | None] | None:
    entries = declared(document, *path)
    if entries is None:
        return None
    return {key: part(model, entry) for key, entry in entries.items()}


def _faces(game: Document | None) -> tuple[str, ...] | None:
    if game is None:
        return None
    faces = game.data.get("faces", GameFile.model_fields["faces"].default)
    if not isinstance(faces, list | tuple) or not faces:
        return None
    names = tuple(face for face in faces if isinstance(face, str))
    return names if len(names) == len(faces) else None


def _columns(game: Document | None) -> Mapping[str, Mapping[str, Column | None]] | None:
    found: dict[str, Mapping[str, Column | None]] = {}
    for file in Columns.model_fields:
        columns = _declared_parts(Column, game, "columns", file)
        if columns is None:
            return None
        found[file] = columns
    return found
