"""Section 13.2, air strikes and anti-aircraft fire.

Air points are used up by strikes; what anti-aircraft fire takes from them is told only in part.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from compiler.hexes import Hex
from referee.actions import Declare, Move, Roll
from referee.board import Piece
from referee.findings import Finding
from referee.games.operation_spark import assaults, ground, reinforcements, units
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.combat_state import FireCombat
from referee.games.operation_spark.fire import results
from referee.games.operation_spark.fire.firing import joined
from referee.games.operation_spark.state import OperationBoard

ANTI_AIR, AIR_STRIKE = "anti-air", "air-strike"
MARKERS: Mapping[str, str] = MappingProxyType({"air-soviet": "soviet", "air-german": "german"})
"""Marker that counts air points to its side."""
SPECIAL = "special-air"


# -- strikes ---------------------------------------------------------------------------------------


@RULES.rule("13.2.2.p1", on="declare:air-strike")
def strikes_are_designated_by_whom_they_should(
    action: Declare, board: OperationBoard
) -> Iterator[Finding]:
    """Special strikes are the Initial Player's alone; nobody strikes with points he has not."""
    combat = joined(board, action).combat
    if combat.hex is None or not combat.points:
        return
    special = board.phase is not None and board.phase.section == SPECIAL
    names = board.data.sides
    if special and board.phasing is not None and combat.side != board.phasing:
        yield Finding(
            "a special air strike is not the Initial Player's",
            hexes=(board.data.map.number(combat.hex),),
            expected=names[board.phasing].name,
            found=names[combat.side].name if combat.side in names else combat.side,
        )
    left = board.state.air_points.get(combat.side)
    if left is not None and combat.points > left + _spent_here(board, combat):
        yield Finding(
            "an air strike with more air points than there are",
            hexes=(board.data.map.number(combat.hex),),
            expected=f"at most {left}",
            found=str(combat.points),
        )


def _spent_here(board: OperationBoard, combat: FireCombat) -> int:
    """Points already taken off for the same strike."""
    return board.state.combat.now.strikes.get(combat.number, 0)


@RULES.effect("13.2.2.p1", on="declare:air-strike", before=True)
def air_points_are_used_up(action: Declare, board: OperationBoard) -> None:
    """The points of a strike are taken off its side's, once."""
    found = joined(board, action)
    if found.fresh:
        _begin_strike(board)
    combat = found.combat
    now = board.state.combat.now
    spent = now.strikes.get(combat.number, 0)
    if combat.points > spent and combat.side in board.state.air_points:
        left = board.state.air_points[combat.side] - (combat.points - spent)
        board.state.air_points[combat.side] = max(left, 0)
        now.strikes[combat.number] = combat.points


@RULES.rule("16.3", on="declare:air-strike")
def balloons_are_spared(action: Declare, board: OperationBoard) -> Iterator[Finding]:
    """Air strikes do not attack balloons."""
    for name in action.names("targets") or ((action.target,) if action.target else ()):
        piece = board.pieces.get(name)
        if piece is not None and units.is_balloon(piece):
            yield Finding(f"{piece.name} is attacked from the air", units=(piece.id,),
                          expected="no air strike on a balloon")  # fmt: skip


@RULES.rule("13.2.3.p1", on="declare:air-strike")
def strikes_are_at_what_is_seen_from_the_air(
    action: Declare, board: OperationBoard
) -> Iterator[Finding]:
    """Of the six cases in which a unit is observed from the air four are in the text."""
    combat = joined(board, action).combat
    if combat.hex is None or not combat.points:
        return
    struck = [p for p in board.units_at(combat.hex) if p.side not in (None, combat.side)]
    if struck and not any(is_seen_from_above(board, piece) for piece in struck):
        yield Finding(
            f"whether anything in {board.data.map.describe(combat.hex)} is seen from the air is not"
            " in the text: two of the six cases are lost",
            units=tuple(piece.id for piece in struck),
            hexes=(board.data.map.number(combat.hex),),
            expected="units on water, in column, or outside entrenchments in the open or in"
            " settlements without woods",
            severity="unverifiable",
        )


@RULES.covers("13.2.3.p1")
def is_seen_from_above(board: OperationBoard, piece: Piece) -> bool:
    """On water, in column, in the open or a settlement without woods, out of entrenchments."""
    if not isinstance(piece.place, Hex):
        return False
    if ground.is_water(board, piece.place) or piece.flag("in-column"):
        return True
    if ground.occupies_entrenchment(board, piece):
        return False
    names = set(ground.by_class(board, piece.place).get(ground.GROUND_CLASS, ()))
    if names == {"clear"}:
        return True
    return bool(names & ground.SETTLEMENTS) and "woods" not in names


# -- anti-aircraft fire ----------------------------------------------------------------------------


