"""Displays beside the map: boxes and tracks with their names, where the data lays them out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from compiler.art.colours import BLACK, WHITE, mix
from compiler.art.drawing import Drawing
from compiler.art.fitting import LINE_HEIGHT, fit_block, fit_line
from compiler.art.fonts import CAP_HEIGHT
from compiler.art.templating import render
from compiler.gamedata.displays import GAP, TITLE_HEIGHT
from compiler.gamedata.model import Box, Display, GameData

GROUND = "#f2efe6"
INK = "#20242a"
_HEADING, _NAME, _NOTE = 30.0, 20.0, 12.0
_FLOOR = 9.0
_INSET = 8.0


@dataclass(frozen=True, slots=True)
class _Text:
    """One line of text at its place."""

    text: str
    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True)
class _Panel:
    """One box with its colours."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    stroke: str


def display_drawing(data: GameData, display: Display) -> Drawing:
    """A display, one pixel of the module's board to a unit."""
    heading = fit_line(display.name, display.width - 2 * GAP, _HEADING, floor=_FLOOR)
    svg = render(
        "display.svg.j2",
        title=display.name,
        width=float(display.width),
        height=float(display.height),
        ground=GROUND,
        ink=INK,
        heading=_Text(
            heading.lines[0],
            float(GAP),
            (TITLE_HEIGHT + CAP_HEIGHT * heading.size) / 2 + GAP / 2,
            heading.size,
        ),
        boxes=[_panel(data, box) for box in display.boxes],
        lines=[line for box in display.boxes for line in _name(box)],
        notes=[line for box in display.boxes for line in _note(box)],
    )
    return Drawing(svg, float(display.width), float(display.height))


def _panel(data: GameData, box: Box) -> _Panel:
    side = data.sides[box.side].colour if box.side else WHITE
    return _Panel(
        float(box.x),
        float(box.y),
        float(box.width),
        float(box.height),
        mix(side, WHITE, 0.7),
        mix(side, BLACK, 0.45),
    )


def _name(box: Box) -> Iterator[_Text]:
    """The name along the upper edge, so that pieces in the middle leave it free."""
    fitted = fit_block(box.name, box.width - 2 * _INSET, box.height / 3, _NAME, floor=_FLOOR)
    y = box.y + _INSET + CAP_HEIGHT * fitted.size
    for line in fitted.lines:
        yield _Text(line, box.x + _INSET, y, fitted.size)
        y += LINE_HEIGHT * fitted.size


def _note(box: Box) -> Iterator[_Text]:
    """The rule that explains the box, in its lower right corner where there is room."""
    if box.rule and box.height >= 100 and box.width >= 130:
        yield _Text(box.rule, box.x + box.width - _INSET, box.y + box.height - _INSET, _NOTE)
