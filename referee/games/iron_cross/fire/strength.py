"""Sections 11.1, 11.2: anti-personnel firepower, in the order range, doubling and halving, rest.

Where the rules can be read in several ways all totals that are right are given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product

from compiler.hexes import Hex
from referee.board import Piece
from referee.games.iron_cross import units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.fire.sighting import symbols_along, symbols_in
from referee.games.iron_cross.records import firing_hex
from referee.games.iron_cross.state import BattleBoard
from referee.mechanics.firepower import attenuated, half_up

AP, RANGE = "ap", "range"


@dataclass(frozen=True, slots=True)
class Barrage:
    """Units that fire together at one hex, and how."""

    firers: tuple[Piece, ...]
    target: Hex
    intensive: frozenset[str] = frozenset()
    """Machine guns that fire intensively (11.15)."""
    spray: bool = False
    """Half factors, rounded down (21.35)."""
    halved: frozenset[str] = frozenset()
    """Machine guns that changed to spray outside the Morale Phase (21.42)."""
    opportunity: bool = False
    """Vehicles use four factors at most (13.2)."""
    full_sight: Mapping[str, bool | None] | None = None
    """Unit to whether it fires with full factors as the target is observed (23.32); None where it
    is open; no mapping where observation is not in play."""


@RULES.covers("11.21", "11.22", "11.23", "11.2")
def at_range(board: BattleBoard, piece: Piece, target: Hex, factors: int) -> int:
    """Factors left at the range of a target, by the unit's own initial range."""
    here = firing_hex(piece)
    distance = board.data.map.grid.distance(here, target) if here is not None else 0
    return attenuated(factors, distance, units.figure(piece, RANGE))


@RULES.covers("13.2")
def factors_of(board: BattleBoard, piece: Piece, barrage: Barrage) -> frozenset[int]:
    """A unit's own factors after range, doubling and halving (11.1, 11.16.d)."""
    printed = units.figure(piece, AP)
    reached = {at_range(board, piece, barrage.target, printed)}
    if barrage.opportunity and units.is_vehicle(piece):
        most = most_factors(board)
        reached = {
            min(most, at_range(board, piece, barrage.target, printed)),
            at_range(board, piece, barrage.target, min(most, printed)),
        }
    return frozenset(found for start in reached for found in _scaled(piece, start, barrage))


def most_factors(board: BattleBoard) -> int:
    """Anti-personnel factors that a vehicle may use in opportunity fire."""
    cell = board.data.tables["opportunity_fire_ranges"].cell("vehicle-ap", "factors")
    return int(str(cell))


@RULES.covers("11.16.d", "11.15", "21.35", "21.42")
def _scaled(piece: Piece, factors: int, barrage: Barrage) -> set[int]:
    """Factors doubled and halved; where both happen, in either order."""
    short = piece.counter.kind == "medium-machine-gun" and not units.is_fully_crewed(piece)
    intensive = piece.id in barrage.intensive
    found = {factors}
    if short and intensive:
        found = {factors, 2 * half_up(factors)}
    elif short:
        found = {half_up(factors)}
    elif intensive:
        found = {2 * factors}
    if piece.id in barrage.halved:
        found = {half for each in found for half in (each // 2, half_up(each))}
    return {each // 2 for each in found} if barrage.spray else found


@RULES.covers("11.16", "11.16.a", "11.16.b", "11.16.c")
def reduction(board: BattleBoard, firing: Iterable[Hex], target: Hex) -> int:
    """What trees, vehicles, wrecks and a higher target take off a total.

    Along the line of each hex fired from, and once in the target hex and for its height.
    """
    starts = tuple(dict.fromkeys(firing))
    along = sum(symbols_along(board, start, target) for start in starts)
    height = units.level(board, target)
    uphill = any(units.level(board, start) < height for start in starts)
    return along + symbols_in(board, target) + uphill


@RULES.covers("11.1", "23.32")
def totals(board: BattleBoard, barrage: Barrage) -> frozenset[int]:
    """Firepower totals that are right, none below 0."""
    starts = [here for piece in barrage.firers if (here := firing_hex(piece)) is not None]
    taken = reduction(board, starts, barrage.target)
    found: set[int] = set()
    for sight in _sights(barrage):
        full = [factors_of(board, p, barrage) for p in barrage.firers if sight[p.id]]
        half = [factors_of(board, p, barrage) for p in barrage.firers if not sight[p.id]]
        for seen in _sums(full):
            for unseen in _sums(half):
                found |= _halved(seen, unseen, taken)
    return frozenset(max(0, total) for total in found)


def _sums(each: list[frozenset[int]]) -> set[int]:
    return {sum(chosen) for chosen in product(*each)}


def _halved(seen: int, unseen: int, taken: int) -> set[int]:
    """Totals with the factors of those who do not observe halved, before or after the rest.

    The defect halving-order: each rule is plain by itself.
    """
    before = seen + half_up(unseen) - taken
    if not unseen:
        return {before}
    if not seen:
        return {before, half_up(max(0, unseen - taken))}
    return {before, seen + half_up(max(0, unseen - taken))}


def _sights(barrage: Barrage) -> list[dict[str, bool]]:
    """Who fires with full factors, in every way that is open."""
    names = [piece.id for piece in barrage.firers]
    if barrage.full_sight is None:
        return [dict.fromkeys(names, True)]
    open_ = [name for name in names if barrage.full_sight.get(name) is None]
    sure = {name: bool(barrage.full_sight.get(name)) for name in names}
    if not open_:
        return [sure]
    return [{**sure, **dict.fromkeys(open_, seen)} for seen in (True, False)]


def against_vehicles(strengths: frozenset[int]) -> frozenset[int]:
    """Totals against a vehicle: whether it counts as cover of its own hex is not said (11.16.a)."""
    return strengths | {strength + 1 for strength in strengths}
