"""Movement along hexes: the way with the fewest faults, then the cheapest, and what is wrong on it.

A game says what each step costs and what is wrong with it. With a whole path given the search is
held to it; with only its ends known every path is tried, so that a move is faultless if any legal
path exists.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Generic, TypeVar

from compiler.hexes import Hex
from referee.findings import Finding

M = TypeVar("M", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Step(Generic[M]):
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


Steps = Callable[[Hex, M, float], Iterable[Step[M]]]
"""From a hex, with what is remembered and the points spent so far on this way: the steps there
are."""


@dataclass(frozen=True, slots=True)
class _Node(Generic[M]):
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
            for step in steps(node.hex, node.memory, node.points):
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


def reachable(
    start: Hex, memory: M, steps: Steps[M], allowance: float, limit: int = 200_000
) -> Mapping[Hex, Way[M]]:
    """Every other hex reached without a fault within the allowance, by its cheapest way."""
    found: dict[Hex, Way[M]] = {}

    def faultless(here: Hex, remembered: M, spent: float) -> Iterator[Step[M]]:
        for step in steps(here, remembered, spent):
            if not step.faults and spent + step.points <= allowance:
                yield step

    for node in _settle(start, memory, faultless, limit):
        if node.hex != start and node.hex not in found:
            found[node.hex] = _way(node)
    return found


def _settle(start: Hex, memory: M, steps: Steps[M], limit: int) -> Iterator[_Node[M]]:
    """Settle pairs of hex and memory in the order of faults, then points."""
    order = count()
    settled: set[tuple[Hex, M]] = set()
    first: _Node[M] = _Node(None, start, memory, 0.0, None)
    heap: list[tuple[int, float, int, _Node[M]]] = [(0, 0.0, next(order), first)]
    while heap and len(settled) < limit:
        faults, points, _, node = heapq.heappop(heap)
        if (node.hex, node.memory) in settled:
            continue
        settled.add((node.hex, node.memory))
        yield node
        for step in steps(node.hex, node.memory, points):
            if (step.end, step.memory) in settled:
                continue
            total = points + step.points
            reached = _Node(step, step.end, step.memory, total, node)
            heapq.heappush(heap, (faults + len(step.faults), total, next(order), reached))


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
