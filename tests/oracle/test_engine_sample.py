"""The judge itself, on a module and logs that the engine made and whose outcome is on record."""

from __future__ import annotations

import json
import os
import signal
import zipfile
from pathlib import Path
from typing import Any

import pytest

from .answers import Piece
from .conftest import Engines
from .engine import Engine, EngineError

MAP = "Board"
FLIP, DELETE, ADD_LOSS = "70,130", "68,130", "75,130"
STATE = ("Step_Level", "Losses", "Side")
LOGS = ("engine-3.7.26", "engine-3.8")


@pytest.fixture(scope="module")
def sample(corpus: Path, engines: Engines) -> Engine:
    """The sample module, open."""
    return engines.get(corpus / "engine-sample.vmod")


def at_start(engine: Engine) -> dict[str, Piece]:
    """A new game of the sample as Red: its three pieces by name."""
    engine.new_game("Red")
    engine.forget()
    return {piece.name: piece for piece in engine.pieces()}


def as_recorded(piece: Piece) -> dict[str, Any]:
    """A piece in the form of the recorded outcome."""
    kind = {"piece": "piece", "stack": "Stack", "deck": "Deck"}[piece.kind]
    return {
        "id": piece.id,
        "kind": kind,
        "name": piece.name,
        "map": piece.map,
        "x": piece.x,
        "y": piece.y,
        "location": piece.location,
        "board": piece.board,
        "stack": piece.stack,
        "stackIndex": piece.index,
    }


def test_the_engine_opens_its_own_sample_without_complaint(sample: Engine) -> None:
    assert sample.opening == []
    assert sample.module.name == "Sample"
    assert sample.module.sides == ("Red", "Blue")
    assert sample.missing_images() == []


@pytest.mark.parametrize("log", LOGS)
def test_a_recorded_log_steps_to_the_recorded_positions(
    corpus: Path, sample: Engine, log: str
) -> None:
    expected = json.loads((corpus / f"{log}.expected.json").read_text(encoding="utf-8"))
    assert sample.load(corpus / f"{log}.vlog").steps == expected["steps"]
    assert sample.step() == expected["steps"]
    found = {piece.id: as_recorded(piece) for piece in sample.everything()}
    assert found == {piece["id"]: piece for piece in expected["pieces"]}
    assert sample.complaints == []


def test_a_new_game_has_the_at_start_stacks(sample: Engine) -> None:
    pieces = at_start(sample)
    assert {name: piece.location for name, piece in pieces.items()} == {
        "A inf": "0203",
        "B arm": "0203",
        "C hq": "0505",
    }
    assert pieces["A inf"].stack == pieces["B arm"].stack
    assert (pieces["A inf"].index, pieces["B arm"].index) == (0, 1)


def test_every_slot_of_the_sample_can_be_placed(sample: Engine) -> None:
    at_start(sample)
    placed = sample.place_all(MAP, (300, 300))
    assert [each.map for each in placed] == [MAP] * len(sample.slots())
    assert len(sample.pieces()) == 3 + len(placed)
    assert sample.draw(MAP) == (800, 600)
    assert sample.complaints == []


def test_a_dragged_piece_comes_to_rest_in_the_hex(sample: Engine) -> None:
    pieces = at_start(sample)
    [goal] = sample.locate(MAP, ["0604"])
    assert goal is not None
    assert sample.move([pieces["A inf"].id], MAP, (goal[0] + 9, goal[1] - 7)) == 1
    moved = next(piece for piece in sample.pieces() if piece.id == pieces["A inf"].id)
    assert (moved.location, (moved.x, moved.y)) == ("0604", goal)
    assert moved.stack not in (None, pieces["B arm"].stack)


def test_dragging_a_stack_takes_its_members_along(sample: Engine) -> None:
    pieces = at_start(sample)
    stack = pieces["A inf"].stack
    assert stack is not None
    sample.move([stack], MAP, (pieces["C hq"].x, pieces["C hq"].y))
    found = sorted(sample.pieces(), key=lambda piece: piece.index or 0)
    assert [(piece.name, piece.location) for piece in found] == [
        ("C hq", "0505"),
        ("A inf", "0505"),
        ("B arm", "0505"),
    ]


def test_a_key_reaches_the_selected_piece_alone(sample: Engine) -> None:
    pieces = at_start(sample)
    assert sample.key([pieces["A inf"].id], FLIP)
    assert sample.key([pieces["B arm"].id], ADD_LOSS)
    after = {piece.basic_name: piece for piece in sample.pieces(["Step_Level", "Losses"])}
    assert after["A inf"].properties == {"Step_Level": "2", "Losses": "0"}
    assert after["A inf"].name == "reduced A inf"
    assert after["B arm"].properties == {"Step_Level": "1", "Losses": "1"}


