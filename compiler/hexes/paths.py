"""Cheapest paths over adjacent hexes, for any cost of entering one hex from another.

Dijkstra's method, deterministic. What a step costs, and who may take it, the caller says.
"""

import heapq
import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import NamedTuple

from compiler.hexes.coordinates import Hex, HexError

Cost = int | float | Fraction
"""Movement points; ints and Fractions add up exactly, floats may not."""
CostFunction = Callable[[Hex, Hex], Cost | None]
"""The cost of the step from a hex to an adjacent one, or None if it may not be taken."""
Neighbours = Callable[[Hex], Iterable[Hex]]


class Path(NamedTuple):
    """A way over adjacent hexes, start and goal included, and what it costs."""

    hexes: tuple[Hex, ...]
    cost: Cost


class _Search(NamedTuple):
    costs: dict[Hex, Cost]
    """The cheapest cost of each hex reached, cheapest first."""
    previous: dict[Hex, Hex]


def _search(
    start: Hex, goal: Hex | None, neighbours: Neighbours, cost: CostFunction, limit: Cost | None
) -> _Search:
    """Settle hexes in the order of cost, then steps, then coordinates, until the goal is met."""
    settled: dict[Hex, Cost] = {}
    previous: dict[Hex, Hex] = {}
    best: dict[Hex, tuple[Cost, int]] = {start: (0, 0)}
    heap: list[tuple[Cost, int, Hex]] = [(0, 0, start)]
    while heap:
        spent, steps, here = heapq.heappop(heap)
        if here in settled:
            continue
        settled[here] = spent
        if here == goal:
            break
        for there in neighbours(here):
            if there in settled:
                continue
            step = cost(here, there)
            if step is None:
                continue
            if not 0 <= step < math.inf:
                raise HexError(f"cost from {here} to {there} is {step}: expected None or 0 or more")
            total = spent + step
            if limit is not None and total > limit:
                continue
            if there not in best or (total, steps + 1) < best[there]:
                best[there] = (total, steps + 1)
                previous[there] = here
                heapq.heappush(heap, (total, steps + 1, there))
    return _Search(settled, previous)


def shortest_path(
    start: Hex,
    goal: Hex,
    neighbours: Neighbours,
    cost: CostFunction,
    limit: Cost | None = None,
) -> Path | None:
    """The cheapest path, of equally cheap ones a shortest; None if there is none within the limit.

    The same arguments always give the same path.

    Raises:
        HexError: if a cost is negative or not finite.
    """
    found = _search(start, goal, neighbours, cost, limit)
    if goal not in found.costs:
        return None
    hexes = [goal]
    while hexes[-1] != start:
        hexes.append(found.previous[hexes[-1]])
    return Path(tuple(reversed(hexes)), found.costs[goal])


def reachable(
    start: Hex, neighbours: Neighbours, cost: CostFunction, limit: Cost | None = None
) -> dict[Hex, Cost]:
    """Every hex that can be reached within the limit and its cheapest cost, cheapest first.

    The start is among them at no cost.

    Raises:
        HexError: if a cost is negative or not finite.
    """
    return _search(start, None, neighbours, cost, limit).costs
