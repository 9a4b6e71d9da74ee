"""Section 11.3.3 in the Combat Phase: cases b to f, who may fire at whom on the way, and when.

The hexes: two Soviet regiments in 0405 and 0406 assault 0505, another German battalion is in 0504,
beside 0405, 0404 and 0505.
"""

from __future__ import annotations

import pytest

from tests.referee.games.operation_spark.scene import Scene

ATTACKERS = "284-86+330-86"


def fought(red: int, gray: int, *others: tuple[str, str, str], phase: str = "assault") -> Scene:
    """An assault whose dice have been thrown; others are put as unit, hex and marker."""
    scene = Scene().put("284-86", "0405", assault="SE").put("330-86", "0406", assault="NE")
    scene.put("i-391-170", "0505").put("ii-391-170", "0504")
    for unit, hex_, marker in others:
        scene.put(unit, hex_, assault=marker or None)
    scene.phase(phase)
    assert scene.declare("assault", ATTACKERS, "i-391-170") == []
    assert scene.roll(red, gray) == []
    return scene


def vacated(*others: tuple[str, str, str]) -> Scene:
    """The attacker has won by one, and the battalion has gone back into 0606."""
    scene = fought(8, 10, *others)
    assert scene.declare("retreat", "i-391-170") == []
    assert scene.move("i-391-170", "0505-0606") == []
    return scene


def go_back_two(scene: Scene) -> None:
    """The battalion loses a step, is disrupted and retreats into 0705."""
    assert scene.set("i-391-170", step_losses=1, disrupted=True) == []
    assert scene.declare("retreat", "i-391-170") == []
    assert scene.move("i-391-170", "0505-0605-0705") == []


def advanced(*others: tuple[str, str, str]) -> Scene:
    """A regiment has advanced into the vacated hex."""
    scene = vacated(*others)
    assert scene.declare("advance", "284-86") == []
    assert scene.move("284-86", "0405-0505") == []
    return scene


def at_284(scene: Scene, firer: str) -> list[str]:
    """What zone fire of a unit at the advancing regiment breaches."""
    return scene.declare("zone-fire", firer, "284-86", with_="regular")


# -- an advance after an assault (case f) ----------------------------------------------------------


def test_no_zone_fire_comes_at_a_unit_that_advances_into_the_assault_target_hex() -> None:
    assert at_284(vacated(), "ii-391-170") == ["11.3.3.p11"]


def test_zone_fire_comes_at_a_unit_that_advances_beyond_the_assault_target_hex() -> None:
    scene = advanced()
    assert at_284(scene, "ii-391-170") == []
    assert scene.roll(1, 1) == []
    assert scene.move("284-86", "0505-0605") == []


def test_zone_fire_comes_at_each_further_hex_of_an_advance() -> None:
    scene = fought(9, 8, ("iii-391-170", "0604", ""))
    go_back_two(scene)
    scene.declare("advance", "284-86")
    assert scene.move("284-86", "0405-0505") == []
    assert at_284(scene, "ii-391-170") == []
    assert scene.roll(1, 1) == []
    assert scene.move("284-86", "0505-0605") == []
    assert at_284(scene, "iii-391-170") == []
    assert scene.roll(1, 1) == []
    assert scene.move("284-86", "0605-0704") == []


def test_the_beaten_defender_does_not_fire_at_the_advance() -> None:
    scene = advanced()
    assert at_284(scene, "i-391-170") == ["fire-eligibility.p10#2"]


def test_a_unit_in_a_hex_that_is_still_to_be_assaulted_does_not_fire_at_the_advance() -> None:
    scene = advanced(("942-268", "0404", "SE"))
    assert at_284(scene, "ii-391-170") == ["11.3.3.p9"]


@pytest.mark.parametrize(("fired", "rules"), [(False, []), (True, ["11.3.3.p9"])])
def test_a_unit_that_fired_at_aircraft_does_not_fire_at_the_advance(
    fired: bool, rules: list[str]
) -> None:
    scene = advanced(("aa-1-51lw", "0605", ""))
    if fired:
        scene.board.state.combat.now.aa_fired.add("aa-1-51lw")
    assert at_284(scene, "aa-1-51lw") == rules


