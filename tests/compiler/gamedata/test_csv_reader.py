"""CSV text becomes rows whose cells know their line and column."""

from __future__ import annotations

import csv
import io

from hypothesis import given
from hypothesis import strategies as st

from compiler.gamedata.csv_reader import Sheet, read_sheet
from compiler.gamedata.faults import FaultList


def sheet(text: str) -> tuple[Sheet | None, list[str]]:
    faults = FaultList()
    found = read_sheet("f.csv", text, faults)
    return found, [str(fault) for fault in faults.sorted()]


def places(text: str) -> list[tuple[str, int | None, int | None]]:
    found, faults = sheet(text)
    assert found is not None
    assert faults == []
    return [
        (row[heading.text].text, row[heading.text].at.line, row[heading.text].at.column)
        for row in found.rows
        for heading in found.headings
    ]


def test_a_cell_knows_the_line_and_the_character_where_it_begins() -> None:
    assert places("a,b\nžlutý,2\n") == [("žlutý", 2, 1), ("2", 2, 7)]


def test_blanks_around_a_cell_do_not_count() -> None:
    assert places("a,b\n 1 ,  2\n") == [("1", 2, 2), ("2", 2, 7)]


def test_a_cell_behind_a_line_break_in_quotes_stands_on_its_own_line() -> None:
    assert places('a,b\n"one\ntwo",3\n4,5\n') == [
        ("one\ntwo", 2, 1), ("3", 3, 6), ("4", 4, 1), ("5", 4, 3)
    ]  # fmt: skip


def test_a_doubled_quotation_mark_in_quotes_is_one() -> None:
    assert places('a,b\n"say ""no"", sir",2\n') == [('say "no", sir', 2, 1), ("2", 2, 19)]


def test_a_quotation_mark_within_a_cell_is_text() -> None:
    assert places('a,b\n5" gun,2\n') == [('5" gun', 2, 1), ("2", 2, 8)]


def test_comments_and_blank_rows_are_left_out() -> None:
    text = '# made by hand, "so far\n\na,b\n,\n#1,2\n"# 3",4\n5,6\n\n'
    assert places(text) == [("5", 7, 1), ("6", 7, 3)]


def test_old_line_ends_count_as_lines() -> None:
    assert places("a,b\r1,2\r\n3,4") == [("1", 2, 1), ("2", 2, 3), ("3", 3, 1), ("4", 3, 3)]


def test_an_empty_cell_stands_where_it_would_begin() -> None:
    assert places("a,b,c\n,,3\n")[:2] == [("", 2, 1), ("", 2, 2)]


def test_the_items_of_a_list_know_their_own_columns() -> None:
    found, _ = sheet('a,b\nx,"one; two;three"\ny,four;five\n')
    assert found is not None
    items = [item for row in found.rows for item in row["b"].items()]
    assert [(item.text, item.at.column) for item in items] == [
        ("one", 4), ("two", 9), ("three", 13), ("four", 3), ("five", 8)
    ]  # fmt: skip


def test_a_file_without_headings_is_told() -> None:
    assert sheet("")[1] == [
        "f.csv:1:1: found no headings, expected a first row with the columns' names"
    ]
    assert sheet("# only this\n\n")[0] is None


CELLS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=8)


@given(st.lists(st.lists(CELLS, min_size=2, max_size=2), max_size=6))
def test_what_the_standard_library_writes_is_read_back(rows: list[list[str]]) -> None:
    out = io.StringIO()
    writer = csv.writer(out, quoting=csv.QUOTE_ALL)
    writer.writerows([["a", "b"], *rows])
    found, faults = sheet(out.getvalue())
    assert found is not None
    assert faults == []
    expected = [[cell.strip() for cell in row] for row in rows]
    assert [[row["a"].text, row["b"].text] for row in found.rows] == [
        row for row in expected if any(row) and not row[0].startswith("#")
    ]
