"""Reports of an audit: what a reader is told of how the game ended."""

from __future__ import annotations

import dataclasses

import pytest

from compiler.gamedata.loader import load_game
from compiler.gamedata.model import GameData
from compiler.resources import game_folder
from referee import games
from referee.actions import Action, BeginPhase, GameLog, Header, Move, SetState, Unknown
from referee.audit import Audit, audit
from referee.findings import Finding
from referee.games import Outcome
from referee.report.json import audit_json
from referee.report.text import WIDTH, audit_text
from referee.report.transcript import transcript

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


def told(data: GameData, *actions: Action) -> list[str]:
    header = Header(format="hexmarshal-moves/1", game=data.id, scenario="breakout")
    return list(transcript(GameLog(header, actions), data))


def test_a_transcript_names_the_section_of_the_turn(data: GameData) -> None:
    assert told(data, BeginPhase(turn=2, phase="second.movement")) == [
        "== turn 2, Second Player Turn: Movement Phase =="
    ]


def test_a_transcript_names_the_side_whose_turn_it_is() -> None:
    game = load_game(game_folder("iron_cross"))
    header = Header(format="hexmarshal-moves/1", game=game.id, scenario="demyansk")
    begun = BeginPhase(turn=1, phase="first.morale")
    (heading,) = transcript(GameLog(header, (begun,)), game)
    first = game.sides[game.scenarios["demyansk"].first_player].name
    assert heading == f"== turn 1, {first} Player Turn: Morale Phase =="


def test_a_transcript_says_what_is_on_and_what_is_off(data: GameData) -> None:
    on = SetState(unit="94-rc", state="reserve", value=True)
    off = SetState(unit="94-rc", state="reserve", value=False)
    shown = told(data, on, off, Move(units=("94-rc",), path=("0814",)))
    assert [line.partition(": ")[2] for line in shown] == [
        "Reserve",
        "no longer: Reserve",
        "on top in 0814",
    ]


def audited(data: GameData, *actions: Action) -> Audit:
    header = Header(format="hexmarshal-moves/1", game=data.id, scenario="breakout")
    return audit(GameLog(header, actions), data, games.load(data.id))


def test_what_cannot_be_replayed_is_told_once_in_the_text(data: GameData) -> None:
    result = audited(data, BeginPhase(turn=1, phase="nonsense"))
    first, total = audit_text(result)
    assert "no phase 'nonsense'" in first
    assert "1 unverifiable" in total
    assert "unread" not in total
    assert len(audit_json(result)["unread"]) == 1


def test_what_no_reader_understood_is_told_as_unread(data: GameData) -> None:
    result = audited(data, Unknown(text="gibberish"))
    unread, total = audit_text(result)
    assert unread.startswith("unread ")
    assert "1 unread" in total


def test_the_likely_piece_is_named_where_one_is_not_in_play(data: GameData) -> None:
    result = audited(data, SetState(unit="94-rcx", state="loss", value=1))
    assert any("94-rc'" in line for line in audit_text(result))


def test_a_paragraph_is_shown_as_the_rulebook_prints_it(data: GameData) -> None:
    result = audited(data)
    finding = Finding("it is wrong", rule="21.1#2")
    text = "\n".join(audit_text(dataclasses.replace(result, findings=(finding,))))
    assert "rule 21.1: it is wrong" in text
    assert audit_json(dataclasses.replace(result, findings=(finding,)))["findings"][0]["rule"] == (
        "21.1#2"
    )
