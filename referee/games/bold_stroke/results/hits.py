"""What an action of a combat phase means in step losses: announced, marked, or the unit taken off.

`loss_actions` judges and books them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from compiler.hexes import Hex
from referee.actions import Action, Declare, Move, Place, Remove, SetState
from referee.board import Piece
from referee.games.bold_stroke import displays
from referee.games.bold_stroke.air.bases import is_air
from referee.games.bold_stroke.combat import losses
from referee.games.bold_stroke.combat.participants import in_combat_phase
from referee.games.bold_stroke.combat_state import Cause, Effect
from referee.games.bold_stroke.results.aftermath import combat_of
from referee.games.bold_stroke.state import CampaignBoard


@dataclass(frozen=True, slots=True)
class Hit:
    """Steps that a unit loses by an action; `to` is the face and losses it is marked with."""

    unit: str
    piece: Piece
    steps: int
    cause: Cause
    effect: Effect | None
    declared: bool
    to: tuple[str, int] | None = None
    gone: bool = False


def hits(board: CampaignBoard, action: Action) -> tuple[Hit, ...]:
    """The losses that an action means in a combat phase; none for anything else."""
    if not in_combat_phase(board):
        return ()
    match action:
        case Declare(verb="loss"):
            return tuple(_declared(board, action))
        case SetState(unit=str(name), state="face" | "loss"):
            return tuple(_marked(board, action, name))
        case Remove():
            return tuple(_gone(board, action.units))
        case Move():
            return (*_gone(board, _eliminated(board, action)), *_brought(board, action))
        case Place():
            return tuple(_substituted(board, action.unit, action.face, action.states.get("loss")))
        case _:
            return ()


def _declared(board: CampaignBoard, action: Declare) -> Iterator[Hit]:
    now = board.state.combat.now
    for name in action.units:
        piece = board.piece(name)
        unit = losses.unit_of(board, name)
        if now.bare_loss == (unit, now.tick):
            continue
        steps = max(1, min(action.number("steps", 1), 20))
        said = action.text("for")
        cause: Cause = "retreat" if said == "retreat" else "obligation" if said else ""
        effect = action.text("effect")
        known: Effect | None = None
        if effect == "none":
            known = "none"
        elif effect == "destroyed":
            known = "destroyed"
        yield Hit(unit, losses.piece_of(board, unit) or piece, steps, cause, known, declared=True)


def _marked(board: CampaignBoard, action: SetState, name: str) -> Iterator[Hit]:
    piece = board.piece(name)
    if piece.counter.is_marker:
        return
    unit = losses.unit_of(board, name)
    face = str(action.value) if action.state == "face" else piece.face
    value = action.value if action.state == "loss" else 0
    marked = value if isinstance(value, int) else 0
    if face not in piece.counter.faces or (face == piece.face and action.state == "face"):
        return
    after = losses.steps_lost(board, _shown(piece, face, marked))
    before = known_steps(board, unit, piece)
    if after > before:
        yield Hit(unit, piece, after - before, "", None, declared=False, to=(face, marked))


def _shown(piece: Piece, face: str, marked: int) -> Piece:
    return Piece(piece.id, piece.counter, piece.place, face, {"loss": marked})


def known_steps(board: CampaignBoard, unit: str, piece: Piece) -> int:
    """Steps a unit is known to have lost: as last booked in its combat, else as it shows."""
    combat = combat_of(board, piece) if isinstance(piece.place, Hex) else None
    shown = losses.steps_lost(board, piece)
    return combat.steps.get(unit, shown) if combat is not None else shown


def _gone(board: CampaignBoard, names: tuple[str, ...]) -> Iterator[Hit]:
    """Units taken off the map; a corps whose substitute comes or is there is not gone."""
    for name in names:
        piece = board.piece(name)
        unit = losses.unit_of(board, name)
        is_corps = name == unit and losses.substitute_of(board, unit) is not None
        off_map = not isinstance(piece.place, Hex) and not is_air(piece)
        if piece.counter.is_marker or is_corps or off_map:
            continue
        left = losses.steps_in_all(board, unit) - losses.steps_lost(board, piece)
        yield Hit(unit, piece, max(left, 1), "", "destroyed", declared=False, gone=True)


def _eliminated(board: CampaignBoard, move: Move) -> tuple[str, ...]:
    end = displays.box_id(board, move.end)
    return tuple(
        name for name in move.units if end == displays.eliminated(board.piece(name).side or "")
    )


def _brought(board: CampaignBoard, move: Move) -> Iterator[Hit]:
    """Substitute counters that come from their box."""
    if not isinstance(board.location(move.end), Hex):
        return
    for name in move.units:
        piece = board.piece(name)
        if not isinstance(piece.place, Hex):
            yield from _substituted(board, name, piece.face, piece.states.get("loss"))


def _substituted(
    board: CampaignBoard, name: str, face: str | None, marked: object
) -> Iterator[Hit]:
    """The substitute counter of a corps is put down (11.13.G)."""
    unit = losses.unit_of(board, name)
    if unit == name or unit not in board.pieces:
        return
    counter = board.counter(name)
    loss = marked if isinstance(marked, int) else 0
    stand_in = Piece(name, counter, None, face or losses.FRONT, {"loss": loss})
    corps = board.pieces[unit]
    before = known_steps(board, unit, corps)
    steps = losses.steps_lost(board, stand_in) - before
    if steps > 1 and before == losses.SUBSTITUTED_STEPS - 1 and loss == 1:
        steps = 1
    if steps > 0:
        yield Hit(unit, corps, steps, "", None, declared=False)
