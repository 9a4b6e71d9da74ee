"""Declarations out of lines: what players announce in the chat, and what they write in their notes.

Lines that follow one another in the chat may be one declaration; a line of a note is one by itself.
The way that a line gives its units is kept for their next move.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pydantic import ValidationError

from compiler.declarations import Declaration, Item, Joiner, Line
from compiler.gamedata.faults import nearest
from compiler.gamedata.model import GameData
from compiler.vassal.names import side_id
from referee.actions import Action, Declare, FieldValue, Note, Origin
from referee.logs.module_pieces import ModulePieces
from referee.logs.private_notes import NoteBook, Writing
from referee.logs.vassal import commands

OwnersCommand = commands.Player | commands.PlayerLeaves | commands.Note
"""A note, and what tells whose the notes of a player are."""

PATH = "path"
"""The field of a declaration that gives the way its units take next: hex numbers in order."""
SIDE = "side"

_BETWEEN_HEXES = re.compile(r"[^0-9A-Za-z.]+")


def refusal(error: ValidationError, origin: Origin) -> str:
    """Why a log holds no action where it seems to, in a line that shows nothing of its text."""
    fault = error.errors(include_url=False, include_input=False)[0]
    return f"{origin}: {error.title}: {fault['msg']}"


@dataclass
class Announcements:
    """What is announced in the logs of a game, one line after the other.

    `unread` gathers what could not be joined to the data, a line each.
    """

    data: GameData
    pieces: ModulePieces
    unread: list[str]
    notes: NoteBook

    _joiner: Joiner = field(default_factory=Joiner)
    _said_at: Origin = field(default_factory=Origin)
    _ways: dict[str, tuple[str, ...]] = field(default_factory=dict)

    # -- in the chat -----------------------------------------------------------------------------

    def add(self, line: Line, origin: Origin) -> Iterator[Declare]:
        """Take a line; the declaration before it, unless the line goes on with that."""
        done = self._joiner.add(line)
        if done is not None:
            yield from self._declare(done, self._said_at)
        self._said_at = origin

    def finish(self) -> Iterator[Declare]:
        """The declaration that is still open, if any."""
        done = self._joiner.finish()
        if done is not None:
            yield from self._declare(done, self._said_at)

    def way(self, units: tuple[str, ...], start: str, end: str) -> tuple[tuple[str, ...], bool]:
        """The path of a move, and whether it is complete: as announced, or its ends alone."""
        ways = {self._ways.get(unit, ()) for unit in units}
        way = ways.pop()
        if ways or len(way) < 2 or (way[0], way[-1]) != (start, end):
            return (start, end), False
        for unit in units:
            del self._ways[unit]
        return way, True

    def _declare(self, said: Declaration, at: Origin) -> Iterator[Declare]:
        values: dict[str, FieldValue] = {
            name: items[0] if len(items) == 1 else tuple(items)
            for name, items in said.values.items()
        }
        units = self._named(said.units)
        for name, items in (("supports", said.supports), ("targets", said.targets)):
            if named := self._named(items):
                values[name] = named
        side = side_id(self.data, str(values.get(SIDE, "")))
        if side is not None:
            values[SIDE] = side
        if PATH in said.values:
            way = _BETWEEN_HEXES.split(" ".join(said.values[PATH]).strip())
            self._ways.update(dict.fromkeys(units, tuple(way)))
        places = [self.pieces.place_named(place) for place in said.target_places]
        try:
            yield Declare(
                verb=said.verb,
                units=units,
                target=places[0] if places else None,
                values=values,
                side=side,
            ).located(at)
        except ValidationError as error:
            self.unread.append(refusal(error, at))

    def _named(self, items: Iterable[Item]) -> tuple[str, ...]:
        """The units that items name; a hidden one has no name."""
        return tuple(filter(None, map(self.pieces.named, items)))

    # -- in notes --------------------------------------------------------------------------------

    def written(self, own: OwnersCommand, origin: Origin) -> Iterator[Action]:
        """What a note declares in secret, or that it does.

        That a player takes a side, or leaves it, tells only whose his notes are.
        """
        if not isinstance(own, commands.Note):
            self.notes.take_seat(own)
            return
        writing = self.notes.write(own)
        if writing is None:
            return
        self.unread += [f"{origin}: {fault}" for fault in writing.faults]
        if writing.sealed:
            yield Note(side=writing.side).located(origin)
        for line in writing.struck:
            yield from self._declare_in_secret(line, writing, origin, struck=True)
        for line in writing.lines:
            yield from self._declare_in_secret(line, writing, origin)

    def _declare_in_secret(
        self, line: Line, writing: Writing, origin: Origin, *, struck: bool = False
    ) -> Iterator[Declare]:
        joiner = Joiner()
        joiner.add(line)
        said = joiner.finish()
        for declared in () if said is None else self._declare(said, origin):
            values = {name: value for name, value in declared.values.items() if name != SIDE}
            side = writing.side or declared.side
            if self._are_of(side, declared.units, origin):
                changes = {"secret": True, "struck": struck, "side": side, "values": values}
                yield declared.model_copy(update=changes).located(origin)

    def _are_of(self, side: str | None, units: Iterable[str], origin: Origin) -> bool:
        """Whether a note is about units of the side that wrote it; what is not goes to `unread`."""
        for unit in units:
            owner = self.pieces.side(unit)
            if owner is None:
                likely = nearest(unit, self.data.counters)
                self.unread.append(
                    f"{origin}: a note names {unit!r}, which is no unit; expected a unit's id or"
                    f" name{'; ' + likely if likely else ''}"
                )
                return False
            if side is not None and owner != side:
                self.unread.append(
                    f"{origin}: a note of the {self.data.sides[side].name} side names {unit!r},"
                    " a unit of the other; expected its own units"
                )
                return False
        return True
