"""8.5, 11.11, 7.2.B and 12.2: retreats. The stack in 0505 is attacked from 0404, so 0605 is away.

Neighbours of 0505: 0404, 0405, 0504, 0506, 0604, 0605; of 0605: 0604, 0606, 0705, 0706.
"""

from dataclasses import replace

import pytest

from compiler.gamedata.model import Place as MapPlace
from referee.games.bold_stroke.combat.retreat import legal_retreats
from referee.games.bold_stroke.results.obligations import current
from tests.referee.games.bold_stroke.fights import Fight
from tests.referee.games.bold_stroke.scene import SOURCE

CORPS, TANKS, GUNS, BRIGADE = "30-rc", "6-gtc", "33-g", "91-tb"
GERMANS, PANZER, ROCKETS, ARTILLERY = "75-inf", "1-pz", "neb", "xlviii-art"


def struck(units: str = GERMANS, hexes: int = 2, **scene: object) -> Fight:
    """Germans in 0505 that have been attacked from 0404 and owe so many obligations."""
    fight = Fight(f"0/{hexes}", **scene).put(CORPS, "0404")
    for unit in units.split("+"):
        fight.put(unit, "0505")
    return fight.fought(CORPS)


def refuges(fight: Fight, side: str = "german") -> set[str]:
    """Numbers of the hexes that the side may retreat into next."""
    combat = current(fight.board)
    assert combat is not None
    steps = legal_retreats(fight.board, combat, side)
    return {fight.data.map.number(step.end) for step in steps}


# -- the way ------------------------------------------------------------------------------------


@pytest.mark.parametrize("say", [True, False])
def test_a_retreat_goes_a_hex_for_each_obligation(say: bool) -> None:
    fight = struck()
    go = fight.retreat if say else fight.moves
    assert go(GERMANS, "0505-0605-0706") == []
    assert fight.where(GERMANS) == "0706"
    assert fight.ends() == []


def test_a_retreat_may_be_made_hex_by_hex() -> None:
    fight = struck()
    assert fight.moves(GERMANS, "0505-0605") == []
    assert fight.moves(GERMANS, "0605-0705") == []
    assert fight.ends() == []


def test_a_retreat_known_by_its_ends_is_legal_if_some_way_is() -> None:
    assert struck().moves(GERMANS, "0505>0706") == []


def test_a_retreat_towards_the_attackers_is_found() -> None:
    assert struck(hexes=1).retreat(GERMANS, "0505-0405") == ["11.11.A"]


def test_a_retreat_that_keeps_beside_the_attackers_is_found() -> None:
    assert struck(hexes=1).retreat(GERMANS, "0505-0504") == ["11.11.A"]


def test_every_hex_away_from_the_attackers_is_offered() -> None:
    assert refuges(struck()) == {"0604", "0605", "0506"}


def test_a_retreat_announced_without_its_way_is_known_when_it_is_made() -> None:
    fight = struck(hexes=1)
    assert fight.declare("retreat", GERMANS) == []
    assert fight.moves(GERMANS, "0505-0605") == []
    assert fight.ends() == []


def test_the_owner_chooses_the_path() -> None:
    fight = struck(hexes=1)
    assert fight.declare("retreat", GERMANS, by="german", path="0505-0605") == []
    fight = struck(hexes=1)
    assert fight.declare("retreat", GERMANS, by="soviet", path="0505-0605") == ["11.11.C"]


def test_a_retreat_across_the_map_is_found_at_once() -> None:
    assert struck().moves(GERMANS, "0505>0109") == ["11.11.A"]


def test_a_retreat_from_hex_to_hex_only() -> None:
    assert struck().retreat(GERMANS, "0505-0706") == ["11.11.A"]


def test_nobody_retreats_into_a_hex_with_enemies() -> None:
    fight = struck(hexes=1).put("38-rd", "0605")
    assert fight.retreat(GERMANS, "0505-0605") == ["7.0.B"]


