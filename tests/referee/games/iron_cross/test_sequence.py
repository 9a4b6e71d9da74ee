"""Chapter 6: the eight steps of a player turn, and who does what in each."""

import pytest

from referee.actions import BeginPhase, Declare
from tests.referee.games.iron_cross.scene import Battle, Scene, moving

RUSSIAN, GERMAN = "ru-a-gusev", "ge-c-otto"
PHASES = (
    "morale", "support-fire", "movement", "reaction-movement", "defensive-fire", "moving-fire",
    "assault", "state-change",
)  # fmt: skip


def test_the_eight_steps_come_in_order_and_then_the_other_player_turn() -> None:
    scene = Scene()
    for phase in PHASES:
        assert scene.phase(phase) == []
    for phase in PHASES:
        assert scene.phase(phase, side="german") == []
    assert scene.phase("morale", turn=2) == []


def test_a_step_left_out_is_found() -> None:
    scene = Scene()
    scene.phase("support-fire")
    assert scene.phase("reaction-movement") == ["6.0"]


def test_a_player_turn_left_out_is_found() -> None:
    scene = Scene()
    scene.phase("state-change")
    assert scene.phase("morale", turn=2) == ["6.0"]


@pytest.mark.parametrize(
    ("phase", "act", "phasing", "other"),
    [
        ("support-fire", "fire", [], ["10.13"]),
        ("movement", "move", [], ["6.0.C"]),
        ("reaction-movement", "move", ["6.0.D"], []),
        ("defensive-fire", "fire", ["10.13"], []),
        ("moving-fire", "fire", [], ["10.13"]),
        ("assault", "assault", [], []),
    ],
)
def test_each_phase_is_for_the_acts_of_one_side(
    phase: str, act: str, phasing: list[str], other: list[str]
) -> None:
    scene = Scene().put(RUSSIAN, "1505", assault_marker="0").put(GERMAN, "1504", assault_marker="3")
    scene.phase(phase)
    assert relaxed(scene.check(RUSSIAN, act, 2)) == relaxed(phasing)
    assert relaxed(scene.check(GERMAN, act, 2)) == relaxed(other)


def relaxed(rules: list[str]) -> list[str]:
    """6.0 and 10.13 say the same of fire."""
    return ["10.13" if rule in {"6.0.B", "6.0.E", "6.0.F"} else rule for rule in rules]


def test_nobody_checks_to_move_in_a_fire_phase() -> None:
    scene = Scene().put(RUSSIAN, "1505")
    scene.phase("support-fire")
    assert scene.check(RUSSIAN, "move", 2) == ["6.0.B"]


def test_the_other_side_does_not_move_in_the_movement_phase() -> None:
    scene = moving(first_shot=False).put(GERMAN, "1505")
    assert scene.move(GERMAN, "1505-1504") == ["6.0.C"]


def test_the_phasing_side_does_not_move_in_the_reaction_movement_phase() -> None:
    scene = Scene(first_shot=False).put(RUSSIAN, "1505")
    scene.phase("reaction-movement")
    assert scene.move(RUSSIAN, "1505-1504") == ["6.0.D"]


def test_units_do_not_move_in_fire_phases() -> None:
    scene = Scene().put(RUSSIAN, "1505")
    scene.phase("defensive-fire")
    assert scene.move(RUSSIAN, "1505-1504") == ["6.0"]


def test_recovery_belongs_to_the_morale_phase() -> None:
    scene = Scene().put(RUSSIAN, "1505", face="down", morale="suppressed")
    scene.phase("movement")
    assert scene.do(Declare(verb="recovery", units=(RUSSIAN,)))[:1] == ["6.0"]


def test_who_fired_in_support_does_not_move() -> None:
    scene = Scene().put(RUSSIAN, "1505").put(GERMAN, "1502")
    scene.phase("support-fire")
    scene.check(RUSSIAN, "fire", 2)
    scene.phase("movement")
    assert scene.check(RUSSIAN, "move", 2) == ["8.21"]


