"""Board: the mutable position of one game, changed by `apply` alone.

It knows pieces, places, faces, states, the turn and the phase. What only one game has (weather,
ammunition, obligations still owed) is in `state`, an object of the game's own type.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar, cast

from compiler.gamedata.model import Counter, GameData, ScenarioData, SequencePhase, Value
from compiler.hexes import Hex, HexError
from compiler.vassal.state_values import first_value
from referee.actions import (
    Action,
    BeginPhase,
    Move,
    PhaseEnds,
    PieceAt,
    Place,
    Position,
    Remove,
    SetState,
)
from referee.rulebook import Rulebook

S = TypeVar("S")
T = TypeVar("T")

Location = Hex | str | None
"""A hex of the map, the name of a box on a display, or None when out of play."""


class BoardError(ValueError):
    """The log names something that the game or the position does not have."""


class NoPieceError(BoardError):
    """The log names a piece that is not in play: `name`."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no piece called {name!r} is in play")
        self.name = name


@dataclass(slots=True)
class Piece:
    """A piece in play."""

    id: str
    counter: Counter
    place: Location
    face: str
    states: dict[str, object] = field(default_factory=dict)

    @property
    def side(self) -> str | None:
        """Id of the side it belongs to."""
        return self.counter.side

    @property
    def name(self) -> str:
        """What players call it."""
        return self.counter.name

    def value(self, column: str) -> Value:
        """The figure in a column of its present face."""
        return self.counter.value(column, self.face)

    def flag(self, state: str) -> bool:
        """Whether a state is on."""
        return bool(self.states.get(state))

    def level(self, state: str) -> int:
        """A state as a whole number, 0 where it is not set."""
        value = self.states.get(state, 0)
        return value if isinstance(value, int) else 0


@dataclass(frozen=True, slots=True)
class MoveRecord:
    """One move of the present phase as it was made."""

    units: tuple[str, ...]
    start: Location
    end: Location
    side: str | None


