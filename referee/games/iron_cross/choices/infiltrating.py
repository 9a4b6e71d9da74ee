"""Choices of section 24.3: who infiltrates where, what the dice decide, where men appear."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from compiler.hexes import Hex
from referee.actions import Declare, Move, Remove
from referee.board import Location, Piece
from referee.games.iron_cross import units
from referee.games.iron_cross.choices import discovering
from referee.games.iron_cross.choices.candidates import options
from referee.games.iron_cross.fire.mines import sets_off
from referee.games.iron_cross.movement import stacking
from referee.games.iron_cross.results import ELIMINATED
from referee.games.iron_cross.scenarios import entry, infiltration, infiltrators
from referee.games.iron_cross.scenarios.infiltration import FAILED, VERB, nearest
from referee.games.iron_cross.state import BattleBoard, Infiltration
from referee.legal import Choice, Option

SIDE = "russian"


def attempts(board: BattleBoard) -> Iterator[Choice]:
    """An infiltration by any squad that waits, with a commander or without (24.31, 24.32)."""
    if board.phase is not None or board.state.infiltration is not None:
        return
    if infiltration.area_of(board):
        yield Choice("infiltrate", partial(_announcements, board), closing=True)


def _announcements(board: BattleBoard) -> Iterator[Option]:
    waiting = [piece for piece in board.pieces.values() if entry.waits(piece) and _is_his(piece)]
    commanders = sorted(piece.id for piece in waiting if units.is_commander(piece))
    squads = sorted({str(units.squad(piece)) for piece in waiting if units.squad(piece)})
    goals = [hex_ for hex_ in sorted(infiltration.area_of(board)) if _has_room(board, hex_)]
    for squad in squads:
        men = tuple(sorted(piece.id for piece in waiting if units.squad(piece) == squad))
        for group in (men, *((*men, commander) for commander in commanders)):
            for hex_ in goals:
                yield from options(board, (_announce(board, group, hex_),), _boldness(board, hex_))


def _is_his(piece: Piece) -> bool:
    return piece.side == SIDE and units.is_infantry(piece)


def _announce(board: BattleBoard, group: tuple[str, ...], hex_: Hex) -> Declare:
    return Declare(verb=VERB, units=group, values={"hex": board.data.map.number(hex_)}, side=SIDE)


def _boldness(board: BattleBoard, hex_: Hex) -> float:
    """The nearer to the enemy the bolder, as far as the dice are no worse for it."""
    distance = nearest(board, hex_)
    return 1.0 / distance if distance is not None and distance > 6 else 0.0


def _has_room(board: BattleBoard, goal: Hex) -> bool:
    """Whether no enemy is seen in the hex and a squad with a commander finds room about it."""
    if goal in _seen(board):
        return False
    room = sum(1 for hex_ in _around(board, goal) if not units.friends_at(board, hex_, SIDE))
    return room * stacking.MOST_MEN > 2 * stacking.MOST_MEN


# -- what comes of it ------------------------------------------------------------------------------


def aftermath(board: BattleBoard) -> Iterator[Choice]:
    """What has to be done once an infiltration is announced: dice, places, marks, losses."""
    known = board.state.infiltration
    if board.phase is not None or known is None or known.hex is None:
        return
    if known.results is None:
        yield from _dice(board, known, known.hex)
    elif known.succeeded:
        yield from _arrivals(board, known, known.hex)
    elif _losses_left(known, board) > 0:
        gone = len(known.units) - len(_left(known, board))
        yield Choice(f"infiltration loss {gone}", partial(_losses, board, known), binding=True)
    elif known.hidden:
        yield from discovering.attacked(board, known, known.hex)


def _dice(board: BattleBoard, known: Infiltration, goal: Hex) -> Iterator[Choice]:
    """Two dice for the result; in a hidden hex, which is revealed, one for the losses (24.35)."""
    due = tuple(discovering.revealed(board, known, {goal} if known.hidden else set()))
    yield from due
    if not due:
        wanted = "losses" if known.hidden else "result"
        roll = Declare(verb=VERB, values={"for": wanted}, side=SIDE)
        yield Choice("infiltration roll", partial(options, board, (roll,)), binding=True)


def _arrivals(board: BattleBoard, known: Infiltration, goal: Hex) -> Iterator[Choice]:
    """Places for those who are still off the map, then what they meet and how they are (24.34)."""
    for name in _left(known, board):
        piece = board.piece(name)
        if not isinstance(piece.place, Hex):
            yield Choice(f"place {name}", partial(_places, board, piece, goal), binding=True)
            return
    yield from discovering.encounters(board, known)


def _places(board: BattleBoard, piece: Piece, goal: Hex) -> Iterator[Option]:
    for hex_ in _around(board, goal):
        if stacking.fits(board, hex_, (piece,)) and not sets_off(board, piece, hex_):
            path = (board.number(piece.place), board.data.map.number(hex_))
            yield Option(Move(units=(piece.id,), path=path, complete=False, side=SIDE))


def _around(board: BattleBoard, goal: Hex) -> tuple[Hex, ...]:
    """Where infiltrators may be put: near, no closer to Germans that are seen."""
    closest, seen = nearest(board, goal) or 0, _seen(board)
    return tuple(
        hex_
        for hex_ in board.data.map.grid.within(goal, infiltrators.REACH)
        if (nearest(board, hex_) or 0) >= closest and hex_ not in seen
    )


def _seen(board: BattleBoard) -> frozenset[Location]:
    """Where Germans are that the Russian player sees."""
    return frozenset(piece.place for piece in infiltration.seen_defenders(board))


def _left(known: Infiltration, board: BattleBoard) -> list[str]:
    return [name for name in known.units if name in board.pieces]


def _losses_left(known: Infiltration, board: BattleBoard) -> int:
    """Infiltrators who have still to be removed: the fewest that the dice may mean."""
    due = [int(result[1:]) for result in known.results or () if result.startswith(FAILED)]
    return min(min(due, default=0), len(known.units)) - len(known.units) + len(_left(known, board))


def _losses(board: BattleBoard, known: Infiltration) -> Iterator[Option]:
    removals = (Remove(units=(name,), why=ELIMINATED, side=SIDE) for name in _left(known, board))
    yield from options(board, removals)
