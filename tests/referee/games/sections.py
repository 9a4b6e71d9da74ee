"""Positions in text files and the number of options that choices have in them.

A position begins with `[name]`; a line `choice = number` counts options, any other line is for the
game's own reader. What stands after a `#` at the beginning of a word and a blank is a remark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

_REMARK = re.compile(r"(?:^|\s)#(?:\s.*)?$")


@dataclass
class Section:
    """A position as it is written."""

    name: str
    lines: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)


def read_sections(file: Path) -> Iterator[Section]:
    """The positions of a text file."""
    section: Section | None = None
    for line in file.read_text(encoding="utf-8").splitlines():
        text = _REMARK.sub("", line).strip()
        if text.startswith("["):
            if section is not None:
                yield section
            section = Section(text.strip("[]"))
        elif text and section is not None:
            choice, _, number = text.rpartition(" = ")
            if choice and number.isdigit():
                section.counts[choice] = int(number)
            else:
                section.lines.append(text)
    if section is not None:
        yield section
