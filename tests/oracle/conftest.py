"""The engine for the tests of this folder: skipped where it is not installed, but not in CI."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from .engine import Engine
from .toolchain import Toolchain, ToolchainMissingError, VirtualDisplay


class Engines:
    """One engine a module, started at its first use and kept for the tests that follow."""

    def __init__(self, toolchain: Toolchain, display: str) -> None:
        self._toolchain = toolchain
        self._display = display
        self._open: dict[tuple[Path, ...], Engine] = {}

    def get(self, module: Path, *extensions: Path) -> Engine:
        """The engine with this module open; its earlier problems and chat are forgotten.

        The first caller sees what the engine said when it opened the module.
        """
        key = (module, *extensions)
        engine = self._open.get(key)
        if engine is not None and engine.alive:
            engine.forget()
            return engine
        if engine is not None:
            engine.close()
        self._open[key] = self.fresh(module, *extensions)
        return self._open[key]

    def fresh(
        self, module: Path, *extensions: Path, player: str = "Oracle", seed: int = 1
    ) -> Engine:
        """A new engine that the caller closes."""
        return Engine(
            module,
            self._toolchain,
            self._display,
            extensions=extensions,
            player=player,
            password=f"{player} password",
            seed=seed,
        )

    def close(self) -> None:
        """End all that are still open."""
        for engine in self._open.values():
            engine.close()


@pytest.fixture(scope="session")
def toolchain() -> Toolchain:
    """The programs and libraries; absent, the test is skipped, or fails where ``CI`` is set."""
    try:
        return Toolchain.find()
    except ToolchainMissingError as missing:
        if os.environ.get("CI", "").lower() in {"1", "true"}:
            pytest.fail(f"the real engine must run in CI: {missing}", pytrace=False)
        pytest.skip(f"the real VASSAL engine is not installed: {missing}")


@pytest.fixture(scope="session")
def engines(toolchain: Toolchain) -> Iterator[Engines]:
    """The engines of this test process, on a display of its own."""
    with VirtualDisplay(toolchain.xvfb) as display:
        pool = Engines(toolchain, display.name)
        try:
            yield pool
        finally:
            pool.close()


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of this test run see."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "modules"
    folder.mkdir(exist_ok=True)
    return folder
