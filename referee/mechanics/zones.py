"""Zones of control: who exerts one into which hex.

Whether a unit exerts a zone into a neighbouring hex is the game's to say; the map of zones is
worked out once a position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Generic, TypeVar

from compiler.hexes import Grid, Hex
from referee.board import Board, Piece

S = TypeVar("S")

Exerts = Callable[[Board[S], Piece, Hex, Hex], bool]
"""(position, unit, its hex, neighbouring hex): whether the unit exerts a zone of control there."""


class ZoneMap(Generic[S]):
    """The zones of control of one side, in the position it was made from."""

    def __init__(self, board: Board[S], side: str, exerts: Exerts[S]) -> None:
        grid = board.data.map.grid
        self._by_hex: dict[Hex, tuple[str, ...]] = {}
        for piece in board.on_map(side):
            for hex_ in _zone(board, piece, grid, exerts):
                self._by_hex[hex_] = (*self._by_hex.get(hex_, ()), piece.id)

    def exerting(self, hex_: Hex) -> tuple[str, ...]:
        """Ids of the units that exert a zone into a hex."""
        return self._by_hex.get(hex_, ())

    def __contains__(self, hex_: Hex) -> bool:
        return hex_ in self._by_hex

    @property
    def hexes(self) -> Mapping[Hex, tuple[str, ...]]:
        """Every hex with a zone, and who exerts it."""
        return self._by_hex


def _zone(board: Board[S], piece: Piece, grid: Grid, exerts: Exerts[S]) -> Iterable[Hex]:
    here = piece.place
    if not isinstance(here, Hex):
        return
    for hex_ in grid.neighbours(here).values():
        if exerts(board, piece, here, hex_):
            yield hex_


def zones_of(board: Board[S], side: str, exerts: Exerts[S]) -> ZoneMap[S]:
    """The zones of control of `side`, worked out once for the present position."""
    return board.derived(("zones", side, exerts), lambda here: ZoneMap(here, side, exerts))
