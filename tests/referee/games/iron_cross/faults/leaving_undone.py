"""Faults of what is done twice, too late or too early, and of what is left undone."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Action, BeginPhase, Declare, Move, Roll, SetState
from referee.board import Piece
from referee.games.iron_cross import forces, units
from referee.games.iron_cross.fire import sighting
from referee.games.iron_cross.fire.firing import firing_side
from tests.referee.games.iron_cross.faults.places import (
    FIRE_PHASES,
    aside,
    belongs,
    fire_rolls,
    held,
    may_aim,
    mover,
    of_phase,
    opponent,
    other_dice,
    step,
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

OPPORTUNITY = "opportunity-fire"


def _way(spot: Spot, piece: Piece, length: int) -> list[Hex]:
    """Free hexes one after the other, from beside a unit on."""
    found: list[Hex] = []
    here = piece.place
    assert isinstance(here, Hex)
    for _ in range(length):
        near = [
            hex_
            for hex_ in spot.board.data.map.grid.neighbours(here).values()
            if hex_ not in spot.board.occupants
            and hex_ not in found
            and forces.is_on_scenario_map(spot.board, hex_)
        ]
        if not near:
            break
        here = near[0]
        found.append(here)
    return found


def _there_and_back(spot: Spot, piece: Piece, way: list[Hex]) -> list[Action]:
    """A check to move, a way, and the same way back."""
    out = step(spot.board, piece, *way)
    return [*check(piece.id, "move"), out, out.model_copy(update={"path": out.path[::-1]})]


def _tries(story: Story, unit: str, number: int) -> bool:
    """Whether a unit takes a check in the rest of the player turn."""
    turn = story.actions[number : story.end_of_player_turn(number)]
    return any(is_declared(action, CHECK) and unit in named(action) for action in turn)


def _idle(spot: Spot, side: str | None) -> Iterator[Piece]:
    """Normal units of a side in sight that have neither moved nor fired."""
    for piece in sorted(spot.board.on_map(side), key=lambda each: each.id):
        conduct = spot.board.state.of(piece.id)
        busy = conduct.moved or conduct.fired or piece.flag("hidden")
        if units.is_normal(piece) and not busy and units.unit_class(piece):
            yield piece


# -- states and recovery (3, 7) --------------------------------------------------------------------


@fault("7.0.b", "3.22", "3.24", "3.26")
def a_unit_that_failed_to_recover_stays_suppressed(story: Story) -> Iterator[Change]:
    for spot in story.sets("morale", "morale"):
        assert isinstance(spot.action, SetState)
        if spot.action.value == "pinned":
            yield story.drop(spot.number)


@fault("7.0.b", "7.0.a")
def a_pinned_unit_rolls_for_recovery(story: Story) -> Iterator[Change]:
    for spot in story.spots(lambda action: isinstance(action, BeginPhase), "morale"):
        for piece in spot.board.on_map():
            if units.status(piece) == "pinned":
                yield story.insert(spot.number + 1, declare("recovery", piece.id), rolled(2))


@fault("3.26", "6.0.H", "11.31")
def a_pinned_unit_gets_up_in_the_free_change(story: Story) -> Iterator[Change]:
    for spot in story.ends("state-change"):
        for piece in spot.board.on_map():
            if not units.is_normal(piece) and units.is_infantry(piece):
                up, down = (SetState(unit=piece.id, state="face", value=v) for v in ("up", "down"))
                yield story.insert(spot.number, up, down)


@fault("3.13", "11.31")
def fire_that_misses_turns_a_unit_down(story: Story) -> Iterator[Change]:
    for spot, roll, piece, aim in fire_rolls(story):
        if roll.total > max(aim.strengths) and units.is_up(piece):
            down = SetState(unit=piece.id, state="face", value="down")
            yield story.insert(spot.number + 2, down)


# -- movement (8) ----------------------------------------------------------------------------------


@fault("8.11", "23.11", "10.13")
def a_man_goes_beyond_three_points_in_reaction(story: Story) -> Iterator[Change]:
    for spot in story.ends("reaction-movement"):
        for piece in _idle(spot, mover(spot)):
            way = _way(spot, piece, 7)
            if units.is_infantry(piece) and len(way) == 7:
                yield story.insert(spot.number, *_there_and_back(spot, piece, way))


@fault("8.12", "10.13", "11.31", "23.11", "3.23")
def a_machine_gun_goes_two_hexes_in_reaction(story: Story) -> Iterator[Change]:
    for spot in story.ends("reaction-movement"):
        for piece in _idle(spot, mover(spot)):
            way = _way(spot, piece, 2)
            if units.is_crew_weapon(piece) and len(way) == 2:
                yield story.insert(spot.number, *_there_and_back(spot, piece, way))


@fault("13.18", "8.11", "8.0", "10.21", "10.24", "11.14", "13.13")
def a_man_pinned_on_his_way_goes_on(story: Story) -> Iterator[Change]:
    for spot in story.declared(OPPORTUNITY, "movement"):
        for number, action in of_phase(story, spot.number):
            if isinstance(action, Move):
                break
            if isinstance(action, SetState) and (action.state, action.value) == ("face", "down"):
                board = story.before(number + 1)
                piece = board.piece(action.unit or "")
                if units.status(piece) == "pinned":
                    yield story.insert(number + 1, step(board, piece, next(aside(board, piece))))


@fault("6.0")
def a_unit_moves_in_the_free_change(story: Story) -> Iterator[Change]:
    for spot in story.ends("state-change"):
        for piece in spot.board.on_map(spot.board.phasing):
            if units.is_infantry(piece) and units.is_normal(piece):
                hex_ = next(aside(spot.board, piece))
                back = step(spot.board, piece, hex_)
                there = back.model_copy(update={"path": back.path[::-1]})
                yield story.insert(spot.number, back, there)


# -- fire (10 to 15) -------------------------------------------------------------------------------


@fault("13.13")
def a_man_tries_opportunity_fire_before_anyone_moves(story: Story) -> Iterator[Change]:
    for spot in story.spots(lambda action: isinstance(action, BeginPhase), "movement"):
        board = story.before(spot.number + 1)
        for piece in board.on_map(opponent(board)):
            man = units.is_infantry(piece) and units.is_normal(piece) and not piece.flag("hidden")
            if man and not _tries(story, piece.id, spot.number + 1):
                yield story.insert(spot.number + 1, *check(piece.id, OPPORTUNITY, 12))


@fault("13.15")
def a_man_tries_opportunity_fire_twice(story: Story) -> Iterator[Change]:
    for spot in story.declared(OPPORTUNITY):
        assert isinstance(spot.action, Declare)
        for number, action in of_phase(story, spot.number):
            if isinstance(action, Move):
                yield story.insert(number + 1, *check(spot.action.units[0], OPPORTUNITY))


@fault("10.11")
def who_fired_at_passers_by_fires_in_defence(story: Story) -> Iterator[Change]:
    for spot in story.declared(OPPORTUNITY, "movement"):
        assert isinstance(spot.action, Declare)
        unit, end = spot.action.units[0], story.end_of_player_turn(spot.number)
        for late in story.ends("defensive-fire"):
            piece = late.board.pieces.get(unit)
            if spot.number < late.number < end and piece is not None and units.is_normal(piece):
                yield story.insert(late.number, *check(unit, "fire"))


@fault("10.12")
def opportunity_fire_is_without_a_check(story: Story) -> Iterator[Change]:
    for spot in story.declared(OPPORTUNITY):
        assert isinstance(spot.action, Declare)
        for number in range(spot.number - 1, 0, -1):
            action = story.actions[number]
            if is_declared(action, CHECK, OPPORTUNITY):
                assert isinstance(action, Declare)
                if spot.action.units == action.units:
                    yield story.drop_all([number, number + 1])
                    break


@fault("11.14", "11.41", "10.13", *("8.21", "10.11", "13.15", "21.42"))
def a_machine_gun_two_hexes_away_combines_with_a_man(story: Story) -> Iterator[Change]:
    for spot in story.ends("support-fire", "defensive-fire"):
        able = [
            piece
            for piece in spot.board.on_map(firing_side(spot.board))
            if units.is_normal(piece) and not spot.board.state.of(piece.id).fired
        ]
        for gun in (piece for piece in able if units.is_crew_weapon(piece)):
            for man in (piece for piece in able if piece.counter.kind == "rifle"):
                assert isinstance(gun.place, Hex)
                assert isinstance(man.place, Hex)
                if gun.place.distance(man.place) < 2:
                    continue
                for hex_ in held(spot, man):
                    if may_aim(spot.board, man, hex_) and may_aim(spot.board, gun, hex_):
                        taken = [*check(man.id, "fire"), *check(gun.id, "fire")]
                        goal = spot.board.number(hex_)
                        fire = declare("fire", man.id, gun.id, target=goal)
                        yield story.insert(spot.number, *taken, fire)


@fault("11.31")
def the_die_for_a_firer_that_moved_is_left_out(story: Story) -> Iterator[Change]:
    for spot, roll, _, _ in fire_rolls(story, "moving-fire"):
        attack = spot.board.state.fire.attack
        assert attack is not None
        count = len(roll.result) - 1
        if count and any(spot.board.state.of(unit).moved for unit in attack.firers):
            yield other_dice(story, spot, 6 * count, count)


@fault("10.24")
def dice_are_rolled_against_the_firer(story: Story) -> Iterator[Change]:
    for spot in story.declared("fire-roll", *FIRE_PHASES):
        attack = spot.board.state.fire.attack
        assert isinstance(spot.action, Declare)
        if attack is not None and attack.verb == "fire":
            call = declare("fire-roll", target=spot.action.target, targets=attack.firers[0])
            yield story.insert(spot.number, call, rolled(12))


@fault("10.11")
def who_stands_beside_a_thrower_fires(story: Story) -> Iterator[Change]:
    for spot in story.declared(CHECK, *FIRE_PHASES, act="grenade"):
        assert isinstance(spot.action, Declare)
        thrower = spot.board.piece(spot.action.units[0])
        for piece in _idle(spot, thrower.side):
            if piece.place == thrower.place and piece is not thrower and units.is_infantry(piece):
                yield story.insert(spot.number + 2, *check(piece.id, "fire", 12))


@fault("15.3")
def a_man_throws_two_grenades_on_one_check(story: Story) -> Iterator[Change]:
    for spot in story.declared("grenade", *FIRE_PHASES):
        again: list[Action] = [spot.action]
        for _, action in of_phase(story, spot.number):
            if isinstance(action, SetState) or not belongs(action):
                break
            again.append(action if is_declared(action, "fire-roll") else rolled(6, 1))
        if len(again) > 1 and isinstance(again[-1], Roll):
            yield story.insert(spot.number, *again)


@fault("15.1", "8.21")
def a_crew_throws_a_grenade(story: Story) -> Iterator[Change]:
    for spot in story.ends("support-fire"):
        for piece in _idle(spot, spot.board.phasing):
            if units.is_crew_weapon(piece):
                yield story.insert(spot.number, *check(piece.id, "grenade", 12))


# -- crews and assaults (11.43, 17) ----------------------------------------------------------------


@fault("11.43")
def a_crew_man_is_not_rolled_for(story: Story) -> Iterator[Change]:
    for spot in story.declared("crew-roll"):
        yield story.drop(spot.number, 2)


@fault("11.43")
def a_crew_man_too_many_is_rolled_for(story: Story) -> Iterator[Change]:
    for spot in story.declared("crew-roll"):
        if not is_declared(story.actions[spot.number + 2], "crew-roll"):
            yield story.insert(spot.number + 2, spot.action, rolled(12))


@fault("11.43")
def fewer_of_a_crew_are_marked_lost_than_died(story: Story) -> Iterator[Change]:
    for spot in story.sets("crew-lost"):
        assert isinstance(spot.action, SetState)
        value = int(str(spot.action.value)) - 1
        yield story.replace(spot.number, spot.action.model_copy(update={"value": value}))


@fault("17.0")
def the_other_side_places_a_marker_in_the_movement_phase(story: Story) -> Iterator[Change]:
    for spot in story.ends("movement"):
        for piece in _idle(spot, opponent(spot.board)):
            if units.is_infantry(piece):
                marks = [
                    SetState(unit=piece.id, state="assault-marker", value=value)
                    for value in ("2", "none")
                ]
                yield story.insert(spot.number, *marks)


@fault("17.21.a", "17.0.c", "17.0.e", "17.22")
def the_first_round_is_fought_by_all_at_once(story: Story) -> Iterator[Change]:
    for spot in story.declared("assault-round"):
        assert isinstance(spot.action, Declare)
        if spot.action.text("fires") == "normal-defenders":
            yield story.replace(spot.number, declare("assault-round", fires="all"))


@fault("17.0.e", "17.21.b", "17.21.c")
def a_later_round_is_fought_in_turn(story: Story) -> Iterator[Change]:
    for spot in story.declared("assault-round"):
        assert isinstance(spot.action, Declare)
        if spot.action.text("fires") == "all":
            yield story.replace(spot.number, declare("assault-round", fires="normal-defenders"))


# -- machine gun modes (21) and the sequence -------------------------------------------------------


@fault("21.21")
def a_lane_is_noted_beyond_the_initial_range(story: Story) -> Iterator[Change]:
    for spot in story.ends("morale"):
        for piece in spot.board.on_map():
            if not units.is_machine_gun(piece) or not units.is_normal(piece):
                continue
            assert isinstance(piece.place, Hex)
            for hex_ in spot.board.data.map.grid:
                far = piece.place.distance(hex_) > units.figure(piece, "range")
                if far and sighting.can_see(spot.board, piece.place, hex_, down=False):
                    notes = [
                        declare("mg-mode", piece.id, mode="fl", hex=spot.board.number(hex_)),
                        declare("mg-mode", piece.id, mode="df"),
                    ]
                    if not _tries(story, piece.id, spot.number):
                        yield story.insert(spot.number, *notes)


@fault("21.1#2")
def a_spraying_machine_gun_fires_intensively(story: Story) -> Iterator[Change]:
    for spot in story.declared("spray"):
        assert isinstance(spot.action, Declare)
        yield story.insert(spot.number, declare("intensive-fire", spot.action.units[0]))


@fault("11.41")
def a_friend_in_the_lane_is_spared(story: Story) -> Iterator[Change]:
    for spot in story.declared("fire-lane"):
        assert isinstance(spot.action, Declare)
        side = spot.board.piece(spot.action.units[0]).side
        for number, action in of_phase(story, spot.number):
            if not is_declared(action, "fire-roll"):
                continue
            assert isinstance(action, Declare)
            unit = action.names("targets")[0]
            if spot.board.piece(unit).side == side:
                marks = [
                    later
                    for later, change in of_phase(story, number + 1)
                    if isinstance(change, SetState) and change.unit == unit
                ]
                yield story.drop_all([number, number + 1, *marks])


@fault("24.4")
def the_other_side_is_said_to_move_first(story: Story) -> Iterator[Change]:
    for spot in story.spots(lambda action: isinstance(action, BeginPhase)):
        begin, following = story.actions[spot.number : spot.number + 2]
        if isinstance(begin, BeginPhase) and isinstance(following, BeginPhase):
            first = spot.board.first_player or ""
            other = spot.board.data.opponent(first)
            changed = begin.model_copy(update={"first_player": other})
            back = following.model_copy(update={"first_player": first})
            _, actions = story.drop(spot.number, 2)
            yield spot.number, [changed, back, *actions]
