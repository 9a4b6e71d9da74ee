"""Faults of special fire, opportunity fire and grenades (11.15 to 16)."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Declare, Move, Roll
from referee.board import Piece
from referee.games.iron_cross import units
from referee.games.iron_cross.checks import failed, needed
from referee.games.iron_cross.fire.grenades import longest_throw
from referee.mechanics.firepower import halving_levels, level_reached
from tests.referee.games.iron_cross.faults.hitting import otherwise, to_mark
from tests.referee.games.iron_cross.faults.places import (
    FIRE_PHASES,
    LINES,
    checks,
    dice_of,
    elsewhere,
    fire_rolls,
    fires,
    fires_on_it,
    harmless,
    has_not_fired,
    held,
    may_aim,
    of_phase,
    other_dice,
    single_fires,
)
from tests.referee.games.iron_cross.faults.story import (
    CHECK,
    Change,
    Spot,
    Story,
    check,
    declare,
    fault,
    is_declared,
    named,
    rolled,
)

# -- other fire than there is (11.15 to 16) -------------------------------------------------------


@fault("11.15")
def a_rifle_fires_intensively(story: Story) -> Iterator[Change]:
    for spot, piece in single_fires(story, *FIRE_PHASES):
        if not units.is_machine_gun(piece) and harmless(story, spot):
            intensive = declare("intensive-fire", piece.id)
            taken = dice_of(story, spot)
            assert isinstance(spot.action, Declare)
            trial = spot.board.copy()
            trial.apply(intensive)
            trial.apply(spot.action)
            attack = trial.state.fire.attack
            strengths = [max(aim.strengths) for aim in attack.aims.values()] if attack else []
            rolls = [a for a in map(story.actions.__getitem__, taken) if isinstance(a, Roll)]
            if strengths and all(sum(roll.result) > max(strengths) for roll in rolls):
                yield story.insert(spot.number, intensive)


@fault("11.15")
def intensive_fire_is_not_rolled_for(story: Story) -> Iterator[Change]:
    for spot, fire in fires(story, *FIRE_PHASES):
        guns = [unit for unit in fire.units if units.is_machine_gun(spot.board.piece(unit))]
        if guns:
            intensive = declare("intensive-fire", guns[0])
            dice = _same_results(story, spot, intensive)
            if dice is not None:
                first, actions = story.insert(spot.number, intensive)
                for number, roll in dice.items():
                    actions[number - first + 1] = roll
                yield first, actions


def _same_results(story: Story, spot: Spot, intensive: Declare) -> dict[int, Roll] | None:
    """Dice that do with a fire of double factors what those of the game do; None if none can."""
    strengths: list[dict[str, int]] = []
    for before in ((), (intensive,)):
        trial = spot.board.copy()
        for action in (*before, spot.action):
            trial.apply(action)
        attack = trial.state.fire.attack
        aims = attack.aims if attack is not None else {}
        strengths.append({unit: min(aim.strengths) for unit, aim in aims.items()})
        if any(len(aim.strengths) > 1 for aim in aims.values()):
            return None
    found: dict[int, Roll] = {}
    for number in dice_of(story, spot):
        call, roll = story.actions[number - 1], story.actions[number]
        if not isinstance(roll, Roll) or not isinstance(call, Declare):
            continue
        unit = call.names("targets")[0]
        single, double = (halving_levels(each[unit], 3) for each in strengths)
        wanted, count = level_reached(roll.total, single), len(roll.result)
        totals = range(count + 1, 6 * count + 1)
        fitting = [total for total in totals if level_reached(total, double) == wanted]
        if not fitting:
            return None
        found[number] = rolled(fitting[-1], count)
    return found or None


@fault("11.15")
def intensive_fire_is_rolled_for_that_was_not_fired(story: Story) -> Iterator[Change]:
    for spot in story.ends(*FIRE_PHASES):
        for piece in spot.board.on_map():
            if units.is_machine_gun(piece):
                yield story.insert(spot.number, declare("malfunction", piece.id), rolled(6))


@fault("12.11", "12.12", "23.31", "11.41")
def a_rifle_fires_at_a_vehicle_that_is_none(story: Story) -> Iterator[Change]:
    yield from _other_verb(story, "anti-tank-fire")


@fault("14.0", "11.41")
def a_rifle_fires_as_a_mortar(story: Story) -> Iterator[Change]:
    yield from _other_verb(story, "mortar-fire")


@fault("16.0", "16.1", "16.2", "11.41")
def a_rifle_fires_as_a_flamethrower(story: Story) -> Iterator[Change]:
    yield from _other_verb(story, "flamethrower")


@fault("10.11", "15.3", "15.4", "15.9", "11.41")
def a_grenade_is_thrown_on_a_check_to_fire(story: Story) -> Iterator[Change]:
    yield from _other_verb(story, "grenade")


def _other_verb(story: Story, verb: str) -> Iterator[Change]:
    """The fire of a rifleman that did nothing is called something else, its dice left out."""
    for spot, piece in single_fires(story, *FIRE_PHASES):
        if piece.counter.kind == "rifle" and harmless(story, spot):
            assert isinstance(spot.action, Declare)
            first, actions = story.drop_all([spot.number, *dice_of(story, spot)])
            yield first, [spot.action.model_copy(update={"verb": verb}), *actions]


# -- opportunity fire (13) ------------------------------------------------------------------------


@fault("13.12")
def infantry_tries_opportunity_fire_in_reaction_movement(story: Story) -> Iterator[Change]:
    for spot in story.ends("reaction-movement"):
        end = story.end_of_player_turn(spot.number - 1)
        for piece in spot.board.on_map(spot.board.phasing):
            tries = any(story.fires(piece.id, n) for n in range(spot.number, end))
            free = not spot.board.state.of(piece.id).fired and not tries
            foot = units.is_infantry(piece) and not units.is_machine_gun(piece)
            if free and foot and units.is_normal(piece) and not piece.flag("hidden"):
                yield story.insert(spot.number, *check(piece.id, "opportunity-fire"))


@fault("13.13", "11.41", "13.2", "10.11", "13.15", *LINES)
def opportunity_fire_is_at_a_hex_that_nobody_entered(story: Story) -> Iterator[Change]:
    for spot, fire in fires(story, "movement", "reaction-movement", verb="opportunity-fire"):
        firer = spot.board.piece(fire.units[0])
        assert isinstance(firer.place, Hex)
        for hex_ in held(spot, firer):
            if spot.board.number(hex_) != fire.target and harmless(story, spot):
                yield elsewhere(story, spot, hex_)
    for spot, piece, entered in _watchers(story):
        for hex_ in held(spot, piece):
            if hex_ != entered:
                yield _passing(story, spot, piece, hex_)


@fault("13.2", "11.41", "10.11", "13.15")
def opportunity_fire_goes_too_far(story: Story) -> Iterator[Change]:
    for spot, piece, hex_ in _watchers(story):
        assert isinstance(piece.place, Hex)
        if 3 < piece.place.distance(hex_) < 9 and may_aim(spot.board, piece, hex_):
            yield _passing(story, spot, piece, hex_)


def _watchers(story: Story) -> Iterator[tuple[Spot, Piece, Hex]]:
    """Moves, and men of the other side who have not fired in the player turn, and where to."""
    for spot in story.moves("movement"):
        assert isinstance(spot.action, Move)
        hex_ = spot.board.location(spot.action.end)
        for piece in spot.board.on_map(spot.board.data.opponent(spot.board.phasing or "")):
            if has_not_fired(spot, piece) and isinstance(hex_, Hex):
                yield spot, piece, hex_


def _passing(story: Story, spot: Spot, piece: Piece, hex_: Hex) -> Change:
    """Opportunity fire at a hex after a move."""
    target = spot.board.number(hex_)
    fire = declare("opportunity-fire", piece.id, target=target, factors="ap")
    return story.insert(spot.number + 1, *check(piece.id, "opportunity-fire"), fire)


# -- grenades (15) --------------------------------------------------------------------------------


@fault("15.3", "10.11")
def two_men_of_a_hex_try_to_throw(story: Story) -> Iterator[Change]:
    for spot, roll, thrower in checks(story, "grenade", *FIRE_PHASES):
        passed = roll.total <= needed(spot.board, thrower, "grenade")
        assert isinstance(thrower.place, Hex)
        friends = units.friends_at(spot.board, thrower.place, thrower.side)
        for piece in friends:
            able = units.is_infantry(piece) and units.is_normal(piece)
            fresh = failed(spot.board, piece.id) is None and (passed or piece is not thrower)
            if able and fresh and not units.is_flamethrower(piece):
                yield story.insert(spot.number + 2, *check(piece.id, "grenade"))


@fault("15.3")
def a_grenade_is_thrown_without_a_check(story: Story) -> Iterator[Change]:
    for spot, _, piece in checks(story, "grenade", *FIRE_PHASES):
        if fires_on_it(story, spot, piece.id, "grenade"):
            yield story.drop(spot.number, 2)


@fault("15.4", "11.41", "10.11")
def a_grenade_is_thrown_too_far(story: Story) -> Iterator[Change]:
    for spot in story.declared("grenade", *FIRE_PHASES):
        assert isinstance(spot.action, Declare)
        piece = spot.board.piece(spot.action.units[0])
        assert isinstance(piece.place, Hex)
        for hex_ in held(spot, piece):
            far = piece.place.distance(hex_) > longest_throw(spot.board, piece.place, hex_)
            if far and harmless(story, spot):
                yield elsewhere(story, spot, hex_)
    for spot, roll, piece in checks(story, "fire", *FIRE_PHASES):
        if piece.counter.kind != "rifle" or roll.total + 2 > units.rating(piece):
            continue
        for number, later in of_phase(story, spot.number):
            if not is_declared(later, "fire") or not isinstance(later, Declare):
                continue
            after = Spot(number, later, spot.board)
            goal = spot.board.location(later.target or "")
            here = piece.place
            assert isinstance(here, Hex)
            assert isinstance(goal, Hex)
            far = here.distance(goal) > longest_throw(spot.board, here, goal)
            if later.units == (piece.id,) and far and harmless(story, after):
                throw = later.model_copy(update={"verb": "grenade"})
                first, actions = story.drop_all([spot.number, number, *dice_of(story, after)])
                at = number - spot.number - 1
                tried = declare(CHECK, piece.id, for_="grenade")
                yield first, [tried, *actions[:at], throw, *actions[at:]]


@fault("15.6")
def two_dice_are_rolled_for_a_grenade(story: Story) -> Iterator[Change]:
    for spot, roll, _, _ in fire_rolls(story, *FIRE_PHASES, verb="grenade"):
        if roll.total > 1:
            yield other_dice(story, spot, roll.total, 2)


@fault("15.7", "3.23", "3.24")
def the_die_of_a_grenade_is_misread(story: Story) -> Iterator[Change]:
    for value, other in (("pinned", "suppressed"), ("suppressed", "pinned")):
        for number, marker, *_ in to_mark(story, value, "grenade"):
            yield otherwise(story, number, marker.model_copy(update={"value": other}))
    for spot, _, piece, _ in fire_rolls(story, *FIRE_PHASES, verb="grenade"):
        again = any(piece.id in named(a) for _, a in of_phase(story, spot.number))
        if units.is_normal(piece) and not again:
            yield other_dice(story, spot, 4, 1)
