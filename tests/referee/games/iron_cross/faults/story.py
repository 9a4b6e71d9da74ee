"""The golden game of scenario 1, with its positions at hand, and faults put into it.

A fault finds its place by what happens in the game, not by a number, so that the game may be
another one. It is put in by changing the list of actions; what the referee then says is found by
judging from the last kept position before the change, which gives what a whole audit does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from referee.actions import Action, BeginPhase, Declare, FieldValue, GameLog, Move, Roll, SetState
from referee.audit import new_board
from referee.games.iron_cross import GAME
from referee.games.iron_cross.checks import FIRES
from referee.games.iron_cross.state import BattleBoard
from referee.logs.movelog import read_moves
from referee.spar import spar
from tests.referee.games.iron_cross.scene import DICE, dice, shipped
from tests.referee.games.judging import end_phase, judge

FOLDER = Path(__file__).resolve().parents[4] / "golden" / "iron_cross"

CHECK = "performance-check"

Change = tuple[int, list[Action]]
"""Place of the first action that differs, from 0, and all actions from there on."""


@cache
def golden() -> GameLog:
    """The log of scenario 1."""
    logs = [read_moves(path) for path in sorted(FOLDER.glob("*.moves.jsonl"))]
    found = [log for log in logs if log.header.scenario == "demyansk"]
    assert found, f"no move log of demyansk in {FOLDER}"
    return found[0]


@cache
def golden_with_advanced_rules() -> GameLog:
    """The same scenario with chapters 21 to 23, sparred."""
    return spar(shipped(), GAME, "demyansk", 1, options=("advanced",))


class Spot(NamedTuple):
    """A place in the game: the position before an action."""

    number: int
    action: Action
    """What is done here; at the end of the log the last action."""
    board: BattleBoard
    """Not to be changed: copy it to try something."""


class Story:
    """The actions of a game and the position before each."""

    def __init__(self, log: GameLog) -> None:
        self.actions: Sequence[Action] = log.actions
        self._kept: dict[int, BattleBoard] = {}
        board = new_board(shipped(), GAME, log)
        self._kept[0] = board.copy()
        self.found: list[str] = []
        for number, action in enumerate(self.actions):
            if isinstance(action, BeginPhase) and number:
                self._kept[number] = board.copy()
            self.found += judge(board, action)
        self.found += end_phase(board)

    def before(self, number: int) -> BattleBoard:
        """A copy of the position before an action."""
        start = max(kept for kept in self._kept if kept <= number)
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

    def _phases(self, wanted: tuple[str, ...]) -> Iterator[tuple[int, int]]:
        """Begin and end of each phase called so, without its player turn, the last first."""
        begins = [n for n, action in enumerate(self.actions) if isinstance(action, BeginPhase)]
        ends = [*begins[1:], len(self.actions)]
        for begin, end in reversed(list(zip(begins, ends, strict=True))):
            action = self.actions[begin]
            assert isinstance(action, BeginPhase)
            if not wanted or action.phase.partition(".")[2] in wanted:
                yield begin, end

    def spots(self, fits: Callable[[Action], bool], *phases: str) -> Iterator[Spot]:
        """The actions that fit, with the position before each; the last phase first."""
        for begin, end in self._phases(phases):
            if not any(fits(action) for action in self.actions[begin:end]):
                continue
            board = self.before(begin)
            for number in range(begin, end):
                action = self.actions[number]
                if fits(action):
                    yield Spot(number, action, board)
                judge(board, action)

    def ends(self, *phases: str) -> Iterator[Spot]:
        """The ends of phases, each with the position before the next begins; the last first."""
        for _, end in self._phases(phases):
            action = self.actions[min(end, len(self.actions) - 1)]
            yield Spot(end, action, self.before(end))

    def declared(self, verb: str, *phases: str, act: str = "") -> Iterator[Spot]:
        """Declarations of a verb; of checks, those for an act."""
        return self.spots(lambda action: is_declared(action, verb, act), *phases)

    def moves(self, *phases: str) -> Iterator[Spot]:
        """The moves."""
        return self.spots(lambda action: isinstance(action, Move), *phases)

    def sets(self, state: str, *phases: str) -> Iterator[Spot]:
        """Changes of a state."""
        return self.spots(lambda a: isinstance(a, SetState) and a.state == state, *phases)

    def end_of_phase(self, number: int) -> int:
        """The place where the phase of an action ends."""
        later = range(number + 1, len(self.actions))
        ends = (n for n in later if isinstance(self.actions[n], BeginPhase))
        return next(ends, len(self.actions))

    def end_of_player_turn(self, number: int) -> int:
        """The place where the player turn of an action ends."""
        end = number
        while end < len(self.actions):
            end = self.end_of_phase(end)
            if end < len(self.actions):
                action = self.actions[end]
                assert isinstance(action, BeginPhase)
                if action.phase.endswith(".morale"):
                    break
        return end

    def names(self, unit: str, start: int, end: int | None = None) -> bool:
        """Whether an action from a place on, up to another, names a unit."""
        return any(unit in named(action) for action in self.actions[start:end])

    def acts(self, unit: str, start: int, end: int | None = None) -> bool:
        """Whether a unit moves or does what is declared, from a place on up to another."""
        return any(
            unit in action.units
            for action in self.actions[start:end]
            if isinstance(action, Move | Declare)
        )

    def fires(self, unit: str, number: int) -> bool:
        """Whether a unit tries to fire in an action."""
        action = self.actions[number]
        fire = is_declared(action, CHECK) and getattr(action, "values", {}).get("for") in FIRES
        return fire and unit in named(action)

    # -- changing -------------------------------------------------------------------------------

    def insert(self, number: int, *actions: Action) -> Change:
        """Put actions in before one."""
        return number, [*actions, *self.actions[number:]]

    def replace(self, number: int, *actions: Action) -> Change:
        """Put actions in the place of one."""
        return number, [*actions, *self.actions[number + 1 :]]

    def drop(self, number: int, count: int = 1) -> Change:
        """Leave actions out."""
        return number, list(self.actions[number + count :])

    def drop_all(self, numbers: Sequence[int]) -> Change:
        """Leave several actions out, wherever they are."""
        first = min(numbers)
        return first, [
            action for n, action in enumerate(self.actions[first:], first) if n not in numbers
        ]


def is_declared(action: Action, verb: str, act: str = "") -> bool:
    """Whether an action declares a verb; of checks, whether one for an act."""
    return (
        isinstance(action, Declare)
        and action.verb == verb
        and (not act or act == action.text("for"))
    )


def named(action: Action) -> set[str]:
    """The pieces that an action names."""
    found = set(getattr(action, "units", ())) | {getattr(action, "unit", None)}
    if isinstance(action, Declare):
        found |= {*action.names("targets"), *action.names("supports"), action.target}
    return {str(name) for name in found if name}


def rolled(total: int, count: int = 2) -> Roll:
    """A roll of so many dice."""
    names = (*DICE.values(), "six-dice", "seven-dice", "eight-dice", "nine-dice")
    return Roll(dice=names[count - 1], result=dice(total, count))


def check(unit: str, act: str, total: int = 2) -> tuple[Action, Action]:
    """A check of a unit, with the sum of its dice."""
    return declare(CHECK, unit, for_=act), rolled(total)


def declare(verb: str, *units: str, target: str | None = None, **values: FieldValue) -> Declare:
    """A declaration."""
    given = {key.rstrip("_"): value for key, value in values.items()}
    return Declare(verb=verb, units=units, target=target, values=given)


@cache
def story() -> Story:
    """The golden game, judged once."""
    return Story(golden())


@cache
def advanced() -> Story:
    """The game with the advanced rules, judged once."""
    return Story(golden_with_advanced_rules())


@dataclass(frozen=True)
class Fault:
    """A single fault: what is done, by which rule it is wrong, what else follows from it."""

    put: Callable[[Story], Change]
    rule: str
    follows: frozenset[str] = frozenset()
    game: Callable[[], Story] = story

    @property
    def name(self) -> str:
        """What the test is called."""
        return self.put.__name__


FAULTS: list[Fault] = []


class NoPlaceError(AssertionError):
    """The game has no action into which the fault could be put."""


Put = Callable[[Story], Change]


def fault(
    rule: str, *follows: str, game: Callable[[], Story] = story
) -> Callable[[Callable[[Story], Iterator[Change]]], Put]:
    """Register what lists the changes that put a fault in; the first of them is taken."""

    def register(list_changes: Callable[[Story], Iterator[Change]]) -> Put:
        def put(told: Story) -> Change:
            for change in list_changes(told):
                return change
            raise NoPlaceError(f"no action of the game lets {list_changes.__name__} be put in")

        put.__name__ = list_changes.__name__
        FAULTS.append(Fault(put, rule, frozenset(follows), game))
        return put

    return register
