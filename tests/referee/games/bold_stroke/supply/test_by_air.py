"""14.4, air supply: an airfield for 15 stacking points of units, and drops by the die.

The table of drops is a stand-in: 3 to 5 supplies 3 stacking points, 9 and 10 supply 10.
"""

from referee.actions import Declare
from tests.referee.games.bold_stroke.supply_scene import SupplyScene

INFANTRY, OTHER = "75-inf", "208-inf"
PHASE = "second.supply"


def cut_off(*airfields: str) -> SupplyScene:
    """A German division in 0805 without a road, and airfields that Germans were last in."""
    woods = {f"{row:02}{column:02}": "woods" for row in range(1, 10) for column in range(1, 10)}
    scene = SupplyScene(terrain=woods, roads={}, airfields=airfields).put(INFANTRY, "0805")
    for at in airfields:
        scene.board.state.last_through[scene.data.map.hex(at)] = "german"
    scene.begin(PHASE)
    return scene


def test_an_airfield_within_six_points_supplies_a_unit() -> None:
    scene = cut_off("0803")
    assert scene.declare("air-supply", hex="0803", brings="supply") == []
    assert scene.declare("air-supply", INFANTRY) == []
    scene.set("cut-off", False, INFANTRY)
    assert scene.ends() == []


def test_an_airfield_too_far_away_supplies_nothing() -> None:
    scene = cut_off("0101")
    scene.declare("air-supply", hex="0101", brings="supply")
    assert scene.declare("air-supply", INFANTRY) == ["14.4.1.A"]


def test_a_hex_without_an_airfield_is_none() -> None:
    assert cut_off().declare("air-supply", hex="0803", brings="supply") == ["14.4.1.A"]


def test_an_airfield_that_the_enemy_was_last_in_serves_nobody() -> None:
    scene = cut_off("0803")
    scene.board.state.last_through[scene.data.map.hex("0803")] = "soviet"
    assert scene.declare("air-supply", hex="0803", brings="supply") == ["14.4.1.A"]


def test_a_side_has_one_airfield_a_turn() -> None:
    scene = cut_off("0803", "0903")
    scene.declare("air-supply", hex="0803", brings="supply")
    assert scene.declare("air-supply", hex="0903", brings="supply") == ["14.4.1.B"]


def test_the_next_turn_may_have_another_airfield() -> None:
    scene = cut_off("0803", "0903")
    scene.declare("air-supply", hex="0803", brings="supply")
    scene.begin(PHASE, 2)
    assert scene.declare("air-supply", hex="0903", brings="supply") == []


def test_an_airfield_serves_fifteen_stacking_points() -> None:
    scene = cut_off("0803")
    scene.declare("air-supply", hex="0803", brings="supply")
    panzers = ("1-pz", "lah", "3-pz", "7-pz", "8-pz")
    for unit, at in zip(panzers, ("0802", "0804", "0705", "0704", "0703"), strict=True):
        scene.put(unit, at)
    assert scene.declare("air-supply", "+".join(panzers)) == []
    assert scene.declare("air-supply", INFANTRY) == ["14.4.1.A"]


def test_four_ammo_points_are_flown_in_and_no_more() -> None:
    scene = cut_off("0803")
    assert scene.declare("air-supply", hex="0803", brings="ammunition", points=4) == []
    assert scene.declare("air-supply", hex="0803", brings="ammunition", points=5) == ["14.4.1.A"]


def test_ammo_points_flown_in_twice_add_up() -> None:
    scene = cut_off("0803")
    flown = {"hex": "0803", "brings": "ammunition", "side": "german"}
    assert scene.declare("air-supply", points=3, **flown) == []
    assert scene.declare("air-supply", points=2, **flown) == ["14.4.1.A"]
    scene.begin(PHASE, 2)
    assert scene.declare("air-supply", points=4, **flown) == []


def test_an_airfield_supplies_units_or_takes_ammo_points() -> None:
    scene = cut_off("0803")
    assert scene.declare("air-supply", INFANTRY, hex="0803", brings="supply") == []
    flown = {"hex": "0803", "brings": "ammunition", "side": "german"}
    assert scene.declare("air-supply", points=4, **flown) == ["14.4.1.A"]
    scene = cut_off("0803")
    scene.declare("air-supply", points=4, **flown)
    assert scene.declare("air-supply", INFANTRY) == ["14.4.1.A"]


