"""A made-up module that uses everything, in the real engine: what each command does and says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from compiler.declarations import (
    ID_PROPERTY,
    REFERENCE_PROPERTY,
    Line,
    join,
    parse_line,
    piece_reference,
)
from compiler.gamedata.model import GameData
from compiler.vassal.state_traits import SUMMARY
from tests.compiler.vassal.module_game import AWKWARD, ReadModule, build, module_game

from .answers import Piece
from .conftest import Engines
from .engine import Engine

PROPERTIES = (ID_PROPERTY, REFERENCE_PROPERTY, SUMMARY)


@pytest.fixture(scope="module")
def game() -> GameData:
    return module_game()


@pytest.fixture(scope="module")
def module(
    game: GameData, toolchain: object, tmp_path_factory: pytest.TempPathFactory
) -> ReadModule:
    return build(game, tmp_path_factory.mktemp("features"))


@pytest.fixture(scope="module")
def opened(module: ReadModule, engines: Engines) -> Engine:
    return engines.get(module.built.path)


@pytest.fixture
def engine(opened: Engine, game: GameData) -> Iterator[Engine]:
    """The engine at the first scenario, played by Red; nothing to complain of afterwards."""
    opened.forget()
    opened.start_setup(game.scenarios["first"].name, side="Red")
    opened.forget()
    yield opened
    assert opened.complaints == []


def by_id(engine: Engine) -> dict[str, Piece]:
    """The pieces in play by the id of their counter."""
    return {str(each.properties[ID_PROPERTY]): each for each in engine.pieces(PROPERTIES)}


def press(engine: Engine, unit: str, entry: str, *answers: str) -> list[str]:
    """Choose an entry of a piece's menu; the chat lines that it writes."""
    engine.chat.clear()
    engine.menu([by_id(engine)[unit].id], entry, answers)
    return list(engine.chat)


def lines(texts: list[str]) -> list[Line]:
    """The declarations among chat lines."""
    return [line for text in texts if (line := parse_line(text)) is not None]


def test_names_with_every_sign_are_shown_and_declared(engine: Engine) -> None:
    piece = by_id(engine)["awkward"]
    assert piece.name == piece.basic_name == AWKWARD
    assert piece.properties[REFERENCE_PROPERTY] == piece_reference(AWKWARD, "awkward")
    [line] = lines(press(engine, "awkward", "Attack with this"))
    [item] = line.items("by")
    assert (item.text, item.id, item.place) == (AWKWARD, "awkward", "0705")


def test_set_ups_show_states_and_commands_change_them(engine: Engine) -> None:
    rifle = by_id(engine)["rifle-1"]
    told = ", Moved, Step losses 2, Fuel -3, Morale pinned, down"
    assert rifle.properties[SUMMARY] == told
    assert press(engine, "rifle-1", "Moved") == [
        "* rifle-1 (0101), Step losses 2, Fuel -3, Morale pinned, down"
    ]
    press(engine, "rifle-1", "Step losses -1")
    press(engine, "rifle-1", "Fuel…", "90")
    press(engine, "rifle-1", "Morale: next")
    assert press(engine, "rifle-1", "Turn over") == [
        "* rifle-1 (0101), reduced, Step losses 1, Fuel 90, Morale broken"
    ]


def test_a_level_stops_at_its_bounds(engine: Engine) -> None:
    press(engine, "rifle-1", "Step losses +1")
    press(engine, "rifle-1", "Step losses +1")
    piece = by_id(engine)["rifle-1"]
    assert "Step losses 4" in str(piece.properties[SUMMARY])
    enabled = {entry.name: entry.enabled for entry in engine.commands(piece.id)}
    assert (enabled["Step losses +1"], enabled["Step losses -1"]) == (False, True)


def test_tidying_up_clears_the_states_of_one_side(engine: Engine) -> None:
    for state in ("Moved", "Step losses", "Morale"):
        engine.press(f"Red: clear {state}")
    pieces = by_id(engine)
    assert pieces["rifle-1"].properties[SUMMARY] == ", Fuel -3"
    assert "Morale broken" in str(pieces["inf-1"].properties[SUMMARY])


def test_the_other_side_may_target_a_piece_and_nothing_else(engine: Engine) -> None:
    assert [entry.name for entry in engine.commands(by_id(engine)["inf-1"].id)] == ["Attack this"]
    [line] = lines(press(engine, "inf-1", "Attack this"))
    assert [(item.id, item.place) for item in line.items("on")] == [("inf-1", "1410")]
    before = by_id(engine)["inf-1"]
    assert engine.move([before.id], before.map or "", (200, 200)) == 0
    assert by_id(engine)["inf-1"].location == before.location


def test_selected_pieces_declare_together(engine: Engine) -> None:
    pieces = by_id(engine)
    engine.menu([pieces["rifle-1"].id, pieces["tank-1"].id], "Attack with this", ())
    engine.menu([pieces["inf-1"].id], "Attack this", ())
    [attack] = join(lines(engine.chat))
    assert {item.id for item in attack.units} == {"rifle-1", "tank-1"}
    assert attack.target_places == ("1410",)


def test_a_question_is_asked_then_the_line_written_then_the_dice_rolled(engine: Engine) -> None:
    said, rolled = press(engine, "rifle-1", "Check…", "fire")
    assert said == "* > check | by: rifle-1 [rifle-1] in 0101 | for: fire"
    assert rolled.startswith("*** Two dice = ")


def test_a_question_left_unanswered_writes_nothing(engine: Engine) -> None:
    assert press(engine, "rifle-1", "Ammunition used…", "") == []
    assert press(engine, "rifle-1", "Ammunition used…", "3") == [
        "* > ammunition | by: rifle-1 [rifle-1] in 0101 | points = 3"
    ]
    assert press(engine, "rifle-1", "Ammunition used…", "3") != []


def test_buttons_say_whose_player_pressed_them(engine: Engine) -> None:
    engine.press("Weather: rain")
    engine.press("Buy ammunition…", ["5"])
    engine.press("Buy ammunition…", ["5"])
    engine.press("Take the initiative")
    assert engine.chat[:4] == [
        "* > initiative | side: Red | weather: rain",
        "* > ammunition | side: Red | points = 5",
        "* > ammunition | side: Red | points = 5",
        "* > initiative | side: Red",
    ]
    assert engine.chat[4].startswith("*** Ten-sided die = ")


def test_pieces_are_sent_to_the_middle_of_a_box(engine: Engine, game: GameData) -> None:
    press(engine, "air-1", "To Unready")
    pieces = by_id(engine)
    _, box = game.boxes["unready"]
    assert pieces["air-1"].location == box.location
    assert pieces["air-1"].stack == pieces["air-1#2"].stack


def test_a_hidden_piece_is_known_to_the_other_side_by_its_place_alone(
    engine: Engine, engines: Engines, module: ReadModule, tmp_path: Path
) -> None:
    press(engine, "awkward", "Hide what it is")
    hidden = by_id(engine)["awkward"].id
    saved = tmp_path / "hidden.vsav"
    engine.save(saved)
    with engines.fresh(module.built.path, player="Opponent") as other:
        other.load(saved, side="Grey")
        [seen] = [each for each in other.pieces() if each.id == hidden]
        assert seen.name == "Red (hidden)"
        other.chat.clear()
        other.menu([hidden], "Attack this", ())
        [line] = lines(other.chat)
        assert [(item.text, item.id, item.place) for item in line.items("on")] == [("", "", "0705")]
        assert other.complaints == []
