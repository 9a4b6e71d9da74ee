"""The modules that the tests of module logs read logs of, built once for all test processes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.oracle.built import Game, built

from .module_logs import WrittenLog


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of this test run see."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "modules"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session", params=["bold_stroke", "iron_cross"])
def game(request: pytest.FixtureRequest, shared: Path) -> Game:
    """A game and its module."""
    return built(request.param, shared)


@pytest.fixture
def log(game: Game) -> WrittenLog:
    """A log of the game's first scenario, without steps yet."""
    return WrittenLog(game)
