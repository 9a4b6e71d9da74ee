"""Sections 11.1.3, 11.1.6 and 9.3.6: columns, deploying, dismounting, and what markers cost.

What column does to fire and assaults is with these.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import SetState
from referee.board import Piece
from referee.findings import Finding
from referee.games.operation_spark import eligibility, ground, units
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.movement import costs
from referee.games.operation_spark.movement.moves import can_pay, is_movement, rests_on, trek_of
from referee.games.operation_spark.state import OperationBoard

COLUMN, MARKER, DISMOUNTED, ENTRAINED = "in-column", "assault", "dismounted", "entrained"
PRICED = frozenset({COLUMN, MARKER, ENTRAINED})
"""Changes that movement points are paid for."""
FOOT_KINDS = frozenset({"motorized-infantry", "heavy-infantry"})


def _changing(board: OperationBoard, action: SetState) -> Piece | None:
    """The unit whose state really changes in its side's Movement Phase."""
    piece = board.pieces.get(action.unit or "")
    if piece is None or not units.is_unit(piece) or not is_movement(board):
        return None
    if piece.side != board.phasing or not isinstance(piece.place, Hex):
        return None
    changed = (piece.states.get(action.state) or None) != (action.value or None)
    return piece if changed else None


def price(board: OperationBoard, piece: Piece, action: SetState) -> float:
    """Movement points that a change of state costs."""
    if action.state == COLUMN:
        if action.value:
            return costs.act_cost(board, piece, "enter-column")
        here = piece.place
        return costs.deploy_cost(board, piece, here) if isinstance(here, Hex) else 0.0
    if action.state == MARKER and not action.value:
        trek = board.state.march.treks.get(piece.id)
        return -trek.marker if trek is not None else 0.0
    if action.state == MARKER and not piece.states.get(MARKER):
        return costs.act_cost(board, piece, "assault-marker")
    if action.state == ENTRAINED and not action.value:
        return costs.act_cost(board, piece, "detrain")
    return 0.0


@RULES.rule("11.1.4.p1", "11.1.3.p3", "11.1.3.p4", "11.1.8", "9.3.6.p1", on=SetState)
def changes_cost_movement_points(action: SetState, board: OperationBoard) -> Iterator[Finding]:
    """Column is taken on a road for a point, left for what the ground costs; a marker costs one.

    Detraining costs six; what entraining costs is not in the text.
    """
    piece = _changing(board, action)
    if piece is None or action.state not in PRICED or not isinstance(piece.place, Hex):
        return
    where = board.data.map.describe(piece.place)
    if action.state == COLUMN and action.value and not costs.has_road(board, piece.place):
        yield Finding(
            f"{piece.name} goes into column in {where}",
            units=(piece.id,),
            hexes=(board.number(piece.place),),
            expected="a hex with a road",
        )
        return
    if action.state == COLUMN and not action.value and _may_not_deploy(board, piece):
        yield Finding(
            f"{piece.name} deploys in {where}",
            units=(piece.id,),
            hexes=(board.number(piece.place),),
            expected="a column as long as it is on the water",
            rule="e4.0.p12",
        )
        return
    kind = costs.column(piece)
    leaves = action.state == COLUMN and not action.value and kind != "rail"
    if leaves and costs.ground_cost(board, kind, piece.place) is None:
        yield Finding(
            f"{piece.name} deploys in {where}",
            units=(piece.id,),
            hexes=(board.number(piece.place),),
            expected="terrain that it may enter off the road",
            rests_on=rests_on(board, (piece.place,)),
            rule="11.1.3.p3",
        )
        return
    cost = price(board, piece, action)
    paid, total, most = can_pay(board, piece, cost)
    if cost > 0 and not paid:
        doing = {MARKER: "get an Assault Marker", ENTRAINED: "detrain"}.get(
            action.state, "go into column" if action.value else "deploy"
        )
        rule = {MARKER: "9.3.6.p1", ENTRAINED: "11.1.8"}.get(
            action.state, "11.1.4.p1" if action.value else "11.1.3.p3"
        )
        yield Finding(
            f"{piece.name} has no movement points left to {doing} in {where}",
            units=(piece.id,),
            hexes=(board.number(piece.place),),
            expected=f"at most {most:g}",
            found=f"{total:g}",
            rests_on=rests_on(board, (piece.place,)),
            rule=rule,
        )


