"""Sparred games: what the legal actions offer, the audit lets pass.

`hexmarshal spar operation_spark --games 50 --turns 1` does the same for days of all scenarios.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from referee.actions import BeginPhase
from referee.audit import Audit, audit
from referee.games.operation_spark import GAME
from referee.logs.movelog import read_moves, write_moves
from referee.spar import Policy, spar
from tests.referee.games.operation_spark.scene import shipped

CASES: list[tuple[str, Policy, int]] = [
    ("combat-example", "attack", 3),
    ("combat-example", "random", 4),
    ("combat-example", "attack", 15),
    ("combat-example", "random", 16),
]
OPTIONS = ("streams", "remounting", "partial-call-off", "soviet-assistance")


def told(result: Audit) -> list[str]:
    return [f"action {f.action}: {f.rule}: {f.message}" for f in result.findings] + [*result.unread]


@pytest.mark.parametrize(("scenario", "policy", "seed"), CASES)
def test_nothing_is_found_in_a_sparred_day(scenario: str, policy: Policy, seed: int) -> None:
    log = spar(shipped(), GAME, scenario, seed, policy=policy, turns=1)
    assert told(audit(log, shipped(), GAME)) == []


@pytest.mark.parametrize("option", OPTIONS)
def test_nothing_is_found_with_an_optional_rule(option: str) -> None:
    log = spar(shipped(), GAME, "combat-example", 17, policy="random", turns=1, options=(option,))
    assert told(audit(log, shipped(), GAME)) == []


def test_an_attacker_brings_assaults_about() -> None:
    log = spar(shipped(), GAME, "combat-example", 3, turns=1)
    kinds = {action.kind for action in log.actions}
    assert {"declare:barrage", "declare:fire", "declare:assault", "declare:advance"} <= kinds


def test_a_set_up_that_parts_a_division_is_put_right_first() -> None:
    log = spar(shipped(), GAME, "combat-example", 3, turns=1)
    begins = next(n for n, action in enumerate(log.actions) if isinstance(action, BeginPhase))
    assert {action.kind for action in log.actions[:begins]} <= {"move", "set"}
    assert any("1-61t" in getattr(action, "units", ()) for action in log.actions[:begins])


def test_a_sparred_day_is_the_same_after_writing_and_reading(tmp_path: Path) -> None:
    log = spar(shipped(), GAME, "combat-example", 18, turns=1)
    write_moves(tmp_path / "day.moves.jsonl", log.header, log.actions)
    again = read_moves(tmp_path / "day.moves.jsonl")
    assert again.header == log.header
    plain = [[action.model_dump() for action in each.actions] for each in (log, again)]
    assert plain[0] == plain[1]


def test_the_order_of_hashes_does_not_change_a_day(tmp_path: Path) -> None:
    texts = []
    for seed in ("1", "2"):
        out = tmp_path / f"{seed}.moves.jsonl"
        run = "from referee.cli import main; main()"
        command = [sys.executable, "-c", run, "spar", "operation_spark"]
        arguments = ["--scenario", "combat-example", "--seed", "19", "--policy", "random"]
        subprocess.run(
            [*command, *arguments, "--turns", "1", "--out", str(out)],
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
        )
        texts.append(out.read_text(encoding="utf-8"))
    assert texts[0] == texts[1]
