"""Charts, and the paragraphs of the rulebook."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from compiler.gamedata.schema import (
    Axis,
    Source,
)

Cell = int | float | str | None


@dataclass(frozen=True)
class Table:
    """A chart: rows and columns by key, cells typed as `tables.toml` says."""

    id: str
    title: str
    rows: Axis
    columns: Axis
    row_keys: tuple[str, ...]
    column_keys: tuple[str, ...]
    cells: tuple[tuple[Cell, ...], ...]
    rule: str
    source: Source
    row_sources: Mapping[str, Source]

    def cell(self, row: str | int, column: str | int) -> Cell:
        """The cell for a row and a column; a number is looked up in a `range` axis.

        A number beyond the ends of a range axis takes the nearest row or column. Raises `KeyError`
        for a key that the table does not have.
        """
        return self.cells[self._index(self.rows, self._row_index, row)][
            self._index(self.columns, self._column_index, column)
        ]

    def source_of(self, row: str | int) -> Source:
        """Where the figures of a row come from."""
        key = self.row_keys[self._index(self.rows, self._row_index, row)]
        return self.row_sources.get(key, self.source)

    @cached_property
    def _row_index(self) -> Mapping[str | int, int]:
        return self._index_of(self.rows, self.row_keys)

    @cached_property
    def _column_index(self) -> Mapping[str | int, int]:
        return self._index_of(self.columns, self.column_keys)

    @staticmethod
    def _index_of(axis: Axis, keys: tuple[str, ...]) -> Mapping[str | int, int]:
        index: dict[str | int, int] = {key: n for n, key in enumerate(keys)}
        if axis.kind == "range":
            for n, key in enumerate(keys):
                low, high = range_bounds(key, axis)
                index.update((number, n) for number in range(low, high + 1))
        return index

    @staticmethod
    def _index(axis: Axis, index: Mapping[str | int, int], key: str | int) -> int:
        if isinstance(key, int) and axis.kind == "range":
            low, high = axis.minimum, axis.maximum
            if low is not None and high is not None:
                key = min(max(key, low), high)
        return index[key]


def range_bounds(text: str, axis: Axis) -> tuple[int, int]:
    """First and last number of a range cell, `3`, `1-4`, `8+`, `<=0`; ends open to the axis's own.

    Raises `ValueError` for anything else, or a range that runs backwards.

    >>> range_bounds("4-7", Axis(name="roll", kind="range", minimum=1, maximum=10))
    (4, 7)
    >>> range_bounds("8+", Axis(name="roll", kind="range", minimum=1, maximum=10))
    (8, 10)
    """
    found = re.fullmatch(r"(<=)?(-?\d{1,6})(?:\s*(?:-|–|\.\.)\s*(-?\d{1,6})|(\+))?", text.strip())
    if found is None or (found[1] and (found[3] or found[4])):
        raise ValueError(f"{text!r} is not a range such as 3, 1-4, 8+ or <=0")
    first = int(found[2])
    low, high = first, int(found[3]) if found[3] else first
    if found[4]:
        high = first if axis.maximum is None else axis.maximum
    if found[1]:
        low = first if axis.minimum is None else axis.minimum
    if low > high:
        raise ValueError(f"{text!r} runs backwards")
    return low, high


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph or section of the rulebook, by its id.

    `advisory` is the reason why nothing a log can show bears on it (empty: to be enforced or
    applied).
    """

    id: str
    kind: Literal["section", "paragraph"]
    advisory: str = ""
