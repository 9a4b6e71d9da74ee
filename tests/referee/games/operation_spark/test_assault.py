"""Assault combat: who takes part, assault morale, dice, results, losses (13.11, 5.2, 5.6)."""

from __future__ import annotations

import pytest

from referee.games.operation_spark import assaults
from referee.games.operation_spark.assault import assault_morale
from referee.games.operation_spark.assault.assault_morale import AssaultMorale
from referee.games.operation_spark.combat_state import Outcome
from referee.games.operation_spark.fire import losses
from tests.referee.games.operation_spark.scene import Scene

TRENCH = "clear;entrenchment"


def fought(scene: Scene, units: str, target: str, **bonuses: str) -> Scene:
    """A scene in which assault combat has been declared, with the bonuses given by units."""
    scene.phase("assault")
    for bonus, giver in bonuses.items():
        assert scene.declare("assault-bonus", giver, as_=bonus.replace("_", "-")) == []
    scene.declare("assault", units, target)
    return scene


def attack(scene: Scene) -> AssaultMorale:
    found = assaults.current(scene.board)
    assert found is not None
    return assault_morale.attack(scene.board, found)


def defence(scene: Scene) -> AssaultMorale:
    found = assaults.current(scene.board)
    assert found is not None
    return assault_morale.defence(scene.board, found)


def names(side: AssaultMorale) -> dict[str, int]:
    return {modifier.name: modifier.shift for modifier in side.modifiers if modifier.shift}


def simple(terrain: str = "clear", sides: dict[tuple[str, str], str] | None = None) -> Scene:
    """A regiment assaults a battalion."""
    scene = Scene({"0505": terrain}, sides=sides).put("284-86", "0405", assault="SE")
    return scene.put("i-391-170", "0505")


# -- who takes part --------------------------------------------------------------------------------


def test_everybody_whose_marker_points_at_the_hex_assaults_it() -> None:
    scene = simple().put("330-86", "0406", assault="NE")
    scene.phase("assault")
    assert scene.declare("assault", "284-86", "i-391-170") == ["13.11.p1"]
    scene = simple().put("330-86", "0406", assault="NE")
    scene.phase("assault")
    assert scene.declare("assault", "284-86+330-86", "i-391-170") == []


def test_nobody_assaults_without_a_marker_or_an_empty_hex() -> None:
    scene = simple().put("330-86", "0406")
    scene.phase("assault")
    assert scene.declare("assault", "284-86+330-86", "i-391-170") == ["13.11.p1"]
    scene = Scene().put("284-86", "0405", assault="SE")
    scene.phase("assault")
    assert scene.declare("assault", "284-86", "0505") == ["13.11.p1"]
    scene = simple()
    scene.phase("assault")
    assert scene.declare("assault", "284-86", "0606") == ["13.11.p1"]


def test_who_keeps_its_marker_has_to_assault_before_the_next_assault_or_the_end() -> None:
    scene = simple()
    scene.phase("defensive-fire-1")
    scene.fire("i-391-170", "284-86")
    scene.roll(1, 1)
    assert scene.phase("am-initial-end.post-assault") == ["13.11.p1"]
    scene = simple().put("330-86", "0308", assault="NE").put("ii-391-170", "0408")
    fought(scene, "284-86", "i-391-170")
    scene.roll(6, 5)
    assert set(scene.phase("barrage")) == {"e5.6"}
    assert scene.phase("am-initial-end.post-assault") == ["13.11.p1"]


def test_one_assault_follows_another() -> None:
    scene = simple().put("330-86", "0308", assault="NE").put("ii-391-170", "0407")
    scene.phase("defensive-fire-1")
    scene.fire("i-391-170", "284-86")
    scene.roll(1, 1)
    assert "13.1" in scene.fire("ii-391-170", "330-86")


# -- initial morale --------------------------------------------------------------------------------


def test_units_of_different_formations_have_their_average_morale_rounded_down() -> None:
    scene = Scene().put("387-136", "0405", assault="SE").put("284-86", "0406", assault="NE")
    scene.put("i-391-170", "0505")
    fought(scene, "387-136+284-86", "i-391-170")
    assert attack(scene).initials == {6}


def test_vehicles_and_weapons_raise_an_average_but_do_not_lower_it() -> None:
    lower = Scene().put("smg-61t", "0405", assault="SE").put("1-152t", "0406", assault="NE")
    lower.put("i-391-170", "0505")
    fought(lower, "smg-61t+1-152t", "i-391-170")
    assert attack(lower).initial == 7
    higher = (
        Scene().put("284-86", "0405", assault="SE").put("tk-2-503", "0505").put("i-391-170", "0505")
    )
    fought(higher, "284-86", "i-391-170")
    assert defence(higher).initial == 6
    shaken = Scene().put("284-86", "0405", assault="SE").put("tk-2-503", "0505")
    fought(shaken.put("i-391-170", "0505", suppressed=True), "284-86", "i-391-170")
    assert defence(shaken).initial == 6


