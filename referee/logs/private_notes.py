"""What players write down in secret: private and delayed notes of the module's Notes window.

A log holds every writing of a note at the step in which it was saved, so that nobody can say later
that he had written something else. What a note declares is the lines of the one grammar
(`compiler.declarations`) whose verbs the game's data calls secret; other words are its owner's own.
Notes are sealed until the players open them: a delayed note by revealing it in the module, all of
them by saying so to the referee. Of a sealed note no more is told than whose it is.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from compiler.declarations import (
    LONGEST_LINE,
    ROLES,
    DeclarationError,
    Line,
    field_name,
    parse_line,
)
from compiler.gamedata.model import GameData
from compiler.vassal.encoding import decode_sequence
from compiler.vassal.names import side_id
from referee.logs.vassal import commands
from referee.logs.vassal.replay import VassalLog

PRIVATE, DELAYED = "private", "secret"
"""The kinds of note that only their owner sees, as `commands.Note` has them."""
MOST_LINES = 5_000
"""A note of more lines is not looked at: it is made to exhaust the memory."""

OBSERVER = "<observer>"
"""What VASSAL calls the side of those who play none."""

_MARK = ">"
_BREAK = "|"
"""What parts lines, as VASSAL writes them; the fields of a line are parted by it too, escaped."""
_JOINED = f" {_BREAK} "
_SIDE = "side"
_FIELDS = 10
"""Fields that a line may have, as the lines of a note are counted."""
_DELAYED_COMMAND = "SNOTE\t"

NoteName = tuple[str | None, str]
"""Token of a note's owner, and its name; a private note has none."""


@dataclass(frozen=True, slots=True)
class Writing:
    """What one saving of a note adds to it.

    Attributes:
        side: id of the side that wrote it; None where the log does not tell.
        lines: what it declares; nothing if it is sealed.
        struck: what it declared before and does so no more; nothing if it is sealed.
        faults: lines that declare nothing though they look like it, and why, in words.
        sealed: whether it declares something that is not told.
    """

    side: str | None
    lines: tuple[Line, ...] = ()
    struck: tuple[Line, ...] = ()
    faults: tuple[str, ...] = ()
    sealed: bool = False


@dataclass
class NoteBook:
    """The notes of a game as they are written, over all its logs.

    Attributes:
        data: the game.
        open_all: whether the players have opened all notes.
        revealed: delayed notes that are revealed somewhere in the logs.
    """

    data: GameData
    open_all: bool = False
    revealed: Collection[NoteName] = frozenset()

    _seats: dict[str | None, str] = field(default_factory=dict)
    _texts: dict[NoteName, str] = field(default_factory=dict)

    def take_seat(self, player: commands.Player | commands.PlayerLeaves) -> None:
        """A player takes a side, so that what he writes from now on is the side's, or leaves it."""
        if isinstance(player, commands.PlayerLeaves):
            self._seats.pop(player.player, None)
        else:
            self._seats[player.player] = player.side

    def write(self, note: commands.Note) -> Writing | None:
        """What a command that saves a note adds to it; None if nothing that concerns the game."""
        if note.kind not in (PRIVATE, DELAYED):
            return None
        name = note.owner, note.name
        before = self._texts.get(name)
        if before == note.text:
            return None
        side = side_id(self.data, self._seats.get(note.owner, ""))
        if before is not None and note.kind == DELAYED:
            said = f"the delayed note {note.name[:60]!r} was written a second time, in other words"
            return Writing(side, faults=(said,))
        if note.text.count(_BREAK) > MOST_LINES * _FIELDS:
            said = f"a note of more than {MOST_LINES:,} lines, which is not looked at"
            return Writing(side, faults=(said,))
        self._texts[name] = note.text
        old, new = Tally(self._lines(before or "")), Tally(self._lines(note.text))
        added, struck = tuple((new - old).elements()), tuple((old - new).elements())
        if not added and not struck:
            return None
        if self._seats.get(note.owner, OBSERVER) == OBSERVER:
            return Writing(None, faults=("a note of somebody who plays no side",))
        if not (self.open_all or (note.kind == DELAYED and name in self.revealed)):
            return Writing(side, sealed=True)
        return self._opened(side, added, struck)

    def _opened(self, side: str | None, added: Sequence[str], struck: Sequence[str]) -> Writing:
        faults: list[str] = []
        lines = [self._read(text, faults) for text in added]
        gone = [self._read(text, []) for text in struck]
        return Writing(side, tuple(filter(None, lines)), tuple(filter(None, gone)), tuple(faults))

    def _read(self, text: str, faults: list[str]) -> Line | None:
        """A line of a note that declares something; else None, and what is wrong with it."""
        try:
            line = parse_line(text)
        except DeclarationError as error:
            faults.append(f"{_quoted(text)}: {str(error).partition(':')[0]}; {self._expected()}")
            return None
        if line is None or line.verb not in self._examples:
            faults.append(f"{_quoted(text)}: {self._expected()}")
            return None
        example = self._examples[line.verb]
        known = {name for name, _ in example.fields} | {*ROLES, _SIDE}
        strange = [name for name, _ in line.fields if name not in known]
        if strange:
            expected = self.data.declarations[line.verb].secret
            faults.append(
                f"{_quoted(text)}: no field {', '.join(strange)!r}; expected a line such as"
                f" {expected}"
            )
        return line

    def _lines(self, text: str) -> list[str]:
        """The lines of a note that look like declarations, written alike.

        VASSAL takes every `|` of a private note for a line break when it loads a game, so that the
        fields of a declaration may stand in lines of their own.
        """
        found: list[str] = []
        goes_on = False
        for line in decode_sequence(text, _BREAK) if text else ():
            parts = [part.strip() for part in line.strip().split(_BREAK)]
            if parts[0].startswith(_MARK) or parts[0].casefold() in self._examples:
                found.append(_JOINED.join(parts))
                goes_on = True
            elif goes_on and field_name(parts[0]) in self._fields:
                found[-1] = _JOINED.join((found[-1], *parts))
                goes_on = len(found[-1]) <= LONGEST_LINE
            else:
                goes_on = False
        return found

    @cached_property
    def _examples(self) -> dict[str, Line]:
        """Verbs that may be written down in secret to the lines that show how."""
        lines = (parse_line(verb.secret) for verb in self.data.declarations.values())
        return {line.verb: line for line in lines if line is not None}

    @cached_property
    def _fields(self) -> frozenset[str]:
        """The fields that secret declarations have, by the examples of the game."""
        named = (name for line in self._examples.values() for name, _ in line.fields)
        return frozenset((*named, *ROLES, _SIDE))

    def _expected(self) -> str:
        """What may be declared in secret, by example."""
        examples = [verb.secret for verb in self.data.declarations.values() if verb.secret]
        if not examples:
            return "expected no line that begins so: this game has no secrets to note"
        return f"expected a line such as {' or '.join(examples)}"


def _quoted(text: str) -> str:
    return f"a note: {text[:200]}"


def revealed_notes(logs: Sequence[VassalLog]) -> frozenset[NoteName]:
    """The delayed notes that their owners reveal in any of the logs."""
    return frozenset(
        (event.owner, event.name)
        for log in logs
        if _DELAYED_COMMAND in log.game.text
        for event in _events(log)
        if isinstance(event, commands.Note) and event.kind == DELAYED and "false" in event.rest[:1]
    )


def _events(log: VassalLog) -> Iterator[object]:
    replay = log.replay()
    yield from replay.initial()
    for step in replay.steps():
        yield from step.events
