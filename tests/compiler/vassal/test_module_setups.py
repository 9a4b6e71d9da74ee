"""The set-ups in a written module, replayed by our own reader of saves."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.gamedata.model import GameData
from compiler.hexes import Hex
from compiler.vassal.container import SavedGame, read_saved_game
from compiler.vassal.encoding import ESCAPE, PieceText, decode_sequence
from compiler.vassal.names import main_map_name
from compiler.vassal.piece_state import read_piece
from compiler.vassal.setups import setup_file
from compiler.vassal.states import BasicState
from compiler.vassal.turns import TurnTrack
from tests.compiler.vassal.module_game import ReadModule


@pytest.fixture(params=["first", "second"])
def scenario(request: pytest.FixtureRequest) -> str:
    """Both scenarios."""
    return str(request.param)


@pytest.fixture
def saved(module: ReadModule, game: GameData, scenario: str, tmp_path: Path) -> SavedGame:
    """The saved game of a scenario."""
    file = tmp_path / "setup.vsav"
    file.write_bytes(module.files[setup_file(game.scenarios[scenario])])
    return read_saved_game(file)


def commands(text: str) -> list[str]:
    """All commands of a save, in order."""
    found: list[str] = []
    for token in decode_sequence(text, ESCAPE):
        found += decode_sequence(token, ESCAPE) if ESCAPE in token else [token]
    return found


def pieces(saved: SavedGame) -> list[PieceText]:
    """The pieces of a save, without stacks."""
    read = [PieceText.decode(text) for text in commands(saved.text) if text.startswith("+/")]
    return [piece for piece in read if piece.traits[-1].kind == "piece"]


def test_every_piece_stands_where_the_data_says(
    game: GameData, scenario: str, saved: SavedGame
) -> None:
    standing = {}
    for piece in pieces(saved):
        reading = read_piece(game, piece.traits)
        assert reading is not None
        state = BasicState.decode(piece.traits[-1].state)
        standing[reading.piece] = (state.map, state.x, state.y)
    grid = game.map.grid.vassal()
    for placed in game.scenarios[scenario].setup:
        where = standing.pop(placed.piece)
        if isinstance(placed.place, Hex):
            assert where[0] == main_map_name(game)
            assert grid.name(where[1], where[2]) == game.map.number(placed.place)
            assert grid.locate(game.map.number(placed.place)) == where[1:]
        else:
            shown, box = game.boxes[placed.place]
            assert where[0] == shown.name
            assert shown.at(where[1], where[2]) is box
    assert standing == {}


def test_every_piece_shows_the_face_and_states_of_the_data(
    game: GameData, scenario: str, saved: SavedGame
) -> None:
    readings = {
        reading.piece: reading
        for piece in pieces(saved)
        if (reading := read_piece(game, piece.traits)) is not None
    }
    for placed in game.scenarios[scenario].setup:
        reading = readings[placed.piece]
        assert reading.face == placed.face
        assert {name: reading.states[name] for name in placed.states} == dict(placed.states)


def test_pieces_are_whole_and_have_ids_of_their_own(saved: SavedGame) -> None:
    found = pieces(saved)
    assert all(trait.kind != "prototype" for piece in found for trait in piece.traits)
    ids = [piece.piece_id for piece in found]
    assert len(set(ids)) == len(ids)
    assert all(str(piece_id).isdecimal() for piece_id in ids)


def test_stacks_stand_after_their_members_bottom_first(game: GameData, saved: SavedGame) -> None:
    order = [text for text in commands(saved.text) if text.startswith("+/")]
    names = {}
    seen: set[str] = set()
    stacks = []
    for text in order:
        piece = PieceText.decode(text)
        if piece.traits[-1].kind == "stack":
            members = piece.traits[-1].state.split(";")[3:-1]
            assert set(members) <= seen
            stacks.append([names[member] for member in members])
        else:
            reading = read_piece(game, piece.traits)
            assert reading is not None
            names[str(piece.piece_id)] = reading.piece
        seen.add(str(piece.piece_id))
    assert ["rifle-1", "tank-1"] in stacks


def test_a_set_up_begins_at_the_first_turn_and_says_what_it_is(
    game: GameData, scenario: str, saved: SavedGame
) -> None:
    found = commands(saved.text)
    assert "SETUP_STACK\t" in found
    assert f"GlobalProperty\t;hexmarshal_scenario;{scenario};Module" in found
    assert "GlobalProperty\t;hexmarshal_version;1.2.3;Module" in found
    [turn] = [text for text in found if text.startswith("TURNTurnTracker0\t")]
    track = TurnTrack.of(game)
    position = track.read(decode_sequence(turn, "\t")[1], game.scenarios[scenario])
    assert (position.turn, position.phase) == (1, game.sequence.phases[0].id)


def test_no_player_stands_in_a_set_up(saved: SavedGame) -> None:
    assert not [text for text in commands(saved.text) if text.startswith(("PLAYER", "PYREMOVE"))]


def test_the_notes_show_how_secrets_are_written_down(saved: SavedGame) -> None:
    [note] = [text for text in commands(saved.text) if text.startswith("NOTES\t")]
    lines = decode_sequence(note.removeprefix("NOTES\t"), "|")
    assert lines[-2:] == [
        "What you keep secret goes into Private or Delayed, a line for each thing, such as",
        "> mines | field: 0101 ap 2",
    ]
