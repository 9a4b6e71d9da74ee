"""The position of a game in VASSAL's terms: which pieces are where, in which stacks and decks.

Commands are applied as VASSAL applies them. Hexes, units and rules are not known here; coordinates
are map pixels. Every look-up is by id or by place: a step costs the same in a large game.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.vassal.encoding import (
    TAB,
    EncodingError,
    decode_sequence,
    split_states,
    split_types,
)
from compiler.vassal.states import read_position
from referee.logs.vassal.commands import (
    AddPiece,
    ChangePiece,
    Command,
    MovePiece,
    RemovePiece,
)
from referee.logs.vassal.events import (
    DECK,
    NOTHING,
    PIECE,
    STACK,
    Event,
    PieceAdded,
    PieceChanged,
    PieceMoved,
    PieceRemoved,
    Place,
    StackChanged,
)
from referee.logs.vassal.pieces import Ground, Piece


class Position:
    """All pieces of a game; `apply` alone changes it."""

    def __init__(self) -> None:
        self._pieces: dict[str, Piece] = {}
        self._standing: dict[Ground, list[Piece]] = {}
        self._count = 0

    def __len__(self) -> int:
        return len(self._pieces)

    def __iter__(self) -> Iterator[Piece]:
        return iter(self._pieces.values())

    def __contains__(self, piece_id: object) -> bool:
        return piece_id in self._pieces

    def __getitem__(self, piece_id: str) -> Piece:
        return self._pieces[piece_id]

    def get(self, piece_id: str) -> Piece | None:
        """The piece, stack or deck with this id, None if there is none."""
        return self._pieces.get(piece_id)

    def apply(self, command: Command) -> Event:
        """Change the position as `command` says and tell what happened.

        Commands that concern no pieces are returned as they are. No command fails: one that
        concerns an unknown piece is told as such.
        """
        match command:
            case ChangePiece():
                return self._change(command)
            case MovePiece():
                return self._move(command)
            case AddPiece():
                return self._add(command)
            case RemovePiece():
                return self._remove(command)
        return command

    # --- the four commands ------------------------------------------------------------------------

    def _add(self, command: AddPiece) -> PieceAdded:
        old = self._pieces.get(command.piece_id)
        if old is not None:
            self._forget(old)
        self._count += 1
        if command.type == "stack":
            kind = STACK
        else:
            kind = DECK if command.type.startswith("deck;") else PIECE
        piece = Piece(command.piece_id, kind, command.type, command.state, self._count)
        self._pieces[command.piece_id] = piece
        self._read_state(piece)
        place = Place(piece.map, piece.x, piece.y)
        if kind == PIECE:
            return PieceAdded(command, kind, place)
        members = tuple([member.piece_id for member in piece.members])
        return PieceAdded(command, kind, place, members)

    def _remove(self, command: RemovePiece) -> PieceRemoved:
        piece = self._pieces.get(command.piece_id)
        if piece is None:
            return PieceRemoved(command, NOTHING)
        place = piece.place
        self._forget(piece)
        del self._pieces[command.piece_id]
        return PieceRemoved(command, piece.kind, piece.type, piece.state, place)

    def _change(self, command: ChangePiece) -> PieceChanged | StackChanged:
        piece = self._pieces.get(command.piece_id)
        if piece is None:
            return PieceChanged(command, NOTHING)
        before, piece.state = piece.state, command.new
        if piece.kind == PIECE:
            if piece.stack is None and _moves(piece, command):
                self._read_state(piece)
            return PieceChanged(command, PIECE, piece.type, before, piece.place)
        start = piece.place
        old_members = tuple([member.piece_id for member in piece.members])
        self._read_state(piece)
        new_members = tuple([member.piece_id for member in piece.members])
        return StackChanged(command, piece.kind, start, piece.place, old_members, new_members)

    def _move(self, command: MovePiece) -> PieceMoved:
        piece = self._pieces.get(command.piece_id)
        if piece is None:
            return PieceMoved(command, NOTHING, (), None, None)
        start = piece.place
        movers = list(piece.members) if piece.kind == STACK else [piece]
        target, index = self._destination(piece, command)
        if target is None:
            if piece.stack is not None:
                self._detach(piece)
            self._stand(piece, command.map, command.x, command.y)
        elif index is not None:
            self._put(movers, target, index)
        if piece.kind == PIECE:
            return PieceMoved(command, PIECE, (command.piece_id,), start, piece.place)
        end = movers[0].place if movers else piece.place
        moved = piece.members if piece.kind == DECK else movers
        ids = tuple([mover.piece_id for mover in moved])
        return PieceMoved(command, piece.kind, ids, start, end)

    def _destination(self, piece: Piece, command: MovePiece) -> tuple[Piece | None, int | None]:
        """The stack or deck that a moving piece joins, and where in it.

        An index of None means that the piece stays where it is in its own stack.
        """
        if command.map is None or piece.kind == DECK:
            return None, None
        ground = (command.map, command.x, command.y)
        if command.under is not None:
            under = self._pieces.get(command.under)
            if under is not None and under is not piece and (under.map, under.x, under.y) == ground:
                if under.kind != PIECE:
                    return under, len(under.members)
                if under.stack is None:
                    return None, None  # a command that follows makes the stack of the two
                return under.stack, self._index_above(under, piece)
        if ground not in self._standing:
            return None, None
        target = self._standing_at(ground, piece, decks_only=not piece.stacks)
        if target is None or target is piece.stack:
            return target, None
        return target, len(target.members) if command.under is not None else 0

    @staticmethod
    def _index_above(under: Piece, piece: Piece) -> int:
        """The place above `under` in its stack, after `piece` has been taken out of it."""
        stack = under.stack
        if stack is None:
            return 0
        index = stack.members.index(under) + 1
        if piece.stack is stack and stack.members.index(piece) < index:
            index -= 1
        return index

    # --- parts ------------------------------------------------------------------------------------

    def _read_state(self, piece: Piece) -> None:
        """Put a piece where its state says, a stack or deck with its members.

        A state that cannot be read leaves the piece where it was.
        """
        try:
            if piece.kind == PIECE:
                self._stand(piece, *_basic_position(piece))
                return
            fields = decode_sequence(piece.state, ";")
            map_name, x, y = read_position(fields)
        except EncodingError:
            return
        ids = fields[3:]
        if piece.kind == DECK:
            ids = decode_sequence(fields[4], ",") if len(fields) > 4 else []
        for member in piece.members:
            member.stack = None
        piece.members = []
        self._stand(piece, map_name, x, y)
        pieces = self._pieces
        found = [pieces[piece_id] for piece_id in dict.fromkeys(ids) if piece_id in pieces]
        members = [member for member in found if member.kind == PIECE]
        if members:
            self._put(members, piece, 0)

    def _put(self, movers: list[Piece], stack: Piece, index: int | None) -> None:
        """Take pieces out of their stacks and put them into `stack` at `index` (None: on top)."""
        for mover in movers:
            if mover.stack is not None:
                self._detach(mover)
        at = len(stack.members) if index is None else min(index, len(stack.members))
        stack.members[at:at] = movers
        for mover in movers:
            mover.stack, mover.map, mover.x, mover.y = stack, stack.map, stack.x, stack.y
        self._register(stack)

    def _stand(self, piece: Piece, map_name: str | None, x: int, y: int) -> None:
        """Put a piece, stack or deck at a place of its own, its members with it."""
        piece.map, piece.x, piece.y = map_name, x, y
        if piece.kind == PIECE:
            return
        for member in piece.members:
            member.map, member.x, member.y = map_name, x, y
        self._register(piece)

    def _detach(self, piece: Piece) -> None:
        stack = piece.stack
        if stack is not None:
            stack.members.remove(piece)
            piece.stack = None
            if not stack.members:
                self._register(stack)

    def _forget(self, piece: Piece) -> None:
        """Take a piece out of its stack; what lies in it, if it is one, lies loose then."""
        self._detach(piece)
        for member in piece.members:
            member.stack = None
        piece.members = []
        piece.map = None
        if piece.kind != PIECE:
            self._register(piece)

    def _register(self, stack: Piece) -> None:
        """Keep the index by place right: it holds the decks and the stacks that are not empty."""
        ground: Ground | None = None
        if stack.map is not None and (stack.members or stack.kind == DECK):
            ground = (stack.map, stack.x, stack.y)
        if ground == stack.ground:
            return
        if stack.ground is not None:
            standing = self._standing[stack.ground]
            standing.remove(stack)
            if not standing:
                del self._standing[stack.ground]
        if ground is not None:
            self._standing.setdefault(ground, []).append(stack)
        stack.ground = ground

    def _standing_at(self, ground: Ground, moving: Piece, *, decks_only: bool) -> Piece | None:
        """The deck, or else the oldest stack, at a place."""
        found: Piece | None = None
        for stack in self._standing.get(ground, ()):
            if stack is moving or (decks_only and stack.kind != DECK):
                continue
            if found is None or (stack.kind != DECK, stack.number) < (
                found.kind != DECK,
                found.number,
            ):
                found = stack
        return found


def _moves(piece: Piece, command: ChangePiece) -> bool:
    """Whether a change says where a loose piece is.

    Its BasicPiece does. Old versions of VASSAL write `null` for the map of a piece in a stack: that
    says nothing unless it is news.
    """
    new = _basic_state(piece, command.new)
    if command.old is None or not new.startswith("null;"):
        return True
    return new != _basic_state(piece, command.old)


def _basic_state(piece: Piece, state: str) -> str:
    """The state of the BasicPiece, the last in the chain."""
    if "'" not in state and state.count(TAB) == piece.type.count(TAB):
        return state.rpartition(TAB)[2]
    return split_states(state, len(split_types(piece.type)))[-1]


def _basic_position(piece: Piece) -> tuple[str | None, int, int]:
    """Map, x and y from the state of the BasicPiece."""
    return read_position(decode_sequence(_basic_state(piece, piece.state), ";"))
