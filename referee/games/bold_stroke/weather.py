"""Chapter 3, weather: the two dice, the ground from turn to turn, and what flies.

The air units that may be made ready (3.4) are in `readiness`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from referee.actions import (
    Action,
    BeginPhase,
    Declare,
    Move,
    PhaseEnds,
    Place,
    Position,
    Roll,
    SetState,
)
from referee.board import BoardError
from referee.findings import Finding
from referee.games.bold_stroke import displays, rests
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.campaign import await_roll, die, is_roll_for
from referee.games.bold_stroke.records import Conditions
from referee.games.bold_stroke.state import GROUNDS, CampaignBoard

TEMPERATURE, ATMOSPHERE, GROUND = "temperature", "atmosphere", "ground"
FROZEN, SNOW, THAW = GROUNDS
COLD, WARM = "cold", "warm"
CLOUDY, PRECIPITATION = "cloudy", "precipitation"
VALUES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        TEMPERATURE: (COLD, WARM),
        ATMOSPHERE: ("clear", CLOUDY, PRECIPITATION),
        GROUND: GROUNDS,
    }
)
"""The conditions of the Weather Track, by the marker that shows each (3.2.B, 3.3.A)."""
PURPOSES: Mapping[str, str] = MappingProxyType(
    {TEMPERATURE: "weather.temperature", ATMOSPHERE: "weather.atmosphere"}
)
WHO_ROLLS = "soviet"
PHASE = "weather.weather"


@dataclass(frozen=True, slots=True)
class GroundRule:
    """What the ground may become: by the reading applied first, then by others accepted."""

    grounds: tuple[str, ...]
    rule: str
    defects: tuple[str, ...] = ()


# -- the ground from turn to turn ------------------------------------------------------------------


@RULES.covers("3.2.A", "3.2.B", "3.2.C", "3.2.D", "3.2.E", "3.2.F")
def next_ground(before: Conditions, temperature: str) -> GroundRule:
    """The ground in a turn of that temperature after a turn of those conditions.

    An unknown temperature or atmosphere (an empty text) leaves open what hangs on it.

    >>> next_ground(Conditions("frozen", "warm", "clear"), "warm").grounds
    ('thaw',)
    >>> next_ground(Conditions("frozen", "cold", "precipitation"), "cold").grounds
    ('snow',)
    """
    if temperature == COLD:
        return _cold(before)
    if temperature == WARM:
        return _warm(before)
    return GroundRule(_first(before.ground), "3.2.A")


def _first(ground: str) -> tuple[str, ...]:
    """Any ground, the present one first."""
    return (ground, *(other for other in GROUNDS if other != ground))


def _cold(before: Conditions) -> GroundRule:
    """Thaw freezes at once; snow of the last turn lies."""
    if before.atmosphere == PRECIPITATION and before.temperature == COLD:
        return GroundRule((SNOW,), "3.2.E")
    base = FROZEN if before.ground == THAW else before.ground
    if before.ground == SNOW:
        return GroundRule((SNOW, FROZEN), "3.2.E", ("snow-ends",))
    may_have_snowed = before.atmosphere in ("", PRECIPITATION) and before.temperature in ("", COLD)
    return GroundRule((base, SNOW) if may_have_snowed else (base,), "3.2.D")


def _warm(before: Conditions) -> GroundRule:
    """Rain of the last turn or a second warm turn thaws the ground."""
    if before.temperature == WARM:
        if before.atmosphere == PRECIPITATION:
            return GroundRule((THAW,), "3.2.F", ("rain-thaw",))
        if before.ground == SNOW:
            return GroundRule((THAW, SNOW), "3.2.C", ("snow-ends",))
        return GroundRule((THAW,), "3.2.C")
    if before.ground == THAW:
        return GroundRule((THAW,), "3.2.D")
    if before.ground == SNOW:
        return GroundRule((SNOW, THAW, FROZEN), "3.2.C", ("snow-ends",))
    open_ = before.temperature == ""
    return GroundRule((before.ground, THAW) if open_ else (before.ground,), "3.2.C")


def ground_now(board: CampaignBoard) -> GroundRule:
    """What the ground may be in this turn; the scenario's own in the first (3.2.A)."""
    weather = board.state.records.weather
    if weather.before is None:
        return GroundRule(_first(board.state.ground), "3.2.A")
    return next_ground(weather.before, weather.temperature)


# -- the dice --------------------------------------------------------------------------------------


@RULES.covers("3.1.B", "3.0")
def by_die(board: CampaignBoard, condition: str, roll: int) -> str:
    """What a die gives in the column of the month; empty where the month is not known."""
    table = board.data.tables[f"weather_{condition}"]
    month = board.turn_values.get("month")
    columns = (month,) if isinstance(month, str) else table.column_keys
    found = {str(table.cell(roll, column)) for column in columns}
    return found.pop() if len(found) == 1 else ""


