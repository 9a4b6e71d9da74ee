"""A drawing: one SVG document of known size, and its PNG.

What is drawn is the business of the other modules here; this one only turns vectors into pixels.
"""

from __future__ import annotations

from dataclasses import dataclass

import resvg_py

from compiler.art.fonts import FAMILY, font_files

MAX_PIXELS = 40_000_000
"""The most pixels one PNG may have: a map of some 6000 by 6000."""


class ArtError(ValueError):
    """Something that cannot be drawn; the text says what was found and what to do."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A complete SVG document and its size in pixels at scale 1."""

    svg: str
    width: float
    height: float


def png(drawing: Drawing, *, width: int | None = None) -> bytes:
    """The drawing as PNG, `width` pixels wide (its own width if none) and as high as that makes it.

    The same drawing gives the same bytes on any machine: only the project's own fonts are used.

    Raises:
        ArtError: if the picture would be empty or have more than `MAX_PIXELS` pixels.
    """
    wide = round(drawing.width) if width is None else width
    high = wide * drawing.height / drawing.width
    if wide < 1 or high < 1 or wide * high > MAX_PIXELS:
        raise ArtError(
            f"a picture of {wide} by {high:.0f} pixels was asked for:"
            f" expected at least 1 by 1 and at most {MAX_PIXELS:,} pixels in all"
        )
    return resvg_py.svg_to_bytes(
        svg_string=drawing.svg,
        width=wide,
        skip_system_fonts=True,
        font_files=list(font_files()),
        font_family=FAMILY,
        sans_serif_family=FAMILY,
    )
