"""Attempts to get past the referee: mines, crews, modes, scenarios, marks and missing dice."""

from __future__ import annotations

import pytest

from referee.actions import Declare, Move, Place, SetState
from tests.referee.games.iron_cross.scene import Battle as Scenario
from tests.referee.games.iron_cross.scene import Scene, moving
from tests.referee.games.iron_cross.shooting import (
    COMMANDER,
    ENEMY,
    ENEMY_MMG,
    MMG,
    MORTAR,
    RIFLE,
    TANK,
    firing,
)
from tests.referee.games.iron_cross.test_probes import POOR, rounds

# -- mines and crews (19, 20) ----------------------------------------------------------------------


def test_infantry_does_not_set_off_mines_for_vehicles() -> None:
    scene = moving(first_shot=False).put(RIFLE, "1508")
    scene.declare("mines", field="1507 at 5")
    assert scene.move(RIFLE, "1508-1507-1506") == []
    assert scene.end() == []


def test_who_passes_through_mines_rolls_before_he_goes_on() -> None:
    scene = moving(first_shot=False).put(RIFLE, "1508")
    scene.declare("mines", field="1507 ap 4")
    found = scene.move(RIFLE, "1508-1507-1506")
    assert found + scene.end()


def test_a_pinned_man_does_not_go_on_from_mines() -> None:
    scene = moving(first_shot=False).put(RIFLE, "1508")
    scene.declare("mines", field="1507 ap 4")
    assert scene.move(RIFLE, "1508-1507") == []
    assert scene.declare("mine-roll", RIFLE) + scene.roll(4, 1) == []
    scene.set(RIFLE, "morale", "pinned")
    scene.set(RIFLE, "face", "down")
    assert scene.move(RIFLE, "1507-1506") == ["19.27"]


def test_friends_set_off_their_own_mines_for_men() -> None:
    scene = moving(first_shot=False).put(RIFLE, "1508")
    scene.declare("mines", field="1507 ap 2")
    scene.move(RIFLE, "1508-1507")
    assert scene.end() == ["19.22"]


def test_a_replacement_is_gone_for_good() -> None:
    scene = moving(first_shot=False).put(RIFLE, "1508").put(MMG, "1508", crew_lost=1)
    assert scene.declare("crew-replacement", RIFLE, targets=(MMG,)) == []
    assert scene.remove(RIFLE) == []
    assert scene.set(MMG, "replacements", 1) == []
    assert scene.do(Place(unit=RIFLE, at="1508", face="up")) == ["20.1"]


# -- the advanced rules (21 to 23) -----------------------------------------------------------------

ADVANCED = ("advanced",)


def test_a_gun_that_sprays_may_do_so_in_reaction() -> None:
    scene = firing("morale", options=ADVANCED).put(MMG, "1508", facing=0).put(ENEMY, "1503")
    assert scene.declare("mg-mode", MMG, mode="sp") == []
    scene.phase("reaction-movement")
    scene.board.state.first_shot = None
    assert scene.move(ENEMY, "1503-1504") == []
    assert scene.check(MMG, "opportunity-fire", 2) == []
    assert scene.attack(MMG, ENEMY, "spray") == []


def test_a_gun_in_direct_fire_is_silent_in_reaction() -> None:
    scene = firing("morale", options=ADVANCED).put(MMG, "1508", facing=0).put(ENEMY, "1503")
    scene.declare("mg-mode", MMG, mode="df")
    scene.phase("reaction-movement")
    scene.board.state.first_shot = None
    scene.move(ENEMY, "1503-1504")
    assert scene.check(MMG, "opportunity-fire", 2) == ["13.12"]


def test_mode_of_the_last_turn_may_be_kept_or_changed() -> None:
    scene = firing("morale", options=ADVANCED).put(MMG, "1508", facing=0)
    assert scene.declare("mg-mode", MMG, mode="sp") == []
    assert scene.declare("mg-mode", MMG, mode="df") == []
    scene.phase("morale", side="german")
    assert scene.declare("mg-mode", MMG, mode="fl", hex="1504") == []


def test_neighbours_need_no_observation() -> None:
    scene = firing(options=ADVANCED).put(RIFLE, "1508").put(ENEMY, "1507")
    scene.fire(RIFLE, ENEMY)
    attack = scene.board.state.fire.attack
    assert attack is not None
    assert set(attack.aims[ENEMY].strengths) == {4}


