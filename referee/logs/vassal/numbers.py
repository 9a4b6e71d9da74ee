"""The whole numbers of a log, each text read once: map pixels come again and again."""

from __future__ import annotations

from compiler.vassal.states import read_integer

_MOST_KEPT = 100_000
"""More different numbers than these are in no game: they are read, but not kept."""


class Integers(dict[str, int]):
    """What each text is as a whole number of 32 bits; a text that is none raises `EncodingError`.

    >>> Integers()["-12"]
    -12
    """

    def __missing__(self, text: str) -> int:
        number = read_integer(text)
        if len(self) < _MOST_KEPT:
            self[text] = number
        return number
