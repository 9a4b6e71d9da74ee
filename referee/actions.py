"""Actions: what players do, one small frozen type for each kind.

They are what every log reader produces and what the rules look at. An action reads and writes
plain data (one line of a move log, see `docs/move-log.md`); what a game adds are verbs of
`Declare`, not new types.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, TypeAdapter

Name = Annotated[str, Field(min_length=1, max_length=200)]
Scalar = str | int | float | bool | None
STRUCK = "struck"
FieldValue = Scalar | tuple[Scalar, ...]
"""A value of a declaration's field or a state: a scalar or a flat list of scalars."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an action stands: the log file and its step (for a move log, the line)."""

    file: str = ""
    step: int = 0
    in_words: bool = field(default=False, compare=False)
    """Whether the log says the action in so many words, rather than shows it."""

    def __str__(self) -> str:
        return f"{self.file}:{self.step}" if self.file else str(self.step)


class Action(BaseModel):
    """What all actions have: the side that acts, where known, and where in which log it stands."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    action: str
    side: Name | None = None
    """Id of the side that acted; None where the log does not tell."""

    _origin: Origin = PrivateAttr(default_factory=Origin)

    @property
    def origin(self) -> Origin:
        """The log and step the action was read from."""
        return self._origin

    def located(self, origin: Origin) -> Self:
        """This action, said to come from `origin`."""
        self._origin = origin
        return self

    @property
    def kind(self) -> str:
        """What phases and rules name it by: `move`, `roll`, `declare:attack`, …."""
        return self.action


class BeginPhase(Action):
    """A phase begins. `phase` is a phase id of the sequence of play; `turn` counts from 1."""

    action: Literal["phase"] = "phase"
    turn: Annotated[int, Field(ge=1, le=10_000)]
    phase: Name
    first_player: Name | None = None
    """Id of the side that is first player from now on, where it is settled in this phase."""


class Move(Action):
    """One or more pieces move together.

    `path` lists hex numbers from the hex left to the hex reached. A log that knows only these two
    gives just them, with `complete` false; then the move is legal if any legal path exists.
    """

    action: Literal["move"] = "move"
    units: Annotated[tuple[Name, ...], Field(min_length=1, max_length=1000)]
    path: Annotated[tuple[Name, ...], Field(min_length=1, max_length=1000)]
    complete: bool = True
    by: str = ""
    """The manner of movement where the players named one: `road`, `rail`, …."""

    @property
    def start(self) -> str:
        """Hex number or box the pieces left."""
        return self.path[0]

    @property
    def end(self) -> str:
        """Hex number or box the pieces reached."""
        return self.path[-1]


class Place(Action):
    """A piece is put on the map or a display: set-up, reinforcement, marker."""

    action: Literal["place"] = "place"
    unit: Name
    counter: Name | None = None
    """The counter's id where the piece is not called after it."""
    at: Name
    face: Name | None = None
    states: dict[Name, FieldValue] = {}
    why: str = ""
    """`setup`, `reinforcement`, `replacement`, … where known."""


class Remove(Action):
    """Pieces leave play: destroyed, withdrawn, exchanged."""

    action: Literal["remove"] = "remove"
    units: Annotated[tuple[Name, ...], Field(min_length=1, max_length=1000)]
    why: str = ""


class SetState(Action):
    """A state changes: of a piece (`unit` given) or of the whole position (weather, say).

    The states `face` and, for the whole position, whatever the game's rules keep are named alike.
    """

    action: Literal["set"] = "set"
    unit: Name | None = None
    state: Name
    value: FieldValue = None


class Roll(Action):
    """Dice were rolled. `purpose` says what for, in the game's words, where the log tells."""

    action: Literal["roll"] = "roll"
    dice: Name
    result: Annotated[tuple[int, ...], Field(min_length=1, max_length=200)]
    purpose: str = ""

    @property
    def total(self) -> int:
        """The sum of the dice."""
        return sum(self.result)


