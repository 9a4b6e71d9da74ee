"""What units may do in movement, morale and set-up: hexes to reach, checks to take, marks owed.

Pure functions of a position, for whoever lists legal actions; fire and assault have their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from compiler.hexes import Hex
from referee.actions import Action, Move, Remove, SetState
from referee.board import Piece
from referee.games.iron_cross import forces, units
from referee.games.iron_cross.assault import overrun
from referee.games.iron_cross.checks import (
    MOVEMENT,
    MOVES,
    REACTION,
    bars_on,
    check_of,
    failed,
    is_act,
    mode,
    movement_needs_checks,
    needed,
)
from referee.games.iron_cross.fire.mines import sets_off
from referee.games.iron_cross.morale import phase_id, recoveries_due
from referee.games.iron_cross.movement import (
    allowance,
    combat_states,
    facing,
    leaders,
    stacking,
    terrain,
    vehicles,
)
from referee.games.iron_cross.movement.moves import Steps
from referee.games.iron_cross.movement.steps import OFF_MAP, Memory
from referee.games.iron_cross.results import ELIMINATED
from referee.games.iron_cross.scenarios import entry, setup
from referee.games.iron_cross.sequence import moving_side
from referee.games.iron_cross.state import BattleBoard, Overrun
from referee.games.iron_cross.units import DOWN, NORMAL
from referee.mechanics.movement import Way, reachable

Ways = Mapping[Hex, tuple[str, ...]]
"""Hex to the path that leads there, as a log writes it: from the unit's place, hex by hex."""


# -- checks ----------------------------------------------------------------------------------------


def may_try(board: BattleBoard, unit: str, act: str) -> bool:
    """Whether a unit may take a check for an act now, as far as the unit goes.

    It is on the map, or about to enter it and checks to move.

    Targets and leaders of other units are not asked for. A check that was passed need not be taken
    again, one that was failed may not.
    """
    piece = board.piece(unit)
    if not is_act(board, act) or not (
        isinstance(piece.place, Hex) or _may_enter(board, piece, act)
    ):
        return False
    if failed(board, unit) is not None or check_of(board, unit, (act,)) is not None:
        return False
    return not tuple(bars_on(board, piece, act))


def _may_enter(board: BattleBoard, piece: Piece, act: str) -> bool:
    waits = act == "move" and piece.side == moving_side(board) and entry.waits(piece)
    return waits and bool(forces.open_ways(board, piece))


def number_needed(board: BattleBoard, unit: str, act: str, leader: str = "") -> int:
    """The highest sum of two dice with which a unit passes a check, on a leader's rating if named.

    Below 2 it cannot pass, from 12 on it cannot fail.
    """
    return needed(board, board.piece(unit), act, board.piece(leader) if leader else None)


def may_set_out(board: BattleBoard, unit: str) -> bool:
    """Whether a unit may begin to move, or go on, as its checks, its leader and its status are."""
    piece = board.piece(unit)
    if piece.side != moving_side(board) or mode(board) not in (MOVEMENT, REACTION):
        return False
    trek = board.state.treks.get(unit)
    if unit in board.state.hit or (trek is not None and trek.stopped_by):
        return False
    # A push is all the movement of a vehicle (8.65).
    if unit in board.state.pushes or check_of(board, unit, ("push-wreck",)) is not None:
        return False
    if (unit, "move") in board.state.blamed:
        return failed(board, unit) is None and not tuple(bars_on(board, piece, "move"))
    return not tuple(leaders.judge_setting_out(board, piece))


def checks_owed(board: BattleBoard) -> tuple[str, ...]:
    """Ids of the moving side's units that would need a check before they may move in this phase."""
    if not movement_needs_checks(board):
        return ()
    side = moving_side(board)
    return tuple(
        piece.id
        for piece in board.on_map(side)
        if side is not None
        and check_of(board, piece.id, MOVES) is None
        and piece.id not in board.state.treks
        and may_try(board, piece.id, "move")
        and can_move_at_all(board, piece)
    )


def can_move_at_all(board: BattleBoard, piece: Piece) -> bool:
    """Whether a unit has any movement in this phase."""
    limit = allowance.allowance(board, piece)
    return limit.one_hex or limit.points > 0


def led_by(board: BattleBoard, leader: str) -> tuple[str, ...]:
    """Ids of the units in a leader's hex that may move on his check or his rating."""
    piece = board.piece(leader)
    if not isinstance(piece.place, Hex) or not units.is_leader(piece):
        return ()
    return tuple(
        other.id
        for other in units.friends_at(board, piece.place, piece.side)
        if other is not piece and not leaders.why_not_led(board, piece, other)[0]
    )


# -- movement --------------------------------------------------------------------------------------


