"""The pieces of a module's log in the game's terms: unit ids, places, faces, states.

It follows where each piece is and what it is called; which actions come of that is `module_log`'s
part.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from compiler.declarations import Item
from compiler.gamedata.model import GameData, Value
from compiler.hexes import Hex, HexError
from compiler.vassal.encoding import EncodingError, split_states, split_types
from compiler.vassal.names import display_map_name, main_map_name
from compiler.vassal.piece_state import PieceReading, read_piece
from compiler.vassal.state_values import first_value
from referee.actions import FieldValue, Origin
from referee.brought import NOWHERE
from referee.logs.vassal.commands import traits_of
from referee.logs.vassal.events import PIECE, PieceChanged, Place
from referee.logs.vassal.position import Position

OFF_MAP = NOWHERE
"""What a place is called that is in no hex and no box."""


LONGEST_NAME = 200
"""Characters; what has a longer id is no piece of the game."""


@dataclass(frozen=True, slots=True)
class Relocation:
    """A unit that is elsewhere than before: hex numbers, ids of boxes, or `OFF_MAP`."""

    piece_id: str
    unit: str
    start: str
    end: str


@dataclass(frozen=True, slots=True)
class Standing:
    """A unit in a position: its place, face and states."""

    unit: str
    place: str
    reading: PieceReading


@dataclass
class ModulePieces:
    """The pieces of one game's module, through all logs of a game.

    A unit is called by the id of its counter, as its property says. Of several pieces of one id (as
    many markers as players put down are alike) the second is called `id#2`, and so on. A piece that
    is removed leaves its name to the next of its kind; one that an undo brings back has its own.

    Attributes:
        data: the game.
        unread: gathers what could not be joined to the data, a line each, each thing once.
    """

    data: GameData
    unread: list[str]

    _names: dict[str, str] = field(default_factory=dict)
    _ids: dict[str, str] = field(default_factory=dict)
    _holders: dict[str, str] = field(default_factory=dict)
    _former: dict[str, str] = field(default_factory=dict)
    _taken: set[str] = field(default_factory=set)
    _copies: dict[str, int] = field(default_factory=dict)
    _places: dict[str, str] = field(default_factory=dict)
    _noted: set[str] = field(default_factory=set)

    def note(self, origin: Origin, text: str) -> None:
        """Say in `unread`, if it has not been said, what is not as it should be."""
        if text not in self._noted:
            self._noted.add(text)
            self.unread.append(f"{origin}: {text}")

    # -- following -------------------------------------------------------------------------------

    def take_stock(self, position: Position, origin: Origin) -> list[Standing]:
        """The units of a whole position, bottom first, as a log begins with it.

        Pieces that are known from an earlier log keep their names.
        """
        pieces = [piece for piece in position if piece.kind == PIECE]
        pieces.sort(key=lambda piece: piece.place.height or 0)
        for piece_id in self._names.keys() - {piece.piece_id for piece in pieces}:
            self.remove(piece_id)
        self._places = {piece.piece_id: self.place(piece.place) for piece in pieces}
        found = []
        for piece in pieces:
            reading = self.add(piece.piece_id, piece.type, piece.state, origin)
            if reading is not None:
                name = piece.piece_id
                found.append(Standing(self._names[name], self._places[name], reading))
        return found

    def unit(self, piece_id: str) -> str | None:
        """What a piece of the game is called; None if the game has no such piece."""
        return self._names.get(piece_id)

    def add(self, piece_id: str, type_text: str, state: str, origin: Origin) -> PieceReading | None:
        """Take note of a piece that comes into being; what it is, if it is one of the game's."""
        reading = self.reading(type_text, state, origin)
        if reading is None or len(reading.piece) > LONGEST_NAME:
            return None
        if piece_id not in self._names:
            unit = self._former.get(piece_id, reading.piece)
            if unit in self._taken:
                unit = self._free_name(reading.piece)
            self._names[piece_id], self._ids[piece_id] = unit, reading.piece
            self._holders[unit] = piece_id
            self._taken.add(unit)
            counter = reading.counter
            if unit != reading.piece and counter is not None and not counter.is_marker:
                self.note(origin, f"another piece {reading.piece!r}, read as {unit!r}")
        return reading

    def remove(self, piece_id: str) -> None:
        """Take note of a piece that ceases to be; its name is free."""
        unit = self._names.pop(piece_id, None)
        if unit is not None:
            self._former[piece_id] = unit
            self._taken.discard(unit)
            del self._ids[piece_id], self._holders[unit]

    def _free_name(self, unit: str) -> str:
        """The id itself, or the next of `id#2`, `id#3`… that no piece has."""
        base, free = unit.partition("#")[0], unit
        while free in self._taken:
            self._copies[base] = self._copies.get(base, 1) + 1
            free = f"{base}#{self._copies[base]}"
        return free

    def relocations(self, pieces: Iterable[str], where: Place | None) -> Iterator[Relocation]:
        """Which of these pieces are elsewhere now that they are at `where`, in their order."""
        end = OFF_MAP if where is None else self.place(where)
        for piece_id in pieces:
            start = self._places.get(piece_id, OFF_MAP)
            self._places[piece_id] = end
            unit = self._names.get(piece_id)
            if end != start and unit is not None:
                yield Relocation(piece_id, unit, start, end)

    def where(self, unit: str) -> str | None:
        """Hex number or box id of a unit's place, `OFF_MAP` in neither; None without it."""
        piece_id = self._holders.get(unit)
        return None if piece_id is None else self._places.get(piece_id, OFF_MAP)

    # -- reading ---------------------------------------------------------------------------------

    def place(self, where: Place) -> str:
        """Hex number or box id of a place, `OFF_MAP` if it is in neither."""
        map_name, x, y = where[:3]
        if map_name == main_map_name(self.data):
            hex_ = self.data.map.grid.at(x, y)
            return OFF_MAP if hex_ is None else self.data.map.number(hex_)
        for display in self.data.displays.values():
            if display_map_name(display) == map_name:
                box = display.at(x, y)
                return OFF_MAP if box is None else box.id
        return OFF_MAP

    def reading(self, type_text: str, state: str, origin: Origin) -> PieceReading | None:
        """What a piece is in the data; None, and a line in `unread`, if it is not there."""
        try:
            piece = read_piece(self.data, traits_of(type_text, state))
        except EncodingError as error:
            self.note(origin, f"a piece that cannot be read: {error}")
            return None
        if piece is not None and piece.counter is None:
            version = self.data.game.version
            self.note(origin, f"a piece {piece.piece!r} that version {version} of the data lacks")
            return None
        return piece

    def changes(self, event: PieceChanged, origin: Origin) -> Iterator[tuple[str, FieldValue]]:
        """The face and states that a change of a piece brings, as `face` or a state's id."""
        old = event.before if event.command.old is None else event.command.old
        count, telling = _telling_traits(event.type)
        was, now = split_states(old, count), split_states(event.command.new, count)
        if len(was) == len(now) and all(was[n] == now[n] for n in telling if n < len(now)):
            return
        before = self.reading(event.type, old, origin)
        after = self.reading(event.type, event.command.new, origin)
        if before is None or after is None:
            return
        if before.face != after.face:
            yield "face", after.face
        for name, value in after.states.items():
            if before.states.get(name) != value:
                yield name, plain(value)

    def changed_states(self, states: Mapping[str, Value]) -> dict[str, FieldValue]:
        """The states that are not as they are at first."""
        return {
            name: plain(value)
            for name, value in states.items()
            if value is not False
            and value is not None
            and str(value) != first_value(self.data.states[name])
        }

    # -- what lines say --------------------------------------------------------------------------

    def named(self, item: Item) -> str:
        """The unit or text that an item of a declaration names; empty for a hidden piece.

        Of several units of one id it is the one that stands where the line says.
        """
        if not item.id:
            return self._unit_called(item.text)
        pieces = [piece_id for piece_id, unit in self._ids.items() if unit == item.id]
        place = self.place_named(item.place)
        there = [piece_id for piece_id in pieces if self._places.get(piece_id) == place]
        return self._names[(there or pieces)[0]] if pieces else item.id

    def _unit_called(self, text: str) -> str:
        """The unit that is meant by an id or by a name that no other has; else the text itself."""
        known = text in self.data.counters or text in self.data.markers
        return text if known else self._by_name.get(text.strip().casefold(), text)

    @cached_property
    def _by_name(self) -> dict[str, str]:
        """Ids of the counters whose names are their own, by these in small letters."""
        counters = tuple(self.data.all_counters())
        names = Tally(counter.name.casefold() for counter in counters)
        return {c.name.casefold(): c.id for c in counters if names[c.name.casefold()] == 1}

    def side(self, unit: str) -> str | None:
        """The side that a unit belongs to; None if it is no unit of a side."""
        counter = self.data.counters.get(unit.partition("#")[0])
        return None if counter is None else counter.side

    def place_named(self, text: str) -> str:
        """The hex number or the id of the box that a line names as a place."""
        return self._boxes.get(text, text)

    def place_shown(self, text: str) -> str:
        """The place that an action names, as a piece on a map has it; `OFF_MAP` if on none."""
        try:
            return self.data.map.number(self.data.map.hex(text))
        except HexError:
            return text if text in self.data.boxes else OFF_MAP

    @cached_property
    def _boxes(self) -> dict[str, str]:
        return {box.location: name for name, (_, box) in self.data.boxes.items()}


def plain(value: Value) -> FieldValue:
    """A figure as a field of an action."""
    if isinstance(value, Hex) or not isinstance(value, (str, int, float, bool)):
        return None if value is None else str(value)
    return value


@lru_cache(maxsize=4096)
def _telling_traits(type_text: str) -> tuple[int, tuple[int, ...]]:
    """How many traits a piece has, and which of them hold its face and states."""
    types = split_types(type_text)
    kinds = ("emb2;", "PROP;", "mark;")
    return len(types), tuple(n for n, text in enumerate(types) if text.startswith(kinds))
