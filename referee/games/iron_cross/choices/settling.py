"""Choices of what has to be done next: dice, marks, calls, units come to light, overruns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from compiler.hexes import Hex
from referee.actions import Action, Declare, Move
from referee.board import Piece
from referee.games.iron_cross import units
from referee.games.iron_cross.assault import overrun
from referee.games.iron_cross.assault.entry_into_assault import ASSAULT
from referee.games.iron_cross.assault.overrun_defence import best_defender
from referee.games.iron_cross.checks import check_of, failed
from referee.games.iron_cross.choices import driving, infiltrating, pending, possible
from referee.games.iron_cross.choices.candidates import options, unflagged
from referee.games.iron_cross.choices.checking import check
from referee.games.iron_cross.fire.firing import SHOOTS, may_try
from referee.games.iron_cross.fire.small_arms import ANTI_TANK, FIRE
from referee.games.iron_cross.records import shots_this_turn
from referee.games.iron_cross.state import BattleBoard, Overrun
from referee.legal import Choice, Option


def settlement(board: BattleBoard) -> Iterator[Choice]:
    """The one thing that is due now; nothing when all is settled."""
    chance = pending.awaited_dice(board)
    if chance is not None:
        yield Choice(f"roll {chance.purpose}", lambda: (Option(chance),), binding=True)
        return
    for name, found in (
        ("mark", pending.marks_due(board)),
        ("call", pending.calls_due(board)),
        ("push", driving.push_moves(board)),
    ):
        due = tuple(found)
        if due:
            ways = tuple(Option(each) for each in due)
            yield Choice(name, partial(iter, ways), binding=True)
            return
    secret = tuple(sorted(possible.reveals_due(board)))
    if secret:
        side = board.piece(secret[0]).side
        yield _due("reveal", Declare(verb="reveal", units=secret, side=side))
        return
    yield from infiltrating.aftermath(board)
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
    """The next step of the overrun in progress (9.2, 9.3).

    Special fire, in, infantry fire, a roll for each defender, out, and the assault of infantry that
    came along.
    """
    run = overrun.current(board)
    if run is None or overrun.is_destroyed(board, run):
        return
    if run.left:
        yield from _infantry_assaults(board, run)
        return
    vehicle = board.piece(run.vehicle)
    stuck = _is_stuck(board, vehicle)
    if vehicle.place != run.hex:
        if not run.entered and not stuck:
            yield from _going_in(board, run)
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
        return
    out = () if stuck else board.data.map.grid.neighbours(run.hex).values()
    ways = tuple(_drive(board, (run.vehicle,), out))
    if ways:
        yield Choice("overrun out", partial(iter, ways), binding=True)
    else:
        yield from _infantry_assaults(board, run)


def _is_stuck(board: BattleBoard, vehicle: Piece) -> bool:
    """Whether an overrunning vehicle is held where it is."""
    trek = board.state.treks.get(vehicle.id)
    held = vehicle.flag("immobilised") or (trek is not None and bool(trek.stopped_by))
    return held or vehicle.id in board.state.hit or not isinstance(vehicle.place, Hex)


def _going_in(board: BattleBoard, run: Overrun) -> Iterator[Choice]:
    """Special fire of guns and anti-tank rifles in the hex, or the way in (9.2.A)."""
    ways = (*_special_fire(board, run), *_drive(board, (run.vehicle, *run.infantry), (run.hex,)))
    if ways:
        yield Choice("overrun in", partial(iter, ways), binding=True)


def _special_fire(board: BattleBoard, run: Overrun) -> Iterator[Option]:
    """A check of each weapon that may still fire at the first vehicle, or its shot."""
    if not run.first:
        return
    for piece in overrun.defenders(board, run):
        weapon = units.is_anti_tank_gun(piece) or units.is_anti_tank_rifle(piece)
        if not weapon or piece.id in run.special_fire:
            continue
        values = {"targets": run.vehicle}
        shot = Declare(
            verb=ANTI_TANK, units=(piece.id,), target=_place_of(board, run), values=dict(values),
            side=piece.side,
        )  # fmt: skip
        if _has_unused_check(board, piece):
            yield from options(board, (shot,), 1.0)
        elif may_try(board, piece, FIRE):
            yield from options(board, (check(piece, FIRE),), 1.0)


def _place_of(board: BattleBoard, run: Overrun) -> str:
    return board.number(board.piece(run.vehicle).place)


def _has_unused_check(board: BattleBoard, piece: Piece) -> bool:
    """Whether a weapon has passed a check to fire in this phase and not fired on it."""
    phase = board.phase.id if board.phase is not None else ""
    shots = [shot for shot in shots_this_turn(board, piece.id) if shot.phase == phase]
    taken = [each for each in board.state.checks.get(piece.id, ()) if each.act in SHOOTS]
    return len(taken) > len(shots) and failed(board, piece.id) is None


def _resistance(board: BattleBoard, run: Overrun) -> Declare | None:
    """The check of the best man in the hex, then his fire; None where there is none."""
    best = best_defender(board, run)
    if best is None or run.fired or run.rolled or run.infantry:
        return None
    taken = check_of(board, best.id, (overrun.DEFENCE,))
    if taken is None:
        action = check(best, overrun.DEFENCE)
    elif taken.passed:
        action = Declare(verb=overrun.DEFENCE, units=(best.id,), side=best.side)
    else:
        return None
    return action if unflagged(board, action) else None


def _drive(board: BattleBoard, group: tuple[str, ...], goals: Iterable[Hex]) -> Iterator[Option]:
    """Steps of the vehicle, and infantry with it, into hexes beside it."""
    vehicle = board.piece(group[0])
    here = board.number(vehicle.place)
    moves = [
        Move(units=group, path=(here, board.data.map.number(hex_)), side=vehicle.side)
        for hex_ in goals
    ]
    yield from options(board, moves)


def _infantry_assaults(board: BattleBoard, run: Overrun) -> Iterator[Choice]:
    """Infantry that came along assaults those who are left, at once and without a check (9.33)."""
    men = tuple(
        name
        for name in run.infantry
        if name in board.pieces and _may_assault(board.pieces[name], run)
    )
    under_way = board.state.fire.assault
    if not men or not overrun.defenders(board, run):
        return
    if under_way is not None and not under_way.done and under_way.hex == run.hex:
        return
    target = board.data.map.number(run.hex)
    side = board.piece(men[0]).side
    action = Declare(verb=ASSAULT, units=men, target=target, side=side)
    yield Choice("overrun assault", partial(options, board, (action,)), binding=True)


def _may_assault(man: Piece, run: Overrun) -> bool:
    return man.place == run.hex and units.is_normal(man)