@RULES.covers("13.2.5.p2")
def anti_air_range(piece: Piece) -> int:
    """Half the printed range, rounded up.

    >>> -(-3 // 2)
    2
    """
    return -(-(units.printed_range(piece) or 0) // 2)


@RULES.rule("13.2.5.p1", "13.2.5.p2", "13.2.5.p4", on="declare:anti-air")
def anti_aircraft_units_fire_at_aircraft(
    action: Declare, board: OperationBoard
) -> Iterator[Finding]:
    """Deployed anti-aircraft units in range fire, alone or together, at one air point each."""
    target = assaults.declared_hex(board, action)
    for piece in assaults.units_named(board, action.units):
        found = next(_anti_air_faults(board, piece, target), None)
        if found is not None:
            yield found


@RULES.covers("13.2.5", "13.2.5.p1")
def _anti_air_faults(board: OperationBoard, piece: Piece, target: Hex | None) -> Iterator[Finding]:
    def fault(rule: str, said: str, expected: str) -> Finding:
        return Finding(f"{piece.name} {said}", (piece.id,), expected=expected, rule=rule)

    if not units.is_anti_aircraft(piece):
        yield fault("13.2.5.p1", "fires at aircraft and is no anti-aircraft unit", "an AA unit")
    elif piece.flag("in-column"):
        yield fault("13.2.5.p1", "fires at aircraft in column", "a deployed unit")
    elif reinforcements.is_inactive(board, piece):
        yield fault("11.7.1.p1", "fires at aircraft and is not yet activated", "no fire")
    elif piece.id in board.state.combat.now.anti_air:
        yield fault("13.2.5.p4", "fires at a second air point", "one air point")
    elif target is not None and isinstance(piece.place, Hex):
        reach, distance = anti_air_range(piece), piece.place.distance(target)
        if distance > reach:
            said = f"fires at aircraft {distance} hexes away"
            yield fault("13.2.5.p2", said, f"at most {reach} hexes")


@RULES.effect("13.2.5.p4", "11.3.3.p9", on="declare:anti-air")
def anti_aircraft_fire_is_remembered(action: Declare, board: OperationBoard) -> None:
    """Who has fired at aircraft does not fire in zones of control later in the impulse."""
    now, combat = board.state.combat.now, board.state.combat
    _begin_strike(board)
    units_ = action.units or (combat.awaiting[1] if combat.awaiting[0] == ANTI_AIR else ())
    combat.awaiting = (ANTI_AIR, units_)
    now.anti_air.update(action.units)
    now.aa_fired.update(action.units)


def _begin_strike(board: OperationBoard) -> None:
    """Each strike is fired at anew: after the dice of one the guns are ready for the next."""
    now = board.state.combat.now
    last = now.fires[-1] if now.fires else None
    if last is not None and last.verb == AIR_STRIKE and last.rolled and not last.aircraft_gone:
        last.aircraft_gone = True
        now.anti_air.clear()
        now.shot_down.clear()


@RULES.effect("13.2.5.p3", on=Roll)
def anti_aircraft_dice_may_cost_a_point(roll: Roll, board: OperationBoard) -> None:
    """The strike is unaffected unless the die of the guns beats that of the side that strikes."""
    combat = board.state.combat
    if len(roll.result) < 2 or results.awaited_verb(board, roll) != ANTI_AIR:
        return
    gunners = assaults.units_named(board, combat.awaiting[1])
    combat.awaiting = (AIR_STRIKE, ())
    side = gunners[0].side if gunners else None
    if side is None:
        return
    ours, theirs = results.by_side(roll, side)
    enemy = board.data.opponent(side)
    if ours > theirs:
        combat.now.shot_down[enemy] = combat.now.shot_down.get(enemy, 0) + 1


# -- the record ------------------------------------------------------------------------------------


def _record(board: OperationBoard, action: Move) -> tuple[str, int] | None:
    """Side and number of air points that a marker is moved to show."""
    for name in action.units:
        side = MARKERS.get(name.partition("#")[0])
        shown = action.end.rpartition("-")[2]
        if side in board.data.sides and shown.isdigit():
            return str(side), int(shown)
    return None


@RULES.rule("13.2.5.p3", on=Move)
def aircraft_are_lost_to_strikes_and_dice_alone(
    action: Move, board: OperationBoard
) -> Iterator[Finding]:
    """Air points fall no further than strikes and anti-aircraft dice account for."""
    shown = _record(board, action)
    if shown is None or assaults.at(board) != "air-strikes":
        return
    side, points = shown
    known = board.state.air_points.get(side)
    if known is None:
        return
    least = max(known - board.state.combat.now.shot_down.get(side, 0), 0)
    if not least <= points <= known:
        yield Finding(
            f"the air points of the {board.data.sides[side].name} side change without cause",
            expected=f"{least} to {known}" if least < known else str(known),
            found=str(points),
        )


@RULES.effect("13.2.5.p3", on=Move)
def air_points_follow_their_marker(action: Move, board: OperationBoard) -> None:
    """Moving the marker on its record changes the points."""
    shown = _record(board, action)
    if shown is not None:
        board.state.air_points[shown[0]] = shown[1]
