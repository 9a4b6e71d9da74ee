"""Choices of 16.3 and 16.4: units that withdraw, and divisions that become Korps Abteilung C."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from compiler.hexes import Hex
from referee.actions import Action, Declare, Move, SetState
from referee.board import Piece
from referee.games.bold_stroke import units
from referee.games.bold_stroke.choices.moving import may_end, may_move, moves_to
from referee.games.bold_stroke.combat import losses
from referee.games.bold_stroke.forces.amalgamation import (
    CORPS,
    amalgamation_hexes,
    divisions,
    strength_due,
)
from referee.games.bold_stroke.forces.withdrawals import SIDE, Withdrawal, withdrawals_due
from referee.games.bold_stroke.movement import stacking
from referee.games.bold_stroke.movement.rail import open_railways
from referee.games.bold_stroke.state import CampaignBoard
from referee.legal import Choice, Option
from referee.mechanics.candidates import options, unflagged


def withdrawals(board: CampaignBoard) -> Iterator[Choice]:
    """Who is due leaves by an open railway, or goes to one first, before anything else moves."""
    if board.phasing != SIDE:
        return
    for due in withdrawals_due(board):
        ways = tuple(_leave(board, due)) or tuple(_go_to_railway(board, due))
        if ways:
            yield Choice(f"withdraw {due.unit}", partial(iter, ways), binding=True)


def _leave(board: CampaignBoard, due: Withdrawal) -> Iterator[Option]:
    for name in due.candidates:
        said = "itself" if name == due.unit else "substitute for another unit"
        action = Declare(verb="withdrawal", units=(name,), side=SIDE, values={"for": said})
        if unflagged(board, action):
            yield Option(action)


def _go_to_railway(board: CampaignBoard, due: Withdrawal) -> Iterator[Option]:
    railways = open_railways(board, SIDE)
    for name in due.candidates:
        piece = board.pieces[name]
        if may_move(board, piece):
            yield from moves_to(board, piece, railways)


# -- Korps Abteilung C -----------------------------------------------------------------------------


def amalgamation(board: CampaignBoard) -> Iterator[Choice]:
    """The divisions leave together; then the Korps Abteilung comes, as strong as they were."""
    corps = board.pieces.get(CORPS)
    if board.phasing != SIDE or corps is None:
        return
    hexes = amalgamation_hexes(board)
    names = tuple(n for n in divisions(board) if n in board.pieces and _on_map(board, n))
    ways = tuple(_come(board, corps)) if board.state.records.track.amalgamating else ()
    if ways:
        yield Choice("Korps Abteilung C", partial(iter, ways), binding=True)
    elif names and any(_will_have_room(board, corps, hex_) for hex_ in hexes):
        action = Declare(verb="amalgamation", units=names, side=SIDE)
        yield Choice("amalgamation", partial(options, board, (action,), 1.0))
    elif _too_strong(board, corps):
        yield Choice("strength of Korps Abteilung C", partial(_weaken, board, corps), binding=True)


def _will_have_room(board: CampaignBoard, corps: Piece, hex_: Hex) -> bool:
    """Whether the Korps Abteilung fits into a hex when the divisions there have left it."""
    staying = [
        piece for piece in stacking.stack(board, hex_, SIDE) if piece.id not in divisions(board)
    ]
    held = sum(units.stacking_points(piece) for piece in staying)
    return held + units.stacking_points(corps) <= stacking.LIMIT


def _on_map(board: CampaignBoard, name: str) -> bool:
    return not isinstance(board.pieces[name].place, (str, type(None)))


def _come(board: CampaignBoard, corps: Piece) -> Iterator[Option]:
    for hex_ in amalgamation_hexes(board):
        path = (board.number(corps.place), board.number(hex_))
        move = Move(units=(CORPS,), path=path, side=SIDE)
        if may_end(board, corps, hex_) and unflagged(board, move):
            yield Option(move)


def _too_strong(board: CampaignBoard, corps: Piece) -> bool:
    track = board.state.records.track
    if track.entered != board.turn or not track.amalgamating:
        return False
    return losses.current(board, corps, "troop").value > strength_due(board)


def _weaken(board: CampaignBoard, corps: Piece) -> Iterator[Option]:
    """Turn the counter over, then mark losses until it is weak enough."""
    if corps.face == losses.FRONT:
        reduced = losses.figure(corps.counter, "troop", losses.REDUCED).value
        lost = strength_due(board) == losses.current(board, corps, "troop").value - 1
        turned: Action = SetState(unit=CORPS, state="face", value=losses.REDUCED, side=SIDE)
        marked: Action = SetState(unit=CORPS, state="loss", value=1, side=SIDE)
        yield Option(marked if lost and reduced < strength_due(board) else turned)
        return
    value = corps.level("loss") + 1
    yield Option(SetState(unit=CORPS, state="loss", value=value, side=SIDE))
