"""The games the referee knows: one package each, with the same rooms, found by the game's id.

A package `referee.games.<id>` offers `GAME: Game`. Of a game without one only the sequence of play
is judged (`plain`).
"""

from __future__ import annotations

import importlib
import importlib.util
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from compiler.gamedata.model import GameData, ScenarioData
from referee.board import Board
from referee.legal import Choice
from referee.rulebook import Rulebook

S = TypeVar("S")


class UnknownGameError(LookupError):
    """The referee has no rules for this game."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: victory points by side where the game counts them, and the level."""

    level: str
    points: dict[str, float]
    note: str = ""


@dataclass(frozen=True)
class Game(Generic[S]):
    """What a game's package offers.

    `new_state` makes the game's own part of the position, `outcome` tells the victory level of a
    position at the end (None while the game goes on), `legal_actions` lists the choices that stand
    open (none when play is over).
    """

    rulebook: Rulebook
    new_state: Callable[[GameData, ScenarioData | None], S]
    outcome: Callable[[Board[S]], Outcome | None] | None = None
    legal_actions: Callable[[Board[S]], Iterable[Choice]] | None = None


def load(game_id: str) -> Game[Any]:
    """The rules of a game. Raises `UnknownGameError` when there are none."""
    name = f"{__name__}.{game_id}"
    if not re.fullmatch(r"[a-z][a-z0-9_]*", game_id) or importlib.util.find_spec(name) is None:
        raise UnknownGameError(f"the referee has no rules for the game {game_id!r}")
    game = importlib.import_module(name).GAME
    if not isinstance(game, Game):
        raise UnknownGameError(f"{name}.GAME is not a game")
    return game


def rules_for(data: GameData) -> Game[Any]:
    """The rules of a game; where it has none of its own, those of its sequence of play."""
    try:
        return load(data.id)
    except UnknownGameError:
        from referee.games.plain import plain_game

        return plain_game(data)
