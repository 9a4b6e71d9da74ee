"""What may be chosen in movement: leaders' groups, vehicles with infantry, overruns, wrecks."""

from __future__ import annotations

from typing import Any

import pytest

from referee.actions import Declare, Move
from referee.games.iron_cross.assault import overrun
from referee.games.iron_cross.choices import group_moves, possible
from referee.games.iron_cross.legal import legal_actions
from tests.referee.games.iron_cross.playing import offered, settle, take
from tests.referee.games.iron_cross.scene import Battle, Scene, moving

MAN, SECOND, LEADER = "ru-a-gusev", "ru-a-zaitsev", "ru-pl-10"
TANK, GERMAN, OTHER = "ge-iid-1", "ge-c-otto", "ge-c-pohl"


def stacked(*others: str) -> Scene:
    """A commander and two men who may be led, far from a German."""
    scene = moving()
    for name in (LEADER, MAN, SECOND, *others):
        scene.put(name, "1505")
    return scene.put(GERMAN, "1501")


# -- leaders ------------------------------------------------------------------------------------


def test_a_man_on_his_leaders_check_does_not_go_alone() -> None:
    scene = stacked()
    scene.check(f"{LEADER}+{MAN}", "lead", 2)
    assert not possible.legal_moves(scene.board, MAN)
    assert not possible.legal_moves(scene.board, SECOND)
    assert possible.legal_moves(scene.board, LEADER)
    assert group_moves.legal_group_moves(scene.board, (LEADER, MAN))


def test_nor_after_he_has_turned_over() -> None:
    scene = stacked()
    scene.check(f"{LEADER}+{MAN}", "lead", 2)
    assert scene.set(SECOND, "face", "down") == []
    assert not possible.legal_moves(scene.board, SECOND)


def test_a_leader_does_not_leave_those_who_have_moved_with_him() -> None:
    scene = stacked()
    scene.check(f"{LEADER}+{MAN}+{SECOND}", "lead", 2)
    scene.move(f"{LEADER}+{MAN}", "1505-1506")
    assert not possible.legal_moves(scene.board, LEADER)
    assert not group_moves.legal_group_moves(scene.board, (LEADER, SECOND))
    assert group_moves.legal_group_moves(scene.board, (LEADER, MAN))


def test_nobody_joins_a_leader_on_another_way() -> None:
    scene = stacked()
    scene.check(f"{LEADER}+{MAN}+{SECOND}", "lead", 2)
    scene.move(LEADER, "1505-1506-1505")
    assert not group_moves.legal_group_moves(scene.board, (LEADER, MAN))


def test_the_group_goes_on_without_a_leader_who_fell() -> None:
    scene = stacked()
    scene.check(f"{LEADER}+{MAN}", "lead", 2)
    scene.move(f"{LEADER}+{MAN}", "1505-1506")
    scene.board.state.hit[LEADER] = "11.43"
    ways = possible.legal_moves(scene.board, MAN)
    assert ways
    assert scene.do(Move(units=(MAN,), path=next(iter(ways.values())))) == []
    assert scene.end() == []


def test_a_man_may_check_on_his_leaders_rating_to_go_another_way() -> None:
    scene = stacked()
    scene.check(f"{LEADER}+{MAN}", "lead", 2)
    assert take(scene, f"follow {MAN}", lambda a: a.units == (MAN,)) == []
    assert scene.roll(2) == []
    ways = possible.legal_moves(scene.board, MAN)
    assert max(len(path) - 1 for path in ways.values()) == 4
    assert take(scene, f"move {MAN}") == []
    assert scene.end() == []


def test_who_takes_one_check_together_goes_together() -> None:
    scene = stacked()
    scene.check(LEADER + f"+{MAN}", "lead", 2)
    scene.move(LEADER, "1505-1506")
    assert take(scene, f"follow {MAN}", lambda a: len(a.units) > 1) == []
    assert scene.roll(2) == []
    assert not offered(scene, f"move {MAN}")
    assert not offered(scene, f"move {SECOND}")
    assert take(scene, f"lead {MAN}") == []
    assert scene.end() == []


def test_a_pinned_man_may_check_to_move() -> None:
    scene = moving().put(MAN, "1505", face="down", morale="pinned").put(GERMAN, "1501")
    assert take(scene, f"check {MAN}") == []
    assert scene.roll(2) == []
    assert take(scene, f"move {MAN}") == []


# -- entry --------------------------------------------------------------------------------------


def test_who_enters_after_the_first_shot_checks_first() -> None:
    battle = Battle("closing-the-ring")
    battle.phase("movement")
    battle.board.state.first_shot = 0
    unit = possible.entering_units(battle.board)[0]
    assert not offered(battle, f"enter {unit}")
    assert take(battle, f"check {unit}") == []
    assert battle.roll(2) == []
    assert take(battle, f"enter {unit}") == []


# -- vehicles with infantry ---------------------------------------------------------------------


