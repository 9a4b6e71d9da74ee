"""Air strikes and anti-aircraft fire (13.2)."""

from __future__ import annotations

import pytest

from referee.games.operation_spark.fire import air, fires
from tests.referee.games.operation_spark.scene import Scene

STRIKES = "am-initial.air-strikes"


def struck(unit: str = "284-86", terrain: str = "clear", points: int = 2, **states: bool) -> Scene:
    """A scene in which the Germans may strike a unit with so many air points."""
    scene = Scene({"0405": terrain}).put(unit, "0405", **states)
    scene.board.state.air_points = {"soviet": 3, "german": points}
    scene.phase(STRIKES)
    return scene


def strike(scene: Scene, unit: str, points: int, with_: str = "regular") -> list[str]:
    return scene.declare("air-strike", "", unit, points=points, with_=with_)


def test_a_strike_takes_its_points_from_those_there_are() -> None:
    scene = struck()
    assert strike(scene, "284-86", 2) == []
    assert scene.board.state.air_points["german"] == 0
    assert strike(struck(), "284-86", 3) == ["13.2.2.p1"]


def test_air_points_fire_with_three_points_each_on_either_table() -> None:
    scene = struck()
    strike(scene, "284-86", 2)
    own = fires.intended(scene.board, scene.last_fire(), scene.piece("284-86"))
    assert (own.total, own.column) == (5, 5)


def test_a_strike_is_not_kept_off_by_hills() -> None:
    scene = struck(terrain="clear;hill")
    strike(scene, "284-86", 2)
    assert fires.intended(scene.board, scene.last_fire(), scene.piece("284-86")).column == 5


@pytest.mark.parametrize(("tank", "column"), [("1-61t", 2), ("pz-1-29", 1)])
def test_armor_is_harder_to_hit_from_the_air(tank: str, column: int) -> None:
    scene = Scene().put(tank, "0405")
    scene.board.state.air_points = {"soviet": 3, "german": 3}
    scene.phase(STRIKES)
    strike(scene, tank, 1, "at")
    assert fires.intended(scene.board, scene.last_fire(), scene.piece(tank)).column == column


@pytest.mark.parametrize(
    ("terrain", "in_column", "rules"),
    [
        ("clear", False, []), ("river", False, []), ("village", False, []),
        ("woods", False, ["13.2.3.p1"]), ("woods", True, []),
        ("woods;village", False, ["13.2.3.p1"]), ("clear;entrenchment", False, ["13.2.3.p1"]),
    ],
)  # fmt: skip
def test_what_is_seen_from_the_air_is_struck(
    terrain: str, in_column: bool, rules: list[str]
) -> None:
    scene = struck(terrain=terrain, in_column=in_column)
    assert strike(scene, "284-86", 1) == rules
    assert all(f.severity == "unverifiable" for f in scene.found)


def test_balloons_are_not_attacked_from_the_air() -> None:
    assert "16.3" in strike(struck("leningrad-balloon"), "leningrad-balloon", 1)


def test_a_balloon_in_a_hex_that_is_struck_is_spared() -> None:
    scene = struck().put("leningrad-balloon", "0405")
    strike(scene, "284-86", 1)
    targets = fires.targets_of(scene.board, scene.last_fire())
    assert [piece.id for piece in targets] == ["284-86"]


def test_a_strike_never_makes_a_unit_retreat() -> None:
    scene = struck()
    strike(scene, "284-86", 2)
    scene.roll(10, 9)
    scene.set("284-86", step_losses=1, disrupted=True)
    assert scene.end() == []


def test_special_strikes_are_the_initial_players() -> None:
    def strike_in_special(target: str) -> list[str]:
        scene = Scene().put("284-86", "0405").put("i-391-170", "0606")
        scene.board.state.air_points = {"soviet": 3, "german": 3}
        scene.phase("special-air.air-strikes")
        return strike(scene, target, 1)

    assert strike_in_special("i-391-170") == []
    assert strike_in_special("284-86") == ["13.2.2.p1"]


# -- anti-aircraft fire ----------------------------------------------------------------------------


