"""Paper sizes, and rectangles packed onto pages."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.sheets.pages import PAGES, SheetError, pack, page_named


def test_an_unknown_paper_size_names_those_that_are_known() -> None:
    with pytest.raises(SheetError, match="'b5' is no paper size: expected one of a4"):
        page_named("b5")
    assert page_named("Letter") is PAGES["letter"]


@pytest.mark.parametrize(
    ("name", "width", "height"),
    [
        ("500x700mm", 500, 700),
        ("500 x 700", 500, 700),
        ("20x30in", 508, 762),
        ('8 1/2" x 11"', 215.9, 279.4),
        ("50cm×70cm", 500, 700),
        ("a3-landscape", 420, 297),
    ],
)
def test_a_print_shops_sheet_size_can_be_stated(name: str, width: float, height: float) -> None:
    page = page_named(name)
    assert (page.width, page.height) == pytest.approx((width, height))


@pytest.mark.parametrize("name", ["500", "x", "500x", "10x10mm", "9999x9999mm", "axb", "a4x", ""])
def test_a_sheet_size_that_is_none_is_refused_in_one_sentence(name: str) -> None:
    with pytest.raises(SheetError, match="expected"):
        page_named(name)


sizes = st.lists(st.tuples(st.floats(1, 120), st.floats(1, 120)), max_size=14)


@given(sizes, st.sets(st.integers(0, 13)))
def test_packed_charts_neither_overlap_nor_leave_the_page(
    rectangles: list[tuple[float, float]], follows: set[int]
) -> None:
    placed = pack(rectangles, 100, 100, 3, follows)
    for n, (spot, (width, height)) in enumerate(zip(placed, rectangles, strict=True)):
        assert spot.x + width <= max(100, width) + 1e-5
        assert spot.y + height <= max(100, height) + 1e-5
        if n in follows and n:
            assert spot.page >= placed[n - 1].page
    for (one, (w1, h1)), (two, (w2, h2)) in combinations(
        list(zip(placed, rectangles, strict=True)), 2
    ):
        if one.page == two.page:
            apart = (
                one.x + w1 <= two.x + 1e-5
                or two.x + w2 <= one.x + 1e-5
                or one.y + h1 <= two.y + 1e-5
                or two.y + h2 <= one.y + 1e-5
            )
            assert apart
