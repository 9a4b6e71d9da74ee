"""Odds columns: from the ratio of two strengths to a column."""

from fractions import Fraction

import pytest

from referee.mechanics.odds import OddsColumns, parse_ratio

COLUMNS = OddsColumns.of(["1:2", "1:1", "1.5:1", "2:1", "3:1", "7:1"])


@pytest.mark.parametrize(
    ("attack", "defense", "column"),
    [(15, 4, "3:1"), (3, 2, "1.5:1"), (1, 2, "1:2"), (29, 15, "1.5:1"), (99, 3, "7:1")],
)
def test_a_ratio_is_rounded_down_to_a_column(attack: int, defense: int, column: str) -> None:
    place = COLUMNS.index(Fraction(attack, defense))
    assert place is not None
    assert COLUMNS.keys[place] == column


def test_a_ratio_below_the_first_column_has_none() -> None:
    assert COLUMNS.index(Fraction(10, 21)) is None


def test_no_defence_at_all_is_the_best_column() -> None:
    assert COLUMNS.index(None) == COLUMNS.last


def test_levels_above_the_best_column_are_counted_up_to_a_limit() -> None:
    assert [COLUMNS.beyond(Fraction(n), 5) for n in (6, 7, 8, 10, 40)] == [0, 0, 1, 3, 5]
    assert COLUMNS.beyond(None, 5) == 5


def test_shifts_end_at_the_edges_of_the_table() -> None:
    assert (COLUMNS.shifted(1, -3), COLUMNS.shifted(4, 3), COLUMNS.shifted(2, 1)) == (0, 5, 3)


def test_the_way_to_the_next_column_is_a_part_of_one() -> None:
    assert COLUMNS.way_to_next(Fraction(9, 4)) == Fraction(1, 4)
    assert COLUMNS.way_to_next(Fraction(1, 3)) == 0
    assert COLUMNS.way_to_next(Fraction(8)) == 0


@pytest.mark.parametrize("text", ["", "3", "3:0", "a:b", "1:2:3"])
def test_what_is_no_ratio_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no ratio"):
        parse_ratio(text)


def test_columns_that_do_not_rise_are_refused() -> None:
    with pytest.raises(ValueError, match="do not rise"):
        OddsColumns.of(["1:1", "1:2"])
