"""Faults of the order of a day, weather, supply, the air and initiative (5, 7 to 9, 13.2, 15)."""

from __future__ import annotations

from referee.actions import BeginPhase, Declare, Move, Roll
from referee.games.operation_spark import units
from tests.referee.games.operation_spark.faults.finding import ends_movement, on_map, says
from tests.referee.games.operation_spark.faults.story import Change, Moment, fault

# -- weather, supply, air --------------------------------------------------------------------------


@fault("e5.2")
def the_weather_marker_is_moved_to_other_weather(moment: Moment) -> Change | None:
    marker = moment.board.pieces["weather"]
    if not moment.ends_phase or moment.phase != "weather" or not isinstance(marker.place, str):
        return None
    there = next(
        box for box in moment.board.data.boxes
        if box.startswith("weather-") and box != marker.place
    )  # fmt: skip
    return moment.insert(
        Move(units=(marker.id,), path=(marker.place, there)),
        Move(units=(marker.id,), path=(there, marker.place)),
    )


@fault("15.1.5")
def ammunition_comes_on_the_first_day(moment: Moment) -> Change | None:
    if not moment.ends_phase or moment.phase != "supply":
        return None
    return moment.insert(says("ammunition", supply="german", points=6))


def _ammunition(moment: Moment) -> Move | None:
    """The last move of a supply's marker in a phase in which it has to be moved."""
    action = moment.action
    assert isinstance(action, Move)
    supply = action.units[0].removeprefix("ammunition-")
    due = [name.removesuffix("-front") for name in moment.board.state.combat.ammunition_due]
    if supply not in due:
        return None
    for later in moment.story.actions[moment.number + 1 :]:
        if isinstance(later, BeginPhase):
            return action
        if isinstance(later, Move) and later.units == action.units:
            return None
    return action


def _shows(moment: Moment, extra: int) -> Change | None:
    """The marker shows more points than it should."""
    action = _ammunition(moment)
    if action is None:
        return None
    track, _, points = action.end.rpartition("-")
    end = f"{track}-{int(points) + extra}"
    if end not in moment.board.data.boxes:
        return None
    return moment.replace(action.model_copy(update={"path": (action.start, end)}))


@fault("e5.1.p6", at="move")
def an_ammo_point_too_few_is_taken_off(moment: Moment) -> Change | None:
    return _shows(moment, 1)


@fault("e5.1.p6", at="move")
def an_ammo_point_too_many_is_taken_off(moment: Moment) -> Change | None:
    return _shows(moment, -1)


@fault("e5.1.p6", at="move")
def the_ammo_marker_is_forgotten(moment: Moment) -> Change | None:
    return moment.leave_out() if _ammunition(moment) is not None else None


@fault("e5.1.p7", "13.10.10", at="set")
def a_rocket_unit_that_has_fired_stays_in_supply(moment: Moment) -> Change | None:
    action = moment.action
    state, unit = getattr(action, "state", ""), getattr(action, "unit", "")
    if state != "out-of-supply" or not getattr(action, "value", None):
        return None
    piece = moment.board.pieces[unit]
    later = moment.story.named_later(unit, moment.number + 1)
    return moment.leave_out() if units.is_rocket(piece) and not later else None


@fault("13.2.5.p3", at="move")
def air_points_stay_that_were_used_up(moment: Moment) -> Change | None:
    action = moment.action
    assert isinstance(action, Move)
    if moment.phase != "air-strikes" or not action.units[0].startswith("air-"):
        return None
    track, _, points = action.end.rpartition("-")
    more = f"{track}-{int(points) + 1}"
    return moment.replace(action.model_copy(update={"path": (action.start, more)}))


@fault("13.2.2.p1", "13.10.5.p6", "13.2.5.p3", at="declare:air-strike")
def more_air_points_strike_than_there_are(moment: Moment) -> Change | None:
    assert isinstance(moment.action, Declare)
    if "points" not in moment.action.values:
        return None
    return moment.altered(points=moment.action.number("points") + 5)


# -- initiative ------------------------------------------------------------------------------------


@fault("9.3.2.p1", at="declare:fresh-formation")
def a_regiment_of_no_division_is_named_as_fresh(moment: Moment) -> Change | None:
    side = moment.action.side
    loner = next(p for p in on_map(moment, side) if not units.division(moment.board.data, p))
    return moment.insert(says("fresh-formation", loner.id))


@fault("9.3.1.p1", at="declare:initiative")
def who_committed_fewer_assaults_takes_the_initiative(moment: Moment) -> Change | None:
    board = moment.board
    committed = board.state.march.initiative.committed
    fewest = min(committed, key=lambda side: committed[side])
    wrong = says("initiative", side=fewest)
    return moment.insert(wrong) if len(set(committed.values())) > 1 else None


