"""Section 8.5, what the ground costs: the ways from hex to hex, prepared once for each class."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from compiler.gamedata.model import GameData
from compiler.hexes import Hex
from referee.board import Piece
from referee.games.iron_cross import units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.state import BattleBoard

EFFECTS = "effects"
EXTRAS = "movement_extras"
ROAD = "road"
PROHIBITED = "P"
WOODS, MARSH = "woods", "marsh"


class Passage(NamedTuple):
    """A way into a hex, for one class of unit in one combat state."""

    end: Hex
    cost: float | None
    """Points across country, uphill included; None where it is prohibited."""
    road: float | None
    """Points along the road; None where no road joins the hexes."""


Passages = Mapping[Hex, tuple[Passage, ...]]


@RULES.covers("8.51", "8.16", "8.5")
def column(piece: Piece) -> str:
    """The column of the effects chart for a unit: by its class and combat state."""
    name = "vehicle" if units.is_vehicle(piece) else "infantry"
    return f"{name}-{'up' if units.is_up(piece) else 'down'}"


def passages(board: BattleBoard, piece: Piece) -> Passages:
    """All ways from hex to hex for a unit as it is."""
    name = column(piece)
    return board.constant(("passages", name), lambda data: _passages(data, name))


def _passages(data: GameData, name: str) -> Passages:
    grid = data.map.grid
    costs = {hex_: terrain_cost(data, name, hex_) for hex_ in grid}
    along = chart_cost(data, name, ROAD)
    found: dict[Hex, tuple[Passage, ...]] = {}
    for start in grid:
        ways = []
        for end in grid.neighbours(start).values():
            climb, cost = uphill(data, start, end), costs[end]
            by_road = along is not None and ROAD in data.map.route_steps.get((start, end), ())
            road = along + climb if along is not None and by_road else None
            ways.append(Passage(end, None if cost is None else cost + climb, road))
        found[start] = tuple(ways)
    return found


@RULES.covers("8.5")
def chart_cost(data: GameData, name: str, terrain: str) -> float | None:
    """Points for a terrain or a road, None where it is prohibited."""
    cell = data.tables[EFFECTS].cell(terrain, name)
    return None if cell == PROHIBITED else float(str(cell or 0))


@RULES.covers("8.5", "8.51")
def terrain_cost(data: GameData, name: str, hex_: Hex) -> float | None:
    """Points to enter a hex across country: those of its dearest terrain."""
    costs = [chart_cost(data, name, terrain) for terrain in data.map.hexes[hex_].terrains]
    known = [cost for cost in costs if cost is not None]
    return None if len(known) < len(costs) else max(known, default=0.0)


@RULES.covers("8.53")
def uphill(data: GameData, start: Hex, end: Hex) -> float:
    """One point more from no hill to level 1 and from level 1 to level 2; nothing downhill."""
    level = _level(data, end)
    if not level or level <= _level(data, start):
        return 0.0
    return float(act_cost(data, "uphill"))


def _level(data: GameData, hex_: Hex) -> int:
    value = data.map.hexes[hex_].values.get("level")
    return value if isinstance(value, int) else 0


def act_cost(data: GameData, act: str) -> int:
    """Points that an act takes besides entering hexes."""
    cell = data.tables[EXTRAS].cell(act, "points")
    return cell if isinstance(cell, int) else 0


@RULES.covers("8.52")
def uses_road_row(piece: Piece) -> bool:
    """Whether a unit that moves along a road pays what the chart's row for roads says.

    Half a point for normal units that are up; a unit that is down has its own figure there.
    """
    return units.is_normal(piece) or not units.is_up(piece)


def immobilising_number(board: BattleBoard, hex_: Hex) -> int:
    """The highest sum of two dice that immobilises a vehicle there; 0 where none does.

    The Tree symbols of woods (8.54), four in marsh (8.55).
    """
    terrains = board.data.map.hexes[hex_].terrains
    trees = units.trees(board, hex_) if WOODS in terrains else 0
    return max(trees, 4 if MARSH in terrains else 0)
