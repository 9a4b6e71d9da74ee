"""The sequence of a day: impulses in their order, and what may be done in each phase by whom.

Who is Initial Player, and what the challenge decides, is in `impulses`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.actions import Action, BeginPhase, Move, Remove
from referee.findings import Finding
from referee.games.operation_spark import assaults, units
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.impulses import SUCCEEDED
from referee.games.operation_spark.state import OperationBoard
from referee.mechanics import sequence

BY_CHALLENGE = {
    "am-limited": False, "am-limited-assault": False, "am-limited-end": False,
    "am-reply": True, "am-reply-assault": True, "am-reply-end": True,
    "special-air": False, "pm-reply": True, "pm-reply-assault": True, "pm-reply-end": True,
    "pm-limited": False, "pm-limited-assault": False, "pm-limited-end": False,
    "pm-limited-recovery": False,
}  # fmt: skip
"""Section that takes place only with (or without) a successful challenge of the Second Player."""


def _rule(board: OperationBoard, phase: str, default: str) -> str:
    """The paragraph that a phase stands under in the sequence of play."""
    found = board.data.sequence.by_id.get(phase)
    return found.phase.rule if found is not None and found.phase.rule else default


@RULES.rule("9.5.p1", "13.1", on=BeginPhase)
def phases_come_in_order(action: BeginPhase, board: OperationBoard) -> Iterator[Finding]:
    """Impulses and the phases in them come in their order; where nothing is done they may lack."""
    special = action.phase.startswith("special-air.")
    rule = "9.5.p1" if special else _rule(board, action.phase, "9.5.p1")
    for finding in sequence.phase_order(action, board):
        yield replace(finding, rule=rule)


@RULES.rule("9.4.p1", "9.5.p1", on=BeginPhase)
def the_challenge_decides_the_impulses(
    action: BeginPhase, board: OperationBoard
) -> Iterator[Finding]:
    """A successful challenge gives the limited impulse of the morning to the Second Player.

    The Initial Player then has that of the afternoon, and no special air strikes.
    """
    phase = board.data.sequence.by_id.get(action.phase)
    challenge = board.state.march.initiative.challenge
    if phase is None or phase.section not in BY_CHALLENGE or not challenge:
        return
    if board.phase is not None and board.phase.section == phase.section:
        return
    if BY_CHALLENGE[phase.section] == (challenge == SUCCEEDED):
        return
    if phase.section.endswith(("-assault", "-end", "-recovery")):
        return
    yield Finding(
        f"the {phase.section_name} begins",
        expected="an impulse that the initiative challenge leaves",
        found=f"the challenge: {challenge}",
        rests_on=_reading(board),
        rule="9.5.p1" if phase.section == "special-air" else "9.4.p1",
    )


def _reading(board: OperationBoard) -> tuple[str, ...]:
    defect = board.data.defects["impulses-of-the-afternoon"]
    return (f"defect {defect.id} of {', '.join(defect.place)}: {defect.reading}",)


@RULES.rule("13.1", "13.13", "11.3.3.p1", on=Action)
def a_phase_allows_only_its_own_actions(action: Action, board: OperationBoard) -> Iterator[Finding]:
    """What a phase is for is what may be done in it; some acts have checks of their own."""
    if action.kind == "declare:surprise":
        return
    if action.kind == "declare:zone-fire" and assaults.in_combat(board):
        return
    if isinstance(action, Remove) and all(_is_spent(board, name) for name in action.units):
        return
    for finding in sequence.allowed_in_phase(action, board):
        phase = board.phase.id if board.phase is not None else ""
        yield replace(finding, rule=_rule(board, phase, "13.1"))


def _is_spent(board: OperationBoard, name: str) -> bool:
    """Whether it is a unit without steps: it may be taken off late."""
    piece = board.pieces.get(name)
    return piece is not None and units.is_unit(piece) and units.steps(piece) <= 0


@RULES.rule("11.1.4.p1", on="move")
def only_the_phasing_side_moves(action: Action, board: OperationBoard) -> Iterator[Finding]:
    """A Movement Phase is that of the side whose impulse it is; the dead may be taken off late."""
    if board.phase is None or board.phase.phase.id != "movement":
        return
    if isinstance(action, Move) and action.end.endswith("-eliminated"):
        return
    for finding in sequence.acting_side(action, board):
        if all(units.is_unit(board.piece(name)) for name in finding.units):
            yield finding
