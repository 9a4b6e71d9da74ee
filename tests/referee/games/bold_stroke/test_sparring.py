"""Sparred games: what the legal actions offer, the audit lets pass.

`hexmarshal spar bold_stroke --games 50` does the same for whole games of all scenarios.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from referee.audit import Audit, audit
from referee.games.bold_stroke import GAME
from referee.logs.movelog import read_moves, write_moves
from referee.spar import Policy, spar
from referee.tournament import Bout, exercised, play
from tests.referee.games.bold_stroke.scene import shipped

CASES: list[tuple[str, Policy, int, int]] = [
    ("breakout", "attack", 11, 2),
    ("breakout", "random", 12, 2),
    ("riposte", "attack", 13, 1),
    ("manstein-strikes-again", "random", 14, 2),
    ("phantom-pocket", "attack", 15, 1),
    ("zhitomir-berdichev", "random", 16, 1),
]


def told(result: Audit) -> list[str]:
    return [f"action {f.action}: {f.rule}: {f.message}" for f in result.findings] + [*result.unread]


@pytest.mark.parametrize(("scenario", "policy", "seed", "turns"), CASES)
def test_nothing_is_found_in_a_sparred_game(
    scenario: str, policy: Policy, seed: int, turns: int
) -> None:
    log = spar(shipped(), GAME, scenario, seed, policy=policy, turns=turns)
    assert told(audit(log, shipped(), GAME)) == []


@pytest.mark.parametrize("option", sorted(shipped().options))
def test_nothing_is_found_with_an_optional_rule(option: str) -> None:
    log = spar(shipped(), GAME, "breakout", 17, turns=1, options=(option,))
    assert told(audit(log, shipped(), GAME)) == []


def test_an_attacker_brings_combats_about() -> None:
    log = spar(shipped(), GAME, "breakout", 11, turns=1)
    kinds = {action.kind for action in log.actions}
    assert {"declare:attack", "declare:support", "declare:combat", "declare:obligation"} <= kinds


def test_a_sparred_game_is_the_same_after_writing_and_reading(tmp_path: Path) -> None:
    log = spar(shipped(), GAME, "breakout", 18, turns=1)
    write_moves(tmp_path / "game.moves.jsonl", log.header, log.actions)
    again = read_moves(tmp_path / "game.moves.jsonl")
    assert again.header == log.header
    plain = [[action.model_dump() for action in each.actions] for each in (log, again)]
    assert plain[0] == plain[1]


def test_the_order_of_hashes_does_not_change_a_game(tmp_path: Path) -> None:
    texts = []
    for seed in ("1", "2"):
        out = tmp_path / f"{seed}.moves.jsonl"
        run = "from referee.cli import main; main()"
        command = [sys.executable, "-c", run, "spar", "bold_stroke"]
        arguments = ["--scenario", "breakout", "--seed", "19", "--turns", "1", "--out", str(out)]
        subprocess.run(
            [*command, *arguments],
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
        )
        texts.append(out.read_text(encoding="utf-8"))
    assert texts[0] == texts[1]


def test_a_table_shows_how_often_each_rule_was_at_work() -> None:
    verdict = play(Bout("breakout", 20, turns=1), shipped(), GAME)
    assert verdict.violations == ()
    table = {
        status.id: calls
        for status, calls in exercised(GAME.rulebook.statuses(shipped()), [verdict])
    }
    assert table["2.2"] > verdict.actions
    assert table["6.1.A"] > 0
    assert table["11.8.C"] > 0
    assert table["18.11.B"] == 0
