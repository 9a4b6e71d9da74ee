"""17.9: with Stavka's restrictions the Soviets encircle no more than a division."""

from referee.actions import Move
from referee.games.bold_stroke.legal import legal_actions
from referee.games.bold_stroke.reserves import encirclement
from tests.referee.games.bold_stroke.fights import Fight
from tests.referee.games.bold_stroke.supply_scene import SupplyScene

OPTION = ("stavka-restrictions",)
RING = {"0306": "38-rd", "0305": "147-rd", "0304": "206-rd", "0502": "309-rd",
        "0705": "241-rd", "0704": "42g-rd", "0703": "68g-rd", "0603": "237-rd"}  # fmt: skip
LAST = "337-rd"
"""The division that closes the ring in 0506."""


def ring(*caught: str, at: str = "0708", options: tuple[str, ...] = OPTION) -> SupplyScene:
    """Germans in 0504 and all but one of the Soviets around them."""
    scene = SupplyScene(roads={}, options=options)
    for unit in caught:
        scene.put(unit, "0504")
    for hex_, unit in RING.items():
        scene.put(unit, hex_)
    return scene.put(LAST, at)


def pocket(*caught: str, options: tuple[str, ...] = OPTION) -> SupplyScene:
    """The ring closed in Soviet movement."""
    scene = ring(*caught, options=options)
    scene.begin("first.movement")
    scene.move(LAST, "0708>0506")
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


def test_a_pocket_that_was_there_before_soviet_movement_is_not_its_fault() -> None:
    scene = ring("75-inf", "82-inf", at="0506").put("253-rd", "0101")
    scene.begin("first.movement")
    scene.move("253-rd", "0101-0102")
    assert ends(scene) == []


def test_a_pocket_that_gets_another_division_is_told() -> None:
    scene = ring("75-inf", "82-inf", at="0506").put("112-inf", "0901").put("253-rd", "0107")
    scene.begin("first.movement")
    scene.put("112-inf", "0504").move("253-rd", "0107-0106")
    assert ends(scene) == ["17.9.A"]


def test_a_battalion_more_in_a_pocket_is_nothing_new() -> None:
    scene = ring("75-inf", "82-inf", at="0506").put("253-rd", "0107")
    scene.begin("first.movement")
    scene.put("239-ag", "0504").move("253-rd", "0107-0106")
    assert ends(scene) == []


def test_an_advance_that_encircles_two_divisions_is_told() -> None:
    scene = ring("75-inf", "82-inf", at="0708")
    scene.begin("first.combat")
    assert "17.9.A" in scene.move(LAST, "0708>0506")


def test_an_advance_that_encircles_one_division_is_not() -> None:
    scene = ring("75-inf", at="0708")
    scene.begin("first.combat")
    assert "17.9.A" not in scene.move(LAST, "0708>0506")


def fight(results: str, target: str) -> Fight:
    """All but one of the Soviets around two divisions in 0504; the last one attacks from 0407.

    In 0406 it closes the ring.
    """
    scene = Fight(results, options=OPTION).put("75-inf", "0504").put("82-inf", "0504")
    for hex_, unit in RING.items():
        scene.put(unit, hex_)
    scene.put("112-inf", target).put(LAST, "0407")
    assert scene.attack(LAST, target) + scene.roll(5) == []
    return scene


def test_a_beaten_attacker_that_closes_the_ring_by_its_retreat_is_not_told() -> None:
    scene = fight("1/0", "0308")
    assert scene.moves(LAST, "0407-0406") == []
    assert encirclement.forbidden_pockets(scene.board)
    assert scene.ends() == []


def test_nor_is_it_where_the_retreat_is_announced() -> None:
    scene = fight("1/0", "0308")
    assert scene.retreat(LAST, "0407-0406") == []
    assert encirclement.forbidden_pockets(scene.board)
    scene = fight("1/0", "0308")
    assert scene.declare("retreat", LAST) == []
    assert scene.moves(LAST, "0407-0406") == []


def test_the_attacker_that_closes_it_by_advancing_is_told_however_it_says_so() -> None:
    for announced in (False, True):
        scene = fight("0/1", "0406")
        assert scene.retreat("112-inf", "0406-0405") == []
        advance = scene.advance if announced else scene.moves
        assert advance(LAST, "0407-0406") == ["17.9.A"]


def test_a_move_that_would_close_the_ring_is_not_offered() -> None:
    for options, offered in ((OPTION, False), ((), True)):
        scene = ring("75-inf", "82-inf", options=options)
        scene.begin("first.movement")
        choices = legal_actions(scene.board)
        moves = next(choice for choice in choices if choice.name == f"move {LAST}")
        ends = [option.decision for option in moves.options()]
        assert any(isinstance(end, Move) and end.end == "0506" for end in ends) is offered


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
