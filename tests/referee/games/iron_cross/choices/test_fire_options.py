"""What the package lists as possible: targets, groups, checks, assaults, and what is still owed."""

from __future__ import annotations

from typing import Any

from compiler.hexes import Hex
from referee.actions import Declare, Move, Remove, SetState
from referee.games.iron_cross.choices import assault_options, fire_options, fire_targets, pending
from referee.legal import Chance
from tests.referee.games.iron_cross.scene import shipped
from tests.referee.games.iron_cross.shooting import (
    COMMANDER,
    ENEMY,
    ENEMY_2,
    ENEMY_MMG,
    ENEMY_TANK,
    FLAMES,
    GUN,
    MMG,
    MORTAR,
    OTHER_SQUAD,
    RIFLE,
    RIFLE_2,
    TANK,
    Battle,
    firing,
)


def numbers(scene: Battle, hexes: tuple[Hex, ...]) -> list[str]:
    return [scene.data.map.number(hex_) for hex_ in hexes]


def battle(phase: str = "support-fire", **drawn: Any) -> Battle:
    scene = firing(phase, **drawn)
    scene.put(RIFLE, "1508").put(RIFLE_2, "1508").put(MMG, "1608", facing=0)
    return scene.put(ENEMY, "1504").put(ENEMY_2, "1510")


def test_a_rifle_fires_all_round_a_machine_gun_to_its_front() -> None:
    scene = battle()
    assert numbers(scene, fire_targets.fire_targets(scene.board, RIFLE)) == ["1504", "1510"]
    assert numbers(scene, fire_targets.fire_targets(scene.board, MMG)) == ["1504"]


def test_a_blocked_hex_is_no_target() -> None:
    scene = battle(terrain={"1506": "single-hex-building"})
    assert numbers(scene, fire_targets.fire_targets(scene.board, RIFLE)) == ["1510"]


def test_weapons_of_their_own_kind_have_targets_of_their_own() -> None:
    scene = firing().put(MORTAR, "1508").put(FLAMES, "1412").put(RIFLE, "1411").put(ENEMY, "1504")
    assert fire_targets.fire_targets(scene.board, MORTAR) == ()
    assert numbers(scene, fire_targets.mortar_targets(scene.board, MORTAR)) == ["1412", "1504"]
    assert numbers(scene, fire_targets.flame_targets(scene.board, FLAMES)) == ["1411"]
    assert numbers(scene, fire_targets.grenade_targets(scene.board, RIFLE)) == ["1412"]


def test_grenades_are_thrown_as_long_as_the_side_has_any() -> None:
    scene = firing().put(RIFLE, "1411").put(FLAMES, "1412")
    scene.board.scenario = shipped().scenarios["demyansk"]
    for used, hexes in ((9, ["1412"]), (10, [])):
        scene.board.state.fire.grenades["russian"] = used
        assert numbers(scene, fire_targets.grenade_targets(scene.board, RIFLE)) == hexes


def test_vehicles_are_targets_of_anti_tank_fire() -> None:
    scene = firing().put(GUN, "1508", facing=0).put(ENEMY_TANK, "1504").put(ENEMY, "1505")
    assert fire_targets.anti_tank_targets(scene.board, GUN) == (ENEMY_TANK,)
    assert fire_targets.anti_tank_targets(scene.board, ENEMY) == ()


def test_checks_are_listed_for_who_has_a_target() -> None:
    scene = battle()
    scene.put(TANK, "1911", facing=0)
    listed = [(c.units[0], c.text("for")) for c in fire_options.fire_checks(scene.board)]
    assert (RIFLE, "fire") in listed
    assert (RIFLE, "grenade") in listed
    assert (MMG, "grenade") not in listed
    assert not any(unit.startswith("ge-") for unit, _ in listed)


def test_those_who_passed_fire_together_as_they_may() -> None:
    scene = battle().put(OTHER_SQUAD, "1508")
    scene.ready(f"{RIFLE}+{RIFLE_2}+{MMG}+{OTHER_SQUAD}")
    group = fire_options.joined(scene.board, RIFLE, scene.hex("1504"))
    assert set(group) == {RIFLE, RIFLE_2, MMG}
    scene.put(COMMANDER, "1508")
    group = fire_options.joined(scene.board, RIFLE, scene.hex("1504"))
    assert set(group) == {RIFLE, RIFLE_2, MMG, OTHER_SQUAD}


