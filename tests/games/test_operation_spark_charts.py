"""The charts of *Operation Spark*: do the errata's example and its dice come out of them?

The example is worked out from the tables alone, with the few lines of arithmetic that 13.10.5 and
13.11 need; the rules have their own tests.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from compiler.gamedata.loader import load_game
from compiler.gamedata.model import GameData, Table

GAME = Path(__file__).resolve().parents[2] / "counters" / "operation_spark"
RESULTS = "-M123456789"
"""Results in order: no effect, morale check, step losses."""


@cache
def loaded() -> GameData:
    return load_game(GAME)


@pytest.fixture(name="data")
def fixture_data() -> GameData:
    return loaded()


def integer(table: Table, row: str | int, column: str | int) -> int:
    cell = table.cell(row, column)
    assert isinstance(cell, int)
    return cell


# -- the combat results tables ---------------------------------------------------------------------


def columns(data: GameData, table: str) -> list[int]:
    return [int(key) for key in data.tables[table].column_keys]


def column_for(data: GameData, table: str, strength: int) -> int:
    return max(column for column in columns(data, table) if column <= strength)


def shifted(data: GameData, table: str, column: int, shift: int) -> int:
    """13.10.5: a step among the high columns takes two modifiers; a single one is wasted."""
    double_from = data.tables["column_shifts"].cell(table, "double-from")
    order = columns(data, table)
    at, left = order.index(column), abs(shift)
    step = 1 if shift > 0 else -1
    while 0 <= at + step < len(order):
        lower = order[min(at, at + step)]
        price = 2 if isinstance(double_from, int) and lower >= double_from else 1
        if price > left:
            break
        at, left = at + step, left - price
    return order[at]


def fire_column(
    data: GameData,
    against: tuple[str, ...],
    direct: tuple[tuple[int, tuple[str, ...]], ...] = (),
    indirect: tuple[int, ...] = (),
    table: str = "combat_results",
) -> int:
    """The seventeen steps of 13.10.5 without heavy artillery; modifiers by their rows."""
    total = column_for(data, table, sum(indirect)) if indirect else 0
    for strength, places in direct:
        shift = sum(integer(data.tables["fire_terrain"], place, "from") for place in places)
        total += shifted(data, table, column_for(data, table, strength), shift)
    shift = 0
    for row in against:
        if row in data.tables["unit_fire"].row_keys:
            shift += integer(data.tables["unit_fire"], row, "ground")
        else:
            column = "against" if table == "combat_results" else "against-afv"
            shift += integer(data.tables["fire_terrain"], row, column)
    return shifted(data, table, column_for(data, table, total), shift)


TRENCH = ("entrenchment",)
FIRES = {
    "counterbattery at I/240/170": (5, {"against": ("few-steps",), "indirect": (8,)}),
    "A, at 330/86": (12, {"against": ("river-hexside",), "direct": ((3, TRENCH),)}),
    "A, at 284/86": (8, {"against": ("river",), "indirect": (3,)}),
    "A, at 3/240/170": (
        2, {"against": ("entrenchment", "few-steps"), "direct": ((6, ()),), "indirect": (5,)},
    ),
    "B, barrage": (8, {"against": ("entrenchment", "village"), "indirect": (16, 6, 5)}),
    "B, at 387/136": (12, {"against": ("river",), "direct": ((1, TRENCH),), "indirect": (4,)}),
    "B, at 7GdMiner": (
        8, {"against": ("river", "few-steps"), "direct": ((1, TRENCH),), "indirect": (4,)},
    ),
    "B, at 541/136": (12, {"against": ("river",), "direct": ((1, TRENCH),), "indirect": (3,)}),
    "B, at II/399/170": (
        5, {"against": ("entrenchment", "village", "few-steps"), "direct": ((10, ()), (12, ()))},
    ),
    "C, barrage": (5, {"against": TRENCH, "indirect": (8, 6)}),
    "D, at 942/268": (
        18, {"against": ("river",), "direct": ((4, ("entrenchment", "village")),)},
    ),
    "D, at 947/268": (
        12,
        {"against": ("river",), "direct": ((1, ("entrenchment", "village")),), "indirect": (3,)},
    ),
    "E, at 952/268": (18, {"against": ("river-hexside",), "direct": ((5, TRENCH),)}),
    "E, at III/399/170": (2, {"against": TRENCH, "direct": ((6, ()),)}),
}  # fmt: skip


@pytest.mark.parametrize("fire", FIRES)
def test_each_fire_of_the_example_ends_in_the_column_that_the_errata_give(
    data: GameData, fire: str
) -> None:
    column, about = FIRES[fire]
    assert fire_column(data, **about) == column  # type: ignore[arg-type]


@pytest.mark.parametrize(("strength", "column"), [(1, 12), (2, 20)])
def test_anti_tank_fire_at_the_t_60_ends_in_12_or_with_the_entrenchment_in_20(
    data: GameData, strength: int, column: int
) -> None:
    assert integer(data.tables["figures"], "entrenchment-at", "value") == 1
    start = shifted(data, "at_results", column_for(data, "at_results", strength), 2)
    against = integer(data.tables["fire_terrain"], "river", "against-afv")
    against += integer(data.tables["unit_fire"], "afv-hollow", "ground")
    assert shifted(data, "at_results", start, against) == column


@pytest.mark.parametrize(("fire", "column"), [("ground", 5), ("air", 2)])
def test_three_points_at_a_t_60_in_the_open_are_shifted_by_its_hollow_dot(
    data: GameData, fire: str, column: int
) -> None:
    shift = integer(data.tables["unit_fire"], "afv-hollow", fire)
    assert shifted(data, "at_results", column_for(data, "at_results", 3), shift) == column


def test_the_dice_of_the_example_have_the_results_that_it_gives(data: GameData) -> None:
    rolled = {
        ("combat_results", 5, 2): "-", ("combat_results", 12, 9): "2",
        ("combat_results", 8, 10): "2", ("combat_results", 2, 9): "1",
        ("combat_results", 8, 9): "1", ("combat_results", 12, 7): "1",
        ("combat_results", 8, 4): "M", ("combat_results", 12, 4): "M",
        ("combat_results", 5, 1): "-", ("at_results", 12, 9): "2", ("at_results", 12, 4): "M",
        ("combat_results", 18, 1): "M", ("combat_results", 12, 8): "1",
        ("combat_results", 18, 4): "1", ("combat_results", 2, 6): "M",
    }  # fmt: skip
    for (table, column, roll), result in rolled.items():
        assert data.tables[table].cell(roll, str(column)) == result, (table, column, roll)
    evidence = data.tables["combat_results_evidence"]
    shown = {
        (str(evidence.cell(key, "table")), int(str(evidence.cell(key, "column"))),
         int(str(evidence.cell(key, "roll")))): evidence.cell(key, "result")
        for key in evidence.row_keys
    }  # fmt: skip
    assert shown == rolled


@pytest.mark.parametrize("table", ["combat_results", "at_results"])
def test_more_strength_or_a_higher_die_never_does_less(data: GameData, table: str) -> None:
    cells = [[RESULTS.index(str(cell)) for cell in row] for row in data.tables[table].cells]
    for row in cells:
        assert row == sorted(row)
    for column in zip(*cells, strict=True):
        assert list(column) == sorted(column)
    assert len(cells) == 10


# -- morale and assault ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("die", "morale", "column", "result"),
    [
        (4, 6, "assaulting", "-"), (10, 6, "assaulting", "N D R2"), (7, 6, "receiving", "S"),
        (8, 6, "assaulting", "N D R1"), (6, 6, "assaulting", "N W1"),
        (7, 6, "assaulting", "N S R1"), (8, 6, "receiving", "D"), (3, 6, "withdrawing", "W"),
    ],
)  # fmt: skip
def test_a_morale_check_of_the_example_has_its_result(
    data: GameData, die: int, morale: int, column: str, result: str
) -> None:
    assert data.tables["morale_check"].cell(die - morale, column) == result


def test_assault_b_is_twelve_against_seven_and_ends_suppressed_one_hex_back(
    data: GameData,
) -> None:
    terrain, extra = data.tables["assault_terrain"], data.tables["assault_modifiers"]
    soviet = 7 + integer(extra, "armor-alone", "attacker")
    soviet += integer(terrain, "river-hexside", "attacker")
    soviet += integer(terrain, "entrenchment", "engineer")
    soviet += integer(extra, "triple-steps", "attacker")
    german = 6 + integer(data.tables["morale_modifiers"], "suppressed", "morale")
    german += integer(terrain, "entrenchment", "defender") + integer(terrain, "village", "defender")
    assert (soviet, german) == (12, 7)
    results, difference = data.tables["assault_results"], (5 + soviet) - (8 + german)
    outcome = [
        results.cell(difference, f"defender-{what}") for what in ("retreat", "loss", "status")
    ]
    assert outcome == ["1", "0", "S"]


def test_assault_e_is_seven_against_five_and_costs_both_a_step(data: GameData) -> None:
    terrain, extra = data.tables["assault_terrain"], data.tables["assault_modifiers"]
    soviet = 6 + integer(extra, "more-steps", "attacker")
    german = 6 + integer(data.tables["morale_modifiers"], "disrupted", "morale")
    german += integer(terrain, "entrenchment", "defender")
    assert (soviet, german) == (7, 5)
    difference = abs((2 + soviet) - (4 + german))
    assert difference == 0
    results = data.tables["assault_results"]
    assert [results.cell(0, f"{who}-loss") for who in ("attacker", "defender")] == ["1", "1"]


# -- movement, artillery and the rest --------------------------------------------------------------


@pytest.mark.parametrize(("weather", "points"), [("very-cloudy", 3.5), ("fog", 7.0)])
def test_a_wheeled_unit_crosses_the_bridge_of_the_example_for_three_and_a_half_points(
    data: GameData, weather: str, points: float
) -> None:
    costs = data.tables["terrain_movement"]
    parts = [
        costs.cell("clear", "wheel"), data.tables["actions"].cell("enter-column", "wheel"),
        costs.cell("bridge-hexside", "wheel"), costs.cell("village", "wheel"),
    ]  # fmt: skip
    factor = 2 if weather == "fog" else 1
    assert data.tables["conditions"].cell("fog", "wheel") == "x2"
    assert sum(float(str(part)) for part in parts) * factor == points


def test_three_impulses_in_a_row_give_28_points(data: GameData) -> None:
    impulses = data.tables["impulses"]
    assert sum(integer(impulses, key, "points") for key in ("night", "initial", "limited")) == 28


def test_artillery_may_do_what_it_does_in_the_example(data: GameData) -> None:
    chart = data.tables["artillery_capabilities"]
    did = {
        "art-1106": "counterbattery", "i-240-170": "defensive", "248-86": "offensive",
        "rkt-321gd": "barrage", "rkt-523gd": "barrage", "291-136": "barrage", "art-56": "barrage",
    }  # fmt: skip
    for unit, fire in did.items():
        row = data.counters[unit].value("artillery")
        assert chart.cell(str(row), fire) == "yes", unit
        assert chart.cell(str(row), "heavy") == ("yes" if unit == "art-1106" else "no")
    rows = {counter.value("artillery") for counter in data.counters.values()} - {None}
    assert rows == set(chart.row_keys)


def test_every_terrain_has_its_class_and_its_costs(data: GameData) -> None:
    terrains = set(data.map.file.terrain)
    classes, costs = data.tables["terrain_classes"], data.tables["terrain_movement"]
    assert terrains - {"river-bank", "lake-shore"} <= set(classes.row_keys)
    assert terrains - {"river-bank", "lake-shore"} <= set(costs.row_keys)
    roads = {key for key in classes.row_keys if classes.cell(key, "class") == "5"}
    assert roads == set(data.tables["road_movement"].row_keys)


def test_what_is_not_printed_never_calls_itself_printed(data: GameData) -> None:
    for table in ("combat_results", "at_results"):
        assert {source.kind for source in data.tables[table].row_sources.values()} == {"stand-in"}
    lost = {
        "terrain_movement": ("woods", "peat-bog", "village", "town", "stream", "bridge"),
        "fire_terrain": ("woods", "peat-bog", "village", "town", "stream"),
        "artillery_capabilities": ("soviet-guns", "soviet-mortar", "soviet-rocket", "german-div"),
        "assault_results": ("0", "2", "4"),
    }
    for name, rows in lost.items():
        for row in rows:
            assert data.tables[name].source_of(row).kind != "printed", (name, row)


def test_zone_fire_is_prohibited_where_the_last_block_of_the_eligibility_tables_says(
    data: GameData,
) -> None:
    chart = data.tables["fire_eligibility"]
    zone = {key: chart.cell(key, "zone") for key in chart.row_keys if key.startswith("zone-")}
    assert zone == {
        "zone-leaving-in-movement": "-", "zone-changing-formation": "-",
        "zone-defender-leaving-target": "P", "zone-assaulter-leaving": "P",
        "zone-leaving-later-hex": "-",
    }  # fmt: skip


def test_a_combat_has_its_segments_in_order_with_a_second_attacker_withdrawal(
    data: GameData,
) -> None:
    phases = [p.phase.id for p in data.sequence.phases if p.section == "am-initial-assault"]
    assert phases == [
        "barrage", "defender-withdrawal-1", "defensive-fire-1", "attacker-withdrawal-1",
        "offensive-fire-1", "defender-withdrawal-2", "defensive-fire-2", "attacker-withdrawal-2",
        "offensive-fire-2", "assault",
    ]  # fmt: skip
    night = [p.phase.id for p in data.sequence.phases if p.section == "night-first-end"]
    assert night == ["recovery"]
