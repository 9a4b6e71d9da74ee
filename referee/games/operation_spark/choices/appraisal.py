"""How far the enemy is: what makes an attacker like a hex or a target.

It steers sparring towards fights and is no judgement of play.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from compiler.hexes import Hex
from referee.board import Piece
from referee.games.operation_spark import units
from referee.games.operation_spark.state import OperationBoard

WORTH_A_HEX = 0.1
"""Boldness of coming a hex nearer to the enemy."""
FIGHTERS = frozenset(
    {
        "infantry", "heavy-infantry", "mountain-infantry", "marine-infantry", "motorized-infantry",
        "engineer", "ski", "tank", "assault-gun", "aerosan", "reconnaissance",
    }
)  # fmt: skip
"""Kinds of unit that are for closing with the enemy."""


def enemy_hexes(board: OperationBoard, side: str) -> frozenset[Hex]:
    """The hexes with units of the other side."""
    return board.derived(("enemy hexes", side), lambda here: _held(here, side))


def _held(board: OperationBoard, side: str) -> frozenset[Hex]:
    enemies = board.on_map(board.data.opponent(side))
    return frozenset(piece.place for piece in enemies if isinstance(piece.place, Hex))


def enemies_beside(board: OperationBoard, side: str, hex_: Hex) -> list[Hex]:
    """The neighbours of a hex that the enemy holds."""
    held = enemy_hexes(board, side)
    return [near for near in board.data.map.grid.neighbours(hex_).values() if near in held]


def distances(board: OperationBoard, side: str) -> Mapping[Hex, int]:
    """Hexes from each hex of the map to the nearest enemy unit; empty without any."""
    held = enemy_hexes(board, side)
    return board.kept(("distances", side), held, lambda here: _spread(here, held))


def _spread(board: OperationBoard, sources: frozenset[Hex]) -> Mapping[Hex, int]:
    found = dict.fromkeys(sorted(sources), 0)
    waiting = deque(found)
    while waiting:
        here = waiting.popleft()
        for near in board.data.map.grid.neighbours(here).values():
            if near not in found:
                found[near] = found[here] + 1
                waiting.append(near)
    return found


def is_fighter(piece: Piece) -> bool:
    """Whether a unit is one to send against the enemy."""
    return piece.counter.kind in FIGHTERS and not units.is_parenthesised(piece)


def gain(board: OperationBoard, piece: Piece, start: Hex, end: Hex) -> float:
    """How much an attacker likes a move: by the hexes that it brings a fighter nearer."""
    if not is_fighter(piece):
        return 0.0
    known = distances(board, piece.side or "")
    return WORTH_A_HEX * (known.get(start, 0) - known.get(end, 0))
