"""Choices of the phases before an impulse: the set-up, weather, supply, air points, recovery."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from referee.actions import Action, Declare, Move, SetState
from referee.board import Piece
from referee.games.operation_spark import integrity, retreat
from referee.games.operation_spark.changes import DISRUPTED, RECOVERY, SUPPRESSED
from referee.games.operation_spark.choices import appraisal, routes, shooting
from referee.games.operation_spark.choices.candidates import due
from referee.games.operation_spark.fire import artillery
from referee.games.operation_spark.state import OperationBoard
from referee.games.operation_spark.supply import AIRPOWER, FIRST_DAY, WEATHER
from referee.legal import Choice, Option
from referee.mechanics.candidates import options

NEAR = 2
"""Hexes within which a unit of the set-up is put right."""
RESUPPLY = (5, 10, 15)
"""Ammo points that may come to a supply at once; how many do is not in the text."""


# -- the set-up ------------------------------------------------------------------------------------


def set_up(board: OperationBoard) -> Iterator[Choice]:
    """Before the first phase: units that part another formation are put elsewhere (11.2.1)."""
    if board.phase is not None:
        return
    for piece in sorted(board.on_map(), key=lambda each: each.id):
        if piece.states.get("assault") and not _points_at_an_enemy(board, piece):
            turns: list[Action] = [
                SetState(unit=piece.id, state="assault", value=value, side=piece.side)
                for value, _ in shooting.enemy_directions(board, piece)
            ]
            off = SetState(unit=piece.id, state="assault", value=None, side=piece.side)
            yield due(f"turn the marker of {piece.id}", *(turns or [off]))
            return
    for breach in integrity.breaches(board):
        yield Choice(f"set up {breach.unit}", partial(_elsewhere, board, breach), binding=True)
        return


def _points_at_an_enemy(board: OperationBoard, piece: Piece) -> bool:
    directions = {name for name, _ in shooting.enemy_directions(board, piece)}
    return piece.states.get("assault") in directions


def _elsewhere(board: OperationBoard, breach: integrity.Breach) -> Iterator[Option]:
    piece = board.pieces[breach.unit]
    for hex_ in sorted(board.data.map.hexes):
        if not 0 < hex_.distance(breach.hex) <= NEAR:
            continue
        if retreat.enemies_in(board, hex_, piece.side):
            continue
        if not routes.may_stay(board, (piece,), hex_):
            continue
        path = (board.data.map.number(breach.hex), board.data.map.number(hex_))
        beside = bool(appraisal.enemies_beside(board, piece.side or "", hex_))
        action = Move(units=(piece.id,), path=path, complete=False, side=piece.side)
        yield Option(action, 1.0 if beside else 0.0)


# -- dice and points of the day --------------------------------------------------------------------


def weather(board: OperationBoard) -> Iterator[Choice]:
    """The die for the weather of a turn section."""
    if (WEATHER, "") not in board.state.march.rolled_for:
        side = next(iter(board.data.sides))
        yield due("weather", Declare(verb=WEATHER, values={"roll": WEATHER}, side=side))


def airpower(board: OperationBoard) -> Iterator[Choice]:
    """Each side's die for its air points."""
    for side in board.data.sides:
        if (AIRPOWER, side) not in board.state.march.rolled_for:
            values = {"side": side, "roll": AIRPOWER}
            yield due(f"airpower {side}", Declare(verb=AIRPOWER, values=values, side=side))
            return


def ammunition(board: OperationBoard) -> Iterator[Choice]:
    """What comes to each supply of ammo points; nothing on the first day (15.1.5)."""
    if board.turn_values.get("day") == FIRST_DAY:
        return
    for marker, name in artillery.MARKERS.items():
        if marker in board.pieces:
            yield Choice(f"ammunition {name}", partial(_points, board, marker, name))


def _points(board: OperationBoard, marker: str, name: str) -> Iterator[Option]:
    track = board.number(board.piece(marker).place).rpartition("-")[0]
    places = board.data.displays[track].boxes if track in board.data.displays else ()
    room = len(places) - 1 - board.state.ammunition.get(name, 0)
    side = board.piece(marker).side
    for points in RESUPPLY:
        if points <= room:
            values = {"supply": name, "points": points}
            yield Option(Declare(verb="ammunition", values=values, side=side), points)


# -- recovery --------------------------------------------------------------------------------------


def supplies(board: OperationBoard) -> Iterator[Choice]:
    """Units out of supply that are found to be in supply again."""
    for piece in sorted(board.on_map(), key=lambda each: each.id):
        if piece.flag("out-of-supply"):
            action = SetState(unit=piece.id, state="out-of-supply", value=False, side=piece.side)
            yield Choice(f"supply {piece.id}", partial(options, board, (action,), 0.5))


def recoveries(board: OperationBoard) -> Iterator[Choice]:
    """Suppressed and disrupted units of the phasing side recover (13.10.10)."""
    if board.phase is None or board.phase.phase.id != RECOVERY:
        return
    for piece in sorted(board.on_map(board.phasing), key=lambda each: each.id):
        for state in (DISRUPTED, SUPPRESSED):
            if piece.flag(state):
                action = SetState(unit=piece.id, state=state, value=False, side=piece.side)
                yield Choice(f"recover {piece.id} {state}", partial(options, board, (action,), 0.5))
