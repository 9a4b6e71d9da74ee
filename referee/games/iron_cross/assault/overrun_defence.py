"""Section 9.2, A and B: special fire before a vehicle enters, and infantry fire on it."""

from __future__ import annotations

from collections.abc import Iterator

from referee.actions import Declare, Roll
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import results, units
from referee.games.iron_cross.assault.overrun import (
    DEFENCE,
    DEFENCE_DICE,
    current,
    defenders,
    is_destroyed,
)
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.checks import bars, check_of
from referee.games.iron_cross.declared import target_units
from referee.games.iron_cross.fire_state import WreckOwed
from referee.games.iron_cross.morale import phase_id
from referee.games.iron_cross.movement import terrain
from referee.games.iron_cross.results import ELIMINATED
from referee.games.iron_cross.rolls import CHECK, answered
from referee.games.iron_cross.state import BattleBoard, Overrun
from referee.games.iron_cross.units import NORMAL

MARSH_BONUS = 2


# -- A: special fire -------------------------------------------------------------------------------


@RULES.rule("9.2.A", on="declare:anti-tank-fire")
def special_fire_meets_the_first_vehicle_once(
    declaration: Declare, board: BattleBoard
) -> Iterator[Finding]:
    """Special fire is at the overrunning vehicle, the first one, and before it enters.

    Who may fire in movement at all, and how often, is in 10.1.
    """
    if phase_id(board) not in ("movement", "reaction-movement"):
        return
    run = current(board)
    targets = target_units(declaration, board)
    for name in declaration.units:
        piece = board.piece(name)
        expected, found = "", ""
        if run is None or name not in run.defenders:
            if _is_idle(board, name, targets):
                expected = "a unit in a hex that is about to be overrun"
        elif targets and run.vehicle not in targets:
            expected, found = "the overrunning vehicle as target", ", ".join(targets)
        elif not run.first:
            expected, found = "the first vehicle only", "a later one"
        elif run.fired or run.rolled:
            expected, found = "fire before the vehicle enters", "fire during the overrun"
        if expected:
            yield Finding(
                f"{piece.name} fires at a vehicle during movement",
                units=(name,),
                expected=expected,
                found=found,
            )


def _is_idle(board: BattleBoard, name: str, targets: tuple[str, ...]) -> bool:
    """Whether a checked unit fires at vehicles that have not moved, so that nothing calls for it.

    Fire at one that has moved may be opportunity fire under another name.
    """
    if check_of(board, name, ("fire", "opportunity-fire")) is None:
        return False
    treks = [board.state.treks.get(target) for target in targets]
    return not any(trek is not None and trek.hexes for trek in treks)


@RULES.effect("9.2.A", on="declare:anti-tank-fire")
def special_fire_is_counted(declaration: Declare, board: BattleBoard) -> None:
    """Each weapon has one shot."""
    run = current(board)
    if run is not None:
        run.special_fire.update(set(declaration.units) & set(run.defenders))


# -- B: infantry fire ------------------------------------------------------------------------------


def best_defender(board: BattleBoard, run: Overrun) -> Piece | None:
    """The normal infantry unit of the highest rating in the hex; None without any."""
    able = [
        piece
        for piece in defenders(board, run)
        if units.is_infantry(piece) and results.status_of(board, piece.id) == NORMAL
    ]
    return max(able, key=units.rating, default=None)


@RULES.covers("9.2.B", "18.3")
def defence_number(board: BattleBoard, run: Overrun) -> int:
    """The highest sum of three dice that destroys the vehicle.

    Normal men, crews included, commanders once more; Tree symbols and improved position points;
    two in a marsh.
    """
    able = [
        piece for piece in defenders(board, run) if results.status_of(board, piece.id) == NORMAL
    ]
    number = sum(units.men(piece) + units.is_commander(piece) for piece in able)
    number += units.trees(board, run.hex) + units.position_points(board, run.hex)
    marsh = terrain.MARSH in board.data.map.hexes[run.hex].terrains
    return number + (MARSH_BONUS if marsh else 0)


