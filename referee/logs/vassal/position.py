"""The position of a game in VASSAL's terms: which pieces are where, in which stacks and decks.

Commands are applied as VASSAL applies them. Hexes, units and rules are not known here; coordinates
are map pixels. Every look-up is by id or by place: a step costs the same in a large game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, cast

from compiler.vassal.encoding import TAB, EncodingError, decode_sequence
from referee.logs.vassal.commands import (
    AddPiece,
    ChangePiece,
    Command,
    MovePiece,
    OtherCommand,
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
    StackChanged,
)
from referee.logs.vassal.numbers import Integers
from referee.logs.vassal.pieces import NONE, Piece, place_of

Ground = tuple[str | None, int, int]
"""A map and map pixels."""


class Position:
    """All pieces of a game; `apply` alone changes it."""

    def __init__(self) -> None:
        self._pieces: dict[str, Piece] = {}
        self._standing: dict[Ground, list[Piece]] = {}
        self._integers = Integers()
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
        method = self._METHODS.get(type(command))
        return cast("OtherCommand", command) if method is None else method(self, command)

    # --- the four commands ------------------------------------------------------------------------

    def _add(self, command: AddPiece) -> PieceAdded:
        piece_id, type_text = command.piece_id, command.type
        if piece_id in self._pieces:
            self._forget(self._pieces[piece_id])
        self._count += 1
        kind = STACK if type_text == "stack" else DECK if type_text.startswith("deck;") else PIECE
        piece = Piece(piece_id, kind, type_text, command.state, self._count)
        self._pieces[piece_id] = piece
        self._read_state(piece)
        return PieceAdded(command, kind, place_of(piece), _ids(piece.members))

    def _remove(self, command: RemovePiece) -> PieceRemoved:
        piece = self._pieces.get(command.piece_id)
        if piece is None:
            return PieceRemoved(command, NOTHING)
        place = place_of(piece)
        self._forget(piece)
        del self._pieces[command.piece_id]
        return PieceRemoved(command, piece.kind, piece.type, piece.state, place)

    def _change(self, command: ChangePiece) -> PieceChanged | StackChanged:
        piece = self._pieces.get(command.piece_id)
        if piece is None and TAB not in command.new:
            named = map(self._pieces.get, decode_sequence(command.new, ";")[3:])
            members = (each for each in named if each is not None and each.kind == PIECE)
            piece = self._name_stack(command.piece_id, next(members, None))
        if piece is None:
            return PieceChanged(command, NOTHING)
        before, piece.state = piece.state, command.new
        if piece.kind == PIECE:
            if piece.stack is None and piece.is_placed_by(command.new, command.old):
                self._read_state(piece)
            return PieceChanged(command, PIECE, piece.type, before, place_of(piece))
        start = place_of(piece)
        old_members = _ids(piece.members)
        self._read_state(piece, command.old)
        return StackChanged(
            command, piece.kind, start, place_of(piece), old_members, _ids(piece.members)
        )

    def _move(self, command: MovePiece) -> PieceMoved:
        piece = self._pieces.get(command.piece_id)
        if piece is None:
            left = self._standing.get((command.old_map, command.old_x, command.old_y), ())
            stacks = [each for each in left if each.piece_id.startswith(_UNNAMED)]
            loose = [each for each in left if each.kind == PIECE and each.stacks]
            found = stacks or loose
            piece = self._name_stack(command.piece_id, found[0] if len(found) == 1 else None)
        if piece is None:
            return PieceMoved(command, NOTHING, (), None, None)
        start = place_of(piece)
        if piece.left is not None:
            start, piece.left = (piece.left if start.map is None else start), None
        kind, ground = piece.kind, (command.map, command.x, command.y)
        movers = piece.members.copy() if kind == STACK else [piece]
        standing = self._standing.get(ground)
        target, index = self._destination(piece, command, standing) if standing else (None, None)
        if target is not None:
            self._put(movers, target, index)
        else:
            if piece.stack is not None:
                self._detach(piece)
            self._stand(piece, ground)
        if kind == PIECE:
            return PieceMoved(command, PIECE, (piece.piece_id,), start, place_of(piece))
        end = place_of(movers[0] if movers else piece)
        return PieceMoved(
            command, kind, _ids(movers if kind == STACK else piece.members), start, end
        )

    def _destination(
        self, piece: Piece, command: MovePiece, standing: list[Piece]
    ) -> tuple[Piece | None, int | None]:
        """The stack or deck that a moving piece joins, and where in it: None is on top.

        As VASSAL does it, a piece that is put upon none goes to the bottom, even of the stack that
        it is in already; a stack always goes on top; and a loose piece that another one joins makes
        a stack with it, whether or not a command names that stack.

        Args:
            piece: what moves.
            command: how it moves.
            standing: those that stand where it goes, never empty: nothing stands off all maps.
        """
        if piece.kind == DECK:
            return None, None
        if command.under is not None:
            under = self._pieces.get(command.under)
            if (
                under is not None
                and under.map == command.map
                and (under.x, under.y) == (command.x, command.y)
            ):
                if under.stack is not None:
                    return under.stack, self._index_above(under, piece)
                if under is piece:
                    return None, None
                if under.kind == PIECE:
                    return self._stack_of(under), 1
                return under, None
        target = _joined(standing, piece)
        if target is not None and target.kind == PIECE:
            target = self._stack_of(target)
        return target, None if command.under is not None or piece.kind == STACK else 0

    _METHODS: ClassVar[Mapping[type[Any], Callable[[Position, Any], Event]]] = {
        AddPiece: _add,
        RemovePiece: _remove,
        ChangePiece: _change,
        MovePiece: _move,
    }

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

    def _read_state(self, piece: Piece, old: str | None = None) -> None:
        """Put a piece where its state says, a stack or deck with its members.

        A state that cannot be read leaves the piece where it was. Where `old` is given, members
        that neither state names stay in their stack.
        """
        kind = piece.kind
        fields = decode_sequence(
            piece.basic_state(piece.state) if kind == PIECE else piece.state, ";"
        )
        integers = self._integers
        try:
            map_name, x, y = fields[0], integers[fields[1]], integers[fields[2]]
        except (EncodingError, IndexError):
            return
        ground = (None if map_name in ("null", "") else map_name, x, y)
        if kind == STACK:
            ids = fields[3:]
            if old is not None and piece.members:
                ids = piece.members_after(ids, decode_sequence(old, ";")[3:])
        elif kind == DECK:
            ids = decode_sequence(fields[4], ",") if len(fields) > 4 else []
        else:
            self._stand(piece, ground)
            return
        for member in piece.members:
            member.stack = None
        self._gather(piece, ids, ground)

    def _gather(self, stack: Piece, ids: list[str], ground: Ground) -> None:
        """Put a stack at a place and the pieces with these ids into it, and no others.

        What is named and is no piece is passed over.
        """
        members: list[Piece] = []
        find = self._pieces.get
        map_name, x, y = stack.map, stack.x, stack.y = ground
        for piece_id in ids:
            member = find(piece_id)
            if member is None or member.kind != PIECE or member.stack is stack:
                continue
            if member.stack is not None:
                self._detach(member)
            elif member.beside is not None:
                _leave(member)
            member.stack, member.map, member.x, member.y = stack, map_name, x, y
            members.append(member)
        stack.members = members or NONE
        if stack.beside is not None:
            _leave(stack)
        if members or stack.kind == DECK:
            self._enter(stack, ground)

    def _put(self, movers: list[Piece], stack: Piece, index: int | None) -> None:
        """Take pieces out of their stacks and put them into `stack` at `index` (None: on top)."""
        map_name, x, y = stack.map, stack.x, stack.y
        for mover in movers:
            if mover.stack is not None:
                self._detach(mover)
            else:
                _leave(mover)
            mover.stack, mover.map, mover.x, mover.y = stack, map_name, x, y
        if not stack.members:
            stack.members = movers.copy()
        else:
            at = len(stack.members) if index is None else index
            stack.members[at:at] = movers
        if stack.beside is None:
            self._enter(stack, (map_name, x, y))

    def _stand(self, piece: Piece, ground: Ground) -> None:
        """Put a piece, stack or deck at a place of its own, its members with it."""
        piece.map, piece.x, piece.y = ground
        for member in piece.members:
            member.map, member.x, member.y = ground
        if piece.beside is not None:
            _leave(piece)
        if piece.kind != STACK or piece.members:
            self._enter(piece, ground)

    def _stack_of(self, piece: Piece) -> Piece:
        """Make a stack of a loose piece. Its id is ours: VASSAL's own is in no file."""
        self._count += 1
        stack = Piece(f"{_UNNAMED}{self._count}", STACK, "stack", "", self._count)
        self._pieces[stack.piece_id] = stack
        self._stand(stack, (piece.map, piece.x, piece.y))
        self._put([piece], stack, 0)
        return stack

    def _name_stack(self, piece_id: str, found: Piece | None) -> Piece | None:
        """Learn the id of a stack that no command made, from one that moves or changes it.

        The program that wrote the log made such a stack when it undid a move or put a piece upon a
        loose one, and did not say so. VASSAL itself cannot follow its own log here and leaves the
        pieces where they were: only the program that wrote the log had them move.

        Args:
            piece_id: the id, of which nothing is known yet.
            found: a piece of that stack, or the stack; None if there is none.
        """
        stack = found.stack or found if found is not None else None
        if stack is not None and stack.kind == PIECE and stack.stacks and stack.map is not None:
            stack = self._stack_of(stack)
        if stack is None or not stack.piece_id.startswith(_UNNAMED):
            return None
        del self._pieces[stack.piece_id]
        stack.piece_id = piece_id
        self._pieces[piece_id] = stack
        return stack

    def _detach(self, piece: Piece) -> None:
        """Take a piece out of its stack, if it is in one."""
        stack = piece.stack
        if stack is not None:
            stack.members.remove(piece)
            piece.stack = None
            if not stack.members:
                stack.members = NONE
                if stack.kind == STACK:
                    _leave(stack)

    def _forget(self, piece: Piece) -> None:
        """Take a piece out of its stack; what lies in it, if it is one, leaves the map with it.

        VASSAL has it so since version 3. Only an undo removes a stack from under its pieces, and
        moves or removes each of them right after, so that nothing is off the map at the end of the
        step; where that move begins is where the piece lay before (`Piece.left`). Version 2.9 left
        the pieces on the map; its logs say so in those moves and agree otherwise.
        """
        self._detach(piece)
        for member in piece.members:
            member.left = member.place
        for member in piece.members:
            member.stack = member.map = None
        piece.members = NONE
        piece.map = None
        _leave(piece)

    # --- who stands where: decks, stacks that are not empty and loose pieces ----------------------

    def _enter(self, piece: Piece, ground: Ground) -> None:
        if ground[0] is None:
            return
        standing = self._standing.get(ground)
        if standing is None:
            piece.beside = self._standing[ground] = [piece]
        else:
            piece.beside = standing
            standing.append(piece)


def _leave(piece: Piece) -> None:
    if piece.beside is not None:
        piece.beside.remove(piece)
        piece.beside = None


def _joined(standing: list[Piece], moving: Piece) -> Piece | None:
    """Which of those at a place a piece joins: a deck, or else the oldest stack or loose piece."""
    found: Piece | None = None
    stacks = moving.stacks
    for each in standing:
        if each is moving or (each.kind != DECK and not (stacks and each.stacks)):
            continue
        if found is None or (each.kind != DECK, each.number) < (found.kind != DECK, found.number):
            found = each
    return found


_UNNAMED = "stack-"
"""How the ids begin of stacks that the replay has to make; VASSAL's own are numbers."""


def _ids(pieces: list[Piece]) -> tuple[str, ...]:
    return tuple([piece.piece_id for piece in pieces]) if pieces else ()
