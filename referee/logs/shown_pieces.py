"""The pieces of a module as a log being written shows them, kept in step with a board.

It knows pieces, stacks and the commands that change them, in VASSAL's terms; which action brings a
change about is `module_writer`'s part.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from compiler.declarations import Item
from compiler.gamedata.model import GameData, Value
from compiler.hexes import Hex
from compiler.vassal.encoding import EncodingError, PieceText, Trait, join_traits
from compiler.vassal.piece_state import read_piece, with_position
from compiler.vassal.savegame import (
    STACK_TYPE,
    SaveWriter,
    Spot,
    change_command,
    move_command,
    positioned,
    remove_command,
)
from compiler.vassal.setups import COPIES, FIRST_PIECE_ID, FIRST_STACK_ID, SetupWriter, spot_of
from compiler.vassal.state_values import first_value, state_text, state_value
from compiler.vassal.states import StackState
from referee.board import Board, Location
from referee.board import Piece as BoardPiece
from referee.logs.restacking import raised

LATER_PIECE_ID = 800_000_000_000
"""Ids of pieces that come into play after the beginning; like those of set-ups, of no real game."""

OFF_ALL_MAPS = Spot(None, 0, 0)


class UnshownPieceError(ValueError):
    """A piece that the game's module does not have."""


@dataclass(slots=True)
class ShownPiece:
    """A piece as the log shows it.

    Attributes:
        piece_id: its id in the log.
        counter: the id of its counter.
        face: the face that it shows.
        traits: outermost first, at its present place.
        spot: where it lies.
        states: the states that it can show, as a reader of the log has them.
        seen: the board's piece when it was last looked at: place, face, states.
    """

    piece_id: str
    counter: str
    face: str
    traits: tuple[Trait, ...]
    spot: Spot
    states: Mapping[str, Value]
    seen: tuple[Location, str, dict[str, object]]


