"""Moves within the Combat Phase: retreats, withdrawals and advances, hex by hex beside the enemy.

A unit says what its move will be, then goes. Where the enemy watches a hex on its way it stops, is
announced there (`watching`), and goes on when the fire is over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from compiler.hexes import Hex
from referee.actions import Action, Declare, Move
from referee.board import Piece
from referee.games.operation_spark import assaults, eligibility, rests, retreat
from referee.games.operation_spark.assault import advance, journeys, withdrawal
from referee.games.operation_spark.choices.candidates import allows
from referee.games.operation_spark.combat_state import Obligation
from referee.games.operation_spark.fire import losses, morale
from referee.games.operation_spark.retreat import Flight
from referee.games.operation_spark.state import OperationBoard
from referee.legal import Choice, Option

RETREAT, WITHDRAW, ADVANCE = "retreat", "withdraw", "advance"


def pending(board: OperationBoard) -> Iterator[Choice]:
    """The moves of units that have said that they go and have not gone."""
    combat = board.state.combat
    for unit in combat.announced:
        piece = board.pieces.get(unit)
        if piece is None or losses.is_gone(piece) or unit in combat.journeys:
            continue
        ways = tuple(Option(move) for move in next_moves(board, piece))
        if ways:
            yield Choice(f"go {unit}", partial(iter, ways), binding=True)


def next_moves(board: OperationBoard, piece: Piece) -> Iterator[Move]:
    """The moves that a unit may make now in the journey that was announced for it."""
    said = board.state.combat.announced.get(piece.id)
    if said in {WITHDRAW, ADVANCE} and losses.is_held_on_its_way(board, piece):
        return
    if said == RETREAT:
        for obligation in journeys.retreat_due(board, piece.id):
            for length in sorted({o.retreat_most for o in obligation.outcomes if o.retreat_most}):
                yield from _segments(board, piece, retreat_ways(board, piece, obligation, length))
    elif said == WITHDRAW and piece.side == board.phasing:
        yield from _segments(board, piece, _attacker_ways(board, piece))
    elif said == WITHDRAW:
        yield from _segments(board, piece, defender_ways(board, piece))
    elif said == ADVANCE:
        for hex_ in advance.legal_advances(board, piece.id):
            yield from _segments(board, piece, [_whole(board, piece, hex_)])


def _so_far(board: OperationBoard, piece: Piece) -> tuple[Hex, ...]:
    """The hexes of the unit's journey with the one it stands in last."""
    journey = board.state.combat.journeys.get(piece.id)
    if journey is not None:
        return journey.path
    return (piece.place,) if isinstance(piece.place, Hex) else ()


def _whole(board: OperationBoard, piece: Piece, hex_: Hex) -> tuple[Hex, ...]:
    return (*_so_far(board, piece), hex_)


def _segments(
    board: OperationBoard, piece: Piece, ways: Iterable[tuple[Hex, ...]]
) -> Iterator[Move]:
    """The next stretch of each way: up to the first hex that the enemy watches.

    Not into a full one where the unit would have to stop, if there is another way: it may be hit
    there, or go no farther.
    """
    gone = len(_so_far(board, piece)) - 1
    found: dict[tuple[Hex, ...], None] = {}
    for way in ways:
        stop = next(
            (n for n in range(gone + 1, len(way)) if is_watched(board, piece, way[n])),
            len(way) - 1,
        )
        found[way[gone : stop + 1]] = None
    roomy = [path for path in found if retreat.has_room(board, path[-1], (piece,))]
    for path in roomy or found:
        numbers = tuple(map(board.data.map.number, path))
        yield Move(units=(piece.id,), path=numbers, side=piece.side)


def is_watched(board: OperationBoard, piece: Piece, hex_: Hex) -> bool:
    """Whether an enemy could fire at a unit that leaves a hex."""
    return bool(eligibility.watchers(board, piece, hex_))


# -- retreats --------------------------------------------------------------------------------------


def retreats(
    board: OperationBoard, piece: Piece, obligation: Obligation, length: int
) -> Iterator[Action]:
    """What a unit may do next to retreat so many hexes; nothing when it has gone far enough.

    One that has no way left leaves the map where its own edge is.
    """
    if not allows(board, RETREAT):
        return
    ways = retreat_ways(board, piece, obligation, length)
    gone = len(_so_far(board, piece)) - 1
    if gone >= length:
        return
    if not ways:
        yield from _off_the_map(board, piece)
    elif board.state.combat.announced.get(piece.id) != RETREAT:
        yield Declare(verb=RETREAT, units=(piece.id,), side=piece.side)
    elif gone and is_watched(board, piece, _so_far(board, piece)[-1]):
        yield telling(piece)
    else:
        yield from _segments(board, piece, ways)