def test_a_second_unit_that_advances_is_safe_on_its_way_into_the_target_hex_too() -> None:
    scene = advanced(("iii-391-170", "0506", ""))
    scene.declare("advance", "330-86")
    assert scene.declare("zone-fire", "iii-391-170", "330-86", with_="regular") == ["11.3.3.p11"]


def test_the_side_that_advances_does_not_fire_at_its_own() -> None:
    scene = advanced(("942-268", "0406", ""))
    assert at_284(scene, "942-268") != []


def test_vehicles_go_on_beyond_the_target_hex_apart_where_they_are_watched() -> None:
    scene = Scene().put("284-86", "0405", assault="SE").put("1-61t", "0405", assault="SE")
    scene.put("i-391-170", "0505").put("3-240-170", "0504")
    scene.phase("assault")
    scene.declare("assault", "284-86+1-61t", "i-391-170")
    scene.roll(10, 9)
    go_back_two(scene)
    scene.declare("advance", "284-86+1-61t")
    assert scene.move("284-86+1-61t", "0405-0505") == []
    assert scene.move("284-86+1-61t", "0505-0605") == ["11.3.4.p4"]


# -- retreats of assaulting units (cases c and d) --------------------------------------------------


def shaken(*others: tuple[str, str, str]) -> Scene:
    """A regiment has failed its check by four and has gone back a hex of two."""
    scene = Scene().put("284-86", "0405", assault="SE").put("i-391-170", "0505")
    for unit, hex_, marker in others:
        scene.put(unit, hex_, assault=marker or None)
    scene.phase("defensive-fire-1")
    assert scene.fire("i-391-170", "284-86") == []
    assert scene.roll(10, 5) == []
    assert scene.set("284-86", disrupted=True) == []
    assert scene.set("284-86", assault=None) == []
    assert scene.declare("retreat", "284-86") == []
    assert scene.move("284-86", "0405-0304") == []
    return scene


def test_zone_fire_comes_at_a_shaken_unit_that_retreats_into_a_second_hex() -> None:
    scene = shaken(("ii-391-170", "0303", ""))
    assert at_284(scene, "ii-391-170") == []


def test_a_unit_in_another_assault_target_hex_does_not_fire_at_a_shaken_unit() -> None:
    scene = shaken(("ii-391-170", "0303", ""), ("942-268", "0302", "S"))
    assert at_284(scene, "ii-391-170") == ["11.3.3.p9"]


def test_zone_fire_comes_at_beaten_attackers_beyond_their_first_hex_alone() -> None:
    scene = fought(1, 10, ("iii-391-170", "0303", ""))
    assert "11.3.3.p10" in at_284(scene, "ii-391-170")


# -- withdrawals of defenders (case b) -------------------------------------------------------------


def test_a_unit_with_an_assault_marker_does_not_fire_at_a_defender_that_withdraws() -> None:
    scene = Scene().put("284-86", "0405", assault="SE").put("i-391-170", "0505")
    scene.put("330-86", "0607").put("942-268", "0707", assault="N").put("ii-391-170", "0706")
    scene.phase("defender-withdrawal-1")
    scene.declare("morale-check", "i-391-170", for_="withdrawal")
    scene.roll(1)
    scene.declare("withdraw", "i-391-170")
    assert scene.move("i-391-170", "0505-0606") == []
    fire = {"with_": "regular"}
    assert scene.declare("zone-fire", "942-268", "i-391-170", **fire) == ["fire-eligibility.p10#2"]
    assert scene.declare("zone-fire", "330-86", "i-391-170", **fire) == []


# -- phases without zone fire ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "phase",
    [
        "am-initial.air-strikes", "am-initial.counterbattery", "barrage", "offensive-fire-1",
        "offensive-fire-2", "am-initial-end.post-assault",
    ],
)  # fmt: skip
def test_there_is_no_zone_fire_in_phases_in_which_nobody_goes_away(phase: str) -> None:
    scene = Scene().put("284-86", "0405").put("i-391-170", "0505")
    scene.phase(phase)
    assert "11.3.3.p1" in at_284(scene, "i-391-170")


# -- a retreat after a failed check (case c), a withdrawal (case b) --------------------------------


