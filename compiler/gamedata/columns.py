"""The columns of one CSV file: the fixed ones and those that the game adds to it.

Gives the headings that a file must and may have, and a row's values under the game's columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from compiler.gamedata.csv_reader import Row, Sheet
from compiler.gamedata.faults import FaultList
from compiler.gamedata.model import Value
from compiler.gamedata.schema import Column
from compiler.gamedata.values import CellReader
from compiler.gamedata.vocabulary import Vocabulary


@dataclass(frozen=True)
class FileColumns:
    """The columns that every game has in a kind of file; `needed` ones must be there."""

    needed: tuple[str, ...]
    allowed: tuple[str, ...] = ()


FIXED: Mapping[str, FileColumns] = MappingProxyType(
    {
        "counters": FileColumns(
            ("id", "name", "side", "kind", "source"),
            ("formation", "size", "count", "faces", "optional", "sources"),
        ),
        "markers": FileColumns(
            ("id", "name", "kind", "source"), ("side", "count", "faces", "optional", "sources")
        ),
        "formations": FileColumns(("id", "name", "side", "source"), ("parent", "headquarters")),
        "hexes": FileColumns(("hex", "terrain", "source")),
        "hexsides": FileColumns(("hex", "side", "terrain", "source")),
        "routes": FileColumns(("id", "kind", "hexes", "source"), ("name",)),
        "places": FileColumns(("id", "name", "kind", "hexes", "source")),
        "setups": FileColumns(("counter", "place", "source"), ("face",)),
        "rulebook": FileColumns(("id", "kind"), ("advisory",)),
    }
)
"""By the file's name without `.csv`; `setups` are all files of that folder."""


class GameColumns:
    """The columns of one file in one game, as far as `game.toml` can tell."""

    def __init__(self, file: str, words: Vocabulary) -> None:
        self.fixed = FIXED[file]
        self._known = words.columns is not None and words.faces is not None
        fixed = (*self.fixed.needed, *self.fixed.allowed)
        declared = {
            name: column
            for name, column in (words.columns or {}).get(file, {}).items()
            if name not in fixed
        }
        self.faces = words.faces or ("front",)
        self.plain = {name: column for name, column in declared.items() if not _per_face(column)}
        self.per_face = {name: column for name, column in declared.items() if _per_face(column)}
        # Of a column whose declaration has faults it is not known whether it differs by face.
        self._unclear = [name for name, column in declared.items() if column is None]

    def check(self, sheet: Sheet, faults: FaultList, further: Sequence[str] = ()) -> bool:
        """Note missing and unknown headings; False if a needed one is missing.

        Args:
            sheet: the file.
            faults: where they are noted.
            further: other headings that are allowed (the states of a set-up).
        """
        if not self._known:
            return sheet.check_headings(self.fixed.needed, None, faults)
        needed = [*self.fixed.needed, *self._needed()]
        allowed = [*self.fixed.allowed, *self.plain, *further]
        allowed += [f"{face}.{name}" for face in self.faces for name in self._unclear]
        return sheet.check_headings(needed, allowed, faults)

    def _needed(self) -> Iterator[str]:
        yield from (name for name, column in self.plain.items() if column and column.required)
        yield from (f"{face}.{name}" for name in self.per_face for face in self.faces)

    def figures(self) -> list[str]:
        """What a row's `sources` may name: every heading that holds a figure."""
        fixed = [*self.fixed.needed, *self.fixed.allowed]
        own = [name for name in fixed if name not in ("id", "source", "sources")]
        by_face = [f"{face}.{name}" for name in self.per_face for face in self.faces]
        return [*own, *self.plain, *by_face]

    def values(self, row: Row, reader: CellReader) -> Mapping[str, Value]:
        """The row's values under the columns that do not differ by face."""
        return MappingProxyType(
            {name: _value(row, name, column, reader) for name, column in self.plain.items()}
        )

    def face_values(self, row: Row, reader: CellReader) -> Mapping[str, Mapping[str, Value]]:
        """The row's values by face, then by column.

        A counter has the first face, the faces that its cell `faces` names, and those under which
        it has any figure.
        """
        named = [
            reader.reference(face, "faces", self.faces if self._known else None)
            for face in row["faces"].items()
        ]
        faces: dict[str, Mapping[str, Value]] = {}
        for number, face in enumerate(self.faces):
            headings = {name: f"{face}.{name}" for name in self.per_face}
            names = (*self.per_face, *self._unclear)
            filled = any(row[f"{face}.{name}"] for name in names)
            if number == 0 or face in named or filled:
                faces[face] = MappingProxyType(
                    {
                        name: _value(row, heading, self.per_face[name], reader)
                        for name, heading in headings.items()
                    }
                )
        return MappingProxyType(faces)


def _per_face(column: Column | None) -> bool:
    return column is not None and column.per_face


def _value(row: Row, heading: str, column: Column | None, reader: CellReader) -> Value:
    cell = row[heading]
    if not cell and column is not None and column.required:
        reader.faults.add(cell.at, "nothing", f"a value: {column.label}")
    return reader.value(cell, column)
