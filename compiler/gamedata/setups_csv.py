"""Reads `setups/*.csv`: where each piece of a scenario stands at the start, and in which state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from compiler.gamedata.csv_reader import Cell, Row
from compiler.gamedata.faults import Names, Position, nearest, shown
from compiler.gamedata.model import Counter, SetupPiece, Value
from compiler.gamedata.reading import Reading, Table
from compiler.gamedata.schema import Column, State
from compiler.hexes import Hex, HexError

STATE_HEADING = "state."


@dataclass(frozen=True)
class BoxRule:
    """What may lie in a box of a display; an empty side or no kinds mean any."""

    side: str
    kinds: tuple[str, ...]


@dataclass(frozen=True)
class Placing:
    """What set-ups refer to. `boxes` is None where not all boxes are known."""

    counters: Mapping[str, Counter]
    boxes: Mapping[str, BoxRule] | None


@dataclass(frozen=True)
class Setup:
    """The pieces of one set-up file, with the place of each row's counter in the file."""

    pieces: tuple[SetupPiece, ...]
    rows: tuple[Position, ...]

    def placed(self) -> Iterable[tuple[SetupPiece, Position]]:
        """Each piece with the position of its counter cell."""
        return zip(self.pieces, self.rows, strict=True)


def read_setup(reading: Reading, name: str, needed_by: Position, placing: Placing) -> Setup:
    """The set-up of that name; an empty one, with a fault, if there is no such file.

    Args:
        reading: the reading of the game.
        name: the file's name in `setups/`, without `.csv`.
        needed_by: where the scenario names it.
        placing: what its rows may refer to.
    """
    sheet = reading.sheet(f"setups/{name}.csv", needed_by=needed_by)
    table = Table("setups", sheet, missing=False, reading=reading)
    reader = _SetupReader(reading, table, placing)
    states = [f"{STATE_HEADING}{state}" for state in reading.words.states or ()]
    pieces = [(reader.piece(row), row["counter"].at) for row in table.rows(states)]
    return Setup(
        tuple(piece for piece, _ in pieces if piece is not None),
        tuple(at for piece, at in pieces if piece is not None),
    )


class _SetupReader:
    """Reads the rows of one set-up, counting copies."""

    def __init__(self, reading: Reading, table: Table, placing: Placing) -> None:
        self.reading = reading
        self.cells = reading.cells
        self.faults = reading.faults
        self.table = table
        self.placing = placing
        self.copies: dict[str, int] = {}

    def piece(self, row: Row) -> SetupPiece | None:
        """The piece of one row; None if its counter or its place is not known."""
        cell = row["counter"]
        name = self.cells.reference(cell, "counters", self.cells.counters)
        counter = self.placing.counters.get(name)
        place = self._place(row["place"], counter)
        face = self._face(row["face"], counter)
        states = self._states(row, counter)
        values = self.table.columns.values(row, self.cells)
        source = self.cells.source(row["source"])
        if counter is None or place is None:
            return None
        copy = self.copies[name] = self.copies.get(name, 0) + 1
        if copy > counter.count:
            number = "copy" if counter.count == 1 else "copies"
            found = f"{shown(name)} for the {_ordinal(copy)} time"
            self.faults.add(cell.at, found, f"at most {counter.count} {number} of the counter")
        piece = name if copy == 1 else f"{name}#{copy}"
        return SetupPiece(piece, name, place, face, states, values, source)

    def _place(self, cell: Cell, counter: Counter | None) -> Hex | str | None:
        grid, boxes = self.reading.words.grid, self.placing.boxes
        if not cell:
            self.faults.add(cell.at, "nothing", "the number of a hex, or a box of a display")
            return None
        if grid is not None:
            try:
                hex_ = grid.hex(cell.text)
            except HexError as error:
                form = str(error).partition(": expected ")[2]
            else:
                self._check_on_map(cell, counter)
                return hex_
        if boxes is None or grid is None:
            return cell.text
        box = boxes.get(cell.text)
        if box is None:
            expected = f"a hex ({form}) or a box of a display"
            self.faults.add(cell.at, shown(cell.text), expected, nearest(cell.text, boxes))
            return None
        self._check_box(cell, counter, box)
        return cell.text

    def _check_on_map(self, cell: Cell, counter: Counter | None) -> None:
        kind = (self.reading.words.kinds or {}).get(counter.kind) if counter else None
        if counter is not None and kind is not None and not kind.on_map:
            found = f"the hex {cell.text} for a counter of the kind '{counter.kind}'"
            self.faults.add(cell.at, found, "a box of a display: on_map is false for this kind")

    def _check_box(self, cell: Cell, counter: Counter | None, box: BoxRule) -> None:
        if counter is None:
            return
        if box.kinds and counter.kind not in box.kinds:
            found = f"the box {shown(cell.text)} for a counter of the kind '{counter.kind}'"
            self.faults.add(cell.at, found, "a box of a display for this kind")
        sides = self.reading.words.sides or ()
        if box.side in sides and counter.side in sides and counter.side != box.side:
            found = f"a box of the side '{box.side}' for a counter of '{counter.side}'"
            self.faults.add(cell.at, found, "a box of the counter's own side")

    def _face(self, cell: Cell, counter: Counter | None) -> str:
        if counter is None:
            if cell:
                self.faults.unknown(cell.at, "faces", cell.text, self.reading.words.faces)
            return cell.text
        if not cell:
            return next(iter(counter.faces))
        known: Names = counter.faces if self.reading.words.faces is not None else None
        self.faults.unknown(cell.at, f"faces of '{counter.id}'", cell.text, known)
        return cell.text

    def _states(self, row: Row, counter: Counter | None) -> Mapping[str, Value]:
        found: dict[str, Value] = {}
        for name, state in (self.reading.words.states or {}).items():
            cell = row[f"{STATE_HEADING}{name}"]
            if cell and state is not None:
                found[name] = self._state(cell, state, counter)
        return MappingProxyType(found)

    def _state(self, cell: Cell, state: State, counter: Counter | None) -> Value:
        if counter is not None and state.kinds and counter.kind not in state.kinds:
            found = f"a state for a counter of the kind '{counter.kind}'"
            self.faults.add(cell.at, found, f"it only for: {', '.join(state.kinds)}")
        if state.type == "flag":
            return self.cells.flag(cell)
        if state.type == "choice":
            column = Column(label=state.name, type="choice", choices=state.choices)
        else:
            column = Column(label=state.name, minimum=state.minimum, maximum=state.maximum)
        return self.cells.value(cell, column)


def _ordinal(number: int) -> str:
    """A number as a place in a row.

    >>> [_ordinal(number) for number in (2, 3, 11, 21)]
    ['2nd', '3rd', '11th', '21st']
    """
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10)
    return f"{number}{ending or 'th'}"
