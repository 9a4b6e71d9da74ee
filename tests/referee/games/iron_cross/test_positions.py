"""Chapter 18: improved positions."""

from __future__ import annotations

from referee.actions import Move, Place
from tests.referee.games.iron_cross.scene import Battle as Prepared
from tests.referee.games.iron_cross.shooting import (
    ENEMY,
    ENEMY_TANK,
    RIFLE,
    Battle,
    firing,
)


def test_improved_positions_come_before_the_game() -> None:
    scene = Battle()
    assert scene.do(Place(unit="ip-2", at="1504")) == []
    scene.phase("support-fire")
    assert scene.do(Place(unit="ip-1", at="1505")) == ["18.1"]


def test_improved_positions_stay() -> None:
    scene = firing("movement").put("ip-2", "1504")
    assert "18.1" in scene.do(Move(units=("ip-2",), path=("1504", "1505")))
    assert scene.remove("ip-2") == ["18.1"]


def test_positions_are_set_up_in_the_first_morale_phase_too() -> None:
    scene = Prepared("demyansk")
    scene.phase("morale")
    where = scene.board.number(scene.board.piece("ip-1").place)
    assert scene.do(Move(units=("ip-1",), path=(where, "4308"), complete=False)) == []
    scene.phase("support-fire")
    moved = Move(units=("ip-1",), path=("4308", "4307"), complete=False)
    assert "18.1" in scene.do(moved)


def test_either_side_uses_a_position_and_vehicles_do_not() -> None:
    scene = firing().put(RIFLE, "1508").put(ENEMY, "1504").put("ip-1", "1504")
    scene.put(ENEMY_TANK, "1504")
    scene.fire(RIFLE, ENEMY)
    assert scene.board.state.fire.attack is not None
    aims = scene.board.state.fire.attack.aims
    assert set(aims[ENEMY].dice) == {3}  # one, a point, the tank's cover
    assert set(aims[ENEMY_TANK].dice) == {2}
