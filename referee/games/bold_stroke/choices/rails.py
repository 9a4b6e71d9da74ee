"""Choices of 4.4 and 6.6: units that move by rail, and the works on the bridge at Kiev."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from compiler.hexes import Hex
from referee.actions import Declare, Move
from referee.board import Piece
from referee.games.bold_stroke import units
from referee.games.bold_stroke.choices.appraisal import Worth
from referee.games.bold_stroke.choices.moving import may_end
from referee.games.bold_stroke.movement.bridge import BEGINS, BUILDER, OPEN, REPAIRED
from referee.games.bold_stroke.movement.rail import RailSteps, closed_by, rail_neighbours
from referee.games.bold_stroke.movement.trains import RAIL
from referee.games.bold_stroke.state import CampaignBoard
from referee.legal import Choice, Option
from referee.mechanics.candidates import options
from referee.mechanics.movement import Reach, reachable


def journeys(board: CampaignBoard) -> Iterator[Choice]:
    """A choice for each unit on an open railway that has not moved yet."""
    side = board.phasing
    if side is None:
        return
    for piece in board.on_map(side):
        here = piece.place
        if not units.is_ground(piece) or not isinstance(here, Hex) or piece.id in board.state.moved:
            continue
        near = (hex_ for hex_ in rail_neighbours(board, here))
        if any(not closed_by(board, side, hex_) for hex_ in near):
            yield Choice(f"rail {piece.id}", partial(_journeys, board, piece, here))


def _journeys(board: CampaignBoard, piece: Piece, here: Hex) -> Iterator[Option]:
    found = reachable(here, "", RailSteps(board, piece))
    worth = Worth(board, piece)
    for hex_ in found:
        if may_end(board, piece, hex_):
            yield Option(partial(_journey, board, piece, found, hex_), worth.gain(hex_))


def _journey(board: CampaignBoard, piece: Piece, found: Reach[str], goal: Hex) -> Move:
    path = tuple(board.number(hex_) for hex_ in found[goal].hexes)
    return Move(units=(piece.id,), path=path, by=RAIL, side=piece.side)


def works(board: CampaignBoard) -> Iterator[Choice]:
    """What may be announced of the bridge at Kiev, each once (4.4)."""
    bridge = board.state.records.bridge
    if board.phasing not in (BUILDER, None):
        return
    due = {
        BEGINS: bridge.taken is not None and bridge.due is None,
        REPAIRED: bridge.standing is None and bridge.due is not None,
        OPEN: bridge.standing is not None and not bridge.line_open,
    }
    for work, is_due in due.items():
        if is_due:
            action = Declare(verb="bridge", side=BUILDER, values={"as": work})
            yield Choice(f"bridge {work}", partial(options, board, (action,), 1.0))
