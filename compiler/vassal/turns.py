"""The turn tracker: which of its positions is which turn and phase of the sequence of play.

The module writer builds the tracker from a `TurnTrack` and sets it up for each scenario; the log
reader finds the turn and phase of a tracker state with the same `TurnTrack`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from compiler.gamedata.displays import turn_labels
from compiler.gamedata.model import GameData, ScenarioData
from compiler.vassal.encoding import EncodingError, decode_sequence, encode_sequence
from compiler.vassal.states import read_integer

FALLBACK_TURNS = 20
"""Turns of a game without scenarios."""


@dataclass(frozen=True, slots=True)
class TurnPosition:
    """A turn of a scenario, counted from 1, and the phase in it.

    `phase` is a phase id of the sequence of play; `label` is what the tracker shows for the turn.
    """

    turn: int
    phase: str
    label: str


@dataclass(frozen=True, slots=True)
class TurnTrack:
    """The two levels of the tracker: turns, and the phases in each.

    `labels` are the turns of all scenarios in one order; where there is no such order they are
    empty, and turns are counted.
    """

    labels: tuple[str, ...]
    phase_ids: tuple[str, ...]
    phase_names: tuple[str, ...]

    @classmethod
    def of(cls, data: GameData) -> TurnTrack:
        """The tracker of a game."""
        labels = turn_labels([_labels(scenario) for scenario in data.scenarios.values()])
        phases = data.sequence.phases
        names = Counter(phase.name for phase in phases)
        shown = [
            phase.name if names[phase.name] == 1 else f"{phase.name} ({phase.section})"
            for phase in phases
        ]
        return cls(labels or (), tuple(phase.id for phase in phases), tuple(shown))

    @property
    def counts(self) -> bool:
        """Whether the turns are counted rather than listed."""
        return not self.labels

    def state(self, scenario: ScenarioData | None, turn: int = 1, phase: int = 0) -> str:
        """The tracker's state at a turn (from 1) and phase (from 0) of a scenario.

        A list shows the scenario's own turns only. Without a scenario all turns are shown.

        Raises:
            EncodingError: there is no such turn or phase.
        """
        if not 0 <= phase < len(self.phase_ids):
            raise EncodingError(f"phase {phase} is not one of the {len(self.phase_ids)} phases")
        phases = encode_sequence((phase, 0, 0, _flags([True] * len(self.phase_ids))), ";")
        if self.counts:
            level = encode_sequence((turn, 0, False, -1, phases), ";")
        else:
            own = self.labels if scenario is None else _labels(scenario)
            if not 1 <= turn <= len(own):
                raise EncodingError(f"turn {turn} is not one of the {len(own)} turns")
            names = set(own)
            active = _flags([label in names for label in self.labels])
            first = self.labels.index(own[0])
            level = encode_sequence(
                (self.labels.index(own[turn - 1]), 0, first, active, phases), ";"
            )
        return encode_sequence((0, level), "|")

    def read(self, state: str, scenario: ScenarioData | None = None) -> TurnPosition:
        """The turn and phase that a state of this tracker stands for.

        Raises:
            EncodingError: it is not a state of this tracker, or its turn is none of the scenario's.
        """
        levels = decode_sequence(state, "|")
        fields = decode_sequence(levels[1], ";") if len(levels) > 1 else []
        if len(fields) != 5:
            raise EncodingError(f"{state[:60]!r} is no state of a tracker of turns and phases")
        index = read_integer(fields[0])
        phase = read_integer(decode_sequence(fields[4], ";")[0])
        if not 0 <= phase < len(self.phase_ids):
            raise EncodingError(
                f"phase {phase} of {state[:60]!r} is not one of the {len(self.phase_ids)} phases"
            )
        turn, label = self._turn(index, scenario)
        return TurnPosition(turn, self.phase_ids[phase], label)

    def _turn(self, index: int, scenario: ScenarioData | None) -> tuple[int, str]:
        if self.counts:
            if index < 1:
                raise EncodingError(f"turn {index} is before the first turn")
            own = _labels(scenario) if scenario is not None else ()
            return index, own[index - 1] if index <= len(own) else str(index)
        if not 0 <= index < len(self.labels):
            raise EncodingError(f"turn {index} is not one of the {len(self.labels)} turns listed")
        label = self.labels[index]
        own = self.labels if scenario is None else _labels(scenario)
        if label not in own:
            raise EncodingError(f"turn {label!r} is none of this scenario's")
        return own.index(label) + 1, label


def _labels(scenario: ScenarioData) -> tuple[str, ...]:
    return tuple(label for label, _ in scenario.turns)


def _flags(values: list[bool]) -> str:
    return encode_sequence(values, ",")
