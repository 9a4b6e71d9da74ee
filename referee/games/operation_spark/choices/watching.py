"""Zone fire: the enemy's answer to units that are about to leave a hex or change formation (11.3).

The units are announced, the enemy fires or does not, then they go.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from compiler.hexes import Hex
from referee.actions import Declare, SetState
from referee.board import Piece
from referee.games.operation_spark import eligibility, units
from referee.games.operation_spark.choices import going, routes, shooting
from referee.games.operation_spark.fire.firing import open_fire
from referee.games.operation_spark.march_state import Leaving
from referee.games.operation_spark.movement.moves import is_movement
from referee.games.operation_spark.state import OperationBoard
from referee.legal import Choice, Option

ZONE_FIRE = "zone-fire"


def leavers(board: OperationBoard, leaving: Leaving) -> tuple[Piece, ...]:
    """Those of the announced units that are still there and may still go."""
    found = (board.pieces.get(name) for name in leaving.units)
    standing = (piece for piece in found if piece is not None and piece.place == leaving.hex)
    hit = board.state.combat.zone_hits if is_movement(board) else frozenset()
    return tuple(piece for piece in standing if piece.id not in hit)


def response(board: OperationBoard) -> tuple[Choice, ...]:
    """The enemy's fires at the units announced, and their going; empty if nobody is."""
    leaving = board.state.march.leaving
    if leaving is None:
        return ()
    pieces = leavers(board, leaving)
    ways = tuple(_departures(board, leaving, pieces)) if pieces else ()
    if not ways:
        return ()
    combat = open_fire(board, ZONE_FIRE)
    if combat is not None and not combat.rolled:
        return tuple(shooting.going_on(board, combat))
    found = list(_fires(board, leaving, pieces))
    found.append(Choice(f"leave {leaving.since}", partial(iter, ways), closing=True))
    return tuple(found)


def _departures(
    board: OperationBoard, leaving: Leaving, pieces: tuple[Piece, ...]
) -> Iterator[Option]:
    if leaving.changes_formation:
        for piece in pieces:
            value = not piece.flag("in-column")
            action = SetState(unit=piece.id, state="in-column", value=value, side=piece.side)
            if not any(board.rulebook.check(action, board)):
                yield Option(action)
    elif is_movement(board):
        yield from routes.moves(board, pieces)
    else:
        for piece in pieces[:1]:
            for move in going.next_moves(board, piece):
                yield Option(move)


def _fires(board: OperationBoard, leaving: Leaving, pieces: tuple[Piece, ...]) -> Iterator[Choice]:
    """A choice for each enemy unit within range that has not fired at these units yet."""
    side = pieces[0].side or ""
    before = board.state.combat.now.fires
    fired = {shot.unit for fire in before[leaving.since :] for shot in fire.shots}
    for enemy in shooting.within_reach(board, board.data.opponent(side), leaving.hex):
        if enemy.id not in fired:
            name = f"zone fire {enemy.id} {len(before)} {leaving.since}"
            yield Choice(name, partial(_shots, board, enemy, leaving, pieces))


def _shots(
    board: OperationBoard, enemy: Piece, leaving: Leaving, pieces: tuple[Piece, ...]
) -> Iterator[Option]:
    vehicles = tuple(piece.id for piece in pieces if units.is_afv(piece))
    others = tuple(piece.id for piece in pieces if not units.is_afv(piece))
    for kind, names in (("regular", others), ("at", vehicles), ("entrenchment", vehicles)):
        if not names or not any(map(partial(_is_watched, board, leaving.hex), names)):
            continue
        values = {"with": kind, "targets": names}
        if leaving.changes_formation:
            values["for"] = "formation"
        action = Declare(
            verb=ZONE_FIRE, units=(enemy.id,), target=board.data.map.number(leaving.hex),
            values=values, side=enemy.side,
        )  # fmt: skip
        if not any(board.rulebook.check(action, board)):
            yield Option(action, 1.0)


def _is_watched(board: OperationBoard, hex_: Hex, name: str) -> bool:
    return bool(eligibility.watchers(board, board.pieces[name], hex_))
