"""17.9: with Stavka's restrictions the Soviets encircle no more than a division."""

from referee.games.bold_stroke.reserves import encirclement
from tests.referee.games.bold_stroke.supply_scene import SupplyScene

OPTION = ("stavka-restrictions",)
RING = {"0306": "38-rd", "0305": "147-rd", "0304": "206-rd", "0502": "309-rd", "0506": "337-rd",
        "0705": "241-rd", "0704": "42g-rd", "0703": "68g-rd", "0603": "237-rd"}  # fmt: skip


def pocket(*caught: str, options: tuple[str, ...] = OPTION) -> SupplyScene:
    """Germans in 0504 with all but one of the Soviets around them, who comes last."""
    scene = SupplyScene(roads={}, options=options)
    for unit in caught:
        scene.put(unit, "0504")
    for at, unit in RING.items():
        scene.put(unit, at)
    scene.put("253-rd", "0301")
    scene.begin("first.movement")
    scene.move("253-rd", "0301-0302")
    return scene


def ends(scene: SupplyScene) -> list[str]:
    return [rule for rule in scene.ends() if rule.startswith("17.9")]


def test_one_division_may_be_encircled() -> None:
    assert ends(pocket("75-inf")) == []


def test_a_division_and_a_battalion_are_left_to_the_players() -> None:
    assert ends(pocket("75-inf", "239-ag")) == []


def test_two_divisions_may_not() -> None:
    assert ends(pocket("75-inf", "82-inf")) == ["17.9.A"]


def test_without_the_option_they_may() -> None:
    assert ends(pocket("75-inf", "82-inf", options=())) == []


def test_a_pocket_is_told_once() -> None:
    scene = pocket("75-inf", "82-inf")
    assert ends(scene) == ["17.9.A"]
    scene.begin("first.exploitation")
    scene.put("38-rd", "0306", breakthrough=True)
    scene.move("38-rd", "0306-0305")
    assert ends(scene) == []


def test_units_that_hang_together_are_one_pocket() -> None:
    scene = pocket("75-inf").put("82-inf", "0505")
    found = encirclement.pockets(scene.board, "german")
    assert set(found) == {frozenset({"75-inf", "82-inf"})}


def test_a_way_out_is_no_pocket() -> None:
    scene = SupplyScene(roads={}, options=OPTION).put("75-inf", "0504").put("82-inf", "0504")
    scene.put("38-rd", "0503").put("147-rd", "0301")
    scene.begin("first.movement")
    scene.move("147-rd", "0301-0302")
    assert ends(scene) == []
