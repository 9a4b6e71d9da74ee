"""Weather, air points, ammunition on the first day, flak and the loss of a headquarters."""

from __future__ import annotations

from referee.actions import Place, Remove, Roll
from tests.referee.games.operation_spark.marching import March


def test_the_die_sets_the_weather_and_the_marker_shows_it() -> None:
    scene = March(phase="am.weather")
    scene.board.apply(Place(unit="weather", at="weather-clear", why="setup"))
    scene.announce("weather", roll="weather")
    scene.do(Roll(dice="d10", result=(9,)))
    assert scene.board.state.weather == "fog"
    assert scene.move("weather", "weather-clear>weather-fog") == []
    assert scene.move("weather", "weather-fog>weather-clear") == ["e5.2"]
    assert scene.board.state.weather == "clear"
    assert scene.move("weather", "weather-clear>weather-fog") == []
    assert scene.board.state.weather == "fog"


def test_a_die_that_shows_nought_has_thrown_ten() -> None:
    scene = March(phase="am.weather")
    scene.announce("weather", roll="weather")
    scene.do(Roll(dice="d10", result=(0,)))
    ten = scene.data.tables["weather"].cell(10, "am")
    assert scene.board.state.weather == ten


def test_the_die_and_the_weather_give_a_side_its_air_points() -> None:
    scene = March(phase="am.airpower", weather="cloudy")
    scene.announce("airpower", side="german", roll="airpower")
    scene.do(Roll(dice="d10", result=(9,)))
    assert scene.board.state.air_points["german"] == 3


def test_no_ammo_points_are_added_on_the_first_day() -> None:
    def add(day: int) -> list[str]:
        scene = March(phase="am.supply", day=day)
        return scene.announce("ammunition", supply="german", points=8)

    assert add(12) == ["15.1.5"]
    assert add(13) == []


def test_soviet_flak_keeps_out_of_its_range_of_the_enemy_but_for_one_battalion_an_army() -> None:
    def approach(unit: str, path: str) -> list[str]:
        return March().put(unit, "0401").put("i-391-170", "0409").move(unit, path)

    assert approach("aa-43", "0401-0402") == []
    counters = March().data.counters
    free = next(c.id for c in counters.values() if c.values.get("army_aa"))
    bound = next(
        c.id for c in counters.values()
        if c.side == "soviet" and c.kind == "anti-aircraft" and not c.values.get("army_aa")
    )  # fmt: skip
    assert approach(bound, "0401-0402-0403-0404-0405-0406-0407-0408") == ["16.7.p1"]
    assert approach(free, "0401-0402-0403-0404-0405-0406-0407-0408") == []


def test_units_that_lose_their_only_headquarters_are_suppressed() -> None:
    staffs = [c.id for c in March().data.counters.values() if c.kind == "headquarters"]

    def lose(other: bool, suppressed: bool) -> list[str]:
        scene = March().put(staffs[0], "0404").put("i-391-170", "0405")
        if other:
            scene.put(staffs[1], "0406")
        scene.do(Remove(units=(staffs[0],)))
        if suppressed:
            scene.set("i-391-170", suppressed=True)
        return [rule for rule in scene.end() if rule == "10.1.3.p1"]

    assert lose(other=False, suppressed=True) == []
    assert lose(other=True, suppressed=False) == []
    assert lose(other=False, suppressed=False) == ["10.1.3.p1"]


def test_soviet_flak_goes_away_from_the_enemy_hex_by_hex_and_no_nearer() -> None:
    scene = March().put("aa-43", "0404").put("i-391-170", "0405")
    assert scene.move("aa-43", "0404-0403") == []
    assert scene.move("aa-43", "0403-0402") == []
    assert scene.move("aa-43", "0402-0403") == ["16.7.p1"]


def test_soviet_flak_does_not_pass_within_its_range_of_the_enemy() -> None:
    def drive(path: str) -> list[str]:
        return March().put("aa-43", "0906").put("i-391-170", "0501").move("aa-43", path)

    assert drive("0906-0907-0906") == []
    assert drive("0906-0905-0904-0903-0904-0905") == ["16.7.p1"]
