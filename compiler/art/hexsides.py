"""Features along hexsides: rivers, walls, cliffs, borders, as strokes ready for the template.

Widths are fractions of a hex's width; what a terrain looks like is a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from compiler.art.colours import mix
from compiler.art.strokes import across, chains, meander, shifted, straight, teeth
from compiler.gamedata.model import GameMap, HexsideFeature
from compiler.gamedata.schema import Terrain
from compiler.hexes import Hex

BEHIND = "behind"
"""The column of `hexsides.csv` that names the hex behind a wall or above a cliff."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """One SVG path: stroked if it has a width, else filled."""

    path: str
    colour: str
    width: float = 0.0
    dash: str = ""
    cap: str = "round"


@dataclass(frozen=True, slots=True)
class HexsideStyle:
    """How a feature is drawn: `width` and `bank`, the darker edge, as fractions of a hex."""

    width: float
    bank: float = 0.0
    bend: float = 0.0
    dash: tuple[float, ...] = ()
    teeth: float = 0.0
    """Height of the teeth."""
    tooth_count: int = 0
    solid_teeth: bool = True


STYLES: Mapping[str, HexsideStyle] = MappingProxyType(
    {
        "stream": HexsideStyle(0.03, 0.012, 0.16),
        "river": HexsideStyle(0.06, 0.022, 0.13),
        "major-river": HexsideStyle(0.115, 0.028, 0.09),
        "great-river": HexsideStyle(0.24, 0.034, 0.05),
        "wall": HexsideStyle(0.055, teeth=0.085, tooth_count=4),
        "cliff": HexsideStyle(0.03, teeth=0.075, tooth_count=8, solid_teeth=False),
        "dashed": HexsideStyle(0.04, dash=(0.12, 0.07)),
    }
)
FALLBACK = HexsideStyle(0.05)
"""For a hexside terrain without one of these patterns: a plain line in its colour."""
WATER = frozenset({"stream", "river", "major-river", "great-river"})


def hexside_strokes(game_map: GameMap, *, water: bool) -> tuple[Stroke, ...]:
    """All features along hexsides, waters or the others, terrain by terrain as in `map.toml`.

    The banks of all waters come first, so that a stream opens into a river.
    """
    by_terrain: dict[str, list[HexsideFeature]] = {}
    for side in sorted(game_map.hexsides):
        for feature in game_map.hexsides[side]:
            by_terrain.setdefault(feature.terrain, []).append(feature)
    banks: list[Stroke] = []
    strokes: list[Stroke] = []
    for terrain_id, terrain in game_map.file.terrain.items():
        found = by_terrain.get(terrain_id, [])
        if found and (terrain.pattern in WATER) == water:
            for bank, stroke in _strokes(game_map, terrain, found):
                (banks if bank else strokes).append(stroke)
    return (*banks, *strokes)


def _strokes(
    game_map: GameMap, terrain: Terrain, features: list[HexsideFeature]
) -> Iterator[tuple[bool, Stroke]]:
    style = STYLES.get(terrain.pattern, FALLBACK)
    unit = game_map.grid.dy
    lines = chains(game_map.grid.hexside_ends(feature.side) for feature in features)
    path = "".join(meander(line, style.bend) if style.bend else straight(line) for line in lines)
    width = style.width * unit
    if style.bank:
        yield True, Stroke(path, mix(terrain.colour, "#102840", 0.42), width + style.bank * unit)
    dash = " ".join(f"{part * unit:g}" for part in style.dash)
    cap = "butt" if dash else "round"
    yield False, Stroke(path, terrain.colour, width, dash, cap)
    if style.teeth:
        outline = "".join(_teeth(game_map, feature, style) for feature in features)
        stroke_width = 0.0 if style.solid_teeth else 0.022 * unit
        yield False, Stroke(outline, terrain.colour, stroke_width, cap="butt")


def _teeth(game_map: GameMap, feature: HexsideFeature, style: HexsideStyle) -> str:
    """Teeth away from the hex behind the line; if none is named, strokes on both sides or none."""
    behind = _behind(game_map, feature)
    a, b = game_map.grid.hexside_ends(feature.side)
    height = style.teeth * game_map.grid.dy
    if behind is None:
        both = (height, -height) if not style.solid_teeth else ()
        return "".join(teeth(a, b, each, style.tooth_count, solid=False) for each in both)
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    front = game_map.grid.center(feature.side.other(behind))
    tip = shifted(middle, across(a, b, 1))
    towards = (tip[0] - middle[0]) * (front[0] - middle[0]) + (tip[1] - middle[1]) * (
        front[1] - middle[1]
    )
    return teeth(
        a, b, height if towards > 0 else -height, style.tooth_count, solid=style.solid_teeth
    )


def _behind(game_map: GameMap, feature: HexsideFeature) -> Hex | None:
    """The hex behind a line, from its column: a hex, or a direction or number as text."""
    value = feature.values.get(BEHIND)
    if isinstance(value, Hex):
        return value if value in tuple(feature.side) else None
    if isinstance(value, str):
        for hex_ in feature.side:
            other = feature.side.other(hex_)
            if hex_ in game_map.grid and value == game_map.number(hex_):
                return hex_
            if value == game_map.grid.direction(other, hex_):
                return hex_
    return None
