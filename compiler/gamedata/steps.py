"""Strength by steps: what is left of a printed strength when steps are lost.

Rosters print these figures into their step boxes, and a game's rules may fire with them: one
computation for both. Which units have step boxes, and how many, is in a game's data.
"""

from __future__ import annotations


def current_strength(printed: int, steps_left: int, steps: int) -> int:
    """The share of a printed strength that goes with the steps left, rounded down, at least 1.

    0 if no step is left, or nothing was printed.

    >>> current_strength(5, 3, 4), current_strength(1, 1, 8), current_strength(6, 0, 5)
    (3, 1, 0)
    """
    if not 0 <= steps_left <= steps:
        raise ValueError(f"{steps_left} of {steps} steps left: expected 0 to {steps}")
    if printed <= 0 or steps_left == 0:
        return 0
    return max(1, printed * steps_left // steps)


def step_figures(printed: int, steps: int) -> tuple[int, ...]:
    """The strength with one step left, with two, and so on up to all of them.

    >>> step_figures(6, 5)
    (1, 2, 3, 4, 6)
    """
    return tuple(current_strength(printed, left, steps) for left in range(1, steps + 1))
