"""Sections 13.6.2, 13.7 and 13.11.5: advances into a hex that the enemy has left, and beyond.

A unit that advances before assault combat may take its marker along to another hex.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Declare, Move, SetState
from referee.board import Piece
from referee.findings import Finding
from referee.games.operation_spark import assaults, retreat
from referee.games.operation_spark.assault import journeys
from referee.games.operation_spark.assault.journeys import Leg
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.combat_state import Assault
from referee.games.operation_spark.fire import losses
from referee.games.operation_spark.state import OperationBoard

AFTER_ASSAULT = "assault"
RULE = {AFTER_ASSAULT: "13.11.5.p1"}


def rule_of(board: OperationBoard) -> str:
    """The paragraph of an advance in the present phase."""
    return RULE.get(assaults.at(board), "13.6.2.p1")


@RULES.rule("13.11.5.p1", "13.6.2.p1", on=Move)
def advances_follow_the_enemy(action: Move, board: OperationBoard) -> Iterator[Finding]:
    """Assaulting units enter the vacated target hex first; after assault combat they may go on."""
    if not journeys.is_combat_move(board, action):
        return
    going = [leg for leg in journeys.legs(board, action) if leg.role == "advance"]
    for leg in going:
        found = next(_faults(board, leg), None)
        if found is not None:
            yield found
    end = going[0].path[-1] if going else None
    pieces = tuple(leg.piece for leg in going)
    enemies = end is not None and retreat.enemies_in(board, end, pieces[0].side)
    if end is not None and not enemies and not retreat.has_room(board, end, pieces):
        yield Finding(
            f"{', '.join(p.name for p in pieces)} overstack {board.data.map.describe(end)}",
            units=tuple(piece.id for piece in pieces),
            hexes=(board.data.map.number(end),),
            expected="at most 12 current steps",
            rule="11.2.p1",
        )


def _faults(board: OperationBoard, leg: Leg) -> Iterator[Finding]:
    piece, assault = leg.piece, leg.assault

    def fault(said: str, expected: str = "", found: str = "") -> Finding:
        numbers = tuple(map(board.data.map.number, leg.path))
        rule = rule_of(board)
        return Finding(f"{piece.name} {said}", (piece.id,), numbers, expected, found, rule=rule)

    if assault is None or not may_advance(board, assault, piece):
        yield fault("advances without a part in the assault", "a unit that assaults the hex")
        return
    if assaults.defenders_in(board, assault):
        yield fault("advances while the enemy is still there", "a vacated hex")
        return
    path = (*leg.before, *leg.path)
    first = path[1] if len(path) > 1 else path[0]
    if leg.complete and first != assault.hex:
        target = board.data.map.describe(assault.hex)
        yield fault("does not enter the Assault Target Hex first", target)
        return
    if any(retreat.enemies_in(board, hex_, piece.side) for hex_ in leg.path[1:]):
        yield fault("advances into a hex of the enemy", "a hex without enemies")
    most = longest(board, assault)
    if leg.hexes > most:
        yield fault("advances too far", f"at most {most} hexes", f"{leg.hexes} hexes")


@RULES.covers("13.11.5.p1", "13.6.2.p1")
def may_advance(board: OperationBoard, assault: Assault, piece: Piece) -> bool:
    """Units that assault or have assaulted the hex advance; not those that lost their marker."""
    now = board.state.combat.now
    if piece.id not in assault.attackers or piece.id in now.lost | now.withdrew:
        return False
    if assaults.at(board) == AFTER_ASSAULT and assault.resolved:
        return piece.id in assault.participants.get(assault.attacker, ())
    return piece.id not in now.gave_up or piece.id in now.advanced


@RULES.covers("13.11.5.p1")
def longest(board: OperationBoard, assault: Assault) -> int:
    """Hexes of an advance: one before assault combat, after it as far as the enemy went and one.

    Whether it must stop after a retreat of one hex is told in two ways (defect
    advance-after-one-hex).
    """
    if assaults.at(board) != AFTER_ASSAULT or not assault.resolved:
        return 1
    gone = [len(path) - 1 for path in assault.withdrawal_paths.values()]
    return max([*gone, assault.retreat_owed, 1]) + 1


def legal_advances(board: OperationBoard, unit: str) -> tuple[Hex, ...]:
    """The hexes into which a unit may advance from where it is."""
    piece, assault = board.pieces.get(unit), assaults.current(board)
    if piece is None or assault is None or not isinstance(piece.place, Hex):
        return ()
    if not may_advance(board, assault, piece) or assaults.defenders_in(board, assault):
        return ()
    journey = board.state.combat.journeys.get(unit)
    gone = len(journey.path) - 1 if journey is not None and journey.kind == "advance" else 0
    if gone >= longest(board, assault) or losses.is_held_on_its_way(board, piece):
        return ()
    near = board.data.map.grid.neighbours(piece.place).values()
    wanted = near if gone else [hex_ for hex_ in near if hex_ == assault.hex]
    return tuple(
        hex_
        for hex_ in wanted
        if not retreat.enemies_in(board, hex_, piece.side)
        and retreat.has_room(board, hex_, (piece,))
    )


# -- follow-on assaults ----------------------------------------------------------------------------


@RULES.rule("13.6.2.p2", on="declare:follow-on")
def only_advanced_units_go_on_to_assault(
    action: Declare, board: OperationBoard
) -> Iterator[Finding]:
    """A unit that has advanced before assault combat may take its marker along."""
    for piece in assaults.units_named(board, action.units):
        if piece.id not in board.state.combat.now.advanced:
            yield Finding(
                f"{piece.name} goes on to another assault without having advanced",
                units=(piece.id,),
                expected="a unit that has advanced after barrage fire or a withdrawal",
            )


@RULES.effect("13.6.2.p2", on="declare:follow-on")
def follow_on_assaults_are_remembered(action: Declare, board: OperationBoard) -> None:
    """Its marker may be turned now."""
    board.state.combat.now.follows_on.update(action.units)


@RULES.rule("9.3.6.p1", "13.6.2.p2", on=SetState)
def markers_are_placed_in_movement(action: SetState, board: OperationBoard) -> Iterator[Finding]:
    """No marker is put down or turned in the Combat Phase but for a follow-on assault."""
    if action.state != "assault" or not action.value or action.unit not in board.pieces:
        return
    if action.value == board.pieces[action.unit].states.get("assault"):
        return
    if not assaults.in_combat(board) or action.unit in board.state.combat.now.advanced:
        return
    yield Finding(
        f"{board.pieces[action.unit].name} gets an Assault Marker in the Combat Phase",
        units=(action.unit,),
        expected="a marker placed in the Movement Phase, or a follow-on assault",
    )
