"""Logs of our own modules as actions: each act of a player becomes exactly one right action."""

from __future__ import annotations

import pytest

from compiler.art.counters import faces_of
from compiler.vassal.encoding import join_traits
from compiler.vassal.names import display_map_name
from compiler.vassal.savegame import (
    Spot,
    change_command,
    chat_command,
)
from referee.actions import (
    Action,
    BeginPhase,
    Chat,
    Declare,
    GameLog,
    Header,
    Place,
    Position,
    Remove,
    SetState,
    Undo,
)
from referee.audit import new_board
from referee.games import rules_for
from referee.logs.module_info import ModuleInfo, module_info
from tests.oracle.built import Game

from .module_logs import WrittenLog, counter_of, told, went

# -- the beginning ---------------------------------------------------------------------------------


def test_a_log_says_which_game_version_and_scenario_it_is_of(log: WrittenLog) -> None:
    assert module_info(log.log()) == ModuleInfo(log.data.id, log.data.game.version, log.scenario.id)


def test_every_set_up_is_read_as_the_position_that_the_data_say(game: Game) -> None:
    for scenario in game.data.scenarios.values():
        log = WrittenLog(game, scenario)
        log.say("a first step")
        reader = log.reader()
        position = next(iter(reader.read(log.log())))
        assert isinstance(position, Position)
        expected = {
            (
                each.piece,
                each.place if isinstance(each.place, str) else game.data.map.number(each.place),
                each.face,
            )
            for each in scenario.setup
        }
        assert {(each.unit, each.at, each.face) for each in position.pieces} == expected
        assert len(position.pieces) == len(scenario.setup)
        header = Header(format="hexmarshal-moves/1", game=game.data.id, scenario=scenario.id)
        board = new_board(game.data, rules_for(game.data), GameLog(header, ()))
        assert board.difference(position) == ()
        assert reader.unread == []


def test_the_position_holds_stacks_from_the_bottom_up(log: WrittenLog) -> None:
    place, units = log.stack()
    log.say("a first step")
    position = next(iter(log.reader().read(log.log())))
    assert isinstance(position, Position)
    assert [each.unit for each in position.pieces if each.at == place] == units


def test_the_phase_of_the_turn_tracker_begins_with_the_log(log: WrittenLog) -> None:
    log.tracker(1, 1)
    log.say("a first step")
    _, phase = log.reader().read(log.log())
    assert told(phase) == told(BeginPhase(turn=1, phase=log.data.sequence.phases[1].id))
    assert str(phase.origin) == "game.vlog:0"


# -- moving ----------------------------------------------------------------------------------------


def test_a_drag_is_a_move_from_hex_to_hex_of_which_only_the_ends_are_known(log: WrittenLog) -> None:
    unit, start = log.single()
    end = next(log.empty_hexes())
    log.step(*log.moving(unit, end), chat_command(f"* {unit} moves {start} -> {end} *"))
    [action] = log.actions()
    assert told(action) == told(went([unit], start, end))
    assert str(action.origin) == "game.vlog:1"


def test_several_drags_are_several_moves(log: WrittenLog) -> None:
    unit, start = log.single()
    first, second, *_ = log.empty_hexes()
    log.step(*log.moving(unit, first))
    log.step(*log.moving(unit, second))
    assert told(*log.actions()) == told(went([unit], start, first), went([unit], first, second))


def test_a_shift_within_a_hex_is_no_move(log: WrittenLog) -> None:
    unit, start = log.single()
    spot = log.spot(start)
    log.step(*log.moving(unit, Spot(spot.map, spot.x + 5, spot.y - 4)))
    assert log.actions() == []


def test_pieces_dragged_together_are_one_move(log: WrittenLog) -> None:
    start, units = log.stack()
    end = next(log.empty_hexes())
    first, second, *_ = units
    log.step(*log.moving(first, end), *log.moving(second, end, under=first))
    assert told(*log.actions()) == told(went([first, second], start, end))


