"""Chapters 21 and 22, machine gun modes and ammunition, in the advanced game.

A Russian machine gun of 9 factors and initial range 12 in 1510 faces north (0).
"""

from __future__ import annotations

from typing import Any

import pytest

from referee.actions import Declare, FieldValue, Origin
from referee.games.iron_cross.fire.ammunition import stock
from referee.games.iron_cross.fire.machine_gun_modes import lane
from tests.referee.games.iron_cross.scene import shipped
from tests.referee.games.iron_cross.shooting import (
    ENEMY,
    ENEMY_2,
    ENEMY_3,
    ENEMY_TANK,
    FLAMES,
    GUN,
    HIGHEST,
    LMG,
    MMG,
    MMG_2,
    MORTAR,
    RIFLE,
    RIFLE_AT,
    Battle,
    firing,
)

ADVANCED = ("advanced",)


def battle(
    phase: str = "support-fire", *, options: tuple[str, ...] = ADVANCED, **drawn: Any
) -> Battle:
    """Germans in 1506 and 1504, in line with the machine gun."""
    scene = firing(phase, options=options, **drawn).put(MMG, "1510", facing=0)
    return scene.put(ENEMY, "1506").put(ENEMY_2, "1504")


def sweep(scene: Battle, verb: str, target: str = ENEMY, **values: Any) -> list[str]:
    """Check and fire; that the mode was not noted in the log is not said again here."""
    found = scene.ready(MMG) + scene.attack(MMG, target, verb, **values)
    return scene.only_said(found)


def strengths(scene: Battle, unit: str = ENEMY) -> set[int]:
    attack = scene.board.state.fire.attack
    assert attack is not None
    return set({**attack.aims, **attack.others}[unit].strengths)


def test_a_sweep_whose_mode_was_not_noted_is_told_of() -> None:
    scene = battle()
    scene.ready(MMG)
    assert scene.attack(MMG, ENEMY, "spray") == ["?21.31"]
    scene = battle()
    scene.ready(MMG)
    assert scene.attack(MMG, ENEMY, "fire-lane", hex="1504") == ["?21.21"]
    scene = battle("morale")
    scene.declare("mg-mode", MMG, mode="fl", hex="1504")
    scene.phase("support-fire")
    scene.ready(MMG)
    assert scene.attack(MMG, ENEMY, "fire-lane", hex="1504") == []


# -- modes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["fire-lane", "spray"])
def test_lanes_and_spray_are_of_the_advanced_game(verb: str) -> None:
    assert sweep(battle(options=()), verb, hex="1504") == ["21.0"]
    assert sweep(battle(), verb, hex="1504" if verb == "fire-lane" else "") == []


def test_modes_are_changed_freely_in_the_morale_phase() -> None:
    scene = battle("morale")
    assert scene.declare("mg-mode", MMG, mode="fl", hex="1504") == []


def test_only_normal_guns_change_their_modes() -> None:
    scene = battle("morale").put(LMG, "1609", "down", morale="suppressed")
    assert scene.declare("mg-mode", LMG, mode="sp") == ["21.41"]


def noted(mode: str, hex_: str = "") -> Declare:
    """A mode as a note that was opened has it."""
    values: dict[str, FieldValue] = {"mode": mode, **({"hex": hex_} if hex_ else {})}
    return Declare(verb="mg-mode", units=(MMG,), values=values, secret=True, side="russian")


def test_a_noted_mode_holds_until_another_is_noted() -> None:
    scene = battle("morale")
    assert scene.do(noted("fl", "1504")) == []
    scene.phase("support-fire")
    assert sweep(scene, "fire-lane", hex="1504") == []
    scene.phase("morale", side="german")
    scene.phase("defensive-fire", side="german")
    scene.ready(MMG)
    assert scene.attack(MMG, ENEMY) == ["21.1#2"]
    scene.phase("morale", turn=2)
    assert scene.do(noted("df")) == []
    scene.phase("support-fire", turn=2)
    scene.ready(MMG)
    assert scene.attack(MMG, ENEMY) == []


def test_a_lane_goes_to_the_hex_that_was_noted_in_an_earlier_player_turn() -> None:
    scene = battle("morale")
    assert scene.do(noted("fl", "1504")) == []
    scene.phase("morale", side="german")
    scene.phase("defensive-fire", side="german")
    assert sweep(scene, "fire-lane", hex="1506") == ["21.21"]


