"""Every game's module in the real engine: opened, set up, played in, recorded and read again."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from compiler.declarations import ID_PROPERTY, escape, parse_line
from compiler.resources import games
from compiler.vassal.container import SAVED_GAME, pack_archive, read_saved_game
from compiler.vassal.encoding import ESCAPE, encode_sequence
from compiler.vassal.names import (
    FACE_LAYER,
    PHASE_LEVEL,
    SIDE,
    SOLITAIRE,
    display_map_name,
    side_name,
)
from compiler.vassal.obfuscation import encode_saved_game
from compiler.vassal.savegame import Spot, chat_command, move_command
from compiler.vassal.turns import TurnTrack
from referee.logs.vassal.replay import read_log

from .built import Game, built
from .comparison import as_judged, as_read, difference
from .conftest import Engines
from .engine import Engine
from .player import ANSWERS, RandomPlayer

FACE_LEVEL = f"{FACE_LAYER}_Level"
DEEDS = 100


@pytest.fixture(scope="module", params=games())
def game(request: pytest.FixtureRequest, toolchain: object, shared: Path) -> Game:
    """One game after the other, with its module built."""
    return built(request.param, shared)


@pytest.fixture(scope="module")
def opened(game: Game, engines: Engines) -> Engine:
    """The engine with the game's module open."""
    return engines.get(game.module)


@pytest.fixture
def engine(opened: Engine) -> Engine:
    """The same, with earlier complaints forgotten."""
    opened.forget()
    return opened


def test_the_engine_opens_the_module_without_complaint(game: Game, engine: Engine) -> None:
    assert engine.opening == []
    assert engine.module.name == game.data.game.title
    assert engine.module.version == game.data.game.version
    assert {side_name(game.data, side) for side in game.data.sides} <= set(engine.module.sides)
    assert [setup for setup in engine.module.setups if not setup] == []


def test_the_engine_finds_every_image_of_the_module(game: Game, engine: Engine) -> None:
    assert engine.missing_images() == []
    assert engine.complaints == []


def test_every_piece_has_one_slot_in_the_module_or_its_extension(
    game: Game, engine: Engine, engines: Engines
) -> None:
    slots = engine.slots([ID_PROPERTY])
    assert [slot.name for slot in slots if not slot.built] == []
    inside = Counter(slot.properties[ID_PROPERTY] for slot in slots)
    assert inside == Counter(game.piece_ids(optional=False))
    if game.extensions:
        with engines.fresh(game.module, *game.extensions) as extended:
            assert extended.opening == []
            slots = extended.slots([ID_PROPERTY])
            extended.new_game(SOLITAIRE)
            placed = extended.place_all(game.map_name, game.middle)
            assert [each.slot for each in placed if each.map != game.map_name] == []
            assert extended.complaints == []
    assert Counter(slot.properties[ID_PROPERTY] for slot in slots) == Counter(
        game.piece_ids(optional=True)
    )
    assert len({slot.gpid for slot in slots}) == len(slots)
    assert engine.complaints == []


def test_every_piece_can_be_placed_and_drawn(game: Game, engine: Engine) -> None:
    engine.new_game(SOLITAIRE)
    placed = engine.place_all(game.map_name, game.middle)
    assert [each.slot for each in placed if each.map != game.map_name] == []
    assert [each.slot for each in placed if min(each.width, each.height) < 10] == []
    assert len({each.gpid for each in placed}) == len(placed) == len(engine.slots())
    assert engine.complaints == []


def test_an_empty_board_has_no_pieces_on_it(engine: Engine) -> None:
    engine.new_game()
    assert engine.pieces() == ()
    assert engine.complaints == []


def test_the_engine_numbers_every_hex_as_the_data_do(game: Game, engine: Engine) -> None:
    engine.new_game()
    grid = game.data.map.grid
    centers = {grid.number(cell): grid.center(cell) for cell in grid}
    assert engine.names(game.map_name, centers.values()) == list(centers)
    assert engine.locate(game.map_name, centers) == list(centers.values())
    assert engine.snap(game.map_name, centers.values()) == list(centers.values())


