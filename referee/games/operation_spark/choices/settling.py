"""What has to be done next, before anything else: dice, results, markers on their tracks.

Results are owed by the dice (`losses`); those that leave a choice are in `suffering`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from compiler.hexes import Hex
from referee.actions import Declare, Move, SetState
from referee.board import Piece
from referee.games.operation_spark import assaults, observation, units
from referee.games.operation_spark.assault.combat import ASSAULT
from referee.games.operation_spark.assault.surprise import SURPRISE
from referee.games.operation_spark.assault.withdrawal import CHECK
from referee.games.operation_spark.choices import going, shooting, suffering
from referee.games.operation_spark.choices.candidates import ONE_DIE, TWO_DICE, due
from referee.games.operation_spark.combat_state import FireCombat
from referee.games.operation_spark.fire import air, artillery, fires
from referee.games.operation_spark.fire.firing import open_fire
from referee.games.operation_spark.state import OperationBoard
from referee.games.operation_spark.supply import AIRPOWER, WEATHER
from referee.legal import Choice, Option
from referee.mechanics.candidates import due_roll


def settlement(board: OperationBoard) -> Iterator[Choice]:
    """The one thing that is due now; nothing when all is settled."""
    combat = open_fire(board)
    for found in (dice(board, combat), next_target(board, combat)):
        if found is not None:
            yield found
            return
    if combat is not None and is_open(combat):
        return
    for choices in (suffering.owed, _ammunition, _rockets, _records, _leaderless, going.pending,
                    _spent_markers, _stacks):  # fmt: skip
        choice = next(choices(board), None)
        if choice is not None:
            yield choice
            return


def is_open(combat: FireCombat) -> bool:
    """Whether a fire has been declared and no dice have been rolled for it."""
    return bool(combat.shots or combat.points) and not combat.rolled and not combat.closed


# -- dice ------------------------------------------------------------------------------------------


def dice(board: OperationBoard, combat: FireCombat | None) -> Choice | None:
    """The dice that have been announced and not been rolled."""
    what, side = board.state.march.roll_for
    if what:
        return due_roll(ONE_DIE, what, side or None)
    awaited = board.state.combat.awaiting[0]
    if awaited in {CHECK, SURPRISE}:
        return due_roll(ONE_DIE, awaited)
    if awaited == air.ANTI_AIR:
        return due_roll(TWO_DICE, awaited)
    if combat is not None:
        named = [name for name in combat.columns if name and name not in combat.rolled]
        if named:
            return due_roll(TWO_DICE, f"{combat.verb} {named[0]}")
    assault = assaults.current(board)
    if assault is not None and assault.ready and assault.announced:
        return due_roll(TWO_DICE, ASSAULT)
    return None


def next_target(board: OperationBoard, combat: FireCombat | None) -> Choice | None:
    """The next unit of a hex that is fired at, once dice have been rolled for the first."""
    if combat is None or not combat.rolled or combat.closed or fires.is_anti_tank(combat):
        return None
    if combat.verb == air.AIR_STRIKE and next(suffering.owed(board), None) is not None:
        # The losses of a strike are looked at with the next declaration of it.
        return None
    left = [name for name in combat.due if name not in combat.rolled]
    here = [board.pieces[name] for name in left if name in board.pieces]
    standing = [piece for piece in here if piece.place == combat.hex]
    if not standing:
        return None
    ways = tuple(shooting.namings(board, combat, standing[:1]))
    return Choice(f"next target {standing[0].id}", lambda: ways, binding=True)


# -- markers ---------------------------------------------------------------------------------------


def _to(board: OperationBoard, marker: str, box: str) -> Move:
    return Move(units=(marker,), path=(board.number(board.piece(marker).place), box))


def _ammunition(board: OperationBoard) -> Iterator[Choice]:
    """Each unit's indirect fire takes a point off its supply; what comes to it is added."""
    combat = board.state.combat
    for supply, used, _ in artillery.miscounted(board):
        marker = next(name for name, known in artillery.MARKERS.items() if known == supply)
        yield _count(board, marker, combat.ammunition_known[supply] - used)
    for supply, points in board.state.march.added.items():
        for marker, known in artillery.MARKERS.items():
            if known == supply and marker in board.pieces and points:
                yield _count(board, marker, board.state.ammunition[supply] + points)