def test_a_mode_is_not_noted_anew_outside_the_morale_phase() -> None:
    scene = battle("morale")
    assert scene.do(noted("df")) == []
    scene.phase("support-fire")
    assert scene.do(noted("df")) == []
    assert scene.do(noted("sp")) == ["21.42"]


def test_a_note_of_a_lane_names_the_hex_to_which_it_goes() -> None:
    for hex_ in ("", "9999", "banana"):
        scene = battle("morale")
        assert scene.do(noted("fl", hex_)) == ["21.21"]
        scene.phase("support-fire")
        scene.ready(MMG)
        assert scene.attack(MMG, ENEMY, "fire-lane", hex="1504") == ["?21.21"]


def test_a_lane_is_not_noted_elsewhere_outside_the_morale_phase() -> None:
    scene = battle("morale")
    assert scene.do(noted("fl", "1504")) == []
    scene.phase("support-fire")
    assert scene.do(noted("fl", "1504")) == []
    assert scene.do(noted("fl", "1506")) == ["21.41"]


def test_a_mode_noted_for_the_first_time_during_play_may_be_new() -> None:
    for mode, rules in (("df", []), ("sp", ["?21.41"]), ("fl", ["?21.41"])):
        scene = battle()
        assert scene.do(noted(mode, "1504" if mode == "fl" else "")) == rules


def test_a_gun_that_is_not_normal_keeps_the_mode_that_it_was_in() -> None:
    scene = battle("morale")
    assert scene.do(noted("fl", "1504")) == []
    scene.board.pieces[MMG].states["morale"] = "pinned"
    assert scene.do(noted("FL", "1504")) == []
    assert scene.do(noted("fl", "1506")) == ["21.41"]


def test_notes_of_modes_before_play_are_no_changes() -> None:
    scene = Battle(options=ADVANCED).put(MMG, "1510", facing=0).put(ENEMY, "1506")
    assert scene.do(noted("fl", "1504")) == []
    assert scene.do(noted("sp")) == []


def test_a_mode_struck_out_in_the_morale_phase_is_unknown() -> None:
    scene = battle("morale")
    assert scene.do(noted("fl", "1504")) == []
    assert scene.do(noted("fl", "1504").model_copy(update={"struck": True})) == []
    assert scene.board.state.fire.modes == {}
    scene = battle("morale")
    assert scene.do(noted("fl", "1504")) == []
    scene.phase("support-fire")
    assert scene.do(noted("fl", "1504").model_copy(update={"struck": True})) == []
    assert scene.do(noted("sp")) == ["21.42"]


def test_a_note_that_was_changed_between_two_logs_cannot_be_dated() -> None:
    scene = battle("morale")
    assert scene.do(noted("df")) == []
    scene.phase("support-fire")
    assert scene.do(noted("sp").located(Origin("second.vlog", 0))) == ["?21.41"]


def test_a_mode_that_there_is_not_cannot_be_judged() -> None:
    assert battle("morale").do(noted("lane")) == ["?21.0"]


def test_a_late_change_to_spray_is_late_for_its_player_turn_alone() -> None:
    scene = battle("morale")
    assert scene.do(noted("df")) == []
    scene.phase("support-fire")
    scene.check(MMG, "mg-mode", 2)
    assert sweep(scene, "spray") == []
    assert strengths(scene) == {2}
    scene.phase("morale", side="german")
    scene.phase("defensive-fire", side="german")
    assert sweep(scene, "spray") == []
    assert strengths(scene) == {4}


def test_a_mode_that_was_only_shown_is_forgotten_with_the_player_turn() -> None:
    scene = battle("morale")
    scene.declare("mg-mode", MMG, mode="sp")
    scene.phase("morale", side="german")
    assert scene.board.state.fire.modes == {}


def test_a_mode_shown_later_is_what_was_noted() -> None:
    assert battle().declare("mg-mode", MMG, mode="sp") == []


def test_a_mode_once_shown_is_not_changed_without_a_check() -> None:
    scene = battle("morale")
    scene.declare("mg-mode", MMG, mode="fl", hex="1504")
    scene.phase("support-fire")
    assert scene.declare("mg-mode", MMG, mode="sp") == ["21.42"]


def changing(total: int) -> Battle:
    scene = battle("morale")
    scene.declare("mg-mode", MMG, mode="df")
    scene.phase("support-fire")
    assert scene.check(MMG, "mg-mode", total) == []
    return scene