def test_every_attack_listed_is_legal() -> None:
    scene = battle().put(GUN, "1708", facing=0).put(ENEMY_TANK, "1704")
    scene.ready(f"{RIFLE}+{RIFLE_2}+{MMG}+{GUN}")
    listed = list(fire_options.attacks(scene.board))
    assert {attack.verb for attack in listed} == {"fire", "anti-tank-fire"}
    for attack in listed:
        assert list(scene.board.rulebook.check(attack, scene.board)) == []


def test_nothing_is_listed_in_a_phase_without_fire() -> None:
    scene = battle("assault")
    assert list(fire_options.fire_checks(scene.board)) == []
    assert list(fire_options.observations(scene.board)) == []


def test_a_machine_gun_is_noted_for_what_it_could_reach() -> None:
    scene = firing("morale", options=("advanced",)).put(MMG, "1510", facing=0)
    modes = list(fire_options.mode_options(scene.board, MMG))
    assert {mode.text("mode") for mode in modes} == {"df", "sp", "fl"}
    assert "1504" in {mode.text("hex") for mode in modes}
    assert "1512" not in {mode.text("hex") for mode in modes}


# -- what is owed ----------------------------------------------------------------------------------


def test_an_attack_calls_for_its_rolls_and_their_dice() -> None:
    scene = firing(terrain={"1504": "marsh"}).put(RIFLE, "1508").put(ENEMY, "1504")
    assert list(pending.calls_due(scene.board)) == []
    scene.fire(RIFLE, ENEMY)
    (call,) = pending.calls_due(scene.board)
    assert (call.verb, call.text("targets")) == ("fire-roll", ENEMY)
    assert pending.awaited_dice(scene.board) is None
    scene.do(call)
    assert pending.awaited_dice(scene.board) == Chance("two-dice", "fire-roll", "russian")
    scene.throw(2, 2)
    assert list(pending.marks_due(scene.board)) == [
        SetState(unit=ENEMY, state="morale", value="pinned", side="german")
    ]


def test_crews_are_called_for_and_their_losses_marked() -> None:
    scene = firing().put(RIFLE, "1508").put(ENEMY_MMG, "1504")
    scene.fire(RIFLE, ENEMY_MMG)
    scene.hit(ENEMY_MMG, 1)
    for dice in ((1, 1), (6, 6), (6, 6)):
        assert Declare(verb="crew-roll", units=(ENEMY_MMG,)) in pending.calls_due(scene.board)
        scene.declare("crew-roll", ENEMY_MMG)
        scene.throw(*dice)
    marks = list(pending.marks_due(scene.board))
    assert SetState(unit=ENEMY_MMG, state="crew-lost", value=1, side="german") in marks


def test_an_assault_is_carried_through_step_by_step() -> None:
    scene = firing("assault").put(RIFLE, "1508", assault_marker="0").put(ENEMY, "1507")
    (check,) = assault_options.assault_checks(scene.board)
    assert scene.do(check) == []
    scene.roll(2)
    (assault,) = assault_options.legal_assaults(scene.board)
    assert scene.do(assault) == []
    (move,) = pending.marks_due(scene.board)
    assert isinstance(move, Move)
    assert scene.do(move) == []
    (group,) = pending.calls_due(scene.board)
    assert group.text("fires") == "normal-defenders"
    scene.do(group)
    (shot,) = pending.calls_due(scene.board)
    scene.do(shot)
    scene.throw(1)
    assert list(pending.marks_due(scene.board)) == [
        Remove(units=(RIFLE,), why="eliminated", side="russian")
    ]


def test_markers_point_to_enemies_that_may_be_assaulted() -> None:
    scene = firing("movement").put(RIFLE, "1508").put(ENEMY, "1507").put(ENEMY_TANK, "1509")
    (marker,) = assault_options.marker_options(scene.board)
    assert (marker.unit, marker.state, marker.value) == (RIFLE, "assault-marker", "0")


def test_a_unit_off_the_map_does_not_fire() -> None:
    scene = firing().put(RIFLE, "russian-entry").put(ENEMY, "1504")
    assert "10.21" in scene.fire(RIFLE, ENEMY)


def test_a_unit_named_twice_counts_once() -> None:
    scene = firing().put(RIFLE, "1508").put(ENEMY, "1504")
    scene.ready(RIFLE)
    assert scene.do(Declare(verb="fire", units=(RIFLE, RIFLE), target="1504")) == []
    assert scene.board.state.fire.attack is not None
    assert scene.board.state.fire.attack.aims[ENEMY].strengths == {4}
