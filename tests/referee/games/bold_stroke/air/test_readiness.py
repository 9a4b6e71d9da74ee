"""3.4: half the die plus four air units are made ready under cloud, in Thaw as many as rolled."""

import pytest

from referee.actions import Move, Roll
from tests.referee.games.bold_stroke.campaign import Campaign

SOVIET_AIR = [f"s-fighter#{n}" if n > 1 else "s-fighter" for n in range(1, 5)]
SOVIET_AIR += [f"s-sturmovik#{n}" if n > 1 else "s-sturmovik" for n in range(1, 5)] + ["s-bomber"]
KIEV_AIRFIELDS = ("1217", "1317", "1416")


def turn(ground: str, atmosphere: str, *, airfields: str = "german") -> Campaign:
    """The weather phase of turn 2 with this weather; a side holds the airfields around Kiev."""
    play = Campaign().held(airfields, *KIEV_AIRFIELDS).at(2)
    play.set("temperature", "warm" if ground == "thaw" else "cold")
    play.set("atmosphere", atmosphere)
    play.board.state.ground = "thaw" if ground == "thaw" else "frozen"
    return play


def ready(play: Campaign, number: int) -> list[str]:
    """Soviet air units made ready one by one."""
    found = []
    for name in SOVIET_AIR[:number]:
        found += play.move(name, "soviet-unready soviet-ready")
    return found


@pytest.mark.parametrize(("die", "number"), [(1, 4), (2, 5), (7, 7), (10, 9)])
def test_cloud_lets_half_the_die_rounded_down_plus_four_be_ready(die: int, number: int) -> None:
    play = turn("frozen", "cloudy")
    assert play.roll("air-availability", die, "soviet") == []
    assert ready(play, number) == []


@pytest.mark.parametrize(("die", "number"), [(1, 4), (2, 5), (7, 7)])
def test_cloud_lets_no_more_be_ready(die: int, number: int) -> None:
    play = turn("frozen", "cloudy")
    play.roll("air-availability", die, "soviet")
    assert ready(play, number + 1) == ["3.4.2"]


def test_the_excess_is_told_once() -> None:
    play = turn("frozen", "cloudy")
    play.roll("air-availability", 1, "soviet")
    assert ready(play, 8) == ["3.4.2"]


def test_clear_weather_on_hard_ground_sets_no_limit() -> None:
    assert ready(turn("frozen", "clear"), 9) == []


def test_the_die_of_one_side_says_nothing_of_the_other() -> None:
    play = turn("frozen", "cloudy")
    play.roll("air-availability", 1, "german")
    play.roll("air-availability", 10, "soviet")
    assert ready(play, 9) == []


def test_the_side_of_a_die_may_be_announced_before_it() -> None:
    play = turn("frozen", "cloudy")
    play.declare("air-availability", side="soviet", roll="air-availability")
    play.do(Roll(dice="d10", result=(1,), purpose="air-availability.air-availability"))
    assert ready(play, 5) == ["3.4.2"]


def test_a_second_die_of_a_side_is_worth_a_look() -> None:
    play = turn("frozen", "cloudy")
    play.roll("air-availability", 1, "soviet")
    (finding,) = play.findings(
        Roll(dice="d10", result=(9,), purpose="air-availability", side="soviet")
    )
    assert (finding.rule, finding.severity) == ("3.3.D", "warning")


def test_thaw_lets_a_side_without_the_airfields_ready_what_it_rolls() -> None:
    play = turn("thaw", "clear").held("soviet", "1217").held("german", "1317", "1416")
    play.roll("air-availability", 3, "soviet")
    assert ready(play, 3) == []
    assert play.move(SOVIET_AIR[3], "soviet-unready soviet-ready") == ["3.4.1.B"]


def test_thaw_does_not_bind_a_side_with_all_airfields_of_kiev() -> None:
    play = turn("thaw", "clear", airfields="soviet")
    assert ready(play, 9) == []


def test_the_book_does_not_bind_a_side_when_the_other_has_all_airfields() -> None:
    assert ready(turn("thaw", "clear"), 9) == []


def test_an_airfield_that_nobody_is_known_to_hold_does_not_bind() -> None:
    play = turn("thaw", "clear", airfields="soviet")
    del play.board.state.last_through[play.board.data.map.hex("1317")]
    assert ready(play, 9) == []


def test_thaw_and_cloud_together_leave_either_rule_to_the_holder() -> None:
    play = turn("thaw", "cloudy", airfields="soviet")
    play.roll("air-availability", 1, "soviet")
    assert ready(play, 9) == []


def test_thaw_and_cloud_together_give_others_the_larger_number() -> None:
    play = turn("thaw", "cloudy").held("soviet", "1217")
    play.roll("air-availability", 8, "soviet")
    assert ready(play, 8) == []
    assert play.move(SOVIET_AIR[8], "soviet-unready soviet-ready") != []


def test_a_missing_die_is_told_once_when_more_are_ready_than_the_worst_gives() -> None:
    play = turn("frozen", "cloudy")
    found = []
    for name in SOVIET_AIR:
        found += play.findings(Move(units=(name,), path=("soviet-unready", "soviet-ready")))
    assert [(f.rule, f.severity) for f in found] == [("3.4.2", "unverifiable")]


def test_no_die_is_missed_where_the_log_tells_no_weather() -> None:
    play = Campaign("riposte").at(1)
    assert ready(play, 9) == []


def test_units_ready_from_before_are_not_counted_again() -> None:
    play = turn("frozen", "cloudy")
    for name in SOVIET_AIR[:4]:
        play.put(name, "soviet-ready")
    play.roll("air-availability", 2, "soviet")
    found = []
    for name in SOVIET_AIR[4:9]:
        found += play.move(name, "soviet-unready soviet-ready")
    assert found == []