def test_the_engine_names_every_box_of_every_display(game: Game, engine: Engine) -> None:
    engine.new_game()
    for shown in game.data.displays.values():
        name = display_map_name(shown)
        expected = [escape(box.location) for box in shown.boxes]
        assert engine.names(name, [box.centre for box in shown.boxes]) == expected
        corners = [(box.x + 2, box.y + 2) for box in shown.boxes]
        assert engine.names(name, corners) == expected


def test_every_set_up_puts_each_unit_where_the_data_say_and_with_its_face(
    game: Game, engine: Engine
) -> None:
    for scenario in game.data.scenarios.values():
        engine.start_setup(scenario.name)
        standing = Counter(
            (piece.properties[ID_PROPERTY], piece.map, piece.location, piece.properties[FACE_LEVEL])
            for piece in engine.pieces([ID_PROPERTY, FACE_LEVEL])
        )
        expected = Counter(
            (placed.piece, *game.place(placed), game.face_level(placed))
            for placed in scenario.setup
        )
        assert standing == expected, scenario.id
        for each in engine.maps():
            engine.draw(each.name)
        assert engine.complaints == [], scenario.id


def test_a_player_can_move_the_own_pieces_alone(game: Game, engine: Engine) -> None:
    scenario = game.scenario()
    for side in game.data.sides:
        own = side_name(game.data, side)
        assert engine.start_setup(scenario.name, side=own).side == own
        units = [piece for piece in engine.pieces([SIDE]) if piece.map == game.map_name]
        for other in game.data.sides:
            name = side_name(game.data, other)
            piece = next((each for each in units if each.properties[SIDE] == name), None)
            if piece is not None:
                moved = engine.move([piece.id], game.map_name, game.middle)
                assert moved == (1 if other == side else 0), (own, piece)


def test_the_turn_tracker_walks_the_sequence_of_play(game: Game, engine: Engine) -> None:
    track = TurnTrack.of(game.data)
    scenario = game.scenario()
    engine.start_setup(scenario.name)
    walked = [engine.property(PHASE_LEVEL)]
    shown = []
    for _ in range(len(track.phase_names)):
        shown.append(engine.turn())
        walked.append(engine.property(PHASE_LEVEL))
    assert walked == [*track.phase_names, track.phase_names[0]]
    assert all(phase in text for phase, text in zip(walked[1:], shown, strict=True) if phase)
    if len(scenario.turns) > 1:
        assert scenario.turns[1][0] in shown[-1]
    assert engine.complaints == []


def test_every_dice_button_rolls_its_dice(game: Game, engine: Engine) -> None:
    engine.new_game()
    texts = {button.text or button.tooltip or "" for button in engine.buttons()}
    for dice in game.data.dice.values():
        button = next(text for text in texts if dice.name in text)
        engine.chat.clear()
        engine.press(button)
        [line] = engine.chat
        rolled = [
            int(word) for word in line.partition("=")[2].replace(",", " ").split() if word.isdigit()
        ]
        assert len(rolled) == dice.count, line
        assert all(1 <= face <= dice.sides for face in rolled), line


def test_every_declaration_of_a_piece_writes_a_line_that_we_read(
    game: Game, engine: Engine
) -> None:
    engine.start_setup(game.scenario().name)
    pieces = [piece for piece in engine.pieces([ID_PROPERTY]) if piece.properties[ID_PROPERTY]]
    menus = {piece.id: {entry.name for entry in engine.commands(piece.id)} for piece in pieces}
    for verb, declaration in game.data.declarations.items():
        for command in declaration.commands:
            piece = next((each for each in pieces if command.label in menus[each.id]), None)
            if command.who != "piece" or piece is None:
                continue
            engine.chat.clear()
            engine.menu([piece.id], command.label, ANSWERS)
            lines = [line for text in engine.chat if (line := parse_line(text)) is not None]
            assert [line.verb for line in lines] == [verb], engine.chat
            named = [item.id for _, items in lines[0].fields for item in items if item.id]
            assert named == [piece.properties[ID_PROPERTY]], engine.chat
            written = {key: items[0].text for key, items in lines[0].fields if items}
            assert command.values.items() <= written.items(), engine.chat
    assert engine.complaints == []


