"""The moves that units may make: hexes reached without a fault where they may also stay.

A way goes no farther than the first hex that the enemy watches: there the unit is announced before
it goes on. Listed are moves after which nothing would have to be put right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from compiler.hexes import Hex
from referee.actions import Move
from referee.board import Piece
from referee.games.operation_spark import (
    eligibility,
    integrity,
    observation,
    retreat,
    supply,
    units,
)
from referee.games.operation_spark.choices import appraisal
from referee.games.operation_spark.movement import costs
from referee.games.operation_spark.movement.moves import Memory, Steps, can_pay
from referee.games.operation_spark.state import OperationBoard
from referee.legal import Option
from referee.mechanics.movement import Reach, Step, reachable

Stack = tuple[Piece, ...]
FAR = 99
"""Hexes to the enemy where there is none."""


def moves(board: OperationBoard, stack: Stack) -> Iterator[Option]:
    """The moves of a stack that goes together, the cheapest way to each hex."""
    start = stack[0].place
    if not isinstance(start, Hex):
        return
    found = reached(board, stack, start)
    names = tuple(piece.id for piece in stack)
    for end in found:
        if may_stay(board, stack, end, found.points(end)):
            gain = sum(appraisal.gain(board, piece, start, end) for piece in stack)
            yield Option(partial(_move, board, names, found, end, stack[0].side), gain)


def _move(
    board: OperationBoard, names: tuple[str, ...], found: Reach[Memory], end: Hex, side: str | None
) -> Move:
    path = tuple(map(board.data.map.number, found[end].hexes))
    return Move(units=names, path=path, side=side)


def reached(board: OperationBoard, stack: Stack, start: Hex) -> Reach[Memory]:
    """The hexes that a stack reaches without going on past the enemy."""
    steps = Steps(board, stack, None)
    away = appraisal.distances(board, stack[0].side or "")
    flak = [piece for piece in stack if units.is_anti_aircraft(piece)]

    def unwatched(
        here: Hex, memory: Memory, points: float, towards: Hex | None = None
    ) -> Iterator[Step[Memory]]:
        del towards
        if here == start or away.get(here, FAR) > 1 or not is_watched(board, stack, here):
            for step in steps.faultless(here, memory, points):
                if not any(_is_forward_flak(board, piece, step.end) for piece in flak):
                    yield step

    return reachable(start, steps.memory, unwatched, steps.allowance - steps.spent)


def is_watched(board: OperationBoard, stack: Stack, hex_: Hex) -> bool:
    """Whether an enemy could fire at one of some units that leaves a hex."""
    if appraisal.distances(board, stack[0].side or "").get(hex_, FAR) > 1:
        return False
    return any(_watched(board, piece, hex_) for piece in stack)


def _watched(board: OperationBoard, piece: Piece, hex_: Hex) -> bool:
    key = ("watched", piece.side, units.is_afv(piece), hex_)
    return board.derived(key, lambda here: bool(eligibility.watchers(here, piece, hex_)))


# -- where they may stay ---------------------------------------------------------------------------


def may_stay(board: OperationBoard, stack: Stack, end: Hex, points: float = 0.0) -> bool:
    """Whether units may stand in a hex when movement ends, by all that is looked at then."""
    return (
        retreat.has_room(board, end, stack)
        and not _shares(board, stack, end)
        and not any(_breaks_integrity(board, piece, end) for piece in stack)
        and not any(_is_forward_flak(board, piece, end) for piece in stack)
        and _may_enter_zones(board, stack, end, points)
    )


def _shares(board: OperationBoard, stack: Stack, end: Hex) -> bool:
    """Whether units of two Soviet divisions would share a hex (11.2.1)."""
    names = {piece.id for piece in stack}
    there = [p for p in board.units_at(end) if p.side == "soviet" and p.id not in names]
    divisions = {
        name
        for piece in (*stack, *there)
        if (name := integrity.formation(board, piece)) and name == units.division(board.data, piece)
    }
    return len(divisions) > 1


Held = Mapping[Hex, Mapping[str, tuple[str, ...]]]


def _held(board: OperationBoard) -> Held:
    """Hex to the Soviet formations in it whose integrity counts, and their units."""
    found: dict[Hex, dict[str, tuple[str, ...]]] = {}
    for piece in board.on_map("soviet"):
        name = integrity.formation(board, piece)
        if name and isinstance(piece.place, Hex):
            here = found.setdefault(piece.place, {})
            here[name] = (*here.get(name, ()), piece.id)
    return found


def _breaks_integrity(board: OperationBoard, piece: Piece, end: Hex) -> bool:
    """Whether a unit in a hex parts another formation, or another one parts its own (11.2.1)."""
    own = integrity.formation(board, piece)
    if not own:
        return False
    held = board.derived("held by formations", _held)

    def formations(hex_: Hex | None) -> set[str]:
        if hex_ is None:
            return set()
        return {f for f, names in held.get(hex_, {}).items() if set(names) - {piece.id}}

    grid = board.data.map.grid
    directions = grid.orientation.directions
    ring = [grid.neighbour(end, direction) for direction in directions]
    here = formations(end) - {own}
    for place, near in enumerate(ring):
        across = ring[(place + integrity.AXES) % len(ring)]
        both = formations(near) & formations(across)
        if both - {own} or (own in both and here):
            return True
        beyond = grid.neighbour(near, directions[place]) if near is not None else None
        if own in formations(beyond) and formations(near) - {own}:
            return True
    return False


def _is_forward_flak(board: OperationBoard, piece: Piece, end: Hex) -> bool:
    """Whether Soviet flak would stand where it could fire at the enemy (16.7)."""
    if piece.side != "soviet" or not units.is_anti_aircraft(piece):
        return False
    if piece.counter.values.get("army_aa"):
        return False
    return appraisal.distances(board, "soviet").get(end, FAR) <= supply.flak_reach(piece)


def _may_enter_zones(board: OperationBoard, stack: Stack, end: Hex, points: float) -> bool:
    """At night only units that get an Assault Marker enter an enemy zone of control (9.3.3)."""
    if not observation.is_night(board) or not is_watched(board, stack, end):
        return True
    if board.state.march.initiative.lull or len(stack) > 1:
        return False
    piece = stack[0]
    price = costs.act_cost(board, piece, "assault-marker")
    if costs.STREAMS_OPTION in board.options:
        # Crossing is charged afterwards: in the hex left and in the one reached, at the most.
        price += 2 * costs.stream_cost(board, costs.column(piece)) * costs.factor(board)
    paid, _, _ = can_pay(board, piece, points + price)
    return paid and any(
        may_assault(board, piece, end, near)
        for near in appraisal.enemies_beside(board, piece.side or "", end)
    )


def may_assault(board: OperationBoard, piece: Piece, start: Hex, target: Hex) -> bool:
    """Whether terrain lets a unit into the neighbouring hex that it would assault."""
    column = piece.flag("in-column")
    kind = costs.column(piece)
    return costs.across_country(board, kind, start, target, in_column=column) is not None
