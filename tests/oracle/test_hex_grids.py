"""The hexes' arithmetic against the engine's own, on many grids that no game has all at once."""

from __future__ import annotations

import random
import zipfile
from pathlib import Path

import pytest
from lxml import etree

from compiler.hexes import (
    Axis,
    Grid,
    HexError,
    NumberOrder,
    Orientation,
    Parity,
    Pixel,
    VassalGrid,
    regular_dx,
)

from .conftest import Engines
from .engine import Engine

GRIDS = 80
STRAY_POINTS = 200
BOARD_PICKER = "VASSAL.build.module.map.BoardPicker"
BOARDS = "VASSAL.build.module.map.boardPicker"


def random_axis(chance: random.Random) -> Axis:
    letters = chance.random() < 0.25
    return Axis(
        count=chance.randint(1, 12),
        first=chance.randint(1, 60) if letters else chance.randint(-12, 105),
        digits=chance.randint(1, 4),
        descending=chance.random() < 0.5,
        letters=letters,
    )


def random_grid(chance: random.Random) -> Grid:
    dy = chance.choice([float(chance.randint(20, 90)), chance.uniform(20, 90)])
    return Grid(
        orientation=chance.choice(list(Orientation)),
        columns=random_axis(chance),
        rows=random_axis(chance),
        shifted=chance.choice(list(Parity)),
        order=chance.choice(list(NumberOrder)),
        separator=chance.choice(["", "-", ".", "/", " + "]),
        short=chance.choice([None, *Parity]),
        dx=chance.choice([regular_dx(dy), chance.uniform(20, 90)]),
        dy=dy,
        margin=(chance.randint(-30, 60), chance.randint(-30, 60)),
        vassal_stagger=chance.random() < 0.5,
    )


def tried_grids() -> dict[str, tuple[Grid, VassalGrid]]:
    """Random grids that the engine should be able to hold, by the name of their map."""
    chance = random.Random(1914)
    grids: dict[str, tuple[Grid, VassalGrid]] = {}
    while len(grids) < GRIDS:
        try:
            grid = random_grid(chance)
            grids[f"Grid {len(grids)}"] = (grid, grid.vassal())
        except HexError:
            continue
    return grids


def module_with(grids: dict[str, tuple[Grid, VassalGrid]], path: Path) -> None:
    """Write a module with one map for each grid and nothing else."""
    root = etree.Element("VASSAL.build.GameModule", name="Grids", version="1.0")
    for name, (_, held) in grids.items():
        game_map = etree.SubElement(root, "VASSAL.build.module.Map", mapName=name, launch="true")
        board = etree.SubElement(
            etree.SubElement(game_map, BOARD_PICKER),
            f"{BOARDS}.Board",
            name=f"Board of {name}",
            width=str(held.width),
            height=str(held.height),
        )
        grid = etree.SubElement(board, f"{BOARDS}.board.HexGrid", held.grid_attributes)
        numbering = f"{BOARDS}.board.mapgrid.HexGridNumbering"
        etree.SubElement(grid, numbering, held.numbering_attributes)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("buildFile.xml", etree.tostring(root, encoding="UTF-8"))


@pytest.fixture(scope="module")
def grids() -> dict[str, tuple[Grid, VassalGrid]]:
    return tried_grids()


@pytest.fixture(scope="module")
def engine(
    grids: dict[str, tuple[Grid, VassalGrid]],
    engines: Engines,
    tmp_path_factory: pytest.TempPathFactory,
) -> Engine:
    module = tmp_path_factory.mktemp("grids") / "grids.vmod"
    module_with(grids, module)
    engine = engines.get(module)
    assert engine.opening == []
    engine.new_game()
    return engine


def centers(grid: Grid) -> dict[str, Pixel]:
    return {grid.number(cell): grid.center(cell) for cell in grid}


def test_the_engine_names_the_centre_of_every_hex_by_its_number(
    engine: Engine, grids: dict[str, tuple[Grid, VassalGrid]]
) -> None:
    for name, (grid, _) in grids.items():
        numbers = centers(grid)
        assert engine.names(name, numbers.values()) == list(numbers), (name, grid)


def test_the_engine_finds_every_hex_by_its_number(
    engine: Engine, grids: dict[str, tuple[Grid, VassalGrid]]
) -> None:
    for name, (grid, _) in grids.items():
        numbers = centers(grid)
        assert engine.locate(name, numbers) == list(numbers.values()), (name, grid)


def test_the_engine_names_any_pixel_of_the_board_as_we_do(
    engine: Engine, grids: dict[str, tuple[Grid, VassalGrid]]
) -> None:
    chance = random.Random(1944)
    for name, (_, held) in grids.items():
        points = [
            (chance.randrange(held.width), chance.randrange(held.height))
            for _ in range(STRAY_POINTS)
        ]
        assert engine.names(name, points) == [held.name(*point) for point in points], (name, held)


def test_a_piece_dropped_in_a_hex_comes_to_rest_where_we_say(
    engine: Engine, grids: dict[str, tuple[Grid, VassalGrid]]
) -> None:
    for name, (grid, held) in grids.items():
        inside = [
            (x, y)
            for x, y in centers(grid).values()
            if 1 <= x < held.width and 1 <= y < held.height
        ]
        expected = [held.snap_center(*point) for point in inside]
        assert engine.snap(name, inside) == expected, (name, grid)
