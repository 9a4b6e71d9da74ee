"""11.12, 8.5.C and 17.2.E: advance after combat into 0505 and beyond."""

import pytest

from referee.games.bold_stroke.results.advance import distance, legal_advances
from referee.games.bold_stroke.results.obligations import current
from tests.referee.games.bold_stroke.fights import Fight

CORPS, TANKS, CAVALRY, GUNS, BRIGADE = "30-rc", "6-gtc", "1g-cc", "33-g", "91-tb"
GERMANS = "75-inf"
ROAD = {"0404-0505-0605-0705-0805": "dirt"}


def driven_off(
    attackers: str, path: str = "0505-0605", german: str = GERMANS, **scene: object
) -> Fight:
    """Attackers in 0404 have driven a division off along a path."""
    hexes = path.count("-")
    fight = Fight(f"0/{hexes}", **scene).put(german, "0505")
    for unit in attackers.split("+"):
        fight.put(unit, "0404")
    fight.fought(attackers)
    assert fight.retreat(german, path) == []
    return fight


def cleared(
    attackers: str, path: str = "0505-0605-0706-0806", german: str = GERMANS, **scene: object
) -> Fight:
    """The same, and then the defender is nowhere near."""
    return driven_off(attackers, path, german, **scene).put(german, "0909")


# -- when ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("say", [True, False])
def test_attackers_advance_into_the_hex_that_the_defender_left(say: bool) -> None:
    fight = driven_off(CORPS)
    go = fight.advance if say else fight.moves
    assert go(CORPS, "0404-0505") == []
    assert fight.where(CORPS) == "0505"
    assert fight.ends() == []


def test_nobody_need_advance() -> None:
    assert driven_off(CORPS).ends() == []


def test_nobody_advances_while_the_defender_holds_the_hex() -> None:
    fight = Fight("0/0").put(CORPS, "0404").put(GERMANS, "0505").fought(CORPS)
    assert fight.advance(CORPS, "0404-0505") == ["11.12.A"]


def test_attackers_that_retreated_do_not_advance() -> None:
    fight = Fight("1/1").put(CORPS, "0404").put(TANKS, "0405").put(GERMANS, "0505")
    fight.fought(f"{CORPS}+{TANKS}")
    fight.retreat(GERMANS, "0505-0605")
    fight.retreat(CORPS, "0404-0304")
    assert fight.advance(TANKS, "0405-0505") == ["11.9.D"]


def test_attackers_advance_after_taking_all_obligations_as_losses() -> None:
    fight = Fight("1/1").put(CORPS, "0404").put(GERMANS, "0505").fought(CORPS)
    fight.retreat(GERMANS, "0505-0605")
    assert fight.loss(CORPS) == []
    assert fight.advance(CORPS, "0404-0505") == []


def test_attackers_do_not_advance_before_taking_their_losses() -> None:
    fight = Fight("1/1").put(CORPS, "0404").put(GERMANS, "0505").fought(CORPS)
    fight.retreat(GERMANS, "0505-0605")
    assert fight.advance(CORPS, "0404-0505") == ["11.12.A"]
    assert fight.ends() == []


def test_the_defender_does_not_advance() -> None:
    fight = driven_off(CORPS).put("88-inf", "0606")
    assert fight.declare("advance", "88-inf", path="0606-0605") == ["11.12.A"]


# -- how far ------------------------------------------------------------------------------------


def test_the_attacker_advances_three_hexes_after_a_retreat_of_three() -> None:
    fight = cleared(CAVALRY)
    assert distance(fight.board, fight.combat) == 3
    assert fight.advance(CAVALRY, "0404-0505-0605-0706") == []


def test_it_advances_no_further_than_the_defender_retreated() -> None:
    fight = cleared(CAVALRY, "0505-0605-0706")
    assert fight.advance(CAVALRY, "0404-0505-0605-0706") == ["11.12.C"]


def test_two_obligations_left_by_a_destroyed_defender_are_two_hexes_of_advance() -> None:
    fight = Fight("0/4").put(CAVALRY, "0404").put("183-inf", "0505", face="reduced").fought(CAVALRY)
    fight.loss("183-inf")
    fight.loss("183-inf", effect="destroyed")
    assert distance(fight.board, fight.combat) == 2
    assert fight.advance(CAVALRY, "0404-0505-0605") == []
    assert fight.advance(CAVALRY, "0605-0706") == ["11.12.C"]


