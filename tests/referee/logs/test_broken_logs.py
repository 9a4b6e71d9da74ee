"""Broken and hostile files: one clear message, status 2, little memory, and nothing written."""

from __future__ import annotations

import io
import json
import lzma
import struct
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from compiler.vassal.container import pack_archive
from compiler.vassal.names import GAME_PROPERTY
from compiler.vassal.obfuscation import MAX_TEXT_BYTES, SavedGameForm, encode_saved_game
from referee.logs.reader import MOST_UNKNOWN, LogMismatchError, read_log
from referee.logs.vassal.replay import MOST_COMMANDS, MOST_PIECES, MOST_TOGETHER

from .vassal_texts import step, tree

MEGABYTE = 2**20
TEXT = tree("begin_save", "end_save", step("CHAT* a line *"))
OTHER_FILE = "what stands in another file"

RUN = """
import gc, json, sys
from pathlib import Path
from click.testing import CliRunner
from referee.cli import main

def run(*command):
    done = CliRunner().invoke(main, command)
    print(json.dumps([command, done.exit_code, done.stdout, done.stderr]))

log, out = sys.argv[1:]
for options in (["audit"], ["transcript"], ["export"], ["export", "--out", out]):
    run(*options, log)
    gc.collect()  # What a command has read is gone when it ends.
print(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0])
"""


def zeros_packed(size: int) -> bytes:
    """A deflate stream of so many zeros, made of one flushed block again and again."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = packer.compress(bytes(MEGABYTE)) + packer.flush(zlib.Z_FULL_FLUSH)
    return block * (size // MEGABYTE) + packer.flush()


def bomb(declared: int, actual: int = 10 * 1024 * MEGABYTE) -> bytes:
    """A ZIP archive whose savedGame unpacks to more than it declares, or to what it does."""
    packed, name = zeros_packed(actual), b"savedGame"
    size = struct.pack("<L", declared) if declared < 2**32 else b"\xff" * 4
    extra = b"" if declared < 2**32 else struct.pack("<HHQ", 1, 8, declared)
    common = struct.pack("<HHHHHLL", 20, 0, 8, 0, 33, 0, len(packed)) + size
    names = struct.pack("<HH", len(name), len(extra))
    local = b"PK\x03\x04" + common + names + name + extra
    rest = struct.pack("<HHHLL", 0, 0, 0, 0, 0)
    directory = b"PK\x01\x02" + struct.pack("<H", 20) + common + names + rest + name + extra
    start = len(local) + len(packed)
    end = struct.pack("<4sHHHHLLH", b"PK\x05\x06", 0, 0, 1, 1, len(directory), start, 0)
    return local + packed + directory + end


def archive(**entries: bytes) -> bytes:
    """A log with these entries besides savedGame."""
    return pack_archive({"savedGame": encode_saved_game(TEXT), **entries})


def with_names(*names: str) -> bytes:
    """An archive of entries of any name, each with a saved game in it."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as made:
        for name in names:
            made.writestr(name, encode_saved_game(TEXT))
    return buffer.getvalue()


def wrong_key() -> bytes:
    text = encode_saved_game(TEXT, key=0x21)
    return pack_archive({"savedGame": text.replace(b"!VCSK21", b"!VCSK22")})


def external(folder: Path) -> bytes:
    """A moduledata that wants another file read."""
    secret = folder / "secret.txt"
    secret.write_text(OTHER_FILE)
    return archive(
        moduledata=b'<!DOCTYPE data [<!ENTITY x SYSTEM "' + secret.as_uri().encode() + b'">]>'
        b"<data><name>&x;</name><version>1</version></data>"
    )


def bad_hex() -> bytes:
    return pack_archive({"savedGame": encode_saved_game(TEXT).replace(b"a", b"x", 1)})


def unpacking(form: SavedGameForm) -> bytes:
    """A saved game whose compressed text is longer than any that is read."""
    text = bytes(MAX_TEXT_BYTES + 1)
    if form is SavedGameForm.VCSZ:
        return pack_archive({"savedGame": form.value + b"00" + zlib.compress(text).hex().encode()})
    return pack_archive({"savedGame": form.value + b"\0" + lzma.compress(text, preset=0)})


def too_long(form: SavedGameForm) -> bytes:
    """A saved game like any other, but longer than any that is read."""
    return encode_saved_game(TEXT + "\x1b" + step("CHAT" + "x" * MAX_TEXT_BYTES), form)


