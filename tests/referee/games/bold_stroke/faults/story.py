"""The golden game of scenario 1, with its positions at hand, and faults put into it.

A fault is put in by changing the list of actions; what the referee then says is found by judging
from the last kept position before the change, which gives what a whole audit does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from referee.actions import Action, BeginPhase, Declare, GameLog
from referee.audit import new_board
from referee.games.bold_stroke import GAME
from referee.games.bold_stroke.state import CampaignBoard
from referee.logs.movelog import read_moves
from tests.referee.games.bold_stroke.scene import shipped
from tests.referee.games.judging import end_phase, judge

GOLDEN = Path(__file__).resolve().parents[4] / "golden" / "bold_stroke" / "breakout.moves.jsonl"

Change = tuple[int, list[Action]]
"""Place of the first action that differs, from 0, and all actions from there on."""


@cache
def golden() -> GameLog:
    """The log."""
    return read_moves(GOLDEN)


class Story:
    """The actions of the golden game and the position before each."""

    def __init__(self) -> None:
        self.actions: Sequence[Action] = golden().actions
        self._kept: dict[int, CampaignBoard] = {}
        board = new_board(shipped(), GAME, golden())
        self.found: list[str] = []
        for number, action in enumerate(self.actions):
            if isinstance(action, BeginPhase):
                self._kept[number] = board.copy()
            self.found += judge(board, action)

    def before(self, number: int) -> CampaignBoard:
        """A copy of the position before an action."""
        start = max((kept for kept in self._kept if kept <= number), default=0)
        board = self._kept[start].copy()
        for action in self.actions[start:number]:
            judge(board, action)
        return board

    def told(self, change: Change) -> list[str]:
        """The rules breached from the change to the end."""
        first, actions = change
        board = self.before(first)
        found = [rule for action in actions for rule in judge(board, action)]
        return [*found, *end_phase(board)]

    # -- finding places -------------------------------------------------------------------------

    def places(self, fits: Callable[[Action], bool], *, last: bool = False) -> Iterator[int]:
        """The places of the actions that fit, from the front or from the back."""
        numbers = range(len(self.actions))
        for number in reversed(numbers) if last else numbers:
            if fits(self.actions[number]):
                yield number

    def phase(self, phase: str, turn: int) -> int:
        """The place of a phase's beginning."""
        return next(
            self.places(lambda a: isinstance(a, BeginPhase) and (a.phase, a.turn) == (phase, turn))
        )

    def end_of(self, phase: str, turn: int) -> int:
        """The place where the next phase begins."""
        start = self.phase(phase, turn)
        later = range(start + 1, len(self.actions))
        ends = (n for n in later if isinstance(self.actions[n], BeginPhase))
        return next(ends, len(self.actions))

    def declared(self, verb: str, *, last: bool = False) -> Iterator[int]:
        """The places of the declarations of a verb."""
        return self.places(lambda a: isinstance(a, Declare) and a.verb == verb, last=last)

    # -- changing -------------------------------------------------------------------------------

    def insert(self, number: int, *actions: Action) -> Change:
        """Put actions in before one."""
        return number, [*actions, *self.actions[number:]]

    def replace(self, number: int, *actions: Action) -> Change:
        """Put actions in the place of one."""
        return number, [*actions, *self.actions[number + 1 :]]

    def named_later(self, unit: str, number: int) -> bool:
        """Whether an action from a place on names a unit."""
        return any(
            unit in getattr(action, "units", ()) or getattr(action, "unit", None) == unit
            for action in self.actions[number:]
        )


@cache
def story() -> Story:
    """The golden game, judged once."""
    return Story()


@dataclass(frozen=True)
class Fault:
    """A single fault: what is done, by which rule it is wrong, what else follows from it."""

    put: Callable[[Story], Change]
    rule: str
    follows: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        """What the test is called."""
        return self.put.__name__


FAULTS: list[Fault] = []


def fault(
    rule: str, *follows: str
) -> Callable[[Callable[[Story], Change]], Callable[[Story], Change]]:
    """Register a function that puts a fault into the game."""

    def register(put: Callable[[Story], Change]) -> Callable[[Story], Change]:
        FAULTS.append(Fault(put, rule, frozenset(follows)))
        return put

    return register
