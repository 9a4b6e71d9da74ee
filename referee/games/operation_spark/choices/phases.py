"""Which phase follows: the next one of the day, but for impulses and assaults that do not come."""

from __future__ import annotations

from compiler.gamedata.model import SequencePhase
from referee.games.operation_spark import assaults, sequence
from referee.games.operation_spark.choices import appraisal, assaulting, deciding
from referee.games.operation_spark.impulses import SUCCEEDED
from referee.games.operation_spark.state import OperationBoard

ASSAULT_SECTION = "-assault"


def may_end(board: OperationBoard) -> bool:
    """Whether the present phase may end, with nothing that has to be done in it first."""
    phase = assaults.at(board)
    if phase == "initiative":
        return deciding.is_settled(board)
    if phase == "assault":
        return not assaulting.is_to_be_fought(board)
    return True


def following(board: OperationBoard) -> tuple[int, SequencePhase] | None:
    """The phase that begins next and its turn; None when the game is over."""
    phases = board.data.sequence.phases
    if board.phase is None:
        values = board.scenario.values if board.scenario is not None else {}
        first = board.data.sequence.by_id.get(str(values.get("begins")))
        return (1, first or phases[0])
    place = board.data.sequence.position[board.phase.id]
    section = board.phase.section
    if section.endswith(ASSAULT_SECTION):
        if _goes_on(board) and place + 1 < len(phases) and phases[place + 1].section == section:
            return board.turn, phases[place + 1]
        if waiting(board):
            first = next(phase for phase in phases if phase.section == section)
            return board.turn, first
    for phase in phases[place + 1 :]:
        same = section.endswith(ASSAULT_SECTION) and phase.section == section
        if not same and takes_place(board, phase):
            return board.turn, phase
    turns = len(board.scenario.turns) if board.scenario is not None else None
    if turns is not None and board.turn >= turns:
        return None
    return board.turn + 1, phases[0]


def _goes_on(board: OperationBoard) -> bool:
    """Whether the assault of the section is not over, or has not been named yet."""
    assault = assaults.current(board)
    if assault is None or assault.carried:
        return True
    if assault.resolved:
        return False
    return bool(assaults.marked_at(board, assault.hex))


def takes_place(board: OperationBoard, phase: SequencePhase) -> bool:
    """Whether a phase comes: its impulse by the challenge, an assault if there is any."""
    by_challenge = sequence.BY_CHALLENGE.get(phase.section)
    if by_challenge is not None:
        succeeded = board.state.march.initiative.challenge == SUCCEEDED
        if by_challenge != succeeded:
            return False
    if phase.section.endswith(ASSAULT_SECTION):
        return bool(waiting(board))
    if phase.phase.id == "air-strikes":
        side = board.side_of(phase.player)
        return phase.section == "special-air" or board.state.air_points.get(side or "", 0) > 0
    return True


def waiting(board: OperationBoard) -> bool:
    """Whether an Assault Target Hex with enemies in it is still to be dealt with."""
    now = board.state.combat.now
    held = appraisal.enemy_hexes(board, board.phasing or "")
    for hex_ in assaults.target_hexes(board) & held:
        marked = assaults.marked_at(board, hex_)
        if any(piece.id not in now.gave_up for piece in marked):
            return True
    return False


def ends_assault(board: OperationBoard, phase: SequencePhase) -> bool:
    """Whether a phase that begins ends the assault that is being carried out."""
    following = assaults.SEGMENTS.get(phase.phase.id, -1)
    return following <= board.state.combat.segment
