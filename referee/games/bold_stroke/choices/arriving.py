"""Choices of 16.1, 16.2 and 17.8: reinforcements that come on the map."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from referee.actions import Move
from referee.board import Piece
from referee.games.bold_stroke import displays
from referee.games.bold_stroke.air.bases import is_air
from referee.games.bold_stroke.campaign import campaign_turn
from referee.games.bold_stroke.choices.appraisal import Worth
from referee.games.bold_stroke.choices.candidates import due_roll
from referee.games.bold_stroke.choices.moving import may_end
from referee.games.bold_stroke.forces import optional_reinforcements
from referee.games.bold_stroke.forces.entries import scheduled
from referee.games.bold_stroke.forces.reinforcements import Arrival, arrivals, is_on_track
from referee.games.bold_stroke.state import CampaignBoard
from referee.legal import Choice, Option
from referee.mechanics.candidates import options, unflagged


def reinforcements(board: CampaignBoard) -> Iterator[Choice]:
    """A choice for each ground unit that may come now."""
    for arrival in arrivals(board):
        yield Choice(f"arrive {arrival.unit}", partial(_arrive, board, arrival))


def optional_dice(board: CampaignBoard) -> Iterator[Choice]:
    """The two dice for optional reinforcements in the German supply phase of November 9 (17.8)."""
    record = board.state.records.optional
    side = board.phasing
    if optional_reinforcements.OPTION not in board.options or side != optional_reinforcements.SIDE:
        return
    if campaign_turn(board) != optional_reinforcements.TURN:
        return
    if record.first is None:
        yield due_roll(optional_reinforcements.FIRST, side)
    elif record.second is None:
        yield due_roll(optional_reinforcements.SECOND, side)


def _arrive(board: CampaignBoard, arrival: Arrival) -> Iterator[Option]:
    """The stations and edges with room; the nearer to the enemy the better."""
    piece = board.pieces[arrival.unit]
    worth = Worth(board, piece)
    for hex_ in arrival.hexes:
        path = (board.number(piece.place), board.number(hex_))
        move = Move(units=(piece.id,), path=path, side=piece.side)
        if may_end(board, piece, hex_) and unflagged(board, move):
            yield Option(move, 100.0 + worth.gain(hex_))


def air_reinforcements(board: CampaignBoard) -> Iterator[Choice]:
    """Air units that the turn record has brought lie unready from now on."""
    now = campaign_turn(board)
    for piece in board.pieces.values():
        if not is_air(piece) or not is_on_track(board, piece.place):
            continue
        known = scheduled(board.data, piece.id)
        if known is not None and known[0] <= now:
            yield Choice(f"arrive {piece.id}", partial(_fly_in, board, piece))


def _fly_in(board: CampaignBoard, piece: Piece) -> Iterator[Option]:
    path = (board.number(piece.place), displays.unready(piece.side or ""))
    yield from options(board, (Move(units=(piece.id,), path=path, side=piece.side),), 1.0)
