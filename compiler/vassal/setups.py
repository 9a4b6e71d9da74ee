"""The set-ups: each scenario as a saved game that opens ready to play.

A saved game holds its pieces whole, prototypes put in, so that it stands for itself. Ids of pieces
and stacks follow from their numbers: the same data makes the same file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from compiler.gamedata.model import GameData, ScenarioData, SetupPiece, Value
from compiler.hexes import Hex
from compiler.vassal.encoding import EncodingError, PieceText, Trait, encode_sequence
from compiler.vassal.metadata import Metadata
from compiler.vassal.names import (
    GAME_PROPERTY,
    SCENARIO_PROPERTY,
    TURN_TRACKER,
    VERSION_PROPERTY,
    board_name,
    display_map_name,
    main_map_name,
    side_name,
)
from compiler.vassal.piece_state import with_position
from compiler.vassal.pieces import Slot
from compiler.vassal.prototypes import Prototypes, expand
from compiler.vassal.savegame import BoardPlacement, SaveWriter
from compiler.vassal.turns import TurnTrack

FIRST_PIECE_ID = 500_000_000_000
"""Piece ids are times, in milliseconds since 1970; these are of 1985, before any real game."""
FIRST_STACK_ID = 900_000_000_000
LINE_BREAK = "|"
"""What parts the lines of a note, as VASSAL writes it."""
COPIES = 1000
"""The most pieces of one slot in a set-up."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A point of a map where pieces are set up."""

    map: str
    x: int
    y: int


def setup_file(scenario: ScenarioData) -> str:
    """The name of a scenario's saved game in the module."""
    return f"setup-{scenario.id}.vsav"


def spot_of(data: GameData, place: Hex | str) -> Spot:
    """The point for a hex or a box.

    Raises:
        EncodingError: there is no such box.
    """
    if isinstance(place, Hex):
        return Spot(main_map_name(data), *data.map.grid.center(place))
    if place not in data.boxes:
        raise EncodingError(f"there is no box {place!r} on any display")
    shown, box = data.boxes[place]
    return Spot(display_map_name(shown), *box.centre)


class SetupWriter:
    """Makes the saved games of a module."""

    def __init__(
        self,
        data: GameData,
        module: Metadata,
        slots: Sequence[Slot],
        prototypes: Prototypes,
        track: TurnTrack,
    ) -> None:
        self._data = data
        self._module = module
        self._track = track
        self._slots: Mapping[str, Slot] = {slot.piece: slot for slot in slots}
        self._whole = {slot.piece: expand(slot.traits, prototypes) for slot in slots}

    def write(self, scenario: ScenarioData) -> bytes:
        """The saved game of a scenario.

        Raises:
            EncodingError: a piece of the set-up cannot be what the data says.
        """
        save = self.begin(scenario)
        copies: dict[str, int] = {}
        stacks: dict[Spot, list[PieceText]] = {}
        for placed in scenario.setup:
            spot = spot_of(self._data, placed.place)
            stacks.setdefault(spot, []).append(self._piece(placed, copies))
        for n, (spot, pieces) in enumerate(stacks.items()):
            save.add_stack(str(FIRST_STACK_ID + n), spot.map, spot.x, spot.y, pieces)
        save.set_turn(TURN_TRACKER, self._track.state(scenario))
        return save.to_bytes()

    def begin(
        self, scenario: ScenarioData | None, description: str = "", version: str = ""
    ) -> SaveWriter:
        """A saved game without pieces and turn: boards, what it is of, notes.

        Args:
            scenario: the scenario, if there is one.
            description: the comment on the file; the scenario's name unless given.
            version: of the data that it was played with; this one unless given.
        """
        if scenario is not None:
            description = description or scenario.name
        save = SaveWriter(self._module, description=description)
        self._add_boards(save)
        save.set_property(GAME_PROPERTY, self._data.id)
        save.set_property(VERSION_PROPERTY, version or self._data.game.version)
        save.set_property(SCENARIO_PROPERTY, "" if scenario is None else scenario.id)
        if scenario is not None:
            save.add_command(f"NOTES\t{encode_sequence(self._notes(scenario), LINE_BREAK)}")
        return save

    def slot_of(self, piece: str, counter: str) -> Slot:
        """The slot of a piece: its own, or the counter's for a further marker.

        Raises:
            EncodingError: there is none.
        """
        slot = self._slots.get(piece) or self._slots.get(counter)
        if slot is None:
            raise EncodingError(f"{piece} is no piece of the module")
        return slot

    def traits_of(
        self, piece: str, counter: str, face: str, states: Mapping[str, Value]
    ) -> tuple[Trait, ...]:
        """The traits of a piece as a save holds them, off all maps.

        Raises:
            EncodingError: there is no such piece, or it cannot be like that.
        """
        slot = self.slot_of(piece, counter)
        if face not in slot.faces:
            raise EncodingError(f"{piece} has no face {face!r}")
        level = slot.faces.index(face) + 1
        return with_position(self._data, self._whole[slot.piece], piece, level, states)

    def _piece(self, placed: SetupPiece, copies: dict[str, int]) -> PieceText:
        slot = self.slot_of(placed.piece, placed.counter)
        number = copies[slot.piece] = copies.get(slot.piece, -1) + 1
        if number >= COPIES:
            raise EncodingError(f"more than {COPIES} pieces {slot.piece} in one set-up")
        states = {name: value for name, value in placed.states.items() if value is not None}
        traits = self.traits_of(placed.piece, placed.counter, placed.face, states)
        plain_number = int(slot.gpid.rpartition(":")[2])
        return PieceText(str(FIRST_PIECE_ID + plain_number * COPIES + number), traits)

    def _add_boards(self, save: SaveWriter) -> None:
        data = self._data
        save.set_boards(main_map_name(data), [BoardPlacement(board_name(data))])
        for shown in data.displays.values():
            save.set_boards(display_map_name(shown), [BoardPlacement(shown.name)])

    def _notes(self, scenario: ScenarioData) -> list[str]:
        """The lines that the notes window shows at first."""
        turns = [label for label, _ in scenario.turns]
        first = side_name(self._data, scenario.first_player)
        lines = [
            f"{scenario.name} ({scenario.rule})" if scenario.rule else scenario.name,
            f"{len(turns)} turns: {turns[0]} to {turns[-1]}." if turns else "",
            f"First player: {first}.",
            f"Set-up: {scenario.source}.",
            *self._secret_lines(),
        ]
        return [line for line in lines if line]

    def _secret_lines(self) -> list[str]:
        """How players write down in the notes window what the other side is not to see."""
        examples = [verb.secret for verb in self._data.declarations.values() if verb.secret]
        if not examples:
            return []
        return [
            "What you keep secret goes into Private or Delayed, a line for each thing, such as",
            *examples,
        ]
