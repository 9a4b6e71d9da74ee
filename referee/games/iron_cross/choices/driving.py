"""Choices of sections 8.4, 8.65 and 9: vehicles with infantry, overruns, wrecks pushed away."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from compiler.hexes import Hex
from referee.actions import Declare, Move
from referee.board import Piece
from referee.games.iron_cross import units
from referee.games.iron_cross.assault import overrun
from referee.games.iron_cross.checks import check_of, failed
from referee.games.iron_cross.choices import group_moves, possible
from referee.games.iron_cross.choices.candidates import options
from referee.games.iron_cross.choices.checking import check
from referee.games.iron_cross.choices.ways import ways_of
from referee.games.iron_cross.movement import leaders, vehicles
from referee.games.iron_cross.movement.vehicles import VEHICLES_ALONE, WITH_VEHICLES
from referee.games.iron_cross.movement.wrecks import PUSH
from referee.games.iron_cross.state import BattleBoard
from referee.legal import Choice, Option

AT_THE_END = 4
"""Rank of what is done at the end of a movement phase."""


def drives(board: BattleBoard, vehicle: Piece, gone: str) -> Iterator[Choice]:
    """Moves of a vehicle with men beside it, and overruns, alone or with them."""
    men = riders(board, vehicle)
    if men:
        name = f"drive {gone} {' '.join(men)}"
        yield Choice(name, partial(_drives, board, vehicle, men), rank=WITH_VEHICLES)
    rank = WITH_VEHICLES if men else VEHICLES_ALONE
    name = f"overrun {gone} {' '.join(men)}"
    yield Choice(name, partial(_overruns, board, vehicle, men), rank=rank)


def riders(board: BattleBoard, vehicle: Piece) -> tuple[str, ...]:
    """Infantry that may go with a vehicle now, as far as it goes along of its own (8.41, 8.42)."""
    if not isinstance(vehicle.place, Hex) or not possible.may_set_out(board, vehicle.id):
        return ()
    able = {
        piece.id
        for piece in units.friends_at(board, vehicle.place, vehicle.side)
        if units.is_infantry(piece)
        and possible.may_set_out(board, piece.id)
        and vehicles.begin_together(board, piece, vehicle)
    }
    return tuple(name for name in sorted(able) if _is_whole(board, name, able))


def _is_whole(board: BattleBoard, name: str, able: set[str]) -> bool:
    """Whether those with whom a man has to keep together may go along too."""
    piece = board.piece(name)
    leader = leaders.followed(board, piece)
    held = leader and not leaders.is_hurt(board, leader) and leader not in able
    return not held and leaders.companions(board, piece) <= able


def _drives(board: BattleBoard, vehicle: Piece, men: tuple[str, ...]) -> Iterator[Option]:
    group = (vehicle.id, *men)
    yield from ways_of(board, group, group_moves.legal_group_moves(board, group), 0.2)


def _overruns(board: BattleBoard, vehicle: Piece, men: tuple[str, ...]) -> Iterator[Option]:
    """Overruns alone, and combined ones with infantry that has points left for the hex."""
    for hex_ in possible.legal_overruns(board, vehicle.id):
        number = board.data.map.number(hex_)
        alone = Declare(verb=overrun.OVERRUN, units=(vehicle.id,), target=number, side=vehicle.side)
        yield from options(board, (alone,), 2.0)
        able = tuple(name for name in men if _could_enter(board, name, hex_))
        if able:
            together = alone.model_copy(update={"values": {"supports": able}})
            yield from options(board, (together,), 2.5)


def _could_enter(board: BattleBoard, man: str, hex_: Hex) -> bool:
    """Whether a man's points last for the hex that is to be overrun."""
    steps = group_moves.steps_of(board, man)
    here = board.piece(man).place
    if not isinstance(here, Hex):
        return False
    found = steps(here, steps.memory, 0.0, hex_)
    return any(all(fault.rule == "8.23" for fault in step.faults) for step in found)


# -- wrecks ----------------------------------------------------------------------------------------


def pushes(board: BattleBoard) -> Iterator[Choice]:
    """Checks to push a wreck, and the push of a vehicle that has passed (8.65)."""
    for vehicle in sorted(board.on_map(board.phasing), key=lambda each: each.id):
        if not units.is_vehicle(vehicle) or vehicle.id in board.state.pushes:
            continue
        taken = check_of(board, vehicle.id, (PUSH,))
        if taken is None and possible.may_try(board, vehicle.id, PUSH):
            ask = partial(options, board, (check(vehicle, PUSH),), 0.3)
            yield Choice(f"check to push {vehicle.id}", ask, rank=AT_THE_END)
        elif taken is not None and taken.passed and failed(board, vehicle.id) is None:
            yield Choice(f"push {vehicle.id}", partial(_pushes, board, vehicle), rank=AT_THE_END)


def _pushes(board: BattleBoard, vehicle: Piece) -> Iterator[Option]:
    """Each wreck beside the vehicle into each hex that a vehicle could enter."""
    grid = board.data.map.grid
    near = grid.neighbours(vehicle.place).values() if isinstance(vehicle.place, Hex) else ()
    for wreck in (piece for hex_ in near for piece in board.at(hex_) if units.is_wreck(piece)):
        if not isinstance(wreck.place, Hex):
            continue
        for goal in grid.neighbours(wreck.place).values():
            values = {"hex": board.data.map.number(goal)}
            push = Declare(
                verb=PUSH, units=(vehicle.id,), target=wreck.id, values=dict(values),
                side=vehicle.side,
            )  # fmt: skip
            yield from options(board, (push,), 0.5)


def push_moves(board: BattleBoard) -> Iterator[Move]:
    """The moves that a push has announced and that are still to be made: the wreck's first."""
    for unit, (name, goal) in board.state.pushes.items():
        vehicle, wreck = board.pieces.get(unit), board.pieces.get(name)
        if vehicle is None or wreck is None or goal is None or not isinstance(wreck.place, Hex):
            continue
        if wreck.place != goal:
            yield _step(board, wreck, goal)
            return
        start = _wreck_came_from(board, wreck)
        if start is not None and vehicle.place != start:
            yield _step(board, vehicle, start)
            return


def _wreck_came_from(board: BattleBoard, wreck: Piece) -> Hex | None:
    starts = [record.start for record in board.moves if wreck.id in record.units]
    return starts[-1] if starts and isinstance(starts[-1], Hex) else None


def _step(board: BattleBoard, piece: Piece, goal: Hex) -> Move:
    path = (board.number(piece.place), board.data.map.number(goal))
    return Move(units=(piece.id,), path=path, side=board.phasing)