def legal_moves(board: BattleBoard, unit: str, *, to_stay: bool = True) -> Ways:
    """The hexes that a unit may move to alone now, each with a legal path; none if it may not.

    With `to_stay` only those where it may be stacked when the phase ends.
    """
    piece = board.piece(unit)
    if not may_set_out(board, unit) or not _in_order(board, piece) or _owes_a_roll(board, piece):
        return {}
    if not _is_free_to_leave(board, piece):
        return {}
    start = piece.place if isinstance(piece.place, Hex) else OFF_MAP
    if start == OFF_MAP and not forces.open_ways(board, piece):
        return {}
    steps = Steps(board, piece, affordable=True)
    reach = reachable(start, steps.memory, steps)
    fitting = (h for h in sorted(reach) if not to_stay or stacking.fits(board, h, (piece,)))
    ways = ((hex_, reach[hex_]) for hex_ in fitting)
    return {hex_: path_of(board, piece, way) for hex_, way in ways if rolls_last(board, piece, way)}


def _is_free_to_leave(board: BattleBoard, piece: Piece) -> bool:
    """Whether the unit may go its own way: no leader, group or vehicle holds it (8.3, 8.43).

    Who goes on a leader's check alone goes where he goes, unless he was hit on the way (8.33).
    """
    trek = board.state.treks.get(piece.id)
    if trek is not None and trek.vehicle not in ("", piece.id):
        return False
    if leaders.companions(board, piece) != {piece.id}:
        return False
    own = check_of(board, piece.id, MOVES)
    leader = leaders.followed(board, piece)
    if leader:
        return trek is not None and bool(trek.hexes) and leaders.is_hurt(board, leader)
    has_moved = trek is not None and bool(trek.hexes)
    return own is not None or has_moved or not movement_needs_checks(board)


def rolls_last(board: BattleBoard, piece: Piece, way: Way[Memory]) -> bool:
    """Whether a unit comes where it has to roll at once, for woods, marsh or mines, at the end."""
    passed = zip(way.hexes[1:-1], way.manners[:-1], strict=True)
    return not any(_has_to_roll(board, piece, hex_, manner) for hex_, manner in passed)


def _has_to_roll(board: BattleBoard, piece: Piece, hex_: Hex, manner: str) -> bool:
    if sets_off(board, piece, hex_):
        return True
    number = terrain.immobilising_number(board, hex_)
    return bool(number) and not manner and units.is_vehicle(piece)


def path_of(board: BattleBoard, piece: Piece, way: Way[Memory]) -> tuple[str, ...]:
    """A way as a log writes it."""
    first = board.number(piece.place)
    return (first, *(board.data.map.number(hex_) for hex_ in way.hexes[1:]))


def _in_order(board: BattleBoard, piece: Piece) -> bool:
    """Whether the unit, moving alone, keeps to the order of movement (8.0)."""
    here = board.number(piece.place) or "0"
    return vehicles.class_of(Move(units=(piece.id,), path=(here,)), board) >= board.state.order


def _owes_a_roll(board: BattleBoard, piece: Piece) -> bool:
    trek = board.state.treks.get(piece.id)
    return piece.id in board.state.fire.mine_rolls or (trek is not None and bool(trek.woods_owed))


def immobilisation_due(board: BattleBoard) -> tuple[str, ...]:
    """Ids of the vehicles that have to roll for getting stuck (8.54, 8.55)."""
    return tuple(
        unit for unit, trek in board.state.treks.items() if trek.woods_owed and unit in board.pieces
    )


def legal_facings(board: BattleBoard, unit: str) -> tuple[int, ...]:
    """The facings that a unit may turn to now; none if it may not turn."""
    piece = board.piece(unit)
    if not units.has_facing(piece) or not isinstance(piece.place, Hex):
        return ()
    if mode(board) not in (MOVEMENT, REACTION) or piece.side != moving_side(board):
        return ()
    own = check_of(board, unit, MOVES)
    if movement_needs_checks(board) and (own is None or own.passed is not True):
        return ()
    if tuple(bars_on(board, piece, "facing")) or failed(board, unit) is not None:
        return ()
    here = units.facing(piece)
    return tuple(n for n in range(6) if n != here and _can_turn(board, piece, n))


def _can_turn(board: BattleBoard, piece: Piece, goal: int) -> bool:
    """Whether a vehicle's points last for a turn; other units turn for nothing."""
    if not units.is_vehicle(piece):
        return True
    trek = board.state.treks.get(piece.id)
    if trek is not None and trek.facing is None:
        return True
    start = units.facing(piece) if trek is None or trek.facing is None else trek.facing
    each = terrain.act_cost(board.data, "vehicle-hexside-turned")
    price = max(0, facing.hexsides_between(start, goal) - 1) * each
    return (trek.points if trek else 0.0) + price <= allowance.allowance(board, piece).points


