"""Sections 8.54, 8.55 and 8.65: vehicles stuck in woods and marsh, and wrecks pushed aside."""

from typing import Any

import pytest

from tests.referee.games.iron_cross.scene import Scene

TANK, OTHER, MAN, GERMAN = "ru-t34a-1", "ru-bt7m-1", "ru-a-gusev", "ge-c-otto"


def in_woods(trees: int = 3, *, terrain: str = "woods", roads: tuple[str, ...] = ()) -> Scene:
    """A tank has entered 1502, which is woods or marsh; 1503 as well."""
    scene = Scene(
        first_shot=False,
        terrain={"1502": terrain, "1503": terrain},
        trees={"1502": trees, "1503": trees},
        roads=roads,
    )
    scene.put(TANK, "1501", facing=3)
    scene.phase("movement")
    assert scene.move(TANK, "1501-1502") == []
    return scene


def roll(scene: Scene, total: int) -> list[str]:
    """Roll for getting stuck."""
    return scene.declare("immobilisation", TANK) + scene.roll(total)


def test_more_than_the_trees_lets_a_vehicle_go_on() -> None:
    scene = in_woods()
    assert roll(scene, 4) == []
    assert scene.move(TANK, "1502-1501") == []
    assert scene.end() == []


def test_the_number_of_the_trees_holds_a_vehicle() -> None:
    scene = in_woods()
    assert roll(scene, 3) == []
    assert scene.move(TANK, "1502-1501") == ["8.54"]


def test_a_stuck_vehicle_is_marked() -> None:
    scene = in_woods()
    roll(scene, 3)
    assert scene.set(TANK, "immobilised", True) == []
    assert scene.end() == []
    scene = in_woods()
    roll(scene, 3)
    assert scene.end() == ["8.54"]


@pytest.mark.parametrize(("total", "rules"), [(4, ["8.55"]), (5, [])])
def test_a_marsh_holds_a_vehicle_with_four_or_less(total: int, rules: list[str]) -> None:
    scene = in_woods(0, terrain="marsh")
    roll(scene, total)
    assert scene.end() == rules


def test_a_vehicle_does_not_go_on_without_its_roll() -> None:
    assert in_woods().move(TANK, "1502-1501") == ["8.54"]


def test_a_vehicle_does_not_end_in_woods_without_its_roll() -> None:
    assert in_woods().end() == ["8.54"]


def test_rolls_after_a_move_through_woods_are_taken_in_order() -> None:
    scene = Scene(
        first_shot=False, terrain={"1502": "woods", "1503": "woods"}, trees={"1502": 2, "1503": 4}
    )
    scene.put(TANK, "1501", facing=3)
    scene.phase("movement")
    assert scene.move(TANK, "1501-1502-1503") == []
    assert roll(scene, 3) == []
    assert roll(scene, 4) == []
    assert scene.set(TANK, "immobilised", True) == []
    assert scene.end() == []


def test_who_was_held_in_the_first_woods_has_gone_on_illegally() -> None:
    scene = Scene(
        first_shot=False, terrain={"1502": "woods", "1503": "woods"}, trees={"1502": 4, "1503": 4}
    )
    scene.put(TANK, "1501", facing=3)
    scene.phase("movement")
    scene.move(TANK, "1501-1502-1503")
    assert roll(scene, 4) == ["8.54"]


@pytest.mark.parametrize("rolled", [True, False])
def test_on_a_road_through_woods_the_roll_is_open(rolled: bool) -> None:
    scene = in_woods(roads=("1501-1502-1503",))
    if rolled:
        assert roll(scene, 9) == []
    assert scene.move(TANK, "1502-1503") == []
    assert scene.end() == []


def test_one_tree_holds_nobody() -> None:
    scene = in_woods(1, terrain="tree")
    assert scene.move(TANK, "1502-1501") == []


def test_an_immobilised_vehicle_neither_moves_nor_turns() -> None:
    scene = Scene(first_shot=False).put(TANK, "1505", facing=0, immobilised=True)
    scene.phase("movement")
    assert scene.move(TANK, "1505-1504") == ["8.54"]
    scene = Scene(first_shot=False).put(TANK, "1505", facing=0, immobilised=True)
    scene.phase("movement")
    assert scene.set(TANK, "facing", 1) == ["8.54"]


def test_an_immobilised_vehicle_still_fires() -> None:
    scene = Scene().put(TANK, "1505", facing=0, immobilised=True).put(GERMAN, "1502")
    scene.phase("support-fire")
    assert scene.check(TANK, "fire", 2) == []


def test_nothing_but_the_dice_immobilises() -> None:
    scene = in_woods()
    roll(scene, 9)
    assert scene.set(TANK, "immobilised", True) == ["8.54"]


def test_the_mark_stays_for_the_rest_of_the_game() -> None:
    scene = Scene().put(TANK, "1505", immobilised=True)
    scene.phase("movement")
    assert scene.set(TANK, "immobilised", False) == ["8.54"]


def test_getting_stuck_takes_two_dice() -> None:
    scene = in_woods()
    scene.declare("immobilisation", TANK)
    assert scene.roll(3, count=1) == ["8.54"]


# -- pushing wrecks -----------------------------------------------------------------------------


def beside_wreck(**drawn: Any) -> Scene:
    """A tank has stood beside a wreck in 1504 for the Movement Phase."""
    scene = Scene(**drawn)
    scene.put(TANK, "1505", facing=0).put("wreck", "1504")
    scene.phase("movement")
    return scene


