"""Pieces let go beside all hexes and boxes: put right at once it was a slip of the hand.

So long as nothing else is done but talk, the piece counts as still held: where it is then let go is
where it went from its place. Left where it is, it is out of play since it was dropped there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby

from referee.actions import Origin, Remove
from referee.logs.module_pieces import Relocation
from referee.logs.vassal import commands
from referee.logs.vassal.chat import PLAYER, read_line
from referee.logs.vassal.events import Event, PieceMoved


@dataclass(slots=True)
class Slips:
    """The pieces that lie beside all places since the last thing that was done."""

    _held: dict[str, tuple[Relocation, Origin]] = field(default_factory=dict)

    def drop(self, gone: Iterable[Relocation], origin: Origin) -> None:
        """Take note of pieces that a step lets go beside all places."""
        self._held.update((each.piece_id, (each, origin)) for each in gone)

    def picked_up(self, moved: Iterable[Relocation]) -> Iterator[Relocation]:
        """The same moves: of a piece that was dropped from the place it had before."""
        for each in moved:
            dropped = self._held.pop(each.piece_id, None)
            if dropped is None:
                yield each
            elif dropped[0].start != each.end:
                yield replace(each, start=dropped[0].start)

    def settle(self, events: Iterable[Event] = ()) -> Iterator[Remove]:
        """The removals of what was dropped, unless what happens next may still put it right."""
        if not self._held or (events and self._leave_open(events)):
            return
        held, self._held = list(self._held.values()), {}
        for origin, alike in groupby(held, key=lambda each: each[1]):
            yield Remove(units=tuple(gone.unit for gone, _ in alike)).located(origin)

    def _leave_open(self, events: Iterable[Event]) -> bool:
        """Whether events are talk alone, or pick up what was dropped."""
        talk = True
        for event in events:
            if isinstance(event, PieceMoved) and not self._held.keys().isdisjoint(event.pieces):
                return True
            talk = talk and isinstance(event, commands.Chat) and _is_talk(event)
        return talk


def _is_talk(said: commands.Chat) -> bool:
    line = read_line(said.text)
    return line.kind == PLAYER and not line.text.lstrip().startswith(">")
