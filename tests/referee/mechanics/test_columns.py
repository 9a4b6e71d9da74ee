"""Columns by points: which one a strength reaches, and what shifts cost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.mechanics.columns import BELOW, StrengthColumns

COLUMNS = StrengthColumns.of([1, 2, 3, 5, 8, 12, 18, 30, 45, 60], double_from=12)


@pytest.mark.parametrize(
    ("points", "column"), [(0, BELOW), (1, 1), (4, 3), (27, 18), (30, 30), (99, 60)]
)
def test_the_highest_column_not_above_the_points_is_reached(points: int, column: int) -> None:
    assert COLUMNS.reached(points) == column


@pytest.mark.parametrize(
    ("column", "shift", "end"),
    [
        (8, 2, 12), (8, 3, 18), (12, 1, 12), (12, 2, 18), (18, -1, 18), (18, -3, 8), (18, -4, 5),
        (60, 5, 60), (2, -1, 1), (2, -2, BELOW), (BELOW, 9, BELOW),
    ],
)  # fmt: skip
def test_a_step_among_the_high_columns_takes_two_shifts_and_a_single_one_is_lost(
    column: int, shift: int, end: int
) -> None:
    assert COLUMNS.shifted(column, shift) == end


def test_columns_that_do_not_rise_are_refused() -> None:
    with pytest.raises(ValueError, match="do not rise"):
        StrengthColumns.of([1, 3, 2])


@given(st.sampled_from(COLUMNS.starts), st.integers(0, 12))
def test_a_shift_to_the_right_never_leads_to_a_lower_column(column: int, shift: int) -> None:
    assert COLUMNS.shifted(column, shift) >= column
    assert COLUMNS.shifted(column, -shift) <= column


@given(st.sampled_from(COLUMNS.starts), st.integers(0, 6))
def test_shifting_there_and_back_never_gains(column: int, shift: int) -> None:
    assert COLUMNS.shifted(COLUMNS.shifted(column, shift), -shift) <= column
