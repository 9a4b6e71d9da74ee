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

_MARK = ">"
_BREAK = "|"
"""What parts lines, as VASSAL writes them; the fields of a line are parted by it too, escaped."""
_JOINED = f" {_BREAK} "
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
        faults: lines that declare nothing though they look like it, and why, in words.
        sealed: whether it declares something that is not told.
    """

    side: str | None
    lines: tuple[Line, ...] = ()
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

    _sides: dict[str | None, set[str]] = field(default_factory=dict)
    _texts: dict[NoteName, str] = field(default_factory=dict)

    def take_seat(self, player: commands.Player) -> None:
        """A player takes a side, so that his notes are the side's."""
        side = side_id(self.data, player.side)
        if side is not None:
            self._sides.setdefault(player.player, set()).add(side)

    def write(self, note: commands.Note) -> Writing | None:
        """What a command that saves a note adds to it; None if nothing that concerns the game."""
        if note.kind not in (PRIVATE, DELAYED):
            return None
        name = note.owner, note.name
        before = self._texts.get(name)
        if before == note.text:
            return None
        if before is not None and note.kind == DELAYED:
            said = f"the delayed note {note.name!r} was written a second time, in other words"
            return Writing(self._side(note.owner), faults=(said,))
        if note.text.count(_BREAK) > MOST_LINES * _FIELDS:
            said = f"a note of more than {MOST_LINES:,} lines, which is not looked at"
            return Writing(self._side(note.owner), faults=(said,))
        self._texts[name] = note.text
        added = tuple(_added(self._lines(before or ""), self._lines(note.text)))
        if not added:
            return None
        if not (self.open_all or (note.kind == DELAYED and name in self.revealed)):
            return Writing(self._side(note.owner), sealed=True)
        return self._opened(self._side(note.owner), added)

    def _side(self, owner: str | None) -> str | None:
        sides = self._sides.get(owner, set())
        return next(iter(sides)) if len(sides) == 1 else None

    def _opened(self, side: str | None, texts: Sequence[str]) -> Writing:
        lines, faults = [], []
        for text in texts:
            try:
                line = parse_line(text)
            except DeclarationError as error:
                faults.append(f"a note: {text[:200]}: {error}")
                continue
            if line is None or not self._is_secret(line.verb):
                faults.append(f"a note: {text[:200]}: expected {self._expected()}")
            else:
                lines.append(line)
        return Writing(side, tuple(lines), tuple(faults))

    def _lines(self, text: str) -> list[str]:
        """The lines of a note that look like declarations, written alike.

        VASSAL takes every `|` of a private note for a line break when it loads a game, so that the
        fields of a declaration may stand in lines of their own.
        """
        found: list[str] = []
        goes_on = False
        for line in decode_sequence(text, _BREAK) if text else ():
            parts = [part.strip() for part in line.strip().split(_BREAK)]
            if parts[0].startswith(_MARK):
                found.append(_JOINED.join(parts))
                goes_on = True
            elif goes_on and field_name(parts[0]) in self._fields:
                found[-1] = _JOINED.join((found[-1], *parts))
                goes_on = len(found[-1]) <= LONGEST_LINE
            else:
                goes_on = False
        return found

    @cached_property
    def _fields(self) -> frozenset[str]:
        """The fields that secret declarations have, by the examples of the game."""
        lines = (parse_line(verb.secret) for verb in self.data.declarations.values())
        named = (name for line in lines if line is not None for name, _ in line.fields)
        return frozenset((*named, *ROLES, "side"))

    def _is_secret(self, verb: str) -> bool:
        declared = self.data.declarations.get(verb)
        return declared is not None and bool(declared.secret)

    def _expected(self) -> str:
        """What may be declared in secret, by example."""
        examples = [verb.secret for verb in self.data.declarations.values() if verb.secret]
        return f"a line such as {' or '.join(examples)}" if examples else "no secret declarations"


def _added(before: Sequence[str], now: Sequence[str]) -> Iterator[str]:
    """The lines that were not there before, in order."""
    known = Tally(before)
    for line in now:
        if known[line]:
            known[line] -= 1
        else:
            yield line


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
