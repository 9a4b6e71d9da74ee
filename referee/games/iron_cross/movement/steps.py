"""One step of a moving unit, as the chapters judge it: each adds its step rules here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from compiler.hexes import Hex
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.state import BattleBoard

OFF_MAP = Hex(-10_000, -10_000)
"""Where a unit stands that is about to enter the map."""


class Memory(NamedTuple):
    """What counts for a unit's further steps in the phase."""

    hexes: int = 0
    """Hexes entered so far in the phase, 2 standing for more."""
    over_allowance: bool = False


@dataclass(frozen=True, slots=True)
class Attempt:
    """A unit tries to step from a hex, or from off the map, into a hex."""

    board: BattleBoard
    piece: Piece
    start: Hex
    end: Hex
    cost: float | None
    """Points; None where the terrain is prohibited."""
    road: bool
    memory: Memory
    points: float
    """Movement points spent in the phase before this step."""

    def fault(self, rule: str, message: str, *, expected: str = "", found: str = "") -> Finding:
        """A finding on this step; `message` goes on after the unit's name."""
        number = self.board.data.map.number
        hexes = (self.end,) if self.start == OFF_MAP else (self.start, self.end)
        return Finding(
            f"{self.piece.name} {message}",
            units=(self.piece.id,),
            hexes=tuple(number(hex_) for hex_ in hexes),
            expected=expected,
            found=found,
            rule=rule,
        )

    @property
    def into(self) -> str:
        """The hex entered, for messages."""
        return self.board.data.map.describe(self.end)


StepRule = Callable[[Attempt], Iterator[Finding]]
_REGISTER: list[StepRule] = []


def step_rule(*paragraphs: str) -> Callable[[StepRule], StepRule]:
    """Register a rule on steps under its paragraphs."""

    def register(function: StepRule) -> StepRule:
        counted = RULES.covers(*paragraphs)(function)
        _REGISTER.append(counted)
        return counted

    return register


@cache
def step_rules() -> tuple[StepRule, ...]:
    """All rules on single steps, in the order of chapters; asked when all are imported."""
    return tuple(sorted(_REGISTER, key=RULES.place_of))
