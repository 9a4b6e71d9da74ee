"""The numbers of pieces: kept from version to version, never given twice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.vassal.gpids import (
    FORMAT,
    LOCK_FILE,
    GpidError,
    PieceNumbers,
    read_numbers,
    update_numbers,
)

IDS = st.lists(st.text(min_size=1, max_size=5), unique=True, max_size=20)


@given(IDS, IDS)
def test_a_piece_keeps_its_number_whatever_comes_and_goes(
    first: list[str], second: list[str]
) -> None:
    before = PieceNumbers().with_pieces(first)
    after = before.with_pieces(second)
    assert {name: after.numbers[name] for name in first} == dict(before.numbers)
    assert len(set(after.numbers.values())) == len(after.numbers)
    assert all(0 < number < after.next for number in after.numbers.values())


def test_the_numbers_are_read_back_as_they_were_written(tmp_path: Path) -> None:
    written = update_numbers(tmp_path, ["b", "a", "ż#2"])
    assert read_numbers(tmp_path) == written
    assert (tmp_path / LOCK_FILE).read_text(encoding="utf-8").splitlines()[4:7] == [
        '  "b": 1,',
        '  "a": 2,',
        '  "ż#2": 3',
    ]


def test_a_removed_piece_keeps_its_number_for_itself(tmp_path: Path) -> None:
    update_numbers(tmp_path, ["a", "b", "c"])
    assert dict(update_numbers(tmp_path, ["c", "d"]).numbers) == {"a": 1, "b": 2, "c": 3, "d": 4}


def test_nothing_is_written_when_nothing_is_new(tmp_path: Path) -> None:
    update_numbers(tmp_path, ["a"])
    before = (tmp_path / LOCK_FILE).stat().st_mtime_ns
    update_numbers(tmp_path, ["a"])
    assert (tmp_path / LOCK_FILE).stat().st_mtime_ns == before
    assert [path.name for path in tmp_path.iterdir()] == [LOCK_FILE]


def test_a_folder_that_cannot_be_written_is_one_clear_error(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    with pytest.raises(GpidError, match=r"cannot be written .* 2 pieces have no number .*\(a, b\)"):
        update_numbers(folder, ["a", "b"])


def test_a_complete_lock_file_needs_no_writing(tmp_path: Path) -> None:
    update_numbers(tmp_path, ["a", "b"])
    tmp_path.chmod(0o555)
    try:
        assert update_numbers(tmp_path, ["b"]).next == 3
    finally:
        tmp_path.chmod(0o755)


@pytest.mark.parametrize(
    ("document", "found"),
    [
        ("{", "Expecting property name"),
        ("[1]", "expected the format"),
        ('{"format": "other/1"}', "expected the format"),
        (json.dumps({"format": FORMAT, "next": 3, "pieces": []}), "expected `next`"),
        (json.dumps({"format": FORMAT, "next": True, "pieces": {}}), "expected `next`"),
        (json.dumps({"format": FORMAT, "next": 3, "pieces": {"a": 3}}), "below `next`, 3"),
        (json.dumps({"format": FORMAT, "next": 3, "pieces": {"a": 1.5}}), "below `next`, 3"),
        (
            json.dumps({"format": FORMAT, "next": 3, "pieces": {"a": 1, "b": 1}}),
            "share the number 1",
        ),
        (f'{{"format": "{FORMAT}", "next": 3, "pieces": {{"a": 1, "a": 2}}}}', "'a' stands twice"),
        ("[" * 100_000, "recursion"),
    ],
)
def test_a_damaged_lock_file_is_one_clear_error(tmp_path: Path, document: str, found: str) -> None:
    (tmp_path / LOCK_FILE).write_text(document, encoding="utf-8")
    with pytest.raises(GpidError, match="restore it from version control") as caught:
        read_numbers(tmp_path)
    assert found in str(caught.value)
    assert str(tmp_path / LOCK_FILE) in str(caught.value)


def test_a_huge_lock_file_is_not_read(tmp_path: Path) -> None:
    (tmp_path / LOCK_FILE).write_bytes(b" " * (5 * 2**20))
    with pytest.raises(GpidError, match="larger than"):
        read_numbers(tmp_path)