def test_a_gun_changes_to_spray_on_a_check() -> None:
    assert changing(2).declare("mg-mode", MMG, mode="sp") == []
    assert changing(HIGHEST).declare("mg-mode", MMG, mode="sp") == ["21.42"]
    assert changing(2).declare("mg-mode", MMG, mode="fl", hex="1504") == ["21.42"]


def test_a_gun_that_failed_to_change_still_fires_in_its_mode() -> None:
    assert changing(HIGHEST).fire(MMG, ENEMY) == []


def test_a_gun_that_fired_does_not_change() -> None:
    scene = battle()
    scene.fire(MMG, ENEMY)
    scene.hit(ENEMY, 6, 6)
    assert scene.check(MMG, "mg-mode", 2) == ["21.42"]


def test_without_the_advanced_rules_no_mode_is_changed() -> None:
    assert battle(options=()).check(MMG, "mg-mode", 2) == ["21.0"]


@pytest.mark.parametrize("shown", ["fl", "sp"])
def test_a_gun_on_a_lane_or_spraying_does_not_fire_directly(shown: str) -> None:
    scene = battle("morale")
    scene.declare("mg-mode", MMG, mode=shown, hex="1504")
    scene.phase("support-fire")
    assert scene.fire(MMG, ENEMY) == ["21.1#2"]
    assert scene.declare("intensive-fire", MMG) == ["21.1#2"]


def test_a_gun_in_direct_fire_does_not_sweep() -> None:
    scene = battle("morale")
    scene.declare("mg-mode", MMG, mode="df")
    scene.phase("support-fire")
    assert sweep(scene, "spray") == ["21.37"]


# -- fire lanes ------------------------------------------------------------------------------------


def test_a_lane_attacks_everybody_in_its_hexes_with_full_factors() -> None:
    scene = battle().put("ru-a-gusev", "1505")
    assert sweep(scene, "fire-lane", hex="1504") == []
    assert strengths(scene) == {9}
    for unit in (ENEMY, ENEMY_2, "ru-a-gusev"):
        assert scene.hit(unit, 6) == []


def test_a_lane_that_passes_over_somebody_is_flagged() -> None:
    scene = battle()
    sweep(scene, "fire-lane", hex="1504")
    scene.hit(ENEMY, 6)
    scene.mark(ENEMY, "pinned")
    assert scene.end() == ["11.41"]


def test_each_target_may_be_announced_by_itself_on_one_check() -> None:
    scene = battle()
    assert sweep(scene, "fire-lane", ENEMY, hex="1504") == []
    scene.hit(ENEMY, 6)
    assert scene.only_said(scene.attack(MMG, ENEMY_2, "fire-lane", hex="1504")) == []
    scene.hit(ENEMY_2, 6)
    scene.mark(ENEMY, "pinned")
    scene.mark(ENEMY_2, "pinned")
    assert scene.end() == []


def test_terrain_counts_for_each_hex_of_a_lane() -> None:
    scene = battle(trees={"1507": 1, "1505": 2})
    sweep(scene, "fire-lane", hex="1504")
    assert (strengths(scene, ENEMY), strengths(scene, ENEMY_2)) == ({8}, {6})


def test_a_lane_goes_no_further_than_sight_and_range_and_front() -> None:
    assert sweep(battle(terrain={"1508": "single-hex-building"}), "fire-lane", hex="1504") == [
        "21.21"
    ]
    scene = firing(options=ADVANCED).put(LMG, "1512", facing=0).put(ENEMY, "1504")
    assert scene.board.piece(LMG).value("range") == 9
    scene.ready(LMG)
    assert scene.only_said(scene.attack(LMG, ENEMY, "fire-lane", hex="1502")) == ["21.21"]
    scene = firing(options=ADVANCED).put(MMG, "1510", facing=3).put(ENEMY, "1506")
    assert sweep(scene, "fire-lane", hex="1504") == ["21.21"]


def test_the_target_hex_of_a_lane_is_the_noted_one() -> None:
    scene = battle("morale")
    scene.declare("mg-mode", MMG, mode="fl", hex="1504")
    scene.phase("support-fire")
    assert sweep(scene, "fire-lane", hex="1503") == ["21.21"]


