"""Archives and the forms of a saved game: read whatever VASSAL wrote, refuse what is broken."""

from __future__ import annotations

import hashlib
import io
import re
import subprocess
import sys
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.vassal.container import (
    Archive,
    is_safe_name,
    pack_archive,
    read_saved_game,
    replacing,
    write_archive,
)
from compiler.vassal.errors import VassalFileError
from compiler.vassal.metadata import Metadata, parse_xml
from compiler.vassal.obfuscation import SavedGameForm, decode_saved_game, encode_saved_game


def corpus_rows(corpus: Path) -> dict[str, list[str]]:
    """The table of the corpus: file name to the cells that follow it."""
    rows = {}
    for line in (corpus / "README.md").read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if re.fullmatch(r"[\w.-]+\.(vlog|vsav|sav)", cells[0]):
            rows[cells[0]] = cells[1:]
    return rows


def test_every_file_of_the_corpus_decodes_to_its_reference_text(corpus: Path) -> None:
    rows = corpus_rows(corpus)
    assert len(rows) == 19
    for name, cells in rows.items():
        data = read_saved_game(corpus / name).text.encode("utf-8")
        found = (len(data), hashlib.sha256(data).hexdigest()[:16])
        assert found == (int(cells[2]), cells[3]), name


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("vcsk", SavedGameForm.VCSK),
        ("vcsk-upper", SavedGameForm.VCSK),
        ("vcsk-key00", SavedGameForm.VCSK),
        ("vobs", SavedGameForm.VOBS),
        ("bang-vobs", SavedGameForm.BANG_VOBS),
        ("voxz", SavedGameForm.VOXZ),
        ("bare-xz", SavedGameForm.XZ),
        ("vcsz", SavedGameForm.VCSZ),
        ("plain", SavedGameForm.PLAIN),
    ],
)
def test_every_form_of_header_decodes_to_the_same_text(
    corpus: Path, name: str, form: SavedGameForm
) -> None:
    game = read_saved_game(corpus / "headers" / f"{name}.vlog")
    assert game.text == (corpus / "headers" / "expected.txt").read_bytes().decode("utf-8")
    assert game.form is form
    assert game.module is not None
    assert game.module.name


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("vcsk-odd-nibble", "odd number of hex digits"),
        ("vcsk-bad-hex", "at position"),
        ("truncated-zip", "cut short"),
    ],
)
def test_a_damaged_file_is_named_and_explained(corpus: Path, name: str, message: str) -> None:
    with pytest.raises(VassalFileError, match=message) as caught:
        read_saved_game(corpus / "headers" / f"{name}.vlog")
    assert f"{name}.vlog" in str(caught.value)
    assert "expected" in str(caught.value)


def test_a_save_outside_a_zip_archive_is_read(corpus: Path) -> None:
    game = read_saved_game(corpus / "plain-no-zip.sav")
    assert not game.zipped
    assert game.form is SavedGameForm.PLAIN
    assert game.module is None


@given(
    st.text(alphabet="begin_save\x1b\t\\/;üЖ💥", max_size=300),
    st.sampled_from(SavedGameForm),
    st.integers(0, 255),
    st.integers(1, 50),
)
def test_every_form_is_read_back_in_chunks_of_any_size(
    text: str, form: SavedGameForm, key: int, size: int
) -> None:
    if form is SavedGameForm.PLAIN:
        text = "begin_save" + text
    data = encode_saved_game(text, form, key=key)
    chunks = [data[at : at + size] for at in range(0, len(data), size)]
    decoded = decode_saved_game(chunks, "test.vlog")
    assert (decoded.text, decoded.form, decoded.replaced) == (text, form, 0)


@given(st.binary(max_size=200), st.sampled_from(SavedGameForm))
def test_any_bytes_are_read_or_refused_with_one_kind_of_error(
    data: bytes, form: SavedGameForm
) -> None:
    try:
        decode_saved_game(form.value + data, "test.vlog")
    except VassalFileError as error:
        message = str(error)
    else:
        return
    assert message.startswith("test.vlog: ")


def test_long_compressed_text_is_read_whole() -> None:
    text = "begin_save" + "\x1bLOG\tCHAT* move" * 400_000
    for form in (SavedGameForm.VCSZ, SavedGameForm.VOXZ, SavedGameForm.XZ):
        assert decode_saved_game(encode_saved_game(text, form), "test").text == text


@pytest.mark.parametrize("form", [SavedGameForm.VCSZ, SavedGameForm.VOXZ, SavedGameForm.XZ])
def test_compressed_text_that_ends_early_is_refused(form: SavedGameForm) -> None:
    data = encode_saved_game("begin_save" * 1000, form)
    with pytest.raises(VassalFileError, match="ends early"):
        decode_saved_game(data[:-20], "test.vlog")


