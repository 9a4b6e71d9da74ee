"""Sections 8.3 and 8.43: who is led and goes with a vehicle. More is in `test_leaders`."""

from tests.referee.games.iron_cross.scene import Scene, moving

TANK, LEADER, MAN = "ru-t34a-1", "ru-pl-10", "ru-a-zaitsev"


def riding() -> Scene:
    """A leader and his man have gone two hexes with a tank, on his check."""
    scene = moving().put(TANK, "1501", facing=3).put(LEADER, "1501").put(MAN, "1501")
    scene.check(TANK, "move", 2)
    scene.check(f"{LEADER}+{MAN}", "lead", 2)
    assert scene.move(f"{TANK}+{LEADER}+{MAN}", "1501-1502-1503") == []
    return scene


def test_with_a_vehicle_a_man_stops_before_his_leader_does() -> None:
    scene = riding()
    assert scene.move(f"{TANK}+{LEADER}", "1503-1504") == []
    assert scene.end() == []


def test_with_a_vehicle_a_man_does_not_go_on_without_his_leader() -> None:
    scene = riding()
    assert scene.move(f"{TANK}+{MAN}", "1503-1504") == []
    assert scene.end() == ["8.3.B"]


def test_on_foot_a_man_does_not_stop_before_his_leader_does() -> None:
    scene = moving().put(LEADER, "1501").put(MAN, "1501")
    scene.check(f"{LEADER}+{MAN}", "lead", 2)
    scene.move(f"{LEADER}+{MAN}", "1501-1502-1503")
    scene.move(LEADER, "1503-1504")
    assert scene.end() == ["8.3.B"]
