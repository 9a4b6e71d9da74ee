"""The fires of each phase: counterbattery, barrage, the fire segments of an assault, what follows.

It knows which hexes are fired at when; how a fire is put together is in `shooting`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from compiler.hexes import Hex
from referee.actions import Declare
from referee.board import Piece
from referee.games.operation_spark import assaults, observation, rests, units
from referee.games.operation_spark.choices import appraisal, shooting, striking
from referee.games.operation_spark.fire.firing import open_fire
from referee.games.operation_spark.state import OperationBoard
from referee.legal import Choice, Option
from referee.mechanics.candidates import options


def in_hand(board: OperationBoard) -> tuple[Choice, ...]:
    """What may be done about the fire that has been declared and not been rolled for."""
    combat = open_fire(board)
    if combat is None or combat.rolled or not (combat.shots or combat.points):
        return ()
    return (*striking.flak(board, combat), *shooting.going_on(board, combat))


def assault_hexes(board: OperationBoard) -> tuple[Hex, ...]:
    """The Assault Target Hex that is dealt with; all there are as long as none has been named."""
    going_on = assaults.current(board)
    if going_on is not None and not going_on.carried:
        return (going_on.hex,)
    held = appraisal.enemy_hexes(board, board.phasing or "")
    return tuple(sorted(hex_ for hex_ in assaults.target_hexes(board) if hex_ in held))


def counterbattery(board: OperationBoard) -> Iterator[Choice]:
    """Artillery at enemy artillery."""
    side = board.phasing or ""
    hexes = {
        piece.place
        for piece in board.on_map(board.data.opponent(side))
        if units.is_artillery(piece) and isinstance(piece.place, Hex)
    }
    yield from shooting.openings(board, "counterbattery", tuple(sorted(hexes)), side)


def barrage(board: OperationBoard) -> Iterator[Choice]:
    """Artillery at an Assault Target Hex."""
    yield from shooting.openings(board, "barrage", assault_hexes(board), board.phasing or "")


def defensive(board: OperationBoard) -> Iterator[Choice]:
    """The other side at who assaults."""
    side = board.data.opponent(board.phasing or "")
    hexes: set[Hex] = set()
    for target in assault_hexes(board):
        places = (piece.place for piece in assaults.marked_at(board, target))
        hexes.update(place for place in places if isinstance(place, Hex))
    yield from participants(board)
    yield from shooting.openings(board, "fire", tuple(sorted(hexes)), side)


def offensive(board: OperationBoard) -> Iterator[Choice]:
    """The phasing side at the Assault Target Hex."""
    yield from shooting.openings(board, "fire", assault_hexes(board), board.phasing or "")


def post_assault(board: OperationBoard) -> Iterator[Choice]:
    """The phasing side at whom it sees when the assaults are over."""
    side = board.phasing or ""
    if observation.is_night(board):
        return
    hexes = tuple(sorted(appraisal.enemy_hexes(board, side)))
    yield from shooting.openings(board, "fire", hexes, side)


# -- overstacked hexes -----------------------------------------------------------------------------


def participants(board: OperationBoard) -> Iterator[Choice]:
    """Of an overstacked hex the units are chosen that fire and fight (11.2.4)."""
    assault = assaults.current(board)
    if assault is None or assaults.at(board) != "defensive-fire-1":
        return
    most = rests.figure(board, "firing-steps")
    places = {assault.hex, *(p.place for p in assaults.marked_at(board, assault.hex))}
    for hex_ in sorted(place for place in places if isinstance(place, Hex)):
        stack = list(board.units_at(hex_))
        chosen = [piece for piece in stack if piece.id in assault.chosen]
        if sum(map(units.steps, stack)) > most and not chosen:
            number = board.data.map.number(hex_)
            yield Choice(f"take part in {number}", partial(_choose, board, stack, most))


def _choose(board: OperationBoard, stack: list[Piece], most: int) -> Iterator[Option]:
    """For each unit: it, and as many of the others as there are steps for."""
    for first in stack:
        names, total = [first.id], units.steps(first)
        for other in stack:
            if other is not first and total + units.steps(other) <= most:
                names.append(other.id)
                total += units.steps(other)
        action = Declare(verb="participate", units=tuple(names), side=first.side)
        yield from options(board, (action,), 0.1)
