"""The sequence of play: which phase may follow which, and what may be done in it by whom.

The rule numbers are the game's: its chapter wraps these checks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from compiler.gamedata.model import SequencePhase
from referee.actions import Action, BeginPhase, Declare, Move, Place, Position, Remove, SetState
from referee.board import Board
from referee.findings import Finding
from referee.impossible import is_unknown


def next_phases(board: Board[Any]) -> tuple[tuple[int, SequencePhase], ...]:
    """The phases that may begin now, with their turns; the next one of the sequence comes first.

    Optional phases, and sections that are optional as a whole, may be passed over; a repeating
    section may begin again once what is left of it may be passed over. Before the first phase of a
    log any phase of turn 1 may begin, so that a log may start at a scenario's first player turn.
    """
    phases = board.data.sequence.phases
    if board.phase is None:
        return tuple((1, phase) for phase in phases)
    here = board.data.sequence.position[board.phase.id]
    found = _reached(phases, here + 1)
    if board.phase.repeats:
        first, end = _section(phases, here)
        if all(phase.optional for phase in phases[here + 1 : end]):
            found += [place for place in _reached(phases, first) if place < end]
    count = len(phases)
    return tuple(
        (board.turn + place // count, phases[place % count]) for place in dict.fromkeys(found)
    )


def _section(phases: tuple[SequencePhase, ...], place: int) -> tuple[int, int]:
    """First place of a phase's section, and the place after its last one."""
    section = phases[place].section
    first = end = place
    while first > 0 and phases[first - 1].section == section:
        first -= 1
    while end < len(phases) and phases[end].section == section:
        end += 1
    return first, end


def _reached(phases: tuple[SequencePhase, ...], start: int) -> list[int]:
    """Places that may come next when `start` would: it, and those after what is passed over.

    Places count on into the next turn, and no further than the end of that.
    """
    count, waiting = len(phases), [start]
    found: list[int] = []
    while waiting:
        place = waiting.pop(0)
        if place in found or place >= 2 * count:
            continue
        found.append(place)
        phase = phases[place % count]
        if phase.optional:
            waiting.append(place + 1)
        first, end = _section(phases, place % count)
        if phase.section_optional and first == place % count:
            waiting.append(place - first + end)
    return sorted(found)


def phase_order(action: BeginPhase, board: Board[Any]) -> Iterator[Finding]:
    """A phase begins only when its turn has come.

    A log that begins with a saved position may go on from any phase of any turn.
    """
    if action.phase not in board.data.sequence.by_id:
        return
    if board.phase is None and board.resumed:
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
    """An action is of a kind that the phase allows; a saved position only tells what is there.

    What is written down in secret is no act of a phase; a verb that the game does not have is told
    of elsewhere.
    """
    sequence = board.data.sequence
    if isinstance(action, Declare) and (action.secret or is_unknown(action.verb, board.data)):
        return
    if isinstance(action, BeginPhase | Position) or action.kind in sequence.always_allowed:
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
    """Only a side that acts in this phase moves its pieces; anyone may sort a stack.

    What the rules have already put where it is moved to only follows on the table.
    """
    if board.phase is None or not isinstance(action, Move) or action.start == action.end:
        return
    for name in action.units:
        piece = board.piece(name)
        if piece.place == board.location(action.end):
            continue
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
