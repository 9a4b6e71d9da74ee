"""Soviet unit integrity: who parts whom (10.2, 11.2.1)."""

from __future__ import annotations

from referee.actions import BeginPhase
from referee.games.operation_spark import integrity
from tests.referee.games.operation_spark.scene import Scene


def row(*units: str) -> Scene:
    """Units one below the other."""
    scene = Scene()
    for number, unit in enumerate(units, start=4):
        for name in unit.split("+"):
            scene.put(name, f"040{number}")
    return scene


def broken(scene: Scene) -> set[tuple[str, str]]:
    return {(breach.unit, breach.formation) for breach in integrity.breaches(scene.board)}


def test_a_unit_between_two_units_of_a_division_breaks_its_integrity() -> None:
    assert broken(row("387-136", "284-86", "541-136")) == {("284-86", "136-rd")}


def test_a_unit_of_the_division_in_the_same_hex_does_not_mend_it() -> None:
    assert broken(row("387-136", "284-86+733-136", "541-136")) == {("284-86", "136-rd")}


def test_units_side_by_side_may_share_the_hex_between_them() -> None:
    assert broken(row("387-136", "541-136+284-86", "330-86")) == set()


def test_independent_units_bridging_units_and_balloons_part_nobody() -> None:
    for stranger in ("7gdminer", "brg-7", "leningrad-balloon"):
        assert broken(row("387-136", stranger, "541-136")) == set()


def test_integrity_counts_for_brigades_and_tank_units_as_well() -> None:
    assert broken(row("1-61t", "284-86", "2-61t")) == {("284-86", "61t-tb")}


def test_germans_know_no_such_rule() -> None:
    assert broken(row("i-391-170", "i-328-227", "ii-391-170")) == set()


def test_a_breach_is_found_when_movement_ends_and_only_if_somebody_moved_for_it() -> None:
    scene = row("387-136", "330-86", "541-136")
    assert scene.phase("am-initial.movement") == ["11.2.1"]
    assert scene.end().count("11.2.1") == 0
    scene = Scene().put("387-136", "0404").put("541-136", "0406").put("284-86", "0305")
    assert scene.phase("am-initial.movement") == []
    scene.move("284-86", "0305-0405")
    assert scene.end().count("11.2.1") == 1


def test_a_set_up_is_looked_at_once() -> None:
    scene = row("387-136", "284-86", "541-136")
    first = BeginPhase(turn=1, phase="am-initial.counterbattery")
    assert scene.do(first) == ["11.2.1"]
    assert scene.phase("barrage").count("11.2.1") == 0


def test_who_goes_and_comes_back_parts_nobody_anew_but_who_comes_does() -> None:
    scene = row("284-86", "343-136", "330-86")
    scene.board.resumed = True
    scene.phase("pm-limited.movement", turn=2)
    scene.board.first_player = "german"
    scene.move("284-86", "0404-0403")
    scene.move("284-86", "0403-0404")
    assert "11.2.1" not in scene.end()
    scene.move("343-136", "0405-0305")
    scene.phase("am-limited.movement", turn=3)
    scene.board.first_player = "soviet"
    scene.move("343-136", "0305-0405")
    assert "11.2.1" in scene.end()