def test_if_all_are_out_of_command_the_lowest_morale_counts() -> None:
    scene = Scene().put("284-86", "0404").put("330-86", "0406", assault="NE")
    scene.put("387-136", "0405", assault="SE", suppressed=True).put("i-391-170", "0505")
    fought(scene, "387-136+330-86", "i-391-170")
    assert attack(scene).initial == 6
    assert 6 in attack(scene).initials


def test_within_one_formation_anything_between_lowest_and_highest_is_right() -> None:
    scene = Scene().put("387-136", "0405", assault="SE", disrupted=True)
    scene.put("541-136", "0406", assault="NE").put("i-391-170", "0505")
    fought(scene, "387-136+541-136", "i-391-170")
    assert attack(scene).initials == {5, 6, 7}


# -- modifiers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terrain", "modifiers"),
    [
        ("clear", {}), ("woods", {"woods": 1}), ("town", {"town": 2}), ("clear;hill", {"hill": 1}),
        ("village;hill;entrenchment", {"village": 1, "hill": 1, "entrenchment": 1}),
        ("woods;town", {"town": 2}),
    ],
)  # fmt: skip
def test_terrain_helps_the_defender_once_a_class(terrain: str, modifiers: dict[str, int]) -> None:
    scene = fought(simple(terrain), "284-86", "i-391-170")
    assert names(defence(scene)) == modifiers


def test_inside_an_entrenchment_the_attacker_has_the_advantage() -> None:
    scene = Scene({"0505": TRENCH}).put("284-86", "0605", assault="SW").put("i-391-170", "0505")
    fought(scene, "284-86", "i-391-170")
    assert names(defence(scene)) == {"entrenchment": -2}
    assert names(attack(scene)) == {"entrenchment": 2, "more-steps": 1}
    scene = fought(simple(TRENCH), "284-86", "i-391-170")
    assert names(defence(scene)) == {"entrenchment": 1}


def test_a_column_counts_only_if_all_defenders_are_in_it() -> None:
    def defenders(*in_column: bool) -> dict[str, int]:
        scene = Scene().put("284-86", "0405", assault="SE")
        for unit, column in zip(("i-391-170", "ii-391-170"), in_column, strict=False):
            scene.put(unit, "0505", in_column=column)
        return names(defence(fought(scene, "284-86", "i-391-170")))

    assert defenders(True) == {"in-column": -2}
    assert defenders(True, False) == {}


def test_water_counts_against_the_attackers_only_if_all_cross_it() -> None:
    water = {("0405", "0505"): "river-hexside"}
    assert names(attack(fought(simple(sides=water), "284-86", "i-391-170"))) == {
        "river-hexside": -1, "more-steps": 1,
    }  # fmt: skip
    scene = simple(sides=water).put("330-86", "0406", assault="NE")
    fought(scene, "284-86+330-86", "i-391-170")
    assert "river-hexside" not in names(attack(scene))


def test_a_crossed_stream_and_water_may_both_count() -> None:
    scene = simple(sides={("0405", "0505"): "river-hexside"})
    scene.phase("assault")
    scene.board.state.march.crossed_stream.add("284-86")
    scene.declare("assault", "284-86", "i-391-170")
    assert names(attack(scene)) == {"stream": -1, "river-hexside": -1, "more-steps": 1}


def test_water_for_fire_alone_may_count_or_not() -> None:
    scene = simple(sides={("0405", "0505"): "partial-river-hexside:fire-only"})
    fought(scene, "284-86", "i-391-170")
    assert attack(scene).totals == {6, 7}


@pytest.mark.parametrize(
    ("lost", "bonus"), [(3, {}), (2, {"more-steps": 1}), (0, {"more-steps": 1})]
)
def test_more_steps_give_a_bonus(lost: int, bonus: dict[str, int]) -> None:
    scene = Scene().put("284-86", "0405", lost=lost, assault="SE").put("i-391-170", "0505")
    assert names(attack(fought(scene, "284-86", "i-391-170"))) == bonus


