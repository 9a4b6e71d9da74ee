"""Sparring: plays a game to its end by picking among the legal actions and rolling the dice.

One player for every game: it knows choices and options alone. The same seed gives the same log on
every machine. It makes long logs that break no rule; it does not play well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, Literal, TypeVar, get_args

from compiler.gamedata.model import GameData
from referee.actions import Action, BeginPhase, GameLog, Header, Roll
from referee.audit import new_board
from referee.board import Board
from referee.games import Game
from referee.legal import Chance, Choice, Decision, Option, open_choices

T = TypeVar("T")

Policy = Literal["random", "attack"]
"""`random`: any option, one choice in three passed over. `attack`: the boldest option of each
choice, if it is bold at all."""

POLICIES: tuple[Policy, ...] = get_args(Policy)

PASSED_OVER = 1 / 3
LONGEST_LOG = 200_000
"""Actions; a game that goes on for longer does not end."""


class SparringError(ValueError):
    """The game cannot be played out: it lists no legal actions, or does not end."""


def spar(
    data: GameData,
    game: Game[Any],
    scenario: str,
    seed: int,
    *,
    policy: Policy = "attack",
    turns: int | None = None,
    options: Sequence[str] = (),
) -> GameLog:
    """Play a scenario to its end, or to the end of so many turns, and return the log.

    `options` names the optional rules in play. Raises `SparringError` when the game cannot be
    played out, `AuditError` when it has no such scenario or option.
    """
    header = Header(
        format="hexmarshal-moves/1",
        game=data.id,
        data_version=data.game.version,
        scenario=scenario,
        options=tuple(options),
        note=f"sparred: seed {seed}, policy {policy}",
    )
    board = new_board(data, game, GameLog(header, ()))
    player = Player(Random(seed), policy)  # noqa: S311 -- dice, not secrets
    return GameLog(header, tuple(_play(board, game, player, turns)))


def _play(
    board: Board[Any], game: Game[Any], player: Player, turns: int | None
) -> Iterator[Action]:
    """Every action until nothing more may be done, each applied to the position."""
    if game.legal_actions is None:
        raise SparringError(f"the referee does not list the legal actions of {board.data.id}")
    for _ in range(LONGEST_LOG):
        decision = player.decide(game.legal_actions(board))
        if decision is None:
            return
        action = player.roll(decision, board) if isinstance(decision, Chance) else decision
        if isinstance(action, BeginPhase):
            if turns is not None and action.turn > turns:
                return
            _end_phase(board)
            player.begin_phase()
        board.apply(action)
        yield action
    raise SparringError(f"the game has not ended after {LONGEST_LOG:,} actions")


def _end_phase(board: Board[Any]) -> None:
    ended = board.end_phase()
    if ended is not None:
        board.apply(ended)


class Player:
    """Picks among choices: each is asked once a phase, the closing one when all have been."""

    def __init__(self, random: Random, policy: Policy) -> None:
        self._random = random
        self._policy = policy
        self._asked: set[str] = set()

    def begin_phase(self) -> None:
        """Forget what has been asked."""
        self._asked.clear()

    def decide(self, choices: Iterable[Choice]) -> Decision | None:
        """The next decision; None when there is nothing left to do."""
        listed = open_choices(choices)
        while choice := self._next(listed):
            if choice.binding or choice.closing:
                option = self._pick(tuple(choice.options()), least=None)
            else:
                self._asked.add(choice.name)
                option = self._wish(choice)
            if option is not None:
                return option.decision
            if choice.binding:
                raise SparringError(f"{choice.name!r} has to be settled, but has no options")
            listed = tuple(other for other in listed if other is not choice)
        return None

    def _next(self, listed: Sequence[Choice]) -> Choice | None:
        """The choice to look at: any of the least rank not yet asked, else one that closes."""
        fresh = [
            choice
            for choice in listed
            if choice.binding or not (choice.closing or choice.name in self._asked)
        ]
        least = min((choice.rank for choice in fresh), default=0)
        first = [choice for choice in fresh if choice.rank == least]
        return self._any(first or [choice for choice in listed if choice.closing])

    def _wish(self, choice: Choice) -> Option | None:
        """What the player makes of a choice that it may pass over."""
        if self._policy == "random":
            if self._random.random() < PASSED_OVER:
                return None
            return self._any(tuple(choice.options()))
        return self._pick(tuple(choice.options()), least=0.0)

    def _pick(self, options: Sequence[Option], least: float | None) -> Option | None:
        """An option by the policy; only one bolder than `least` where that is given."""
        if self._policy == "random" or not options:
            return self._any(options)
        boldest = max(option.boldness for option in options)
        if least is not None and boldest <= least:
            return None
        return self._any([option for option in options if option.boldness == boldest])

    def _any(self, items: Sequence[T]) -> T | None:
        """One of the items, each as likely.

        `Random.random` alone gives the same numbers in every version of Python.
        """
        return items[int(self._random.random() * len(items))] if items else None

    def roll(self, chance: Chance, board: Board[Any]) -> Roll:
        """Roll the dice."""
        dice = board.data.dice[chance.dice]
        result = tuple(1 + int(self._random.random() * dice.sides) for _ in range(dice.count))
        return Roll(dice=chance.dice, result=result, purpose=chance.purpose, side=chance.side)