def test_half_of_the_factors_goes_into_an_unobserved_hex() -> None:
    scene = firing(options=ADVANCED).put(RIFLE, "1508").put(ENEMY, "1505")
    scene.fire(RIFLE, ENEMY)
    attack = scene.board.state.fire.attack
    assert attack is not None
    assert set(attack.aims[ENEMY].strengths) == {2}


# -- scenarios (24) --------------------------------------------------------------------------------


def test_reinforcements_of_scenario_3_do_not_come_before_turn_3() -> None:
    scene = Scenario("closing-the-ring")
    scene.phase("morale")
    scene.phase("movement", turn=2)
    unit = next(
        p.id for p in scene.board.pieces.values()
        if p.counter.formation == "ge-d" and p.place == "german-entry"
    )  # fmt: skip
    found = scene.do(Move(units=(unit,), path=("german-entry", "3005")))
    assert "24.6" in found


def test_nobody_goes_into_a_hidden_hex_before_it_is_shown() -> None:
    scene = moving(first_shot=False).put(RIFLE, "1508")
    scene.put(ENEMY, "1507", hidden=True)
    assert scene.move(RIFLE, "1508-1507") == ["24.23"]


def test_hidden_units_that_move_are_revealed() -> None:
    scene = (
        Scene(first_shot=False).put(ENEMY, "1507", hidden=True).put(ENEMY_MMG, "1507", hidden=True)
    )
    scene.phase("movement", side="german")
    assert scene.move(ENEMY, "1507-1506") == []
    # He himself, and who was left behind.
    assert scene.end() == ["24.22", "24.22"]


def test_a_face_is_not_changed_by_the_back_door_of_hiding() -> None:
    scene = firing().put(ENEMY, "1507")
    assert scene.do(SetState(unit=ENEMY, state="hidden", value=True)) == ["24.21"]


@pytest.mark.parametrize("phase", ["morale", "defensive-fire", "assault", "state-change"])
def test_units_do_not_vanish_in_any_phase(phase: str) -> None:
    scene = firing(phase, side="russian").put(RIFLE, "1508")
    assert "11.43" in scene.remove(RIFLE)


# -- boxes, marks and dice -------------------------------------------------------------------------


def test_crews_neither_heal_nor_shrink_by_marking() -> None:
    scene = moving().put(MMG, "1508", crew_lost=1)
    assert scene.set(MMG, "crew-lost", 0) == ["11.43"]
    scene = moving().put(MMG, "1508")
    assert scene.set(MMG, "crew-lost", 1) == ["11.43"]
    scene = moving().put(MMG, "1508", crew_lost=1, replacements=1)
    assert scene.set(MMG, "replacements", 0) == ["11.43"]


def test_commanders_of_vehicles_neither_die_nor_rise_by_marking() -> None:
    scene = firing().put(TANK, "1508", "down", commander_killed=True)
    assert scene.set(TANK, "commander-killed", False) == ["11.43"]
    scene = firing().put(TANK, "1508")
    assert scene.set(TANK, "commander-killed", True) == ["11.43"]


def test_a_mode_is_not_changed_by_marking_it() -> None:
    scene = firing("morale", options=ADVANCED).put(MMG, "1510", facing=0).put(ENEMY, "1506")
    assert scene.set(MMG, "mode", "df") == []
    scene.phase("support-fire")
    assert scene.set(MMG, "mode", "sp") == ["21.42"]
    scene = firing("morale").put(MMG, "1510", facing=0)
    assert scene.set(MMG, "mode", "sp") == ["21.0"]


def test_a_mode_changed_on_a_check_may_be_marked() -> None:
    scene = firing("morale", options=ADVANCED).put(MMG, "1510", facing=0).put(ENEMY, "1506")
    scene.declare("mg-mode", MMG, mode="df")
    scene.phase("support-fire")
    assert scene.check(MMG, "mg-mode", 2) == []
    assert scene.set(MMG, "mode", "sp") == []
    assert scene.fire(MMG, ENEMY, "spray", act="fire") == []


def test_a_leader_leads_nobody_in_another_hex() -> None:
    scene = moving().put(COMMANDER, "1508").put(POOR, "1506")
    assert scene.check(f"{COMMANDER}+{POOR}", "lead", 2) == ["8.3"]


