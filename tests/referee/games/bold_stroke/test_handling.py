"""Pieces put down, taken off or marked in phases in which no rule does so to them."""

import pytest

from tests.referee.games.bold_stroke.campaign import Campaign
from tests.referee.games.bold_stroke.fights import Fight

DIVISION, RIFLES, TANKS = "75-inf", "38-rd", "6-gtc"
MOVEMENT, COMBAT = "first.movement", "first.combat"


def german(phase: str = MOVEMENT, scenario: str = "breakout", **states: object) -> Campaign:
    """A German division near Kazatin in a phase of turn 3."""
    return Campaign(scenario).put(DIVISION, "2430", **states).at(3, phase)  # type: ignore[arg-type]


# -- put down --------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", [MOVEMENT, COMBAT, "first.exploitation"])
def test_a_unit_is_not_lifted_over_the_map(phase: str) -> None:
    play = Campaign("breakout").put(RIFLES, "1213").at(3, phase)
    assert "6.0.C" in play.place(RIFLES, "1220")


def test_a_unit_put_down_where_it_stands_does_nothing() -> None:
    play = Campaign("breakout").put(RIFLES, "1213").at(3, MOVEMENT)
    assert play.place(RIFLES, "1213") == []


def test_a_unit_is_put_back_to_where_it_came_from() -> None:
    play = Campaign("breakout").put(RIFLES, "1213").put("hq-27", "1213").at(3, MOVEMENT)
    play.move(RIFLES, "1213 1313")
    assert play.place(RIFLES, "1213") == []
    play.move(RIFLES, "1213 1313")
    assert "6.0.C" in play.place(RIFLES, "1214")


def test_set_up_comes_before_the_first_phase() -> None:
    play = Campaign("breakout").put(RIFLES, "1213")
    assert "6.0.C" not in play.place(RIFLES, "1220", why="setup")


def test_a_unit_that_no_turn_record_knows_does_not_come() -> None:
    play = Campaign("breakout").at(3, MOVEMENT)
    assert play.place("7-gtc", "1213") == ["16.1.1.A"]


# -- taken off -------------------------------------------------------------------------------------


def test_no_unit_is_taken_off_outside_combat() -> None:
    assert german().remove(DIVISION) == ["11.13.F"]
    assert german("second.supply").remove(DIVISION) == ["11.13.F"]
    assert german("second.movement").move(DIVISION, "2430 german-eliminated") == ["11.13.F"]
    assert german("second.movement").move(DIVISION, "2430 turn-record-6") == ["11.13.F"]
    assert german("second.movement").place(DIVISION, "german-eliminated") == ["11.13.F"]


def test_divisions_of_korps_abteilung_c_are_taken_off() -> None:
    play = Campaign("breakout").put("183-inf", "1020").at(3, "second.movement")
    assert play.remove("183-inf") == []


def test_korps_abteilung_c_comes_in_a_german_phase() -> None:
    play = Campaign("breakout").put("183-inf", "1020").at(3, MOVEMENT)
    assert "16.4.A" in play.place("kac", "1020")


def test_who_has_fought_may_be_taken_off_late() -> None:
    fight = Fight("0/2").put("30-rc", "0404").put("239-ag", "0505", face="reduced")
    fight.fought("30-rc")
    fight.phase("first.exploitation")
    assert "11.13.F" not in fight.remove("239-ag")


def test_by_option_a_unit_far_from_the_enemy_is_taken_off_the_map() -> None:
    play = Campaign("breakout", options=("limited-intelligence",)).put(DIVISION, "2430")
    play.at(3, "second.movement")
    assert play.remove(DIVISION) == []


def test_by_the_alternative_a_unit_that_rebuilt_goes_to_the_dead_pile() -> None:
    for options, rules in ((("alternative-withdrawals",), []), ((), ["11.13.F"])):
        play = Campaign(options=options).put("34-inf", "2430").put("10-pzgr", "0101")
        play.at(12, "second.movement")
        unit = "10-pzgr" if options else "34-inf"
        assert play.remove(unit) == rules