def test_who_stands_where_the_lane_touches_a_corner_may_be_attacked_and_need_not() -> None:
    scene = battle().put(ENEMY_2, "1606").put(ENEMY_3, "1507")
    assert sweep(scene, "fire-lane", ENEMY_2, hex="1606") == []
    assert scene.hit(ENEMY_2, 6) == []
    scene.mark(ENEMY_2, "pinned")
    assert scene.end() == []
    scene = battle().put(ENEMY_2, "1606").put(ENEMY_3, "1507")
    sweep(scene, "fire-lane", ENEMY_2, hex="1606")
    assert scene.hit(ENEMY_3, 6) == []
    scene = battle().put(ENEMY_2, "1606").put(ENEMY_3, "1707")
    sweep(scene, "fire-lane", ENEMY_2, hex="1606")
    assert scene.hit(ENEMY_3, 6) == ["10.24"]


def test_a_lane_covers_only_hexes_of_its_own_level() -> None:
    scene = battle(levels={"1504": 1})
    gun = scene.board.piece(MMG)
    numbers = [scene.data.map.number(hex_) for hex_ in lane(scene.board, gun, scene.hex("1504"))]
    assert numbers == ["1505", "1506", "1507", "1508", "1509"]
    scene = firing(options=ADVANCED, levels={"1504": 1}).put(MMG, "1510", facing=0)
    assert sweep(scene.put(ENEMY_2, "1504"), "fire-lane", ENEMY_2, hex="1504") == ["21.22"]


def test_a_lane_without_an_enemy_in_it_is_not_fired_along() -> None:
    scene = firing(options=ADVANCED).put(MMG, "1510", facing=0)
    scene.ready(MMG)
    assert scene.only_said(scene.attack(MMG, "1504", "fire-lane", hex="1504")) == ["21.22"]


def test_a_lane_is_of_one_gun() -> None:
    scene = battle().put(MMG_2, "1610", facing=0)
    scene.ready(MMG_2)
    scene.ready(MMG)
    assert scene.only_said(scene.attack(f"{MMG}+{MMG_2}", ENEMY, "fire-lane", hex="1504")) == [
        "21.26"
    ]


def test_a_gun_that_failed_its_check_does_not_sweep_in_the_player_turn() -> None:
    scene = battle()
    scene.check(MMG, "fire", HIGHEST)
    scene.phase("moving-fire")
    assert scene.ready(MMG) == ["10.11"]


def moving_in(verb: str, way: str = "1505-1506") -> Battle:
    """A German has moved into a lane, or an area of spray, in his Movement Phase."""
    scene = firing("movement", side="german", options=ADVANCED).put(MMG, "1510", facing=0)
    scene.put(ENEMY, way[:4]).check(ENEMY, "move", 2)
    scene.move(ENEMY, way)
    assert verb in ("fire-lane", "spray")
    return scene


@pytest.mark.parametrize("verb", ["fire-lane", "spray"])
def test_a_sweeping_gun_fires_at_who_enters(verb: str) -> None:
    scene = moving_in(verb)
    values = {"hex": "1504"} if verb == "fire-lane" else {}
    scene.ready(MMG, "opportunity-fire")
    assert scene.only_said(scene.attack(MMG, ENEMY, verb, **values)) == []


def test_a_sweeping_gun_fires_again_in_the_phase_at_who_enters_next() -> None:
    scene = moving_in("fire-lane")
    scene.ready(MMG, "opportunity-fire")
    scene.attack(MMG, ENEMY, "fire-lane", hex="1504")
    scene.hit(ENEMY, 6)
    scene.mark(ENEMY, "pinned")
    scene.put(ENEMY_2, "1604").check(ENEMY_2, "move", 2)
    scene.move(ENEMY_2, "1604-1504")
    assert scene.only_said(scene.attack(MMG, ENEMY_2, "fire-lane", hex="1504")) == []
    scene.hit(ENEMY_2, 6)
    scene.mark(ENEMY_2, "pinned")
    assert scene.end() == []


def test_targets_of_a_lane_may_be_announced_one_by_one_whoever_entered_it_first_or_last() -> None:
    for first, second in ((ENEMY, ENEMY_2), (ENEMY_2, ENEMY)):
        scene = moving_in("fire-lane").put(ENEMY_2, "1505")
        scene.ready(MMG, "opportunity-fire")
        for target in (first, second):
            scene.attack(MMG, target, "fire-lane", hex="1504")
            scene.hit(target, 6)
            scene.mark(target, "pinned")
        assert scene.end() == []


