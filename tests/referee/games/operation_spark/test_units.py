"""Units and rosters: kinds, steps, and the strength that the steps leave (3.1, 3.2, 13.10.3)."""

from __future__ import annotations

import pytest

from referee.games.operation_spark import units
from tests.referee.games.operation_spark.scene import Scene


@pytest.mark.parametrize(
    ("unit", "lost", "regular", "at"),
    [
        ("tk-2-503", 0, 5, 18), ("tk-2-503", 1, 3, 15), ("tk-2-503", 2, 2, 9),
        ("284-86", 0, 8, 1), ("284-86", 3, 5, 1), ("284-86", 7, 1, 1),
        ("248-86", 0, 5, 6), ("248-86", 1, 4, 4), ("i-240-170", 2, 1, 1),
        ("rkt-321gd", 3, 10, 0), ("mtr-104", 1, 4, 0), ("7gdminer", 1, 2, 1),
        ("leningrad-balloon", 0, 1, 0), ("284-86", 8, 0, 0),
    ],
)  # fmt: skip
def test_steps_leave_the_strength_of_their_box_or_their_share(
    unit: str, lost: int, regular: int, at: int
) -> None:
    piece = Scene().put(unit, "0505", lost=lost).piece(unit)
    assert units.strength(piece, units.REGULAR) == regular
    assert units.strength(piece, units.AT) == at


def test_personnel_weapons_and_vehicles_are_told_apart() -> None:
    scene = Scene().put("284-86", "0505").put("art-1106", "0505").put("1-61t", "0505")
    kinds = {
        "284-86": (True, False, False), "art-1106": (False, True, False),
        "1-61t": (False, False, True),
    }  # fmt: skip
    for unit, wanted in kinds.items():
        piece = scene.piece(unit)
        assert (units.is_personnel(piece), units.is_weapons(piece), units.is_afv(piece)) == wanted


@pytest.mark.parametrize(
    ("unit", "motorized"),
    [("284-86", False), ("3-240-170", True), ("1-61t", True), ("aero-4", True), ("schn-170", True),
     ("leningrad-balloon", True)],
)  # fmt: skip
def test_wheeled_and_armored_units_are_motorized(unit: str, motorized: bool) -> None:
    assert units.is_motorized(Scene().put(unit, "0505").piece(unit)) == motorized


@pytest.mark.parametrize(
    ("unit", "dots", "hollow"),
    [("1-61t", 0, True), ("1-152t", 1, False), ("1-220t", 2, False), ("pz-1-29", 0, False)],
)
def test_armor_is_told_by_its_dots(unit: str, dots: int, hollow: bool) -> None:
    piece = Scene().put(unit, "0505").piece(unit)
    assert (units.solid_dots(piece), units.has_hollow_dot(piece)) == (dots, hollow)


def test_a_unit_is_turned_over_at_half_its_steps() -> None:
    piece = Scene().put("ii-399-170", "0505").piece("ii-399-170")
    assert [units.is_flipped_at(piece, left) for left in (5, 3, 2, 1)] == [
        False, False, True, True,
    ]  # fmt: skip


def test_a_unit_belongs_to_its_division_army_and_supply() -> None:
    scene = Scene().put("284-86", "0505").put("ii-399-170", "0606").put("mtr-192", "0303")
    data = scene.data
    assert units.division(data, scene.piece("284-86")) == "86-rd"
    assert units.parent(data, scene.piece("ii-399-170")) == "170-div"
    assert units.army(data, scene.piece("mtr-192")) == "8-army"
    assert units.ammunition_supply(data, scene.piece("mtr-192")) == "volkhov-front"
    assert units.ammunition_supply(data, scene.piece("ii-399-170")) == "german"