@RULES.covers("e4.0.p12")
def _may_not_deploy(board: OperationBoard, piece: Piece) -> bool:
    """Whether it is a tank that only a bridge brought onto the water."""
    heavy = costs.column(piece) == "track"
    return heavy and isinstance(piece.place, Hex) and ground.is_water(board, piece.place)


@RULES.effect("11.1.4.p1", "11.1.3.p3", "9.3.6.p1", on=SetState, before=True)
def changes_are_paid(action: SetState, board: OperationBoard) -> None:
    """What a change costs is spent; column taken in a hex is column on its road.

    A marker that is taken up again in the phase gives its point back.
    """
    piece = _changing(board, action)
    if piece is None or action.state not in PRICED:
        return
    trek = trek_of(board, piece)
    cost = price(board, piece, action)
    paid, _, _ = can_pay(board, piece, cost)
    trek.points += cost
    trek.over = trek.over or (cost > 0 and not paid)
    if action.state == MARKER:
        trek.marker = max(trek.marker + cost, 0.0)
    if action.state == COLUMN:
        board.state.march.off_road.discard(piece.id)


@RULES.rule("11.1.3.p2", on=SetState)
def columns_form_in_movement_alone(action: SetState, board: OperationBoard) -> Iterator[Finding]:
    """No unit goes into column outside its Movement Phase."""
    piece = board.pieces.get(action.unit or "")
    if piece is None or board.phase is None or action.state != COLUMN or not action.value:
        return
    if piece.flag(COLUMN) or (is_movement(board) and piece.side == board.phasing):
        return
    yield Finding(
        f"{piece.name} goes into column in the {board.phase.name}",
        units=(piece.id,),
        expected="its side's Movement Phase",
    )


@RULES.rule("e5.5.p14", on=SetState)
def units_hit_while_moving_get_no_marker(
    action: SetState, board: OperationBoard
) -> Iterator[Finding]:
    """A unit that zone fire suppressed or disrupted spends no more points, nor one for a marker."""
    piece = _changing(board, action)
    if piece is None or action.state != MARKER or not action.value or piece.states.get(MARKER):
        return
    if piece.id in board.state.combat.zone_hits:
        yield Finding(
            f"{piece.name} gets an Assault Marker though zone fire has shaken it",
            units=(piece.id,),
            hexes=(board.number(piece.place),),
            expected="no more movement points spent in the phase",
        )


# -- dismounting -----------------------------------------------------------------------------------


@RULES.rule("11.1.6", on=SetState)
def only_motorized_infantry_dismounts(action: SetState, board: OperationBoard) -> Iterator[Finding]:
    """Wheeled infantry may go on foot; engineers and all others have nothing to leave."""
    piece = board.pieces.get(action.unit or "")
    if piece is None or action.state != DISMOUNTED or not action.value:
        return
    if piece.counter.kind not in FOOT_KINDS:
        yield Finding(
            f"{piece.name} dismounts",
            units=(piece.id,),
            expected="motorized infantry",
            found=board.data.kinds[piece.counter.kind].name,
        )


@RULES.rule("11.3.2", on=SetState)
def remounting_beside_the_enemy_is_doubtful(
    action: SetState, board: OperationBoard
) -> Iterator[Finding]:
    """With the optional rule a zone of control limits remounting; how far is not in the text."""
    piece = board.pieces.get(action.unit or "")
    if piece is None or action.state != DISMOUNTED or action.value or not piece.flag(DISMOUNTED):
        return
    if "remounting" not in board.options or not isinstance(piece.place, Hex):
        return
    watching = eligibility.watchers(board, piece, piece.place)
    if watching:
        yield Finding(
            f"{piece.name} remounts beside {watching[0].name}; how a zone of control limits that is"
            " in a section that was not at hand",
            units=(piece.id,),
            hexes=(board.number(piece.place),),
            expected="no enemy zone of control",
            severity="unverifiable",
        )
