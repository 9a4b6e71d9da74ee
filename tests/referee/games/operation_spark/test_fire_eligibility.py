"""Who may fire, when, at whom, with how much (13.1, 13.10.2, 13.10.3, eligibility tables)."""

from __future__ import annotations

import pytest

from referee.games.operation_spark.fire.targets import fire_targets
from tests.referee.games.operation_spark.scene import Scene

TRENCH = "clear;entrenchment"
POST = "am-initial-end.post-assault"


def attacked(terrain: str = "clear") -> Scene:
    """A regiment and tanks assault a battalion from the north-west."""
    scene = Scene({"0505": terrain}).put("284-86", "0405", assault="SE")
    return scene.put("1-61t", "0405", assault="SE").put("i-391-170", "0505")


# -- segments --------------------------------------------------------------------------------------


def test_the_defender_fires_in_defensive_segments_the_attacker_in_offensive_ones() -> None:
    scene = attacked()
    scene.phase("defensive-fire-1")
    assert scene.fire("i-391-170", "284-86") == []
    scene.roll(1, 1)
    assert scene.fire("284-86", "i-391-170") == ["13.1"]
    scene = attacked()
    scene.phase("offensive-fire-1")
    assert scene.fire("284-86", "i-391-170") == []


def test_all_fire_of_a_segment_is_of_one_kind() -> None:
    scene = attacked().put("3-240-170", "0505")
    scene.phase("defensive-fire-1")
    assert scene.fire("i-391-170", "284-86") == []
    scene.roll(1, 1)
    assert scene.fire("3-240-170", "1-61t", "at") == ["13.1.p1"]


def test_an_infantry_unit_fires_each_kind_in_one_segment_of_its_assault() -> None:
    scene = attacked()
    scene.phase("defensive-fire-1")
    scene.fire("i-391-170", "284-86")
    scene.roll(1, 1)
    scene.phase("defensive-fire-2")
    assert scene.fire("i-391-170", "1-61t", "at") == []
    again = attacked()
    again.phase("defensive-fire-1")
    again.fire("i-391-170", "284-86")
    again.roll(1, 1)
    again.phase("defensive-fire-2")
    assert again.fire("i-391-170", "284-86") == ["fire-eligibility.p8#2"]


def test_a_unit_with_a_range_fires_in_one_segment_of_its_assault() -> None:
    scene = attacked().put("3-240-170", "0505")
    scene.phase("defensive-fire-1")
    assert scene.fire("3-240-170", "284-86") == []
    scene.roll(1, 1)
    scene.phase("defensive-fire-2")
    assert scene.fire("3-240-170", "1-61t", "at") == ["fire-eligibility.p6#2"]


def test_a_unit_with_a_range_keeps_to_one_kind_throughout_the_combat_phase() -> None:
    scene = attacked().put("3-240-170", "0606").put("ii-391-170", "0507")
    scene.put("330-86", "0407", assault="NE").put("2-61t", "0407", assault="NE")
    scene.phase("defensive-fire-1")
    assert scene.fire("3-240-170", "284-86") == []
    scene.roll(1, 1)
    assert scene.fire("3-240-170", "1-61t", "at")[0] in {"13.1.p1", "fire-eligibility.p7#2"}


def test_infantry_gives_no_anti_tank_fire_in_support() -> None:
    scene = attacked().put("ii-391-170", "0404")
    scene.phase("defensive-fire-1")
    assert scene.fire("ii-391-170", "1-61t", "at") == ["fire-eligibility.p8#2"]
    scene = attacked().put("ii-391-170", "0404")
    scene.phase("defensive-fire-1")
    assert scene.fire("ii-391-170", "284-86") == []


def test_support_comes_from_no_other_assault_target_hex() -> None:
    scene = attacked().put("ii-391-170", "0506").put("330-86", "0407", assault="NE")
    scene.phase("defensive-fire-1")
    assert scene.fire("ii-391-170", "284-86") == ["13.1.p1"]
    free = attacked().put("ii-391-170", "0404")
    free.phase("defensive-fire-1")
    assert free.fire("ii-391-170", "284-86") == []


