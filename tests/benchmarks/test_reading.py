"""How fast logs are read: python -m pytest tests/benchmarks --benchmark-enable -n0.

Compare ratios within one run: machines are noisy. The aim is 1.5 s for 100,000 steps, each with a
mark of having moved, a move, a new stack and a report, and time in proportion to length.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from compiler import resources
from compiler.gamedata.loader import load_game
from compiler.vassal.container import SavedGame, read_saved_game
from compiler.vassal.obfuscation import SavedGameForm
from referee.logs.vassal.replay import VassalLog, read_log
from tests.referee.logs.long_logs import HOSTILE, PIECES, long_log
from tests.referee.logs.vassal_texts import log_file, log_of


@pytest.mark.parametrize(
    ("steps", "commands"),
    [(1_000, 4), (10_000, 4), (100_000, 4), (100_000, 3), (100_000, 2)],
)
def test_a_log_from_file_to_events(
    benchmark: BenchmarkFixture, tmp_path: Path, steps: int, commands: int
) -> None:
    path = log_file(tmp_path / "long.vlog", long_log(steps, commands))
    count = benchmark.pedantic(
        lambda: sum(len(step.events) for step in read_log(path).replay().steps()), rounds=3
    )
    assert count == commands * steps


def test_the_same_log_by_the_reader_of_pywargame(
    benchmark: BenchmarkFixture, tmp_path: Path
) -> None:
    save = pytest.importorskip("pywargame.vassal.save", reason="pywargame needs Python 3.12")
    path = log_file(tmp_path / "long.vlog", long_log(10_000))
    lines = benchmark.pedantic(lambda: save.SaveIO.readSave(str(path)), rounds=1)
    assert lines


def test_replaying_a_log(benchmark: BenchmarkFixture) -> None:
    log = VassalLog(SavedGame("test.vlog", long_log(5_000), SavedGameForm.PLAIN))
    position = benchmark(lambda: log.replay().run())
    assert len(position) == 2 * PIECES


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_log(benchmark: BenchmarkFixture, name: str) -> None:
    log = log_of(*HOSTILE[name])
    assert benchmark.pedantic(lambda: list(log.replay().steps()), rounds=1) is not None


@pytest.mark.parametrize(
    "name", ["deep-traits-3.7.vsav", "many-empty-stacks.vsav", "nested-log-3.6.6.vlog"]
)
def test_a_save_that_is_hard_on_a_reader(
    benchmark: BenchmarkFixture, corpus: Path, name: str
) -> None:
    position = benchmark.pedantic(
        lambda: VassalLog(read_saved_game(corpus / name)).replay().run(), rounds=1
    )
    assert len(position) > 300


@pytest.mark.parametrize("game", resources.games())
def test_loading_a_game(benchmark: BenchmarkFixture, game: str) -> None:
    data = benchmark.pedantic(load_game, (resources.game_folder(game),), rounds=3)
    assert data.id == game
