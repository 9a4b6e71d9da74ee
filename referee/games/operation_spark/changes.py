"""Changes of a unit that nothing calls for: losses, status and removal out of the blue (13.10.8).

Recovery from suppression and disruption is here too (13.10.10).
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.actions import Declare, Move, Remove, SetState
from referee.board import Piece
from referee.findings import Finding
from referee.games.operation_spark import assaults, units
from referee.games.operation_spark.assault import journeys
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.combat_state import Outcome
from referee.games.operation_spark.fire import doubts, losses, morale
from referee.games.operation_spark.state import OperationBoard

LOSSES, SUPPRESSED, DISRUPTED = "step-losses", "suppressed", "disrupted"
RECOVERY = "recovery"


def is_watched(board: OperationBoard) -> bool:
    """Whether only fire and assaults change units now: in movement and combat."""
    return assaults.at(board) == "movement" or assaults.in_combat(board)


def expected(board: OperationBoard, unit: str) -> frozenset[Outcome]:
    """What a unit may have to suffer now."""
    return frozenset(o for due in losses.open_for(board, unit) for o in due.outcomes)


@RULES.rule("13.10.8.p1", "13.10.10", on=SetState)
def units_suffer_only_by_fire_and_assault(
    action: SetState, board: OperationBoard
) -> Iterator[Finding]:
    """No step is lost or won back, and no status changes, that no dice call for.

    What was not suffered in time has been found already, and may be made up for. Outside movement
    and combat chapters that were not at hand may cost steps; none gives any back.
    """
    if action.unit not in board.pieces or board.phase is None:
        return
    piece = board.pieces[action.unit]
    if not is_watched(board) and not _wins_back(piece, action):
        return
    if not units.is_unit(piece) or doubts.is_accounted_for(board, piece):
        return
    if _takes_back(board, action):
        return
    if action.state == LOSSES:
        yield from _loss_faults(board, piece, action)
    elif action.state in {SUPPRESSED, DISRUPTED}:
        yield from _status_faults(board, piece, action)


def _takes_back(board: OperationBoard, action: SetState) -> bool:
    """Whether a change puts right what was changed without cause, and found then."""
    known = board.state.combat.groundless
    key = (action.unit or "", action.state)
    return key in known and (known[key] or None) == (action.value or None)


@RULES.effect("13.10.8.p1", "13.10.10", on=SetState, before=True)
def changes_without_cause_may_be_taken_back(action: SetState, board: OperationBoard) -> None:
    """What a unit was before is remembered: to put it right is no second breach."""
    if action.state not in {LOSSES, SUPPRESSED, DISRUPTED} or action.unit not in board.pieces:
        return
    known = board.state.combat.groundless
    key = (action.unit, action.state)
    if _takes_back(board, action):
        del known[key]
    elif key not in known and any(units_suffer_only_by_fire_and_assault(action, board)):
        known[key] = board.pieces[action.unit].states.get(action.state)


def _wins_back(piece: Piece, action: SetState) -> bool:
    """Whether a change gives steps back to a unit."""
    lost = action.value if isinstance(action.value, int) else 0
    return action.state == LOSSES and lost < piece.level(LOSSES)


def _loss_faults(board: OperationBoard, piece: Piece, action: SetState) -> Iterator[Finding]:
    said = action.value if isinstance(action.value, int) else 0
    before = piece.level(LOSSES)
    if piece.id in board.state.combat.now.disputed:
        return
    due = [o for o in losses.open_for(board, piece.id) if not o.losses_judged]
    if said == before or any(outcome.losses for o in due for outcome in o.outcomes):
        return
    lost = said > before
    yield Finding(
        f"{piece.name} {'loses' if lost else 'gets back'} steps without cause",
        units=(piece.id,),
        expected=f"{before} step boxes marked",
        found=str(said),
        rule="13.10.8.p1",
    )


def _status_faults(board: OperationBoard, piece: Piece, action: SetState) -> Iterator[Finding]:
    """Suppression may give way to disruption; otherwise a status goes in a Recovery Phase alone."""
    mark = "S" if action.state == SUPPRESSED else "D"
    if bool(action.value) == piece.flag(action.state):
        return
    if piece.id in board.state.combat.now.disputed:
        return
    found = expected(board, piece.id)
    surprised = {s.status for s in morale.surprises(board, piece)}
    if action.value:
        if any(o.status for o in found) or surprised & {mark, "D"}:
            # Which of the two it is in the end is looked at when the losses are.
            return
        said = f"is {action.state} without cause"
    else:
        worse = piece.flag(DISRUPTED) or any(o.status == "D" for o in found)
        if action.state == SUPPRESSED and worse:
            return
        said = f"is {action.state} no longer, outside a Recovery Phase"
    yield Finding(f"{piece.name} {said}", units=(piece.id,), rule="13.10.10")


@RULES.rule("13.10.8.p1", on=Remove)
@RULES.rule("13.10.8.p1", on=Move)
def units_are_eliminated_only_by_their_losses(
    action: Remove | Move, board: OperationBoard
) -> Iterator[Finding]:
    """A unit leaves play when it has no step left, or a check eliminates it."""
    if not is_watched(board):
        return
    if isinstance(action, Move) and not action.end.endswith(losses.OFF_MAP[0]):
        return
    for piece in assaults.units_named(board, action.units):
        if not units.is_unit(piece) or doubts.is_accounted_for(board, piece):
            continue
        found = expected(board, piece.id)
        if units.steps(piece) <= 0 or any(o.eliminated for o in found):
            continue
        if any(o.losses >= units.steps(piece) or o.losses > 1 for o in found):
            continue
        if board.state.combat.now.disputed.get(piece.id, 0) >= units.steps(piece):
            # It should have gone before, which has been found then.
            continue
        if any(o.retreat for o in found) and not journeys.legal_retreats(board, piece.id):
            # What becomes of a unit that cannot retreat is not in the text.
            continue
        yield Finding(
            f"{piece.name} leaves play with {units.steps(piece)} steps left",
            units=(piece.id,),
            expected="elimination by losses or a morale check",
        )


# -- recovery --------------------------------------------------------------------------------------


@RULES.rule("13.10.10", on="declare:recover")
def only_shaken_units_recover(action: Declare, board: OperationBoard) -> Iterator[Finding]:
    """A suppressed or disrupted unit recovers."""
    for piece in assaults.units_named(board, action.units):
        if not piece.flag(SUPPRESSED) and not piece.flag(DISRUPTED):
            yield Finding(
                f"{piece.name} recovers and is neither suppressed nor disrupted",
                units=(piece.id,),
            )


# -- what zone fire stops --------------------------------------------------------------------------


@RULES.effect("e5.5.p14", on=SetState)
def units_hit_while_moving_are_remembered(action: SetState, board: OperationBoard) -> None:
    """Suppressed or disrupted in a Movement Phase, a unit goes no further in it."""
    shaken = action.state in {SUPPRESSED, DISRUPTED} and action.value
    if shaken and action.unit is not None and assaults.at(board) == "movement":
        board.state.combat.zone_hits.add(action.unit)


@RULES.rule("e5.5.p14", on=Move)
def units_hit_while_moving_stay_where_they_are(
    action: Move, board: OperationBoard
) -> Iterator[Finding]:
    """A unit that zone fire suppressed or disrupted does not leave its hex."""
    if assaults.at(board) != "movement" or action.start == action.end:
        return
    for piece in assaults.units_named(board, action.units):
        if piece.id in board.state.combat.zone_hits:
            yield Finding(
                f"{piece.name} moves on though zone fire has shaken it",
                units=(piece.id,),
                hexes=action.path,
                expected="no further movement in the phase",
            )


@RULES.rule("e5.5.p14", on=Move)
def units_shaken_on_their_way_go_no_further(
    action: Move, board: OperationBoard
) -> Iterator[Finding]:
    """Who withdraws or advances and is shaken by zone fire stays; a retreat may have to go on."""
    if not journeys.is_combat_move(board, action):
        return
    for leg in journeys.legs(board, action):
        going_on = leg.role in {"withdrawal", "advance"} and leg.path[0] != leg.path[-1]
        if going_on and losses.is_held_on_its_way(board, leg.piece, surely=True):
            yield Finding(
                f"{leg.piece.name} goes on though zone fire has shaken it",
                units=(leg.piece.id,),
                hexes=tuple(map(board.data.map.number, leg.path)),
                expected="no further hex",
            )
