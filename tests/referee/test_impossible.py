"""What a log says that the data of its game does not have: names, hexes, numbers of dice."""

from __future__ import annotations

import pytest

from compiler.gamedata.loader import load_game
from compiler.gamedata.model import GameData
from compiler.resources import game_folder
from referee import games
from referee.actions import Action, Declare, GameLog, Header, Place, Remove, Roll
from referee.audit import new_board
from referee.board import Board
from referee.findings import Finding
from referee.impossible import MOST_TOLD, impossible


@pytest.fixture(scope="module", params=["bold_stroke", "iron_cross", "operation_spark"])
def board(request: pytest.FixtureRequest) -> Board[object]:
    data: GameData = load_game(game_folder(request.param))
    header = Header(format="hexmarshal-moves/1", game=data.id, scenario=next(iter(data.scenarios)))
    return new_board(data, games.load(data.id), GameLog(header, ()))


def told(board: Board[object], action: Action) -> list[Finding]:
    return list(impossible(action, board))


def verb(board: Board[object]) -> str:
    return next(iter(board.data.declarations))


def test_a_unit_that_is_none_is_told_with_the_likely_one(board: Board[object]) -> None:
    unit = next(iter(board.pieces))
    said = Declare(verb=verb(board), units=(f"{unit}x",), values={"supports": (f"{unit}y", unit)})
    first, second = told(board, said)
    assert first.message == f"no piece called '{unit}x'"
    assert second.message == f"no piece called '{unit}y'"
    assert first.severity == second.severity == "unverifiable"
    assert "did you mean" in first.expected


def test_of_a_line_full_of_unknown_units_only_some_are_told(board: Board[object]) -> None:
    said = Declare(verb=verb(board), units=tuple(f"nobody-{n}" for n in range(1000)))
    assert len(told(board, said)) == MOST_TOLD


def test_a_unit_that_is_not_in_play_is_still_one_of_the_game(board: Board[object]) -> None:
    absent = next(name for name in board.data.counters if name in board.pieces)
    without = board.copy()
    without.apply(Remove(units=(absent,)))
    assert told(without, Declare(verb=verb(board), units=(absent, f"{absent}#2"))) == []


def test_a_piece_that_is_not_called_after_its_counter_is_known(board: Board[object]) -> None:
    counter = next(iter(board.data.counters))
    other = board.copy()
    other.apply(Place(unit="our-own", counter=counter, at="nowhere"))
    assert told(other, Declare(verb=verb(board), units=("our-own",))) == []


@pytest.mark.parametrize("place", ["9999", "12345"])
def test_a_target_hex_off_the_map_is_told(board: Board[object], place: str) -> None:
    [finding] = told(board, Declare(verb=verb(board), target=place))
    assert (finding.severity, finding.message) == ("unverifiable", f"no hex {place} on the map")


def test_a_target_may_be_a_hex_or_a_piece_or_a_box(board: Board[object]) -> None:
    hex_ = board.data.map.number(next(iter(board.data.map.hexes)))
    for target in (hex_, next(iter(board.pieces)), next(iter(board.data.boxes))):
        assert told(board, Declare(verb=verb(board), target=target)) == []


def test_dice_show_as_many_numbers_as_there_are(board: Board[object]) -> None:
    for name, dice in board.data.dice.items():
        assert told(board, Roll(dice=name, result=(dice.sides,) * dice.count)) == []
        for count in {dice.count + 1, max(1, dice.count - 1)} - {dice.count}:
            [finding] = told(board, Roll(dice=name, result=(1,) * count))
            assert (finding.severity, finding.message) == (
                "violation",
                f"{dice.name} cannot show this",
            )
            assert f", {dice.count} number" in finding.expected


def test_dice_of_another_game_may_show_any_number(board: Board[object]) -> None:
    assert told(board, Roll(dice="d1000", result=(777, 3))) == []
