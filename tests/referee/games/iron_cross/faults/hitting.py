"""Faults of the dice of fire and of their results (11.3, 11.4)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.actions import Action, Declare, Remove, Roll, SetState
from referee.board import Piece
from referee.games.iron_cross import units
from referee.games.iron_cross.fire_state import Aim
from tests.referee.games.iron_cross.faults.places import (
    FIRE_PHASES,
    fire_rolls,
    levels,
    of_phase,
    other_dice,
)
from tests.referee.games.iron_cross.faults.story import (
    Change,
    Spot,
    Story,
    check,
    declare,
    fault,
    named,
    rolled,
)

# -- dice (11.3) ----------------------------------------------------------------------------------


@fault("11.31")
def a_die_too_many_is_rolled(story: Story) -> Iterator[Change]:
    for spot, roll, _, aim in fire_rolls(story, *FIRE_PHASES):
        count = max(aim.dice) + 1
        if sum(roll.result) > max(aim.strengths) and 6 * count > max(aim.strengths):
            yield other_dice(story, spot, 6 * count, count)


@fault("11.31")
def a_die_too_few_is_rolled(story: Story) -> Iterator[Change]:
    for spot, roll, _, aim in fire_rolls(story, *FIRE_PHASES):
        count = min(aim.dice) - 1
        if count > 0 and sum(roll.result) > max(aim.strengths) < 6 * count:
            yield other_dice(story, spot, 6 * count, count)


@fault("11.31")
def the_die_for_a_unit_that_is_down_is_left_out(story: Story) -> Iterator[Change]:
    for spot, roll, piece, aim in fire_rolls(story, "support-fire", "defensive-fire"):
        count = min(aim.dice) - 1
        if not units.is_up(piece) and sum(roll.result) > max(aim.strengths) < 6 * count:
            yield other_dice(story, spot, 6 * count, count)


@fault("11.41")
def a_unit_in_the_target_hex_is_not_rolled_for(story: Story) -> Iterator[Change]:
    for spot, roll, _, aim in fire_rolls(story, *FIRE_PHASES):
        if sum(roll.result) > max(aim.strengths):
            yield story.drop(spot.number, 2)


@fault("10.24")
def a_unit_is_rolled_for_twice(story: Story) -> Iterator[Change]:
    for spot, roll, _, aim in fire_rolls(story, *FIRE_PHASES):
        if sum(roll.result) > max(aim.strengths):
            yield story.insert(spot.number, spot.action, roll)


@fault("10.24")
def a_unit_is_rolled_for_that_is_elsewhere(story: Story) -> Iterator[Change]:
    for spot, roll, piece, aim in fire_rolls(story, *FIRE_PHASES):
        for other in spot.board.on_map(piece.side):
            if other.place != piece.place and sum(roll.result) > max(aim.strengths):
                call = declare("fire-roll", target=spot.board.number(other.place), targets=other.id)
                yield story.insert(spot.number, call, roll)


# -- results (11.4) -------------------------------------------------------------------------------


def _marked(story: Story, spot: Spot, unit: str) -> tuple[int, SetState] | None:
    """The marker that a roll brings a unit, and its place."""
    number = spot.number + 2
    if number < len(story.actions):
        action = story.actions[number]
        if isinstance(action, SetState) and (action.unit, action.state) == (unit, "morale"):
            return number, action
    return None


def to_mark(
    story: Story, value: str, verb: str = "fire"
) -> Iterator[tuple[int, SetState, Spot, Roll, Piece, Aim]]:
    """Markers that come with a roll, of normal units that nothing else hits in the phase."""
    for spot, roll, piece, aim in fire_rolls(story, *FIRE_PHASES, verb=verb):
        marked = _marked(story, spot, piece.id)
        if marked is None or marked[1].value != value or not units.is_normal(piece):
            continue
        hit_again = any(
            piece.id in named(action) and not _turns(action, piece.id)
            for _, action in of_phase(story, marked[0])
        )
        if not hit_again:
            yield (*marked, spot, roll, piece, aim)


def _turns(action: Action, unit: str) -> bool:
    """Whether an action only turns a unit over."""
    return isinstance(action, SetState) and (action.unit, action.state) == (unit, "face")


def otherwise(story: Story, number: int, *actions: Action) -> Change:
    """Actions in the place of a marker, which is put right when the phase is over."""
    right = story.actions[number]
    end = story.end_of_phase(number) + 1
    first, rest = story.replace(number, *actions)
    if end > len(story.actions):
        return first, rest
    at = end - first - 1 + len(actions)
    return first, [*rest[:at], right, *rest[at:]]


@fault("11.43", "3.23", "3.13")
def a_result_is_not_marked(story: Story) -> Iterator[Change]:
    for value in ("suppressed", "pinned"):
        for number, *_ in to_mark(story, value):
            yield otherwise(story, number)


@fault("11.43", "3.23")
def a_suppressed_unit_is_marked_pinned(story: Story) -> Iterator[Change]:
    for number, marker, *_ in to_mark(story, "suppressed"):
        yield otherwise(story, number, marker.model_copy(update={"value": "pinned"}))
    for number, marker, spot, roll, _, aim in to_mark(story, "pinned"):
        _, suppressed, eliminated = levels(aim)
        count = len(roll.result)
        total = max(eliminated, count) + 1
        if total <= suppressed:
            _, actions = otherwise(story, number, marker)
            yield spot.number + 1, [rolled(total, count), *actions]


@fault("11.43", "3.24")
def a_pinned_unit_is_marked_suppressed(story: Story) -> Iterator[Change]:
    for number, marker, *_ in to_mark(story, "pinned"):
        yield otherwise(story, number, marker.model_copy(update={"value": "suppressed"}))


@fault("11.43")
def dice_that_miss_pin_a_unit(story: Story) -> Iterator[Change]:
    for value in ("pinned", "suppressed"):
        for _, _, spot, roll, _, aim in to_mark(story, value):
            count = len(roll.result)
            if 6 * count > max(aim.strengths):
                yield other_dice(story, spot, 6 * count, count)


@fault("11.43")
def an_eliminated_unit_stays(story: Story) -> Iterator[Change]:
    for spot, _, piece, _ in fire_rolls(story, *FIRE_PHASES):
        removed = story.actions[spot.number + 2]
        gone = isinstance(removed, Remove) and removed.units == (piece.id,)
        if gone and quiet_hex(story, spot, piece, spot.number + 3):
            end = story.end_of_phase(spot.number)
            first, actions = story.drop(spot.number + 2)
            at = end - first
            yield first, [*actions[:at], removed, *actions[at:]]


def quiet_hex(story: Story, spot: Spot, piece: Piece, start: int) -> bool:
    """Whether nothing else is fired at a unit's hex in the phase."""
    number = spot.board.number(piece.place)
    rest = story.actions[start : story.end_of_phase(start - 1)]
    return not any(isinstance(a, Declare) and a.target == number for a in rest)


