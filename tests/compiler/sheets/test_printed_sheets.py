"""Counter sheets and chart sheets: what is on them, and that files are written whole."""

from __future__ import annotations

import re
from collections import Counter as Tally
from dataclasses import replace
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from compiler.art import ArtError
from compiler.gamedata.model import GameData
from compiler.gamedata.schema import GameFile
from compiler.sheets.charts import chart_sheet
from compiler.sheets.counter_list import counter_list
from compiler.sheets.counters import CounterOptions, counter_sheet, stand_in_note
from compiler.sheets.pages import PAGES, SheetError
from compiler.sheets.publishing import Output, publish
from compiler.sheets.typesetting import Document, pdf
from tests.compiler.sheets.rendering import page_texts
from tests.compiler.small_game import COUNTERS, GAME, TABLE, counter, small_game

DATA = small_game()


def written(document: Document, folder: Path) -> Path:
    (path,) = publish(document, folder, "sheet", Output())
    return path


def pages_of(data: GameData, **options: Any) -> list[dict[str, Any]]:
    """What is handed to the template for each page."""
    pages: list[dict[str, Any]] = list(
        counter_sheet(data, options=CounterOptions(**options)).document.content["pages"]
    )
    return pages


@pytest.mark.parametrize(
    "make", [lambda data: counter_sheet(data).document, chart_sheet], ids=["counters", "charts"]
)
def test_two_builds_of_a_sheet_are_the_same_bytes(make: Any) -> None:
    one, two = pdf(make(DATA)), pdf(make(small_game()))
    assert one == two
    assert one.startswith(b"%PDF-")


def test_a_sheet_has_the_size_of_the_paper(tmp_path: Path) -> None:
    path = written(counter_sheet(DATA, PAGES["letter"]).document, tmp_path)
    with pikepdf.open(path) as found:
        assert [float(edge) for edge in found.pages[0].mediabox[2:]] == pytest.approx(
            (612, 792), abs=0.1
        )


def test_fonts_are_embedded_and_the_projects_own(tmp_path: Path) -> None:
    path = written(counter_sheet(DATA).document, tmp_path)
    with pikepdf.open(path) as found:
        descriptors = [
            each
            for each in found.objects
            if isinstance(each, pikepdf.Dictionary) and each.get("/Type") == "/FontDescriptor"
        ]
        assert descriptors
        for each in descriptors:
            assert "SourceSansPro" in str(each.FontName)
            assert "/FontFile2" in each or "/FontFile3" in each


def test_a_sheet_has_title_language_and_structure_and_says_it_is_archival(tmp_path: Path) -> None:
    path = written(counter_sheet(DATA).document, tmp_path)
    with pikepdf.open(path) as found:
        assert str(found.docinfo["/Title"]) == "Small War <& Peace>: counters"
        assert str(found.Root.Lang) == "en"
        assert bool(found.Root.MarkInfo.Marked)
        assert "/StructTreeRoot" in found.Root
        metadata = found.open_metadata()
        assert metadata["pdfaid:part"] == "2"
        assert metadata["pdfuaid:part"] == "1"


def test_a_viewer_prints_at_true_size_and_turns_the_paper_as_the_backs_need_it(
    tmp_path: Path,
) -> None:
    for edge, name in (("long", "/DuplexFlipLongEdge"), ("short", "/DuplexFlipShortEdge")):
        options = CounterOptions(duplex=edge)  # type: ignore[arg-type]
        path = written(counter_sheet(DATA, options=options).document, tmp_path / edge)
        with pikepdf.open(path) as found:
            assert str(found.Root.ViewerPreferences.PrintScaling) == "/None"
            assert str(found.Root.ViewerPreferences.Duplex) == name


def test_the_text_of_counters_can_be_selected(tmp_path: Path) -> None:
    path = written(counter_sheet(DATA).document, tmp_path)
    text = page_texts(path)[0]
    assert "Red, fronts" in text
    assert " XX " in text


def test_no_other_file_is_left_beside_the_sheet(tmp_path: Path) -> None:
    written(counter_sheet(DATA).document, tmp_path / "deep")
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["sheet.pdf"]


