"""Faults that a log showed to go unseen, or to be found twice, each on a small map."""

from __future__ import annotations

from tests.referee.games.operation_spark.scene import Scene


def two_assaults() -> Scene:
    """A tank and a regiment assault one hex, another regiment a second one."""
    scene = Scene().put("1-61t", "0405", assault="SE").put("i-391-170", "0505")
    return scene.put("330-86", "0308", assault="NE").put("ii-391-170", "0408")


def test_a_marker_at_another_hex_stays_where_it_is_while_the_vehicles_of_this_one_give_up() -> None:
    scene = two_assaults()
    scene.phase("defensive-fire-1")
    scene.fire("i-391-170", "1-61t", "at")
    scene.roll(8, 7)
    scene.set("1-61t", disrupted=True)
    assert scene.set("1-61t", assault=None) == []
    assert scene.set("330-86", assault=None) == ["13.1"]


def test_a_step_is_not_won_back_in_a_recovery_phase() -> None:
    scene = Scene().put("284-86", "0405", lost=2)
    scene.phase("am-initial-end.recovery")
    assert scene.set("284-86", step_losses=1) == ["13.10.8.p1"]


def test_a_step_may_be_lost_in_a_recovery_phase_by_chapters_that_are_not_at_hand() -> None:
    scene = Scene().put("284-86", "0405", lost=2)
    scene.phase("am-initial-end.recovery")
    assert scene.set("284-86", step_losses=3) == []


def test_what_was_not_suffered_in_time_is_found_once_and_may_be_made_up_for() -> None:
    scene = Scene().put("284-86", "0405", assault="SE").put("330-86", "0406", assault="NE")
    scene.put("i-391-170", "0505")
    scene.phase("defensive-fire-1")
    scene.fire("i-391-170", "284-86")
    scene.roll(8, 8)
    found = scene.set("284-86", assault=None) + scene.declare("retreat", "284-86")
    assert found + scene.move("284-86", "0405-0304") == []
    assert scene.phase("offensive-fire-1") == ["13.10.8.p1"]
    assert scene.set("284-86", step_losses=1, disrupted=True) == []


def test_an_assault_begun_too_early_does_not_take_in_the_defenders_of_the_next_one() -> None:
    scene = Scene().put("284-86", "0405", assault="SE").put("i-391-170", "0505")
    scene.put("330-86", "0308", assault="NE").put("ii-391-170", "0408")
    scene.put("387-136", "0702", assault="SE").put("iii-391-170", "0803")
    scene.phase("defensive-fire-1")
    scene.fire("i-391-170", "284-86")
    scene.roll(1, 1)
    assert "13.1" in scene.fire("ii-391-170", "330-86")
    scene.roll(1, 1)
    scene.phase("barrage")
    scene.phase("defender-withdrawal-1")
    assert scene.declare("morale-check", "iii-391-170", for_="withdrawal") == []