def test_a_menu_entry_can_be_chosen_by_its_text(sample: Engine) -> None:
    piece = at_start(sample)["C hq"]
    assert "Delete" in {command.name for command in sample.commands(piece.id)}
    assert sample.menu([piece.id], "Delete")
    assert piece.id not in {each.id for each in sample.pieces()}
    with pytest.raises(EngineError, match="no menu entry 'Fly'"):
        sample.menu([next(iter(sample.pieces())).id], "Fly")


def test_the_seed_decides_the_dice(corpus: Path, engines: Engines) -> None:
    rolls = []
    for seed in (7, 7):
        with engines.fresh(corpus / "engine-sample.vmod", seed=seed) as engine:
            engine.new_game("Red")
            engine.forget()
            for _ in range(6):
                engine.press("2d6")
            rolls.append(engine.chat)
    assert rolls[0] == rolls[1]
    assert len(set(rolls[0])) > 1
    assert all(line.startswith("* 2d6 = ") for line in rolls[0])


def test_a_recorded_game_steps_to_the_position_it_ended_with(
    sample: Engine, tmp_path: Path
) -> None:
    log = tmp_path / "played.vlog"
    pieces = at_start(sample)
    sample.begin_log(log)
    sample.move([pieces["A inf"].id], MAP, (186, 180))
    sample.key([pieces["A inf"].id], FLIP)
    sample.move([pieces["C hq"].id], MAP, (500, 300))
    sample.undo()
    sample.hotkey("54,520")
    sample.say("over <to> you")
    new = sample.place("23", MAP, (400, 400)) or "not placed"
    sample.key([pieces["B arm"].id], DELETE)
    sample.end_log()
    ended = {piece.id: piece for piece in sample.everything(STATE)}
    assert ended[new].name == "D art"
    assert pieces["B arm"].id not in ended

    assert zipfile.is_zipfile(log)
    begun = sample.load(log)
    assert begun.side == "Red"
    assert sample.step() == begun.steps
    assert {piece.id: piece for piece in sample.everything(STATE)} == ended
    assert "<Oracle> - over <to> you" in sample.chat


def test_an_undone_move_is_taken_back(sample: Engine) -> None:
    piece = at_start(sample)["C hq"]
    sample.move([piece.id], MAP, (500, 300))
    sample.undo()
    assert next(each for each in sample.pieces() if each.id == piece.id).location == "0505"


def test_a_save_loads_to_the_same_position(sample: Engine, tmp_path: Path) -> None:
    piece = at_start(sample)["A inf"]
    sample.move([piece.id], MAP, (500, 300))
    saved = {each.id: each for each in sample.everything(STATE)}
    sample.save(tmp_path / "saved.vsav")
    sample.new_game("Blue")
    assert sample.load(tmp_path / "saved.vsav").steps == 0
    assert {each.id: each for each in sample.everything(STATE)} == saved


def test_a_module_that_is_none_is_refused_with_the_engines_words(
    tmp_path: Path, engines: Engines
) -> None:
    module = tmp_path / "empty.vmod"
    with zipfile.ZipFile(module, "w") as archive:
        archive.writestr("readme.txt", "nothing")
    with pytest.raises(EngineError, match="'open'"):
        engines.fresh(module)


def test_a_faulty_component_is_a_complaint(corpus: Path, tmp_path: Path, engines: Engines) -> None:
    module = tmp_path / "faulty.vmod"
    with (
        zipfile.ZipFile(corpus / "engine-sample.vmod") as good,
        zipfile.ZipFile(module, "w") as bad,
    ):
        for name in good.namelist():
            text = good.read(name)
            if name == "buildFile.xml":
                text = text.replace(b'edgeWidth="0"', b'edgeWidth="1.5"')
            if name != "images/C.png":
                bad.writestr(name, text)
    with engines.fresh(module) as engine:
        assert engine.opening[0].kind == "bug"
        assert "1.5" in engine.opening[0].text
        assert engine.missing_images() == ["C.png"]


def test_a_hung_engine_ends_the_test_and_shows_where_it_hangs(
    corpus: Path, engines: Engines
) -> None:
    with engines.fresh(corpus / "engine-sample.vmod") as engine:
        engine._process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, engine._process.pid, os.WSTOPPED | os.WNOWAIT)
        with pytest.raises(EngineError, match="no answer in"):
            engine._ask("info", seconds=0.5)
        assert not engine.alive
        with pytest.raises(EngineError, match="has ended"):
            engine.maps()
