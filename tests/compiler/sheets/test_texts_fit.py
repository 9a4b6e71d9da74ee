"""No page has clipped or overlapping text: measured on every page of everything that is printed."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest

from compiler.gamedata.loader import load_game
from compiler.resources import game_folder, games
from compiler.sheets.printing import Printing, print_product
from tests.compiler.sheets.rendering import (
    POINTS,
    Rectangle,
    Text,
    all_texts,
    overlaps,
    page_size,
    page_texts,
)  # fmt: skip

PICTURE = "not to scale"
"""Says the foot of a page whose picture has counters lying on a map."""


def printed(product: str, game: str, folder: Path) -> list[Path]:
    data = load_game(game_folder(game))
    how = Printing(scenarios=tuple(data.scenarios)[:2])
    return [path for path, _ in print_product(product, data, folder / "none", folder, how)]


def kept(path: Path) -> list[Rectangle]:
    """The trim box of each page."""
    with pikepdf.open(path) as pdf:
        found = []
        for page in pdf.pages:
            height = float(page.mediabox[3])
            left, bottom, right, top = (float(edge) / POINTS for edge in page.obj.BleedBox)
            found.append((left, height / POINTS - top, right, height / POINTS - bottom))
        return found


def crosses(text: Text, box: Rectangle) -> bool:
    """Whether the edge of a box goes through a text."""
    left, top, right, bottom = text.at
    touches = left < box[2] and right > box[0] and top < box[3] and bottom > box[1]
    inside = left >= box[0] and right <= box[2] and top >= box[1] and bottom <= box[3]
    return touches and not inside


@pytest.mark.parametrize("product", ["sheets", "rosters", "charts", "map", "setups"])
@pytest.mark.parametrize("game", games())
def test_all_text_lies_on_the_page_and_none_on_another(
    game: str, product: str, tmp_path: Path
) -> None:
    tmp_path.joinpath("none").mkdir()
    for path in printed(product, game, tmp_path):
        boxes, words = kept(path), page_texts(path)
        tiled = path.stem.endswith("tiles")
        for n, found in enumerate(all_texts(path)):
            width, height = page_size(path, n)
            page = (0.0, 0.0, width, height)
            if PICTURE in words[n]:
                continue
            for text in found:
                # Of a map in parts, a name at an edge goes on on the next page.
                cut = crosses(text, page) or crosses(text, boxes[n])
                assert tiled or not cut, f"{path.name}, page {n + 1}: {text}"
            if not tiled:
                names = [(one.text, other.text) for one, other in overlaps(found)]
                assert names == [], f"{path.name}, page {n + 1}"


def test_overlapping_texts_are_found() -> None:
    one, other = Text("one", (10, 10, 20, 13)), Text("other", (18, 11, 30, 14))
    below = Text("below", (10, 14.1, 20, 16))
    assert list(overlaps([one, other, below])) == [(one, other)]
