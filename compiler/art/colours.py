"""Arithmetic with sRGB colours, `#rrggbb`: contrast, mixing, grey.

No palette stands here: colours come from a game's data.
"""

from __future__ import annotations

BLACK, WHITE = "#000000", "#ffffff"


def _channels(colour: str) -> tuple[int, int, int]:
    value = int(colour[1:7], 16)
    return value >> 16, value >> 8 & 255, value & 255


def _colour(red: float, green: float, blue: float) -> str:
    return f"#{round(red):02x}{round(green):02x}{round(blue):02x}"


def mix(first: str, second: str, share: float) -> str:
    """The colour between two, `share` (0 to 1) of the way to the second.

    >>> mix("#000000", "#ffffff", 0.5)
    '#808080'
    """
    one, two = _channels(first), _channels(second)
    return _colour(*(a + (b - a) * share for a, b in zip(one, two, strict=True)))


def luminance(colour: str) -> float:
    """Relative luminance, 0 (black) to 1 (white), as the WCAG define it."""

    def linear(channel: int) -> float:
        part = channel / 255
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = _channels(colour)
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)


def contrast(first: str, second: str) -> float:
    """The contrast ratio of two colours, 1 to 21.

    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def readable(ground: str, preferred: str, least: float = 4.5) -> str:
    """`preferred` if it can be read on `ground`, else black or white, whichever is better.

    >>> readable("#202020", "#000000")
    '#ffffff'
    """
    if contrast(ground, preferred) >= least:
        return preferred
    return max((BLACK, WHITE), key=lambda ink: contrast(ground, ink))


def grey(colour: str) -> str:
    """The grey of the same lightness.

    >>> grey("#ff0000")
    '#4c4c4c'
    """
    red, green, blue = _channels(colour)
    level = 0.299 * red + 0.587 * green + 0.114 * blue
    return _colour(level, level, level)