def test_a_stack_moves_with_all_that_is_in_it_bottom_first(log: WrittenLog) -> None:
    start, units = log.stack()
    end = next(log.empty_hexes())
    log.step(log.moving_stack(units, end))
    assert told(*log.actions()) == told(went(units, start, end))


def test_a_box_of_a_display_is_a_place_like_a_hex(log: WrittenLog) -> None:
    unit, start = log.single()
    box = log.box()
    log.step(*log.moving(unit, box))
    log.step(*log.moving(unit, start))
    assert told(*log.actions()) == told(went([unit], start, box), went([unit], box, start))


def beside_all(log: WrittenLog) -> Spot:
    """A spot in no hex and no box."""
    display = next(iter(log.data.displays.values()))
    return Spot(display_map_name(display), 0, 0)


def test_beside_all_hexes_and_boxes_a_unit_is_out_of_play(log: WrittenLog) -> None:
    unit, start = log.single()
    log.step(*log.moving(unit, beside_all(log)))
    log.say("> reveal | by: somebody")
    log.step(*log.moving(unit, start))
    log.step(*log.moving(unit, None))
    removed, _, placed, again = log.actions()
    assert told(removed, again) == told(Remove(units=(unit,)), Remove(units=(unit,)))
    assert [str(each.origin) for each in (removed, again)] == ["game.vlog:1", "game.vlog:4"]
    assert isinstance(placed, Place)
    assert (placed.unit, placed.counter, placed.at) == (unit, counter_of(unit), start)


def test_a_unit_let_go_beside_all_hexes_and_picked_up_at_once_goes_where_it_comes(
    log: WrittenLog,
) -> None:
    unit, start = log.single()
    end = next(log.empty_hexes())
    log.step(*log.moving(unit, beside_all(log)))
    log.step(chat_command("&lt;Ann&gt; - oops"))
    log.step(*log.moving(unit, end))
    chat, moved = log.actions()
    assert isinstance(chat, Chat)
    assert told(moved) == told(went([unit], start, end))


def test_a_unit_let_go_beside_all_hexes_and_put_back_at_once_has_not_moved(
    log: WrittenLog,
) -> None:
    unit, start = log.single()
    log.step(*log.moving(unit, beside_all(log)))
    log.step(*log.moving(unit, start))
    assert log.actions() == []


def test_of_a_stack_let_go_beside_all_hexes_what_is_not_picked_up_is_out_of_play(
    log: WrittenLog,
) -> None:
    start, units = log.stack()
    first, second, *_ = units
    end, other = list(log.empty_hexes())[:2]
    beside = beside_all(log)
    log.step(*log.moving(first, beside), *log.moving(second, beside, under=first))
    log.step(*log.moving(first, end))
    log.step(*log.moving(first, other))
    log.step(*log.moving(second, end))
    moved, lost, on, back = log.actions()
    assert told(moved, lost, on) == told(
        went([first], start, end), Remove(units=(second,)), went([first], end, other)
    )
    assert isinstance(back, Place)


def test_a_unit_let_go_beside_all_hexes_and_then_deleted_is_removed_once(log: WrittenLog) -> None:
    unit, _ = log.single()
    log.step(*log.moving(unit, beside_all(log)))
    log.step(log.removing(unit))
    assert told(*log.actions()) == told(Remove(units=(unit,)))


def _counter(unit: str) -> str | None:
    base = unit.partition("#")[0]
    return None if base == unit else base


def test_a_unit_that_is_removed_later_still_moves_before(log: WrittenLog) -> None:
    unit, start = log.single()
    end = next(log.empty_hexes())
    log.step(*log.moving(unit, end))
    log.step(log.removing(unit))
    assert told(*log.actions()) == told(went([unit], start, end), Remove(units=(unit,)))


