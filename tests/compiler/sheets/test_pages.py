"""The geometry of printed pages."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.sheets.pages import (
    CROP_GAP,
    PAGES,
    Block,
    SheetError,
    crop_marks,
    pack,
    page_named,
)

pages = st.sampled_from(list(PAGES.values()))
cells = st.floats(5, 60)


@given(pages, cells, st.data())
def test_a_back_lies_behind_its_front_when_the_page_is_turned(
    page: object, cell: float, data: st.DataObject
) -> None:
    block = Block.filling(page, cell)  # type: ignore[arg-type]
    n = data.draw(st.integers(0, block.capacity - 1))
    (front_x, front_y), (back_x, back_y) = block.place(n), block.place(n, back=True)
    assert back_y == front_y
    assert abs(block.page.width - (front_x + cell) - back_x) < 1e-6


@given(pages, cells)
def test_no_counter_and_no_crop_mark_reaches_beyond_the_printable_area(
    page: object, cell: float
) -> None:
    block = Block.filling(page, cell)  # type: ignore[arg-type]
    paper = block.page
    for x1, y1, x2, y2 in crop_marks(block, block.capacity):
        for x, y in ((x1, y1), (x2, y2)):
            assert paper.margin - 1e-6 <= x <= paper.width - paper.margin + 1e-6
            assert paper.margin + paper.head - 1e-6 <= y
            assert y <= paper.height - paper.margin - paper.foot + 1e-6


@given(pages, cells, st.data())
def test_crop_marks_stand_outside_the_counters(
    page: object, cell: float, data: st.DataObject
) -> None:
    block = Block.filling(page, cell)  # type: ignore[arg-type]
    count = data.draw(st.integers(1, block.capacity))
    rows = -(-count // block.columns)
    right, bottom = block.left + block.columns * cell, block.top + rows * cell
    marks = list(crop_marks(block, count))
    assert len(marks) == 2 * (block.columns + 1) + 2 * (rows + 1)
    gap = CROP_GAP - 1e-6
    for x1, y1, x2, y2 in marks:
        beside = max(x1, x2) <= block.left - gap or min(x1, x2) >= right + gap
        above = max(y1, y2) <= block.top - gap or min(y1, y2) >= bottom + gap
        assert beside or above


def test_half_inch_counters_fill_an_a4_page() -> None:
    block = Block.filling(PAGES["a4"], 12.7)
    assert (block.columns, block.rows) == (14, 18)


def test_a_counter_larger_than_the_page_is_refused() -> None:
    with pytest.raises(SheetError, match="do not fit on a page of 210 by 297"):
        Block.filling(PAGES["a4"], 500)


def test_an_unknown_paper_size_names_those_that_are_known() -> None:
    with pytest.raises(SheetError, match="'b5' is no paper size: expected one of a4"):
        page_named("b5")
    assert page_named("Letter") is PAGES["letter"]


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
