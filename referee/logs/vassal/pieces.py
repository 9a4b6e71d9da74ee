"""A piece, stack or deck as it stands in a position.

It knows what it is and where it is; how it gets elsewhere is `position`'s part.
"""

from __future__ import annotations

from typing import Final

from compiler.vassal.encoding import TAB, Trait, decode_sequence, split_states, split_types
from referee.logs.vassal.commands import traits_of
from referee.logs.vassal.events import DECK, PIECE, Place

NONE: Final[list[Piece]] = []
"""The members of whatever has none: most stacks of a long game are empty. Nothing is put in."""

_new = tuple.__new__
"""Makes a `Place` in half the time that `Place()` takes: there are two for every move."""


class Piece:
    """A piece, stack or deck in the position; only the position changes it.

    Attributes:
        piece_id: its id.
        kind: `piece`, `stack` or `deck`.
        type, state: the chains of its traits; the place is in the attributes, not in the state.
        map, x, y: where it is, in map pixels; map is None off all maps.
        stack: the stack or deck it lies in, None if in none.
        members: the pieces in a stack or deck, bottom first.
        number: counts the pieces in the order in which they came into being.
        beside: for the position's own use, those that stand at its place, itself among them; None
            if it stands nowhere.
        left: where it lay when its stack was removed and it went off the map with it; None if it
            has moved since.
    """

    __slots__ = (
        "_stacks",
        "beside",
        "kind",
        "left",
        "map",
        "members",
        "number",
        "piece_id",
        "stack",
        "state",
        "type",
        "x",
        "y",
    )

    def __init__(self, piece_id: str, kind: str, type_text: str, state: str, number: int) -> None:
        self.piece_id = piece_id
        self.kind = kind
        self.type = type_text
        self.state = state
        self.map: str | None = None
        self.x = 0
        self.y = 0
        self.stack: Piece | None = None
        self.members = NONE
        self.number = number
        self.beside: list[Piece] | None = None
        self.left: Place | None = None
        self._stacks: bool | None = None

    def __repr__(self) -> str:
        return f"<{self.kind} {self.piece_id} {self.name!r} at {self.map}:{self.x},{self.y}>"

    @property
    def traits(self) -> tuple[Trait, ...]:
        """Its traits, outermost first."""
        return traits_of(self.type, self.state)

    @property
    def name(self) -> str:
        """The name of its BasicPiece or deck; empty for a stack."""
        fields = decode_sequence(split_types(self.type)[-1], ";")
        index = {PIECE: 4, DECK: 13}.get(self.kind, len(fields))
        return fields[index] if index < len(fields) else ""

    @property
    def place(self) -> Place:
        """Where it is."""
        return place_of(self)

    @property
    def mask_owner(self) -> str | None:
        """Who has masked it (a player's token or a side), None if it lies open."""
        return self._owner("obs")

    @property
    def hidden_by(self) -> str | None:
        """Who has made it invisible (a player's token or a side), None if it is visible."""
        return self._owner("hide")

    @property
    def stacks(self) -> bool:
        """Whether it joins stacks: it is no Mat and does not have Does Not Stack."""
        if self._stacks is None:
            self._stacks = _joins_stacks(self.type)
        return self._stacks

    def basic_state(self, state: str) -> str:
        """The state of its BasicPiece, the last in a chain of its states."""
        if "'" not in state and state.count(TAB) == self.type.count(TAB):
            return state.rpartition(TAB)[2]
        return split_states(state, len(split_types(self.type)))[-1]

    def is_placed_by(self, new: str, old: str | None) -> bool:
        """Whether a change of state says that it is elsewhere: its BasicPiece tells where.

        VASSAL heeds that only if the old state tells another place; but what the program that wrote
        the log says is where it had the piece. Old versions write `null` for the map of pieces that
        are on one: that says nothing unless it is news.
        """
        basic = self.basic_state(new)
        if basic.startswith(f"{self.map};{self.x};{self.y};"):
            return False
        if old is None or not basic.startswith("null;"):
            return True
        return basic != self.basic_state(old)

    def members_after(self, new: list[str], old: list[str]) -> list[str]:
        """The ids of a stack's members after a change from `old` to `new`: others that it has stay.

        Each of those stays upon the piece that it lay upon, the lowest at the bottom.
        """
        present = [member.piece_id for member in self.members]
        named = {*new, *old}
        if named.issuperset(present):
            return new
        merged = list(new)
        for index, piece_id in enumerate(present):
            if piece_id not in named:
                below = present[index - 1] if index else ""
                merged.insert(merged.index(below) + 1 if below in merged else 0, piece_id)
        return merged

    def _owner(self, kind: str) -> str | None:
        for trait in self.traits:
            if trait.kind == kind:
                owner = decode_sequence(trait.state, ";")[0]
                if owner not in ("", "null"):
                    return owner
        return None


def place_of(piece: Piece) -> Place:
    """Where a piece is, as `Piece.place` says; asked for every event, twice for a move."""
    stack = piece.stack
    if stack is None:
        return _new(Place, (piece.map, piece.x, piece.y, None, None))
    height = stack.members.index(piece)
    return _new(Place, (piece.map, piece.x, piece.y, stack.piece_id, height))


def _joins_stacks(type_text: str) -> bool:
    if "immob;" not in type_text and "mat;" not in type_text:
        return True
    for text in split_types(type_text):
        if text.startswith("mat;"):
            return False
        if text.startswith("immob;"):
            fields = decode_sequence(text, ";")
            if len(fields) < 4 or not fields[3].startswith("L"):
                return False
    return True
