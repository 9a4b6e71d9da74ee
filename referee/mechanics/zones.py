"""Zones of control: who exerts one into which hex.

Into which hexes a unit exerts one is the game's to say; the map of zones is worked out once a
position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Generic, TypeVar

from compiler.hexes import Hex
from referee.board import Board, Piece

S = TypeVar("S")

Zone = Callable[[Board[S], Piece, Hex], Iterable[Hex]]
"""(position, unit, its hex): the hexes into which the unit exerts a zone of control."""


class ZoneMap(Generic[S]):
    """The zones of control of one side, in the position it was made from."""

    def __init__(self, board: Board[S], side: str, zone: Zone[S]) -> None:
        found: dict[Hex, list[str]] = {}
        for piece in board.on_map(side):
            if isinstance(piece.place, Hex):
                for hex_ in zone(board, piece, piece.place):
                    found.setdefault(hex_, []).append(piece.id)
        self._by_hex = {hex_: tuple(names) for hex_, names in found.items()}

    def exerting(self, hex_: Hex) -> tuple[str, ...]:
        """Ids of the units that exert a zone into a hex."""
        return self._by_hex.get(hex_, ())

    def __contains__(self, hex_: Hex) -> bool:
        return hex_ in self._by_hex

    @property
    def hexes(self) -> Mapping[Hex, tuple[str, ...]]:
        """Every hex with a zone, and who exerts it."""
        return self._by_hex


def zones_of(board: Board[S], side: str, zone: Zone[S]) -> ZoneMap[S]:
    """The zones of control of `side`, worked out once for the present position."""
    return board.derived(("zones", side, zone), lambda here: ZoneMap(here, side, zone))
