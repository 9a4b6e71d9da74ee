"""Slips of the Combat Phase that players put right at once: moves, marks and markers."""

from __future__ import annotations

import pytest

from tests.referee.games.operation_spark.scene import Scene
from tests.referee.games.operation_spark.test_retreat import repelled


def test_a_retreat_that_is_taken_back_may_be_made_another_way() -> None:
    scene = repelled()
    assert scene.move("284-86", "0405-0404") == []
    assert scene.move("284-86", "0404-0405") == []
    assert scene.move("284-86", "0405-0305") == []
    assert scene.phase("attacker-withdrawal-1") == []


def test_a_retreat_that_is_taken_back_has_not_been_made() -> None:
    scene = repelled()
    scene.move("284-86", "0405-0305")
    scene.move("284-86", "0305-0405")
    assert scene.phase("attacker-withdrawal-1") == ["e5.5.p9"]


def test_a_retreat_that_went_too_far_is_found_once() -> None:
    scene = repelled()
    assert scene.move("284-86", "0405-0305-0205") == ["e5.5.p9"]
    assert scene.move("284-86", "0205-0305") == []
    assert scene.phase("attacker-withdrawal-1") == []


@pytest.mark.parametrize("back", [True, False])
def test_a_withdrawal_that_is_taken_back_gives_up_no_assault(back: bool) -> None:
    scene = Scene().put("284-86", "0405", assault="SE").put("i-391-170", "0505")
    scene.phase("attacker-withdrawal-1")
    scene.move("284-86", "0405-0305")
    if back:
        assert scene.move("284-86", "0305-0405") == []
    found = scene.phase("offensive-fire-1")
    assert found == ([] if back else ["e5.5.p5"])
    assert (scene.fire("284-86", "i-391-170") == []) is back


def shaken() -> Scene:
    """A battalion that has to lose a step and to be disrupted."""
    scene = Scene().put("284-86", "0405", assault="SE").put("i-391-170", "0505")
    scene.put("ii-391-170", "0606")
    scene.phase("offensive-fire-1")
    scene.fire("284-86", "i-391-170")
    assert scene.roll(8, 8) == []
    return scene


def test_a_mark_may_be_put_right_before_the_losses_are_looked_at() -> None:
    scene = shaken()
    assert scene.set("i-391-170", suppressed=True, step_losses=2) == []
    assert scene.set("i-391-170", suppressed=False, disrupted=True, step_losses=1) == []
    assert scene.phase("assault") == []
    wrong = shaken()
    wrong.set("i-391-170", suppressed=True, step_losses=1)
    assert wrong.phase("assault") == ["e5.5.p8"]


def test_a_mark_on_the_wrong_unit_is_found_once() -> None:
    scene = shaken()
    assert scene.set("ii-391-170", disrupted=True, step_losses=1) == ["13.10.10", "13.10.8.p1"]
    assert scene.set("ii-391-170", disrupted=False, step_losses=0) == []
    scene.set("i-391-170", disrupted=True, step_losses=1)
    assert scene.phase("assault") == []
    assert scene.set("i-391-170", disrupted=False) == ["13.10.10"]


def test_a_marker_is_not_turned_in_combat_but_may_be_told_again() -> None:
    scene = Scene().put("284-86", "0405", assault="SE").put("i-391-170", "0505")
    scene.phase("barrage")
    assert scene.set("284-86", assault="SE") == []
    assert scene.set("284-86", assault="NE") == ["9.3.6.p1"]
