"""A small valid game that each test breaks in its own way."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from compiler import resources

Edit = Callable[[str, str, str], None]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A copy of the template of a new game."""
    folder = tmp_path / "game"
    shutil.copytree(resources.template_folder() / "new_game", folder)
    return folder


@pytest.fixture
def edit(game: Path) -> Edit:
    """Replaces the first occurrence of a text in one of the game's files."""

    def replace(file: str, old: str, new: str) -> None:
        path = game / file
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{file} does not hold {old!r}"
        path.write_text(text.replace(old, new, 1), encoding="utf-8", newline="")

    return replace
