"""Sections 10.2, 10.3 and 11.2.1: Soviet unit integrity, what breaks it, and what that costs.

German lines of command are not here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from compiler.hexes import Hex
from referee.actions import BeginPhase, PhaseEnds
from referee.board import Piece
from referee.findings import Finding
from referee.games.operation_spark import units
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.state import OperationBoard

EXEMPT_KINDS = frozenset({"bridging", "balloon"})
OPENING_SECTIONS = frozenset({"am", "am-initial"})
"""Sections with which a game begins."""
AXES = 3
"""Pairs of opposite neighbours of a hex."""


@dataclass(frozen=True, slots=True)
class Breach:
    """A unit that stands directly between two units of another formation."""

    unit: str
    hex: Hex
    formation: str
    """Id of the formation that it parts."""
    parted: tuple[str, ...]
    """Units of that formation on both sides of it, and those in its hex."""


@RULES.covers("10.2.p2", "10.2.3.p1")
def formation(board: OperationBoard, piece: Piece) -> str:
    """Id of the division, brigade or tank regiment whose integrity counts; empty if exempt."""
    if piece.side != "soviet" or piece.counter.is_marker:
        return ""
    if units.is_independent(piece) or piece.counter.kind in EXEMPT_KINDS:
        return ""
    return units.formation_at(board.data, piece, "division", "brigade", "regiment")


@RULES.covers("11.2.1", "10.2.p2")
def breaches(board: OperationBoard) -> tuple[Breach, ...]:
    """The units that break another formation's integrity, by the rule of what lies between.

    A unit is between two others if they stand in opposite neighbours of its hex.
    """
    return board.derived("integrity", _breaches)


def _breaches(board: OperationBoard) -> tuple[Breach, ...]:
    held: dict[Hex, dict[str, list[str]]] = {}
    for piece in board.on_map("soviet"):
        name = formation(board, piece)
        if name and isinstance(piece.place, Hex):
            held.setdefault(piece.place, {}).setdefault(name, []).append(piece.id)
    found = []
    for hex_, here in held.items():
        for own, names in here.items():
            for parted, around in _parted_at(board, held, hex_, own).items():
                there = (*around, *here.get(parted, ()))
                found += [Breach(name, hex_, parted, there) for name in names]
    return tuple(found)


def _parted_at(
    board: OperationBoard, held: Mapping[Hex, Mapping[str, list[str]]], hex_: Hex, own: str
) -> dict[str, tuple[str, ...]]:
    """Other formations with units on both sides of a hex, straight across, and those units."""
    grid = board.data.map.grid
    ring = [grid.neighbour(hex_, direction) for direction in grid.orientation.directions]
    found: dict[str, tuple[str, ...]] = {}
    for one, other in zip(ring[:AXES], ring[AXES:], strict=True):
        if one is None or other is None:
            continue
        for name in held.get(one, {}).keys() & held.get(other, {}).keys() - {own}:
            found[name] = (*found.get(name, ()), *held[one][name], *held[other][name])
    return found


@RULES.covers("10.3.p1", "10.3.p2")
def out_of_command(board: OperationBoard, piece: Piece) -> bool:
    """Whether a Soviet unit's integrity is broken, by itself or by strangers between its own."""
    return any(piece.id == breach.unit or piece.id in breach.parted for breach in breaches(board))


# -- finding breaches ------------------------------------------------------------------------------


@RULES.rule("11.2.1", "10.2.p2", "10.2.3.p1", on=PhaseEnds)
def movement_leaves_formations_whole(_: PhaseEnds, board: OperationBoard) -> Iterator[Finding]:
    """No unit ends movement between two units of another formation, or parts its own from it."""
    if board.phase is None or board.phase.phase.id != "movement":
        return
    yield from _findings(board, gone_elsewhere(board))


def gone_elsewhere(board: OperationBoard) -> set[str]:
    """Pieces that are not where they were when the phase began; who came back is not one."""
    began: dict[str, object] = {}
    for move in board.moves:
        for name in move.units:
            began.setdefault(name, move.start)
    return {n for n, place in began.items() if n in board.pieces and board.pieces[n].place != place}


@RULES.rule("11.2.1", on=BeginPhase)
def set_ups_leave_formations_whole(action: BeginPhase, board: OperationBoard) -> Iterator[Finding]:
    """What a game begins with is looked at once.

    A saved position of a later phase is no set-up: a retreat or an advance may part a formation.
    """
    first = action.turn == 1 and action.phase.partition(".")[0] in OPENING_SECTIONS
    if board.phase is None and (first or not board.resumed):
        yield from _findings(board, None)


def _findings(board: OperationBoard, moved: set[str] | None) -> Iterator[Finding]:
    """Breaches in which a unit that moved has a part; all, if nobody is said to have moved."""
    for breach in breaches(board):
        if moved is not None and not moved & {breach.unit, *breach.parted}:
            continue
        piece = board.pieces[breach.unit]
        name = board.data.formations[breach.formation].name
        yield Finding(
            f"{piece.name} stands between two units of the {name} and breaks its integrity",
            units=(breach.unit, *breach.parted),
            hexes=(board.data.map.number(breach.hex),),
            expected=f"only units of the {name}, independent ones and bridging units between them",
        )
