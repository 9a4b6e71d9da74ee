"""Section 8.6, stacking: six men, one crew weapon and one vehicle of a side in a hex."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from compiler.hexes import Hex
from referee.actions import PhaseEnds
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.checks import MOVEMENT, REACTION, mode
from referee.games.iron_cross.sequence import moving_side
from referee.games.iron_cross.state import BattleBoard

MOST_MEN = 6


@RULES.covers("8.62", "8.63", "8.64")
def why_too_many(pieces: Iterable[Piece]) -> tuple[str, str, str]:
    """The paragraph that a stack breaches, what it may be and what it is; empty if none.

    Men of different squads may stand together.
    """
    stack = list(pieces)
    men = sum(units.men(piece) for piece in stack)
    vehicles = sum(units.is_vehicle(piece) for piece in stack)
    crew_weapons = sum(units.is_crew_weapon(piece) for piece in stack)
    if men > MOST_MEN:
        return "8.62", f"at most {MOST_MEN} men", f"{men} men"
    if vehicles > 1:
        return "8.62", "at most one vehicle", f"{vehicles} vehicles"
    if crew_weapons > 1:
        return "8.63", "at most one crew weapon", f"{crew_weapons} crew weapons"
    return "", "", ""


def fits(board: BattleBoard, hex_: Hex, pieces: Iterable[Piece]) -> bool:
    """Whether units may be stacked in a hex with the friends that are there."""
    coming = list(pieces)
    side = coming[0].side if coming else None
    there = [piece for piece in units.friends_at(board, hex_, side) if piece not in coming]
    return not why_too_many([*there, *coming])[0]


def overstacked(board: BattleBoard, side: str) -> Iterator[Finding]:
    """A finding for each hex in which a side has too many units."""
    for hex_ in sorted(board.occupants):
        stack = units.friends_at(board, hex_, side)
        rule, expected, found = why_too_many(stack)
        if rule:
            yield Finding(
                f"too many units are stacked in {board.data.map.describe(hex_)}",
                units=tuple(piece.id for piece in stack),
                hexes=(board.data.map.number(hex_),),
                expected=expected,
                found=found,
                rule=rule,
            )


@RULES.rule("8.62", "8.63", on=PhaseEnds)
def stacks_keep_the_limit_when_movement_ends(_: PhaseEnds, board: BattleBoard) -> Iterator[Finding]:
    """At the end of a side's movement phase no hex that it entered holds too many of its units."""
    side = moving_side(board)
    if side is None or mode(board) not in (MOVEMENT, REACTION):
        return
    for finding in overstacked(board, side):
        moved = (board.state.treks.get(unit) for unit in finding.units)
        if any(trek is not None and trek.hexes for trek in moved):
            yield finding