def test_a_unit_with_a_marker_supports_no_other_assault() -> None:
    scene = attacked().put("330-86", "0406", assault="SE").put("ii-391-170", "0506")
    scene.phase("offensive-fire-1")
    scene.fire("284-86", "i-391-170")
    scene.roll(1, 1)
    assert scene.fire("330-86", "i-391-170") == ["6.4.p2"]


def test_who_fired_in_one_assault_does_not_fire_in_the_next() -> None:
    scene = attacked().put("ii-391-170", "0506").put("330-86", "0406", assault="SE")
    scene.put("iii-391-170", "0606")
    scene.phase("defensive-fire-1")
    scene.fire("ii-391-170", "330-86")
    scene.roll(1, 1)
    scene.phase("attacker-withdrawal-1")
    scene.declare("call-off", "330-86")
    scene.set("330-86", assault=None)
    scene.phase("defensive-fire-1")
    assert scene.fire("ii-391-170", "284-86") == ["13.1.p1"]


def test_the_fire_is_at_who_assaults_the_hex_and_in_turn_at_the_hex() -> None:
    scene = attacked().put("330-86", "0406").put("ii-391-170", "0606")
    scene.phase("defensive-fire-1")
    scene.declare("participate", "i-391-170")
    assert "13.1.p1" in scene.fire("i-391-170", "330-86")
    scene = attacked().put("ii-391-170", "0504")
    scene.phase("offensive-fire-1")
    scene.fire("284-86", "i-391-170")
    scene.roll(1, 1)
    assert "13.1.p1" in scene.fire("1-61t", "ii-391-170")


def test_nobody_fires_once_the_assault_is_terminated() -> None:
    scene = attacked()
    scene.phase("defensive-fire-1")
    scene.declare("participate", "i-391-170")
    scene.piece("284-86").states["assault"] = None
    scene.piece("1-61t").states["assault"] = None
    assert "13.1" in scene.fire("i-391-170", "284-86")


# -- status ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "state", "rule"),
    [
        ("3-240-170", "in_column", "11.3.1.p1"),
        ("i-240-170", "suppressed", "13.10.10.p1"),
        ("i-240-170", "disrupted", "13.10.10.p1"),
        ("i-240-170", "out_of_supply", "e5.1.p7"),
        ("i-391-170", "suppressed", ""),
        ("i-391-170", "in_column", ""),
    ],
)
def test_column_and_status_keep_guns_from_firing_and_not_infantry(
    unit: str, state: str, rule: str
) -> None:
    scene = Scene().put("284-86", "0405", assault="SE").put(unit, "0505", **{state: True})
    scene.phase("defensive-fire-1")
    assert scene.fire(unit, "284-86") == ([rule] if rule else [])


def test_units_in_parentheses_do_not_open_fire() -> None:
    scene = Scene({"0405": TRENCH}, fronts={"0405": "SE;NE"}).put("1-16fa", "0405")
    scene.put("i-391-170", "0505")
    scene.phase(POST)
    assert scene.fire("1-16fa", "i-391-170") == ["fire-eligibility.p9#2"]


def test_a_unit_that_is_not_activated_does_not_fire() -> None:
    scene = Scene().put("284-86", "0405", reinforcement=True).put("i-391-170", "0505")
    scene.phase(POST)
    assert scene.fire("284-86", "i-391-170") == ["11.7.1.p1"]


# -- points ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "points", "legal"),
    [
        ("", (4, 1), True),
        ("", (5, 1), False),
        ("disrupted", (1,), True),
        ("disrupted", (1, 1), False),
    ],
)
def test_parts_of_a_strength_add_up_to_no_more_than_the_whole(
    state: str, points: tuple[int, ...], legal: bool
) -> None:
    scene = Scene().put("284-86", "0405", assault="SE").put("330-86", "0406", assault="NE")
    scene.put("i-391-170", "0505", **({state: True} if state else {}))
    scene.phase("defensive-fire-1")
    found: list[str] = []
    for target, part in zip(("284-86", "330-86"), points, strict=False):
        found += scene.fire("i-391-170", target, points=part)
        scene.roll(1, 1)
    assert (found == []) == legal
    assert set(found) <= {"13.10.3.p1", "13.10.3.p2"}