def test_one_hex_is_always_open() -> None:
    assert driven_off(CORPS).advance(CORPS, "0404-0505") == []


def test_leg_units_advance_one_hex_only() -> None:
    assert cleared(CORPS).advance(CORPS, "0404-0505-0605") == ["11.12.E"]


@pytest.mark.parametrize(
    ("unit", "hexes", "rules"),
    [
        (CORPS, 1, []),
        (TANKS, 1, []),
        (TANKS, 2, ["11.12.G"]),
        (CAVALRY, 2, []),
        (CAVALRY, 3, ["11.12.G"]),
    ],
)
def test_thaw_shortens_advances(unit: str, hexes: int, rules: list[str]) -> None:
    fight = cleared(unit, ground="thaw")
    path = "-".join(("0404", "0505", "0605", "0706")[: hexes + 1])
    assert fight.advance(unit, path) == rules


def test_attackers_across_a_major_river_advance_one_hex() -> None:
    fight = cleared(f"{CORPS}+8-at", sides={("0404", "0505"): "major-river"})
    assert fight.advance("8-at", "0404-0505-0605") == ["11.12.H"]


def test_infantry_may_advance_over_a_major_river() -> None:
    fight = driven_off(CORPS, sides={("0404", "0505"): "major-river"})
    assert fight.advance(CORPS, "0404-0505") == []


def test_units_with_tanks_do_not_advance_over_a_major_river() -> None:
    fight = driven_off(TANKS, sides={("0404", "0505"): "major-river"})
    assert fight.advance(TANKS, "0404-0505") == ["11.12.I"]


# -- where to -----------------------------------------------------------------------------------


def test_an_advance_begins_with_the_hex_attacked() -> None:
    assert cleared(TANKS).advance(TANKS, "0404-0405") == ["11.12.F"]


def test_after_that_it_may_leave_the_path_of_the_defender() -> None:
    assert cleared(TANKS).advance(TANKS, "0404-0505-0604-0704") == []


def test_an_advance_stops_in_the_first_enemy_zone() -> None:
    fight = cleared(TANKS).put("88-inf", "0606")
    assert fight.advance(TANKS, "0404-0505-0605") == []
    assert fight.advance(TANKS, "0605-0705") == ["11.12.D"]


def test_zones_in_the_hex_attacked_do_not_stop_it() -> None:
    fight = cleared(TANKS).put("88-inf", "0506")
    assert fight.advance(TANKS, "0404-0505-0604") == []


def test_an_advance_in_parts_counts_as_one() -> None:
    fight = cleared(TANKS, "0505-0605-0706")
    assert fight.moves(TANKS, "0404-0505") == []
    assert fight.moves(TANKS, "0505-0605") == []
    assert fight.moves(TANKS, "0605-0706") == ["11.12.C"]


def test_nobody_advances_into_a_hex_with_enemies() -> None:
    fight = cleared(TANKS).put("88-inf", "0605")
    assert fight.advance(TANKS, "0404-0505-0605") == ["7.0.B"]


def test_nobody_advances_where_it_cannot_go() -> None:
    fight = cleared(TANKS, terrain={"0605": "swamp"})
    fight.board.state.ground = "thaw"
    assert "6.2.B" in fight.advance(TANKS, "0404-0505-0605")


def test_an_advance_known_by_its_ends_is_legal_if_some_way_is() -> None:
    assert cleared(TANKS).moves(TANKS, "0404>0605") == []


def test_advancing_stacks_keep_the_stacking_limit() -> None:
    fight = Fight("0/1").put(GERMANS, "0505").put("30-rc", "0404").put("15-rc", "0405")
    fight.put("24-rc", "0504").fought("30-rc+15-rc+24-rc")
    fight.retreat(GERMANS, "0505-0605")
    assert fight.advance("30-rc", "0404-0505") == []
    assert fight.advance("15-rc", "0405-0505") == []
    assert fight.advance("24-rc", "0504-0505") == []
    assert fight.ends() == ["7.1.B"]


# -- units beside the attackers -----------------------------------------------------------------


