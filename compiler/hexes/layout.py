"""Which hexes a map has and what numbers are printed on them.

A :class:`Layout` counts columns and rows; it has no size. Pixels, neighbours and paths are added by
:class:`compiler.hexes.grid.Grid`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TypeVar

from compiler.hexes.coordinates import Hex, HexError, Orientation
from compiler.hexes.numbering import Axis, NumberOrder, Parity

MAX_HEXES = 100_000
"""The most hexes of a map: many times the largest printed one."""
MAX_SEPARATOR = 8

_Choice = TypeVar("_Choice", bound=StrEnum)


def _choice(kind: type[_Choice], value: str, name: str) -> _Choice:
    try:
        return kind(value)
    except ValueError:
        raise HexError(f"{name} is {value!r}: expected {' or '.join(kind)}") from None


@dataclass(frozen=True, kw_only=True)
class Layout:
    """Numbered hexes in straight columns (flat top) or straight rows (pointy top).

    Raises:
        HexError: if a value is out of bounds, the map has too many hexes, a column or row would
            be empty, or two hexes would bear the same number.
    """

    orientation: Orientation
    columns: Axis
    rows: Axis
    shifted: Parity
    """Which columns (flat top) lie half a hex lower, or rows (pointy top) half a hex further
    right, than the others, comparing hexes with the same row (column) number."""
    order: NumberOrder = NumberOrder.COLUMN_ROW
    separator: str = ""
    short: Parity | None = None
    """Which columns (flat top) or rows (pointy top), if any, lack the hex with the last number."""

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "orientation", _choice(Orientation, self.orientation, "orientation")
        )
        object.__setattr__(self, "order", _choice(NumberOrder, self.order, "order of the number"))
        object.__setattr__(self, "shifted", _choice(Parity, self.shifted, "shifted"))
        if self.short is not None:
            object.__setattr__(self, "short", _choice(Parity, self.short, "short"))
        if len(self.separator) > MAX_SEPARATOR or not self.separator.isprintable():
            raise HexError(
                f"separator is {self.separator[:20]!r}:"
                f" expected at most {MAX_SEPARATOR} printable characters"
            )
        if self.columns.count * self.rows.count > MAX_HEXES:
            raise HexError(
                f"map has {self.columns.count} by {self.rows.count} hexes:"
                f" expected at most {MAX_HEXES} in all"
            )
        if self.short is not None and self._along.count == 1:
            raise HexError("every second column or row would be empty: expected 2 hexes or more")
        if len(self._hexes) != len(self._numbers):
            raise HexError(self._ambiguity())

    # Straight lines of hexes are counted "across" the grid, the hexes of one line "along" it.
    # A place along is kept in half hexes, 2 * position + 1 if shifted.

    @property
    def _flat(self) -> bool:
        return self.orientation is Orientation.FLAT

    @property
    def _across(self) -> Axis:
        return self.columns if self._flat else self.rows

    @property
    def _along(self) -> Axis:
        return self.rows if self._flat else self.columns

    def _shift(self, across: int) -> int:
        """Half hexes by which the column or row at this position is shifted: 0 or 1."""
        return int(self.shifted.matches(self._across.number(across)))

    @cached_property
    def _first_shift(self) -> int:
        return self._shift(0)

    def _hex(self, column: int, row: int) -> Hex:
        """The hex of a column and a row number, on the map or not."""
        place = (self.columns.position(column), self.rows.position(row))
        across, along = place if self._flat else place[::-1]
        half = 2 * along + self._shift(across)
        other = (half - across - self._first_shift) // 2
        return Hex(across, other) if self._flat else Hex(other, across)

    def _place(self, cell: Hex) -> tuple[int, int]:
        """The position across and the place along in half hexes."""
        across, other = cell if self._flat else (cell.r, cell.q)
        return across, 2 * other + across + self._first_shift

    @cached_property
    def _numbers(self) -> dict[Hex, str]:
        """The number of each hex, in the order of the numbers."""
        row_first = self.order is NumberOrder.ROW_COLUMN
        outer, inner = (self.rows, self.columns) if row_first else (self.columns, self.rows)
        numbers: dict[Hex, str] = {}
        for one in range(outer.first, outer.last + 1):
            for two in range(inner.first, inner.last + 1):
                column, row = (two, one) if row_first else (one, two)
                across, along = (column, row) if self._flat else (row, column)
                if self.short and along == self._along.last and self.short.matches(across):
                    continue
                text = f"{outer.text(one)}{self.separator}{inner.text(two)}"
                numbers[self._hex(column, row)] = text
        return numbers

    @cached_property
    def _hexes(self) -> dict[str, Hex]:
        return {number: cell for cell, number in self._numbers.items()}

    def _ambiguity(self) -> str:
        seen: dict[str, Hex] = {}
        for cell, number in self._numbers.items():
            other = seen.setdefault(number, cell)
            if other != cell:
                break
        return (
            f"number {number!r} would be column {self.column(other)} row {self.row(other)} as well"
            f" as column {self.column(cell)} row {self.row(cell)}:"
            " use more digits or a separator that stands in no number"
        )

    def __contains__(self, cell: object) -> bool:
        return cell in self._numbers

    def __iter__(self) -> Iterator[Hex]:
        """All hexes, in the order of their numbers."""
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    def hex(self, number: str) -> Hex:
        """The hex that bears a printed number.

        Raises:
            HexError: if no hex of this map does.
        """
        try:
            return self._hexes[number]
        except KeyError:
            raise HexError(
                f"hex number {str(number)[:40]!r} is not on this map: expected {self._form}"
            ) from None

    @cached_property
    def _form(self) -> str:
        parts = [self.columns.describe("column"), self.rows.describe("row")]
        if self.order is NumberOrder.ROW_COLUMN:
            parts.reverse()
        then = f" then {self.separator!r} then " if self.separator else " then "
        lines, end = ("columns", "row") if self._flat else ("rows", "column")
        gap = f" ({self.short}-numbered {lines} lack the last {end})" if self.short else ""
        return f"{then.join(parts)}{gap}, such as {next(iter(self._hexes))!r}"

    def number(self, cell: Hex) -> str:
        """The printed number of a hex.

        Raises:
            HexError: if it is off the map.
        """
        try:
            return self._numbers[cell]
        except KeyError:
            raise HexError(f"{cell} is off the map: expected a hex of {self._form}") from None

    def column(self, cell: Hex) -> int:
        """The column number of a hex, on the map or not."""
        across, half = self._place(cell)
        return self.columns.number(across if self._flat else half // 2)

    def row(self, cell: Hex) -> int:
        """The row number of a hex, on the map or not."""
        across, half = self._place(cell)
        return self.rows.number(half // 2 if self._flat else across)

    def hex_at(self, *, column: int, row: int) -> Hex:
        """The hex of a column and a row number.

        Raises:
            HexError: if it is off the map.
        """
        cell = self._hex(column, row)
        self.number(cell)
        return cell
