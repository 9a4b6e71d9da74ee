"""Lines of supply: what is joined to a source, and how far a place is from what is joined.

What joins two places, what a step costs and what bars a line are the game's to say, as small
functions; here are only the two searches that all such rules share.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from itertools import count

from compiler.hexes import Hex

Joined = Callable[[Hex], Iterable[Hex]]
"""The places to which a line may run on from a place, along roads say."""
StepsInto = Callable[[Hex], Iterable[tuple[Hex, float]]]
"""The neighbouring hexes from which a line may step into a hex, and what each step costs."""
IsOpen = Callable[[Hex], bool]
"""Whether a line may run through a hex."""


def connected(starts: Iterable[Hex], joined: Joined, is_open: IsOpen) -> frozenset[Hex]:
    """The open places that hang together with the open ones among `starts`.

    >>> chain = {Hex(0, 0): [Hex(1, 0)], Hex(1, 0): [Hex(2, 0)], Hex(2, 0): []}
    >>> sorted(connected([Hex(0, 0)], lambda hex_: chain[hex_], lambda hex_: hex_.q < 2))
    [Hex(q=0, r=0), Hex(q=1, r=0)]
    """
    found = {hex_ for hex_ in starts if is_open(hex_)}
    edge = sorted(found)
    while edge:
        here = edge.pop()
        for near in joined(here):
            if near not in found and is_open(near):
                found.add(near)
                edge.append(near)
    return frozenset(found)


def distances_to(
    goals: AbstractSet[Hex], steps_into: StepsInto, is_open: IsOpen, longest: float
) -> Mapping[Hex, float]:
    """The cheapest line from every hex to one of `goals`, where it costs no more than `longest`.

    A line pays for each hex that it enters, the goal included, and not for the hex it begins in;
    that hex need not be open, the others must. Goals cost nothing.
    """
    order = count()
    found: dict[Hex, float] = {}
    heap = [(0.0, next(order), goal) for goal in sorted(goals)]
    heapq.heapify(heap)
    while heap:
        spent, _, here = heapq.heappop(heap)
        if here in found:
            continue
        found[here] = spent
        if here not in goals and not is_open(here):
            continue
        for near, price in steps_into(here):
            if near not in found and spent + price <= longest:
                heapq.heappush(heap, (spent + price, next(order), near))
    return found
