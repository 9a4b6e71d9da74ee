"""What the dice of a fire bring: losses, turning over, morale checks, status (13.10.8-10)."""

from __future__ import annotations

import pytest

from referee.games.operation_spark.combat_state import Outcome
from referee.games.operation_spark.fire import losses, morale
from tests.referee.games.operation_spark.scene import Scene

POST = "am-initial-end.post-assault"


def defended() -> Scene:
    """A battalion fires at a regiment that assaults it across a river, on column 12."""
    sides = {("0405", "0505"): "river-hexside"}
    scene = Scene(sides=sides).put("284-86", "0405", assault="SE").put("i-391-170", "0505")
    scene.phase("defensive-fire-1")
    scene.fire("i-391-170", "284-86")
    return scene


def due(scene: Scene, unit: str) -> set[Outcome]:
    return {outcome for o in losses.open_for(scene.board, unit) for outcome in o.outcomes}


# -- whose die is which ----------------------------------------------------------------------------


def test_the_die_of_who_fires_gives_the_result_the_other_one_the_morale_check() -> None:
    scene = defended()
    scene.roll(10, 9)
    assert due(scene, "284-86") == {
        Outcome(losses=2, status="D", marker_off=True, retreat=2, retreat_most=2)
    }
    scene = defended()
    scene.roll(1, 1)
    assert due(scene, "284-86") == set()


def test_a_zero_is_read_as_ten() -> None:
    scene = defended()
    scene.roll(0, 9)
    assert {o.retreat for o in due(scene, "284-86")} == {2}


# -- losses ----------------------------------------------------------------------------------------


def test_losses_are_taken_before_the_phase_ends() -> None:
    scene = defended()
    scene.roll(1, 9)
    assert scene.phase("attacker-withdrawal-1") == ["13.10.8.p1"]
    scene = defended()
    scene.roll(1, 9)
    assert scene.set("284-86", step_losses=2) == []
    assert scene.phase("attacker-withdrawal-1") == []


@pytest.mark.parametrize("lost", [1, 3])
def test_too_few_and_too_many_losses_are_found(lost: int) -> None:
    scene = defended()
    scene.roll(1, 9)
    scene.set("284-86", step_losses=lost)
    assert scene.phase("attacker-withdrawal-1") == ["13.10.8.p1"]


def test_a_unit_is_turned_over_at_half_its_steps() -> None:
    def after(face: str | None) -> list[str]:
        scene = Scene(sides={("0405", "0505"): "river-hexside"})
        scene.put("284-86", "0405", lost=3, assault="SE").put("i-391-170", "0505")
        scene.phase("defensive-fire-1")
        scene.fire("i-391-170", "284-86")
        scene.roll(1, 9)
        scene.set("284-86", step_losses=5)
        if face:
            scene.set("284-86", face=face)
        return scene.phase("attacker-withdrawal-1")

    assert after("reduced") == []
    assert after(None) == ["13.10.8.p2"]


def test_a_unit_without_steps_is_eliminated() -> None:
    def after(gone: bool) -> list[str]:
        scene = Scene().put("284-86", "0405", lost=7, assault="SE").put("i-391-170", "0505")
        scene.phase("defensive-fire-1")
        scene.fire("i-391-170", "284-86")
        scene.roll(1, 10)
        found = []
        if gone:
            found = scene.move("284-86", "0405>soviet-eliminated")
        return found + scene.phase("attacker-withdrawal-1")

    assert after(gone=True) == []
    assert after(gone=False) == ["13.10.8.p1"]


def test_nobody_loses_steps_or_leaves_play_without_cause() -> None:
    scene = defended()
    scene.roll(1, 1)
    assert scene.set("284-86", step_losses=1) == ["13.10.8.p1"]
    assert scene.set("i-391-170", suppressed=True) == ["13.10.10"]
    assert scene.move("i-391-170", "0505>german-eliminated") == ["13.10.8.p1"]


def test_what_befalls_a_unit_cannot_be_judged_when_its_dice_are_missing() -> None:
    scene = defended()
    assert scene.set("284-86", step_losses=2) == []
    assert scene.phase("attacker-withdrawal-1") == ["13.10.p1"]
    assert {f.severity for f in scene.found} == {"unverifiable"}


def test_a_loss_rests_on_the_stand_in_table() -> None:
    scene = defended()
    scene.roll(1, 9)
    scene.phase("attacker-withdrawal-1")
    assert any("Combat Results Table" in text for text in scene.found[-1].rests_on)


