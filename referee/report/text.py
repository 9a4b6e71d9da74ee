"""The audit as text: one finding a paragraph, then the sum and how the game ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from textwrap import wrap

from referee.audit import Audit
from referee.findings import Finding, printed

WIDTH = 100
"""Columns of a remark that runs over several lines."""


def audit_text(audit: Audit) -> Iterator[str]:
    """The lines of the report."""
    for finding in audit.findings:
        yield from _lines(finding, audit)
    untold = audit.untold
    for text in untold:
        yield f"unread      {text}"
    count = Counter(finding.severity for finding in audit.findings)
    parts = [
        _count(count["violation"], "violation"),
        _count(count["warning"], "warning"),
        f"{count['unverifiable']} unverifiable",
    ]
    if untold:
        parts.append(f"{len(untold)} unread")
    yield f"{_count(len(audit.log.actions), 'action')} of {audit.game}: {', '.join(parts)}"
    if audit.outcome is not None:
        points = ", ".join(f"{side} {value:g}" for side, value in audit.outcome.points.items())
        yield f"result: {audit.outcome.level}" + (f" ({points})" if points else "")
        indent = " " * len("result: ")
        yield from wrap(audit.outcome.note, WIDTH, initial_indent=indent, subsequent_indent=indent)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _lines(finding: Finding, audit: Audit) -> Iterator[str]:
    rule = "" if finding.rule == "log" else f"rule {printed(finding.rule)}: "
    yield f"{finding.severity:<11} {finding.origin}: {rule}{finding.message}"
    if finding.units:
        yield f"            units: {', '.join(_unit(unit, audit) for unit in finding.units)}"
    if finding.hexes:
        yield f"            hexes: {', '.join(_hex(number, audit) for number in finding.hexes)}"
    if finding.expected or finding.found:
        yield f"            expected: {finding.expected or '-'}; found: {finding.found or '-'}"
    if finding.rests_on:
        yield f"            rests on: {'; '.join(finding.rests_on)}"


def _unit(name: str, audit: Audit) -> str:
    data = audit.board.data
    base = name.partition("#")[0]
    counter = data.counters.get(base) or data.markers.get(base)
    return name if counter is None else f"{counter.name} [{name}]"


def _hex(number: str, audit: Audit) -> str:
    game_map = audit.board.data.map
    try:
        return game_map.describe(game_map.hex(number))
    except ValueError:
        return number
