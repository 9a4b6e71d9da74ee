"""What a grid refuses, and that it says what was found, what was expected and what to do."""

import dataclasses
import math

import pytest

from compiler.hexes import (
    Axis,
    Direction,
    Grid,
    Hex,
    HexError,
    Hexside,
    NumberOrder,
    Orientation,
    Parity,
    VassalAxis,
)

GRID = Grid(
    orientation=Orientation.FLAT,
    columns=Axis(count=8),
    rows=Axis(count=6),
    shifted=Parity.EVEN,
    dx=52,
    dy=60,
)


def _with(**changes: object) -> Grid:
    return dataclasses.replace(GRID, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "number", ["", "0907", "101", "00101", "0101 ", "٠١٠١", "-101", "x" * 10**6]
)
def test_a_number_that_is_not_on_the_map_is_refused(number: str) -> None:
    with pytest.raises(HexError) as refusal:
        GRID.hex(number)
    assert "expected column 01 to 08 then row 01 to 06, such as '0101'" in str(refusal.value)
    assert repr(number[:40]) in str(refusal.value)
    assert len(str(refusal.value)) < 200


def test_the_missing_hex_of_a_short_column_is_refused() -> None:
    short = _with(short=Parity.EVEN)
    assert short.hex("0306") in short
    with pytest.raises(HexError, match=r"\(even-numbered columns lack the last row\)"):
        short.hex("0206")


def test_a_hex_off_the_map_has_no_number_and_no_neighbours() -> None:
    outside = Hex(-1, 0)
    assert outside not in GRID
    for ask in (GRID.number, GRID.neighbours):
        with pytest.raises(HexError, match="off the map"):
            ask(outside)
    with pytest.raises(HexError, match="off the map"):
        GRID.line(outside, GRID.hex("0101"))
    with pytest.raises(HexError, match="off the map"):
        GRID.hex_at(column=9, row=1)


def test_a_flat_topped_hex_has_no_east() -> None:
    here = GRID.hex("0202")
    for ask in (GRID.neighbour, GRID.hexside):
        with pytest.raises(
            HexError, match=r"no direction 'E': expected one of N, NE, SE, S, SW, NW"
        ):
            ask(here, Direction.E)


def test_distant_hexes_share_no_hexside() -> None:
    one, two = GRID.hex("0101"), GRID.hex("0301")
    with pytest.raises(HexError, match="expected neighbours"):
        Hexside(one, two)
    with pytest.raises(HexError, match="expected neighbours"):
        GRID.direction(one, two)
    with pytest.raises(HexError, match="does not touch"):
        Hexside(one, GRID.hex("0102")).other(two)


def test_a_negative_radius_is_refused() -> None:
    for ask in (GRID.ring, GRID.within):
        with pytest.raises(HexError, match="radius is -1"):
            ask(GRID.hex("0101"), -1)
        assert ask(Hex(0, 0), 10**30) in ((), tuple(sorted(GRID)))


@pytest.mark.parametrize("x", [math.nan, math.inf, -math.inf, 10**400, -1e300, 1e9])
def test_a_pixel_far_away_is_no_hex(x: float) -> None:
    assert GRID.at(x, 30) is None
    assert GRID.at(30, x) is None


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"count": 0}, "expected 1 to 1000"),
        ({"count": 10**9}, "expected 1 to 1000"),
        ({"digits": 0}, "expected 1 to 9"),
        ({"digits": 10**9}, "expected 1 to 9"),
        ({"first": 10**9}, "expected -1000000 to 1000000"),
        ({"first": 0, "letters": True}, r"expected 1 \(A\) or more"),
    ],
)
def test_an_axis_out_of_bounds_is_refused(changes: dict[str, int], text: str) -> None:
    with pytest.raises(HexError, match=text):
        Axis(**{"count": 9, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"orientation": "round"}, "orientation is 'round': expected flat or pointy"),
        ({"shifted": "both"}, "expected even or odd"),
        ({"order": "row"}, "expected column-row or row-column"),
        ({"separator": "\n"}, "expected at most 8 printable characters"),
        ({"separator": "-" * 1000}, "expected at most 8 printable characters"),
        ({"columns": Axis(count=1000), "rows": Axis(count=1000)}, "at most 100000 in all"),
        ({"rows": Axis(count=1), "short": Parity.ODD}, "would be empty"),
        ({"dx": math.nan}, "hex spacing dx is nan"),
        ({"dx": 10**400}, "hex spacing dx"),
        ({"dy": 1e9}, "hex spacing dy"),
        ({"margin": (0, 10**9)}, "margin"),
    ],
)
def test_a_grid_out_of_bounds_is_refused(changes: dict[str, object], text: str) -> None:
    with pytest.raises(HexError, match=text):
        _with(**changes)


