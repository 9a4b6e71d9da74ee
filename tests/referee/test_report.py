"""Reports of an audit: what a reader is told of how the game ended."""

from __future__ import annotations

import dataclasses

import pytest

from compiler.gamedata.loader import load_game
from compiler.gamedata.model import GameData
from compiler.resources import game_folder
from referee import games
from referee.actions import BeginPhase, GameLog, Header
from referee.audit import Audit, audit
from referee.games import Outcome
from referee.report.json import audit_json
from referee.report.text import WIDTH, audit_text

NOTE = "; ".join(f"village {number} +5 (18.4.6.B)" for number in range(9))


@pytest.fixture(scope="module")
def data() -> GameData:
    return load_game(game_folder("bold_stroke"))


def ended(data: GameData, note: str) -> Audit:
    """A log of one phase that is said to have ended somehow."""
    header = Header(format="hexmarshal-moves/1", game=data.id, scenario="breakout")
    log = GameLog(header, (BeginPhase(turn=1, phase="weather.weather"),))
    result = audit(log, data, games.load(data.id))
    return dataclasses.replace(result, outcome=Outcome("Draw", {"soviet": 45.0}, note))


def test_the_text_says_what_the_points_are_made_of(data: GameData) -> None:
    lines = list(audit_text(ended(data, NOTE)))
    first = next(n for n, line in enumerate(lines) if line == "result: Draw (soviet 45)")
    remark = lines[first + 1 :]
    assert " ".join(line.strip() for line in remark) == NOTE
    assert len(remark) > 1
    assert all(len(line) <= WIDTH for line in remark)


def test_without_a_note_the_text_ends_with_the_result(data: GameData) -> None:
    *_, last = audit_text(ended(data, ""))
    assert last == "result: Draw (soviet 45)"


def test_the_json_report_has_the_documented_outcome(data: GameData) -> None:
    assert audit_json(ended(data, NOTE))["outcome"] == {
        "level": "Draw",
        "points": {"soviet": 45.0},
        "note": NOTE,
    }
