"""Text made to fit: shrunk to a floor, then wrapped or shortened by a fixed rule.

Only measures and words; where a text goes is the caller's business.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler.art.fonts import Weight, text_width

LONGEST = 400
"""Characters of a text that are looked at; what lies beyond is cut off."""
LINE_HEIGHT = 1.02
"""Distance of two lines, as a multiple of the font size."""

ELLIPSIS = "…"
_SHORT_WORD = 4


@dataclass(frozen=True, slots=True)
class FittedText:
    """Lines that fit their room at a font size."""

    lines: tuple[str, ...]
    size: float
    whole: bool = True
    """False if words had to be shortened."""


def tidy(text: str) -> str:
    """The text on one line, without needless space, and no longer than `LONGEST`."""
    return " ".join(text[: 4 * LONGEST].split())[:LONGEST]


def fit_line(
    text: str, width: float, size: float, *, floor: float, weight: Weight = Weight.BOLD
) -> FittedText:
    """One line of at most `width`: shrunk as far as `floor`, then shortened (see `shorten`)."""
    text = tidy(text)
    natural = text_width(text, size, weight)
    if natural <= width:
        return FittedText((text,), size)
    shrunk = size * width / natural
    if shrunk >= floor:
        return FittedText((text,), shrunk)
    return FittedText((shorten(text, width, floor, weight),), min(size, floor), whole=False)


def shorten(text: str, width: float, size: float, weight: Weight = Weight.BOLD) -> str:
    """A text cut down to a width.

    The longest word keeps as many letters as there is room for, but at least four, and a full stop;
    if the line still does not fit, the next longest word is cut, and so on. If that is not enough,
    the line is cut at its end and ends in `…`.

    >>> shorten("Nizhny Novgorod Station", 80, 10)
    'Nizhn. Novg. Stat.'
    """
    words = text.split(" ")
    if text_width(text, size, weight) <= width:
        return text
    for n in sorted(range(len(words)), key=lambda n: -len(words[n])):
        word = words[n]
        for kept in range(len(word) - 1, _SHORT_WORD - 1, -1):
            words[n] = word[:kept].rstrip("-") + "."
            line = " ".join(words)
            if text_width(line, size, weight) <= width:
                return line
    return _cut(" ".join(words), width, size, weight)


def _cut(line: str, width: float, size: float, weight: Weight) -> str:
    """The beginning of a line, and `…`, within a width."""
    while line and text_width(line + ELLIPSIS, size, weight) > width:
        line = line[:-1].rstrip()
    return line + ELLIPSIS


def wrap(text: str, width: float, size: float, weight: Weight = Weight.BOLD) -> tuple[str, ...]:
    """The text broken into lines between words; a word wider than `width` has a line of its own."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if line and text_width(longer, size, weight) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return (*lines, line)


def block_height(lines: int, size: float) -> float:
    """Height of so many lines, from the top of the capitals to the last descender."""
    return size * (0.9 + (lines - 1) * LINE_HEIGHT)


def fit_block(
    text: str,
    width: float,
    height: float,
    size: float,
    *,
    floor: float,
    weight: Weight = Weight.BOLD,
) -> FittedText:
    """A text wrapped into a rectangle at the largest size from `size` down to `floor` that fits.

    At the floor, lines too wide are shortened and lines too many are left out, the last that
    remains ending in `…`.
    """
    text = tidy(text)
    steps = 12
    for step in range(steps + 1):
        trial = size + (floor - size) * step / steps
        lines = wrap(text, width, trial, weight)
        if block_height(len(lines), trial) <= height and all(
            text_width(line, trial, weight) <= width for line in lines
        ):
            return FittedText(lines, trial)
    room = max(1, int((height / floor - 0.9) / LINE_HEIGHT) + 1)
    lines = wrap(text, width, floor, weight)
    kept = [shorten(line, width, floor, weight) for line in lines[:room]]
    if len(lines) > room and not kept[-1].endswith(ELLIPSIS):
        kept[-1] = _cut(kept[-1], width, floor, weight)
    return FittedText(tuple(kept), min(size, floor), whole=False)