def _count(board: OperationBoard, marker: str, points: int) -> Choice:
    track = board.number(board.piece(marker).place).rpartition("-")[0]
    return due(f"count {marker}", _to(board, marker, f"{track}-{points}"))


def _rockets(board: OperationBoard) -> Iterator[Choice]:
    """Rockets are out of supply when they have fired (e5.1.p7)."""
    combat = board.state.combat
    for fired in combat.now.fired[combat.fired_before :]:
        piece = board.pieces.get(fired.unit)
        if piece is None or not units.is_rocket(piece) or not isinstance(piece.place, Hex):
            continue
        if not piece.flag("out-of-supply"):
            state = SetState(unit=piece.id, state="out-of-supply", value=True, side=piece.side)
            yield due(f"out of supply {piece.id}", state)


def _records(board: OperationBoard) -> Iterator[Choice]:
    """Weather and air points as their markers show them."""
    marker = board.pieces.get(WEATHER)
    shown = f"weather-{board.state.weather}"
    rolled = (WEATHER, "") in board.state.march.rolled_for
    if marker is not None and rolled and marker.place != shown:
        yield due("show the weather", _to(board, WEATHER, shown))
    if assaults.at(board) not in {AIRPOWER, "air-strikes"}:
        return
    for name, side in air.MARKERS.items():
        box = f"{side}-record-{board.state.air_points.get(side, 0)}"
        if name in board.pieces and board.pieces[name].place != box:
            yield due(f"count {name}", _to(board, name, box))


def _leaderless(board: OperationBoard) -> Iterator[Choice]:
    """Units that have lost the only headquarters within reach (10.1.3)."""
    for name in board.state.march.leaderless:
        piece = board.pieces.get(name)
        if piece is None or not isinstance(piece.place, Hex):
            continue
        if not piece.flag("suppressed") and not piece.flag("disrupted"):
            yield due(f"leaderless {name}", SetState(unit=name, state="suppressed", value=True))


def _spent_markers(board: OperationBoard) -> Iterator[Choice]:
    """A unit that has advanced takes its marker off, or goes on to assault another hex (13.6.2)."""
    now = board.state.combat.now
    for name in sorted(now.advanced):
        piece = board.pieces.get(name)
        if piece is None or not piece.states.get("assault") or name in now.participated:
            continue
        if name not in now.follows_on:
            yield Choice(f"marker {name}", partial(_after_advance, board, piece), binding=True)


def _after_advance(board: OperationBoard, piece: Piece) -> Iterator[Option]:
    yield Option(SetState(unit=piece.id, state="assault", value=None, side=piece.side), 0.0)
    if isinstance(piece.place, Hex) and shooting.enemy_directions(board, piece):
        values = {"as": "follow-on"}
        action = Declare(verb="follow-on", units=(piece.id,), values=values, side=piece.side)
        yield Option(action, 0.5)


def _stacks(board: OperationBoard) -> Iterator[Choice]:
    """In movement a vehicle lies on top of a stack that the enemy sees (12.0)."""
    if assaults.at(board) != "movement":
        return
    for hex_ in dict.fromkeys(move.end for move in board.moves):
        stack = list(board.units_at(hex_)) if isinstance(hex_, Hex) else []
        if len(stack) < 2 or units.is_afv(stack[-1]) or not any(map(units.is_afv, stack)):
            continue
        side = stack[-1].side
        if side is None or not isinstance(hex_, Hex):
            continue
        if observation.observed(board, board.data.opponent(side), hex_).verdict == "seen":
            number = board.data.map.number(hex_)
            tanks = (piece.id for piece in stack if units.is_afv(piece))
            moves = (Move(units=(name,), path=(number,), side=side) for name in tanks)
            yield due(f"top of {number}", *moves)
