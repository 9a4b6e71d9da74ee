"""4.4, the bridge at Kiev. Kiev is 1216 and 1316, the bridge leads from 1316 to 1315."""

import pytest

from referee.games.bold_stroke.movement import bridge
from tests.referee.games.bold_stroke.campaign import Campaign

KIEV = ("1216", "1316")
LINE = ("1217", "1118", "1119")


def taken(turn: int = 3) -> Campaign:
    """Kiev falls in a turn."""
    play = Campaign().held("german", *KIEV, *LINE).at(turn, "first.movement")
    play.held("soviet", *KIEV, *LINE)
    play.put("50-rc", "1215")
    play.move("50-rc", "1215 1215")
    return play


def test_the_example_of_the_book_fallen_on_turn_3_it_stands_on_turn_11() -> None:
    play = taken(3).at(4, "first.supply")
    assert play.place("kiev-bridge", "turn-record-11") == []
    play.at(11, "first.supply")
    assert play.move("kiev-bridge", "turn-record-11 1316") == []
    assert bridge.standing_since(play.board) == 11
    assert bridge.kiev_is_open(play.board)


def test_the_marker_is_not_put_nearer_on_the_track() -> None:
    play = taken(3).at(4, "first.supply")
    assert play.place("kiev-bridge", "turn-record-10") == ["4.4.A"]


def test_building_begins_no_sooner_than_the_turn_after_the_fall() -> None:
    play = taken(3)
    play.phase("turn-end.turn-end")
    assert play.declare("bridge", as_="building begins") == ["4.4.A"]
    play = taken(3).at(4, "first.supply")
    assert play.declare("bridge", as_="building begins") == []


@pytest.mark.parametrize("phase", ["weather.weather", "first.movement", "second.combat"])
def test_the_works_belong_to_no_phase(phase: str) -> None:
    play = taken(3).at(4, phase)
    assert play.place("kiev-bridge", "turn-record-11") == []
    assert play.declare("bridge", as_="building begins") == []
    assert play.at(11, phase).declare("bridge", as_="bridge repaired") == []


def test_no_other_marker_is_put_down_in_the_weather_phase() -> None:
    assert taken(3).at(4, "weather.weather").place("50-rc", "1216") == ["2.2", "6.0.C"]


def test_no_bridge_is_built_before_kiev_is_taken() -> None:
    play = Campaign().held("german", *KIEV).at(4, "first.supply")
    assert play.declare("bridge", as_="building begins") == ["4.4.A"]


def test_one_hex_of_kiev_is_not_enough() -> None:
    play = taken(3).held("german", "1216")
    play.move("50-rc", "1215 1215")
    play.at(4, "first.supply")
    assert play.declare("bridge", as_="building begins") == ["4.4.A"]


@pytest.mark.parametrize(("turn", "rules"), [(10, ["4.4.B"]), (11, []), (13, [])])
def test_the_bridge_is_repaired_when_its_turn_has_come(turn: int, rules: list[str]) -> None:
    play = taken(3).at(turn, "first.supply")
    assert play.declare("bridge", as_="bridge repaired") == rules


def test_losing_a_hex_of_kiev_ends_the_building() -> None:
    play = taken(3).at(6, "second.movement").held("german", "1216")
    play.move("50-rc", "1215 1215")
    play.at(11, "first.supply")
    assert play.declare("bridge", as_="bridge repaired") == ["4.4.B"]


def test_retaken_kiev_starts_seven_turns_afresh() -> None:
    play = taken(3).at(6, "second.movement").held("german", "1216")
    play.move("50-rc", "1215 1215")
    play.at(8, "first.movement").held("soviet", "1216")
    play.move("50-rc", "1215 1215")
    assert play.place("kiev-bridge", "turn-record-14") == ["4.4.C"]
    assert play.place("kiev-bridge", "turn-record-15") == []
    play.at(15, "first.supply")
    assert play.declare("bridge", as_="bridge repaired") == []


def test_the_marker_comes_off_with_kiev() -> None:
    play = taken(3).at(4, "first.supply")
    play.place("kiev-bridge", "turn-record-11")
    play.at(6, "second.supply")
    assert play.declare("bridge", as_="lost with Kiev") == []
    assert play.board.state.records.bridge.due is None


def test_a_log_that_does_not_tell_of_the_marker_has_the_bridge_in_time() -> None:
    play = taken(3).at(10)
    assert bridge.standing_since(play.board) is None
    assert bridge.standing_since(play.at(11).board) == 11


def test_trains_run_to_gostomel_three_turns_after_the_bridge() -> None:
    play = taken(3).at(13, "first.supply")
    assert play.declare("bridge", as_="line open to Gostomel") == ["4.4.D"]
    play.at(14, "first.supply")
    assert play.declare("bridge", as_="line open to Gostomel") == []
    assert bridge.gostomel_is_open(play.board)


def test_a_line_that_was_cut_has_to_be_held_three_turns_again() -> None:
    play = taken(3).at(13, "second.movement").held("german", "1119")
    play.move("50-rc", "1215 1215")
    play.held("soviet", "1119").at(15, "first.supply")
    assert play.declare("bridge", as_="line open to Gostomel") == ["4.4.D"]
    play.at(16, "first.supply")
    assert play.declare("bridge", as_="line open to Gostomel") == []


def test_the_line_reaches_from_kiev_to_the_rail_hex_west_of_gostomel() -> None:
    board = Campaign().board
    numbers = {board.data.map.number(hex_) for hex_ in bridge.line_to_gostomel(board)}
    assert numbers == {"1316", "1216", "1217", "1118", "1119"}


def test_scenarios_after_the_fall_have_the_bridge_as_far_as_it_was() -> None:
    assert bridge.standing_since(Campaign("riposte", set_up=True).at(1).board) is None
    assert bridge.standing_since(Campaign("riposte", set_up=True).at(6).board) == 11
    late = Campaign("zhitomir-berdichev", set_up=True).at(1).board
    assert bridge.standing_since(late) == 11
    assert bridge.gostomel_is_open(late)


def set_up_marker(scenario: str) -> list[str]:
    """The marker put on the track before the first phase."""
    return Campaign(scenario, set_up=True).place("kiev-bridge", "turn-record-11")


def test_after_the_fall_the_marker_is_set_up_on_the_track() -> None:
    assert set_up_marker("riposte") == []


def test_before_the_fall_no_marker_is_set_up() -> None:
    assert set_up_marker("breakout") == ["4.4.A"]


# -- crossing it ----------------------------------------------------------------------------------


def test_nobody_crosses_the_broken_bridge() -> None:
    play = Campaign().put("91-tb", "1315").at(2, "first.movement")
    assert play.move("91-tb", "1315 1316") == ["4.4.B"]


def test_the_repaired_bridge_is_crossed_along_the_railway() -> None:
    play = taken(3).put("91-tb", "1315").at(11, "first.movement")
    assert play.move("91-tb", "1315 1316") == []


def test_other_crossings_are_open_from_the_start() -> None:
    play = Campaign().put("91-tb", "0915").at(2, "first.movement")
    assert play.move("91-tb", "0915 0916") == []


def test_a_log_that_goes_on_from_a_saved_game_may_have_the_bridge_since_the_first_turn() -> None:
    play = Campaign().put("50-rc", "1215")
    play.phase("first.supply", 10)
    assert play.declare("bridge", as_="bridge repaired") == []
