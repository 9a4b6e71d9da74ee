"""Chapter 4, terrain: crossings, rivers, what may not be entered. Costs are in `passages`."""

from __future__ import annotations

from collections.abc import Iterator

from referee.findings import Finding
from referee.games.bold_stroke import units
from referee.games.bold_stroke.movement.passages import DNEPR, MAJOR_RIVER
from referee.games.bold_stroke.movement.steps import Aspect, Attempt, step_rule


@step_rule("4.3.F", when=Aspect.FEATURES)
def crosses_the_dnepr_only_at_a_crossing(attempt: Attempt) -> Iterator[Finding]:
    """A Dnepr hexside is crossed only where a road or railway crosses it, islands included.

    Who may not use the road there, another unit having come by it, pays for the terrain (4.3.L).
    """
    if DNEPR in attempt.features and not attempt.passage.roads:
        yield attempt.fault(
            "4.3.F",
            f"crosses the Dnepr into {attempt.into} where there is no crossing",
            expected="a hexside with a crossing",
        )


@step_rule("4.5", "4.5.A", when=Aspect.FEATURES)
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


@step_rule("6.2.B", "4.3.C", when=Aspect.PROHIBITED)
def enters_no_prohibited_terrain(attempt: Attempt) -> Iterator[Finding]:
    """Terrain that the chart prohibits to the unit's class is not entered or crossed."""
    if attempt.road or (DNEPR in attempt.features and not attempt.passage.roads):
        return
    if attempt.passage.cost is None:
        kind = units.movement_class(attempt.piece)
        names = attempt.board.data.map.hexes[attempt.end].terrains | attempt.features
        yield attempt.fault(
            "6.2.B",
            f"enters {attempt.into}, prohibited to {kind} units when the ground is"
            f" {attempt.board.state.ground}",
            found=", ".join(sorted(names)),
        )