# -- morale checks ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("die", "assaulting", "outcome"),
    [
        (5, True, Outcome()), (6, True, Outcome(marker_off=True, withdraw=1)),
        (7, True, Outcome(status="S", marker_off=True, retreat=1, retreat_most=1)),
        (9, True, Outcome(status="D", marker_off=True, retreat=1, retreat_most=1)),
        (10, True, Outcome(status="D", marker_off=True, retreat=2, retreat_most=2)),
        (6, False, Outcome()), (7, False, Outcome(status="S")), (10, False, Outcome(status="D")),
    ],
)  # fmt: skip
def test_a_check_is_harder_on_who_assaults(die: int, assaulting: bool, outcome: Outcome) -> None:
    scene = Scene().put("284-86", "0405", assault="SE" if assaulting else None)
    scene.put("i-391-170", "0505")
    scene.phase("defensive-fire-1")
    found = morale.check(scene.board, scene.piece("284-86"), die, 0, indirect_alone=False)
    assert found == {outcome}


def test_suppression_and_disruption_lower_morale() -> None:
    scene = Scene().put("284-86", "0405", suppressed=True).put("330-86", "0406", disrupted=True)
    assert morale.modified(scene.board, scene.piece("284-86")) == 5
    assert morale.modified(scene.board, scene.piece("330-86")) == 4


def test_morale_far_below_the_die_eliminates() -> None:
    scene = Scene().put("330-86", "0406", disrupted=True)
    scene.phase("defensive-fire-1")
    found = morale.check(scene.board, scene.piece("330-86"), 9, 0, indirect_alone=False)
    assert {o.eliminated for o in found} == {True}


def test_a_german_unit_may_use_the_morale_of_its_headquarters() -> None:
    scene = Scene().put("i-391-170", "0505").put("hq-170", "0505").put("ii-391-170", "0506")
    assert morale.morales(scene.board, scene.piece("i-391-170")) == {6, 7}
    assert morale.morales(scene.board, scene.piece("ii-391-170")) == {6}


@pytest.mark.parametrize(
    ("status", "rule"), [(None, "e5.5.p7"), ("suppressed", ""), ("disrupted", "e5.5.p7")]
)
def test_a_failed_check_suppresses_and_does_no_more(status: str | None, rule: str) -> None:
    scene = Scene().put("284-86", "0405", assault="SE").put("i-391-170", "0505")
    scene.phase("offensive-fire-1")
    scene.fire("284-86", "i-391-170")
    scene.roll(4, 7)
    if status:
        scene.set("i-391-170", **{status: True})
    assert scene.phase("defender-withdrawal-2") == ([rule] if rule else [])


def test_disruption_is_marked() -> None:
    scene = Scene().put("284-86", "0405", assault="SE").put("i-391-170", "0505")
    scene.phase("offensive-fire-1")
    scene.fire("284-86", "i-391-170")
    scene.roll(4, 9)
    assert scene.phase("defender-withdrawal-2") == ["e5.5.p8"]


def test_a_lost_marker_is_taken_off() -> None:
    scene = defended()
    scene.roll(6, 4)
    assert scene.phase("attacker-withdrawal-1") == ["e5.5.p5"]
    scene = defended()
    scene.roll(6, 4)
    assert scene.set("284-86", assault=None) == []
    assert scene.phase("attacker-withdrawal-1") == []


def test_markers_do_not_come_off_without_cause() -> None:
    scene = defended()
    scene.roll(1, 1)
    assert scene.set("284-86", assault=None) == ["13.1"]


def test_infantry_gives_up_when_all_vehicles_have_lost_their_markers() -> None:
    def after(off: tuple[str, ...], options: tuple[str, ...] = ()) -> list[tuple[str, str]]:
        scene = Scene(options=options).put("284-86", "0405", assault="SE")
        scene.put("1-61t", "0405", assault="SE").put("330-86", "0406", assault="NE")
        scene.put("3-240-170", "0505")
        scene.phase("defensive-fire-1")
        scene.fire("3-240-170", "1-61t", "at")
        scene.roll(7, 5)
        scene.set("1-61t", assault=None, suppressed=True)
        found = scene.move("1-61t", "0405-0305")
        for unit in off:
            found += scene.set(unit, assault=None)
        assert found == []
        scene.phase("attacker-withdrawal-1")
        return [(f.rule, f.severity) for f in scene.found]

    assert after(("284-86", "330-86")) == []
    assert after(("330-86",)) == [("13.8.3.p1", "violation")]
    assert after(("284-86",)) == [("13.8.3.p1", "warning")]
    assert after(("284-86",), ("partial-call-off",)) == []


# -- several targets -------------------------------------------------------------------------------


