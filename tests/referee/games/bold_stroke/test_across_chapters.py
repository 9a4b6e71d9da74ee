"""What several chapters say together: sequences over phases of movement, combat and supply."""

import pytest

from tests.referee.games.bold_stroke.campaign import Campaign
from tests.referee.games.bold_stroke.fights import Fight
from tests.referee.games.bold_stroke.scene import Scene

CORPS, OTHER_CORPS, TANKS, OTHER_TANKS, GUNS = "30-rc", "50-rc", "6-gtc", "7-gtc", "13-ad"
DIVISION, OTHER, PANZER, HQ = "75-inf", "208-inf", "1-pz", "hq-vii"
ROAD = {"0505-0504-0503-0502": "paved"}


# -- movement --------------------------------------------------------------------------------------


def test_a_partial_breakthrough_is_enough_to_ford_a_major_river() -> None:
    scene = Scene(sides={("0505", "0504"): "major-river"})
    scene.put("91-tb", "0505", **{"partial-breakthrough": True})
    scene.phase("first.exploitation")
    assert scene.move("91-tb", "0505-0504") == []
    assert scene.move("91-tb", "0504-0503") == ["4.5.A"]


def test_a_corps_that_goes_on_leaves_the_road_hex_to_the_next() -> None:
    scene = Scene(roads=ROAD).put(TANKS, "0505").put(OTHER_TANKS, "0505")
    assert scene.move(TANKS, "0505-0504-0503-0502") == []
    assert scene.move(OTHER_TANKS, "0505-0504-0503") == []


def test_the_limit_on_road_movement_is_over_with_the_phase() -> None:
    scene = Scene(roads=ROAD, terrain={"0503": "woods"}, ground="thaw")
    scene.put(TANKS, "0505").put(OTHER_TANKS, "0505", breakthrough=True)
    scene.move(TANKS, "0505-0504-0503")
    scene.phase("first.exploitation")
    assert scene.move(OTHER_TANKS, "0505-0504-0503-0502") == []


def test_a_bridge_does_not_help_tanks_from_zone_to_zone_over_a_river() -> None:
    scene = Scene(roads={"0505-0405": "dirt"}, sides={("0505", "0405"): "river"})
    scene.put("91-tb", "0505").put(DIVISION, "0404")
    assert scene.move("91-tb", "0505-0405") in (["8.2.3.A"], ["8.2.3.B"])


@pytest.mark.parametrize("say", [True, False])
def test_an_enemy_that_advances_beside_a_reserve_takes_its_marker(say: bool) -> None:
    fight = Fight("0/1").put(CORPS, "0404").put(DIVISION, "0505").put(OTHER, "0604", reserve=True)
    fight.fought(CORPS)
    fight.retreat(DIVISION, "0505-0605")
    advance = fight.advance if say else fight.moves
    assert advance(CORPS, "0404-0505") == []
    assert not fight.board.pieces[OTHER].flag("reserve")


@pytest.mark.parametrize("say", [True, False])
def test_a_hidden_unit_beside_which_an_enemy_advances_is_to_be_shown(say: bool) -> None:
    fight = Fight("0/1", options=("limited-intelligence",)).put(CORPS, "0404")
    fight.put(DIVISION, "0505").put(OTHER, "0604", hidden=True)
    fight.fought(CORPS)
    fight.retreat(DIVISION, "0505-0605")
    advance = fight.advance if say else fight.moves
    advance(CORPS, "0404-0505")
    assert fight.board.state.records.hidden.to_reveal == {OTHER}


# -- two combat phases -----------------------------------------------------------------------------


def twice(*units: tuple[str, str]) -> Fight:
    """A tank corps with a breakthrough that has attacked and attacks the same hex again."""
    fight = Fight("0/0").put(TANKS, "0404", breakthrough=True).put(PANZER, "0505")
    for unit, at in units:
        fight.put(unit, at)
    return fight


def again(fight: Fight) -> Fight:
    """The second combat phase, the attack announced."""
    assert fight.roll(5) == []
    fight.phase("first.exploitation")
    fight.phase("first.second-combat")
    assert fight.attack(TANKS) == []
    return fight


