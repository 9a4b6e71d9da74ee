"""`tables.toml` and `defects.toml`: charts, and what is wrong with the printed rules."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from compiler.gamedata.schema.common import Identifier, Source, Strict


class Axis(Strict):
    """One axis of a table.

    `range`: cells such as `3`, `1-4`, `8+`, `<=0`, covering minimum..maximum without hole or
    overlap; `key`: the given `values`, or any text if there are none; `terrain`: ids of the map's
    terrains and routes.
    """

    name: str
    kind: Literal["range", "key", "terrain"] = "key"
    values: tuple[str, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    dice: str = ""
    """The dice rolled on a `range` axis: minimum and maximum, where not given, are theirs."""


class TableFile(Strict):
    """A table: its first CSV column is the row axis, the other headings the column axis."""

    title: str
    rows: Axis
    columns: Axis
    cells: Literal["integer", "number", "text", "pattern"] = "text"
    pattern: str = ""
    """With `pattern`: the regular expression every cell must match whole."""
    empty: bool = False
    """Whether a cell may be empty."""
    rule: str = ""
    source: Source


class TablesFile(Strict):
    """`tables.toml`: table ids to their descriptions; the cells stand in `tables/<id>.csv`."""

    tables: dict[Identifier, TableFile] = Field(default={})


class Defect(Strict):
    """A contradiction or misprint of the printed rules and the reading applied."""

    id: Identifier
    place: tuple[str, ...]
    """The paragraph ids concerned."""
    says: str
    """What is wrong, in our words."""
    reading: str
    why: str
    accepts_both: bool = False


class DefectsFile(Strict):
    """`defects.toml`: the register of the printed rules' defects."""

    defects: tuple[Defect, ...] = ()
