"""11.0 to 11.2 and 8.4: who may attack what, how often, and in which phase."""

import pytest

from referee.actions import Declare
from referee.games.bold_stroke.combat.participants import attackable_hexes, legal_attackers
from tests.referee.games.bold_stroke.fights import Fight

RIFLES, CORPS, TANKS, GUNS, ROCKETS = "38-rd", "30-rc", "6-gtc", "13-ad", "32g-rkt"
GERMANS, PANZER = "75-inf", "1-pz"
ROAD = {"0404-0505": "paved"}


def against_infantry(**scene: object) -> Fight:
    """A rifle corps in 0404 beside a German division."""
    return Fight(**scene).put(CORPS, "0404").put(GERMANS, "0505")


# -- what may be attacked -----------------------------------------------------------------------


def test_units_attack_an_adjacent_hex_with_enemies() -> None:
    assert against_infantry().attack(CORPS) == []


def test_the_hex_may_be_named_by_a_unit_in_it() -> None:
    fight = against_infantry()
    assert fight.attack(CORPS, GERMANS) == []
    assert fight.combat.hex == fight.data.map.hex("0505")


def test_an_empty_hex_is_not_attacked() -> None:
    assert against_infantry().attack(CORPS, "0403") == ["11.0.B"]


def test_an_attack_without_a_target_is_found() -> None:
    fight = against_infantry()
    assert fight.declare("attack", CORPS) == ["11.0.B"]


def test_units_do_not_attack_a_hex_they_are_not_beside() -> None:
    assert Fight().put(CORPS, "0402").put(GERMANS, "0505").attack(CORPS) == ["11.1.E"]


def test_units_do_not_attack_into_a_hex_they_could_not_enter() -> None:
    swamp = Fight(terrain={"0505": "swamp"}, ground="thaw").put(TANKS, "0404").put(GERMANS, "0505")
    assert swamp.attack(TANKS) == ["11.1.E"]


def test_infantry_attacks_into_thawed_swamp() -> None:
    fight = against_infantry(terrain={"0505": "swamp"}, ground="thaw")
    assert fight.attack(CORPS) == []


def test_nobody_attacks_across_the_dnepr_without_a_crossing() -> None:
    assert against_infantry(sides={("0404", "0505"): "dnepr"}).attack(CORPS) == ["11.1.E"]


def test_units_attack_across_the_dnepr_at_a_crossing() -> None:
    fight = against_infantry(sides={("0404", "0505"): "dnepr"}, roads=ROAD)
    assert fight.attack(CORPS) == []


def test_the_side_whose_turn_it_is_not_attacks_nobody() -> None:
    fight = against_infantry()
    fight.phase("first.combat")
    assert fight.attack(GERMANS, "0404") != []


def test_units_out_of_supply_are_not_among_those_who_may_attack() -> None:
    fight = against_infantry().put(RIFLES, "0404")
    fight.phase("first.combat")
    target = fight.data.map.hex("0505")
    assert [p.id for p in legal_attackers(fight.board, target)] == [CORPS, RIFLES]
    fight.board.pieces[CORPS].states["out-of-supply"] = True
    assert [p.id for p in legal_attackers(fight.board, target)] == [RIFLES]


def test_the_hexes_that_may_be_attacked_are_listed() -> None:
    fight = against_infantry().put("88-inf", "0808")
    fight.phase("first.combat")
    assert attackable_hexes(fight.board) == (fight.data.map.hex("0505"),)


# -- how often ----------------------------------------------------------------------------------


def test_units_in_zones_of_control_need_not_attack() -> None:
    fight = against_infantry()
    fight.phase("first.combat")
    assert fight.ends() == []


def test_units_beside_several_enemies_attack_one_and_leave_the_others() -> None:
    fight = Fight("0/0").put(CORPS, "0404").put(GERMANS, "0505").put("88-inf", "0403")
    fight.fought(CORPS)
    assert fight.ends() == []


def test_units_of_one_hex_may_attack_different_hexes() -> None:
    fight = against_infantry().put(RIFLES, "0404").put("88-inf", "0403")
    assert fight.attack(CORPS) == []
    assert fight.attack(RIFLES, "0403") == []


def test_a_unit_attacks_no_second_hex() -> None:
    fight = against_infantry().put("88-inf", "0403")
    fight.attack(CORPS)
    assert fight.attack(CORPS, "0403") == ["11.1.D"]


def test_a_unit_attacks_once_in_a_phase() -> None:
    fight = Fight("0/0").put(CORPS, "0404").put(GERMANS, "0505").put("88-inf", "0403")
    fight.fought(CORPS)
    assert fight.attack(CORPS, "0403") == ["11.1.A"]


