"""Reads CSV text (RFC 4180) into rows whose cells know the line and column where they stand.

The standard library's reader tells neither column nor the line of a cell after a line break in
quotes, which is why the cells are cut here. What the cells mean is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from compiler.gamedata.faults import (
    FaultList,
    Names,
    Position,
    did_you_mean,
    listed,
    nearest,
    shown,
)

MAX_ROWS = 20_000
MAX_COLUMNS = 200
MAX_CELL_CHARACTERS = 4000

_PLAIN = re.compile(r"[^,\n]*")
_QUOTED = re.compile(r'[ \t]*("[^"]*+(?:""[^"]*+)*+")[ \t]*')
_OPENING_QUOTE = re.compile(r'[ \t]*"')
_LINE = re.compile(r"[^\n]*\n?")


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its text without surrounding blanks, and where it begins."""

    text: str
    at: Position
    indent: int = 0
    """Characters from there to the text itself: the quotation mark and blanks behind it."""

    def __bool__(self) -> bool:
        return bool(self.text)

    def items(self, separator: str = ";") -> list[Cell]:
        """The parts of a list, each with its place; no parts if the cell is empty."""
        parts: list[Cell] = []
        start = self.indent
        for part in self.text.split(separator) if self.text else ():
            before = len(part) - len(part.lstrip())
            # In a cell of several lines the parts are only known to be in the cell.
            column = (self.at.column or 1) + start + before if "\n" not in self.text else None
            at = self.at if column is None else replace(self.at, column=column)
            parts.append(Cell(part.strip(), at))
            start += len(part) + len(separator)
        return parts


class _Raw(NamedTuple):
    """A cell before it is known under which heading it stands."""

    text: str
    line: int
    column: int
    indent: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """One row below the headings, cells by heading."""

    file: str
    raws: Sequence[_Raw]
    columns: Mapping[str, int]
    complete: bool
    """Whether the row could be cut into as many cells as there are headings."""

    def __getitem__(self, heading: str) -> Cell:
        """The cell under a heading; an empty one where the file has no such column."""
        index = self.columns.get(heading, len(self.raws))
        if index < len(self.raws):
            raw = self.raws[index]
            at = Position(self.file, raw.line, raw.column, heading)
            return Cell(raw.text, at, raw.indent)
        return Cell("", Position(self.file, self.raws[0].line, self.raws[0].column, heading))


@dataclass(frozen=True)
class Sheet:
    """The headings of a CSV file, in order, and its rows."""

    file: str
    headings: tuple[Cell, ...]
    rows: tuple[Row, ...]
    columns: Mapping[str, int]
    whole: bool
    """False if reading had to stop before the end of the file."""

    def complete_rows(self) -> Iterator[Row]:
        """The rows that have as many cells as there are headings."""
        return (row for row in self.rows if row.complete)

    def names(self, heading: str) -> Names:
        """Every text under a heading, also in rows with faults; None if not all are known."""
        if not self.whole or heading not in self.columns:
            return None
        return dict.fromkeys(row[heading].text for row in self.rows)

    def check_headings(
        self, needed: Sequence[str], allowed: Sequence[str] | None, faults: FaultList
    ) -> bool:
        """Note unknown and missing columns; False if one that is needed is missing.

        With `allowed` None it is not known which further columns there may be.
        """
        known = list(dict.fromkeys([*needed, *(allowed or ())]))
        missing = [name for name in needed if name not in self.columns]
        misspelt: set[str] = set()
        for heading in self.headings:
            if allowed is not None and heading.text not in known:
                likely = nearest(heading.text, missing) or nearest(heading.text, known)
                misspelt.update(name for name in missing if likely == did_you_mean(name))
                faults.add(
                    heading.at,
                    f"the unknown column {shown(heading.text)}",
                    f"one of the columns: {listed(known, 40)}",
                    likely,
                )
        for name in missing:
            if name in misspelt:
                continue
            at = Position(self.file, self.headings[0].at.line, 1, name)
            faults.add(at, f"no column {shown(name)}", "a column of this name")
        return not missing


def read_sheet(file: str, text: str, faults: FaultList) -> Sheet | None:
    """The sheet in the text of a CSV file; None, with a fault, if it has no usable headings.

    Blank rows, and rows whose first cell begins with `#`, are left out.
    """
    cutter = _Cutter(file, text, faults)
    records = cutter.records()
    first, sound = next(records, ([], cutter.whole))
    if not first:
        if sound:
            faults.add(Position(file, 1, 1), "no headings", "a first row with the columns' names")
        return None
    headings = tuple(
        Cell(raw.text, Position(file, raw.line, raw.column, raw.text)) for raw in first
    )
    if not sound or not _are_headings(headings, faults):
        return None
    columns = {heading.text: index for index, heading in enumerate(headings)}
    rows = [
        Row(file, raws, columns, sound and _is_full(file, raws, len(headings), faults))
        for raws, sound in records
    ]
    return Sheet(file, headings, tuple(rows), columns, cutter.whole)


