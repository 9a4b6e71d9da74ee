"""Faults of machine gun modes, ammunition and observation (21 to 23)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from compiler.hexes import Hex
from referee.actions import Declare, Roll, SetState
from referee.board import Piece
from referee.games.iron_cross import units
from referee.games.iron_cross.fire import sighting
from referee.games.iron_cross.fire.observation import adjacent
from referee.games.iron_cross.fire.small_arms import barrage_of, targets_in
from referee.games.iron_cross.fire.strength import totals
from tests.referee.games.iron_cross.faults.places import (
    FIRE_PHASES,
    fire_rolls,
    fires,
    of_phase,
    other_dice,
)
from tests.referee.games.iron_cross.faults.story import (
    Change,
    Spot,
    Story,
    advanced,
    declare,
    fault,
    named,
    rolled,
)

OBSERVATION, MODE = "observation", "mg-mode"


def attempts(story: Story) -> Iterator[tuple[Spot, Declare, Roll]]:
    """Attempts to observe, with their dice."""
    for spot in story.declared(OBSERVATION):
        roll = story.actions[spot.number + 1]
        assert isinstance(spot.action, Declare)
        if isinstance(roll, Roll):
            yield spot, spot.action, roll


@fault("23.12", game=advanced)
def a_hex_is_observed_twice_from_one_hex(story: Story) -> Iterator[Change]:
    for spot, attempt, _ in attempts(story):
        yield story.insert(spot.number + 2, attempt, rolled(12))


@fault("23.2", game=advanced)
def observation_is_rolled_with_one_die(story: Story) -> Iterator[Change]:
    for spot, _, _ in attempts(story):
        after = story.before(spot.number + 2).state.fire.sighted[-1]
        if after.seen is False:
            yield other_dice(story, spot, 6, 1)


@fault("23.11", game=advanced)
def a_hex_is_observed_without_a_line_of_sight(story: Story) -> Iterator[Change]:
    for spot in story.ends(*FIRE_PHASES):
        for piece in spot.board.on_map():
            here = piece.place
            assert isinstance(here, Hex)
            for hex_ in sorted(spot.board.occupants):
                blocked = sighting.blocked_by(spot.board, here, hex_, down=not units.is_up(piece))
                if blocked and targets_in(spot.board, hex_, piece.side):
                    goal = spot.board.number(hex_)
                    attempt = declare(OBSERVATION, piece.id, target=goal)
                    yield story.insert(spot.number, attempt, rolled(12))


@fault("23.11", game=advanced)
def a_hex_is_observed_after_the_checks_to_fire(story: Story) -> Iterator[Change]:
    for spot, fire in fires(story, *FIRE_PHASES):
        piece = spot.board.piece(fire.units[0])
        goal = spot.board.location(fire.target or "")
        assert isinstance(piece.place, Hex)
        assert isinstance(goal, Hex)
        fire_state = spot.board.state.fire
        tried = any(
            (past.start, past.hex, past.phase) == (piece.place, goal, fire_state.phase)
            for past in fire_state.sighted
        )
        if not tried and not adjacent(spot.board, piece.place, goal):
            attempt = declare(OBSERVATION, piece.id, target=fire.target)
            yield story.insert(spot.number, attempt, rolled(12))


@fault("11.43", "3.24", "3.25", game=advanced)
def fire_at_an_unobserved_hex_is_not_halved(story: Story) -> Iterator[Change]:
    for spot, roll, piece, aim in fire_rolls(story, *FIRE_PHASES):
        end = story.end_of_phase(spot.number)
        again = any(piece.id in named(a) for _, a in of_phase(story, spot.number + 1))
        missed = sum(roll.result) > max(aim.strengths) and units.is_normal(piece)
        if again or not missed or end >= len(story.actions):
            continue
        count, full = len(roll.result), _full_strength(spot)
        total = max(*aim.strengths, count) + 1
        if total <= full:
            pinned, normal = (
                SetState(unit=piece.id, state="morale", value=value)
                for value in ("pinned", "normal")
            )
            first, actions = other_dice(story, spot, total, count)
            at = end - first + 1
            yield first, [actions[0], pinned, *actions[1:at], normal, *actions[at:]]


def _full_strength(spot: Spot) -> int:
    """What the fire in progress would come to if its target were observed."""
    attack = spot.board.state.fire.attack
    assert attack is not None
    assert attack.hex is not None
    fire = declare("fire", *attack.firers, target=spot.board.number(attack.hex))
    barrage = barrage_of(spot.board, fire, attack.hex)
    return max(totals(spot.board, replace(barrage, full_sight=None)))


# -- machine gun modes (21) -----------------------------------------------------------------------


def _guns_that_fire(story: Story) -> Iterator[tuple[int, Spot, Piece]]:
    """Fires of a single machine gun, and the end of the Morale Phase before them."""
    for spot, fire in fires(story, *FIRE_PHASES):
        piece = spot.board.piece(fire.units[0])
        if len(fire.units) != 1 or not units.is_machine_gun(piece):
            continue
        begins = [n for n in range(spot.number, 0, -1) if story.actions[n].kind == "phase"]
        for number in begins:
            phase = str(getattr(story.actions[number], "phase", ""))
            if phase.endswith("support-fire"):
                yield number, spot, piece
                break


def _noted(number: int, spot: Spot, mode: str, change: Change) -> Change:
    """A mode is noted in the Morale Phase before."""
    first, actions = change
    assert isinstance(spot.action, Declare)
    assert first == number
    return number, [declare(MODE, spot.action.units[0], mode=mode), *actions]


@fault("21.1#2", game=advanced)
def a_machine_gun_noted_for_spray_fires_directly(story: Story) -> Iterator[Change]:
    for number, spot, piece in _guns_that_fire(story):
        if units.is_normal(story.before(number).piece(piece.id)):
            yield _noted(number, spot, "sp", story.insert(number))


@fault("21.37", "21.31", "21.32", game=advanced)
def a_machine_gun_noted_for_direct_fire_sprays(story: Story) -> Iterator[Change]:
    for number, spot, piece in _guns_that_fire(story):
        if not units.is_normal(story.before(number).piece(piece.id)):
            continue
        assert isinstance(spot.action, Declare)
        dice = [n for n, a in of_phase(story, spot.number) if isinstance(a, Roll | SetState)
                or (isinstance(a, Declare) and a.verb == "fire-roll")]  # fmt: skip
        own: list[int] = []
        for n in range(spot.number + 1, len(story.actions)):
            if n not in dice:
                break
            own.append(n)
        if any(isinstance(story.actions[n], SetState) for n in own):
            continue
        spray = spot.action.model_copy(update={"verb": "spray"})
        rest = [a for n, a in enumerate(story.actions) if n >= number and n not in own]
        rest[rest.index(spot.action)] = spray
        yield number, [declare(MODE, piece.id, mode="df"), *rest]


@fault("21.42", game=advanced)
def a_machine_gun_changes_its_mode_without_a_check(story: Story) -> Iterator[Change]:
    for number, spot, piece in _guns_that_fire(story):
        if units.is_normal(story.before(number).piece(piece.id)):
            end = story.end_of_phase(spot.number)
            first, actions = _noted(number, spot, "df", story.insert(number))
            at = end - first + 1
            yield first, [*actions[:at], declare(MODE, piece.id, mode="sp"), *actions[at:]]


@fault("21.41", game=advanced)
def a_suppressed_machine_gun_changes_its_mode(story: Story) -> Iterator[Change]:
    for spot in story.ends("morale"):
        for piece in spot.board.on_map():
            known = {*spot.board.state.uncertain, *spot.board.state.owed}
            gun = units.is_machine_gun(piece) and piece.id not in known
            if gun and units.status(piece) == units.SUPPRESSED:
                shown = spot.board.state.fire.modes.get(piece.id)
                other = "df" if shown is not None and shown.mode == "sp" else "sp"
                yield story.insert(spot.number, declare(MODE, piece.id, mode=other))
    for spot in story.sets("morale", *FIRE_PHASES):
        # The gun is hit anew when its Morale Phase begins.
        assert isinstance(spot.action, SetState)
        piece = spot.board.piece(spot.action.unit or "")
        end = story.end_of_player_turn(spot.number)
        if not units.is_machine_gun(piece) or end >= len(story.actions):
            continue
        left = story.before(end).pieces.get(piece.id)
        if left is not None and units.status(left) == units.SUPPRESSED:
            yield story.insert(end + 1, declare(MODE, piece.id, mode="sp"))


@fault("21.0", game=advanced)
def a_rifle_has_a_mode(story: Story) -> Iterator[Change]:
    for spot in story.ends("morale"):
        for piece in spot.board.on_map():
            if not units.is_machine_gun(piece):
                yield story.insert(spot.number, declare(MODE, piece.id, mode="sp"))


@fault("21.26", "21.21", "21.22", "21.0", "10.11", "10.12", "10.31.a", "11.41", "22.1",
       game=advanced)  # fmt: skip
def two_units_fire_along_a_lane(story: Story) -> Iterator[Change]:
    for _, spot, piece in _guns_that_fire(story):
        assert isinstance(spot.action, Declare)
        others = [p for p in spot.board.on_map(piece.side)
                  if units.is_machine_gun(p) and p is not piece]  # fmt: skip
        end = story.end_of_phase(spot.number)
        if others:
            lane = declare("fire-lane", piece.id, others[0].id, target=spot.action.target)
            yield story.insert(end, lane)


@fault("22.3", game=advanced)
def more_ammunition_is_marked_than_was_fired(story: Story) -> Iterator[Change]:
    for spot in story.ends(*FIRE_PHASES):
        for piece in spot.board.on_map():
            if units.is_machine_gun(piece):
                marks = [SetState(unit=piece.id, state="ammunition-spent", value=9)]
                yield story.insert(spot.number, *marks)
