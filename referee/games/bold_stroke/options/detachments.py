"""17.2, Soviet advanced detachments: how they are formed and recombine.

Their advance is in `advance`, their strength in combat in `strengths`.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Action, Declare, Move, Place
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import displays, units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.combat import losses
from referee.games.bold_stroke.combat.participants import phase_kind
from referee.games.bold_stroke.state import CampaignBoard

OPTION = "advanced-detachments"
CAVALRY_DETACHMENT = "cav-det"
MOVEMENT = "movement"


def is_detachment(piece: Piece) -> bool:
    """Whether it is an advanced detachment."""
    return units.unit_class(piece) == "detachment"


def is_cavalry(piece: Piece) -> bool:
    """Whether a detachment is the cavalry's."""
    return units.movement_class(piece) == "cavalry"


def may_form(parent: Piece, detachment: Piece) -> bool:
    """Whether a corps is of the kind that forms a detachment (17.2.B, 17.2.D)."""
    wanted = "cavalry" if is_cavalry(detachment) else "tank"
    return (
        parent.side == detachment.side
        and parent.counter.size == "XXX"
        and units.unit_class(parent) == wanted
    )


# -- what an action means --------------------------------------------------------------------------


def formed_by(board: CampaignBoard, action: Action) -> tuple[Piece | None, Piece, str] | None:
    """Parent, detachment and the face it shows, of an action that forms one; None for any other."""
    if isinstance(action, Declare) and action.verb == "detach":
        name = next(iter(action.names("targets")), action.target or "")
        if not action.units or (name not in board.pieces and not _is_counter(board, name)):
            return None
        return board.piece(action.units[0]), _piece(board, name), _face(action)
    if phase_kind(board) != MOVEMENT:
        return None
    if isinstance(action, Move) and len(action.units) == 1:
        piece = board.piece(action.units[0])
        end = board.location(action.end)
        if is_detachment(piece) and isinstance(end, Hex) and not isinstance(piece.place, Hex):
            return _parent_in(board, piece, end), piece, piece.face
    if isinstance(action, Place) and _is_counter(board, action.unit):
        piece = _piece(board, action.unit)
        end = board.location(action.at)
        if is_detachment(piece) and isinstance(end, Hex) and not isinstance(piece.place, Hex):
            return _parent_in(board, piece, end), piece, action.face or piece.face
    return None


def _is_counter(board: CampaignBoard, name: str) -> bool:
    return name.partition("#")[0] in board.data.counters


def _piece(board: CampaignBoard, name: str) -> Piece:
    return board.pieces.get(name) or Piece(name, board.counter(name), None, losses.FRONT)


def _face(action: Declare) -> str:
    small = action.text("face") == losses.REDUCED or action.number("strength", 2) == 1
    return losses.REDUCED if small else losses.FRONT


def _parent_in(board: CampaignBoard, detachment: Piece, hex_: Hex) -> Piece | None:
    """A corps in a hex that may form the detachment."""
    taken = set(board.state.combat.parents.values())
    here = [p for p in board.units_at(hex_) if may_form(p, detachment) and p.id not in taken]
    return next((p for p in here if p.face == losses.FRONT), here[0] if here else None)


# -- forming ---------------------------------------------------------------------------------------


@RULES.rule("17.2.A", "17.2.B", "17.2.D", on="declare:detach")
@RULES.rule("17.2.A", "17.2.B", "17.2.D", on=Move)
@RULES.rule("17.2.A", on=Place)
def detachments_are_formed_at_the_start_of_movement(
    action: Action, board: CampaignBoard
) -> Iterator[Finding]:
    """Before anything moves a tank corps on its full side, or the cavalry corps, forms one."""
    formed = formed_by(board, action)
    if formed is None:
        return
    parent, piece, _ = formed
    if OPTION not in board.options:
        yield _fault(piece, "17.2.A", "is formed, and the option is not in play", "no detachments")
        return
    if has_moved(board):
        words = "is formed after units have moved"
        yield _fault(piece, "17.2.A", words, "the start of the movement phase")
    if isinstance(piece.place, Hex):
        yield _fault(piece, "17.2.A", "is formed and stands on the map", "a counter not in use")
    rule = "17.2.D" if is_cavalry(piece) else "17.2.B"
    if parent is None or not may_form(parent, piece):
        kind = "the cavalry corps" if is_cavalry(piece) else "a tank corps"
        yield _fault(piece, rule, f"is not formed by {kind}", f"{kind} in the hex")
    elif parent.face == losses.REDUCED:
        words = f"is formed by {parent.name}, which is on its reduced side"
        yield _fault(piece, "17.2.B", words, "a corps on its full side")
    elif parent.id in board.state.combat.parents.values():
        words = f"is a second detachment of {parent.name}"
        yield _fault(piece, rule, words, "one detachment of a corps")


