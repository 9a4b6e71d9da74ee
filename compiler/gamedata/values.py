"""Turns the text of CSV cells into typed values, and says what is wrong with a cell.

Knows the types of cells, not the files they stand in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pydantic import ValidationError

from compiler.gamedata.csv_reader import Cell
from compiler.gamedata.faults import FaultList, Names, shown
from compiler.gamedata.model import Strength, Value
from compiler.gamedata.schema import IDENTIFIER_PATTERN, MAX_IDENTIFIER, Column, Source
from compiler.hexes import Grid, Hex, HexError

UNKNOWN_SOURCE = Source(kind="stand-in")
"""Stands where a cell has no sound source; such data never leave the loader."""

_INTEGER = re.compile(r"[+-]?[0-9]{1,9}")
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}(\.[0-9]{1,9})?")
_STRENGTH = re.compile(r"(\()?([0-9]{1,9})(?(1)\))")
_IDENTIFIER = re.compile(IDENTIFIER_PATTERN)
_SOURCE_KIND = re.compile(r"(printed|derived)\s*:|stand-in")
_DATE = re.compile(r"\d{1,2}[./-][A-Za-z]{3,4}\.?([./-]\d{2,4})?|\d{1,4}[./]\d{1,2}[./]\d{2,4}")


@dataclass
class CellReader:
    """Reads single cells; every fault goes into `faults`.

    `counters` and `formations` are the ids that cells may refer to, None where they are not known.
    """

    faults: FaultList
    grid: Grid | None
    counters: Names = None
    formations: Names = None
    _sources: dict[str, Source] = field(default_factory=dict)

    def identifier(self, cell: Cell) -> str:
        """The cell as the id that the row declares."""
        if len(cell.text) > MAX_IDENTIFIER or not _IDENTIFIER.fullmatch(cell.text):
            self.faults.add(
                cell.at,
                shown(cell.text) if cell else "nothing",
                "an id of lower-case letters, digits, '_', '.' and '-', a letter or digit first",
            )
        return cell.text

    def name(self, cell: Cell) -> str:
        """The cell as a name: one line of text."""
        if not cell or "\n" in cell.text:
            found = "a line break" if cell else "nothing"
            self.faults.add(cell.at, found, "a name on one line")
        return cell.text

    def reference(self, cell: Cell, what: str, names: Names) -> str:
        """The cell as one of the names that another file declares."""
        if not cell:
            self.faults.add(cell.at, "nothing", f"one of the {what}")
        else:
            self.faults.unknown(cell.at, what, cell.text, names)
        return cell.text

    def optional_reference(self, cell: Cell, what: str, names: Names) -> str | None:
        """As `reference`, but None for an empty cell."""
        return self.reference(cell, what, names) if cell else None

    def count(self, cell: Cell, most: int) -> int:
        """The cell as how many there are; one if it is empty."""
        if not cell:
            return 1
        if not _INTEGER.fullmatch(cell.text) or not 1 <= int(cell.text) <= most:
            self.faults.add(cell.at, shown(cell.text), f"a whole number from 1 to {most}")
            return 1
        return int(cell.text)

    def flag(self, cell: Cell) -> bool:
        """The cell as `yes` or empty."""
        if cell and cell.text != "yes":
            self.faults.add(cell.at, shown(cell.text), "'yes' or an empty cell")
        return cell.text == "yes"

    def source(self, cell: Cell) -> Source:
        """The cell as the source of the row's figures."""
        if not cell:
            self.faults.add(cell.at, "nothing", "the source of the row, as 'printed: 11.17.A'")
            return UNKNOWN_SOURCE
        if (known := self._sources.get(cell.text)) is not None:
            return known
        try:
            source = Source.model_validate(cell.text)
        except ValidationError as error:
            expected = str(error.errors()[0].get("ctx", {}).get("error", "a source"))
            self.faults.add(cell.at, shown(cell.text), expected)
            return UNKNOWN_SOURCE
        self._sources[cell.text] = source
        return source

    def sources(self, cell: Cell, figures: Names) -> Mapping[str, Source]:
        """The cell as sources of single figures: `front.troop=printed: 11.17.A; …`."""
        found: dict[str, Source] = {}
        for item in _figure_sources(cell):
            figure, equals, source = (part.strip() for part in item.text.partition("="))
            if not equals:
                expected = "'figure=source', as 'front.troop=printed: 11.17.A'"
                self.faults.add(item.at, shown(item.text), expected)
            elif figure in found:
                self.faults.repeated(item.at, figure, None)
            elif not self.faults.unknown(item.at, "figures", figure, figures):
                found[figure] = self.source(Cell(source, item.at))
        return found

    def hex(self, cell: Cell) -> Hex | None:
        """The cell as the number of a hex on the map; None if it is none."""
        if not cell:
            self.faults.add(cell.at, "nothing", "the number of a hex")
            return None
        if self.grid is None:
            return None
        try:
            return self.grid.hex(cell.text)
        except HexError as error:
            expected = str(error).partition(": expected ")[2] or "a hex on the map"
            self.faults.add(cell.at, shown(cell.text), expected, self._lost_zero(cell.text))
            return None

    def _lost_zero(self, text: str) -> str:
        """Advice if the number lacks only a leading zero, which spreadsheet programs take away."""
        candidates = (zeros + text for zeros in ("0", "00", "000"))
        longer = next((number for number in candidates if self._on_map(number)), "")
        return f"did you mean {shown(longer)}? Keep the column as text" if longer else ""

    def _on_map(self, number: str) -> bool:
        try:
            return self.grid is not None and self.grid.hex(number) in self.grid
        except HexError:
            return False

    def value(self, cell: Cell, column: Column | None) -> Value:
        """The cell of a column that the game adds; None if it is empty, but a flag is then False.

        `column` is None if its declaration has faults: then nothing is said about the cell.
        """
        if column is None:
            return cell.text or None
        if column.type == "flag":
            return self.flag(cell)
        if not cell:
            return None
        return _READERS[column.type](self, cell, column)

    def integer(self, cell: Cell, column: Column) -> Value:
        """A whole number within the column's bounds."""
        if not _INTEGER.fullmatch(cell.text):
            self._refuse(cell, "a whole number")
            return None
        return self._bounded(cell, int(cell.text), column)

    def number(self, cell: Cell, column: Column) -> Value:
        """A number, with a point before its decimals, within the column's bounds."""
        if not _NUMBER.fullmatch(cell.text):
            self._refuse(cell, "a number, such as 4 or 2.5")
            return None
        return self._bounded(cell, float(cell.text), column)

    def strength(self, cell: Cell, column: Column) -> Value:
        """A whole number that may stand in parentheses, within the column's bounds."""
        found = _STRENGTH.fullmatch(cell.text)
        if found is None:
            self._refuse(cell, "a strength, such as 4 or (2)")
            return None
        self._bounded(cell, int(found[2]), column)
        return Strength(int(found[2]), parenthesised=found[1] is not None)

    def choice(self, cell: Cell, column: Column) -> Value:
        """One of the column's words."""
        self.faults.unknown(cell.at, "choices", cell.text, column.choices)
        return cell.text

    def list(self, cell: Cell, column: Column) -> Value:
        """Items divided by `;`, each one of the column's words if it has any."""
        items = cell.items()
        for item in items:
            if not item:
                self.faults.add(item.at, "an empty item", "items divided by ';'")
            elif column.choices:
                self.faults.unknown(item.at, "choices", item.text, column.choices)
        return tuple(item.text for item in items)

    def _bounded(self, cell: Cell, value: float, column: Column) -> int | float:
        low, high = column.minimum, column.maximum
        if (low is not None and value < low) or (high is not None and value > high):
            self._refuse(cell, bounds(low, high))
        return value

    def _refuse(self, cell: Cell, expected: str) -> None:
        advice = ""
        if cell.text[0] in "−–—":
            advice = "write the minus sign as '-'"
        elif looks_like_date(cell.text):
            advice = "a spreadsheet may have made a date of it: keep the column as text"
        elif "," in cell.text:
            advice = "write a decimal point"
        self.faults.add(cell.at, shown(cell.text), expected, advice)


