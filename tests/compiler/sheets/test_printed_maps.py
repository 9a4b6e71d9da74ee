"""Maps on one sheet and over ordinary paper, and what holds the parts together."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from PIL import ImageChops, ImageStat

from compiler.art.labels import Rectangle
from compiler.art.maps import map_drawing, map_parts
from compiler.sheets.maps import MAX_TILES, MapOptions, Tiling, map_sheet, map_tiles
from compiler.sheets.pages import PAGES, Page, SheetError, page_named
from compiler.sheets.publishing import Output, publish
from tests.compiler.sheets.rendering import MM, page_size, page_texts, rendered
from tests.compiler.small_game import small_game

DATA = small_game()
SVG = "{http://www.w3.org/2000/svg}"

papers = st.sampled_from([PAGES["a4"], PAGES["letter"], PAGES["a3"], page_named("500x700mm")])
lengths = st.floats(40, 1500)


@given(papers, lengths, lengths, st.floats(4, 40))
def test_tiles_cover_the_map_and_fit_on_their_paper(
    page: Page, width: float, height: float, overlap: float
) -> None:
    tiling = Tiling.over(page, width, height, overlap)
    spots = [(c, r) for c in range(tiling.columns) for r in range(tiling.rows)]
    windows = [tiling.window(column, row) for column, row in spots]
    for left, top, right, bottom in windows:
        assert tiling.left + right - left <= tiling.page.width - tiling.left + 1e-6
        assert tiling.top + bottom - top <= tiling.page.height - tiling.top + 1e-6
    assert min(left for left, _, _, _ in windows) == min(top for _, top, _, _ in windows) == 0
    assert max(right for _, _, right, _ in windows) == pytest.approx(width)
    assert max(bottom for _, _, _, bottom in windows) == pytest.approx(height)


@given(papers, lengths, lengths, st.floats(4, 40))
def test_neighbouring_tiles_overlap_are_cut_alike_and_share_their_crosses(
    page: Page, width: float, height: float, overlap: float
) -> None:
    tiling = Tiling.over(page, width, height, overlap)
    for column in range(tiling.columns - 1):
        one, two = tiling.window(column, 0), tiling.window(column + 1, 0)
        assert one[2] - two[0] == pytest.approx(overlap)
        assert tiling.cut(column, 0)[2] == pytest.approx(tiling.cut(column + 1, 0)[0])
        seam = tiling.cut(column, 0)[2]
        shared = [
            {(round(x, 3), round(y, 3)) for x, y in tiling.crosses(each, 0) if abs(x - seam) < 1e-6}
            for each in (column, column + 1)
        ]
        assert shared[0] == shared[1]
        assert len(shared[0]) == 2


def test_the_paper_lies_as_fewer_tiles_are_needed() -> None:
    assert not Tiling.over(PAGES["a4"], 260, 150, 10).page.upright
    assert Tiling.over(PAGES["a4"], 150, 240, 10).page.upright


def test_a_map_that_would_take_a_cupboard_of_paper_is_refused() -> None:
    with pytest.raises(SheetError, match=f"does not go on {MAX_TILES} pages"):
        Tiling.over(PAGES["a4"], 50_000, 50_000, 10)


def test_a_part_of_the_map_is_the_same_as_there_on_the_whole(tmp_path: Path) -> None:
    options = MapOptions(hex_mm=25, layouts=("tiles",))
    (tiles,) = publish(map_tiles(DATA, PAGES["a4"], options), tmp_path, "tiles", Output())
    (sheet,) = publish(map_sheet(DATA, options), tmp_path, "sheet", Output())
    whole = rendered(sheet, 0)
    width, height = (edge * 25 / DATA.map.grid.dy for edge in DATA.map.grid.board_size)
    tiling = Tiling.over(PAGES["a4"], width, height, 10)
    at_x, at_y = 18.0, 25.0
    assert tiling.columns * tiling.rows > 2
    for n in range(tiling.columns * tiling.rows):
        row, column = divmod(n, tiling.columns)
        left, top, right, bottom = tiling.window(column, row)
        # Inside the crosses, which only tiles have.
        inner = (left + 12, top + 12, right - 12, bottom - 12)
        from_tile = rendered(tiles, n).crop(
            tuple(round(edge * MM) for edge in (
                tiling.left + 12, tiling.top + 12,
                tiling.left + right - left - 12, tiling.top + bottom - top - 12,
            ))
        )  # fmt: skip
        from_sheet = whole.crop(
            tuple(round(edge * MM) for edge in (
                at_x + inner[0], at_y + inner[1], at_x + inner[2], at_y + inner[3],
            ))
        )  # fmt: skip
        size = (min(from_tile.width, from_sheet.width), min(from_tile.height, from_sheet.height))
        unlike = ImageChops.difference(
            from_tile.crop((0, 0, *size)), from_sheet.crop((0, 0, *size))
        )
        assert sum(ImageStat.Stat(unlike).mean) < 6


def test_the_windows_of_a_map_hold_together_all_that_is_on_it() -> None:
    whole = etree.fromstring(map_drawing(DATA).svg.encode())
    width, height = DATA.map.grid.board_size
    windows = [
        Rectangle(x * width / 2, y * height / 2, (x + 1) * width / 2, (y + 1) * height / 2)
        for x in (0, 1)
        for y in (0, 1)
    ]
    parts = [etree.fromstring(part.svg.encode()) for part in map_parts(DATA, windows)]
    texts = {each.text for each in whole.iter(f"{SVG}text") if "Stand-in" not in (each.text or "")}
    found = {each.text for part in parts for each in part.iter(f"{SVG}text")}
    assert texts - found <= {DATA.game.title + ": " + DATA.map.file.name}


def test_texts_that_reach_beyond_a_window_are_left_out_where_parts_are_not_joined() -> None:
    window = Rectangle(100.0, 100.0, 400.0, 300.0)
    for cut in (True, False):
        (part,) = map_parts(DATA, [window], cut=cut)
        root = etree.fromstring(part.svg.encode())
        middles = [float(each.get("x", "0")) for each in root.iter(f"{SVG}text")]
        assert middles
        if not cut:
            assert all(window.left <= x <= window.right for x in middles)


@pytest.mark.parametrize("hex_mm", [10.0, 19.05])
def test_hexes_have_the_size_asked_for(hex_mm: float) -> None:
    content = map_sheet(DATA, MapOptions(hex_mm=hex_mm)).content
    assert content["map"]["width"] == pytest.approx(
        DATA.map.grid.board_size[0] * hex_mm / DATA.map.grid.dy
    )


def test_a_sheet_has_its_own_size_and_is_trimmed_to_the_map_and_its_key(tmp_path: Path) -> None:
    (path,) = publish(map_sheet(DATA, MapOptions()), tmp_path, "map", Output())
    width, _ = page_size(path, 0)
    map_width = DATA.map.grid.board_size[0] * 16 / DATA.map.grid.dy
    assert width == pytest.approx(map_width + 36, abs=0.1)
    with pikepdf.open(path) as pdf:
        left, _, right, _ = (float(edge) for edge in pdf.pages[0].trimbox.as_list())
        bleed = [float(edge) for edge in pdf.pages[0].obj.BleedBox.as_list()]
    assert (right - left) * 25.4 / 72 == pytest.approx(map_width, abs=0.1)
    assert (left - bleed[0]) * 25.4 / 72 == pytest.approx(3, abs=0.01)


def test_a_map_too_large_for_any_sheet_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("compiler.sheets.maps.LARGEST", 900)
    with pytest.raises(SheetError, match="take smaller hexes"):
        map_sheet(DATA, MapOptions(hex_mm=100))


def test_the_key_tells_where_each_terrain_comes_from(tmp_path: Path) -> None:
    (path,) = publish(map_tiles(DATA, PAGES["a4"], MapOptions()), tmp_path, "map", Output())
    key = page_texts(path)[-1]
    assert "stand-in" in key
    assert "printed" in key
    assert "Stand-in map: 140 of 140 hexes" in key


def test_numbers_may_be_left_out() -> None:
    with_numbers = map_sheet(DATA, MapOptions()).content["map"]["svg"]
    without = map_sheet(DATA, MapOptions(numbers=False)).content["map"]["svg"]
    assert ">0101<" in with_numbers
    assert ">0101<" not in without


def test_a_greyscale_map_has_no_colour_on_its_sheet(tmp_path: Path) -> None:
    document = map_sheet(DATA, MapOptions(hex_mm=8, greyscale=True))
    (path,) = publish(document, tmp_path, "map", Output())
    red, green, blue = rendered(path, 0).split()
    for one, other in ((red, green), (green, blue)):
        assert ImageChops.difference(one, other).getextrema()[1] < 12


@pytest.mark.parametrize("options", [{"hex_mm": 4.0}, {"hex_mm": 101.0}, {"overlap": 1.0}])
def test_absurd_sizes_are_refused(options: dict[str, float]) -> None:
    with pytest.raises(SheetError, match="expected"):
        MapOptions(**options)  # type: ignore[arg-type]
