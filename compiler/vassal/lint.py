"""Lint: what would go wrong in a module, found before it is written.

VASSAL itself says little: a trait too many, a missing prototype or a misnamed image is dropped
without a word. Each finding is one line; an error keeps the module from being written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class LintFinding:
    """Something wrong or doubtful in a module.

    >>> print(LintFinding("error", "map", "no map can be called null"))
    error: map: no map can be called null
    """

    severity: Severity
    subject: str
    """What it is about: a piece, a key, an image."""
    message: str

    def __str__(self) -> str:
        return f"{self.severity}: {self.subject}: {self.message}"


class ModuleError(ValueError):
    """A module that cannot be written as it is; `findings` holds everything lint found."""

    def __init__(self, game: str, findings: Iterable[LintFinding]) -> None:
        self.findings = tuple(findings)
        errors = [finding for finding in self.findings if finding.severity == "error"]
        number = f"{len(errors)} error{'' if len(errors) == 1 else 's'}"
        super().__init__("\n".join([f"{game}: {number} in the module", *map(str, errors)]))


def error(subject: str, message: str) -> LintFinding:
    """A finding that keeps the module from being written."""
    return LintFinding("error", subject, message)


def warning(subject: str, message: str) -> LintFinding:
    """A finding that the author should know."""
    return LintFinding("warning", subject, message)


def repeated(what: str, names: Iterable[tuple[str, str]]) -> Iterator[LintFinding]:
    """An error for each name that two things share.

    Args:
        what: what the names are, for the message.
        names: the names, and whose they are.
    """
    owners: dict[str, str] = {}
    for name, owner in names:
        if owners.setdefault(name, owner) != owner:
            yield error(owner, f"{what} {name!r} is also that of {owners[name]}")
