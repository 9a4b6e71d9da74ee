"""The counter sheets of the games as they come out of a printer, measured from their pixels.

What is expected is told by the data alone: how many counters there are, how large, what they show.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from PIL import Image, ImageChops, ImageStat

from compiler.art import blank_face, counter_face, faces_of, png
from compiler.gamedata.loader import load_game
from compiler.gamedata.model import GameData
from compiler.resources import game_folder, games
from compiler.sheets.blocks import Cutting
from compiler.sheets.choices import Duplex
from compiler.sheets.counters import CounterOptions, counter_sheet
from compiler.sheets.pages import PAGES
from compiler.sheets.publishing import Output, publish
from tests.compiler.sheets.rendering import (
    MM,
    POINTS,
    Rectangle,
    dark,
    page_count,
    profile,
    rendered,
    runs,
    squares,
)  # fmt: skip

WIDTH, HEIGHT = 210.0, 297.0
THUMB = 24
CHECKED = 13
"""Every so many counters are looked at closely."""
ALIKE = 30.0
"""The most by which two pictures of one face differ, by the sum of three channels of 0 to 255."""


@cache
def data_of(game: str) -> GameData:
    return load_game(game_folder(game))


def printed(game: str, folder: Path, options: CounterOptions) -> Path:
    (path,) = publish(
        counter_sheet(data_of(game), PAGES["a4"], options).document, folder, game, Output()
    )
    return path


def seen_through(at: Rectangle, duplex: Duplex) -> Rectangle:
    """Where something on the back lies, seen from the front, once the paper has been turned."""
    left, top, right, bottom = at
    if duplex == "long":
        return WIDTH - right, top, WIDTH - left, bottom
    return left, HEIGHT - bottom, right, HEIGHT - top


@cache
def drawn(game: str) -> list[tuple[Image.Image, Image.Image]]:
    """What the data says each counter shows on its front and its back, small."""
    data = data_of(game)
    found = []
    for counter in data.all_counters():
        faces = [counter_face(data, counter, face, edge=False) for face in faces_of(data, counter)]
        faces += [blank_face(data, counter)] * (len(faces) % 2)
        found += list(zip(faces[::2], faces[1::2], strict=True))
    pictures = {}
    for drawing in {one for pair in found for one in pair}:
        picture = Image.open(BytesIO(png(drawing, width=150))).convert("RGB")
        pictures[drawing] = picture.resize((THUMB, THUMB), Image.Resampling.BOX)
    return [(pictures[front], pictures[back]) for front, back in found]


def cut_out(page: Image.Image, at: Rectangle, *, turned: bool = False) -> Image.Image:
    found = page.crop(tuple(round(edge * MM) for edge in at))
    found = found.rotate(180) if turned else found
    return found.resize((THUMB, THUMB), Image.Resampling.BOX)


def unlike(one: Image.Image, other: Image.Image) -> float:
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean)


def sheets(path: Path) -> Iterator[tuple[Image.Image, Image.Image]]:
    """The front and the back of each sheet of paper."""
    for page in range(0, page_count(path), 2):
        yield rendered(path, page), rendered(path, page + 1)


@pytest.mark.parametrize("duplex", ["long", "short"])
@pytest.mark.parametrize("game", games())
def test_each_back_lies_behind_its_own_front_within_a_fifth_of_a_millimetre(
    game: str, duplex: Duplex, tmp_path: Path
) -> None:
    data = data_of(game)
    side = data.game.layout.size_mm
    options = CounterOptions(duplex=duplex, cutting=Cutting(gutter=3, bleed=0))
    counted = 0
    for front, back in sheets(printed(game, tmp_path, options)):
        fronts = squares(dark(front), side)
        behind = {at: seen_through(at, duplex) for at in squares(dark(back), side)}
        counted += len(fronts)
        assert len(behind) == len(fronts)
        for n, at in enumerate(fronts):
            own, seen = min(
                behind.items(),
                key=lambda item: max(abs(a - b) for a, b in zip(at, item[1], strict=True)),
            )
            assert max(abs(a - b) for a, b in zip(at, seen, strict=True)) < 0.2
            if n % CHECKED == 0:
                picture = cut_out(front, at)
                shown = min(drawn(game), key=lambda pair: unlike(pair[0], picture))
                turned = cut_out(back, own, turned=duplex == "short")
                likest = min(unlike(pair[1], turned) for pair in drawn(game))
                assert unlike(shown[0], picture) < ALIKE
                assert unlike(shown[1], turned) <= min(likest * 1.1, ALIKE)
    assert counted == sum(
        counter.count * -(-len(faces_of(data, counter)) // 2) for counter in data.all_counters()
    )


@pytest.mark.parametrize("game", games())
def test_the_ruler_is_an_inch_on_every_page(game: str, tmp_path: Path) -> None:
    path = printed(game, tmp_path, CounterOptions())
    for page in range(page_count(path)):
        # Of the ticks, only those at the ends are three millimetres high.
        band = rendered(path, page).crop(
            (0, round((HEIGHT - 10 - 6.8) * MM), round(60 * MM), round((HEIGHT - 10 - 6.3) * MM))
        )
        ends = [(a + b) / 2 / MM for a, b in runs(profile(dark(band, 160), "x"), 120)]
        assert len(ends) == 2
        assert ends[1] - ends[0] == pytest.approx(25.4, abs=0.1)


@pytest.mark.parametrize("bleed", [0.0, 1.0, 3.0])
@pytest.mark.parametrize("game", games())
def test_crop_marks_lie_outside_the_bleed_and_in_the_margins(
    game: str, bleed: float, tmp_path: Path
) -> None:
    data = data_of(game)
    path = printed(game, tmp_path, CounterOptions(cutting=Cutting(bleed=bleed)))
    with pikepdf.open(path) as pdf:
        heights = [float(page.mediabox[3]) for page in pdf.pages]
        trims = [box_of(page.trimbox, heights[n]) for n, page in enumerate(pdf.pages)]
        bleeds = [box_of(page.obj.BleedBox, heights[n]) for n, page in enumerate(pdf.pages)]
    for n in (0, 1):
        left, top, right, bottom = bleeds[n]
        assert trims[n] == pytest.approx(
            (left + bleed, top + bleed, right - bleed, bottom - bleed), abs=0.01
        )
        mask = dark(rendered(path, n))
        assert filled(mask, (left + 0.1, top + 0.1, right - 0.1, top + 0.4)) > 0.97
        ring = [
            (left - 0.5, top - 0.5, right + 0.5, top - 0.1),
            (left - 0.5, bottom + 0.1, right + 0.5, bottom + 0.5),
            (left - 0.5, top - 0.5, left - 0.1, bottom + 0.5),
            (right + 0.1, top - 0.5, right + 0.5, bottom + 0.5),
        ]
        assert [filled(mask, strip) for strip in ring] == [0, 0, 0, 0]
        gap = max(1.6, bleed + 0.6)
        beyond = mask.crop(
            tuple(round(edge * MM) for edge in (0, trims[n][1] - gap - 2, WIDTH,
                                                trims[n][1] - gap - 1))
        )  # fmt: skip
        marks = list(runs(profile(beyond, "x"), 100))
        side = data.game.layout.size_mm
        assert len(marks) == round((trims[n][2] - trims[n][0]) / side) + 1


def box_of(box: pikepdf.Array, height: float) -> Rectangle:
    left, bottom, right, top = (float(edge) for edge in box.as_list())
    return left / POINTS, (height - top) / POINTS, right / POINTS, (height - bottom) / POINTS


def filled(mask: Image.Image, at: Rectangle) -> float:
    """How much of a rectangle has something on it, from 0 to 1."""
    return float(ImageStat.Stat(mask.crop(tuple(round(edge * MM) for edge in at))).mean[0] / 255)


@pytest.mark.parametrize("duplex", ["long", "short"])
def test_a_measured_offset_brings_the_backs_of_a_printer_that_shifts_into_place(
    duplex: Duplex, tmp_path: Path
) -> None:
    shift_x, shift_y = 0.8, -1.3
    options = CounterOptions(
        duplex=duplex, shift_x=shift_x, shift_y=shift_y, cutting=Cutting(gutter=3, bleed=0)
    )
    path = printed("iron_cross", tmp_path, options)
    fronts = sorted(squares(dark(rendered(path, 0)), 12.7))
    shifted = [
        (left + shift_x, top + shift_y, right + shift_x, bottom + shift_y)
        for left, top, right, bottom in (
            seen_through(at, duplex) for at in squares(dark(rendered(path, 1)), 12.7)
        )
    ]
    assert len(fronts) == len(shifted)
    for at in fronts:
        assert min(max(abs(a - b) for a, b in zip(at, one, strict=True)) for one in shifted) < 0.2
