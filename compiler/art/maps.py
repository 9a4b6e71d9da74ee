"""The map of a game and its terrain key, drawn from `map.toml` and the map's CSV files.

Hexes are drawn where `compiler.hexes.Grid` has them, so that the module's grid lies on the picture.
How things look is in the tables of `textures`, `hexsides` and `routes` and in the template.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from compiler.art.colours import grey, mix
from compiler.art.drawing import Drawing
from compiler.art.fonts import CAP_HEIGHT, text_width
from compiler.art.hexsides import Stroke, hexside_strokes
from compiler.art.labels import Label, Rectangle, extent, place_labels
from compiler.art.routes import route_strokes
from compiler.art.strokes import Point, between, xy
from compiler.art.templating import render
from compiler.art.textures import VARIANTS, Texture, strewn, texture_of
from compiler.gamedata.model import GameData, GameMap
from compiler.gamedata.schema import Terrain
from compiler.hexes import Hex, Orientation

NUMBER_SIZE = 0.118
"""Font size of hex numbers, as a fraction of a hex's width."""
MARK_UNIT = 80
"""The width of the hex for which the template draws its marks."""
INK = "#2b2822"
GRID_INK = "#6f6854"


@dataclass(frozen=True, slots=True)
class Ground:
    """All hexes of one colour."""

    path: str
    colour: str


@dataclass(frozen=True, slots=True)
class Glyph:
    """One drawing to be reused: the marks of one variant of a terrain."""

    id: str
    mark: str
    points: tuple[tuple[float, float], ...]
    """Where marks are strewn, in pixels about the centre; empty: the mark fills the hex."""
    ink: str
    ground: str


@dataclass(frozen=True, slots=True)
class Use:
    """A glyph at a hex."""

    id: str
    x: int
    y: int


def map_parts(
    data: GameData,
    windows: Iterable[Rectangle],
    *,
    numbers: bool = True,
    greyscale: bool = False,
    cut: bool = True,
) -> Iterator[Drawing]:
    """Parts of the map, each as it is on the whole map; one unit is one board pixel.

    Args:
        data: the game.
        windows: what to show, in board pixels; it may reach beyond the board.
        numbers: whether hex numbers are drawn.
        greyscale: shades of grey in place of the colours.
        cut: whether texts that reach beyond a part are drawn cut, as parts to be joined need it, or
            left out.
    """
    labels = _labels(data.map, tuple(_numbers(data.map)) if numbers else ())
    for n, window in enumerate(windows):
        yield draw_map(
            data.map,
            title=f"{data.game.title}: {data.map.file.name}",
            numbers=numbers,
            greyscale=greyscale,
            prefix=f"map-{n}",
            window=window,
            labels=labels,
            cut=cut,
        )


def map_drawing(data: GameData, *, numbers: bool = True, greyscale: bool = False) -> Drawing:
    """The whole map, as large as the board: one unit is one board pixel.

    Args:
        data: the game.
        numbers: whether hex numbers are drawn (a module can draw its own).
        greyscale: shades of grey in place of the colours, for printing.
    """
    title = f"{data.game.title}: {data.map.file.name}"
    return draw_map(
        data.map,
        title=title,
        notes=(title, stand_in_note(data.map)) if data.map.grid.margin[1] >= 18 else ("", ""),
        numbers=numbers,
        greyscale=greyscale,
    )


