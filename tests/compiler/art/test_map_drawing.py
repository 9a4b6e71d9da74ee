"""The drawn map: hexes where the grid has them, features where the data put them."""

from __future__ import annotations

import re
from io import BytesIO
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from PIL import Image

from compiler.art import map_drawing, png, terrain_key
from compiler.art.colours import contrast
from compiler.art.hexsides import hexside_strokes
from compiler.art.labels import extent, place_labels
from compiler.art.routes import route_strokes
from compiler.art.strokes import chains, meander
from compiler.art.textures import inside, strewn, texture_of
from compiler.gamedata.model import GameMap, HexInfo
from compiler.gamedata.schema import MapFile
from compiler.hexes import Axis, Grid, Orientation, Parity, regular_dx
from tests.compiler.small_game import MAP, STAND_IN, small_game, small_grid, small_map

DATA = small_game()
Pixel = tuple[int, int, int]


@pytest.fixture(scope="module")
def picture() -> Image.Image:
    return Image.open(BytesIO(png(map_drawing(DATA, numbers=False)))).convert("RGB")


def at(picture: Image.Image, x: float, y: float) -> Pixel:
    pixel = picture.getpixel((round(x), round(y)))
    assert isinstance(pixel, tuple)
    return pixel[0], pixel[1], pixel[2]


def colour(text: str) -> Pixel:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def near(one: Pixel, two: Pixel, by: int = 12) -> bool:
    return all(abs(a - b) <= by for a, b in zip(one, two, strict=True))


def test_the_picture_is_as_large_as_the_board(picture: Image.Image) -> None:
    assert picture.size == DATA.map.grid.board_size


def test_plain_hexes_have_their_colour_at_their_centre(picture: Image.Image) -> None:
    clear = colour(MAP["terrain"]["clear"]["colour"])
    for number in ("0301", "1201", "0610", "1407"):
        if DATA.map.hexes[DATA.map.hex(number)].terrains == {"clear"}:
            assert near(at(picture, *DATA.map.grid.center(DATA.map.hex(number))), clear)


def test_the_ground_of_a_hex_reaches_to_its_corners(picture: Image.Image) -> None:
    lake = DATA.map.hex("1010")
    x, y = DATA.map.grid.center(lake)
    for corner_x, corner_y in DATA.map.grid.corners(lake):
        inner = x + (corner_x - x) * 0.9, y + (corner_y - y) * 0.9
        assert near(at(picture, *inner), colour(MAP["terrain"]["lake"]["colour"]), 40)


def test_a_great_river_lies_along_its_hexsides(picture: Image.Image) -> None:
    water = colour(MAP["terrain"]["great"]["colour"])
    sides = [
        side
        for side, features in DATA.map.hexsides.items()
        if any(feature.terrain == "great" for feature in features)
    ]
    assert sides
    for side in sides:
        (ax, ay), (bx, by) = DATA.map.grid.hexside_ends(side)
        # Off the middle, where the grid line and a neighbour's number would be.
        found = at(picture, ax + (bx - ax) * 0.5 + 5, ay + (by - ay) * 0.5 + 3)
        assert near(found, water, 30)


def test_teeth_of_a_wall_point_away_from_the_hex_behind_it(picture: Image.Image) -> None:
    wall = colour(MAP["terrain"]["line"]["colour"])
    for side, features in DATA.map.hexsides.items():
        for feature in features:
            if feature.terrain != "line":
                continue
            behind = feature.values["behind"]
            assert isinstance(behind, tuple)
            front = side.other(side.second)
            (ax, ay), (bx, by) = DATA.map.grid.hexside_ends(side)
            foot = ax + (bx - ax) * 0.375, ay + (by - ay) * 0.375
            fx, fy = DATA.map.grid.center(front)
            middle = (ax + bx) / 2, (ay + by) / 2
            out = (fx - middle[0]) / 40 * 4, (fy - middle[1]) / 40 * 4
            assert near(at(picture, foot[0] + out[0], foot[1] + out[1]), wall, 60)
            assert not near(at(picture, foot[0] - out[0], foot[1] - out[1]), wall, 60)


def test_a_map_with_hostile_names_is_well_formed() -> None:
    root = etree.fromstring(map_drawing(DATA).svg.encode())
    texts = {element.text for element in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"Київ & Sons", "<East>", "O'Brien's \"Mill\""} <= texts


def test_hex_numbers_can_be_left_to_the_module() -> None:
    assert ">0101<" in map_drawing(DATA).svg
    assert ">0101<" not in map_drawing(DATA, numbers=False).svg


def test_a_grey_map_has_no_colours() -> None:
    for found in re.findall(r"#[0-9a-fA-F]{6}", map_drawing(DATA, greyscale=True).svg):
        red, green, blue = colour(found)
        assert red == green == blue


def test_a_map_that_is_not_the_published_one_says_so() -> None:
    assert "Stand-in map: 140 of 140 hexes" in map_drawing(DATA).svg


