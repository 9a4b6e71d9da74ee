"""Chapter 7, stacking."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import PhaseEnds
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.movement.allowance import REGULAR
from referee.games.bold_stroke.movement.moves import Steps
from referee.games.bold_stroke.state import CampaignBoard
from referee.mechanics.movement import reachable

LIMIT = 10
"""Stacking points of one side in a hex (7.1.B)."""


@RULES.covers("7.0", "7.0.A", "7.1", "7.1.A", "7.1.B")
def points_in(board: CampaignBoard, hex_: Hex, side: str) -> int:
    """Stacking points of a side's ground units in a hex."""
    return sum(units.stacking_points(piece) for piece in stack(board, hex_, side))


def stack(board: CampaignBoard, hex_: Hex, side: str) -> list[Piece]:
    """A side's ground units in a hex."""
    return [p for p in board.units_at(hex_) if p.side == side and units.is_ground(p)]


@RULES.rule("7.1.B", "7.2", "7.2.A", on=PhaseEnds)
def stacks_keep_the_limit_when_movement_ends(
    _: PhaseEnds, board: CampaignBoard
) -> Iterator[Finding]:
    """At the end of a movement phase no hex that a unit entered in it is over the limit."""
    for side, hex_, points in _over_limit(board):
        entered = [p for p in stack(board, hex_, side) if p.id in board.state.moved]
        if entered:
            yield Finding(
                f"{', '.join(p.name for p in entered)} end movement in"
                f" {board.data.map.describe(hex_)} over the stacking limit",
                units=tuple(p.id for p in stack(board, hex_, side)),
                hexes=(board.data.map.number(hex_),),
                expected=f"at most {LIMIT} stacking points",
                found=str(points),
            )


@RULES.rule("7.2.B", "7.2.D", on=PhaseEnds)
def overstacked_units_spread_at_the_first_opportunity(
    _: PhaseEnds, board: CampaignBoard
) -> Iterator[Finding]:
    """A stack over the limit by retreat or set-up is thinned in its side's next movement phase.

    Only where one of its units had somewhere to go.
    """
    if board.phase is None or board.phase.mode != REGULAR:
        return
    for side, hex_, points in _over_limit(board):
        crowd = stack(board, hex_, side)
        if any(p.id in board.state.moved for p in crowd):
            continue
        free = [p for p in crowd if _has_somewhere_to_go(board, p)]
        if free:
            yield Finding(
                f"the stack in {board.data.map.describe(hex_)} stays over the stacking limit,"
                f" though {free[0].name} could have moved off",
                units=tuple(p.id for p in crowd),
                hexes=(board.data.map.number(hex_),),
                expected=f"at most {LIMIT} stacking points",
                found=str(points),
            )


def _over_limit(board: CampaignBoard) -> Iterator[tuple[str, Hex, int]]:
    """Hexes of the acting sides over the limit, at the end of a movement phase."""
    if board.phase is None or not board.phase.mode:
        return
    for side in sorted(board.acting):
        for hex_ in list(board.occupants):
            points = points_in(board, hex_, side)
            if points > LIMIT:
                yield side, hex_, points


def _has_somewhere_to_go(board: CampaignBoard, piece: Piece) -> bool:
    if not isinstance(piece.place, Hex) or piece.side is None:
        return False
    steps = Steps(board, piece)
    value = units.stacking_points(piece)
    return any(
        points_in(board, hex_, piece.side) + value <= LIMIT
        for hex_ in reachable(piece.place, steps.memory, steps.faultless)
    )
