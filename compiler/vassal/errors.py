"""The exception for a VASSAL file that cannot be read or written.

It is not for unusual contents: a command nobody knows is kept as it stands and is no error.
"""

from __future__ import annotations


class VassalFileError(ValueError):
    """A file is not what it should be.

    Args:
        source: the file, with entry or line where that helps to find the place.
        found: what is wrong with it.
        expected: what it should have been.
        advice: what the user can do about it.

    >>> print(VassalFileError("a.vlog", "no ZIP archive", "a VASSAL log", "export it again"))
    a.vlog: no ZIP archive; expected a VASSAL log; export it again
    """

    def __init__(self, source: str, found: str, expected: str = "", advice: str = "") -> None:
        parts = [found]
        if expected:
            parts.append(f"expected {expected}")
        if advice:
            parts.append(advice)
        super().__init__(f"{source}: {'; '.join(parts)}")
        self.source = source
        self.found = found
        self.expected = expected
        self.advice = advice
