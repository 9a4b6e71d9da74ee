"""Chapter 3: in November 1 to 5 is cold, 5 to 8 cloudy, 9 and 10 wet (stand-ins)."""

import pytest

from compiler.gamedata.schema import Source
from referee.actions import BeginPhase, Declare, GameLog, Header, PieceAt, Position, Roll, SetState
from referee.audit import audit
from referee.games.bold_stroke import GAME
from referee.games.bold_stroke.records import Conditions
from referee.games.bold_stroke.weather import next_ground
from tests.referee.games.bold_stroke.campaign import Campaign
from tests.referee.games.bold_stroke.scene import shipped

COLD, WARM = 3, 8
CLEAR, CLOUDY, WET = 2, 6, 9
WEATHER = "weather.weather"


def campaign(scenario: str = "decision-in-the-ukraine") -> Campaign:
    """The first weather phase: frozen, clear and cold."""
    return Campaign(scenario).at(1)


def weather(play: Campaign, turn: int, temperature: int, atmosphere: int) -> list[str]:
    """A turn's weather phase with both dice; what the referee says."""
    found = play.phase(WEATHER, turn)
    found += play.roll("weather.temperature", temperature, "soviet")
    return found + play.roll("weather.atmosphere", atmosphere, "soviet")


def grounds(*turns: tuple[int, int]) -> list[str]:
    """The ground in each turn from the second on, by the dice of each."""
    play = campaign()
    found = []
    for turn, (temperature, atmosphere) in enumerate(turns, start=2):
        assert weather(play, turn, temperature, atmosphere) == []
        found.append(play.board.state.ground)
    return found


# -- the dice -------------------------------------------------------------------------------------


def test_the_dice_make_temperature_and_atmosphere() -> None:
    play = campaign()
    weather(play, 2, WARM, CLOUDY)
    record = play.board.state.records.weather
    assert (record.temperature, record.atmosphere) == ("warm", "cloudy")


def test_each_month_has_its_own_columns() -> None:
    november, december = campaign(), Campaign("manstein-strikes-again").at(1)
    for play in (november, december):
        weather(play, 2, 6, 8)
    assert november.board.state.records.weather.temperature == "warm"
    assert december.board.state.records.weather.temperature == "cold"
    assert november.board.state.records.weather.atmosphere == "cloudy"
    assert december.board.state.records.weather.atmosphere == "precipitation"


def test_january_has_the_column_of_december() -> None:
    play = Campaign("zhitomir-berdichev").at(5)
    weather(play, 6, 6, 8)
    assert play.board.state.records.weather.temperature == "cold"


def test_a_purpose_may_stand_without_the_verb_of_the_module() -> None:
    play = campaign()
    play.phase(WEATHER, 2)
    play.roll("weather.temperature", WARM)
    play.do(Roll(dice="d10", result=(0,), purpose="weather.atmosphere"))
    assert play.board.state.records.weather.atmosphere == "precipitation"


def set_(state: str, value: str) -> SetState:
    """A condition set."""
    return SetState(state=state, value=value)


def test_a_marker_that_shows_another_temperature_than_the_die_is_found() -> None:
    play = campaign()
    weather(play, 2, WARM, CLEAR)
    assert play.set("temperature", "warm") == []
    (finding,) = play.findings(set_("temperature", "cold"))
    assert (finding.rule, finding.expected, finding.found) == ("3.1.B", "warm", "cold")
    assert any("stand-in" in rest for rest in finding.rests_on)
    assert play.board.state.records.weather.temperature == "cold"


def test_a_marker_moved_on_the_weather_track_counts_like_a_state_set() -> None:
    play = campaign()
    weather(play, 2, COLD, CLOUDY)
    assert play.move("atmosphere", "atmosphere-clear atmosphere-cloudy") == []
    assert play.move("atmosphere", "atmosphere-cloudy Precipitation") == ["3.1.B"]


def test_a_die_that_comes_after_the_marker_is_compared_with_it() -> None:
    play = campaign()
    play.phase(WEATHER, 2)
    play.set("atmosphere", "clear")
    assert play.roll("weather.atmosphere", CLEAR, "soviet") == []
    play.phase(WEATHER, 3)
    play.set("atmosphere", "clear")
    assert play.roll("weather.atmosphere", WET, "soviet") == ["3.1.B"]


