"""Set-up (18.1 to 18.3 and the scenarios' own): what may differ from the chart before turn 1."""

from __future__ import annotations

import pytest

from referee.actions import Action, BeginPhase, Move, Place, SetState
from referee.board import Board
from referee.games.bold_stroke import GAME
from referee.games.bold_stroke.state import CampaignState
from tests.referee.games.bold_stroke.scenarios.test_victory import SCENARIOS, board_of
from tests.referee.games.bold_stroke.scene import shipped

FIRST = BeginPhase(turn=1, phase="weather.weather")


def rules(board: Board[CampaignState], *actions: Action) -> list[str]:
    """The rules that actions breach, one after the other."""
    found = []
    for action in actions:
        found += [finding.rule for finding in board.rulebook.check(action, board)]
        board.apply(action)
    return found


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_starts_as_its_chart_says(scenario: str) -> None:
    assert rules(board_of(scenario), FIRST) == []


# -- 18.1 ---------------------------------------------------------------------------------------


def test_a_unit_set_up_in_another_hex_is_found() -> None:
    assert rules(board_of("breakout"), Move(units=("75-inf",), path=("1515", "1514"))) == ["18.1.C"]


def test_a_unit_put_where_the_chart_has_it_is_no_matter() -> None:
    assert rules(board_of("breakout"), Place(unit="75-inf", at="1515")) == []


def test_a_unit_set_up_too_weak_is_found() -> None:
    board = board_of("breakout")
    assert rules(board, Place(unit="75-inf", at="1515", face="reduced")) == ["18.1.C"]
    assert rules(board, SetState(unit="34-inf", state="loss", value=1)) == ["18.1.C"]


def test_german_assets_stand_anywhere_near_their_headquarters() -> None:
    board = board_of("breakout")
    assert rules(board, Move(units=("xxiv-art",), path=("2213", "2111"))) == []


def test_a_german_asset_far_from_its_headquarters_is_found() -> None:
    board = board_of("breakout")
    assert rules(board, Move(units=("xxiv-art",), path=("2213", "1515"))) == ["18.1.D"]


def test_german_headquarters_start_at_full_strength() -> None:
    board = board_of("breakout")
    board.pieces["hq-vii"].face = "reduced"
    assert rules(board, FIRST) == ["18.1.E"]


def test_soviet_headquarters_may_start_weakened() -> None:
    board = board_of("breakout")
    board.pieces["hq-38"].face = "reduced"
    assert rules(board, FIRST) == []


def test_once_play_has_begun_moves_are_no_set_up() -> None:
    board = board_of("breakout")
    board.apply(FIRST)
    assert "18.1.C" not in rules(board, Move(units=("75-inf",), path=("1515", "1514")))


# -- 18.3.C -------------------------------------------------------------------------------------


def test_by_option_units_stand_anywhere_behind_their_front() -> None:
    board = board_of("breakout", "free-setup")
    assert rules(board, Move(units=("75-inf",), path=("1515", "1717"))) == []


def test_by_option_no_unit_stands_behind_the_enemys_front() -> None:
    board = board_of("breakout", "free-setup")
    assert rules(board, Move(units=("75-inf",), path=("1515", "0712"))) == ["18.3.C"]


# -- who first ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "first", "second", "rule"),
    [
        ("breakout", "xxiv-art", "21-rc", "18.4.2.A"),
        ("riposte", "21-rc", "75-inf", "18.5.2.B"),
        ("manstein-strikes-again", "21-rc", "75-inf", "18.7.2.B"),
        ("phantom-pocket", "75-inf", "21-rc", "18.8.2.B"),
    ],
)
def test_the_side_that_sets_up_first_has_finished_before_the_other_begins(
    scenario: str, first: str, second: str, rule: str
) -> None:
    for order, expected in (((first, second), False), ((second, first), True)):
        board = board_of(scenario)
        found = []
        for name in order:
            here = board.number(board.pieces[name].place)
            found += rules(board, Place(unit=name, at=here))
        assert (rule in found) is expected


# -- reserves at the start ----------------------------------------------------------------------


def reserves(scenario: str, side: str, number: int) -> list[str]:
    """The rules breached when units in so many more hexes start in reserve."""
    board = board_of(scenario)
    told: set[object] = {p.place for p in board.on_map(side) if p.flag("reserve")}
    for piece in list(board.on_map(side)):
        if number and piece.place not in told:
            piece.states["reserve"] = True
            told.add(piece.place)
            number -= 1
    return rules(board, FIRST)


def test_no_more_reserves_start_than_there_are_markers() -> None:
    assert reserves("breakout", "german", 3) == []
    assert reserves("breakout", "german", 4) == ["18.4.2.A"]


def test_one_soviet_reserve_may_start_scenario_4() -> None:
    assert reserves("manstein-strikes-again", "soviet", 1) == []
    assert reserves("manstein-strikes-again", "soviet", 2) == ["18.7.2.C"]


def test_two_german_reserves_may_start_scenario_7() -> None:
    assert reserves("zhitomir-berdichev", "german", 0) == []
    assert reserves("zhitomir-berdichev", "german", 1) == ["18.10.2.B"]


def test_no_unit_of_the_60th_army_starts_scenario_2_in_reserve() -> None:
    board = board_of("riposte")
    board.pieces["21-rc"].states["reserve"] = True
    assert rules(board.copy(), FIRST) == []
    board.pieces["30-rc"].states["reserve"] = True
    assert rules(board, FIRST) == ["18.5.2.B"]


# -- air units at the start ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "rule"),
    [
        ("breakout", "18.4.2.B"),
        ("riposte", "18.5.2.C"),
        ("manstein-strikes-again", "18.7.2.D"),
        ("phantom-pocket", "18.8.2.C"),
        ("zhitomir-berdichev", "18.10.2.C"),
    ],
)
def test_air_units_start_unready_in_the_number_of_the_scenario(scenario: str, rule: str) -> None:
    board = board_of(scenario)
    spared = next(p for p in board.pieces.values() if p.id == "g-transport")
    board.relocate(spared, "german-ready")
    assert rules(board, FIRST) == [rule]


def test_air_losses_may_be_spread_otherwise_but_evenly() -> None:
    data = shipped()
    board = Board(data, GAME.rulebook, data.scenarios["riposte"], GAME.new_state)
    weak = next(n for n, p in board.pieces.items() if n.startswith("g-bomber") and p.level("loss"))
    swap = (
        SetState(unit=weak, state="loss", value=0),
        SetState(unit="g-transport", state="loss", value=1),
    )
    assert rules(board, *swap, FIRST) == []


def test_no_air_unit_starts_with_two_losses_while_another_has_none() -> None:
    board = board_of("riposte")
    bombers = [n for n, p in board.pieces.items() if n.startswith("g-bomber") and p.level("loss")]
    board.pieces[bombers[0]].states["loss"] = 0
    board.pieces[bombers[1]].face = "reduced"
    board.pieces[bombers[1]].states["loss"] = 0
    assert rules(board, FIRST) == ["18.5.2.C"]


def test_air_units_with_too_few_losses_are_found() -> None:
    board = board_of("phantom-pocket")
    weak = next(p for n, p in board.pieces.items() if n.startswith("s-fighter") and p.level("loss"))
    weak.states["loss"] = 0
    assert rules(board, FIRST) == ["18.8.2.C"]
