"""Whatever bytes a file holds, reading ends soon, raises nothing, and says what is wrong."""

from __future__ import annotations

import os
import random
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from compiler import resources
from compiler.gamedata.loader import check_game, read_game

TEMPLATE = resources.template_folder() / "new_game"
FILES = sorted(
    path.relative_to(TEMPLATE).as_posix() for path in TEMPLATE.rglob("*") if path.is_file()
)
SIGNS = [
    '"', "'", '"""', "[", "]", "[[a]]", "{", "}", "=", ".", ",", ";", "-", "#", "\n", "\r", "\t",
    "\x00", "\ufeff", "\u2028", "\ufffe", "é", "1e400", "nan", "inf", "-1", "0", "9" * 20,
    "true", "1943-11-01", "12:00", "x" * 90, "(2)", "0104", "yes", "printed: 1", "{combat}", "8+",
    "<=0", '"\\u0000"', "0xffffffffffffffffffff", "1_0", "a.b.c = 1\n",
]  # fmt: skip


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as made:
        shutil.copytree(TEMPLATE, Path(made) / "game")
        yield Path(made) / "game"


def told(folder: Path, file: str, content: bytes) -> list[str]:
    """The faults of the game with other content in one file."""
    path = folder / file
    path.write_bytes(content)
    try:
        game, faults = read_game(folder)
    finally:
        path.write_bytes((TEMPLATE / file).read_bytes())
    assert (game is None) == bool(faults)
    lines = [str(fault) for fault in faults]
    assert all(line.isprintable() for line in lines)
    return lines


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(file=st.sampled_from(FILES), content=st.binary(max_size=200))
def test_arbitrary_bytes_in_any_file_are_told_in_single_lines(
    folder: Path, file: str, content: bytes
) -> None:
    assert all("Traceback" not in line for line in told(folder, file, content))


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(file=st.sampled_from(FILES), seed=st.integers(0, 2**32), edits=st.integers(1, 4))
def test_a_valid_file_with_arbitrary_edits_raises_nothing(
    folder: Path, file: str, seed: int, edits: int
) -> None:
    chance = random.Random(seed)
    text = (TEMPLATE / file).read_text(encoding="utf-8")
    for _ in range(edits):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.randint(0, 12))
        text = text[:start] + chance.choice(SIGNS) + text[end:]
    told(folder, file, text.encode())


@pytest.mark.parametrize("file", [name for name in FILES if name.endswith(".csv")])
def test_bytes_that_are_no_utf_8_are_one_fault_with_their_place(folder: Path, file: str) -> None:
    lines = told(folder, file, b"id,\xc3\xa9,\xe9")
    (line,) = [line for line in lines if line.startswith(f"{file}:")]
    assert line.startswith(f"{file}:1:6: found the byte 0xe9, expected text in UTF-8; save")


@pytest.mark.parametrize("file", ["counters.csv", "game.toml"])
def test_a_byte_order_mark_is_accepted(folder: Path, file: str) -> None:
    assert told(folder, file, b"\xef\xbb\xbf" + (TEMPLATE / file).read_bytes()) == []


@pytest.mark.parametrize("file", FILES)
def test_line_ends_of_windows_are_accepted(folder: Path, file: str) -> None:
    assert told(folder, file, (TEMPLATE / file).read_bytes().replace(b"\n", b"\r\n")) == []