def _figure_sources(cell: Cell) -> list[Cell]:
    """The items of a `sources` cell, where a source may itself hold a semicolon."""
    items: list[Cell] = []
    for item in cell.items():
        goes_on = "=" not in item.text and not _SOURCE_KIND.search(item.text)
        if goes_on and items:
            items[-1] = Cell(f"{items[-1].text}; {item.text}", items[-1].at)
        else:
            items.append(item)
    return items


def bounds(low: float | None, high: float | None) -> str:
    """What is allowed between bounds, for a message.

    >>> bounds(0, 20), bounds(None, 3)
    ('from 0 to 20', 'at most 3')
    """
    if low is not None and high is not None:
        return f"from {low:g} to {high:g}"
    return f"at least {low:g}" if low is not None else f"at most {high:g}"


def looks_like_date(text: str) -> bool:
    """Whether a spreadsheet program may have taken a range such as `1-4` for a date.

    >>> looks_like_date("04. Jan"), looks_like_date("1-Apr"), looks_like_date("1-4")
    (True, True, False)
    """
    return _DATE.fullmatch(text.replace(" ", "")) is not None


_READERS: Mapping[str, Callable[[CellReader, Cell, Column], Value]] = {
    "integer": CellReader.integer,
    "number": CellReader.number,
    "strength": CellReader.strength,
    "choice": CellReader.choice,
    "list": CellReader.list,
    "text": lambda _, cell, __: cell.text,
    "hex": lambda reader, cell, _: reader.hex(cell),
    "counter": lambda reader, cell, _: reader.reference(cell, "counters", reader.counters),
    "formation": lambda reader, cell, _: reader.reference(cell, "formations", reader.formations),
}
