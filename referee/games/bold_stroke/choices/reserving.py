"""Choices of chapter 9: which headquarters puts whom in reserve, and who is committed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from compiler.hexes import Hex
from referee.actions import Declare
from referee.board import Piece
from referee.games.bold_stroke import units
from referee.games.bold_stroke.choices.appraisal import distances
from referee.games.bold_stroke.reserves.groups import (
    RESERVED,
    capacity,
    groups_in_reserve,
    reserve_candidates,
)
from referee.games.bold_stroke.state import CampaignBoard
from referee.legal import Choice, Option
from referee.mechanics.candidates import options, unflagged


def designations(board: CampaignBoard) -> Iterator[Choice]:
    """A choice for each headquarters that may put units or stacks in reserve."""
    side = board.phasing
    if side is None:
        return
    number = len(groups_in_reserve(board, side))
    for piece in board.on_map(side):
        if units.is_headquarters(piece) and capacity(piece):
            yield Choice(f"reserve {piece.id} {number}", partial(_designate, board, piece))


def _designate(board: CampaignBoard, head: Piece) -> Iterator[Option]:
    """An attacker keeps in reserve what does not stand next to the enemy."""
    field = distances(board, board.data.opponent(head.side or ""))
    for candidate in reserve_candidates(board):
        if candidate.headquarters != head.id:
            continue
        action = Declare(verb="reserve", units=candidate.units, target=head.id, side=head.side)
        if unflagged(board, action):
            place = board.pieces[candidate.units[0]].place
            far = field.get(place, 0) if isinstance(place, Hex) else 0
            yield Option(action, 0.5 if far > 1 else 0.0)


def commitments(board: CampaignBoard) -> Iterator[Choice]:
    """Reserves that may be committed before they move; moving commits them as well."""
    for side in sorted(board.acting):
        for piece in board.on_map(side):
            if piece.flag(RESERVED):
                action = Declare(verb="commit-reserve", units=(piece.id,), side=side)
                yield Choice(f"commit {piece.id}", partial(options, board, (action,)))
