"""Chapter 9, reserves as they move: out of enemy zones, until they are committed."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import BeginPhase, Declare, Move, Place
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import rests
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.movement.allowance import EXPLOITATION, REGULAR, RESERVE
from referee.games.bold_stroke.movement.moves import is_movement
from referee.games.bold_stroke.movement.steps import Aspect, Attempt, step_rule
from referee.games.bold_stroke.reserves.groups import RESERVED, may_be_in_reserve
from referee.games.bold_stroke.state import CampaignBoard

SECOND_COMBAT = "second-combat"
"""State of a unit that may attack in the second combat phase."""
COMMITTING = frozenset({RESERVE, EXPLOITATION})
"""Manners of movement of the phases in which reserves are committed."""


# -- in reserve ------------------------------------------------------------------------------------


@step_rule("9.3.C", when=Aspect.ZONE)
def reserves_enter_no_enemy_zone_before_they_are_committed(attempt: Attempt) -> Iterator[Finding]:
    """A reserve that moves in its own movement phase stays out of enemy zones."""
    board = attempt.board
    if board.phase is None or board.phase.mode != REGULAR or not attempt.zones_entered:
        return
    if attempt.piece.flag(RESERVED) and not attempt.memory.stopped_by:
        yield attempt.fault(
            "9.3.C",
            f"enters an enemy zone of control in {attempt.into} in reserve",
            expected="a hex in no enemy zone, or a reserve that is committed",
        )


@RULES.effect("8.6", on=Move)
@RULES.effect("8.6", on=Place)
def markers_come_off_in_enemy_zones(action: Move | Place, board: CampaignBoard) -> None:
    """As soon as an enemy exerts a zone into its hex a unit is no longer in reserve.

    Units that are surrounded keep the marker (9.1).
    """
    where = board.location(action.end if isinstance(action, Move) else action.at)
    if not isinstance(where, Hex):
        return
    movers = action.units if isinstance(action, Move) else (action.unit,)
    record = board.state.records.reserves
    for hex_ in (where, *board.data.map.grid.neighbours(where).values()):
        for piece in board.units_at(hex_):
            if piece.flag(RESERVED) and not may_be_in_reserve(board, piece):
                piece.states[RESERVED] = False
                record.lost.add(piece.id)
                record.lost_to[piece.id] = movers


@RULES.effect("8.6", on=Move)
def markers_come_back_with_a_move_that_is_taken_back(move: Move, board: CampaignBoard) -> None:
    """Enemy units that are back where they were have not come near."""
    record = board.state.records.reserves
    if not record.lost_to or not is_movement(move, board):
        return
    stayed = {name for name in move.units if name not in board.state.moved}
    for name, movers in list(record.lost_to.items()):
        piece = board.pieces.get(name)
        if piece is not None and stayed.issuperset(movers) and may_be_in_reserve(board, piece):
            piece.states[RESERVED] = True
            record.lost.discard(name)
            del record.lost_to[name]


# -- committing ------------------------------------------------------------------------------------


@RULES.rule("9.3.A", "8.6", on="declare:commit-reserve")
def only_reserves_are_committed(action: Declare, board: CampaignBoard) -> Iterator[Finding]:
    """Units of the side whose phase it is that have the marker."""
    for name in action.units:
        piece = board.piece(name)
        if name in board.state.records.reserves.committed:
            continue
        if piece.side not in board.acting:
            yield Finding(
                f"{piece.name} is committed in a phase that is not its side's",
                units=(name,),
                expected=" and ".join(board.data.sides[s].name for s in sorted(board.acting)),
                rests_on=rests.defects(board, "who-commits"),
            )
        elif not piece.flag(RESERVED):
            lost = name in board.state.records.reserves.lost
            why = "lost its marker in an enemy zone" if lost else "is not in reserve"
            yield Finding(
                f"{piece.name} is committed, but {why}",
                units=(name,),
                expected="a unit with a Reserve marker",
                rule="8.6" if lost else "9.3.A",
            )


@RULES.effect("9.3.A", "9.3.B", on="declare:commit-reserve")
def reserves_are_committed(action: Declare, board: CampaignBoard) -> None:
    """The marker comes off; in exploitation it shows that the units may attack again."""
    for name in action.units:
        piece = board.pieces.get(name)
        if piece is not None and piece.flag(RESERVED):
            commit(board, piece)
            piece.states[RESERVED] = False


def commit(board: CampaignBoard, piece: Piece) -> None:
    """Let a unit move as a committed reserve in this phase; for effects alone."""
    board.state.records.reserves.committed.add(piece.id)
    if board.phase is not None and board.phase.mode == EXPLOITATION:
        piece.states[SECOND_COMBAT] = True


@RULES.effect("9.3.A", "9.3.B", on=Move, before=True)
def a_reserve_that_moves_is_committed(move: Move, board: CampaignBoard) -> None:
    """Moving in a reserve or exploitation phase is committing, announced or not; sorting is not."""
    if board.phase is None or board.phase.mode not in COMMITTING or board.is_sorting(move):
        return
    for name in move.units:
        piece = board.pieces.get(name)
        if piece is not None and piece.flag(RESERVED):
            commit(board, piece)
            piece.states[RESERVED] = False


@RULES.effect("9.3.B", on=BeginPhase)
def commitment_lasts_for_the_phase(_: BeginPhase, board: CampaignBoard) -> None:
    """Who was committed in one phase does not move in the next."""
    board.state.records.reserves.committed.clear()
    board.state.records.reserves.lost_to.clear()