def test_nobody_retreats_where_it_cannot_go() -> None:
    fight = struck(PANZER, hexes=1, terrain={"0605": "swamp"}, ground="thaw")
    assert fight.retreat(PANZER, "0505-0605") == ["11.11.E"]


def test_nobody_retreats_across_the_dnepr_without_a_crossing() -> None:
    fight = struck(hexes=1, sides={("0505", "0605"): "dnepr"})
    assert fight.retreat(GERMANS, "0505-0605") == ["11.11.E"]


def test_a_unit_does_not_retreat_into_a_hex_twice_in_a_phase() -> None:
    fight = struck(hexes=3)
    assert "11.11.F" in fight.retreat(GERMANS, "0505-0605-0706-0605")


def test_a_second_retreat_in_the_phase_avoids_the_hexes_of_the_first() -> None:
    fight = struck(hexes=1).put("88-inf", "0505")
    fight.retreat(GERMANS, "0505-0605")
    fight.put(GERMANS, "0505").put(TANKS, "0405").attack(TANKS)
    fight.roll(5)
    assert "0605" not in refuges(fight)
    assert fight.retreat(f"{GERMANS}+88-inf", "0505-0605") == ["11.11.F"]


def test_surrounded_units_take_losses() -> None:
    fight = Fight("0/2").put(GERMANS, "0505")
    around = {"30-rc": "0404", "15-rc": "0405", "38-rd": "0504", "147-rd": "0506",
              "206-rd": "0604", "309-rd": "0605"}  # fmt: skip
    for unit, at in around.items():
        fight.put(unit, at)
    fight.fought("30-rc")
    assert refuges(fight) == set()
    assert fight.loss(f"{GERMANS}", steps=2) == []
    assert fight.ends() == []


# -- the order of 11.11.A -----------------------------------------------------------------------


def with_supply(*numbers: str) -> Fight:
    """A map where German supply comes from some hexes."""
    fight = struck(hexes=1)
    hexes = tuple(fight.data.map.hex(number) for number in numbers)
    place = MapPlace("source", "Source", "edge", hexes, {"supply": "german"}, SOURCE)
    fight.data = replace(fight.data, map=replace(fight.data.map, places={"source": place}))
    fight.board.data = fight.data
    return fight


def test_of_hexes_away_from_the_attackers_those_toward_supply_come_first() -> None:
    fight = with_supply("0509")
    assert refuges(fight) == {"0506"}
    assert fight.retreat(GERMANS, "0505-0604") == ["11.11.A"]


def test_away_from_the_attackers_comes_before_supply() -> None:
    fight = with_supply("0101")
    assert refuges(fight) == {"0604", "0605", "0506"}


def test_a_headquarters_is_a_source_of_supply_to_retreat_to() -> None:
    fight = struck(hexes=1).put("hq-vii", "0806")
    assert refuges(fight) == {"0605"}


def test_then_comes_the_terrain_that_helps_the_defence() -> None:
    fight = struck(hexes=1, terrain={"0605": "woods"})
    assert refuges(fight) == {"0605"}
    found = fight.declared("retreat", GERMANS, path="0505-0604")
    assert [f.rule for f in found] == ["11.11.A"]
    assert any("Terrain Effects on Combat" in text for text in found[0].rests_on)


def test_a_better_hex_in_an_enemy_zone_need_not_be_taken() -> None:
    fight = struck(hexes=1, terrain={"0605": "woods"}).put("38-rd", "0706")
    assert refuges(fight) >= {"0604", "0605", "0506"}


def test_a_better_hex_that_is_full_need_not_be_taken() -> None:
    fight = struck(hexes=1, terrain={"0605": "woods"})
    for unit in ("1-pz", "lah", "7-pz"):
        fight.put(unit, "0605")
    assert "0604" in refuges(fight)


