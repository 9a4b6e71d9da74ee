"""Logs of our own modules as actions: pieces by unit id, places by hex number, lines by grammar.

It joins what `vassal` reads (pieces, pixels, chat) to a game's data. A piece moved by hand gives
only where it was and where it came to, one move for each drag: the movement trail adds a point for
each drag, the place left, and so tells no more. What a line tells whole (`action_lines`) is taken
as it says. Undone steps are left out and counted. That a piece is hidden, masked or marked as moved
is no action.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import PurePath

from pydantic import ValidationError

from compiler.declarations import (
    Declaration,
    DeclarationError,
    Item,
    Joiner,
    Line,
    parse_line,
)
from compiler.gamedata.model import GameData, ScenarioData
from compiler.vassal.encoding import EncodingError, decode_sequence
from compiler.vassal.names import TURN_TRACKER, side_id
from compiler.vassal.piece_state import PieceReading
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
    SetState,
    Undo,
    Unknown,
)
from referee.logs.action_lines import POSITION, LineError, Told, is_told, told_by
from referee.logs.module_pieces import OFF_MAP, ModulePieces, Relocation
from referee.logs.restacking import restacked
from referee.logs.step_dice import StepDice
from referee.logs.telling import Telling
from referee.logs.vassal import commands, events
from referee.logs.vassal.chat import PLAYER, read_line
from referee.logs.vassal.dice import rolls_by_event
from referee.logs.vassal.events import Event
from referee.logs.vassal.replay import Replay, Step, VassalLog

PATH = "path"
"""The field of a declaration that gives the way its units take next: hex numbers in order."""

_BETWEEN_HEXES = re.compile(r"[^0-9A-Za-z.]+")


@dataclass(slots=True)
class ModuleLogReader:
    """Reads logs of one game's module into actions; one reader for all logs of a game.

    `unread` gathers what could not be joined to the data, a line each.
    """

    data: GameData
    scenario: ScenarioData | None = None
    unread: list[str] = field(default_factory=list)

    _pieces: ModulePieces = field(init=False)
    _track: TurnTrack = field(init=False)
    _joiner: Joiner = field(default_factory=Joiner)
    _said_at: Origin = field(default_factory=Origin)
    _dice: StepDice = field(init=False)
    _telling: Telling | None = None
    _paths: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _begun: tuple[int, str] | None = None

    def __post_init__(self) -> None:
        self._pieces = ModulePieces(self.data, self.unread)
        self._track = TurnTrack.of(self.data)
        self._dice = StepDice(self.data)

    def read(self, log: VassalLog) -> Iterator[Action]:
        """The actions of a log: its beginning as a position, then what was done in its steps."""
        file = PurePath(log.source).name
        origin = Origin(file, 0)
        replay = log.replay()
        yield from self._sound(self._beginning(replay, origin), origin)
        undone = log.undone_steps()
        for step in replay.steps():
            origin = Origin(file, step.number)
            if step.undoes is None and step.number not in undone:
                yield from self._sound(self._step(step, origin, replay), origin)
            else:
                yield from self._sound(self._undone(step, origin, replay), origin)
        yield from self._sound(self._finish(), origin)

    def _sound(self, actions: Iterator[Action], origin: Origin) -> Iterator[Action]:
        """The actions, located where they are not yet; no hostile text ends the reading."""
        try:
            for action in actions:
                yield action if action.origin.file else action.located(origin)
        except ValidationError as error:
            self._refuse(error, origin)

    def _refuse(self, error: ValidationError, origin: Origin) -> None:
        fault = error.errors(include_url=False, include_input=False)[0]
        self.unread.append(f"{origin}: {error.title}: {fault['msg']}")

    def _beginning(self, replay: Replay, origin: Origin) -> Iterator[Action]:
        turn = ""
        for event in replay.initial():
            if isinstance(event, commands.TurnState) and event.tracker == TURN_TRACKER:
                turn = event.state
            elif isinstance(event, commands.Unknown):
                yield Unknown(text=event.text)
        yield self._position(replay, origin)
        if turn:
            yield from self._phase(turn, origin)

    def _position(self, replay: Replay, origin: Origin) -> Position:
        """Where everything of the game is, bottom first."""
        return Position(
            pieces=tuple(
                PieceAt(
                    unit=standing.unit,
                    at=standing.place,
                    counter=_counter(standing.unit, standing.reading),
                    face=standing.reading.face,
                    states=self._pieces.changed_states(standing.reading.states),
                )
                for standing in self._pieces.take_stock(replay.position, origin)
                if standing.place != OFF_MAP
            )
        )

    def _undone(self, step: Step, origin: Origin, replay: Replay) -> Iterator[Action]:
        """An undo, or a step that one takes back: pieces are followed, and nothing else is told."""
        for event in step.events:
            self._relocations(event, origin)
        if step.undoes is None:
            return
        yield from self._finish()
        yield Undo()
        if not step.undoes:
            # What it takes back is not in this log: the position tells what came of it.
            yield self._position(replay, origin)

    # -- a step ----------------------------------------------------------------------------------

    def _step(self, step: Step, origin: Origin, replay: Replay) -> Iterator[Action]:
        self._dice, self._telling = StepDice(self.data), None
        rolls = dict(rolls_by_event(step.events))
        moved: list[Relocation] = []
        for index, event in enumerate(step.events):
            gone = self._relocations(event, origin)
            if self._telling is not None:
                self._telling.follow(event, gone, origin)
            else:
                moved += gone
            line = self._line(event, origin)
            others = [] if line else list(self._happened(event, origin, replay))
            if index in rolls:
                others.append(self._dice.rolled(rolls[index]))
            if line is not None or others:
                yield from self._carried(moved, replay, origin)
                moved = []
            for action in others:
                if not isinstance(action, Chat):
                    yield from self._finish()
                yield action
            if line is not None:
                yield from self._said(line, origin)
        yield from self._carried(moved, replay, origin)
        self.unread += [f"{origin}: {text}" for text in self._dice.missing()]
        if self._telling is not None and self._telling.whole:
            yield self._position(replay, origin)
        elif self._telling is not None:
            yield from self._telling.besides()

    def _said(self, line: Line, origin: Origin) -> Iterator[Action]:
        """What a line tells or announces."""
        if not is_told(line, self.data):
            yield from self._announced(line, origin)
            return
        told = self._told(line, origin)
        yield from self._finish()
        if told is None or not told.begins_step or self._dice.is_awaited(told.action):
            return
        if self._telling is not None:
            yield from self._telling.besides()
        self._telling = Telling(self._pieces, told.action, whole=told.verb == POSITION)
        if isinstance(told.action, BeginPhase):
            self._begun = told.action.turn, told.action.phase
        if told.action is not None:
            yield told.action.located(replace(origin, in_words=True))

    def _told(self, line: Line, origin: Origin) -> Told | None:
        """What a line tells; None, and a line in `unread`, if it does not say it rightly."""
        try:
            told = told_by(line, self.data, self._pieces.named, self._pieces.place_named)
        except LineError as error:
            self.unread.append(f"{origin}: {error}")
            return None
        if not told.begins_step:
            self._dice.purpose, self._dice.side = told.purpose, told.side
        return told

    def _happened(self, event: Event, origin: Origin, replay: Replay) -> Iterator[Action]:
        """The actions of an event that neither puts pieces elsewhere nor announces anything."""
        if self._telling is None:
            yield from restacked(event, replay.position, self._pieces)
        match event:
            case commands.Chat(text=text):
                said = read_line(text)
                if said.kind == PLAYER:
                    yield Chat(text=said.text, side=self._dice.side)
            case events.PieceChanged(command=command) if self._telling is None:
                unit = self._pieces.unit(command.piece_id)
                for name, value in self._pieces.changes(event, origin) if unit else ():
                    yield SetState(unit=unit, state=name, value=value)
            case events.PieceMoved(kind=events.NOTHING, command=command):
                self._pieces.note(origin, f"a move of {command.piece_id}, which is not in the log")
            case commands.TurnState(tracker=tracker, state=state) if tracker == TURN_TRACKER:
                yield from self._phase(state, origin)
            case commands.Unknown(text=text):
                yield Unknown(text=text)
            case _:
                pass

    def _phase(self, state: str, origin: Origin) -> Iterator[Action]:
        try:
            position = self._track.read(state, self.scenario)
            phases = _phases_listed(state)
        except EncodingError as error:
            self._pieces.note(origin, f"the turn tracker: {error}")
            return
        known = len(self._track.phase_ids)
        if phases not in (0, known):
            version = self.data.game.version
            self._pieces.note(
                origin, f"a turn tracker of {phases} phases; version {version} has {known}"
            )
            return
        begun = (position.turn, position.phase)
        if begun != self._begun:
            self._begun = begun
            yield BeginPhase(turn=position.turn, phase=position.phase)

    # -- where pieces are --------------------------------------------------------------------------

    def _relocations(self, event: Event, origin: Origin) -> list[Relocation]:
        """The units that an event puts elsewhere."""
        pieces = self._pieces
        match event:
            case events.PieceMoved(pieces=moved, end=end):
                return list(pieces.relocations(moved, end))
            case events.PieceAdded(kind=events.PIECE, command=added, place=place):
                pieces.add(added.piece_id, added.type, added.state, origin)
                return list(pieces.relocations((added.piece_id,), place))
            case events.PieceAdded(members=members, place=place):
                return list(pieces.relocations(members, place))
            case events.PieceRemoved(kind=events.PIECE, command=removed):
                gone = list(pieces.relocations((removed.piece_id,), None))
                pieces.remove(removed.piece_id)
                return gone
            case events.PieceChanged(kind=events.PIECE, command=changed, place=place):
                return list(pieces.relocations((changed.piece_id,), place))
            case events.StackChanged(new_members=members, end=end):
                return list(pieces.relocations(members, end))
        return []

    def _carried(self, moved: list[Relocation], replay: Replay, origin: Origin) -> Iterator[Action]:
        """The moves, placings and removals of a step; units that go the same way go together."""
        if moved:
            yield from self._finish()
        for (start, end), alike in groupby(moved, key=lambda each: (each.start, each.end)):
            group = list(alike)
            units = tuple(dict.fromkeys(each.unit for each in group))
            if end == OFF_MAP:
                yield Remove(units=units)
            elif start == OFF_MAP:
                for each in group:
                    yield self._place(each, replay, origin)
            else:
                path, complete = self._way(units, start, end)
                yield Move(units=units, path=path, complete=complete)

    def _place(self, put: Relocation, replay: Replay, origin: Origin) -> Place:
        piece = replay.position.get(put.piece_id)
        reading = None if piece is None else self._pieces.reading(piece.type, piece.state, origin)
        if reading is None:
            return Place(unit=put.unit, at=put.end)
        return Place(
            unit=put.unit,
            counter=_counter(put.unit, reading),
            at=put.end,
            face=reading.face,
            states=self._pieces.changed_states(reading.states),
        )

    def _way(self, units: tuple[str, ...], start: str, end: str) -> tuple[tuple[str, ...], bool]:
        """The path of a move, and whether it is complete: as announced, or its ends alone."""
        ways = {self._paths.get(unit, ()) for unit in units}
        way = ways.pop()
        if ways or len(way) < 2 or (way[0], way[-1]) != (start, end):
            return (start, end), False
        for unit in units:
            del self._paths[unit]
        return way, True

    # -- what is said ----------------------------------------------------------------------------

    def _line(self, event: Event, origin: Origin) -> Line | None:
        """The line of a declaration, if an event is one."""
        if not isinstance(event, commands.Chat):
            return None
        text = read_line(event.text).text
        try:
            return parse_line(text)
        except DeclarationError as error:
            self.unread.append(f"{origin}: {text}: {error}")
            return None

    def _announced(self, line: Line, origin: Origin) -> Iterator[Action]:
        done = self._joiner.add(line)
        if done is not None:
            yield from self._declare(done)
        self._said_at = origin
        rolled = line.items("roll")
        self._dice.purpose = ".".join([line.verb, *(item.text for item in rolled)])

    def _finish(self) -> Iterator[Action]:
        """The declaration that is still open, if any."""
        done = self._joiner.finish()
        if done is not None:
            yield from self._declare(done)

    def _declare(self, said: Declaration) -> Iterator[Declare]:
        values: dict[str, FieldValue] = {
            name: items[0] if len(items) == 1 else tuple(items)
            for name, items in said.values.items()
        }
        units = self._named(said.units)
        for name, items in (("supports", said.supports), ("targets", said.targets)):
            if named := self._named(items):
                values[name] = named
        side = side_id(self.data, str(values.get("side", "")))
        if side is not None:
            values["side"] = side
        if PATH in said.values:
            way = _BETWEEN_HEXES.split(" ".join(said.values[PATH]).strip())
            self._paths.update(dict.fromkeys(units, tuple(way)))
        places = [self._pieces.place_named(place) for place in said.target_places]
        try:
            yield Declare(
                verb=said.verb,
                units=units,
                target=places[0] if places else None,
                values=values,
                side=side,
            ).located(self._said_at)
        except ValidationError as error:
            self._refuse(error, self._said_at)

    def _named(self, items: Iterable[Item]) -> tuple[str, ...]:
        """The units that items name; a hidden one has no name."""
        return tuple(filter(None, map(self._pieces.named, items)))


def _counter(unit: str, reading: PieceReading) -> str | None:
    """The id of a unit's counter, None where the unit is called after it."""
    counter = reading.counter
    return None if counter is None or counter.id == unit else counter.id


def _phases_listed(state: str) -> int:
    """How many phases the tracker has that wrote this state; 0 if it does not say.

    Raises:
        EncodingError: it is no state of a tracker of turns and phases.
    """
    turns = decode_sequence(decode_sequence(state, "|")[-1], ";")
    phases = decode_sequence(turns[-1], ";")
    return len(decode_sequence(phases[3], ",")) if len(phases) > 3 and phases[3] else 0
