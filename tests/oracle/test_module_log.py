"""Play in our own modules, recorded by the engine and read as actions: each act, nothing else."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from compiler.art.counters import faces_of
from compiler.declarations import ID_PROPERTY
from compiler.gamedata.schema import DeclarationCommand
from compiler.vassal.names import PHASE_LEVEL, SOLITAIRE, side_id
from compiler.vassal.state_values import first_value, layer_values
from compiler.vassal.turns import TurnTrack
from referee.actions import (
    BeginPhase,
    Chat,
    Declare,
    FieldValue,
    Move,
    Place,
    Remove,
    SetState,
    Undo,
)
from referee.logs.module_log import ModuleLogReader
from referee.logs.vassal.replay import read_log

from .built import Game, built
from .conftest import Engines
from .player import ANSWERS, RandomPlayer
from .recorder import Recorder, Standing, told


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of this test run see."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "modules"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="module", params=["bold_stroke", "iron_cross"])
def game(request: pytest.FixtureRequest, toolchain: object, shared: Path) -> Game:
    """One game after the other, with its module built."""
    return built(request.param, shared)


@pytest.fixture
def play(game: Game, engines: Engines, tmp_path: Path) -> Iterator[Recorder]:
    """A game begun by one player for both sides, with the log begun."""
    engine = engines.get(game.module)
    engine.start_setup(game.scenario().name, side=SOLITAIRE)
    engine.forget()
    log = tmp_path / "played.vlog"
    engine.begin_log(log)
    recorder = Recorder(game, engine, log)
    yield recorder
    assert told(recorder.finished()) == told(recorder.expected)


# -- pieces ----------------------------------------------------------------------------------------


def test_pieces_dragged_alone_and_together_are_moves(play: Recorder) -> None:
    first, *_ = play.on_map()
    piece = play.pieces()[first]
    for number in (0, 5, 9):
        play.drag([piece.id], [first], play.empty_hex(number)[1])
    play.engine.move([piece.id], play.game.map_name, play.empty_hex(3)[1])
    play.engine.undo()
    play.expect(Undo())
    second = next(u for u in play.on_map() if play.where(u) != play.where(first))
    other = play.pieces()[second]
    start = play.where(second)
    play.engine.move([other.id], play.game.map_name, (piece.x, piece.y))
    play.expect(Move(units=(second,), path=(start, play.where(second)), complete=False))


def test_a_stack_is_dragged_with_all_that_is_in_it(play: Recorder) -> None:
    units = {piece.id: unit for unit, piece in play.pieces().items()}
    stacks = [
        each
        for each in play.engine.everything()
        if each.kind == "stack" and len(each.members) > 1 and each.map == play.game.map_name
    ]
    stack = min(stacks, key=lambda each: int(each.id))
    members = [units[piece_id] for piece_id in stack.members]
    play.drag([stack.id], members, play.empty_hex()[1])
    play.drag([play.pieces()[each].id for each in members], members, play.empty_hex(7)[1])


def test_a_piece_moved_onto_a_stack_and_the_stack_onto_another(play: Recorder) -> None:
    first, *_ = play.on_map()
    other = next(u for u in play.on_map() if play.where(u) != play.where(first))
    goal = play.pieces()[other]
    play.drag([play.pieces()[first].id], [first], (goal.x, goal.y))
    third = next(
        u for u in play.on_map() if play.where(u) not in (play.where(first), play.where(other))
    )
    target = play.pieces()[third]
    stack = play.pieces()[first].stack or ""
    members = next(e.members for e in play.engine.everything() if e.id == stack)
    units = {piece.id: unit for unit, piece in play.pieces().items()}
    play.drag([stack], [units[member] for member in members], (target.x, target.y))


def test_a_stack_that_an_undo_made_is_dragged(play: Recorder) -> None:
    units = {piece.id: unit for unit, piece in play.pieces().items()}
    stack = next(
        each
        for each in play.engine.everything()
        if each.kind == "stack" and len(each.members) > 1 and each.map == play.game.map_name
    )
    members = [units[piece_id] for piece_id in stack.members]
    other = next(u for u in play.on_map() if play.where(u) != play.where(members[0]))
    goal = play.pieces()[other]
    play.engine.move([stack.id], play.game.map_name, (goal.x, goal.y))
    play.engine.undo()
    play.expect(Undo())
    made = play.pieces()[members[0]].stack or ""
    assert made not in ("", stack.id)
    now = next(each.members for each in play.engine.everything() if each.id == made)
    play.drag([made], [units[piece_id] for piece_id in now], play.empty_hex()[1])


def test_a_piece_dropped_on_its_own_stack_lies_on_top(play: Recorder) -> None:
    units = {piece.id: unit for unit, piece in play.pieces().items()}
    stack = next(
        each
        for each in play.engine.everything()
        if each.kind == "stack" and len(each.members) > 1 and each.map == play.game.map_name
    )
    lowest, second, *_ = (units[member] for member in stack.members)
    play.engine.move([stack.members[0]], play.game.map_name, (stack.x, stack.y))
    play.expect(Move(units=(lowest,), path=(play.where(lowest),)))
    to_the_top = "38,0"
    play.engine.key([stack.members[1]], to_the_top)
    play.expect(Move(units=(second,), path=(play.where(second),)))


def test_a_unit_is_sent_to_a_box_and_dragged_back(play: Recorder) -> None:
    for unit in play.on_map():
        piece = play.pieces()[unit]
        start = play.where(unit)
        sends = [entry.name for entry in play.engine.commands(piece.id) if entry.name[:3] == "To "]
        if not sends:
            continue
        play.engine.menu([piece.id], sends[0])
        play.expect(Move(units=(unit,), path=(start, play.where(unit)), complete=False))
        assert play.where(unit) in play.game.data.boxes
        play.drag([piece.id], [unit], (piece.x, piece.y))
        return
    pytest.skip("no unit on the map can be sent to a box")


def test_pieces_are_placed_from_the_palette_and_removed(play: Recorder) -> None:
    slots = {str(slot.properties[ID_PROPERTY]): slot for slot in play.engine.slots([ID_PROPERTY])}
    unit = next(each for each in play.on_map() if each in slots)
    number, center = play.empty_hex()
    counter = play.game.data.counters[unit.partition("#")[0]]
    for _ in range(2):
        play.engine.menu([play.pieces()[unit].id], "Remove from play")
        play.expect(Remove(units=(unit,)))
        play.engine.place(slots[unit].gpid, play.game.map_name, center)
        play.expect(
            Place(
                unit=unit,
                counter=None if counter.id == unit else counter.id,
                at=number,
                face=faces_of(play.game.data, counter)[0],
            )
        )
    piece = play.pieces()[unit]
    play.engine.menu([piece.id], "Remove from play")
    play.engine.undo()
    play.expect(Undo())
    play.drag([piece.id], [unit], play.empty_hex(4)[1])


def test_markers_of_one_kind_are_told_apart(play: Recorder) -> None:
    markers = play.game.data.markers
    slots = {str(slot.properties[ID_PROPERTY]): slot for slot in play.engine.slots([ID_PROPERTY])}
    name = next(each for each in markers if each in slots)
    taken = {unit for unit in play.pieces() if unit.partition("#")[0] == name}
    number, center = play.empty_hex()
    goal, far = play.empty_hex(5)
    ids: dict[str, str] = {}
    count = 1
    for _ in range(2):
        unit = name
        while unit in taken:
            count += 1
            unit = f"{name}#{count}"
        taken.add(unit)
        ids[unit] = play.engine.place(slots[name].gpid, play.game.map_name, center) or ""
        play.expect(
            Place(
                unit=unit,
                counter=None if unit == name else name,
                at=number,
                face=faces_of(play.game.data, markers[name])[0],
            )
        )
    last = unit
    play.engine.move([ids[last]], play.game.map_name, far)
    play.expect(Move(units=(last,), path=(number, goal), complete=False))


def test_counters_are_turned_over_and_states_set(play: Recorder) -> None:
    data = play.game.data
    turned = False
    for unit in play.on_map():
        piece = play.pieces()[unit]
        entries = {entry.name: entry.enabled for entry in play.engine.commands(piece.id)}
        faces = faces_of(data, data.counters[unit.partition("#")[0]])
        if not turned and entries.get("Turn over") and len(faces) > 1:
            play.engine.menu([piece.id], "Turn over")
            play.expect(SetState(unit=unit, state="face", value=faces[1]))
            play.engine.menu([piece.id], "Turn over")
            play.expect(SetState(unit=unit, state="face", value=faces[2 % len(faces)]))
            turned = True
    for name, state in data.states.items():
        ending = {"flag": "", "level": " +1", "choice": ": next"}[state.type]
        entry = f"{state.name}{ending}"
        unit = next((u for u in play.on_map() if fresh(play, u, name, entry)), "")
        if not unit:
            continue
        value: FieldValue = True
        if state.type == "level":
            value = (state.default if isinstance(state.default, int) else state.minimum) + 1
        elif state.type == "choice":
            values = layer_values(state)
            value = values[values.index(first_value(state)) + 1]
        play.engine.menu([play.pieces()[unit].id], entry)
        play.expect(SetState(unit=unit, state=name, value=value))
    assert len(play.expected) > 5


def fresh(play: Recorder, unit: str, state: str, entry: str) -> bool:
    """Whether a unit can have a state set and has none of it by its set-up."""
    placed = next(each for each in play.game.scenario().setup if each.piece == unit)
    commands = play.engine.commands(play.pieces()[unit].id)
    return state not in placed.states and any(
        command.name == entry and command.enabled for command in commands
    )


def test_a_hidden_unit_moves_like_another(play: Recorder) -> None:
    unit, *_ = play.on_map()
    piece = play.pieces()[unit]
    play.engine.menu([piece.id], "Hide what it is")
    play.engine.menu([piece.id], "Make invisible")
    play.engine.menu([piece.id], "Mark moved")
    play.drag([piece.id], [unit], play.empty_hex()[1])


# -- declarations, dice, turns, chat ---------------------------------------------------------------


def declared(
    play: Recorder, verb: str, command: DeclarationCommand, answer: str, unit: str = ""
) -> Declare:
    """What a command of a declaration has to be read as."""
    values: dict[str, FieldValue] = dict(command.values)
    target = None
    if command.ask is not None:
        values[command.ask.field] = answer
    if command.who == "toolbar":
        values.setdefault("side", SOLITAIRE)
    elif command.role == "target":
        values["targets"] = (unit,)
        target = play.where(unit)
    elif command.role == "support":
        values["supports"] = (unit,)
    side = side_id(play.game.data, str(values.get("side", "")))
    if side is not None:
        values["side"] = side
    actor = (unit,) if unit and command.role == "actor" else ()
    return Declare(verb=verb, units=actor, target=target, values=values, side=side)


def settle(play: Recorder, verb: str, command: DeclarationCommand) -> None:
    """What ends a declaration: its own dice, or else those of a button."""
    if command.rolls:
        said = command.values.get("roll")
        play.rolled(command.rolls, f"{verb}.{said}" if said else verb)
        return
    name, dice = next(iter(play.game.data.dice.items()))
    texts = {button.text or button.tooltip or "" for button in play.engine.buttons()}
    play.engine.press(min((text for text in texts if dice.name in text), key=len))
    play.rolled(name)


def test_every_declaration_of_a_piece_is_read_with_its_dice(play: Recorder) -> None:
    pieces = play.pieces()
    menus = {
        unit: {entry.name for entry in play.engine.commands(piece.id)}
        for unit, piece in pieces.items()
    }
    for verb, declaration in play.game.data.declarations.items():
        for command in declaration.commands:
            unit = next((each for each in menus if command.label in menus[each]), "")
            if command.who != "piece" or not unit:
                continue
            choices = command.ask.choices if command.ask is not None else ()
            play.engine.menu([pieces[unit].id], command.label, ANSWERS)
            play.expect(declared(play, verb, command, choices[0] if choices else "1", unit))
            settle(play, verb, command)
    assert len(play.expected) > 20


def test_every_declaration_of_the_toolbar_is_read_with_its_dice(play: Recorder) -> None:
    for verb, declaration in play.game.data.declarations.items():
        for command in declaration.commands:
            if command.who != "toolbar":
                continue
            choices = command.ask.choices if command.ask is not None else ()
            for choice in choices or ("",):
                text = f"{command.label}: {choice}" if choice else command.label
                play.engine.press(text, ANSWERS)
                play.expect(declared(play, verb, command, choice or "1"))
                settle(play, verb, command)
    assert len(play.expected) > 5


def test_a_declaration_by_key_and_by_several_pieces_at_once(play: Recorder) -> None:
    data = play.game.data
    verb, command = next(
        (verb, command)
        for verb, declaration in data.declarations.items()
        for command in declaration.commands
        if command.key and command.who == "piece" and command.ask is None and not command.rolls
    )
    keys = {
        entry.key: unit
        for unit in play.on_map()
        for entry in play.engine.commands(play.pieces()[unit].id)
        if entry.name == command.label
    }
    [(key, _)] = keys.items()
    units = [
        unit
        for unit in play.on_map()
        if any(e.name == command.label for e in play.engine.commands(play.pieces()[unit].id))
    ][:2]
    letter = (key or "").rpartition("+")[2]
    stroke = f"{ord(letter)},{130 if (key or '').count('+') == 1 else 195}"
    play.engine.key([play.pieces()[unit].id for unit in units], stroke)
    said = [re.search(r"\[(.+?)\]", line) for line in play.engine.chat]
    order = tuple(found[1] for found in said if found)
    assert sorted(order) == sorted(units)
    play.expect(declared(play, verb, command, "", units[0]).model_copy(update={"units": order}))
    settle(play, verb, command)


def test_every_dice_button_is_a_roll_without_a_purpose(play: Recorder) -> None:
    texts = {button.text or button.tooltip or "" for button in play.engine.buttons()}
    for name, dice in play.game.data.dice.items():
        play.engine.press(min((text for text in texts if dice.name in text), key=len))
        play.rolled(name)


def test_the_turn_tracker_and_what_players_write(play: Recorder) -> None:
    track = TurnTrack.of(play.game.data)
    ids = dict(zip(track.phase_names, track.phase_ids, strict=True))
    for _ in range(len(track.phase_ids)):
        play.engine.turn()
        phase = ids[play.engine.property(PHASE_LEVEL) or ""]
        turn = 2 if phase == track.phase_ids[0] else 1
        play.expect(BeginPhase(turn=turn, phase=phase))
    play.engine.turn(-1)
    play.expect(BeginPhase(turn=1, phase=track.phase_ids[-1]))
    play.engine.say("over to you <b>Ann</b> & Bob")
    play.expect(Chat(text="over to you <b>Ann</b> & Bob"))


# -- anything --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [3, 8])
def test_a_game_played_at_random_is_read_to_the_position_saved_at_its_end(
    game: Game, engines: Engines, tmp_path: Path, seed: int
) -> None:
    engine = engines.get(game.module)
    engine.start_setup(game.scenario().name, side=SOLITAIRE)
    engine.forget()
    log, save = tmp_path / "random.vlog", tmp_path / "end.vsav"
    engine.begin_log(log)
    player = RandomPlayer(engine, game.map_name, seed=seed, pieces=10_000, menus=True)
    player.play(150)
    engine.end_log()
    engine.save(save)
    assert min(player.done.values()) > 0

    played, saved = (
        Standing(ModuleLogReader(game.data, game.scenario()).read(read_log(file)))
        for file in (log, save)
    )
    assert played.seen(game) == saved.seen(game)