def test_every_declaration_of_the_toolbar_writes_a_line_that_we_read(
    game: Game, engine: Engine
) -> None:
    side = next(iter(game.data.sides))
    engine.start_setup(game.scenario().name, side=side_name(game.data, side))
    for verb, declaration in game.data.declarations.items():
        for command in declaration.commands:
            if command.who != "toolbar":
                continue
            choices = command.ask.choices if command.ask is not None else ()
            for choice in choices or ("",):
                engine.chat.clear()
                engine.press(f"{command.label}: {choice}" if choice else command.label, ANSWERS)
                lines = [line for text in engine.chat if (line := parse_line(text)) is not None]
                assert [line.verb for line in lines] == [verb], (command.label, engine.chat)
    assert engine.complaints == []


def test_a_game_recorded_in_the_module_is_read_to_the_engines_position(
    game: Game, engine: Engine, tmp_path: Path
) -> None:
    log = tmp_path / "recorded.vlog"
    engine.start_setup(game.scenario().name, side=SOLITAIRE)
    engine.begin_log(log)
    player = RandomPlayer(engine, game.map_name, seed=19, pieces=10_000, menus=True)
    player.play(DEEDS)
    engine.turn()
    engine.end_log()
    assert engine.complaints == []

    replay = read_log(log).replay()
    engine.load(log)
    list(replay.initial())
    assert difference(as_read(replay.position), as_judged(engine.everything(raw=True))) == {}
    for step in replay.steps():
        engine.step(1)
        judged = as_judged(engine.everything())
        assert difference(as_read(replay.position, raw=False), judged) == {}, step
    assert difference(as_read(replay.position), as_judged(engine.everything(raw=True))) == {}
    assert engine.complaints == []


def test_a_log_written_by_us_steps_to_the_position_meant(
    game: Game, engine: Engine, tmp_path: Path
) -> None:
    engine.start_setup(game.scenario().name)
    start, log = tmp_path / "start.vsav", tmp_path / "ours.vlog"
    engine.save(start)
    grid = game.data.map.grid
    taken = {(piece.x, piece.y) for piece in engine.pieces() if piece.map == game.map_name}
    goals = [cell for cell in grid if grid.center(cell) not in taken]
    units = [piece for piece in engine.pieces() if piece.map == game.map_name]
    moves = list(zip(units, goals, strict=False))
    assert moves
    steps = [
        log_step(
            move_command(
                unit.id,
                Spot(game.map_name, unit.x, unit.y),
                Spot(game.map_name, *grid.center(goal)),
            ),
            chat_command(f"* to {grid.number(goal)}"),
        )
        for unit, goal in moves
    ]
    text = ESCAPE.join((read_saved_game(start).text, encode_sequence(steps, ESCAPE)))
    log.write_bytes(pack_archive([(SAVED_GAME, encode_saved_game(text))]))

    assert engine.load(log).steps == len(moves)
    engine.chat.clear()
    engine.step()
    assert engine.chat == [f"* to {grid.number(goal)}" for _, goal in moves]
    found = {piece.id: piece.location for piece in engine.pieces()}
    for unit, goal in moves:
        assert found[unit.id] == grid.number(goal)
    assert engine.complaints == []


def log_step(*commands: str) -> str:
    """A step of a log: what one press of the Step button executes."""
    return encode_sequence([f"LOG\t{command}" for command in commands], ESCAPE)