def test_a_condition_that_does_not_exist_cannot_be_replayed() -> None:
    header = Header(format="hexmarshal-moves/1", game="bold_stroke", scenario="breakout")
    log = GameLog(header, (BeginPhase(turn=1, phase=WEATHER), set_("ground", "mud")))
    (finding,) = audit(log, shipped(), GAME).findings
    assert (finding.severity, "mud" in finding.message) == ("unverifiable", True)


def test_a_second_die_is_worth_a_look() -> None:
    play = campaign()
    weather(play, 2, COLD, CLEAR)
    (finding,) = play.findings(Roll(dice="d10", result=(9,), purpose="weather.temperature"))
    assert (finding.rule, finding.severity) == ("3.0", "warning")


def test_the_germans_do_not_roll_for_the_weather() -> None:
    play = campaign()
    play.phase(WEATHER, 2)
    assert play.roll("weather.temperature", COLD, "german") == ["3.0"]
    play.do(Declare(verb="weather", values={"roll": "atmosphere", "side": "soviet"}))
    assert play.roll("weather.atmosphere", CLEAR) == []


def test_a_log_that_tells_of_weather_tells_it_every_turn() -> None:
    play = campaign()
    weather(play, 2, COLD, CLEAR)
    play.phase(WEATHER, 3)
    play.roll("weather.temperature", COLD, "soviet")
    (finding,) = play.findings(play.board.end_phase())  # type: ignore[arg-type]
    assert (finding.rule, finding.severity) == ("3.0", "warning")
    assert "atmosphere" in finding.message


def test_a_log_that_tells_no_weather_is_left_alone() -> None:
    play = campaign()
    for turn in (2, 3):
        play.at(turn)
        assert play.ends() == []
    assert play.board.state.ground == "frozen"


# -- the ground from turn to turn -----------------------------------------------------------------


def test_the_first_turn_has_the_ground_of_the_scenario() -> None:
    play = campaign()
    assert play.roll("weather.temperature", WARM, "soviet") == []
    assert play.board.state.ground == "frozen"
    assert play.set("ground", "snow") == []


def test_two_warm_turns_in_a_row_thaw_the_ground_in_the_second() -> None:
    assert grounds((WARM, CLEAR), (WARM, CLEAR)) == ["frozen", "thaw"]


def test_one_warm_turn_between_cold_ones_thaws_nothing() -> None:
    assert grounds((WARM, CLEAR), (COLD, CLEAR), (WARM, CLEAR)) == ["frozen"] * 3


def test_cold_freezes_the_thaw_at_once() -> None:
    assert grounds((WARM, CLEAR), (WARM, CLEAR), (COLD, CLEAR)) == ["frozen", "thaw", "frozen"]


def test_thaw_stays_while_it_is_warm() -> None:
    assert grounds((WARM, CLEAR), (WARM, CLEAR), (WARM, CLOUDY))[-1] == "thaw"


def test_snow_lies_in_the_turn_after_it_fell_if_that_is_cold() -> None:
    assert grounds((COLD, WET), (COLD, CLEAR)) == ["frozen", "snow"]


def test_snow_that_fell_does_not_lie_in_a_warm_turn() -> None:
    assert grounds((COLD, WET), (WARM, CLEAR)) == ["frozen", "frozen"]


def test_rain_thaws_the_ground_in_the_next_turn_if_that_is_warm() -> None:
    assert grounds((WARM, WET), (WARM, CLEAR)) == ["frozen", "thaw"]


def test_rain_thaws_nothing_if_the_next_turn_is_cold() -> None:
    assert grounds((WARM, WET), (COLD, CLEAR)) == ["frozen", "frozen"]


def test_rain_thaws_lying_snow() -> None:
    assert grounds((COLD, WET), (COLD, CLEAR), (WARM, WET), (WARM, CLEAR))[-1] == "thaw"


@pytest.mark.parametrize("atmosphere", [WET, CLEAR])
def test_the_example_of_the_book_thaws_the_turn_after_the_warm_one(atmosphere: int) -> None:
    """3.2: Freeze now; it becomes warm and rains or remains warm: Thaw in the next turn."""
    assert grounds((WARM, atmosphere), (WARM, CLEAR)) == ["frozen", "thaw"]