@pytest.mark.parametrize(
    ("units", "bonus"), [("284-86+330-86", "triple-steps"), ("284-86+120-86", "double-steps")]
)
def test_twice_and_three_times_the_steps_give_more_and_one_alone_counts(
    units: str, bonus: str
) -> None:
    scene = Scene().put("i-391-170", "0505")
    for unit, at, direction in zip(units.split("+"), ("0405", "0406"), ("SE", "NE"), strict=True):
        scene.put(unit, at, assault=direction)
    found = names(attack(fought(scene, units, "i-391-170")))
    assert list(found) == [bonus]


def test_defending_artillery_counts_half_its_steps() -> None:
    scene = Scene().put("284-86", "0405", lost=6, assault="SE").put("i-240-170", "0505")
    fought(scene, "284-86", "i-240-170")
    assert defence(scene).steps == 1
    assert names(attack(scene)) == {"double-steps": 2}


# -- bonuses at choice -----------------------------------------------------------------------------


def mixed() -> Scene:
    scene = Scene({"0505": TRENCH}).put("7gdminer", "0405", assault="SE")
    scene.put("1-220t", "0405", assault="SE").put("smg-152t", "0406", assault="NE")
    return scene.put("i-391-170", "0505")


UNITS = "7gdminer+1-220t+smg-152t"


def test_bonuses_apply_as_they_are_given() -> None:
    scene = fought(
        mixed(), UNITS, "i-391-170",
        armor="1-220t", armor_alone="1-220t", engineer="7gdminer", submachine_gun="smg-152t",
    )  # fmt: skip
    assert names(attack(scene)) == {
        "armor": 2, "armor-alone": 1, "engineer": 2, "submachine-gun": 1, "double-steps": 2,
    }  # fmt: skip
    some = fought(mixed(), UNITS, "i-391-170", engineer="7gdminer")
    assert names(attack(some)) == {"engineer": 2, "double-steps": 2}


def test_where_nothing_is_said_of_bonuses_they_may_have_applied_or_not() -> None:
    scene = fought(mixed(), UNITS, "i-391-170")
    totals = attack(scene).totals
    assert {min(totals), max(totals)} == {max(totals) - 6, max(totals)}


def test_a_bonus_has_to_be_there_to_be_given() -> None:
    scene = simple().put("120-86", "0406", assault="NE").put("1-61t", "0406", assault="NE")
    scene.phase("assault")
    assert scene.declare("assault-bonus", "120-86", as_="engineer") == ["e5.2.p10"]
    assert scene.declare("assault-bonus", "1-61t", as_="armor") == ["e5.2.p10"]
    assert scene.declare("assault-bonus", "1-61t", as_="armor-alone") == []


def test_only_the_vehicle_with_most_dots_counts_and_a_hollow_one_gives_nothing() -> None:
    scene = Scene().put("1-220t", "0405", assault="SE").put("1-152t", "0406", assault="NE")
    scene.put("marder-1-563", "0505")
    fought(scene, "1-220t+1-152t", "marder-1-563", armor="1-220t")
    assert names(attack(scene)) == {"armor": 2, "double-steps": 2}
    assert names(defence(scene)) == {}


def test_in_settlements_the_armor_bonus_may_apply_or_not() -> None:
    scene = Scene({"0505": "town"}).put("1-152t", "0405", assault="SE").put("i-391-170", "0505")
    fought(scene, "1-152t", "i-391-170", armor="1-152t")
    armor = next(m for m in attack(scene).modifiers if m.name == "armor")
    assert armor.shifts == {0, 1}


# -- dice and results ------------------------------------------------------------------------------


def test_announced_assault_morale_has_to_be_right() -> None:
    def announced(attacker: int, defender: int) -> list[str]:
        scene = simple()
        scene.phase("assault")
        scene.declare("assault", "284-86", "i-391-170", attacker=attacker, defender=defender)
        return scene.roll(5, 5)

    assert announced(7, 6) == []
    assert announced(8, 6) == ["13.11.3.p1"]
    assert announced(7, 5) == ["13.11.3.p1"]


def due(scene: Scene, unit: str) -> set[Outcome]:
    return {outcome for owed in losses.open_for(scene.board, unit) for outcome in owed.outcomes}