def may_turn_over(board: BattleBoard, unit: str) -> bool:
    """Whether a unit may change its combat state of its own will now (3.13, 6.0.H)."""
    piece = board.piece(unit)
    if not isinstance(piece.place, Hex):
        return False
    goal = DOWN if units.is_up(piece) else "up"
    return combat_states.why_not(board, piece, goal) is None


def legal_overruns(board: BattleBoard, unit: str) -> tuple[Hex, ...]:
    """The adjacent hexes that a vehicle may overrun now, alone."""
    piece = board.piece(unit)
    if not units.is_vehicle(piece) or not isinstance(piece.place, Hex) or mode(board) != MOVEMENT:
        return ()
    if not may_set_out(board, unit) or not _in_order(board, piece) or _owes_a_roll(board, piece):
        return ()
    near = board.data.map.grid.neighbours(piece.place).values()
    return tuple(hex_ for hex_ in near if overrun.why_no_overrun(board, piece, hex_) is None)


def overrun_rolls_due(board: BattleBoard) -> tuple[Overrun, tuple[str, ...]] | None:
    """The overrun in progress and the defenders still to be rolled for (9.2.C); None without."""
    run = overrun.current(board)
    if run is None or run.left or overrun.is_destroyed(board, run):
        return None
    due = [piece.id for piece in overrun.defenders(board, run) if piece.id not in run.rolled]
    return (run, tuple(due)) if due else None


# -- marks and rolls owed --------------------------------------------------------------------------


def special_rolls_due(board: BattleBoard) -> tuple[str, ...]:
    """Ids of the units that were suppressed twice and whose special roll is due (11.45)."""
    return tuple(
        unit
        for unit, owed in board.state.owed.items()
        if owed.special_roll and unit in board.pieces
    )


def marks_due(board: BattleBoard) -> Iterator[Action]:
    """The actions that mark what the dice have done to units, the next one for each unit."""
    state = board.state
    for unit, owed in state.owed.items():
        piece = board.pieces.get(unit)
        if piece is None or owed.special_roll or not isinstance(piece.place, Hex):
            continue
        if owed.statuses == {ELIMINATED}:
            yield Remove(units=(unit,), side=piece.side)
        elif ELIMINATED not in owed.statuses and units.status(piece) not in owed.statuses:
            status = min(owed.statuses, key=units.STATUSES.index)
            yield SetState(unit=unit, state="morale", value=status, side=piece.side)
    for unit in state.hit:
        piece = board.pieces.get(unit)
        if piece is None or not isinstance(piece.place, Hex) or unit in state.owed:
            continue
        if units.is_up(piece) and units.status(piece) != NORMAL:
            yield SetState(unit=unit, state="face", value=DOWN, side=piece.side)
    for unit, trek in state.treks.items():
        piece = board.pieces.get(unit)
        if piece is not None and trek.stopped_by and not piece.flag("immobilised"):
            yield SetState(unit=unit, state="immobilised", value=True, side=piece.side)


def reveals_due(board: BattleBoard) -> tuple[str, ...]:
    """Ids of the hidden units that have to be revealed in this phase (24.22)."""
    return tuple(
        unit
        for unit in board.state.to_reveal
        if unit in board.pieces and board.pieces[unit].flag("hidden")
    )


# -- set-up ----------------------------------------------------------------------------------------


def setup_choices(board: BattleBoard, unit: str) -> tuple[Hex, ...]:
    """The hexes where a unit may be set up with those that are there; none once play has begun."""
    piece = board.piece(unit)
    force = forces.force_of(board, piece.counter)
    if board.phase is not None or force is None or force.enters:
        return ()
    return tuple(
        hex_
        for hex_ in sorted(setup.setup_hexes(board, force))
        if stacking.fits(board, hex_, (piece,))
        and _suits(board, piece, hex_)
        and not units.enemies_at(board, hex_, piece.side)
    )


def _suits(board: BattleBoard, piece: Piece, hex_: Hex) -> bool:
    column = "vehicle-up" if units.is_vehicle(piece) else "infantry-up"
    return terrain.terrain_cost(board.data, column, hex_) is not None


def entering_units(board: BattleBoard) -> tuple[str, ...]:
    """Ids of the moving side's units that wait off the map and may enter now."""
    side = moving_side(board)
    return tuple(
        piece.id
        for piece in board.pieces.values()
        if piece.side == side and entry.waits(piece) and forces.open_ways(board, piece)
    )


__all__ = [
    "checks_owed", "entering_units", "immobilisation_due", "led_by", "legal_facings",
    "legal_moves", "legal_overruns", "marks_due", "may_set_out", "may_try",
    "may_turn_over",
    "number_needed", "overrun_rolls_due", "phase_id", "recoveries_due", "reveals_due",
    "setup_choices", "special_rolls_due",
]  # fmt: skip
