"""How much an attacker likes a place: near enough to fight, guns a little behind.

It steers sparring towards combats and is no judgement of play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from compiler.gamedata.model import GameData
from compiler.hexes import Hex
from referee.board import Piece
from referee.games.bold_stroke import units
from referee.games.bold_stroke.state import CampaignBoard

FRONT, BEHIND = 1, 2
"""Hexes from the enemy where fighting units and guns want to be."""


def distances(board: CampaignBoard, side: str) -> Mapping[Hex, int]:
    """The number of hexes from each hex of the map to the nearest unit of a side."""
    key = ("distances", side)
    return board.derived(key, lambda here: _distances(here, side, key))


def _distances(board: CampaignBoard, side: str, key: object) -> Mapping[Hex, int]:
    held = {piece.place for piece in board.on_map(side) if isinstance(piece.place, Hex)}
    return board.kept(key, held, lambda here: spread(here, held))


def spread(board: CampaignBoard, start: Iterable[Hex]) -> dict[Hex, int]:
    """The number of hexes from each hex of the map to the nearest of some hexes."""
    around = board.constant("neighbours", _neighbours)
    found = dict.fromkeys(sorted(start), 0)
    edge = list(found)
    steps = 0
    while edge:
        steps += 1
        wider = []
        for hex_ in edge:
            for near in around[hex_]:
                if near not in found:
                    found[near] = steps
                    wider.append(near)
        edge = wider
    return found


def _neighbours(data: GameData) -> Mapping[Hex, tuple[Hex, ...]]:
    return {hex_: tuple(data.map.grid.neighbours(hex_).values()) for hex_ in data.map.grid}


class Worth:
    """How many hexes nearer each hex brings a unit to where it wants to be."""

    def __init__(self, board: CampaignBoard, piece: Piece) -> None:
        self._field = distances(board, board.data.opponent(piece.side or ""))
        guns = units.is_artillery(piece) or units.is_headquarters(piece)
        self._wanted = BEHIND if guns else FRONT
        self._here = self._gap(piece.place) if isinstance(piece.place, Hex) else 0

    def gain(self, hex_: Hex) -> float:
        """Hexes gained in a hex; 0 where there is no enemy to go to."""
        return float(self._here - self._gap(hex_))

    def _gap(self, hex_: Hex) -> int:
        """Hexes too far from the enemy, or too near."""
        return abs(self._field.get(hex_, self._wanted) - self._wanted)
