"""Firepower: what range takes from a weapon's factors, and the levels a total is rolled against.

Whose factors add up, and what a level does to a target, is the game's to say.
"""

from __future__ import annotations

from collections.abc import Sequence


def attenuated(factors: int, range_: int, increment: int) -> int:
    """Factors left at a range: one is lost for each increment, or part of it, beyond the first.

    Range and increment are in hexes; an increment of 0 stands for a weapon that loses nothing.

    >>> [attenuated(4, range_, 7) for range_ in (1, 7, 8, 14, 15, 21, 22, 36)]
    [4, 4, 3, 3, 2, 2, 1, 0]
    """
    if increment <= 0 or range_ <= increment:
        return factors
    return max(0, factors - (-(-range_ // increment) - 1))


def half_up(number: int) -> int:
    """Half of a whole number, rounded up."""
    return -(-number // 2)


def halving_levels(total: int, levels: int) -> tuple[int, ...]:
    """Levels of a total, each half of the one before it, rounded up; none for no total at all.

    >>> halving_levels(8, 3), halving_levels(5, 3), halving_levels(0, 3)
    ((8, 4, 2), (5, 3, 2), ())
    """
    if total <= 0:
        return ()
    found = [total]
    while len(found) < levels:
        found.append(half_up(found[-1]))
    return tuple(found)


def level_reached(roll: int, levels: Sequence[int]) -> int:
    """How many levels a roll reaches, each by being equal to it or less; they fall from the first.

    >>> [level_reached(roll, (8, 4, 2)) for roll in (9, 8, 5, 4, 3, 2)]
    [0, 1, 1, 2, 2, 3]
    """
    return sum(roll <= level for level in levels)


def all_ones(dice: Sequence[int]) -> bool:
    """Whether more than one die was rolled and every one shows 1."""
    return len(dice) > 1 and all(die == 1 for die in dice)
