"""Writing saves and logs: the text of commands, and a writer that puts them in VASSAL's order.

Nothing is played here: the writer checks that the result can be loaded, not that the moves in it
are possible. No player's password is ever written.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from compiler.vassal.container import MODULE_DATA, SAVE_DATA, SAVED_GAME, pack_archive
from compiler.vassal.encoding import (
    ESCAPE,
    TAB,
    EncodingError,
    PieceText,
    Scalar,
    Trait,
    encode_sequence,
)
from compiler.vassal.metadata import Metadata
from compiler.vassal.obfuscation import SavedGameForm, encode_saved_game
from compiler.vassal.states import BasicState, DeckState, StackState

STACK_TYPE = "stack"
MODULE = "Module"
"""The container of properties that belong to the whole module."""

_PRIVATE_COMMANDS = ("PLAYER\t", "PYREMOVE\t", "UNMASK\t", "PNOTE\t", "SNOTE\t", "SEMAIL\t")


# --- the text of commands -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for a move: a map (None: off all maps), map pixels, and the piece lain upon."""

    map: str | None
    x: int
    y: int
    under: str | None = None


@dataclass(frozen=True, slots=True)
class BoardPlacement:
    """A board in play, in the cell `column`, `row` of its map's grid of boards."""

    name: str
    column: int = 0
    row: int = 0
    reversed: bool = False


def move_command(piece_id: str, start: Spot, end: Spot) -> str:
    """The move of a piece, or of a stack with all its members; without a player.

    >>> move_command("17", Spot("Main Map", 150, 120), Spot("Main Map", 306, 210))
    'M/17/Main Map/306/210/null/Main Map/150/120/null/'
    """
    fields: list[Scalar] = [piece_id]
    for spot in (end, start):
        fields += [spot.map or "null", spot.x, spot.y, spot.under or "null"]
    return "M/" + encode_sequence([*fields, ""], "/")


def change_command(piece_id: str, new_state: str, old_state: str) -> str:
    """The change of a piece's states (each a chain as `encoding.join_traits` writes it)."""
    return "D/" + encode_sequence((piece_id, new_state, old_state), "/")


def remove_command(piece_id: str) -> str:
    """The removal of a piece."""
    return f"-/{piece_id}"


def chat_command(text: str) -> str:
    """A line of chat; game messages begin with `* `, a player's lines with `<NAME> - `."""
    return f"CHAT{text}"


def property_command(name: str, value: str, container: str = MODULE) -> str:
    r"""The value of a global property in a save.

    >>> property_command("Weather", "Rain")
    'GlobalProperty\t;Weather;Rain;Module'
    """
    return f"GlobalProperty{TAB}" + encode_sequence(("", name, value, container), ";")


def property_change_command(name: str, old: str, new: str, container: str = MODULE) -> str:
    """The change of a global property in a log; dice report their results this way."""
    return encode_sequence(("MutableProperty", name, old, new, container), TAB)


def turn_command(tracker: str, state: str) -> str:
    """The state of a turn tracker, for example `TurnTracker0` and `0|1;0;false;-1`."""
    return encode_sequence((f"TURN{tracker}", state), TAB)


def boards_command(map_name: str, boards: Iterable[BoardPlacement]) -> str:
    r"""The boards of a map.

    >>> boards_command("Main Map", [BoardPlacement("North"), BoardPlacement("South", row=1)])
    'Main MapBoardPicker\tNorth\t0\t0\tSouth\t0\t1'
    """
    if TAB in map_name:
        raise EncodingError(
            f"{map_name!r} is no name for a map: VASSAL cannot store one with a TAB"
        )
    fields: list[Scalar] = [f"{map_name}BoardPicker"]
    for board in boards:
        name = encode_sequence((board.name, "rev") if board.reversed else (board.name,), "/")
        fields += [name, board.column, board.row]
    return encode_sequence(fields, TAB)


def undo_command(begin: bool) -> str:
    """The bracket around the commands of an undo."""
    return encode_sequence(("UNDO", begin), TAB)


# --- the writer -----------------------------------------------------------------------------------


