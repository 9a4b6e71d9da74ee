"""Changes in the order of a stack, in which nothing goes elsewhere: who lies upon whom.

A player drops a piece on its own stack or shifts it with the arrow keys. An action tells it as a
move that stays in its hex and puts its pieces on top, one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from referee.actions import Move
from referee.logs.module_pieces import OFF_MAP, ModulePieces
from referee.logs.vassal.events import PIECE, Event, PieceMoved, Place, StackChanged
from referee.logs.vassal.position import Position


def restacked(event: Event, position: Position, pieces: ModulePieces) -> Iterator[Move]:
    """The move that an event comes to if it changes the order of a stack in a hex and no more."""
    match event:
        case StackChanged(start=before, end=end, old_members=have, new_members=want):
            if before[:3] != end[:3] or set(have) != set(want):
                return
        case PieceMoved(kind=kind, pieces=(piece,), start=Place() as start, end=Place() as end):
            stack = position.get(end.stack or "")
            if kind != PIECE or stack is None or start.stack != end.stack:
                return
            want = tuple(member.piece_id for member in stack.members)
            others = [member for member in want if member != piece]
            have = (*others[: start.height], piece, *others[start.height :])
        case _:
            return
    where = pieces.place(end)
    units = tuple(filter(None, map(pieces.unit, raised(have, want))))
    if units and where != OFF_MAP and where not in pieces.data.boxes:
        yield Move(units=units, path=(where,))


def raised(have: Iterable[str], want: Sequence[str]) -> Sequence[str]:
    """Which pieces of a stack have to be put on top, one after the other, for it to lie as wanted.

    Both orders are given bottom first.

    >>> raised(["a", "b", "c"], ["b", "c", "a"]), raised(["a", "b", "c"], ["c", "b", "a"])
    (['a'], ['b', 'a'])
    """
    left = iter(have)
    kept = 0
    for unit in want:
        if unit not in left:
            break
        kept += 1
    return want[kept:]
