"""`rosters.toml`: the sheets on which players keep account on paper, and what the file refers to.

A roster has rows of boxes for units, tracks, boxes for points, and a score sheet, as the game needs
them. How a sheet looks, and what is filled in, is the business of `compiler.sheets`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field, model_validator

from compiler.gamedata.faults import FaultList, Names
from compiler.gamedata.schema import DisplayFile, Identifier, Source, Strict
from compiler.gamedata.toml_models import parts
from compiler.gamedata.toml_reader import Document, Path
from compiler.gamedata.vocabulary import Vocabulary

MAX_BOXES = 60
"""The most boxes in one row."""

_FIELD = re.compile(r"\{([A-Za-z0-9_.-]+)\}")

ValueName = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$")]
"""A value of the scenario, `grenades.german`, or one that the referee keeps while it reads a log,
after `state.`: `state.records.ammunition.points.soviet`."""


class BoxRow(Strict):
    """A row of boxes beside each unit.

    How many there are says one of `count`, `column`, `table`; with `state` there is a box for each
    of its choices instead.
    """

    label: str
    kinds: tuple[Identifier, ...] = ()
    """Only for these kinds of counter; empty: all of the part's."""
    count: Annotated[int, Field(ge=1, le=MAX_BOXES)] | None = None
    column: Identifier = ""
    """A column of the counters that holds the number."""
    table: Identifier = ""
    """A table whose cell holds the number; see `rows` and `table_column`."""
    rows: tuple[str, ...] = ()
    """Rows to look in, the first that the table has; names in braces are filled in: `scenario`,
    `counter`, `formation`, `side`, and the columns of the set-ups."""
    table_column: str = ""
    state: Identifier = ""
    """A state of the type `choice`: a box for each choice, the present one ticked."""
    absent: str = ""
    """What is printed where there is no number, `unlimited` for example; empty: nothing."""
    figures: Identifier = ""
    """A column with a list: the numbers printed in the boxes, the last in the rightmost."""
    strength: Identifier = ""
    """A column that names a column of strength: where `figures` is empty, the boxes show its share
    for each step, rounded down, at least 1."""
    marked: Identifier = ""
    """A state of the type `level`: so many boxes are marked off, from the right."""
    turns_at: Identifier = ""
    """A column: with so many boxes left the counter is turned over; these boxes are shaded."""
    rule: str = ""

    @model_validator(mode="after")
    def _says_how_many(self) -> BoxRow:
        given = [bool(self.count), bool(self.column), bool(self.table), bool(self.state)]
        if sum(given) != 1:
            raise ValueError("one of count, column, table and state")
        if bool(self.table) != bool(self.rows) or bool(self.table) != bool(self.table_column):
            raise ValueError("table, rows and table_column together")
        return self


class UnitsPart(Strict):
    """A line for each unit in play: its picture, its name, what is printed of it, its boxes."""

    title: str
    kinds: tuple[Identifier, ...] = ()
    """Kinds of counter; empty: all units."""
    formations: tuple[Identifier, ...] = ()
    """Only units of these formations and of those below them."""
    show: str = ""
    """What stands after the name, a text with columns in braces as on counters."""
    boxes: tuple[BoxRow, ...] = ()
    lines: tuple[str, ...] = ()
    """Labels of lines to write on."""
    by_formation: bool = True
    """Whether units stand under the names of their formations."""
    level: Identifier = ""
    """A column of the formations that tells their level; see `levels`."""
    levels: tuple[str, ...] = ()
    """Units stand under the nearest formation above them of one of these levels; empty: any."""
    formation_box: str = ""
    """Label of a box beside the names of formations."""
    formation_box_levels: tuple[str, ...] = ()
    """Only beside formations of these levels; empty: all."""
    formation_box_units: Annotated[int, Field(ge=1, le=100)] = 1
    """Only beside formations with at least so many units on the roster."""


class TrackPart(Strict):
    """Numbered boxes of which that of a marker, or of a value, is ticked.

    They are those of a display's track, go from `first` to `last`, or are as many as a value of the
    scenario says.
    """

    title: str
    display: Identifier = ""
    first: Annotated[int, Field(ge=-999, le=9999)] = 1
    last: Annotated[int, Field(ge=-999, le=9999)] | None = None
    count: ValueName = ""
    """A value of the scenario: as many boxes, of which those used up are marked off."""
    marker: Identifier = ""
    """The marker whose box on a display tells the number."""
    values: tuple[ValueName, ...] = ()
    """Values that tell the number; the last one known counts."""
    rule: str = ""

    @model_validator(mode="after")
    def _says_how_many(self) -> TrackPart:
        if bool(self.display) + bool(self.count) + (self.last is not None) != 1:
            raise ValueError("one of display, count and last")
        if self.last is not None and not 0 <= self.last - self.first < 400:
            raise ValueError("a track of 1 to 400 boxes, from first to last")
        return self


class PointBox(Strict):
    """A box in which points are kept."""

    label: str
    box: Identifier = ""
    """The box of a display whose pieces are named in it."""
    values: tuple[ValueName, ...] = ()
    """Values that tell the number; the last one known counts."""


