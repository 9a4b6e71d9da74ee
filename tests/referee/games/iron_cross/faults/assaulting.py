"""Faults of assaults: markers, checks, rounds and losses (17)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.actions import Declare, Move, Remove, Roll, SetState
from referee.board import Piece
from referee.games.iron_cross import units
from referee.games.iron_cross.assault.entry_into_assault import marked_hexes
from referee.games.iron_cross.checks import failed, needed
from tests.referee.games.iron_cross.faults.places import (
    aside,
    checks,
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
    rolled,
)

ROUND, SHOT = "assault-round", "assault-fire"
DEFENDERS = ("normal-defenders", "suppressed-defenders")


def assaults(story: Story) -> Iterator[tuple[Spot, Declare, list[int]]]:
    """The assaults of Assault Phases, and the places of what belongs to them."""
    for spot in story.declared("assault", "assault"):
        assert isinstance(spot.action, Declare)
        fought: list[int] = []
        for number, action in of_phase(story, spot.number):
            if is_declared(action, "assault") or is_declared(action, CHECK):
                break
            fought.append(number)
        yield spot, spot.action, fought


def shots(story: Story) -> Iterator[tuple[Spot, Roll, Piece]]:
    """Shots in assaults, with their die and who fires."""
    for spot in story.declared(SHOT, "assault"):
        roll = story.actions[spot.number + 1]
        assert isinstance(spot.action, Declare)
        if isinstance(roll, Roll):
            yield spot, roll, spot.board.piece(spot.action.units[0])


def _decides_nothing(story: Story, spot: Spot, roll: Roll, piece: Piece) -> bool:
    """Whether a shot misses."""
    return roll.total > units.figure(piece, "assault")


# -- markers and checks (17.0, 17.1) --------------------------------------------------------------


@fault("17.11")
def a_unit_checks_to_assault_without_a_marker(story: Story) -> Iterator[Change]:
    for spot in story.ends("assault"):
        for piece in spot.board.on_map(opponent(spot.board)):
            foot = units.is_infantry(piece) and units.is_normal(piece)
            fired = spot.board.state.of(piece.id).fired
            if foot and not fired and not marked_hexes(spot.board, piece):
                yield story.insert(spot.number, *check(piece.id, "assault"))


@fault("17.0")
def a_marker_is_placed_in_a_fire_phase(story: Story) -> Iterator[Change]:
    for spot in story.ends("moving-fire", "support-fire"):
        for piece in spot.board.on_map():
            plain = piece.states.get("assault-marker") in (None, "none")
            if plain and units.is_infantry(piece) and not piece.flag("hidden"):
                marks = [SetState(unit=piece.id, state="assault-marker", value=value)
                         for value in ("2", "none")]  # fmt: skip
                yield story.insert(spot.number, *marks)


@fault("17.11")
def a_machine_gun_with_a_crew_gets_a_marker(story: Story) -> Iterator[Change]:
    for spot in story.ends("movement"):
        for piece in spot.board.on_map(spot.board.phasing):
            if units.is_crew_weapon(piece):
                marks = [SetState(unit=piece.id, state="assault-marker", value=value)
                         for value in ("2", "none")]  # fmt: skip
                yield story.insert(spot.number, *marks)


@fault("17.13")
def a_machine_gun_with_a_crew_assaults(story: Story) -> Iterator[Change]:
    for spot in story.ends("assault"):
        for piece in spot.board.on_map():
            gun = units.is_crew_weapon(piece) and units.is_normal(piece)
            fired = spot.board.state.of(piece.id).fired
            if gun and not fired and piece.side != spot.board.phasing:
                yield story.insert(spot.number, *check(piece.id, "assault"))


@fault("4.0")
def a_unit_assaults_after_a_failed_check(story: Story) -> Iterator[Change]:
    for spot, _, piece in checks(story, "assault", "assault"):
        if any(is_declared(a, "assault") and isinstance(a, Declare) and piece.id in a.units
               for _, a in of_phase(story, spot.number)):  # fmt: skip
            yield other_dice(story, spot, 12)


@fault("17.12")
def a_unit_assaults_without_a_check(story: Story) -> Iterator[Change]:
    for spot, _, piece in checks(story, "assault", "assault"):
        if any(is_declared(a, "assault") and isinstance(a, Declare) and piece.id in a.units
               for _, a in of_phase(story, spot.number)):  # fmt: skip
            yield story.drop(spot.number, 2)


@fault("17.14", "10.11")
def a_unit_assaults_that_fired_in_the_moving_fire_phase(story: Story) -> Iterator[Change]:
    for spot in story.ends("assault"):
        for piece in spot.board.on_map(spot.board.phasing):
            conduct = spot.board.state.of(piece.id)
            fired = conduct.fired_in.endswith("moving-fire") and "fire" in conduct.tried
            others = spot.board.state.fire.assault_sides - {piece.side}
            marked = marked_hexes(spot.board, piece)
            able = units.is_infantry(piece) and units.is_normal(piece)
            fresh = piece.id not in spot.board.state.checks
            if fired and marked and able and fresh and not others:
                yield story.insert(spot.number, *check(piece.id, "assault"))
    for spot, _, piece in checks(story, "assault", "assault"):
        if piece.side == spot.board.phasing and units.is_normal(piece):
            begin = next(n for n in range(spot.number, 0, -1) if story.actions[n].kind == "phase")
            yield story.insert(begin, *check(piece.id, "fire"))


@fault("17.0")
def the_phasing_player_assaults_last(story: Story) -> Iterator[Change]:
    for spot in story.ends("assault"):
        board = spot.board
        for piece in board.on_map(board.phasing):
            foot = units.is_infantry(piece) and units.is_normal(piece)
            fresh = piece.id not in {*board.state.checks, *board.state.fire.assaulted}
            others = board.state.fire.assault_sides - {piece.side}
            fired = board.state.of(piece.id).fired_in.endswith("moving-fire")
            if foot and others and fresh and not fired and marked_hexes(board, piece):
                yield story.insert(spot.number, *check(piece.id, "assault"))
    for spot, roll, piece in checks(story, "assault", "assault"):
        own = piece.side == spot.board.phasing and roll.total > needed(spot.board, piece, "assault")
        end = story.end_of_phase(spot.number)
        before_it = any(
            is_declared(a, "assault") and a.side != piece.side
            for a in story.actions[spot.number : end]
        )
        gone = any(isinstance(a, Remove) and piece.id in a.units
                   for a in story.actions[spot.number : end])  # fmt: skip
        if own and before_it and not gone:
            first, actions = story.drop(spot.number, 2)
            at = end - first - 2
            yield first, [*actions[:at], spot.action, roll, *actions[at:]]
    for spot in story.ends("assault"):
        others = spot.board.state.fire.assault_sides - {spot.board.phasing}
        for piece in spot.board.on_map(spot.board.phasing):
            able = units.is_infantry(piece) and units.is_normal(piece)
            fired = spot.board.state.of(piece.id).fired_in.endswith("moving-fire")
            marked = piece.states.get("assault-marker") not in (None, "none")
            if others and able and marked and not fired and not failed(spot.board, piece.id):
                yield story.insert(spot.number, *check(piece.id, "assault"))


@fault("17.11")
def a_unit_assaults_another_hex_than_its_marker_points_to(story: Story) -> Iterator[Change]:
    for spot in story.sets("assault-marker", "movement", "reaction-movement"):
        assert isinstance(spot.action, SetState)
        unit, value = spot.action.unit or "", str(spot.action.value)
        later = story.actions[spot.number : story.end_of_player_turn(spot.number)]
        stack = spot.board.units_at(spot.board.piece(unit).place)  # type: ignore[arg-type]
        alone = sum(piece.side == spot.board.piece(unit).side for piece in stack) == 1
        fights = [a for a in later if is_declared(a, "assault") and isinstance(a, Declare)]
        if alone and value.isdigit() and any(a.units == (unit,) for a in fights):
            other = str((int(value) + 3) % 6)
            yield story.replace(spot.number, spot.action.model_copy(update={"value": other}))


# -- rounds (17.2) --------------------------------------------------------------------------------


def _later(story: Story, number: int) -> Change:
    """An action is left out of its phase, and done when the next has begun."""
    end = story.end_of_phase(number) + 1
    first, actions = story.drop(number)
    at = end - first - 1
    return first, [*actions[:at], story.actions[number], *actions[at:]]


@fault("17.0.a", "17.0.f", "6.0")
def a_unit_that_assaults_is_not_moved_in(story: Story) -> Iterator[Change]:
    for spot, assault, fought in assaults(story):
        gone = any(
            isinstance(action, Remove) and assault.units[0] in action.units
            for _, action in of_phase(story, spot.number)
        )
        for number in fought:
            action = story.actions[number]
            if isinstance(action, Move) and action.units == assault.units[:1] and not gone:
                yield _later(story, number)


@fault("17.21.a", "17.21.b", "17.21.c", "17.0.d", "17.0.e")
def the_attackers_fire_before_normal_defenders(story: Story) -> Iterator[Change]:
    for spot in story.declared(ROUND, "assault"):
        assert isinstance(spot.action, Declare)
        if spot.action.text("fires") == "normal-defenders":
            yield story.replace(spot.number, spot.action.model_copy(
                update={"values": {"fires": "attackers"}}))  # fmt: skip


@fault("17.21.b")
def an_attacker_fires_when_it_is_the_turn_of_others(story: Story) -> Iterator[Change]:
    for spot in story.declared(ROUND, "assault"):
        assault = spot.board.state.fire.assault
        assert isinstance(spot.action, Declare)
        if assault is not None and spot.action.text("fires") in DEFENDERS:
            for name in sorted(assault.attackers & spot.board.pieces.keys()):
                yield story.insert(spot.number + 1, declare(SHOT, name), rolled(6, 1))
    for spot in story.declared(ROUND, "assault"):
        assault = spot.board.state.fire.assault
        if assault is not None and not assault.groups_fired:
            wrong = declare(ROUND, fires="suppressed-defenders")
            yield story.insert(spot.number, wrong)


@fault("17.2", "17.24")
def a_unit_fires_twice_in_a_round(story: Story) -> Iterator[Change]:
    for spot, roll, piece in shots(story):
        if not units.is_crew_weapon(piece) and _decides_nothing(story, spot, roll, piece):
            yield story.insert(spot.number, spot.action, roll)


@fault("17.2")
def a_unit_fires_in_an_assault_in_which_it_has_no_part(story: Story) -> Iterator[Change]:
    for spot, *_ in shots(story):
        assault = spot.board.state.fire.assault
        for piece in spot.board.on_map():
            if assault is not None and piece.id not in {*assault.attackers, *assault.defenders}:
                yield story.insert(spot.number, declare(SHOT, piece.id), rolled(6, 1))


@fault("17.23")
def two_dice_are_rolled_for_a_shot(story: Story) -> Iterator[Change]:
    for spot, roll, piece in shots(story):
        if _decides_nothing(story, spot, roll, piece):
            yield other_dice(story, spot, 12, 2)


@fault("17.23")
def a_loss_too_many_is_taken(story: Story) -> Iterator[Change]:
    for spot, roll, piece in shots(story):
        hits = roll.total <= units.figure(piece, "assault")
        if hits and any(isinstance(a, Remove) for _, a in of_phase(story, spot.number)):
            yield other_dice(story, spot, 6, 1)


@fault("17.23", "17.0.e", "6.0", "11.43")
def a_loss_is_not_taken(story: Story) -> Iterator[Change]:
    for _, _, fought in assaults(story):
        removed = [n for n in fought if isinstance(story.actions[n], Remove)]
        if removed and story.end_of_phase(removed[-1]) < len(story.actions):
            yield _later(story, removed[-1])


@fault("17.0.f", "3.13", "3.26", "6.0.H")
def a_survivor_of_an_assault_stays_up(story: Story) -> Iterator[Change]:
    for spot in story.sets("face", "assault"):
        assert isinstance(spot.action, SetState)
        piece = spot.board.piece(spot.action.unit or "")
        down = piece.id in spot.board.state.fire.to_go_down and units.is_normal(piece)
        if down and story.end_of_phase(spot.number) < len(story.actions):
            yield _later(story, spot.number)
    for spot in story.ends("assault"):
        for name in sorted(spot.board.state.fire.to_go_down):
            survivor = spot.board.pieces.get(name)
            if survivor is not None and not units.is_up(survivor):
                up = SetState(unit=name, state="face", value="up")
                down_again = SetState(unit=name, state="face", value="down")
                first, actions = story.insert(spot.number, up)
                yield first, [*actions[:2], down_again, *actions[2:]]


@fault("17.0.e", "6.0", "11.43", "3.24")
def an_assault_is_not_fought_out(story: Story) -> Iterator[Change]:
    for _, _, fought in assaults(story):
        kept = [n for n in fought if isinstance(story.actions[n], Remove | SetState)]
        fight = [n for n in fought if n not in kept and not isinstance(story.actions[n], Move)]
        if fight and story.end_of_phase(fight[-1]) < len(story.actions):
            first, actions = story.drop_all([*fight, *kept])
            end = story.end_of_phase(fight[0]) + 1
            at = end - first - len(fight) - len(kept)
            later = [story.actions[n] for n in kept]
            yield first, [*actions[:at], *later, *actions[at:]]


@fault("17.0.a")
def a_unit_moves_in_the_assault_phase(story: Story) -> Iterator[Change]:
    for spot in story.ends("assault"):
        for piece in spot.board.on_map():
            if piece.id in spot.board.state.fire.assaulted or marked_hexes(spot.board, piece):
                continue
            if not story.acts(piece.id, spot.number) and units.is_infantry(piece):
                for hex_ in aside(spot.board, piece):
                    back = (spot.board.number(hex_), spot.board.number(piece.place))
                    yield story.insert(
                        spot.number, step(spot.board, piece, hex_),
                        Move(units=(piece.id,), path=back),
                    )  # fmt: skip


@fault("17.2")
def a_round_of_assault_fire_begins_without_an_assault(story: Story) -> Iterator[Change]:
    for spot in story.ends("assault"):
        if spot.board.state.fire.assault is None:
            yield story.insert(spot.number, declare(ROUND, fires="attackers"))


@fault("6.0", "17.0", "17.0.e", "17.11")
def an_assault_is_made_in_the_moving_fire_phase(story: Story) -> Iterator[Change]:
    for spot, assault, _ in assaults(story):
        begin = next(n for n in range(spot.number, 0, -1) if story.actions[n].kind == "phase")
        yield story.insert(begin, assault)
