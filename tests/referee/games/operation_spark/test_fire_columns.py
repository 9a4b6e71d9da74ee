"""The column of a fire: the seventeen steps, its modifiers and its readings (13.10.5, 5.2)."""

from __future__ import annotations

import pytest

from referee.games.operation_spark.fire import fires
from referee.games.operation_spark.fire.columns import Direct, Fire, FireColumn, intended, readings
from referee.games.operation_spark.fire.modifiers import Modifier
from tests.referee.games.operation_spark.scene import Scene, shipped

TRENCH = "clear;entrenchment"


def direct(*parts: tuple[int, int]) -> tuple[Direct, ...]:
    """Direct fires by points and shift, of units `a`, `b`, …."""
    names = "abcdef"
    return tuple(
        Direct((names[n],), frozenset({points}), (Modifier("from", shift),) if shift else ())
        for n, (points, shift) in enumerate(parts)
    )


def regular(against: int = 0, *parts: tuple[int, int], indirect: int = 0, heavy: int = 0) -> Fire:
    def points(number: int) -> tuple[frozenset[int], ...]:
        return (frozenset({number}),) if number else ()

    shifts = (Modifier("against", against),) if against else ()
    return Fire("combat_results", direct(*parts), points(indirect), points(heavy), shifts)


def test_each_firer_contributes_its_own_column() -> None:
    found = intended(shipped(), regular(-1, (6, 0), (6, 0)))
    assert [part.column for part in found.contributions] == [5, 5]
    assert (found.total, found.start, found.column) == (10, 8, 5)


def test_indirect_fire_is_added_up_before_it_finds_its_column() -> None:
    found = intended(shipped(), regular(0, (6, 0), indirect=29))
    assert (found.indirect, found.indirect_column, found.total, found.column) == (29, 18, 23, 18)


def test_heavy_artillery_comes_on_top_of_the_shifted_column() -> None:
    town = intended(shipped(), regular(-2, indirect=29, heavy=4))
    assert (town.start, town.initial, town.column) == (18, 12, 12)
    ordinary = intended(shipped(), regular(-2, indirect=33))
    assert (ordinary.start, ordinary.column) == (30, 18)
    small = intended(shipped(), regular(-2, indirect=5, heavy=4))
    assert (small.initial, small.column) == (2, 5)


def columns(fire: Fire) -> set[int]:
    return {found.column for found in readings(shipped(), fire)}


def test_for_one_firer_the_shifts_may_come_in_any_order() -> None:
    assert columns(regular(1, (12, 1))) == {12, 18}
    assert columns(regular(2, (5, 2))) == {18}


def test_opposite_shifts_above_column_twelve_may_cancel_first_or_not() -> None:
    shifts = (Modifier("river", 2), Modifier("few-steps", -1))
    fire = Fire("combat_results", direct((18, 0)), against=shifts)
    assert columns(fire) == {18, 30}


def test_left_of_column_one_there_is_no_fire_or_column_one() -> None:
    assert columns(regular(-2, (1, 0))) == {0, 1}


# -- modifiers -------------------------------------------------------------------------------------


def fire_at(scene: Scene, units: str, target: str, with_: str = "regular") -> list[FireColumn]:
    """The columns of a fire that is declared in a scene, the referee's own first."""
    if scene.board.phase is None:
        scene.phase("am-initial-end.post-assault")
    scene.fire(units, target, with_)
    return list(fires.readings(scene.board, scene.last_fire(), scene.piece(target)))


@pytest.mark.parametrize(
    ("terrain", "column"),
    [("clear", 8), ("woods", 5), ("village", 5), ("town", 3), ("swamp", 5), ("clear;hill", 5)],
)
def test_terrain_protects_a_non_armored_target(terrain: str, column: int) -> None:
    scene = Scene({"0505": terrain}).put("284-86", "0405").put("i-391-170", "0505")
    assert fire_at(scene, "284-86", "i-391-170")[0].column == column


