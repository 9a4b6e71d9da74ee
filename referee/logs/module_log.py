"""Logs of our own modules as actions: pieces by unit id, places by hex number, lines by grammar.

It joins what `vassal` reads (pieces, pixels, chat) to a game's data. A piece moved by hand gives
only where it was and where it came to; undone steps are left out and counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from compiler.declarations import Declaration, DeclarationError, Joiner, parse_line
from compiler.gamedata.model import GameData, ScenarioData, Value
from compiler.hexes import Hex
from compiler.vassal.encoding import EncodingError
from compiler.vassal.names import (
    GAME_PROPERTY,
    SCENARIO_PROPERTY,
    TURN_TRACKER,
    VERSION_PROPERTY,
    display_map_name,
    main_map_name,
)
from compiler.vassal.piece_state import PieceReading, read_piece
from compiler.vassal.turns import TurnTrack
from referee.actions import (
    Action,
    BeginPhase,
    Chat,
    Declare,
    FieldValue,
    Move,
    Origin,
    PieceAt,
    Place,
    Position,
    Remove,
    Roll,
    SetState,
    Undo,
    Unknown,
)
from referee.logs.vassal import commands, events
from referee.logs.vassal.chat import PLAYER, read_line
from referee.logs.vassal.commands import traits_of
from referee.logs.vassal.events import Event
from referee.logs.vassal.pieces import Piece as VassalPiece
from referee.logs.vassal.replay import Replay, Step, VassalLog

OFF_MAP = "off-map"
"""What a place is called that is in no hex and no box."""


@dataclass(frozen=True, slots=True)
class ModuleInfo:
    """What a log says of the module it was made with."""

    game: str = ""
    version: str = ""
    scenario: str = ""


def module_info(log: VassalLog) -> ModuleInfo:
    """The game, data version and scenario written in a log; empty where it does not say."""
    found: dict[str, str] = {}
    for event in log.replay().initial():
        if isinstance(event, commands.PropertyValue):
            found[event.name] = event.value
    return ModuleInfo(
        found.get(GAME_PROPERTY, ""),
        found.get(VERSION_PROPERTY, ""),
        found.get(SCENARIO_PROPERTY, ""),
    )


@dataclass(slots=True)
class ModuleLogReader:
    """Reads logs of one game's module into actions; one reader for all logs of a game.

    `unread` gathers what could not be joined to the data, a line each.
    """

    data: GameData
    scenario: ScenarioData | None = None
    unread: list[str] = field(default_factory=list)

    _joiner: Joiner = field(default_factory=Joiner)
    _said_at: Origin = field(default_factory=Origin)
    _purpose: str = ""
    _turn: str = ""

    def read(self, log: VassalLog) -> Iterator[Action]:
        """The actions of a log: its beginning as a position, then what was done in its steps."""
        replay = log.replay()
        start = Origin(log.source, 0)
        for event in replay.initial():
            if isinstance(event, commands.TurnState):
                self._turn = event.state if event.tracker == TURN_TRACKER else self._turn
            elif isinstance(event, commands.Unknown):
                yield Unknown(text=event.text).located(start)
        yield self._position(replay, start)
        if self._turn:
            yield from self._phase(self._turn, start)
        yield from self._steps(replay, log.source)

    def _steps(self, replay: Replay, source: str) -> Iterator[Action]:
        steps, undone = _with_undone(replay.steps())
        for step in steps:
            origin = Origin(source, step.number)
            if step.undoes is not None:
                yield Undo().located(origin)
            elif step.number not in undone:
                yield from self._step(step, origin, replay)
        yield from self._finish()

    # -- a step ----------------------------------------------------------------------------------

    def _step(self, step: Step, origin: Origin, replay: Replay) -> Iterator[Action]:
        rolls = list(step.rolls)
        for event in step.events:
            if isinstance(event, commands.Chat):
                yield from self._chat(event.text, origin)
            else:
                for action in self._event(event, origin, replay):
                    yield from self._finish()
                    yield action.located(origin)
        for roll in rolls:
            yield from self._finish()
            if roll.values:
                name = self._dice(roll.button)
                yield Roll(dice=name, result=roll.values, purpose=self._purpose).located(origin)
            else:
                self.unread.append(f"{origin}: a roll of {roll.button} without numbers")
        if rolls:
            self._purpose = ""

    def _event(self, event: Event, origin: Origin, replay: Replay) -> Iterator[Action]:
        match event:
            case events.PieceMoved():
                yield from self._moved(event, origin, replay)
            case events.PieceAdded(kind=events.PIECE):
                yield from self._added(event, origin)
            case events.PieceRemoved(kind=events.PIECE):
                piece = self._reading(event.type, event.state, origin)
                if piece is not None:
                    yield Remove(units=(piece.piece,))
            case events.PieceChanged():
                yield from self._changed(event, origin)
            case commands.TurnState(tracker=tracker, state=state) if tracker == TURN_TRACKER:
                yield from self._phase(state, origin)
            case commands.Unknown(text=text):
                yield Unknown(text=text)
            case _:
                pass

    def _moved(self, event: events.PieceMoved, origin: Origin, replay: Replay) -> Iterator[Action]:
        """Pieces that moved together; those that came from nowhere are placed."""
        if event.end is None:
            return
        end = self.place(event.end.map, event.end.x, event.end.y)
        start = self.place(*event.start[:3]) if event.start is not None else OFF_MAP
        movers = [self._known(replay.position.get(name), origin) for name in event.pieces]
        units = tuple(piece.piece for piece in movers if piece is not None)
        if not units or start == end:
            return
        if end == OFF_MAP:
            yield Remove(units=units)
        elif start == OFF_MAP:
            for piece in movers:
                if piece is not None:
                    yield self._place(piece, end)
        else:
            yield Move(units=units, path=(start, end), complete=False)

    def _added(self, event: events.PieceAdded, origin: Origin) -> Iterator[Action]:
        piece = self._reading(event.command.type, event.command.state, origin)
        where = self.place(*event.place[:3])
        if piece is not None and where != OFF_MAP:
            yield self._place(piece, where)

    def _place(self, piece: PieceReading, where: str) -> Place:
        counter = piece.counter.id if piece.counter is not None else None
        return Place(
            unit=piece.piece,
            counter=None if counter == piece.piece else counter,
            at=where,
            face=piece.face,
            states=_changed_states(piece.states),
        )

    def _changed(self, event: events.PieceChanged, origin: Origin) -> Iterator[Action]:
        if not event.type or not any(change.trait for change in event.changes[:-1] or ()):
            return
        old = event.before if event.command.old is None else event.command.old
        before = self._reading(event.type, old, origin)
        after = self._reading(event.type, event.command.new, origin)
        if before is None or after is None:
            return
        if before.face != after.face:
            yield SetState(unit=after.piece, state="face", value=after.face)
        for name, value in after.states.items():
            if before.states.get(name) != value:
                yield SetState(unit=after.piece, state=name, value=_plain(value))

    def _phase(self, state: str, origin: Origin) -> Iterator[Action]:
        try:
            position = TurnTrack.of(self.data).read(state, self.scenario)
        except EncodingError as error:
            self.unread.append(f"{origin}: the turn tracker: {error}")
            return
        yield BeginPhase(turn=position.turn, phase=position.phase).located(origin)

    # -- what is said ----------------------------------------------------------------------------

    def _chat(self, text: str, origin: Origin) -> Iterator[Action]:
        said = read_line(text)
        try:
            line = parse_line(said.text)
        except DeclarationError as error:
            self.unread.append(f"{origin}: {said.text}: {error}")
            return
        if line is None:
            if said.kind == PLAYER:
                yield Chat(text=said.text).located(origin)
            return
        done = self._joiner.add(line)
        if done is not None:
            yield self._declare(done)
        self._said_at = origin
        rolled = line.items("roll")
        self._purpose = ".".join([line.verb, *(item.text for item in rolled)])

    def _finish(self) -> Iterator[Action]:
        """The declaration that is still open, if any."""
        done = self._joiner.finish()
        if done is not None:
            yield self._declare(done)

    def _declare(self, said: Declaration) -> Declare:
        values: dict[str, FieldValue] = {
            name: items[0] if len(items) == 1 else tuple(items)
            for name, items in said.values.items()
        }
        if said.supports:
            values["supports"] = tuple(item.id or item.text for item in said.supports)
        if said.targets:
            values["targets"] = tuple(item.id or item.text for item in said.targets)
        places = said.target_places
        target = places[0] if places else None
        side = values.get("side")
        return Declare(
            verb=said.verb,
            units=tuple(item.id or item.text for item in said.units),
            target=target,
            values=values,
            side=side if isinstance(side, str) and side in self.data.sides else None,
        ).located(self._said_at)

    # -- joining to the data -----------------------------------------------------------------------

    def place(self, map_name: str | None, x: int, y: int) -> str:
        """Hex number or box id of a point of a map, `OFF_MAP` if it is in neither."""
        if map_name == main_map_name(self.data):
            hex_ = self.data.map.grid.at(x, y)
            return OFF_MAP if hex_ is None else self.data.map.number(hex_)
        for display in self.data.displays.values():
            if display_map_name(display) == map_name:
                box = display.at(x, y)
                return OFF_MAP if box is None else box.id
        return OFF_MAP

    def _dice(self, button: str) -> str:
        return next((name for name, dice in self.data.dice.items() if dice.name == button), button)

    def _known(self, piece: VassalPiece | None, origin: Origin) -> PieceReading | None:
        return None if piece is None else self._reading(piece.type, piece.state, origin)

    def _reading(self, type_text: str, state: str, origin: Origin) -> PieceReading | None:
        """What a piece is in the data; None, and a line in `unread`, if it is not there."""
        try:
            piece = read_piece(self.data, traits_of(type_text, state))
        except EncodingError as error:
            self.unread.append(f"{origin}: a piece that cannot be read: {error}")
            return None
        if piece is not None and piece.counter is None:
            self.unread.append(
                f"{origin}: a piece {piece.piece!r} that version {self.data.game.version} of the"
                " data does not have"
            )
            return None
        return piece

    def _position(self, replay: Replay, origin: Origin) -> Position:
        """Where everything of the game is, bottom first, at the beginning of a log."""
        pieces = sorted(
            (piece for piece in replay.position if piece.kind == events.PIECE),
            key=lambda piece: piece.place.height or 0,
        )
        found = []
        for piece in pieces:
            reading = self._known(piece, origin)
            where = self.place(*piece.place[:3])
            if reading is None or reading.counter is None or where == OFF_MAP:
                continue
            counter = reading.counter.id
            found.append(
                PieceAt(
                    unit=reading.piece,
                    counter=None if counter == reading.piece else counter,
                    at=where,
                    face=reading.face,
                    states=_changed_states(reading.states),
                )
            )
        return Position(pieces=tuple(found)).located(origin)


def _with_undone(steps: Iterable[Step]) -> tuple[list[Step], frozenset[int]]:
    """The steps, and the numbers of those that a later step takes back."""
    every = list(steps)
    return every, frozenset(step.undoes for step in every if step.undoes)


def _changed_states(states: Mapping[str, Value]) -> dict[str, FieldValue]:
    """States that are not as at first."""
    return {name: _plain(value) for name, value in states.items() if value}


def _plain(value: Value) -> FieldValue:
    if isinstance(value, Hex) or not isinstance(value, (str, int, float, bool)):
        return None if value is None else str(value)
    return value