class PointsPart(Strict):
    """Large boxes side by side in which points are written."""

    title: str
    boxes: tuple[PointBox, ...]
    rule: str = ""


class ScorePart(Strict):
    """A score sheet: what brings points, room to tally, and the levels of victory."""

    title: str
    table: Identifier = ""
    """A table of points by what brings them."""
    column: str = ""
    """Its column of points; empty: the first."""
    names: dict[str, str] = Field(default_factory=dict)
    """What rows of the table are called, where the key alone does not say it."""
    needs: ValueName = ""
    """A value of the scenario: where it is false, the table is left out."""
    tally: Annotated[int, Field(ge=1, le=30)] = 10
    """Boxes beside each row."""
    places: ValueName = ""
    """A value of the scenario that gives ids of places and their points."""
    levels: ValueName = ""
    """A value of the scenario that names a table of levels, which is printed."""
    rule: str = ""


class Roster(Strict):
    """One roster sheet."""

    title: str
    side: Identifier = ""
    """The side that keeps it; empty: both."""
    scenarios: tuple[Identifier, ...] = ()
    """Only for these scenarios; empty: all."""
    note: str = ""
    """How it is used, in a sentence."""
    rule: str = ""
    source: Source
    units: tuple[UnitsPart, ...] = ()
    tracks: tuple[TrackPart, ...] = ()
    points: tuple[PointsPart, ...] = ()
    scores: tuple[ScorePart, ...] = ()


class RostersFile(Strict):
    """`rosters.toml`: roster ids to rosters."""

    rosters: dict[Identifier, Roster] = Field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RosterNames:
    """What rosters may refer to besides the vocabulary; None where not all can be told."""

    counters: Names
    formations: Names
    scenarios: Names
    tables: Names
    displays: Mapping[str, DisplayFile]
    boxes: Names


def check_rosters(
    document: Document | None, words: Vocabulary, names: RosterNames, faults: FaultList
) -> None:
    """Check every name in `rosters.toml`.

    Args:
        document: the file, None if it is unreadable.
        words: what the other TOML files declare.
        names: what the CSV files and the rest declare.
        faults: where faults are noted.
    """
    for name, roster in parts(document, Roster, "rosters"):
        if document is None:
            return
        path: Path = ("rosters", name)
        for at, what, found, known in _references(path, roster, words, names):
            if found:
                faults.unknown(document.at(*at), what, found, known)
        for number, part in enumerate(roster.tracks):
            shown = names.displays.get(part.display)
            if shown is not None and shown.track is None:
                where = document.at(*path, "tracks", number, "display")
                faults.add(where, f"the display '{part.display}'", "a display with a track")


_Reference = tuple[Path, str, str, Names]


def _references(
    path: Path, roster: Roster, words: Vocabulary, names: RosterNames
) -> Iterator[_Reference]:
    """Where a roster names something, what kind of thing, its name, and the names there are."""
    yield (*path, "side"), "sides", roster.side, words.sides
    for n, scenario in enumerate(roster.scenarios):
        yield (*path, "scenarios", n), "scenarios", scenario, names.scenarios
    for n, units in enumerate(roster.units):
        yield from _in_units((*path, "units", n), units, words, names)
    for n, track in enumerate(roster.tracks):
        yield (*path, "tracks", n, "display"), "displays", track.display, tuple(names.displays)
        yield (*path, "tracks", n, "marker"), "markers", track.marker, names.counters
    for n, points in enumerate(roster.points):
        for m, box in enumerate(points.boxes):
            yield (*path, "points", n, "boxes", m, "box"), "boxes", box.box, names.boxes
    for n, score in enumerate(roster.scores):
        yield (*path, "scores", n, "table"), "tables", score.table, names.tables


def _in_units(
    path: Path, part: UnitsPart, words: Vocabulary, names: RosterNames
) -> Iterator[_Reference]:
    columns = (words.columns or {}).get("counters") if words.columns is not None else None
    for n, kind in enumerate(part.kinds):
        yield (*path, "kinds", n), "kinds", kind, words.kinds
    for n, formation in enumerate(part.formations):
        yield (*path, "formations", n), "formations", formation, names.formations
    known = None if columns is None else [*columns, "id", "name", "side", "kind", "size"]
    levels = None if words.columns is None else words.columns["formations"]
    yield (*path, "level"), "columns of formations", part.level, levels
    for name in _FIELD.findall(part.show):
        yield (*path, "show"), "columns of counters", name, known
    for n, row in enumerate(part.boxes):
        at = (*path, "boxes", n)
        for m, kind in enumerate(row.kinds):
            yield (*at, "kinds", m), "kinds", kind, words.kinds
        for key in ("column", "figures", "strength", "turns_at"):
            yield (*at, key), "columns of counters", getattr(row, key), columns
        for key in ("state", "marked"):
            yield (*at, key), "states", getattr(row, key), words.states
        yield (*at, "table"), "tables", row.table, names.tables
