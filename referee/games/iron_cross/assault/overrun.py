"""Chapter 9, overruns: special fire, infantry fire, the vehicle's attack, and infantry with it.

`BattleState.overruns` holds those of the phase; the last one is in progress.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Declare, Move, PhaseEnds
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.declared import supports, target_hex
from referee.games.iron_cross.forces import is_on_scenario_map
from referee.games.iron_cross.morale import phase_id
from referee.games.iron_cross.movement import leaders, terrain
from referee.games.iron_cross.movement.allowance import allowance
from referee.games.iron_cross.movement.moves import Steps, entry_hexes, set_out
from referee.games.iron_cross.movement.steps import OFF_MAP
from referee.games.iron_cross.results import ELIMINATED
from referee.games.iron_cross.sequence import moving_side
from referee.games.iron_cross.state import BattleBoard, Overrun
from referee.mechanics.movement import reachable

OVERRUN, ROLL, DEFENCE = "overrun", "overrun-roll", "overrun-defence"
DEFENCE_DICE, ROLL_DICE = 3, 2


def current(board: BattleBoard) -> Overrun | None:
    """The overrun in progress; None outside one."""
    runs = board.state.overruns
    return runs[-1] if runs else None


def is_destroyed(board: BattleBoard, run: Overrun) -> bool:
    """Whether the vehicle is lost, by the dice or already gone."""
    owed = board.state.owed.get(run.vehicle)
    gone = run.vehicle not in board.pieces
    return gone or run.destroyed is True or (owed is not None and owed.statuses == {ELIMINATED})


def is_open(board: BattleBoard, run: Overrun) -> bool:
    """Whether what becomes of the vehicle cannot be told."""
    return run.destroyed is None or run.vehicle in board.state.uncertain


def defenders(board: BattleBoard, run: Overrun) -> list[Piece]:
    """The defending units that are still in the hex."""
    pieces = (board.pieces.get(name) for name in run.defenders)
    return [piece for piece in pieces if piece is not None and piece.place == run.hex]


# -- announcing ------------------------------------------------------------------------------------


@RULES.rule("9.0", "9.11", "9.13", "9.14", "8.23", on=f"declare:{OVERRUN}")
def a_vehicle_overruns_what_it_may(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """One vehicle, once a player turn, into a hex with enemies but no vehicle or wreck."""
    hex_ = target_hex(declaration, board)
    if hex_ is None:
        return
    for name in declaration.units:
        piece = board.piece(name)
        fault = why_no_overrun(board, piece, hex_)
        if fault is not None:
            yield fault
        elif (name, "move") not in board.state.blamed and isinstance(piece.place, Hex):
            yield from leaders.judge_setting_out(board, piece)


def why_no_overrun(board: BattleBoard, piece: Piece, hex_: Hex) -> Finding | None:
    """What is wrong with a unit's overrunning a hex, its own check apart; None where it may."""
    there = list(board.at(hex_))
    enemies = units.enemies_at(board, hex_, piece.side)
    rule, expected, found = "9.0", "", ""
    if not units.is_vehicle(piece):
        expected = "a vehicle"
    elif phase_id(board) == "movement" and piece.side != moving_side(board):
        rule, expected = "9.11", "the Movement Phase of its own side"
    elif any(run.vehicle == piece.id for run in board.state.overruns):
        rule, expected, found = "9.11", "one overrun in a player turn", "a second one"
    elif any(units.is_wreck(other) for other in there):
        rule, expected, found = "9.13", "no wreck in the hex", "a wreck"
    elif any(units.is_vehicle(other) for other in enemies):
        rule, expected, found = "9.13", "no enemy vehicle in the hex", "an enemy vehicle"
    elif not enemies:
        expected, found = "enemy units in the hex", "none"
    else:
        points, most = _points_needed(board, piece, hex_), allowance(board, piece).points
        if points is None:
            expected, found = "a way into the hex and out of it", "none"
        elif points > most:
            expected, found = f"at most {most:g} movement points to enter and exit", f"{points:g}"
    if not expected:
        return None
    return Finding(
        f"{piece.name} overruns {board.data.map.describe(hex_)}",
        units=(piece.id,),
        hexes=(board.data.map.number(hex_),),
        expected=expected,
        found=found,
        rule=rule,
    )


