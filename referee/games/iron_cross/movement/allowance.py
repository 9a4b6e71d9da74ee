"""Section 8.1, how far a unit may move in a phase, by its type, its status and who leads it."""

from __future__ import annotations

from dataclasses import dataclass

from referee.board import Piece
from referee.games.iron_cross import results, units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.checks import REACTION, check_of, mode, movement_needs_checks
from referee.games.iron_cross.state import BattleBoard
from referee.games.iron_cross.units import PINNED, SUPPRESSED

TABLE = "movement_allowances"
ONE_HEX, COUNTER, NEVER = "hex", "counter", "-"
UNLIMITED = 999.0
"""For units that something else forbids to move at all: their points are not counted too."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """Movement points for a phase and the paragraph that sets them.

    With `one_hex` the unit may move one hex whatever it costs, and no more.
    """

    points: float
    rule: str
    one_hex: bool = False


_RULES = {
    "infantry": "8.11",
    "flamethrower": "8.14",
    "crew-weapon": "8.12",
    "vehicle": "8.13",
    "bt7m": "8.13",
}
BT7M = "BT7M"


def row(piece: Piece) -> str:
    """The unit's row of the allowance chart."""
    if units.is_flamethrower(piece):
        return "flamethrower"
    if units.is_vehicle(piece):
        return "bt7m" if piece.value("weapon") == BT7M else "vehicle"
    return units.unit_class(piece)


@RULES.covers("8.11", "8.12", "8.13", "8.14", "8.16")
def allowance(board: BattleBoard, piece: Piece) -> Allowance:
    """What a unit may spend in the present phase; up or down does not matter.

    Its status counts as it was when it left its hex: what happens on the way stops it (13.18).
    """
    kind = row(piece)
    rule = _RULES[kind]
    if units.is_crew_weapon(piece) and not can_be_moved(piece):
        return Allowance(0, rule)
    trek = board.state.treks.get(piece.id)
    left = trek is not None and trek.hexes > 0
    status = trek.status if trek is not None and left else results.status_of(board, piece.id)
    if status == SUPPRESSED:
        return Allowance(UNLIMITED, "8.15")
    phase = REACTION if mode(board) == REACTION else "movement"
    column = f"pinned-{phase}" if status == PINNED else phase
    cell = str(board.data.tables[TABLE].cell(kind, column))
    if cell == ONE_HEX:
        return Allowance(0, rule, one_hex=True)
    if cell == NEVER:
        return Allowance(0, rule)
    points = float(units.figure(piece, "movement") if cell == COUNTER else int(cell))
    return _reduced(board, piece, Allowance(points, rule), phase)


@RULES.covers("8.12")
def can_be_moved(piece: Piece) -> bool:
    """A crew weapon with a movement factor and a full crew."""
    return units.figure(piece, "movement") > 0 and units.is_fully_crewed(piece)


@RULES.covers("8.3.C")
def _reduced(board: BattleBoard, piece: Piece, limit: Allowance, phase: str) -> Allowance:
    """Who moves on a leader's rating without him has four points at most, two in reaction."""
    check = check_of(board, piece.id, ("move", "lead", "follow"))
    if check is None or check.act != "follow" or not movement_needs_checks(board):
        return limit
    most = float(str(board.data.tables[TABLE].cell("led", phase)))
    return Allowance(most, "8.3.C") if most < limit.points else limit
