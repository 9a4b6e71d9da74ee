"""The moves that the legal actions list, counted, and found again by a slow enumeration.

The enumeration tries every path hex by hex and asks the audit's checks about each: first the move
itself, then the end of the phase right after it. It shares nothing with the search for moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from compiler.hexes import Hex
from referee.actions import Move
from referee.games.bold_stroke import GAME
from referee.games.bold_stroke.state import CampaignBoard
from tests.referee.games.bold_stroke.positions.reader import Position, read_positions

POSITIONS = {
    position.name: position
    for position in read_positions(Path(__file__).parent / "positions" / "moves")
}


def listed(board: CampaignBoard, choice: str) -> list[Move]:
    assert GAME.legal_actions is not None
    found = next((c for c in GAME.legal_actions(board) if c.name == choice), None)
    decisions = [option.decision for option in found.options()] if found is not None else []
    assert all(isinstance(decision, Move) for decision in decisions)
    return [decision for decision in decisions if isinstance(decision, Move)]


def flagged(board: CampaignBoard, move: Move) -> bool:
    return any(board.rulebook.check(move, board))


def debts(board: CampaignBoard) -> set[tuple[str, tuple[str, ...]]]:
    """What the rules would say if the phase ended now."""
    ended = board.end_phase()
    assert ended is not None
    return {(f.rule, f.units) for f in board.rulebook.check(ended, board)}


def by_trying(board: CampaignBoard, unit: str) -> set[Hex]:
    """The hexes a unit reaches by some path that no rule objects to and may stop in."""
    piece = board.pieces[unit]
    assert isinstance(piece.place, Hex)
    before = debts(board)
    ends = {path[-1] for path in _paths(board, unit, (piece.place,))}
    found = set()
    for end in sorted(ends):
        path = next(p for p in _paths(board, unit, (piece.place,)) if p[-1] == end)
        trial = board.copy()
        trial.apply(_move(board, unit, path))
        if debts(trial) <= before:
            found.add(end)
    return found


def _paths(board: CampaignBoard, unit: str, so_far: tuple[Hex, ...]) -> Iterator[tuple[Hex, ...]]:
    """Every path without a hex twice that no rule objects to; what begins wrong stays wrong."""
    for near in board.data.map.grid.neighbours(so_far[-1]).values():
        path = (*so_far, near)
        if near not in so_far and not flagged(board, _move(board, unit, path)):
            yield path
            yield from _paths(board, unit, path)


def _move(board: CampaignBoard, unit: str, path: tuple[Hex, ...]) -> Move:
    return Move(units=(unit,), path=tuple(board.number(hex_) for hex_ in path))


@pytest.mark.parametrize("name", POSITIONS)
def test_the_moves_of_a_position_are_as_many_as_written(name: str) -> None:
    position = POSITIONS[name]
    board = position.board()
    found = {choice: len(listed(board, choice)) for choice in position.counts}
    assert found == position.counts


@pytest.mark.parametrize("name", POSITIONS)
def test_trying_every_path_finds_the_same_moves(name: str) -> None:
    board = POSITIONS[name].board()
    for choice in POSITIONS[name].counts:
        unit = choice.removeprefix("move ")
        moves = listed(board, choice)
        assert {board.location(move.end) for move in moves} == by_trying(board, unit)
        assert not any(flagged(board, move) for move in moves)


def test_the_path_listed_is_a_cheapest_one() -> None:
    board = POSITIONS["cavalry on a paved road with a dirt road beside it"].board()
    cheapest: dict[str, float] = {}
    for path in _paths(board, "1g-cc", (board.data.map.hex("0505"),)):
        end, spent = board.number(path[-1]), _spent(board, "1g-cc", path)
        cheapest[end] = min(spent, cheapest.get(end, spent))
    for move in listed(board, "move 1g-cc"):
        hexes = tuple(board.data.map.hex(number) for number in move.path)
        assert _spent(board, "1g-cc", hexes) == cheapest[move.end]


def _spent(board: CampaignBoard, unit: str, path: tuple[Hex, ...]) -> float:
    trial = board.copy()
    trial.apply(_move(board, unit, path))
    return trial.state.moved[unit].points


def test_a_dozen_positions_and_more_are_counted() -> None:
    assert len(POSITIONS) >= 12


def position(name: str) -> Position:
    return POSITIONS[name]