def test_who_failed_to_fire_in_support_does_not_move_either() -> None:
    scene = Scene(first_shot=False).put(RUSSIAN, "1505").put(GERMAN, "1502")
    scene.phase("support-fire")
    scene.check(RUSSIAN, "fire", 12)
    scene.phase("movement")
    assert scene.move(RUSSIAN, "1505-1504") == ["8.21"]


def test_who_did_not_fire_moves() -> None:
    scene = Scene().put(RUSSIAN, "1505")
    scene.phase("support-fire")
    scene.phase("movement")
    assert scene.check(RUSSIAN, "move", 2) == []
    assert scene.move(RUSSIAN, "1505-1504") == []


def test_the_phasing_player_turns_his_units_over_first() -> None:
    scene = Scene().put(RUSSIAN, "1505").put(GERMAN, "1502")
    scene.phase("state-change")
    assert scene.set(RUSSIAN, "face", "down") == []
    assert scene.set(GERMAN, "face", "down") == []


def test_the_other_player_does_not_turn_his_units_over_before() -> None:
    scene = Scene().put(RUSSIAN, "1505").put(GERMAN, "1502")
    scene.phase("state-change")
    assert scene.set(GERMAN, "face", "down") == []
    assert scene.set(RUSSIAN, "face", "down") == ["6.0.H"]


def test_the_side_that_moves_first_does_so_in_every_turn() -> None:
    scene = Battle("demyansk")
    for turn in (1, 2):
        begin = BeginPhase(turn=turn, phase="first.morale", first_player="russian")
        assert "24.4" not in scene.do(begin)
    begin = BeginPhase(turn=3, phase="first.morale", first_player="german")
    assert "24.4" in scene.do(begin)


def test_without_a_scenario_the_log_says_who_moves_first_once() -> None:
    scene = Scene()
    scene.board.first_player = None
    assert scene.do(BeginPhase(turn=1, phase="first.morale", first_player="german")) == []
    changed = BeginPhase(turn=1, phase="first.support-fire", first_player="russian")
    assert scene.do(changed) == ["24.1"]


@pytest.mark.parametrize(
    "phase",
    ["morale", "support-fire", "movement", "reaction-movement", "defensive-fire", "moving-fire",
     "assault", "state-change"],
)  # fmt: skip
def test_stacks_are_sorted_in_every_phase(phase: str) -> None:
    scene = Scene().put("ru-a-gusev", "1505").put("wreck", "1505").put("ip-1", "1505")
    scene.put("ge-a-brandt", "1508")
    scene.phase(phase)
    for unit, at in (("ru-a-gusev", "1505"), ("wreck", "1505"), ("ip-1", "1505"),
                     ("ge-a-brandt", "1508")):  # fmt: skip
        assert scene.move(unit, at) == []
    assert not scene.board.moves
    assert scene.end() == []


def test_a_piece_put_into_another_hex_is_not_sorted() -> None:
    scene = Scene().put("ru-a-gusev", "1505")
    scene.phase("support-fire")
    assert scene.move("ru-a-gusev", "1506") == ["6.0"]
    assert len(scene.board.moves) == 1


def test_sorting_a_stack_leaves_the_hex_entered_last_open_to_fire() -> None:
    scene = Scene().put("ru-a-gusev", "1505").put("ru-a-zaitsev", "1506")
    scene.put("ge-a-brandt", "1503")
    scene.phase("movement")
    scene.check("ru-a-gusev", "move", 2)
    scene.move("ru-a-gusev", "1505-1506")
    assert scene.move("ru-a-zaitsev", "1506") == []
    assert scene.check("ge-a-brandt", "opportunity-fire", 2) == []
    assert scene.declare("opportunity-fire", "ge-a-brandt", target="1506", factors="ap") == []