def test_an_entrenchment_protects_who_is_in_it_and_not_a_column_or_a_vehicle() -> None:
    def scene(unit: str, **states: bool) -> Scene:
        return Scene({"0505": TRENCH}).put("284-86", "0405").put(unit, "0505", **states)

    assert fire_at(scene("i-391-170"), "284-86", "i-391-170")[0].column == 3
    assert fire_at(scene("i-391-170", in_column=True), "284-86", "i-391-170")[0].column == 12
    tanks = Scene({"0505": TRENCH}).put("1-61t", "0405").put("pz-1-29", "0505")
    assert fire_at(tanks, "1-61t", "pz-1-29", "at")[0].column == 3


def test_terrain_of_one_class_counts_once_that_of_two_classes_twice() -> None:
    one = Scene({"0505": "woods;workers-settlement"}).put("284-86", "0405").put("i-391-170", "0505")
    assert {c.column for c in fire_at(one, "284-86", "i-391-170")} == {3, 5}
    two = Scene({"0505": "woods;hill"}).put("284-86", "0405").put("i-391-170", "0505")
    assert {c.column for c in fire_at(two, "284-86", "i-391-170")} == {3}


def test_a_vehicle_has_no_more_than_one_column_of_each_class() -> None:
    town = Scene({"0505": "town"}).put("1-61t", "0405").put("pz-1-29", "0505")
    assert fire_at(town, "1-61t", "pz-1-29", "at")[0].column == 2
    hilly = Scene({"0505": "village;hill"}).put("1-61t", "0405").put("pz-1-29", "0505")
    assert fire_at(hilly, "1-61t", "pz-1-29", "at")[0].column == 1


def test_a_hill_does_not_protect_from_another_hill() -> None:
    scene = Scene({"0505": "clear;hill", "0405": "clear;hill"})
    scene.put("284-86", "0405").put("i-391-170", "0505")
    assert {c.column for c in fire_at(scene, "284-86", "i-391-170")} == {8}


def test_fire_from_a_hill_has_two_columns_or_one() -> None:
    scene = Scene({"0405": "clear;hill"}).put("284-86", "0405").put("i-391-170", "0505")
    assert {c.column for c in fire_at(scene, "284-86", "i-391-170")} == {12}
    weak = Scene({"0405": "clear;hill"}).put("284-86", "0405", lost=6).put("i-391-170", "0505")
    assert {c.column for c in fire_at(weak, "284-86", "i-391-170")} == {3, 5}


def test_indirect_fire_knows_neither_hill_nor_fire_from_its_woods() -> None:
    scene = Scene({"0505": "clear;hill", "0101": "woods"})
    scene.put("248-86", "0101").put("284-86", "0405").put("i-391-170", "0505")
    scene.phase("am-initial-end.post-assault")
    scene.declare("fire", "248-86", "i-391-170", with_="regular")
    own = fires.intended(scene.board, scene.last_fire(), scene.piece("i-391-170"))
    assert (own.indirect, own.column) == (5, 5)


@pytest.mark.parametrize(("lost", "column"), [(0, 8), (1, 5)])
def test_fewer_than_five_steps_are_harder_to_hit(lost: int, column: int) -> None:
    scene = Scene().put("284-86", "0405").put("i-391-170", "0505", lost=lost)
    assert fire_at(scene, "284-86", "i-391-170")[0].column == column


@pytest.mark.parametrize(
    ("tank", "columns_"),
    [("1-61t", {5}), ("tk-32gd", {1, 2, 3}), ("1-152t", {2, 3})],
)
def test_a_hollow_dot_brings_a_column_solid_dots_take_some(tank: str, columns_: set[int]) -> None:
    scene = Scene().put("3-240-170", "0505", lost=0).put(tank, "0405")
    scene.board.first_player = "german"
    found = fire_at(scene, "3-240-170", tank, "at")
    assert found[0].start == 3
    assert {c.column for c in found} == columns_


def test_a_vehicle_gains_nothing_from_having_few_steps() -> None:
    whole = Scene().put("3-240-170", "0505").put("1-61t", "0405")
    weak = Scene().put("3-240-170", "0505").put("1-61t", "0405", lost=2)
    assert (
        fire_at(whole, "3-240-170", "1-61t", "at")[0]
        == fire_at(weak, "3-240-170", "1-61t", "at")[0]
    )


