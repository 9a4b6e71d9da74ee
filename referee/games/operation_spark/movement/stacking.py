"""Section 11.2, stacking by current steps, and Soviet divisions that share no hex.

Columns that pass through a full hex are in `movement`, retreats in `retreat`.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import PhaseEnds
from referee.findings import Finding
from referee.games.operation_spark import assaults, integrity, rests, units
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.state import OperationBoard


def _entered(board: OperationBoard) -> dict[Hex, set[str]]:
    """Hexes into which units of the phasing side came in this phase, and which units."""
    found: dict[Hex, set[str]] = {}
    gone = integrity.gone_elsewhere(board)
    for move in board.moves:
        for name in move.units:
            piece = board.pieces.get(name) if name in gone else None
            if piece is None or not units.is_unit(piece) or piece.side != board.phasing:
                continue
            if isinstance(piece.place, Hex) and piece.place == move.end != move.start:
                found.setdefault(piece.place, set()).add(name)
    for piece in assaults.units_named(board, sorted(board.state.march.arrived)):
        if units.is_unit(piece) and piece.side == board.phasing and isinstance(piece.place, Hex):
            found.setdefault(piece.place, set()).add(piece.id)
    return found


@RULES.rule("11.2.p1", "11.2.4.p1", on=PhaseEnds)
def movement_leaves_no_hex_overstacked(_: PhaseEnds, board: OperationBoard) -> Iterator[Finding]:
    """Units come to stand in a hex with no more than twelve current steps."""
    if assaults.at(board) != "movement":
        return
    most = rests.figure(board, "stacking-steps")
    for hex_, came in _entered(board).items():
        stack = [piece for piece in board.units_at(hex_) if piece.side == board.phasing]
        total = sum(map(units.steps, stack))
        if total > most:
            yield Finding(
                f"{board.data.map.describe(hex_)} holds more than {most} steps at the end of"
                " movement",
                units=tuple(sorted(came)),
                hexes=(board.data.map.number(hex_),),
                expected=f"at most {most} current steps",
                found=str(total),
                rule="11.2.4.p1",
            )


@RULES.rule("11.2.1", on=PhaseEnds)
def divisions_do_not_share_a_hex(_: PhaseEnds, board: OperationBoard) -> Iterator[Finding]:
    """No unit of a Soviet division ends movement with one of another division."""
    if assaults.at(board) != "movement" or board.phasing != "soviet":
        return
    for hex_, came in _entered(board).items():
        divisions: dict[str, list[str]] = {}
        for piece in board.units_at(hex_):
            name = units.division(board.data, piece)
            if name and name == integrity.formation(board, piece):
                divisions.setdefault(name, []).append(piece.id)
        if len(divisions) < 2 or not any(came & set(ids) for ids in divisions.values()):
            continue
        names = [board.data.formations[name].name for name in divisions]
        yield Finding(
            f"units of the {' and the '.join(names)} stand together in"
            f" {board.data.map.describe(hex_)}",
            units=tuple(sorted(unit for ids in divisions.values() for unit in ids)),
            hexes=(board.data.map.number(hex_),),
            expected="units of one division",
        )
