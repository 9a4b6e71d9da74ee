"""The maps of the published games, as far as their rules describe them."""

from itertools import pairwise

import pytest

from compiler.hexes import Axis, Direction, Grid, HexError, NumberOrder, Orientation, Parity


@pytest.fixture(scope="module")
def bold_stroke() -> Grid:
    """Pointy top; the row from the north, then the column from the east."""
    return Grid(
        orientation=Orientation.POINTY,
        columns=Axis(count=51, descending=True),
        rows=Axis(count=27),
        shifted=Parity.ODD,
        order=NumberOrder.ROW_COLUMN,
        dx=52,
        dy=60,
        margin=(20, 30),
    )


@pytest.fixture(scope="module")
def iron_cross() -> Grid:
    """Flat top; columns 10 to 70 and rows 01 to 27."""
    return Grid(
        orientation=Orientation.FLAT,
        columns=Axis(count=61, first=10),
        rows=Axis(count=27),
        shifted=Parity.ODD,
        dx=60.62,
        dy=70,
    )


def test_a_bold_stroke_counts_columns_from_east_to_west(bold_stroke: Grid) -> None:
    northeast, northwest = bold_stroke.hex("0101"), bold_stroke.hex("0151")
    assert bold_stroke.center(northeast)[0] > bold_stroke.center(northwest)[0]
    assert bold_stroke.center(northeast)[1] == bold_stroke.center(northwest)[1]
    assert (bold_stroke.row(northwest), bold_stroke.column(northwest)) == (1, 51)


def test_the_road_of_a_bold_stroke_0928_0827_0826_0726_is_a_chain_of_neighbours(
    bold_stroke: Grid,
) -> None:
    road = [bold_stroke.hex(number) for number in ("0928", "0827", "0826", "0726")]
    ways = [bold_stroke.direction(*pair) for pair in pairwise(road)]
    assert ways == [Direction.NE, Direction.E, Direction.NE]
    assert bold_stroke.distance(road[0], road[-1]) == 3


def test_the_neighbours_of_0928_in_a_bold_stroke(bold_stroke: Grid) -> None:
    around = bold_stroke.neighbours(bold_stroke.hex("0928"))
    assert {way: bold_stroke.number(near) for way, near in around.items()} == {
        Direction.NE: "0827",
        Direction.E: "0927",
        Direction.SE: "1027",
        Direction.SW: "1028",
        Direction.W: "0929",
        Direction.NW: "0828",
    }


def test_vassal_names_every_hex_of_a_bold_stroke(bold_stroke: Grid) -> None:
    vassal = bold_stroke.vassal()
    assert vassal.grid_attributes["sideways"] == "true"
    numbering = vassal.numbering_attributes
    # Sideways, the "h" text is that of the rows, but hDescend still means from right to left.
    assert (numbering["first"], numbering["hDescend"], numbering["vDescend"]) == (
        "H",
        "true",
        "false",
    )
    assert numbering["stagger"] == "false"
    for cell in bold_stroke:
        assert vassal.name(*bold_stroke.center(cell)) == bold_stroke.number(cell)
        assert vassal.locate(bold_stroke.number(cell)) == bold_stroke.center(cell)
    assert bold_stroke.snap_mismatches() == ()


def test_the_substituted_last_rows_of_a_bold_stroke_exist_and_no_28th(bold_stroke: Grid) -> None:
    assert "2701" in map(bold_stroke.number, bold_stroke)
    with pytest.raises(HexError, match=r"'2801' is not on this map: expected row 01 to 27 then"):
        bold_stroke.hex("2801")


def test_iron_cross_runs_from_1001_to_7027(iron_cross: Grid) -> None:
    numbers = [iron_cross.number(cell) for cell in iron_cross]
    assert (numbers[0], numbers[-1], len(numbers)) == ("1001", "7027", 61 * 27)
    assert iron_cross.distance(iron_cross.hex("1001"), iron_cross.hex("1027")) == 26


def test_iron_cross_has_north_where_the_scenarios_point(iron_cross: Grid) -> None:
    assert iron_cross.direction(iron_cross.hex("1002"), iron_cross.hex("1001")) is Direction.N
    assert iron_cross.direction(iron_cross.hex("7002"), iron_cross.hex("7001")) is Direction.N


def test_vassal_names_every_hex_of_iron_cross(iron_cross: Grid) -> None:
    vassal = iron_cross.vassal()
    assert vassal.numbering_attributes["first"] == "H"
    for cell in iron_cross:
        assert vassal.name(*iron_cross.center(cell)) == iron_cross.number(cell)