def push(scene: Scene, goal: str, total: int = 8) -> list[str]:
    """Check, announce the push, and move both."""
    found = scene.check(TANK, "push-wreck", total)
    found += scene.declare("push-wreck", TANK, target="wreck", hex=goal)
    found += scene.move("wreck", f"1504-{goal}")
    return found + scene.move(TANK, "1505-1504")


def test_a_vehicle_pushes_a_wreck_and_takes_its_place() -> None:
    scene = beside_wreck()
    assert push(scene, "1503") == []
    assert scene.end() == []


def test_a_vehicle_that_fails_does_not_push() -> None:
    assert push(beside_wreck(), "1503", total=9) == ["4.0"]


def test_a_push_takes_a_check() -> None:
    scene = beside_wreck()
    assert scene.declare("push-wreck", TANK, target="wreck", hex="1503") == ["8.65"]


def test_a_vehicle_that_has_moved_does_not_push() -> None:
    scene = Scene().put(TANK, "1506", facing=0).put("wreck", "1504")
    scene.phase("movement")
    scene.check(TANK, "move", 2)
    scene.move(TANK, "1506-1505")
    assert scene.check(TANK, "push-wreck", 2) == ["8.65"]


def test_a_vehicle_pushes_a_wreck_beside_it() -> None:
    scene = Scene().put(TANK, "1507", facing=0).put("wreck", "1504")
    scene.phase("movement")
    assert scene.check(TANK, "push-wreck", 2) == ["8.65"]


def test_men_push_no_wrecks() -> None:
    scene = Scene().put(MAN, "1505").put("wreck", "1504")
    scene.phase("movement")
    assert scene.check(MAN, "push-wreck", 2) == ["8.65"]


def test_wrecks_are_not_pushed_in_reaction_movement() -> None:
    scene = Scene().put(TANK, "1505", facing=0).put("wreck", "1504")
    scene.phase("reaction-movement", side="german")
    assert scene.check(TANK, "push-wreck", 2) == ["6.0.D"]


def test_a_wreck_goes_into_any_adjacent_hex_that_a_vehicle_could_enter() -> None:
    assert push(beside_wreck(), "1604") == []
    assert push(beside_wreck(terrain={"1503": "single-hex-building"}), "1503") == ["8.65"]
    assert push(beside_wreck().put(OTHER, "1503"), "1503") == ["8.65"]


def test_a_wreck_goes_no_further_than_the_next_hex() -> None:
    scene = beside_wreck()
    scene.check(TANK, "push-wreck", 2)
    assert scene.declare("push-wreck", TANK, target="wreck", hex="1502") == ["8.65"]


def test_a_wreck_that_nobody_pushes_stays() -> None:
    assert beside_wreck().move("wreck", "1504-1503") == ["8.65"]


def test_a_wreck_goes_where_it_was_said_to() -> None:
    scene = beside_wreck()
    scene.check(TANK, "push-wreck", 2)
    scene.declare("push-wreck", TANK, target="wreck", hex="1503")
    assert scene.move("wreck", "1504-1604") == ["8.65"]


def test_a_vehicle_may_close_its_hatch_and_turn_before_it_pushes() -> None:
    scene = beside_wreck()
    assert scene.check(TANK, "facing", 2) == []
    assert scene.set(TANK, "facing", 2) == []
    assert scene.set(TANK, "face", "down") == []
    assert push(scene, "1503") == []
    assert scene.end() == []


def test_a_vehicle_that_pushes_goes_where_the_wreck_was() -> None:
    for goal, rules in (("1504", []), ("1506", ["8.65"])):
        scene = beside_wreck()
        scene.check(TANK, "push-wreck", 2)
        scene.declare("push-wreck", TANK, target="wreck", hex="1503")
        scene.move("wreck", "1504-1503")
        assert scene.move(TANK, f"1505-{goal}") == rules


def test_a_vehicle_may_be_moved_before_the_wreck_that_it_pushes() -> None:
    for goal, rules in (("1504", []), ("1604", ["8.65"])):
        scene = beside_wreck()
        scene.check(TANK, "push-wreck", 2)
        scene.declare("push-wreck", TANK, target="wreck", hex="1503")
        assert scene.move(TANK, f"1505-{goal}") == rules
        assert scene.move("wreck", "1504-1503") == []


@pytest.mark.parametrize(("total", "rules"), [(3, []), (4, ["8.54"])])
def test_a_vehicle_that_pushes_a_wreck_out_of_woods_may_get_stuck_there(
    total: int, rules: list[str]
) -> None:
    scene = beside_wreck(terrain={"1504": "woods"}, trees={"1504": 3})
    assert push(scene, "1503") == []
    assert roll(scene, total) == []
    assert scene.set(TANK, "immobilised", True) == rules


def test_a_vehicle_pushes_a_wreck_from_over_its_own_men() -> None:
    assert push(beside_wreck().put(MAN, "1504"), "1503") == []


@pytest.mark.parametrize(("other", "rule"), [(GERMAN, "8.23"), ("wreck#2", "12.4")])
def test_a_vehicle_pushes_no_wreck_out_of_a_hex_that_it_may_not_enter(
    other: str, rule: str
) -> None:
    scene = beside_wreck().put(other, "1504")
    scene.check(TANK, "push-wreck", 2)
    assert scene.declare("push-wreck", TANK, target="wreck", hex="1503") == [rule]


def test_a_vehicle_pushes_the_wreck_beside_it_and_no_other() -> None:
    scene = beside_wreck().put("wreck#2", "1508")
    scene.check(TANK, "push-wreck", 2)
    assert scene.declare("push-wreck", TANK, target="wreck#2", hex="1509") == ["8.65"]
