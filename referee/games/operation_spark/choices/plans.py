"""The assaults that a side can certainly begin: who goes where and points its marker at what.

A side commits itself to no more, and carries them out first thing in its impulse, in this order;
then nothing can come between.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from compiler.hexes import Hex
from referee.actions import Action, BeginPhase, Move, SetState
from referee.board import Piece
from referee.games.operation_spark import impulses, reinforcements
from referee.games.operation_spark.choices import appraisal, routes
from referee.games.operation_spark.movement import costs, moves
from referee.games.operation_spark.state import OperationBoard
from referee.legal import Choice, Option

MOST = 12
"""Assaults that are planned at the most."""
NEAR = 4
"""Hexes from the enemy within which a unit is thought of."""


@dataclass(frozen=True, slots=True)
class Planned:
    """An assault that is sure: the unit, its way to the hex it assaults from, its target."""

    unit: str
    path: tuple[Hex, ...]
    direction: str
    target: Hex


def plan(board: OperationBoard, side: str) -> tuple[Planned, ...]:
    """The assaults that a side can begin in the coming impulse, should it be Initial Player."""
    trial = board.copy()
    trial.first_player = side
    trial.apply(BeginPhase(turn=board.turn, phase=f"{impulses.OPENING}.movement"))
    found: list[Planned] = []
    while len(found) < MOST and (following := next_planned(trial)) is not None:
        found.append(following)
        for action in _actions(trial, following):
            trial.apply(action)
    return tuple(found)


def owed(board: OperationBoard) -> Iterator[Choice]:
    """The next step towards the assaults that the phasing side has committed itself to (9.3.6)."""
    pointed = set(board.state.combat.now.received.values())
    if len(pointed) >= impulses.assaults_owed(board):
        return
    following = next_planned(board)
    if following is not None:
        action = next(_actions(board, following))
        yield Choice("committed assault", lambda: (Option(action),), binding=True)


def _actions(board: OperationBoard, planned: Planned) -> Iterator[Action]:
    side = board.pieces[planned.unit].side
    if len(planned.path) > 1:
        path = tuple(map(board.data.map.number, planned.path))
        yield Move(units=(planned.unit,), path=path, side=side)
    yield SetState(unit=planned.unit, state="assault", value=planned.direction, side=side)


def next_planned(board: OperationBoard) -> Planned | None:
    """The next sure assault in a Movement Phase: by who is beside the enemy, then by who comes."""
    side = board.phasing or ""
    pointed = frozenset(board.state.combat.now.received.values())
    away = appraisal.distances(board, side)
    candidates = [
        piece
        for piece in sorted(board.on_map(side), key=lambda each: each.id)
        if isinstance(piece.place, Hex)
        and appraisal.is_fighter(piece)
        and away.get(piece.place, NEAR + 1) <= NEAR
        and not piece.states.get("assault")
        and not piece.flag("reinforcement")
        and not reinforcements.is_inactive(board, piece)
    ]
    for piece in candidates:
        if isinstance(piece.place, Hex) and away[piece.place] == 1:
            found = _beside(board, piece, (piece.place,), 0.0, pointed)
            if found is not None:
                return found
    for piece in candidates:
        found = _by_way(board, piece, pointed)
        if found is not None:
            return found
    return None


def _by_way(board: OperationBoard, piece: Piece, pointed: frozenset[Hex]) -> Planned | None:
    here = piece.place
    if not isinstance(here, Hex) or routes.is_watched(board, (piece,), here):
        return None
    away = appraisal.distances(board, piece.side or "")
    reached = routes.reached(board, (piece,), here)
    for end in reached:
        if away.get(end) == 1 and routes.may_stay(board, (piece,), end, reached.points(end)):
            found = _beside(board, piece, reached[end].hexes, reached.points(end), pointed)
            if found is not None:
                return found
    return None


def _beside(
    board: OperationBoard, piece: Piece, path: tuple[Hex, ...], points: float,
    pointed: frozenset[Hex],
) -> Planned | None:  # fmt: skip
    """The assault of a unit that stands beside the enemy, or will, if it can pay for the marker."""
    price = costs.act_cost(board, piece, "assault-marker")
    if not moves.can_pay(board, piece, points + price)[0]:
        return None
    held = appraisal.enemy_hexes(board, piece.side or "")
    for direction, target in board.data.map.grid.neighbours(path[-1]).items():
        if target not in held or target in pointed:
            continue
        if routes.may_assault(board, piece, path[-1], target):
            return Planned(piece.id, path, direction.value, target)
    return None
