"""Choices of chapter 15: which korps or army air units support, and whether they join a combat."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from referee.actions import Declare
from referee.board import Piece
from referee.games.bold_stroke import displays
from referee.games.bold_stroke.air.bases import FIGHTER_BOMBER, air_type, is_air
from referee.games.bold_stroke.state import CampaignBoard
from referee.legal import Choice, Option
from referee.mechanics.candidates import options

TRANSPORT = "T"


def commitments(board: CampaignBoard) -> Iterator[Choice]:
    """Each air unit that is ready may be committed to a formation of its side."""
    for piece in board.pieces.values():
        side = piece.side
        if side is None or not is_air(piece) or air_type(piece) == TRANSPORT:
            continue
        if displays.box_id(board, piece.place) == displays.ready(side):
            yield Choice(f"commit {piece.id}", partial(_commit, board, piece))


def _commit(board: CampaignBoard, piece: Piece) -> Iterator[Option]:
    for display in board.data.displays.values():
        for box in display.boxes:
            formation = displays.formation_of_box(board, box.id)
            if display.side == piece.side and formation:
                missions = ("", FIGHTER_BOMBER) if air_type(piece) == "F" else ("",)
                actions = [_declare(piece, box.id, mission) for mission in missions]
                yield from options(board, actions, _worth(board, formation))


def _declare(piece: Piece, box: str, mission: str) -> Declare:
    values = {"as": mission} if mission else {}
    return Declare(verb="commit-air", units=(piece.id,), side=piece.side, target=box, values=values)


def _worth(board: CampaignBoard, formation: str) -> float:
    """Something for a formation that is on the map, nothing for one that has not come yet."""
    head = board.data.formations[formation].headquarters
    known = board.pieces.get(head or "")
    return 0.5 if known is not None and not isinstance(known.place, str) else 0.0
