"""Choices of chapters 3, 5 and 15.1: weather, air units made ready, initiative."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from referee.actions import Declare, Move
from referee.board import Piece
from referee.games.bold_stroke import displays
from referee.games.bold_stroke.air.bases import is_air
from referee.games.bold_stroke.air.readiness import PURPOSE, air_limit
from referee.games.bold_stroke.choices.candidates import due_roll
from referee.games.bold_stroke.choices.moving import comes_next_to_an_enemy, to_commit
from referee.games.bold_stroke.scenarios.initiative import COMMIT, may_take
from referee.games.bold_stroke.state import CampaignBoard
from referee.games.bold_stroke.weather import PURPOSES, WHO_ROLLS
from referee.legal import Choice, Option
from referee.mechanics.candidates import options


def weather(board: CampaignBoard) -> Iterator[Choice]:
    """The two dice from the second turn on (3.2.A), then those for air units, then the units."""
    now = board.state.records.weather
    if now.before is not None:
        for condition, purpose in PURPOSES.items():
            if condition not in now.rolled:
                yield due_roll(purpose, WHO_ROLLS)
    for each in board.data.sides:
        limit = air_limit(board, each)
        if limit is not None and not limit.rolled:
            yield due_roll(PURPOSE, each)
    for piece in board.pieces.values():
        side = piece.side
        if side is None or not is_air(piece):
            continue
        if displays.box_id(board, piece.place) == displays.unready(side):
            yield Choice(f"ready {piece.id}", partial(_ready, board, piece, side))


def _ready(board: CampaignBoard, piece: Piece, side: str) -> Iterator[Option]:
    path = (board.number(piece.place), displays.ready(side))
    yield from options(board, (Move(units=(piece.id,), path=path, side=side),), 1.0)


# -- initiative ------------------------------------------------------------------------------------


def initiative(board: CampaignBoard) -> Iterator[Choice]:
    """Who writes down what for the next turn, and who takes the initiative now."""
    for side in board.data.sides:
        if side == board.first_player or not may_take(board, side):
            continue
        yield Choice(f"initiative {side}", partial(_take, board, side))
        values = {"side": side, "note": "takes the initiative"}
        written = Declare(verb="intention", side=side, values=values)
        if not _commits(board):
            yield Choice(f"intention {side}", partial(options, board, (written,), 0.5))


def _commits(board: CampaignBoard) -> bool:
    return board.scenario is not None and board.scenario.values.get("initiative") == COMMIT


def _take(board: CampaignBoard, side: str) -> Iterator[Option]:
    """It may; where a unit has to be committed for it, one can come next to an enemy."""
    if _commits(board) and not any(
        comes_next_to_an_enemy(board, piece) for piece in to_commit(board, side)
    ):
        return
    action = Declare(verb="initiative", side=side, values={"side": side})
    yield from options(board, (action,), 1.0)
