"""Pieces handled at the table: stacks put in order, units lifted over the map, markers turned."""

from __future__ import annotations

import pytest

from referee.actions import Declare, Move, Place, Remove
from tests.referee.games.operation_spark.marching import March


@pytest.mark.parametrize("path", [("0404",), ("0404", "0404")])
@pytest.mark.parametrize(
    "phase",
    [
        "am-initial.movement", "am-initial.counterbattery", "am-initial-assault.defensive-fire-1",
        "am-initial-end.post-assault", "am-initial-end.recovery",
    ],
)  # fmt: skip
def test_a_stack_is_put_in_order_in_every_phase(phase: str, path: tuple[str, ...]) -> None:
    scene = March(phase=phase).put("284-86", "0404").put("330-86", "0404")
    scene.put("i-391-170", "0405").put("ii-391-170", "0405")
    enemy = tuple("0405" for _ in path)
    assert scene.do(Move(units=("284-86",), path=path)) == []
    assert scene.do(Move(units=("i-391-170",), path=enemy)) == []


def test_putting_a_train_and_flak_in_order_moves_nothing() -> None:
    scene = March().put("284-86", "0404", entrained=True).put("aa-43", "0404")
    scene.put("i-391-170", "0405")
    assert scene.do(Move(units=("284-86", "aa-43"), path=("0404", "0404"))) == []


def test_putting_a_stack_in_order_begins_no_assault() -> None:
    scene = March(phase="").put("284-86", "0404", assault="S").put("330-86", "0403", assault="SE")
    scene.put("i-391-170", "0405").put("ii-391-170", "0503")
    scene.phase("am-initial-assault.defensive-fire-1")
    scene.do(Move(units=("284-86",), path=("0404",)))
    assert scene.board.state.combat.now.assaults == []


def test_who_is_about_to_leave_stays_announced_while_the_stack_is_put_in_order() -> None:
    scene = March().put("284-86", "0404").put("330-86", "0404").put("i-391-170", "0405")
    scene.do(Declare(verb="reveal", units=("284-86",), side="soviet"))
    scene.do(Move(units=("284-86",), path=("0404",)))
    assert scene.board.state.march.leaving is not None
    scene.move("284-86", "0404-0403")
    assert scene.board.state.march.leaving is None


def test_a_unit_is_not_lifted_over_the_map_but_may_be_put_back() -> None:
    scene = March().put("284-86", "0404")
    assert scene.do(Place(unit="284-86", at="0404")) == []
    assert scene.do(Place(unit="284-86", at="0907")) == ["11.1.4.p1"]
    back = March().put("284-86", "0404")
    back.move("284-86", "0404-0405")
    assert back.do(Place(unit="284-86", at="0404")) == []


def test_a_marker_turned_in_movement_points_where_it_points_last() -> None:
    def end(turned: str | None) -> list[str]:
        scene = March(phase="am.initiative")
        scene.announce("commit-assaults", side="soviet", assaults=2)
        scene.announce("commit-assaults", side="german", assaults=1)
        scene.announce("initiative", side="soviet")
        scene.phase("am-initial.movement")
        scene.put("284-86", "0404").put("330-86", "0304")
        scene.put("i-391-170", "0405").put("ii-391-170", "0504")
        assert scene.set("284-86", assault="S") == []
        assert scene.set("330-86", assault="SE") == []
        if turned != "S":
            assert scene.set("284-86", assault=turned) == []
        return scene.end()

    assert end("SE") == []
    assert end("S") == ["9.3.6.p2"]
    assert end(None) == ["9.3.6.p2"]


def test_a_marker_that_is_taken_up_again_gives_its_point_back() -> None:
    def mark(steps: int) -> list[str]:
        scene = March(phase="am-limited.movement").put("284-86", "0404")
        scene.put("i-391-170", "0405")
        scene.move("284-86", "-".join(["0404", *["0403", "0404"] * (steps // 2)]))
        if steps % 2:
            scene.set("284-86", assault="S")
            scene.set("284-86", assault=None)
        return scene.set("284-86", assault="S")

    assert mark(6) == []
    assert mark(7) == []
    assert mark(8) == ["9.3.6.p1"]


def test_a_marker_that_moved_on_still_points_at_the_enemy() -> None:
    def move(path: str) -> list[str]:
        scene = March().put("284-86", "0404").put("i-391-170", "0405").put("ii-391-170", "0505")
        scene.set("284-86", assault="S")
        scene.move("284-86", path)
        return scene.end()

    assert move("0404-0504") == []
    assert move("0404-0403") == ["9.3.6.p1"]


def test_a_unit_that_zone_fire_has_shaken_gets_no_marker() -> None:
    def mark(shaken: bool) -> list[str]:
        scene = March().put("284-86", "0404").put("i-391-170", "0405")
        if shaken:
            scene.board.state.combat.zone_hits.add("284-86")
        return scene.set("284-86", assault="S")

    assert mark(shaken=False) == []
    assert mark(shaken=True) == ["e5.5.p14"]


def test_heavy_tanks_assault_across_the_river_from_a_bridge_in_column_alone() -> None:
    def mark(unit: str, kind: str = "river-hexside", *, bridge: bool = False) -> list[str]:
        scene = March(sides={("0404", "0405"): kind})
        scene.put(unit, "0404", in_column=bridge).put("i-391-170", "0405")
        if bridge:
            placed = Place(unit="bridge", at="0404", states={"hexside": "S"}, why="setup")
            scene.board.apply(placed)
        return scene.set(unit, assault="S")

    assert mark("1-220t") == ["11.1.3.p5"]
    assert mark("1-220t", bridge=True) == []
    assert mark("1-220t", "partial-river-hexside:always") == []
    assert mark("1-61t") == []
    assert mark("284-86") == []


def test_dead_units_are_taken_off_late() -> None:
    def remove(phase: str, lost: int) -> list[str]:
        scene = March(phase=phase).put("i-391-170", "0405")
        scene.piece("i-391-170").states["step-losses"] = lost
        return scene.do(Remove(units=("i-391-170",)))

    steps = March().put("i-391-170", "0405").piece("i-391-170").counter.value("steps")
    assert isinstance(steps, int)
    assert remove("challenge.challenge", steps) == []
    assert remove("challenge.challenge", 0) == ["9.4"]
    scene = March().put("i-391-170", "0405")
    scene.piece("i-391-170").states["step-losses"] = steps
    assert scene.move("i-391-170", "0405>german-eliminated") == []
