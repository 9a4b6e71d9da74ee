"""Encirclement: who cannot leave a pocket (9.1), and pockets that Stavka forbids (17.9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet

from compiler.gamedata.model import GameData
from compiler.hexes import Hex
from referee.actions import PhaseEnds
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.combat import command
from referee.games.bold_stroke.movement.zones import zones
from referee.games.bold_stroke.state import CampaignBoard
from referee.games.bold_stroke.supply import lines
from referee.mechanics.supply import connected

OPTION = "stavka-restrictions"
ENCIRCLER = "soviet"
DIVISIONS = 1
"""German divisions that the Soviets may encircle (17.9.A)."""


def _ways_out(board: CampaignBoard, side: str) -> frozenset[Hex]:
    """Hexes that a unit has to reach to be free: its side's sources of supply.

    On a map without any, the edge of the map.
    """
    found = lines.sources(board, side)
    if found:
        return frozenset(found)
    grid = board.data.map.grid
    return board.constant(
        "edge of the map", lambda _: frozenset(h for h in grid if len(grid.neighbours(h)) < 6)
    )


def free_hexes(board: CampaignBoard, side: str, *, past_friends: bool) -> frozenset[Hex]:
    """Hexes that hang together with a way out, free of enemy units and their zones.

    With `past_friends` zones do not count where a friendly unit stands.
    """
    return board.derived(
        ("free hexes", side, past_friends), lambda here: _free(here, side, past_friends)
    )


def _free(board: CampaignBoard, side: str, past_friends: bool) -> frozenset[Hex]:
    shut: AbstractSet[Hex] = lines.barred(board, side)
    if not past_friends:
        shut = shut | zones(board, board.data.opponent(side)).hexes.keys()
    around = board.constant("adjacent hexes", _adjacent)
    return connected(
        _ways_out(board, side), lambda hex_: around[hex_], lambda hex_: hex_ not in shut
    )


def _adjacent(data: GameData) -> Mapping[Hex, tuple[Hex, ...]]:
    return {hex_: tuple(data.map.grid.neighbours(hex_).values()) for hex_ in data.map.grid}


@RULES.covers("9.1")
def is_surrounded(board: CampaignBoard, piece: Piece) -> bool:
    """Whether enemy units and zones close a unit off completely.

    Friendly units in enemy zones do not open a way: the exception of 9.1 is for the unit's good.
    """
    if not isinstance(piece.place, Hex) or piece.side is None:
        return False
    free = free_hexes(board, piece.side, past_friends=False)
    here = (piece.place, *board.data.map.grid.neighbours(piece.place).values())
    return not any(hex_ in free for hex_ in here)


def pockets(board: CampaignBoard, side: str) -> tuple[frozenset[str], ...]:
    """The groups of a side's ground units that hang together and have no way out."""
    free = free_hexes(board, side, past_friends=True)
    grid = board.data.map.grid
    caught: dict[Hex, list[str]] = {}
    for piece in board.on_map(side):
        if units.is_ground(piece) and isinstance(piece.place, Hex):
            around = (piece.place, *grid.neighbours(piece.place).values())
            if not any(hex_ in free for hex_ in around):
                caught.setdefault(piece.place, []).append(piece.id)
    found: list[frozenset[str]] = []
    left = set(caught)
    while left:
        group = connected(
            [min(left)],
            lambda hex_: grid.neighbours(hex_).values(),
            lambda hex_: lines.is_open(board, side, hex_),
        ) | {min(left)}
        held = left & group
        found.append(frozenset(name for hex_ in held for name in caught[hex_]))
        left -= held
    return tuple(found)


@RULES.covers("17.9.A")
def forbidden_pockets(board: CampaignBoard) -> tuple[frozenset[str], ...]:
    """The pockets with more German divisions than the Soviets may encircle."""
    found = pockets(board, board.data.opponent(ENCIRCLER))
    return tuple(group for group in found if _divisions(board, group) > DIVISIONS)


def _divisions(board: CampaignBoard, group: frozenset[str]) -> int:
    return sum(1 for name in group if command.is_division(board.pieces[name]))


@RULES.rule("17.9.A", on=PhaseEnds)
def the_soviets_encircle_no_more_than_a_division(
    _: PhaseEnds, board: CampaignBoard
) -> Iterator[Finding]:
    """With Stavka's restrictions: no pocket of two divisions or more after Soviet movement.

    Each pocket is told once.
    """
    for group in _new_pockets(board):
        names = sorted(group)
        yield Finding(
            f"the Soviets have encircled {_divisions(board, group)} German divisions",
            units=tuple(names),
            hexes=tuple(sorted({board.number(board.pieces[name].place) for name in names})),
            expected=f"no more than {DIVISIONS}",
            found=str(_divisions(board, group)),
        )


def _new_pockets(board: CampaignBoard) -> list[frozenset[str]]:
    moved = board.phase is not None and board.phase.mode and ENCIRCLER in board.acting
    if OPTION not in board.options or not moved or not board.moves:
        return []
    told = board.state.records.encirclements
    found = board.derived("forbidden pockets", forbidden_pockets)
    return [group for group in found if not any(group <= known for known in told)]


@RULES.effect("17.9.A", on=PhaseEnds, before=True)
def pockets_are_told_once(_: PhaseEnds, board: CampaignBoard) -> None:
    """A pocket that has been told is not told again while it shrinks."""
    board.state.records.encirclements.update(_new_pockets(board))
