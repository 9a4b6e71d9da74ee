"""The sequence of play as a card: sections and phases in order, who acts, and by which rule.

A section with the same phases as one before it only says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from compiler.gamedata.model import GameData, SequencePhase
from compiler.sheets.pages import PAGES, Page
from compiler.sheets.typesetting import Document, document_of

ONE_COLUMN = 34
"""Sections and phases that are set in one column, in larger letters."""

_ROLES = {
    "first": "first player",
    "second": "second player",
    "both": "both",
    "none": "",
}


def sequence_card(data: GameData, page: Page = PAGES["a4"]) -> Document:
    """The sequence of play of one turn."""
    source = data.sequence.source
    note = (
        f"Stand-in: {source.where}"
        if source.kind == "stand-in"
        else f"{source.kind.capitalize()}: {source.where}"
    )
    sections = list(_sections(data))
    lines = sum(1 + len(section["phases"]) for section in sections)
    content = {
        "sections": sections,
        "note": note,
        "made_up": source.kind == "stand-in",
        "columns": 1 if lines <= ONE_COLUMN else 2,
    }
    return document_of(data, "sequence of play", "sequence_card.typ", page, content)


def _sections(data: GameData) -> Iterator[dict[str, Any]]:
    shown: dict[tuple[tuple[str, str, str], ...], str] = {}
    for _, group in groupby(data.sequence.phases, key=lambda phase: phase.section):
        phases = tuple(group)
        first = phases[0]
        pattern = tuple((phase.name, phase.phase.rule, _relation(phase)) for phase in phases)
        name = _spoken(first.section_name or first.section)
        yield {
            "name": name,
            "player": role_name(data, first.player),
            "repeats": first.repeats,
            "same_as": shown.get(pattern, ""),
            "phases": []
            if pattern in shown
            else [
                {
                    "name": _spoken(phase.name),
                    "rule": phase.phase.rule,
                    "acting": role_name(data, phase.acting),
                }
                for phase in phases
            ],
        }
        if len(phases) > 1:
            shown.setdefault(pattern, name)


def _spoken(name: str) -> str:
    """A name whose player is only known in play: `{first}` is the first player."""
    return name.replace("{first}", "the first player").replace("{second}", "the second player")


def _relation(phase: SequencePhase) -> str:
    """Who acts, seen from the player whose section it is."""
    if phase.acting == phase.player:
        return "player"
    return phase.acting if phase.acting in ("both", "none") else "opponent"


def role_name(data: GameData, role: str) -> str:
    """What players call `first`, `second`, `both`, or a side; nothing for nobody."""
    return data.sides[role].name if role in data.sides else _ROLES.get(role, role)