def test_who_has_entered_a_lane_is_not_passed_over_for_those_who_stand_in_it() -> None:
    scene = moving_in("fire-lane").put(ENEMY_2, "1505")
    scene.ready(MMG, "opportunity-fire")
    scene.attack(MMG, ENEMY_2, "fire-lane", hex="1504")
    scene.hit(ENEMY_2, 6)
    scene.mark(ENEMY_2, "pinned")
    assert scene.end() == ["11.41"]


def test_nobody_in_the_lane_no_fire_in_movement() -> None:
    scene = moving_in("fire-lane", "1705-1706")
    scene.ready(MMG, "opportunity-fire")
    assert scene.only_said(scene.attack(MMG, "1504", "fire-lane", hex="1504")) == ["21.22"]


@pytest.mark.parametrize(("verb", "rules"), [("spray", []), ("opportunity-fire", ["13.12"])])
def test_in_reaction_movement_only_sweeping_guns_fire(verb: str, rules: list[str]) -> None:
    scene = firing("movement", options=ADVANCED).put(MMG, "1510", facing=0).put(ENEMY, "1505")
    scene.phase("reaction-movement")
    scene.check(ENEMY, "move", 2)
    scene.move(ENEMY, "1505-1506")
    scene.ready(MMG, "opportunity-fire")
    assert scene.only_said(scene.attack(MMG, ENEMY, verb, factors="ap")) == rules


# -- spray -----------------------------------------------------------------------------------------


def test_spray_has_half_the_factors_rounded_down() -> None:
    scene = battle()
    assert sweep(scene, "spray") == []
    assert strengths(scene) == {4}


def test_after_a_late_change_it_has_a_quarter() -> None:
    scene = changing(2)
    assert sweep(scene, "spray") == []
    assert strengths(scene) == {2}


def test_whom_to_spray_is_the_players_choice() -> None:
    scene = battle()
    sweep(scene, "spray")
    scene.hit(ENEMY, 6)
    assert scene.end() == []


def test_spray_stays_in_front_in_range_in_sight_and_on_its_level() -> None:
    assert sweep(battle().put(ENEMY_3, "1511"), "spray", ENEMY_3) == ["21.31"]
    assert sweep(battle(levels={"1504": 1}), "spray", ENEMY_2) == ["21.31"]
    assert sweep(battle(terrain={"1505": "single-hex-building"}), "spray", ENEMY_2) == ["21.31"]


def test_spray_is_of_one_gun() -> None:
    scene = battle().put(MMG_2, "1610", facing=0)
    scene.ready(f"{MMG}+{MMG_2}")
    assert scene.only_said(scene.attack(f"{MMG}+{MMG_2}", ENEMY, "spray")) == ["21.36"]


def test_spray_at_who_has_not_entered_the_area_is_flagged_in_movement() -> None:
    scene = moving_in("spray", "1712-1812").put(ENEMY_2, "1504")
    scene.ready(MMG, "opportunity-fire")
    assert scene.only_said(scene.attack(MMG, ENEMY_2, "spray")) == ["21.32"]


# -- ammunition ------------------------------------------------------------------------------------


def supplied(**drawn: Any) -> Battle:
    """In scenario 1 a Russian machine gun has 14 points, a light one 8."""
    scene = battle(**drawn)
    scene.board.scenario = shipped().scenarios["demyansk"]
    return scene


def test_the_scenario_says_how_much_ammunition_there_is() -> None:
    scene = supplied().put(LMG, "1609").put(RIFLE, "1609")
    assert [stock(scene.board, scene.board.piece(unit)) for unit in (MMG, LMG, RIFLE)] == [
        14, 8, None,
    ]  # fmt: skip
    scene.board.options = frozenset()
    assert stock(scene.board, scene.board.piece(MMG)) is None


def test_a_flamethrower_has_points_of_its_own() -> None:
    scene = battle().put(FLAMES, "1504")
    scene.board.scenario = shipped().scenarios["tula"]
    assert stock(scene.board, scene.board.piece(FLAMES)) == 4


def spent(scene: Battle, unit: str = MMG) -> int:
    return scene.board.state.fire.spent.get(unit, 0)