def has_moved(board: CampaignBoard) -> bool:
    """Whether units of the phasing side have moved on the map in this phase."""
    return any(
        isinstance(move.start, Hex) and move.side == board.phasing and move.end != move.start
        for move in board.moves
    )


def _fault(piece: Piece, rule: str, words: str, expected: str) -> Finding:
    return Finding(f"{piece.name} {words}", units=(piece.id,), expected=expected, rule=rule)


@RULES.effect("17.2.C", "17.2.D", on="declare:detach")
@RULES.effect("17.2.C", on=Move, before=True)
@RULES.effect("17.2.C", on=Place, before=True)
def detachments_take_strength_from_their_parent(action: Action, board: CampaignBoard) -> None:
    """The detachment stands with its parent, whose strength is less by the detachment's."""
    formed = formed_by(board, action)
    if formed is None:
        return
    parent, piece, face = formed
    if parent is None:
        return
    record = board.state.combat
    record.parents[piece.id] = parent.id
    strength = losses.figure(piece.counter, losses.significant(piece.counter), face).value
    record.detached[parent.id] = record.detached.get(parent.id, 0) + strength
    if isinstance(action, Declare):
        piece.face = face
        piece.states.pop("loss", None)
        board.relocate(piece, parent.place)


# -- recombining -----------------------------------------------------------------------------------


def recombined(board: CampaignBoard, action: Action) -> tuple[Piece, ...]:
    """Detachments that an action puts back into their parents."""
    if isinstance(action, Declare) and action.verb == "recombine":
        return tuple(board.piece(name) for name in action.units)
    if isinstance(action, Move) and phase_kind(board) == MOVEMENT:
        pieces = tuple(board.piece(name) for name in action.units)
        box = displays.box_id(board, action.end)
        return tuple(
            piece
            for piece in pieces
            if is_detachment(piece)
            and isinstance(piece.place, Hex)
            and box == displays.substitutes(piece.side or "")
        )
    return ()


@RULES.rule("17.2.F", on="declare:recombine")
@RULES.rule("17.2.F", on=Move)
def detachments_recombine_at_the_start_of_movement(
    action: Action, board: CampaignBoard
) -> Iterator[Finding]:
    """In the hex of their parent, before anything moves."""
    for piece in recombined(board, action):
        parent = board.pieces.get(board.state.combat.parents.get(piece.id, ""))
        if not is_detachment(piece):
            yield _fault(piece, "17.2.F", "recombines and is no detachment", "a detachment")
        elif parent is None or parent.place != piece.place:
            words = "recombines away from its parent unit"
            yield _fault(piece, "17.2.F", words, "the hex of its parent")
        elif has_moved(board):
            words = "recombines after units have moved"
            yield _fault(piece, "17.2.F", words, "the start of the movement phase")


@RULES.effect("17.2.F", on="declare:recombine")
@RULES.effect("17.2.F", on=Move, before=True)
def detachments_give_their_strength_back(action: Action, board: CampaignBoard) -> None:
    """The parent gets what strength the detachment still has."""
    record = board.state.combat
    for piece in recombined(board, action):
        parent = record.parents.pop(piece.id, None)
        if parent is None:
            continue
        strength = losses.current(board, piece, losses.significant(piece.counter)).value
        record.detached[parent] = max(record.detached.get(parent, 0) - strength, 0)
        if isinstance(action, Declare):
            board.relocate(piece, displays.substitutes(piece.side or ""))
