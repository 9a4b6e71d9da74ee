"""What stands on counter faces, and that it can be read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from compiler.art import (
    ArtError,
    blank_face,
    counter_face,
    faces_of,
    layout_faults,
    marker_face,
)
from compiler.art.counters import _plan
from compiler.art.faces import FLOOR, SIDE, Area, FacePlan
from compiler.art.fonts import CAP_HEIGHT, text_width
from compiler.art.runs import Glyphs
from compiler.gamedata.model import Counter, GameData
from compiler.gamedata.schema import GameFile
from tests.compiler.small_game import (
    COUNTERS,
    GAME,
    MARKERS,
    counter,
    formation,
    marker,
    small_game,
    strength,
)

SVG = "{http://www.w3.org/2000/svg}"
DATA = small_game()


def texts(data: GameData, piece: Counter, face: str = "front") -> list[str]:
    root = etree.fromstring(counter_face(data, piece, face).svg.encode())
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def with_layout(**changes: Any) -> GameData:
    return small_game(
        game=GameFile.model_validate({**GAME, "layout": {**GAME["layout"], **changes}})
    )


def extent(glyphs: Glyphs) -> Area:
    """The rectangle a text covers, from its capitals' top to its baseline."""
    width, height = text_width(glyphs.text, glyphs.size), CAP_HEIGHT * glyphs.size
    if glyphs.angle == -90:
        return Area(glyphs.x - height, glyphs.y - width, height, width)
    if glyphs.angle == 90:
        return Area(glyphs.x, glyphs.y, height, width)
    return Area(glyphs.x, glyphs.y - height, width, height)


def overlap(one: Area, two: Area) -> bool:
    """Whether two rectangles share more than a hair."""
    wide = min(one.x + one.width, two.x + two.width) - max(one.x, two.x)
    high = min(one.y + one.height, two.y + two.height) - max(one.y, two.y)
    return wide > 0.05 and high > 0.05


def assert_readable(plan: FacePlan, *, free_of_symbol: bool = True) -> None:
    areas = [extent(glyphs) for glyphs in plan.glyphs]
    for n, area in enumerate(areas):
        assert min(area.x, area.y) >= 0, plan.glyphs[n]
        assert max(area.x + area.width, area.y + area.height) <= SIDE + 0.01, plan.glyphs[n]
        assert plan.glyphs[n].size >= FLOOR - 0.01 or not plan.glyphs[n].text
        assert not any(overlap(area, other) for other in areas[n + 1 :]), plan.glyphs[n]
        if free_of_symbol and plan.symbol_area is not None:
            assert not overlap(area, plan.symbol_area), plan.glyphs[n]


@pytest.mark.parametrize("piece", [*COUNTERS, *MARKERS], ids=lambda piece: piece.id)
def test_no_text_is_clipped_or_covers_another_or_the_symbol(piece: Counter) -> None:
    in_the_box = bool(DATA.kinds[piece.kind].text) and not piece.is_marker
    for face in faces_of(DATA, piece):
        assert_readable(_plan(DATA, piece, face), free_of_symbol=not in_the_box)


@settings(max_examples=60, deadline=None)
@given(
    designation=st.text("AWMi1 -XÄЖ", max_size=40),
    figures=st.lists(st.integers(0, 999).map(str), min_size=3, max_size=3),
    army=st.text("AWMi1 -XÄЖ", max_size=60),
)
def test_long_designations_and_large_figures_stay_on_the_counter(
    designation: str, figures: list[str], army: str
) -> None:
    troop, armor, gun = figures
    unit = counter("unit", designation=designation, move=99, significant="troop",
                   troop=(troop, troop), armor=(armor, armor), gun=(f"({gun})", gun),
                   formation="x")  # fmt: skip
    data = small_game(formations={"x": formation("x", army, "red", None)})
    for face in faces_of(data, unit):
        assert_readable(_plan(data, unit, face))


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60))
def test_a_name_of_any_characters_gives_well_formed_svg(name: str) -> None:
    piece = marker("marker", "plain", name)
    etree.fromstring(marker_face(DATA, piece).svg.encode())


def test_names_with_markup_quotes_and_cyrillic_are_drawn_as_they_are() -> None:
    piece = marker("marker", "plain", '<g> & "O\'B" Київ')
    assert " ".join(texts(DATA, piece)) == '<g> & "O\'B" Київ'


def test_the_reduced_face_carries_a_band_and_the_front_does_not() -> None:
    unit = COUNTERS[0]
    accent = DATA.sides["red"].accent
    assert accent in counter_face(DATA, unit, "reduced").svg
    assert accent not in counter_face(DATA, unit, "front").svg


def test_a_face_may_go_without_a_band_and_have_its_own_text_colour() -> None:
    data = with_layout(faces={"reduced": {"band": False, "text_colour": "#fefefe"}})
    svg = counter_face(data, COUNTERS[0], "reduced").svg
    assert data.sides["red"].accent not in svg
    assert 'fill="#fefefe"' in svg


def test_the_box_of_cavalry_is_half_white_and_half_yellow() -> None:
    plan = _plan(DATA, COUNTERS[1], "front")
    assert [fill for _, fill in plan.box_polygons] == ["#ffffff", "#f2d14b"]


