"""Our reader's position and the engine's, in one form, so that a difference names the piece.

It compares and decides nothing; what it compares comes from both sides' raw texts.
"""

from __future__ import annotations

from collections.abc import Iterable

from compiler.vassal.encoding import split_states, split_types
from referee.logs.vassal.position import Position

from .answers import Piece

Standing = tuple[str | None, int, int, tuple[str, ...], tuple[str, ...]]
"""Map, x, y, all pieces of its stack from bottom to top, and the states of its traits but the last.

The stack's own id is left out: the engine may have to make a stack that no command names.
"""


def as_read(position: Position, *, raw: bool = True) -> dict[str, Standing]:
    """Every piece by id; without the states of its traits if not ``raw``."""
    return {
        piece.piece_id: (
            *((piece.map, piece.x, piece.y) if piece.map else (None, 0, 0)),
            tuple(each.piece_id for each in (piece.stack.members if piece.stack else (piece,))),
            states(piece.type, piece.state) if raw else (),
        )
        for piece in position
        if piece.kind == "piece"
    }


def as_judged(everything: Iterable[Piece]) -> dict[str, Standing]:
    """The same of all that the engine has; with states if it was asked for the raw texts."""
    found = list(everything)
    members = {each.id: each.members for each in found}
    return {
        piece.id: (
            *((piece.map, piece.x, piece.y) if piece.map else (None, 0, 0)),
            members.get(piece.stack or "", (piece.id,)),
            states(piece.type, piece.state) if piece.type and piece.state is not None else (),
        )
        for piece in found
        if piece.kind == "piece"
    }


OWNED = ("obs;", "hide;", "restrict;")
"""Traits whose states name their owner, in place of whom our reader has a token."""


def states(types: str, text: str) -> tuple[str, ...]:
    """The states of a piece's traits but for those of OWNED, and the BasicPiece's, a place."""
    traits = split_types(types)
    return tuple(
        state
        for trait, state in zip(traits[:-1], split_states(text, len(traits)), strict=False)
        if not trait.startswith(OWNED)
    )


def difference(read: dict[str, Standing], judged: dict[str, Standing]) -> dict[str, object]:
    """What differs, by id: what we read and what the engine says."""
    return {
        piece_id: {"read": read.get(piece_id), "engine": judged.get(piece_id)}
        for piece_id in sorted(read.keys() | judged.keys())
        if read.get(piece_id) != judged.get(piece_id)
    }