def withdrawn() -> Scene:
    """A battalion has withdrawn into 0205; a regiment that fails its check goes back to 0305."""
    scene = Scene().put("942-268", "0202", assault="S").put("i-391-170", "0203")
    scene.put("284-86", "0405", assault="SE").put("ii-391-170", "0505")
    scene.phase("defender-withdrawal-1")
    scene.declare("morale-check", "i-391-170", for_="withdrawal")
    scene.roll(1, purpose="morale-check")
    assert scene.move("i-391-170", "0203-0204-0205") == []
    scene.set("942-268", assault=None)
    scene.phase("barrage")
    scene.phase("defensive-fire-1")
    scene.fire("ii-391-170", "284-86")
    assert scene.roll(10, 5) == []
    scene.set("284-86", assault=None, disrupted=True)
    assert scene.move("284-86", "0405-0305") == []
    return scene


def test_a_defender_that_withdrew_from_its_hex_fires_at_who_retreats_later() -> None:
    assert at_284(withdrawn(), "i-391-170") == []


def test_an_attacker_that_withdrew_does_not_fire_at_a_defender_that_withdraws() -> None:
    scene = Scene().put("284-86", "0405", assault="SE").put("330-86", "0605", assault="SW")
    scene.put("i-391-170", "0505")
    scene.phase("attacker-withdrawal-1")
    scene.declare("call-off", "330-86")
    scene.set("330-86", assault=None)
    scene.move("330-86", "0605-0705")
    scene.phase("defender-withdrawal-2")
    scene.put("3-240-170", "0505")
    scene.declare("morale-check", "3-240-170", for_="withdrawal")
    scene.roll(1, purpose="morale-check")
    assert scene.move("3-240-170", "0505-0606") == []
    assert scene.declare("zone-fire", "330-86", "3-240-170", with_="regular") == ["13.6.2.p2"]


def shaken_on_its_way() -> Scene:
    """The regiment has to go back two hexes and is hit by zone fire in the first of them."""
    scene = withdrawn()
    assert at_284(scene, "i-391-170") == []
    assert scene.roll(5, 9) == []
    assert scene.set("284-86", step_losses=2) == []
    return scene


def test_a_retreat_ends_where_zone_fire_shakes_the_unit() -> None:
    assert shaken_on_its_way().phase("attacker-withdrawal-1") == []
    unshaken = withdrawn()
    at_284(unshaken, "i-391-170")
    unshaken.roll(1, 1)
    assert unshaken.phase("attacker-withdrawal-1") == ["e5.5.p9"]


@pytest.mark.parametrize(("check", "rules"), [(1, []), (8, ["e5.5.p14"])])
def test_a_withdrawal_goes_no_further_once_zone_fire_has_shaken_the_unit(
    check: int, rules: list[str]
) -> None:
    scene = Scene().put("284-86", "0405", assault="SE").put("i-391-170", "0505")
    scene.put("330-86", "0604")
    scene.phase("defender-withdrawal-1")
    scene.declare("morale-check", "i-391-170", for_="withdrawal")
    scene.roll(1, purpose="morale-check")
    assert scene.move("i-391-170", "0505-0605") == []
    assert scene.declare("zone-fire", "330-86", "i-391-170", with_="regular") == []
    assert scene.roll(10, check) == []
    scene.set("i-391-170", step_losses=1, disrupted=check > 1)
    assert scene.move("i-391-170", "0605-0705") == rules


def test_a_marker_that_is_taken_off_after_the_retreat_makes_no_assault_of_it() -> None:
    scene = withdrawn()
    scene.set("284-86", assault="SE")
    at_284(scene, "i-391-170")
    scene.roll(5, 9)
    outcomes = scene.board.state.combat.owed[-1].outcomes
    assert (2, "S", False) in {(o.losses, o.status, o.marker_off) for o in outcomes}


def test_zone_fire_in_another_target_hex_begins_no_other_assault() -> None:
    scene = Scene().put("284-86", "0405", assault="SE").put("942-268", "0606", assault="N")
    scene.put("i-391-170", "0505").put("iii-391-170", "0605", lost=1).put("330-86", "0604")
    scene.phase("defender-withdrawal-1")
    scene.declare("morale-check", "i-391-170", for_="withdrawal")
    scene.roll(1, purpose="morale-check")
    scene.move("i-391-170", "0505-0605")
    assert scene.declare("reveal", "i-391-170", for_="leaving") == []
    assert scene.declare("zone-fire", "330-86", "i-391-170", with_="regular") == []
    scene.roll(1, 1)
    assert scene.move("284-86", "0405-0505") == []