def draw_map(
    game_map: GameMap,
    *,
    title: str,
    notes: tuple[str, str] = ("", ""),
    numbers: bool = True,
    greyscale: bool = False,
    prefix: str = "map",
    window: Rectangle | None = None,
    labels: tuple[Label, ...] | None = None,
    cut: bool = True,
) -> Drawing:
    """Any map, or a piece of one made for the purpose.

    `notes` stand in the upper and the lower margin; `prefix` keeps the ids of drawings apart that
    are shown on one page. Of a `window` only what lies in it is drawn; `labels` are the names of
    the whole map if they have been placed already, and without `cut` texts stand whole or not at
    all.
    """
    tone: Callable[[str], str] = grey if greyscale else str
    width, height = game_map.grid.board_size
    if labels is None:
        labels = _labels(game_map, tuple(_numbers(game_map)) if numbers else ())
    whole = game_map
    if window is not None:
        game_map = _part(game_map, window)
    glyphs, below, above = _textures(game_map, prefix)
    shown = tuple(_numbers(game_map)) if numbers else ()
    if window is not None:
        areas = _number_areas(game_map, shown)
        shown = tuple(
            one for one, area in zip(shown, areas, strict=True) if window.shows(area, cut)
        )
        labels = tuple(label for label in labels if window.shows(extent(label), cut))
    svg = render(
        "map.svg.j2",
        title=title,
        width=width,
        height=height,
        view=window or Rectangle(0.0, 0.0, float(width), float(height)),
        scale=game_map.grid.dy / MARK_UNIT,
        background=tone(game_map.file.background),
        grounds=[replace(one, colour=tone(one.colour)) for one in _grounds(game_map)],
        glyphs=[replace(one, ink=tone(one.ink), ground=tone(one.ground)) for one in glyphs],
        below=below,
        above=above,
        dots=tuple(_dots(whole)),
        water=_toned(hexside_strokes(game_map, water=True), tone),
        routes=_toned(route_strokes(whole, game_map.hexes), tone),
        works=_toned(hexside_strokes(game_map, water=False), tone),
        grid=_grid_path(game_map),
        grid_ink=tone(GRID_INK),
        ink=tone(INK),
        halo=tone(mix(game_map.file.background, "#ffffff", 0.6)),
        numbers=shown,
        number_size=NUMBER_SIZE * game_map.grid.dy,
        labels=labels,
        hexagon=_hexagon(game_map),
        notes=notes,
    )
    if window is not None:
        return Drawing(svg, window.right - window.left, window.bottom - window.top)
    return Drawing(svg, float(width), float(height))


def _part(game_map: GameMap, window: Rectangle) -> GameMap:
    """The hexes and hexsides in a window and a little around it, so that lines end outside."""
    reach = 2 * game_map.grid.dy
    centres = {hex_: game_map.grid.center(hex_) for hex_ in game_map.hexes}
    near = {
        hex_
        for hex_, (x, y) in centres.items()
        if window.left - reach < x < window.right + reach
        and window.top - reach < y < window.bottom + reach
    }
    return replace(
        game_map,
        hexes={hex_: info for hex_, info in game_map.hexes.items() if hex_ in near},
        hexsides={
            side: features
            for side, features in game_map.hexsides.items()
            if any(hex_ in near for hex_ in side)
        },
    )


def _labels(game_map: GameMap, numbers: tuple[tuple[str, float, float], ...]) -> tuple[Label, ...]:
    """The names of all places, clear of what else is on the map."""
    _, _, above = _textures(game_map, "")
    others = (*_number_areas(game_map, numbers), *_use_areas(above, game_map.grid.dy))
    return place_labels(game_map, others, _lines(game_map))


def _toned(strokes: tuple[Stroke, ...], tone: Callable[[str], str]) -> list[Stroke]:
    return [replace(stroke, colour=tone(stroke.colour)) for stroke in strokes]


def _ground_terrain(game_map: GameMap, terrains: frozenset[str]) -> Terrain:
    """The terrain whose colour a hex has: the last in `map.toml` that covers its whole hex.

    Overlays, a village for example, leave the ground of another terrain or of the default one,
    unless they have a colour of their own.
    """
    listed = game_map.file.terrain
    found = [terrain for name, terrain in listed.items() if name in terrains]
    covering = [
        terrain for terrain in found if not (texture := texture_of(terrain)) or not texture.overlay
    ]
    if covering:
        return covering[-1]
    own = [terrain for terrain in found if "colour" in terrain.model_fields_set]
    return own[-1] if own else listed[game_map.file.default_terrain]


def _outline(game_map: GameMap, hex_: Hex) -> str:
    return "M" + "L".join(map(xy, game_map.grid.corners(hex_))) + "Z"


def _grounds(game_map: GameMap) -> Iterator[Ground]:
    by_colour: dict[str, list[str]] = {}
    for hex_ in game_map.hexes:
        terrain = _ground_terrain(game_map, game_map.hexes[hex_].terrains)
        by_colour.setdefault(terrain.colour, []).append(_outline(game_map, hex_))
    for colour, outlines in by_colour.items():
        yield Ground("".join(outlines), colour)


def _textures(game_map: GameMap, prefix: str) -> tuple[list[Glyph], list[Use], list[Use]]:
    """The glyphs in use, and their uses below and above the routes."""
    grid, listed = game_map.grid, game_map.file.terrain
    crowded = {
        name
        for name, terrain in listed.items()
        if (texture := texture_of(terrain)) and texture.fills_middle
    }
    glyphs: dict[str, Glyph] = {}
    below: list[Use] = []
    above: list[Use] = []
    for hex_ in game_map.hexes:
        terrains = game_map.hexes[hex_].terrains
        for n, (name, terrain) in enumerate(listed.items()):
            texture = texture_of(terrain) if name in terrains else None
            if texture is None:
                continue
            variant = (hex_.q * 5 + hex_.r * 3) % VARIANTS if texture.count else 0
            glyph_id = f"{prefix}-{n}-{variant}"
            if glyph_id not in glyphs:
                ground = _ground_terrain(game_map, terrains).colour
                glyphs[glyph_id] = _glyph(game_map, glyph_id, texture, variant, ground)
            x, y = grid.center(hex_)
            if texture.aside and len(terrains & crowded) > 0:
                x, y = x - round(texture.aside * grid.dy), y + round(texture.aside * grid.dy)
            (above if texture.above_routes else below).append(Use(glyph_id, x, y))
    return list(glyphs.values()), below, above


