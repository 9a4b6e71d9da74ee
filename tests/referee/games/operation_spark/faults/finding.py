"""Where in a position there is a place for a fault: units that rest, free hexes, actions to do."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Direction, Hex
from referee.actions import Declare, FieldValue, Move, Roll, SetState
from referee.board import Piece
from referee.games.operation_spark import ground, integrity, reinforcements, retreat, units
from referee.games.operation_spark.movement import rail
from referee.games.operation_spark.state import OperationBoard
from tests.referee.games.operation_spark.faults.story import Moment

ABSENT = "9.3.6.p1"
"""What follows where an enemy assaults later the hex that a unit should have stood in."""

# -- units -----------------------------------------------------------------------------------------


def ends_movement(moment: Moment) -> bool:
    """Whether a Movement Phase ends here."""
    return moment.ends_phase and moment.phase == "movement"


def still(moment: Moment, *, resting: bool = False) -> Iterator[Piece]:
    """Units of the phasing side on foot or wheels that have done nothing in this Movement Phase.

    `resting` ones are not named any more in the log either.
    """
    board = moment.board
    for piece in sorted(board.on_map(board.phasing), key=lambda piece: piece.id):
        if not units.is_unit(piece) or piece.id in board.state.march.treks:
            continue
        if reinforcements.is_inactive(board, piece) or rail.is_by_rail(board, piece):
            continue
        if not resting or moment.rests(piece.id):
            yield piece


def on_map(moment: Moment, side: str | None = None, *, resting: bool = False) -> Iterator[Piece]:
    """Units on the map, in order."""
    for piece in sorted(moment.board.on_map(side), key=lambda piece: piece.id):
        if units.is_unit(piece) and (not resting or moment.rests(piece.id)):
            yield piece


def free_of_formations(board: OperationBoard, piece: Piece) -> bool:
    """Whether nobody minds where a unit stands."""
    return not integrity.formation(board, piece)


# -- hexes -----------------------------------------------------------------------------------------


def place(piece: Piece) -> Hex:
    """The hex of a unit on the map."""
    assert isinstance(piece.place, Hex)
    return piece.place


def near(board: OperationBoard, hex_: Hex) -> Iterator[tuple[Direction, Hex]]:
    """The neighbours of a hex with their directions."""
    yield from board.data.map.grid.neighbours(hex_).items()


def empty(board: OperationBoard, hex_: Hex) -> bool:
    """Whether nothing stands in a hex."""
    return not board.occupants.get(hex_)


def dry(board: OperationBoard, start: Hex, end: Hex) -> bool:
    """Whether a step touches no water and no stream."""
    wet = {"river", "lake", "stream"}
    there = ground.terrains(board, start) | ground.terrains(board, end)
    routes = board.data.map.route_hexes
    if any("stream" in routes.get(hex_, ()) for hex_ in (start, end)):
        return False
    return not there & wet and ground.water_between(board, start, end) == "no"


def quiet_step(board: OperationBoard, piece: Piece) -> Hex | None:
    """An empty neighbouring hex on dry ground, far from the enemy, that a unit may go to."""
    here = place(piece)
    for _, hex_ in near(board, here):
        far = all(not retreat.has_enemy_beside(board, each, piece.side) for each in (here, hex_))
        plain = empty(board, hex_) and dry(board, here, hex_)
        if far and plain and retreat.may_enter(board, piece, here, hex_):
            return hex_
    return None


def enemy_beside(board: OperationBoard, piece: Piece) -> tuple[Direction, Hex] | None:
    """A neighbouring hex of the enemy on dry ground."""
    here = place(piece)
    for direction, hex_ in near(board, here):
        if retreat.enemies_in(board, hex_, piece.side) and dry(board, here, hex_):
            return direction, hex_
    return None


def nobody_near(board: OperationBoard, piece: Piece) -> bool:
    """Whether no enemy stands within two hexes."""
    here = place(piece)
    enemies = (p for p in board.on_map() if p.side not in (None, piece.side))
    return all(place(enemy).distance(here) > 2 for enemy in enemies)


# -- actions ---------------------------------------------------------------------------------------


def go(board: OperationBoard, piece: Piece, *hexes: Hex) -> Move:
    """A move from where a unit stands."""
    path = tuple(map(board.number, (place(piece), *hexes)))
    return Move(units=(piece.id,), path=path, side=piece.side)


def set_(piece: Piece, state: str, value: FieldValue) -> SetState:
    """A change of a state."""
    return SetState(unit=piece.id, state=state, value=value, side=piece.side)


def fires(
    board: OperationBoard, verb: str, piece: Piece, goal: Hex, target: str, **values: FieldValue
) -> Declare:
    """A unit's fire at a unit in a hex; `with_` is the kind of fire."""
    said: dict[str, FieldValue] = {"targets": (target,)} if target else {}
    said |= {key.rstrip("_"): value for key, value in values.items()}
    return Declare(
        verb=verb, units=(piece.id,), target=board.number(goal), values=said, side=piece.side
    )


def says(verb: str, *names: str, target: str | None = None, **values: FieldValue) -> Declare:
    """A declaration; `for_` and the like stand for words that are Python's own."""
    said = {key.rstrip("_"): value for key, value in values.items()}
    return Declare(verb=verb, units=names, target=target, values=said)


def miss(purpose: str = "") -> Roll:
    """Both dice show a one: no table has a loss for it."""
    return Roll(dice="red-gray", result=(1, 1), purpose=purpose)