def _may_check(board: BattleBoard, name: str, best: Piece) -> bool:
    """Whether a unit is infantry rated as high as the best defender."""
    piece = board.pieces.get(name)
    if piece is None or not units.is_infantry(piece):
        return False
    return units.rating(piece) >= units.rating(best)


@bars("9.2.B", "9.32", acts=(DEFENCE,))
def the_best_man_checks(board: BattleBoard, piece: Piece, _: str) -> Iterator[Finding]:
    """The best normal infantry unit checks, unless infantry comes with the vehicle."""
    run = current(board)
    best = best_defender(board, run) if run is not None else None
    rule, expected = "9.2.B", ""
    if run is None or piece.id not in run.defenders:
        expected = "a unit in a hex that is overrun"
    elif best is not None and any(_may_check(board, name, best) for name in run.checked):
        expected = "one check for each vehicle"
    elif run.infantry:
        rule, expected = "9.32", "no infantry fire, as infantry comes with the vehicle"
    elif best is None or not _may_check(board, piece.id, best):
        expected = best.name if best is not None else "a normal infantry unit"
    elif results.status_of(board, piece.id) != NORMAL:
        expected = "a normal infantry unit"
    if expected:
        yield Finding(
            f"{piece.name} checks to fire on the overrunning vehicle",
            units=(piece.id,),
            expected=expected,
            found=piece.name,
            rule=rule,
        )


@RULES.rule("9.2.B", "9.32", on=f"declare:{DEFENCE}")
def infantry_fires_when_its_check_is_passed(
    declaration: Declare, board: BattleBoard
) -> Iterator[Finding]:
    """Three dice, once for each vehicle, after the check."""
    run = current(board)
    names = run.checked if run is not None else []
    checks = [check_of(board, name, (DEFENCE,)) for name in names]
    taken = [check for check in checks if check is not None]
    rule, expected, found = "9.2.B", "", ""
    if run is None:
        expected = "an overrun"
    elif run.fired:
        expected, found = "one attempt for each vehicle", "a second one"
    elif run.infantry and not taken:
        rule, expected = "9.32", "no infantry fire, as infantry comes with the vehicle"
    elif not taken:
        expected, found = "a check of the best normal infantry unit", "none"
    elif taken[-1].passed is False:
        expected, found = "a check passed", "a check failed"
    if expected:
        yield Finding(
            "infantry fires on an overrunning vehicle",
            units=declaration.units,
            expected=expected,
            found=found,
            rule=rule,
        )


@RULES.effect("9.2.B", on=f"declare:{CHECK}")
def a_check_to_defend_is_counted(declaration: Declare, board: BattleBoard) -> None:
    """Against each vehicle one man checks, once."""
    run = current(board)
    if run is not None and declaration.text("for") == DEFENCE:
        run.checked.extend(declaration.units)


@RULES.effect("9.2.B", on=f"declare:{DEFENCE}")
def infantry_fire_is_counted(_: Declare, board: BattleBoard) -> None:
    """Until the dice are known, so is not what becomes of the vehicle."""
    run = current(board)
    if run is not None and not is_destroyed(board, run):
        run.fired = True
        run.destroyed = None
        board.state.uncertain.add(run.vehicle)


@RULES.effect("9.2.B", on="roll")
def the_dice_destroy_the_vehicle(roll: Roll, board: BattleBoard) -> None:
    """With the number of the hex or less the vehicle is destroyed, and a wreck stands there."""
    found = answered(board, DEFENCE)
    run = current(board)
    if found is None or run is None or len(roll.result) != DEFENCE_DICE:
        return
    number = defence_number(board, run)
    run.destroyed = roll.total <= number
    board.state.uncertain.discard(run.vehicle)
    if run.destroyed and run.vehicle in board.pieces:
        why = f"infantry fire, {roll.total} against {number}"
        results.owe(board, run.vehicle, "9.2.B", why, ELIMINATED)
        owe_wreck(board, run)


def owe_wreck(board: BattleBoard, run: Overrun) -> None:
    """A wreck marker has to be put into the overrun hex. Call it from an effect only."""
    wrecks = sum(units.is_wreck(piece) for piece in board.at(run.hex))
    board.state.fire.wrecks_owed[run.vehicle] = WreckOwed(run.hex, "9.2.B", wrecks)
