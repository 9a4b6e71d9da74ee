"""Findings alike on several units as one: units that are moved together slip together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from referee.board import Board
from referee.findings import Finding


def merged(board: Board[Any], findings: Iterable[Finding]) -> Iterator[Finding]:
    """Findings of one rule that say the same of different units, joined in the order they came.

    What is said is that of the first, with all units named as those it concerns.
    """
    alike: dict[tuple[str, tuple[str, ...], str, str], list[Finding]] = {}
    for finding in findings:
        said = finding.message
        for unit in finding.units:
            if unit in board.pieces:
                said = said.replace(board.pieces[unit].name, "")
        key = (finding.rule, finding.hexes, said, finding.severity)
        alike.setdefault(key, []).append(finding)
    for same in alike.values():
        named = tuple(dict.fromkeys(unit for finding in same for unit in finding.units))
        yield replace(same[0], units=named)