@RULES.rule("3.0", "3.1.B", on=Roll)
def the_soviets_roll_once_for_each_condition(
    action: Roll, board: CampaignBoard
) -> Iterator[Finding]:
    """One die for the temperature and one for the atmosphere, both rolled by the Soviets."""
    weather = board.state.records.weather
    for condition, purpose in PURPOSES.items():
        if not is_roll_for(action, purpose):
            continue
        if condition in weather.rolled:
            yield Finding(
                f"the die for the {condition} is rolled again",
                expected="one die a turn",
                found=f"a second one, {die(action)}",
                severity="warning",
            )
        side = action.side or board.state.records.rolls.awaited.get(purpose)
        if side is not None and side != WHO_ROLLS:
            yield Finding(
                f"the die for the {condition} is not rolled by the Soviets",
                expected=board.data.sides[WHO_ROLLS].name,
                found=board.data.sides[side].name if side in board.data.sides else side,
                severity="warning",
            )
        result = by_die(board, condition, die(action))
        yield from _against_told(board, condition, result)


def _against_told(board: CampaignBoard, condition: str, result: str) -> Iterator[Finding]:
    """A die that comes after the players have set the condition, or the ground that follows."""
    weather = board.state.records.weather
    told = getattr(weather, condition)
    if condition in weather.told and result and told != result:
        yield _wrong(board, condition, told, result)
    if condition == TEMPERATURE and GROUND in weather.told and weather.before is not None:
        yield from _wrong_ground(
            board, board.state.ground, next_ground(weather.before, result or told)
        )


def _wrong(board: CampaignBoard, condition: str, found: str, expected: str) -> Finding:
    return Finding(
        f"the {condition} is {found}, but the die gives {expected}",
        expected=expected,
        found=found,
        rule="3.1.B",
        rests_on=rests.charts(board, f"weather_{condition}"),
    )


def _wrong_ground(board: CampaignBoard, found: str, rule: GroundRule) -> Iterator[Finding]:
    if found in rule.grounds:
        return
    yield Finding(
        f"the ground is {found}",
        expected=" or ".join(rule.grounds),
        found=found,
        rule=rule.rule,
        rests_on=rests.defects(board, *rule.defects),
    )


# -- what the players set --------------------------------------------------------------------------


def told_by(action: Action, board: CampaignBoard) -> tuple[str, str] | None:
    """The condition and value that an action sets: a `set`, or a marker put on the track."""
    if isinstance(action, SetState) and action.unit is None and action.state in VALUES:
        value = str(action.value).lower()
        if value not in VALUES[action.state]:
            raise BoardError(
                f"{action.value!r} is no {action.state}; expected one of"
                f" {', '.join(VALUES[action.state])}"
            )
        return action.state, value
    if isinstance(action, Move) and len(action.units) == 1:
        return _on_track(board, action.units[0], action.end)
    if isinstance(action, Place):
        return _on_track(board, action.unit, action.at)
    return None


def _on_track(board: CampaignBoard, marker: str, where: str) -> tuple[str, str] | None:
    box = displays.box_id(board, where)
    condition, _, value = box.partition("-")
    if marker != condition or value not in VALUES.get(condition, ()):
        return None
    return condition, value


@RULES.rule("3.1.B", "3.2.C", "3.2.D", "3.2.E", "3.2.F", "3.3.A", on="set")
@RULES.rule("3.1.B", on="move")
@RULES.rule("3.1.B", on="place")
def markers_show_what_the_dice_gave(action: Action, board: CampaignBoard) -> Iterator[Finding]:
    """The markers of the Weather Track are put where the dice and the last turn's weather say.

    In the first turn of a scenario the weather is as the scenario says; it was not at hand, so any
    is accepted.
    """
    told = told_by(action, board)
    weather = board.state.records.weather
    if told is not None:
        yield from _changed_later(board, *told)
    if told is None or weather.before is None:
        return
    condition, value = told
    if condition == GROUND:
        yield from _wrong_ground(board, value, ground_now(board))
    elif condition in weather.rolled and weather.rolled[condition] not in ("", value):
        yield _wrong(board, condition, value, weather.rolled[condition])
    elif condition == TEMPERATURE and GROUND in weather.told:
        rule = next_ground(weather.before, value)
        yield from _wrong_ground(board, board.state.ground, rule)


def _changed_later(board: CampaignBoard, condition: str, value: str) -> Iterator[Finding]:
    """A condition that the turn has already, set to another after the weather phase (3.3.A)."""
    weather = board.state.records.weather
    now = board.state.ground if condition == GROUND else getattr(weather, condition)
    known = condition in {*weather.told, *weather.rolled} and now not in ("", value)
    if board.phase is not None and board.phase.id != PHASE and known:
        yield Finding(
            f"the {condition} is made {value} in the {board.phase.name}",
            expected=f"{now} until the next weather phase",
            found=value,
            rule="3.3.A",
        )


@RULES.rule("3.0", on=PhaseEnds)
def the_weather_is_rolled_every_turn(action: PhaseEnds, board: CampaignBoard) -> Iterator[Finding]:
    """A log that tells of weather tells both conditions in every turn's weather phase."""
    weather = board.state.records.weather
    if action.phase != PHASE or weather.before is None or not weather.recorded:
        return
    missing = [name for name in PURPOSES if not getattr(weather, name)]
    if missing:
        yield Finding(
            f"the {' and the '.join(missing)} of this turn is not known; the ground is left as it"
            " was",
            expected="a die for the temperature and one for the atmosphere",
            severity="warning",
        )


