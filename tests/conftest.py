"""What all tests share."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("hexmarshal", deadline=None)  # the tests share their processors
settings.load_profile("hexmarshal")

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus"


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real saves and logs that stands beside the repository."""
    if not CORPUS.is_dir():
        pytest.skip(f"no corpus of real saves and logs at {CORPUS}")
    return CORPUS
