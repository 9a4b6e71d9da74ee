"""What may be chosen in fire and assault: intensive fire, spotters, spray, crews, stacks."""

from __future__ import annotations

from typing import Any

import pytest

from referee.actions import Declare, Move
from tests.referee.games.iron_cross.playing import offered, settle, take
from tests.referee.games.iron_cross.scene import Battle, Scene

MMG, MORTAR, LEADER = "ru-mmg-1", "ru-mor-1", "ru-pl-10"
MAN, SECOND = "ru-a-gusev", "ru-a-zaitsev"
GERMAN, OTHER = "ge-c-otto", "ge-c-pohl"
AHEAD = 0


def in_fire(phase: str = "support-fire", **drawn: Any) -> Scene:
    """A machine gun looks north, where two Germans stand."""
    scene = Scene(**drawn).put(MMG, "1508", facing=AHEAD)
    scene.put(GERMAN, "1504").put(OTHER, "1504")
    scene.phase(phase)
    return scene


# -- fire ---------------------------------------------------------------------------------------


def test_a_machine_gun_may_fire_intensively_and_then_has_to_fire() -> None:
    scene = in_fire()
    scene.check(MMG, "fire", 2)
    assert take(scene, f"intensive {MMG}") == []
    assert settle(scene, 7) == []
    shots = scene.board.state.fire.shots[MMG]
    assert [shot.intensive for shot in shots] == [True]
    assert MMG in scene.board.state.fire.conditions
    assert scene.end() == []


def test_a_machine_gun_without_three_points_does_not_fire_intensively() -> None:
    scene = in_fire(options=("advanced",))
    scene.check(MMG, "fire", 2)
    assert offered(scene, f"intensive {MMG}")
    scene.board.state.fire.conditions.clear()
    light = "ru-a-orlov"
    scene = Scene().put(light, "1508", facing=AHEAD).put(GERMAN, "1504")
    scene.phase("support-fire")
    scene.check(light, "grenade", 2)
    assert not offered(scene, f"intensive {light}")


def indirect() -> Scene:
    """A mortar behind a building; a commander beside it sees the Germans."""
    scene = Scene(terrain={"1506": "single-hex-building"})
    scene.put(MORTAR, "1508").put(LEADER, "1607").put(GERMAN, "1502").put(OTHER, "1502")
    scene.phase("support-fire")
    return scene


def test_a_commander_may_spot_for_a_mortar_that_sees_nothing() -> None:
    scene = indirect()
    assert not offered(scene, f"aim {MORTAR}")
    assert take(scene, f"spot {LEADER}") == []
    assert scene.roll(2) == []
    assert take(scene, f"aim {MORTAR}") == []
    assert scene.roll(2) == []
    rounds = {each.number("rounds") for each in offered(scene, f"fire {MORTAR}")
              if isinstance(each, Declare)}  # fmt: skip
    assert rounds == {1, 2}
    assert take(scene, f"fire {MORTAR}", lambda a: a.values["rounds"] == 2) == []
    assert settle(scene, 6) == []
    assert scene.board.state.fire.attack is not None
    assert scene.board.state.fire.attack.rounds_fired == 2
    assert scene.end() == []


def test_who_failed_to_spot_gives_no_target() -> None:
    scene = indirect()
    scene.check(LEADER, "spot", 12)
    assert not offered(scene, f"aim {MORTAR}")


def test_a_machine_gun_may_change_to_spray_on_a_check() -> None:
    scene = in_fire(options=("advanced",))
    assert take(scene, f"change {MMG}") == []
    assert scene.roll(2) == []
    assert take(scene, f"aim {MMG}") == []
    assert scene.roll(2) == []
    found = offered(scene, f"fire {MMG}")
    assert {each.verb for each in found if isinstance(each, Declare)} == {"spray"}
    assert take(scene, f"fire {MMG}") == []
    assert settle(scene, 7) == []
    assert scene.end() == []


def test_a_fire_lane_noted_is_fired_along() -> None:
    scene = Scene(options=("advanced",)).put(MMG, "1508", facing=AHEAD).put(GERMAN, "1504")
    scene.put(OTHER, "1505")
    scene.phase("morale")
    assert take(scene, f"mode {MMG}", lambda a: a.values.get("hex") == "1504") == []
    scene.phase("support-fire")
    assert take(scene, f"aim {MMG}") == []
    assert scene.roll(2) == []
    assert take(scene, f"fire {MMG}") == []
    assert settle(scene, 7) == []
    assert scene.end() == []


def test_hidden_units_may_be_revealed_by_their_owner() -> None:
    scene = Scene().put(GERMAN, "1504", hidden=True).put(OTHER, "1504", hidden=True)
    scene.phase("morale")
    assert take(scene, "reveal 1504") == []
    assert not scene.board.pieces[GERMAN].flag("hidden")
    assert scene.end() == []


# -- crews --------------------------------------------------------------------------------------