@fault("9.3.6.p2", at="declare:commit-assaults")
def more_assaults_are_committed_than_are_marked(moment: Moment) -> Change | None:
    assert isinstance(moment.action, Declare)
    later = moment.story.actions[moment.number :]
    taken = next(each for each in later if each.kind == "declare:initiative")
    assert isinstance(taken, Declare)
    more = moment.action.number("assaults") + 60
    return moment.altered(assaults=more) if moment.action.side == taken.text("side") else None


@fault("9.4.p1", "9.5.p1", at="declare:challenge")
def impulses_go_on_as_if_the_challenge_had_ended_otherwise(moment: Moment) -> Change | None:
    assert isinstance(moment.action, Declare)
    succeeded = moment.action.text("as") == "succeeded"
    return moment.altered(**{"as": "failed" if succeeded else "succeeded"})


# -- the order of phases ---------------------------------------------------------------------------


@fault("11.1.4.p1", "9.4.p1")
def the_challenge_phase_is_left_out(moment: Moment) -> Change | None:
    action, then = moment.action, moment.later(1)
    assert isinstance(action, BeginPhase)
    if action.phase != "challenge.challenge" or not isinstance(then, Declare):
        return None
    return moment.leave_out(2)


@fault("e5.2", "11.1.4.p1")
def the_weather_is_determined_after_the_initiative(moment: Moment) -> Change | None:
    if not moment.ends_phase or moment.phase != "initiative":
        return None
    return moment.insert(BeginPhase(turn=moment.board.turn, phase="am.weather"))


@fault("e5.2", at="roll")
def the_die_of_the_weather_is_thrown_twice(moment: Moment) -> Change | None:
    action = moment.action
    return moment.add(action) if getattr(action, "purpose", "") == "weather" else None


@fault("8.0", at="roll")
def the_die_of_the_air_points_is_thrown_twice(moment: Moment) -> Change | None:
    action = moment.action
    return moment.add(action) if getattr(action, "purpose", "") == "airpower" else None


@fault("e5.2")
def the_weather_marker_is_moved_in_a_recovery_phase_and_back(moment: Moment) -> Change | None:
    board = moment.board
    if not moment.ends_phase or moment.phase != "recovery":
        return None
    here = str(board.pieces["weather"].place)
    there = next(f"weather-{name}" for name in ("fog", "clear") if not here.endswith(name))
    away = Move(units=("weather",), path=(here, there))
    return moment.insert(away, Move(units=("weather",), path=(there, here)))


@fault("9.3.1.p1", at="declare:initiative")
def who_is_initial_player_is_announced_a_second_time(moment: Moment) -> Change | None:
    return moment.add(moment.action)


@fault("9.3.1.p1", at="declare:initiative")
def a_lull_is_announced_though_assaults_are_committed(moment: Moment) -> Change | None:
    return moment.insert(says("initiative", as_="lull"))


@fault("9.3.1.p1", "9.3.6.p2", at="declare:commit-assaults")
def fewer_than_no_assaults_are_committed(moment: Moment) -> Change | None:
    return moment.altered(assaults=-1)


@fault("9.4.p1", at="declare:challenge")
def the_initial_player_challenges(moment: Moment) -> Change | None:
    first = moment.board.side_of("first")
    return moment.insert(says("challenge", as_="failed").model_copy(update={"side": first}))


@fault("13.13")
def post_assault_fire_comes_after_the_recovery(moment: Moment) -> Change | None:
    action = moment.action
    assert isinstance(action, BeginPhase)
    if not action.phase.endswith("-end.recovery") or "night" in action.phase:
        return None
    before = action.phase.replace("recovery", "post-assault")
    return moment.insert(action, BeginPhase(turn=action.turn, phase=before))


@fault("11.1.4.p1")
def the_day_is_said_to_end_in_a_movement_phase(moment: Moment) -> Change | None:
    return moment.insert(says("end-day")) if ends_movement(moment) else None


@fault("13.5.p1", at="declare:surprise")
def an_assault_at_night_begins_without_the_die_of_surprise(moment: Moment) -> Change | None:
    die, then = moment.later(1), moment.later(2)
    plain = isinstance(die, Roll) and die.result[0] in {5, 6, 7} and isinstance(then, BeginPhase)
    return moment.leave_out(2) if plain else None


@fault("13.5.p1", at="declare:surprise")
def the_die_of_surprise_is_thrown_twice(moment: Moment) -> Change | None:
    die = moment.later(1)
    if not isinstance(die, Roll) or die.result[0] not in {5, 6, 7}:
        return None
    return moment.insert(moment.action, die)
