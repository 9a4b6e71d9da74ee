"""Paragraphs of chapter 18 by scenario: where each says how long it lasts, who sets up what.

A scenario that is not in the book takes the number its own data names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from referee.games.bold_stroke.state import CampaignBoard


@dataclass(frozen=True, slots=True)
class Numbers:
    """Paragraph of each provision of a scenario."""

    length: str
    set_up: str
    """Who sets up where, and who first."""
    air: str
    """Air units at the start and what they have lost."""
    reserves: str
    """Reserves at the start."""
    first_turn_air: str = ""
    """A limit on air units for one formation in the first turn."""


NUMBERS: Mapping[str, Numbers] = MappingProxyType(
    {
        "breakout": Numbers("18.4.1", "18.4.2.A", "18.4.2.B", "18.4.2.A"),
        "riposte": Numbers("18.5.1", "18.5.2.B", "18.5.2.C", "18.5.2.B"),
        "november-battles": Numbers("18.6", "18.6", "18.6", "18.6"),
        "manstein-strikes-again": Numbers("18.7.1", "18.7.2.B", "18.7.2.D", "18.7.2.C", "18.7.4"),
        "phantom-pocket": Numbers("18.8.1", "18.8.2.B", "18.8.2.C", "18.8.2.A"),
        "northern-expedition": Numbers("18.9", "18.9", "18.9", "18.9", "18.9"),
        "zhitomir-berdichev": Numbers(
            "18.10.1", "18.10.2.A", "18.10.2.C", "18.10.2.B", "18.10.4.A"
        ),
        "decision-in-the-ukraine": Numbers("18.11.A", "18.11.A", "18.11.A", "18.11.A"),
    }
)


def numbers(board: CampaignBoard) -> Numbers:
    """The paragraphs of the scenario played; chapter 18 itself without a scenario."""
    if board.scenario is None:
        return Numbers("18.0", "18.0", "18.0", "18.0", "18.0")
    rule = board.scenario.rule or "18.0"
    return NUMBERS.get(board.scenario.id, Numbers(rule, rule, rule, rule, rule))