def test_faulty_utf_8_is_read_as_vassal_reads_it_and_counted() -> None:
    decoded = decode_saved_game(b"begin_save\x1bCHAT\xff\xfe\xef\xbf\xbd", "test.vlog")
    assert decoded.text == "begin_save\x1bCHAT\ufffd\ufffd\ufffd"
    assert decoded.replaced == 2


# --- archives -------------------------------------------------------------------------------------


def zip_file(path: Path, *entries: tuple[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries:
            archive.writestr(name, data)
    return path


def test_the_entries_of_a_save_may_come_in_any_order(tmp_path: Path) -> None:
    entries = [
        ("savedata", Metadata(version="1.0", saved_at="5").to_xml()),
        ("savedGame", encode_saved_game("begin_save\x1bend_save")),
        ("moduledata", Metadata(name="Demo", version="1.0").to_xml()),
    ]
    for number, order in enumerate((entries, entries[::-1], entries[1:] + entries[:1])):
        game = read_saved_game(zip_file(tmp_path / f"{number}.vsav", *order))
        assert game.text == "begin_save\x1bend_save"
        assert (game.module, game.save) == (
            Metadata(name="Demo", version="1.0"),
            Metadata(version="1.0", saved_at="5"),
        )


@pytest.mark.parametrize("content", [b"", b"hello", b"\x89PNG\r\n\x1a\n0000", b"PK", b"PK\3\4"])
def test_a_file_that_is_no_save_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other.vlog"
    path.write_bytes(content)
    with pytest.raises(VassalFileError, match=r"other\.vlog"):
        read_saved_game(path)


def test_a_missing_file_or_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(VassalFileError, match="No such file"):
        read_saved_game(tmp_path / "nowhere.vlog")
    with pytest.raises(VassalFileError, match="no ordinary file"):
        read_saved_game(tmp_path)


def test_a_module_is_no_save(tmp_path: Path) -> None:
    path = zip_file(tmp_path / "demo.vmod", ("buildFile.xml", b"<x/>"))
    with pytest.raises(VassalFileError, match="without an entry savedGame"):
        read_saved_game(path)


def test_faulty_metadata_does_not_keep_a_log_from_being_read(tmp_path: Path) -> None:
    path = zip_file(
        tmp_path / "a.vlog", ("savedGame", b"begin_save\x1bend_save"), ("moduledata", b"<data")
    )
    game = read_saved_game(path)
    assert game.module is None
    assert "moduledata" in game.remarks[0]


@given(st.binary(max_size=400))
def test_any_bytes_after_a_zip_header_end_in_one_kind_of_error(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "fuzz.vlog"
    path.write_bytes(b"PK\x03\x04" + data)
    with pytest.raises(VassalFileError):
        read_saved_game(path)


@given(st.integers(0, 10_000), st.integers(0, 255))
def test_a_log_with_one_changed_byte_never_ends_in_a_traceback(
    tmp_path_factory: pytest.TempPathFactory, position: int, value: int
) -> None:
    data = bytearray(
        pack_archive(
            [
                ("moduledata", Metadata(name="Demo").to_xml()),
                ("savedGame", encode_saved_game("begin_save\x1bend_save\x1bLOG\tCHAT* hi")),
            ]
        )
    )
    data[position % len(data)] = value
    path = tmp_path_factory.getbasetemp() / "flip.vlog"
    path.write_bytes(data)
    with suppress(VassalFileError):
        read_saved_game(path)


def test_an_entry_without_a_name_is_passed_over(tmp_path: Path) -> None:
    data = pack_archive([("a", b"x"), ("savedGame", b"begin_save")])
    path = tmp_path / "nameless.vlog"
    start = data.index(b"PK\x01\x02") + 46
    path.write_bytes(data[:start] + b"\0" + data[start + 1 :])
    assert read_saved_game(path).text == "begin_save"


def test_names_that_lead_out_of_the_archive_are_not_seen_and_never_written(tmp_path: Path) -> None:
    names = ("../evil", "/evil", "C:/evil", "a/../../evil", "images/a.png")
    path = zip_file(tmp_path / "a.vmod", *((name, b"x") for name in names))
    with Archive(path) as archive:
        assert archive.names == ("images/a.png",)
        assert archive.read("images/a.png") == b"x"
        with pytest.raises(VassalFileError, match="no entry"):
            archive.read("../evil")
    assert [child.name for child in tmp_path.iterdir()] == ["a.vmod"]
    for name in ("../evil", "/evil", "", "a\\b", "images/", "a\0b"):
        with pytest.raises(ValueError, match="no name"):
            pack_archive([(name, b"x")])
    assert not is_safe_name("a/..")


def test_of_two_saved_games_the_first_in_the_file_counts(tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match="Duplicate"):
        path = zip_file(
            tmp_path / "a.vlog", ("savedGame", b"begin_save1"), ("savedGame", b"begin_save2")
        )
    assert read_saved_game(path).text == "begin_save1"


def test_an_entry_larger_than_the_limit_is_not_unpacked(tmp_path: Path) -> None:
    path = zip_file(tmp_path / "a.vmod", ("images/a.png", b"x" * 1001))
    with Archive(path) as archive, pytest.raises(VassalFileError, match="1,001 bytes"):
        archive.read("images/a.png", 1000)


BOMB = """
import sys
from pathlib import Path
from compiler.vassal.container import read_saved_game
from compiler.vassal.errors import VassalFileError
try:
    read_saved_game(sys.argv[1])
except VassalFileError as error:
    print(error)
    print(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0])
"""


def bomb(path: Path, size: int, declared: int | None = None) -> None:
    """Write a log whose saved game unpacks to `size` zeros and declares to have `declared`."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        with archive.open("savedGame", "w", force_zip64=size > 2**31) as entry:
            for _ in range(size // 2**20):
                entry.write(bytes(2**20))
        if declared is not None:
            archive.getinfo("savedGame").file_size = declared


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux's /proc")
@pytest.mark.parametrize(
    ("size", "declared"), [(2**30, None), (200 * 2**20, None), (200 * 2**20, 2**20)]
)
def test_a_zip_bomb_ends_in_one_error_and_little_memory(
    tmp_path: Path, size: int, declared: int | None
) -> None:
    path = tmp_path / "bomb.vlog"
    bomb(path, size, declared)
    done = subprocess.run(
        [sys.executable, "-c", BOMB, str(path)], capture_output=True, text=True, check=True
    )
    message, kilobytes = done.stdout.splitlines()
    assert "at most" in message or "damaged" in message
    assert int(kilobytes) < 300_000


def test_a_bomb_within_the_saved_game_is_stopped_at_the_limit() -> None:
    data = encode_saved_game("begin_save" + "x" * 5_000_000, SavedGameForm.XZ)
    with pytest.raises(VassalFileError, match="more than 1,000,000 bytes"):
        decode_saved_game(data, "bomb.vlog", limit=1_000_000)


def test_the_same_entries_make_the_same_bytes(tmp_path: Path) -> None:
    entries = {"buildFile.xml": b"<a/>" * 100, "images/a.png": b"\x89PNG" * 50}
    first = pack_archive(entries)
    assert pack_archive(list(entries.items())) == first
    write_archive(tmp_path / "demo.vmod", entries)
    assert (tmp_path / "demo.vmod").read_bytes() == first
    with zipfile.ZipFile(io.BytesIO(first)) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == list(entries)
    with pytest.raises(ValueError, match="twice"):
        pack_archive([("a", b""), ("a", b"")])


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "demo.vmod"
    path.write_bytes(b"old")
    with pytest.raises(ValueError, match="twice"):
        write_archive(path, [("a", b"1"), ("a", b"2")])
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]
    with replacing(path) as temporary:
        temporary.write_bytes(b"new")
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o600 == 0o600


def test_a_file_that_cannot_be_written_is_told_by_its_own_name(tmp_path: Path) -> None:
    lost, folder = tmp_path / "nowhere" / "demo.vmod", tmp_path / "folder"
    folder.mkdir()
    for path in (lost, folder):
        with pytest.raises(OSError, match=r"\] [^.]") as found, replacing(path):
            pass
        assert found.value.filename == str(path)
    assert list(tmp_path.iterdir()) == [folder]


# --- XML ------------------------------------------------------------------------------------------


@given(st.builds(Metadata, *[st.from_regex(r"[\w äß.-]{0,10}", fullmatch=True)] * 7))
def test_metadata_is_read_back(metadata: Metadata) -> None:
    stripped = Metadata(*(getattr(metadata, slot).strip() for slot in metadata.__slots__))
    assert Metadata.from_xml(metadata.to_xml(), "test") == stripped


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_xml_with_a_document_type_is_refused(encoding: str) -> None:
    text = '<!DOCTYPE d [<!ENTITY e SYSTEM "file:///etc/passwd">]><d>&e;</d>'
    with pytest.raises(VassalFileError, match="document type"):
        parse_xml(text.encode(encoding), "moduledata")


@pytest.mark.parametrize("data", [b"", b"<a>", b"<a>" * 100_000, b"\xff\xfe", b"<a>\x00</a>"])
def test_xml_that_cannot_be_parsed_is_refused(data: bytes) -> None:
    with pytest.raises(VassalFileError, match="cannot be read"):
        parse_xml(data, "moduledata")


def test_xml_with_a_byte_order_mark_is_read() -> None:
    assert parse_xml(b"\xef\xbb\xbf<data/>", "moduledata").tag == "data"
