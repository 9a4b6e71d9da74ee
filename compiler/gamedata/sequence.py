"""Joins the sections and phases of `sequence.toml` into the sequence of play, and checks them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from compiler.gamedata.faults import FaultList, Names, shown
from compiler.gamedata.model import SequenceOfPlay, SequencePhase
from compiler.gamedata.schema import Phase, Section, SequenceFile
from compiler.gamedata.toml_models import parts
from compiler.gamedata.toml_reader import Document, Path

ROLES = ("first", "second", "none")
"""Who may own a section, besides a side."""

MAX_PHASES = 2000

_ROLE_NAMES = re.compile(r"\{(?:first|second)\}")


def phase_names(document: Document | None) -> Names:
    """Ids of the phases of all sections, without the sections' ids; None if not all can be told."""
    if document is None:
        return None
    sections = document.data.get("sections", [])
    names: dict[str, None] = {}
    for section in sections if isinstance(sections, list) else ():
        phases = section.get("phases", []) if isinstance(section, dict) else None
        if not isinstance(phases, list):
            return None
        for phase in phases:
            if not isinstance(phase, dict) or not isinstance(phase.get("id"), str):
                return None
            names.setdefault(phase["id"])
    return names


def read_sequence(
    document: Document | None,
    file: SequenceFile | None,
    sides: Names,
    verbs: Names,
    faults: FaultList,
) -> SequenceOfPlay | None:
    """The sequence of play; None if `sequence.toml` has faults of form.

    What one section says about another is checked for all sections that are sound themselves.

    Args:
        document: the file, None if it is unreadable.
        file: the file as its model, None if it has faults.
        sides: the game's sides.
        verbs: the game's declarations, None if it does not list them.
        faults: where faults are noted.
    """
    if document is None:
        return None
    checker = _Checker(document, sides, verbs, faults)
    checker.check()
    if file is None:
        return None
    by_id = {section.id: section for section in file.sections}
    if sum(len(_pattern(section, by_id).phases) for section in file.sections) > MAX_PHASES:
        faults.add(document.at("sections"), f"more than {MAX_PHASES} phases", "fewer phases")
        return None
    phases = [
        phase for section in file.sections for phase in _phases(section, by_id, tuple(sides or ()))
    ]
    sequence = SequenceOfPlay(tuple(phases), frozenset(file.always_allowed), file.source)
    if len(sequence.by_id) < len(phases) and not checker.repeated:
        expected = "ids without '.' that stay different when joined by one"
        faults.add(document.at("sections"), "two phases with the same full id", expected)
    return sequence


def _pattern(section: Section, by_id: Mapping[str, Section]) -> Section:
    """The section whose phases a section has: its own or those of its `same_as`."""
    return by_id.get(section.same_as, section)


def _phases(
    section: Section, by_id: Mapping[str, Section], sides: tuple[str, ...]
) -> Iterator[SequencePhase]:
    """The phases of a section with its roles filled in."""
    for phase in _pattern(section, by_id).phases:
        yield SequencePhase(
            id=f"{section.id}.{phase.id}",
            name=phase.name,
            section=section.id,
            player=section.player,
            acting=_acting(phase, section.player, sides),
            phase=phase,
            repeats=section.repeats,
            section_name=section.name,
            section_optional=section.optional,
        )


def _acting(phase: Phase, player: str, sides: tuple[str, ...]) -> str:
    """Who acts in a phase of that player's section."""
    if phase.acting == "player":
        return player
    if phase.acting != "opponent":
        return phase.acting
    others = {"first": "second", "second": "first"}
    if player in others:
        return others[player]
    return next((side for side in sides if side != player), "none")


class _Checker:
    """Checks what the sections of one file say about one another."""

    def __init__(self, document: Document, sides: Names, verbs: Names, faults: FaultList) -> None:
        self.document = document
        self.sides = sides
        self.verbs = verbs
        self.faults = faults
        self.sections = {
            number: section
            for number, section in parts(document, Section, "sections")
            if isinstance(number, int)
        }
        entries = document.data.get("sections")
        self.whole = isinstance(entries, list) and len(entries) == len(self.sections)
        self.repeated = False

    def check(self) -> None:
        """Note all faults."""
        if self.whole and not self.sections:
            self.faults.add(self.document.at("sections"), "no sections", "one or more")
        seen: set[str] = set()
        for number, section in self.sections.items():
            path: Path = ("sections", number)
            if section.id in seen:
                self._repeat((*path, "id"), section.id)
            seen.add(section.id)
            if self.sides is not None and section.player not in ROLES:
                at = self.document.at(*path, "player")
                self.faults.unknown(at, "players", section.player, [*ROLES, *self.sides])
            self._check_braces((*path, "name"), section.name)
            self._check_same_as(path, section)
            self._check_phases(path, section)

    def _repeat(self, path: Path, name: str) -> None:
        self.faults.repeated(self.document.at(*path), name, None)
        self.repeated = True

    def _check_same_as(self, path: Path, section: Section) -> None:
        """A section has phases of its own or those of one other that has its own."""
        if not section.same_as:
            if not section.phases:
                expected = "phases, or another section's id as 'same_as'"
                self.faults.add(self.document.at(*path), "a section without phases", expected)
            return
        at = self.document.at(*path, "same_as")
        by_id = {other.id: other for other in self.sections.values()}
        if section.phases:
            self.faults.add(at, "'same_as' and phases", "one of them")
        elif section.same_as == section.id:
            self.faults.add(at, "the section itself", "another section")
        elif section.same_as in by_id:
            if by_id[section.same_as].same_as:
                expected = "a section that has phases of its own"
                self.faults.add(at, shown(section.same_as), expected)
        else:
            self.faults.unknown(at, "sections", section.same_as, by_id if self.whole else None)

    def _check_phases(self, path: Path, section: Section) -> None:
        seen: set[str] = set()
        for number, phase in enumerate(section.phases):
            here: Path = (*path, "phases", number)
            if phase.id in seen:
                self._repeat((*here, "id"), phase.id)
            seen.add(phase.id)
            self._check_braces((*here, "name"), phase.name)
            for index, allowed in enumerate(phase.allows):
                kind, _, verb = allowed.partition(":")
                if kind == "declare" and verb not in ("", "*"):
                    at = self.document.at(*here, "allows", index)
                    self.faults.unknown(
                        at, "declarations", verb, self.verbs, declared_in="declarations.toml"
                    )
            if phase.acting == "opponent" and not self._has_opponent(section.player):
                self.faults.add(
                    self.document.at(*here, "acting"),
                    f"'opponent' in a section whose player is '{section.player}'",
                    "a section with one opponent",
                )

    def _has_opponent(self, player: str) -> bool:
        if player in ("first", "second"):
            return True
        return player != "none" and (self.sides is None or len(self.sides) == 2)

    def _check_braces(self, path: Path, name: str) -> None:
        if "{" in _ROLE_NAMES.sub("", name) or "}" in _ROLE_NAMES.sub("", name):
            expected = "no braces but {first} and {second}"
            self.faults.add(self.document.at(*path), shown(name), expected)
