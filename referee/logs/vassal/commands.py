"""The commands of a saved game as types: what VASSAL was told to do, one small type for each kind.

They say what the text says and no more; where a piece was and what moved with it is `events`' part.
Players' ids are already replaced by tokens (`privacy`). A command that nobody knows, or that is not
as it should be, is `Unknown` and keeps its text.

Nothing ever changes a command. The kinds that a log has hundreds of thousands of are not frozen all
the same: in Python 3.11 that alone would be a quarter of the time of reading.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest

from compiler.vassal.encoding import Trait, split_states, split_types


def traits_of(type_text: str, state_text: str) -> tuple[Trait, ...]:
    """Pair the types and states of a piece, outermost trait first; a missing state is empty."""
    types = split_types(type_text)
    states = split_states(state_text, len(types))
    return tuple(
        Trait(kind, state) for kind, state in zip_longest(types, states[: len(types)], fillvalue="")
    )


# --- pieces ---------------------------------------------------------------------------------------


@dataclass(slots=True)
class AddPiece:
    """A piece, stack or deck comes into being.

    Attributes:
        piece_id: its id.
        type, state: the chains of its traits' types and states.
    """

    piece_id: str
    type: str
    state: str

    @property
    def traits(self) -> tuple[Trait, ...]:
        """The traits, outermost first; the last is the BasicPiece, `stack` or `deck;...`."""
        return traits_of(self.type, self.state)


@dataclass(slots=True)
class RemovePiece:
    """A piece, stack or deck ceases to be."""

    piece_id: str


@dataclass(slots=True)
class ChangePiece:
    """The state of a piece changes; of a stack or deck, its order, members or place.

    Attributes:
        piece_id: its id.
        new: the chain of states from now on.
        old: the chain of states before, None if the log does not say.
    """

    piece_id: str
    new: str
    old: str | None


@dataclass(slots=True)
class MovePiece:
    """A piece moves, or a stack with all its members.

    Attributes:
        piece_id: its id.
        map, x, y: where to, in map pixels; map is None off all maps.
        under: id of the piece it is put upon, None if there is none.
        old_map, old_x, old_y, old_under: where from, as the mover's program saw it.
        player: token of the player who moved it, None if the log does not say.
    """

    piece_id: str
    map: str | None
    x: int
    y: int
    under: str | None
    old_map: str | None
    old_x: int
    old_y: int
    old_under: str | None
    player: str | None


# --- what players and programs say ----------------------------------------------------------------


@dataclass(slots=True)
class Chat:
    """A line of the chat window; `chat.read_line` says whose and what in plain text."""

    text: str


@dataclass(frozen=True, slots=True)
class PropertyChange:
    """A global property changes; dice report their results this way.

    Attributes:
        name: of the property, for example `2d6_result`.
        old, new: the values.
        container: `Module`, a map's name, or a map's and a zone's name joined by a colon.
    """

    name: str
    old: str
    new: str
    container: str


@dataclass(frozen=True, slots=True)
class PropertyValue:
    """The value of a global property, in a save."""

    name: str
    value: str
    container: str


@dataclass(frozen=True, slots=True)
class TurnState:
    """The state of a turn tracker: `TurnTracker0` and, for example, `0|1;0;false;-1`."""

    tracker: str
    state: str


@dataclass(frozen=True, slots=True)
class ShowResults:
    """The faces that special dice show, counted from 0."""

    button: str
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Undo:
    """The bracket around the commands of an undo: `begins` or ends."""

    begins: bool


# --- the frame of a game --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SaveFrame:
    """The first and the last command of a save."""

    begins: bool


@dataclass(frozen=True, slots=True)
class BoardInPlay:
    """A board in the cell `column`, `row` of its map; `reversed` if turned by 180 degrees."""

    name: str
    column: int
    row: int
    reversed: bool = False


@dataclass(frozen=True, slots=True)
class Boards:
    """The boards of a map."""

    map: str
    boards: tuple[BoardInPlay, ...]


@dataclass(frozen=True, slots=True)
class StacksAreSetUp:
    """The module's at-start stacks are already in the save."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player takes a side. `player` is a token, None if he has no id; `name` is public."""

    player: str | None
    name: str
    side: str


@dataclass(frozen=True, slots=True)
class PlayerLeaves:
    """A player gives up his side."""

    player: str | None


@dataclass(frozen=True, slots=True)
class MaskRights:
    """The players whose masks others may lift."""

    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Note:
    """Notes kept with the game.

    Attributes:
        kind: `scenario`, `public`, `private` or `secret`.
        owner: token of the player who wrote them, None for scenario and public notes.
        name: of a secret note.
        text: the notes.
        rest: what else a secret note keeps: whether it is hidden, its date and handle.
    """

    kind: str
    owner: str | None
    name: str
    text: str
    rest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Auxiliary:
    """A command that VASSAL knows and that says nothing about the game: sounds, clocks, flares."""

    name: str
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """A command that nobody knows, or that is not as it should be.

    Attributes:
        text: the command as it stands.
        reason: what is wrong with a command that is known; empty otherwise.
    """

    text: str
    reason: str = ""


PieceCommand = AddPiece | RemovePiece | ChangePiece | MovePiece
"""The commands that change where pieces are and what they are like."""

OtherCommand = (
    Chat
    | PropertyChange
    | PropertyValue
    | TurnState
    | ShowResults
    | Undo
    | SaveFrame
    | Boards
    | StacksAreSetUp
    | Player
    | PlayerLeaves
    | MaskRights
    | Note
    | Auxiliary
    | Unknown
)
Command = PieceCommand | OtherCommand