@fault("11.43")
def a_unit_is_removed_that_nothing_has_eliminated(story: Story) -> Iterator[Change]:
    for spot in story.ends("moving-fire", "assault", "defensive-fire"):
        for piece in spot.board.on_map():
            state = spot.board.state
            known = {*state.owed, *state.uncertain, *state.fire.assaulted}
            if piece.id not in known and not story.names(piece.id, spot.number):
                yield story.insert(spot.number, Remove(units=(piece.id,)))


@fault("11.45")
def a_unit_pinned_twice_is_left_pinned(story: Story) -> Iterator[Change]:
    for spot, _, piece, aim in fire_rolls(story, *FIRE_PHASES):
        if units.status(piece) == units.PINNED and piece.id not in spot.board.state.owed:
            pinned, suppressed, _ = levels(aim)
            for count in aim.dice:
                total = max(suppressed + 1, count + 1)
                again = any(
                    piece.id in named(a) and not _turns(a, piece.id)
                    for _, a in of_phase(story, spot.number + 1)
                )
                if not again and total <= min(pinned, 6 * count):
                    yield other_dice(story, spot, total, count)


def _removed(story: Story, spot: Spot, piece: Piece) -> bool:
    return any(
        isinstance(a, Remove) and piece.id in a.units for _, a in of_phase(story, spot.number)
    )


@fault("11.45")
def a_special_roll_is_made_for_a_unit_hit_once(story: Story) -> Iterator[Change]:
    for spot in story.ends(*FIRE_PHASES):
        for piece in spot.board.on_map():
            open_ = {*spot.board.state.owed, *spot.board.state.uncertain}
            if units.status(piece) == units.SUPPRESSED and piece.id not in open_:
                yield story.insert(spot.number, *check(piece.id, "special-roll"))


@fault("11.45")
def the_optional_special_roll_is_made_without_the_option(story: Story) -> Iterator[Change]:
    for spot in story.ends(*FIRE_PHASES):
        for piece in spot.board.on_map():
            if piece.id not in {*spot.board.state.owed, *spot.board.state.uncertain}:
                yield story.insert(
                    spot.number, declare("special-roll", targets=piece.id), rolled(12)
                )


@fault("11.43")
def the_crew_of_a_weapon_is_rolled_for_that_was_not_hit(story: Story) -> Iterator[Change]:
    for spot in story.ends(*FIRE_PHASES):
        for piece in spot.board.on_map():
            known = {*spot.board.state.uncertain, *spot.board.state.fire.casualties}
            if units.is_crew_weapon(piece) and piece.id not in known:
                yield story.insert(spot.number, declare("crew-roll", piece.id), rolled(12))
