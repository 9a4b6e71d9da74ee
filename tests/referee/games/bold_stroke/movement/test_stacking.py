"""Chapter 7: ten stacking points a hex. Corps count 5 or 4, divisions 2, brigades 1."""

from tests.referee.games.bold_stroke.scene import Scene

TEN_POINTS = ("50-rc", "51-rc")


def test_ten_points_may_end_movement_in_a_hex() -> None:
    scene = Scene().put("50-rc", "0505").put("51-rc", "0504")
    scene.move("51-rc", "0504-0505")
    assert scene.phase("first.reserve-movement") == []


def test_eleven_points_may_not_end_movement_in_a_hex() -> None:
    scene = Scene().put("50-rc", "0505").put("51-rc", "0505").put("91-tb", "0504")
    scene.move("91-tb", "0504-0505")
    assert scene.phase("first.reserve-movement") == ["7.1.B"]


def test_units_may_move_through_a_full_hex() -> None:
    scene = Scene().put("50-rc", "0505").put("51-rc", "0505").put("91-tb", "0504")
    assert scene.move("91-tb", "0504-0505-0506") == []
    assert scene.phase("first.reserve-movement") == []


def test_a_stack_over_the_limit_while_movement_goes_on_is_no_fault_yet() -> None:
    scene = Scene().put("50-rc", "0505").put("51-rc", "0505").put("91-tb", "0504")
    assert scene.move("91-tb", "0504-0505") == []
    assert scene.move("50-rc", "0505-0506") == []
    assert scene.phase("first.reserve-movement") == []


def test_a_stack_forced_over_the_limit_spreads_in_its_next_movement_phase() -> None:
    scene = Scene().put("50-rc", "0505").put("51-rc", "0505").put("91-tb", "0505")
    scene.phase("first.movement")
    assert scene.phase("first.reserve-movement") == ["7.2.B"]


def test_a_stack_over_the_limit_that_cannot_move_off_is_no_fault() -> None:
    scene = Scene().put("50-rc", "0505").put("51-rc", "0505").put("91-tb", "0505")
    for enemy, at in {"208-inf": "0504", "75-inf": "0506", "82-inf": "0404", "34-inf": "0405",
                      "57-inf": "0604", "68-inf": "0605"}.items():  # fmt: skip
        scene.put(enemy, at)
    scene.phase("first.movement")
    assert scene.phase("first.reserve-movement") == []


def test_the_other_sides_stacks_are_not_judged_in_this_phase() -> None:
    scene = Scene().put("1-pz", "0505").put("lah", "0505").put("8-pz", "0505").put("19-pz", "0505")
    scene.phase("first.movement")
    assert scene.phase("first.reserve-movement") == []


def test_air_units_do_not_count() -> None:
    scene = Scene().put("50-rc", "0505").put("51-rc", "0504").put("s-fighter", "0505")
    scene.move("51-rc", "0504-0505")
    assert scene.phase("first.reserve-movement") == []