def test_guns_and_headquarters_take_part_in_both_combat_phases() -> None:
    fight = twice((GUNS, "0303"), (HQ, "0605"))
    fight.attack(TANKS)
    assert fight.support(GUNS) + fight.support(HQ) == []
    again(fight)
    assert fight.support(GUNS) + fight.support(HQ) == []


def test_an_air_unit_that_fought_is_not_there_in_the_second_combat_phase() -> None:
    fight = twice(("g-bomber", "air-xlviii-pz"))
    fight.attack(TANKS)
    fight.declare("air-support", "", "0505", as_="pass", side="soviet")
    assert fight.air("g-bomber") == []
    assert again(fight).air("g-bomber") == ["15.3.A"]


def test_a_marker_serves_for_one_second_combat_phase() -> None:
    fight = twice()
    fight.phase("first.second-combat")
    fight.phase("second.supply")
    fight.phase("first.second-combat", turn=2)
    assert fight.attack(TANKS) == ["11.0.C"]


# -- who attacks, who is marked --------------------------------------------------------------------


def test_units_of_one_hex_attack_different_hexes() -> None:
    fight = Fight("0/0").put(TANKS, "0404").put(CORPS, "0404")
    fight.put(DIVISION, "0505").put(OTHER, "0304")
    fight.fought(TANKS)
    assert fight.attack(CORPS, "0304") == []


@pytest.mark.parametrize(("roads", "rules"), [({}, ["11.1.E"]), ({"0404-0505": "dirt"}, [])])
def test_the_dnepr_is_attacked_across_at_a_crossing(
    roads: dict[str, str], rules: list[str]
) -> None:
    fight = Fight("0/0", sides={("0404", "0505"): "dnepr"}, roads=roads)
    fight.put(TANKS, "0404").put(DIVISION, "0505")
    assert fight.attack(TANKS) == rules


def test_vehicles_do_not_attack_into_a_swamp_in_thaw() -> None:
    fight = Fight("0/0", ground="thaw", terrain={"0505": "swamp"})
    fight.put(TANKS, "0404").put(CORPS, "0405").put(DIVISION, "0505")
    assert fight.attack(TANKS) == ["11.1.E"]
    assert fight.attack(CORPS) == []


def test_a_division_that_is_cut_off_defends_without_its_guns() -> None:
    for states, total in (({"cut-off": True}, 4), ({}, 8)):
        fight = Fight("0/0").put(CORPS, "0404").put(DIVISION, "0505", **states)
        fight.attack(CORPS)
        assert fight.odds(defense=total) == []


def test_one_stack_that_attacked_is_marked() -> None:
    fight = Fight("0/B").put(TANKS, "0404").put(OTHER_TANKS, "0404").put(DIVISION, "0505")
    fight.fought(f"{TANKS}+{OTHER_TANKS}")
    assert fight.declare("breakthrough", f"{TANKS}+{OTHER_TANKS}") == []
    fight = Fight("0/B").put(TANKS, "0404").put(OTHER_TANKS, "0404").put(DIVISION, "0505")
    fight.fought(TANKS)
    assert fight.declare("breakthrough", f"{TANKS}+{OTHER_TANKS}") == ["11.10.2"]


def test_a_third_obligation_that_is_forgiven_is_no_partial_breakthrough() -> None:
    fight = Fight("0/3").put(TANKS, "0404").put(DIVISION, "0505")
    fight.attack(TANKS)
    fight.declare("forgive", target="0505")
    fight.roll(5)
    assert fight.declare("partial-breakthrough", TANKS) == ["11.10.3"]


# -- supply and steps ------------------------------------------------------------------------------


def test_a_large_corps_gets_its_own_counter_back_with_its_steps() -> None:
    play = Campaign().put("50-rc", "soviet-substitutes", face="reduced").put("50-rc-sub", "1213")
    play.at(6, "first.supply")
    play.board.state.records.replacements.points["soviet"] = {"infantry": 9}
    assert play.declare("replacement", "50-rc-sub", with_="infantry") == []
    assert play.move("50-rc-sub", "1213 soviet-substitutes") == []
    assert play.move("50-rc", "soviet-substitutes 1213") == []
    assert play.ends() == []
