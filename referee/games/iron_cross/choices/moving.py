"""Choices of chapters 5, 8 and 9: checks to move, moves alone and led, facings, combat states."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from compiler.hexes import Hex
from referee.actions import Declare, Move, SetState
from referee.board import Piece
from referee.games.iron_cross import entry, possible, sighting, units
from referee.games.iron_cross.checks import MOVES, check_of, movement_needs_checks
from referee.games.iron_cross.choices.appraisal import enemy_hexes, nearest_enemy
from referee.games.iron_cross.choices.candidates import options, unflagged
from referee.games.iron_cross.leaders import LEAD
from referee.games.iron_cross.rolls import CHECK
from referee.games.iron_cross.sequence import moving_side
from referee.games.iron_cross.state import BattleBoard
from referee.games.iron_cross.units import DOWN, NORMAL, UP
from referee.legal import Choice, Option

CLOSE = 1
"""Hexes from the enemy nearer than which nobody wants to go."""
WORTH_A_HEX = 0.1
"""Boldness of coming a hex nearer to the enemy."""
ENTRY = 1.0
"""Boldness of entering the map."""


def movement(board: BattleBoard) -> Iterator[Choice]:
    """What each unit of the moving side may do; each move made gives it a new choice."""
    side = moving_side(board)
    if side is None:
        return
    needs_checks = movement_needs_checks(board)
    for unit in sorted(possible.entering_units(board)):
        yield Choice(f"enter {unit}", partial(_entries, board, board.piece(unit)))
    for piece in sorted(board.on_map(side), key=lambda each: each.id):
        made = len(board.state.checks.get(piece.id, ()))
        trek = board.state.treks.get(piece.id)
        gone = f"{made} {trek.hexes if trek is not None else 0}"
        if needs_checks and check_of(board, piece.id, MOVES) is None and trek is None:
            yield Choice(f"check {piece.id}", partial(_checks, board, piece))
            continue
        group = _group(board, piece)
        if group:
            yield Choice(f"lead {piece.id} {gone}", partial(_group_moves, board, group))
        elif not _is_led(board, piece):
            yield Choice(f"move {piece.id} {gone}", partial(_moves, board, piece))
        if units.is_vehicle(piece):
            yield Choice(f"overrun {piece.id} {gone}", partial(_overruns, board, piece))
        if units.has_facing(piece):
            yield Choice(f"face {piece.id} {gone}", partial(_facings, board, piece))
        yield Choice(f"turn over {piece.id}", partial(_turns, board, piece))


def state_changes(board: BattleBoard) -> Iterator[Choice]:
    """Units turned over at no cost, those of the phasing player first (6.0.H)."""
    for piece in sorted(board.on_map(), key=lambda each: each.id):
        yield Choice(f"turn over {piece.id}", partial(_turns, board, piece))


# -- checks ----------------------------------------------------------------------------------------


def _checks(board: BattleBoard, piece: Piece) -> Iterator[Option]:
    """A check to move, to lead those with the unit, or to turn only."""
    if not possible.can_move_at_all(board, piece) and not units.has_facing(piece):
        return
    if units.status(piece) != NORMAL:
        return
    near = (
        nearest_enemy(board, piece.side or "", piece.place)
        if isinstance(piece.place, Hex)
        else None
    )
    # Who is close enough to assault or fire stays; a vehicle may overrun.
    far = near is None or near > CLOSE + 1 or units.is_vehicle(piece)
    led = tuple(unit for unit in possible.led_by(board, piece.id) if _is_free(board, unit))
    if led:
        group = (piece.id, *led)
        lead = Declare(verb=CHECK, units=group, values={"for": LEAD}, side=piece.side)
        yield from options(board, (lead,), 0.8 if far else 0.0)
    if possible.may_try(board, piece.id, "move") and possible.can_move_at_all(board, piece):
        yield from options(board, (_check(piece, "move"),), 0.5 if far else 0.0)
    if units.has_facing(piece) and possible.may_try(board, piece.id, "facing"):
        bold = 0.0 if _has_enemy_in_front(board, piece) else 0.3
        yield from options(board, (_check(piece, "facing"),), bold)


def _is_free(board: BattleBoard, unit: str) -> bool:
    """Whether a unit has neither moved nor taken a check to."""
    return check_of(board, unit, MOVES) is None and unit not in board.state.treks


def _check(piece: Piece, act: str) -> Declare:
    return Declare(verb=CHECK, units=(piece.id,), values={"for": act}, side=piece.side)


# -- moves -----------------------------------------------------------------------------------------


def _group(board: BattleBoard, leader: Piece) -> tuple[str, ...]:
    """The leader and those who go on the check that he passed, as far as they may still move."""
    check = check_of(board, leader.id, (LEAD,))
    if check is None or not check.passed or check.group[:1] != (leader.id,):
        return ()
    group = tuple(
        name
        for name in check.group
        if name in board.pieces
        and board.pieces[name].place == leader.place
        and possible.may_set_out(board, name)
    )
    return group if len(group) > 1 and group[0] == leader.id else ()


def _is_led(board: BattleBoard, piece: Piece) -> bool:
    """Whether a unit goes where the leader goes on whose check it moves (8.3.B)."""
    check = check_of(board, piece.id, (LEAD,))
    return check is not None and check.group[:1] != (piece.id,)


def _entries(board: BattleBoard, piece: Piece) -> Iterator[Option]:
    """The ways in; those by one area are all right or all wrong, so one of them is judged."""
    if not entry.waits(piece):
        return
    open_areas: dict[str, bool] = {}
    ways: dict[Hex, tuple[str, ...]] = {}
    for hex_, path in possible.legal_moves(board, piece.id).items():
        way = entry.way_used(board, piece, board.data.map.hex(path[1]))
        area = way.area if way is not None else ""
        if area not in open_areas:
            open_areas[area] = unflagged(board, _move((piece.id,), path, piece.side or ""))
        if open_areas[area]:
            ways[hex_] = path
    yield from _ways(board, (piece.id,), ways, ENTRY)


def _moves(board: BattleBoard, piece: Piece) -> Iterator[Option]:
    yield from _ways(board, (piece.id,), possible.legal_moves(board, piece.id))


def _group_moves(board: BattleBoard, group: tuple[str, ...]) -> Iterator[Option]:
    yield from _ways(board, group, possible.legal_group_moves(board, group))


def _ways(
    board: BattleBoard,
    group: tuple[str, ...],
    ways: Mapping[Hex, tuple[str, ...]],
    boldness: float = 0.0,
) -> Iterator[Option]:
    """The hexes reached; the nearer to the enemy than now, the bolder."""
    piece = board.piece(group[0])
    side = piece.side or ""
    now = nearest_enemy(board, side, piece.place) if isinstance(piece.place, Hex) else None
    for hex_, path in ways.items():
        then = nearest_enemy(board, side, hex_)
        gain = boldness
        if then is not None:
            gain += WORTH_A_HEX * ((now if now is not None else then) - max(then, CLOSE))
        yield Option(partial(_move, group, path, side), gain)


def _move(group: tuple[str, ...], path: tuple[str, ...], side: str) -> Move:
    return Move(units=group, path=path, side=side)


def _overruns(board: BattleBoard, piece: Piece) -> Iterator[Option]:
    for hex_ in possible.legal_overruns(board, piece.id):
        number = board.data.map.number(hex_)
        action = Declare(verb="overrun", units=(piece.id,), target=number, side=piece.side)
        yield from options(board, (action,), 2.0)


# -- facing and state ------------------------------------------------------------------------------


def _has_enemy_in_front(board: BattleBoard, piece: Piece, facing: int | None = None) -> bool:
    """Whether an enemy is in front of a unit that faces so, or as it does."""
    place = piece.place
    goal = units.facing(piece) if facing is None else facing
    return isinstance(place, Hex) and any(
        sighting.in_front(place, goal, hex_) for hex_ in enemy_hexes(board, piece.side or "")
    )


def _facings(board: BattleBoard, piece: Piece) -> Iterator[Option]:
    """The facings that a unit may turn to; one with an enemy in front if it has none now."""
    blind = not _has_enemy_in_front(board, piece)
    for goal in possible.legal_facings(board, piece.id):
        action = SetState(unit=piece.id, state="facing", value=goal, side=piece.side)
        wanted = blind and _has_enemy_in_front(board, piece, goal)
        yield from options(board, (action,), 0.3 if wanted else 0.0)


def _turns(board: BattleBoard, piece: Piece) -> Iterator[Option]:
    """Up to move or to assault, down when all have moved."""
    if not possible.may_turn_over(board, piece.id):
        return
    goal = DOWN if units.is_up(piece) else UP
    moves = moving_side(board) is not None
    action = SetState(unit=piece.id, state="face", value=goal, side=piece.side)
    yield from options(board, (action,), 0.2 if (goal == UP) == moves else 0.0)
