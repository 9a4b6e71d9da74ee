"""Faults in the order of play, the set-up, hidden hexes and what scenario 1 does not have."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import BeginPhase, Declare, Move, Place, Remove, SetState
from referee.board import Piece
from referee.games.iron_cross import forces, units
from tests.referee.games.iron_cross.faults.places import (
    aside,
    opponent,
    step,
    unnamed,
)
from tests.referee.games.iron_cross.faults.story import (
    Change,
    Spot,
    Story,
    check,
    declare,
    fault,
    rolled,
)

LAST = 7
"""The last turn of the scenario."""


# -- order (6.0) ----------------------------------------------------------------------------------


def _empty_phases(story: Story) -> Iterator[int]:
    """The beginnings of phases in which nothing happens, Morale Phases apart."""
    for number, action in reversed(list(enumerate(story.actions[:-1]))):
        if isinstance(action, BeginPhase) and not action.phase.endswith(".morale"):
            later = story.actions[number + 1]
            if isinstance(later, BeginPhase) and not later.phase.endswith(".morale"):
                yield number


@fault("6.0")
def a_phase_is_left_out(story: Story) -> Iterator[Change]:
    for number in _empty_phases(story):
        yield story.drop(number)


@fault("6.0")
def a_phase_begins_twice(story: Story) -> Iterator[Change]:
    for number in _empty_phases(story):
        yield story.insert(number, story.actions[number])


@fault("6.0")
def a_phase_of_the_next_turn_begins(story: Story) -> Iterator[Change]:
    for number in _empty_phases(story):
        action = story.actions[number]
        assert isinstance(action, BeginPhase)
        if action.turn < LAST:
            late = action.model_copy(update={"turn": action.turn + 1})
            yield story.insert(number + 1, late, action)


@fault("24.4")
def the_game_goes_on_after_its_last_turn(story: Story) -> Iterator[Change]:
    yield story.insert(len(story.actions), BeginPhase(turn=LAST + 1, phase="first.morale"))


@fault("6.0", "10.13", "6.0.C", "11.41", "10.21")
def units_fire_in_the_movement_phase(story: Story) -> Iterator[Change]:
    for fire in story.declared("fire", "support-fire"):
        assert isinstance(fire.action, Declare)
        for spot in story.ends("movement"):
            if spot.number > fire.number and fire.action.units[0] in spot.board.pieces:
                yield story.insert(spot.number, fire.action)


@fault("6.0")
def a_unit_moves_in_the_defensive_fire_phase(story: Story) -> Iterator[Change]:
    for spot in story.ends("defensive-fire"):
        for piece in unnamed(story, spot, ever=True):
            for hex_ in aside(spot.board, piece):
                yield story.insert(spot.number, step(spot.board, piece, hex_))


@fault("6.0", "7.0.b")
def a_unit_recovers_in_the_support_fire_phase(story: Story) -> Iterator[Change]:
    for spot in story.ends("support-fire"):
        for piece in spot.board.on_map():
            yield story.insert(spot.number, declare("recovery", piece.id), rolled(12))


@fault("6.0.C")
def the_other_side_moves_in_the_movement_phase(story: Story) -> Iterator[Change]:
    for spot in story.ends("movement"):
        end = story.end_of_player_turn(spot.number - 1)
        for piece in spot.board.on_map(opponent(spot.board)):
            quiet = not any(story.fires(piece.id, n) for n in range(spot.number, end))
            if quiet and units.status(piece) != units.SUPPRESSED and not piece.flag("hidden"):
                yield story.insert(spot.number, *check(piece.id, "move"))


@fault("6.0.D")
def the_phasing_side_moves_in_the_reaction_phase(story: Story) -> Iterator[Change]:
    for spot in story.ends("reaction-movement"):
        for piece in unnamed(story, spot, spot.board.phasing):
            if units.is_infantry(piece) and units.is_normal(piece):
                yield story.insert(spot.number, *check(piece.id, "move"))


@fault("10.13", "10.11", "13.15")
def the_other_side_fires_in_the_support_fire_phase(story: Story) -> Iterator[Change]:
    for spot in story.ends("support-fire"):
        for piece in spot.board.on_map(opponent(spot.board)):
            if units.is_infantry(piece) and units.is_normal(piece) and not piece.flag("hidden"):
                yield story.insert(spot.number, *check(piece.id, "fire"))


@fault("6.0.H")
def the_phasing_player_turns_a_unit_over_last(story: Story) -> Iterator[Change]:
    for spot in story.sets("face", "state-change"):
        own = _side_turned(spot) == spot.board.phasing
        later = range(spot.number + 1, story.end_of_phase(spot.number))
        others = [n for n in later if story.actions[n].side != spot.board.phasing]
        if own and others:
            first, actions = story.drop(spot.number)
            at = others[0] - first
            yield first, [*actions[:at], spot.action, *actions[at:]]
    for spot in story.ends("state-change"):
        mine, his = (
            next((p for p in spot.board.on_map(side) if _may_turn(spot, p)), None)
            for side in (spot.board.phasing, opponent(spot.board))
        )
        if mine is not None and his is not None and spot.number == len(story.actions):
            yield story.insert(spot.number, _over(his), _over(mine))


def _side_turned(spot: Spot) -> str | None:
    assert isinstance(spot.action, SetState)
    return spot.board.piece(spot.action.unit or "").side


def _may_turn(spot: Spot, piece: Piece) -> bool:
    return units.is_normal(piece) and piece.id not in spot.board.state.freely_turned_over


def _over(piece: Piece) -> SetState:
    value = "down" if units.is_up(piece) else "up"
    return SetState(unit=piece.id, state="face", value=value)


@fault("3.13")
def a_unit_turns_over_twice_after_the_assaults(story: Story) -> Iterator[Change]:
    for spot in story.sets("face", "state-change"):
        assert isinstance(spot.action, SetState)
        piece = spot.board.piece(spot.action.unit or "")
        back = SetState(unit=piece.id, state="face", value=piece.face)
        if not story.names(piece.id, spot.number + 1):
            yield story.insert(spot.number + 1, back)


# -- set-up (24.1) --------------------------------------------------------------------------------


def _set_up(story: Story) -> Spot:
    return Spot(0, story.actions[0], story.before(0))


def _shifted(story: Story, piece: Piece, goal: Hex) -> Change:
    """A unit is set up elsewhere, and put right in the first Morale Phase."""
    board = story.before(0)
    there = (board.number(piece.place), board.number(goal))
    wrong = Move(units=(piece.id,), path=there)
    right = Move(units=(piece.id,), path=there[::-1])
    return 0, [wrong, story.actions[0], right, *story.actions[1:]]


@fault("24.4")
def a_unit_is_set_up_outside_its_area(story: Story) -> Iterator[Change]:
    board = _set_up(story).board
    for piece in board.on_map("german"):
        force = forces.force_of(board, piece.counter)
        assert force is not None
        area = {hex_ for name in force.areas for hex_ in forces.area(board, name)}
        for hex_ in aside(board, piece):
            if hex_ not in area:
                yield _shifted(story, piece, hex_)


@fault("8.62")
def seven_men_are_set_up_in_a_hex(story: Story) -> Iterator[Change]:
    board = _set_up(story).board
    germans = [p for p in board.on_map("german") if units.is_infantry(p) and not p.flag("hidden")]
    crowd = max({p.place for p in germans}, key=lambda hex_: sum(p.place == hex_ for p in germans))
    here = [piece for piece in germans if piece.place == crowd]
    more = [piece for piece in germans if piece.place != crowd][: 7 - len(here)]
    names = tuple(piece.id for piece in more)
    assert len(here) + len(more) == 7
    out = [Move(units=(n,), path=(board.number(board.piece(n).place), board.number(crowd)))
           for n in names]  # fmt: skip
    back = [Move(units=move.units, path=move.path[::-1]) for move in out]
    yield 0, [*out, story.actions[0], *back, *story.actions[1:]]


@fault("24.21")
def a_third_hex_is_hidden(story: Story) -> Iterator[Change]:
    board = _set_up(story).board
    hidden = {p.place for p in board.on_map("german") if p.flag("hidden")}
    seen = [p for p in board.on_map("german") if not p.flag("hidden")]
    places = sorted({p.place for p in seen if isinstance(p.place, Hex)} - hidden)[: 3 - len(hidden)]
    pieces = [p for p in seen if p.place in places]
    hide = [SetState(unit=p.id, state="hidden", value=True) for p in pieces]
    show = [SetState(unit=p.id, state="hidden", value=None) for p in pieces]
    yield 0, [*hide, story.actions[0], *show, *story.actions[1:]]


@fault("24.1")
def a_man_whom_the_scenario_leaves_out_is_set_up(story: Story) -> Iterator[Change]:
    board = _set_up(story).board
    for counter in board.data.counters.values():
        force = forces.force_of(board, counter)
        out = counter.id not in board.pieces and force is not None and force.without
        if out and counter.side == "russian":
            there = Place(unit=counter.id, at="russian-entry")
            yield 0, [there, story.actions[0], Remove(units=(counter.id,)), *story.actions[1:]]


@fault("24.1")
def a_unit_of_another_scenario_is_put_on_the_map(story: Story) -> Iterator[Change]:
    spot = next(story.ends("support-fire"))
    there = Place(unit="ge-e-wagner", at="4501")
    yield story.insert(spot.number, there, Place(unit="ge-e-wagner", at="german-eliminated"))


@fault("24.4", "8.11", "8.12", "24.1")
def a_unit_enters_the_map_where_it_may_not(story: Story) -> Iterator[Change]:
    for spot in story.moves("movement"):
        assert isinstance(spot.action, Move)
        if spot.action.start.endswith("-entry"):
            name = spot.action.units[0]
            piece = spot.board.piece(name)
            force = forces.force_of(spot.board, piece.counter)
            assert force is not None
            area = {hex_ for each in force.areas for hex_ in forces.area(spot.board, each)}
            for hex_ in sorted(spot.board.data.map.hexes):
                free = hex_ not in area and hex_ not in spot.board.occupants
                if free and forces.is_on_scenario_map(spot.board, hex_):
                    wrong = Move(units=(name,), path=(spot.action.start, spot.board.number(hex_)))
                    box = Place(unit=name, at=spot.action.start)
                    yield story.insert(spot.number, wrong, box)


@fault("24.1")
def a_unit_on_the_map_is_said_to_enter(story: Story) -> Iterator[Change]:
    for spot in story.ends("movement"):
        for piece in spot.board.on_map(spot.board.phasing):
            yield story.insert(spot.number, declare("enter", piece.id))


# -- hidden hexes (24.2) --------------------------------------------------------------------------


@fault("24.22")
def a_hidden_unit_that_was_found_stays_hidden(story: Story) -> Iterator[Change]:
    for spot in story.declared("reveal"):
        assert isinstance(spot.action, Declare)
        end = story.end_of_phase(spot.number)
        first, actions = story.drop(spot.number)
        yield first, [
            *actions[: end - first - 1], actions[end - first - 1], spot.action,
            *actions[end - first :],
        ]  # fmt: skip


@fault("24.21")
def a_unit_hides_during_play(story: Story) -> Iterator[Change]:
    for spot in story.ends("support-fire"):
        for piece in spot.board.on_map():
            yield story.insert(
                spot.number,
                SetState(unit=piece.id, state="hidden", value=True),
                SetState(unit=piece.id, state="hidden", value=None),
            )


# -- what the scenario does not have --------------------------------------------------------------


@fault("18.1")
def an_improved_position_is_moved(story: Story) -> Iterator[Change]:
    for spot in story.ends("movement"):
        for piece in spot.board.pieces.values():
            if piece.counter.kind == "improved-position" and isinstance(piece.place, Hex):
                path = (spot.board.number(piece.place), "4501")
                yield story.insert(spot.number, Move(units=(piece.id,), path=path),
                                   Place(unit=piece.id, at=path[0]))  # fmt: skip


@fault("18.1")
def an_improved_position_is_built(story: Story) -> Iterator[Change]:
    for spot in story.ends("movement"):
        yield story.insert(spot.number, Place(unit="ip-2", at="4501"))


@fault("19.0")
def mines_are_noted_in_a_scenario_without_mines(story: Story) -> Iterator[Change]:
    for spot in story.ends("movement"):
        hex_ = next(
            hex_ for hex_, info in spot.board.data.map.hexes.items()
            if info.terrains == {"clear"} and hex_ not in spot.board.occupants
        )  # fmt: skip
        field = f"{spot.board.number(hex_)} at 5"
        yield story.insert(spot.number, declare("mines", field=field))


@fault("19.24")
def a_man_rolls_for_mines_where_there_are_none(story: Story) -> Iterator[Change]:
    for spot in story.ends("movement"):
        for piece in spot.board.on_map():
            if units.is_infantry(piece):
                yield story.insert(spot.number, declare("mine-roll", piece.id), rolled(6, 1))


@fault("12.32")
def a_wreck_is_placed_where_no_vehicle_was_lost(story: Story) -> Iterator[Change]:
    for spot in story.ends("assault"):
        yield story.insert(spot.number, Place(unit="wreck", at="4501"))


@fault("6.0", "24.32")
def units_infiltrate_during_play(story: Story) -> Iterator[Change]:
    for spot in story.ends("support-fire"):
        for piece in spot.board.on_map("russian"):
            if units.is_infantry(piece):
                yield story.insert(spot.number, declare("infiltration", piece.id, hex="4501"))
