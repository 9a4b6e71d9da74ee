"""Section 13.10.3: the fire strength points a unit brings, whole or split, halved or reduced.

Halves are rounded down, but one point stays one; whether they are taken before or after a strength
is split is not said, so that there may be several right figures.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.board import Piece
from referee.games.operation_spark import ground, reinforcements, rests, units
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.combat_state import Assault, Fired, Shot, Surprise
from referee.games.operation_spark.fire import morale
from referee.games.operation_spark.state import OperationBoard

FOG = "fog"


def full(board: OperationBoard, piece: Piece, shot: Shot) -> int:
    """Current strength for a shot before its condition counts; 0 if it cannot fire so."""
    if shot.kind == "regular":
        return units.strength(piece, units.REGULAR)
    inactive = reinforcements.is_inactive(board, piece)
    own = 0 if inactive else units.strength(piece, units.AT)
    if shot.kind == "at":
        return own
    return own + rests.figure(board, "entrenchment-at")


@RULES.covers("e5.2", "e5.1.p7", "13.10.10.p1", "11.3.1.p1", "e5.4.p4", "13.10.3.p1")
def halvings(board: OperationBoard, piece: Piece, assault: Assault | None) -> tuple[str, ...]:
    """Conditions that halve a unit's fire; disruption leaves one point.

    Rockets are out of supply because they fire: the marker does not weaken that fire.
    """
    found = [name for name in ("suppressed", "out-of-supply", "in-column") if piece.flag(name)]
    if units.is_rocket(piece) and "out-of-supply" in found:
        found.remove("out-of-supply")
    if board.state.weather == FOG:
        found.append(FOG)
    if any(surprise.fire == "half" for surprise in surprises(board, piece, assault)):
        found.append("surprise")
    return tuple(found)


@RULES.covers("e5.4.p4", "e5.4.p10")
def surprises(board: OperationBoard, piece: Piece, assault: Assault | None) -> list[Surprise]:
    """What surprise does to a unit's fire: it was in such an assault, or supports in this one."""
    found = morale.surprises(board, piece)
    here = assault.surprise if assault is not None else None
    return [*found, here] if here is not None and here.side == piece.side else found


@RULES.covers("13.10.3.p1", "fire-eligibility.p5#2", "13.10.10", "13.10.2.p5")
def whole(
    board: OperationBoard, piece: Piece, shot: Shot, assault: Assault | None
) -> frozenset[int]:
    """Points a unit brings with all its strength, by every reading.

    The strength of an entrenchment is enabled by suppressed and disrupted units too, and is not
    halved with theirs (example B). A unit without a range adds its own only in its assault.
    """
    strength = full(board, piece, shot)
    if strength <= 0:
        return frozenset({0})
    bonus = rests.figure(board, "entrenchment-at") if shot.kind == "entrenchment" else 0
    times = len(halvings(board, piece, assault))
    weak = piece.flag("disrupted")
    own = min(strength - bonus, 1) if weak else _halved(strength - bonus, times)
    if not bonus:
        return frozenset({own})
    found = {own + bonus}
    if units.has_two_ratings(piece) and not _takes_part(piece, assault):
        found.add(bonus)
    return frozenset(found)


def _takes_part(piece: Piece, assault: Assault | None) -> bool:
    if assault is None:
        return False
    return piece.place == assault.hex or piece.id in assault.attackers


def _halved(points: int, times: int) -> int:
    return max(points >> times, min(points, 1))


@RULES.covers("13.10.3.p1", "13.10.3.p2")
def brought(
    board: OperationBoard, piece: Piece, shot: Shot, assault: Assault | None
) -> frozenset[int]:
    """Points of a shot, whole or of the part that was named, by every reading."""
    if shot.points is None:
        return whole(board, piece, shot, assault)
    times = len(halvings(board, piece, assault))
    part = max(shot.points, 1)
    return frozenset({part, _halved(part, times)})


def most_points(board: OperationBoard, piece: Piece, shot: Shot, assault: Assault | None) -> int:
    """The most points that the parts of a unit's fire may add up to."""
    if piece.flag("disrupted"):
        return max(whole(board, piece, shot, assault))
    return max(full(board, piece, shot), *whole(board, piece, shot, assault))


@RULES.covers("13.10.2.p3", "13.10.2.p4", "13.10.2.p5", "13.10.10")
def trench_faults(board: OperationBoard, piece: Piece, target: Piece) -> Iterator[str]:
    """Why a unit may not enable the strength of its entrenchment against a vehicle.

    Personnel and weapons in an entrenchment may, suppressed or disrupted, against a vehicle beside
    them that is not inside it.
    """
    here, goal = piece.place, target.place
    if not isinstance(here, Hex) or not ground.occupies_entrenchment(board, piece):
        yield "is in no entrenchment"
    elif not isinstance(goal, Hex) or here.distance(goal) != 1:
        yield "is not beside the vehicle"
    elif ground.is_inside(board, goal, here):
        yield "has the vehicle inside its entrenchment"


def parts_fired(fired: list[Fired]) -> int | None:
    """Points of a unit's parts in some fires; None if it has fired with all it has."""
    parts = [each.points for each in fired]
    return None if None in parts else sum(part for part in parts if part is not None)