class SaveWriter:
    r"""Collects a position, and steps of play if it is to be a log, and writes the file.

    Pieces, boards and properties may be added in any order, except that a stack or deck comes after
    its members; objects added later are drawn above earlier ones. Ids are the caller's, so that the
    same input makes the same bytes.

    Args:
        module: name, version and VASSAL version of the module the save belongs to.
        saved_at: milliseconds since 1970 to date the save with; fixed unless given.
        description: the comment on the save.

    >>> save = SaveWriter(Metadata(name="Demo", version="1.0", vassal_version="3.7.0"))
    >>> state = BasicState(None, 0, 0, "7").encode()
    >>> save.add_stack("2", "Map", 15, 12, [PieceText("1", (Trait("piece;;;i.png;Inf", state),))])
    >>> save.text().replace(ESCAPE, "!")[14:-9]
    '+/1/piece;;;i.png;Inf/Map;15;12;7;0\\!+/2/stack/Map;15;12;1;@@-1!SETUP_STACK\t'
    """

    def __init__(self, module: Metadata, *, saved_at: str = "0", description: str = "") -> None:
        self._module = module
        self._save = replace(module, name="", saved_at=saved_at, description=description)
        self._members: list[str] = []
        self._objects: list[str] = []
        self._ids: set[str] = set()
        self._boards: dict[str, str] = {}
        self._state: list[str] = []
        self._turns: list[str] = []
        self._steps: list[tuple[str, ...]] = []

    def add_piece(self, piece: PieceText) -> None:
        """Add a piece that lies in no stack, where its BasicPiece's state says."""
        self._take_id(piece.piece_id)
        self._objects.append(_leaf(piece.encode()))

    def add_stack(
        self, stack_id: str, map_name: str, x: int, y: int, pieces: Sequence[PieceText]
    ) -> None:
        """Add a stack of `pieces`, bottom first, at a map pixel; the pieces are put there too."""
        members = self._add_members(map_name, x, y, pieces)
        state = StackState(map_name, x, y, members).encode()
        self._add_object(PieceText(stack_id, (Trait(STACK_TYPE, state),)))

    def add_deck(
        self,
        deck: PieceText,
        map_name: str,
        x: int,
        y: int,
        pieces: Sequence[PieceText],
        *,
        face_down: bool = False,
    ) -> None:
        """Add a deck (of type `deck;...`) of `pieces`, bottom first, at a map pixel."""
        members = self._add_members(map_name, x, y, pieces)
        state = DeckState(map_name, x, y, face_down, members).encode()
        self._add_object(PieceText(deck.piece_id, (Trait(deck.traits[-1].type, state),)))

    def set_boards(self, map_name: str, boards: Sequence[BoardPlacement]) -> None:
        """Say which boards are on a map."""
        self._boards[map_name] = _leaf(boards_command(map_name, boards))

    def set_property(self, name: str, value: str, container: str = MODULE) -> None:
        """Set a global property."""
        self._state.append(_leaf(property_command(name, value, container)))

    def set_turn(self, tracker: str, state: str) -> None:
        """Set a turn tracker."""
        self._turns.append(_leaf(turn_command(tracker, state)))

    def add_command(self, command: str) -> None:
        """Add any other command to the save; none that could hold a password or an address."""
        self._state.append(_leaf(command))

    def add_step(self, *commands: str) -> None:
        """Add a step of play, what one press of the Step button will do; this makes it a log.

        Raises:
            EncodingError: there is no command, or one that a log cannot hold.
        """
        if not any(command not in ("", "null") for command in commands):
            raise EncodingError("an empty step: expected at least one command")
        self._steps.append(tuple(_leaf(command) for command in commands))

    def text(self) -> str:
        """The command tree."""
        tree: list[str] = ["begin_save", ""]
        pieces = [*self._members, *self._objects]
        if pieces:
            tree.append(encode_sequence(["", *pieces], ESCAPE))
        tree += [*self._state, *self._boards.values(), f"SETUP_STACK{TAB}", *self._turns]
        tree.append("end_save")
        for step in self._steps:
            tree.append(encode_sequence([f"LOG{TAB}{command}" for command in step], ESCAPE))
        return encode_sequence(tree, ESCAPE)

    def to_bytes(self, form: SavedGameForm = SavedGameForm.VCSK) -> bytes:
        """The whole file, the same bytes for the same input."""
        return pack_archive(
            [
                (MODULE_DATA, self._module.to_xml()),
                (SAVE_DATA, self._save.to_xml()),
                (SAVED_GAME, encode_saved_game(self.text(), form)),
            ]
        )

    def _add_members(
        self, map_name: str, x: int, y: int, pieces: Sequence[PieceText]
    ) -> tuple[str, ...]:
        for piece in pieces:
            self._take_id(piece.piece_id)
            self._members.append(_leaf(positioned(piece, map_name, x, y).encode()))
        return tuple(piece.piece_id or "" for piece in pieces)

    def _add_object(self, piece: PieceText) -> None:
        self._take_id(piece.piece_id)
        self._objects.append(_leaf(piece.encode()))

    def _take_id(self, piece_id: str | None) -> None:
        if not piece_id or piece_id == "null" or piece_id.startswith("@@"):
            raise EncodingError(
                f"{piece_id!r} is no id of a piece: expected a text such as a number"
            )
        if piece_id in self._ids:
            raise EncodingError(f"two pieces with the id {piece_id}: expected a new id for each")
        self._ids.add(piece_id)


def positioned(piece: PieceText, map_name: str | None, x: int, y: int) -> PieceText:
    """The same piece with its BasicPiece at another place."""
    basic = piece.traits[-1]
    state = replace(BasicState.decode(basic.state), map=map_name, x=x, y=y)
    return replace(piece, traits=(*piece.traits[:-1], replace(basic, state=state.encode())))


def _leaf(command: str) -> str:
    """Check that a command can stand in a tree of commands and that it is nobody's secret."""
    if ESCAPE in command:
        raise EncodingError("a command with an escape character: expected one command at a time")
    if command[:1] == "'" and command[-1:] == "'":
        raise EncodingError(f"{command[:40]!r} begins and ends with a quote, which VASSAL removes")
    if command.startswith(_PRIVATE_COMMANDS):
        name = command.partition(TAB)[0]
        raise EncodingError(f"a command {name}, which holds passwords or addresses, is not written")
    return command
