"""Reads the charts: `tables.toml` describes each, `tables/<id>.csv` holds its cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

import regex

from compiler.gamedata.csv_reader import Cell, Row
from compiler.gamedata.faults import Position, listed, shown
from compiler.gamedata.model import Cell as TableCell
from compiler.gamedata.model import Table, range_bounds
from compiler.gamedata.reading import Ids, Reading
from compiler.gamedata.schema import Axis, Column, Dice, Source, TableFile
from compiler.gamedata.toml_models import parts
from compiler.gamedata.toml_reader import Document, Path
from compiler.gamedata.values import looks_like_date

MAX_RANGE = 10_000
"""The most numbers that a range axis may span."""
MAX_PATTERN = 400
MATCH_SECONDS = 1.0
"""A pattern that needs longer for one cell is hostile: matching can take ages by design."""

_COLUMN_TYPES = {"integer": Column(label="cell"), "number": Column(label="cell", type="number")}


def read_tables(reading: Reading, document: Document | None) -> Mapping[str, Table]:
    """The tables by id. Files that no table names are noted by the loader."""
    found: dict[str, Table] = {}
    for name, file in parts(document, TableFile, "tables"):
        if document is not None and isinstance(name, str):
            table = _TableReader(reading, document, name, file).read()
            if table is not None:
                found[name] = table
    return MappingProxyType(found)


class _TableReader:
    """Reads one table."""

    def __init__(self, reading: Reading, document: Document, name: str, file: TableFile) -> None:
        self.reading = reading
        self.faults = reading.faults
        self.document = document
        self.path: Path = ("tables", name)
        self.name = name
        self.file = file
        self.pattern = self._pattern()

    def read(self) -> Table | None:
        """The table, or None if its axes or its file are unusable; every fault is noted."""
        rows, columns = self._axis("rows", self.file.rows), self._axis("columns", self.file.columns)
        needed_by = self.document.at_key(*self.path)
        sheet = self.reading.sheet(f"tables/{self.name}.csv", needed_by=needed_by)
        if sheet is None:
            return None
        first, *rest = sheet.headings
        own = [heading for heading in rest if heading.text != "source"]
        if not own:
            self.faults.add(first.at, "no column of figures", "the keys of the column axis")
        table_rows = list(sheet.complete_rows())
        keys = [row[first.text] for row in table_rows]
        if columns is not None:
            self._check_axis(columns, own, first.at, whole=True)
        if rows is not None:
            self._check_axis(rows, keys, first.at, whole=len(table_rows) == len(sheet.rows))
        if rows is None or columns is None:
            return None
        return Table(
            id=self.name,
            title=self.file.title,
            rows=rows,
            columns=columns,
            row_keys=tuple(key.text for key in keys),
            column_keys=tuple(heading.text for heading in own),
            cells=tuple(self._cells(row, own) for row in table_rows),
            rule=self.file.rule,
            source=self.file.source,
            row_sources=MappingProxyType(self._sources(table_rows, keys)),
        )

    # -- axes

    def _axis(self, which: str, axis: Axis) -> Axis | None:
        """The axis with the bounds of its dice filled in; None, with a fault, if it cannot be."""
        path = (*self.path, which)
        faulty = False

        def refuse(key: str, found: str, expected: str) -> None:
            nonlocal faulty
            faulty = True
            self.faults.add(self.document.at(*path, key), found, expected)

        if axis.kind != "range":
            for key in ("minimum", "maximum", "dice"):
                if getattr(axis, key) not in (None, ""):
                    refuse(key, f"'{key}' on an axis of kind '{axis.kind}'", "it on a 'range' axis")
        if axis.kind != "key" and axis.values:
            refuse("values", f"'values' on an axis of kind '{axis.kind}'", "them on a 'key' axis")
        if len(set(axis.values)) < len(axis.values):
            refuse("values", "a value twice", "each value once")
        if axis.dice and not faulty:
            dice = self.reading.words.dice
            at = self.document.at(*path, "dice")
            if self.faults.unknown(at, "dice", axis.dice, dice) or not dice or not dice[axis.dice]:
                return None
            axis = _with_dice(axis, dice[axis.dice])
        low, high = axis.minimum, axis.maximum
        if low is not None and high is not None and not 0 <= high - low <= MAX_RANGE:
            refuse("maximum", f"{low} to {high}", f"a maximum above, by at most {MAX_RANGE}")
        return None if faulty else axis

    def _check_axis(
        self, axis: Axis, keys: Sequence[Cell], corner: Position, *, whole: bool
    ) -> None:
        """Check the keys of an axis; `whole`: none is missing because its row has faults."""
        ids = Ids(self.faults)
        fresh = [key for key in keys if self._is_given(key) and ids.add(key)]
        if axis.kind == "range":
            self._check_ranges(axis, fresh, corner, whole=whole)
        elif axis.kind == "terrain":
            words = self.reading.words
            known = None
            if words.terrains is not None and words.route_kinds is not None:
                known = [*words.terrains, *words.route_kinds]
            for key in fresh:
                self.faults.unknown(key.at, "terrains and routes", key.text, known)
        elif axis.values:
            what = f"keys of the axis '{axis.name}'"
            for key in fresh:
                # A misspelt key is one fault, not also a missing one.
                whole = not self.faults.unknown(key.at, what, key.text, axis.values) and whole
            given = {key.text for key in fresh}
            missing = [value for value in axis.values if value not in given]
            if missing and whole:
                expected = f"each key of the axis '{axis.name}'"
                self.faults.add(corner, f"nothing for {listed(missing)}", expected)

    def _is_given(self, key: Cell) -> bool:
        if not key:
            self.faults.add(key.at, "nothing", "a key of the axis")
        return bool(key)

    def _check_ranges(
        self, axis: Axis, keys: Sequence[Cell], corner: Position, *, whole: bool
    ) -> None:
        """The ranges cover the axis from minimum to maximum, each number once."""
        ranges = sorted(filter(None, (self._range(axis, key) for key in keys)), key=_ends)
        whole = whole and len(ranges) == len(keys)
        following = axis.minimum
        for low, high, key in ranges:
            if following is not None and low < following:
                found = (
                    f"{shown(key.text)}, which covers {_span(low, min(high, following - 1))} again"
                )
                self.faults.add(key.at, found, "each number once")
            elif following is not None and low > following and whole:
                hole = f"nothing for {_span(following, low - 1)} before {shown(key.text)}"
                self.faults.add(key.at, hole, "every number of the axis")
            following = high + 1 if following is None else max(following, high + 1)
        last = axis.maximum
        if whole and last is not None and following is not None and following <= last:
            at = ranges[-1][2].at if ranges else corner
            self.faults.add(at, f"nothing for {_span(following, last)}", "every number of the axis")

    def _range(self, axis: Axis, key: Cell) -> tuple[int, int, Cell] | None:
        """First and last number of a key; None, with a fault, if it is no range of the axis."""
        low, high = axis.minimum, axis.maximum
        for sign, end, name in (("+", high, "maximum"), ("<=", low, "minimum")):
            if sign in key.text and end is None:
                missing = f"a range with two ends, or a '{name}' in tables.toml"
                self.faults.add(key.at, shown(key.text), missing)
                return None
        try:
            first, last = range_bounds(key.text, axis)
        except ValueError as error:
            advice = ""
            if looks_like_date(key.text):
                advice = "a spreadsheet may have made a date of it: keep the column as text"
            backwards = "runs backwards" in str(error)
            expected = (
                "a range that runs upwards" if backwards else "a range such as 3, 1-4, 8+ or <=0"
            )
            self.faults.add(key.at, shown(key.text), expected, advice)
            return None
        if (low is not None and first < low) or (high is not None and last > high):
            self.faults.add(key.at, shown(key.text), f"a range within {_span(low, high)}")
            return None
        if last - first > MAX_RANGE:
            self.faults.add(key.at, shown(key.text), f"at most {MAX_RANGE} numbers")
            return None
        return first, last, key

    # -- cells

    def _pattern(self) -> regex.Pattern[str] | None:
        """The compiled pattern of the cells, None if they have none that can be used."""
        at = self.document.at(*self.path, "pattern")
        text = self.file.pattern
        if self.file.cells != "pattern":
            if text:
                self.faults.add(
                    at, f"a pattern for cells of {self.file.cells}", "cells = 'pattern'"
                )
            return None
        if not text or len(text) > MAX_PATTERN:
            found = "a longer one" if text else "no pattern"
            self.faults.add(at, found, f"a regular expression of at most {MAX_PATTERN} characters")
            return None
        try:
            return regex.compile(text)
        except (regex.error, ValueError, OverflowError, RecursionError) as error:
            self.faults.add(at, f"{shown(text)} ({error})", "a regular expression")
            return None

    def _cells(self, row: Row, headings: Iterable[Cell]) -> tuple[TableCell, ...]:
        return tuple(self._cell(row[heading.text]) for heading in headings)

    def _cell(self, cell: Cell) -> TableCell:
        if not cell:
            if not self.file.empty:
                advice = "an empty cell is allowed with empty = true in tables.toml"
                self.faults.add(cell.at, "nothing", "a figure", advice)
            return None
        if column := _COLUMN_TYPES.get(self.file.cells):
            value = self.reading.cells.value(cell, column)
            return value if isinstance(value, int | float) else None
        if self.pattern is not None and not self._matches(self.pattern, cell.text):
            self.faults.add(cell.at, shown(cell.text), f"the form {self.file.pattern}")
        return cell.text

    def _matches(self, pattern: regex.Pattern[str], text: str) -> bool:
        try:
            return pattern.fullmatch(text, timeout=MATCH_SECONDS) is not None
        except TimeoutError:
            at = self.document.at(*self.path, "pattern")
            expected = "one that does not repeat within a repetition"
            self.faults.add(at, "a pattern that takes too long", expected)
            self.pattern = None
            return True

    def _sources(self, rows: Iterable[Row], keys: Iterable[Cell]) -> Mapping[str, Source]:
        return {
            key.text: self.reading.cells.source(row["source"])
            for row, key in zip(rows, keys, strict=True)
            if row["source"]
        }


def _with_dice(axis: Axis, dice: Dice | None) -> Axis:
    """The axis with the lowest and highest total of the dice where it names no bounds."""
    if dice is None:
        return axis
    low = dice.count if axis.minimum is None else axis.minimum
    high = dice.count * dice.sides if axis.maximum is None else axis.maximum
    return axis.model_copy(update={"minimum": low, "maximum": high})


def _ends(found: tuple[int, int, Cell]) -> tuple[int, int]:
    return found[:2]


def _span(low: int | None, high: int | None) -> str:
    """Numbers from one to another, for a message.

    >>> _span(4, 4), _span(4, 6)
    ('4', '4 to 6')
    """
    if low == high:
        return str(low)
    return f"{'…' if low is None else low} to {'…' if high is None else high}"
