"""Post-assault fire and the order in which its parts are told (13.10, 13.13)."""

from __future__ import annotations

import pytest

from tests.referee.games.operation_spark.scene import Scene

POST = "am-initial-end.post-assault"


def facing(*, marker: bool = False) -> Scene:
    scene = Scene().put("2-61t", "0405", assault="SE" if marker else None).put("1-152t", "0405")
    return scene.put("pz-1-29", "0505").put("marder-1-563", "0505")


def test_a_unit_that_did_nothing_else_fires_after_the_assaults_once() -> None:
    scene = facing()
    scene.phase(POST)
    assert scene.fire("2-61t", "pz-1-29", "at") == []
    scene.roll(1, 1)
    assert scene.fire("2-61t", "marder-1-563", "at")[:1] == ["13.10.2.p7"]


def test_a_unit_that_had_a_marker_does_not() -> None:
    scene = facing(marker=True)
    scene.phase(POST)
    assert scene.fire("2-61t", "pz-1-29", "at") == ["13.13.p1"]


@pytest.mark.parametrize("support", [True, False])
def test_a_unit_that_gave_support_does_not(support: bool) -> None:
    scene = Scene().put("284-86", "0405", assault="SE").put("i-391-170", "0505")
    scene.put("330-86", "0406")
    scene.phase("offensive-fire-1")
    scene.fire("284-86" + ("+330-86" if support else ""), "i-391-170")
    scene.roll(1, 1)
    scene.phase("attacker-withdrawal-2")
    scene.declare("call-off", "284-86")
    scene.set("284-86", assault=None)
    scene.phase(POST)
    assert scene.fire("330-86", "i-391-170") == (["13.13.p1"] if support else [])


def test_vehicles_are_told_when_somebody_is_committed_to_fire_at_them() -> None:
    scene = facing()
    scene.phase(POST)
    assert scene.declare("reveal", "pz-1-29+marder-1-563", as_="specific") == ["13.10.p4"]
    scene = facing()
    scene.phase(POST)
    scene.fire("2-61t", "pz-1-29", "at")
    assert scene.declare("reveal", "pz-1-29+marder-1-563", as_="general") == []
    assert scene.declare("reveal", "pz-1-29+marder-1-563", as_="specific") == []


def committed() -> Scene:
    scene = facing()
    scene.phase(POST)
    scene.fire("2-61t", "pz-1-29", "at")
    scene.declare("reveal", "pz-1-29+marder-1-563", as_="specific")
    return scene


def test_the_points_are_assigned_when_the_vehicles_have_been_told() -> None:
    scene = committed()
    assert scene.fire("2-61t", "marder-1-563", "at", points=3) == []
    scene.roll(1, 1)
    assert scene.end() == []
    whole = committed()
    whole.roll(1, 1)
    assert whole.end() == []


def test_nobody_joins_and_nobody_backs_out_then() -> None:
    assert committed().fire("1-152t", "marder-1-563", "at") == ["13.10.p4"]
    assert committed().end() == ["13.10.p4"]


def test_fire_at_troops_is_at_a_hex_in_which_there_are_some() -> None:
    scene = facing()
    scene.phase(POST)
    assert scene.fire("2-61t", "pz-1-29") == ["13.10.4.p1"]


def test_a_unit_divides_its_points_among_the_vehicles_of_a_hex() -> None:
    scene = facing()
    scene.phase(POST)
    scene.fire("1-152t", "0505", "at")
    scene.declare("reveal", "pz-1-29+marder-1-563", as_="specific")
    assert scene.fire("1-152t", "pz-1-29", "at", points=4) == []
    scene.roll(1, 1)
    assert scene.fire("1-152t", "marder-1-563", "at", points=3) == []
    scene.roll(1, 1)
    assert scene.end() == []


def test_the_parts_are_no_more_than_the_unit_has_and_go_to_one_hex() -> None:
    scene = facing().put("stg-1-226", "0404")
    scene.phase(POST)
    assert scene.fire("1-152t", "pz-1-29", "at", points=5) == []
    scene.roll(1, 1)
    assert scene.fire("1-152t", "marder-1-563", "at", points=5) == ["13.10.3.p1"]
    assert scene.fire("1-152t", "stg-1-226", "at", points=1)[:1] == ["13.10.2.p7"]
