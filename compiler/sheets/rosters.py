"""Roster sheets: what a game's players keep account of on paper, per scenario and side.

Filled in for the start of a scenario, or for any other position that is handed over.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from compiler.art.counters import counter_face, faces_of
from compiler.art.figures import figure, figures, pieces
from compiler.art.tables import source_label, table_drawing
from compiler.gamedata.model import Counter, GameData, ScenarioData
from compiler.gamedata.rosters import PointsPart, Roster, ScorePart, TrackPart, UnitsPart
from compiler.gamedata.schema import FaceText
from compiler.sheets.pages import PAGES, Page, SheetError
from compiler.sheets.roster_position import RosterPosition, start_of
from compiler.sheets.roster_rows import Unit, track_boxes, unit_row
from compiler.sheets.typesetting import Document, document_of

LEVELS_MM_PER_PIXEL = 0.2
ROW_BOXES = 10
"""Boxes beside one another; more go on in the next row."""
INLINE_BOXES = 9
"""Fewer boxes than this stand beside the unit's name."""
LONG = 420.0
"""Millimetres of units that fill two columns of a page."""


def roster_documents(
    data: GameData,
    scenario: ScenarioData,
    position: RosterPosition | None = None,
    page: Page = PAGES["a4"],
    sides: Collection[str] = (),
) -> Iterator[tuple[str, Document]]:
    """The rosters of a scenario, one document for each side that has any, and one for all others.

    Gives the side's id, or nothing, with each; only for some `sides` if any are given.

    Raises:
        SheetError: if the data does not tell how many boxes there are, or too many.
    """
    position = position or start_of(data, scenario)
    for side in sides or (*data.sides, ""):
        found = [
            (name, roster)
            for name, roster in data.rosters.items()
            if roster.side == side and (not roster.scenarios or scenario.id in roster.scenarios)
        ]
        if not found:
            continue
        faces: dict[str, dict[str, Any]] = {}
        sheets = [_sheet(data, scenario, roster, position, faces) for _, roster in found]
        whose = f" of the {data.sides[side].name} side" if side else ""
        content = {
            "faces": faces,
            "sheets": sheets,
            "about": f"{scenario.name}, {position.label}",
        }
        what = f"roster{whose}, {scenario.name}"
        yield side, document_of(data, what, "roster.typ", page, content)


def _sheet(
    data: GameData,
    scenario: ScenarioData,
    roster: Roster,
    position: RosterPosition,
    faces: dict[str, dict[str, Any]],
) -> dict[str, Any]:
    rule = f"Rule {roster.rule}. " if roster.rule else ""
    return {
        "title": roster.title,
        "row_boxes": ROW_BOXES,
        "inline_boxes": INLINE_BOXES,
        "note": roster.note,
        "source": rule + source_label(roster.source),
        "made_up": roster.source.kind == "stand-in",
        "units": [_units(data, scenario, part, roster, position, faces) for part in roster.units],
        "tracks": [_track(data, part, position) for part in roster.tracks],
        "points": [_points(data, part, position) for part in roster.points],
        "scores": [_score(data, scenario, part, position) for part in roster.scores],
    }


# -- units -------------------------------------------------------------------------------------


def _units(
    data: GameData,
    scenario: ScenarioData,
    part: UnitsPart,
    roster: Roster,
    position: RosterPosition,
    faces: dict[str, dict[str, Any]],
) -> dict[str, Any]:
    """The units of a part under the headings of their formations."""
    set_up = {piece.piece: piece for piece in scenario.setup}
    order = {formation: n for n, formation in enumerate(data.formations)}
    listed = {counter: n for n, counter in enumerate(data.counters)}
    units = [
        Unit(piece, data.counters[piece.counter], set_up.get(piece.id))
        for piece in position.pieces
        if piece.counter in data.counters and _belongs(data, data.counters[piece.counter], part,
                                                      roster)
    ]  # fmt: skip
    units.sort(
        key=lambda unit: (
            order.get(unit.counter.formation or "", len(order)) if part.by_formation else 0,
            listed[unit.counter.id],
        )
    )
    groups: dict[str | None, list[dict[str, Any]]] = {}
    for unit in units:
        heading = _heading(data, unit.counter, part)
        groups.setdefault(heading, []).append(_line(data, scenario, unit, part, faces))
    made = [_group(data, name, found, part) for name, found in groups.items()]
    return {"title": part.title, "halves": _halves(made)}


def _group(
    data: GameData, name: str | None, units: list[dict[str, Any]], part: UnitsPart
) -> dict[str, Any]:
    formation = data.formations.get(name or "")
    boxed = (
        formation is not None
        and len(units) >= part.formation_box_units
        and (
            not part.formation_box_levels
            or formation.values.get(part.level) in part.formation_box_levels
        )
    )
    independent = "Independent" if part.by_formation else ""
    return {
        "name": formation.name if formation else independent,
        "box": part.formation_box if boxed else "",
        "units": units,
    }