# -- stacks -------------------------------------------------------------------------------------


def test_a_defending_stack_retreats_together() -> None:
    fight = struck(f"{GERMANS}+{PANZER}")
    assert fight.retreat(f"{GERMANS}+{PANZER}", "0505-0605-0706") == []
    assert fight.ends() == []


def test_its_units_may_be_moved_one_after_the_other_the_same_way() -> None:
    fight = struck(f"{GERMANS}+{PANZER}")
    assert fight.moves(GERMANS, "0505-0605-0706") == []
    assert fight.moves(PANZER, "0505-0605-0706") == []
    assert fight.ends() == []


def test_its_units_do_not_go_different_ways() -> None:
    fight = struck(f"{GERMANS}+{PANZER}", hexes=1)
    fight.moves(GERMANS, "0505-0605")
    assert fight.moves(PANZER, "0505-0604") == ["11.11.G"]


def test_no_unit_of_the_stack_stays_behind() -> None:
    fight = struck(f"{GERMANS}+{PANZER}", hexes=1)
    fight.moves(GERMANS, "0505-0605")
    assert fight.ends() == ["11.11.G"]


def test_a_retreat_may_end_over_the_stacking_limit() -> None:
    fight = struck(hexes=1)
    for unit in ("1-pz", "lah", "7-pz"):
        fight.put(unit, "0605")
    assert fight.retreat(GERMANS, "0505-0605") == []
    assert fight.ends() == []


def test_a_retreat_may_go_on_until_there_is_room() -> None:
    fight = struck(hexes=1)
    for unit in ("1-pz", "lah", "7-pz"):
        fight.put(unit, "0605")
    assert fight.retreat(GERMANS, "0505-0605-0706") == []
    assert fight.ends() == []


def test_units_in_the_way_may_be_displaced() -> None:
    fight = struck(hexes=1)
    for unit in ("1-pz", "lah", "7-pz"):
        fight.put(unit, "0605")
    fight.retreat(GERMANS, "0505-0605")
    assert fight.declare("displace", "7-pz", path="0605-0706") == []
    assert fight.ends() == []


def test_units_that_are_in_nobodys_way_are_not_displaced() -> None:
    fight = struck(hexes=1).put("7-pz", "0605")
    fight.retreat(GERMANS, "0505-0605")
    assert fight.declare("displace", "7-pz", path="0605-0706") == ["7.2.B"]


# -- zones of control ---------------------------------------------------------------------------


def through_a_zone(unit: str, **states: object) -> Fight:
    """A retreat over 0605, into which a Soviet division in 0606 exerts its zone."""
    fight = Fight("0/2").put(CORPS, "0404").put(unit, "0505", **states).put("38-rd", "0606")
    return fight.fought(CORPS)


def test_a_unit_of_three_or_more_loses_a_step_leaving_a_zone() -> None:
    fight = through_a_zone(GERMANS)
    assert fight.retreat(GERMANS, "0505-0605-0705") == []
    assert fight.unmet() == ["8.5.A"]
    assert fight.loss(GERMANS, for_="retreat") == []
    assert fight.unmet() == []


def test_the_step_may_be_marked_without_a_word() -> None:
    fight = through_a_zone(GERMANS)
    fight.moves(GERMANS, "0505-0605-0705")
    assert fight.mark(GERMANS, "loss", 1) == []
    assert fight.unmet() == []


def test_a_unit_of_two_or_less_leaves_a_zone_freely() -> None:
    fight = through_a_zone("213-sec")
    assert fight.retreat("213-sec", "0505-0605-0705") == []
    assert fight.unmet() == []


def test_what_a_unit_has_lost_makes_it_small_enough() -> None:
    fight = through_a_zone("82-inf", face="reduced")
    fight.retreat("82-inf", "0505-0605-0705")
    assert fight.unmet() == []


