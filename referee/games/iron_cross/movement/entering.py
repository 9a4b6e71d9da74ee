"""What hexes a unit may not enter: off the scenario's map, held, taken by a vehicle, barred."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import forces, units
from referee.games.iron_cross.concealed import hidden_places
from referee.games.iron_cross.movement.steps import OFF_MAP, Attempt, step_rule
from referee.games.iron_cross.state import BattleBoard


@step_rule("2.1")
def stays_on_the_scenarios_map(attempt: Attempt) -> Iterator[Finding]:
    """Play is on the smaller maps that the scenario names."""
    if not forces.is_on_scenario_map(attempt.board, attempt.end):
        yield attempt.fault(
            "2.1",
            f"moves beyond the map of the scenario into {attempt.into}",
            expected="the smaller maps in use",
        )


@step_rule("24.1")
def comes_in_where_it_may(attempt: Attempt) -> Iterator[Finding]:
    """A unit enters the map in its area."""
    if attempt.start != OFF_MAP:
        return
    ways = forces.open_ways(attempt.board, attempt.piece)
    ways = ways or forces.ways_in(attempt.board, attempt.piece)
    if not ways or any(attempt.end in forces.area(attempt.board, way.area) for way in ways):
        return
    scenario = attempt.board.scenario
    yield attempt.fault(
        scenario.rule if scenario is not None else "24.1",
        f"enters the map in {attempt.into}",
        expected=" or ".join(way.area for way in ways),
    )


@step_rule("8.23", "9.0", "24.23")
def enters_no_enemy_hex(attempt: Attempt) -> Iterator[Finding]:
    """Only an overrun leads into a hex with enemy units; hidden ones are placed before."""
    enemies = units.enemies_at(attempt.board, attempt.end, attempt.piece.side)
    if not enemies and _is_noted(attempt):
        yield _unseen(attempt)
    if not enemies or is_overrunning(attempt.board, attempt.piece, attempt.end):
        return
    if all(enemy.flag("hidden") for enemy in enemies):
        yield _unseen(attempt)
    else:
        seen = next(enemy for enemy in enemies if not enemy.flag("hidden"))
        yield attempt.fault("8.23", f"enters {attempt.into}, held by {seen.name}")


def _is_noted(attempt: Attempt) -> bool:
    """Whether enemy units are hidden in the hex by a note."""
    board = attempt.board
    return any(
        hex_ == attempt.end and board.counter(unit).side != attempt.piece.side
        for unit, hex_ in (hidden_places(board) if board.state.noted_hexes else {}).items()
    )


def _unseen(attempt: Attempt) -> Finding:
    return attempt.fault(
        "24.23",
        f"enters {attempt.into}, where enemy units are hidden",
        expected="the hidden units placed on the map, and the mover before them",
    )


def is_overrunning(board: BattleBoard, piece: Piece, hex_: Hex) -> bool:
    """Whether a unit goes into a hex to overrun it, or with the vehicle that does."""
    return any(
        run.hex == hex_ and not run.left and (piece.id == run.vehicle or piece.id in run.infantry)
        for run in board.state.overruns
    )


@step_rule("8.61", "12.4")
def vehicles_enter_no_hex_with_a_vehicle_or_wreck(attempt: Attempt) -> Iterator[Finding]:
    """A vehicle passes neither another vehicle nor a wreck; men pass through friends."""
    if not units.is_vehicle(attempt.piece):
        return
    for other in attempt.board.at(attempt.end):
        if other is attempt.piece:
            continue
        if units.is_wreck(other):
            yield attempt.fault("12.4", f"enters {attempt.into}, where a wreck stands")
            return
        if units.is_vehicle(other) and other.side == attempt.piece.side:
            yield attempt.fault("8.61", f"enters {attempt.into}, where {other.name} is")
            return


@step_rule("8.5")
def enters_no_prohibited_terrain(attempt: Attempt) -> Iterator[Finding]:
    """What the chart prohibits to a type of unit is not entered."""
    if attempt.cost is None:
        terrains = attempt.board.data.map.hexes[attempt.end].terrains
        yield attempt.fault(
            "8.5",
            f"enters {attempt.into}, which is prohibited to it",
            found=", ".join(sorted(terrains)),
        )