def _height(unit: dict[str, Any]) -> float:
    """About how high a unit's line is, in millimetres."""
    rows = sum(max(1, -(-len(row["boxes"]) // ROW_BOXES)) for row in unit["rows"])
    inline = len(unit["rows"]) == 1 and len(unit["rows"][0]["boxes"]) < INLINE_BOXES
    return 11.0 if inline and not unit["lines"] else 7.0 + 5.2 * rows + 4.0 * len(unit["lines"])


def _halves(groups: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Groups for a left and a right column of about the same height.

    All in the first if they fill more than a page in any case.
    """
    total = sum(7.0 + sum(map(_height, group["units"])) for group in groups)
    if total > LONG:
        return [groups]
    halves: list[list[dict[str, Any]]] = [[], []]
    height = 0.0
    for group in groups:
        parts: list[list[dict[str, Any]]] = [[], []]
        for unit in group["units"]:
            parts[0 if height + _height(unit) / 2 <= total / 2 else 1].append(unit)
            height += _height(unit)
        height += 7.0
        for half, units in zip(halves, parts, strict=True):
            if units:
                again = half is halves[1] and bool(parts[0])
                half.append({**group, "units": units, "box": "" if again else group["box"]})
    return halves


def _belongs(data: GameData, counter: Counter, part: UnitsPart, roster: Roster) -> bool:
    if roster.side and counter.side != roster.side:
        return False
    if part.kinds and counter.kind not in part.kinds:
        return False
    return not part.formations or bool(set(part.formations) & set(_above(data, counter)))


def _above(data: GameData, counter: Counter) -> Iterator[str]:
    """A counter's formation and all above it."""
    name, seen = counter.formation, set[str]()
    while name and name in data.formations and name not in seen:
        seen.add(name)
        yield name
        name = data.formations[name].parent


def _heading(data: GameData, counter: Counter, part: UnitsPart) -> str | None:
    """The formation under whose name a counter stands."""
    if not part.by_formation:
        return None
    above = list(_above(data, counter))
    for name in above:
        if not part.levels or data.formations[name].values.get(part.level) in part.levels:
            return name
    return above[-1] if above else None


def _line(
    data: GameData,
    scenario: ScenarioData,
    unit: Unit,
    part: UnitsPart,
    faces: dict[str, dict[str, Any]],
) -> dict[str, Any]:
    counter = unit.counter
    front = faces_of(data, counter)[0]
    if counter.id not in faces:
        drawing = counter_face(data, counter, front)
        faces[counter.id] = {"svg": drawing.svg, "alt": f"{counter.name}, {front}"}
    rows = []
    for row in part.boxes:
        if row.kinds and counter.kind not in row.kinds:
            continue
        boxes, text = unit_row(data, scenario, unit, row)
        if boxes or text:
            rows.append({"label": row.label, "boxes": [box.plain for box in boxes], "text": text})
    copy = unit.piece.id.partition("#")[2]
    return {
        "face": counter.id,
        "name": counter.name + (f" ({copy})" if copy else ""),
        "show": _shown(data, counter, front, part.show),
        "rows": rows,
        "lines": list(part.lines),
    }


def _shown(data: GameData, counter: Counter, face: str, form: str) -> str:
    """A format filled in with a counter's figures, as on its face."""
    if not form:
        return ""
    text = FaceText(at="centre", format=form)
    return "".join(piece.text for piece in pieces(text, figures(data, counter, face)))


# -- tracks, points, scores --------------------------------------------------------------------


def _track(data: GameData, part: TrackPart, position: RosterPosition) -> dict[str, Any]:
    boxes = [box.plain for box in track_boxes(data, part, position)]
    return {"title": part.title, "rule": part.rule, "boxes": boxes, "tally": bool(part.count)}


def _points(data: GameData, part: PointsPart, position: RosterPosition) -> dict[str, Any]:
    boxes = []
    for box in part.boxes:
        number = position.number(box.values)
        names = [
            _name(data, piece.counter)
            for piece in position.pieces
            if box.box and piece.place == box.box
        ]
        boxes.append(
            {"label": box.label, "value": "" if number is None else str(number), "holds": names}
        )
    return {"title": part.title, "rule": part.rule, "boxes": boxes}


def _name(data: GameData, counter: str) -> str:
    found = data.counters.get(counter) or data.markers.get(counter)
    return found.name if found else counter


def _score(
    data: GameData, scenario: ScenarioData, part: ScorePart, position: RosterPosition
) -> dict[str, Any]:
    rows = []
    wanted = not part.needs or bool(position.values.get(part.needs))
    if part.table and wanted:
        table = data.tables[part.table]
        column = part.column or table.column_keys[0]
        if column not in table.column_keys:
            raise SheetError(f"the table {part.table!r} has no column {column!r}")
        rows = [
            {
                "name": part.names.get(key, key.replace("-", " ").capitalize()),
                "points": figure(table.cell(key, column)),
                "source": str(table.source_of(key)),
            }
            for key in table.row_keys
        ]
    places = position.values.get(part.places) if part.places else None
    held = [
        {"name": data.map.places[str(name)].name, "points": figure(worth)}
        for name, worth in (places.items() if isinstance(places, dict) else ())
        if str(name) in data.map.places and isinstance(worth, int)
    ]
    levels = position.values.get(part.levels) if part.levels else None
    drawing = table_drawing(data, data.tables[str(levels)]) if levels in data.tables else None
    return {
        "title": part.title,
        "rule": part.rule,
        "rows": rows,
        "tally": part.tally,
        "places": held,
        "levels": drawing.svg if drawing else "",
        "levels_width": drawing.width * LEVELS_MM_PER_PIXEL if drawing else 0,
        "levels_alt": data.tables[str(levels)].title if drawing else "",
        "remarks": list(position.remarks),
        "scenario": scenario.name,
    }
