"""The games and templates that come with hexmarshal are found by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler import resources


def test_a_game_is_found_by_its_id_and_by_its_path(tmp_path: Path) -> None:
    for game in resources.games():
        assert (resources.game_folder(game) / "game.toml").is_file()
    assert resources.game_folder(str(tmp_path)) == tmp_path


def test_a_folder_of_the_current_folder_goes_before_a_game_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = resources.games()[0]
    (tmp_path / game).mkdir()
    (tmp_path / game / "game.toml").write_text("", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert resources.game_folder(game) == Path(game)


@pytest.mark.parametrize("name", ["no_such_game", "a\0b", "x" * 5000, "../nowhere", "a\nb"])
def test_an_unknown_game_is_told_in_one_line_with_those_there_are(name: str) -> None:
    with pytest.raises(resources.ResourceError) as raised:
        resources.game_folder(name)
    message = str(raised.value)
    assert message.isprintable()
    assert all(game in message for game in resources.games())


def test_an_installed_wheel_has_its_data_in_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "compiler" / "_data"
    (data / "counters" / "chess").mkdir(parents=True)
    (data / "counters" / "chess" / "game.toml").write_text("", encoding="utf-8")
    (data / "templates").mkdir()
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "compiler")
    assert resources.games() == ["chess"]
    assert resources.game_folder("chess") == data / "counters" / "chess"
    assert resources.template_folder() == data / "templates"


def test_missing_templates_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "compiler")
    assert resources.games() == []
    with pytest.raises(resources.ResourceError, match="install hexmarshal again"):
        resources.template_folder()