def mounted(*defenders: str, **drawn: Any) -> Scene:
    """A tank with two men beside it, north of which the defenders stand."""
    scene = Scene(first_shot=False, **drawn).put(TANK, "1505", facing=0)
    for name in (GERMAN, OTHER):
        scene.put(name, "1505")
    for name in defenders:
        scene.put(name, "1504")
    scene.phase("movement", side="german")
    return scene


def test_vehicles_are_asked_before_men() -> None:
    scene = mounted().put("ge-c-kuhn", "1808")
    ranks = {choice.name.rsplit(" ", 2)[0]: choice.rank for choice in legal_actions(scene.board)}
    assert ranks[f"move {TANK}"] < ranks[f"drive {TANK} 0 0"] < ranks["move ge-c-kuhn"]


def test_infantry_goes_along_with_a_vehicle_and_gets_off() -> None:
    scene = mounted()
    assert take(scene, f"drive {TANK}", lambda a: a.end == "1506") == []
    assert not offered(scene, f"move {GERMAN}")
    assert take(scene, f"move {TANK}") == []
    assert scene.board.number(scene.board.pieces[GERMAN].place) == "1506"
    assert scene.end() == []


def test_a_vehicle_with_infantry_comes_into_woods_last() -> None:
    scene = mounted(terrain={"1506": "woods"}, trees={"1506": 2})
    ends = {move.end: move for move in offered(scene, f"drive {TANK}") if isinstance(move, Move)}
    assert "1506" in ends
    assert "1506" not in ends["1507"].path if "1507" in ends else True


@pytest.mark.parametrize("total", [12, 3])
def test_a_combined_overrun_is_carried_through(total: int) -> None:
    scene = mounted(MAN)
    assert take(scene, f"overrun {TANK}", lambda a: "supports" in a.values) == []
    assert settle(scene, total, shot=1) == []
    run = overrun.current(scene.board)
    assert run is not None
    assert run.left
    assert MAN not in scene.board.pieces
    left = [scene.board.pieces[name] for name in (GERMAN, OTHER) if name in scene.board.pieces]
    assert {scene.board.number(piece.place) for piece in left} == {"1504"}
    assert scene.end() == []


def test_infantry_does_not_join_an_overrun_of_more_men() -> None:
    scene = mounted(MAN, SECOND, LEADER)
    found = offered(scene, f"overrun {TANK}")
    assert all(isinstance(each, Declare) and not each.values for each in found)


# -- special fire -------------------------------------------------------------------------------


def test_a_gun_about_to_be_overrun_may_fire_first() -> None:
    scene = mounted("ru-45at-1")
    take(scene, f"overrun {TANK}", lambda a: not a.values)
    found = offered(scene, "overrun in")
    assert any(isinstance(each, Declare) and each.text("for") == "fire" for each in found)
    assert settle(scene, 2, passing=2) == []
    assert TANK not in scene.board.pieces
    assert scene.end() == []


def test_a_gun_that_has_fired_already_fires_specially_on_a_check_of_its_own() -> None:
    scene = mounted("ru-45at-1").put("ru-45at-2", "1804", facing=3)
    scene.board.pieces["ru-45at-1"].states["facing"] = 3
    scene.move(TANK, "1505-1506")
    scene.move(TANK, "1506-1505")
    assert scene.check("ru-45at-1", "opportunity-fire", 2) == []
    fire = {"targets": TANK, "factors": "at"}
    assert scene.declare("opportunity-fire", "ru-45at-1", "1505", **fire) == []
    settle(scene, 18)
    take(scene, f"overrun {TANK}", lambda a: not a.values)
    assert take(scene, "overrun in", lambda a: isinstance(a, Declare)) == []
    assert scene.roll(2) == []
    assert take(scene, "overrun in", lambda a: isinstance(a, Declare)) == []


# -- wrecks -------------------------------------------------------------------------------------


@pytest.mark.parametrize("first_shot", [True, False])
def test_a_vehicle_pushes_a_wreck_and_has_moved(first_shot: bool) -> None:
    scene = Scene(first_shot=first_shot).put(TANK, "1505", facing=0).put("wreck", "1504")
    scene.phase("movement", side="german")
    assert take(scene, f"check to push {TANK}") == []
    assert scene.roll(2) == []
    assert take(scene, f"push {TANK}") == []
    assert settle(scene, 7) == []
    assert scene.board.number(scene.board.pieces[TANK].place) == "1504"
    assert not offered(scene, f"move {TANK}")
    assert scene.end() == []


def test_a_wreck_is_not_pushed_into_a_building() -> None:
    scene = Scene(first_shot=False, terrain={"1503": "single-hex-building"})
    scene.put(TANK, "1505", facing=0).put("wreck", "1504")
    scene.phase("movement", side="german")
    scene.check(TANK, "push-wreck", 2)
    goals = {each.text("hex") for each in offered(scene, "push") if isinstance(each, Declare)}
    assert goals
    assert "1503" not in goals
