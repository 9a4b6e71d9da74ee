"""Strength columns: the columns of a results table that a number of points reaches, and shifts.

What shifts a column, and by how much, is the game's to say.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

BELOW = 0
"""Stands for what lies to the left of the first column."""


@dataclass(frozen=True, slots=True)
class StrengthColumns:
    """Columns by the points they begin at; from `double_from` on a step to the next costs two.

    >>> columns = StrengthColumns.of([1, 2, 3, 5, 8, 12, 18, 30], double_from=12)
    >>> [columns.reached(points) for points in (0, 1, 4, 27, 99)]
    [0, 1, 3, 18, 30]
    >>> [columns.shifted(8, shift) for shift in (-9, -2, 0, 1, 2, 3)]
    [0, 3, 8, 12, 12, 18]
    """

    starts: tuple[int, ...]
    double_from: int | None = None

    @classmethod
    def of(cls, starts: Iterable[int], double_from: int | None = None) -> Self:
        """Columns by their headings; raises `ValueError` if they do not rise from 1 or more."""
        found = tuple(starts)
        rising = all(a < b for a, b in pairwise(found))
        if not found or found[0] <= BELOW or not rising:
            raise ValueError(f"columns {', '.join(map(str, found))} do not rise from left to right")
        return cls(found, double_from)

    def reached(self, points: int) -> int:
        """The highest column not above a number of points; `BELOW` if there is none."""
        return max((start for start in self.starts if start <= points), default=BELOW)

    def shifted(self, column: int, shift: int) -> int:
        """The column so many shifts to the right, or to the left if negative.

        A shift that is not enough for a step that costs two is lost. The last column is the end;
        to the left of the first is `BELOW`, and nothing leads back from it.
        """
        left = abs(shift)
        while left and column != BELOW:
            following = self._next(column, 1 if shift > 0 else -1)
            price = self._price(min(column, following)) if following else 1
            if following == column or price > left:
                break
            column, left = following, left - price
        return column

    def _next(self, column: int, step: int) -> int:
        place = self.starts.index(column) + step
        if place < 0:
            return BELOW
        return self.starts[min(place, len(self.starts) - 1)]

    def _price(self, lower: int) -> int:
        return 2 if self.double_from is not None and lower >= self.double_from else 1
