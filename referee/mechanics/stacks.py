"""The order in stacks: what lies on top, and how near the enemy is who sees it.

What must lie on top is the game's to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from compiler.hexes import Hex
from referee.board import Board, Piece

Counts = Callable[[Piece], bool]
"""Whether a piece belongs to a stack."""


def stacks_of(board: Board[Any], side: str, counts: Counts) -> Iterator[tuple[Hex, list[Piece]]]:
    """The stacks of a side of more than one piece, each bottom first."""
    for hex_ in list(board.occupants):
        stack = [piece for piece in board.at(hex_) if piece.side == side and counts(piece)]
        if len(stack) > 1:
            yield hex_, stack


def nearest(hex_: Hex, others: Iterable[Hex], within: int) -> int | None:
    """The distance to the nearest of some hexes; None if all are farther than `within`."""
    found = [distance for other in others if (distance := hex_.distance(other)) <= within]
    return min(found, default=None)
