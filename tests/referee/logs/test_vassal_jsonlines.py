"""Events as JSON Lines: nothing is lost on the way out and back."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.vassal.errors import VassalFileError
from referee.logs.vassal.commands import Chat
from referee.logs.vassal.jsonlines import (
    EVENTS,
    export_lines,
    from_json,
    read_events,
    to_json,
)
from referee.logs.vassal.replay import Step, VassalLog, read_log

from .test_vassal_commands import KNOWN
from .vassal_texts import log_of, piece, position_after, read, stack, step


def there_and_back(log: VassalLog) -> tuple[list[Step], list[Step]]:
    """The steps of a log, and the same read from its export."""
    replay = log.replay()
    steps = [Step(0, tuple(replay.initial())), *replay.steps()]
    _, found = read_events(io.BytesIO("".join(export_lines(log)).encode()), "x.jsonl")
    return steps, list(found)


def test_all_events_of_real_logs_are_read_back(corpus: Path) -> None:
    for path in sorted([*corpus.glob("*.vlog"), *corpus.glob("hex*.vsav"), *corpus.glob("*.sav")]):
        steps, found = there_and_back(read_log(path))
        assert found == steps, path.name


@given(st.lists(st.lists(st.text(min_size=1, max_size=9), min_size=1, max_size=3), max_size=4))
def test_chat_of_any_text_is_read_back(texts: list[list[str]]) -> None:
    steps = [[f"CHAT{text}x" for text in each if "\x1b" not in text] for each in texts]
    log = log_of(*(step(*each) for each in steps if each))
    expected, found = there_and_back(log)
    assert found == expected


@pytest.mark.parametrize(("text", "command"), KNOWN, ids=[text[:24] for text, _ in KNOWN])
def test_every_kind_of_event_is_read_back(text: str, command: object) -> None:
    position = position_after(piece("7", 1, 1), stack("8", 1, 1, "7"))
    event = position.apply(read(text))
    assert from_json(to_json(event)) == event
    assert type(event) in EVENTS.values()


def test_the_export_says_what_it_comes_from_and_what_it_comes_to() -> None:
    log = log_of(
        piece("7", 1, 1, outer="markmoved;x"),
        step("CHAT* <b>A</b> moves *", "D/7/true\tBoard;1;1;7;0/false\tBoard;1;1;7;0"),
        step("MutableProperty\td6_result\t1\t4\tModule"),
        step("CHAT* UNDO: * <b>A</b> moves *"),
    )
    header, added, chat, changed, rolled, undone = map(json.loads, export_lines(log))
    assert header["format"] == "hexmarshal-vassal-events"
    assert header["source"] == "test.vlog"
    assert (added["step"], added["event"], added["place"]) == (
        0,
        "piece_added",
        ["Board", 1, 1, None, None],
    )
    assert chat["reads"]["text"] == "* A moves *"
    assert changed["reads"]["changes"] == [
        {"index": 0, "trait": "markmoved;x", "old": "false", "new": "true"}
    ]
    assert rolled["reads"]["rolls"][0]["values"] == [4]
    assert (undone["step"], undone["undoes"]) == (3, 1)


def test_the_folder_of_the_log_stays_private(corpus: Path) -> None:
    first = next(iter(export_lines(read_log(corpus / "engine-3.8.vlog"))))
    assert json.loads(first)["source"] == "engine-3.8.vlog"
    assert json.loads(first)["vassal_version"].startswith("3.8")


HEADER = next(iter(export_lines(log_of("begin_save")))).encode()


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"[]",
        b"nonsense",
        b'{"format": "hexmarshal-vassal-events", "version": 2}',
        b'{"format": "other", "version": 1}',
        b"[" * 100_000,
        b"\xff",
    ],
)
def test_a_file_without_the_right_header_is_refused(line: bytes) -> None:
    with pytest.raises(VassalFileError, match=r"x\.jsonl:1: no header"):
        read_events(io.BytesIO(line), "x.jsonl")


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"[]",
        b'{"step": 0}',
        b'{"step": 0, "event": "dance"}',
        b'{"step": 0, "event": "chat"}',
        b'{"step": 0, "event": "chat", "text": 5}',
        b'{"event": "chat", "text": "a"}',
        b'{"step": -1, "event": "chat", "text": "a"}',
        b'{"step": "1", "event": "chat", "text": "a"}',
        b'{"step": 1, "event": "undo", "begins": "yes"}',
        b'{"step": 1, "event": ["chat"], "text": "a"}',
        b'{"step": 1, "undoes": "x", "event": "chat", "text": "a"}',
        b"\xff",
        b'{"event": ' + b"[" * 100_000,
    ],
)
def test_a_faulty_line_is_named(line: bytes) -> None:
    _, steps = read_events(io.BytesIO(HEADER + line), "x.jsonl")
    with pytest.raises(VassalFileError, match=r"x\.jsonl:2: "):
        list(steps)


def test_events_read_back_one_by_one() -> None:
    assert from_json('{"event": "chat", "text": "hi"}') == Chat("hi")
    assert to_json(Chat("größe ✓")) == '{"event": "chat", "text": "größe ✓"}'
