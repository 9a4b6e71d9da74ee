"""A hex grid as VASSAL's HexGrid and HexGridNumbering hold it, with the engine's own arithmetic.

It names pixels and locates hex numbers exactly as the engine does (VASSAL 3.7), faults included,
and writes the attributes for a build file. It knows no map; see
:meth:`compiler.hexes.grid.Grid.vassal`.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from compiler.hexes.coordinates import HexError
from compiler.hexes.lattice import ENGINE_DEFAULT_DX, Lattice, Pixel, java_round, regular_dx

MAX_BOARD = 65_536
"""The longest side of a board in pixels."""
MAX_NAME = 64

_LETTERS = "-?(?:" + "|".join(f"{letter}+" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ") + ")"


def _attribute(value: bool | float | str) -> str:
    """A value as the engine reads it from XML."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True, slots=True)
class VassalAxis:
    """One of the two texts of a location name: the "h" or the "v" attributes.

    ``leading`` is the number of zeros before a one-digit value, ``offset`` the value shown for
    index 0 (of letters, A is 0).
    """

    letters: bool
    leading: int
    offset: int

    @property
    def pattern(self) -> str:
        """The regular expression by which the engine finds this text in a location name."""
        return _LETTERS if self.letters else f"-?[0-9]{{{self.leading + 1},}}"

    def text(self, index: int) -> str:
        """The text shown for an index."""
        value = index + self.offset
        sign, value = "-" if value < 0 else "", abs(value)
        if self.letters:
            repeats, letter = divmod(value, 26)
            return sign + chr(ord("A") + letter) * (repeats + 1)
        return f"{sign}{value:0{self.leading + 1}d}"

    def index(self, text: str) -> int:
        """The index for a text that fits :attr:`pattern`."""
        if not self.letters:
            return int(text) - self.offset
        letters = text.removeprefix("-")
        value = 26 * (len(letters) - 1) + ord(letters[-1]) - ord("A")
        return (-value if text.startswith("-") else value) - self.offset