def telling(piece: Piece, for_: str = "leaving") -> Declare:
    """The announcement that a unit leaves a hex beside the enemy (11.3.4)."""
    values = {"as": "specific", "for": for_}
    return Declare(verb="reveal", units=(piece.id,), values=values, side=piece.side)


def retreat_ways(
    board: OperationBoard, piece: Piece, obligation: Obligation, length: int
) -> list[tuple[Hex, ...]]:
    """The ways of a retreat with the part behind the unit; shorter ones if none is left."""
    so_far = _so_far(board, piece)
    if not so_far:
        return []
    flight = Flight(obligation.away_from, retreat=True)
    gone = len(so_far) - 1
    for hexes in range(length, gone, -1):
        every = retreat.ways(board, piece, so_far[0], hexes, flight)
        found = [way for way in every if way[: gone + 1] == so_far]
        if found:
            return found
    return []


def _off_the_map(board: OperationBoard, piece: Piece) -> Iterator[Move]:
    here = piece.place
    if not isinstance(here, Hex) or board.data.map.hexes[here].values.get("supply") != piece.side:
        return
    if assaults.at(board) in {"defensive-fire-1", "defensive-fire-2", "assault"}:
        path = (board.data.map.number(here), f"{piece.side}-retreated")
        yield Move(units=(piece.id,), path=path, side=piece.side)


# -- withdrawals -----------------------------------------------------------------------------------


def attacker_withdrawals(board: OperationBoard, piece: Piece) -> Iterator[Option]:
    """A unit that has lost its marker, or given it up, goes back a hex if it likes."""
    if allows(board, WITHDRAW) and _attacker_ways(board, piece):
        yield Option(Declare(verb=WITHDRAW, units=(piece.id,), side=piece.side), -0.1)


def _attacker_ways(board: OperationBoard, piece: Piece) -> list[tuple[Hex, ...]]:
    assault = assaults.current(board)
    if assault is None or not isinstance(piece.place, Hex):
        return []
    if piece.id in board.state.combat.journeys:
        return []
    flight = Flight((assault.hex,), retreat=False)
    return list(retreat.ways(board, piece, piece.place, journeys.ATTACKER_WITHDRAWS, flight))


def defender_ways(board: OperationBoard, piece: Piece) -> list[tuple[Hex, ...]]:
    """The ways of a defender that has passed its check, what it has gone so far with them."""
    journey = board.state.combat.journeys.get(piece.id)
    if journey is None:
        return list(withdrawal.legal_withdrawals(board, piece.id))
    most = rests.figure(board, "withdrawal-hexes")
    die = board.state.combat.checks.get(piece.id)
    if die is None or not isinstance(piece.place, Hex) or len(journey.path) - 1 >= most:
        return []
    flight = Flight(journey.away_from, retreat=False)
    found = []
    for way in retreat.ways(board, piece, piece.place, 1, flight):
        to_cover = withdrawal.is_shelter(board, way[-1])
        if any(may for may, _ in morale.withdrawal(board, piece, die, to_cover=to_cover)):
            found.append((*journey.path, way[-1]))
    return found


def onward(board: OperationBoard) -> Iterator[Choice]:
    """Withdrawals and advances that have stopped beside the enemy and may go on."""
    combat = board.state.combat
    for unit, journey in combat.journeys.items():
        piece = board.pieces.get(unit)
        if piece is None or losses.is_gone(piece) or combat.announced.get(unit) == RETREAT:
            continue
        if not allows(board, combat.announced.get(unit, "")):
            continue
        name = f"go on {unit} {len(journey.path)}"
        ways = partial(_onward, board, piece)
        must = withdrawal.has_stopped_short(board, piece) and next(ways(), None) is not None
        yield Choice(name, ways, binding=must)


def _onward(board: OperationBoard, piece: Piece) -> Iterator[Option]:
    moves = tuple(next_moves(board, piece))
    here = piece.place
    answered = allows(board, "zone-fire") and isinstance(here, Hex)
    if moves and answered and isinstance(here, Hex) and is_watched(board, piece, here):
        yield Option(telling(piece))
        return
    for move in moves:
        yield Option(move)


# -- advances --------------------------------------------------------------------------------------


def advances(board: OperationBoard) -> Iterator[Choice]:
    """Units that may enter the hex that the enemy has left."""
    assault = assaults.current(board)
    if assault is None or not allows(board, ADVANCE) or assaults.defenders_in(board, assault):
        return
    for piece in assaults.units_named(board, sorted(assault.attackers)):
        if piece.id not in board.state.combat.journeys:
            yield Choice(f"advance {piece.id}", partial(_advance, board, piece))


def _advance(board: OperationBoard, piece: Piece) -> Iterator[Option]:
    if advance.legal_advances(board, piece.id):
        yield Option(Declare(verb=ADVANCE, units=(piece.id,), side=piece.side), 1.0)
