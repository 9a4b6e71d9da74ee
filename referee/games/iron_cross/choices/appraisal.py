"""How far the enemy is: what makes an attacker like a hex or a facing.

It steers sparring towards fights and is no judgement of play.
"""

from __future__ import annotations

from compiler.hexes import Hex
from referee.games.iron_cross.state import BattleBoard


def enemy_hexes(board: BattleBoard, side: str) -> tuple[Hex, ...]:
    """The hexes with units of the other side that are not hidden, in order."""
    return board.derived(("enemy hexes", side), lambda here: _enemies(here, side))


def _enemies(board: BattleBoard, side: str) -> tuple[Hex, ...]:
    enemies = board.on_map(board.data.opponent(side))
    places = {piece.place for piece in enemies if not piece.flag("hidden")}
    return tuple(sorted(place for place in places if isinstance(place, Hex)))


def nearest_enemy(board: BattleBoard, side: str, hex_: Hex) -> int | None:
    """Hexes to the nearest enemy unit that is not hidden; None without any."""
    return min((hex_.distance(other) for other in enemy_hexes(board, side)), default=None)
