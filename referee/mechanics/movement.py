"""Movement along hexes: the way with the fewest faults, then the cheapest, and what is wrong on it.

A game says what each step costs and what is wrong with it. With a whole path given the search is
held to it; with only its ends known every path is tried, so that a move is faultless if any legal
path exists.
"""

from __future__ import annotations

import heapq
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Generic, NamedTuple, Protocol, TypeVar

from compiler.hexes import Hex
from referee.findings import Finding

M = TypeVar("M", bound=Hashable)


class Step(NamedTuple, Generic[M]):
    """A step from a hex to a neighbour: its cost in movement points and what is wrong with it.

    `memory` is what the game has to remember after the step (that the unit must stop, say),
    `manner` how the step was made (by road, say).
    """

    end: Hex
    points: float
    faults: tuple[Finding, ...]
    memory: M
    manner: str = ""


@dataclass(frozen=True, slots=True)
class Way(Generic[M]):
    """A way found: the hexes with both ends, the points spent, the memory and manner at its end."""

    hexes: tuple[Hex, ...]
    points: float
    faults: tuple[Finding, ...]
    memory: M
    manners: tuple[str, ...]


class Steps(Protocol[M]):
    """The steps there are."""

    def __call__(
        self, here: Hex, memory: M, points: float, towards: Hex | None = None
    ) -> Iterable[Step[M]]:
        """The steps from a hex with what is remembered and the points spent so far on this way.

        With `towards` given only those into that hex are wanted; others do no harm.
        """


class _Node(NamedTuple, Generic[M]):
    step: Step[M] | None
    hex: Hex
    memory: M
    points: float
    previous: _Node[M] | None


def find_way(
    start: Hex, goal: Hex, memory: M, steps: Steps[M], limit: int = 200_000
) -> Way[M] | None:
    """The way from `start` to `goal` with the fewest faults, of those the cheapest.

    None when there is none at all. Of ways alike the first found in the order of `steps` is taken,
    so that the same log always gives the same findings.
    """
    for node in _settle(start, memory, steps, limit):
        if node.hex == goal:
            return _way(node)
    return None


def follow(path: tuple[Hex, ...], memory: M, steps: Steps[M]) -> Way[M] | None:
    """The best way along a given path: where a step can be made in several manners, the best ones.

    None when two hexes of the path are not neighbours, or a step cannot be made at all.
    """
    best: dict[M, tuple[tuple[int, float], _Node[M]]] = {
        memory: ((0, 0.0), _Node(None, path[0], memory, 0.0, None))
    }
    for end in path[1:]:
        reached: dict[M, tuple[tuple[int, float], _Node[M]]] = {}
        for (faults, _), node in best.values():
            for step in steps(node.hex, node.memory, node.points, end):
                if step.end != end:
                    continue
                points = node.points + step.points
                cost = (faults + len(step.faults), points)
                if step.memory not in reached or cost < reached[step.memory][0]:
                    reached[step.memory] = (
                        cost,
                        _Node(step, end, step.memory, points, node),
                    )
        best = reached
    if not best:
        return None
    return _way(min(best.values(), key=lambda found: found[0])[1])


class Reach(Mapping[Hex, Way[M]]):
    """The hexes reached, in the order of their cost, and the cheapest way to each."""

    def __init__(self, nodes: Mapping[Hex, _Node[M]]) -> None:
        self._nodes = nodes

    def __getitem__(self, hex_: Hex) -> Way[M]:
        return _way(self._nodes[hex_])

    def __iter__(self) -> Iterator[Hex]:
        return iter(self._nodes)

    def __len__(self) -> int:
        return len(self._nodes)

    def points(self, hex_: Hex) -> float:
        """The points spent on the way to a hex."""
        return self._nodes[hex_].points


def reachable(
    start: Hex,
    memory: M,
    steps: Steps[M],
    allowance: float = float("inf"),
    limit: int = 200_000,
) -> Reach[M]:
    """Every other hex reached without a fault within the allowance, by its cheapest way."""
    found: dict[Hex, _Node[M]] = {}
    for node in _settle(start, memory, steps, limit, allowance):
        if node.hex != start and node.hex not in found:
            found[node.hex] = node
    return Reach(found)


def _settle(
    start: Hex, memory: M, steps: Steps[M], limit: int, allowance: float | None = None
) -> Iterator[_Node[M]]:
    """Settle pairs of hex and memory in the order of faults, then points.

    With an allowance only steps without a fault are made, and none beyond it.
    """
    order = count()
    first: _Node[M] = _Node(None, start, memory, 0.0, None)
    best: dict[tuple[Hex, M], tuple[int, float]] = {(start, memory): (0, 0.0)}
    heap: list[tuple[int, float, int, _Node[M]]] = [(0, 0.0, next(order), first)]
    settled = 0
    while heap and settled < limit:
        faults, points, _, node = heapq.heappop(heap)
        if best[node.hex, node.memory] != (faults, points):
            continue
        settled += 1
        yield node
        for step in steps(node.hex, node.memory, points):
            end, price, wrong, remembered, _ = step
            total = points + price
            if allowance is not None and (wrong or total > allowance):
                continue
            key = (end, remembered)
            cost = (faults + len(wrong), total)
            known = best.get(key)
            if known is not None and known <= cost:
                continue
            best[key] = cost
            reached = _Node(step, end, remembered, total, node)
            heapq.heappush(heap, (cost[0], total, next(order), reached))


def _way(node: _Node[M]) -> Way[M]:
    hexes: list[Hex] = []
    manners: list[str] = []
    faults: list[Finding] = []
    here: _Node[M] | None = node
    while here is not None:
        hexes.append(here.hex)
        if here.step is not None:
            manners.append(here.step.manner)
            faults.extend(reversed(here.step.faults))
        here = here.previous
    return Way(
        tuple(reversed(hexes)),
        node.points,
        tuple(reversed(faults)),
        node.memory,
        tuple(reversed(manners)),
    )