def test_an_announced_path_is_the_path_of_the_move(log: WrittenLog) -> None:
    unit, start = log.single()
    others = list(log.empty_hexes())[:3]
    log.say(f"> march | by: A name [{unit}] in {start} | path = {start} {others[0]}, {others[1]}")
    log.step(*log.moving(unit, others[1]))
    log.step(*log.moving(unit, others[2]))
    announced, along, after = log.actions()
    assert isinstance(announced, Declare)
    assert told(along, after) == told(
        went([unit], start, others[0], others[1], complete=True),
        went([unit], others[1], others[2]),
    )


def test_an_announced_path_that_ends_elsewhere_is_not_the_moves(log: WrittenLog) -> None:
    unit, start = log.single()
    first, second, *_ = log.empty_hexes()
    log.say(f"> march | by: A name [{unit}] in {start} | path = {start} {first}")
    log.step(*log.moving(unit, second))
    assert told(*log.actions()[1:]) == told(went([unit], start, second))


# -- what pieces are like --------------------------------------------------------------------------


def test_turning_over_sets_the_face_though_nothing_else_of_the_piece_differs(
    game: Game,
) -> None:
    log, unit, other = turnable(game)
    log.step(log.changing(unit, face=other), chat_command("* turned over"))
    assert told(*log.actions()) == told(SetState(unit=unit, state="face", value=other))


def turnable(game: Game) -> tuple[WrittenLog, str, str]:
    """A log with a unit that has its front up, and another face of it."""
    for scenario in game.data.scenarios.values():
        for placed in scenario.setup:
            counter = game.data.counters.get(placed.counter)
            faces = faces_of(game.data, counter) if counter else ()
            if len(faces) > 1 and placed.face == faces[0]:
                return WrittenLog(game, scenario), placed.piece, faces[1]
    pytest.skip("no unit with two faces in any set-up")


def test_states_are_set_by_their_ids_with_values_of_their_type(game: Game) -> None:
    log = WrittenLog(game)
    expected: list[Action] = []
    for name, state in log.data.states.items():
        unit = with_state(log, name)
        if unit is None:
            continue
        value: bool | int | str = True
        if state.type == "level":
            value = state.maximum
        elif state.type == "choice":
            value = state.choices[-1]
        log.step(log.changing(unit, {name: value}))
        expected.append(SetState(unit=unit, state=name, value=value))
    assert len(expected) > 5
    assert told(*log.actions()) == told(*expected)


def with_state(log: WrittenLog, state: str) -> str | None:
    """A unit that has a state, as at first."""
    kinds = log.data.states[state].kinds
    for name in log.units:
        counter = log.data.counters.get(name.partition("#")[0])
        placed = next(each for each in log.scenario.setup if each.piece == name)
        if counter and (not kinds or counter.kind in kinds) and state not in placed.states:
            return name
    return None


MARKS = {
    "markmoved": "true",
    "footprint": "false;Map0;1;2120,640;true;1",
    "obs": "Soviet;|0",
    "hide": "Soviet",
}
"""Traits that change and are no states of the game, with another state of each."""


def test_marks_and_masks_and_trails_are_no_actions(log: WrittenLog) -> None:
    unit, _ = log.single()
    piece = log.units[unit]
    for kind in ("markmoved", "obs", "hide", "footprint"):
        changed = [
            f"{'true' if trait.kind == 'markmoved' else 'Red;|0'}"
            if trait.kind == kind
            else trait.state
            for trait in piece.traits
        ]
        log.step(change_command(piece.piece_id, join_traits(changed), piece.state))
    assert log.actions() == []


def test_a_removed_unit_that_comes_again_is_placed_under_its_name(log: WrittenLog) -> None:
    unit, _ = log.single()
    place = next(log.empty_hexes())
    log.step(log.removing(unit))
    log.step(*log.placing(unit, "77", place, like=unit))
    removed, placed = log.actions()
    assert told(removed) == told(Remove(units=(unit,)))
    assert isinstance(placed, Place)
    assert (placed.unit, placed.counter, placed.at) == (unit, counter_of(unit), place)
    assert placed.face in log.data.game.faces


