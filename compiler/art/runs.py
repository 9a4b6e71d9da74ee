"""One line of a counter's text, set piece by piece, with boxes around emphasised figures.

It places glyphs and boxes; which text stands where is decided in `faces`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from compiler.art.colours import readable
from compiler.art.figures import Piece
from compiler.art.fitting import shorten
from compiler.art.fonts import CAP_HEIGHT, Weight, text_width

BOX_PADDING = 0.13
"""Room between an emphasised figure and its box, and between the box and its neighbours, in ems."""


@dataclass(frozen=True, slots=True)
class Glyphs:
    """A text at a place: x is where it begins, y its baseline; turned by `angle` about (x, y)."""

    text: str
    x: float
    y: float
    size: float
    colour: str
    angle: int = 0


@dataclass(frozen=True, slots=True)
class Box:
    """The box behind an emphasised figure."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    stroke: str
    circle: bool

    @property
    def radius(self) -> float:
        """How round the corners are: a circle, or for long figures a box with round ends."""
        return self.height / 2 if self.circle else 0.0


@dataclass(frozen=True, slots=True)
class BoxStyle:
    """How emphasised figures are boxed on one counter."""

    fill: str = "#ffffff"
    circle: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """A line of text with its size settled; widths and heights are known, its place is not."""

    pieces: tuple[Piece, ...]
    size: float
    width: float

    def place(
        self, x: float, baseline: float, ink: str, style: BoxStyle
    ) -> tuple[list[Glyphs], list[Box]]:
        """Glyphs and boxes of the line that begins at `x`."""
        glyphs: list[Glyphs] = []
        boxes: list[Box] = []
        if not any(piece.emphasised for piece in self.pieces):
            line = "".join(piece.text for piece in self.pieces)
            return [Glyphs(line, x, baseline, self.size, ink)], boxes
        pad = BOX_PADDING * self.size
        for piece in self.pieces:
            width = text_width(piece.text, self.size)
            if piece.emphasised:
                x += pad
                top = baseline - CAP_HEIGHT * self.size - pad
                high = CAP_HEIGHT * self.size + 2 * pad
                wide = max(width + 2 * pad, high) if style.circle else width + 2 * pad
                left = x + pad + (width - wide) / 2
                boxes.append(Box(left, top, wide, high, style.fill, ink, style.circle))
                x += pad
            colour = readable(style.fill, ink) if piece.emphasised else ink
            lead = text_width(piece.text, self.size) - text_width(piece.text.lstrip(), self.size)
            if piece.text.strip():
                glyphs.append(Glyphs(piece.text.strip(), x + lead, baseline, self.size, colour))
            x += width + (2 * pad if piece.emphasised else 0)
        return glyphs, boxes


def _width(pieces: Sequence[Piece], size: float) -> float:
    if not any(piece.emphasised for piece in pieces):
        return text_width("".join(piece.text for piece in pieces), size)
    return sum(
        text_width(piece.text, size) + (4 * BOX_PADDING * size if piece.emphasised else 0)
        for piece in pieces
    )


def fit_run(pieces: Sequence[Piece], width: float, size: float, floor: float) -> Run:
    """The pieces as a line of at most `width`: shrunk to `floor`, then shortened without boxes."""
    natural = _width(pieces, size)
    if natural <= width:
        return Run(tuple(pieces), size, natural)
    shrunk = size * width / natural
    if shrunk >= floor:
        return Run(tuple(pieces), shrunk, width)
    short = shorten("".join(piece.text for piece in pieces), width, floor, Weight.BOLD)
    return Run((Piece(short),), floor, min(width, text_width(short, floor)))


def natural_width(pieces: Sequence[Piece], size: float) -> float:
    """How wide the pieces are at a size, boxes included."""
    return _width(pieces, size)


def turned(glyphs: Sequence[Glyphs], angle: int) -> list[Glyphs]:
    """The same glyphs, turned about where each begins."""
    return [replace(glyph, angle=angle) for glyph in glyphs]