def test_a_sheet_that_cannot_be_set_leaves_the_old_one_alone(tmp_path: Path) -> None:
    (tmp_path / "sheet.pdf").write_text("old")
    broken = replace(counter_sheet(DATA).document, template="no_such.typ")
    with pytest.raises(SheetError, match="Typst cannot set"):
        written(broken, tmp_path)
    assert (tmp_path / "sheet.pdf").read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_layout_that_names_nothing_is_an_error_of_its_own() -> None:
    layout = {"texts": [{"at": "bottom", "format": "{nothing}"}]}
    broken = small_game(game=GameFile.model_validate({**GAME, "layout": layout}))
    with pytest.raises(ArtError):
        counter_sheet(broken)


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SheetError, match="cannot be written"):
        written(counter_sheet(DATA).document, tmp_path / "file")


def test_every_copy_of_every_counter_is_there_once() -> None:
    content = counter_sheet(DATA).document.content
    fronts = [page for page in content["pages"] if page["title"].endswith("fronts")]
    cells = Tally(face for page in fronts for _, _, face in page["cells"])
    assert sum(cells.values()) == sum(each.count for each in DATA.all_counters())
    aircraft = next(each for each in COUNTERS if each.id == "air-1")
    alts = [content["faces"][face]["alt"] for face, n in cells.items() if n == aircraft.count]
    assert f"{aircraft.name}, front" in alts


def test_counters_come_by_side_and_formation() -> None:
    content = counter_sheet(DATA).document.content
    assert [page["title"] for page in content["pages"]] == [
        "Red, fronts", "Red, backs", "Grey, fronts", "Grey, backs",
        "Markers, fronts", "Markers, backs",
    ]  # fmt: skip
    alts = [content["faces"][face]["alt"] for _, _, face in content["pages"][0]["cells"]]
    assert [alt.partition(",")[0] for alt in alts][:4] == ["rifle-1", "cav-1", "tank-1", "hq-1"]


def test_counters_have_their_true_size_and_touch_each_other() -> None:
    content = counter_sheet(DATA).document.content
    (x1, _, face), (x2, _, _) = content["pages"][0]["cells"][:2]
    assert content["faces"][face]["width"] == 12.7
    assert x2 - x1 == pytest.approx(12.7)


def test_a_size_on_the_command_line_goes_before_that_of_the_game() -> None:
    content = counter_sheet(DATA, options=CounterOptions(size=15.875)).document.content
    assert {face["width"] for face in content["faces"]} == {15.875}


def test_a_kind_with_a_size_of_its_own_has_pages_of_its_own() -> None:
    layout = {**GAME["layout"], "sizes_mm": {"tank": '5/8"'}}
    data = small_game(game=GameFile.model_validate({**GAME, "layout": layout}))
    sheet = counter_sheet(data)
    titles = [page["title"] for page in sheet.document.content["pages"]]
    assert titles[:4] == [
        "Red, 12.7 mm, fronts", "Red, 12.7 mm, backs",
        "Red, 15.88 mm, fronts", "Red, 15.88 mm, backs",
    ]  # fmt: skip
    widths = {face["alt"]: face["width"] for face in sheet.document.content["faces"]}
    assert widths["tank-1, front"] == 15.875
    assert widths["rifle-1, front"] == 12.7


def test_backs_are_mirrored_and_blank_where_there_is_none() -> None:
    content = counter_sheet(DATA).document.content
    fronts, backs = content["pages"][0]["cells"], content["pages"][1]["cells"]
    for (x, _, _), (behind, _, _) in zip(fronts, backs, strict=True):
        assert x + 12.7 + behind == pytest.approx(210)
    assert content["faces"][backs[0][2]]["alt"].endswith(", reduced")
    markers = content["pages"][-1]["cells"]
    assert "<text" not in content["faces"][markers[0][2]]["svg"]


def test_more_counters_than_a_page_holds_go_on_on_the_next() -> None:
    many = {"many": counter("many", count=300, troop=("1", "1"))}
    content = counter_sheet(small_game(counters=many, markers={})).document.content
    assert [len(page["cells"]) for page in content["pages"]] == [252, 252, 48, 48]
    assert len(content["faces"]) == 2


def test_an_absurd_number_of_counters_is_refused() -> None:
    with pytest.raises(SheetError, match="look at the column count"):
        counter_sheet(small_game(counters={"many": counter("many", count=10**9)}))


def test_only_counters_at_a_cut_of_their_own_have_bleed() -> None:
    many = {"many": counter("many", count=252, troop=("1", "1"))}
    page = pages_of(small_game(counters=many, markers={}))[0]
    assert len(page["bleeds"]) == 2 * 14 + 2 * 16