def test_leaving_the_hex_attacked_costs_nothing() -> None:
    fight = struck(hexes=1)
    fight.retreat(GERMANS, "0505-0605")
    assert fight.unmet() == []


def test_entering_a_zone_costs_nothing() -> None:
    fight = Fight("0/1").put(CORPS, "0404").put(GERMANS, "0505").put("38-rd", "0606")
    fight.fought(CORPS)
    assert fight.retreat(GERMANS, "0505-0605") == []
    assert fight.unmet() == []


def test_a_friendly_unit_in_the_hex_covers_the_retreat() -> None:
    fight = through_a_zone(GERMANS).put("88-inf", "0605")
    fight.retreat(GERMANS, "0505-0605-0705")
    assert fight.unmet() == []


# -- the attacker -------------------------------------------------------------------------------


def test_attackers_retreat_away_from_the_hex_attacked() -> None:
    fight = Fight("1/0").put(CORPS, "0404").put(GERMANS, "0505").fought(CORPS)
    assert refuges(fight, "soviet") == {"0304", "0403", "0305"}
    assert fight.retreat(CORPS, "0404-0405") == ["11.11.A"]


def test_attackers_from_different_hexes_retreat_each_from_its_own() -> None:
    fight = Fight("1/0").put(CORPS, "0404").put(TANKS, "0604").put(GERMANS, "0505")
    fight.fought(f"{CORPS}+{TANKS}")
    assert fight.retreat(CORPS, "0404-0304") == []
    assert fight.retreat(TANKS, "0604-0704") == []
    assert fight.ends() == []


def test_artillery_that_is_not_adjacent_does_not_retreat_with_them() -> None:
    fight = Fight("1/0").put(CORPS, "0404").put(GUNS, "0304").put(GERMANS, "0505")
    fight.attack(CORPS)
    fight.support(GUNS)
    fight.roll(5)
    assert fight.retreat(CORPS, "0404-0403") == []
    assert fight.ends() == []


# -- artillery and headquarters -----------------------------------------------------------------


def test_artillery_that_retreats_loses_two_steps() -> None:
    fight = struck(f"{GERMANS}+{ARTILLERY}", hexes=1)
    assert fight.retreat(f"{GERMANS}+{ARTILLERY}", "0505-0605") == []
    assert fight.unmet() == ["12.2.C"]
    assert fight.loss(ARTILLERY, steps=2, for_="retreat") == []
    assert fight.unmet() == []


def test_rockets_retreat_without_loss() -> None:
    fight = struck(f"{GERMANS}+{ROCKETS}", hexes=1)
    fight.retreat(f"{GERMANS}+{ROCKETS}", "0505-0605")
    assert fight.unmet() == []


def fired(unit: str, *others: str, hexes: int = 1) -> Fight:
    """A unit in the hex attacked has used its artillery strength."""
    fight = Fight(f"0/{hexes}").put(CORPS, "0404").put(unit, "0505")
    for other in others:
        fight.put(other, "0505")
    fight.attack(CORPS)
    assert fight.support(unit) == []
    fight.roll(5)
    return fight


def test_artillery_that_fired_from_the_hex_does_not_retreat() -> None:
    fight = fired(ARTILLERY, GERMANS)
    assert fight.retreat(ARTILLERY, "0505-0605") == ["12.2.D"]


def test_it_takes_a_loss_when_the_others_retreat() -> None:
    fight = fired(ARTILLERY, GERMANS)
    assert fight.retreat(GERMANS, "0505-0605") == []
    assert fight.unmet() == ["12.2.D"]
    assert fight.loss(ARTILLERY, for_="retreat") == []
    assert fight.unmet() == []


def test_rockets_that_fired_may_retreat() -> None:
    fight = fired(ROCKETS, GERMANS)
    assert fight.retreat(f"{ROCKETS}+{GERMANS}", "0505-0605") == []
    assert fight.ends() == []


