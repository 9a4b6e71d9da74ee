"""Chapter 12 and 11.2: artillery support, range, moved guns, and the option on subordination."""

import pytest

from referee.actions import Move
from referee.games.bold_stroke.combat.artillery import fire_points, legal_supports
from tests.referee.games.bold_stroke.fights import Fight

CORPS, GUNS, MORTARS, ROCKETS = "30-rc", "24-g", "12-m", "32g-rkt"
GERMANS = "75-inf"


def attack(**scene: object) -> Fight:
    """A rifle corps of the 60th Army attacks 0505 from 0404."""
    fight = Fight("0/0", **scene).put(CORPS, "0404").put(GERMANS, "0505")
    fight.attack(CORPS)
    return fight


@pytest.mark.parametrize(("at", "rules"), [("0402", []), ("0401", ["12.1.A"])])
def test_a_gun_brigade_fires_three_hexes(at: str, rules: list[str]) -> None:
    fight = attack().put(GUNS, at)
    distance = fight.data.map.hex(at).distance(fight.data.map.hex("0505"))
    assert (distance <= 3) == (not rules)
    assert fight.support(GUNS) == rules


@pytest.mark.parametrize(("at", "rules"), [("0404", []), ("0304", ["12.1.A"])])
def test_mortars_of_range_one_fire_into_the_next_hex(at: str, rules: list[str]) -> None:
    assert attack().put(MORTARS, at).support(MORTARS) == rules


def test_artillery_fires_for_the_defence_of_its_own_hex() -> None:
    assert attack().put("neb", "0505").support("neb") == []


def test_artillery_fires_over_the_enemy_and_his_zones() -> None:
    fight = attack().put(GUNS, "0402").put("88-inf", "0403")
    assert fight.support(GUNS) == []


def test_other_units_do_not_fire_from_another_hex() -> None:
    assert attack().put("15-rc", "0405").support("15-rc") == ["12.1.D"]


def test_any_unit_may_fire_across_the_dnepr() -> None:
    fight = attack(sides={("0405", "0505"): "dnepr"}).put("15-rc", "0405")
    assert fight.support("15-rc") == []
    assert fight.strengths.attack.points("artillery") == 4 + 4


def test_guns_support_one_attack_in_a_phase() -> None:
    fight = attack().put(GUNS, "0304").put("15-rc", "0405").put("88-inf", "0306")
    fight.support(GUNS)
    fight.attack("15-rc", "0306")
    assert fight.support(GUNS, target="0306") == ["11.1.D"]


def test_guns_may_support_the_defence_of_several_hexes() -> None:
    fight = attack().put("xlviii-art", "0506").put("15-rc", "0405").put("88-inf", "0306")
    assert fight.support("xlviii-art") == []
    fight.attack("15-rc", "0306")
    assert fight.support("xlviii-art", target="0306") == []


def test_support_needs_a_combat_that_waits_for_its_die() -> None:
    fight = attack().put(GUNS, "0304")
    assert fight.support(GUNS, target="0707") == ["12.1.H"]
    fight.roll(5)
    assert fight.support(GUNS) == ["12.1.H"]


# -- guns that moved ----------------------------------------------------------------------------


def moved(unit: str) -> Fight:
    """A unit moved in the movement phase; then its side attacks."""
    fight = Fight("0/0").put(unit, "0303").put(CORPS, "0404").put(GERMANS, "0505")
    fight.phase("first.movement")
    assert fight.do(Move(units=(unit,), path=("0303", "0304"))) == []
    return fight


def test_soviet_guns_that_moved_do_not_fire_in_the_combat_phase() -> None:
    fight = moved(GUNS)
    assert fight.board.state.combat.artillery_moved == {GUNS}
    fight.phase("first.combat")
    fight.attack(CORPS)
    assert fight.support(GUNS) == ["12.1.E"]


def test_soviet_rockets_that_moved_may_fire() -> None:
    fight = moved(ROCKETS)
    fight.phase("first.combat")
    fight.attack(CORPS)
    assert fight.support(ROCKETS) == []


def test_guns_that_moved_may_fire_in_the_enemy_turn() -> None:
    fight = moved(GUNS)
    fight.phase("second.combat")
    fight.attack(GERMANS, "0404")
    assert fight.support(GUNS, target="0404") == []


def test_the_mark_comes_off_in_the_next_soviet_movement_phase() -> None:
    fight = moved(GUNS)
    fight.phase("second.movement")
    assert fight.board.state.combat.artillery_moved == {GUNS}
    fight.phase("first.movement", turn=2)
    assert fight.board.state.combat.artillery_moved == set()
    fight.phase("first.combat", turn=2)
    fight.attack(CORPS)
    assert fight.support(GUNS) == []


