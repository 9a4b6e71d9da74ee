"""How colours look to people with colour-blindness, and on paper without colour.

The matrices are those of Machado, Oliveira and Fernandes (2009) for a complete lack of one kind of
cone, in linear light; differences are distances in CIE L*a*b*.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import combinations
from types import MappingProxyType

from compiler.art.colours import contrast, grey
from compiler.gamedata.model import GameData

Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]

DEFICIENCIES: Mapping[str, Matrix] = MappingProxyType(
    {
        "protanopia": (
            (0.152286, 1.052583, -0.204868),
            (0.114503, 0.786281, 0.099216),
            (-0.003882, -0.048116, 1.051998),
        ),
        "deuteranopia": (
            (0.367322, 0.860646, -0.227968),
            (0.280085, 0.672501, 0.047413),
            (-0.011820, 0.042940, 0.968881),
        ),
        "tritanopia": (
            (1.255528, -0.076749, -0.178779),
            (-0.078411, 0.930809, 0.147602),
            (0.004733, 0.691367, 0.303900),
        ),
    }
)
"""Lack of red, green and blue cones."""

LEAST_DIFFERENCE = 12.0
"""The least distance of two sides' colours; about 2 can just be told apart side by side."""
LEAST_GREY_DIFFERENCE = 7.0
"""The same on paper without colour, in lightness from 0 to 100."""
LEAST_CONTRAST = 4.5
"""The least contrast of the figures with their ground (WCAG AA)."""

_WHITE = (0.95047, 1.0, 1.08883)


def _linear(colour: str) -> tuple[float, float, float]:
    value = int(colour[1:7], 16)
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255 for channel in (value >> 16, value >> 8 & 255, value & 255))
    )
    return red, green, blue


def _hexadecimal(linear: tuple[float, ...]) -> str:
    channels = []
    for part in linear:
        held = min(max(part, 0.0), 1.0)
        coded = held * 12.92 if held <= 0.0031308 else 1.055 * held ** (1 / 2.4) - 0.055
        channels.append(round(coded * 255))
    return "#{:02x}{:02x}{:02x}".format(*channels)


def as_seen(colour: str, deficiency: str) -> str:
    """A colour as it looks with one of the `DEFICIENCIES`.

    >>> as_seen("#808080", "deuteranopia")
    '#808080'
    """
    linear = _linear(colour)
    rows = DEFICIENCIES[deficiency]
    return _hexadecimal(tuple(sum(a * b for a, b in zip(row, linear, strict=True)) for row in rows))


def lab(colour: str) -> tuple[float, float, float]:
    """L*, a* and b* of a colour, in daylight.

    >>> [round(part) for part in lab("#ffffff")]
    [100, 0, 0]
    """
    red, green, blue = _linear(colour)
    xyz = (
        0.4124564 * red + 0.3575761 * green + 0.1804375 * blue,
        0.2126729 * red + 0.7151522 * green + 0.0721750 * blue,
        0.0193339 * red + 0.1191920 * green + 0.9503041 * blue,
    )
    x, y, z = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116
        for part in (value / white for value, white in zip(xyz, _WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(first: str, second: str) -> float:
    """The distance of two colours in L*a*b*.

    >>> difference("#000000", "#000000")
    0.0
    """
    return math.dist(lab(first), lab(second))


def palette_warnings(data: GameData) -> Iterator[str]:
    """What of a game's sides cannot be told apart or read by everybody, one sentence each."""
    for one, two in combinations(data.sides.values(), 2):
        for deficiency in DEFICIENCIES:
            seen = (as_seen(one.colour, deficiency), as_seen(two.colour, deficiency))
            if difference(*seen) < LEAST_DIFFERENCE:
                yield (
                    f"{one.name} and {two.name} look alike to people with {deficiency}:"
                    f" {one.colour} and {two.colour}; take colours of different lightness"
                )
        shades = abs(lab(grey(one.colour))[0] - lab(grey(two.colour))[0])
        if shades < LEAST_GREY_DIFFERENCE:
            yield (
                f"{one.name} and {two.name} are the same grey on paper without colour:"
                f" {one.colour} and {two.colour}; take colours of different lightness"
            )
    for side in data.sides.values():
        ratio = contrast(side.colour, side.text_colour)
        if ratio < LEAST_CONTRAST:
            yield (
                f"{side.name}: figures in {side.text_colour} on {side.colour} have a contrast of"
                f" {ratio:.1f}: expected at least {LEAST_CONTRAST}"
            )