@pytest.mark.parametrize(
    ("dice", "shown", "rule"),
    [
        ([(WARM, CLEAR), (WARM, CLEAR)], "frozen", "3.2.C"),
        ([(WARM, CLEAR)], "thaw", "3.2.C"),
        ([(WARM, CLEAR), (WARM, CLEAR), (COLD, CLEAR)], "thaw", "3.2.D"),
        ([(COLD, WET), (COLD, CLEAR)], "frozen", "3.2.E"),
        ([(COLD, CLEAR)], "snow", "3.2.D"),
        ([(WARM, WET), (WARM, CLEAR)], "frozen", "3.2.F"),
    ],
)
def test_a_ground_that_does_not_follow_is_found(
    dice: list[tuple[int, int]], shown: str, rule: str
) -> None:
    play = campaign()
    for turn, (temperature, atmosphere) in enumerate(dice, start=2):
        weather(play, turn, temperature, atmosphere)
    right = play.board.state.ground
    assert play.set("ground", right) == []
    assert play.set("ground", shown) == [rule]
    assert play.board.state.ground == shown


def test_the_next_turn_goes_on_from_the_ground_that_the_playersset_() -> None:
    play = campaign()
    weather(play, 2, COLD, CLEAR)
    play.set("ground", "thaw")
    weather(play, 3, WARM, CLEAR)
    assert play.board.state.ground == "thaw"


@pytest.mark.parametrize("shown", ["snow", "frozen"])
def test_how_long_snow_lies_is_not_printed_so_both_are_accepted(shown: str) -> None:
    play = campaign()
    for turn, dice in enumerate([(COLD, WET), (COLD, CLEAR), (COLD, CLEAR)], start=2):
        weather(play, turn, *dice)
    assert play.set("ground", shown) == []


def test_a_ground_set_before_the_die_is_judged_when_it_is_rolled() -> None:
    play = campaign()
    play.phase(WEATHER, 2)
    assert play.set("ground", "thaw") == []
    assert play.roll("weather.temperature", COLD, "soviet") == ["3.2.D"]
    play.phase(WEATHER, 3)
    play.set("ground", "thaw")
    assert play.set("temperature", "cold") == ["3.2.D"]


def test_weather_not_told_in_a_turn_leaves_the_next_ground_open() -> None:
    play = campaign()
    play.at(2)
    weather(play, 3, WARM, CLEAR)
    assert play.set("ground", "thaw") == []
    assert play.set("ground", "frozen") == []


def test_unknown_precipitation_may_have_been_snow() -> None:
    rule = next_ground(Conditions("frozen", "cold", ""), "cold")
    assert rule.grounds == ("frozen", "snow")


def test_movement_costs_follow_the_ground_that_the_dice_made() -> None:
    play = campaign().put("91-tb", "2328")
    for turn in (2, 3):
        weather(play, turn, WARM, CLEAR)
    assert play.board.state.ground == "thaw"


def test_a_saved_position_shows_its_weather() -> None:
    play = campaign()
    at = {"ground": "ground-thaw", "temperature": "temperature-warm", "atmosphere": "Cloudy"}
    pieces = tuple(PieceAt(unit=name, at=box) for name, box in at.items())
    play.do(Position(pieces=pieces))
    record = play.board.state.records.weather
    assert play.board.state.ground == "thaw"
    assert (record.temperature, record.atmosphere) == ("warm", "cloudy")


# -- precipitation --------------------------------------------------------------------------------


def wet_turn() -> Campaign:
    """An Air Commitment Phase in a turn of precipitation."""
    play = campaign()
    weather(play, 2, COLD, WET)
    play.phase("first.air-commitment")
    return play


def test_no_air_unit_is_committed_in_precipitation() -> None:
    assert wet_turn().declare("commit-air", "g-bomber", "air-vii").count("3.3.B") == 1


def test_an_air_unit_is_told_once_that_it_does_not_fly() -> None:
    play = wet_turn().put("g-bomber", "german-ready")
    assert "3.3.B" in play.move("g-bomber", "german-ready air-vii")
    play.phase("first.combat")
    assert "3.3.B" not in play.declare("air-support", "g-bomber", "0918")


def test_nothing_is_dropped_in_precipitation() -> None:
    play = campaign().put("75-inf", "1530")
    weather(play, 2, COLD, WET)
    play.phase("second.supply")
    assert "3.3.B" in play.declare("air-drop", hex="1530", brings="supply", side="german")


def test_air_units_fly_in_clear_weather() -> None:
    play = campaign()
    weather(play, 2, COLD, CLEAR)
    play.phase("first.air-commitment")
    play.put("g-bomber", "german-ready")
    assert play.move("g-bomber", "german-ready air-vii") == []


def test_the_charts_are_stand_ins() -> None:
    for table in ("weather_temperature", "weather_atmosphere"):
        source: Source = shipped().tables[table].source
        assert source.kind == "stand-in"