def test_units_beside_attackers_that_advanced_may_advance_as_far() -> None:
    fight = cleared(TANKS).put(BRIGADE, "0405")
    fight.advance(TANKS, "0404-0505")
    assert fight.advance(BRIGADE, "0405-0505-0605") == []


def test_their_class_limits_them_too() -> None:
    fight = cleared(TANKS).put("38-rd", "0405")
    fight.advance(TANKS, "0404-0505")
    assert fight.advance("38-rd", "0405-0505-0605") == ["11.12.E"]


def test_they_do_not_advance_before_the_attackers_do() -> None:
    fight = cleared(TANKS).put(BRIGADE, "0405")
    assert fight.advance(BRIGADE, "0405-0505") == ["11.12.J"]


def test_units_further_off_do_not_advance() -> None:
    fight = cleared(TANKS).put(BRIGADE, "0402")
    fight.advance(TANKS, "0404-0505")
    assert fight.advance(BRIGADE, "0402-0403") == ["11.12.J"]


def test_artillery_that_did_not_fight_does_not_advance() -> None:
    fight = cleared(TANKS).put(GUNS, "0405")
    fight.advance(TANKS, "0404-0505")
    assert fight.advance(GUNS, "0405-0505") == ["11.12.J"]


def test_units_that_fought_elsewhere_do_not_advance_with_them() -> None:
    fight = Fight("0/1").put(GERMANS, "0505").put(TANKS, "0404").put(BRIGADE, "0405")
    fight.put("183-inf", "0306")
    fight.attack(BRIGADE, "0306")
    fight.roll(5)
    fight.loss("183-inf")
    fight.attack(TANKS)
    fight.roll(5)
    fight.retreat(GERMANS, "0505-0605")
    fight.advance(TANKS, "0404-0505")
    assert fight.declare("advance", BRIGADE, path="0405-0505") == ["11.12.J"]


# -- detachments --------------------------------------------------------------------------------


def test_a_detachment_advances_a_hex_more_along_roads() -> None:
    fight = cleared(
        "adv-det", "0505-0605-0705", "183-inf", roads=ROAD, options=("advanced-detachments",)
    )
    assert fight.advance("adv-det", "0404-0505-0605-0705") == []


@pytest.mark.parametrize("case", ["no option", "no road", "thaw"])
def test_without_road_frost_or_option_it_does_not(case: str) -> None:
    options = () if case == "no option" else ("advanced-detachments",)
    roads = {} if case == "no road" else ROAD
    fight = cleared("adv-det", "0505-0605-0705", "183-inf", roads=roads, options=options)
    if case == "thaw":
        fight.board.state.ground = "thaw"
    assert fight.advance("adv-det", "0404-0505-0605-0705") != []


# -- what may be done ---------------------------------------------------------------------------


def test_the_advances_open_to_a_side_are_listed() -> None:
    fight = cleared(f"{TANKS}+38-rd", "0505-0605-0706")
    combat = current(fight.board)
    assert combat is not None
    number = fight.data.map.number
    found = {(o.unit, number(o.path[-1])) for o in legal_advances(fight.board, combat)}
    assert ("38-rd", "0505") in found
    assert ("38-rd", "0605") not in found
    assert {(TANKS, "0505"), (TANKS, "0605"), (TANKS, "0604"), (TANKS, "0506")} <= found
    assert all(unit in {TANKS, "38-rd"} for unit, _ in found)


def test_a_unit_beside_the_hex_advanced_into_may_advance_too() -> None:
    fight = Fight("0/1").put("5-gtc", "0404").put("75-inf", "0505").put("9-mc", "0506")
    fight.put("8-gmc", "0207").fought("5-gtc")
    fight.retreat("75-inf", "0505-0605")
    assert fight.advance("9-mc", "0506-0505") == ["11.12.J"]
    fight = Fight("0/1").put("5-gtc", "0404").put("75-inf", "0505").put("9-mc", "0506")
    fight.put("8-gmc", "0207").fought("5-gtc")
    fight.retreat("75-inf", "0505-0605")
    assert fight.advance("5-gtc", "0404-0505") == []
    assert fight.advance("9-mc", "0506-0505") == []
    assert fight.advance("8-gmc", "0207-0306") == ["11.12.J"]
