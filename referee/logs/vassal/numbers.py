"""The whole numbers of a log, each text read once: map pixels come again and again."""

from __future__ import annotations

from compiler.vassal.states import read_integer


class Integers(dict[str, int]):
    """What each text is as a whole number of 32 bits; a text that is none raises `EncodingError`.

    >>> Integers()["-12"]
    -12
    """

    def __missing__(self, text: str) -> int:
        number = self[text] = read_integer(text)
        return number
