"""A new game is written whole, valid and under the folder's own name, or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.gamedata.loader import load_game
from compiler.gamedata.new_game import FolderInUseError, write_new_game


def test_a_new_game_is_valid_and_named_after_its_folder(tmp_path: Path) -> None:
    write_new_game(tmp_path / "deep" / "Hill 112")
    game = load_game(tmp_path / "deep" / "Hill 112")
    assert (game.id, game.game.title) == ("hill_112", "Hill 112")
    assert [entry.name for entry in (tmp_path / "deep").iterdir()] == ["Hill 112"]


def test_the_first_line_of_each_toml_file_points_to_its_schema(tmp_path: Path) -> None:
    write_new_game(tmp_path / "game")
    for file in (tmp_path / "game").glob("*.toml"):
        first = file.read_text(encoding="utf-8").splitlines()[0]
        assert first == f"#:schema schemas/{file.stem}.schema.json"
        assert (tmp_path / "game" / first.removeprefix("#:schema ")).is_file()


def test_an_empty_folder_is_filled_even_if_it_is_the_current_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    write_new_game(Path())
    assert load_game(Path()).id == "empty"


def test_a_folder_that_holds_something_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(FolderInUseError, match="not empty"):
        write_new_game(tmp_path)
    assert [entry.name for entry in tmp_path.iterdir()] == ["notes.txt"]


def test_a_file_is_no_folder_for_a_game(tmp_path: Path) -> None:
    (tmp_path / "game").write_text("mine", encoding="utf-8")
    with pytest.raises(FolderInUseError, match="is a file"):
        write_new_game(tmp_path / "game")