def test_it_attacks_again_in_the_next_combat_phase() -> None:
    fight = Fight("0/0").put(CORPS, "0404").put(GERMANS, "0505")
    fight.fought(CORPS)
    fight.board.pieces[CORPS].states["second-combat"] = True
    fight.phase("first.second-combat")
    assert fight.attack(CORPS) == []


def test_units_join_an_attack_that_was_announced() -> None:
    fight = against_infantry().put(TANKS, "0405")
    assert fight.attack(CORPS) == []
    assert fight.attack(TANKS) == []
    assert set(fight.combat.attackers) == {CORPS, TANKS}
    assert len(fight.board.state.combat.now.combats) == 1


def test_a_stack_is_attacked_once_in_a_phase() -> None:
    fight = Fight("0/0").put(CORPS, "0404").put(TANKS, "0405").put(GERMANS, "0505")
    fight.fought(CORPS)
    assert fight.attack(TANKS) == ["11.1.B"]


def test_a_unit_attacked_before_does_not_shield_a_stack_that_it_joined() -> None:
    fight = Fight("0/1").put(CORPS, "0404").put(TANKS, "0603")
    fight.put(GERMANS, "0505").put("88-inf", "0604")
    fight.fought(CORPS)
    fight.moves(GERMANS, "0505-0604")
    assert "11.1.B" not in fight.attack(TANKS, "0604")


# -- artillery and headquarters -----------------------------------------------------------------


def test_artillery_and_headquarters_alone_attack_nobody() -> None:
    fight = Fight().put(GUNS, "0404").put("hq-38", "0303").put(GERMANS, "0505")
    fight.attack(GUNS)
    assert "11.2.F" in fight.roll(5)


def test_artillery_named_among_the_attackers_fires_for_them() -> None:
    fight = against_infantry().put(GUNS, "0404")
    assert fight.attack(f"{CORPS}+{GUNS}") == []
    assert fight.roll(5) == []


def test_air_units_alone_attack_nobody() -> None:
    fight = Fight().put("s-bomber", "air-38-army").put(GERMANS, "0505").put(GUNS, "0404")
    fight.attack(GUNS)
    fight.air("s-bomber")
    assert "11.2.F" in fight.roll(5)


# -- the second combat phase --------------------------------------------------------------------


@pytest.mark.parametrize("marker", ["second-combat", "breakthrough", "partial-breakthrough"])
def test_committed_reserves_and_breakthroughs_attack_in_the_second_phase(marker: str) -> None:
    fight = against_infantry()
    fight.phase("first.second-combat")
    fight.board.pieces[CORPS].states[marker] = True
    assert fight.attack(CORPS) == []


def test_other_units_do_not_attack_in_the_second_phase() -> None:
    fight = against_infantry()
    fight.phase("first.second-combat")
    assert fight.attack(CORPS) == ["11.0.C"]


def test_artillery_fires_in_both_combat_phases() -> None:
    fight = Fight("0/0").put(CORPS, "0404").put(GUNS, "0403").put(GERMANS, "0505")
    fight.attack(CORPS)
    assert fight.support(GUNS) == []
    fight.roll(5)
    fight.phase("first.second-combat")
    fight.board.pieces[CORPS].states["second-combat"] = True
    fight.attack(CORPS)
    assert fight.support(GUNS) == []


# -- the order of combats -----------------------------------------------------------------------


def test_attacks_are_resolved_in_any_order() -> None:
    fight = Fight("0/0").put(CORPS, "0404").put(TANKS, "0405")
    fight.put(GERMANS, "0505").put("88-inf", "0306")
    fight.attack(CORPS)
    fight.attack(TANKS, "0306")
    assert fight.roll(5, "combat 0306") == []
    assert fight.roll(5, "combat 0505") == []


def test_a_combat_is_not_resolved_before_the_last_one_is_settled() -> None:
    fight = Fight("0/1").put(CORPS, "0404").put(TANKS, "0405")
    fight.put(GERMANS, "0505").put("88-inf", "0306")
    fight.fought(CORPS)
    fight.attack(TANKS, "0306")
    assert fight.roll(5) == ["11.9.A"]


def test_a_phase_does_not_end_before_its_combats_are_settled() -> None:
    fight = Fight("1/0").put(CORPS, "0404").put(GERMANS, "0505")
    fight.fought(CORPS)
    assert fight.ends() == ["11.9.A"]


def test_an_attack_that_is_not_resolved_is_worth_a_look() -> None:
    fight = against_infantry()
    fight.attack(CORPS)
    assert fight.ends() == ["11.8.A"]


def test_attacks_are_not_part_of_a_movement_phase() -> None:
    fight = against_infantry()
    fight.phase("first.movement")
    assert fight.do(Declare(verb="attack", units=(CORPS,), target="0505")) == ["2.2"]
