"""Moves as options: where a unit or a group may go, and how much an attacker likes to go there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from compiler.hexes import Hex
from referee.actions import Move
from referee.games.iron_cross.choices.appraisal import nearest_enemy
from referee.games.iron_cross.state import BattleBoard
from referee.legal import Option

CLOSE = 1
"""Hexes from the enemy nearer than which nobody wants to go."""
WORTH_A_HEX = 0.1
"""Boldness of coming a hex nearer to the enemy."""


def ways_of(
    board: BattleBoard,
    group: tuple[str, ...],
    ways: Mapping[Hex, tuple[str, ...]],
    boldness: float = 0.0,
) -> Iterator[Option]:
    """The hexes reached; the nearer to the enemy than now, the bolder."""
    piece = board.piece(group[0])
    side = piece.side or ""
    now = nearest_enemy(board, side, piece.place) if isinstance(piece.place, Hex) else None
    for hex_, path in ways.items():
        then = nearest_enemy(board, side, hex_)
        gain = boldness
        if then is not None:
            gain += WORTH_A_HEX * ((now if now is not None else then) - max(then, CLOSE))
        yield Option(partial(move, group, path, side), gain)


def move(group: tuple[str, ...], path: tuple[str, ...], side: str) -> Move:
    """The move of some units along a path."""
    return Move(units=group, path=path, side=side)