def test_an_airfield_that_the_log_does_not_name_cannot_be_judged() -> None:
    scene = cut_off("0803")
    (finding,) = scene.findings(Declare(verb="air-supply", units=(INFANTRY,)))
    assert finding.severity == "unverifiable"


# -- drops ----------------------------------------------------------------------------------------


def dropped(die: int, *airfields: str) -> SupplyScene:
    """A drop of supply on the division's hex."""
    scene = cut_off(*airfields)
    assert scene.declare("air-drop", hex="0805", brings="supply") == []
    assert scene.roll("air-drop", die, "german") == []
    return scene


def test_a_drop_supplies_units_in_its_hex() -> None:
    scene = dropped(4)
    assert scene.declare("air-drop", INFANTRY) == []
    scene.set("cut-off", False, INFANTRY)
    assert scene.ends() == []


def test_a_drop_supplies_no_more_than_the_die_brings() -> None:
    scene = dropped(4).put(OTHER, "0805")
    (finding,) = scene.findings(Declare(verb="air-drop", units=(INFANTRY, OTHER)))
    assert (finding.rule, finding.expected, finding.found) == (
        "14.4.2.C",
        "at most 3 stacking points",
        "4",
    )
    assert any("stand-in" in rest for rest in finding.rests_on)


def test_a_better_die_supplies_more() -> None:
    scene = dropped(9).put(OTHER, "0805")
    assert scene.declare("air-drop", f"{INFANTRY}+{OTHER}") == []


def test_dropped_ammo_points_supply_no_units() -> None:
    scene = cut_off()
    scene.declare("air-drop", hex="0805", brings="ammunition")
    scene.roll("air-drop", 10, "german")
    assert scene.declare("air-drop", INFANTRY) == ["14.4.2.C"]


def test_the_hex_of_a_drop_is_named_before_the_die() -> None:
    assert cut_off().declare("air-drop", INFANTRY) == ["14.4.2.B"]


def test_a_drop_without_a_die_in_the_log_cannot_be_judged() -> None:
    scene = cut_off()
    scene.declare("air-drop", hex="0805", brings="supply")
    (finding,) = scene.findings(Declare(verb="air-drop", units=(INFANTRY,)))
    assert (finding.rule, finding.severity) == ("14.4.2.C", "unverifiable")


def test_units_with_a_supply_line_get_no_drop() -> None:
    scene = SupplyScene().put(INFANTRY, "0405")
    scene.begin(PHASE)
    scene.declare("air-drop", hex="0405", brings="supply")
    scene.roll("air-drop", 9, "german")
    assert scene.declare("air-drop", INFANTRY) == ["14.4.2.A"]


def test_units_near_a_friendly_airfield_get_no_drop() -> None:
    assert dropped(9, "0803").declare("air-drop", INFANTRY) == ["14.4.2.A"]


def test_what_fell_lasts_until_the_next_supply_phase() -> None:
    scene = dropped(4)
    scene.declare("air-drop", INFANTRY)
    scene.begin(PHASE, 2)
    assert scene.ends() == ["14.1.C"]


def test_the_units_may_be_named_with_the_hex_before_the_die() -> None:
    scene = cut_off()
    assert scene.declare("air-drop", INFANTRY, hex="0805", brings="supply") == []
    assert scene.roll("air-drop", 4, "german") == []
    scene.set("cut-off", False, INFANTRY)
    assert scene.ends() == []


def test_units_named_before_the_die_are_no_more_than_it_brings() -> None:
    scene = cut_off().put(OTHER, "0805")
    assert scene.declare("air-drop", f"{INFANTRY}+{OTHER}", hex="0805", brings="supply") == []
    assert scene.roll("air-drop", 4, "german") == ["14.4.2.C"]


def test_units_named_with_another_hex_get_no_drop() -> None:
    assert cut_off().declare("air-drop", INFANTRY, hex="0806", brings="supply") == ["14.4.2.B"]


def test_units_named_with_the_hex_of_a_drop_that_has_no_die_cannot_be_judged() -> None:
    scene = cut_off()
    scene.declare("air-drop", INFANTRY, hex="0805", brings="supply")
    assert scene.ends() == ["14.4.2.C"]
