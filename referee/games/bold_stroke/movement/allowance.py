"""How far a unit may move in a phase (6.1, 6.4, 6.7 and what other chapters take off)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.board import Piece
from referee.games.bold_stroke import units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.state import CampaignBoard

REGULAR, RESERVE, EXPLOITATION = "regular", "reserve", "exploitation"


@dataclass(frozen=True, slots=True)
class Allowance:
    """Movement points for a phase and the paragraph that sets them.

    With `one_hex` the unit may move one hex whatever it costs, and no more.
    """

    points: float
    rule: str
    one_hex: bool = False


NONE = Allowance(0, "6.4.A")
TABLE = "movement_allowances"


def allowance(board: CampaignBoard, piece: Piece) -> Allowance:
    """What a unit may spend in the present phase; no points where it may not move at all."""
    mode = board.phase.mode if board.phase else REGULAR
    if mode == RESERVE:
        found = _reserve(board, piece)
    elif mode == EXPLOITATION:
        found = _exploitation(board, piece)
    else:
        found = _regular(board, piece)
    return _in_command(board, piece, _in_supply(piece, found))


@RULES.covers("13.4.B")
def _in_command(board: CampaignBoard, piece: Piece, found: Allowance) -> Allowance:
    """Out of command a Soviet unit spends eight points at most, in any movement phase."""
    if piece.id not in board.state.records.command.limited:
        return found
    limit = _points(board, piece, "out-of-command", "13.4.B")
    return min(found, limit, key=lambda each: each.points)


@RULES.covers("14.2.2.B")
def _in_supply(piece: Piece, found: Allowance) -> Allowance:
    """Out of supply a motorized unit has half of its points."""
    if not piece.flag("out-of-supply") or not units.is_motorized(piece) or not found.points:
        return found
    return Allowance(found.points / 2, "14.2.2.B", found.one_hex)


@RULES.covers("9.0.D", "9.3.A", "9.3.B")
def is_reserve(board: CampaignBoard, piece: Piece) -> bool:
    """Whether a unit moves as a reserve: it has the marker, or was committed in this phase."""
    return piece.flag("reserve") or piece.id in board.state.records.reserves.committed


@RULES.covers("6.7")
def _points(board: CampaignBoard, piece: Piece, movement: str, rule: str) -> Allowance:
    """The chart's points for a kind of movement, less what thaw takes from leg units."""
    table = board.data.tables[TABLE]
    kind = units.movement_class(piece)
    points = table.cell(movement, kind)
    loss = table.cell(movement, "leg-thaw")
    if kind == "leg" and board.state.ground == "thaw" and loss:
        return Allowance(float(points or 0) - float(loss), "6.7")
    return Allowance(float(points or 0), rule)


@RULES.covers("6.1", "6.1.A", "9.2.A")
def _regular(board: CampaignBoard, piece: Piece) -> Allowance:
    limits = [_points(board, piece, "regular", "6.1.A")]
    if piece.flag("reserve"):
        limits.append(_points(board, piece, "regular-in-reserve", "9.2.A"))
    return min(limits, key=lambda limit: limit.points)


@RULES.covers("6.4", "6.4.A", "6.4.B")
def _reserve(board: CampaignBoard, piece: Piece) -> Allowance:
    """Reserve movement in the enemy's turn: units with a Reserve marker only."""
    return _points(board, piece, "reserve", "6.4.B") if is_reserve(board, piece) else NONE


@RULES.covers("6.4.A", "6.4.C", "11.10.4.A", "11.10.5.A", "11.10.5.C")
def _exploitation(board: CampaignBoard, piece: Piece) -> Allowance:
    """Exploitation: reserves, breakthroughs by class; infantry moves one hex or none."""
    if is_reserve(board, piece):
        return _points(board, piece, "exploitation-reserve", "6.4.C")
    leg = units.movement_class(piece) == "leg"
    if piece.flag("breakthrough"):
        if leg:
            return Allowance(0, "11.10.5.A", one_hex=True)
        return _points(board, piece, "breakthrough", "11.10.4.A")
    if piece.flag("partial-breakthrough"):
        if leg:
            return Allowance(0, "11.10.5.C")
        return _points(board, piece, "partial-breakthrough", "11.10.4.A")
    return NONE