def test_each_kind_of_fire_has_its_cost() -> None:
    scene = supplied()
    scene.fire(MMG, ENEMY)
    assert spent(scene) == 1
    scene = supplied()
    scene.ready(MMG)
    scene.declare("intensive-fire", MMG)
    scene.attack(MMG, ENEMY)
    assert spent(scene) == 3
    scene = supplied()
    sweep(scene, "fire-lane", hex="1504")
    assert spent(scene) == 2
    scene = supplied()
    sweep(scene, "spray", ENEMY)
    assert spent(scene) == 1
    scene.attack(MMG, ENEMY_2, "spray")
    assert spent(scene) == 2
    scene.attack(MMG, ENEMY, "spray")
    assert spent(scene) == 2


@pytest.mark.parametrize(
    ("unit", "target", "verb"),
    [(RIFLE_AT, ENEMY, "fire"), (GUN, ENEMY_TANK, "anti-tank-fire")],
)
def test_guns_and_anti_tank_rifles_pay_a_point(unit: str, target: str, verb: str) -> None:
    scene = battle().put(unit, "1509", facing=0)
    scene.board.scenario = shipped().scenarios["marshes"]
    if target == ENEMY_TANK:
        scene.put(ENEMY_TANK, "1505")
    scene.fire(unit, target, verb)
    limited = stock(scene.board, scene.board.piece(unit)) is not None
    assert spent(scene, unit) == int(limited)


def test_a_mortar_pays_for_each_round() -> None:
    scene = battle().put(MORTAR, "1512")
    scene.board.scenario = shipped().scenarios["closing-the-ring"]
    scene.ready(MORTAR)
    scene.attack(MORTAR, ENEMY, "mortar-fire", rounds=2)
    scene.declare("scatter", MORTAR, for_="distance")
    scene.throw(3)
    assert spent(scene, MORTAR) == 1


def test_a_mortar_announces_no_more_rounds_than_it_has_points() -> None:
    for rounds, rules in ((1, []), (2, ["22.1"])):
        scene = battle().put(MORTAR, "1512").put(ENEMY_3, "1502")
        scene.board.scenario = shipped().scenarios["closing-the-ring"]
        scene.board.state.fire.spent[MORTAR] = 20
        scene.ready(MORTAR)
        assert scene.attack(MORTAR, ENEMY_3, "mortar-fire", rounds=rounds) == rules
        scene.declare("scatter", MORTAR, for_="distance")
        scene.throw(3)
        scene.hit(ENEMY_3, 6)
        scene.mark(ENEMY_3, "pinned")
        assert scene.end() == []


def test_a_failed_check_costs_nothing() -> None:
    scene = supplied()
    scene.check(MMG, "fire", HIGHEST)
    assert spent(scene) == 0


def test_a_weapon_without_ammunition_is_silent() -> None:
    scene = supplied()
    scene.board.state.fire.spent[MMG] = 14
    assert scene.ready(MMG) == ["22.1"]


def test_a_fire_that_costs_more_than_is_left_is_not_possible() -> None:
    scene = supplied()
    scene.board.state.fire.spent[MMG] = 13
    assert sweep(scene, "fire-lane", hex="1504") == ["22.1"]
    scene = supplied()
    scene.board.state.fire.spent[MMG] = 13
    assert scene.fire(MMG, ENEMY) == []


def test_boxes_are_marked_off_as_points_are_spent() -> None:
    scene = supplied()
    scene.fire(MMG, ENEMY)
    assert scene.set(MMG, "ammunition-spent", 2) == ["22.3"]
    scene = supplied()
    scene.fire(MMG, ENEMY)
    assert scene.set(MMG, "ammunition-spent", 1) == []
    assert scene.set(MMG, "ammunition-spent", 0) == ["22.3"]


def test_a_lane_is_noted_to_a_hex_in_sight_and_within_the_initial_range() -> None:
    scene = battle("morale", terrain={"1608": "single-hex-building"})
    assert scene.declare("mg-mode", MMG, mode="fl", hex="1503") == []
    assert scene.declare("mg-mode", MMG, mode="fl", hex="1706") == ["21.21"]
    far = firing("morale", options=ADVANCED).put(LMG, "1512", facing=0)
    assert far.declare("mg-mode", LMG, mode="fl", hex="1503") == []
    assert far.declare("mg-mode", LMG, mode="fl", hex="1502") == ["21.21"]


def test_a_lane_told_later_may_have_been_noted_elsewhere() -> None:
    scene = battle("movement", terrain={"1608": "single-hex-building"})
    assert scene.declare("mg-mode", MMG, mode="fl", hex="1706") == []
