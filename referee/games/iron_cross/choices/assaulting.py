"""Choices of chapter 17: markers, checks of men and of stacks, assaults, men who follow up."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from referee.actions import Declare
from referee.board import Piece
from referee.games.iron_cross import units
from referee.games.iron_cross.checks import mode
from referee.games.iron_cross.choices import assault_options
from referee.games.iron_cross.choices.candidates import options
from referee.games.iron_cross.choices.driving import AT_THE_END
from referee.games.iron_cross.sequence import moving_side
from referee.games.iron_cross.state import BattleBoard
from referee.legal import Choice, Option

CHECK, ASSAULT, FOLLOW_UP = 0, 1, 2
"""Ranks: all checks of a side, then its assaults, then those who enter a cleared hex (17.32)."""
OTHER_PLAYER = 10
"""What is added for the player who assaults second (17.0)."""


def markers(board: BattleBoard) -> Iterator[Choice]:
    """Markers of infantry that means to assault (17.1)."""
    side = moving_side(board)
    for piece in sorted(board.on_map(side), key=lambda each: each.id) if side else ():
        if units.is_infantry(piece):
            yield Choice(f"marker {piece.id}", partial(_markers, board, piece), rank=AT_THE_END)


def _markers(board: BattleBoard, piece: Piece) -> Iterator[Option]:
    """Towards the enemy, or into a hex where none is seen."""
    for action in assault_options.markers_of(board, piece):
        held = assault_options.points_at_the_enemy(board, action)
        yield from options(board, (action,), 1.0 if held else 0.0)


def assaults(board: BattleBoard) -> Iterator[Choice]:
    """Checks of marked units, and assaults by those who passed them."""
    if mode(board) != "assault":
        return
    for action in assault_options.assault_checks(board):
        name = f"assault check {' '.join(action.units)}"
        yield _choice(board, name, action, CHECK, 1.0 if len(action.units) == 1 else 1.1)
    for action in assault_options.legal_assaults(board):
        name = f"assault {action.target} {' '.join(action.units)}"
        yield _choice(board, name, action, ASSAULT, 1.0)
    for move in assault_options.follow_ups(board):
        late = 0 if move.side == board.phasing else OTHER_PLAYER
        ask = partial(options, board, (move,), 0.5)
        yield Choice(f"follow up {move.units[0]} {move.end}", ask, rank=FOLLOW_UP + late)


def _choice(board: BattleBoard, name: str, action: Declare, rank: int, boldness: float) -> Choice:
    late = 0 if action.side == board.phasing else OTHER_PLAYER
    return Choice(name, partial(options, board, (action,), boldness), rank=rank + late)
