"""Lengths as people write them: `12.7`, `12.7 mm`, `1/2"`, `9/16 in`, `1 1/4 in`, `5 cm`.

A length without a unit is in millimetres. What a length measures is the caller's business.
"""

from __future__ import annotations

import re
from types import MappingProxyType

MM_PER_INCH = 25.4

UNITS = MappingProxyType(
    {
        "": 1.0,
        "mm": 1.0,
        "cm": 10.0,
        "in": MM_PER_INCH,
        '"': MM_PER_INCH,
        "″": MM_PER_INCH,
        "inch": MM_PER_INCH,
        "inches": MM_PER_INCH,
    }
)
"""Millimetres in each unit."""

_FRACTIONS = MappingProxyType(
    {"¼": 1 / 4, "½": 1 / 2, "¾": 3 / 4, "⅛": 1 / 8, "⅜": 3 / 8, "⅝": 5 / 8, "⅞": 7 / 8}
)
_LENGTH = re.compile(
    r"(?:(?:(?P<whole>\d{1,4})\s+)?(?P<over>\d{1,4})/(?P<under>[1-9]\d{0,3})"
    r"|(?P<number>\d{1,6}(?:\.\d{1,6})?)?\s*(?P<glyph>[¼½¾⅛⅜⅝⅞])?)"
    r"\s*(?P<unit>[a-z\"″]*)"
)
EXPECTED = 'a length such as 12.7, 12.7 mm, 1/2" or 9/16 in'


def millimetres(text: str) -> float:
    """A length in millimetres.

    Raises `ValueError`, which says what was expected, for anything else.

    >>> millimetres('1/2"'), millimetres("9/16 in"), millimetres("1 1/4 in"), millimetres("16")
    (12.7, 14.2875, 31.75, 16.0)
    """
    found = _LENGTH.fullmatch(text.strip().casefold())
    if found is None or found["unit"] not in UNITS:
        raise ValueError(f"{text!r} is not {EXPECTED}")
    if found["over"] is not None:
        amount = int(found["whole"] or 0) + int(found["over"]) / int(found["under"])
    elif found["number"] is None and found["glyph"] is None:
        raise ValueError(f"{text!r} is not {EXPECTED}")
    else:
        amount = float(found["number"] or 0) + _FRACTIONS.get(found["glyph"] or "", 0.0)
    return round(amount * UNITS[found["unit"]], 6)
