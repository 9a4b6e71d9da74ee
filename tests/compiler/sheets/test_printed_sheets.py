"""Counter sheets and chart sheets as PDF files."""

from __future__ import annotations

import re
from collections import Counter as Tally
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import compiler.sheets.counters as counters_module
from compiler.art import ArtError
from compiler.gamedata.schema import GameFile
from compiler.sheets import SheetError, chart_sheet, counter_sheet
from compiler.sheets.counters import stand_in_note
from tests.compiler.small_game import COUNTERS, GAME, TABLE, counter, small_game

DATA = small_game()


@pytest.fixture
def set_pages(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What is handed to the template, in place of a PDF."""
    found: list[dict[str, Any]] = []
    monkeypatch.setattr(
        counters_module, "typeset", lambda _template, data, _path: found.append(data)
    )
    return found


@pytest.mark.parametrize("make", [counter_sheet, chart_sheet])
def test_two_builds_of_a_sheet_are_the_same_bytes(make: Any, tmp_path: Path) -> None:
    one, two = tmp_path / "one.pdf", tmp_path / "two.pdf"
    make(DATA, one)
    make(small_game(), two)
    assert one.read_bytes() == two.read_bytes()
    assert one.read_bytes().startswith(b"%PDF-")


def test_a_sheet_has_the_size_of_the_paper(tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"
    counter_sheet(DATA, path, page="letter")
    found = re.search(rb"/MediaBox ?\[0 0 ([0-9.]+) ([0-9.]+)\]", path.read_bytes())
    assert found is not None
    assert (float(found[1]), float(found[2])) == pytest.approx((612, 792), abs=0.1)


def test_fonts_are_the_projects_own(tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"
    counter_sheet(DATA, path)
    fonts = set(re.findall(rb"/FontName ?/[A-Z]+\+([A-Za-z-]+)", path.read_bytes()))
    assert fonts
    assert all(font.startswith(b"SourceSansPro") for font in fonts)


def test_no_other_file_is_left_beside_the_sheet(tmp_path: Path) -> None:
    counter_sheet(DATA, tmp_path / "deep" / "sheet.pdf")
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["sheet.pdf"]


def test_a_sheet_that_cannot_be_made_leaves_the_old_one_alone(tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"
    path.write_text("old")
    layout = {"texts": [{"at": "bottom", "format": "{nothing}"}]}
    broken = small_game(game=GameFile.model_validate({**GAME, "layout": layout}))
    with pytest.raises(ArtError):
        counter_sheet(broken, path)
    assert path.read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SheetError, match="cannot be written"):
        counter_sheet(DATA, tmp_path / "file" / "sheet.pdf")


def test_every_copy_of_every_counter_is_there_once(
    set_pages: list[dict[str, Any]], tmp_path: Path
) -> None:
    counter_sheet(DATA, tmp_path / "x.pdf")
    (made,) = set_pages
    fronts = [page for page in made["pages"] if page["side"] == "fronts"]
    cells = Tally(cell["face"] for page in fronts for cell in page["cells"])
    assert sum(cells.values()) == sum(each.count for each in DATA.all_counters())
    aircraft = next(each for each in COUNTERS if each.id == "air-1")
    svgs = [made["faces"][face] for face, count in cells.items() if count == aircraft.count]
    assert any("Il-2 &lt;Sturmovik&gt; (front)" in svg for svg in svgs)


def test_counters_come_by_side_and_formation(
    set_pages: list[dict[str, Any]], tmp_path: Path
) -> None:
    counter_sheet(DATA, tmp_path / "x.pdf")
    (made,) = set_pages
    assert [(page["group"], page["side"]) for page in made["pages"]] == [
        ("Red", "fronts"), ("Red", "backs"),
        ("Grey", "fronts"), ("Grey", "backs"),
        ("Markers", "fronts"), ("Markers", "backs"),
    ]  # fmt: skip
    titles = [
        re.search("<title>(.*?) ", made["faces"][cell["face"]])
        for cell in made["pages"][0]["cells"]
    ]
    assert [found and found[1] for found in titles][:4] == ["rifle-1", "cav-1", "tank-1", "hq-1"]


def test_counters_have_their_true_size_and_touch_each_other(
    set_pages: list[dict[str, Any]], tmp_path: Path
) -> None:
    counter_sheet(DATA, tmp_path / "x.pdf")
    (made,) = set_pages
    first, second = made["pages"][0]["cells"][:2]
    assert made["cell"] == 12.7
    assert second["x"] - first["x"] == pytest.approx(12.7)


def test_backs_are_mirrored_and_blank_where_there_is_none(
    set_pages: list[dict[str, Any]], tmp_path: Path
) -> None:
    counter_sheet(DATA, tmp_path / "x.pdf")
    (made,) = set_pages
    fronts, backs = made["pages"][0]["cells"], made["pages"][1]["cells"]
    for front, back in zip(fronts, backs, strict=True):
        assert front["x"] + 12.7 + back["x"] == pytest.approx(210)
    assert "(reduced)" in made["faces"][backs[0]["face"]]
    markers = made["pages"][-1]["cells"]
    assert "<text" not in made["faces"][markers[0]["face"]]


def test_more_counters_than_a_page_holds_go_on_on_the_next(
    set_pages: list[dict[str, Any]], tmp_path: Path
) -> None:
    many = {"many": counter("many", count=300, troop=("1", "1"))}
    counter_sheet(small_game(counters=many, markers={}), tmp_path / "x.pdf")
    (made,) = set_pages
    assert [len(page["cells"]) for page in made["pages"]] == [252, 252, 48, 48]
    assert len(made["faces"]) == 2


def test_an_absurd_number_of_counters_is_refused(tmp_path: Path) -> None:
    many = {"many": counter("many", count=10**9)}
    with pytest.raises(SheetError, match="look at the column count"):
        counter_sheet(small_game(counters=many), tmp_path / "x.pdf")


def test_the_sheet_says_how_many_figures_are_stand_ins() -> None:
    assert "Stand-in figures: none" in stand_in_note(DATA, COUNTERS[:3])
    assert stand_in_note(DATA, COUNTERS[5:6]).startswith("Stand-in figures: 1 of the 4 ")
    assert stand_in_note(DATA, ()) == ""


def test_a_game_without_counters_and_tables_still_has_sheets(tmp_path: Path) -> None:
    empty = small_game(counters={}, markers={}, tables={})
    counter_sheet(empty, tmp_path / "counters.pdf")
    chart_sheet(empty, tmp_path / "charts.pdf")
    assert (tmp_path / "charts.pdf").stat().st_size > 1000


def test_a_wide_and_a_long_table_are_printed_whole(tmp_path: Path) -> None:
    wide = replace(
        TABLE,
        column_keys=tuple(f"a long heading {n}" for n in range(30)),
        row_keys=tuple(f"row {n}" for n in range(120)),
        cells=tuple(tuple("cell" for _ in range(30)) for _ in range(120)),
        row_sources={},
    )
    chart_sheet(small_game(tables={"wide": wide}), tmp_path / "charts.pdf", page="a3")
    assert (tmp_path / "charts.pdf").read_bytes().startswith(b"%PDF-")
