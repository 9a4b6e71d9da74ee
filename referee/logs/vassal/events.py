"""What happened in a game: commands together with where the pieces were and where they came to be.

Commands that concern no pieces are events as they are (`commands.OtherCommand`). Events are plain
values that nothing changes, though not frozen, as `commands` says; `position` makes them and
`jsonlines` writes them down.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from compiler.vassal.encoding import Trait, split_types
from referee.logs.vassal.commands import (
    AddPiece,
    ChangePiece,
    MovePiece,
    OtherCommand,
    RemovePiece,
    traits_of,
)

PIECE, STACK, DECK, NOTHING = "piece", "stack", "deck", "unknown"
"""Kinds of what a command concerns; `unknown` if there is nothing with its id."""


class Place(NamedTuple):
    """Where a piece is.

    Attributes:
        map: name of the map, None off all maps.
        x, y: map pixels.
        stack: id of the stack or deck it lies in, None if in none.
        height: how many pieces of that stack lie below it; None if in none.
    """

    map: str | None
    x: int
    y: int
    stack: str | None = None
    height: int | None = None


@dataclass(frozen=True, slots=True)
class TraitChange:
    """The state of one trait before and after; `index` counts from the outermost trait."""

    index: int
    trait: str
    old: str
    new: str


@dataclass(slots=True)
class PieceAdded:
    """A piece, stack or deck came into being; a new stack may gather pieces that are there.

    Attributes:
        command: what the log says.
        kind: `piece`, `stack` or `deck`.
        place: where it is.
        members: ids of the pieces in a stack or deck, bottom first.
    """

    command: AddPiece
    kind: str
    place: Place
    members: tuple[str, ...] = ()


@dataclass(slots=True)
class PieceRemoved:
    """A piece, stack or deck ceased to be.

    Attributes:
        command: what the log says.
        kind: `piece`, `stack`, `deck`, or `unknown` if nothing had this id.
        type, state: what it was and what it was like; empty if unknown.
        place: where it was, None if unknown.
    """

    command: RemovePiece
    kind: str
    type: str = ""
    state: str = ""
    place: Place | None = None

    @property
    def traits(self) -> tuple[Trait, ...]:
        """The traits of what was removed, outermost first."""
        return traits_of(self.type, self.state) if self.type else ()


@dataclass(slots=True)
class PieceChanged:
    """The state of a piece changed: turned over, marked, masked, rotated, labelled.

    Attributes:
        command: what the log says.
        kind: `piece`, or `unknown` if nothing has this id.
        type: what the piece is; empty if unknown.
        before: its state before the command in the replay.
        place: where it is, None if unknown.
    """

    command: ChangePiece
    kind: str
    type: str = ""
    before: str = ""
    place: Place | None = None

    @property
    def changes(self) -> tuple[TraitChange, ...]:
        """The traits whose states differ, outermost first.

        The last trait is the BasicPiece; in it VASSAL notes where the piece was before, so that it
        changes with every move.
        """
        types = split_types(self.type) if self.type else []
        old = self.before if self.command.old is None else self.command.old
        before = traits_of(self.type, old) if types else ()
        after = traits_of(self.type, self.command.new) if types else ()
        return tuple(
            TraitChange(index, was.type, was.state, now.state)
            for index, (was, now) in enumerate(zip(before, after, strict=True))
            if was.state != now.state
        )


@dataclass(slots=True)
class StackChanged:
    """The order, the members or the place of a stack or deck changed, for example by a shuffle.

    Attributes:
        command: what the log says.
        kind: `stack` or `deck`.
        start, end: where it was and where it is.
        old_members, new_members: ids of its pieces, bottom first.
    """

    command: ChangePiece
    kind: str
    start: Place
    end: Place
    old_members: tuple[str, ...]
    new_members: tuple[str, ...]


@dataclass(slots=True)
class PieceMoved:
    """A piece moved, or a stack with all its members.

    Attributes:
        command: what the log says, its own account of the start included.
        kind: `piece`, `stack`, `deck`, or `unknown` if nothing has this id.
        pieces: ids of the pieces that moved, bottom first: the piece, or the members of the stack.
        start, end: where they were and where they are; None if unknown.
    """

    command: MovePiece
    kind: str
    pieces: tuple[str, ...]
    start: Place | None
    end: Place | None

    @property
    def agrees(self) -> bool:
        """Whether the start in the log is where the replay has the piece."""
        if self.start is None:
            return False
        said = (self.command.old_map, self.command.old_x, self.command.old_y)
        return said == (self.start.map, self.start.x, self.start.y) or (
            said[0] is None and self.start.map is None
        )


PieceEvent = PieceAdded | PieceRemoved | PieceChanged | StackChanged | PieceMoved
Event = PieceEvent | OtherCommand
