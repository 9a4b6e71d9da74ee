"""Charts as pictures: every figure is there, and so is where it comes from."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from compiler.art import Drawing, table_drawing, table_parts
from compiler.art.fonts import Weight, text_width
from compiler.gamedata.model import Table
from tests.compiler.small_game import PRINTED, TABLE, small_game

DATA = small_game()
SVG = "{http://www.w3.org/2000/svg}"


def words(drawing: Drawing) -> list[str]:
    root = etree.fromstring(drawing.svg.encode())
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def long_table(rows: int) -> Table:
    return replace(
        TABLE,
        row_keys=tuple(f"row {n}" for n in range(rows)),
        cells=tuple((f"a{n}", f"b{n}", "c") for n in range(rows)),
        row_sources={},
    )


def test_every_heading_and_cell_of_a_table_is_printed() -> None:
    found = words(table_drawing(DATA, TABLE))
    assert {"1:2", "1:1", "<=1", "2-4", "5-8", "9+", "A2", "D3", "Roll", "Odds"} <= set(found)
    assert TABLE.title in found


def test_a_stand_in_table_is_labelled_as_one() -> None:
    text = " ".join(words(table_drawing(DATA, TABLE)))
    assert "Rule 11.4. STAND-IN, not the published figures: made up for the tests" in text


def test_a_printed_table_names_the_paragraph_it_stands_in() -> None:
    text = " ".join(words(table_drawing(DATA, replace(TABLE, source=PRINTED))))
    assert "Printed: 1.0" in text
    assert "STAND-IN" not in text


def test_a_row_of_another_source_has_a_footnote() -> None:
    found = words(table_drawing(DATA, TABLE))
    assert "a" in found
    assert "a Printed: 1.0" in found


def test_a_long_table_is_cut_into_pages_with_every_row_once_and_in_order() -> None:
    table = long_table(90)
    parts = table_parts(DATA, table, height=700)
    assert len(parts) > 2
    assert all(part.height <= 700 for part in parts)
    rows = [text for part in parts for text in words(part) if text.startswith("row ")]
    assert rows == list(table.row_keys)
    assert f"{TABLE.title} (2/{len(parts)})" in words(parts[1])


def test_a_table_that_fits_is_not_cut() -> None:
    assert table_parts(DATA, TABLE, height=2000) == (table_drawing(DATA, TABLE),)


def test_a_table_whose_rows_are_higher_than_the_page_still_shows_all_rows() -> None:
    assert len(table_parts(DATA, long_table(5), height=10)) == 5


def test_a_table_without_rows_is_drawn_with_its_head() -> None:
    assert "Odds" in words(table_drawing(DATA, long_table(0)))


@settings(max_examples=40, deadline=None)
@given(
    st.text(max_size=300),
    st.lists(st.text(max_size=120), min_size=3, max_size=3),
)
def test_texts_of_any_kind_stay_inside_the_chart(title: str, cells: list[str]) -> None:
    table = replace(TABLE, title=title, row_keys=("x",), cells=(tuple(cells),), row_sources={})
    drawing = table_drawing(DATA, table)
    root = etree.fromstring(drawing.svg.encode())
    weights = {str(weight.css): weight for weight in Weight}
    for element in root.iter(f"{SVG}text"):
        size = float(element.get("font-size", "0"))
        width = text_width(element.text or "", size, weights[element.get("font-weight", "")])
        x = float(element.get("x", "0"))
        left = {"start": x, "middle": x - width / 2, "end": x - width}[
            element.get("text-anchor", "start")
        ]
        assert left >= -0.5
        assert left + width <= drawing.width + 0.5
        assert 0 <= float(element.get("y", "0")) <= drawing.height