def test_a_man_may_join_a_crew_that_lacks_one() -> None:
    scene = Scene(first_shot=False).put(MMG, "1508", crew_lost=1).put(MAN, "1508")
    scene.put(LEADER, "1508").phase("movement")
    assert [each.units for each in offered(scene, "replacement") if isinstance(each, Declare)] == [
        (MAN,)
    ]
    assert take(scene, f"replacement {MMG}") == []
    assert settle(scene, 7) == []
    assert MAN not in scene.board.pieces
    assert scene.board.pieces[MMG].level("replacements") == 1
    assert not offered(scene, "replacement")
    assert scene.end() == []


def test_a_crew_that_is_hit_after_a_man_has_joined_it_is_settled() -> None:
    scene = Scene(first_shot=False).put(MMG, "1508", crew_lost=1).put(MAN, "1508")
    scene.phase("movement")
    take(scene, f"replacement {MMG}")
    settle(scene, 7)
    scene.board.pieces[MMG].states["crew-lost"] = 2
    scene.board.state.fire.crews_owed[MMG] = (2, "11.43")
    assert settle(scene, 7) == []
    assert scene.board.pieces[MMG].level("replacements") == 1
    assert scene.end() == []


def test_replacements_who_are_left_alone_become_infantry_again() -> None:
    scene = Scene(first_shot=False).put(MMG, "1508", crew_lost=1).put(MAN, "1508")
    scene.phase("movement")
    take(scene, f"replacement {MMG}")
    settle(scene, 7)
    scene.phase("defensive-fire")
    crew = scene.board.counter(MMG).value("crew")
    scene.board.pieces[MMG].states["crew-lost"] = crew
    assert settle(scene, 7) == []
    assert MMG not in scene.board.pieces
    assert scene.status(MAN) == "suppressed"
    assert scene.end() == []


def test_men_come_back_from_a_crew_in_a_scenario_whose_units_come_from_nowhere_else() -> None:
    battle = Battle()
    battle.phase("movement", side="german")
    battle.move("ge-c-otto", f"{where(battle, 'ge-c-otto')}>{where(battle, 'ge-mmg-1')}")
    battle.board.pieces["ge-mmg-1"].states["crew-lost"] = 1
    assert battle.declare("crew-replacement", "ge-c-otto", target="ge-mmg-1") == []
    assert settle(battle, 7) == []
    battle.phase("moving-fire", side="german")
    crew = battle.board.counter("ge-mmg-1").value("crew")
    battle.board.pieces["ge-mmg-1"].states["crew-lost"] = crew
    assert settle(battle, 7) == []
    assert battle.status("ge-c-otto") == "suppressed"


def where(battle: Battle, unit: str) -> str:
    return battle.board.number(battle.board.pieces[unit].place)


# -- assaults -----------------------------------------------------------------------------------


def beside() -> Scene:
    """A commander and a man marked to assault a German beside them, a second man elsewhere."""
    scene = Scene().put(LEADER, "1505").put(MAN, "1505").put(GERMAN, "1504").put(SECOND, "1604")
    scene.phase("movement")
    return scene


def test_a_leader_may_check_for_his_stack() -> None:
    scene = beside()
    for unit in (LEADER, MAN):
        take(scene, f"marker {unit}", lambda a: a.value == "0")
        break
    scene.phase("assault")
    assert take(scene, f"assault check {LEADER} {MAN}") == []
    assert scene.roll(2) == []
    assert take(scene, "assault 1504", lambda a: len(a.units) == 2) == []
    assert settle(scene, 1) == []
    assert scene.end() == []


def test_men_who_were_to_assault_follow_into_a_cleared_hex_without_a_check() -> None:
    scene = beside()
    take(scene, f"marker {MAN}", lambda a: a.value == "0")
    here, goal = scene.hex("1604"), scene.hex("1504")
    value = next(
        str(n)
        for n, direction in enumerate(scene.data.map.grid.orientation.directions)
        if scene.data.map.grid.neighbour(here, direction) == goal
    )
    take(scene, f"marker {SECOND}", lambda a: a.value == value)
    scene.phase("assault")
    assert not offered(scene, "follow up")
    take(scene, f"assault check {MAN}")
    scene.roll(2)
    take(scene, "assault 1504", lambda a: a.units == (MAN,))
    assert scene.board.state.fire.assault is not None
    scene.board.state.fire.assault.hits["german"] = 1
    settle(scene, 6)
    if GERMAN in scene.board.pieces:
        pytest.fail("the German is left")
    moves = [each for each in offered(scene, f"follow up {SECOND}") if isinstance(each, Move)]
    assert [move.end for move in moves] == ["1504"]
    assert scene.do(moves[0]) == []
    assert scene.end() == []


def test_markers_may_point_to_any_hex_near_the_enemy() -> None:
    scene = beside()
    assert len(offered(scene, f"marker {MAN}")) == 6
    scene = Scene().put(MAN, "1505").put(GERMAN, "1501")
    scene.phase("movement")
    assert not offered(scene, "marker")
