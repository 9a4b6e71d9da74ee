"""The terrain key: what every terrain, hexside and route on the map looks like, and its rule.

Each sample is a piece of map drawn by `maps`, so key and map cannot differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from markupsafe import Markup

from compiler.art.drawing import Drawing
from compiler.art.fitting import FittedText, fit_line, shorten
from compiler.art.fonts import Weight
from compiler.art.hexsides import BEHIND
from compiler.art.maps import draw_map
from compiler.art.templating import render
from compiler.gamedata.model import GameData, GameMap, HexInfo, HexsideFeature, Route
from compiler.gamedata.schema import Source
from compiler.hexes import Axis, Grid, Orientation, Parity, regular_dx

SAMPLE_HEX = 50.0
SAMPLE_WIDTH, SAMPLE_HEIGHT = 126.0, 60.0
ROW, COLUMN = 68.0, 300.0
TOP = 44.0
COLUMNS = 3
NAME_SIZE, NOTE_SIZE = 17.0, 13.0
MIDDLE = "0202"
_SIZE = re.compile(r'width="[0-9.]+" height="[0-9.]+" viewBox="[0-9. ]+"')


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """One line of the key."""

    sample: Markup
    """A piece of map as SVG markup, `SAMPLE_WIDTH` by `SAMPLE_HEIGHT`."""
    name: FittedText
    note: str
    x: float
    y: float


def terrain_key(data: GameData, *, columns: int = COLUMNS, greyscale: bool = False) -> Drawing:
    """All terrains, hexside features and routes of the map with their names, rules and sources.

    `columns` says how many stand beside one another, `greyscale` whether without colours.
    """
    samples = list(_samples(data))
    columns = max(1, min(columns, len(samples)))
    rows = -(-len(samples) // columns)
    width = 12 + COLUMN * -(-len(samples) // rows)
    height = TOP + rows * ROW + 4
    svg = render(
        "key.svg.j2",
        title=f"{data.game.title}: terrain key",
        entries=[
            _entry(n, sample, 12 + n // rows * COLUMN, TOP + n % rows * ROW, greyscale)
            for n, sample in enumerate(samples)
        ],
        width=width,
        height=height,
        sample_width=SAMPLE_WIDTH,
        ground="#ffffff" if greyscale else "#fbf8ef",
    )
    return Drawing(svg, width, height)


def _entry(n: int, sample: _Sample, x: float, y: float, greyscale: bool) -> KeyEntry:
    grid = sample.map.grid
    drawing = draw_map(
        sample.map, title=sample.name, numbers=False, prefix=f"key-{n}", greyscale=greyscale
    )
    x0, y0 = grid.center(grid.hex(MIDDLE))
    svg = _SIZE.sub(
        f'width="{SAMPLE_WIDTH:g}" height="{SAMPLE_HEIGHT:g}" viewBox="{x0 - SAMPLE_WIDTH / 2:g}'
        f' {y0 - SAMPLE_HEIGHT / 2:g} {SAMPLE_WIDTH:g} {SAMPLE_HEIGHT:g}"',
        drawing.svg,
        count=1,
    )
    notes = [f"Rule {sample.rule}"] if sample.rule else []
    notes.append(sample.source.kind)
    room = COLUMN - SAMPLE_WIDTH - 30
    return KeyEntry(
        Markup(svg),  # noqa: S704 - our own drawing, already escaped
        fit_line(sample.name, room, NAME_SIZE, floor=11),
        shorten(", ".join(notes), room, NOTE_SIZE, Weight.REGULAR),
        x,
        y,
    )


@dataclass(frozen=True, slots=True)
class _Sample:
    """A patch of map that shows one thing, and what is said of it."""

    map: GameMap
    name: str
    rule: str
    source: Source


def _patch(orientation: Orientation) -> Grid:
    """Three by three hexes, of which the middle one and a little of the others will show."""
    return Grid(
        orientation=orientation,
        columns=Axis(count=3),
        rows=Axis(count=3),
        shifted=Parity.EVEN,
        dx=regular_dx(SAMPLE_HEX),
        dy=SAMPLE_HEX,
    )


def _samples(data: GameData) -> Iterator[_Sample]:
    """For each terrain and route a patch of map that shows it, with its name, rule and source."""
    listed = data.map.file
    grid = _patch(data.map.grid.orientation)
    plain = HexInfo(frozenset({listed.default_terrain}), {}, listed.default_source)
    base = GameMap(
        file=listed,
        grid=grid,
        hexes=dict.fromkeys(grid, plain),
        hexsides={},
        routes=(),
        places={},
    )
    middle = grid.hex(MIDDLE)
    for terrain_id, terrain in listed.terrain.items():
        if terrain.on == "hex":
            info = HexInfo(frozenset({terrain_id}), {}, terrain.source)
            sample = replace(base, hexes={**base.hexes, middle: info})
        else:
            sides = (grid.hexside(middle, way) for way in grid.orientation.directions[1:4])
            sample = replace(
                base,
                hexsides={
                    side: (HexsideFeature(side, terrain_id, {BEHIND: middle}, terrain.source),)
                    for side in sides
                },
            )
        yield _Sample(sample, terrain.name, terrain.rule, terrain.source)
    for kind_id, kind in listed.routes.items():
        way = tuple(grid.hex(number) for number in ("0102", MIDDLE, "0303"))
        route = Route(kind_id, kind.name, kind_id, way, {}, kind.source)
        yield _Sample(replace(base, routes=(route,)), kind.name, kind.rule, kind.source)
