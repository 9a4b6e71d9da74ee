"""The module that uses everything, built once for each test process."""

from __future__ import annotations

import pytest

from compiler.gamedata.model import GameData
from tests.compiler.vassal.module_game import ReadModule, build, module_game


@pytest.fixture(scope="session")
def game() -> GameData:
    """The small game with states, dice, displays, declarations and scenarios."""
    return module_game()


@pytest.fixture(scope="session")
def module(game: GameData, tmp_path_factory: pytest.TempPathFactory) -> ReadModule:
    """Its module, taken apart."""
    return build(game, tmp_path_factory.mktemp("module"))
