"""Section 13.11, how an assault ends: ties rolled again, markers that lead into combat, columns.

The dice and what they bring are in `assault_combat`.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import BeginPhase, PhaseEnds
from referee.findings import Finding
from referee.games.operation_spark import assaults
from referee.games.operation_spark.assault.combat import ASSAULT, resolve
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.state import OperationBoard


@RULES.rule("13.11.p1", on=PhaseEnds)
def a_tie_is_rolled_again(_: PhaseEnds, board: OperationBoard) -> Iterator[Finding]:
    """After a tie both sides roll again, unless one of them is gone."""
    assault = assaults.current(board)
    if assault is None or assaults.at(board) != ASSAULT or not assault.ready:
        return
    number = (board.data.map.number(assault.hex),)
    if not assault.tied:
        said = "the dice of an assault are not in the log"
        yield Finding(said, (), number, severity="unverifiable")
    elif not assault.certain:
        return
    elif assaults.defenders_in(board, assault) and assaults.marked_at(board, assault.hex):
        said = "a tied assault is not rolled for again"
        yield Finding(said, (), number, expected="new dice", rule="e5.6.p1")


@RULES.rule("13.11.p1", on=BeginPhase)
def assaults_are_carried_out(action: BeginPhase, board: OperationBoard) -> Iterator[Finding]:
    """A unit with a marker after the last withdrawal assaults, before another hex or the end."""
    phase = board.data.sequence.by_id.get(action.phase)
    if phase is None or board.phase is None or not assaults.in_combat(board):
        return
    following = assaults.SEGMENTS.get(phase.phase.id, -1)
    going_on = assaults.current(board)
    if going_on is not None and not going_on.early and following <= board.state.combat.segment:
        yield from _undone(board, going_on.hex)
    if phase.phase.id in {"post-assault", "recovery"}:
        dealt_with = {a.hex for a in board.state.combat.now.assaults}
        for hex_ in sorted(assaults.target_hexes(board) - dealt_with):
            yield from _undone(board, hex_)


def _undone(board: OperationBoard, hex_: Hex) -> Iterator[Finding]:
    assault = next((a for a in board.state.combat.now.assaults if a.hex == hex_), None)
    if assault is not None and (assault.resolved or assault.tied):
        return
    marked = [p for p in assaults.marked_at(board, hex_) if p.side == board.phasing]
    enemies = [p for p in board.units_at(hex_) if p.side != board.phasing]
    now = board.state.combat.now
    fresh = [piece for piece in marked if piece.id not in now.advanced | now.gave_up]
    if fresh and enemies:
        names = ", ".join(piece.name for piece in fresh)
        yield Finding(
            f"{names} keep their markers and do not assault {board.data.map.describe(hex_)}",
            units=tuple(piece.id for piece in fresh),
            hexes=(board.data.map.number(hex_),),
            expected="assault combat, or the assault called off",
        )


@RULES.effect("11.1.3.p2", on=PhaseEnds)
def columns_deploy_after_assault_combat(_: PhaseEnds, board: OperationBoard) -> None:
    """Units in column that took part in assault combat are deployed when all have moved."""
    assault = assaults.current(board)
    if assault is None or assaults.at(board) != ASSAULT:
        return
    if assault.tied and not assault.certain:
        resolve(board, assault)
    if not assault.resolved:
        return
    for names in assault.participants.values():
        for piece in assaults.units_named(board, names):
            piece.states.pop("in-column", None)
