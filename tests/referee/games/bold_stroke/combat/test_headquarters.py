"""8.7 and 13.1 to 13.3: support by headquarters, its path, its limits, and assets."""

import pytest

from referee.actions import Move
from tests.referee.games.bold_stroke.fights import Fight

CORPS, GERMANS, HQ = "30-rc", "75-inf", "hq-vii"


def defence(**scene: object) -> Fight:
    """A corps of the 60th Army attacks a German division in 0505."""
    fight = Fight("0/0", **scene).put(CORPS, "0404").put(GERMANS, "0505")
    fight.attack(CORPS)
    return fight


def guns(fight: Fight, unit: str = HQ) -> list[str]:
    return fight.support(unit, "anti-tank")


# -- the path -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("at", "rules"), [("0507", []), ("0508", []), ("0509", ["13.1.A"])])
def test_a_headquarters_supports_within_three_hexes(at: str, rules: list[str]) -> None:
    assert guns(defence().put(HQ, at)) == rules


def test_its_path_does_not_run_through_an_enemy() -> None:
    fight = defence().put(HQ, "0507")
    for at, unit in {"0506": "38-rd", "0406": "147-rd", "0606": "206-rd"}.items():
        fight.put(unit, at)
    assert guns(fight) == ["13.1.A"]


def test_its_path_does_not_run_through_an_enemy_zone() -> None:
    fight = defence().put(HQ, "0507").put("38-rd", "0406").put("147-rd", "0706")
    assert guns(fight) == ["13.1.A"]


def test_a_friendly_unit_opens_a_hex_in_a_zone() -> None:
    fight = defence().put(HQ, "0507").put("38-rd", "0406").put("147-rd", "0706")
    fight.put("88-inf", "0506")
    assert guns(fight) == []


def test_its_path_runs_only_where_motorized_units_go() -> None:
    swamp = {"0506": "swamp", "0406": "swamp", "0606": "swamp", "0607": "swamp"}
    assert guns(defence(terrain=swamp, ground="thaw").put(HQ, "0507")) == ["13.1.A"]
    assert guns(defence(terrain=swamp).put(HQ, "0507")) == []


def test_its_artillery_needs_range_and_no_path() -> None:
    fight = defence().put(HQ, "0507").put("38-rd", "0406").put("147-rd", "0706")
    assert fight.support(HQ) == []


def test_its_artillery_has_a_range() -> None:
    assert defence().put(HQ, "0509").support(HQ) == ["12.1.A"]


# -- for whom -----------------------------------------------------------------------------------


def test_a_soviet_headquarters_supports_its_own_units() -> None:
    assert defence().put("hq-60", "0304").support("hq-60") == []


def test_a_soviet_headquarters_does_not_support_another_army() -> None:
    assert defence().put("hq-38", "0304").support("hq-38") == ["13.1.D"]


def test_a_german_headquarters_may_support_any_unit() -> None:
    assert guns(defence().put("hq-lix", "0507"), "hq-lix") == []


def test_units_set_up_under_another_army_belong_to_it() -> None:
    fight = defence().put("hq-38", "0304")
    fight.board.pieces[CORPS].states["subordination"] = "38-army"
    assert fight.support("hq-38") == []


def test_only_headquarters_lend_anti_tank_guns() -> None:
    assert guns(defence().put("88-at", "0605"), "88-at") == ["13.1.C"]


def test_a_headquarters_supports_one_hex() -> None:
    fight = defence().put(HQ, "0605").put("38-rd", "0603").put("88-inf", "0604")
    assert guns(fight) == []
    fight.attack("38-rd", "0604")
    assert fight.support(HQ, "anti-tank", "0604") == ["13.1.B"]


def test_it_may_lend_its_guns_and_its_artillery_to_the_same_hex() -> None:
    fight = defence().put(HQ, "0506")
    assert guns(fight) == []
    assert fight.support(HQ) == []


