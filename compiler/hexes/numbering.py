"""How the columns or the rows of a map are counted and written in a hex number.

One axis at a time, without geometry; :class:`compiler.hexes.grid.Grid` joins two of them.
"""

from dataclasses import dataclass
from enum import StrEnum

from compiler.hexes.coordinates import HexError

MAX_COUNT = 1000
"""The most columns or rows a map may have: far above any printed map."""
MAX_FIRST = 1_000_000
MAX_DIGITS = 9


class Parity(StrEnum):
    """Whether the even- or the odd-numbered columns (flat top) or rows (pointy top) are meant."""

    EVEN = "even"
    ODD = "odd"

    def matches(self, number: int) -> bool:
        """Whether a number has this parity."""
        return number % 2 == (self is Parity.ODD)


class NumberOrder(StrEnum):
    """Which part of a hex number stands first."""

    COLUMN_ROW = "column-row"
    ROW_COLUMN = "row-column"


@dataclass(frozen=True, slots=True)
class Axis:
    """The columns or the rows of a map.

    ``first`` is the lowest number. Columns are counted from left to right and rows from top to
    bottom; ``descending`` counts from the right or from the bottom. A position, by contrast, is
    always counted from 0 at the left or at the top. Numbers are padded with zeros to ``digits``;
    with ``letters`` they are written A, B … Z, AA, BB … ZZ, AAA (1 is A) as VASSAL does.

    Raises:
        HexError: for a count, first number or digits out of bounds.

    >>> Axis(count=51, descending=True).number(0)
    51
    """

    count: int
    first: int = 1
    digits: int = 2
    descending: bool = False
    letters: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.count <= MAX_COUNT:
            raise HexError(f"count of columns or rows is {self.count}: expected 1 to {MAX_COUNT}")
        if not 1 <= self.digits <= MAX_DIGITS:
            raise HexError(f"digits of a number are {self.digits}: expected 1 to {MAX_DIGITS}")
        if abs(self.first) > MAX_FIRST:
            raise HexError(
                f"first number is {self.first}: expected {-MAX_FIRST} to {MAX_FIRST}",
            )
        if self.letters and self.first < 1:
            raise HexError(f"first letter is number {self.first}: expected 1 (A) or more")

    @property
    def last(self) -> int:
        """The highest number."""
        return self.first + self.count - 1

    def number(self, position: int) -> int:
        """The number at a position from the left or top."""
        return self.last - position if self.descending else self.first + position

    def position(self, number: int) -> int:
        """The position from the left or top of a number; outside ``0 … count-1`` if off the map."""
        return self.last - number if self.descending else number - self.first

    def text(self, number: int) -> str:
        """The number as printed.

        >>> Axis(count=9).text(7), Axis(count=40, letters=True).text(28)
        ('07', 'BB')
        """
        if self.letters:
            repeats, letter = divmod(number - 1, 26)
            return chr(ord("A") + letter) * (repeats + 1)
        return f"{'-' if number < 0 else ''}{abs(number):0{self.digits}d}"

    def describe(self, name: str) -> str:
        """What may stand in this part of a number, for messages: ``row 01 to 27``."""
        return f"{name} {self.text(self.first)} to {self.text(self.last)}"