@dataclass(frozen=True)
class VassalGrid:
    """A HexGrid with its HexGridNumbering on a board of ``width`` by ``height`` pixels.

    ``h`` is the text of what the engine calls column, ``v`` of what it calls row: sideways, that
    is the printed row and the printed column. ``h_descend`` and ``v_descend`` always mean
    counting from the right and from the bottom.

    Raises:
        HexError: if the engine could not hold these values.
    """

    lattice: Lattice
    width: int
    height: int
    h: VassalAxis
    v: VassalAxis
    first: Literal["H", "V"] = "H"
    separator: str = ""
    h_descend: bool = False
    v_descend: bool = False
    stagger: bool = False

    def __post_init__(self) -> None:
        for name, pixels in (("width", self.width), ("height", self.height)):
            if not 1 <= pixels <= MAX_BOARD:
                raise HexError(f"board {name} is {pixels}: expected 1 to {MAX_BOARD} pixels")
        dx, dy = self.lattice.dx, self.lattice.dy
        if dx == ENGINE_DEFAULT_DX != regular_dx(dy):
            raise HexError(
                f"hex spacing dx is {dx}, the engine's default, which it replaces by"
                f" {regular_dx(dy)} when dy is {dy}: change dx by a hundredth of a pixel"
            )

    @property
    def max_columns(self) -> int:
        """What the engine counts down from, from right to left."""
        return java_round(self.width / self.lattice.dy)

    @property
    def max_rows(self) -> int:
        """What the engine counts down from, from bottom to top."""
        return java_round(self.height / self.lattice.dx)

    @property
    def grid_attributes(self) -> dict[str, str]:
        """The XML attributes of the HexGrid: pieces snap to centres, nothing is drawn."""
        lattice = self.lattice
        values: dict[str, bool | float | str] = {
            "color": "0,0,0",
            "cornersLegal": False,
            "dotsVisible": False,
            "dx": lattice.dx,
            "dy": lattice.dy,
            "edgesLegal": False,
            "sideways": lattice.sideways,
            "snapTo": True,
            "visible": False,
            "x0": lattice.x0,
            "y0": lattice.y0,
        }
        return {name: _attribute(value) for name, value in values.items()}

    @property
    def numbering_attributes(self) -> dict[str, str]:
        """The XML attributes of the HexGridNumbering: nothing is drawn."""
        values: dict[str, bool | float | str] = {
            "color": "0,0,0",
            "first": self.first,
            "fontSize": 9,
            "hDescend": self.h_descend,
            "hDrawOff": 0,
            "hLeading": self.h.leading,
            "hOff": self.h.offset,
            "hType": "A" if self.h.letters else "N",
            "locationFormat": "$gridLocation$",
            "rotateText": 0,
            "sep": self.separator,
            "stagger": self.stagger,
            "vDescend": self.v_descend,
            "vDrawOff": 0,
            "vLeading": self.v.leading,
            "vOff": self.v.offset,
            "vType": "A" if self.v.letters else "N",
            "visible": False,
        }
        return {name: _attribute(value) for name, value in values.items()}

    @property
    def _along_descends(self) -> bool:
        return self.h_descend if self.lattice.sideways else self.v_descend

    @property
    def _across_descends(self) -> bool:
        return self.v_descend if self.lattice.sideways else self.h_descend

    def _flipped(self, column: int, row: int) -> tuple[int, int]:
        """Count descending axes from the other end; doing it twice changes nothing."""
        columns, rows = self.max_columns, self.max_rows
        if self.lattice.sideways:
            columns, rows = rows, columns
        return (
            columns - column if self._across_descends else column,
            rows - row if self._along_descends else row,
        )

    def index(self, x: float, y: float) -> tuple[int, int]:
        """The indices (before the offsets) that the engine gives to a board pixel."""
        raw_column, raw_row = self.lattice.index(x, y)
        column, row = self._flipped(raw_column, raw_row)
        if self.stagger and raw_column % 2:
            row += -1 if self._along_descends else 1
        return column, row

    def _raw(self, column: int, row: int) -> tuple[int, int]:
        """The raw index for an index; as in the engine, the stagger looks at the index."""
        if self.stagger and column % 2:
            row += 1 if self._along_descends else -1
        return self._flipped(column, row)

    def center(self, column: int, row: int) -> Pixel:
        """The board pixel of an index, which set-up stacks and Send To Location use."""
        return self.lattice.center(*self._raw(column, row))

    def snap_center(self, x: float, y: float) -> Pixel:
        """Where a piece dropped on the brick of this board pixel comes to lie."""
        return self.lattice.snap_center(*self.lattice.index(x, y))

    def name(self, x: float, y: float) -> str:
        """The location name of a board pixel."""
        column, row = self.index(x, y)
        parts = (self.h.text(column), self.v.text(row))
        return self.separator.join(parts if self.first == "H" else parts[::-1])

    @cached_property
    def _name_pattern(self) -> re.Pattern[str]:
        h, v = f"(?P<h>{self.h.pattern})", f"(?P<v>{self.v.pattern})"
        parts = (h, v) if self.first == "H" else (v, h)
        return re.compile(re.escape(self.separator).join(parts))

    def _find(self, name: str) -> Pixel | None:
        match = self._name_pattern.fullmatch(name) if len(name) <= MAX_NAME else None
        if match is None:
            return None
        return self.center(self.h.index(match["h"]), self.v.index(match["v"]))

    def locate(self, name: str) -> Pixel:
        """The board pixel that the engine finds for a location name.

        Raises:
            HexError: if the name does not have the form of this grid's names.
        """
        found = self._find(name)
        if found is None:
            raise HexError(
                f"location {name[:MAX_NAME]!r} has not the form of this grid's names:"
                f" expected something like {self.name(0, 0)!r}"
            )
        return found

    def check(self, centers: Iterable[tuple[str, Pixel]]) -> None:
        """Make sure that the engine names every hex and finds it by its name.

        Args:
            centers: the number and the centre of each hex.

        Raises:
            HexError: for the first hex that is off the board, is named otherwise, or is found
                at another pixel or not at all; with the reason and the remedy if one is known.
        """
        for number, (x, y) in centers:
            if not (0 <= x < self.width and 0 <= y < self.height):
                raise HexError(
                    f"the centre of hex {number}, {x},{y}, is off the board:"
                    f" expected within {self.width} by {self.height} pixels"
                )
            named = self.name(x, y)
            if named != number:
                raise HexError(
                    f"VASSAL would name hex {number} {named!r} at {x},{y}{self._known_fault()}"
                )
            found = self._find(number)
            if found != (x, y):
                where = "nowhere" if found is None else f"at {found[0]},{found[1]}"
                raise HexError(
                    f"VASSAL would look for hex {number} {where} instead of at"
                    f" {x},{y}{self._known_fault()}"
                )

    def _known_fault(self) -> str:
        """Which fault of the engine spoils this grid's names."""
        maximum = self.max_rows if self.lattice.sideways else self.max_columns
        if self.stagger and self._across_descends and maximum % 2:
            sideways = self.lattice.sideways
            lines = "rows" if sideways else "columns"
            ratio = "height / dx" if sideways else "width / dy"
            return (
                f": with stagger=true and descending {lines} it confuses odd and even when the"
                f" board's {ratio} rounds to an odd number ({maximum});"
                " use stagger=false or another board size"
            )
        if not self.separator:
            return (
                ": without a separator it gives as many digits or equal letters as it can to the"
                " first part; use more digits or a separator"
            )
        return ""
