"""The rows of boxes on a roster: how many there are, what stands in them, which are marked off.

What a row is, is said in `rosters.toml`; the template only draws the boxes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from compiler.gamedata.model import Counter, GameData, ScenarioData, SetupPiece, Strength
from compiler.gamedata.rosters import MAX_BOXES, BoxRow, TrackPart
from compiler.gamedata.steps import step_figures
from compiler.sheets.pages import SheetError
from compiler.sheets.roster_position import RosterPiece, RosterPosition

MAX_TRACK = 400

_FIELD = re.compile(r"\{([A-Za-z0-9_.-]+)\}")


@dataclass(frozen=True, slots=True)
class Box:
    """One box."""

    text: str = ""
    marked: bool = False
    """Marked off: the step is lost, the point is spent."""
    shaded: bool = False
    """One of the boxes with which the counter is turned over."""
    ticked: bool = False
    """The one that holds of several."""

    @property
    def plain(self) -> dict[str, Any]:
        """As the template gets it."""
        return {
            "text": self.text,
            "marked": self.marked,
            "shaded": self.shaded,
            "ticked": self.ticked,
        }


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit on a roster: the piece, its counter, and how the scenario sets it up."""

    piece: RosterPiece
    counter: Counter
    setup: SetupPiece | None = None


def unit_row(
    data: GameData, scenario: ScenarioData, unit: Unit, row: BoxRow
) -> tuple[list[Box], str]:
    """The boxes of a row beside a unit, and what is printed in place of boxes.

    Raises:
        SheetError: if the number of boxes in the data is no number, or there are too many.
    """
    if row.state:
        choices = data.states[row.state].choices
        present = unit.piece.states.get(row.state, data.states[row.state].default)
        return [Box(text=choice.upper(), ticked=choice == present) for choice in choices], ""
    count = _count(data, scenario, unit, row)
    if count is None:
        return [], row.absent
    if not 0 <= count <= MAX_BOXES:
        raise SheetError(
            f"{unit.counter.id}: {count} boxes for {row.label!r}: expected at most {MAX_BOXES}"
        )
    figures = _figures(unit.counter, row, count)
    marked = unit.piece.states.get(row.marked, 0) if row.marked else 0
    lost = marked if isinstance(marked, int) else 0
    turns_at = unit.counter.values.get(row.turns_at) if row.turns_at else None
    return [
        Box(
            text=str(figures[n - 1]) if figures else "",
            marked=n > count - lost,
            shaded=isinstance(turns_at, int) and n <= turns_at,
        )
        for n in range(1, count + 1)
    ], ""


def _count(data: GameData, scenario: ScenarioData, unit: Unit, row: BoxRow) -> int | None:
    if row.count is not None:
        return row.count
    value: object
    if row.column:
        value = unit.counter.values.get(row.column)
    else:
        table = data.tables[row.table]
        keys = [_filled(pattern, scenario, unit) for pattern in row.rows]
        found = next((key for key in keys if key in table.row_keys), None)
        value = None if found is None else table.cell(found, row.table_column)
    if value is None or value == "":
        return None
    try:
        return int(str(value))
    except ValueError:
        raise SheetError(
            f"{unit.counter.id}: {value!r} boxes for {row.label!r}: expected a whole number"
        ) from None


def _filled(pattern: str, scenario: ScenarioData, unit: Unit) -> str:
    """A key of a row with the names in braces filled in."""
    known: Mapping[str, object] = {
        **(unit.setup.values if unit.setup else {}),
        "scenario": scenario.id,
        "counter": unit.counter.id,
        "formation": unit.counter.formation or "",
        "side": unit.counter.side or "",
    }
    return _FIELD.sub(lambda found: str(known.get(found[1]) or ""), pattern)


def _figures(counter: Counter, row: BoxRow, count: int) -> tuple[object, ...]:
    """What is printed in the boxes, from the last step to full strength; nothing for most units."""
    printed = counter.values.get(row.figures) if row.figures else None
    if isinstance(printed, tuple) and printed:
        if len(printed) != count:
            raise SheetError(
                f"{counter.id}: {len(printed)} numbers for {count} boxes in {row.figures!r}:"
                " expected one for each"
            )
        return printed
    column = counter.values.get(row.strength) if row.strength else None
    if not isinstance(column, str):
        return ()
    value = counter.value(column)
    strength = value.value if isinstance(value, Strength) else value
    return step_figures(strength, count) if isinstance(strength, int) else ()


def track_boxes(data: GameData, part: TrackPart, position: RosterPosition) -> Iterator[Box]:
    """The boxes of a track."""
    at = _marker_box(part, position)
    number = position.number(part.values)
    if part.count:
        count = min(position.number((part.count,)) or 0, MAX_TRACK)
        left = number if number is not None else _box_number(data, at)
        spent = 0 if left is None else max(0, count - left)
        for n in range(1, count + 1):
            yield Box(marked=n <= spent)
        return
    if part.display:
        for box in data.displays[part.display].boxes:
            if box.id.startswith(f"{part.display}-"):
                ticked = box.id == at if at is not None else box.name == str(number)
                yield Box(box.name, ticked=ticked)
        return
    for n in range(part.first, (part.last or part.first) + 1):
        yield Box(str(n), ticked=n == number)


def _marker_box(part: TrackPart, position: RosterPosition) -> str | None:
    """The box in which the track's marker lies."""
    if not part.marker:
        return None
    return next((piece.place for piece in position.pieces if piece.counter == part.marker), None)


def _box_number(data: GameData, box: str | None) -> int | None:
    """The number that a box of a track is called by."""
    found = data.boxes.get(box or "")
    name = found[1].name if found else ""
    return int(name) if re.fullmatch(r"-?\d{1,4}", name) else None
