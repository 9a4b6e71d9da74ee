"""What may be done in a position: choices, each with its options, dice among them.

A game lists its choices; how they are picked is the player's affair (`referee.spar`). A choice
works out its options only when asked, since most positions have far more than anyone looks at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from referee.actions import Action

if TYPE_CHECKING:
    from referee.board import Board
    from referee.games import Game


@dataclass(frozen=True, slots=True)
class Chance:
    """Dice to be rolled now; what they show is nobody's choice.

    `dice` is an id of the game's dice, `purpose` and `side` go into the roll as it is logged.
    """

    dice: str
    purpose: str = ""
    side: str | None = None


Decision = Action | Chance


class Option:
    """One thing that may be done, and how much an attacker likes it.

    `boldness` is 0 for what gains nothing, more for what brings a fight or ground, less for what
    gives ground. Where there are very many, the decision may be given as a function that makes it.
    """

    __slots__ = ("_decision", "boldness")

    def __init__(self, decision: Decision | Callable[[], Decision], boldness: float = 0.0) -> None:
        self._decision = decision
        self.boldness = boldness

    @property
    def decision(self) -> Decision:
        """What is done, or the dice to be rolled."""
        made = self._decision
        return made if isinstance(made, (Action, Chance)) else made()


@dataclass(frozen=True, slots=True)
class Choice:
    """Options that belong together: the moves of one unit, the ways to meet one obligation.

    `name` tells it from the other choices of the phase, so that a player may ask each once and
    pass it over; a phase has finitely many. A `binding` choice has to be settled before anything
    else is done, such as an obligation that is owed: it has an option, and settling one after
    another comes to an end. A `closing` choice is the way on when nothing else is wanted: the end
    of the phase, the roll of a combat when all support is announced. All options are legal, and in
    the same order on every machine. Where doing one thing forbids another that the rules put
    before it, `rank` says in which order players take up the choices: those of the least rank
    first.
    """

    name: str
    options: Callable[[], Iterable[Option]]
    binding: bool = False
    closing: bool = False
    rank: int = 0


def open_choices(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """The choices that stand open: the binding ones alone while there are any."""
    listed = tuple(choices)
    return tuple(choice for choice in listed if choice.binding) or listed


def legal_actions(game: Game[Any], board: Board[Any]) -> Iterator[Decision]:
    """Everything that may be done in the position, dice among it; nothing when play is over.

    Raises `ValueError` when the game does not say what may be done.
    """
    if game.legal_actions is None:
        raise ValueError(f"the referee does not list the legal actions of {board.data.id}")
    for choice in open_choices(game.legal_actions(board)):
        for option in choice.options():
            yield option.decision