class Board(Generic[S]):
    """The position: pieces, turn, phase, and the game's own `state`.

    >>> # board = game.new_board("breakout"); board.apply(action)
    """

    def __init__(
        self,
        data: GameData,
        rulebook: Rulebook,
        scenario: ScenarioData | None,
        new_state: Callable[[GameData, ScenarioData | None], S],
        options: Iterable[str] = (),
    ) -> None:
        self.data = data
        self.rulebook = rulebook
        self.scenario = scenario
        self.options = frozenset(options)
        self.pieces: dict[str, Piece] = {}
        self.turn = 0
        self.phase: SequencePhase | None = None
        self.first_player: str | None = scenario.first_player if scenario else None
        self.moves: list[MoveRecord] = []
        """Moves of the present phase, in order."""
        self.occupants: dict[Hex, list[str]] = {}
        """Hex to the ids of the pieces in it, bottom first."""
        self.resumed = False
        """Whether a saved position took the place of the set-up: play may go on from any phase."""
        self._derived: dict[object, object] = {}
        self._constant: dict[object, object] = {}
        self._kept: dict[object, tuple[object, object]] = {}
        self.state: S = new_state(data, scenario)
        if scenario is not None:
            self._set_up(scenario)

    def _set_up(self, scenario: ScenarioData) -> None:
        for piece in scenario.setup:
            counter = self.counter(piece.counter)
            self._put(
                Piece(piece.piece, counter, None, piece.face, dict(piece.states)), piece.place
            )

    # -- looking ------------------------------------------------------

    def counter(self, name: str) -> Counter:
        """The counter of that id; copies (`id#2`) share one. Raises `BoardError`."""
        base = name.partition("#")[0]
        found = self.data.counters.get(base) or self.data.markers.get(base)
        if found is None:
            raise BoardError(f"no counter is called {name!r} in {self.data.id}")
        return found

    def piece(self, name: str) -> Piece:
        """The piece of that id. Raises `NoPieceError` when none is in play."""
        try:
            return self.pieces[name]
        except KeyError:
            raise NoPieceError(name) from None

    def location(self, text: str) -> Location:
        """The hex of a number, or the text itself as the name of a box."""
        try:
            return self.data.map.hex(text)
        except HexError:
            return text

    def number(self, place: Location) -> str:
        """Hex number, or the box's name; empty when out of play."""
        if place is None:
            return ""
        return place if isinstance(place, str) else self.data.map.number(place)

    def at(self, hex_: Hex) -> Iterator[Piece]:
        """Pieces in a hex, bottom first, markers included."""
        for name in self.occupants.get(hex_, ()):
            yield self.pieces[name]

    def units_at(self, hex_: Hex) -> Iterator[Piece]:
        """Pieces in a hex that are not markers."""
        return (piece for piece in self.at(hex_) if not piece.counter.is_marker)

    def on_map(self, side: str | None = None) -> Iterator[Piece]:
        """Units on the map, of one side if given."""
        for names in self.occupants.values():
            for name in names:
                piece = self.pieces[name]
                if not piece.counter.is_marker and (side is None or piece.side == side):
                    yield piece

    def side_of(self, role: str) -> str | None:
        """The side behind `first` or `second`; a side's own id; None for `both` and `none`."""
        if role == "first":
            return self.first_player
        if role == "second":
            return self.data.opponent(self.first_player) if self.first_player else None
        return role if role in self.data.sides else None

    @property
    def acting(self) -> frozenset[str]:
        """Ids of the sides that may act in this phase."""
        if self.phase is None or self.phase.acting == "none":
            return frozenset()
        if self.phase.acting == "both":
            return frozenset(self.data.sides)
        side = self.side_of(self.phase.acting)
        return frozenset() if side is None else frozenset({side})

    @property
    def phasing(self) -> str | None:
        """Id of the side whose section it is."""
        return None if self.phase is None else self.side_of(self.phase.player)

    @property
    def turn_values(self) -> Mapping[str, str | int | float | bool]:
        """The scenario's values for this turn (month, weather…); empty outside its turn record."""
        if self.scenario is None or not 1 <= self.turn <= len(self.scenario.turns):
            return {}
        return self.scenario.turns[self.turn - 1][1]

    @property
    def turn_label(self) -> str:
        """What the turn record calls this turn."""
        if self.scenario is None or not 1 <= self.turn <= len(self.scenario.turns):
            return str(self.turn)
        return self.scenario.turns[self.turn - 1][0]

    def derived(self, key: object, make: Callable[[Board[S]], T]) -> T:
        """What `make` works out from this position, kept under `key` until the position changes."""
        if key not in self._derived:
            self._derived[key] = make(self)
        return cast("T", self._derived[key])

    def kept(self, key: object, depends: object, make: Callable[[Board[S]], T]) -> T:
        """What `make` works out, kept under `key` for as long as what it depends on stays equal.

        It spares work that is much dearer than a comparison. `make` may look at nothing else.
        """
        known = self._kept.get(key)
        if known is None or known[0] != depends:
            known = self._kept[key] = depends, make(self)
        return cast("T", known[1])

    def constant(self, key: object, make: Callable[[GameData], T]) -> T:
        """What `make` works out from the game's data, kept under `key` for good."""
        if key not in self._constant:
            self._constant[key] = make(self.data)
        return cast("T", self._constant[key])

    # -- changing -----------------------------------------------------

    def apply(self, action: Action) -> None:
        """Change the position as the players did, legal or not, then run the game's effects.

        Raises `BoardError` when the action names a piece or counter that is not there.
        """
        self.rulebook.apply(action, self, before=True)
        match action:
            case BeginPhase():
                self._begin(action)
            case Move():
                self._move(action)
            case Place():
                self._place(action)
            case Remove():
                for name in action.units:
                    self._lift(self.piece(name))
                    del self.pieces[name]
            case SetState(unit=str(name)):
                self._set(self.piece(name), action)
            case Position():
                self._replace(action)
            case _:
                pass
        self._derived.clear()
        self.rulebook.apply(action, self, before=False)
        self._derived.clear()

    def relocate(self, piece: Piece, place: Location) -> None:
        """Put a piece elsewhere, or into play; for the effects of a game's rules alone."""
        known = self.pieces.get(piece.id)
        if known is not None:
            self._lift(known)
        self._put(piece, place)
        self._derived.clear()

    def _begin(self, action: BeginPhase) -> None:
        phase = self.data.sequence.by_id.get(action.phase)
        if phase is None:
            raise BoardError(f"the sequence of play has no phase {action.phase!r}")
        self.turn, self.phase = action.turn, phase
        if action.first_player is not None:
            self.first_player = action.first_player
        self.moves.clear()
        for name, state in self.data.states.items():
            if state.clears == phase.phase.id:
                for piece in self.pieces.values():
                    if piece.side in self.acting:
                        piece.states.pop(name, None)

    def is_sorting(self, move: Move) -> bool:
        """Whether a move leaves its pieces where they are and only changes their order."""
        if len(set(move.path)) > 1:
            return False
        return all(self.piece(name).place == self.location(move.end) for name in move.units)

    def _move(self, action: Move) -> None:
        end = self.location(action.end)
        pieces = [self.piece(name) for name in action.units]
        if not self.is_sorting(action):
            self.moves.append(
                MoveRecord(action.units, pieces[0].place, end, action.side or pieces[0].side)
            )
        for piece in pieces:
            self._lift(piece)
            self._put(piece, end)

    def _place(self, action: Place) -> None:
        counter = self.counter(action.counter or action.unit)
        known = self.pieces.get(action.unit)
        if known is not None:
            self._lift(known)
        face = action.face or (known.face if known else next(iter(counter.faces)))
        if face not in counter.faces:
            raise BoardError(f"{counter.name} has no face {face!r}")
        states: dict[str, object] = {**(known.states if known else {}), **action.states}
        self._put(Piece(action.unit, counter, None, face, states), self.location(action.at))

    def _set(self, piece: Piece, action: SetState) -> None:
        if action.state != "face":
            piece.states[action.state] = action.value
        elif action.value in piece.counter.faces:
            piece.face = str(action.value)
        else:
            raise BoardError(f"{piece.name} has no face {action.value!r}")

    def _replace(self, action: Position) -> None:
        pieces = [self._standing(piece) for piece in action.pieces]
        self.resumed = True
        self.pieces.clear()
        self.occupants.clear()
        for piece, place in pieces:
            self._put(piece, place)

    def _standing(self, said: PieceAt) -> tuple[Piece, Location]:
        """The piece that a saved position tells of, and where it stands."""
        counter = self.counter(said.counter or said.unit)
        face = said.face or next(iter(counter.faces))
        if face not in counter.faces:
            raise BoardError(f"{counter.name} has no face {face!r}")
        piece = Piece(said.unit, counter, None, face, dict(said.states))
        return piece, self.location(said.at)

    def difference(self, position: Position) -> tuple[str, ...]:
        """Ids of the pieces that a saved position does not have as they are here."""
        said = {piece.unit: piece for piece in position.pieces}
        missing = (name for name in self.pieces if name not in said)
        changed = (name for name, piece in said.items() if not self._agrees(piece))
        return tuple(sorted({*missing, *changed}))

    def _agrees(self, said: PieceAt) -> bool:
        piece = self.pieces.get(said.unit)
        if piece is None or self.number(piece.place) != said.at:
            return False
        if said.face is not None and said.face != piece.face:
            return False
        return self._set_states(piece.states) == self._set_states(said.states)

    def _set_states(self, states: Mapping[str, object]) -> dict[str, object]:
        """The states that are not as at first, whether put back to that or never touched."""
        return {name: value for name, value in states.items() if not self._at_first(name, value)}

    def _at_first(self, name: str, value: object) -> bool:
        state = self.data.states.get(name)
        if state is None or state.type == "flag" or value is None or value is False:
            return not value
        return str(value) == first_value(state)

    def _lift(self, piece: Piece) -> None:
        if isinstance(piece.place, Hex):
            here = self.occupants[piece.place]
            here.remove(piece.id)
            if not here:
                del self.occupants[piece.place]
        piece.place = None

    def _put(self, piece: Piece, place: Location) -> None:
        piece.place = place
        self.pieces[piece.id] = piece
        if isinstance(place, Hex):
            self.occupants.setdefault(place, []).append(piece.id)

    def end_phase(self) -> PhaseEnds | None:
        """The event that ends the present phase; None before the first."""
        if self.phase is None:
            return None
        return PhaseEnds(turn=self.turn, phase=self.phase.id)

    def copy(self) -> Board[S]:
        """An independent copy of the position (the data and the rules are shared)."""
        twin: Board[S] = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.pieces = {
            name: Piece(p.id, p.counter, p.place, p.face, dict(p.states))
            for name, p in self.pieces.items()
        }
        twin.occupants = {hex_: list(names) for hex_, names in self.occupants.items()}
        twin.moves = list(self.moves)
        twin._derived = {}
        twin._kept = dict(self._kept)
        twin.state = copy.deepcopy(self.state)
        return twin