def test_a_unit_that_fired_with_all_it_has_does_not_fire_again() -> None:
    scene = Scene().put("284-86", "0405", assault="SE").put("330-86", "0406", assault="NE")
    scene.put("i-391-170", "0505")
    scene.phase("defensive-fire-1")
    scene.fire("i-391-170", "284-86")
    scene.roll(1, 1)
    assert scene.fire("i-391-170", "330-86") == ["13.10.3.p2"]


def test_artillery_does_not_split_its_indirect_fire() -> None:
    scene = Scene().put("284-86", "0405", assault="SE").put("330-86", "0406", assault="NE")
    scene.put("i-391-170", "0505").put("i-240-170", "0808")
    scene.phase("defensive-fire-1")
    scene.fire("i-240-170", "284-86", points=1)
    scene.roll(1, 1)
    assert scene.fire("i-240-170", "330-86", points=1) == ["13.10.3.p2"]


def test_no_more_than_twelve_steps_fire_out_of_a_hex() -> None:
    scene = Scene().put("284-86", "0405").put("330-86", "0405").put("i-391-170", "0505")
    scene.phase(POST)
    assert scene.fire("284-86+330-86", "i-391-170")[:1] == ["11.2.4.p3"]
    fewer = Scene().put("284-86", "0405", lost=2).put("330-86", "0405", lost=2)
    fewer.put("i-391-170", "0505")
    fewer.phase(POST)
    assert fewer.fire("284-86+330-86", "i-391-170") == []


def test_of_an_overstacked_hex_only_the_chosen_fire() -> None:
    scene = Scene().put("284-86", "0405", assault="SE")
    for unit in ("i-391-170", "ii-391-170", "iii-391-170"):
        scene.put(unit, "0505")
    scene.phase("defensive-fire-1")
    assert scene.declare("participate", "i-391-170+ii-391-170") == []
    assert scene.fire("i-391-170", "284-86") == []
    scene.roll(1, 1)
    assert scene.fire("iii-391-170", "284-86") == ["11.2.4.p4"]
    assert scene.declare("participate", "iii-391-170") == ["11.2.4.p4"]


def test_a_unit_has_to_have_the_strength_that_it_fires_with() -> None:
    scene = Scene().put("2-61t", "0405").put("mtr-104", "0405").put("pz-1-29", "0505")
    scene.phase(POST)
    assert scene.fire("2-61t", "pz-1-29", "at") == []
    scene = Scene().put("mtr-104", "0405").put("pz-1-29", "0505")
    scene.phase(POST)
    assert scene.fire("mtr-104", "pz-1-29", "at") == ["13.10.3.p1"]


# -- targets ---------------------------------------------------------------------------------------


def test_regular_fire_needs_a_non_armored_target_anti_tank_fire_a_vehicle() -> None:
    scene = Scene().put("2-61t", "0405").put("pz-1-29", "0505")
    scene.phase(POST)
    assert "13.10.4.p1" in scene.fire("2-61t", "pz-1-29")
    scene = Scene().put("2-61t", "0405").put("i-391-170", "0505")
    scene.phase(POST)
    assert "13.10.4.p1" in scene.fire("2-61t", "i-391-170", "at")


def test_a_vehicle_receives_fire_once_in_a_combat_phase() -> None:
    scene = Scene().put("2-61t", "0405").put("1-152t", "0406").put("pz-1-29", "0505")
    scene.phase(POST)
    assert scene.fire("2-61t", "pz-1-29", "at") == []
    scene.roll(1, 1)
    assert scene.fire("1-152t", "pz-1-29", "at") == ["13.0.p2"]


def test_fire_does_not_reach_farther_than_its_range() -> None:
    scene = Scene().put("284-86", "0403").put("at-882", "0404").put("i-391-170", "0505")
    scene.phase(POST)
    assert scene.fire("284-86", "i-391-170") == ["3.2.1.p3"]
    assert scene.fire("at-882", "i-391-170") == []


