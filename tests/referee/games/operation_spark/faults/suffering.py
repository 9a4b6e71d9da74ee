"""Faults of losses, status and Assault Markers (5.5, 9.3.6, 13.8, 13.10)."""

from __future__ import annotations

from referee.actions import BeginPhase, SetState
from referee.games.operation_spark import assaults, retreat, units
from referee.games.operation_spark.fire import losses
from tests.referee.games.operation_spark.faults.finding import (
    empty,
    near,
    nobody_near,
    on_map,
    place,
    says,
    set_,
)
from tests.referee.games.operation_spark.faults.story import Change, Moment, fault

WEAKER = ("13.10.5.p6", "13.10.3.p1", "13.11.3.p1")
"""What may be wrong later where a unit has not the steps that the log thinks it has."""


def _set(moment: Moment, state: str) -> SetState | None:
    """The change of a state that something calls for."""
    action = moment.action
    if not isinstance(action, SetState) or action.state != state or action.unit is None:
        return None
    if not losses.open_for(moment.board, action.unit):
        return None
    return action


def by_fire(moment: Moment, unit: str) -> bool:
    """Whether all that is open for a unit was brought by fire."""
    return {o.rule for o in losses.open_for(moment.board, unit)} == {"13.10.8.p1"}


# -- losses ----------------------------------------------------------------------------------------


@fault("13.10.8.p1", "13.10.8.p2", *WEAKER, at="set")
def a_unit_loses_a_step_too_many(moment: Moment) -> Change | None:
    action = _set(moment, "step-losses")
    if action is None or not by_fire(moment, action.unit or ""):
        return None
    piece = moment.board.pieces[action.unit or ""]
    lost = piece.level("step-losses") if not isinstance(action.value, int) else action.value
    if lost + 1 >= units.all_steps(piece):
        return None
    return moment.replace(action.model_copy(update={"value": lost + 1}))


@fault("13.10.8.p1", *WEAKER, at="set")
def a_unit_does_not_lose_its_steps_in_time(moment: Moment) -> Change | None:
    action = _set(moment, "step-losses")
    if action is None or not by_fire(moment, action.unit or ""):
        return None
    return moment.put_off()


@fault("13.10.8.p2", at="set")
def a_unit_with_half_its_steps_is_not_turned_over_in_time(moment: Moment) -> Change | None:
    action = _set(moment, "face")
    return moment.put_off() if action is not None else None


@fault("13.10.8.p1", late=True)
def a_step_is_lost_for_nothing(moment: Moment) -> Change | None:
    if not moment.ends_phase or moment.phase not in assaults.OFFENSIVE | {"counterbattery"}:
        return None
    for piece in on_map(moment, resting=True):
        whole = not piece.level("step-losses") and units.all_steps(piece) > 3
        if whole and nobody_near(moment.board, piece):
            return moment.insert(set_(piece, "step-losses", 1))
    return None


@fault("13.10.8.p1")
def a_step_is_won_back(moment: Moment) -> Change | None:
    if not moment.ends_phase or moment.phase not in {"recovery", "movement"}:
        return None
    for piece in on_map(moment, resting=True):
        lost = piece.level("step-losses")
        if lost and piece.face == "front":
            return moment.insert(set_(piece, "step-losses", lost - 1))
    return None


@fault("13.10.8.p1", *WEAKER, at="roll")
def a_step_lost_in_an_assault_is_taken_back_when_the_next_fire_has_begun(
    moment: Moment,
) -> Change | None:
    board = moment.board
    if moment.phase not in assaults.SEGMENTS:
        return None
    for obligation in losses.owed(board):
        judged = obligation.losses_judged and len(obligation.units) == 1
        piece = board.pieces.get(obligation.units[0]) if judged else None
        if piece is None or losses.is_gone(piece) or piece.face != "front":
            continue
        had, lost = obligation.before[piece.id].lost, piece.level("step-losses")
        if lost > had and moment.rests(piece.id):
            return moment.add(set_(piece, "step-losses", had))
    return None


# -- status ----------------------------------------------------------------------------------------


@fault("e5.5.p7", "e5.5.p12", *WEAKER, at="set")
def a_unit_is_not_suppressed_in_time(moment: Moment) -> Change | None:
    action = _set(moment, "suppressed")
    if action is None or not action.value or not by_fire(moment, action.unit or ""):
        return None
    return moment.put_off()


