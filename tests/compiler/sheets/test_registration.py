"""The test page tells by how much a printer misses, read off its pixels as off paper."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageChops

from compiler.sheets.choices import Duplex
from compiler.sheets.pages import PAGES, Page
from compiler.sheets.publishing import Output, publish
from compiler.sheets.registration import registration_page
from tests.compiler.sheets.rendering import MM, profile, rendered, runs


def red(image: Image.Image) -> Image.Image:
    """A mask of the red lines."""
    reds, greens, _ = image.split()
    return ImageChops.subtract(reds, greens).point(lambda value: 255 * (value > 60))


def lines(image: Image.Image) -> tuple[list[float], list[float]]:
    """x of the upright and y of the level red lines, in millimetres."""
    mask = red(image)
    across = profile(mask, "x")
    down = profile(mask, "y")
    return (
        [(a + b) / 2 / MM for a, b in runs(across, max(across) // 2)],
        [(a + b) / 2 / MM for a, b in runs(down, max(down) // 2)],
    )


@pytest.mark.parametrize("duplex", ["long", "short"])
@pytest.mark.parametrize("page", [PAGES["a4"], PAGES["letter"].turned()], ids=["a4", "landscape"])
def test_the_crosses_of_an_exact_printer_lie_on_the_zeros(
    page: Page, duplex: Duplex, tmp_path: Path
) -> None:
    document = registration_page(page, duplex)
    (path,) = publish(document, tmp_path, "test", Output())
    back = rendered(path, 1)
    sideways = (duplex == "long") == (page.height >= page.width)
    seen = back.transpose(
        Image.Transpose.FLIP_LEFT_RIGHT if sideways else Image.Transpose.FLIP_TOP_BOTTOM
    )
    xs, ys = lines(seen)
    zeros = document.content["pages"][0]["marks"]
    assert xs == pytest.approx(sorted({x for x, _ in zeros}), abs=0.15)
    assert ys == pytest.approx(sorted({y for _, y in zeros}), abs=0.15)


@pytest.mark.parametrize("duplex", ["long", "short"])
def test_what_is_read_off_the_scales_is_what_the_offset_must_be(
    duplex: Duplex, tmp_path: Path
) -> None:
    shift_x, shift_y = 1.5, -0.75
    page = PAGES["a4"]
    (exact,) = publish(registration_page(page, duplex), tmp_path, "exact", Output())
    document = registration_page(page, duplex, shift_x, shift_y)
    (given,) = publish(document, tmp_path, "given", Output())
    # A printer that shifts prints the exact page so that this is read ...
    turn = Image.Transpose.FLIP_LEFT_RIGHT if duplex == "long" else Image.Transpose.FLIP_TOP_BOTTOM
    xs, ys = lines(rendered(exact, 1).transpose(turn))
    read = ([x + shift_x for x in xs], [y + shift_y for y in ys])
    zeros = document.content["pages"][0]["marks"]
    assert read[0][0] - min(x for x, _ in zeros) == pytest.approx(shift_x, abs=0.15)
    assert read[1][0] - min(y for _, y in zeros) == pytest.approx(shift_y, abs=0.15)
    # ... and with these numbers given, its crosses lie on the zeros.
    xs, ys = lines(rendered(given, 1).transpose(turn))
    assert [x + shift_x for x in xs] == pytest.approx(sorted({x for x, _ in zeros}), abs=0.15)
    assert [y + shift_y for y in ys] == pytest.approx(sorted({y for _, y in zeros}), abs=0.15)
