"""Choices of a Movement Phase: moves of units and stacks, Assault Markers, announcements.

Each move made gives a unit a new choice. What the enemy answers is in `watching`.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from functools import partial

from compiler.hexes import Hex
from referee.actions import SetState
from referee.board import Piece
from referee.games.operation_spark import eligibility, observation, reinforcements, units
from referee.games.operation_spark.choices import appraisal, going, routes, shooting
from referee.games.operation_spark.movement import costs, rail
from referee.games.operation_spark.state import OperationBoard
from referee.legal import Choice, Option
from referee.mechanics.candidates import options

MARKER = "assault"
ASSAULT = 2.0
"""Boldness of an Assault Marker on a fighting unit."""


def movable(board: OperationBoard) -> list[Piece]:
    """Units of the phasing side that may still do something in the phase, in order."""
    return board.derived("movable", _movable)


def _movable(board: OperationBoard) -> list[Piece]:
    combat, march = board.state.combat, board.state.march
    found = [
        piece
        for piece in board.on_map(board.phasing)
        if piece.id not in combat.zone_hits
        and piece.id not in march.bridge_work
        and not piece.states.get(MARKER)
        and not reinforcements.is_inactive(board, piece)
    ]
    return sorted(found, key=lambda piece: piece.id)


def moves_made(board: OperationBoard) -> Tally[str]:
    """Unit to the moves that it has made in the phase."""
    return board.derived(
        "moves made", lambda here: Tally(name for move in here.moves for name in move.units)
    )


def movement(board: OperationBoard) -> Iterator[Choice]:
    """A choice for each unit to move, or to say that it leaves the enemy beside it."""
    made = moves_made(board)
    for piece in movable(board):
        if piece.flag("reinforcement") or rail.is_by_rail(board, piece):
            continue
        if not isinstance(piece.place, Hex):
            continue
        name = f"move {piece.id} {made[piece.id]}"
        if routes.is_watched(board, (piece,), piece.place):
            yield Choice(f"leave by {name}", partial(_tell, board, piece))
        else:
            yield Choice(name, partial(routes.moves, board, (piece,)))
    yield from _stacks(board, made)


def _tell(board: OperationBoard, piece: Piece) -> Iterator[Option]:
    """Leaving the enemy, if there is anywhere to go."""
    if any(True for _ in routes.moves(board, (piece,))):
        yield Option(going.telling(piece), -0.1)


def _stacks(board: OperationBoard, made: Tally[str]) -> Iterator[Choice]:
    """A choice for all units of a hex that none has left yet, to move together."""
    found: dict[Hex, list[Piece]] = {}
    for piece in movable(board):
        if isinstance(piece.place, Hex) and not piece.flag("reinforcement") and not made[piece.id]:
            found.setdefault(piece.place, []).append(piece)
    for hex_, pieces in found.items():
        stack = tuple(piece for piece in pieces if not rail.is_by_rail(board, piece))
        if len(stack) > 1 and not routes.is_watched(board, stack, hex_):
            number = board.data.map.number(hex_)
            yield Choice(f"move stack {number}", partial(routes.moves, board, stack))


# -- markers ---------------------------------------------------------------------------------------


def markers(board: OperationBoard) -> Iterator[Choice]:
    """A choice for each unit beside the enemy: an Assault Marker on it."""
    if board.state.march.initiative.lull:
        return
    made = moves_made(board)
    for piece in movable(board):
        if not isinstance(piece.place, Hex) or piece.flag("reinforcement"):
            continue
        if appraisal.enemies_beside(board, piece.side or "", piece.place):
            name = f"marker {piece.id} {made[piece.id]}"
            yield Choice(name, partial(marker_options, board, piece))


def marker_options(board: OperationBoard, piece: Piece) -> Iterator[Option]:
    """The hexes that a unit's Assault Marker may point at."""
    here = piece.place
    if not isinstance(here, Hex):
        return
    bold = ASSAULT if appraisal.is_fighter(piece) else 0.0
    for direction, target in shooting.enemy_directions(board, piece):
        if routes.may_assault(board, piece, here, target):
            action = SetState(unit=piece.id, state=MARKER, value=direction, side=piece.side)
            yield from options(board, (action,), bold)


def night_markers(board: OperationBoard) -> Iterator[Choice]:
    """At night a unit that has come into an enemy zone of control gets its marker (9.3.3)."""
    if not observation.is_night(board):
        return
    treks = board.state.march.treks
    for name in dict.fromkeys(name for move in board.moves for name in move.units):
        piece = board.pieces.get(name)
        if piece is None or piece.side != board.phasing or not isinstance(piece.place, Hex):
            continue
        if name in board.state.combat.now.received or not units.is_unit(piece):
            continue
        if name in treks and treks[name].start == piece.place:
            continue
        if eligibility.watchers(board, piece, piece.place):
            ways = tuple(marker_options(board, piece))
            if ways:
                yield Choice(f"night marker {name}", partial(iter, ways), binding=True)


# -- columns, feet, banks --------------------------------------------------------------------------


def formations(board: OperationBoard) -> Iterator[Choice]:
    """A choice for each unit to change formation, dismount, or mark its bank."""
    made = moves_made(board)
    for piece in movable(board):
        if not isinstance(piece.place, Hex) or piece.flag("reinforcement"):
            continue
        at = f"{piece.id} {made[piece.id]}"
        if piece.flag("in-column") or costs.has_road(board, piece.place):
            yield Choice(f"formation {at}", partial(_formations, board, piece))
        if piece.counter.kind in {"motorized-infantry", "heavy-infantry"}:
            yield Choice(f"dismount {at}", partial(_dismount, board, piece))
        if "streams" in board.options and board.data.map.hexes[piece.place].values.get("banks"):
            yield Choice(f"bank {at}", partial(_banks, board, piece))


def _formations(board: OperationBoard, piece: Piece) -> Iterator[Option]:
    """Into column or out of it; beside the enemy it is announced first."""
    value = not piece.flag("in-column")
    action = SetState(unit=piece.id, state="in-column", value=value, side=piece.side)
    for option in options(board, (action,), 0.0):
        if isinstance(piece.place, Hex) and routes.is_watched(board, (piece,), piece.place):
            yield Option(going.telling(piece, "formation"), -0.1)
        else:
            yield option


def _dismount(board: OperationBoard, piece: Piece) -> Iterator[Option]:
    value = not piece.flag("dismounted")
    action = SetState(unit=piece.id, state="dismounted", value=value, side=piece.side)
    yield from options(board, (action,))


def _banks(board: OperationBoard, piece: Piece) -> Iterator[Option]:
    banks = (
        board.data.map.hexes[piece.place].values.get("banks")
        if isinstance(piece.place, Hex)
        else ()
    )
    for bank in banks if isinstance(banks, tuple) else ():
        action = SetState(unit=piece.id, state="bank", value=str(bank), side=piece.side)
        if piece.states.get("bank") != bank:
            yield from options(board, (action,), 0.0)
