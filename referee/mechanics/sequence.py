"""The sequence of play: which phase may follow which, and what may be done in it by whom.

The rule numbers are the game's: its chapter wraps these checks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from compiler.gamedata.model import SequencePhase
from referee.actions import Action, BeginPhase, Move, Place, Remove, SetState
from referee.board import Board
from referee.findings import Finding


def next_phases(board: Board[Any]) -> tuple[tuple[int, SequencePhase], ...]:
    """The phases that may begin now, with their turns: the next one, or one of a repeating section.

    Before the first phase of a log any phase of turn 1 may begin, so that a log may start at a
    scenario's first player turn.
    """
    phases = board.data.sequence.phases
    if board.phase is None:
        return tuple((1, phase) for phase in phases)
    here = board.data.sequence.position[board.phase.id]
    choices: list[tuple[int, SequencePhase]] = []
    if here + 1 < len(phases):
        choices.append((board.turn, phases[here + 1]))
    else:
        choices.append((board.turn + 1, phases[0]))
    last_of_section = here + 1 == len(phases) or phases[here + 1].section != board.phase.section
    if board.phase.repeats and last_of_section:
        first = next(phase for phase in phases if phase.section == board.phase.section)
        choices.append((board.turn, first))
    return tuple(choices)


def phase_order(action: BeginPhase, board: Board[Any]) -> Iterator[Finding]:
    """A phase begins only when its turn has come; phases in between that are left out are named."""
    if action.phase not in board.data.sequence.by_id:
        return
    legal = next_phases(board)
    if any(turn == action.turn and phase.id == action.phase for turn, phase in legal):
        return
    turn, phase = legal[0]
    name = board.data.sequence.by_id[action.phase].name
    yield Finding(
        f"the phase {name} (turn {action.turn}) begins out of order",
        expected=f"{phase.name} (turn {turn})",
        found=f"{name} (turn {action.turn})",
    )


def allowed_in_phase(action: Action, board: Board[Any]) -> Iterator[Finding]:
    """An action is of a kind that the phase allows."""
    sequence = board.data.sequence
    if isinstance(action, BeginPhase) or action.kind in sequence.always_allowed:
        return
    if board.phase is None or action.kind == "phase-ends":
        return
    allows = board.phase.phase.allows
    if action.kind in allows or action.kind.partition(":")[0] + ":*" in allows:
        return
    yield Finding(
        f"{describe(action)} is not part of the {board.phase.name}",
        units=units_of(action),
        expected=", ".join(allows) or "nothing",
        found=action.kind,
    )


def acting_side(action: Action, board: Board[Any]) -> Iterator[Finding]:
    """Only a side that acts in this phase moves its pieces; anyone may sort a stack."""
    if board.phase is None or not isinstance(action, Move) or action.start == action.end:
        return
    for name in action.units:
        piece = board.piece(name)
        if piece.side is not None and piece.side not in board.acting:
            acting = " and ".join(board.data.sides[side].name for side in sorted(board.acting))
            yield Finding(
                f"{piece.name} moves in the {board.phase.name}, which is not its side's",
                units=(name,),
                expected=acting or "nobody acts",
                found=board.data.sides[piece.side].name,
            )


def units_of(action: Action) -> tuple[str, ...]:
    """Ids of the pieces an action names as doing it."""
    match action:
        case Move() | Remove():
            return action.units
        case Place():
            return (action.unit,)
        case SetState(unit=str(name)):
            return (name,)
        case _:
            return ()


def describe(action: Action) -> str:
    """An action in a few words, for a finding."""
    kind, _, verb = action.kind.partition(":")
    words = {"set": "a change of state", "place": "placing a piece", "move": "a move"}
    return f"'{verb}'" if verb else words.get(kind, f"a {kind}")
