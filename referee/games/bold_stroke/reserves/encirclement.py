"""Encirclement: who cannot leave a pocket (9.1), and pockets that Stavka forbids (17.9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet

from compiler.gamedata.model import GameData
from compiler.hexes import Hex
from referee.actions import Action, BeginPhase, Move, PhaseEnds
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.campaign import COMBAT_PHASES, in_phase
from referee.games.bold_stroke.combat import command
from referee.games.bold_stroke.movement.zones import zone, zones
from referee.games.bold_stroke.results.aftermath import parts
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
    return tuple(group for group in found if len(_divisions(board, group)) > DIVISIONS)


def _divisions(board: CampaignBoard, group: Iterable[str]) -> frozenset[str]:
    return frozenset(name for name in group if command.is_division(board.pieces[name]))


def may_close_a_pocket(board: CampaignBoard, piece: Piece, hex_: Hex) -> bool:
    """Whether a Soviet unit in a hex may bring a pocket about that Stavka forbids.

    A quick answer for many hexes: what the unit opens by leaving its own hex does not count.
    """
    if OPTION not in board.options or piece.side != ENCIRCLER:
        return False
    enemy = board.data.opponent(ENCIRCLER)
    divisions = [p for p in board.on_map(enemy) if command.is_division(p)]
    held = {p.place for p in board.on_map(enemy) if units.is_ground(p)}
    shut = {hex_, *(near for near in zone(board, piece, hex_) if near not in held)}
    free = free_hexes(board, enemy, past_friends=True)
    if not shut & free:
        return False
    around = board.constant("adjacent hexes", _adjacent)
    left = connected(
        _ways_out(board, enemy),
        lambda here: around[here],
        lambda here: here in free and here not in shut,
    )
    before, after = (_caught(board, divisions, open_) for open_ in (free, left))
    return len(after) > DIVISIONS and not after <= before


def _caught(board: CampaignBoard, pieces: Iterable[Piece], free: frozenset[Hex]) -> frozenset[str]:
    """Those of some units that touch no hex with a way out."""
    around = board.constant("adjacent hexes", _adjacent)
    return frozenset(
        piece.id
        for piece in pieces
        if isinstance(piece.place, Hex) and free.isdisjoint((piece.place, *around[piece.place]))
    )


@RULES.rule("17.9.A", on=PhaseEnds)
def the_soviets_encircle_no_more_than_a_division(
    _: PhaseEnds, board: CampaignBoard
) -> Iterator[Finding]:
    """With Stavka's restrictions: Soviet movement leaves no new pocket of two divisions or more.

    Each pocket is told once.
    """
    if _soviets_moved(board):
        yield from (_found(board, group) for group in _new_pockets(board))


@RULES.rule("17.9.A", on=Move)
@RULES.rule("17.9.A", on="declare:advance")
def no_soviet_advance_encircles_more_than_a_division(
    action: Action, board: CampaignBoard
) -> Iterator[Finding]:
    """An advance closes no such pocket either; into one by retreating is the Germans' affair."""
    if OPTION not in board.options or not in_phase(board, *COMBAT_PHASES):
        return
    going = parts(board, action)
    if board.phasing != ENCIRCLER or any(part.role in {"retreat", "displace"} for part in going):
        return
    ends = [(piece, part.end) for part in going for piece in part.pieces]
    if not any(may_close_a_pocket(board, piece, end) for piece, end in ends):
        return
    then = board.copy()
    for piece, end in ends:
        then.relocate(then.pieces[piece.id], end)
    known = forbidden_pockets(board)
    for group in forbidden_pockets(then):
        if not any(_divisions(board, group) <= other for other in known):
            yield _found(then, group)


def _found(board: CampaignBoard, group: frozenset[str]) -> Finding:
    number = len(_divisions(board, group))
    names = sorted(group)
    return Finding(
        f"the Soviets have encircled {number} German divisions",
        units=tuple(names),
        hexes=tuple(sorted({board.number(board.pieces[name].place) for name in names})),
        expected=f"no more than {DIVISIONS}",
        found=str(number),
    )


def _soviets_moved(board: CampaignBoard) -> bool:
    moving = board.phase is not None and bool(board.phase.mode) and ENCIRCLER in board.acting
    return OPTION in board.options and moving and bool(board.moves)


def _new_pockets(board: CampaignBoard) -> list[frozenset[str]]:
    """Forbidden pockets with a division that no pocket told of, or there before, had in it."""
    told = board.state.records.encirclements
    found = board.derived("forbidden pockets", forbidden_pockets)
    return [
        group for group in found if not any(_divisions(board, group) <= known for known in told)
    ]


@RULES.effect("17.9.A", on=BeginPhase)
def pockets_that_were_there_before_are_no_fault_of_the_phase(
    _: BeginPhase, board: CampaignBoard
) -> None:
    """Those that combat or German movement brought about, and those told already."""
    if OPTION in board.options:
        board.state.records.encirclements.update(_new_pockets(board))
