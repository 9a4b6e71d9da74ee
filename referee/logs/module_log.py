"""Logs of our own modules as actions: pieces by unit id, places by hex number, lines by grammar.

It joins what `vassal` reads (pieces, pixels, chat) to a game's data. A piece moved by hand gives
only where it was and where it came to, one move for each drag: the movement trail adds a point for
each drag, the place left, and so tells no more. What a line tells whole (`action_lines`) is taken
as it says. Undone steps are left out and counted. That a piece is hidden, masked or marked as moved
is no action.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import PurePath

from pydantic import ValidationError

from compiler.declarations import (
    DeclarationError,
    Line,
    parse_line,
)
from compiler.gamedata.model import GameData, ScenarioData
from compiler.vassal.encoding import EncodingError, decode_sequence
from compiler.vassal.names import TURN_TRACKER
from compiler.vassal.piece_state import PieceReading
from compiler.vassal.turns import TurnTrack
from referee.actions import (
    Action,
    BeginPhase,
    Chat,
    Declare,
    Move,
    Note,
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
from referee.logs.announcements import Announcements, OwnersCommand, refusal
from referee.logs.module_pieces import OFF_MAP, ModulePieces, Relocation
from referee.logs.private_notes import NoteBook
from referee.logs.restacking import restacked
from referee.logs.slips import Slips
from referee.logs.step_dice import StepDice
from referee.logs.telling import Telling
from referee.logs.vassal import commands, events
from referee.logs.vassal.chat import PLAYER, read_line
from referee.logs.vassal.dice import rolls_by_event
from referee.logs.vassal.events import Event
from referee.logs.vassal.replay import Replay, Step, VassalLog


@dataclass(slots=True)
class ModuleLogReader:
    """Reads logs of one game's module into actions; one reader for all logs of a game.

    `unread` gathers what could not be joined to the data, a line each. Of what is written in
    `notes` that the players have not opened only the fact is told.
    """

    data: GameData
    scenario: ScenarioData | None = None
    unread: list[str] = field(default_factory=list)
    notes: NoteBook | None = None

    _announced: Announcements = field(init=False)
    _pieces: ModulePieces = field(init=False)
    _track: TurnTrack = field(init=False)
    _dice: StepDice = field(init=False)
    _slips: Slips = field(default_factory=Slips)
    _telling: Telling | None = None
    _begun: tuple[int, str] | None = None

    def __post_init__(self) -> None:
        self._pieces = ModulePieces(self.data, self.unread)
        notes = NoteBook(self.data) if self.notes is None else self.notes
        self._announced = Announcements(self.data, self._pieces, self.unread, notes)
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
        yield from self._sound(self._slips.settle(), origin)
        yield from self._sound(self._announced.finish(), origin)

    def _sound(self, actions: Iterator[Action], origin: Origin) -> Iterator[Action]:
        """The actions, located where they are not yet; no hostile text ends the reading."""
        try:
            for action in actions:
                yield action if action.origin.file else action.located(origin)
        except ValidationError as error:
            self.unread.append(refusal(error, origin))

    def _beginning(self, replay: Replay, origin: Origin) -> Iterator[Action]:
        turn = ""
        written: list[OwnersCommand] = []
        for event in replay.initial():
            match event:
                case commands.TurnState(tracker=tracker, state=state) if tracker == TURN_TRACKER:
                    turn = state
                case commands.Player() | commands.PlayerLeaves() | commands.Note():
                    written.append(event)
                case commands.Unknown(text=text):
                    yield Unknown(text=text)
        yield self._position(replay, origin)
        goes_on = self._begun is not None
        if turn and goes_on:
            yield from self._phase(turn, origin)
        for own in sorted(written, key=lambda each: isinstance(each, commands.Note)):
            yield from self._announced.written(own, origin)
        if turn and not goes_on:
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
        yield from self._slips.settle()
        yield from self._announced.finish()
        yield Undo()
        if not step.undoes:
            # What it takes back is not in this log: the position tells what came of it.
            yield self._position(replay, origin)

    # -- a step ----------------------------------------------------------------------------------

    def _step(self, step: Step, origin: Origin, replay: Replay) -> Iterator[Action]:
        self._dice, self._telling = StepDice(self.data), None
        yield from self._slips.settle(step.events)
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
                if not _is_aside(action):
                    yield from self._announced.finish()
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
            yield from self._announced.add(line, origin)
            rolled = line.items("roll")
            self._dice.purpose = ".".join([line.verb, *(item.text for item in rolled)])
            return
        told = self._told(line, origin)
        yield from self._announced.finish()
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
            case commands.Player() | commands.PlayerLeaves() | commands.Note():
                yield from self._announced.written(event, origin)
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
            yield from self._announced.finish()
        moves = self._slips.picked_up(moved)
        for (start, end), alike in groupby(moves, key=lambda each: (each.start, each.end)):
            group = list(alike)
            units = tuple(dict.fromkeys(each.unit for each in group))
            if end == OFF_MAP and all(each.piece_id in replay.position for each in group):
                self._slips.drop(group, origin)
            elif end == OFF_MAP:
                yield Remove(units=units)
            elif start == OFF_MAP:
                for each in group:
                    yield self._place(each, replay, origin)
            else:
                path, complete = self._announced.way(units, start, end)
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


def _is_aside(action: Action) -> bool:
    """Whether an action parts no lines of one declaration: what is said, or written in a note."""
    return isinstance(action, (Chat, Note)) or (isinstance(action, Declare) and action.secret)


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
