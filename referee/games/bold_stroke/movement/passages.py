"""The terrain effects chart (3.2.G, 4.1-4.3): what the ways from hex to hex cost each class."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from compiler.gamedata.model import GameData
from compiler.hexes import Hex
from referee.board import Piece
from referee.games.bold_stroke import units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.state import CampaignBoard

MOVEMENT_COSTS = "movement_costs"
PROHIBITED = "P"
ALL = "all"
DNEPR = "dnepr"
MAJOR_RIVER = "major-river"
CROSSINGS = frozenset({"paved", "dirt", "rail"})


@dataclass(frozen=True, slots=True)
class Passage:
    """A way from a hex into a neighbouring one, for one movement class and ground condition."""

    end: Hex
    features: frozenset[str]
    roads: tuple[tuple[str, float], ...]
    """Kinds of road that join the hexes, and the points a step along each takes."""
    cost: float | None
    """Points across country; None where it is prohibited."""
    manners: tuple[tuple[str, float], ...]
    """All ways in: by each kind of road, then with an empty name across country."""


Passages = Mapping[Hex, tuple[Passage, ...]]


def passages(board: CampaignBoard, piece: Piece) -> Passages:
    """All ways from hex to hex for a unit's class on the present ground."""
    return passages_of_class(board, units.movement_class(piece))


def passages_of_class(board: CampaignBoard, movement_class: str) -> Passages:
    """All ways from hex to hex for a movement class on the present ground."""
    column = f"{movement_class}.{board.state.ground}"
    return board.constant(("passages", column), lambda data: _passages(data, column))


def _passages(data: GameData, column: str) -> Passages:
    grid = data.map.grid
    return {
        start: tuple(_passage(data, column, start, end) for end in grid.neighbours(start).values())
        for start in grid
    }


def _passage(data: GameData, column: str, start: Hex, end: Hex) -> Passage:
    kinds = ((road, chart_cost(data, column, road)) for road in roads_between(data, start, end))
    roads = tuple((road, cost) for road, cost in kinds if cost is not None)
    across = terrain_cost(data, column, start, end)
    manners = roads if across is None else (*roads, ("", across))
    return Passage(end, data.map.features(start, end), roads, across, manners)


@RULES.covers("3.2.G", "4.0.C", "4.2", "6.0.B", "6.2.B", "4.3.C", "4.3.L", "4.3.M")
def chart_cost(data: GameData, column: str, terrain: str) -> float | None:
    """Movement points for a terrain or road by class and ground, None where it is prohibited.

    All movement (`ALL`) counts as nothing here; `movement` takes what is left.
    """
    cell = data.tables[MOVEMENT_COSTS].cell(terrain, column)
    if cell == PROHIBITED:
        return None
    return 0.0 if cell in (None, ALL) else float(str(cell))


@RULES.covers("4.1", "4.1.A", "4.1.B", "4.3.G", "4.3.A", "4.3.B", "4.3.D", "4.3.E", "4.3.K")
def terrain_cost(data: GameData, column: str, start: Hex, end: Hex) -> float | None:
    """Points to enter a hex across country: its dearest terrain and all hexside features."""
    costs = [chart_cost(data, column, terrain) for terrain in data.map.hexes[end].terrains]
    features = data.map.features(start, end) - {DNEPR}
    crossing = [chart_cost(data, column, feature) for feature in features]
    if None in costs or None in crossing:
        return None
    dearest = max((cost for cost in costs if cost is not None), default=0.0)
    return dearest + sum(cost for cost in crossing if cost is not None)


@RULES.covers("4.3.L")
def roads_between(data: GameData, start: Hex, end: Hex) -> tuple[str, ...]:
    """Kinds of road, dirt road and railway that join two neighbouring hexes."""
    return tuple(sorted(data.map.route_steps.get((start, end), frozenset()) & CROSSINGS))
