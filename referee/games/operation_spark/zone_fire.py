"""Sections 11.3.3 and 11.3.4: what triggers zone fire, and stacks that have to move apart for it.

Who may fire with what is in `eligibility`, the fire itself in `firing`.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import BeginPhase, Declare, Move, PhaseEnds, SetState
from referee.board import Piece
from referee.findings import Finding
from referee.games.operation_spark import assaults, eligibility, observation, retreat, units
from referee.games.operation_spark.assault import journeys
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.march_state import Leaving, ZoneTrigger
from referee.games.operation_spark.movement.moves import is_movement, movers
from referee.games.operation_spark.state import OperationBoard

FORMATION = "formation"
LEAVING_PHASES = (
    frozenset({"movement", "assault"}) | assaults.DEFENSIVE | assaults.DEFENDER_WITHDRAWAL
)
"""Phases in which a unit that goes on may be fired at for it."""


def targets(board: OperationBoard, action: Declare) -> tuple[Hex | None, tuple[Piece, ...]]:
    """The hex that zone fire hits and the units that are said to have triggered it."""
    hex_ = assaults.declared_hex(board, action)
    named = assaults.units_named(board, (*action.names("targets"), action.target or ""))
    firers = {board.pieces[name].side for name in action.units if name in board.pieces}
    if named:
        return hex_, tuple(named)
    if hex_ is None:
        return None, ()
    return hex_, tuple(piece for piece in board.units_at(hex_) if piece.side not in firers)


@RULES.effect("11.3.4.p1", "11.3.4.p5", "11.3.3.p4", on="declare:zone-fire", before=True)
def the_triggering_units_are_remembered(action: Declare, board: OperationBoard) -> None:
    """Who leaves the hex or changes formation in it, and whether its Movement Phase began there."""
    hex_, pieces = targets(board, action)
    if hex_ is None or not pieces:
        return
    march = board.state.march
    before = march.trigger
    names = tuple(piece.id for piece in pieces)
    changing = action.text("for") == FORMATION
    if before is not None and before.hex == hex_ and not action.names("targets"):
        names = before.units
    if before is not None and before.hex == hex_ and not action.units:
        # A declaration that only names who is rolled for goes on with what triggered the fire.
        names = before.units
        changing = changing or before.changes_formation
    moving = is_movement(board)
    treks = [march.treks.get(name) for name in names]
    march.trigger = ZoneTrigger(
        names,
        hex_,
        began_here=moving and all(trek is None or trek.start == hex_ for trek in treks),
        changes_formation=changing,
        crossed_stream=moving and any(name in march.crossed_stream for name in names),
    )


@RULES.effect("11.3.4.p1", on="declare:reveal")
def who_is_about_to_leave_is_remembered(action: Declare, board: OperationBoard) -> None:
    """Units told beside the enemy are about to leave their hex, or to change formation there.

    Nothing is demanded of a log that does not tell them.
    """
    march = board.state.march
    told = assaults.units_named(board, action.units)
    places = {piece.place for piece in told}
    if len(places) != 1 or assaults.at(board) not in LEAVING_PHASES:
        return
    here = places.pop()
    if not isinstance(here, Hex):
        return
    names = tuple(piece.id for piece in told)
    fires = len(board.state.combat.now.fires)
    march.leaving = Leaving(names, here, fires, action.text("for") == FORMATION)
    march.trigger = None


@RULES.effect("11.3.4.p1", on=Move)
@RULES.effect("11.3.4.p1", on=SetState)
def who_has_left_is_forgotten(action: Move | SetState, board: OperationBoard) -> None:
    """Those that were announced have gone, or have changed formation."""
    march = board.state.march
    if march.leaving is None or (isinstance(action, Move) and board.is_sorting(action)):
        return
    if isinstance(action, SetState):
        over = action.state == "in-column" and action.unit in march.leaving.units
    else:
        over = bool(set(action.units) & set(march.leaving.units))
    if over:
        march.leaving = None


# -- the three conditions --------------------------------------------------------------------------


@RULES.rule(
    "11.3.3.p3", "11.3.3.p4", "11.3.3.p5", "11.3.3.p6", "11.3.3.p7", "11.3.4.p3",
    on="declare:zone-fire",
)  # fmt: skip
def zone_fire_is_triggered_by_an_enemy_beside(
    action: Declare, board: OperationBoard
) -> Iterator[Finding]:
    """Some enemy beside the hex exerts a zone of the right kind into it and is able to fire.

    Where one of those that fire stands beside the hex, it is judged as a firer.
    """
    hex_, pieces = targets(board, action)
    if hex_ is None or not pieces:
        return
    firers = assaults.units_named(board, action.units)
    if any(isinstance(p.place, Hex) and p.place.distance(hex_) <= 1 for p in firers):
        return
    if any(eligibility.watchers(board, piece, hex_) for piece in pieces):
        return
    beside = retreat.has_enemy_beside(board, hex_, pieces[0].side)
    yield Finding(
        f"zone fire at {', '.join(p.name for p in pieces)} in {board.data.map.describe(hex_)}"
        " is not triggered",
        units=action.units or tuple(piece.id for piece in pieces),
        hexes=(board.data.map.number(hex_),),
        expected="an enemy beside the hex with a zone of control of the right kind",
        found="none that is able to fire so" if beside else "no enemy beside it",
        rule="11.3.3.p5" if beside else "11.3.3.p4",
    )


# -- when it may come ------------------------------------------------------------------------------


@RULES.rule(
    "11.3.3.p1", "11.3.3.p8", "11.3.3.p9", "11.3.3.p10", "11.3.3.p11", on="declare:zone-fire"
)
def zone_fire_comes_when_it_may(action: Declare, board: OperationBoard) -> Iterator[Finding]:
    """In movement always; in combat at units that go on from a hex they withdrew or retreated to.

    In all other phases, Offensive Fire Segments and attacker withdrawals too, there is none.
    """
    hex_, pieces = targets(board, action)
    phase = assaults.at(board)
    if hex_ is None or not pieces or phase == "movement" or board.phase is None:
        return
    rule, why = "", ""
    if assaults.in_combat(board) and phase not in LEAVING_PHASES:
        rule = "11.3.3.p8" if phase in assaults.ATTACKER_WITHDRAWAL else "11.3.3.p1"
        why = f"in the {board.phase.name}"
    elif not any(board.state.combat.journeys.get(piece.id) for piece in pieces):
        rule = _first_hex_rule(board, pieces[0], phase)
        why = "at a unit that leaves its first hex"
    if rule:
        yield Finding(
            f"zone fire at {', '.join(p.name for p in pieces)} comes {why}",
            units=tuple(piece.id for piece in pieces),
            hexes=(board.data.map.number(hex_),),
            expected="zone fire in movement, or beyond the first hex of a withdrawal or retreat",
            rule=rule,
        )


def _first_hex_rule(board: OperationBoard, piece: Piece, phase: str) -> str:
    """The case that keeps a unit from zone fire as it leaves its first hex."""
    if phase in assaults.DEFENDER_WITHDRAWAL:
        return "11.3.3.p8"
    if phase in assaults.DEFENSIVE:
        return "11.3.3.p9"
    assault = assaults.current(board)
    if phase != "assault":
        return ""
    won = assault is not None and assault.retreat_owed and piece.id in assault.attackers
    return "11.3.3.p11" if won else "11.3.3.p10"


# -- moving apart ----------------------------------------------------------------------------------


@RULES.rule("11.3.4.p4", on=Move)
def vehicles_leave_the_enemy_one_by_one(action: Move, board: OperationBoard) -> Iterator[Finding]:
    """Out of a hex where zone fire threatens vehicles go alone, other units as a stack."""
    stack, left = _stack_and_hexes_left(board, action)
    if len(stack) < 2 or not any(map(units.is_afv, stack)):
        return
    for hex_ in left:
        watching = [e for piece in stack for e in eligibility.watchers(board, piece, hex_)]
        if watching:
            yield Finding(
                f"{', '.join(p.name for p in stack)} move together out of"
                f" {board.data.map.describe(hex_)}, where {watching[0].name} could fire at them",
                units=tuple(piece.id for piece in stack),
                hexes=(board.data.map.number(hex_),),
                expected="each vehicle by itself, the other units as a stack",
            )
            return


@RULES.covers("11.3.4.p4", "11.3.3.p11")
def _stack_and_hexes_left(
    board: OperationBoard, action: Move
) -> tuple[tuple[Piece, ...], tuple[Hex, ...]]:
    """Units that go together, and the hexes in which zone fire may come at them as they leave.

    In movement those are all hexes that they are known to leave, in an advance all after the first.
    """
    stack = movers(board, action)
    if stack:
        places = [board.location(text) for text in action.path]
        known = places[:-1] if action.complete else places[:1]
        return stack, tuple(h for h in known if isinstance(h, Hex) and h != places[-1])
    if not journeys.is_combat_move(board, action):
        return (), ()
    going = [leg for leg in journeys.legs(board, action) if leg.role == "advance"]
    if not going:
        return (), ()
    leg = going[0]
    way = (*leg.before, *leg.path)
    left = way[1:-1] if leg.complete else way[1 : len(leg.before) + 1]
    return tuple(each.piece for each in going), left


# -- at night and in a lull ------------------------------------------------------------------------


@RULES.rule("9.3.3.p1", "9.3.3.p3", on="declare:zone-fire")
def zone_fire_at_night_is_at_units_of_an_assault(
    action: Declare, board: OperationBoard
) -> Iterator[Finding]:
    """At night only units of an assault trigger zone fire after movement; in a lull none does."""
    hex_, pieces = targets(board, action)
    if hex_ is None or not pieces or not observation.is_night(board):
        return
    names = ", ".join(piece.name for piece in pieces)
    if board.state.march.initiative.lull:
        yield Finding(
            f"zone fire at {names} comes at night in a lull",
            units=tuple(piece.id for piece in pieces),
            expected="zone fire in a daylight impulse",
        )
    elif not is_movement(board) and not any(assaults.is_involved(board, p.id) for p in pieces):
        yield Finding(
            f"zone fire at {names} comes at night at units that have no part in an assault",
            units=tuple(piece.id for piece in pieces),
            expected="units that were involved in an assault",
            rule="9.3.3.p3",
        )


@RULES.effect("9.3.3.p3", on=Move)
def zones_entered_at_night_are_remembered(action: Move, board: OperationBoard) -> None:
    """What matters is who watches the hex as the unit comes; others may be woken later."""
    if not is_movement(board) or not observation.is_night(board):
        return
    watched = board.state.march.watched
    for name in action.units:
        piece = board.pieces.get(name)
        if piece is None or not units.is_unit(piece) or not isinstance(piece.place, Hex):
            continue
        if eligibility.watchers(board, piece, piece.place):
            watched.add(name)
        else:
            watched.discard(name)


@RULES.rule("9.3.3.p3", on=PhaseEnds)
def only_assaulting_units_enter_zones_at_night(
    _: PhaseEnds, board: OperationBoard
) -> Iterator[Finding]:
    """A unit that came into an enemy zone of control at night has got an Assault Marker."""
    if not is_movement(board) or not observation.is_night(board):
        return
    moved = {name for move in board.moves for name in move.units if move.start != move.end}
    for name in sorted(moved):
        piece = board.pieces.get(name)
        if piece is None or not units.is_unit(piece) or not isinstance(piece.place, Hex):
            continue
        if piece.side != board.phasing or name in board.state.combat.now.received:
            continue
        trek = board.state.march.treks.get(name)
        if trek is not None and trek.start == piece.place:
            continue
        watching = eligibility.watchers(board, piece, piece.place)
        if watching and name in board.state.march.watched:
            yield Finding(
                f"{piece.name} enters the zone of control of {watching[0].name} at night",
                units=(name,),
                hexes=(board.number(piece.place),),
                expected="an Assault Marker on it",
            )


@RULES.effect("11.3.3.p4", on=BeginPhase)
def triggers_do_not_outlast_a_phase(_: BeginPhase, board: OperationBoard) -> None:
    """Nobody is about to move any more when a phase begins."""
    board.state.march.trigger = None
    board.state.march.leaving = None