def test_the_box_of_a_leg_unit_has_the_colour_of_its_counter() -> None:
    assert _plan(DATA, COUNTERS[0], "front").box_polygons == ()


def test_the_significant_strength_stands_in_a_box_of_the_efficiency_colour() -> None:
    plan = _plan(DATA, COUNTERS[2], "front")
    (box,) = plan.boxes
    assert box.fill == "#e0483a"
    inside = [
        glyphs.text
        for glyphs in plan.glyphs
        if box.x < glyphs.x < box.x + box.width and box.y < glyphs.y <= box.y + box.height
    ]
    assert inside == ["11"]


def test_the_significant_strength_of_a_headquarters_stands_in_a_circle() -> None:
    (box,) = _plan(DATA, next(each for each in COUNTERS if each.kind == "hq"), "front").boxes
    assert box.circle
    assert box.radius == box.height / 2


def test_an_empty_figure_goes_with_the_separator_before_it() -> None:
    cavalry = COUNTERS[1]
    assert "4-9" in "".join(texts(DATA, cavalry))


def test_an_empty_figure_may_be_printed_as_a_dash() -> None:
    text = {"at": "bottom", "format": "{troop}/{armor}/{gun}", "missing": "–"}
    assert texts(with_layout(texts=[text]), COUNTERS[1]) == ["4/–/–"]


def test_parentheses_and_signs_are_printed_as_on_the_published_counters() -> None:
    unit = counter("u", troop=("(3)", ""), move=-1, movement_class="leg")
    data = with_layout(texts=[{"at": "bottom", "format": "{troop} {move}"}])
    assert texts(data, unit) == ["(3) −1"]
    assert strength("(3)") is not None


def test_a_layout_that_names_no_column_of_the_game_says_which_it_could_name() -> None:
    data = with_layout(texts=[{"at": "bottom", "format": "{trop}"}])
    with pytest.raises(ArtError, match=r"'trop'.*expected one of .*troop"):
        counter_face(data, COUNTERS[0], "front")
    assert any("'trop'" in fault for fault in layout_faults(data))


def test_braces_give_no_access_to_anything_but_columns() -> None:
    data = with_layout(texts=[{"at": "bottom", "format": "{name.__class__}"}])
    with pytest.raises(ArtError, match="__class__"):
        counter_face(data, COUNTERS[0], "front")


def test_a_face_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(ArtError, match=r"no face 'broken'.*front, reduced"):
        counter_face(DATA, COUNTERS[0], "broken")


def test_a_counter_without_figures_on_its_back_has_one_face() -> None:
    assert faces_of(DATA, counter("u", troop=("3", ""))) == ("front",)
    assert faces_of(DATA, counter("u", troop=("3", "1"))) == ("front", "reduced")
    assert DATA.sides["red"].colour in blank_face(DATA, COUNTERS[0]).svg


def test_the_stripe_is_that_of_the_nearest_formation_with_a_colour() -> None:
    above = formation("above", "Front", "red", "#123456")
    below = replace(formation("below", "Army", "red", None), parent="above")
    data = small_game(formations={"above": above, "below": below})
    assert "#123456" in counter_face(data, counter("u", formation="below"), "front").svg


def test_formations_in_a_circle_have_no_stripe_and_do_not_hang() -> None:
    one = replace(formation("one", "1", "red", None), parent="two")
    two = replace(formation("two", "2", "red", None), parent="one")
    data = small_game(formations={"one": one, "two": two})
    assert _plan(data, counter("u", formation="one"), "front").style.stripe == ""


def test_a_stripe_that_is_no_colour_is_refused_with_the_formation_s_name() -> None:
    data = small_game(formations={"x": formation("x", "X", "red", 'red"/><script>')})
    with pytest.raises(ArtError, match=r"formation x has .* expected a colour"):
        counter_face(data, counter("u", formation="x"), "front")


def test_a_text_can_be_kept_to_kinds_and_faces() -> None:
    data = with_layout(
        texts=[
            {"at": "bottom", "format": "back", "faces": ["reduced"]},
            {"at": "bottom", "format": "tanks", "kinds": ["tank"]},
            {"at": "bottom", "format": "all"},
        ]
    )
    assert texts(data, COUNTERS[0]) == ["all"]
    assert texts(data, COUNTERS[0], "reduced") == ["back"]
    assert texts(data, COUNTERS[2]) == ["tanks"]


def test_letters_that_the_font_cannot_print_are_reported() -> None:
    data = small_game(counters={}, markers={"m": marker("m", "plain", "日本")})
    (fault,) = layout_faults(data)
    assert fault.startswith("m: the font has no glyph for '日本'")


def test_an_unknown_symbol_is_reported_with_its_kind() -> None:
    kinds = {"k": {"name": "K", "symbol": "dragon"}}
    data = small_game(
        game=GameFile.model_validate({**GAME, "kinds": kinds}), counters={}, markers={}
    )
    (fault,) = layout_faults(data)
    assert fault.startswith("kind k: there is no symbol 'dragon'")


def test_the_layout_of_the_small_game_has_no_faults() -> None:
    assert layout_faults(DATA) == ()


def test_printed_counters_have_no_line_along_the_cut() -> None:
    on_screen = counter_face(DATA, COUNTERS[0], "front")
    printed = counter_face(DATA, COUNTERS[0], "front", edge=False)
    assert len(printed.svg) < len(on_screen.svg)
