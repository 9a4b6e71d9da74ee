"""What the readers of a game's CSV files share: the folder, the names declared, the faults so far.

A `Reading` lasts for one reading of one game folder.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from compiler.gamedata.columns import GameColumns
from compiler.gamedata.csv_reader import Cell, Row, Sheet, read_sheet
from compiler.gamedata.faults import FaultList, Names, Position
from compiler.gamedata.files import GameFolder
from compiler.gamedata.values import CellReader
from compiler.gamedata.vocabulary import Vocabulary


@dataclass
class Reading:
    """One reading of a game folder, after its TOML files have been read."""

    folder: GameFolder
    words: Vocabulary
    cells: CellReader

    @property
    def faults(self) -> FaultList:
        """Where every fault goes."""
        return self.folder.faults

    def sheet(self, name: str, *, needed_by: Position | None = None) -> Sheet | None:
        """The CSV file of that name, or None; it may only be missing if nothing needs it."""
        text = self.folder.text(name, needed_by=needed_by)
        return None if text is None else read_sheet(name, text, self.faults)

    def table(self, kind: str) -> Table:
        """The file `<kind>.csv` of the game's folder; an empty table if there is none."""
        name = f"{kind}.csv"
        there = self.folder.exists(name)
        return Table(kind, self.sheet(name) if there else None, missing=not there, reading=self)


@dataclass
class Table:
    """A CSV file together with the columns that the game gives to files of its kind."""

    kind: str
    sheet: Sheet | None
    missing: bool
    reading: Reading
    columns: GameColumns = field(init=False)

    def __post_init__(self) -> None:
        self.columns = GameColumns(self.kind, self.reading.words)

    def names(self, heading: str = "id") -> Names:
        """The ids that the file declares, also in rows with faults; None if they are not known."""
        if self.missing:
            return ()
        return self.sheet.names(heading) if self.sheet else None

    def rows(self, further: Sequence[str] = ()) -> Iterator[Row]:
        """The rows to read, after the headings have been checked; none if they are not sound."""
        if self.sheet and self.columns.check(self.sheet, self.reading.faults, further):
            yield from self.sheet.complete_rows()


class Ids:
    """Ids that must differ from one another; a second one is noted where it stands."""

    def __init__(self, faults: FaultList) -> None:
        self._faults = faults
        self._first: dict[object, Position] = {}

    def add(self, cell: Cell, identity: object = None) -> bool:
        """Whether the id of the cell is new; `identity` stands for it where one has many names."""
        key = cell.text if identity is None else identity
        first = self._first.setdefault(key, cell.at)
        if first is cell.at:
            return True
        self._faults.repeated(cell.at, cell.text, first)
        return False
