"""Firepower: attenuation by range, levels by halving."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from referee.mechanics.firepower import all_ones, attenuated, halving_levels, level_reached

FACTORS = st.integers(0, 40)


@given(FACTORS, st.integers(0, 100), st.integers(1, 30))
def test_firepower_falls_with_range_and_never_below_nothing(
    factors: int, range_: int, increment: int
) -> None:
    here, farther = (attenuated(factors, r, increment) for r in (range_, range_ + 1))
    assert 0 <= farther <= here <= factors
    assert attenuated(factors, increment, increment) == factors


@given(FACTORS, st.integers(0, 100))
def test_a_weapon_without_an_increment_loses_nothing(factors: int, range_: int) -> None:
    assert attenuated(factors, range_, 0) == factors


@given(st.integers(1, 200), st.integers(1, 6))
def test_levels_fall_by_half_rounded_up(total: int, count: int) -> None:
    levels = halving_levels(total, count)
    assert len(levels) == count
    assert levels[0] == total
    assert all(2 * lower in (upper, upper + 1) for upper, lower in pairwise(levels))


def test_no_total_has_no_levels() -> None:
    assert halving_levels(0, 3) == ()
    assert level_reached(1, ()) == 0


def test_all_ones_need_more_than_one_die() -> None:
    assert [all_ones(dice) for dice in ((1,), (1, 1), (1, 2), (1, 1, 1))] == [
        False, True, False, True,
    ]  # fmt: skip
