"""Where counters lie on a page, what lies behind them, and where they are cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.sheets.blocks import Block, Cutting, Turning
from compiler.sheets.choices import Duplex
from compiler.sheets.pages import PAGES, Page, SheetError, page_named

pages = st.sampled_from([*PAGES.values(), PAGES["a4"].turned(), page_named("500x700mm")])
cells = st.floats(5, 60)
cuttings = st.one_of(
    st.builds(Cutting, st.just(0.0), st.floats(0, 4)),
    st.floats(0, 3).flatmap(
        lambda bleed: st.builds(Cutting, st.floats(2 * bleed + 0.01, 12), st.just(bleed))
    ),
)
edges = st.sampled_from(["long", "short"])


@given(pages, cells, cuttings, edges, st.data())
def test_turned_over_about_its_edge_the_paper_has_each_back_behind_its_front(
    page: Page, cell: float, cutting: Cutting, edge: Duplex, data: st.DataObject
) -> None:
    block = Block.filling(page, cell, cutting)
    x, y = block.place(data.draw(st.integers(0, block.capacity - 1)))
    turning = Turning(page, edge)
    back_x, back_y = turning.cell_behind(x, y, cell)
    about_an_upright_axis = (edge == "long") == (page.height >= page.width)
    if about_an_upright_axis:
        assert (page.width - back_x - cell, back_y) == pytest.approx((x, y), abs=1e-6)
    else:
        assert (back_x, page.height - back_y - cell) == pytest.approx((x, y), abs=1e-6)


@given(pages, cells, cuttings, edges)
def test_no_counter_and_no_crop_mark_reaches_beyond_the_printable_area(
    page: Page, cell: float, cutting: Cutting, edge: Duplex
) -> None:
    block = Block.filling(page, cell, cutting)
    turning = Turning(page, edge)
    for x1, y1, x2, y2 in block.crop_marks(block.capacity):
        for x, y in ((x1, y1), (x2, y2), turning.behind(x1, y1), turning.behind(x2, y2)):
            assert page.margin - 1e-6 <= x <= page.width - page.margin + 1e-6
            assert page.margin + page.head - 1e-6 <= y
            assert y <= page.height - page.margin - page.foot + 1e-6


@given(pages, cells, cuttings, st.data())
def test_crop_marks_stand_outside_the_counters_and_their_bleed(
    page: Page, cell: float, cutting: Cutting, data: st.DataObject
) -> None:
    block = Block.filling(page, cell, cutting)
    count = data.draw(st.integers(1, block.capacity))
    left, top, right, bottom = block.extent(count)
    for x1, y1, x2, y2 in block.crop_marks(count):
        beside = max(x1, x2) < left - cutting.bleed or min(x1, x2) > right + cutting.bleed
        above = max(y1, y2) < top - cutting.bleed or min(y1, y2) > bottom + cutting.bleed
        assert beside or above


@given(pages, cells, cuttings, st.data())
def test_every_edge_of_every_counter_has_a_crop_mark_in_line_on_both_sides(
    page: Page, cell: float, cutting: Cutting, data: st.DataObject
) -> None:
    block = Block.filling(page, cell, cutting)
    count = data.draw(st.integers(1, min(block.capacity, 60)))
    marks = list(block.crop_marks(count))
    upright = [x1 for x1, _, x2, _ in marks if x1 == x2]
    level = [y1 for _, y1, _, y2 in marks if y1 == y2]
    for n in range(count):
        x, y = block.place(n)
        for edge, found in ((x, upright), (x + cell, upright), (y, level), (y + cell, level)):
            assert sum(abs(edge - one) < 1e-6 for one in found) == 2


@given(pages, edges, st.floats(-5, 5), st.floats(-5, 5), st.floats(0, 90), st.floats(0, 90))
def test_a_printer_that_shifts_hits_when_the_offset_is_given(
    page: Page, edge: Duplex, shift_x: float, shift_y: float, x: float, y: float
) -> None:
    behind_x, behind_y = Turning(page, edge, shift_x, shift_y).behind(x, y)
    # What the printer puts at this place of the back is seen through the paper, shifted.
    sideways = Turning(page, edge).sideways
    seen_x = (page.width - behind_x if sideways else behind_x) + shift_x
    seen_y = (behind_y if sideways else page.height - behind_y) + shift_y
    assert (seen_x, seen_y) == pytest.approx((x, y), abs=1e-6)


def test_half_inch_counters_fill_an_a4_page() -> None:
    block = Block.filling(PAGES["a4"], 12.7)
    assert (block.columns, block.rows) == (14, 18)


def test_a_gutter_takes_its_room_between_counters_only() -> None:
    block = Block.filling(PAGES["a4"], 12.7, Cutting(gutter=3, bleed=1.5))
    assert block.place(1)[0] - block.place(0)[0] == pytest.approx(15.7)
    left, _, right, _ = block.extent(block.capacity)
    assert right - left == pytest.approx(block.columns * 15.7 - 3)


def test_a_counter_larger_than_the_page_is_refused() -> None:
    with pytest.raises(SheetError, match="do not fit on a page of 210 by 297"):
        Block.filling(PAGES["a4"], 500)


def test_a_bleed_that_does_not_fit_into_the_gutter_says_which_gutter_would_do() -> None:
    with pytest.raises(SheetError, match="take a gutter of 6 mm or more, or of 0"):
        Cutting(gutter=4, bleed=3)


@pytest.mark.parametrize(("gutter", "bleed"), [(-1, 0), (31, 0), (0, 11), (float("nan"), 0)])
def test_absurd_gutters_and_bleeds_are_refused(gutter: float, bleed: float) -> None:
    with pytest.raises(SheetError, match="expected a gutter of 0 to 30 mm"):
        Cutting(gutter, bleed)
