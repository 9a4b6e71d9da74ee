"""Sections 11.3.3 and 11.3.4: what triggers zone fire, when it comes, who moves apart for it."""

from __future__ import annotations

import pytest

from tests.referee.games.operation_spark.marching import March
from tests.referee.games.operation_spark.scene import Scene


def beside(enemy: str = "i-391-170", **states: bool) -> March:
    """A Soviet regiment and a tank beside a German unit, in Soviet movement."""
    scene = March().put("284-86", "0404").put("1-61t", "0404")
    return scene.put(enemy, "0405", **states)


def test_a_unit_that_leaves_a_hex_beside_the_enemy_may_be_fired_at() -> None:
    scene = beside()
    assert scene.declare("zone-fire", "i-391-170", "284-86", with_="regular") == []
    trigger = scene.board.state.march.trigger
    assert trigger is not None
    assert trigger.units == ("284-86",)
    assert trigger.began_here


def test_a_unit_that_came_into_the_hex_has_not_begun_there() -> None:
    scene = March().put("284-86", "0403").put("i-391-170", "0405")
    scene.move("284-86", "0403-0404")
    scene.declare("zone-fire", "i-391-170", "284-86", with_="regular")
    trigger = scene.board.state.march.trigger
    assert trigger is not None
    assert not trigger.began_here
    scene.move("284-86", "0404-0403")
    assert scene.board.state.march.trigger is None


def test_a_change_of_formation_is_said_with_the_target() -> None:
    scene = beside()
    scene.declare("zone-fire", "i-391-170", "284-86", with_="regular", for_="formation")
    trigger = scene.board.state.march.trigger
    assert trigger is not None
    assert trigger.changes_formation


def test_naming_who_is_rolled_for_goes_on_with_a_change_of_formation() -> None:
    scene = beside()
    scene.declare("zone-fire", "i-391-170", "284-86", with_="regular", for_="formation")
    scene.declare("zone-fire", "", "284-86")
    trigger = scene.board.state.march.trigger
    assert trigger is not None
    assert trigger.changes_formation


def test_who_is_told_beside_the_enemy_is_about_to_leave_until_it_has_gone() -> None:
    scene = beside()
    assert scene.declare("reveal", "284-86", as_="specific") == []
    leaving = scene.board.state.march.leaving
    assert leaving is not None
    assert (leaving.units, leaving.changes_formation) == (("284-86",), False)
    scene.move("284-86", "0404-0403")
    assert scene.board.state.march.leaving is None


def test_a_shaken_tank_may_be_laid_on_top_of_its_stack() -> None:
    scene = beside()
    scene.board.state.combat.zone_hits.add("1-61t")
    assert scene.move("1-61t", "0404") == []
    assert "e5.5.p14" in scene.move("1-61t", "0404-0403")


def test_zone_fire_from_afar_needs_an_enemy_beside_the_hex() -> None:
    scene = March().put("284-86", "0404").put("ii-240-170", "0407")
    assert "11.3.3.p4" in scene.declare("zone-fire", "ii-240-170", "284-86", with_="regular")


def test_an_enemy_beside_the_hex_that_cannot_fire_triggers_nothing() -> None:
    scene = beside()
    scene.piece("i-391-170").states["out-of-supply"] = True
    scene.put("ii-240-170", "0407")
    assert "11.3.3.p5" in scene.declare("zone-fire", "ii-240-170", "284-86", with_="regular")


def test_vehicles_and_others_leave_the_enemy_apart() -> None:
    together = beside()
    assert together.move("284-86+1-61t", "0404-0403") == ["11.3.4.p4"]
    apart = beside()
    assert apart.move("284-86", "0404-0403") == []
    assert apart.move("1-61t", "0404-0403") == []
    afar = March().put("284-86", "0404").put("1-61t", "0404").put("i-391-170", "0407")
    assert afar.move("284-86+1-61t", "0404-0403") == []


def test_a_stack_without_vehicles_leaves_the_enemy_together() -> None:
    scene = March().put("284-86", "0404", lost=4).put("330-86", "0404", lost=4)
    scene.put("i-391-170", "0405")
    assert scene.move("284-86+330-86", "0404-0403") == []


@pytest.mark.parametrize(
    ("phase", "rule"),
    [
        ("defender-withdrawal-1", "11.3.3.p8"), ("attacker-withdrawal-1", "11.3.3.p8"),
        ("defensive-fire-1", "11.3.3.p9"), ("offensive-fire-1", "11.3.3.p1"),
        ("assault", "11.3.3.p10"),
    ],
)  # fmt: skip
def test_no_zone_fire_comes_at_a_unit_that_leaves_its_first_hex_in_combat(
    phase: str, rule: str
) -> None:
    scene = Scene().put("284-86", "0404", assault="S").put("i-391-170", "0405")
    scene.phase(phase)
    target = "i-391-170" if phase.startswith("defender") else "284-86"
    firer = "284-86" if target == "i-391-170" else "i-391-170"
    assert rule in scene.declare("zone-fire", firer, target, with_="regular")


def test_zone_fire_comes_at_a_unit_that_withdraws_into_a_second_hex() -> None:
    scene = Scene().put("284-86", "0404", assault="S").put("i-391-170", "0405")
    scene.put("330-86", "0506")
    scene.phase("defender-withdrawal-1")
    scene.declare("morale-check", "i-391-170", for_="withdrawal")
    scene.roll(1)
    scene.declare("withdraw", "i-391-170")
    scene.move("i-391-170", "0405-0406")
    found = scene.declare("zone-fire", "330-86", "i-391-170", with_="regular")
    assert not [rule for rule in found if rule.startswith("11.3.3")]


def test_at_night_only_units_that_assault_enter_a_zone_of_control() -> None:
    def enter(**states: str) -> list[str]:
        scene = March(phase="night-first.movement").put("284-86", "0403").put("i-391-170", "0405")
        scene.move("284-86", "0403-0404")
        for name, value in states.items():
            scene.set("284-86", **{name: value})
        return scene.end()

    assert enter() == ["9.3.3.p3"]
    assert enter(assault="S") == []


def test_at_night_it_counts_who_watches_a_hex_as_a_unit_comes_into_it() -> None:
    scene = March(phase="night-second.movement").put("i-391-170", "0403")
    scene.put("284-86", "0405", reinforcement=True)
    assert scene.move("i-391-170", "0403-0404") == []
    scene.set("284-86", reinforcement=False)
    assert scene.end() == []


def test_zone_fire_in_a_lull_is_for_daylight() -> None:
    def fire(phase: str) -> list[str]:
        scene = March(phase=phase).put("284-86", "0404").put("i-391-170", "0405")
        scene.board.state.march.initiative.lull = True
        return scene.declare("zone-fire", "i-391-170", "284-86", with_="regular")

    assert fire("am-initial.movement") == []
    assert fire("night-first.movement") == ["9.3.3.p1"]
