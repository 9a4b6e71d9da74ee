"""Play in one of our modules with what has to be read of it, and what actions come to.

Where pieces are comes from the engine alone, by its own names of places.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from compiler.declarations import ID_PROPERTY
from compiler.vassal.state_values import first_value
from referee.actions import Action, FieldValue, Move, Place, Position, Remove, Roll, SetState
from referee.logs.module_log import ModuleLogReader
from referee.logs.vassal.replay import read_log

from .answers import Piece
from .built import Game
from .engine import Engine


@dataclass
class Recorder:
    """Plays in a module while a log is recorded, and keeps what its actions have to be."""

    game: Game
    engine: Engine
    log: Path
    expected: list[Action] = field(default_factory=list)

    def pieces(self) -> dict[str, Piece]:
        """The pieces in play, by unit id."""
        found = self.engine.pieces([ID_PROPERTY])
        return {str(each.properties[ID_PROPERTY]): each for each in found}

    def on_map(self) -> list[str]:
        """Units on the map, in no particular order; markers are not among them."""
        return sorted(
            unit
            for unit, piece in self.pieces().items()
            if piece.map == self.game.map_name and unit.partition("#")[0] in self.game.data.counters
        )

    def place(self, piece: Piece) -> str:
        """The hex number or the box of a piece, by the engine's name of its place."""
        names = {box.location: name for name, (_, box) in self.game.data.boxes.items()}
        return names.get(piece.location or "", piece.location or "")

    def where(self, unit: str) -> str:
        """The same of a unit."""
        return self.place(self.pieces()[unit])

    def empty_hex(self, number: int = 0) -> tuple[str, tuple[int, int]]:
        """One of the hexes where nothing stands, and its centre."""
        grid = self.game.data.map.grid
        taken = {(piece.x, piece.y) for piece in self.engine.pieces()}
        empty = [cell for cell in grid if grid.center(cell) not in taken]
        cell = empty[len(empty) // 2 + number]
        return grid.number(cell), grid.center(cell)

    def expect(self, *actions: Action) -> None:
        """What has just been done has to be read so."""
        self.expected += actions

    def drag(self, ids: list[str], units: Iterable[str], to: tuple[int, int]) -> None:
        """Drag pieces or stacks; the units come from one place."""
        moved = tuple(units)
        start = self.where(moved[0])
        self.engine.move(ids, self.game.map_name, to)
        self.expect(Move(units=moved, path=(start, self.where(moved[0])), complete=False))

    def rolled(self, dice: str, purpose: str = "") -> None:
        """Dice have been rolled: the engine's report says what they show."""
        report = next(line for line in reversed(self.engine.chat) if " = " in line)
        faces = tuple(map(int, re.findall(r"\d+", report.partition(" = ")[2].partition("*")[0])))
        self.expect(Roll(dice=dice, result=faces, purpose=purpose))

    def finished(self) -> list[Action]:
        """End the log, and read the actions of its steps; nothing may be left unread."""
        self.engine.end_log()
        assert self.engine.complaints == []
        reader = ModuleLogReader(self.game.data, self.game.scenario())
        found = [action for action in reader.read(read_log(self.log)) if action.origin.step]
        assert reader.unread == []
        return found


def told(actions: Iterable[Action]) -> list[dict[str, object]]:
    """Actions as plain data: where they stand in the log is left out."""
    return [action.model_dump() for action in actions]


@dataclass
class Unit:
    """What actions say of a unit."""

    place: str
    face: str | None
    states: dict[str, FieldValue]


class Standing:
    """Where everything is after actions: a plain board, apart from the referee's."""

    def __init__(self, actions: Iterable[Action]) -> None:
        self.units: dict[str, Unit] = {}
        for action in actions:
            self._apply(action)

    def _apply(self, action: Action) -> None:
        match action:
            case Position(pieces=found):
                self.units = {p.unit: Unit(p.at, p.face, dict(p.states)) for p in found}
            case Move(units=units, end=end):
                for unit in units:
                    self.units[unit].place = end
            case Remove(units=units):
                for unit in units:
                    del self.units[unit]
            case Place(unit=unit, at=place, face=face, states=states):
                assert unit not in self.units
                self.units[unit] = Unit(place, face, dict(states))
            case SetState(unit=str(unit), state=state, value=value) if unit in self.units:
                self._set(self.units[unit], state, value)

    @staticmethod
    def _set(unit: Unit, state: str, value: FieldValue) -> None:
        if state == "face":
            unit.face = str(value)
        else:
            unit.states[state] = value

    def seen(self, game: Game) -> Counter[tuple[object, ...]]:
        """All units, told apart by counter, place, face and states that are not as at first."""
        first = {name: first_value(state) for name, state in game.data.states.items()}
        return Counter(
            (
                name.partition("#")[0],
                unit.place,
                unit.face,
                *sorted((n, v) for n, v in unit.states.items() if v and str(v) != first[n]),
            )
            for name, unit in self.units.items()
        )
