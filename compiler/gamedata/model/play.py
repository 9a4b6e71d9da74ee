"""The sequence of play and the scenarios with their set-ups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from compiler.gamedata.model.counters import Value
from compiler.gamedata.schema import (
    Phase,
    Source,
)
from compiler.hexes import Hex


@dataclass(frozen=True, slots=True)
class SequencePhase:
    """A phase in its place in the turn, with the roles of its section filled in.

    `player` and `acting` are `first`, `second`, `both`, `none` or a side's id.
    """

    id: str
    """Unique in the turn: `<section>.<phase>`."""
    name: str
    section: str
    player: str
    acting: str
    phase: Phase
    repeats: bool
    section_name: str = ""
    section_optional: bool = False
    """Whether its section may be left out of a turn."""

    @property
    def optional(self) -> bool:
        """Whether it may be passed over within its section."""
        return self.phase.optional

    @property
    def mode(self) -> str:
        """The manner of movement of the phase, empty if none."""
        return self.phase.mode


@dataclass(frozen=True)
class SequenceOfPlay:
    """The phases of one game turn in order."""

    phases: tuple[SequencePhase, ...]
    always_allowed: frozenset[str]
    source: Source

    @cached_property
    def by_id(self) -> Mapping[str, SequencePhase]:
        """Phase id to phase."""
        return {phase.id: phase for phase in self.phases}

    @cached_property
    def position(self) -> Mapping[str, int]:
        """Phase id to its place in the turn, from 0."""
        return {phase.id: n for n, phase in enumerate(self.phases)}


@dataclass(frozen=True, slots=True)
class SetupPiece:
    """One piece of a scenario's set-up; `place` is a hex, or the name of a box on a display."""

    piece: str
    """Id of the piece in play: the counter's id, with `#2`, `#3`… for further copies."""
    counter: str
    place: Hex | str
    face: str
    states: Mapping[str, Value]
    values: Mapping[str, Value]
    source: Source


@dataclass(frozen=True, slots=True)
class ScenarioData:
    """A scenario with its set-up resolved."""

    id: str
    name: str
    rule: str
    first_player: str
    turns: tuple[tuple[str, Mapping[str, str | int | float | bool]], ...]
    """Label and values of each turn."""
    options: frozenset[str]
    values: Mapping[str, object]
    setup: tuple[SetupPiece, ...]
    source: Source