def guarded(at: str = "0405", **states: bool) -> Scene:
    return struck().put("aa-43", at, **states)


@pytest.mark.parametrize(("at", "rules"), [("0405", []), ("0403", []), ("0402", ["13.2.5.p2"])])
def test_the_range_at_aircraft_is_half_the_printed_one(at: str, rules: list[str]) -> None:
    assert guarded(at).declare("anti-air", "aa-43", "0405") == rules


def test_half_a_range_is_rounded_up() -> None:
    scene = Scene().put("aa-108", "0405").put("aa-43", "0405")
    assert [air.anti_air_range(scene.piece(unit)) for unit in ("aa-108", "aa-43")] == [2, 2]


def test_only_deployed_anti_aircraft_units_fire_at_aircraft() -> None:
    assert guarded(in_column=True).declare("anti-air", "aa-43", "0405") == ["13.2.5.p1"]
    assert guarded().declare("anti-air", "284-86", "0405") == ["13.2.5.p1"]


def test_a_gun_fires_at_one_air_point_alone_or_with_others() -> None:
    scene = guarded().put("aa-108", "0405")
    assert scene.declare("anti-air", "aa-43+aa-108", "0405") == []
    assert scene.declare("anti-air", "aa-43", "0405") == ["13.2.5.p4"]


def test_a_strike_is_unaffected_unless_the_guns_roll_higher() -> None:
    def left(red: int, gray: int, points: int) -> list[str]:
        scene = guarded()
        scene.put_marker("air-german", "german-record-2")
        scene.declare("anti-air", "aa-43", "0405")
        scene.roll(red, gray, purpose="anti-air")
        return scene.move("air-german", f"german-record-2>german-record-{points}")

    assert left(5, 5, 2) == []
    assert left(5, 5, 1) == ["13.2.5.p3"]
    assert left(6, 5, 1) == []
    assert left(6, 5, 0) == ["13.2.5.p3"]


def test_a_strike_that_may_have_lost_a_point_is_judged_with_and_without_it() -> None:
    scene = guarded()
    scene.declare("anti-air", "aa-43", "0405")
    scene.roll(6, 5, purpose="anti-air")
    strike(scene, "284-86", 2)
    found = fires.readings(scene.board, scene.last_fire(), scene.piece("284-86"))
    assert {column.column for column in found} == {3, 5}


def test_who_fired_at_aircraft_fires_in_no_zone_of_control_later() -> None:
    from referee.games.operation_spark import eligibility

    scene = guarded().put("i-391-170", "0505")
    scene.declare("anti-air", "aa-43", "0405")
    watchers = eligibility.watchers(
        scene.board, scene.piece("i-391-170"), scene.data.map.hex("0505")
    )
    assert "aa-43" not in {piece.id for piece in watchers}
    assert "284-86" in {piece.id for piece in watchers}


def test_naming_the_next_target_of_a_strike_does_not_forget_what_the_guns_shot_down() -> None:
    scene = guarded().put("330-86", "0405")
    scene.declare("anti-air", "aa-43", "0405")
    scene.roll(6, 5, purpose="anti-air")
    strike(scene, "284-86", 2)
    scene.roll(1, 1, purpose="air-strike 284-86")
    scene.declare("air-strike", "", "330-86")
    found = fires.readings(scene.board, scene.last_fire(), scene.piece("330-86"))
    assert {column.column for column in found} == {3, 5}
    assert scene.declare("anti-air", "aa-43", "0405") == ["13.2.5.p4"]


def test_the_guns_turn_to_the_next_strike_when_one_is_over() -> None:
    scene = guarded().put("330-86", "0606")
    scene.declare("anti-air", "aa-43", "0405")
    scene.roll(6, 5, purpose="anti-air")
    strike(scene, "284-86", 1)
    scene.roll(1, 1, purpose="air-strike 284-86")
    strike(scene, "330-86", 1)
    found = fires.readings(scene.board, scene.last_fire(), scene.piece("330-86"))
    assert {column.column for column in found} == {3}
