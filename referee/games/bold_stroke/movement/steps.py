"""One step of a moving unit, as chapters 4, 6 and 8 judge it: each adds its step rules here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntFlag, auto
from typing import NamedTuple

from compiler.hexes import Hex
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.movement.passages import Passage
from referee.games.bold_stroke.state import CampaignBoard


class Memory(NamedTuple):
    """What counts for a unit's further steps in the phase."""

    hexes: int = 0
    """Hexes entered so far in the phase, 2 standing for more."""
    stopped_by: str = ""
    """The paragraph by which the unit must go no further."""
    over_allowance: bool = False


@dataclass(frozen=True, slots=True)
class Attempt:
    """A unit tries to step from a hex into a neighbouring one."""

    board: CampaignBoard
    piece: Piece
    start: Hex
    passage: Passage
    road: str
    """Kind of the road it moves along, empty when it pays for the terrain."""
    memory: Memory
    points: float
    """Movement points spent in the phase before this step."""
    zones_left: tuple[str, ...]
    """Ids of the enemy units whose zone it may not ignore in the hex it leaves."""
    zones_entered: tuple[str, ...]
    """The same for the hex it enters."""

    @property
    def end(self) -> Hex:
        """The hex it tries to enter."""
        return self.passage.end

    @property
    def features(self) -> frozenset[str]:
        """Ids of the features along the hexside crossed."""
        return self.passage.features

    def fault(self, rule: str, message: str, *, expected: str = "", found: str = "") -> Finding:
        """A finding on this step; `message` goes on after the unit's name."""
        number = self.board.data.map.number
        return Finding(
            f"{self.piece.name} {message}",
            units=(self.piece.id,),
            hexes=(number(self.start), number(self.end)),
            expected=expected,
            found=found,
            rule=rule,
        )

    @property
    def into(self) -> str:
        """The hex entered, for messages."""
        return self.board.data.map.describe(self.end)


class Aspect(IntFlag):
    """What is out of the ordinary about a step; most steps have none of it."""

    ROAD = auto()
    TAKEN = auto()
    """It is by road into a hex that a unit holds, having entered it by road in this phase."""
    FEATURES = auto()
    """Something lies along the hexside."""
    PROHIBITED = auto()
    OCCUPIED = auto()
    """There are pieces in the hex entered."""
    ZONE = auto()
    """The unit feels an enemy zone in the hex it enters."""
    ZONES = auto()
    """It feels enemy zones both in the hex it leaves and in the hex it enters."""
    STOPPED = auto()
    """It has had to stop before."""


StepRule = Callable[[Attempt], Iterator[Finding]]


@dataclass(frozen=True, slots=True)
class _Registered:
    rule: StepRule
    when: Aspect | None


_REGISTER: list[_Registered] = []
_BY_ASPECTS: dict[int, tuple[StepRule, ...]] = {}


def step_rule(*paragraphs: str, when: Aspect | None = None) -> Callable[[StepRule], StepRule]:
    """Register a rule on steps under its paragraphs; rules are judged in the order of chapters.

    With `when` it can only find fault with steps that have one of these aspects, and is not asked
    about others.
    """

    def register(function: StepRule) -> StepRule:
        counted = RULES.covers(*paragraphs)(function)
        _REGISTER.append(_Registered(counted, when))
        _BY_ASPECTS.clear()
        return counted

    return register


def rules_for(aspects: int) -> tuple[StepRule, ...]:
    """The rules that can find fault with a step of these aspects (an `Aspect` as a number)."""
    found = _BY_ASPECTS.get(aspects)
    if found is None:
        asked = (each.rule for each in _REGISTER if each.when is None or each.when & aspects)
        found = tuple(sorted(asked, key=RULES.place_of))
        _BY_ASPECTS[aspects] = found
    return found
