"""The examples in docstrings of `compiler.art` and `compiler.sheets` are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import compiler.art
import compiler.sheets

MODULES = [
    f"{package.__name__}.{found.name}"
    for package in (compiler.art, compiler.sheets)
    for found in pkgutil.iter_modules(package.__path__)
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_are_true(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