def test_a_headquarters_that_fired_does_not_retreat() -> None:
    assert fired("hq-vii", GERMANS).retreat("hq-vii", "0505-0605") == ["13.3.C"]


def test_a_headquarters_alone_that_fired_takes_all_obligations_as_losses() -> None:
    fight = fired("hq-vii")
    assert fight.retreat("hq-vii", "0505-0605") == ["12.1.C"]
    again = fired("hq-vii")
    assert again.loss("hq-vii") == []
    assert again.ends() == []


def test_a_headquarters_that_did_not_fire_may_retreat() -> None:
    fight = struck("hq-vii", hexes=1)
    assert fight.retreat("hq-vii", "0505-0605") == []
    assert fight.ends() == []


# -- routs and breakthroughs --------------------------------------------------------------------


def test_a_rout_is_two_hexes_of_retreat_and_two_losses() -> None:
    fight = Fight("R/0").put(CORPS, "0404").put(GERMANS, "0505").fought(CORPS)
    assert fight.retreat(CORPS, "0404-0304-0204") == []
    assert fight.loss(CORPS) == []
    assert fight.loss(CORPS) == []
    assert fight.ends() == []


def test_a_rout_of_one_hex_is_found() -> None:
    fight = Fight("R/0").put(CORPS, "0404").put(GERMANS, "0505").fought(CORPS)
    fight.retreat(CORPS, "0404-0304")
    fight.loss(CORPS, steps=3)
    assert "11.10.1" in fight.ends()


def test_the_losses_of_a_rout_fall_where_the_defender_says() -> None:
    fight = Fight("R/0").put(CORPS, "0404").put("38-rd", "0404").put(GERMANS, "0505")
    fight.fought(f"{CORPS}+38-rd")
    fight.retreat(f"{CORPS}+38-rd", "0404-0304-0204")
    assert fight.loss("38-rd") == []


def test_a_breakthrough_is_two_hexes_of_retreat_and_two_obligations() -> None:
    fight = Fight("0/B").put(CORPS, "0404").put(GERMANS, "0505").fought(CORPS)
    assert fight.retreat(GERMANS, "0505-0605-0706") == []
    assert fight.loss(GERMANS, steps=2) == []
    assert fight.ends() == []


def test_a_breakthrough_may_be_four_hexes_of_retreat() -> None:
    fight = Fight("0/B").put(CORPS, "0404").put(GERMANS, "0505").fought(CORPS)
    assert fight.retreat(GERMANS, "0505-0605-0705-0805-0905") == []
    assert fight.ends() == []


def test_a_breakthrough_without_its_retreat_is_found() -> None:
    fight = Fight("0/B").put(CORPS, "0404").put(PANZER, "0505").fought(CORPS)
    fight.loss(PANZER, steps=4)
    assert fight.ends() == ["11.10.2"]


def test_forgiveness_takes_one_off_a_breakthrough() -> None:
    fight = Fight("1/B").put(CORPS, "0404").put(GERMANS, "0505")
    fight.attack(CORPS)
    fight.declare("forgive")
    fight.roll(5)
    assert fight.retreat(GERMANS, "0505-0605-0706") == []
    assert fight.loss(GERMANS) == []
    assert fight.ends() == []


def test_the_loss_for_leaving_a_zone_may_be_marked_before_the_hex_is_left() -> None:
    fight = struck().put("38-rd", "0606").put("147-rd", "0604")
    assert fight.moves(GERMANS, "0505-0605") == []
    assert fight.mark(GERMANS, "loss", 1) == []
    assert fight.moves(GERMANS, "0605-0705") == []
    assert fight.ends() == []


def test_a_loss_marked_for_an_obligation_leaves_no_second_hex() -> None:
    fight = struck()
    assert fight.moves(GERMANS, "0505-0605") == []
    assert fight.mark(GERMANS, "loss", 1) == []
    assert fight.moves(GERMANS, "0605-0705") == ["11.11.A"]
