"""Logs of our own modules, written step by step in the game's terms, for the tests of their reader.

What a step is made of follows what the engine writes (see `tests/oracle/test_module_log.py`); where
pieces are is kept here, apart from the reader.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from compiler.gamedata.model import ScenarioData, Value
from compiler.vassal.container import SavedGame
from compiler.vassal.encoding import PieceText, Trait, encode_sequence, join_traits
from compiler.vassal.metadata import Metadata
from compiler.vassal.names import (
    GAME_PROPERTY,
    SCENARIO_PROPERTY,
    TURN_TRACKER,
    VERSION_PROPERTY,
)
from compiler.vassal.obfuscation import SavedGameForm
from compiler.vassal.piece_state import marker_properties, with_position
from compiler.vassal.savegame import (
    SaveWriter,
    Spot,
    change_command,
    chat_command,
    move_command,
    positioned,
    property_change_command,
    remove_command,
    turn_command,
    undo_command,
)
from compiler.vassal.setups import setup_file, spot_of
from compiler.vassal.turns import TurnTrack
from referee.actions import Action, Move
from referee.logs.module_log import ModuleLogReader
from referee.logs.vassal.replay import VassalLog, read_log
from tests.oracle.built import Game

NEW_STACK = 1_796_000_000_000


def told(*actions: Action) -> list[dict[str, object]]:
    """Actions as plain data: where they stand in the log is left out."""
    return [action.model_dump() for action in actions]


def went(units: Iterable[str], *path: str, complete: bool = False) -> Move:
    """A move of units."""
    return Move(units=tuple(units), path=path, complete=complete)


def counter_of(unit: str) -> str | None:
    """The counter's id that goes with a unit's; None where they are the same."""
    base = unit.partition("#")[0]
    return None if base == unit else base


@dataclass
class Unit:
    """A piece of the log."""

    piece_id: str
    traits: tuple[Trait, ...]
    spot: Spot

    @property
    def state(self) -> str:
        """Its states, as a log has them."""
        return join_traits([trait.state for trait in self.traits])


class WrittenLog:
    """A log of a game's module that begins with the set-up of a scenario.

    Attributes:
        units: the pieces by unit id.
    """

    def __init__(self, game: Game, scenario: ScenarioData | None = None) -> None:
        self.data = game.data
        self.scenario = scenario or next(iter(game.data.scenarios.values()))
        self._track = TurnTrack.of(game.data)
        self._new = NEW_STACK
        self._private: dict[str, str] = {}
        self._save = SaveWriter(
            Metadata(game.data.game.title, game.data.game.version, "3.7.0"),
            description=self.scenario.name,
        )
        self.units: dict[str, Unit] = {}
        stacks: dict[Spot, list[PieceText]] = {}
        for piece_id, traits, spot in _set_up(game.module, self.scenario):
            self.units[_unit_id(traits)] = Unit(piece_id, traits, spot)
            stacks.setdefault(spot, []).append(PieceText(piece_id, traits))
        self._stack_ids = {spot: str(9_000 + number) for number, spot in enumerate(stacks)}
        for spot, pieces in stacks.items():
            self._save.add_stack(self._stack_ids[spot], spot.map or "", spot.x, spot.y, pieces)
        self._save.set_property(GAME_PROPERTY, self.data.id)
        self._save.set_property(VERSION_PROPERTY, self.data.game.version)
        self._save.set_property(SCENARIO_PROPERTY, self.scenario.id)

    # -- writing ---------------------------------------------------------------------------------

    def property(self, name: str, value: str) -> None:
        """Give a property of the game another value, at the beginning."""
        self._save.set_property(name, value)

    def tracker(self, turn: int, phase: int = 0) -> None:
        """Where the turn tracker is at the beginning."""
        self._save.set_turn(TURN_TRACKER, self._track.state(self.scenario, turn, phase))

    def step(self, *commands: str) -> None:
        """Add a step."""
        self._save.add_step(*commands)

    def say(self, *lines: str) -> None:
        """Add a step for each line that a piece or button writes."""
        for line in lines:
            self.step(chat_command(f"* {line}"))

    def seat(self, password: str, name: str, side: str) -> None:
        """A player takes a side, at the beginning."""
        self._save.add_command(self._stand_in(f"PLAYER\t{password}\t{name}\t{side}"))

    def note(self, password: str, *lines: str, step: bool = True) -> None:
        """A player saves his private notes, in a step or before the log begins."""
        text = encode_sequence(lines, "|") if lines else ""
        command = self._stand_in("PNOTE\t" + encode_sequence((password, text), "\t"))
        (self.step if step else self._save.add_command)(command)

    def delayed_note(
        self, password: str, name: str, *lines: str, hidden: bool = True, step: bool = True
    ) -> None:
        """A player writes a delayed note, or reveals it."""
        shown = "true" if hidden else "false"
        fields = (name, password, shown, encode_sequence(lines, "|"), "11/30/2026 9:00 PM", "Ann")
        command = self._stand_in("SNOTE\t" + encode_sequence(fields, "\t"))
        (self.step if step else self._save.add_command)(command)

    def _stand_in(self, command: str) -> str:
        """A command in place of one that our own writer refuses, as it holds a password."""
        stand_in = f"CHATstand-in {len(self._private)}."
        self._private[stand_in] = command
        return stand_in

    def log(self, name: str = "game.vlog") -> VassalLog:
        """The log as far as it is written."""
        return VassalLog(SavedGame(name, self.text(), SavedGameForm.PLAIN))

    def text(self) -> str:
        """What VASSAL would have written."""
        text = self._save.text()
        for stand_in, command in self._private.items():
            text = text.replace(stand_in, command)
        return text

    def actions(self, reader: ModuleLogReader | None = None) -> list[Action]:
        """What the reader makes of the steps; nothing may be left unread."""
        reader = reader or self.reader()
        found = [action for action in reader.read(self.log()) if action.origin.step]
        assert reader.unread == []
        return found

    def reader(self) -> ModuleLogReader:
        """A reader for this log."""
        return ModuleLogReader(self.data, self.scenario)

    # -- commands --------------------------------------------------------------------------------

    def spot(self, place: str) -> Spot:
        """The point for a hex number or a box."""
        hex_or_box = place if place in self.data.boxes else self.data.map.hex(place)
        found = spot_of(self.data, hex_or_box)
        return Spot(found.map, found.x, found.y)

    def moving(self, unit: str, place: str | Spot | None, under: str | None = None) -> list[str]:
        """The commands of a drag: to a hex or box, a point, or off all maps; upon another unit."""
        piece = self.units[unit]
        goal = Spot(None, 0, 0) if place is None else place
        goal = self.spot(goal) if isinstance(goal, str) else goal
        upon = self.units[under].piece_id if under else None
        moved = move_command(piece.piece_id, piece.spot, Spot(goal.map, goal.x, goal.y, upon))
        piece.spot = goal
        if goal.map is None or under is not None:
            return [moved]
        self._new += 1
        stack = f"+/{self._new}/stack/{goal.map};{goal.x};{goal.y};{piece.piece_id};@@1"
        return [moved, stack]

    def moving_stack(self, units: Iterable[str], place: str) -> str:
        """The command of a drag of a stack of the set-up, of all these units, to a hex."""
        start, goal = self.spot(self._place(units)), self.spot(place)
        for unit in units:
            self.units[unit].spot = goal
        return move_command(self._stack_ids[start], start, goal)

    def stack_id(self, place: str) -> str:
        """The id of the stack that a hex holds in the set-up."""
        return self._stack_ids[self.spot(place)]

    def _place(self, units: Iterable[str]) -> str:
        return next(place for place, found in self._stacks().items() if set(units) == set(found))

    def changing(
        self, unit: str, states: Mapping[str, Value] | None = None, face: str | None = None
    ) -> str:
        """The command that changes states of a unit or turns it over; nothing else differs."""
        piece = self.units[unit]
        before = piece.state
        faces = list(self.data.game.faces)
        piece.traits = with_position(
            self.data,
            piece.traits,
            _unit_id(piece.traits),
            faces.index(face) + 1 if face else self._face(piece),
            states or {},
        )
        return change_command(piece.piece_id, piece.state, before)

    def _face(self, piece: Unit) -> int:
        layers = [trait for trait in piece.traits if trait.kind == "emb2"]
        faces = [trait for trait in layers if trait.type.rpartition(";Face;")[1]]
        return int(faces[0].state) if faces else 1

    def placing(self, unit: str, piece_id: str, place: str, like: str) -> list[str]:
        """The commands that put a new piece on a map, a twin of the unit `like`."""
        spot, twin = self.spot(place), self.units[like]
        text = positioned(PieceText(piece_id, twin.traits), spot.map, spot.x, spot.y)
        self.units[unit] = Unit(piece_id, text.traits, spot)
        self._new += 1
        return [
            text.encode(),
            f"+/{self._new}/stack/{spot.map};{spot.x};{spot.y};{piece_id};@@1",
        ]

    def removing(self, unit: str) -> str:
        """The command that removes a unit."""
        return remove_command(self.units[unit].piece_id)

    def turning(self, turn: int, phase: int = 0) -> str:
        """The command that sets the turn tracker."""
        return turn_command(TURN_TRACKER, self._track.state(self.scenario, turn, phase))

    def rolling(self, dice: str, *values: int) -> list[str]:
        """The commands of a roll, as the engine writes them."""
        name = self.data.dice[dice].name
        result = ",".join(map(str, values))
        return [
            chat_command(f"*** {name} = {result} *** &lt;Ann&gt;"),
            property_change_command(f"{name}_result", "1", result),
            property_change_command(f"{name}_total", "0", str(sum(values))),
        ]

    def undoing(self, *commands: str) -> list[str]:
        """The commands of an undo since VASSAL 3.6.7, given the inverse commands."""
        return [undo_command(True), *commands, undo_command(False)]

    # -- what is where -----------------------------------------------------------------------------

    def empty_hexes(self) -> Iterator[str]:
        """Numbers of hexes where nothing stands."""
        taken = {(unit.spot.x, unit.spot.y) for unit in self.units.values()}
        grid = self.data.map.grid
        return (grid.number(cell) for cell in grid if grid.center(cell) not in taken)

    def stack(self, least: int = 2) -> tuple[str, list[str]]:
        """The place and the units, bottom first, of a stack on the map."""
        for hex_number, units in self._stacks().items():
            if len(units) >= least:
                return hex_number, units
        raise LookupError("no such stack in the set-up")

    def single(self, number: int = 0) -> tuple[str, str]:
        """One of the units on the map that have states, and where it is."""
        found = [
            (unit, place)
            for place, units in self._stacks().items()
            for unit in units
            if unit.partition("#")[0] in self.data.counters
        ]
        return found[number]

    def box(self) -> str:
        """A box of a display."""
        return next(iter(self.data.boxes))

    def marker(self) -> str:
        """A marker that lies somewhere, or the test is skipped."""
        for name in self.units:
            if name.partition("#")[0] in self.data.markers:
                return name
        pytest.skip("no marker in this set-up")

    def _stacks(self) -> dict[str, list[str]]:
        grid = self.data.map.grid
        centers = {grid.center(cell): grid.number(cell) for cell in grid}
        main = self.data.map.file.name
        found: dict[str, list[str]] = {}
        for name, unit in self.units.items():
            place = centers.get((unit.spot.x, unit.spot.y))
            if unit.spot.map == main and place is not None:
                found.setdefault(place, []).append(name)
        return found


def _set_up(module: Path, scenario: ScenarioData) -> Iterable[tuple[str, tuple[Trait, ...], Spot]]:
    """The pieces of a scenario's set-up as the module has them, bottom first."""
    # Several processes may read one module at once: each has a folder of its own.
    with zipfile.ZipFile(module) as archive, TemporaryDirectory() as folder:
        file = archive.extract(setup_file(scenario), folder)
        position = read_log(Path(file)).replay().run()
    pieces = [piece for piece in position if piece.kind == "piece"]
    pieces.sort(key=lambda piece: piece.place.height or 0)
    return [(p.piece_id, p.traits, Spot(p.map, p.x, p.y)) for p in pieces]


def _unit_id(traits: tuple[Trait, ...]) -> str:
    return marker_properties(traits)["UnitId"]
