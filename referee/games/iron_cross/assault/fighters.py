"""Section 17.2, who fights in an assault: groups of its rounds, who is left, losses due."""

from __future__ import annotations

from referee.board import Location, Piece
from referee.games.iron_cross.declared import pieces
from referee.games.iron_cross.fire_state import Assault
from referee.games.iron_cross.movement.coming_back import LOST
from referee.games.iron_cross.state import BattleBoard
from referee.games.iron_cross.units import NORMAL, PINNED, SUPPRESSED

NORMAL_DEFENDERS, ATTACKERS, SUPPRESSED_DEFENDERS, ALL = (
    "normal-defenders", "attackers", "suppressed-defenders", "all",
)  # fmt: skip
INITIAL = (NORMAL_DEFENDERS, ATTACKERS, SUPPRESSED_DEFENDERS)
"""The groups of the initial round in their order (17.21)."""
GROUP_OF_STATUS = {
    NORMAL: NORMAL_DEFENDERS,
    PINNED: ATTACKERS,
    SUPPRESSED: SUPPRESSED_DEFENDERS,
}


def remaining(board: BattleBoard, assault: Assault, *, attackers: bool) -> list[Piece]:
    """Units of one side of an assault that are still in play, set aside or not (17.0.b)."""
    names = assault.attackers if attackers else assault.defenders
    return [p for p in pieces(board, tuple(sorted(names))) if not is_out(p.place)]


def is_out(place: Location) -> bool:
    """Whether a place is that of eliminated units."""
    return place is None or (isinstance(place, str) and place.endswith(LOST))


def is_over(board: BattleBoard, assault: Assault) -> bool:
    """Whether only one side is left, or neither (17.0.d)."""
    attackers = remaining(board, assault, attackers=True)
    return not attackers or not remaining(board, assault, attackers=False)


def group_of(assault: Assault, unit: str) -> str:
    """When a unit fires in the initial round (17.21); empty for those who take no part."""
    if unit in assault.attackers:
        return ATTACKERS
    status = assault.defenders.get(unit)
    return "" if status is None else GROUP_OF_STATUS.get(status, NORMAL_DEFENDERS)


def members(board: BattleBoard, assault: Assault, group: str) -> list[Piece]:
    """The units that fire in a group."""
    everybody = [
        *remaining(board, assault, attackers=False),
        *remaining(board, assault, attackers=True),
    ]
    return [p for p in everybody if group == ALL or group_of(assault, p.id) == group]


def losses_due(board: BattleBoard, assault: Assault, side: str | None) -> int:
    """Units that a side has still to lose to the fire so far, no more than it has."""
    attackers = side == assault.side
    left = len(remaining(board, assault, attackers=attackers))
    return min(assault.hits.get(side or "", 0), left)


def is_unclear(assault: Assault) -> bool:
    """Whether dice are missing, so that losses cannot be told."""
    return assault.uncertain or bool(assault.called)


def sides(board: BattleBoard, assault: Assault) -> tuple[str, ...]:
    """The side that assaults and the other; empty where it is not known."""
    if assault.side is None:
        return ()
    return (assault.side, board.data.opponent(assault.side))