HEADINGS = b"hex,terrain,source\n"
HUGE = {
    "a file above the limit": ("hexes.csv", b"x" * 2_100_000),
    "a TOML file above the limit": ("game.toml", b"#" * 600_000),
    "a row of commas": ("hexes.csv", HEADINGS + b"1" + b"," * 400_000),
    "a file of quotation marks": ("hexes.csv", HEADINGS + b'"' * 1_000_001),
    "a file of tiny rows": ("hexes.csv", HEADINGS + b"x\n" * 100_000),
    "a heading after another": ("hexes.csv", b",".join(b"h%d" % n for n in range(50_000))),
    "lists in lists": ("game.toml", b"a = " + b"[" * 7000),
    "tables in tables": ("game.toml", b"a = " + b"{a=" * 2000),
    "headers that never end": ("game.toml", b"[" * 7000),
    "keys of thousands of parts": ("game.toml", (b"a" + b".a" * 3900 + b" = 1\n") * 40),
    "keys of thousands of parts that are wrong": ("game.toml", b"a" + b".a" * 3900 + b"= = 1\n"),
    "thousands of keys": ("game.toml", b"".join(b"k%d = 1\n" % n for n in range(10_000))),
    "thousands of sections": ("sequence.toml", b'[[sections]]\nid = "a"\n' * 5000),
    "digits without end": ("game.toml", b"year = 0x" + b"f" * 7000),
    "more turns than boxes": (
        "scenarios.toml",
        b'[scenarios.k]\nname = "a"\nsetup = "crossing"\nfirst_player = "red"\n'
        b'source = "stand-in"\nturns = [\n'
        + b"".join(b'{label = "%d"},\n' % n for n in range(6000))
        + b"]\n",
    ),
    "phases multiplied by repetition": (
        "sequence.toml",
        b'source = "stand-in"\n[[sections]]\nid = "a"\nname = "A"\nphases = [\n'
        + b"".join(b'{id = "p%d", name = "P"},\n' % n for n in range(500))
        + b"]\n"
        + b"".join(
            b'[[sections]]\nid = "s%d"\nname = "S"\nsame_as = "a"\n' % n for n in range(500)
        ),
    ),
}


@pytest.mark.parametrize(("file", "content"), HUGE.values(), ids=HUGE)
def test_a_file_made_to_be_too_much_is_refused(folder: Path, file: str, content: bytes) -> None:
    assert told(folder, file, content)


def test_a_pattern_made_to_take_ages_is_told_and_given_up(folder: Path) -> None:
    text = (TEMPLATE / "tables.toml").read_text(encoding="utf-8")
    text = text.replace('"[AD][RE]|-"', '"(([A-Z]|-)+)+x"')
    (folder / "tables" / "combat_results.csv").write_text(
        "Die,1:2,1:1,2:1,3:1\n1-6," + ",".join(["A" * 60] * 4) + "\n", encoding="utf-8"
    )
    try:
        lines = told(folder, "tables.toml", text.encode())
    finally:
        shutil.copy(TEMPLATE / "tables" / "combat_results.csv", folder / "tables")
    assert lines
    assert all("takes too long" in line or "the form" in line for line in lines)


def test_a_link_out_of_the_folder_is_not_followed(folder: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.csv"
    secret.write_text("password\nswordfish\n", encoding="utf-8")
    (folder / "places.csv").unlink()
    (folder / "places.csv").symlink_to(secret)
    try:
        lines = [str(fault) for fault in check_game(folder)]
    finally:
        (folder / "places.csv").unlink()
        shutil.copy(TEMPLATE / "places.csv", folder)
    assert len(lines) == 1
    assert lines[0].startswith("places.csv: found a link out of the game's folder")
    assert "password" not in lines[0]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_in_place_of_a_file_does_not_block(folder: Path) -> None:
    (folder / "places.csv").unlink()
    os.mkfifo(folder / "places.csv")
    try:
        lines = [str(fault) for fault in check_game(folder)]
    finally:
        (folder / "places.csv").unlink()
        shutil.copy(TEMPLATE / "places.csv", folder)
    assert [line.split(", ")[0] for line in lines] == [
        "places.csv: found something that is not a file"
    ]


def test_a_folder_in_place_of_a_file_is_told(folder: Path) -> None:
    (folder / "places.csv").unlink()
    (folder / "places.csv").mkdir()
    try:
        lines = [str(fault) for fault in check_game(folder)]
    finally:
        (folder / "places.csv").rmdir()
        shutil.copy(TEMPLATE / "places.csv", folder)
    assert len(lines) == 1
    assert "not a file" in lines[0]
