"""Printed pages as a person sees them: pixels, and texts with the rectangles they cover.

It reads finished PDF files alone and knows nothing of how they were made.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pypdfium2 as pdfium
from PIL import Image

PPI = 300
MM = PPI / 25.4
"""Pixels to a millimetre."""
POINTS = 72 / 25.4
"""Points to a millimetre."""

Rectangle = tuple[float, float, float, float]
"""Left, top, right, bottom in millimetres from the upper left corner."""


@dataclass(frozen=True, slots=True)
class Text:
    """Some letters side by side, a word or less, and what they cover."""

    text: str
    at: Rectangle


def page_count(path: Path) -> int:
    with pdfium.PdfDocument(path) as pdf:
        return len(pdf)


def rendered(path: Path, page: int) -> Image.Image:
    """A page, counted from 0, at `PPI`, in colour."""
    with pdfium.PdfDocument(path) as pdf:
        return pdf[page].render(scale=PPI / 72).to_pil().convert("RGB")


def dark(image: Image.Image, lightest: int = 250) -> Image.Image:
    """A mask, 255 wherever there is anything on the paper."""
    channels = [band.point(lambda value: 255 * (value < lightest)) for band in image.split()]
    mask = channels[0]
    for other in channels[1:]:
        mask = Image.composite(Image.new("L", mask.size, 255), mask, other)
    return mask


def profile(mask: Image.Image, axis: str) -> list[int]:
    """How much of each column (`x`) or row (`y`) of a mask is set, from 0 to 255."""
    size = (mask.width, 1) if axis == "x" else (1, mask.height)
    return list(mask.resize(size, Image.Resampling.BOX).tobytes())


def runs(values: list[int], least: int) -> Iterator[tuple[int, int]]:
    """Stretches of values of at least `least`, as start and end."""
    start = None
    for n, value in enumerate([*values, 0]):
        if value >= least and start is None:
            start = n
        elif value < least and start is not None:
            yield start, n
            start = None


def squares(mask: Image.Image, side: float) -> list[Rectangle]:
    """The filled squares of a side in millimetres that stand apart in rows, in reading order."""
    found: list[Rectangle] = []

    def fits(start: int, end: int) -> bool:
        return abs((end - start) / MM - side) < 0.35

    for top, bottom in runs(profile(mask, "y"), 6):
        if not fits(top, bottom):
            continue
        inner = mask.crop((0, top + 6, mask.width, bottom - 6))
        for left, right in runs(profile(inner, "x"), 50):
            if fits(left, right):
                found.append((left / MM, top / MM, right / MM, bottom / MM))
    return found


def texts(path: Path, page: int) -> list[Text]:
    """The texts of a page."""
    with pdfium.PdfDocument(path) as pdf:
        return _texts(pdf[page])


def all_texts(path: Path) -> Iterator[list[Text]]:
    """The texts of each page."""
    with pdfium.PdfDocument(path) as pdf:
        for page in pdf:
            yield _texts(page)


def _texts(page: pdfium.PdfPage) -> list[Text]:
    height = page.get_height()
    words = page.get_textpage()
    found = []
    for n in range(words.count_rects()):
        left, bottom, right, top = words.get_rect(n)
        text = words.get_text_bounded(left, bottom, right, top).strip()
        if text:
            at = (
                left / POINTS,
                (height - top) / POINTS,
                right / POINTS,
                (height - bottom) / POINTS,
            )
            found.append(Text(text, at))
    return found


def page_texts(path: Path) -> list[str]:
    """What a person gets who selects all of a page and copies it, for each page."""
    with pdfium.PdfDocument(path) as pdf:
        return [" ".join(page.get_textpage().get_text_range().split()) for page in pdf]


def page_size(path: Path, page: int) -> tuple[float, float]:
    """Width and height in millimetres."""
    with pdfium.PdfDocument(path) as pdf:
        width, height = pdf[page].get_size()
        return width / POINTS, height / POINTS


def overlaps(found: list[Text], least: float = 0.36) -> Iterator[tuple[Text, Text]]:
    """Pairs of texts that cover one another by more than `least` millimetres both ways."""
    rows: dict[int, list[Text]] = {}
    for text in found:
        for row in range(int(text.at[1] // 5), int(text.at[3] // 5) + 1):
            rows.setdefault(row, []).append(text)
    seen: set[tuple[int, int]] = set()
    for near in rows.values():
        near.sort(key=lambda text: text.at[0])
        for n, one in enumerate(near):
            for other in near[n + 1 :]:
                if other.at[0] > one.at[2] - least:
                    break
                down = min(one.at[3], other.at[3]) - max(one.at[1], other.at[1])
                across = min(one.at[2], other.at[2]) - other.at[0]
                if down > least and across > least and (id(one), id(other)) not in seen:
                    seen.add((id(one), id(other)))
                    yield one, other