# -- how many -----------------------------------------------------------------------------------


def test_one_korps_and_one_panzerkorps_support_a_combat() -> None:
    fight = defence().put("hq-vii", "0506").put("hq-xxiv-pz", "0605")
    assert fight.support("hq-vii") == []
    assert fight.support("hq-xxiv-pz") == []


def test_a_second_korps_does_not() -> None:
    fight = defence().put("hq-vii", "0506").put("hq-lix", "0605")
    fight.support("hq-vii")
    assert fight.support("hq-lix") == ["13.3.A"]


def test_one_army_and_one_tank_army_support_a_combat() -> None:
    fight = Fight().put(CORPS, "0404").put("6-gtc", "0405").put(GERMANS, "0505")
    fight.put("hq-60", "0304").put("hq-3-gtk", "0305").attack(f"{CORPS}+6-gtc")
    assert fight.support("hq-60") == []
    assert fight.support("hq-3-gtk") == []


def test_a_second_army_does_not() -> None:
    fight = Fight().put(CORPS, "0404").put("23-rc", "0405").put(GERMANS, "0505")
    fight.put("hq-60", "0304").put("hq-38", "0305").attack(f"{CORPS}+23-rc")
    fight.support("hq-60")
    assert fight.support("hq-38") == ["13.3.B"]


def test_a_third_headquarters_of_any_level_does_not() -> None:
    fight = defence().put("hq-vii", "0506").put("hq-xxiv-pz", "0605").put("hq-4-pz-army", "0606")
    fight.support("hq-vii")
    fight.support("hq-xxiv-pz")
    assert fight.support("hq-4-pz-army") == ["13.3.A"]


# -- assets -------------------------------------------------------------------------------------


def test_an_asset_stays_within_three_hexes_of_its_headquarters() -> None:
    fight = Fight().put("hq-60", "0505").put("60-art", "0506")
    fight.phase("first.movement")
    fight.do(Move(units=("60-art",), path=("0506", "0507", "0508")))
    assert fight.phase("first.reserve-movement") == []


def test_an_asset_that_moves_too_far_is_found() -> None:
    fight = Fight().put("hq-60", "0505").put("60-art", "0506")
    fight.phase("first.movement")
    fight.do(Move(units=("60-art",), path=("0506", "0507", "0508", "0509")))
    assert fight.phase("first.reserve-movement") == ["13.2.A"]


def test_a_headquarters_that_leaves_its_asset_behind_is_found() -> None:
    fight = Fight().put("hq-60", "0505").put("60-art", "0508")
    fight.phase("first.movement")
    fight.do(Move(units=("hq-60",), path=("0505", "0504")))
    assert fight.phase("first.reserve-movement") == ["13.2.A"]


def test_an_asset_forced_away_comes_back_as_soon_as_it_can() -> None:
    fight = Fight().put("hq-60", "0505").put("60-art", "0509")
    fight.phase("first.movement")
    assert fight.phase("first.reserve-movement") == ["13.2.A"]
    fight = Fight().put("hq-60", "0505").put("60-art", "0509")
    fight.phase("first.movement")
    fight.do(Move(units=("60-art",), path=("0509", "0508")))
    assert fight.phase("first.reserve-movement") == []


def test_an_asset_that_cannot_come_back_is_excused() -> None:
    swamp = {"0508": "swamp", "0408": "swamp", "0409": "swamp", "0608": "swamp", "0609": "swamp"}
    fight = Fight(terrain=swamp, ground="thaw").put("hq-60", "0505").put("60-art", "0509")
    fight.phase("first.movement")
    assert fight.phase("first.reserve-movement") == []


def test_an_asset_without_its_headquarters_goes_where_it_likes() -> None:
    fight = Fight().put("60-art", "0506")
    fight.phase("first.movement")
    fight.do(Move(units=("60-art",), path=("0506", "0507", "0508", "0509")))
    assert fight.phase("first.reserve-movement") == []
