"""Chapter 13, opportunity fire: at units that have just entered a hex, within its ranges."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Declare
from referee.board import MoveRecord, Piece
from referee.findings import Finding
from referee.games.iron_cross import units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.checks import bars, check_of
from referee.games.iron_cross.concealed import is_hidden_box
from referee.games.iron_cross.declared import number, pieces, target_hex, target_units
from referee.games.iron_cross.fire.small_arms import (
    ANTI_TANK,
    LANE,
    OPPORTUNITY,
    SPRAY,
    factors_used,
    fire_rule,
)
from referee.games.iron_cross.fire_state import Factors
from referee.games.iron_cross.records import firing_hex, in_movement
from referee.games.iron_cross.state import BattleBoard

RANGES = "opportunity_fire_ranges"
INITIAL, NORMAL = "initial", "normal"


@RULES.covers("13.13", "13.16", "13.0")
def just_entered(board: BattleBoard, moves: int | None = None) -> Hex | None:
    """The hex into which a unit moved last in this phase, so that it may be fired at there.

    With `moves` as it was when so many moves had been made.
    """
    for record in reversed(board.moves[:moves]):
        markers = all(board.counter(name).is_marker for name in record.units)
        if markers or not isinstance(record.end, Hex) or is_hidden_box(record.start):
            continue
        return record.end
    return None


@bars("13.0", "13.13", acts={OPPORTUNITY})
def nobody_fires_as_targets_pass_before_any_does(
    board: BattleBoard, piece: Piece, _: str
) -> Iterator[Finding]:
    """It is moving units that are fired at: until one has entered a hex there is nothing to try.

    Special fire before an overrun (9.2.A) does not wait for that.
    """
    if not in_movement(board) or board.state.overruns:
        return
    if not any(_enters(board, record, piece) for record in board.moves):
        yield Finding(
            f"{piece.name} opportunity fires before any enemy has moved",
            units=(piece.id,),
            expected="an enemy unit that has just entered a hex",
            rule="13.13",
        )


def _enters(board: BattleBoard, record: MoveRecord, piece: Piece) -> bool:
    counters = [board.counter(name) for name in record.units]
    enemies = any(not counter.is_marker and counter.side != piece.side for counter in counters)
    return enemies and isinstance(record.end, Hex) and not is_hidden_box(record.start)


@fire_rule("13.13", "13.16", "13.0", verbs=(OPPORTUNITY, ANTI_TANK, LANE, SPRAY))
def opportunity_fire_is_at_a_hex_just_entered(
    declaration: Declare, board: BattleBoard
) -> Iterator[Finding]:
    """In movement only a hex into which an enemy unit has just moved may be fired at.

    Anti-tank fire as well, unless it is special fire, of which 9.2.A tells.
    """
    hex_ = target_hex(declaration, board)
    if hex_ is None or not in_movement(board):
        return
    entered = just_entered(board)
    if declaration.verb in (LANE, SPRAY) and entered is not None:
        return
    if declaration.verb == ANTI_TANK and not _passed_by(declaration, board):
        return
    if hex_ != entered:
        yield Finding(
            f"opportunity fire is at {number(board, hex_)}, into which nobody has just moved",
            units=declaration.units,
            hexes=(board.data.map.number(hex_),),
            expected=f"the hex entered last: {number(board, entered)}",
            rule="13.13",
        )


def _passed_by(declaration: Declare, board: BattleBoard) -> bool:
    """Whether anti-tank fire is at a vehicle that has moved, by units that it does not overrun."""
    overruns = board.state.overruns
    if overruns and set(declaration.units) & set(overruns[-1].defenders):
        return False
    treks = (board.state.treks.get(name) for name in target_units(declaration, board))
    return any(trek is not None and trek.hexes for trek in treks)


def checked_at(board: BattleBoard, unit: str) -> Hex | None:
    """The hex entered last when a unit passed its check to fire as targets pass; None without."""
    check = check_of(board, unit, (OPPORTUNITY,))
    return just_entered(board, check.moves) if check is not None and check.passed else None


@fire_rule("10.0.c", "13.0", verbs=(OPPORTUNITY,))
def a_check_is_for_fire_at_the_hex_then_entered(
    declaration: Declare, board: BattleBoard
) -> Iterator[Finding]:
    """The target hex comes first, then the check: one that was passed is not saved for another."""
    hex_ = target_hex(declaration, board)
    if hex_ is None or hex_ != just_entered(board):
        return
    for piece in pieces(board, declaration.units):
        then = checked_at(board, piece.id)
        if then in (None, hex_):
            continue
        yield Finding(
            f"{piece.name} fires at {number(board, hex_)} on a check that it took before an enemy"
            " entered it",
            units=(piece.id,),
            hexes=(board.data.map.number(hex_),),
            expected=f"fire at {number(board, then)}, which had been entered last",
            found=f"fire at {number(board, hex_)}",
            rule="10.0.c",
        )


def longest_range(board: BattleBoard, piece: Piece, factors: Factors) -> int | None:
    """Hexes to which a unit may opportunity fire; None where nothing limits it (13.2)."""
    cell = str(board.data.tables[RANGES].cell(row_of(piece, factors), "range"))
    if cell == NORMAL:
        return None
    return units.figure(piece, "range") if cell == INITIAL else int(cell)


def row_of(piece: Piece, factors: Factors) -> str:
    """The row of the table of opportunity fire ranges for a unit."""
    if units.is_machine_gun(piece):
        return "machine-gun"
    if units.is_anti_tank_rifle(piece):
        return "anti-tank-rifle"
    if units.is_vehicle(piece):
        return "vehicle-at" if factors == "at" else "vehicle-ap"
    return "anti-tank-gun" if units.is_anti_tank_gun(piece) else "infantry"


@fire_rule("13.2", verbs=(OPPORTUNITY,))
def opportunity_fire_keeps_its_ranges(
    declaration: Declare, board: BattleBoard
) -> Iterator[Finding]:
    """Infantry three hexes, machine guns their initial range, vehicles ten with AP factors."""
    hex_ = target_hex(declaration, board)
    if hex_ is None:
        return
    factors = factors_used(declaration)
    for piece in pieces(board, declaration.units):
        here = firing_hex(piece)
        limit = longest_range(board, piece, factors)
        if here is None or limit is None or here.distance(hex_) <= limit:
            continue
        yield Finding(
            f"{piece.name} opportunity fires too far, at {number(board, hex_)}",
            units=(piece.id,),
            hexes=(board.data.map.number(hex_),),
            expected=f"at most {limit} hexes",
            found=str(here.distance(hex_)),
            rule="13.2",
        )
