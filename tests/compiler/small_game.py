"""A small game built by hand: two sides, every sort of counter, a map of every terrain.

For tests of what is drawn and printed. It names no published game; its figures are made up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from compiler.gamedata.model import (
    Counter,
    Formation,
    GameData,
    GameMap,
    HexInfo,
    HexsideFeature,
    Place,
    Route,
    SequenceOfPlay,
    Strength,
    Table,
)
from compiler.gamedata.schema import Axis as TableAxis
from compiler.gamedata.schema import GameFile, MapFile, Source
from compiler.hexes import Axis, Direction, Grid, Hex, Hexside, Orientation, Parity, regular_dx

STAND_IN = Source(kind="stand-in", where="made up for the tests")
PRINTED = Source(kind="printed", where="1.0")

GAME: dict[str, Any] = {
    "id": "small_war",
    "title": "Small War <& Peace>",
    "version": "1.2.3",
    "sides": {
        "red": {"name": "Red", "colour": "#c9a26b", "accent": "#f4e9cf"},
        "grey": {
            "name": "Grey",
            "colour": "#5c6b63",
            "text_colour": "#ffffff",
            "accent": "#9fb0a6",
        },
    },
    "columns": {
        "counters": {
            "designation": {"label": "Designation", "type": "text"},
            "efficiency": {"label": "Efficiency"},
            "movement_class": {"label": "Class", "type": "text"},
            "significant": {"label": "Significant", "type": "text"},
            "move": {"label": "Movement"},
            "troop": {"label": "Troop", "type": "strength", "per_face": True},
            "armor": {"label": "Armor", "type": "strength", "per_face": True},
            "gun": {"label": "Gun", "type": "strength", "per_face": True},
        },
        "formations": {"colour": {"label": "Colour", "type": "text"}},
    },
    "kinds": {
        "infantry": {"name": "Infantry", "symbol": "infantry"},
        "cavalry": {"name": "Cavalry", "symbol": "cavalry"},
        "tank": {"name": "Armour", "symbol": "armour", "symbol_colour": "#f2d14b"},
        "mech": {"name": "Mechanised infantry", "symbol": "SFGPUCIZ---"},
        "artillery": {"name": "Artillery", "symbol": "artillery"},
        "rocket": {"name": "Rockets", "symbol": "rocket-artillery"},
        "security": {"name": "Security", "text": "Sich"},
        "hq": {"name": "Headquarters", "symbol": "headquarters"},
        "air": {"name": "Aircraft", "symbol": "ground-attack", "on_map": False},
        "arrow": {"name": "Assault", "symbol": "arrow", "colour": "#ffe27a"},
        "letter": {"name": "Letter", "text": "P", "colour": "#f2d14b"},
        "plain": {"name": "Plain marker"},
    },
    "layout": {
        "texts": [
            {"at": "above-symbol", "format": "{size}", "size": "small"},
            {"at": "left", "format": "{designation}", "size": "medium"},
            {"at": "right", "format": "{formation}", "size": "small", "turned": True},
            {
                "at": "bottom",
                "format": "{troop}-{armor}-{gun}-{move}",
                "size": "huge",
                "emphasis": "significant",
            },
        ],
        "symbol_fill": {
            "column": "movement_class",
            "fills": {"motorized": "#ffffff", "cavalry": "#ffffff/#f2d14b", "leg": ""},
        },
        "emphasis": {
            "column": "efficiency",
            "colours": {"7": "#e0483a", "6": "#6aa0dc", "5": "#f2d14b"},
            "circle_kinds": ["hq"],
        },
        "stripe": "colour",
    },
}

MAP: dict[str, Any] = {
    "name": "Around Žółć <& 'Київ'>",
    "default_terrain": "clear",
    "default_source": "stand-in: made up",
    "grid": {"orientation": "flat", "columns": 14, "rows": 10, "shifted": "even"},
    "terrain": {
        "clear": {"name": "Clear", "colour": "#e8e2c4", "source": "printed: 3.1"},
        "woods": {"name": "Woods", "colour": "#b9c98f", "pattern": "woods", "source": "stand-in"},
        "swamp": {"name": "Swamp", "colour": "#cfdcc0", "pattern": "swamp", "source": "stand-in"},
        "rough": {"name": "Rough", "colour": "#d8c49a", "pattern": "rough", "source": "stand-in"},
        "hill": {"name": "Hill", "colour": "#cdb384", "pattern": "hill", "source": "stand-in"},
        "field": {"name": "Field", "colour": "#e3d58d", "pattern": "field", "source": "stand-in"},
        "dots": {"name": "Scrub", "colour": "#dcdcae", "pattern": "dots", "source": "stand-in"},
        "hatch": {"name": "Mined", "colour": "#e0d0c0", "pattern": "hatch", "source": "stand-in"},
        "town": {"name": "Town", "colour": "#e8e2c4", "pattern": "town", "source": "stand-in"},
        "city": {"name": "City", "colour": "#b8b0a4", "pattern": "city", "source": "stand-in"},
        "village": {"name": "Village", "pattern": "village", "source": "stand-in"},
        "house": {"name": "Building", "pattern": "building", "source": "stand-in"},
        "airfield": {"name": "Airfield", "pattern": "airfield", "source": "stand-in"},
        "lake": {"name": "Lake", "colour": "#a9c9da", "pattern": "water", "source": "stand-in"},
        "island": {
            "name": "Island",
            "colour": "#dcd8a8",
            "pattern": "island",
            "source": "stand-in",
        },
        "stream": {
            "name": "Stream",
            "on": "hexside",
            "colour": "#6d9fc0",
            "pattern": "stream",
            "source": "stand-in",
        },
        "river": {
            "name": "River",
            "on": "hexside",
            "colour": "#6d9fc0",
            "pattern": "river",
            "source": "stand-in",
        },
        "major": {
            "name": "Major river",
            "on": "hexside",
            "colour": "#5f95ba",
            "pattern": "major-river",
            "source": "stand-in",
        },
        "great": {
            "name": "Great river",
            "on": "hexside",
            "colour": "#86b4cf",
            "pattern": "great-river",
            "source": "stand-in",
        },
        "line": {
            "name": "Defence line",
            "on": "hexside",
            "colour": "#8c2f2a",
            "pattern": "wall",
            "source": "stand-in",
        },
        "cliff": {
            "name": "Cliff",
            "on": "hexside",
            "colour": "#6b4f35",
            "pattern": "cliff",
            "source": "stand-in",
        },
        "border": {
            "name": "Border",
            "on": "hexside",
            "colour": "#7a3f88",
            "pattern": "dashed",
            "source": "stand-in",
        },
    },
    "routes": {
        "rail": {"name": "Railway", "style": "rail", "colour": "#3b3b3b", "source": "stand-in"},
        "road": {"name": "Road", "style": "road", "colour": "#b4533c", "source": "stand-in"},
        "dirt": {"name": "Dirt road", "style": "dirt", "colour": "#8a6b45", "source": "stand-in"},
        "highway": {
            "name": "Highway",
            "style": "highway",
            "colour": "#c43c2e",
            "source": "stand-in",
        },
        "gully": {"name": "Gully", "style": "gully", "colour": "#8a6b45", "source": "stand-in"},
        "trail": {"name": "Trail", "style": "trail", "colour": "#6f6252", "source": "stand-in"},
        "brook": {"name": "Brook", "style": "stream", "colour": "#6d9fc0", "source": "stand-in"},
    },
    "places": {
        "city": {"name": "City", "size": "large"},
        "town": {"name": "Town", "size": "medium"},
        "village": {"name": "Village", "size": "small"},
    },
}

_HEXES = {
    "woods": "0101 0102 0201 0202 0302 1306 1307 1406",
    "swamp": "0105 0106 0206 0205",
    "rough": "0401 0402 0501",
    "hill": "0108 0109 0208",
    "field": "0701 0702 0801",
    "dots": "1001 1002",
    "hatch": "1201 1202",
    "town": "0505 1103",
    "city": "0806 0807 0906",
    "village": "0304 0709 1208 1401",
    "house": "1409",
    "airfield": "0907",
    "lake": "1009 1010 1109 1110",
    "island": "1210",
}
_SIDES = {
    "stream": "0204:S,SE 0304:S 0404:SW",
    "river": "0404:S,SE 0504:S 0604:SW,S,SE 0704:S",
    "major": "0804:SW,S,SE 0904:S 1004:SW,S,SE",
    "great": "1104:S 1204:SW,S,SE 1304:S 1404:SW,S",
    "line": "0408:S,SE 0508:S 0608:SW,S,SE",
    "cliff": "0802:S,SE 0902:S",
    "border": "1302:S 1402:SW,S",
}
"""Hexsides by hex and direction."""
_ROUTES = (
    ("rail", "0103 0304 0505 0706 0807 1007 1208"),
    ("road", "0104 0304 0505 0804 1103"),
    ("road", "0505 0608"),
    ("dirt", "0709 0806"),
    ("highway", "0806 1107 1408"),
    ("gully", "0308 0409"),
    ("trail", "1103 1401"),
    ("brook", "1003 1101"),
)
"""Kind, and the hexes between which a route runs the shortest way."""
_PLACES = (
    ("kyiv", "Київ & Sons", "city", "0806 0807 0906"),
    ("zolc", "Žółć", "town", "0505"),
    ("halt", "A Very Long Name of a Railway Halt", "village", "0304"),
    ("quote", "O'Brien's \"Mill\"", "village", "0709"),
    ("east", "<East>", "town", "1103"),
    ("edge", "Edge", "village", "1401"),
    ("south", "Southfield", "village", "1208"),
)


def small_grid(pixels: float = 80) -> Grid:
    """The grid of the small game: 14 by 10, flat-topped."""
    return Grid(
        orientation=Orientation.FLAT,
        columns=Axis(count=14),
        rows=Axis(count=10),
        shifted=Parity.EVEN,
        dx=regular_dx(pixels),
        dy=pixels,
        margin=(40, 40),
    )


def _sides(grid: Grid, text: str) -> Iterator[Hexside]:
    for part in text.split():
        number, _, directions = part.partition(":")
        for direction in directions.split(","):
            yield grid.hexside(grid.hex(number), Direction(direction))


def _way(grid: Grid, text: str) -> tuple[Hex, ...]:
    stops = [grid.hex(number) for number in text.split()]
    way = stops[:1]
    for start, goal in pairwise(stops):
        path = grid.path(start, goal, lambda _a, _b: 1)
        assert path is not None
        way += path.hexes[1:]
    return tuple(way)


def small_map(grid: Grid | None = None) -> GameMap:
    """The map of the small game."""
    grid = grid or small_grid()
    terrains = dict.fromkeys(grid, "clear")
    for terrain, numbers in _HEXES.items():
        terrains.update((grid.hex(number), terrain) for number in numbers.split())
    features: dict[Hexside, tuple[HexsideFeature, ...]] = {}
    for terrain, text in _SIDES.items():
        for side in _sides(grid, text):
            values = {"behind": side.second} if terrain == "line" else {}
            feature = HexsideFeature(side, terrain, MappingProxyType(values), STAND_IN)
            features[side] = (*features.get(side, ()), feature)
    return GameMap(
        file=MapFile.model_validate(MAP),
        grid=grid,
        hexes={
            hex_: HexInfo(frozenset({terrain}), MappingProxyType({}), STAND_IN)
            for hex_, terrain in terrains.items()
        },
        hexsides=features,
        routes=tuple(
            Route(
                id=f"route-{n}",
                name="",
                kind=kind,
                hexes=_way(grid, numbers),
                values=MappingProxyType({}),
                source=STAND_IN,
            )
            for n, (kind, numbers) in enumerate(_ROUTES)
        ),
        places={
            place: Place(
                id=place,
                name=name,
                kind=kind,
                hexes=tuple(grid.hex(number) for number in numbers.split()),
                values=MappingProxyType({}),
                source=STAND_IN,
            )
            for place, name, kind, numbers in _PLACES
        },
    )


def counter(id: str, side: str | None = "red", kind: str = "infantry", **more: Any) -> Counter:  # noqa: A002
    """A unit; figures of the faces as `troop=("5", "3")`, text columns as they are."""
    columns = GAME["columns"]["counters"]
    values: dict[str, Any] = {name: None for name, c in columns.items() if not c.get("per_face")}
    faces: dict[str, dict[str, Any]] = {
        face: {name: None for name, c in columns.items() if c.get("per_face")}
        for face in ("front", "reduced")
    }
    fields: dict[str, Any] = {}
    for name, value in more.items():
        if name in faces["front"]:
            for face, figure in zip(faces, value, strict=True):
                faces[face][name] = strength(figure)
        elif name in values:
            values[name] = value
        else:
            fields[name] = value
    plain: dict[str, Any] = {
        "name": id,
        "formation": None,
        "size": "division",
        "count": 1,
        "source": PRINTED,
        "sources": MappingProxyType({}),
    }
    return Counter(
        id=id,
        side=side,
        kind=kind,
        values=MappingProxyType(values),
        faces=MappingProxyType({face: MappingProxyType(found) for face, found in faces.items()}),
        **{**plain, **fields},
    )


def marker(id: str, kind: str, name: str, **more: Any) -> Counter:  # noqa: A002
    """A marker."""
    return replace(
        counter(id, more.pop("side", None), kind, name=name, size="", **more),
        values=MappingProxyType({}),
        faces=MappingProxyType({"front": MappingProxyType({})}),
        is_marker=True,
    )


def strength(text: str) -> Strength | None:
    """`5`, `(2)`, or nothing."""
    if not text:
        return None
    return Strength(int(text.strip("()")), parenthesised=text.startswith("("))


COUNTERS = (
    counter("rifle-1", designation="208", movement_class="leg", move=6, efficiency=5,
            significant="troop", troop=("5", "3"), gun=("2", "1"), formation="army-1"),
    counter("cav-1", "red", "cavalry", designation="7G", movement_class="cavalry", move=9,
            significant="troop", troop=("4", "2"), size="corps", formation="army-2", efficiency=6),
    counter("tank-1", "red", "tank", designation="3GTC", movement_class="motorized", move=12,
            significant="armor", troop=("6", "3"), armor=("11", "6"), gun=("3", "2"),
            size="corps", formation="army-2", efficiency=7),
    counter("inf-1", "grey", "infantry", name="Грізний", designation="KAC", move=5,
            movement_class="leg", significant="troop", troop=("12", "7"), armor=("(2)", "(1)"),
            gun=("10", "5"), formation="korps-1", efficiency=4),
    counter("pz-1", "grey", "mech", designation="DR", movement_class="motorized", move=10,
            significant="troop", troop=("7", "4"), armor=("3", ""), size="regiment", efficiency=7),
    counter("gun-1", "grey", "artillery", designation="A & B", movement_class="motorized", move=8,
            significant="gun", troop=("(1)", ""), gun=("6", "3"), size="battalion",
            sources=MappingProxyType({"front.gun": STAND_IN})),
    counter("rocket-1", "grey", "rocket", designation="1", movement_class="motorized", move=8,
            significant="gun", troop=("(1)", "(1)"), gun=("8", "4"), size="regiment"),
    counter("sec-1", "grey", "security", designation="213", movement_class="leg", move=5,
            significant="troop", troop=("3", "1"), source=STAND_IN),
    counter("hq-1", "red", "hq", designation="1 Ukr", movement_class="motorized", move=8,
            significant="gun", troop=("(1)", "(1)"), gun=("9", "5"), size="front", efficiency=6),
    counter("air-1", "red", "air", name="Il-2 <Sturmovik>", size="", troop=("4", "2"), count=3),
)  # fmt: skip

MARKERS = (
    marker("assault", "arrow", "Assault", count=4),
    marker("pinned", "letter", "Pinned", count=6),
    marker("oos", "plain", "Out of Supply", count=5),
    marker("control", "plain", "Controlled & 'held'", side="grey"),
)

TABLE = Table(
    id="results",
    title="Combat results <attack & defence>",
    rows=TableAxis(name="Roll", kind="range", minimum=1, maximum=10),
    columns=TableAxis(name="Odds"),
    row_keys=("<=1", "2-4", "5-8", "9+"),
    column_keys=("1:2", "1:1", "3:1 and a long heading of words"),
    cells=(
        ("A2", "A1", "–"),
        ("A1", "–", "D1"),
        ("–", "D1", "D2, and the defender goes back two hexes towards its own board edge"),
        ("D1", None, "D3"),
    ),
    rule="11.4",
    source=STAND_IN,
    row_sources=MappingProxyType({"9+": PRINTED}),
)


def small_game(**changes: Any) -> GameData:
    """The small game; `changes` replaces fields of `GameData`."""
    return replace(
        GameData(
            game=GameFile.model_validate(GAME),
            map=small_map(),
            counters=MappingProxyType({each.id: each for each in COUNTERS}),
            markers=MappingProxyType({each.id: each for each in MARKERS}),
            formations=MappingProxyType(
                {
                    each.id: each
                    for each in (
                        formation("army-1", "38 Army", "red", "#9c3b2e"),
                        formation("army-2", "3 G Tank Army", "red", "#d9a441"),
                        formation("korps-1", "XLVIII PzK", "grey", "#3c5f96"),
                    )
                }
            ),
            sequence=SequenceOfPlay((), frozenset(), PRINTED),
            scenarios=MappingProxyType({}),
            options=MappingProxyType({}),
            tables=MappingProxyType({TABLE.id: TABLE}),
            defects=MappingProxyType({}),
            rulebook=(),
        ),
        **changes,
    )


def formation(id: str, name: str, side: str, colour: str | None) -> Formation:  # noqa: A002
    """A formation with a colour."""
    return Formation(
        id=id,
        name=name,
        side=side,
        parent=None,
        headquarters=None,
        values=MappingProxyType({"colour": colour}),
        source=PRINTED,
    )
