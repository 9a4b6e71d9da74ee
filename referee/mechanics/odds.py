"""Odds: the columns of a results table as ratios, and which one two strengths give.

What shifts a column and what modifies the die is the game's to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Self

_COLUMN = re.compile(r"(\d{1,4}(?:\.\d{1,3})?):(\d{1,4}(?:\.\d{1,3})?)")


def parse_ratio(text: str) -> Fraction:
    """The ratio that a column's heading gives; raises `ValueError` for anything else.

    >>> parse_ratio("1.5:1"), parse_ratio("1:2")
    (Fraction(3, 2), Fraction(1, 2))
    """
    found = _COLUMN.fullmatch(text.strip())
    if found is None or not Fraction(found[2]):
        raise ValueError(f"{text!r} is no ratio such as 3:1")
    return Fraction(found[1]) / Fraction(found[2])


@dataclass(frozen=True, slots=True)
class OddsColumns:
    """The columns of a results table, from the worst odds to the best.

    >>> columns = OddsColumns.of(["1:2", "1:1", "1.5:1", "2:1", "3:1"])
    >>> columns.keys[columns.index(Fraction(11, 4))]
    '2:1'
    """

    keys: tuple[str, ...]
    ratios: tuple[Fraction, ...]

    @classmethod
    def of(cls, keys: Iterable[str]) -> Self:
        """Columns by their headings; raises `ValueError` if they do not rise."""
        names = tuple(keys)
        ratios = tuple(parse_ratio(name) for name in names)
        if not names or any(a >= b for a, b in pairwise(ratios)):
            raise ValueError(f"columns {', '.join(names)} do not rise from left to right")
        return cls(names, ratios)

    @property
    def last(self) -> int:
        """Place of the best column, counted from 0."""
        return len(self.keys) - 1

    def index(self, ratio: Fraction | None) -> int | None:
        """Place of the best column that a ratio reaches, None below the first.

        None as the ratio stands for a defence of no strength at all: the best column.
        """
        if ratio is None:
            return self.last
        reached = [place for place, needed in enumerate(self.ratios) if needed <= ratio]
        return reached[-1] if reached else None

    def beyond(self, ratio: Fraction | None, most: int) -> int:
        """Whole levels by which a ratio exceeds the best column, at most `most`."""
        if ratio is None:
            return most
        return min(max(int(ratio - self.ratios[-1]), 0), most)

    def shifted(self, place: int, by: int) -> int:
        """The place so many columns to the right (to the left if negative), within the table."""
        return min(max(place + by, 0), self.last)

    def way_to_next(self, ratio: Fraction) -> Fraction:
        """How much of the way from its column to the next a ratio has come, from 0 up to 1.

        >>> columns = OddsColumns.of(["1:1", "2:1", "3:1"])
        >>> columns.way_to_next(Fraction(23, 9))
        Fraction(5, 9)
        """
        place = self.index(ratio)
        if place is None or place == self.last:
            return Fraction(0)
        low, high = self.ratios[place], self.ratios[place + 1]
        return (ratio - low) / (high - low)
