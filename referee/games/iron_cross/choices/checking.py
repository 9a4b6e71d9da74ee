"""Choices of chapters 4 and 8.3: checks to move, to lead others, to go on a leader's rating."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Declare
from referee.board import Piece
from referee.games.iron_cross import units
from referee.games.iron_cross.checks import MOVES, check_of
from referee.games.iron_cross.choices import possible
from referee.games.iron_cross.choices.appraisal import enemy_hexes, nearest_enemy
from referee.games.iron_cross.choices.candidates import options
from referee.games.iron_cross.fire import sighting
from referee.games.iron_cross.movement.leaders import FOLLOW, LEAD, leads_taken
from referee.games.iron_cross.rolls import CHECK
from referee.games.iron_cross.state import BattleBoard
from referee.legal import Option

CLOSE = 2
"""Hexes from the enemy within which men stay to fire and assault."""


def check(piece: Piece, act: str) -> Declare:
    """A unit's own performance check for an act."""
    return Declare(verb=CHECK, units=(piece.id,), values={"for": act}, side=piece.side)


def movement_checks(board: BattleBoard, piece: Piece) -> Iterator[Option]:
    """A check to move, to lead those with the unit, to go on a leader's rating, or to turn only."""
    wanted = _wants_to_move(board, piece)
    yield from _leads(board, piece, 0.8 if wanted else 0.0)
    moves = possible.can_move_at_all(board, piece)
    if moves and possible.may_try(board, piece.id, "move"):
        yield from options(board, (check(piece, "move"),), 0.5 if wanted else 0.0)
    yield from follow_checks(board, piece)
    if units.has_facing(piece) and possible.may_try(board, piece.id, "facing"):
        bold = 0.0 if has_enemy_in_front(board, piece) else 0.3
        yield from options(board, (check(piece, "facing"),), bold)


def _wants_to_move(board: BattleBoard, piece: Piece) -> bool:
    """Whether the enemy is too far for assault and fire; a vehicle may always overrun."""
    if not isinstance(piece.place, Hex) or units.is_vehicle(piece):
        return True
    near = nearest_enemy(board, piece.side or "", piece.place)
    return near is None or near > CLOSE


def _leads(board: BattleBoard, piece: Piece, boldness: float) -> Iterator[Option]:
    """A leader's check for all whom he may lead, or for himself and those of his squad."""
    led = tuple(unit for unit in possible.led_by(board, piece.id) if _is_free(board, unit))
    if not led:
        return
    group = (piece.id, *led)
    action = Declare(verb=CHECK, units=group, values={"for": LEAD}, side=piece.side)
    yield from options(board, (action,), boldness)
    for other in led if len(led) > 1 else ():
        pair = Declare(verb=CHECK, units=(piece.id, other), values={"for": LEAD}, side=piece.side)
        yield from options(board, (pair,), 0.0)


def _is_free(board: BattleBoard, unit: str) -> bool:
    """Whether a unit has neither moved nor taken a check to."""
    trek = board.state.treks.get(unit)
    return check_of(board, unit, MOVES) is None and (trek is None or not trek.hexes)


def follow_checks(board: BattleBoard, piece: Piece) -> Iterator[Option]:
    """Modified checks on the rating of a leader who passed his own, alone or as a group (8.3.C)."""
    here = piece.place
    if not isinstance(here, Hex) or not _may_follow(board, piece):
        return
    for leader, taken in leads_taken(board, piece):
        his = board.state.treks.get(leader.id)
        if taken.passed is not True or (his is not None and his.vehicle):
            continue
        others = tuple(
            other.id
            for other in sorted(board.units_at(here), key=lambda each: each.id)
            if other.id > piece.id and _may_follow(board, other) and _is_his(board, other, leader)
        )
        for group in dict.fromkeys(((piece.id,), (piece.id, *others))):
            values = {"for": FOLLOW, "supports": (leader.id,)}
            action = Declare(verb=CHECK, units=group, values=dict(values), side=piece.side)
            yield from options(board, (action,), 0.6)


def _may_follow(board: BattleBoard, piece: Piece) -> bool:
    """Whether a unit has not moved, and has been named in a leader's check at most."""
    own = check_of(board, piece.id, MOVES)
    trek = board.state.treks.get(piece.id)
    named = own is None or (own.act == LEAD and own.group[:1] != (piece.id,))
    return (
        named
        and isinstance(piece.place, Hex)
        and (trek is None or not trek.hexes)
        and possible.may_try(board, piece.id, FOLLOW)
    )


def _is_his(board: BattleBoard, piece: Piece, leader: Piece) -> bool:
    """Whether the leader took a check while the unit was stacked with him."""
    return any(who.id == leader.id for who, _ in leads_taken(board, piece))


def has_enemy_in_front(board: BattleBoard, piece: Piece, facing: int | None = None) -> bool:
    """Whether an enemy is in front of a unit that faces so, or as it does."""
    place = piece.place
    goal = units.facing(piece) if facing is None else facing
    return isinstance(place, Hex) and any(
        sighting.in_front(place, goal, hex_) for hex_ in enemy_hexes(board, piece.side or "")
    )