def many_pieces() -> bytes:
    """A short save of more pieces than any game has."""
    text = tree("begin_save", *["+/1/stack/Map;1;1"] * (MOST_PIECES + 1), "end_save")
    return pack_archive({"savedGame": encode_saved_game(text)})


def many_commands() -> bytes:
    """A log with a step of more commands than any has."""
    text = tree("begin_save", "end_save", step(*["CHATx"] * (MOST_TOGETHER + 1)))
    return pack_archive({"savedGame": encode_saved_game(text)})


def much_that_is_unknown() -> bytes:
    """A log of very many steps that mean nothing."""
    text = tree("begin_save", "end_save", *[step("x")] * (MOST_COMMANDS + 1))
    return pack_archive({"savedGame": encode_saved_game(text)})


BROKEN: dict[str, tuple[Callable[[Path], bytes], str]] = {
    "cut short": (lambda _: archive()[:-30], "cut short"),
    "bad hex": (lambda _: bad_hex(), "hex digits"),
    "wrong key": (lambda _: wrong_key(), "its key is wrong"),
    "bomb of 10 GB that says so": (lambda _: bomb(10 * 2**30), "memory"),
    "bomb that says 4 GB": (lambda _: bomb(2**32 - 2), "memory"),
    "bomb that says 250 MB": (lambda _: bomb(250 * MEGABYTE), "memory"),
    "bomb that says 100 bytes": (lambda _: bomb(100), "damaged"),
    "more pieces than are read": (lambda _: many_pieces(), "pieces"),
    "more commands in a step than are read": (lambda _: many_commands(), "commands at once"),
    "more commands in all than are read": (lambda _: much_that_is_unknown(), "commands"),
    "too long a text in XZ": (lambda _: unpacking(SavedGameForm.VOXZ), "memory"),
    "too long a text deflated": (lambda _: unpacking(SavedGameForm.VCSZ), "memory"),
    "too long a text in hex": (
        lambda _: pack_archive({"savedGame": too_long(SavedGameForm.VCSK)}),
        "memory",
    ),
    "too long a text without an archive": (lambda _: too_long(SavedGameForm.PLAIN), "memory"),
    "XML with an external entity": (external, "document type"),
    "names that lead outside": (lambda _: with_names("../savedGame", "/savedGame"), "savedGame"),
    "empty": (lambda _: b"", "neither a ZIP archive"),
}


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux's /proc")
@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_log_ends_with_one_message_little_memory_and_nothing_written(
    kind: str, tmp_path: Path
) -> None:
    make, words = BROKEN[kind]
    folder, outside = tmp_path / "inside" / "deeper", tmp_path / "inside"
    folder.mkdir(parents=True)
    log = folder / "broken.vlog"
    log.write_bytes(make(tmp_path))
    before = sorted(tmp_path.rglob("*"))
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(log), str(folder / "out.jsonl")],
        capture_output=True,
        text=True,
        check=True,
        cwd=outside,
    )
    *results, kilobytes = done.stdout.splitlines()
    assert len(results) == 4
    for command, status, printed, message in map(json.loads, results):
        assert (status, printed) == (2, ""), command
        assert message.startswith("Error: "), command
        assert message.count("\n") == 1
        assert "broken.vlog" in message
        assert words in message, command
        assert "Traceback" not in message + done.stderr
        assert OTHER_FILE not in message
    assert int(kilobytes) < 300_000
    assert sorted(tmp_path.rglob("*")) == before


def test_entries_with_names_that_lead_outside_are_passed_over(tmp_path: Path) -> None:
    from click.testing import CliRunner

    from referee.cli import main

    log, out = tmp_path / "log" / "odd.vlog", tmp_path / "log" / "out.jsonl"
    log.parent.mkdir()
    log.write_bytes(with_names("../evil.txt", "savedGame", "C:\\evil.txt", "a/../../evil.txt"))
    done = CliRunner().invoke(main, ["export", str(log), "--out", str(out)])
    assert done.exit_code == 0
    assert sorted(tmp_path.rglob("*")) == [log.parent, log, out]


def test_a_log_of_which_no_reader_knows_a_command_is_not_judged(tmp_path: Path) -> None:
    named = f"GlobalProperty\t;{GAME_PROPERTY};bold_stroke;Module"
    text = tree("begin_save", named, "end_save", *[step("x")] * (MOST_UNKNOWN + 1))
    path = tmp_path / "unknown.vlog"
    path.write_bytes(pack_archive({"savedGame": encode_saved_game(text)}))
    with pytest.raises(LogMismatchError, match="no reader knows"):
        read_log([path])
