"""Sections 11.12 to 11.14 and 10.17: which units may combine their anti-personnel factors."""

from __future__ import annotations

from collections.abc import Sequence

from compiler.hexes import Hex
from referee.board import Piece
from referee.games.iron_cross import units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.morale import phase_id
from referee.games.iron_cross.records import firing_hex
from referee.games.iron_cross.results import status_of
from referee.games.iron_cross.state import BattleBoard
from referee.games.iron_cross.units import NORMAL

GROUP_FIRE_PHASES = frozenset({"support-fire", "defensive-fire"})
"""The phases in which squads fire from two hexes (11.13.c)."""
MOST_HEXES = 2


@RULES.covers("11.12", "11.13", "11.13.a", "11.13.b", "11.13.c", "11.14", "10.17")
def why_not_together(board: BattleBoard, firers: Sequence[Piece]) -> tuple[str, str] | None:
    """The paragraph that keeps units from combining factors, and what it wants; None if none does.

    All fire at one hex; whether each may fire at all is not asked.
    """
    if len(firers) < 2:
        return None
    for piece in firers:
        if units.is_vehicle(piece) or units.is_anti_tank_gun(piece):
            return "11.12", "vehicles and guns to fire alone"
        if units.is_crew_weapon(piece) and not units.is_machine_gun(piece):
            return "10.17", "infantry and machine guns only"
    hexes = {here for piece in firers if (here := firing_hex(piece)) is not None}
    foot = {here for piece in firers if units.is_infantry(piece) and (here := firing_hex(piece))}
    if len(foot) > 1 and len(hexes) > MOST_HEXES:
        return "11.13.c", "units in one hex or two"
    if not _are_linked(hexes):
        return "11.14" if _guns(firers) else "11.13.c", "adjacent hexes"
    return _why_infantry_not(board, firers)


def _are_linked(hexes: set[Hex]) -> bool:
    """Whether a way leads through the hexes from each of them to every other."""
    left = set(hexes)
    reached = [left.pop()] if left else []
    for here in reached:
        near = {hex_ for hex_ in left if here.distance(hex_) <= 1}
        left -= near
        reached += near
    return not left


def _guns(firers: Sequence[Piece]) -> list[Piece]:
    return [piece for piece in firers if units.is_crew_weapon(piece)]


def _why_infantry_not(board: BattleBoard, firers: Sequence[Piece]) -> tuple[str, str] | None:
    infantry = [piece for piece in firers if units.is_infantry(piece)]
    hexes = {here for piece in infantry if (here := firing_hex(piece)) is not None}
    squads = {units.squad(piece) for piece in infantry if not units.is_commander(piece)}
    if len(hexes) == MOST_HEXES:
        if phase_id(board) not in GROUP_FIRE_PHASES:
            return "11.13.c", "group fire in Support and Defensive Fire only"
        if len(squads) > 1:
            return "11.13.c", "men of one squad"
        if not any(leads(board, hex_, squads) for hex_ in hexes):
            return "11.13.c", "a leader in normal status in one of the hexes"
    elif len(squads) > 1 and not any(_has_commander(board, hex_) for hex_ in hexes):
        return "11.13.b", "a commander in normal status stacked with them"
    return None


def leads(board: BattleBoard, hex_: Hex, squads: set[str | None]) -> bool:
    """Whether a leader in normal status who may lead these squads is in a hex (5.1, 5.2)."""
    return any(leaders(board, hex_, squads))


def leaders(board: BattleBoard, hex_: Hex, squads: set[str | None]) -> list[Piece]:
    """The leaders in a hex who may lead men of these squads."""
    return [
        piece
        for piece in board.units_at(hex_)
        if status_of(board, piece.id) == NORMAL
        and (
            units.is_commander(piece)
            or (units.is_acting_leader(piece) and squads <= {units.squad(piece)})
        )
    ]


def _has_commander(board: BattleBoard, hex_: Hex) -> bool:
    return any(
        units.is_commander(piece) and status_of(board, piece.id) == NORMAL
        for piece in board.units_at(hex_)
    )
