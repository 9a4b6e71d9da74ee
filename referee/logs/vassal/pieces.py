"""A piece, stack or deck as it stands in a position.

It knows what it is and where it is; how it gets elsewhere is `position`'s part.
"""

from __future__ import annotations

from compiler.vassal.encoding import Trait, decode_sequence, split_types
from referee.logs.vassal.commands import traits_of
from referee.logs.vassal.events import DECK, PIECE, Place

Ground = tuple[str, int, int]
"""A map and map pixels."""


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
        ground: for the position's own use, the place under which a stack can be found.
    """

    __slots__ = (
        "_stacks",
        "ground",
        "kind",
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
        self.members: list[Piece] = []
        self.number = number
        self.ground: Ground | None = None
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
        if self.stack is None:
            return Place(self.map, self.x, self.y)
        index = self.stack.members.index(self)
        return Place(self.map, self.x, self.y, self.stack.piece_id, index)

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

    def _owner(self, kind: str) -> str | None:
        for trait in self.traits:
            if trait.kind == kind:
                owner = decode_sequence(trait.state, ";")[0]
                if owner not in ("", "null"):
                    return owner
        return None


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
