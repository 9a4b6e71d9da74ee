"""A log as it is played: the state it begins with, and its steps of events one after the other.

This ties the parts together: file, tree, commands, position. It judges nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import PurePath

from compiler.vassal.container import SavedGame, StrPath, read_saved_game
from compiler.vassal.encoding import ESCAPE
from compiler.vassal.errors import VassalFileError
from referee.logs.vassal.dice import DiceRoll, rolls
from referee.logs.vassal.events import Event
from referee.logs.vassal.parse import CommandReader
from referee.logs.vassal.position import Position
from referee.logs.vassal.privacy import PlayerTokens
from referee.logs.vassal.tree import (
    LOG_PREFIX,
    filled_tokens,
    first_of_steps,
    loading_commands,
    most_commands,
    steps_commands,
    widest,
)
from referee.logs.vassal.undo import UndoFinder

_FIRST_COMMAND = "begin_save"
MOST_PIECES = 250_000
"""More pieces are not read; the largest real games have about 80,000, most of them empty stacks."""
MOST_COMMANDS = 450_000
"""In one file; the longest log known has a tenth of them."""
MOST_TOGETHER = 250_000
"""More commands in one step, or one token of a save, are not read; real ones have about 45,000."""
_DOCUMENT_TYPE = "a document type declaration"
"""What is said of XML that could draw in other files: no program of VASSAL writes it."""


@dataclass(slots=True)
class Step:
    """What one press of VASSAL's Step button does.

    Attributes:
        number: counts from 1; steps without effect are not counted.
        events: what happened, in order.
        undoes: number of the earlier step that this one takes back; 0 if it takes back something
            that cannot be told; None if it takes back nothing.
    """

    number: int
    events: tuple[Event, ...]
    undoes: int | None = None

    @property
    def rolls(self) -> tuple[DiceRoll, ...]:
        """The rolls of dice in the step."""
        return rolls(self.events)


class VassalLog:
    """A save or a log that has been read; it can be replayed any number of times.

    Attributes:
        game: the file as read. Its text may hold passwords: show it to nobody.
        tokens: what stands in for players' ids.
    """

    def __init__(self, game: SavedGame, tokens: PlayerTokens | None = None) -> None:
        self.game = game
        self.tokens = PlayerTokens() if tokens is None else tokens
        self.tokens.learn(game.text)

    def __repr__(self) -> str:
        return f"VassalLog({self.game.source!r})"

    @property
    def source(self) -> str:
        """The name of the file."""
        return self.game.source

    @property
    def remarks(self) -> tuple[str, ...]:
        """What was not as it should be and could be read nevertheless; no folder is named."""
        name = PurePath(self.source).name
        return tuple(
            remark.replace(self.source, name) if self.source in remark else f"{name}: {remark}"
            for remark in self.game.remarks
        )

    def replay(self) -> Replay:
        """Begin to replay from an empty position."""
        return Replay(self)

    def undone_steps(self) -> frozenset[int]:
        """The numbers of the steps that later ones take back, without a replay."""
        return frozenset(undoes for _, _, undoes in _numbered_steps(self.game.text) if undoes)


def read_log(path: StrPath, tokens: PlayerTokens | None = None) -> VassalLog:
    """Read a `.vsav` or `.vlog` file.

    Args:
        path: the file.
        tokens: given to all logs of one game so that their players' tokens agree.

    Raises:
        VassalFileError: the file is missing, damaged, too large or no saved game.
    """
    game = read_saved_game(path)
    _check_numbers(game)
    if not game.text.lstrip().startswith(_FIRST_COMMAND):
        raise VassalFileError(
            game.source,
            "a text that begins otherwise than a saved game",
            _FIRST_COMMAND,
            "the file is damaged or its key is wrong: copy or export it again",
        )
    for remark in game.remarks:
        if _DOCUMENT_TYPE in remark:
            raise VassalFileError(game.source, remark.removeprefix(f"{game.source} "))
    return VassalLog(game, tokens)


def _check_numbers(game: SavedGame) -> None:
    """Refuse a short text that would become far too many things in memory.

    A piece in VASSAL's shortest spelling takes forty times as much when read.
    """
    text = game.text
    pieces = text.count("+/")  # Some are within the types of others.
    if pieces > MOST_PIECES:
        pieces = text.count(f"{ESCAPE}+/") + text.count(f"{LOG_PREFIX}+/")
    for what, count, most in (
        ("pieces", pieces, MOST_PIECES),
        ("commands", most_commands(text, MOST_COMMANDS), MOST_COMMANDS),
        ("commands at once", widest(text, MOST_TOGETHER), MOST_TOGETHER),
    ):
        if count > most:
            raise VassalFileError(
                game.source,
                f"{count:,} {what}",
                f"at most {most:,}",
                "such a file is not read, as it may be made to exhaust the memory",
            )


class Replay:
    """One run through a log: first the initial state, then the steps.

    Attributes:
        position: where everything is after the last event given out.
    """

    def __init__(self, log: VassalLog) -> None:
        self.position = Position()
        self._text = log.game.text
        self._steps_begin = first_of_steps(self._text)
        self._reader = CommandReader(log.tokens)
        self._initial = self._initial_events()
        self._steps = self._step_events()

    def initial(self) -> Iterator[Event]:
        """Apply the initial state; the position is complete when the iterator is exhausted."""
        return self._initial

    def steps(self) -> Iterator[Step]:
        """Apply one step after the other, after whatever is left of the initial state."""
        return self._steps

    def run(self) -> Position:
        """Apply all that is left and return the final position."""
        for _ in self._steps:
            pass
        return self.position

    def _initial_events(self) -> Iterator[Event]:
        read, apply = self._reader.read, self.position.apply
        for token in filled_tokens(self._text, 0, self._steps_begin - 1):
            for text in loading_commands(token):
                yield apply(read(text))

    def _step_events(self) -> Iterator[Step]:
        for _ in self._initial:
            pass
        read, apply = self._reader.read, self.position.apply
        for number, commands, undoes in _numbered_steps(self._text):
            yield Step(number, tuple([apply(read(text)) for text in commands]), undoes)


def _numbered_steps(text: str) -> Iterator[tuple[int, list[str], int | None]]:
    """The steps of a log as texts: number, commands, and which step they take back."""
    finder = UndoFinder()
    number = 0
    waiting: list[str] = []
    for commands in chain(steps_commands(text), ([],)):
        if waiting:
            number += 1
            yield number, waiting, finder.look(number, waiting, commands)
        waiting = commands
