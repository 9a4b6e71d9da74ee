"""Counters and the formations they belong to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from compiler.gamedata.schema import (
    Source,
)
from compiler.hexes import Hex


@dataclass(frozen=True, slots=True)
class Strength:
    """A strength as printed: a whole number, in parentheses when it is of limited use."""

    value: int
    parenthesised: bool = False

    def __str__(self) -> str:
        return f"({self.value})" if self.parenthesised else str(self.value)


Value = int | float | str | bool | Strength | Hex | tuple[str, ...] | None
"""A cell of a game's own column, by the column's type; None where the cell is empty."""


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter of the game: a unit, or a marker where `is_marker`.

    `values` are the game's columns that are the same on every face, `faces` those that differ: face
    id to column id to value. `sources` overrides `source` for single figures (`front.troop`).
    """

    id: str
    name: str
    side: str | None
    kind: str
    formation: str | None
    size: str
    count: int
    values: Mapping[str, Value]
    faces: Mapping[str, Mapping[str, Value]]
    source: Source
    sources: Mapping[str, Source] = field(default_factory=lambda: MappingProxyType({}))
    is_marker: bool = False
    optional: bool = False
    """True for counters that ship as a module extension."""

    def value(self, column: str, face: str | None = None) -> Value:
        """The figure in `column`, on `face` where it differs by face; None if the cell is empty.

        Raises `KeyError` when the game has no such column or the counter no such face.
        """
        if column in self.values:
            return self.values[column]
        return self.faces[face or next(iter(self.faces))][column]

    def source_of(self, figure: str) -> Source:
        """Where one figure comes from, e.g. `source_of("front.troop")`."""
        return self.sources.get(figure, self.source)


@dataclass(frozen=True, slots=True)
class Formation:
    """An army, corps or squad that counters belong to; `parent` is a formation id."""

    id: str
    name: str
    side: str
    parent: str | None
    headquarters: str | None
    """The counter that leads it."""
    values: Mapping[str, Value]
    source: Source