def _points_needed(board: BattleBoard, piece: Piece, hex_: Hex) -> float | None:
    """Points to enter the hex and exit it, one more for the overrun, those spent included.

    A vehicle that waits off the map comes in where it may, or into the hex itself.
    """
    steps = Steps(board, piece, affordable=True)
    ways = terrain.passages(board, piece)
    here = piece.place if isinstance(piece.place, Hex) else OFF_MAP
    reach = reachable(here, steps.memory, steps, steps.limit.points)
    near = {reached: reach.points(reached) for reached in reach}
    entering: list[float] = []
    if here != OFF_MAP:
        near[here] = 0.0
    elif hex_ in entry_hexes(board, piece):
        entering += [step.points for step in steps(OFF_MAP, steps.memory, 0.0, hex_)]
    entering += [
        points + cost
        for start, points in near.items()
        for passage in ways[start]
        if passage.end == hex_ and (cost := _least(passage.cost, passage.road)) is not None
    ]
    leaving = [
        cost
        for passage in ways[hex_]
        if _is_free(board, piece, passage.end)
        and (cost := _least(passage.cost, passage.road)) is not None
    ]
    if not entering or not leaving:
        return None
    more = terrain.act_cost(board.data, "overrun")
    return steps.spent + min(entering) + more + min(leaving)


def _least(cost: float | None, road: float | None) -> float | None:
    known = [points for points in (cost, road) if points is not None]
    return min(known) if known else None


def _is_free(board: BattleBoard, piece: Piece, hex_: Hex) -> bool:
    """Whether the vehicle could leave the overrun hex this way."""
    if not is_on_scenario_map(board, hex_):
        return False
    return not any(
        units.is_wreck(other)
        or (other is not piece and units.is_vehicle(other))
        or (units.unit_class(other) and other.side != piece.side)
        for other in board.at(hex_)
    )


@RULES.effect("9.0", "9.12", on=f"declare:{OVERRUN}")
def an_overrun_is_under_way(declaration: Declare, board: BattleBoard) -> None:
    """The units in the hex are those that defend it."""
    hex_ = target_hex(declaration, board)
    if hex_ is None or not declaration.units:
        return
    vehicle = board.piece(declaration.units[0])
    if isinstance(vehicle.place, Hex):
        set_out(board, vehicle)
        board.state.blamed.add((vehicle.id, "move"))
    enemies = units.enemies_at(board, hex_, vehicle.side)
    named = [name for name in supports(declaration) if name in board.pieces]
    board.state.overruns.append(
        Overrun(
            vehicle=vehicle.id,
            infantry=tuple(named),
            hex=hex_,
            defenders=tuple(enemy.id for enemy in enemies),
            first=all(run.hex != hex_ for run in board.state.overruns),
            entered=vehicle.place == hex_,
        )
    )


@RULES.effect("9.12", "9.0", on=Move)
def the_vehicle_goes_in_and_out(move: Move, board: BattleBoard) -> None:
    """The overrun is over for the vehicle when it has left the hex; then it may go on."""
    for run in board.state.overruns:
        if run.vehicle not in move.units or run.left:
            continue
        trek = board.state.treks.get(run.vehicle)
        here = board.pieces[run.vehicle].place
        if here == run.hex:
            run.entered = True
        elif run.entered or (trek is not None and run.hex in trek.path[1:]):
            run.entered = run.left = True


# -- the end ---------------------------------------------------------------------------------------


@RULES.rule("9.2.C", "9.12", "9.0", on=PhaseEnds)
def overruns_are_resolved_and_left(_: PhaseEnds, board: BattleBoard) -> Iterator[Finding]:
    """Each defender was rolled for, and the vehicle has left the hex."""
    for run in board.state.overruns:
        if not run.entered or is_destroyed(board, run) or is_open(board, run):
            continue
        vehicle = board.pieces[run.vehicle]
        missing = [piece for piece in defenders(board, run) if piece.id not in run.rolled]
        if missing:
            yield Finding(
                f"{vehicle.name} overruns {board.data.map.describe(run.hex)} without a roll for"
                f" {', '.join(piece.name for piece in missing)}",
                units=tuple(piece.id for piece in missing),
                hexes=(board.data.map.number(run.hex),),
                expected="two dice for each unit in the hex",
                rule="9.2.C",
            )
        trek = board.state.treks.get(run.vehicle)
        stuck = (trek is not None and bool(trek.stopped_by)) or vehicle.flag("immobilised")
        if vehicle.place == run.hex and not stuck and run.vehicle not in board.state.hit:
            yield Finding(
                f"{vehicle.name} stays in the hex that it overran",
                units=(vehicle.id,),
                hexes=(board.data.map.number(run.hex),),
                expected="an exit from the hex",
                rule="9.0",
            )
