"""Long logs take little memory; hostile logs are read to their end (`benchmarks`: how fast)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from .long_logs import HOSTILE, long_log
from .vassal_texts import log_file, log_of

READ = """
import sys
from pathlib import Path
from referee.logs.vassal.replay import read_log
print(sum(len(step.events) for step in read_log(sys.argv[1]).replay().steps()))
print(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0])
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux's /proc")
def test_a_log_of_100_000_steps_is_read_in_less_than_200_megabytes(tmp_path: Path) -> None:
    path = log_file(tmp_path / "long.vlog", long_log(100_000, commands=4))
    done = subprocess.run(
        [sys.executable, "-c", READ, str(path)], capture_output=True, text=True, check=True
    )
    events, kilobytes = done.stdout.split()
    assert int(events) == 400_000
    assert int(kilobytes) < 200_000


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_log_is_replayed_to_its_end(name: str) -> None:
    replay = log_of(*HOSTILE[name]).replay()
    steps = list(replay.steps())
    assert [each.number for each in steps] == list(range(1, len(steps) + 1))
    assert len(replay.position) <= len(HOSTILE[name])
