"""Set-up cards: for each scenario the part of the map with its counters on it, and a list by place.

A picture that would be too small on one page is shown in parts, a hex of which they share.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from compiler.art.counters import counter_face
from compiler.art.figures import figure
from compiler.art.labels import Rectangle as Window
from compiler.art.maps import map_parts
from compiler.gamedata.faults import nearest
from compiler.gamedata.model import Counter, GameData, ScenarioData, SetupPiece, Value
from compiler.hexes import Hex
from compiler.sheets.pages import PAGES, Page, SheetError
from compiler.sheets.typesetting import Document, document_of

LEAST_HEX, LARGEST_HEX = 9.0, 18.0
"""Millimetres of a hex in a picture."""
COUNTER = 0.66
"""Side of a counter in a picture, as a fraction of a hex."""
STACK_STEP = 0.055
"""How far each counter of a stack lies off the one below, as a fraction of a hex."""
SHOWN_OF_STACK = 4
ROUND = 0.75
"""Hexes shown around the outermost counters."""
MAX_PARTS = 60


@dataclass(slots=True)
class _Faces:
    """The drawings of counter faces, each once."""

    data: GameData
    made: list[dict[str, Any]] = field(default_factory=list)
    indices: dict[tuple[str, str], int] = field(default_factory=dict)

    def index(self, counter: Counter, face: str) -> int:
        """The place of a face among the drawings."""
        key = (counter.id, face)
        if key not in self.indices:
            self.indices[key] = len(self.made)
            drawing = counter_face(self.data, counter, face)
            self.made.append({"svg": drawing.svg, "alt": f"{counter.name}, {face}"})
        return self.indices[key]


def setup_cards(
    data: GameData, page: Page = PAGES["a4"], scenarios: Iterable[str] = ()
) -> Document:
    """The set-up cards of some scenarios, or of all.

    Raises:
        SheetError: for a scenario that the game does not have.
    """
    faces = _Faces(data)
    cards = [_card(data, scenario, page, faces) for scenario in scenarios_named(data, scenarios)]
    content = {"faces": faces.made, "cards": cards}
    return document_of(data, "set-up", "setup_cards.typ", page, content)


def scenarios_named(data: GameData, names: Iterable[str]) -> tuple[ScenarioData, ...]:
    """The scenarios of some ids; all if none is given.

    Raises:
        SheetError: if the game does not have one of them.
    """
    found = tuple(dict.fromkeys(names))
    for name in found:
        if name not in data.scenarios:
            advice = nearest(name, data.scenarios)
            raise SheetError(
                f"no scenario {name[:80]!r}: expected one of {', '.join(data.scenarios)}"
                + (f"; {advice}" if advice else "")
            )
    return tuple(data.scenarios[name] for name in found or data.scenarios)


def _counter(data: GameData, piece: SetupPiece) -> Counter:
    return data.counters.get(piece.counter) or data.markers[piece.counter]


def _card(data: GameData, scenario: ScenarioData, page: Page, faces: _Faces) -> dict[str, Any]:
    made_up = sum(piece.source.kind == "stand-in" for piece in scenario.setup)
    note = (
        f"Stand-in: {made_up} of {len(scenario.setup)} pieces; see the source column of the set-up."
        if made_up
        else ""
    )
    first = data.sides[scenario.first_player].name
    turns = len(scenario.turns)
    return {
        "name": scenario.name,
        "about": ", ".join(
            part
            for part in (
                f"rule {scenario.rule}" if scenario.rule else "",
                f"{turns} turn{'' if turns == 1 else 's'}",
                f"first player: {first}",
            )
            if part
        ),
        "source": str(scenario.source),
        "note": note,
        "pictures": list(_pictures(data, scenario, page, faces)),
        "sides": list(_lists(data, scenario, faces)),
    }


# -- the pictures ------------------------------------------------------------------------------


def _pictures(
    data: GameData, scenario: ScenarioData, page: Page, faces: _Faces
) -> Iterator[dict[str, Any]]:
    stacks: dict[Hex, list[SetupPiece]] = {}
    for piece in scenario.setup:
        if isinstance(piece.place, Hex):
            stacks.setdefault(piece.place, []).append(piece)
    if not stacks:
        return
    grid = data.map.grid
    centres = {hex_: grid.center(hex_) for hex_ in stacks}
    plan = _plan(_extent(centres.values(), grid.dy, grid.board_size), grid.dy, page)
    windows = [
        window
        for window in plan.windows
        if any(_inside(window, *centre) for centre in centres.values())
    ]
    drawings = map_parts(data, windows, cut=False)
    for n, (window, drawing) in enumerate(zip(windows, drawings, strict=True), start=1):
        yield {
            "part": f"part {n} of {len(windows)}" if len(windows) > 1 else "",
            "paper": plan.page.frame,
            "svg": drawing.svg,
            "width": (window.right - window.left) * plan.mm,
            "counters": [
                one
                for hex_, (x, y) in centres.items()
                if _inside(window, x, y)
                for one in _stack(
                    data,
                    stacks[hex_],
                    ((x - window.left) * plan.mm, (y - window.top) * plan.mm),
                    grid.dy * plan.mm,
                    faces,
                )
            ],
            "stacks": [
                {
                    "x": (x - window.left) * plan.mm,
                    "y": (y - window.top) * plan.mm,
                    "count": len(stacks[hex_]),
                }
                for hex_, (x, y) in centres.items()
                if len(stacks[hex_]) > 1 and _inside(window, x, y)
            ],
            "hex": grid.dy * plan.mm,
        }


def _extent(centres: Iterable[tuple[float, float]], unit: float, board: tuple[int, int]) -> Window:
    points = list(centres)
    reach = (0.5 + ROUND) * unit
    return Window(
        max(0.0, min(x for x, _ in points) - reach),
        max(0.0, min(y for _, y in points) - reach),
        min(float(board[0]), max(x for x, _ in points) + reach),
        min(float(board[1]), max(y for _, y in points) + reach),
    )


def _inside(window: Window, x: float, y: float) -> bool:
    return window.left <= x < window.right and window.top <= y < window.bottom


@dataclass(frozen=True, slots=True)
class _Plan:
    """The parts of a picture, their scale, and how the paper lies."""

    page: Page
    mm: float
    windows: tuple[Window, ...]


def _plan(extent: Window, unit: float, page: Page) -> _Plan:
    """A picture in as few parts as keep hexes large enough, on the paper as it fits best."""
    wide, high = extent.right - extent.left, extent.bottom - extent.top
    best: tuple[tuple[int, float], _Plan] | None = None
    for paper in (page, page.turned()):
        for count in range(1, MAX_PARTS + 1):
            across, down = _shared(wide, high, count, paper)
            overlap = unit
            part_wide = (wide + (across - 1) * overlap) / across
            part_high = (high + (down - 1) * overlap) / down
            mm = min(paper.inner_width / part_wide, paper.inner_height / part_high)
            mm = min(mm, LARGEST_HEX / unit)
            if mm * unit < LEAST_HEX and count < MAX_PARTS:
                continue
            windows = tuple(
                Window(left, top, left + part_wide, top + part_high)
                for row in range(down)
                for column in range(across)
                for left in [extent.left + column * (part_wide - overlap)]
                for top in [extent.top + row * (part_high - overlap)]
            )
            key = (across * down, -mm)
            if best is None or key < best[0]:
                best = (key, _Plan(paper, mm, windows))
            break
    if best is None:
        raise SheetError(f"a page of {page.width:g} by {page.height:g} mm is too small")
    return best[1]


def _shared(wide: float, high: float, count: int, paper: Page) -> tuple[int, int]:
    """How many parts beside and above one another, of at most `count`, make hexes largest."""
    return max(
        ((across, count // across) for across in range(1, count + 1)),
        key=lambda split: min(
            paper.inner_width * split[0] / wide, paper.inner_height * split[1] / high
        ),
    )


def _stack(
    data: GameData,
    pieces: list[SetupPiece],
    middle: tuple[float, float],
    hex_mm: float,
    faces: _Faces,
) -> Iterator[tuple[float, float, float, int]]:
    """The uppermost counters of a stack: x, y, side and face of each, the lowest first."""
    shown = pieces[-SHOWN_OF_STACK:]
    side, step = COUNTER * hex_mm, STACK_STEP * hex_mm
    first = -side / 2 - step * (len(shown) - 1) / 2
    for n, piece in enumerate(shown):
        x, y = middle[0] + first + n * step, middle[1] + first + (len(shown) - 1 - n) * step
        yield x, y, side, faces.index(_counter(data, piece), piece.face)


# -- the lists ---------------------------------------------------------------------------------


def _lists(data: GameData, scenario: ScenarioData, faces: _Faces) -> Iterator[dict[str, Any]]:
    """For each side, and for pieces of none, the places and what stands there."""
    boxes = {box: n for n, box in enumerate(data.boxes)}
    for side in (*data.sides, None):
        places: dict[Hex | str, list[dict[str, Any]]] = {}
        for piece in scenario.setup:
            counter = _counter(data, piece)
            if counter.side == side:
                places.setdefault(piece.place, []).append(
                    {
                        "face": faces.index(counter, piece.face),
                        "name": counter.name,
                        "note": _note(data, counter, piece),
                    }
                )
        if places:
            ordered = sorted(
                places,
                key=lambda at: (
                    (1, boxes.get(at, 0), "")
                    if isinstance(at, str)
                    else (0, 0, data.map.number(at))
                ),
            )
            yield {
                "name": data.sides[side].name if side else "Markers",
                "places": [
                    {"at": _place(data, at), "pieces": _merged(places[at])} for at in ordered
                ],
            }


def _merged(pieces: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same pieces of one place as one line with their number."""
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    for piece in pieces:
        key = tuple(piece.values())
        found.setdefault(key, {**piece, "count": 0})["count"] += 1
    return list(found.values())


def _place(data: GameData, place: Hex | str) -> str:
    """Hex number and name, or the box; of a track with the name of its display."""
    if isinstance(place, Hex):
        return data.map.describe(place)
    shown = data.boxes.get(place)
    if shown is None:
        return place
    display, box = shown
    return f"{display.name}: {box.name}" if box.id.startswith(f"{display.id}-") else box.location


def _note(data: GameData, counter: Counter, piece: SetupPiece) -> str:
    """Face, states and further columns where they are not the ordinary ones."""
    parts = [piece.face] if piece.face != next(iter(counter.faces), piece.face) else []
    parts += _told(piece.states, {name: state.name for name, state in data.states.items()}, data)
    parts += _told(piece.values, {}, data)
    return ", ".join(parts)


def _told(values: Mapping[str, Value], names: Mapping[str, str], data: GameData) -> Iterator[str]:
    for name, value in values.items():
        if value is True:
            yield names.get(name, name).lower()
        elif value not in (None, False):
            shown = figure(value, None, data)
            yield f"{names.get(name, name).lower()} {shown}"