# -- what it changes -------------------------------------------------------------------------------


@RULES.effect("3.2.A", "3.3.A", on=BeginPhase, before=True)
def a_new_turn_has_its_own_weather(action: BeginPhase, board: CampaignBoard) -> None:
    """The conditions of the last turn are kept for the ground, those of this one are open."""
    if board.turn == 0 or action.turn == board.turn:
        return
    weather = board.state.records.weather
    follows = action.turn == board.turn + 1
    weather.before = Conditions(
        board.state.ground,
        weather.temperature if follows else "",
        weather.atmosphere if follows else "",
    )
    weather.temperature = weather.atmosphere = ""
    for kept in (weather.rolled, weather.told, weather.dice, weather.readied):
        kept.clear()
    weather.unrolled.clear()
    weather.grounded.clear()


@RULES.effect("3.0", "3.1.B", "3.3.A", on=Roll)
def dice_make_the_weather(action: Roll, board: CampaignBoard) -> None:
    """What the dice give holds from now on, and the ground follows."""
    for condition, purpose in PURPOSES.items():
        if is_roll_for(action, purpose):
            result = by_die(board, condition, die(action))
            board.state.records.weather.rolled[condition] = result
            _now(board, condition, result)


@RULES.effect("3.2.B", "3.3.A", on="set")
@RULES.effect("3.2.B", "3.3.A", on="move")
@RULES.effect("3.2.B", "3.3.A", on="place")
def the_weather_is_as_the_players_set_it(action: Action, board: CampaignBoard) -> None:
    """The position has the weather that the players gave it."""
    told = told_by(action, board)
    if told is not None:
        board.state.records.weather.told.add(told[0])
        _now(board, *told)


def _now(board: CampaignBoard, condition: str, value: str) -> None:
    weather = board.state.records.weather
    weather.recorded = True
    if condition == GROUND:
        board.state.ground = next(ground for ground in GROUNDS if ground == value)
        return
    setattr(weather, condition, value)
    if condition == TEMPERATURE and GROUND not in weather.told:
        grounds = ground_now(board).grounds
        board.state.ground = next(ground for ground in GROUNDS if ground == grounds[0])


@RULES.effect("3.2.B", "3.3.A", on=Position)
def a_saved_position_shows_the_weather(_: Position, board: CampaignBoard) -> None:
    """The markers on the Weather Track of a saved position tell its weather."""
    weather = board.state.records.weather
    for condition in VALUES:
        piece = board.pieces.get(condition)
        shown = _on_track(board, condition, str(piece.place)) if piece is not None else None
        if shown is None:
            continue
        if condition == GROUND:
            board.state.ground = next(ground for ground in GROUNDS if ground == shown[1])
        else:
            setattr(weather, condition, shown[1])


@RULES.effect("3.0", on="declare:weather")
def a_roll_for_the_weather_is_announced(action: Declare, board: CampaignBoard) -> None:
    """The dice that follow are for what was announced."""
    await_roll(board, action)


# -- precipitation ---------------------------------------------------------------------------------


def is_raining(board: CampaignBoard) -> bool:
    """Whether it is known that it rains or snows in this turn (3.3.B)."""
    return board.state.records.weather.atmosphere == PRECIPITATION


def _flying(action: Action, board: CampaignBoard) -> tuple[str, ...]:
    """The air units that an action sends on a mission."""
    if isinstance(action, Declare):
        return action.units
    if isinstance(action, Move) and displays.box_id(board, action.end).startswith(displays.AIR):
        return action.units
    return ()


@RULES.rule("3.3.B", on="declare:commit-air")
@RULES.rule("3.3.B", on="declare:air-support")
@RULES.rule("3.3.B", on="move")
def nothing_flies_in_precipitation(action: Action, board: CampaignBoard) -> Iterator[Finding]:
    """No air operations in a turn of rain or snow; each air unit is told once."""
    if not is_raining(board):
        return
    grounded = board.state.records.weather.grounded
    flying = tuple(name for name in _flying(action, board) if name not in grounded)
    if flying:
        yield grounded_by_weather(board, flying)


def grounded_by_weather(board: CampaignBoard, flying: tuple[str, ...] = ()) -> Finding:
    """The finding that something flies in precipitation."""
    names = ", ".join(board.pieces[name].name for name in flying if name in board.pieces)
    return Finding(
        f"{names or 'supply'} flies in a turn of precipitation",
        units=flying,
        expected="no air operations",
        found=board.state.records.weather.atmosphere,
        rule="3.3.B",
    )


@RULES.effect("3.3.B", on="declare:commit-air")
@RULES.effect("3.3.B", on="declare:air-support")
@RULES.effect("3.3.B", on="move")
def units_found_flying_are_remembered(action: Action, board: CampaignBoard) -> None:
    """What has been told of an air unit is not told again in the same turn."""
    if is_raining(board):
        board.state.records.weather.grounded.update(_flying(action, board))
