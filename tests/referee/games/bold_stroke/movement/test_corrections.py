"""Moves taken back: a unit goes back to where a move of the phase began."""

from referee.actions import Declare, Move
from tests.referee.games.bold_stroke.scene import Scene

INFANTRY, RECON, ARTILLERY = "38-rd", "1g-cc", "24-g"
GERMAN = "208-inf"


def back(scene: Scene, unit: str, path: str) -> list[tuple[str, str]]:
    """What is found of a move, with its severity."""
    start, end = path.split(">")
    found = scene.findings(Move(units=(unit,), path=(start, end), complete=False))
    return [(finding.rule, finding.severity) for finding in found]


def test_a_unit_moved_back_has_all_its_points_again() -> None:
    scene = Scene().put(INFANTRY, "0505")
    assert scene.move(INFANTRY, "0505-0504-0503") == []
    assert back(scene, INFANTRY, "0503>0505") == []
    assert scene.move(INFANTRY, "0505-0506-0507-0508-0509") == []


def test_a_unit_moved_back_farther_than_its_points_last_is_worth_a_look() -> None:
    scene = Scene().put(INFANTRY, "0505")
    scene.move(INFANTRY, "0505-0504-0503-0502")
    assert back(scene, INFANTRY, "0502>0505") == [("6.1.A", "warning")]
    assert scene.move(INFANTRY, "0505-0506") == []


def test_a_unit_is_moved_back_out_of_an_enemy_zone() -> None:
    scene = Scene().put(INFANTRY, "0402").put(GERMAN, "0505")
    scene.move(INFANTRY, "0402-0403-0404")
    assert back(scene, INFANTRY, "0404>0402") == [("6.1.A", "warning")]
    assert scene.move(INFANTRY, "0402-0401") == []


def test_several_moves_are_taken_back_at_once() -> None:
    scene = Scene().put(INFANTRY, "0505")
    scene.move(INFANTRY, "0505-0504")
    scene.move(INFANTRY, "0504-0503")
    assert back(scene, INFANTRY, "0503>0505") == []
    assert scene.move(INFANTRY, "0505-0506-0507-0508-0509") == []


def test_only_the_last_move_may_be_taken_back() -> None:
    scene = Scene().put(INFANTRY, "0505")
    scene.move(INFANTRY, "0505-0504")
    scene.move(INFANTRY, "0504-0503")
    assert back(scene, INFANTRY, "0503>0504") == []
    assert scene.move(INFANTRY, "0504-0503-0502-0501") == []
    assert scene.move(INFANTRY, "0501-0601") == ["6.1.A"]


def test_going_elsewhere_takes_no_move_back() -> None:
    scene = Scene().put(INFANTRY, "0402").put(GERMAN, "0505")
    scene.move(INFANTRY, "0402-0403-0404")
    assert back(scene, INFANTRY, "0404>0403") == [("8.2.1", "violation")]


def test_a_move_of_an_earlier_phase_is_not_taken_back() -> None:
    scene = Scene().put(INFANTRY, "0505")
    scene.move(INFANTRY, "0505-0504")
    scene.phase("first.exploitation")
    assert back(scene, INFANTRY, "0504>0505") == [("6.4.A", "violation")]


def test_a_unit_that_has_probed_does_not_go_back() -> None:
    scene = Scene(options=("probes",)).put(RECON, "0507").put(GERMAN, "0505")
    assert scene.move(RECON, "0507-0506") == []
    assert scene.do(Declare(verb="probe", units=(RECON,), target="0505")) == []
    assert back(scene, RECON, "0506>0507") == [("17.5.B", "violation")]


def test_artillery_moved_back_or_sorted_has_not_moved() -> None:
    scene = Scene().put(ARTILLERY, "0505").put(INFANTRY, "0505")
    scene.phase()
    moved = scene.board.state.combat.artillery_moved
    assert back(scene, ARTILLERY, "0505>0505") == []
    assert ARTILLERY not in moved
    scene.move(ARTILLERY, "0505-0504")
    assert ARTILLERY in moved
    back(scene, ARTILLERY, "0504>0505")
    assert ARTILLERY not in moved
