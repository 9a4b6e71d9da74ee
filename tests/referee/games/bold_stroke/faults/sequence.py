"""Faults in the order of play, the set-up, the weather and the initiative (2, 3, 5, 18)."""

from __future__ import annotations

from compiler.hexes import Hex
from referee.actions import BeginPhase, Declare, Move, Place, Roll, SetState
from referee.games.bold_stroke import units
from referee.games.bold_stroke.weather import PURPOSES
from tests.referee.games.bold_stroke.faults.story import Change, Story, fault

LAST = 7
"""The last turn of the scenario."""


def _empty_phase(story: Story) -> int:
    """The beginning of a phase of the last turn in which nothing happens."""
    return next(
        number
        for number in story.places(lambda a: isinstance(a, BeginPhase) and a.turn == LAST)
        if isinstance(story.actions[number + 1], BeginPhase)
    )


@fault("2.2")
def a_phase_is_left_out(story: Story) -> Change:
    return story.replace(_empty_phase(story))


@fault("2.2")
def a_phase_begins_twice(story: Story) -> Change:
    number = _empty_phase(story)
    return story.insert(number, story.actions[number])


@fault("2.2")
def an_attack_is_announced_in_the_movement_phase(story: Story) -> Change:
    number = story.phase("first.reserve-movement", LAST)
    attack = story.actions[next(story.declared("attack", last=True))]
    return story.insert(number, attack)


@fault("2.2")
def the_other_side_moves_in_a_movement_phase(story: Story) -> Change:
    number = story.phase("first.reserve-movement", LAST)
    return story.insert(number, Move(units=("57-inf",), path=_aside(story, "57-inf", number)))


def _aside(story: Story, unit: str, number: int) -> tuple[str, str]:
    """A step from where a unit stands into a free hex."""
    board = story.before(number)
    here = board.pieces[unit].place
    assert isinstance(here, Hex)
    free = [n for n in board.data.map.grid.neighbours(here).values() if n not in board.occupants]
    return board.number(here), board.number(free[0])


@fault("2.2", "16.5.D")
def a_step_is_replaced_in_the_movement_phase(story: Story) -> Change:
    replaced = story.actions[next(story.declared("replacement"))]
    return story.insert(story.end_of("first.movement", LAST), replaced)


@fault("2.2", "15.2.A", "3.3.B")
def air_units_are_committed_in_the_combat_phase(story: Story) -> Change:
    committed = story.actions[next(story.declared("commit-air", last=True))]
    return story.insert(story.end_of("second.second-combat", LAST), committed)


@fault("18.4.1", "3.0")
def the_game_goes_on_after_its_last_turn(story: Story) -> Change:
    end = len(story.actions)
    return story.insert(end, BeginPhase(turn=LAST + 1, phase="weather.weather"))


# -- set-up -------------------------------------------------------------------------------------


@fault("18.1.C")
def a_unit_is_set_up_reduced(story: Story) -> Change:
    said = Place(unit="57-inf", at="2407", face="reduced")
    return story.insert(0, said, Place(unit="57-inf", at="2407", face="front"))


@fault("18.1.D")
def artillery_of_a_panzerkorps_is_set_up_far_from_it(story: Story) -> Change:
    there = Move(units=("xxiv-art",), path=("2213", "1515"))
    return story.insert(0, there, Move(units=("xxiv-art",), path=("1515", "2213")))


@fault("18.4.2.B", "18.1.C")
def an_air_unit_is_missing_at_the_start(story: Story) -> Change:
    start = story.actions[0]
    away = Move(units=("g-transport",), path=("german-unready", "german-eliminated"))
    back = Move(units=("g-transport",), path=("german-eliminated", "german-unready"))
    return 0, [away, start, back, *story.actions[1:]]


@fault("18.1.E", "18.1.C", "16.5.D")
def a_german_headquarters_starts_weakened(story: Story) -> Change:
    start = story.actions[0]
    weak = SetState(unit="hq-4-pz-army", state="face", value="reduced")
    strong = SetState(unit="hq-4-pz-army", state="face", value="front")
    return 0, [weak, start, strong, *story.actions[1:]]


# -- weather and initiative ---------------------------------------------------------------------


@fault("3.2.D")
def the_ground_does_not_follow_from_the_weather(story: Story) -> Change:
    number = story.end_of("weather.weather", LAST)
    right = story.before(number).state.ground
    wrong = next(ground for ground in ("frozen", "thaw") if ground != right)
    return story.insert(
        number, SetState(state="ground", value=wrong), SetState(state="ground", value=right)
    )


@fault("3.1.B")
def the_atmosphere_is_not_what_the_die_gave(story: Story) -> Change:
    number = story.end_of("weather.weather", LAST)
    right = story.before(number).state.records.weather.atmosphere
    wrong = "clear" if right != "clear" else "cloudy"
    return story.insert(
        number, SetState(state="atmosphere", value=wrong), SetState(state="atmosphere", value=right)
    )


@fault("3.0")
def the_germans_roll_for_the_weather(story: Story) -> Change:
    number = next(
        story.places(lambda a: isinstance(a, Roll) and a.purpose == PURPOSES["temperature"])
    )
    roll = story.actions[number]
    assert isinstance(roll, Roll)
    return story.replace(number, roll.model_copy(update={"side": "german"}))


@fault("5.0.B")
def the_germans_take_the_initiative(story: Story) -> Change:
    number = story.end_of("initiative.initiative", LAST)
    taken = [Declare(verb="initiative", values={"side": side}) for side in ("german", "soviet")]
    return story.insert(number, *taken)


# -- special rules ------------------------------------------------------------------------------


@fault("18.4.4.A")
def more_than_a_third_of_the_german_air_units_fly_to_lyutezh(story: Story) -> Change:
    number = story.end_of("first.air-commitment", 1)
    board = story.before(number)
    ready = [p.id for p in board.pieces.values() if p.place == "german-ready"]
    flown = [p.id for p in board.pieces.values() if p.place in ("air-vii", "air-xiii")]
    more = ready[: 4 - len(flown)]
    assert len(flown) + len(more) == 4
    committed = [Declare(verb="commit-air", units=(name,), target="air-vii") for name in more]
    return story.insert(number, *committed)


@fault("18.4.4.B")
def a_division_leaves_bukrin_too_early(story: Story) -> Change:
    number = story.end_of("second.movement", 1)
    board = story.before(number)
    rested = next(
        p for p in board.on_map("german")
        if p.counter.formation == "xxiv-pz" and units.is_ground(p) and p.id not in board.state.moved
    )  # fmt: skip
    there = Place(unit=rested.id, at="1714", why="setup")
    gone = Move(units=(rested.id,), path=("1714", "1614"))
    start = board.number(story.before(number).pieces[rested.id].place)
    back = Place(unit=rested.id, at=start, why="setup")
    return story.insert(number, there, gone, back)
