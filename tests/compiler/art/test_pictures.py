"""PNG pictures: the same everywhere, of the size asked for."""

from __future__ import annotations

from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from compiler.art import ArtError, Drawing, counter_face, png
from compiler.art.colours import contrast, readable
from compiler.art.fitting import fit_block, fit_line, shorten
from compiler.art.fonts import FAMILY, Weight, text_width, unprintable
from tests.compiler.small_game import COUNTERS, small_game

DATA = small_game()


def picture(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data)).convert("RGB")


def line(text: str, weight: Weight = Weight.BOLD) -> Drawing:
    return Drawing(
        '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="60">'
        '<rect width="900" height="60" fill="#ffffff"/>'
        f'<text x="20" y="40" font-size="30" font-family="{FAMILY}"'
        f' font-weight="{weight.css}">{text}</text></svg>',
        900,
        60,
    )


def test_a_counter_is_as_many_pixels_wide_as_the_layout_says() -> None:
    assert picture(png(counter_face(DATA, COUNTERS[0], "front"))).size == (75, 75)


def test_a_picture_can_be_made_at_any_width() -> None:
    assert picture(png(counter_face(DATA, COUNTERS[0], "front"), width=300)).size == (300, 300)


def test_the_same_face_gives_the_same_bytes() -> None:
    one, two = (png(counter_face(small_game(), COUNTERS[3], "front")) for _ in range(2))
    assert one == two


def test_the_edge_of_a_counter_is_opaque() -> None:
    found = Image.open(BytesIO(png(counter_face(DATA, COUNTERS[0], "front")))).convert("RGBA")
    assert found.getchannel("A").getextrema() == (255, 255)


@pytest.mark.parametrize("width", [0, -5, 1_000_000])
def test_a_picture_of_no_size_or_an_enormous_one_is_refused(width: int) -> None:
    with pytest.raises(ArtError, match="expected at least 1 by 1"):
        png(counter_face(DATA, COUNTERS[0], "front"), width=width)


@pytest.mark.parametrize("weight", list(Weight))
@pytest.mark.parametrize("text", ["12-(10)-8", "Київ", "Żółć AVAW", "Fallschirmjäger"])
def test_text_is_as_wide_as_measured(text: str, weight: Weight) -> None:
    ink = picture(png(line(text, weight))).convert("L").point(lambda level: 255 - level).getbbox()
    assert ink is not None
    measured = text_width(text, 30, weight)
    assert measured - 6 < ink[2] - ink[0] < measured + 2


def test_bold_and_regular_come_from_different_fonts() -> None:
    assert png(line("Regiment", Weight.BOLD)) != png(line("Regiment", Weight.REGULAR))


@settings(max_examples=80, deadline=None)
@given(st.text("abcdefgh WM-1", max_size=80), st.floats(15, 200))
def test_a_shortened_line_fits_its_width(text: str, width: float) -> None:
    assert text_width(shorten(text, width, 10), 10) <= max(width, text_width("…", 10)) + 0.01


@settings(max_examples=80, deadline=None)
@given(st.text("abcdefgh WM-1", max_size=200), st.floats(20, 200), st.floats(20, 120))
def test_a_text_in_a_rectangle_stays_in_it(text: str, width: float, height: float) -> None:
    fitted = fit_block(text, width, height, 24, floor=8)
    assert all(text_width(each, fitted.size) <= width + 0.01 for each in fitted.lines)
    assert len(fitted.lines) == 1 or len(fitted.lines) * fitted.size * 0.9 <= height + fitted.size


def test_a_line_shrinks_before_it_is_shortened() -> None:
    width = text_width("Grossdeutschland", 20) * 0.7
    assert fit_line("Grossdeutschland", width, 20, floor=12).lines == ("Grossdeutschland",)
    short = fit_line("Grossdeutschland", width, 20, floor=18)
    assert not short.whole
    assert short.lines[0].endswith(".")
    assert short.lines[0][:-1] in "Grossdeutschland"


def test_the_letters_of_the_games_can_be_printed() -> None:
    assert unprintable("Київ Żółć ß Œ ½ ¼ – − … № • × ≤ Ё Ґ") == ""


@given(st.from_regex(r"#[0-9a-f]{6}", fullmatch=True))
def test_there_is_a_readable_ink_for_every_ground(ground: str) -> None:
    assert contrast(ground, readable(ground, ground)) >= 4.5


def test_faces_are_drawn_fast_enough(benchmark: object) -> None:
    faces = [(each, face) for each in COUNTERS for face in ("front", "reduced")]
    benchmark(lambda: [png(counter_face(DATA, each, face)) for each, face in faces])  # type: ignore[operator]