# -- marked ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", [MOVEMENT, "second.movement", "second.supply"])
def test_a_unit_loses_no_step_outside_combat(phase: str) -> None:
    play = german(phase)
    play.set("loss", 1, DIVISION)
    assert "11.13.B" in play.ends()


def test_a_mark_taken_back_in_its_phase_is_no_loss() -> None:
    play = german()
    play.set("loss", 1, DIVISION)
    play.set("loss", 0, DIVISION)
    assert play.ends() == []


def test_a_counter_put_right_without_a_step_more_is_no_loss() -> None:
    play = german(loss=1)
    play.set("loss", 0, DIVISION)
    play.set("loss", 1, DIVISION)
    assert play.ends() == []


def test_who_has_fought_may_be_marked_late() -> None:
    fight = Fight("0/1").put("30-rc", "0404").put(DIVISION, "0505").fought("30-rc")
    fight.phase("first.exploitation")
    fight.mark(DIVISION, "loss", 1)
    assert "11.13.B" not in fight.phase("first.second-combat")


def test_what_a_corps_gives_to_its_detachment_is_no_loss() -> None:
    fight = Fight(options=("advanced-detachments",)).put(TANKS, "0404")
    fight.put("adv-det", "soviet-substitutes")
    fight.phase(MOVEMENT)
    fight.declare("detach", TANKS, "adv-det")
    fight.mark(TANKS, "loss", 1)
    assert "11.13.B" not in fight.phase("first.combat")


# -- markers and dice ------------------------------------------------------------------------------


@pytest.mark.parametrize("marker", ["breakthrough", "partial-breakthrough"])
def test_breakthroughs_are_marked_after_combat_alone(marker: str) -> None:
    rule = {"breakthrough": "11.10.2", "partial-breakthrough": "11.10.3"}[marker]
    play = Campaign("breakout").put(TANKS, "1213").at(3, MOVEMENT)
    assert play.set(marker, True, TANKS) == [rule]
    play = Campaign("breakout").put(TANKS, "1213").at(3, "first.exploitation")
    assert play.set(marker, True, TANKS) == [rule]


def test_a_breakthrough_may_be_marked_when_exploitation_begins() -> None:
    fight = Fight("0/B").put(TANKS, "0404").put(DIVISION, "0505").fought(TANKS)
    fight.phase("first.exploitation")
    assert fight.mark(TANKS, "breakthrough", True) == []


def test_second_combat_is_for_who_had_a_marker() -> None:
    fight = Fight("0/0").put(TANKS, "0404").put("7-gtc", "0405", breakthrough=True)
    fight.phase("first.exploitation")
    fight.mark("7-gtc", "breakthrough", False)
    assert fight.mark("7-gtc", "second-combat", True) == []
    assert fight.mark(TANKS, "second-combat", True) == ["11.10.4.B"]


def test_the_die_for_ammo_points_is_rolled_in_the_supply_phase() -> None:
    play = Campaign("breakout").at(3, MOVEMENT)
    assert play.roll("artillery-supply", 5, "soviet") == ["14.3.E"]


def test_the_weather_lasts_until_the_next_turn() -> None:
    play = Campaign("breakout").at(3)
    play.roll("weather.temperature", 1, "soviet")
    now = play.board.state.records.weather.temperature
    play.phase(MOVEMENT)
    assert play.set("temperature", now) == []
    other = "warm" if now == "cold" else "cold"
    assert "3.3.A" in play.set("temperature", other)


def test_air_units_come_on_the_map_in_combat_alone() -> None:
    play = Campaign("breakout").put("s-bomber", "soviet-ready").at(3, MOVEMENT)
    assert play.move("s-bomber", "soviet-ready 1213") == ["15.3.A"]


def test_transports_may_stand_on_their_airfield_in_the_supply_phase() -> None:
    play = Campaign("breakout").put("g-transport", "german-ready").at(3, "second.supply")
    assert play.move("g-transport", "german-ready 1631") == []
