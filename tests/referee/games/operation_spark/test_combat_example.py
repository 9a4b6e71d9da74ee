"""The overall example of combat (example.p13 to p28): every number, every result, every retreat.

The audit of the whole log is a golden file; the numbers that the text gives on the way are asserted
one by one, and so are the choices that it says a player had and did not take.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.audit import audit
from referee.board import Board
from referee.games.operation_spark import GAME, assaults, eligibility, integrity, units
from referee.games.operation_spark.assault import (
    advance,
    assault_morale,
    combat,
    journeys,
    withdrawal,
)
from referee.games.operation_spark.combat_state import Outcome, Shot
from referee.games.operation_spark.fire import fires, losses, morale, results, strength
from referee.games.operation_spark.fire.columns import FireColumn
from referee.games.operation_spark.fire.targets import fire_targets
from referee.games.operation_spark.state import OperationState
from referee.report.text import audit_text
from tests.referee.games.operation_spark.example import (
    GOLDEN,
    before_declaration,
    before_phase,
    before_roll,
    log,
)
from tests.referee.games.operation_spark.scene import shipped

Position = Board[OperationState]


def test_the_audit_finds_what_the_text_admits_and_nothing_else() -> None:
    found = audit(log(), shipped(), GAME)
    text = "\n".join(audit_text(found)) + "\n"
    assert text == GOLDEN.read_text(encoding="utf-8")
    assert [(f.rule, f.severity, f.units[0]) for f in found.findings] == [
        ("11.2.1", "violation", "1-61t"),
        ("12.3.p1", "violation", "art-1106"),
    ]
    assert found.unread == ()


# -- fire ------------------------------------------------------------------------------------------

FIRES: dict[int, tuple[str, str, dict[str, object]]] = {
    1: ("counterbattery", "i-240-170", {"indirect": (8, 8), "start": 8, "shift": -1, "column": 5}),
    2: ("A", "330-86", {"direct": [(3, 3, 2)], "shift": 2, "column": 12}),
    3: ("A", "284-86", {"indirect": (3, 3), "start": 3, "shift": 2, "column": 8}),
    4: ("A", "3-240-170", {"indirect": (5, 5), "direct": [(6, 5, 0)], "total": 10, "start": 8,
                           "shift": -3, "column": 2}),
    5: ("B, barrage", "ii-399-170", {"indirect": (27, 18), "start": 18, "shift": -3, "column": 8}),
    6: ("B", "387-136", {"indirect": (4, 3), "direct": [(1, 1, 2)], "total": 6, "start": 5,
                         "shift": 2, "column": 12}),
    7: ("B", "7gdminer", {"indirect": (4, 3), "direct": [(1, 1, 2)], "total": 6, "start": 5,
                          "shift": 1, "column": 8}),
    8: ("B", "541-136", {"indirect": (3, 3), "direct": [(1, 1, 2)], "total": 6, "start": 5,
                         "shift": 2, "column": 12}),
    9: ("B", "ii-399-170", {"direct": [(10, 8, 0), (12, 12, 0)], "total": 20, "start": 18,
                            "shift": -4, "column": 5}),
    10: ("B, anti-tank", "1-61t", {"direct": [(1, 1, 2)], "total": 3, "shift": 3, "column": 12}),
    12: ("C, barrage", "i-399-170", {"indirect": (14, 12), "start": 12, "shift": -2, "column": 5}),
    13: ("C, anti-tank", "2-61t", {"direct": [(1, 1, 2)], "total": 3, "shift": 3, "column": 12}),
    14: ("D", "942-268", {"direct": [(4, 3, 3)], "shift": 2, "column": 18}),
    15: ("D", "947-268", {"indirect": (3, 3), "direct": [(1, 1, 3)], "total": 8, "start": 8,
                          "shift": 2, "column": 12}),
    16: ("E", "952-268", {"direct": [(5, 5, 2)], "shift": 2, "column": 18}),
    17: ("E", "iii-399-170", {"direct": [(6, 5, 0)], "start": 5, "shift": -2, "column": 2}),
}  # fmt: skip
"""Throw to the unit and the numbers of the text: points and column of the indirect fire; points,
starting column and shift of each direct one; total, starting column, shift, column."""


def shown(column: FireColumn, wanted: dict[str, object]) -> dict[str, object]:
    """The parts of a breakdown that the text tells, in the same form."""
    parts: dict[str, object] = {
        "indirect": (column.indirect, column.indirect_column),
        "direct": sorted((c.points, c.start, c.shift) for c in column.contributions),
        "total": column.total,
        "start": column.start,
        "shift": column.shift,
        "column": column.column,
    }
    return {name: parts[name] for name in wanted}


@pytest.mark.parametrize("number", FIRES)
def test_each_fire_has_the_points_columns_and_shifts_of_the_text(number: int) -> None:
    _, name, wanted = FIRES[number]
    board, roll = before_roll(number)
    throw = results.throw_of(board, roll)
    assert throw is not None
    assert throw.target is not None
    assert throw.target.id == name
    every = fires.every_reading(board, throw.combat, throw.target)
    assert any(shown(column, wanted) == wanted for column in every)
    assert throw.combat.columns[name] == wanted["column"]


@pytest.mark.parametrize("number", [n for n in FIRES if n not in {7, 10}])
def test_the_referees_own_column_is_that_of_the_text(number: int) -> None:
    _, name, wanted = FIRES[number]
    board, roll = before_roll(number)
    throw = results.throw_of(board, roll)
    assert throw is not None
    own = fires.intended(board, throw.combat, board.pieces[name])
    assert own.column == wanted["column"]


def test_anti_tank_fire_out_of_the_village_of_marino_is_judged_without_and_with_the_village() -> (
    None
):
    board, roll = before_roll(10)
    throw = results.throw_of(board, roll)
    assert throw is not None
    found = fires.readings(board, throw.combat, board.pieces["1-61t"])
    assert {column.column for column in found} == {12, 20}


RESULTS = {
    1: {Outcome()},
    2: {Outcome(losses=2)},
    4: {Outcome(losses=1)},
    5: {Outcome(losses=1, status="S")},
    6: {Outcome(losses=1)},
    7: {Outcome()},
    8: {Outcome()},
    9: {Outcome()},
    10: {Outcome(losses=2)},
    12: {Outcome()},
    13: {Outcome(status="D", marker_off=True, retreat=1, retreat_most=1)},
    14: {Outcome(marker_off=True, withdraw=1)},
    15: {Outcome(losses=1, status="S", marker_off=True, retreat=1, retreat_most=1)},
    16: {Outcome(losses=1)},
    17: {Outcome(status="D")},
}


@pytest.mark.parametrize("number", RESULTS)
def test_each_throw_brings_what_the_text_says(number: int) -> None:
    board, roll = before_roll(number)
    throw = results.throw_of(board, roll)
    assert throw is not None
    assert results.outcomes(board, throw) == RESULTS[number]


def test_284_86_goes_back_two_hexes_or_as_the_notes_have_it_stays() -> None:
    board, roll = before_roll(3)
    throw = results.throw_of(board, roll)
    assert throw is not None
    whole = Outcome(losses=2, status="D", marker_off=True, retreat=2, retreat_most=2)
    assert results.outcomes(board, throw) == {whole, replace(whole, retreat=0, retreat_most=0)}


STRENGTHS = [
    (4, "330-86", "regular", 6), (6, "ii-399-170", "regular", 4), (9, "387-136", "regular", 7),
    (9, "7gdminer", "regular", 3), (9, "541-136", "regular", 8), (9, "1-61t", "regular", 4),
    (17, "952-268", "regular", 6), (14, "eng-240-170", "regular", 5), (10, "ii-399-170", "at", 1),
]  # fmt: skip


@pytest.mark.parametrize(("number", "unit", "kind", "points"), STRENGTHS)
def test_strengths_after_losses_are_those_of_the_text(
    number: int, unit: str, kind: str, points: int
) -> None:
    board, _ = before_roll(number)
    assert units.strength(board.pieces[unit], kind) == points


def test_a_suppressed_battalion_of_four_has_two_points_to_split() -> None:
    board, _ = before_roll(6)
    piece = board.pieces["ii-399-170"]
    shot = Shot("ii-399-170", "regular")
    assert strength.whole(board, piece, shot, assaults.current(board)) == {2}


def test_the_steps_left_for_assault_b_are_three_seven_two_and_eight() -> None:
    board, _ = before_roll(11)
    left = {
        unit: units.steps(board.pieces[unit])
        for unit in ("7gdminer", "387-136", "1-61t", "541-136")
    }
    assert left == {"7gdminer": 3, "387-136": 7, "1-61t": 2, "541-136": 8}
    assert board.pieces["1-61t"].face == "reduced"


# -- assaults --------------------------------------------------------------------------------------


def sides(board: Position) -> tuple[assault_morale.AssaultMorale, assault_morale.AssaultMorale]:
    found = assaults.current(board)
    assert found is not None
    return assault_morale.attack(board, found), assault_morale.defence(board, found)


def test_assault_b_is_twelve_against_seven() -> None:
    board, roll = before_roll(11)
    attack, defence = sides(board)
    assert (attack.initial, defence.initial) == (7, 5)
    assert {m.name: m.shift for m in attack.modifiers} == {
        "river-hexside": -1, "armor-alone": 1, "engineer": 2, "triple-steps": 3,
    }  # fmt: skip
    assert {m.name: m.shift for m in defence.modifiers} == {"village": 1, "entrenchment": 1}
    assert (attack.steps, defence.steps) == (20, 4)
    assert (attack.total, defence.total) == (12, 7)
    found = assaults.current(board)
    assert found is not None
    assert combat.difference(board, found, roll).intended == 2


def test_assault_e_is_seven_against_five_and_a_tie() -> None:
    board, roll = before_roll(18)
    attack, defence = sides(board)
    assert (attack.initial, attack.total) == (6, 7)
    assert (defence.initial, defence.total) == (4, 5)
    assert {m.name: m.shift for m in attack.modifiers if m.shift} == {"more-steps": 1}
    found = assaults.current(board)
    assert found is not None
    assert combat.difference(board, found, roll).intended == 0


def test_both_sides_of_assault_e_lose_a_step_and_their_morale_is_worked_out_again() -> None:
    board, _ = before_roll(19)
    assert units.steps(board.pieces["952-268"]) == 5
    assert units.steps(board.pieces["iii-399-170"]) == 4
    attack, defence = sides(board)
    assert (attack.total, defence.total) == (7, 5)


def test_a_vehicle_does_not_lower_the_average_of_sevens() -> None:
    board, _ = before_roll(11)
    pieces = [board.pieces[unit] for unit in ("7gdminer", "387-136", "1-61t", "541-136")]
    assert assault_morale.initial(board, pieces)[0] == 7
    assert morale.modified(board, board.pieces["1-61t"]) == 6


def test_the_beaten_battalion_is_suppressed_and_goes_back_one_hex() -> None:
    board = before_declaration("retreat", "ii-399-170")
    due = losses.open_for(board, "ii-399-170")
    assert {o for d in due for o in d.outcomes} == {Outcome(status="S", retreat=1, retreat_most=1)}


# -- integrity -------------------------------------------------------------------------------------


def test_1_61t_stands_between_two_units_of_the_136th_and_breaks_its_integrity() -> None:
    board, _ = before_roll(1)
    (breach,) = integrity.breaches(board)
    assert (breach.unit, breach.formation, board.number(breach.hex)) == ("1-61t", "136-rd", "1613")
    assert integrity.out_of_command(board, board.pieces["387-136"])
    assert not integrity.out_of_command(board, board.pieces["7gdminer"])


# -- what was not done -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "unit", "tank"), [(10, "ii-399-170", "1-61t"), (13, "i-399-170", "2-61t")]
)
def test_with_the_strength_of_the_entrenchment_the_tanks_would_be_fired_at_on_column_20(
    number: int, unit: str, tank: str
) -> None:
    board, roll = before_roll(number)
    throw = results.throw_of(board, roll)
    assert throw is not None
    combat = replace(throw.combat, shots=[Shot(unit, "entrenchment")], kind="entrenchment")
    every = fires.every_reading(board, combat, board.pieces[tank])
    wanted = {"direct": [(2, 2, 2)], "total": 5, "shift": 3, "column": 20}
    assert any(shown(column, wanted) == wanted for column in every)
    assert {column.column for column in fires.readings(board, combat, board.pieces[tank])} == {20}


def test_the_barrage_without_the_divisional_guns_is_as_strong() -> None:
    board, roll = before_roll(5)
    throw = results.throw_of(board, roll)
    assert throw is not None
    fewer = replace(throw.combat, shots=throw.combat.shots[:2])
    own = fires.intended(board, fewer, board.pieces["ii-399-170"])
    assert (own.indirect, own.start, own.column) == (22, 18, 8)


def test_the_anti_tank_guns_could_have_gone_two_hexes_or_into_1709() -> None:
    board = before_declaration("withdraw", "3-240-170")
    ways = withdrawal.legal_withdrawals(board, "3-240-170")
    numbers = {tuple(map(board.number, way[1:])) for way in ways}
    assert {("1810",), ("1709",)} <= numbers
    assert any(len(way) == 2 for way in numbers)
    assert not any("1711" in way for way in numbers)


def test_284_86_may_go_back_by_1510_to_1410_alone() -> None:
    board = before_declaration("retreat", "284-86")
    ways = journeys.legal_retreats(board, "284-86")
    assert {tuple(map(board.number, way)) for way in ways} == {("1610", "1510", "1410")}


def test_ii_399_170_could_also_have_gone_back_to_1812() -> None:
    board = before_declaration("retreat", "ii-399-170")
    ways = journeys.legal_retreats(board, "ii-399-170")
    assert {board.number(way[-1]) for way in ways} == {"1812", "1813"}


def test_any_of_the_four_units_could_have_advanced_into_marino() -> None:
    board = before_declaration("advance", "541-136")
    for unit in ("7gdminer", "387-136", "541-136", "1-61t"):
        assert list(map(board.number, advance.legal_advances(board, unit))) == ["1712"]
    assert advance.legal_advances(board, "733-136") == ()


def test_a_disrupted_leg_battalion_does_not_withdraw_before_the_assault() -> None:
    board, _ = before_roll(18)
    piece = board.pieces["iii-399-170"]
    assert piece.flag("disrupted")
    assert not units.is_motorized(piece)
    assert units.is_motorized(board.pieces["3-240-170"])


def test_no_unit_of_the_example_may_fire_after_the_assaults() -> None:
    board = before_phase("post-assault")
    for piece in list(board.on_map("soviet")):
        if piece.id in board.state.combat.now.received:
            assert not fire_targets(board, piece.id), piece.id


def test_733_136_could_support_any_assault_and_2_61t_none_but_its_own() -> None:
    board, roll = before_roll(17)
    throw = results.throw_of(board, roll)
    assert throw is not None
    now = assaults.current(board)

    def rules(unit: str) -> set[str]:
        piece = board.pieces[unit]
        return {bar.rule for bar in eligibility.bars(board, piece, throw.combat, now, "regular")}

    assert rules("733-136") == set()
    assert rules("2-61t") == {"fire-eligibility.p11#2"}
