"""Chapter 4, terrain: what a hex or hexside costs, roads and crossings, rivers."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.state import CampaignBoard
from referee.games.bold_stroke.steps import Attempt, step_rule

MOVEMENT_COSTS = "movement_costs"
PROHIBITED = "P"
ALL = "all"
DNEPR = "dnepr"
MAJOR_RIVER = "major-river"
CROSSINGS = frozenset({"paved", "dirt", "rail"})


@RULES.covers("3.2.G", "4.0.C", "4.2", "6.0.B", "6.2.B", "4.3.C")
def chart_cost(board: CampaignBoard, piece: Piece, terrain: str) -> float | None:
    """Movement points for a terrain by class and ground, None where it is prohibited.

    All movement (`ALL`) counts as nothing here; `movement` takes what is left.
    """
    column = f"{units.movement_class(piece)}.{board.state.ground}"
    cell = board.data.tables[MOVEMENT_COSTS].cell(terrain, column)
    if cell == PROHIBITED:
        return None
    return 0.0 if cell in (None, ALL) else float(str(cell))


@RULES.covers("4.1", "4.1.A", "4.3.G", "4.3.A", "4.3.B", "4.3.D", "4.3.E", "4.3.K")
def terrain_cost(board: CampaignBoard, piece: Piece, start: Hex, end: Hex) -> float | None:
    """Points to enter a hex across country: its dearest terrain and all hexside features."""
    game_map = board.data.map
    costs = [chart_cost(board, piece, terrain) for terrain in game_map.hexes[end].terrains]
    crossing = [
        chart_cost(board, piece, feature)
        for feature in game_map.features(start, end)
        if feature != DNEPR
    ]
    if None in costs or None in crossing:
        return None
    return max((c for c in costs if c is not None), default=0.0) + sum(
        c for c in crossing if c is not None
    )


@RULES.covers("4.3.L", "4.3.M")
def road_cost(board: CampaignBoard, piece: Piece, road: str) -> float | None:
    """Points for a step along a road or railway: other terrain and bridged rivers cost nothing."""
    return chart_cost(board, piece, road)


@RULES.covers("4.3.L")
def roads_between(board: CampaignBoard, start: Hex, end: Hex) -> frozenset[str]:
    """Kinds of road, dirt road and railway that join two neighbouring hexes."""
    return board.data.map.route_steps.get((start, end), frozenset()) & CROSSINGS


@step_rule("4.3.F")
def crosses_the_dnepr_only_at_a_crossing(attempt: Attempt) -> Iterator[Finding]:
    """A Dnepr hexside is crossed only where a road or railway crosses it, islands included."""
    if DNEPR in attempt.features and not attempt.road:
        yield attempt.fault(
            "4.3.F",
            f"crosses the Dnepr into {attempt.into} where there is no crossing",
            expected="a hexside with a crossing, by road",
        )


@step_rule("4.5", "4.5.A")
def motorized_units_ford_a_major_river_only_from_its_bank(attempt: Attempt) -> Iterator[Finding]:
    """Motorized units other than artillery ford with all their movement, beginning beside it."""
    if attempt.road or MAJOR_RIVER not in attempt.features:
        return
    if not units.is_motorized(attempt.piece):
        return
    if units.is_artillery(attempt.piece):
        yield attempt.fault(
            "4.5.A", f"fords a major river into {attempt.into}; motorized artillery needs a bridge"
        )
    elif attempt.memory.hexes:
        yield attempt.fault(
            "4.5.A",
            f"fords a major river into {attempt.into} having moved before in this phase",
            expected="a unit that begins its movement beside the river",
            found=f"{attempt.points:g} movement points spent",
        )


def fords_major_river(attempt: Attempt) -> bool:
    """Whether a motorized unit crosses a major river off the road."""
    return (
        not attempt.road and MAJOR_RIVER in attempt.features and units.is_motorized(attempt.piece)
    )


@step_rule("6.2.B", "4.3.C")
def enters_no_prohibited_terrain(attempt: Attempt) -> Iterator[Finding]:
    """Terrain that the chart prohibits to the unit's class is not entered or crossed."""
    if attempt.road or DNEPR in attempt.features:
        return
    if terrain_cost(attempt.board, attempt.piece, attempt.start, attempt.end) is None:
        kind = units.movement_class(attempt.piece)
        names = attempt.board.data.map.hexes[attempt.end].terrains | attempt.features
        yield attempt.fault(
            "6.2.B",
            f"enters {attempt.into}, prohibited to {kind} units when the ground is"
            f" {attempt.board.state.ground}",
            found=", ".join(sorted(names)),
        )