class Declare(Action):
    """Something announced: an attack, support, an obligation met, an option taken.

    `verb` is one of the game's declarations, `units` the pieces that do it, `target` a hex number
    or a piece, `values` whatever else the verb takes (its fields are listed in the game's data).
    """

    action: Literal["declare"] = "declare"
    verb: Name
    units: Annotated[tuple[Name, ...], Field(max_length=1000)] = ()
    target: Name | None = None
    values: dict[Name, FieldValue] = {}
    secret: bool = False
    """Whether it was written down unseen by the other side, in a note that has been opened. It is
    no act: it comes between a declaration and its dice without parting them."""
    struck: bool = False
    """Whether it was struck out of such a note rather than written."""

    @property
    def kind(self) -> str:
        """`declare:` and the verb; `struck:` and the verb for what is struck out of a note."""
        return f"{STRUCK if self.struck else self.action}:{self.verb}"

    def text(self, name: str, default: str = "") -> str:
        """The field `name` as text."""
        value = self.values.get(name)
        return default if value is None else str(value)

    def number(self, name: str, default: int = 0) -> int:
        """The field `name` as a whole number; `default` if it is absent or not a number."""
        value = self.values.get(name)
        if isinstance(value, bool) or not isinstance(value, (int, float, str)):
            return default
        try:
            return int(value)
        except (ValueError, OverflowError):
            return default

    def names(self, name: str) -> tuple[str, ...]:
        """The field `name` as a list of names."""
        value = self.values.get(name)
        if value is None:
            return ()
        return tuple(str(item) for item in value) if isinstance(value, tuple) else (str(value),)


class PieceAt(BaseModel):
    """A piece as a saved position holds it; pieces of one place come bottom first."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    unit: Name
    at: Name
    counter: Name | None = None
    face: Name | None = None
    states: dict[Name, FieldValue] = {}


class Position(Action):
    """The whole position, as a save or the beginning of a log holds it.

    It takes the place of what the board holds; what differs is reported, not judged. One that is
    not `whole` tells of its pieces alone where they are and, as far as it names them, their face
    and states: players brought them to what the rules had made of them.
    """

    action: Literal["position"] = "position"
    pieces: Annotated[tuple[PieceAt, ...], Field(max_length=100_000)]
    whole: bool = True


class Note(Action):
    """A player wrote something down in secret, in a note that is not opened; it is not judged."""

    action: Literal["note"] = "note"


class Chat(Action):
    """Something a player wrote; it has no meaning for the rules."""

    action: Literal["chat"] = "chat"
    text: str = ""


class Undo(Action):
    """The player took back the `count` actions before this one; the position is already back."""

    action: Literal["undo"] = "undo"
    count: Annotated[int, Field(ge=1, le=100_000)] = 1


class Unknown(Action):
    """Something in a log that no reader understands, kept as it was."""

    action: Literal["unknown"] = "unknown"
    text: str


class PhaseEnds(Action):
    """A phase ends.

    Not written in logs: the audit inserts it before the next phase and at the end.
    """

    action: Literal["phase-ends"] = "phase-ends"
    turn: int
    phase: Name


AnyAction = Annotated[
    BeginPhase
    | Move
    | Place
    | Remove
    | SetState
    | Roll
    | Declare
    | Position
    | Note
    | Chat
    | Undo
    | Unknown,
    Field(discriminator="action"),
]

ACTIONS: TypeAdapter[AnyAction] = TypeAdapter(AnyAction)
"""Reads one action from plain data and writes JSON Schema for all of them."""


class Header(BaseModel):
    """First line of a move log: game, version of its data, scenario, optional rules in play."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    FORMAT: ClassVar[str] = "hexmarshal-moves/1"

    format: Literal["hexmarshal-moves/1"]
    game: Name
    data_version: str = ""
    scenario: Name | None = None
    options: tuple[Name, ...] = ()
    players: dict[Name, str] = {}
    """Side id to a player's name as shown to others (never a password)."""
    note: str = ""


@dataclass(frozen=True)
class GameLog:
    """One game's log, or several joined: header, actions in order, what could not be read."""

    header: Header
    actions: tuple[Action, ...]
    files: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