class ShownPieces:
    """All pieces that a log shows; `bring` alone changes them after the beginning."""

    def __init__(self, data: GameData, setups: SetupWriter) -> None:
        self._data = data
        self._setups = setups
        self._pieces: dict[str, ShownPiece] = {}
        self._stacks: dict[Spot, list[str]] = {}
        self._spots: dict[Location, Spot | None] = {None: None}
        self._copies: dict[str, int] = {}
        self._stack_count = 0
        self._later = 0

    def __contains__(self, unit: object) -> bool:
        return unit in self._pieces

    # -- the beginning ---------------------------------------------------------------------------

    def begin(self, board: Board[Any], save: SaveWriter) -> None:
        """Show a whole position at the beginning of a file.

        Raises:
            UnshownPieceError: the module has no such piece.
        """
        for piece in board.pieces.values():
            spot = self._spot(piece.place)
            if spot is not None:
                self._make(piece, self._first_id(piece), spot)
        for hex_, units in board.occupants.items():
            if (spot := self._spot(hex_)) is not None:
                self._stacks[spot] = list(units)
        for spot, units in self._stacks.items():
            texts = [PieceText(p.piece_id, p.traits) for p in map(self._pieces.__getitem__, units)]
            save.add_stack(self._stack_id(), spot.map or "", spot.x, spot.y, texts)

    def _first_id(self, piece: BoardPiece) -> str:
        """The id that a set-up gives a piece: by its number in the palette."""
        try:
            slot = self._setups.slot_of(piece.id, piece.counter.id)
        except EncodingError as error:
            raise UnshownPieceError(str(error)) from None
        number = self._copies[slot.piece] = self._copies.get(slot.piece, -1) + 1
        if number >= COPIES:
            raise UnshownPieceError(f"more than {COPIES} pieces {slot.piece} in one position")
        return str(FIRST_PIECE_ID + int(slot.gpid.rpartition(":")[2]) * COPIES + number)

    # -- names -----------------------------------------------------------------------------------

    def item(self, unit: str) -> Item:
        """A unit as a line of the log names it: name, id and where it lies."""
        base = unit.partition("#")[0]
        counter = self._data.counters.get(base) or self._data.markers.get(base)
        shown = self._pieces.get(unit)
        place = "" if shown is None else self._place_name(shown.seen[0])
        return Item("" if counter is None else counter.name, unit, place)

    def _place_name(self, place: Location) -> str:
        if isinstance(place, Hex):
            return self._data.map.number(place)
        return "" if place is None else self._data.boxes[place][1].location

    def _spot(self, place: Location) -> Spot | None:
        """Where a piece lies that is in a hex or box; None where no map has the place."""
        if place not in self._spots:
            try:
                found = spot_of(self._data, place) if place is not None else None
            except EncodingError:
                found = None
            self._spots[place] = None if found is None else Spot(found.map, found.x, found.y)
        return self._spots[place]

    # -- keeping in step -------------------------------------------------------------------------

    def bring(self, board: Board[Any]) -> list[str]:
        """The commands that make the pieces be as the board has them; none if they are.

        Raises:
            UnshownPieceError: the board has a piece that the module lacks.
        """
        made: list[str] = []
        for unit in [unit for unit in self._pieces if unit not in board.pieces]:
            made += self._remove(unit)
        moved: list[BoardPiece] = []
        for piece in board.pieces.values():
            shown = self._pieces.get(piece.id)
            now = (piece.place, piece.face, piece.states)
            if shown is not None and shown.seen == now and shown.counter == piece.counter.id:
                continue
            moved += self._follow(piece, shown, made)
        made += self._carry(moved, board)
        return made + self._in_stack_order(board)

    def _follow(
        self, piece: BoardPiece, shown: ShownPiece | None, made: list[str]
    ) -> Iterator[BoardPiece]:
        """Have a piece be what it is on the board; it is given back if it has to go elsewhere."""
        spot = self._spot(piece.place)
        if shown is not None and (spot is None or shown.counter != piece.counter.id):
            made += self._remove(piece.id)
            shown = None
        if spot is None:
            return
        if shown is None:
            self._later += 1
            shown = self._make(piece, str(LATER_PIECE_ID + self._later), None)
            made.append(PieceText(shown.piece_id, shown.traits).encode())
        else:
            made += self._change(piece, shown)
        if shown.spot != spot:
            yield piece

    def _carry(self, moved: Iterable[BoardPiece], board: Board[Any]) -> Iterator[str]:
        """Move pieces to where the board has them, those of one hex bottom first."""
        order = {
            unit: height
            for place in {piece.place for piece in moved}
            if isinstance(place, Hex)
            for height, unit in enumerate(board.occupants.get(place, ()))
        }
        for piece in sorted(moved, key=lambda piece: order.get(piece.id, 0)):
            spot = self._spot(piece.place)
            if spot is not None:
                yield from self._move(piece.id, spot)

    def _in_stack_order(self, board: Board[Any]) -> list[str]:
        """Raise pieces until every stack lies as the board has it."""
        made: list[str] = []
        for hex_, units in board.occupants.items():
            spot = self._spot(hex_)
            have = None if spot is None else self._stacks.get(spot)
            if spot is None or have is None or have == units:
                continue
            for unit in raised(have, units):
                made += self._move(unit, spot)
        return made

    def _make(self, piece: BoardPiece, piece_id: str, spot: Spot | None) -> ShownPiece:
        """A piece that was not shown so far, off all maps unless a spot is given."""
        if piece.id.partition("#")[0] != piece.counter.id:
            raise UnshownPieceError(
                f"the piece {piece.id!r} is a counter {piece.counter.id!r}: a module's pieces are"
                f" called after their counters, {piece.counter.id!r} or {piece.counter.id + '#2'!r}"
            )
        try:
            faces = self._setups.slot_of(piece.id, piece.counter.id).faces
            face = piece.face if piece.face in faces else faces[0]
            traits = self._setups.traits_of(piece.id, piece.counter.id, face, {})
        except EncodingError as error:
            raise UnshownPieceError(str(error)) from None
        reading = read_piece(self._data, traits)
        states = {} if reading is None else reading.states
        seen = (piece.place, piece.face, dict(piece.states))
        shown = ShownPiece(piece_id, piece.counter.id, face, traits, OFF_ALL_MAPS, states, seen)
        self._set(shown, piece)
        self._pieces[piece.id] = shown
        if spot is not None:
            self._lay(piece.id, spot)
        return shown

    def _remove(self, unit: str) -> list[str]:
        shown = self._pieces[unit]
        self._lift(unit)
        del self._pieces[unit]
        return [remove_command(shown.piece_id)]

    def _change(self, piece: BoardPiece, shown: ShownPiece) -> list[str]:
        """Turn a piece over and set its states, as far as it can show them."""
        before = shown.traits
        self._set(shown, piece)
        if shown.traits == before:
            return []
        old, new = ([trait.state for trait in traits] for traits in (before, shown.traits))
        return [change_command(shown.piece_id, join_traits(new), join_traits(old))]

    def _set(self, shown: ShownPiece, piece: BoardPiece) -> None:
        shown.seen = (piece.place, piece.face, dict(piece.states))
        states = {name: self._shown_value(name, piece, shown) for name in shown.states}
        faces = self._setups.slot_of(piece.id, piece.counter.id).faces
        if piece.face in faces:
            shown.face = piece.face
        level = faces.index(shown.face) + 1
        shown.traits = with_position(self._data, shown.traits, piece.id, level, states)
        shown.states = states

    def _shown_value(self, name: str, piece: BoardPiece, shown: ShownPiece) -> Value:
        """The value of a state on the board; what the piece cannot show leaves it as it is."""
        state = self._data.states[name]
        value = piece.states.get(name)
        if value is None or value is False:
            value = False if state.type == "flag" else first_value(state)
            return int(value) if state.type == "level" else value
        if value is True and state.type != "flag":
            return shown.states[name]
        try:
            return state_value(state, state_text(name, state, _figure(value)))
        except EncodingError:
            return shown.states[name]

    # -- stacks ----------------------------------------------------------------------------------

    def _move(self, unit: str, spot: Spot) -> list[str]:
        """Put a piece on top of whatever lies at a spot; alone it gets a stack of its own."""
        shown = self._pieces[unit]
        start = shown.spot
        others = [each for each in self._stacks.get(spot, ()) if each != unit]
        under = self._pieces[others[-1]].piece_id if others else None
        self._lift(unit)
        self._lay(unit, spot)
        goal = Spot(spot.map, spot.x, spot.y, under)
        made = [move_command(shown.piece_id, start, goal)]
        if under is None:
            state = StackState(spot.map, spot.x, spot.y, (shown.piece_id,))
            made.append(PieceText(self._stack_id(), (Trait(STACK_TYPE, state.encode()),)).encode())
        return made

    def _stack_id(self) -> str:
        self._stack_count += 1
        return str(FIRST_STACK_ID + self._stack_count - 1)

    def _lift(self, unit: str) -> None:
        spot = self._pieces[unit].spot
        if spot.map is not None:
            here = self._stacks[spot]
            here.remove(unit)
            if not here:
                del self._stacks[spot]

    def _lay(self, unit: str, spot: Spot) -> None:
        shown = self._pieces[unit]
        text = positioned(PieceText(shown.piece_id, shown.traits), spot.map, spot.x, spot.y)
        shown.spot, shown.traits = spot, text.traits
        self._stacks.setdefault(spot, []).append(unit)


def _figure(value: object) -> Value:
    return value if isinstance(value, (str, int, float, bool)) else str(value)
