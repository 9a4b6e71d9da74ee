"""In what a saved position differs from the board: what is set, not how it is written down."""

from __future__ import annotations

from dataclasses import replace

import pytest

from compiler.gamedata.model import GameData, ScenarioData
from referee.actions import FieldValue, PieceAt, Position, SetState
from referee.board import Board
from referee.rulebook import Rulebook
from tests.compiler.vassal.module_game import module_game


def no_state(data: GameData, scenario: ScenarioData | None) -> None:
    """A game that keeps nothing of its own."""
    del data, scenario


@pytest.fixture
def board() -> Board[None]:
    """A scenario of a small game that has no rules."""
    data = module_game()
    return Board(data, Rulebook(data.id), next(iter(data.scenarios.values())), no_state)


@pytest.fixture
def saved(board: Board[None]) -> Position:
    """The position as it is before anything is done."""
    return Position(
        pieces=tuple(
            PieceAt(
                unit=piece.id,
                at=board.number(piece.place),
                counter=piece.counter.id,
                face=piece.face,
            )
            for piece in board.pieces.values()
            if not piece.states
        )
    )


@pytest.fixture
def unit(saved: Position) -> str:
    """A piece that is as at first in all."""
    return saved.pieces[0].unit


AT_FIRST = [("moved", False), ("loss", 0), ("fuel", 7), ("morale", None), ("morale", "")]
SET = [("moved", True), ("loss", 1), ("fuel", 0), ("fuel", 90), ("morale", "normal")]


@pytest.mark.parametrize(("state", "value"), AT_FIRST)
def test_a_state_put_back_to_what_it_is_at_first_is_no_difference(
    board: Board[None], saved: Position, unit: str, state: str, value: FieldValue
) -> None:
    before = board.difference(saved)
    board.apply(SetState(unit=unit, state=state, value=value))
    assert board.difference(saved) == before
    assert unit not in before


@pytest.mark.parametrize(("state", "value"), SET)
def test_a_state_that_is_set_is_a_difference(
    board: Board[None], saved: Position, unit: str, state: str, value: FieldValue
) -> None:
    board.apply(SetState(unit=unit, state=state, value=value))
    assert unit in board.difference(saved)


def test_a_choice_put_back_to_its_default_is_no_difference(saved: Position, unit: str) -> None:
    data = module_game()
    chosen = data.states["morale"].model_copy(update={"default": "normal"})
    states = {**data.states, "morale": chosen}
    game = replace(data, game=data.game.model_copy(update={"states": states}))
    board = Board(game, Rulebook(game.id), next(iter(game.scenarios.values())), no_state)
    board.apply(SetState(unit=unit, state="morale", value="broken"))
    assert unit in board.difference(saved)
    board.apply(SetState(unit=unit, state="morale", value="normal"))
    assert unit not in board.difference(saved)
