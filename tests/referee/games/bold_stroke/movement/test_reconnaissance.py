"""Chapter 10: what lies on top of a stack that the enemy sees. The last put down lies on top."""

import pytest

from referee.actions import Move, SetState
from tests.referee.games.bold_stroke.scene import Scene

CORPS, TANK_CORPS, DIVISION, BRIGADE = "50-rc", "5-gtc", "38-rd", "91-tb"
PANZER, BATTALION, REGIMENT, GUNS = "1-pz", "239-ag", "baum", "xlviii-art"


def stack(*units: str, enemy: str = "208-inf", at: str = "0505", side: str = "first") -> Scene:
    """Units in 0503, bottom first, and an enemy; the log tells the order of stacks."""
    scene = Scene()
    for unit in units:
        scene.put(unit, "0503")
    scene.put(enemy, at)
    scene.do(SetState(state="stack-order", value=True))
    scene.phase(f"{side}.movement")
    return scene


def ends(scene: Scene) -> list[str]:
    """The rules of chapter 10 that the end of movement breaches."""
    event = scene.board.end_phase()
    assert event is not None
    return [rule for rule in scene.do(event) if rule.startswith("10.")]


# -- the examples (10.5) --------------------------------------------------------------------------


@pytest.mark.parametrize("order", [(CORPS, TANK_CORPS), (TANK_CORPS, CORPS)])
def test_of_two_corps_next_to_the_enemy_either_lies_on_top(order: tuple[str, str]) -> None:
    assert ends(stack(*order, at="0504")) == []


def test_a_panzer_division_lies_on_an_assault_gun_battalion_within_one_hex() -> None:
    scene = stack(BATTALION, PANZER, enemy=DIVISION, side="second")
    assert ends(scene) == []
    scene = stack(PANZER, BATTALION, enemy=DIVISION, side="second")
    assert ends(scene) == ["10.2.A"]


# -- next to the enemy (10.1) ---------------------------------------------------------------------


def test_next_to_the_enemy_the_largest_unit_lies_on_top() -> None:
    assert ends(stack(DIVISION, CORPS, at="0504")) == []
    assert ends(stack(CORPS, DIVISION, at="0504")) == ["10.1.A"]


def test_a_regiment_and_a_brigade_are_alike() -> None:
    for order in ((GUNS, REGIMENT), (REGIMENT, GUNS)):
        assert ends(stack(*order, enemy=DIVISION, at="0504", side="second")) == []


def test_a_battalion_does_not_lie_on_a_regiment() -> None:
    scene = stack(REGIMENT, BATTALION, enemy=DIVISION, at="0504", side="second")
    assert ends(scene) == ["10.1.A"]


def test_a_headquarters_has_no_size_and_may_lie_on_top() -> None:
    assert ends(stack(CORPS, "hq-38", at="0504")) == []


# -- one hex between (10.2) -----------------------------------------------------------------------


def test_within_one_hex_any_division_or_corps_lies_on_top() -> None:
    assert ends(stack(CORPS, DIVISION)) == []
    assert ends(stack(DIVISION, CORPS)) == []


def test_within_one_hex_an_artillery_division_will_do() -> None:
    assert ends(stack(DIVISION, "13-ad")) == []


def test_without_a_division_the_largest_unit_that_is_no_artillery_lies_on_top() -> None:
    assert ends(stack("24-g", BRIGADE)) == []
    assert ends(stack(BRIGADE, "24-g")) == ["10.2.B"]


def test_artillery_alone_shows_its_largest() -> None:
    assert ends(stack("24-g", "33-g")) == []


# -- farther off (10.3) ---------------------------------------------------------------------------


def test_farther_off_anything_lies_on_top() -> None:
    assert ends(stack(CORPS, BRIGADE, at="0506")) == []


def test_without_an_enemy_in_sight_anything_lies_on_top() -> None:
    assert ends(stack(CORPS, BRIGADE, at="0909")) == []


# -- what a log tells -----------------------------------------------------------------------------


def test_a_log_of_moves_alone_does_not_tell_the_order() -> None:
    scene = Scene().put(CORPS, "0503").put(DIVISION, "0503").put("208-inf", "0504")
    scene.phase("first.movement")
    assert ends(scene) == []


def test_a_unit_moved_within_its_hex_comes_to_lie_on_top() -> None:
    scene = stack(CORPS, DIVISION, at="0504")
    assert scene.do(Move(units=(CORPS,), path=("0503",))) == []
    assert ends(scene) == []


def test_a_unit_may_be_said_to_lie_on_top() -> None:
    scene = stack(CORPS, DIVISION, at="0504")
    assert scene.do(SetState(unit=CORPS, state="top", value=True)) == []
    assert ends(scene) == []


def test_saying_that_a_unit_is_put_on_top_shows_that_the_order_is_told() -> None:
    scene = Scene().put(CORPS, "0503").put(DIVISION, "0503").put("208-inf", "0504")
    scene.phase("first.movement")
    scene.do(SetState(unit=DIVISION, state="top", value=True))
    assert ends(scene) == ["10.1.A"]


def test_a_piece_let_go_where_it_was_picked_up_does_not_tell_the_order() -> None:
    scene = Scene().put(CORPS, "0503").put(DIVISION, "0503").put("208-inf", "0504")
    scene.phase("first.movement")
    scene.do(Move(units=(DIVISION,), path=("0503",)))
    assert ends(scene) == []


def test_the_stacks_of_the_side_that_moved_are_judged() -> None:
    assert ends(stack(CORPS, DIVISION, at="0504", side="second")) == []


def test_a_stack_is_told_once_as_long_as_it_stays() -> None:
    scene = stack(CORPS, DIVISION, at="0504")
    assert ends(scene) == ["10.1.A"]
    scene.phase("first.exploitation")
    assert ends(scene) == []


def test_a_finding_names_the_readings_it_rests_on() -> None:
    scene = stack(PANZER, BATTALION, enemy=DIVISION, side="second")
    event = scene.board.end_phase()
    assert event is not None
    found = [f for f in scene.findings(event) if f.rule == "10.2.A"]
    assert any("within-one-hex" in rest for rest in found[0].rests_on)
