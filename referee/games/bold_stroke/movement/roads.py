"""6.3, units that follow one another by road."""

from __future__ import annotations

from collections.abc import Iterator

from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.movement.steps import Aspect, Attempt, step_rule
from referee.games.bold_stroke.state import CampaignBoard


@step_rule("6.3", "6.3.A", "6.3.B", "7.3.B", when=Aspect.TAKEN)
def follows_no_other_unit_by_road(attempt: Attempt) -> Iterator[Finding]:
    """Not by road into a hex whose unit entered it by road in the same phase.

    Units below division size are exempt unless the option extends the rule (17.1).
    """
    if not attempt.road or _exempt_on_roads(attempt.board, attempt.piece):
        return
    for other in attempt.board.units_at(attempt.end):
        held = attempt.board.state.entered_by_road.get(other.id, ())
        if other.id != attempt.piece.id and attempt.end in held:
            yield _road_block(attempt, other)
            return
    for name, held in attempt.board.state.entered_by_road.items():
        behind = attempt.board.pieces.get(name)
        if behind is not None and behind is not attempt.piece and attempt.end in held[1:]:
            yield _road_block(attempt, behind)
            return


def _road_block(attempt: Attempt, other: Piece) -> Finding:
    return attempt.fault(
        "6.3.A" if attempt.end == other.place else "6.3.B",
        f"enters {attempt.into} by road, where {other.name} came by road in this phase",
        expected="the cost of the terrain, or another hex",
    )


@RULES.covers("17.1", "6.3.A")
def _exempt_on_roads(board: CampaignBoard, piece: Piece) -> bool:
    if "no-road-restriction" in board.options:
        return True
    return units.is_below_division(piece) and "road-movement" not in board.options


def is_long(piece: Piece) -> bool:
    """Artillery divisions on the road occupy the hex they left as well (6.3.B)."""
    return units.is_artillery(piece) and piece.counter.size == "XX"
