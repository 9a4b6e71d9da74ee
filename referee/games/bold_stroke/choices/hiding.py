"""Choices of 17.4 and chapter 10: units hidden or shown, and what lies on top of stacks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from referee.actions import SetState
from referee.board import Piece
from referee.games.bold_stroke import units
from referee.games.bold_stroke.movement import reconnaissance
from referee.games.bold_stroke.options import limited_intelligence, probes
from referee.games.bold_stroke.options.limited_intelligence import HIDDEN
from referee.games.bold_stroke.state import CampaignBoard
from referee.legal import Choice, Option
from referee.mechanics.candidates import options


def hiding(board: CampaignBoard) -> Iterator[Choice]:
    """A choice for each unit of the sides that move that may go off the map (17.4.A)."""
    if limited_intelligence.OPTION not in board.options:
        return
    for side in sorted(board.acting):
        for piece in board.on_map(side):
            if units.is_ground(piece) and not piece.flag(HIDDEN):
                action = SetState(unit=piece.id, state=HIDDEN, value=True, side=side)
                yield Choice(f"hide {piece.id}", partial(options, board, (action,), 0.5))


def showing(board: CampaignBoard) -> Iterator[Choice]:
    """Hidden units next to which an enemy has come are shown before anything else (17.4.D)."""
    for name in sorted(board.state.records.hidden.to_reveal):
        piece = board.pieces.get(name)
        if piece is not None and piece.flag(HIDDEN):
            yield Choice(f"show {name}", partial(_show, piece), binding=True)


def _show(piece: Piece) -> Iterator[Option]:
    yield Option(SetState(unit=piece.id, state=HIDDEN, value=False, side=piece.side))


# -- the order of stacks ---------------------------------------------------------------------------


def orders(board: CampaignBoard) -> Iterator[Choice]:
    """A choice for each stack of the sides that move: what its opponent sees on top of it.

    The order matters where what lies below is hidden: with limited intelligence or probes.
    """
    if not board.options & {limited_intelligence.OPTION, probes.OPTION}:
        return
    for stack in reconnaissance.stacks(board):
        where = board.number(stack.hex)
        yield Choice(f"top {where}", partial(_tops, stack))


def _tops(stack: reconnaissance.Stack) -> Iterator[Option]:
    """An attacker puts right what is wrong and leaves the rest."""
    for piece in stack.may:
        if piece is not stack.top:
            likes = 0.0 if stack.is_right else 0.5
            yield Option(_on_top(piece), likes)


def _on_top(piece: Piece) -> SetState:
    return SetState(unit=piece.id, state=reconnaissance.TOP, value=True, side=piece.side)


# -- before a phase ends ---------------------------------------------------------------------------


def owed(board: CampaignBoard) -> Iterator[Option]:
    """What has to be shown before a phase of movement may end (17.4.B, 17.4.C, 10.1, 10.2)."""
    if board.phase is None or not board.phase.mode:
        return
    for piece in limited_intelligence.units_to_show(board):
        yield from _show(piece)
    if board.state.records.reconnaissance.order_kept:
        for stack in reconnaissance.stacks(board):
            if not stack.is_right:
                yield Option(_on_top(stack.may[-1]))
