"""Chapter 18, improved positions: placed before the game, they stay; they help whoever is in them.

What they do to dice, overruns and observation is judged there (11.3, 9.2, 23.2).
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.actions import Move, Place, Remove
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.state import BattleBoard, is_setting_up

IMPROVED_POSITION = "improved-position"


def _is_position(piece: Piece | None) -> bool:
    return piece is not None and piece.counter.kind == IMPROVED_POSITION


def _fault(board: BattleBoard, unit: str, deed: str, expected: str) -> Finding:
    return Finding(
        f"{board.counter(unit).name} {deed}", units=(unit,), expected=expected, rule="18.1"
    )


@RULES.rule("18.1", "18.0", on=Move)
def improved_positions_are_never_moved(action: Move, board: BattleBoard) -> Iterator[Finding]:
    """Once the game has begun an improved position stays where it is."""
    for unit in () if board.is_sorting(action) else action.units:
        if not is_setting_up(board) and _is_position(board.pieces.get(unit)):
            yield _fault(board, unit, "is moved", "where it was placed")


@RULES.rule("18.1", on=Remove)
def improved_positions_are_never_removed(action: Remove, board: BattleBoard) -> Iterator[Finding]:
    """Nor is it taken away."""
    for unit in action.units:
        if not is_setting_up(board) and _is_position(board.pieces.get(unit)):
            yield _fault(board, unit, "is removed", "where it was placed")


@RULES.rule("18.1", "18.0", on=Place)
def improved_positions_are_placed_before_the_game(
    action: Place, board: BattleBoard
) -> Iterator[Finding]:
    """They come at the beginning of a scenario, in any hex that men can be in: in every one."""
    name = action.counter or action.unit
    if not is_setting_up(board) and board.counter(name).kind == IMPROVED_POSITION:
        yield _fault(board, name, "is placed during the game", "placed before the first turn")
