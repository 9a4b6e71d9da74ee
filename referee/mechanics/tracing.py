"""Tracing: whether a path of hexes leads from one place to another, for support or command.

What a path may pass is the game's to say.
"""

from __future__ import annotations

from collections.abc import Callable

from compiler.hexes import Grid, Hex

MayStep = Callable[[Hex, Hex], bool]
"""Whether a path may go from a hex into a neighbouring one."""


def trace(
    grid: Grid, start: Hex, goal: Hex, may_step: MayStep, longest: int
) -> tuple[Hex, ...] | None:
    """A shortest path, both ends included; None if none has at most `longest` steps."""
    if grid.distance(start, goal) > longest:
        return None
    found = grid.path(start, goal, lambda a, b: 1 if may_step(a, b) else None, longest)
    return None if found is None else found.hexes