def test_plain_words_are_taken_for_the_choices() -> None:
    grid = _with(orientation="pointy", shifted="odd", order="row-column", short="even")
    assert grid.orientation is Orientation.POINTY
    assert (grid.shifted, grid.order, grid.short) == (
        Parity.ODD,
        NumberOrder.ROW_COLUMN,
        Parity.EVEN,
    )


def test_two_hexes_with_one_number_are_refused() -> None:
    single = Axis(count=11, digits=1)
    with pytest.raises(HexError) as refusal:
        _with(columns=single, rows=single)
    assert "number '111' would be column 1 row 11 as well as column 11 row 1" in str(refusal.value)
    assert "separator" in str(refusal.value)


def test_negative_numbers_are_refused_only_where_they_are_ambiguous() -> None:
    below = Axis(count=11, first=-5, digits=1)
    grid = _with(columns=below, rows=below, separator=" ")
    assert grid.number(grid.hex("-5 -3")) == "-5 -3"
    grid.vassal()
    numbers = Axis(count=30, first=-15, digits=1)
    with pytest.raises(HexError, match="as well as"):
        _with(columns=numbers, rows=numbers)


@pytest.mark.parametrize("orientation", Orientation)
def test_vassal_confuses_staggered_lines_counted_from_the_far_edge(
    orientation: Orientation,
) -> None:
    down = Axis(count=8, descending=True)
    flat = orientation is Orientation.FLAT
    grid = _with(
        orientation=orientation,
        vassal_stagger=True,
        **({"columns": down} if flat else {"rows": down}),
    )
    width, height = grid.board_size
    grid.vassal()
    grid.vassal(width + (120 if flat else 60), height + (52 if flat else 104))
    with pytest.raises(HexError, match=r"rounds to an odd number .* use stagger=false"):
        grid.vassal(width + (60 if flat else 0), height + (0 if flat else 52))
    dataclasses.replace(grid, vassal_stagger=False).vassal(width + 60, height + 52)


def test_vassal_reads_numbers_that_outgrow_their_digits_greedily() -> None:
    grown = _with(columns=Axis(count=8, digits=2), rows=Axis(count=12, digits=1))
    with pytest.raises(HexError, match=r"hex 0110 at .* use more digits or a separator"):
        grown.vassal()
    dataclasses.replace(grown, separator="/").vassal()


def test_vassal_cannot_hold_a_map_larger_than_its_board() -> None:
    with pytest.raises(HexError, match="off the board: expected within 300 by 400 pixels"):
        GRID.vassal(300, 400)
    with pytest.raises(HexError, match="board width is 0"):
        GRID.vassal(0, 400)


def test_vassal_overwrites_its_default_spacing() -> None:
    default = math.sqrt(3) / 2 * 64
    _with(dx=default, dy=64).vassal()
    with pytest.raises(HexError, match="engine's default"):
        _with(dx=default, dy=60).vassal()


def test_a_location_name_of_another_form_is_refused() -> None:
    vassal = GRID.vassal()
    for name in ("1", "offboard", "9" * 10_000, "01.01"):
        with pytest.raises(HexError, match="has not the form of this grid's names"):
            vassal.locate(name)


def test_letters_run_as_in_vassal() -> None:
    axis = VassalAxis(letters=True, leading=0, offset=0)
    texts = {0: "A", 25: "Z", 26: "AA", 27: "BB", 52: "AAA", -1: "-B"}
    assert {n: axis.text(n) for n in texts} == texts
    assert {axis.index(text): text for text in texts.values()} == texts