@pytest.mark.parametrize(
    ("red", "gray", "attacker", "defender"),
    [
        (5, 5, set(), {Outcome(retreat=1, retreat_most=1)}),
        (6, 5, set(), {Outcome(status="S", retreat=1, retreat_most=1)}),
        (7, 5, set(), {Outcome(losses=1, status="D", retreat=2, retreat_most=2)}),
        (10, 4, set(), {Outcome(losses=4, status="D", retreat=2, retreat_most=4)}),
        (3, 6, {Outcome(status="S", retreat=1, retreat_most=1)}, set()),
        (1, 7, {Outcome(losses=2, status="D", retreat=1, retreat_most=1)}, set()),
        (4, 5, {Outcome(losses=1)}, {Outcome(losses=1)}),
    ],
)  # fmt: skip
def test_the_difference_of_the_modified_dice_decides(
    red: int, gray: int, attacker: set[Outcome], defender: set[Outcome]
) -> None:
    scene = fought(simple(), "284-86", "i-391-170")
    scene.roll(red, gray)
    assert due(scene, "284-86") == attacker
    assert due(scene, "i-391-170") == defender


def test_a_tie_is_rolled_for_again() -> None:
    scene = fought(simple(), "284-86", "i-391-170")
    scene.roll(4, 5)
    scene.set("284-86", step_losses=1)
    scene.set("i-391-170", step_losses=1)
    assert scene.phase("am-initial-end.post-assault") == ["e5.6.p1"]
    scene = fought(simple(), "284-86", "i-391-170")
    scene.roll(4, 5)
    scene.set("284-86", step_losses=1)
    scene.set("i-391-170", step_losses=1)
    assert scene.roll(5, 5) == []
    scene.declare("retreat", "i-391-170")
    assert scene.move("i-391-170", "0505-0605") == []
    assert scene.phase("am-initial-end.post-assault") == []


def test_the_loser_suffers_and_goes_back_before_the_next_assault() -> None:
    scene = fought(simple(), "284-86", "i-391-170")
    scene.roll(7, 5)
    scene.set("i-391-170", step_losses=1, disrupted=True)
    scene.declare("retreat", "i-391-170")
    assert scene.move("i-391-170", "0505-0605-0704") == []
    assert scene.phase("am-initial-end.post-assault") == []
    scene = fought(simple(), "284-86", "i-391-170")
    scene.roll(7, 5)
    scene.set("i-391-170", step_losses=1)
    assert scene.phase("am-initial-end.post-assault") == ["e5.6", "e5.6"]


def test_who_gave_a_bonus_takes_the_first_losses_in_order() -> None:
    def hurt(*units: str) -> list[str]:
        scene = fought(mixed(), UNITS, "i-391-170", engineer="7gdminer", armor="1-220t")
        scene.roll(1, 10)
        for unit in units:
            scene.set(unit, step_losses=1)
        for unit in UNITS.split("+"):
            scene.set(unit, disrupted=True)
        return [rule for rule in scene.phase("am-initial-end.post-assault") if rule == "13.11.4.p1"]

    assert hurt("1-220t") == []
    assert hurt("7gdminer") == ["13.11.4.p1"]


def test_assaulting_units_advance_into_the_vacated_hex_and_as_far_as_the_enemy_went_and_one() -> (
    None
):
    def go(path: str) -> list[str]:
        scene = fought(simple(), "284-86", "i-391-170")
        scene.roll(5, 5)
        scene.declare("retreat", "i-391-170")
        scene.move("i-391-170", "0505-0605")
        scene.declare("advance", "284-86")
        return scene.move("284-86", path)

    assert go("0405-0505") == []
    assert go("0405-0505-0606") == []
    assert go("0405-0504") == ["13.11.5.p1"]
    assert go("0405-0505-0606-0707") == ["13.11.5.p1"]
    assert go("0405-0505-0605") == ["13.11.5.p1"]


def test_an_advance_does_not_overstack() -> None:
    scene = Scene().put("284-86", "0405", assault="SE").put("330-86", "0406", assault="NE")
    scene.put("i-391-170", "0505")
    fought(scene, "284-86+330-86", "i-391-170")
    scene.roll(4, 5)
    scene.declare("retreat", "i-391-170")
    scene.move("i-391-170", "0505-0605")
    scene.declare("advance", "284-86+330-86")
    scene.move("284-86", "0405-0505")
    assert "11.2.p1" in scene.move("330-86", "0406-0505")


def test_units_in_column_are_deployed_after_assault_combat() -> None:
    scene = Scene().put("284-86", "0405", assault="SE").put("i-391-170", "0505", in_column=True)
    fought(scene, "284-86", "i-391-170")
    scene.roll(1, 5)
    assert scene.piece("i-391-170").flag("in-column")
    scene.end()
    assert not scene.piece("i-391-170").flag("in-column")


def test_an_assault_whose_dice_are_missing_cannot_be_judged() -> None:
    scene = fought(simple(), "284-86", "i-391-170")
    assert scene.end() == ["13.11.p1"]
    assert scene.found[-1].severity == "unverifiable"
