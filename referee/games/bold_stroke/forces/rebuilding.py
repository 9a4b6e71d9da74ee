"""16.6, rebuilding destroyed units: who may be, at what cost, and how they come back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from compiler.hexes import Hex
from referee.actions import Action, Declare, Move, Place
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import displays
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.campaign import SUPPLY, in_phase
from referee.games.bold_stroke.combat import command, losses
from referee.games.bold_stroke.forces.replacement_costs import Cost, rebuilding_cost, unit_class
from referee.games.bold_stroke.forces.replacements import available, pay
from referee.games.bold_stroke.state import CampaignBoard


@dataclass(frozen=True, slots=True)
class RebuildOption:
    """A destroyed unit that may be rebuilt now with so many steps, and what that costs."""

    unit: str
    steps: int
    cost: Cost


def rebuild_options(board: CampaignBoard) -> tuple[RebuildOption, ...]:
    """The destroyed units that the side in its supply phase may rebuild, with one step and more."""
    side = board.phasing
    have = available(board, side) if side is not None else None
    if side is None or have is None or not in_phase(board, SUPPLY):
        return ()
    found = []
    for unit in sorted(_destroyed(board, side)):
        for steps in range(1, losses.steps_in_all(board, unit) + 1):
            cost = rebuilding_cost(board, unit, steps)
            if cost is None or cost.lacking(have):
                break
            found.append(RebuildOption(unit, steps, cost))
    return tuple(found)


def _destroyed(board: CampaignBoard, side: str) -> set[str]:
    named = set(board.state.combat.destroyed) | {
        piece.id
        for piece in board.pieces.values()
        if displays.box_id(board, piece.place) == displays.eliminated(side)
    }
    waiting = board.state.records.track.rebuilt
    return {
        unit
        for unit in named
        if unit not in waiting
        and board.counter(unit).side == side
        and command.is_destroyed(board, unit)
        and not _is_headquarters(board, unit)
    }


def _is_headquarters(board: CampaignBoard, unit: str) -> bool:
    """A destroyed headquarters comes again by itself (13.5.B)."""
    return unit_class(board.counter(unit)) == "headquarters"


# -- announcing ------------------------------------------------------------------------------------


@RULES.rule("16.6.A", on="declare:rebuild")
def destroyed_units_are_rebuilt_with_points(
    action: Declare, board: CampaignBoard
) -> Iterator[Finding]:
    """A destroyed unit of a kind that can be, with at least one step, and the points for it."""
    steps = action.number("steps", 1)
    for name in action.units:
        counter = board.counter(name)
        if not command.is_destroyed(board, name):
            yield _fault(board, name, "is rebuilt, but has not been destroyed", "a destroyed unit")
            continue
        if counter.side != board.phasing:
            yield _fault(board, name, "is rebuilt in the other side's turn", "its own supply phase")
            continue
        if steps < 1:
            yield _fault(board, name, "is rebuilt without a step", "at least one step")
            continue
        yield from _cost_faults(board, name, steps)


def _cost_faults(board: CampaignBoard, unit: str, steps: int) -> Iterator[Finding]:
    cost = rebuilding_cost(board, unit, steps)
    if cost is None:
        yield _fault(board, unit, "is rebuilt", "no rebuilding of its kind of unit")
        return
    have = available(board, board.counter(unit).side or "")
    lacking = cost.lacking(have) if have is not None else ()
    if have is not None and lacking:
        found = ", ".join(f"{have.get(kind, 0)} {kind}" for kind in lacking)
        yield _fault(board, unit, "is rebuilt without the points for it", str(cost), found)


def _fault(board: CampaignBoard, unit: str, words: str, expected: str, found: str = "") -> Finding:
    return Finding(
        f"{board.counter(unit).name} {words}",
        units=(unit,),
        expected=expected,
        found=found,
        rule="16.6.A",
    )


@RULES.effect("16.6.A", "16.6.B", on="declare:rebuild")
def rebuilt_units_wait_to_come(action: Declare, board: CampaignBoard) -> None:
    """The points are spent; the counter shows the steps paid for and comes as a reinforcement."""
    for name in action.units:
        if not command.is_destroyed(board, name):
            continue
        whole = losses.steps_in_all(board, name)
        steps = max(min(action.number("steps", 1), whole), 1)
        cost = rebuilding_cost(board, name, steps)
        if cost is not None:
            pay(board, board.counter(name).side or "", cost)
        board.state.records.track.rebuilt[name] = steps
        piece = board.pieces.get(name)
        if piece is not None:
            _show(board, piece, whole - steps)


def _show(board: CampaignBoard, piece: Piece, lost: int) -> None:
    """Turn and mark a counter so that it shows so many steps lost, where it can."""
    shown = losses.steps_of(board, piece.counter).track.shown(lost)
    if shown is not None:
        turned, marked = shown
        piece.face = losses.REDUCED if turned else losses.FRONT
        piece.states["loss"] = marked


# -- coming back -----------------------------------------------------------------------------------


def _returning(action: Action, board: CampaignBoard) -> Iterator[str]:
    """Destroyed units that an action brings back on the map, headquarters left out."""
    names: tuple[str, ...] = ()
    if board.phase is None:
        return
    if isinstance(action, Move) and isinstance(board.location(action.end), Hex):
        names = action.units
    elif isinstance(action, Place) and isinstance(board.location(action.at), Hex):
        names = (action.unit,)
    for name in names:
        counter = board.counter(name)
        if counter.is_marker or counter.values.get("substitute_of"):
            continue
        if command.is_destroyed(board, name) and not _is_headquarters(board, name):
            yield name


@RULES.rule("16.6.B", "16.6.A", on=Move)
@RULES.rule("16.6.B", "16.6.A", on=Place)
def rebuilt_units_are_as_strong_as_was_paid_for(
    action: Move | Place, board: CampaignBoard
) -> Iterator[Finding]:
    """A destroyed unit comes back with the steps announced, or with what could be paid for."""
    for name in _returning(action, board):
        steps = command.steps_shown(board, action, name)
        paid = board.state.records.track.rebuilt.get(name)
        if steps is None:
            continue
        if paid is None:
            yield from _cost_faults(board, name, steps)
        elif steps > paid:
            yield Finding(
                f"{board.counter(name).name} comes back with {steps} steps",
                units=(name,),
                expected=f"{paid}, as was paid for",
                found=str(steps),
            )


@RULES.effect("16.6.A", on=Move, before=True)
@RULES.effect("16.6.A", on=Place, before=True)
def rebuilding_without_a_word_is_paid_for(action: Move | Place, board: CampaignBoard) -> None:
    """A destroyed unit that comes back without an announcement was rebuilt all the same."""
    for name in _returning(action, board):
        if name not in board.state.records.track.rebuilt:
            steps = command.steps_shown(board, action, name) or 1
            cost = rebuilding_cost(board, name, steps)
            if cost is not None:
                pay(board, board.counter(name).side or "", cost)