def _glyph(game_map: GameMap, glyph_id: str, texture: Texture, variant: int, ground: str) -> Glyph:
    unit = game_map.grid.dy
    points = strewn(texture, variant, game_map.grid.orientation)
    places = tuple((x * unit, y * unit) for x, y in points)
    return Glyph(glyph_id, texture.mark, places, texture.ink(ground), ground)


def _grid_path(game_map: GameMap) -> str:
    """Every hexside once."""
    drawn: set[tuple[Point, Point]] = set()
    parts: list[str] = []
    for hex_ in game_map.hexes:
        corners = game_map.grid.corners(hex_)
        for a, b in pairwise((*corners, corners[0])):
            edge = (a, b) if a < b else (b, a)
            if edge not in drawn:
                drawn.add(edge)
                parts.append(f"M{xy(a)}L{xy(b)}")
    return "".join(parts)


def _hexagon(game_map: GameMap) -> str:
    """The outline of a hex `MARK_UNIT` units across about (0, 0), a little shrunk."""
    corners = game_map.grid.corners(next(iter(game_map.grid)))
    x = sum(corner[0] for corner in corners) / 6
    y = sum(corner[1] for corner in corners) / 6
    scale = 0.93 * MARK_UNIT / game_map.grid.dy
    return "M" + "L".join(xy(((a - x) * scale, (b - y) * scale)) for a, b in corners) + "Z"


def _numbers(game_map: GameMap) -> Iterator[tuple[str, float, float]]:
    """Each hex number with the middle of its baseline, close to the top of the hex."""
    unit = game_map.grid.dy
    top = 0.5 if game_map.grid.orientation is Orientation.FLAT else 0.5774
    down = (0.055 if game_map.grid.orientation is Orientation.FLAT else 0.12) * unit
    for hex_ in game_map.hexes:
        x, y = game_map.grid.center(hex_)
        baseline = y - top * unit + down + CAP_HEIGHT * NUMBER_SIZE * unit
        yield game_map.number(hex_), float(x), baseline


def _number_areas(
    game_map: GameMap, numbers: tuple[tuple[str, float, float], ...]
) -> Iterator[Rectangle]:
    size = NUMBER_SIZE * game_map.grid.dy
    for text, x, y in numbers:
        half = text_width(text, size) / 2
        yield Rectangle(x - half, y - CAP_HEIGHT * size, x + half, y, 1.5)


def _use_areas(uses: Iterable[Use], unit: float) -> Iterator[Rectangle]:
    reach = 0.17 * unit
    for use in uses:
        yield Rectangle(use.x - reach, use.y - reach, use.x + reach, use.y + reach, 2.0)


def _lines(game_map: GameMap) -> Iterator[Point]:
    """Points along routes and hexside features, which names had better not cover."""
    grid = game_map.grid
    for route in game_map.routes:
        for one, two in pairwise(map(grid.center, route.hexes)):
            yield from (between(one, two, n / 8) for n in range(8))
    for side in game_map.hexsides:
        a, b = grid.hexside_ends(side)
        yield from (between(a, b, n / 4) for n in range(4))


def _dots(game_map: GameMap) -> Iterator[Point]:
    """Where a place has nothing drawn in its hexes: a dot in the first."""
    listed = game_map.file.terrain
    for place in game_map.places.values():
        drawn = any(
            (texture := texture_of(listed[name])) and (texture.overlay or texture.fills_middle)
            for hex_ in place.hexes
            for name in game_map.hexes[hex_].terrains
        )
        if not drawn:
            x, y = game_map.grid.center(place.hexes[0])
            yield float(x), float(y)


def stand_in_note(game_map: GameMap) -> str:
    """That the map, or part of it, is not the published one; empty if all of it is."""
    made_up = sum(info.source.kind == "stand-in" for info in game_map.hexes.values())
    if not made_up:
        return ""
    return f"Stand-in map: {made_up} of {len(game_map.hexes)} hexes are not from the published map"
