"""Chapter 9, who may be in reserve: headquarters, their numbers, and what they may designate.

It only looks; `reserves` judges what players designate, `commitment` what becomes of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from compiler.hexes import Hex
from referee.board import Piece
from referee.games.bold_stroke import units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.combat import command
from referee.games.bold_stroke.movement.allowance import REGULAR
from referee.games.bold_stroke.movement.zones import zones
from referee.games.bold_stroke.records import Group
from referee.games.bold_stroke.reserves import encirclement
from referee.games.bold_stroke.state import CampaignBoard

RESERVED = "reserve"
"""State of a unit in reserve."""
RADIUS = 3
"""Hexes from a headquarters within which it designates reserves (9.1)."""
CAPACITY: Mapping[tuple[str, str], int] = MappingProxyType(
    {
        ("soviet", "army"): 1,
        ("german", "korps"): 1,
        ("soviet", "tank-army"): 2,
        ("german", "panzerkorps"): 2,
    }
)
"""Side and level of a headquarters to the units or stacks it may have in reserve (9.0.A, 9.0.B)."""
MARKER = "reserve-"


# -- headquarters and their reserves ---------------------------------------------------------------


@RULES.covers("9.0.A", "9.0.B")
def capacity(head: Piece) -> int:
    """Units or stacks that a headquarters may put in reserve."""
    return CAPACITY.get((head.side or "", str(head.value("headquarters_class"))), 0)


@RULES.covers("9.1", "13.0.B")
def designators(board: CampaignBoard, piece: Piece) -> tuple[Piece, ...]:
    """The headquarters within three hexes that may put a unit in reserve."""
    return tuple(
        head
        for head in command.headquarters_for(board, piece)
        if capacity(head) and within(head, piece)
    )


def within(head: Piece, piece: Piece) -> bool:
    """Whether a unit is within three hexes of a headquarters."""
    return (
        isinstance(head.place, Hex)
        and isinstance(piece.place, Hex)
        and head.place.distance(piece.place) <= RADIUS
    )


def in_enemy_zone(board: CampaignBoard, piece: Piece) -> bool:
    """Whether an enemy exerts a zone of control into a unit's hex."""
    if piece.side is None or not isinstance(piece.place, Hex):
        return False
    return piece.place in zones(board, board.data.opponent(piece.side))


def may_be_in_reserve(board: CampaignBoard, piece: Piece) -> bool:
    """Whether a unit's hex lets it be in reserve: in no enemy zone, or surrounded (9.1, 8.6)."""
    return not in_enemy_zone(board, piece) or encirclement.is_surrounded(board, piece)


def groups_in_reserve(board: CampaignBoard, side: str) -> list[Group]:
    """The units and stacks of a side in reserve; those set up in reserve have no headquarters."""
    known: list[Group] = []
    named: set[str] = set()
    for group in board.state.records.reserves.groups:
        held = {n for n in group.units if _is_reserve(board, n, side)}
        if held:
            named |= held
            known.append(Group(held, group.headquarters, group.candidates))
    by_hex: dict[Hex, set[str]] = {}
    for piece in board.on_map(side):
        if piece.flag(RESERVED) and piece.id not in named and isinstance(piece.place, Hex):
            by_hex.setdefault(piece.place, set()).add(piece.id)
    return known + [Group(held) for held in by_hex.values()]


def _is_reserve(board: CampaignBoard, name: str, side: str) -> bool:
    piece = board.pieces.get(name)
    return piece is not None and piece.side == side and piece.flag(RESERVED)


@RULES.covers("9.0.A", "9.0.B", "9.0.C")
def has_room(board: CampaignBoard, groups: Iterable[Group]) -> bool:
    """Whether every unit or stack can be the reserve of a headquarters, each within its number.

    A stack whose headquarters the log does not name counts for any that could have designated it;
    one that was set up in reserve counts for none.
    """
    bound = [group for group in groups if group.headquarters or group.candidates]
    holds: dict[str, list[int]] = {}

    def assign(number: int, tried: set[str]) -> bool:
        group = bound[number]
        for head in (group.headquarters,) if group.headquarters else group.candidates:
            if head in tried:
                continue
            tried.add(head)
            taken = holds.setdefault(head, [])
            piece = board.pieces.get(head)
            if len(taken) < (capacity(piece) if piece is not None else 0):
                taken.append(number)
                return True
            for other in list(taken):
                if assign(other, tried):
                    taken.remove(other)
                    taken.append(number)
                    return True
        return False

    return all(assign(number, set()) for number in range(len(bound)))


@RULES.covers("9.0.C")
def markers(board: CampaignBoard, side: str) -> int | None:
    """The Reserve markers of a side in the counter mix; None if it has none."""
    marker = board.data.markers.get(f"{MARKER}{side}")
    return marker.count if marker is not None else None


# -- designating -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReserveOption:
    """A headquarters and units in one hex that it may put in reserve now."""

    headquarters: str
    units: tuple[str, ...]


def reserve_candidates(board: CampaignBoard) -> tuple[ReserveOption, ...]:
    """What each headquarters of the side in its movement phase may put in reserve.

    Single units and whole stacks.
    """
    if board.phase is None or board.phase.mode != REGULAR or board.phasing is None:
        return ()
    side = board.phasing
    found = []
    held = groups_in_reserve(board, side)
    limit = markers(board, side)
    if limit is not None and len(held) >= limit:
        return ()
    heads = [p for p in board.on_map(side) if units.is_headquarters(p) and capacity(p)]
    for head in heads:
        for stack in _eligible(board, head):
            group = Group(set(stack), head.id)
            if has_room(board, [*held, group]):
                found.append(ReserveOption(head.id, stack))
                if len(stack) > 1:
                    found += [ReserveOption(head.id, (name,)) for name in stack]
    return tuple(found)


def _eligible(board: CampaignBoard, head: Piece) -> Iterator[tuple[str, ...]]:
    """The stacks within three hexes whose units a headquarters may put in reserve."""
    if not isinstance(head.place, Hex):
        return
    for hex_ in board.data.map.grid.within(head.place, RADIUS):
        names = tuple(
            piece.id
            for piece in board.units_at(hex_)
            if piece.side == head.side
            and _may_wait(piece)
            and not piece.flag(RESERVED)
            and head in designators(board, piece)
            and may_be_in_reserve(board, piece)
        )
        if names:
            yield names


def _may_wait(piece: Piece) -> bool:
    return units.is_ground(piece) and not units.is_headquarters(piece)
