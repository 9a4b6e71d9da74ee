"""Findings: what the referee has to say about an action."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from referee.actions import Origin

Severity = Literal["violation", "warning", "unverifiable"]
"""`violation`: not allowed. `warning`: allowed, but worth a look. `unverifiable`: a chart or a
hidden fact is missing, so it cannot be judged."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding.

    A rule yields it with what it knows; the audit fills in `rule` (where the rule has one number),
    `action` (place of the action in the log, from 1) and `origin`.
    """

    message: str
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    """Hex numbers."""
    expected: str = ""
    found: str = ""
    rests_on: tuple[str, ...] = ()
    """Stand-in figures and defects of the rulebook that the finding depends on."""
    severity: Severity = "violation"
    rule: str = ""
    action: int = 0
    origin: Origin = field(default_factory=Origin)

    def located(self, rule: str, action: int, origin: Origin) -> Finding:
        """The finding with its place; a rule number it already has stays."""
        return replace(self, rule=self.rule or rule, action=action, origin=origin)


def printed(paragraph: str) -> str:
    """A paragraph as the rulebook prints it: without what tells its id from an equal one.

    >>> printed("21.1#2"), printed("8.2.1")
    ('21.1', '8.2.1')
    """
    return paragraph.partition("#")[0]