def test_names_keep_off_each_other_and_on_the_board() -> None:
    labels = place_labels(DATA.map, (), ())
    assert len(labels) == len(DATA.map.places)
    width, height = DATA.map.grid.board_size
    for label in labels:
        covered = extent(label)
        assert covered.left >= 0
        assert covered.right <= width
        assert covered.top >= 0
        assert covered.bottom <= height
    for one, two in combinations(labels, 2):
        assert extent(one).overlap(extent(two)) == 0


def test_names_can_be_read_on_every_ground() -> None:
    halo = map_drawing(DATA).svg
    found = re.search(r'fill="(#[0-9a-f]{6})" stroke="(#[0-9a-f]{6})"[^>]*paint-order', halo)
    assert found is not None
    assert contrast(found[1], found[2]) > 7


def test_routes_that_share_steps_run_side_by_side_and_dashes_are_drawn_once() -> None:
    strokes = route_strokes(DATA.map)
    paths = [stroke.path for stroke in strokes if stroke.dash]
    assert len(paths) == len(set(paths))
    doubled = DATA.map
    twice = GameMap(
        doubled.file,
        doubled.grid,
        doubled.hexes,
        doubled.hexsides,
        (*doubled.routes, *doubled.routes),
        doubled.places,
    )
    assert [stroke.path for stroke in route_strokes(twice)] == [stroke.path for stroke in strokes]


def test_a_route_of_a_single_hex_or_none_draws_nothing() -> None:
    game_map = small_map()
    route = game_map.routes[0]
    short = type(route)(route.id, "", route.kind, route.hexes[:1], {}, STAND_IN)
    alone = GameMap(game_map.file, game_map.grid, game_map.hexes, {}, (short,), {})
    assert route_strokes(alone) == ()


def test_waters_and_works_are_told_apart() -> None:
    water = {stroke.colour for stroke in hexside_strokes(DATA.map, water=True)}
    works = {stroke.colour for stroke in hexside_strokes(DATA.map, water=False)}
    assert MAP["terrain"]["river"]["colour"] in water
    assert MAP["terrain"]["line"]["colour"] in works
    assert not water & works


def test_a_village_leaves_the_ground_of_the_terrain_it_stands_in() -> None:
    grid = small_grid()
    hexes = {hex_: HexInfo(frozenset({"woods", "village"}), {}, STAND_IN) for hex_ in grid}
    game_map = GameMap(MapFile.model_validate(MAP), grid, hexes, {}, (), {})
    svg = map_drawing(small_game(map=game_map)).svg
    assert f'fill="{MAP["terrain"]["woods"]["colour"]}"' in svg


def test_a_map_of_more_than_a_thousand_hexes_is_small_and_fast() -> None:
    grid = Grid(
        orientation=Orientation.POINTY,
        columns=Axis(count=42),
        rows=Axis(count=27),
        shifted=Parity.ODD,
        dx=regular_dx(80),
        dy=80,
        margin=(40, 40),
    )
    info = HexInfo(frozenset({"woods"}), {}, STAND_IN)
    game_map = GameMap(MapFile.model_validate(MAP), grid, dict.fromkeys(grid, info), {}, (), {})
    drawing = map_drawing(small_game(map=game_map))
    assert len(drawing.svg) < 1_000_000
    assert Image.open(BytesIO(png(drawing, width=870))).size[0] == 870


def test_the_terrain_key_shows_every_terrain_and_route() -> None:
    root = etree.fromstring(terrain_key(DATA).svg.encode())
    texts = {element.text for element in root.iter("{http://www.w3.org/2000/svg}text")}
    names = {each.name for each in DATA.map.file.terrain.values()}
    assert names | {each.name for each in DATA.map.file.routes.values()} <= texts


def test_the_terrain_key_repeats_no_id() -> None:
    ids = re.findall(r' id="([^"]+)"', terrain_key(DATA).svg)
    assert len(ids) == len(set(ids)) > 5


points = st.tuples(st.integers(0, 4), st.integers(0, 4)).map(lambda p: (float(p[0]), float(p[1])))


@given(st.sets(st.tuples(points, points).filter(lambda pair: pair[0] < pair[1]), max_size=14))
def test_joined_segments_are_all_there_exactly_once(
    segments: set[tuple[tuple[float, float], tuple[float, float]]],
) -> None:
    found = [tuple(sorted(pair)) for chain in chains(sorted(segments)) for pair in pairwise(chain)]
    assert sorted(found) == sorted(segments)
    for chain in chains(sorted(segments)):
        assert meander(chain, 0.1).startswith("M")


@pytest.mark.parametrize("orientation", list(Orientation))
@pytest.mark.parametrize("terrain", [t for t in MAP["terrain"] if "pattern" in MAP["terrain"][t]])
def test_marks_of_a_terrain_stay_in_its_hex(terrain: str, orientation: Orientation) -> None:
    texture = texture_of(MapFile.model_validate(MAP).terrain[terrain])
    if texture is None:
        return
    for variant in range(4):
        for x, y in strewn(texture, variant, orientation):
            assert inside(x, y, orientation, 0.9)
