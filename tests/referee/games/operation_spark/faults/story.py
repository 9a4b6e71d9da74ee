"""Logs without a fault, played again, and single faults put into them.

A fault is a function that is shown each moment of a log in turn, until it finds one that suits it
and says how the log goes on from there instead. What the referee then says is found by judging from
the last kept position before the change, which gives what a whole audit does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

from referee.actions import Action, BeginPhase, Declare, Move, Remove, SetState
from referee.audit import new_board
from referee.games.operation_spark import GAME
from referee.games.operation_spark.state import OperationBoard
from referee.logs.movelog import read_moves
from tests.referee.games.judging import end_phase, judge
from tests.referee.games.operation_spark.example import LOG as EXAMPLE
from tests.referee.games.operation_spark.scene import shipped

ONE_DAY = Path(__file__).resolve().parents[4] / "golden" / "operation_spark" / "one_day.moves.jsonl"
LOGS = (ONE_DAY, EXAMPLE)
"""The logs in which a place for a fault is looked for, one after the other."""

KEPT_EVERY = 100
"""Actions from one kept position to the next."""

A = TypeVar("A", bound=Action)


class Story:
    """The actions of a log, the position before each, and what is found in it as it is."""

    def __init__(self, log: Path) -> None:
        game_log = read_moves(log)
        self.actions: Sequence[Action] = game_log.actions
        self.found: list[tuple[int, str]] = []
        """Number of an action, from 0, and a rule it breaches."""
        self._kept: dict[int, OperationBoard] = {}
        self._last: dict[str, int] = {}
        board = new_board(shipped(), GAME, game_log)
        for number, action in enumerate(self.actions):
            if number % KEPT_EVERY == 0:
                self._kept[number] = board.copy()
            self.found += [(number, rule) for rule in judge(board, action)]
            self._last |= dict.fromkeys(named(action), number)
        self.found += [(len(self.actions), rule) for rule in end_phase(board)]

    def before(self, number: int) -> OperationBoard:
        """A copy of the position before an action."""
        start = number - number % KEPT_EVERY
        board = self._kept[start].copy()
        for action in self.actions[start:number]:
            judge(board, action)
        return board

    def moments(self) -> Iterator[Moment]:
        """Each action with the position before it; the position goes on with the next."""
        board = self.before(0)
        for number, action in enumerate(self.actions):
            yield Moment(self, number, action, board)
            judge(board, action)

    def named_later(self, unit: str, number: int) -> bool:
        """Whether an action from a place on names a unit."""
        return self._last.get(unit, -1) >= number

    def told(self, change: Change) -> Counter[str]:
        """The rules breached from a change to the end, beside those of the log as it is."""
        board = self.before(change.number)
        found: Counter[str] = Counter()
        for action in (*change.instead, *self.actions[change.next :]):
            found.update(judge(board, action))
        found.update(end_phase(board))
        return found - Counter(rule for number, rule in self.found if number >= change.number)


def named(action: Action) -> tuple[str, ...]:
    """The units that an action names in any way."""
    match action:
        case Move() | Remove():
            return action.units
        case SetState(unit=str(unit)):
            return (unit,)
        case Declare():
            others = (action.target,) if action.target is not None else ()
            return (*action.units, *action.names("targets"), *action.names("supports"), *others)
        case _:
            return ()


@dataclass(frozen=True, slots=True)
class Change:
    """Actions instead of those from one number up to the next one that is kept."""

    number: int
    instead: tuple[Action, ...]
    next: int


@dataclass(frozen=True, slots=True)
class Moment:
    """An action of a log and the position before it, which is not to be changed or kept."""

    story: Story
    number: int
    action: Action
    board: OperationBoard

    @property
    def phase(self) -> str:
        """Id of the phase without its section, empty before the first."""
        return self.board.phase.phase.id if self.board.phase is not None else ""

    @property
    def ends_phase(self) -> bool:
        """Whether the next phase begins here."""
        return isinstance(self.action, BeginPhase) and self.board.phase is not None

    def later(self, count: int) -> Action | None:
        """The action so many places on."""
        place = self.number + count
        return self.story.actions[place] if place < len(self.story.actions) else None

    def rests(self, unit: str) -> bool:
        """Whether a unit is not named from here on."""
        return not self.story.named_later(unit, self.number)

    def idle(self, unit: str) -> bool:
        """Whether a unit is not named again before the next Movement Phase."""
        for action in self.story.actions[self.number :]:
            if isinstance(action, BeginPhase) and action.phase.endswith(".movement"):
                return True
            if unit in named(action):
                return False
        return True

    # -- changes --------------------------------------------------------------------------------

    def insert(self, *actions: Action) -> Change:
        """Do something else before."""
        return Change(self.number, actions, self.number)

    def replace(self, *actions: Action) -> Change:
        """Do something else instead."""
        return Change(self.number, actions, self.number + 1)

    def leave_out(self, count: int = 1) -> Change:
        """Do nothing instead of so many actions."""
        return Change(self.number, (), self.number + count)

    def put_off(self) -> Change:
        """Do it only when the next phase has begun."""
        later = range(self.number + 1, len(self.story.actions))
        begins = next(n for n in later if isinstance(self.story.actions[n], BeginPhase))
        between = self.story.actions[self.number + 1 : begins + 1]
        return Change(self.number, (*between, self.action), begins + 1)

    def add(self, *actions: Action) -> Change:
        """Do something else afterwards."""
        return Change(self.number + 1, actions, self.number + 1)

    def altered(self, **values: object) -> Change:
        """Declare other values; None leaves one out."""
        assert isinstance(self.action, Declare)
        known = {**self.action.values, **values}
        kept = {name: value for name, value in known.items() if value is not None}
        return self.replace(self.action.model_copy(update={"values": kept}))

    # -- what is legal ---------------------------------------------------------------------------

    def breaches(self, *actions: Action) -> list[str]:
        """What actions in a row would breach here."""
        board = self.board.copy()
        return [rule for action in actions for rule in judge(board, action)]


Put = Callable[[Moment], Change | None]


@dataclass(frozen=True)
class Fault:
    """A single fault: what is done, by which rule it is wrong, what else follows from it.

    `at` are the kinds of actions at which it is worth to look; `phase` for the end of phases. Some
    are put in as late as possible, as what units do later would hang on them.
    """

    put: Put
    rule: str
    follows: frozenset[str]
    at: frozenset[str]
    late: bool = False

    @property
    def name(self) -> str:
        """What the test is called."""
        return self.put.__name__


FAULTS: list[Fault] = []


def fault(rule: str, *follows: str, at: str = "phase", late: bool = False) -> Callable[[Put], Put]:
    """Register a function that puts a fault into a log; `at` as in `Fault`, one or several."""

    def register(put: Put) -> Put:
        FAULTS.append(Fault(put, rule, frozenset(follows), frozenset(at.split()), late))
        return put

    return register


@cache
def story(log: Path) -> Story:
    """A log, judged once."""
    return Story(log)


@cache
def changes(log: Path) -> dict[str, Change]:
    """Name of a fault to the first change that it finds in a log, or the last if it is late."""
    found: dict[str, Change] = {}
    for moment in story(log).moments():
        for each in FAULTS:
            if moment.action.kind in each.at and (each.late or each.name not in found):
                change = each.put(moment)
                if change is not None:
                    found[each.name] = change
    return found


def placed(each: Fault) -> tuple[Story, Change] | None:
    """The first log that offers a place for a fault, and the change; None if none does."""
    for log in LOGS:
        change = changes(log).get(each.name)
        if change is not None:
            return story(log), change
    return None