def _are_headings(headings: Sequence[Cell], faults: FaultList) -> bool:
    """Whether every column has a name of its own."""
    only = headings[0].text
    if len(headings) == 1 and (";" in only or "\t" in only):
        sign = "a semicolon" if ";" in only else "a tab"
        faults.add(
            replace(headings[0].at, subject=""),
            f"cells divided by {sign}",
            "cells divided by commas",
            "save the file as CSV with commas",
        )
        return False
    if len(headings) > MAX_COLUMNS:
        at = Position(headings[0].at.file, headings[0].at.line, 1)
        faults.add(at, f"more than {MAX_COLUMNS} columns", f"at most {MAX_COLUMNS}")
        return False
    good = True
    seen: set[str] = set()
    for heading in headings:
        if not heading:
            faults.add(heading.at, "a column without a heading", "a name in each heading")
        elif heading.text in seen:
            faults.add(heading.at, f"the column {shown(heading.text)} twice", "each column once")
        else:
            seen.add(heading.text)
            continue
        good = False
    return good


def _is_full(file: str, raws: Sequence[_Raw], expected: int, faults: FaultList) -> bool:
    """Whether a row has the expected number of cells."""
    if len(raws) == expected:
        return True
    # Too many: the first cell that has no heading; too few: the last one there is.
    odd = raws[min(len(raws) - 1, expected)]
    number = f"more than {MAX_COLUMNS}" if len(raws) > MAX_COLUMNS else str(len(raws))
    faults.add(
        Position(file, odd.line, odd.column),
        f"{number} cells in the row",
        f"{expected}, one for each heading",
        "a cell that holds a comma stands in quotes" if len(raws) > expected else "",
    )
    return False


class _Cutter:
    """Cuts text into records of raw cells, keeping count of lines and columns."""

    def __init__(self, file: str, text: str, faults: FaultList) -> None:
        self.file = file
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.faults = faults
        self.index = 0
        self.line = 1
        self.line_start = 0
        self.whole = True

    def records(self) -> Iterator[tuple[list[_Raw], bool]]:
        """Each record that is neither blank nor a comment, and whether its cells are sound."""
        number = 0
        while self.index < len(self.text) and self.whole:
            if self.text[self.index] == "#":
                # A comment typed by hand: its commas and quotes mean nothing.
                self._pass(_LINE)
                continue
            start = self.line
            cells, sound = self._record()
            if sound and (not any(raw.text for raw in cells) or cells[0].text.startswith("#")):
                continue
            number += 1
            if number > MAX_ROWS:
                self._fault(start, 1, f"more than {MAX_ROWS} rows", f"at most {MAX_ROWS}")
                self.whole = False
                return
            yield cells, sound

    def _record(self) -> tuple[list[_Raw], bool]:
        cells: list[_Raw] = []
        sound = True
        while True:
            raw, good = self._cell()
            sound = sound and good
            if len(cells) <= MAX_COLUMNS:
                cells.append(raw)
            if self.text[self.index : self.index + 1] != ",":
                break
            self.index += 1
        self._pass(_LINE)
        return cells, sound

    def _cell(self) -> tuple[_Raw, bool]:
        """The cell at the index, which then stands on the comma or line end behind it."""
        if _OPENING_QUOTE.match(self.text, self.index):
            return self._quoted_cell()
        line, column = self.line, self.index - self.line_start + 1
        text = self._pass(_PLAIN)
        bare = text.strip()
        column += len(text) - len(text.lstrip()) if bare else 0
        return self._limited(_Raw(bare, line, column))

    def _quoted_cell(self) -> tuple[_Raw, bool]:
        line = self.line
        column = self.text.index('"', self.index) - self.line_start + 1
        found = _QUOTED.match(self.text, self.index)
        if found is None:
            self._fault(line, column, "a quotation mark that is never closed", 'a closing "')
            self.index = len(self.text)
            self.whole = False
            return _Raw("", line, column), False
        self._advance(found.end())
        if self.text[self.index : self.index + 1] not in (",", "\n", ""):
            self._fault(
                self.line,
                self.index - self.line_start + 1,
                "text behind a closing quotation mark",
                "a comma or the end of the line",
                'a quotation mark inside quotes is written ""',
            )
            self._pass(_PLAIN)
            return _Raw("", line, column), False
        inner = found[1][1:-1].replace('""', '"')
        indent = 1 + len(inner) - len(inner.lstrip())
        return self._limited(_Raw(inner.strip(), line, column, indent))

    def _limited(self, raw: _Raw) -> tuple[_Raw, bool]:
        if len(raw.text) <= MAX_CELL_CHARACTERS:
            return raw, True
        expected = f"at most {MAX_CELL_CHARACTERS}"
        self._fault(raw.line, raw.column, f"a cell of {len(raw.text)} characters", expected)
        return _Raw("", raw.line, raw.column), False

    def _pass(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.text, self.index)
        passed = found[0] if found else ""
        self._advance(self.index + len(passed))
        return passed

    def _advance(self, index: int) -> None:
        lines = self.text.count("\n", self.index, index)
        if lines:
            self.line += lines
            self.line_start = self.text.rfind("\n", self.index, index) + 1
        self.index = index

    def _fault(self, line: int, column: int, found: str, expected: str, advice: str = "") -> None:
        self.faults.add(Position(self.file, line, column), found, expected, advice)
