"""A game as it was played: one readable line for each thing done, undone steps left out.

Logs of our own modules are told by unit name and hex; those of other modules by the names of their
pieces and by pixels, since only the module knows its grid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from compiler.gamedata.model import GameData
from compiler.hexes import HexError
from referee.actions import (
    Action,
    BeginPhase,
    Chat,
    Declare,
    FieldValue,
    GameLog,
    Move,
    Note,
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
from referee.logs.vassal.replay import Replay, Step, VassalLog


def transcript(log: GameLog, data: GameData) -> Iterator[str]:
    """The lines of a log of one of our games, what no reader understood, the steps taken back."""
    undone = 0
    scenario = data.scenarios.get(log.header.scenario or "")
    teller = Teller(data, None if scenario is None else scenario.first_player)
    for action in log.actions:
        if isinstance(action, Undo):
            undone += action.count
        else:
            yield from teller.lines(action)
    for text in log.unread:
        yield f"? {text}"
    yield from _left_out(undone)


class Teller:
    """Puts actions into words with a game's names; keeps who is first player as the log tells."""

    def __init__(self, data: GameData, first_player: str | None = None) -> None:
        self._data = data
        self._first = first_player

    def lines(self, action: Action) -> Iterator[str]:
        """The lines for one action, most often one."""
        match action:
            case BeginPhase():
                self._first = action.first_player or self._first
                yield f"== turn {action.turn}{self._phase(action.phase)} =="
            case Roll():
                what = f" for {action.purpose}" if action.purpose else ""
                yield f"{self._dice(action.dice)}{what}: {', '.join(map(str, action.result))}"
            case Declare():
                yield self._declaration(action)
            case Position(whole=False):
                yield from map(self._result, action.pieces)
            case Position():
                yield f"-- {len(action.pieces)} pieces in play --"
            case Note():
                yield f"{self._side(action.side)} writes something down in secret; it is sealed"
            case Chat():
                yield f'"{action.text}"'
            case Unknown():
                yield f"? {action.text}"
            case _:
                yield from self._handling(action)

    def _handling(self, action: Action) -> Iterator[str]:
        """The line for something done to pieces."""
        match action:
            case Move(path=(here,)):
                yield f"{self.names(action.units)}: on top in {self.place(here)}"
            case Move():
                way = " - ".join(self.place(place) for place in action.path)
                yield f"{self.names(action.units)}: {way}" + (
                    f" by {action.by}" if action.by else ""
                )
            case Place():
                where = self.place(action.at)
                yield f"{self.name(action.unit)}: placed in {where}{_why(action.why)}"
            case Remove():
                yield f"{self.names(action.units)}: removed{_why(action.why)}"
            case SetState():
                who = "" if action.unit is None else f"{self.name(action.unit)}: "
                yield f"{who}{self._state(action.state, action.value)}"
            case _:
                pass

    def _result(self, piece: PieceAt) -> str:
        """What the rules made of a piece: where it is, what has changed of it."""
        changes = {**({} if piece.face is None else {"face": piece.face}), **piece.states}
        shown = [self.place(piece.at), *(self._state(n, v) for n, v in changes.items())]
        return f"   {self.name(piece.unit)}: {', '.join(shown)}"

    def _declaration(self, action: Declare) -> str:
        known = self._data.declarations.get(action.verb)
        parts = [known.name if known is not None else action.verb]
        if action.secret:
            how = "struck out" if action.struck else "in secret"
            parts[0] += f" ({self._side(action.side)}, {how})"
        if action.units:
            parts.append(self.names(action.units))
        if action.target is not None:
            parts.append(f"on {self.place(action.target)}")
        for name, value in action.values.items():
            items = value if isinstance(value, tuple) else (value,)
            shown = ", ".join(self.name(str(item)) for item in items)
            parts.append(f"{name} {shown}")
        return ": ".join([parts[0], "; ".join(parts[1:])]) if len(parts) > 1 else parts[0]

    def _side(self, side: str | None) -> str:
        known = self._data.sides.get(side or "")
        return "somebody" if known is None else known.name

    def names(self, units: Iterable[str]) -> str:
        """Several pieces by name."""
        return ", ".join(self.name(unit) for unit in units)

    def name(self, unit: str) -> str:
        """What a piece is called; the text itself where it is no piece."""
        base, _, copy = unit.partition("#")
        counter = self._data.counters.get(base) or self._data.markers.get(base)
        if counter is None:
            return unit
        return f"{counter.name} {copy}" if copy else counter.name

    def place(self, place: str) -> str:
        """A hex with its place names, or a box by its name."""
        if place in self._data.boxes:
            return self._data.boxes[place][1].location
        try:
            return self._data.map.describe(self._data.map.hex(place))
        except HexError:
            return self.name(place)

    def _phase(self, phase: str) -> str:
        """The section of the turn, where it has a name of its own, and the phase."""
        known = self._data.sequence.by_id.get(phase)
        if known is None:
            return f": {phase}"
        section = known.section_name
        for role, side in self._roles().items():
            section = section.replace(f"{{{role}}}", side)
        return f": {known.name}" if section in {"", known.name} else f", {section}: {known.name}"

    def _roles(self) -> dict[str, str]:
        """First and second player by the names of their sides, where they are known."""
        sides, first = self._data.sides, self._first
        if first is None or first not in sides or len(sides) != 2:
            return {"first": "First", "second": "Second"}
        return {"first": sides[first].name, "second": sides[self._data.opponent(first)].name}

    def _state(self, state: str, value: FieldValue) -> str:
        """A state and what it is now; of what is on or off, no more than that."""
        known = self._data.states.get(state)
        name = state if known is None else known.name
        if value is True:
            return name
        return f"no longer: {name}" if value is None or value is False else f"{name} {value}"

    def _dice(self, dice: str) -> str:
        known = self._data.dice.get(dice)
        return dice if known is None else known.name


def _why(text: str) -> str:
    return f" ({text})" if text else ""


def foreign_transcript(logs: Iterable[VassalLog]) -> Iterator[str]:
    """The lines of logs of another module: chat of the game, moves by piece name and pixel."""
    undone = 0
    for log in logs:
        yield f"-- {log.source} --"
        yield from (f"? {remark}" for remark in log.remarks)
        taken_back = log.undone_steps()
        replay = log.replay()
        for step in replay.steps():
            if step.undoes is not None:
                undone += 1
            elif step.number not in taken_back:
                yield from _foreign(step, replay)
    yield from _left_out(undone)


def _left_out(undone: int) -> Iterator[str]:
    if undone:
        yield f"({undone} undone step{'' if undone == 1 else 's'} left out)"


def _foreign(step: Step, replay: Replay) -> Iterator[str]:
    said = [read_line(event.text) for event in step.events if isinstance(event, commands.Chat)]
    for line in said:
        yield f'"{line.text}"' if line.kind == PLAYER else line.text
    if said:
        return
    for event in step.events:
        if isinstance(event, events.PieceMoved) and event.end is not None:
            names = [replay.position.get(name) for name in event.pieces]
            shown = ", ".join(piece.name or "?" for piece in names if piece is not None)
            yield f"{shown}: {_pixel(event.start)} - {_pixel(event.end)}"


def _pixel(place: events.Place | None) -> str:
    if place is None or place.map is None:
        return "off the map"
    return f"{place.map} {place.x},{place.y}"
