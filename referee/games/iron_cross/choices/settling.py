"""Choices of what has to be done next: dice, marks, calls, units come to light, overruns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from compiler.hexes import Hex
from referee.actions import Action, Declare, Move
from referee.games.iron_cross import overrun, pending, possible
from referee.games.iron_cross.checks import check_of
from referee.games.iron_cross.choices.candidates import options, unflagged
from referee.games.iron_cross.overrun_defence import best_defender
from referee.games.iron_cross.rolls import CHECK
from referee.games.iron_cross.state import BattleBoard, Overrun
from referee.legal import Choice, Option


def settlement(board: BattleBoard) -> Iterator[Choice]:
    """The one thing that is due now; nothing when all is settled."""
    chance = pending.awaited_dice(board)
    if chance is not None:
        yield Choice(f"roll {chance.purpose}", lambda: (Option(chance),), binding=True)
        return
    for name, found in (("mark", pending.marks_due(board)), ("call", pending.calls_due(board))):
        due = tuple(found)
        if due:
            ways = tuple(Option(each) for each in due)
            yield Choice(name, partial(iter, ways), binding=True)
            return
    hidden = tuple(sorted(possible.reveals_due(board)))
    if hidden:
        side = board.piece(hidden[0]).side
        yield _due("reveal", Declare(verb="reveal", units=hidden, side=side))
        return
    yield from _overrun(board)


def recoveries(board: BattleBoard) -> Iterator[Choice]:
    """A roll for each suppressed unit (7.0.b)."""
    for unit in possible.recoveries_due(board):
        side = board.piece(unit).side
        yield _due(f"recover {unit}", Declare(verb="recovery", units=(unit,), side=side))


def _due(name: str, action: Action) -> Choice:
    return Choice(name, lambda: (Option(action),), binding=True)


# -- overruns --------------------------------------------------------------------------------------


def _overrun(board: BattleBoard) -> Iterator[Choice]:
    """The next step of the overrun in progress: in, infantry fire, a roll for each, out (9.2)."""
    run = overrun.current(board)
    if run is None or run.left or overrun.is_destroyed(board, run):
        return
    vehicle = board.piece(run.vehicle)
    trek = board.state.treks.get(run.vehicle)
    stuck = vehicle.flag("immobilised") or (trek is not None and bool(trek.stopped_by))
    if run.vehicle in board.state.hit or not isinstance(vehicle.place, Hex):
        stuck = True
    if vehicle.place != run.hex:
        if not run.entered and not stuck:
            yield from _drive(board, run, "in", (run.hex,))
        return
    resistance = _resistance(board, run)
    if resistance is not None:
        yield _due("overrun defence", resistance)
        return
    due = possible.overrun_rolls_due(board)
    if due is not None:
        unit = due[1][0]
        side = board.piece(unit).side
        yield _due(f"overrun roll {unit}", Declare(verb=overrun.ROLL, units=(unit,), side=side))
    elif not stuck:
        yield from _drive(board, run, "out", board.data.map.grid.neighbours(run.hex).values())


def _resistance(board: BattleBoard, run: Overrun) -> Declare | None:
    """The check of the best man in the hex, then his fire; None where there is none."""
    best = best_defender(board, run)
    if best is None or run.fired or run.rolled or run.infantry:
        return None
    check = check_of(board, best.id, (overrun.DEFENCE,))
    if check is None:
        values = {"for": overrun.DEFENCE}
        action = Declare(verb=CHECK, units=(best.id,), values=values, side=best.side)
    elif check.passed:
        action = Declare(verb=overrun.DEFENCE, units=(best.id,), side=best.side)
    else:
        return None
    return action if unflagged(board, action) else None


def _drive(board: BattleBoard, run: Overrun, way: str, goals: Iterable[Hex]) -> Iterator[Choice]:
    vehicle = board.piece(run.vehicle)
    here = board.number(vehicle.place)
    moves = [
        Move(units=(vehicle.id,), path=(here, board.data.map.number(hex_)), side=vehicle.side)
        for hex_ in goals
    ]
    legal = tuple(options(board, moves))
    if legal:
        yield Choice(f"overrun {way}", partial(iter, legal), binding=True)
