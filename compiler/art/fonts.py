"""The one font family of all drawings, and how wide a text is in it.

The font files come from a package, never from the machine, so that text looks the same everywhere.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path

from PIL import ImageFont

FAMILY = "Source Sans Pro"
CAP_HEIGHT = 0.66
"""Height of capitals and figures, as a fraction of the font size."""
DESCENT = 0.21
"""How far `g` and `y` reach below the line, as a fraction of the font size."""

_UNITS = 1000


class Weight(StrEnum):
    """The weights in use; the value is the end of the font file's name."""

    REGULAR = "Regular"
    SEMIBOLD = "Semibold"
    BOLD = "Bold"

    @property
    def css(self) -> int:
        """The weight as CSS and SVG write it."""
        return _CSS_WEIGHT[self]


_CSS_WEIGHT = {Weight.REGULAR: 400, Weight.SEMIBOLD: 600, Weight.BOLD: 700}


def font_file(weight: Weight) -> Path:
    """The TrueType file of a weight.

    Raises:
        FileNotFoundError: if the font package is not installed as files.
    """
    path = Path(str(files("font_source_sans_pro") / "files" / f"SourceSansPro-{weight}.ttf"))
    if not path.is_file():
        raise FileNotFoundError(
            f"{path}: the font is missing; install the package font-source-sans-pro again"
        )
    return path


@cache
def font_files() -> tuple[str, ...]:
    """The files of all weights."""
    return tuple(str(font_file(weight)) for weight in Weight)


@cache
def _face(weight: Weight) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(font_file(weight)), _UNITS, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=20_000)
def _units(text: str, weight: Weight) -> float:
    return _face(weight).getlength(text)


def text_width(text: str, size: float, weight: Weight = Weight.BOLD) -> float:
    """How wide a text is at a font size, in the unit of the size.

    >>> text_width("88", 10) == 2 * text_width("8", 10) > 0
    True
    """
    return _units(text, weight) * size / _UNITS


@cache
def _outline(character: str) -> tuple[float, bytes]:
    face = _face(Weight.BOLD)
    return face.getlength(character), bytes(face.getmask(character))


def unprintable(text: str) -> str:
    """The characters of a text for which the font has no glyph, each once.

    >>> unprintable("Kiev Київ 8½ 日")
    '日'
    """
    absent = _outline("\uffff")
    return "".join(c for c in dict.fromkeys(text) if not c.isspace() and _outline(c) == absent)
