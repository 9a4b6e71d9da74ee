"""Saves and logs that this project writes, loaded and stepped through by the engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.vassal.container import Archive
from compiler.vassal.obfuscation import SavedGameForm
from compiler.vassal.savegame import (
    SaveWriter,
    change_command,
    chat_command,
    move_command,
    remove_command,
)

from .answers import Piece
from .conftest import Engines
from .engine import Engine
from .units import GOAL, HOME, MAP, MODULE, spot, unit, with_losses

NAMES = (
    "1/7 Inf",
    "back\\slash",
    "a;b,c|d:e~f",
    "'quoted'",
    "第一師団",
    "1-я дивизия",
    "<b>bold</b> &amp; more",
    "Zoë's $pieceName$",
)


@pytest.fixture(scope="module")
def sample(corpus: Path, engines: Engines) -> Engine:
    return engines.get(corpus / "engine-sample.vmod")


def loaded(engine: Engine, writer: SaveWriter, file: Path, form: SavedGameForm) -> dict[str, Piece]:
    """Have the engine load what a writer wrote; its pieces and stacks by id."""
    file.write_bytes(writer.to_bytes(form))
    engine.forget()
    engine.load(file)
    return {piece.id: piece for piece in engine.everything(["Side", "Motto", "Losses"])}


@pytest.mark.parametrize("form", [SavedGameForm.VCSK, SavedGameForm.PLAIN])
def test_the_engine_loads_a_save_with_every_kind_of_text_in_it(
    sample: Engine, tmp_path: Path, form: SavedGameForm
) -> None:
    writer = SaveWriter(MODULE)
    pieces = [unit(str(100 + n), name, str(n)) for n, name in enumerate(NAMES)]
    writer.add_stack("200", MAP, *HOME, pieces)
    found = loaded(sample, writer, tmp_path / "texts.vsav", form)
    assert found["200"].members == tuple(str(100 + n) for n in range(len(NAMES)))
    for n, name in enumerate(NAMES):
        piece = found[str(100 + n)]
        assert (piece.basic_name, piece.location, piece.index) == (name, "0203", n)
        assert piece.properties["Motto"] == name
        assert piece.properties["Losses"] == str(n)
    assert sample.complaints == []


def test_the_engine_adds_no_at_start_stacks_to_a_save_of_ours(
    sample: Engine, tmp_path: Path
) -> None:
    writer = SaveWriter(MODULE)
    writer.add_stack("2", MAP, *HOME, [unit("1", "Alone")])
    assert set(loaded(sample, writer, tmp_path / "alone.vsav", SavedGameForm.VCSK)) == {"1", "2"}


def test_the_engine_steps_through_a_log_of_ours_to_the_position_meant(
    sample: Engine, tmp_path: Path
) -> None:
    writer = SaveWriter(MODULE)
    first, second, third = unit("1", "1/7 Inf"), unit("2", "2/7 Inf"), unit("3", "HQ; 7")
    writer.add_stack("10", MAP, *HOME, [first, second])
    writer.add_stack("11", MAP, *GOAL, [third])
    writer.add_step(
        move_command("1", spot(HOME), spot(GOAL, "3")),
        chat_command("* 1/7 Inf moves 0203 -> 0404 *"),
    )
    writer.add_step(
        change_command("2", with_losses(second, HOME, "4"), with_losses(second, HOME, "0")),
    )
    writer.add_step(remove_command("3"))
    file = tmp_path / "ours.vlog"
    before = loaded(sample, writer, file, SavedGameForm.VCSK)
    assert (before["1"].location, before["2"].location) == ("0203", "0203")
    assert sample.step(1) == 1
    moved = {piece.id: piece for piece in sample.everything()}
    assert (moved["1"].location, moved["1"].stack, moved["1"].index) == ("0404", "11", 1)
    assert sample.chat[-1] == "* 1/7 Inf moves 0203 -> 0404 *"
    assert sample.step() == 2
    after = {piece.id: piece for piece in sample.pieces(["Losses"])}
    assert set(after) == {"1", "2"}
    assert after["2"].properties["Losses"] == "4"
    assert sample.complaints == []


def test_a_save_of_ours_written_again_by_the_engine_holds_the_same_pieces(
    sample: Engine, tmp_path: Path
) -> None:
    writer = SaveWriter(MODULE)
    pieces = [unit(str(100 + n), name) for n, name in enumerate(NAMES)]
    writer.add_stack("200", MAP, *HOME, pieces)
    before = loaded(sample, writer, tmp_path / "ours.vsav", SavedGameForm.VCSK)
    sample.save(tmp_path / "theirs.vsav")
    with Archive(tmp_path / "theirs.vsav") as archive:
        assert {"savedGame", "savedata", "moduledata"} <= set(archive.names)
    sample.load(tmp_path / "theirs.vsav")
    assert {piece.id: piece for piece in sample.everything(["Side", "Motto", "Losses"])} == before
