"""2.2: what is announced in a phase of one side is announced by that side."""

import pytest

from tests.referee.games.bold_stroke.campaign import Campaign
from tests.referee.games.bold_stroke.fights import Fight
from tests.referee.games.bold_stroke.supply_scene import SupplyScene

WOODS = {f"{row:02}{column:02}": "woods" for row in range(5, 10) for column in range(1, 10)}


def cut_off(phase: str) -> SupplyScene:
    """A German headquarters and a division on an airfield, far from any road."""
    scene = SupplyScene(terrain=WOODS, airfields=("0905",))
    scene.put("75-inf", "0905").put("hq-vii", "0804")
    scene.board.state.last_through[scene.board.data.map.hex("0905")] = "german"
    scene.begin(phase)
    return scene


@pytest.mark.parametrize(("phase", "rules"), [("first.supply", ["2.2"]), ("second.supply", [])])
def test_a_side_is_supplied_in_its_own_supply_phase(phase: str, rules: list[str]) -> None:
    assert cut_off(phase).declare("supply", "hq-vii", as_="source") == rules
    by_air = {"hex": "0905", "brings": "supply", "side": "german"}
    assert cut_off(phase).declare("air-supply", "75-inf", **by_air) == rules
    assert "2.2" not in cut_off("second.supply").declare("air-drop", **by_air)
    assert "2.2" in cut_off("first.supply").declare("air-drop", **by_air)


@pytest.mark.parametrize(("phase", "rules"), [("first.movement", ["2.2"]), ("second.movement", [])])
def test_german_scouts_probe_in_german_movement(phase: str, rules: list[str]) -> None:
    fight = Fight(options=("probes",)).put("1-rec", "0404").put("30-rc", "0505")
    fight.phase(phase)
    assert fight.declare("probe", "1-rec", "0505") == rules


@pytest.mark.parametrize(("phase", "rules"), [("first.movement", []), ("second.movement", ["2.2"])])
def test_detachments_are_formed_and_recombine_in_soviet_movement(
    phase: str, rules: list[str]
) -> None:
    fight = Fight(options=("advanced-detachments",))
    fight.put("6-gtc", "0404").put("adv-det", "soviet-substitutes")
    fight.phase(phase)
    assert fight.declare("detach", "6-gtc", "adv-det") == rules
    assert fight.declare("recombine", "adv-det", "6-gtc") == rules


@pytest.mark.parametrize(("phase", "rules"), [("first.movement", ["2.2"]), ("second.movement", [])])
def test_divisions_are_amalgamated_in_a_german_phase(phase: str, rules: list[str]) -> None:
    play = Campaign().put("183-inf", "1213").put("217-inf", "1213").at(3, phase)
    assert play.declare("amalgamation", "183-inf+217-inf", "kac") == rules


def test_where_both_sides_act_both_announce() -> None:
    fight = Fight("0/0").put("30-rc", "0404").put("75-inf", "0505").put("hq-vii", "0507")
    fight.attack("30-rc")
    assert fight.support("hq-vii") == []