def test_german_guns_that_moved_may_fire() -> None:
    fight = Fight().put("xlviii-art", "0606").put(CORPS, "0404").put(GERMANS, "0505")
    fight.phase("second.movement")
    fight.do(Move(units=("xlviii-art",), path=("0606", "0605")))
    fight.phase("second.combat")
    fight.attack(GERMANS, "0404")
    assert fight.support("xlviii-art", target="0404") == []


# -- ammunition and order -----------------------------------------------------------------------


def test_guns_fire_only_as_far_as_the_ammo_points_last() -> None:
    fight = attack().put("13-ad", "0304").put("17-ad", "0303")
    fight.board.state.records.ammunition.points["soviet"] = 4
    assert fight.support("13-ad") == []
    assert fight.support("17-ad") == []
    fight = attack().put("13-ad", "0304").put("17-ad", "0303")
    fight.board.state.records.ammunition.points["soviet"] = 3
    assert fight.support("13-ad") == []
    assert fight.support("17-ad") == ["14.3.F"]


def test_a_combat_costs_a_point_for_every_four_of_all_its_guns() -> None:
    fight = attack().put("13-ad", "0304").put(GUNS, "0303")
    fight.board.state.records.ammunition.points["soviet"] = 10
    fight.support(f"13-ad+{GUNS}")
    assert fire_points(fight.board, fight.combat, "soviet") == 12
    fight.roll(5)
    assert fight.board.state.records.ammunition.points["soviet"] == 7


def test_artillery_of_other_units_costs_no_ammo_points() -> None:
    fight = attack()
    fight.board.state.records.ammunition.points["soviet"] = 10
    fight.roll(5)
    assert fight.board.state.records.ammunition.points["soviet"] == 10


def test_artillery_is_committed_before_the_air() -> None:
    fight = attack().put(GUNS, "0304").put("s-bomber", "air-60-army")
    fight.air("s-bomber")
    assert fight.support(GUNS) == ["15.3.B"]


# -- the option on subordination ----------------------------------------------------------------

OPTION = ("soviet-artillery-subordination",)


def test_by_option_soviet_guns_fire_for_their_own_army_alone() -> None:
    assert attack(options=OPTION).put(GUNS, "0304").support(GUNS) == ["12.4.A"]
    assert attack(options=OPTION).put("22-m", "0404").support("22-m") == []


def test_guns_of_the_front_fire_for_every_army() -> None:
    assert attack(options=OPTION).put("1-ukr-art", "0304").support("1-ukr-art") == []


def test_without_the_option_guns_fire_for_every_army() -> None:
    assert attack().put(GUNS, "0304").support(GUNS) == []


def test_german_guns_fire_for_every_korps() -> None:
    fight = attack(options=OPTION).put("xlviii-art", "0606")
    assert fight.support("xlviii-art") == []


# -- what may be done ---------------------------------------------------------------------------


def test_the_support_open_to_a_side_is_listed() -> None:
    fight = attack().put(GUNS, "0304").put(MORTARS, "0304").put("hq-60", "0303").put("neb", "0606")
    ours = {(s.unit, s.kind) for s in legal_supports(fight.board, fight.combat, "soviet")}
    assert ours == {(GUNS, "artillery"), ("hq-60", "artillery")}
    theirs = {(s.unit, s.kind) for s in legal_supports(fight.board, fight.combat, "german")}
    assert theirs == {("neb", "artillery")}
    fight.support(GUNS)
    assert GUNS not in {s.unit for s in legal_supports(fight.board, fight.combat, "soviet")}


def shelled(result: str, *units: str) -> Fight:
    """Units in 0505 that a corps has attacked from 0404."""
    fight = Fight(result).put("50-rc", "0404")
    for unit in units:
        fight.put(unit, "0505")
    return fight.fought("50-rc")


def test_guns_may_show_what_a_retreat_costs_them_at_once_before_or_after_it() -> None:
    fight = shelled("0/1", "xlviii-art")
    assert fight.mark("xlviii-art", "face", "reduced") == []
    assert fight.moves("xlviii-art", "0505-0605") == []
    assert fight.ends() == []
    fight = shelled("0/1", "xlviii-art")
    assert fight.moves("xlviii-art", "0505-0605") == []
    assert fight.mark("xlviii-art", "face", "reduced") == []
    assert fight.ends() == []


def test_guns_that_lost_more_than_was_due_and_did_not_retreat_are_found() -> None:
    fight = shelled("0/1", "xlviii-art")
    assert fight.mark("xlviii-art", "face", "reduced") == []
    assert fight.ends() == ["11.9.A"]


def test_guns_that_lost_before_the_infantry_and_did_not_retreat_are_found() -> None:
    fight = shelled("0/1", "75-inf", "xlviii-art")
    assert fight.loss("xlviii-art") == []
    assert fight.ends() == ["11.13.3.B"]
    fight = shelled("0/2", "75-inf", "xlviii-art")
    assert fight.loss("75-inf") == []
    assert fight.loss("xlviii-art") == []
    assert fight.ends() == []
