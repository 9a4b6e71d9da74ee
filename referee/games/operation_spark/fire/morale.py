"""Section 5.5, morale: modified morale, and what a morale check brings.

Assault morale is in `assault_morale`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from compiler.hexes import Hex
from referee.board import Piece
from referee.games.operation_spark import assaults, units
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.combat_state import Outcome, Status, Surprise
from referee.games.operation_spark.state import OperationBoard

CHECK_TABLE, MODIFIER_TABLE = "morale_check", "morale_modifiers"
ASSAULTING, RECEIVING, WITHDRAWING = "assaulting", "receiving", "withdrawing"


def modifier(board: OperationBoard, name: str) -> int:
    """A figure of the table of morale modifiers."""
    value = board.data.tables[MODIFIER_TABLE].cell(name, "morale")
    return value if isinstance(value, int) else 0


@RULES.covers("e5.4.p1", "e5.4.p2", "13.5.p1")
def surprises(board: OperationBoard, piece: Piece) -> list[Surprise]:
    """What night surprise does to a unit: it is of the side affected and was in the assault."""
    found = []
    for assault in board.state.combat.now.assaults:
        surprise = assault.surprise
        if surprise is None or surprise.side != piece.side:
            continue
        if piece.id in assault.attackers or piece.id in assault.defenders:
            found.append(surprise)
    return found


@RULES.covers("e5.5", "13.11.2.p5", "e5.4.p5")
def modified(board: OperationBoard, piece: Piece) -> int:
    """A unit's own morale with the modifiers for its condition and for surprise."""
    figure = units.morale(piece)
    if piece.flag("disrupted"):
        figure += modifier(board, "disrupted")
    elif piece.flag("suppressed"):
        figure += modifier(board, "suppressed")
    return figure + min((s.morale for s in surprises(board, piece)), default=0)


@RULES.covers("e5.5.p16")
def morales(board: OperationBoard, piece: Piece) -> frozenset[int]:
    """The modified morale a unit may use: its own, or that of a German headquarters beside it."""
    found = {modified(board, piece)}
    if piece.side == "german" and isinstance(piece.place, Hex):
        staffs = (p for p in board.at(piece.place) if units.is_headquarters(p))
        found |= {modified(board, staff) for staff in staffs if staff.side == piece.side}
    return frozenset(found)


@RULES.covers(
    "e5.5", "e5.5.p4", "e5.5.p5", "e5.5.p7", "e5.5.p8", "e5.5.p9", "e5.5.p10", "e5.5.p11",
    "13.10.10",
)  # fmt: skip
def outcome(cell: str, losses: int = 0) -> Outcome:
    """What an entry of the table brings besides step losses.

    >>> outcome("N D R2", 1)  # doctest: +ELLIPSIS
    Outcome(losses=1, status='D', eliminated=False, marker_off=True, retreat=2, retreat_most=2, ...
    """
    marks = cell.split()
    status: Status = "D" if "D" in marks else "S" if "S" in marks else ""
    hexes = next((int(mark[1:]) for mark in marks if mark[0] == "R"), 0)
    leave = next((int(mark[1:]) for mark in marks if mark[0] == "W" and mark[1:]), 0)
    return Outcome(losses, status, "E" in marks, "N" in marks, hexes, hexes, leave)


@RULES.covers("e5.5", "e5.5.p6", "e5.5.p9", "13.12")
def check(
    board: OperationBoard, piece: Piece, die: int, losses: int, *, indirect_alone: bool
) -> frozenset[Outcome]:
    """What a morale check by fire brings, by every reading.

    A unit whose marker still points at the enemy is assaulting, unless the marker has to come off:
    then it may be as one that is not. Whether indirect fire alone makes
    it go back is open (defect indirect-retreat).
    """
    table = board.data.tables[CHECK_TABLE]
    marked = assaults.marker_hex(board, piece) is not None
    columns = {ASSAULTING if marked else RECEIVING}
    owed = (o for o in board.state.combat.owed if piece.id in o.units and not o.cleared)
    lost = any(outcome.marker_off for o in owed for outcome in o.outcomes)
    if marked and (lost or not assaults.in_combat(board)):
        columns.add(RECEIVING)
    found = {
        outcome(str(table.cell(die - morale, column)), losses)
        for morale in morales(board, piece)
        for column in columns
    }
    if indirect_alone:
        found |= {replace(o, retreat=0, retreat_most=0, withdraw=0) for o in found}
    return frozenset(found)


@RULES.covers("e5.5.p12", "e5.5.p13", "e5.5.p15", "e5.5.p17", "13.7.p1")
def withdrawal(
    board: OperationBoard, piece: Piece, die: int, *, to_cover: bool
) -> frozenset[tuple[bool, bool]]:
    """Pairs of: may it withdraw, is it suppressed; by every morale it may use.

    A non-armored unit has it easier into concealed terrain or an entrenchment. A 10 suppresses and
    keeps it in place.
    """
    if die == board.data.dice["d10"].sides:
        return frozenset({(False, True)})
    bonus = 0
    if to_cover and not units.is_afv(piece):
        bonus = modifier(board, "withdrawing-to-cover")
    table = board.data.tables[CHECK_TABLE]
    cells = (table.cell(die - m - bonus, WITHDRAWING) for m in morales(board, piece))
    return frozenset((str(cell) == "W", False) for cell in cells)


def readable(outcomes: Iterable[Outcome]) -> str:
    """Outcomes in words, for a finding."""
    return " or ".join(dict.fromkeys(map(describe, sorted(outcomes, key=_order))))


def _order(found: Outcome) -> tuple[int, str, int]:
    return (found.losses, found.status, found.retreat)


def describe(found: Outcome) -> str:
    """What has to be suffered, in words."""
    words = []
    if found.eliminated:
        return "eliminated"
    if found.losses:
        words.append(f"{found.losses} step loss{'es' if found.losses > 1 else ''}")
    if found.status:
        words.append({"S": "suppressed", "D": "disrupted"}[found.status])
    if found.marker_off:
        words.append("no Assault Marker")
    if found.retreat:
        words.append(f"retreat of {found.retreat} hex{'es' if found.retreat > 1 else ''}")
    return ", ".join(words) or "no effect"
