"""The move log: what is written is read again, and what is wrong is said with file and line."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.actions import (
    Action,
    BeginPhase,
    Chat,
    Declare,
    Header,
    Move,
    Place,
    Roll,
    SetState,
    Undo,
)
from referee.logs.movelog import MoveLogError, read_moves, with_taken_back, write_moves

HEADER = Header(format="hexmarshal-moves/1", game="some_game", scenario="one", options=("fog",))
FIRST = '{"format": "hexmarshal-moves/1", "game": "some_game"}'

names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)
scalars = st.none() | st.booleans() | st.integers(-(10**9), 10**9) | names
actions = st.one_of(
    st.builds(BeginPhase, turn=st.integers(1, 99), phase=names, side=st.none() | names),
    st.builds(
        Move,
        units=st.lists(names, min_size=1, max_size=3).map(tuple),
        path=st.lists(names, min_size=1, max_size=4).map(tuple),
        complete=st.booleans(),
        by=st.sampled_from(["", "road"]),
    ),
    st.builds(Place, unit=names, at=names, states=st.dictionaries(names, scalars, max_size=2)),
    st.builds(SetState, unit=st.none() | names, state=names, value=scalars),
    st.builds(Roll, dice=names, result=st.lists(st.integers(0, 20), min_size=1).map(tuple)),
    st.builds(
        Declare,
        verb=names,
        values=st.dictionaries(names, scalars | st.lists(scalars).map(tuple), max_size=3),
    ),
    st.builds(Chat, text=st.text(st.characters(exclude_categories=["Cs"]))),
)


@given(st.lists(actions, max_size=8))
def test_what_is_written_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, written: list[Action]
) -> None:
    path = tmp_path_factory.mktemp("log") / "a.moves.jsonl"
    write_moves(path, HEADER, written)
    log = read_moves(path)
    assert log.header == HEADER
    assert [a.model_dump() for a in log.actions] == [a.model_dump() for a in written]


def test_each_action_knows_its_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "a.moves.jsonl"
    path.write_text(f'{FIRST}\n\n{{"action": "chat", "text": "hello"}}\n')
    (action,) = read_moves(path).actions
    assert str(action.origin) == "a.moves.jsonl:3"


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", "", "empty"),
        ("{", ":1", "header"),
        ('{"format": "other/1", "game": "x"}', ":1", "hexmarshal-moves/1"),
        (FIRST + '\n{"action": "fly"}', ":2", "fly"),
        (FIRST + '\n{"action": "chat", "words": "?"}', ":2", "words"),
        (FIRST + "\nnot json", ":2", "not an action"),
        (FIRST + '\n{"action": "move", "units": [], "path": ["0101"]}', ":2", "units"),
        (FIRST + '\n{"action": "phase", "turn": 0, "phase": "a"}', ":2", "turn"),
        (FIRST + "\n" + '{"action":' * 2000, ":2", "not an action"),
        (FIRST + '\n{"action": "roll", "dice": "d6", "result": [1e400]}', ":2", "result"),
        (FIRST + '\n{"action": "chat", "text": "\ud800"}', ":2", "not an action"),
    ],
)
def test_a_faulty_line_is_told_with_file_line_and_what_was_found(
    tmp_path: Path, text: str, line: str, words: str
) -> None:
    path = tmp_path / "bad.moves.jsonl"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(MoveLogError) as caught:
        read_moves(path)
    message = str(caught.value)
    assert f"bad.moves.jsonl{line}" in message
    assert words in message
    assert "\n" not in message


def test_a_line_of_a_million_bytes_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "long.moves.jsonl"
    path.write_text(FIRST + "\n" + json.dumps({"action": "chat", "text": "x" * 1_000_001}))
    with pytest.raises(MoveLogError, match=r"long\.moves\.jsonl:2"):
        read_moves(path)


def test_undone_actions_are_left_out_and_the_undo_stays(tmp_path: Path) -> None:
    path = tmp_path / "a.moves.jsonl"
    write_moves(path, HEADER, [Chat(text="a"), Chat(text="b"), Chat(text="c"), Undo(count=2)])
    assert [action.kind for action in read_moves(path).actions] == ["chat", "undo"]


def test_two_undos_take_back_two_actions(tmp_path: Path) -> None:
    path = tmp_path / "a.moves.jsonl"
    write_moves(path, HEADER, [Chat(text="a"), Chat(text="b"), Undo(), Undo(), Chat(text="c")])
    assert [action.kind for action in read_moves(path).actions] == ["undo", "undo", "chat"]


def test_an_undo_that_was_read_takes_nothing_back_when_it_is_written_again(tmp_path: Path) -> None:
    path, again = tmp_path / "a.moves.jsonl", tmp_path / "b.moves.jsonl"
    path.write_text(
        '{"format": "hexmarshal-moves/1", "game": "g"}\n'
        '{"action": "chat", "text": "kept"}\n'
        '{"action": "chat", "text": "wrong"}\n'
        '{"action": "chat", "text": "too"}\n'
        '{"action": "undo", "count": 2}\n'
    )
    once = read_moves(path)
    write_moves(again, once.header, with_taken_back(once.actions))
    twice = read_moves(again)
    assert [each.model_dump() for each in twice.actions] == [
        each.model_dump() for each in once.actions
    ]
    assert [each.action for each in twice.actions] == ["chat", "undo"]


def test_a_log_that_claims_millions_of_actions_taken_back_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "a.moves.jsonl"
    with pytest.raises(MoveLogError, match="1,100,000 actions taken back"):
        write_moves(path, HEADER, with_taken_back([Undo(count=100_000)] * 20))
    assert list(tmp_path.iterdir()) == []
