"""Text from a log as one line of a terminal: no name or chat breaks it or commands the terminal."""

from __future__ import annotations

import re

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""Control characters, breaks of lines, and what turns the direction of writing round."""


def one_line(text: str) -> str:
    r"""The text with a blank for each sign that would do something else than show.

    >>> one_line("a\nb \x1b[2Jc")
    'a b  [2Jc'
    """
    return _CONTROL.sub(" ", text)
