"""Faults of checks, combat states, facing and morale (3, 4, 7, 8.7)."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Declare, Move, Roll, SetState
from referee.board import Piece
from referee.games.iron_cross import units
from referee.games.iron_cross.checks import MOVES, failed, needed
from referee.games.iron_cross.movement.allowance import allowance
from tests.referee.games.iron_cross.faults.places import (
    MOVEMENT,
    checks,
    mover,
    of_phase,
    other_dice,
    points_left,
)
from tests.referee.games.iron_cross.faults.story import (
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

# -- movement without a check, or with a failed one (4.0, 8.22) ------------------------------------


def _moves_alone(story: Story, spot: Spot, unit: str) -> bool:
    """Whether a unit that has checked moves on it by itself in the phase."""
    return any(
        isinstance(action, Move) and action.units == (unit,)
        for _, action in of_phase(story, spot.number)
    )


@fault("8.22", "8.71")
def a_unit_moves_without_a_check(story: Story) -> Iterator[Change]:
    for spot, _, piece in checks(story, "move", *MOVEMENT):
        if _moves_alone(story, spot, piece.id):
            yield story.drop(spot.number, 2)


@fault("4.0")
def a_unit_moves_after_a_failed_check(story: Story) -> Iterator[Change]:
    for spot, _, piece in checks(story, "move", *MOVEMENT):
        if _moves_alone(story, spot, piece.id):
            yield other_dice(story, spot, 12)


@fault("4.0")
def a_unit_checks_again_after_it_has_failed(story: Story) -> Iterator[Change]:
    for spot, roll, piece in checks(story, "move", *MOVEMENT):
        if roll.total > needed(spot.board, piece, "move"):
            yield story.insert(story.end_of_phase(spot.number), *check(piece.id, "move"))


@fault("4.0")
def a_check_is_rolled_with_three_dice(story: Story) -> Iterator[Change]:
    for spot, roll, piece in checks(story, "move", *MOVEMENT):
        if roll.total > needed(spot.board, piece, "move"):
            yield other_dice(story, spot, 12, 3)


@fault("4.0")
def a_unit_goes_down_after_a_failed_check(story: Story) -> Iterator[Change]:
    for spot in story.ends(*MOVEMENT):
        for piece in spot.board.on_map():
            tried = failed(spot.board, piece.id)
            if tried is not None and tried.act in MOVES and units.is_normal(piece):
                other = "up" if piece.face == "down" else "down"
                back = SetState(unit=piece.id, state="face", value=piece.face)
                yield story.insert(
                    spot.number, SetState(unit=piece.id, state="face", value=other), back
                )


# -- states and facing (3.1, 8.7) -----------------------------------------------------------------


@fault("3.13")
def a_unit_goes_up_without_the_points(story: Story) -> Iterator[Change]:
    for spot in story.ends("movement"):
        for name, trek in spot.board.state.treks.items():
            piece = spot.board.pieces.get(name)
            if piece is None or not units.is_normal(piece) or not trek.hexes or trek.over:
                continue
            limit = allowance(spot.board, piece)
            short = not limit.one_hex and points_left(spot.board, piece) < 2
            if short and name not in spot.board.state.hit:
                other = "up" if piece.face == "down" else "down"
                back = SetState(unit=name, state="face", value=piece.face)
                yield story.insert(
                    spot.number, SetState(unit=name, state="face", value=other), back
                )


@fault("3.13")
def a_unit_goes_down_in_a_fire_phase(story: Story) -> Iterator[Change]:
    for spot in story.ends("moving-fire", "support-fire"):
        for piece in spot.board.on_map():
            if units.is_normal(piece) and piece.face == "up":
                untouched = piece.id not in {*spot.board.state.hit, *spot.board.state.owed}
                if untouched and piece.id not in spot.board.state.uncertain:
                    turned = [SetState(unit=piece.id, state="face", value=face)
                              for face in ("down", "up")]  # fmt: skip
                    yield story.insert(spot.number, *turned)


@fault("3.26")
def a_pinned_unit_gets_up(story: Story) -> Iterator[Change]:
    for spot in story.ends("moving-fire", "defensive-fire", "assault"):
        for piece in spot.board.on_map():
            if units.status(piece) == units.PINNED and piece.id not in spot.board.state.uncertain:
                turned = [SetState(unit=piece.id, state="face", value=face)
                          for face in ("up", "down")]  # fmt: skip
                yield story.insert(spot.number, *turned)


@fault("3.25")
def a_pinned_unit_stays_up(story: Story) -> Iterator[Change]:
    for spot in story.sets("face", "moving-fire", "defensive-fire", "support-fire"):
        assert isinstance(spot.action, SetState)
        piece = spot.board.piece(spot.action.unit or "")
        end = story.end_of_phase(spot.number)
        again = any(piece.id in named(a) for _, a in of_phase(story, spot.number))
        if not units.is_normal(piece) and units.is_up(piece) and not again:
            first, actions = story.drop(spot.number)
            at = end - first
            yield first, [*actions[:at], spot.action, *actions[at:]]


def _guns(spot: Spot, side: str | None = None) -> Iterator[Piece]:
    for piece in spot.board.on_map(side):
        if units.is_machine_gun(piece) and units.is_normal(piece) and not piece.flag("hidden"):
            yield piece


def _turned(piece: Piece) -> tuple[SetState, SetState]:
    """A turn by one hexside, and back."""
    here = units.facing(piece)
    return (
        SetState(unit=piece.id, state="facing", value=(here + 1) % 6),
        SetState(unit=piece.id, state="facing", value=here),
    )


@fault("8.71")
def a_machine_gun_turns_in_a_fire_phase(story: Story) -> Iterator[Change]:
    for spot in story.ends("support-fire", "defensive-fire", "moving-fire"):
        for piece in _guns(spot):
            yield story.insert(spot.number, *_turned(piece))


@fault("8.71", "11.31", "8.22", "10.13", "13.12")
def a_machine_gun_turns_without_a_check(story: Story) -> Iterator[Change]:
    fresh = list(_guns_without_a_check(story))
    for spot, piece in fresh:
        end = story.end_of_player_turn(spot.number - 1)
        if not story.acts(piece.id, spot.number, end):
            yield story.insert(spot.number, *_turned(piece))
    for spot, piece in fresh:
        yield story.insert(spot.number, *_turned(piece))


def _guns_without_a_check(story: Story) -> Iterator[tuple[Spot, Piece]]:
    """Machine guns of the side that moves that have done nothing in the phase, at its end."""
    for spot in story.ends(*MOVEMENT):
        for piece in _guns(spot, mover(spot)):
            if piece.id not in {*spot.board.state.checks, *spot.board.state.treks}:
                yield spot, piece


# -- modifiers of checks (4.12) -------------------------------------------------------------------


def _without_modifier(story: Story, act: str, does: str) -> Iterator[Change]:
    """The dice of a passed check become the rating itself, which fails by the modifier."""
    for spot, roll, piece in checks(story, act):
        limit = needed(spot.board, piece, act)
        assert isinstance(spot.action, Declare)
        acts = any(is_declared(a, does) and piece.id in named(a)
                   for _, a in of_phase(story, spot.number))  # fmt: skip
        if roll.total <= limit and limit < units.rating(piece) and acts:
            yield other_dice(story, spot, units.rating(piece))


@fault("4.0", "15.3")
def a_grenade_is_thrown_on_a_check_without_its_modifier(story: Story) -> Iterator[Change]:
    yield from _without_modifier(story, "grenade", "grenade")


@fault("4.0")
def a_unit_assaults_on_a_check_without_its_modifier(story: Story) -> Iterator[Change]:
    yield from _without_modifier(story, "assault", "assault")


@fault("4.0")
def opportunity_fire_is_on_a_check_without_its_modifier(story: Story) -> Iterator[Change]:
    yield from _without_modifier(story, "opportunity-fire", "opportunity-fire")


# -- morale (7) -----------------------------------------------------------------------------------


def _recoveries(story: Story) -> Iterator[tuple[Spot, Roll, Piece]]:
    for spot in story.declared("recovery"):
        assert isinstance(spot.action, Declare)
        roll = story.actions[spot.number + 1]
        assert isinstance(roll, Roll)
        yield spot, roll, spot.board.piece(spot.action.units[0])


@fault("7.0.b", "3.23")
def recovery_is_read_without_its_modifier(story: Story) -> Iterator[Change]:
    for spot, roll, piece in _recoveries(story):
        if roll.total + 2 <= units.rating(piece):
            yield other_dice(story, spot, units.rating(piece))
    for spot, _, piece in _recoveries(story):
        marker = story.actions[spot.number + 2]
        end = story.end_of_phase(spot.number)
        if isinstance(marker, SetState) and marker.unit == piece.id and end < len(story.actions):
            wrong = marker.model_copy(update={"value": "normal"})
            first, actions = other_dice(story, spot, units.rating(piece))
            at = end - first + 1
            yield first, [actions[0], wrong, *actions[2:at], marker, *actions[at:]]


@fault("7.0.b")
def a_unit_recovers_twice(story: Story) -> Iterator[Change]:
    for spot, _, piece in _recoveries(story):
        end = story.end_of_phase(spot.number)
        yield story.insert(end, declare("recovery", piece.id))


@fault("7.0.b")
def a_normal_unit_rolls_for_recovery(story: Story) -> Iterator[Change]:
    for spot in story.ends("morale"):
        for piece in spot.board.on_map():
            if units.is_normal(piece) and piece.id not in spot.board.state.uncertain:
                yield story.insert(spot.number, declare("recovery", piece.id), rolled(2))


@fault("7.0.b")
def recovery_is_rolled_with_one_die(story: Story) -> Iterator[Change]:
    for spot, roll, piece in _recoveries(story):
        if roll.total + 2 > units.rating(piece):
            yield other_dice(story, spot, 3, 1)


@fault("7.0.a", "3.24")
def a_unit_stays_pinned_after_the_morale_phase(story: Story) -> Iterator[Change]:
    for spot in story.ends("morale"):
        for name, owed in spot.board.state.owed.items():
            piece = spot.board.pieces.get(name)
            if owed.rule == "7.0.a" and piece is not None and isinstance(piece.place, Hex):
                first, actions = story.insert(
                    spot.number, SetState(unit=name, state="morale", value="pinned")
                )
                normal = SetState(unit=name, state="morale", value="normal")
                yield first, [*actions[:2], normal, *actions[2:]]


@fault("3.24", "3.23")
def a_suppressed_unit_is_restored_without_a_roll(story: Story) -> Iterator[Change]:
    for spot in story.ends():
        state = spot.board.state
        for piece in spot.board.on_map():
            known = {*state.owed, *state.uncertain, *state.hit}
            quiet = piece.id not in known and not story.names(piece.id, spot.number)
            if units.status(piece) == units.SUPPRESSED and quiet:
                normal = SetState(unit=piece.id, state="morale", value="normal")
                yield story.insert(spot.number, normal)
    for spot in story.ends("defensive-fire", "moving-fire", "assault"):
        for piece in spot.board.on_map():
            known = {*spot.board.state.owed, *spot.board.state.uncertain, *spot.board.state.hit}
            if units.status(piece) == units.SUPPRESSED and piece.id not in known:
                marks = [SetState(unit=piece.id, state="morale", value=status)
                         for status in ("normal", "suppressed")]  # fmt: skip
                yield story.insert(spot.number, *marks)


@fault("3.23")
def a_unit_is_pinned_that_nothing_has_hit(story: Story) -> Iterator[Change]:
    for spot in story.ends("defensive-fire", "moving-fire"):
        for piece in spot.board.on_map():
            known = {*spot.board.state.owed, *spot.board.state.uncertain, *spot.board.state.hit}
            quiet = not story.acts(piece.id, spot.number, story.end_of_player_turn(spot.number - 1))
            if (
                units.is_normal(piece)
                and not units.is_up(piece)
                and piece.id not in known
                and quiet
            ):
                turned = story.names(piece.id, spot.number, story.end_of_player_turn(spot.number))
                if not turned:
                    yield story.insert(
                        spot.number, SetState(unit=piece.id, state="morale", value="pinned")
                    )