def test_a_second_piece_of_one_unit_is_named_apart_and_said_to_be_odd(log: WrittenLog) -> None:
    unit, _ = log.single()
    place = next(log.empty_hexes())
    log.step(*log.placing("copy", "77", place, like=unit))
    reader = log.reader()
    placed = list(reader.read(log.log()))[-1]
    assert isinstance(placed, Place)
    assert (placed.unit.partition("#")[0], placed.counter) == (unit.partition("#")[0],) * 2
    assert placed.unit != unit
    [line] = reader.unread
    assert line.startswith("game.vlog:1: another piece")


def test_markers_of_one_kind_have_names_of_their_own(log: WrittenLog) -> None:
    marker = log.marker()
    base = marker.partition("#")[0]
    first, second, *_ = log.empty_hexes()
    log.step(*log.placing("one", "77", first, like=marker))
    log.step(*log.placing("two", "78", first, like=marker))
    log.step(*log.moving("two", second))
    log.step(log.removing("one"))
    log.say(f"> reveal | on: A marker [{marker}] in {second}")
    one, two, moved, removed, said = log.actions()
    assert isinstance(one, Place)
    assert isinstance(two, Place)
    assert len({marker, one.unit, two.unit}) == 3
    assert one.counter == two.counter == base
    assert told(moved, removed) == told(went([two.unit], first, second), Remove(units=(one.unit,)))
    assert isinstance(said, Declare)
    assert said.names("targets") == (two.unit,)


# -- undo ------------------------------------------------------------------------------------------


def inverse(commands: list[str]) -> list[str]:
    """What takes back a drag: the stack is removed and the piece moved back."""
    moved, *stacks = commands
    fields = moved.split("/")
    back = "/".join([*fields[:2], *fields[6:10], *fields[2:6], *fields[10:]])
    return [*(f"-/{stack.split('/')[1]}" for stack in stacks), back]


def test_an_undone_move_is_left_out_and_the_undo_told(log: WrittenLog) -> None:
    unit, start = log.single()
    first, second, *_ = log.empty_hexes()
    here = log.units[unit].spot
    done = log.moving(unit, first)
    log.step(*done)
    log.step(*log.undoing(*inverse(done)))
    log.units[unit].spot = here
    log.step(*log.moving(unit, second))
    undo, moved = log.actions()
    assert told(undo, moved) == told(Undo(), went([unit], start, second))
    assert str(undo.origin) == "game.vlog:2"


def test_an_undone_removal_leaves_the_unit_its_name(log: WrittenLog) -> None:
    unit, start = log.single()
    end = next(log.empty_hexes())
    piece = log.units[unit]
    log.step(log.removing(unit))
    back = log.placing(unit, piece.piece_id, start, like=unit)
    log.step(*log.undoing(*back))
    log.step(*log.moving(unit, end))
    assert told(*log.actions()) == told(Undo(), went([unit], start, end))


def test_a_declaration_taken_back_is_not_made(log: WrittenLog) -> None:
    unit, place = log.single()
    line = f"* > attack | by: A [{unit}] in {place}"
    log.step(chat_command(line))
    log.step(*log.undoing(chat_command(f"* UNDO: {line}")))
    log.say(f"> attack | by: B [{unit}] in {place} | way: other")
    undo, declared = log.actions()
    assert told(undo) == told(Undo())
    assert isinstance(declared, Declare)
    assert declared.values == {"way": "other"}


def test_an_undo_of_what_is_not_in_the_log_gives_the_position_that_it_leads_to(
    log: WrittenLog,
) -> None:
    unit, _ = log.single()
    place = next(log.empty_hexes())
    log.step(*log.undoing(*log.moving(unit, place)))
    undo, position = log.actions()
    assert told(undo) == told(Undo())
    assert isinstance(position, Position)
    assert next(each.at for each in position.pieces if each.unit == unit) == place
