"""14.3, ammo points; the table of the book: 6, 9, 12 for Germany and 9, 12, 16 for the Soviets."""

import pytest

from referee.actions import PieceAt, Position, Roll, SetState
from referee.games.bold_stroke.combat import ammunition
from tests.referee.games.bold_stroke.campaign import Campaign
from tests.referee.games.bold_stroke.supply_scene import SupplyScene


def supply_phase(ground: str = "snow", scenario: str = "breakout", turn: int = 1) -> Campaign:
    """The first player's supply phase; Snow changes nothing."""
    play = Campaign(scenario).at(turn, "first.supply")
    play.board.state.ground = ground  # type: ignore[assignment]
    return play


def points(play: Campaign, side: str = "soviet") -> int:
    return play.board.state.records.ammunition.points[side]


def test_a_scenario_gives_each_side_its_points() -> None:
    assert Campaign("breakout").board.state.records.ammunition.points == {
        "soviet": 75,
        "german": 36,
    }


@pytest.mark.parametrize(
    ("side", "numbers"), [("german", [6, 6, 6, 9, 9, 9, 9, 12, 12, 12]),
                          ("soviet", [9, 9, 9, 12, 12, 12, 12, 16, 16, 16])]
)  # fmt: skip
def test_the_table_of_the_book(side: str, numbers: list[int]) -> None:
    board = supply_phase().board
    assert [ammunition.points_by_die(board, side, die) for die in range(1, 11)] == numbers


def test_freeze_adds_one_to_the_die_and_thaw_takes_two_off() -> None:
    board = supply_phase("frozen").board
    assert [ammunition.points_by_die(board, "german", die) for die in (2, 3, 6, 7)] == [6, 9, 9, 12]
    board.state.ground = "thaw"
    assert [ammunition.points_by_die(board, "german", die) for die in (5, 6, 9, 10)] == [
        6,
        9,
        9,
        12,
    ]


def test_a_die_beyond_the_table_takes_its_nearest_row() -> None:
    assert ammunition.points_by_die(supply_phase("frozen").board, "soviet", 10) == 16
    assert ammunition.points_by_die(supply_phase("thaw").board, "soviet", 1) == 9


def test_the_points_of_the_die_are_added() -> None:
    play = supply_phase()
    assert play.roll("artillery-supply", 5, "soviet") == []
    assert points(play) == 87
    assert play.set("ammunition-soviet", 87) == []


def test_a_module_names_the_verb_before_the_purpose() -> None:
    play = supply_phase()
    play.declare("ammunition", side="soviet", roll="artillery-supply")
    assert play.do(Roll(dice="d10", result=(5,), purpose="ammunition.artillery-supply")) == []
    assert points(play) == 87


def test_a_track_that_shows_another_number_is_found() -> None:
    play = supply_phase()
    play.roll("artillery-supply", 5, "soviet")
    (finding,) = play.findings(SetState(state="ammunition-soviet", value=91))
    assert (finding.rule, finding.expected, finding.found) == ("14.3.E", "87", "91")
    assert points(play) == 91


def test_the_marker_on_the_track_counts_like_a_state_set() -> None:
    play = supply_phase()
    play.roll("artillery-supply", 5, "soviet")
    assert play.move("ammunition-soviet", "soviet-ammunition-75 soviet-ammunition-87") == []
    assert play.move("ammunition-soviet", "soviet-ammunition-87 soviet-ammunition-90") == ["14.3.E"]


def test_points_that_a_die_may_have_brought_cannot_be_judged_without_it() -> None:
    play = supply_phase()
    (finding,) = play.findings(SetState(state="ammunition-soviet", value=75 + 12))
    assert (finding.rule, finding.severity) == ("14.3.E", "unverifiable")
    play = supply_phase()
    (finding,) = play.findings(SetState(state="ammunition-soviet", value=75 + 11))
    assert (finding.rule, finding.severity) == ("14.3.E", "violation")


def test_a_side_does_not_roll_in_the_other_sides_phase() -> None:
    assert supply_phase().roll("artillery-supply", 5, "german") == ["14.3.E"]


def test_a_side_rolls_once_in_a_phase() -> None:
    play = supply_phase()
    play.roll("artillery-supply", 5, "soviet")
    assert play.roll("artillery-supply", 9, "soviet") == ["14.3.E"]
    assert points(play) == 87


def test_a_side_rolls_again_in_its_next_supply_phase() -> None:
    play = supply_phase()
    play.roll("artillery-supply", 5, "soviet")
    play.phase("first.supply", 2)
    assert play.roll("artillery-supply", 5, "soviet") == []
    assert points(play) == 99


@pytest.mark.parametrize(("strength", "cost"), [(0, 0), (3, 0), (4, 1), (7, 1), (8, 2), (23, 5)])
def test_four_points_of_artillery_cost_one_ammo_point_rounded_down(
    strength: int, cost: int
) -> None:
    assert ammunition.cost(strength) == cost


def test_spending_takes_points_off() -> None:
    play = supply_phase()
    play.phase("first.combat")
    ammunition.spend(play.board, "soviet", 5)
    assert points(play) == 70
    assert play.set("ammunition-soviet", 70) == []
    assert play.set("ammunition-soviet", 72) == ["14.3.C"]


def test_too_little_taken_off_is_found_and_too_much_as_well() -> None:
    for shown in (73, 68):
        play = supply_phase()
        play.phase("first.combat")
        ammunition.spend(play.board, "soviet", 5)
        assert play.set("ammunition-soviet", shown) == ["14.3.C"]


def test_fire_that_the_log_does_not_tell_may_explain_a_lower_number() -> None:
    play = supply_phase()
    play.phase("first.combat")
    assert play.set("ammunition-soviet", 70) == []
    assert play.set("ammunition-soviet", 71) == ["14.3.C"]


def test_what_a_side_lacks_to_fire() -> None:
    play = supply_phase()
    assert ammunition.shortfall(play.board, "soviet", 75) == 0
    assert ammunition.shortfall(play.board, "soviet", 77) == 2


def test_without_a_scenario_no_points_are_known() -> None:
    scene = SupplyScene()
    scene.begin("first.supply")
    assert ammunition.available(scene.board, "soviet") is None
    assert ammunition.shortfall(scene.board, "soviet", 9) == 0
    assert scene.roll("artillery-supply", 5, "soviet") == []
    assert scene.set("ammunition-soviet", 40) == []
    assert ammunition.available(scene.board, "soviet") == 40


def test_a_saved_position_shows_the_points() -> None:
    play = supply_phase()
    play.do(Position(pieces=(PieceAt(unit="ammunition-german", at="german-ammunition-12"),)))
    assert points(play, "german") == 12


def test_what_a_combat_phase_spent_without_a_word_may_be_shown_in_the_phase_after_it() -> None:
    play = Campaign("breakout").at(1, "first.combat")
    play.phase("first.exploitation")
    assert play.set("ammunition-soviet", 70) == []
    play.phase("first.second-reserve-movement")
    assert play.set("ammunition-soviet", 60) == ["14.3.E"]


def test_a_track_shown_wrong_and_put_right_is_one_fault() -> None:
    play = Campaign("breakout").at(1, "first.movement")
    assert play.set("ammunition-soviet", 76) == ["14.3.E"]
    assert play.set("ammunition-soviet", 75) == []
    assert play.set("ammunition-soviet", 76) == ["14.3.E"]