def test_units_of_a_hex_with_the_same_modifiers_may_fire_as_one_or_each_alone() -> None:
    scene = Scene({"0505": "woods"}).put("284-86", "0405", lost=2).put("330-86", "0405", lost=2)
    scene.put("i-391-170", "0505")
    found = fire_at(scene, "284-86+330-86", "i-391-170")
    assert {c.column for c in found} == {5, 8}
    apart = Scene({"0505": "woods"}).put("284-86", "0405", lost=2).put("330-86", "0406", lost=2)
    apart.put("i-391-170", "0505")
    assert {c.column for c in fire_at(apart, "284-86+330-86", "i-391-170")} == {5}


# -- against assaulting units ----------------------------------------------------------------------


def defended(terrain: str, sides: dict[tuple[str, str], str] | None = None) -> list[FireColumn]:
    """Fire of five points at a regiment that assaults out of a hex."""
    scene = Scene({"0405": terrain}, sides=sides).put("284-86", "0405", assault="SE")
    scene.put("i-391-170", "0505")
    scene.phase("defensive-fire-1")
    return fire_at(scene, "i-391-170", "284-86")


def test_an_assaulting_unit_has_no_good_of_its_terrain() -> None:
    assert defended("woods;hill")[0].column == 5


def test_an_assaulting_unit_suffers_from_water_once() -> None:
    water = {("0405", "0505"): "river-hexside"}
    assert defended("river")[0].column == 12
    assert defended("clear", water)[0].column == 12
    assert defended("river", water)[0].column == 12


def test_a_partial_hexside_counts_where_nearly_all_of_it_is_water() -> None:
    def columns_of(treated: str) -> set[int]:
        side = f"partial-river-hexside{treated}"
        return {c.column for c in defended("clear", {("0405", "0505"): side})}

    assert columns_of("") == {5}
    assert columns_of(":always") == {12}
    assert columns_of(":fire-only") == {5, 12}


def test_a_crossed_stream_counts_unless_the_hexside_is_water() -> None:
    def column(sides: dict[tuple[str, str], str]) -> int:
        scene = Scene(sides=sides).put("284-86", "0405", assault="SE").put("i-391-170", "0505")
        scene.phase("defensive-fire-1")
        scene.board.state.march.crossed_stream.add("284-86")
        return fire_at(scene, "i-391-170", "284-86")[0].column

    assert column({}) == 8
    assert column({("0405", "0505"): "river-hexside"}) == 12


# -- what players announce -------------------------------------------------------------------------


def test_a_wrong_column_is_found_and_a_right_one_is_not() -> None:
    def announced(column: int) -> list[str]:
        scene = Scene({"0505": "woods"}).put("284-86", "0405").put("i-391-170", "0505")
        scene.phase("am-initial-end.post-assault")
        scene.fire("284-86", "i-391-170", column=column)
        return scene.roll(1, 1)

    assert announced(5) == []
    assert announced(8) == ["13.10.5.p6"]


def test_heavy_artillery_may_count_as_ordinary_and_only_heavy_artillery_says_so() -> None:
    scene = Scene({"0505": "town"}).put("art-1106", "0101").put("248-86", "0101")
    scene.put("284-86", "0405", assault="SE").put("i-391-170", "0505")
    scene.phase("barrage")
    assert scene.declare("heavy", "248-86", as_="heavy") == ["13.10.5.p7"]
    assert scene.declare("heavy", "art-1106", as_="heavy") == []
    scene.declare("barrage", "art-1106+248-86", "i-391-170")
    own = fires.intended(scene.board, scene.last_fire(), scene.piece("i-391-170"))
    assert (own.indirect, own.initial, own.heavy, own.column) == (5, 2, 8, 8)
    scene.board.state.combat.heavy_as["art-1106"] = "ordinary"
    own = fires.intended(scene.board, scene.last_fire(), scene.piece("i-391-170"))
    assert (own.indirect, own.heavy, own.column) == (13, 0, 5)
