"""Attacks by units that the game does not have, or at hexes off the map: nobody is accused.

Russians fire from 1508 at Germans in 1504.
"""

from __future__ import annotations

import pytest

from referee.actions import Action, Declare, SetState
from referee.audit import judge
from referee.findings import Finding
from tests.referee.games.iron_cross.shooting import (
    ENEMY,
    ENEMY_2,
    ENEMY_TANK,
    GUN,
    MORTAR,
    RIFLE,
    RIFLE_2,
    Battle,
    firing,
)


def battle(*firers: str) -> Battle:
    """A battle in which those who fire have passed their checks."""
    scene = firing()
    for unit in firers or (RIFLE,):
        scene.put(unit, "1508", facing=0)
    scene.put(ENEMY, "1504")
    for unit in firers or (RIFLE,):
        scene.check(unit, "fire", 2)
    return scene


def audited(scene: Battle, *actions: Action) -> list[Finding]:
    """What an audit says of actions, one after the other."""
    return [f for n, action in enumerate(actions) for f in judge(scene.board, action, n + 1, [])]


def declared(verb: str, *units: str, target: str | None = "1504", **values: object) -> Declare:
    return Declare.model_validate(
        {"verb": verb, "units": units, "target": target, "values": values, "side": "russian"}
    )


VERBS = (
    "fire", "anti-tank-fire", "fire-lane", "spray", "mortar-fire", "grenade", "flamethrower",
)  # fmt: skip


@pytest.mark.parametrize("verb", VERBS)
def test_an_attack_of_a_unit_that_is_none_is_told_once_and_accuses_nobody(verb: str) -> None:
    scene = battle()
    [told] = audited(scene, declared(verb, "ru-a-guseff"))
    assert (told.severity, told.rule) == ("unverifiable", "log")
    assert "'ru-a-guseff'" in told.message
    assert "'ru-a-gusev'" in told.expected
    assert scene.hit(ENEMY, 6, 6) == []
    assert scene.mark(ENEMY, "suppressed") == []
    assert scene.remove(ENEMY) == []
    assert scene.end() == []


def test_a_result_in_its_target_hex_needs_no_dice_of_its_own() -> None:
    scene = battle()
    audited(scene, declared("fire", RIFLE, "ru-a-guseff"))
    assert scene.mark(ENEMY, "pinned") == []


def test_units_elsewhere_are_judged_as_ever() -> None:
    scene = battle().put(ENEMY_2, "1604")
    audited(scene, declared("fire", RIFLE, "ru-a-guseff"))
    assert scene.set(ENEMY_2, "morale", "pinned") == ["3.23"]


@pytest.mark.parametrize("hex_", ["9999", "15041"])
@pytest.mark.parametrize(
    ("verb", "unit"), [("fire", RIFLE), ("anti-tank-fire", GUN), ("mortar-fire", MORTAR)]
)
def test_fire_at_a_hex_off_the_map_is_told_once_and_accuses_nobody(
    verb: str, unit: str, hex_: str
) -> None:
    scene = battle(unit).put(ENEMY_TANK, "1504")
    [told] = audited(scene, declared(verb, unit, target=hex_, rounds=1))
    assert (told.severity, told.rule) == ("unverifiable", "log")
    assert told.message == f"no hex {hex_} on the map"
    assert scene.hit(ENEMY, 6, 6) == []
    assert scene.mark(ENEMY, "suppressed") == []
    assert scene.end() == []


def test_a_misspelt_target_is_told_by_the_game() -> None:
    [told] = audited(battle(), declared("fire", RIFLE, target="ge-a-brand"))
    assert (told.severity, told.rule, told.found) == ("unverifiable", "10.0.a", "ge-a-brand")


def test_scatter_of_an_unknown_mortar_attack_accuses_no_mortar() -> None:
    scene = battle(MORTAR)
    audited(scene, declared("mortar-fire", MORTAR, target="9999", rounds=1))
    assert scene.declare("scatter", MORTAR, for_="distance") == []


def test_a_unit_that_was_lost_does_not_fire() -> None:
    [told] = audited(battle(), declared("fire", RIFLE_2))
    assert (told.severity, told.rule) == ("unverifiable", "10.0.a")
    assert f"'{RIFLE_2}'" in told.message


def test_the_next_attack_is_judged_again() -> None:
    scene = battle().put(ENEMY_2, "1604").put(RIFLE_2, "1608")
    audited(scene, declared("fire", RIFLE, target="9999"))
    scene.fire(RIFLE_2, ENEMY_2)
    scene.hit(ENEMY_2, 6)
    found = audited(scene, SetState(unit=ENEMY_2, state="morale", value="pinned"))
    assert [finding.rule for finding in found] == ["11.43"]