@fault("e5.5.p8", "e5.5.p12", *WEAKER, at="set")
def a_unit_is_not_disrupted_in_time(moment: Moment) -> Change | None:
    action = _set(moment, "disrupted")
    if action is None or not action.value or not by_fire(moment, action.unit or ""):
        return None
    return moment.put_off()


@fault("13.10.10")
def a_unit_is_suppressed_for_nothing(moment: Moment) -> Change | None:
    if not moment.ends_phase or moment.phase not in assaults.OFFENSIVE | {"counterbattery"}:
        return None
    for piece in on_map(moment, resting=True):
        sound = not piece.flag("suppressed") and not piece.flag("disrupted")
        if sound and nobody_near(moment.board, piece):
            return moment.insert(set_(piece, "suppressed", True))
    return None


@fault("13.10.10")
def a_unit_recovers_in_the_middle_of_combat(moment: Moment) -> Change | None:
    if not moment.ends_phase or moment.phase not in assaults.SEGMENTS:
        return None
    for piece in on_map(moment, resting=True):
        shaken = piece.flag("suppressed") and not losses.open_for(moment.board, piece.id)
        if shaken and not assaults.is_involved(moment.board, piece.id):
            return moment.insert(set_(piece, "suppressed", False))
    return None


@fault("13.10.10")
def a_unit_recovers_from_nothing(moment: Moment) -> Change | None:
    if not moment.ends_phase or moment.phase != "recovery":
        return None
    for piece in on_map(moment, moment.board.phasing, resting=True):
        if not piece.flag("suppressed") and not piece.flag("disrupted"):
            return moment.insert(says("recover", piece.id))
    return None


# -- markers ---------------------------------------------------------------------------------------


@fault("e5.5.p5", "13.11.p1", at="set")
def a_marker_stays_after_a_failed_check(moment: Moment) -> Change | None:
    action = _set(moment, "assault")
    if action is None or action.value:
        return None
    due = losses.open_for(moment.board, action.unit or "")
    forced = {o.rule for o in due} == {"13.10.8.p1"}
    off = all(outcome.marker_off for o in due for outcome in o.outcomes)
    return moment.put_off() if forced and off else None


@fault("13.8.3.p1", "13.11.p1", "e5.5.p5", at="set")
def infantry_keeps_its_marker_without_its_tanks(moment: Moment) -> Change | None:
    action = _set(moment, "assault")
    if action is None or action.value:
        return None
    due = losses.open_for(moment.board, action.unit or "")
    return moment.put_off() if {o.rule for o in due} == {"13.8.3.p1"} else None


@fault("9.3.6.p1")
def a_marker_is_turned_in_combat(moment: Moment) -> Change | None:
    if not moment.ends_phase or moment.phase not in assaults.SEGMENTS:
        return None
    for piece in on_map(moment, moment.board.phasing):
        if not piece.states.get("assault") or assaults.marker_hex(moment.board, piece) is None:
            continue
        kept = piece.states["assault"]
        for direction, hex_ in near(moment.board, place(piece)):
            if direction.value != kept and empty(moment.board, hex_):
                turned = set_(piece, "assault", direction.value)
                return moment.insert(turned, set_(piece, "assault", str(kept)))
    return None


@fault("13.1", "9.3.6.p1")
def a_marker_comes_off_in_a_defensive_fire_segment(moment: Moment) -> Change | None:
    board = moment.board
    if not moment.ends_phase or moment.phase not in assaults.DEFENSIVE:
        return None
    assault = assaults.current(board)
    for piece in on_map(moment, board.phasing):
        goal = assaults.marker_hex(board, piece)
        if goal is None or assault is None or goal == assault.hex:
            continue
        if retreat.enemies_in(board, goal, piece.side):
            kept = str(piece.states["assault"])
            return moment.insert(set_(piece, "assault", None), set_(piece, "assault", kept))
    return None


@fault("13.1.p1", "e5.5.p5", at="declare:call-off")
def an_assault_is_called_off_in_a_fire_segment(moment: Moment) -> Change | None:
    number = moment.number
    before = moment.story.actions[number - 1]
    if not isinstance(before, BeginPhase) or moment.phase != "attacker-withdrawal-2":
        return None
    return Change(number - 1, (moment.action, before), number + 1)
