"""In which order the units of a stack go that is moved at once (7.3.B).

Units move one by one; who leads makes way for the others, or bars it: a tank unit into a zone where
the others may follow it (8.2.3.A), a division by road into a hex that brigades may enter after it
(6.3.A). The order in which a log names the pieces of a stack means nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee.games.bold_stroke import units
from referee.games.bold_stroke.state import CampaignBoard

Order = tuple[str, ...]


def best_order(board: CampaignBoard, names: Order, faults: Callable[[Order], int]) -> Order:
    """The order with the fewest faults; as the pieces are named if no other is better."""
    best, least = names, -1
    for order in _orders(board, names):
        found = faults(order)
        if least < 0 or found < least:
            best, least = order, found
        if not least:
            break
    return best


def _orders(board: CampaignBoard, names: Order) -> Iterator[Order]:
    """As named, then larger units first, then tank units first."""
    large = sorted(names, key=lambda name: units.is_below_division(board.piece(name)))
    tanks = sorted(large, key=lambda name: not units.is_tank(board.piece(name)))
    yield from dict.fromkeys((names, tuple(large), tuple(tanks)))
