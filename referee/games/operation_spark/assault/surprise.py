"""Sections 13.5 and 5.4: surprise before an assault at night."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from compiler.hexes import Hex
from referee.actions import BeginPhase, Declare, Roll
from referee.findings import Finding
from referee.games.operation_spark import assaults, observation
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.combat_state import Assault, Outcome, Surprise
from referee.games.operation_spark.fire import losses, morale, results
from referee.games.operation_spark.state import OperationBoard

TABLE, SURPRISE = "surprise", "surprise"


@RULES.covers("e5.4", "e5.4.p1", "e5.4.p2", "e5.4.p3", "e5.4.p4", "e5.4.p5", "e5.4.p6", "e5.4.p9")
def result(board: OperationBoard, die: int) -> Surprise:
    """What a die brings, and to whom: the phasing side attacks, the other defends."""
    table = board.data.tables[TABLE]

    def entry(column: str) -> str:
        return str(table.cell(die, column))

    attacker = board.phasing or ""
    sides = {"attacker": attacker, "defender": board.data.opponent(attacker) if attacker else ""}
    fire: Literal["", "half", "none"] = ""
    if entry("fire") == "half":
        fire = "half"
    elif entry("fire") == "none":
        fire = "none"
    return Surprise(
        sides.get(entry("who"), ""),
        int(entry("losses")),
        fire,
        int(entry("morale")),
        morale.outcome(entry("status")).status if entry("status") != "-" else "",
        entry("assault") != "-",
    )


@RULES.rule("13.5.p1", on="declare:surprise")
def surprise_is_for_an_assault_at_night(
    action: Declare, board: OperationBoard
) -> Iterator[Finding]:
    """A die before each assault at night, once."""
    assault = assaults.meant(board, action)
    if not observation.is_night(board):
        yield Finding("surprise is rolled for by day", expected="an assault at night")
    elif assault is None:
        yield Finding("surprise is rolled for a hex that nobody assaults",
                      hexes=(action.target,) if action.target else ())  # fmt: skip
    elif assault.surprise_rolled:
        yield Finding("surprise is rolled for a second time", expected="one die for an assault",
                      hexes=(board.data.map.number(assault.hex),))  # fmt: skip


@RULES.effect("13.5.p1", on="declare:surprise")
def surprise_is_announced(action: Declare, board: OperationBoard) -> None:
    """The next die is that of surprise."""
    board.state.combat.awaiting = (SURPRISE, action.units)


@RULES.effect("13.5.p1", "e5.4.p7", "e5.4.p8", on=Roll)
def surprise_takes_effect(roll: Roll, board: OperationBoard) -> None:
    """The result holds for the assault; some end it at once, with a retreat of one hex."""
    assault = assaults.current(board)
    if assault is None or not roll.result or len(roll.result) > 1:
        return
    if results.awaited_verb(board, roll) != SURPRISE or assaults.at(board) != SURPRISE:
        return
    assault.surprise = result(board, roll.result[0] or 10)
    assault.surprise_rolled = True
    board.state.combat.awaiting = ("", ())
    if assault.surprise.called_off:
        _call_off(board, assault, assault.surprise)


@RULES.covers("e5.4.p7", "e5.4.p8")
def _call_off(board: OperationBoard, assault: Assault, surprise: Surprise) -> None:
    outcome = Outcome(status=surprise.status, marker_off=True, retreat=1, retreat_most=1)
    for piece in assaults.marked_at(board, assault.hex):
        losses.owe(
            board, (piece.id,), (outcome,), "e5.4.p8", "the failed surprise",
            away_from=(assault.hex,),
        )  # fmt: skip


@RULES.rule("13.5.p1", "9.3.3.p3", on=BeginPhase)
def no_assault_at_night_without_a_die(
    action: BeginPhase, board: OperationBoard
) -> Iterator[Finding]:
    """The die of surprise comes before everything else of the assault."""
    phase = board.data.sequence.by_id.get(action.phase)
    if phase is None or not phase.section.startswith("night") or phase.phase.id == SURPRISE:
        return
    following = assaults.SEGMENTS.get(phase.phase.id)
    if following is None:
        return
    begins = assaults.at(board) == SURPRISE or following <= board.state.combat.segment
    assault = assaults.current(board)
    rolled = assaults.at(board) == SURPRISE and assault is not None and assault.surprise_rolled
    if (begins or board.state.combat.segment < 0) and not rolled:
        yield Finding("the assault begins without the die of surprise", expected="a d10 before it")


@RULES.rule("e5.4.p6", on=BeginPhase)
def surprised_units_pay_when_the_assault_is_over(
    action: BeginPhase, board: OperationBoard
) -> Iterator[Finding]:
    """Everyone of the side affected is suppressed or disrupted after the assault."""
    assault = assaults.current(board)
    phase = board.data.sequence.by_id.get(action.phase)
    if assault is None or assault.surprise is None or phase is None:
        return
    following = assaults.SEGMENTS.get(phase.phase.id, -1)
    if following > board.state.combat.segment:
        return
    yield from _status_faults(board, assault, assault.surprise)


@RULES.covers("e5.4.p6")
def _status_faults(
    board: OperationBoard, assault: Assault, surprise: Surprise
) -> Iterator[Finding]:
    if not surprise.status:
        return
    words = {"S": "suppressed", "D": "disrupted"}[surprise.status]
    for piece in assaults.units_named(board, assaults.involved(assault, surprise.side)):
        if not isinstance(piece.place, Hex):
            continue
        done = piece.flag("disrupted") or (surprise.status == "S" and piece.flag("suppressed"))
        if not done:
            yield Finding(
                f"{piece.name} is not {words} after the assault at night",
                units=(piece.id,),
                hexes=(board.data.map.number(piece.place),),
                expected=words,
            )


def may_be_marked(board: OperationBoard, unit: str, status: str) -> bool:
    """Whether surprise accounts for a unit's being suppressed or disrupted."""
    piece = board.pieces.get(unit)
    found = [] if piece is None else morale.surprises(board, piece)
    return any(s.status == status or (s.status == "D" and status == "S") for s in found)