def test_every_non_armored_unit_of_an_overstacked_hex_is_rolled_for() -> None:
    scene = Scene().put("284-86", "0405")
    for unit in ("i-391-170", "ii-391-170", "iii-391-170"):
        scene.put(unit, "0505")
    scene.phase(POST)
    scene.fire("284-86", "i-391-170")
    scene.roll(1, 1)
    assert scene.end() == ["11.2.4.p6"]


def test_a_second_throw_for_a_unit_is_worth_a_look() -> None:
    scene = defended()
    assert scene.roll(1, 1) == []
    assert scene.roll(1, 9) == ["13.10.4.p1"]
    assert scene.found[-1].severity == "warning"


def test_for_whom_dice_are_has_to_be_told_among_three() -> None:
    scene = Scene().put("284-86", "0405")
    for unit in ("i-391-170", "ii-391-170", "iii-391-170"):
        scene.put(unit, "0505")
    scene.phase(POST)
    scene.declare("fire", "284-86", "0505", with_="regular")
    assert scene.roll(1, 1) == ["13.10.4.p1"]
    assert scene.found[-1].severity == "unverifiable"


# -- recovery and movement -------------------------------------------------------------------------


def test_only_shaken_units_recover_and_only_in_their_phase() -> None:
    scene = Scene().put("284-86", "0405", suppressed=True).put("330-86", "0406")
    scene.phase("am-initial-end.recovery")
    assert scene.declare("recover", "284-86") == []
    assert scene.set("284-86", suppressed=False) == []
    assert scene.declare("recover", "330-86") == ["13.10.10"]
    scene = Scene().put("284-86", "0405", suppressed=True)
    scene.phase("barrage")
    assert scene.set("284-86", suppressed=False) == ["13.10.10"]


def test_a_unit_that_zone_fire_has_shaken_goes_no_further() -> None:
    scene = Scene().put("284-86", "0405").put("330-86", "0406")
    scene.phase("am-initial.movement")
    scene.set("284-86", suppressed=True)
    assert "e5.5.p14" in scene.move("284-86", "0405-0404")
    assert "e5.5.p14" not in scene.move("330-86", "0406-0407")


# -- declared and suffered in another order --------------------------------------------------------


def halves(*purposes: str) -> Scene:
    """A battalion divides its fire among two regiments, all of it declared before the dice."""
    scene = Scene().put("284-86", "0405", assault="SE").put("330-86", "0406", assault="NE")
    scene.put("i-391-170", "0505")
    scene.phase("defensive-fire-1")
    assert scene.fire("i-391-170", "284-86", points=2) == []
    assert scene.fire("i-391-170", "330-86", points=3) == []
    for purpose in purposes:
        assert scene.roll(1, 10, purpose=f"fire {purpose}") == []
    return scene


def test_several_fires_may_be_declared_before_the_dice_of_the_first() -> None:
    scene = halves("284-86", "330-86")
    assert scene.set("284-86", step_losses=1) == []
    assert scene.set("330-86", step_losses=1) == []
    assert scene.phase("offensive-fire-1") == []


def test_losses_of_fires_declared_together_have_to_be_taken_all_the_same() -> None:
    scene = halves("284-86", "330-86")
    scene.set("330-86", step_losses=1)
    assert scene.phase("offensive-fire-1") == ["13.10.8.p1"]
    missing = halves("330-86")
    missing.set("330-86", step_losses=1)
    assert missing.phase("offensive-fire-1") == ["13.10.p1"]
    assert missing.found[-1].severity == "unverifiable"


def last_step() -> Scene:
    """A regiment with one step left has lost it."""
    scene = Scene().put("284-86", "0405", assault="SE", lost=7).put("i-391-170", "0505")
    scene.phase("defensive-fire-1")
    scene.fire("i-391-170", "284-86")
    assert scene.roll(5, 10) == []
    assert scene.set("284-86", step_losses=8) == []
    return scene


def test_a_unit_without_steps_leaves_the_map_in_the_phase() -> None:
    scene = last_step()
    assert scene.move("284-86", "0405>soviet-eliminated") == []
    assert scene.phase("attacker-withdrawal-1") == []
    left = last_step()
    assert left.phase("attacker-withdrawal-1") == ["13.10.8.p1"]
    assert left.move("284-86", "0405>soviet-eliminated") == []


def test_a_unit_that_should_have_been_eliminated_may_go_later() -> None:
    def later(check: int) -> list[str]:
        scene = Scene().put("284-86", "0405", assault="SE").put("i-391-170", "0505", disrupted=True)
        scene.phase("offensive-fire-1")
        scene.fire("284-86", "i-391-170")
        scene.roll(8, check)
        scene.phase("assault")
        return scene.move("i-391-170", "0505>german-eliminated")

    assert later(10) == []
    assert later(1) == ["13.10.8.p1"]