def test_a_corner_radius_is_shown_in_every_corner_and_has_a_limit() -> None:
    page = pages_of(DATA, corner_radius=2.0)[0]
    (path,) = set(re.findall(r'd="([^"]+)"', page["corners"]))
    assert path.count("A2,2") == 4 * len(page["cells"])
    with pytest.raises(SheetError, match="at most half the side"):
        pages_of(DATA, corner_radius=9.0)


def test_the_list_counts_every_counter_and_names_its_page(tmp_path: Path) -> None:
    sheet = counter_sheet(DATA)
    content = counter_list(DATA, sheet).content
    rows = {row["name"]: row for group in content["groups"] for row in group["rows"]}
    assert {name: row["count"] for name, row in rows.items()} == {
        each.name: each.count for each in DATA.all_counters()
    }
    assert content["total"] == sum(each.count for each in DATA.all_counters())
    assert {row["page"] for row in rows.values()} == {1, 3, 5}
    assert written(counter_list(DATA, sheet), tmp_path).stat().st_size > 1000


def test_the_sheet_says_how_many_figures_are_stand_ins() -> None:
    assert "Stand-in figures: none" in stand_in_note(DATA, COUNTERS[:3])
    assert stand_in_note(DATA, COUNTERS[5:6]).startswith("Stand-in figures: 1 of the 4 ")
    assert stand_in_note(DATA, ()) == ""


def test_a_game_without_counters_and_tables_still_has_sheets(tmp_path: Path) -> None:
    empty = small_game(counters={}, markers={}, tables={})
    assert written(counter_sheet(empty).document, tmp_path / "a").stat().st_size > 1000
    assert written(chart_sheet(empty), tmp_path / "b").stat().st_size > 1000


def test_a_wide_and_a_long_table_are_printed_whole(tmp_path: Path) -> None:
    wide = replace(
        TABLE,
        column_keys=tuple(f"a long heading {n}" for n in range(30)),
        row_keys=tuple(f"row {n}" for n in range(120)),
        cells=tuple(tuple("cell" for _ in range(30)) for _ in range(120)),
        row_sources={},
    )
    path = written(chart_sheet(small_game(tables={"wide": wide}), PAGES["a3"]), tmp_path)
    text = " ".join(page_texts(path))
    assert [n for n in range(120) if f"row {n} " not in text] == []


def test_pages_are_written_as_pictures_too(tmp_path: Path) -> None:
    output = Output(forms=("png", "svg"), ppi=50, preview=True)
    names = [path.name for path in publish(counter_sheet(DATA).document, tmp_path, "s", output)]
    assert names == [
        *(f"s-0{n}.png" for n in range(1, 7)), *(f"s-0{n}.svg" for n in range(1, 7)),
        "s-preview.png",
    ]  # fmt: skip
    again = list(publish(counter_sheet(DATA).document, tmp_path / "2", "s", output))
    assert [path.read_bytes() for path in again] == [
        (tmp_path / name).read_bytes() for name in names
    ]


def test_a_picture_that_would_fill_the_memory_is_refused() -> None:
    with pytest.raises(SheetError, match="expected 36 to 1200"):
        Output(ppi=100_000)


@pytest.mark.parametrize(
    "name",
    [
        "1-я гвардейская стрелковая дивизия", "Großdeutschland", "Žižkův pluk", "1 Dywizja Żółć",
        "Pułk " * 80, "X" * 400, "<b>&amp;",
    ],
)  # fmt: skip
def test_names_of_any_length_in_four_languages_are_printed(name: str, tmp_path: Path) -> None:
    odd = replace(counter("odd", troop=("4", None)), name=name)
    data = small_game(counters={"odd": odd}, markers={})
    sheet = counter_sheet(data)
    assert written(sheet.document, tmp_path / "a").stat().st_size > 1000
    assert written(counter_list(data, sheet), tmp_path / "b").stat().st_size > 1000


def test_letters_that_the_font_lacks_are_one_clear_error(tmp_path: Path) -> None:
    odd = replace(counter("odd", troop=("4", "2")), name="第1師団")
    data = small_game(counters={"odd": odd}, markers={})
    with pytest.raises(SheetError, match="the font has no glyph for '第師団'"):
        written(counter_list(data, counter_sheet(data)), tmp_path)
