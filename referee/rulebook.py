"""Rulebook: the register of a game's rules as functions, each under its paragraph number.

A check only looks and yields findings; an effect is what an action does to the position beyond the
kernel's own part, and is run by `Board.apply` alone. The register is also the coverage report.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from referee.actions import Action, Declare
from referee.findings import Finding

if TYPE_CHECKING:
    from compiler.gamedata.model import GameData
    from referee.board import Board

Check = Callable[[Any, Any], Iterable[Finding]]
Effect = Callable[[Any, Any], None]
CheckT = TypeVar("CheckT", bound=Check)
EffectT = TypeVar("EffectT", bound=Effect)
FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])

Status = Literal["enforced", "recorded", "advisory", "open"]
"""`enforced`: a check looks at it. `recorded`: it changes the position and is applied. `advisory`:
nothing a log can show bears on it. `open`: not yet there."""


@dataclass(frozen=True, slots=True)
class RuleStatus:
    """Where one paragraph of the rulebook stands."""

    id: str
    status: Status
    checks: tuple[str, ...]
    """Names of the functions that check or apply it."""
    note: str


class Rulebook:
    """All rules of one game; its chapters add to it by the decorators below."""

    def __init__(self, game: str) -> None:
        self.game = game
        self._checks: dict[str, list[tuple[str, Check]]] = {}
        self._effects: dict[tuple[str, bool], list[Effect]] = {}
        self._enforcers: dict[str, list[str]] = {}
        self._recorders: dict[str, list[str]] = {}
        self._calls: Tally[str] | None = None
        self._places: dict[str, int] = {}

    def arrange(self, chapters: Iterable[ModuleType]) -> None:
        """Judge, and let take effect, in the order of these modules; within one as it is written.

        Without it the order is that in which modules happen to be imported. Raises `ValueError`
        when a check or an effect stands in none of them.
        """
        self._places = {chapter.__name__: n for n, chapter in enumerate(chapters)}
        for checks in self._checks.values():
            checks.sort(key=lambda check: self.place_of(check[1]))
        for effects in self._effects.values():
            effects.sort(key=self.place_of)

    def place_of(self, function: Callable[..., object]) -> int:
        """Place of a function's module among the chapters; raises `ValueError` if it has none."""
        try:
            return self._places[function.__module__]
        except KeyError:
            raise ValueError(
                f"{_label(function)} is a rule of {self.game}, but its module is no chapter"
            ) from None

    def rule(self, *paragraphs: str, on: type[Action] | str) -> Callable[[CheckT], CheckT]:
        """Register a check of `paragraphs` for actions of a type, or of a kind (`declare:attack`).

        `on=Action` (or `"*"`) checks every action. A finding without a rule number gets the first
        paragraph.
        """

        def register(function: CheckT) -> CheckT:
            self._checks.setdefault(_kind(on), []).append((paragraphs[0], function))
            self._name(self._enforcers, paragraphs, function)
            return function

        return register

    def effect(
        self, *paragraphs: str, on: type[Action] | str, before: bool = False
    ) -> Callable[[EffectT], EffectT]:
        """Register what actions of a type or kind do to the position, by `paragraphs`.

        It runs after the kernel's own change, or `before` it where it needs the position as it was.
        `on=Action` (or `"*"`) is run for every action, before the effects of its kind.
        """

        def register(function: EffectT) -> EffectT:
            self._effects.setdefault((_kind(on), before), []).append(function)
            self._name(self._recorders, paragraphs, function)
            return function

        return register

    def covers(self, *paragraphs: str, recorded: bool = False) -> Callable[[FunctionT], FunctionT]:
        """Say that a function which checks and effects call upon is where `paragraphs` are kept."""

        def register(function: FunctionT) -> FunctionT:
            self._name(self._recorders if recorded else self._enforcers, paragraphs, function)
            if not isinstance(function, type):
                return cast("FunctionT", self._counted(function, _label(function)))
            if "__init__" in vars(function):
                counted = self._counted(vars(function)["__init__"], _label(function))
                type.__setattr__(function, "__init__", counted)
            return function

        return register

    def _counted(self, function: Callable[..., Any], name: str) -> Callable[..., Any]:
        """The function, counting its calls while somebody asks; of a class, its objects."""

        @wraps(function)
        def counted(*args: object, **kwargs: object) -> object:
            if self._calls is not None:
                self._calls[name] += 1
            return function(*args, **kwargs)

        return counted

    @contextmanager
    def counting(self) -> Iterator[Tally[str]]:
        """Count the calls of each rule's function, by its name as in `RuleStatus.checks`."""
        before, self._calls = self._calls, Tally()
        try:
            yield self._calls
        finally:
            self._calls = before

    def _count(self, function: Callable[..., Any]) -> None:
        if self._calls is not None:
            self._calls[_label(function)] += 1

    @staticmethod
    def _name(
        where: dict[str, list[str]], paragraphs: tuple[str, ...], function: Callable[..., Any]
    ) -> None:
        for paragraph in paragraphs:
            where.setdefault(paragraph, []).append(_label(function))

    def check(self, action: Action, board: Board[Any]) -> Iterator[Finding]:
        """Run every check for `action` against the position before it."""
        for paragraph, function in (*self._checks.get("*", ()), *self._checks.get(action.kind, ())):
            self._count(function)
            for finding in function(action, board):
                yield finding.located(paragraph, 0, action.origin)

    def apply(self, action: Action, board: Board[Any], *, before: bool) -> None:
        """Run the effects of `action` that come before or after the kernel's own change.

        Called by `Board.apply` alone.
        """
        for kind in ("*", action.kind):
            for function in self._effects.get((kind, before), ()):
                self._count(function)
                function(action, board)

    def statuses(self, data: GameData) -> tuple[RuleStatus, ...]:
        """The status of every paragraph of the rulebook, in its order.

        Raises `ValueError` when a rule claims a paragraph that the rulebook does not have.
        """
        known = {paragraph.id for paragraph in data.rulebook}
        strangers = sorted((self._enforcers.keys() | self._recorders.keys()) - known)
        if strangers:
            raise ValueError(
                f"rules of {self.game} name unknown paragraphs: {', '.join(strangers)}"
            )
        return tuple(self._status(p.id, p.advisory) for p in data.rulebook)

    def _status(self, paragraph: str, advisory: str) -> RuleStatus:
        enforcers = self._enforcers.get(paragraph, [])
        recorders = self._recorders.get(paragraph, [])
        names = tuple(dict.fromkeys([*enforcers, *recorders]))
        if enforcers:
            return RuleStatus(paragraph, "enforced", names, "")
        if recorders:
            return RuleStatus(paragraph, "recorded", names, "")
        if advisory:
            return RuleStatus(paragraph, "advisory", (), advisory)
        return RuleStatus(paragraph, "open", (), "")


def _label(function: Callable[..., Any]) -> str:
    return f"{function.__module__}.{function.__qualname__}"


def _kind(on: type[Action] | str) -> str:
    if isinstance(on, str):
        return on
    if on is Action:
        return "*"
    default = on.model_fields["action"].default
    if on is Declare or not isinstance(default, str):
        raise TypeError(f"{on.__name__} is not one kind of action; name the kind instead")
    return default
