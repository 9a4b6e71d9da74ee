"""Units, rosters and set-ups of *Operation Spark*: do they hold what the errata say?

What the rules make of them is tested with the rules.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from compiler.gamedata.loader import load_game
from compiler.gamedata.model import Counter, GameData, Strength
from compiler.hexes import Direction, Hex

GAME = Path(__file__).resolve().parents[2] / "counters" / "operation_spark"
INDEX = GAME.parents[2] / "shared" / "rulebooks" / "index" / "operation-spark.tsv"
LONGEST_STACK = 12
"""Current steps in a hex (11.2)."""


@cache
def loaded() -> GameData:
    return load_game(GAME)


@pytest.fixture(name="data")
def fixture_data() -> GameData:
    return loaded()


def number(counter: Counter, column: str, face: str = "front") -> int:
    value = counter.value(column, face)
    if isinstance(value, Strength):
        return value.value
    assert isinstance(value, int)
    return value


PRINTED_UNITS = {
    "284-86": "8-1, 6", "330-86": "8-1, 6", "7gdminer": "3-2, 7", "387-136": "8-1, 7",
    "541-136": "8-1, 7", "733-136": "8-1, 7", "1-61t": "4-4-1, 6", "2-61t": "4-4-1, 6",
    "942-268": "7-1, 6", "947-268": "7-1, 6", "952-268": "7-1, 6", "leningrad-balloon": "1-0, 5",
    "art-1106": "8-2-22, 6", "248-86": "5-6-13, 6", "rkt-321gd": "16-0-10, 6",
    "rkt-523gd": "6-0-4, 5", "rkt-524gd": "6-0-4, 5", "291-136": "5-6-13, 6",
    "art-56": "8-6-16, 6", "3-240-170": "3-4-2, 6", "ii-399-170": "5-1, 6",
    "i-399-170": "5-1, 6", "iii-399-170": "5-1, 6", "eng-240-170": "5-2, 6",
    "i-240-170": "3-2-13, 6", "ii-240-170": "3-2-13, 6", "iii-240-170": "3-2-13, 6",
    "iv-240-170": "4-1-16, 6",
}  # fmt: skip


@pytest.mark.parametrize("unit", PRINTED_UNITS)
def test_a_unit_of_the_example_has_its_printed_ratings(data: GameData, unit: str) -> None:
    counter = data.counters[unit]
    ratings = [counter.value(column) for column in ("regular", "at", "range")]
    shown = "-".join(str(rating) for rating in ratings if rating is not None)
    assert f"{shown}, {counter.value('morale')}" == PRINTED_UNITS[unit]
    assert counter.source.kind == "printed"


def test_steps_are_those_that_follow_from_the_example(data: GameData) -> None:
    steps = {
        "330-86": 8, "387-136": 8, "541-136": 8, "7gdminer": 3, "1-61t": 4, "ii-399-170": 5,
        "iii-399-170": 5, "952-268": 7,
    }  # fmt: skip
    assert {unit: data.counters[unit].value("steps") for unit in steps} == steps
    for unit in ("i-240-170", "3-240-170"):
        assert number(data.counters[unit], "steps") < 5


def roster_strength(counter: Counter, column: str, steps: int) -> int:
    """Sections 3.1 and 13.10.3: the share of the printed strength, rounded down, never below 1."""
    return max(1, number(counter, column) * steps // number(counter, "steps"))


def test_the_tiger_company_has_the_boxes_that_the_errata_print(data: GameData) -> None:
    tiger = data.counters["tk-2-503"]
    assert tiger.value("boxes") == ("4", "9", "15", "18")
    assert tiger.value("box_strength") == "at"
    assert [roster_strength(tiger, "regular", steps) for steps in (4, 3)] == [5, 3]


def test_boxes_hold_the_strength_that_the_steps_leave(data: GameData) -> None:
    for counter in data.counters.values():
        boxes, column = counter.value("boxes"), counter.value("box_strength")
        steps = number(counter, "steps")
        assert (boxes is None) == (column is None)
        if isinstance(boxes, tuple) and isinstance(column, str) and counter.id != "tk-2-503":
            wanted = [roster_strength(counter, column, n) for n in range(1, steps + 1)]
            assert list(boxes) == [str(figure) for figure in wanted], counter.id
            assert number(counter, column) != steps
        assert number(counter, "flips_at") == steps // 2
        plain = {steps, 0}
        if counter.value("category") == "personnel":
            assert number(counter, "regular") == steps or counter.kind != "infantry"
            assert (boxes is not None) == (number(counter, "at") not in {0, 1, steps})
        elif boxes is None:
            assert {number(counter, "regular"), number(counter, "at")} <= plain


def test_an_infantry_regiment_a_battery_and_a_staff_need_no_numbers_or_theirs(
    data: GameData,
) -> None:
    assert data.counters["284-86"].value("boxes") is None
    assert data.counters["hq-170"].value("boxes") is None
    assert data.counters["i-240-170"].value("boxes") == ("1", "1", "2")
    assert data.counters["iv-240-170"].value("boxes") == ("1", "1", "1", "1")


def test_the_reduced_face_shows_what_the_flip_point_leaves(data: GameData) -> None:
    for counter in data.counters.values():
        if "reduced" in counter.faces:
            for column in ("regular", "at"):
                full = number(counter, column)
                half = roster_strength(counter, column, number(counter, "flips_at")) if full else 0
                assert number(counter, column, "reduced") == half, counter.id


def test_the_listed_german_artillery_stays_motorized(data: GameData) -> None:
    listed = ["rkt-i-70", "rkt-ii-70", "rkt-iii-70", "rkt-iii-3", "art-ii-2-lehr", "art-ii-37"]
    listed += [f"art-{number}" for number in (680, 143, 531, 910, 615, 768, 809, 854, 856)]
    for unit in listed:
        assert data.counters[unit].value("movement") == "wheel", unit
    howitzers = data.counters["art-ii-37"]
    assert number(howitzers, "at") > 0
    assert number(howitzers, "at", "reduced") > 0


def test_vehicles_carry_the_armor_dots_that_the_errata_name(data: GameData) -> None:
    dots = {"T-60": "o", "T-34": "•", "KV-1": "••", "Marder": "o", "StG III": "•"}
    for counter in data.counters.values():
        vehicle = counter.value("vehicle")
        if isinstance(vehicle, str) and vehicle in dots:
            assert counter.value("armor") == dots[vehicle], counter.id
        if counter.value("armor"):
            assert counter.value("category") == "afv"


def test_units_with_parentheses_are_those_that_the_errata_name(data: GameData) -> None:
    assert not data.counters["7gdminer"].value("builds_bridges")
    strengths = [(c.kind, c.value("regular")) for c in data.counters.values()]
    kinds = [kind for kind, s in strengths if isinstance(s, Strength) and s.parenthesised]
    assert set(kinds) == {"engineer", "bridging", "machine-gun"}
    assert kinds.count("engineer") == 2


def test_both_sides_have_divisions_that_may_win_the_fresh_formation_bonus(data: GameData) -> None:
    least = data.tables["figures"].cell("fresh-formation-units", "value")
    assert isinstance(least, int)
    units: dict[str, int] = defaultdict(int)
    for counter in data.counters.values():
        units[division(data, counter)] += 1
    for side in data.sides:
        fit = [
            f for f in data.formations.values()
            if f.side == side and f.values["level"] == "division" and units[f.id] >= least
        ]  # fmt: skip
        assert len(fit) >= 6


def division(data: GameData, counter: Counter) -> str:
    """The division or brigade a unit belongs to; empty for army and corps troops."""
    formation = data.formations.get(counter.formation or "")
    while formation is not None and formation.values["level"] not in ("division", "brigade"):
        formation = data.formations.get(formation.parent or "")
    return formation.id if formation else ""


# -- set-ups ---------------------------------------------------------------------------------------


def stacks(data: GameData, scenario: str) -> Mapping[Hex, list[Counter]]:
    found: dict[Hex, list[Counter]] = defaultdict(list)
    for piece in data.scenarios[scenario].setup:
        if isinstance(piece.place, Hex):
            found[piece.place].append(data.counters[piece.counter])
    return found


@pytest.mark.parametrize("scenario", ["combat-example", "first-day", "spark"])
def test_a_set_up_stacks_legally(data: GameData, scenario: str) -> None:
    for hex_, units in stacks(data, scenario).items():
        at = data.map.number(hex_)
        assert sum(number(unit, "steps") for unit in units) <= LONGEST_STACK, at
        assert len({unit.side for unit in units}) == 1, at
        if scenario != "combat-example":
            assert not data.map.hexes[hex_].terrains & {"river", "lake"}, at
        divisions = {division(data, unit) for unit in units if unit.side == "soviet"}
        assert sum(f.endswith("-rd") for f in divisions) <= 1, at


def breaches(data: GameData, scenario: str) -> Iterator[str]:
    """Hexes where a unit stands directly between two units of another Soviet formation."""
    held: dict[Hex, set[str]] = defaultdict(set)
    for hex_, units in stacks(data, scenario).items():
        bound = [u for u in units if u.side == "soviet" and not u.value("independent")]
        held[hex_] = {division(data, unit) for unit in bound} - {""}
    for hex_ in list(held):
        for way, other in data.map.grid.neighbours(hex_).items():
            beyond = data.map.grid.neighbours(hex_).get(way.opposite)
            for formation in held.get(other, set()) & held.get(beyond or hex_, set()):
                if held[hex_] - {formation} and beyond is not None:
                    yield data.map.number(hex_)


def test_the_only_breach_of_unit_integrity_is_the_one_that_the_example_admits(
    data: GameData,
) -> None:
    assert set(breaches(data, "combat-example")) == {"1613"}
    assert not set(breaches(data, "first-day"))


def test_the_example_stands_where_the_errata_put_it(data: GameData) -> None:
    places = {p.counter: p for p in data.scenarios["combat-example"].setup}
    printed = {
        "284-86": "1610", "7gdminer": "1612", "387-136": "1612", "541-136": "1613",
        "1-61t": "1613", "733-136": "1614", "2-61t": "1614", "942-268": "1516",
        "947-268": "1517", "952-268": "1518", "leningrad-balloon": "1411", "3-240-170": "1710",
        "ii-399-170": "1712", "i-399-170": "1714", "eng-240-170": "1617",
        "iii-399-170": "1618", "i-240-170": "2213",
    }  # fmt: skip
    for unit, number_ in printed.items():
        assert places[unit].place == data.map.hex(number_), unit
    targets = {"284-86": "1710", "330-86": "1710", "1-61t": "1712", "2-61t": "1714",
               "942-268": "1617", "947-268": "1617", "952-268": "1618"}  # fmt: skip
    for unit, target in targets.items():
        place = places[unit].place
        assert isinstance(place, Hex)
        way = Direction(str(places[unit].states["assault"]))
        assert data.map.grid.neighbours(place)[way] == data.map.hex(target), unit
    ranges = {"art-1106": "2213", "248-86": "1710", "rkt-321gd": "1712", "rkt-523gd": "1712",
              "291-136": "1712", "art-56": "1714", "rkt-524gd": "1714", "i-240-170": "1610",
              "ii-240-170": "1613", "iv-240-170": "1612", "iii-240-170": "1517"}  # fmt: skip
    for unit, target in ranges.items():
        place = places[unit].place
        assert isinstance(place, Hex)
        reach = number(data.counters[unit], "range")
        assert place.distance(data.map.hex(target)) <= reach, unit
        if unit != "i-240-170":
            assert "woods" in data.map.hexes[place].terrains, unit


def test_units_that_begin_in_a_stream_hex_stand_on_one_of_its_banks(data: GameData) -> None:
    for scenario in data.scenarios.values():
        for piece in scenario.setup:
            if isinstance(piece.place, Hex):
                banks = data.map.hexes[piece.place].values["banks"]
                bank = piece.states.get("bank")
                assert bank in banks if isinstance(banks, tuple) else bank is None, piece.piece


def test_every_unit_takes_part_in_the_whole_day_and_only_soviet_reinforcements_wait_on_the_map(
    data: GameData,
) -> None:
    setup = data.scenarios["first-day"].setup
    assert {p.counter for p in setup} == {*data.counters, *data.markers}
    for piece in setup:
        waits = bool(piece.states.get("reinforcement"))
        assert waits == (piece.values["entry"] is not None)
        if waits:
            assert data.counters[piece.counter].side == "soviet"


def test_the_rulebook_lists_every_paragraph_of_the_index_in_order(data: GameData) -> None:
    if not INDEX.is_file():
        pytest.skip(f"no index of the rulebook at {INDEX}")
    with INDEX.open(encoding="utf-8") as file:
        rows = [(r["id"], r["kind"]) for r in csv.DictReader(file, delimiter="\t")]
    assert [(p.id, p.kind) for p in data.rulebook] == rows
