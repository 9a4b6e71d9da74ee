"""The terrain key: what every terrain, hexside and route on the map looks like, and its rule.

Each sample is a piece of map drawn by `maps`, so key and map cannot differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from markupsafe import Markup

from compiler.art.drawing import Drawing
from compiler.art.fitting import FittedText, fit_line
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
NAME_SIZE = 17.0
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


def terrain_key(data: GameData) -> Drawing:
    """All terrains, hexside features and routes of the map with their names and rules."""
    samples = list(_samples(data))
    rows = -(-len(samples) // COLUMNS)
    width = 12 + COLUMN * COLUMNS
    height = TOP + rows * ROW + 4
    svg = render(
        "key.svg.j2",
        title=f"{data.game.title}: terrain key",
        entries=[
            _entry(n, game_map, name, rule, source, 12 + n // rows * COLUMN, TOP + n % rows * ROW)
            for n, (game_map, name, rule, source) in enumerate(samples)
        ],
        width=width,
        height=height,
        sample_width=SAMPLE_WIDTH,
    )
    return Drawing(svg, width, height)


def _entry(
    n: int, game_map: GameMap, name: str, rule: str, source: Source, x: float, y: float
) -> KeyEntry:
    drawing = draw_map(game_map, title=name, numbers=False, prefix=f"key-{n}")
    x0, y0 = game_map.grid.center(game_map.grid.hex(MIDDLE))
    sample = _SIZE.sub(
        f'width="{SAMPLE_WIDTH:g}" height="{SAMPLE_HEIGHT:g}" viewBox="{x0 - SAMPLE_WIDTH / 2:g}'
        f' {y0 - SAMPLE_HEIGHT / 2:g} {SAMPLE_WIDTH:g} {SAMPLE_HEIGHT:g}"',
        drawing.svg,
        count=1,
    )
    notes = [f"Rule {rule}"] if rule else []
    if source.kind == "stand-in":
        notes.append("stand-in")
    room = COLUMN - SAMPLE_WIDTH - 30
    return KeyEntry(
        Markup(sample),  # noqa: S704 - our own drawing, already escaped
        fit_line(name, room, NAME_SIZE, floor=11),
        ", ".join(notes),
        x,
        y,
    )


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


def _samples(data: GameData) -> Iterator[tuple[GameMap, str, str, Source]]:
    """For each terrain and route a patch of map that shows it; its name, rule and source."""
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
        yield sample, terrain.name, terrain.rule, terrain.source
    for kind_id, kind in listed.routes.items():
        way = tuple(grid.hex(number) for number in ("0102", MIDDLE, "0303"))
        route = Route(kind_id, kind.name, kind_id, way, {}, kind.source)
        yield replace(base, routes=(route,)), kind.name, kind.rule, kind.source
