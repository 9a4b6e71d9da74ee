"""Sections 11.5 and 11.6: where bridges are built and by whom, their markers, their demolition."""

from __future__ import annotations

from referee.actions import Place, Remove
from tests.referee.games.operation_spark.marching import March

NEVA = (("0302", "0303"), ("0303", "0304"))


def bank(river: str = "river-hexside", *, phase: str = "am-initial.movement") -> March:
    """An engineer and a bridging unit on the bank of a river hex; another bank opposite."""
    sides = dict.fromkeys(NEVA, river)
    terrain = {"0302": "clear;river-bank", "0303": "river", "0304": "clear;river-bank"}
    scene = March(terrain, sides=sides, phase=phase)
    scene.put("eng-53", "0302").put("brg-7", "0302")
    return scene


def build(scene: March, units: str = "eng-53+brg-7") -> list[str]:
    return scene.announce("build-bridge", units, hexside="S")


def place(scene: March, unit: str = "bridge", at: str = "0302") -> list[str]:
    return scene.do(Place(unit=unit, counter="bridge", at=at, states={"hexside": "S"}))


def test_an_engineer_and_a_bridging_unit_build_over_the_neva() -> None:
    scene = bank()
    assert build(scene) == []
    assert place(scene) == []
    scene.put("284-86", "0302")
    assert scene.move("284-86", "0302-0303-0304") == []


def test_lake_ladoga_is_not_bridged() -> None:
    assert build(bank("lake-hexside")) == ["11.5.p1"]


def test_the_miners_of_the_guard_and_those_who_are_no_engineers_build_nothing() -> None:
    scene = bank().put("7gdminer", "0302").put("330-86", "0304")
    assert scene.announce("build-bridge", "7gdminer+brg-7", hexside="S") == ["11.5.1.p1"]
    assert scene.announce("build-bridge", "330-86", hexside="N") == ["11.5.1.p1"]


def test_builders_stand_on_a_bank() -> None:
    scene = March().put("eng-53", "0302").put("brg-7", "0302")
    assert build(scene) == ["11.5.1.p2"]


def test_an_enemy_beyond_the_river_hex_prevents_the_bridge() -> None:
    assert build(bank().put("i-391-170", "0304")) == ["11.5.1.p2"]


def test_a_bridge_marker_needs_both_units_at_work() -> None:
    scene = bank()
    assert place(scene) == ["11.5.1.p3"]
    alone = bank()
    build(alone, "eng-53")
    assert place(alone) == ["11.5.1.p3"]


def test_a_bridging_unit_rests_for_a_turn_section() -> None:
    scene = bank()
    build(scene)
    place(scene)
    scene.phase("pm-initial.movement")
    assert build(scene) == ["11.5.1.p4"]
    scene.phase("night-first.movement")
    assert build(scene) == []


def test_there_are_ten_bridges_at_the_most() -> None:
    scene = bank()
    for number in range(1, 11):
        hex_ = f"{number % 9 + 1:02}0{8 + number // 9}"
        scene.board.apply(Place(unit=f"bridge#{number}", counter="bridge", at=hex_, why="setup"))
    build(scene)
    assert place(scene, "bridge#11") == ["11.5.2"]


def test_a_bridge_goes_only_by_demolition_with_all_points_of_an_engineer() -> None:
    scene = bank()
    build(scene)
    place(scene)
    assert scene.do(Remove(units=("bridge",))) == ["11.5.2"]
    other = bank()
    build(other)
    place(other)
    assert other.announce("demolish-bridge", "eng-53") == []
    assert other.do(Remove(units=("bridge",))) == []


def test_an_engineer_that_moved_or_stands_elsewhere_demolishes_nothing() -> None:
    scene = bank()
    build(scene)
    place(scene)
    scene.put("343-136", "0301").put("284-86", "0304")
    scene.move("343-136", "0301-0302")
    assert scene.announce("demolish-bridge", "343-136") == ["11.6.p1"]
    assert scene.announce("demolish-bridge", "284-86") == ["11.6.p1"]
    far = bank()
    assert far.announce("demolish-bridge", "eng-53") == ["11.6.p1"]


def test_demolition_takes_all_points_of_the_engineer() -> None:
    scene = March({"0301": "clear;river-bank"}, sides={("0301", "0302"): "river-hexside"})
    scene.put("120-86", "0301").put("284-86", "0301")
    scene.board.apply(Place(unit="bridge", at="0301", states={"hexside": "S"}, why="setup"))
    assert scene.declare("demolish-bridge", "120-86", "0301") == []
    assert scene.declare("demolish-bridge", "120-86", "0301") == []
    assert scene.do(Remove(units=("bridge",))) == []
    assert scene.move("284-86", "0301-0201") == []
    assert scene.move("120-86", "0301-0201") == ["11.1.4.p1"]


def test_a_bridge_marker_out_of_its_box_needs_builders_too() -> None:
    def build(*, announced: bool) -> tuple[list[str], bool]:
        scene = March({"0301": "clear;river-bank"}, sides={("0301", "0302"): "river-hexside"})
        scene.put("120-86", "0301").put("brg-7", "0301")
        scene.board.apply(Place(unit="bridge", at="soviet-bridges", why="setup"))
        if announced:
            assert scene.declare("build-bridge", "120-86+brg-7", hexside="S") == []
        found = scene.move("bridge", "soviet-bridges>0301")
        return found, "brg-7" in scene.board.state.march.bridged

    assert build(announced=True) == ([], True)
    assert build(announced=False) == (["11.5.1.p3"], False)


def test_a_bridge_marker_is_shifted_in_the_phase_in_which_it_was_put_down_alone() -> None:
    scene = March({"0301": "clear;river-bank"}, sides={("0301", "0302"): "river-hexside"})
    scene.put("120-86", "0301").put("brg-7", "0301")
    scene.declare("build-bridge", "120-86+brg-7", hexside="S")
    assert scene.do(Place(unit="bridge", at="0302", states={"hexside": "N"})) == []
    assert scene.move("bridge", "0302>0301") == []
    assert scene.move("bridge", "0301>0305") == ["11.5.2"]
    later = March().put("284-86", "0101")
    later.board.apply(Place(unit="bridge", at="0301", states={"hexside": "S"}, why="setup"))
    assert later.move("bridge", "0301>0302") == ["11.5.2"]