def test_fire_by_nobody_cannot_be_judged() -> None:
    scene = firing().put(ENEMY, "1507", "down")
    assert scene.do(Declare(verb="fire", target="1507")) == ["?10.0.a"]


def test_wrecks_are_neither_taken_away_nor_put_elsewhere() -> None:
    scene = firing().put("wreck", "1508")
    assert scene.do(Place(unit="wreck", at="1502")) == ["12.4"]
    assert scene.remove("wreck") == ["12.4"]


def test_what_was_declared_without_its_dice_cannot_be_told() -> None:
    scene = firing("morale").put(POOR, "1508", "down", morale="suppressed")
    assert scene.declare("recovery", POOR) == []
    assert scene.set(POOR, "morale", "normal") == []
    assert scene.end() == ["?7.0.b"]
    mined = moving(first_shot=False).put(RIFLE, "1508")
    mined.declare("mines", field="1507 ap 4")
    mined.move(RIFLE, "1508-1507")
    mined.declare("mine-roll", RIFLE)
    assert mined.end() == ["?19.24"]
    scene = firing(options=ADVANCED).put(RIFLE, "1508").put(ENEMY, "1504")
    scene.declare("observation", RIFLE, "1504")
    assert scene.ready(RIFLE) == ["?23.2"]


def test_a_round_whose_scatter_is_not_told_cannot_be_judged() -> None:
    scene = firing().put(MORTAR, "1512").put(ENEMY, "1502")
    rounds(scene, 1)
    scene.declare("scatter", MORTAR, for_="distance")
    assert scene.hit(ENEMY, 1, 1) == ["?14.3"]


def test_a_round_that_scatters_needs_a_direction() -> None:
    scene = firing().put(MORTAR, "1512").put(ENEMY, "1502")
    rounds(scene, 1)
    scene.declare("scatter", MORTAR, for_="distance")
    scene.throw(6)
    assert scene.hit(ENEMY, 1, 1) == ["14.3.b"]


def test_no_improved_position_is_placed_that_the_scenario_does_not_give() -> None:
    scene = Scenario()
    assert scene.do(Place(unit="ip-3", at="4307")) == []
    assert scene.phase("morale") == ["24.1"]
    scene = Scenario()
    scene.do(Place(unit="ip-1#3", counter="ip-1", at="4307"))
    assert scene.phase("morale") == ["24.1"]


def test_the_loss_of_a_vehicle_to_infantry_is_not_guessed() -> None:
    scene = firing("movement", side="german").put("ge-iiie-1", "1505", facing=0)
    scene.board.state.first_shot = None
    scene.put("ru-a-zaitsev", "1504")
    assert scene.declare("overrun", "ge-iiie-1", "1504") == []
    scene.move("ge-iiie-1", "1505-1504")
    scene.check("ru-a-zaitsev", "overrun-defence", 2)
    assert scene.declare("overrun-defence", "ru-a-zaitsev") == []
    assert scene.remove("ge-iiie-1") == []
    assert scene.do(Place(unit="wreck", at="1504")) == []
    assert scene.end() == ["?9.2.B"]


def test_a_special_roll_stays_owed_when_more_fire_comes() -> None:
    scene = firing().put(RIFLE, "1508").put("ru-b-vlasov", "1608")
    scene.put(ENEMY, "1505", "down", morale="suppressed")
    scene.fire(RIFLE, ENEMY)
    scene.hit(ENEMY, 1, 1)
    scene = firing().put(MMG, "1508", facing=0).put(RIFLE, "1508")
    scene.put(ENEMY, "1505", "down", morale="suppressed")
    scene.fire(MMG, ENEMY)
    scene.hit(ENEMY, 2, 2)
    assert scene.board.state.owed[ENEMY].special_roll
    scene.fire(RIFLE, ENEMY)
    scene.hit(ENEMY, 1, 2)
    assert scene.board.state.owed[ENEMY].special_roll
    assert scene.end() == ["11.45"]


def test_pinned_twice_is_a_cumulative_result() -> None:
    scene = firing().put(RIFLE, "1508").put(ENEMY, "1505", "down", morale="pinned")
    scene.fire(RIFLE, ENEMY)
    scene.hit(ENEMY, 1, 3)
    assert scene.end() == ["11.45"]


def test_no_turn_follows_the_last() -> None:
    scene = Scenario()
    scene.phase("state-change", side="german", turn=7)
    assert "24.4" in scene.phase("morale", turn=8)
