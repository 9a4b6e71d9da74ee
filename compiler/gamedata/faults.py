"""Faults of a game's data: what was found where, what was expected, and what to do about it.

One fault is one line of text. Readers put faults into a `FaultList` and go on, so that an author
sees all of them at once; nothing here reads a file.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path

Names = Collection[str] | None
"""Names that may be referred to; None where they are not known because their own file is faulty."""

SHOWN_CHARACTERS = 60
"""A longer text is cut short in a message."""

MAX_FAULTS_PER_FILE = 1000
"""Enough to repair any file that a person wrote; a hostile file must not fill the memory."""

MAX_ADVISED = 100
"""Looking for similar names takes time: done for the first so many faults of a file."""

MAX_COMPARED = 1000
"""Among more names than these no similar one is looked for."""


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A place in a file: line and column count characters from 1.

    `subject` is the heading of a CSV cell or the path of a TOML key, `sides.axis.colour`. A file
    that is missing has neither line nor column.
    """

    file: str
    line: int | None = None
    column: int | None = None
    subject: str = ""

    def __str__(self) -> str:
        numbers = [str(number) for number in (self.line, self.column) if number is not None]
        place = ":".join([self.file, *numbers])
        return f"{place} ({self.subject})" if self.subject else place


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of the data; its text is one line without control characters.

    >>> print(Fault("counters.csv", 14, 9, "'x4'", "a whole number", subject="front.troop"))
    counters.csv:14:9 (front.troop): found 'x4', expected a whole number
    """

    file: str
    line: int | None
    column: int | None
    found: str
    expected: str
    advice: str = ""
    subject: str = ""

    @property
    def position(self) -> Position:
        """Where the fault is."""
        return Position(self.file, self.line, self.column, self.subject)

    def __str__(self) -> str:
        text = f"{self.position}: found {self.found}, expected {self.expected}"
        return printable(f"{text}; {self.advice}" if self.advice else text)


class GameDataError(ValueError):
    """The data of a game has faults; `faults` holds all of them, by file and line."""

    def __init__(self, folder: Path, faults: Iterable[Fault]) -> None:
        self.folder = folder
        self.faults = tuple(faults)
        super().__init__(folder, self.faults)

    def __str__(self) -> str:
        number = len(self.faults)
        heading = f"{self.folder} has {number} {'fault' if number == 1 else 'faults'}"
        return "\n".join([printable(heading), *(str(fault) for fault in self.faults)])


@dataclass
class FaultList:
    """Faults as readers find them."""

    _by_file: dict[str, list[Fault]] = field(default_factory=dict)
    _left_out: dict[str, int] = field(default_factory=dict)

    def add(self, at: Position, found: str, expected: str, advice: str = "") -> None:
        """Note a fault; beyond `MAX_FAULTS_PER_FILE` the faults of a file are only counted."""
        faults = self._by_file.setdefault(at.file, [])
        if len(faults) >= MAX_FAULTS_PER_FILE:
            self._left_out[at.file] = self._left_out.get(at.file, 0) + 1
            return
        faults.append(Fault(at.file, at.line, at.column, found, expected, advice, at.subject))

    def unknown(
        self, at: Position, what: str, name: str, names: Names, *, declared_in: str = ""
    ) -> bool:
        """Note that `name` is not among `names`, with the nearest one as advice; True if it is not.

        Says nothing where the names are not known.
        """
        if names is None or name in names:
            return False
        where = f" of {declared_in}" if declared_in else ""
        choice = listed(names) if names else "there are none"
        advice = nearest(name, names) if self._count(at.file) < MAX_ADVISED else ""
        self.add(at, shown(name), f"one of the {what}{where}: {choice}", advice)
        return True

    def _count(self, file: str) -> int:
        return len(self._by_file.get(file, ()))

    def repeated(self, at: Position, name: str, first: Position | None) -> None:
        """Note that an id stands a second time."""
        where = f"; it stands at {first.file}:{first.line} already" if first else ""
        self.add(at, f"{shown(name)} a second time", f"each only once{where}")

    def __bool__(self) -> bool:
        return bool(self._by_file)

    def sorted(self) -> list[Fault]:
        """All faults, by file, line and column; each only once."""
        faults = dict.fromkeys(fault for found in self._by_file.values() for fault in found)
        for file, number in self._left_out.items():
            faults[
                Fault(
                    file,
                    None,
                    None,
                    f"{number} more faults in this file",
                    "fewer",
                    "mend those listed and check again",
                )
            ] = None
        return sorted(faults, key=_order)


def _order(fault: Fault) -> tuple[str, bool, int, int]:
    return (fault.file, fault.line is None, fault.line or 0, fault.column or 0)


def shown(value: object) -> str:
    """A value as a message quotes it: on one line, cut short when long.

    >>> shown("x" * 100)[-8:], shown(4), shown(True)
    ("xxxxxx…'", '4', 'true')
    """
    if isinstance(value, str):
        short = value if len(value) <= SHOWN_CHARACTERS else value[: SHOWN_CHARACTERS - 1] + "…"
        return f"'{printable(short)}'"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    if isinstance(value, int) and abs(value) > 10**18:
        return "a huge number"
    return printable(str(value))


def printable(text: str) -> str:
    """The text with every character that would break a line or hide written as an escape."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def listed(names: Iterable[str], most: int = 8) -> str:
    """Names in a row for a message, the first few of many.

    >>> listed(["axis", "soviet"])
    'axis, soviet'
    """
    first = [printable(name)[:SHOWN_CHARACTERS] for name in names]
    if len(first) <= most:
        return ", ".join(first)
    return f"{', '.join(first[:most])} … ({len(first)} in all)"


def nearest(name: str, names: Iterable[str]) -> str:
    """Advice that names the likeliest intended name, empty if none is near.

    >>> nearest("sovet", ["axis", "soviet"])
    "did you mean 'soviet'?"
    """
    folded: dict[str, str] = {other.casefold(): other for other in names}
    if len(name) > SHOWN_CHARACTERS or len(folded) > MAX_COMPARED:
        return ""
    close = get_close_matches(name.casefold(), list(folded), n=1, cutoff=0.6)
    return did_you_mean(folded[close[0]]) if close else ""


def did_you_mean(name: str) -> str:
    """Advice that names what was likely intended."""
    return f"did you mean {shown(name)}?"