def test_direct_fire_needs_a_line_of_sight() -> None:
    scene = Scene({"0504": "woods", "0405": "woods"}).put("at-882", "0404").put("i-391-170", "0505")
    scene.put("284-86", "0404")
    scene.phase(POST)
    assert scene.fire("at-882", "i-391-170") == ["12.3.p1"]


def test_whether_concealed_units_are_seen_from_afar_cannot_be_judged() -> None:
    scene = Scene({"0505": "village"}).put("at-882", "0404").put("i-391-170", "0505")
    scene.phase(POST)
    assert scene.fire("at-882", "i-391-170") == ["12.4"]
    assert scene.found[-1].severity == "unverifiable"


# -- entrenchment strength -------------------------------------------------------------------------


def test_infantry_in_a_trench_enables_its_strength_against_a_vehicle_outside() -> None:
    outside = Scene({"0505": TRENCH}).put("1-61t", "0405", assault="SE").put("i-391-170", "0505")
    outside.phase("defensive-fire-1")
    assert outside.fire("i-391-170", "1-61t", "entrenchment") == []
    inside = Scene({"0505": TRENCH}).put("1-61t", "0605", assault="SW").put("i-391-170", "0505")
    inside.phase("defensive-fire-1")
    assert inside.fire("i-391-170", "1-61t", "entrenchment") == ["13.10.2.p3"]
    open_ = Scene().put("1-61t", "0405", assault="SE").put("i-391-170", "0505")
    open_.phase("defensive-fire-1")
    assert open_.fire("i-391-170", "1-61t", "entrenchment") == ["13.10.2.p3"]


def test_suppressed_units_enable_entrenchment_strength_too() -> None:
    scene = Scene({"0505": TRENCH}).put("1-61t", "0405", assault="SE")
    scene.put("i-391-170", "0505", suppressed=True)
    scene.phase("defensive-fire-1")
    assert scene.fire("i-391-170", "1-61t", "entrenchment") == []


# -- legal actions ---------------------------------------------------------------------------------


def test_the_fires_that_a_unit_may_make_are_listed() -> None:
    scene = attacked()
    scene.phase("defensive-fire-1")
    scene.declare("participate", "i-391-170")
    found = fire_targets(scene.board, "i-391-170")
    assert {(f.kind, scene.board.number(f.hex)) for f in found} == {
        ("regular", "0405"),
        ("at", "0405"),
    }
    assert fire_targets(scene.board, "284-86") == ()


def two_assaults_from_one_hex() -> Scene:
    """Two regiments in 0405: one assaults 0504, the other 0505."""
    scene = Scene().put("330-86", "0405", lost=4, assault="NE").put("284-86", "0405", assault="SE")
    scene.put("i-391-170", "0505").put("ii-391-170", "0504")
    scene.phase("defensive-fire-1")
    return scene


@pytest.mark.parametrize("target", ["284-86", "0405"])
def test_of_two_assaults_out_of_one_hex_the_fire_belongs_to_that_on_who_fires(target: str) -> None:
    assert two_assaults_from_one_hex().fire("i-391-170", target) == []
    scene = two_assaults_from_one_hex()
    scene.fire("i-391-170", target)
    scene.roll(1, 1, purpose="fire 284-86")
    scene.roll(1, 1, purpose="fire 330-86")
    assert "13.1" in scene.fire("ii-391-170", "0505") + scene.fire("ii-391-170", "0504")


def test_who_gives_up_its_assault_supports_it_with_the_kind_it_has_not_fired() -> None:
    def again(first: str, first_kind: str) -> list[str]:
        scene = Scene().put("284-86", "0405", assault="SE").put("330-86", "0406", assault="NE")
        scene.put("i-391-170", "0505").put("pz-1-29", "0505")
        scene.phase("offensive-fire-1")
        assert scene.fire("284-86", first, first_kind) == []
        scene.roll(1, 1)
        scene.phase("attacker-withdrawal-2")
        scene.declare("call-off", "284-86")
        scene.set("284-86", assault=None)
        scene.phase("offensive-fire-2")
        return scene.fire("284-86", "i-391-170")

    assert again("pz-1-29", "at") == []
    assert again("i-391-170", "regular") == ["fire-eligibility.p8#2"]
