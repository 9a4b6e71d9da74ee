"""The ZIP archives of VASSAL: modules, extensions, saves and logs.

Reading stays within limits and unpacks nothing to disk; writing gives the same bytes for the same
input and leaves either the whole file or the old one. What the entries mean is not known here.
"""

from __future__ import annotations

import io
import os
import stat
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from lxml import etree

from compiler.vassal.errors import VassalFileError
from compiler.vassal.metadata import Metadata, parse_xml
from compiler.vassal.obfuscation import (
    CHUNK_BYTES,
    MAX_TEXT_BYTES,
    SavedGameForm,
    decode_saved_game,
)

SAVED_GAME = "savedGame"
MODULE_DATA = "moduledata"
SAVE_DATA = "savedata"

MAX_ARCHIVE_BYTES = 1024 * 2**20
"""The largest archive opened."""
MAX_ENTRY_BYTES = 64 * 2**20
"""The largest entry read, unless the caller sets another limit."""
_MAX_DIRECTORY_BYTES = 4 * 2**20
_MAX_METADATA_BYTES = 2**20

_EPOCH = (2000, 1, 1, 0, 0, 0)
_COMPRESSED_SUFFIXES = (".png", ".jpg", ".jpeg", ".gif", ".ogg", ".mp3", ".vsav", ".vlog")
_END_OF_DIRECTORY = struct.Struct("<4s4H2LH")
_COPY_AGAIN = "copy or download it again"

StrPath = str | os.PathLike[str]


class Archive:
    """A ZIP archive opened for reading; close it or use it in a `with` statement.

    Only entries with plain relative names are seen; an entry called `../x` or `C:/x` is not there.
    Of several entries with one name the first in the file counts, as in VASSAL.

    Raises:
        VassalFileError: from every method, if the file is missing, no ZIP archive or damaged.
    """

    def __init__(self, path: StrPath) -> None:
        self.source = os.fspath(path)
        with ExitStack() as opened, _reported(self.source):
            file = opened.enter_context(Path(path).open("rb"))
            self._check(file)
            self._zip = opened.enter_context(zipfile.ZipFile(file))
            self._opened = opened.pop_all()
        entries: dict[str, zipfile.ZipInfo] = {}
        for info in sorted(self._zip.infolist(), key=lambda info: info.header_offset):
            if is_safe_name(info.orig_filename) and not info.is_dir():
                entries.setdefault(info.filename, info)
        self._entries = entries

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        tb: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; closing twice does no harm."""
        self._opened.close()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the entries in the order of the file."""
        return tuple(self._entries)

    def __contains__(self, name: object) -> bool:
        return name in self._entries

    def size(self, name: str) -> int:
        """The size of the unpacked entry in bytes, as the archive declares it."""
        return self._info(name).file_size

    def chunks(self, name: str, limit: int = MAX_ENTRY_BYTES) -> Iterator[bytes]:
        """Unpack an entry piece by piece, never more than `limit` bytes."""
        info = self._info(name)
        source = f"{self.source} ({name})"
        if info.file_size > limit:
            raise VassalFileError(
                source,
                f"an entry of {info.file_size:,} bytes",
                f"at most {limit:,}",
                "such a file is not read, as it may be made to exhaust the memory",
            )
        if info.flag_bits & 1 or info.compress_type not in (
            zipfile.ZIP_STORED,
            zipfile.ZIP_DEFLATED,
        ):
            raise VassalFileError(
                source,
                "an entry that is encrypted or packed in an unusual way",
                "a stored or deflated one",
                "pack the archive again",
            )
        with _reported(source), self._zip.open(info) as entry:
            while chunk := entry.read(CHUNK_BYTES):
                yield chunk

    def read(self, name: str, limit: int = MAX_ENTRY_BYTES) -> bytes:
        """Unpack an entry of at most `limit` bytes."""
        return b"".join(self.chunks(name, limit))

    def read_xml(self, name: str, limit: int = MAX_ENTRY_BYTES) -> etree._Element:
        """Parse an XML entry, without entities or DTD, and return its root element."""
        return parse_xml(self.read(name, limit), f"{self.source} ({name})")

    def metadata(self, name: str) -> Metadata | None:
        """Read `moduledata` or `savedata`, None if there is no such entry."""
        if name not in self:
            return None
        data = self.read(name, _MAX_METADATA_BYTES)
        return Metadata.from_xml(data, f"{self.source} ({name})")

    def _info(self, name: str) -> zipfile.ZipInfo:
        try:
            return self._entries[name]
        except KeyError:
            raise VassalFileError(
                self.source, f"no entry {name}", "an archive that holds one"
            ) from None

    def _check(self, file: io.BufferedReader) -> None:
        """Refuse a file whose directory alone would fill the memory, or which has none."""
        size = file.seek(0, os.SEEK_END)
        if size > MAX_ARCHIVE_BYTES:
            raise VassalFileError(
                self.source, f"a file of {size:,} bytes", f"at most {MAX_ARCHIVE_BYTES:,}"
            )
        file.seek(max(0, size - 0xFFFF - _END_OF_DIRECTORY.size))
        tail = file.read()
        file.seek(0)
        at = tail.rfind(b"PK\x05\x06")
        if at < 0 or len(tail) - at < _END_OF_DIRECTORY.size:
            raise VassalFileError(
                self.source,
                "a ZIP archive without its directory, which stands at the end",
                "the whole file",
                f"it was cut short: {_COPY_AGAIN}",
            )
        directory_bytes = _END_OF_DIRECTORY.unpack_from(tail, at)[5]
        if directory_bytes > _MAX_DIRECTORY_BYTES or b"PK\x06\x07" in tail[max(0, at - 20) : at]:
            raise VassalFileError(
                self.source,
                "a ZIP directory too large for a VASSAL file",
                f"at most {_MAX_DIRECTORY_BYTES:,} bytes and no ZIP64",
                "pack the archive again",
            )


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A save or log as it stands in its file.

    Attributes:
        source: the name of the file.
        text: the command tree; it may hold players' passwords and is kept out of `repr`.
        form: how the text was stored.
        zipped: False for a bare file without a ZIP archive around it.
        module: what the save says of its module, None if nothing.
        save: what the save says of itself, None if nothing.
        remarks: what was not as it should be and could be read nevertheless.
    """

    source: str
    text: str
    form: SavedGameForm
    zipped: bool = True
    module: Metadata | None = None
    save: Metadata | None = None
    remarks: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"SavedGame({self.source!r}, {len(self.text):,} characters, {self.form.name})"


def read_saved_game(path: StrPath) -> SavedGame:
    """Read a `.vsav` or `.vlog` file, in a ZIP archive or bare.

    Raises:
        VassalFileError: the file is missing, damaged, too large or no saved game.
    """
    source = os.fspath(path)
    with _reported(source):
        if not stat.S_ISREG(Path(path).stat().st_mode):
            raise VassalFileError(source, "no ordinary file", "a .vsav or .vlog file")
        with Path(path).open("rb") as file:
            if file.read(2) != b"PK":
                file.seek(0)
                return _read_bare(file, source)
    with Archive(path) as archive:
        if SAVED_GAME not in archive:
            raise VassalFileError(
                source,
                "a ZIP archive without an entry savedGame",
                "a .vsav or .vlog file",
                "a module (.vmod) is not a save",
            )
        decoded = decode_saved_game(
            archive.chunks(SAVED_GAME, 2 * MAX_TEXT_BYTES + 16), f"{source} ({SAVED_GAME})"
        )
        remarks = _replacement_remark(decoded.replaced)
        found: dict[str, Metadata | None] = {}
        for name in (MODULE_DATA, SAVE_DATA):
            try:
                found[name] = archive.metadata(name)
            except VassalFileError as error:
                found[name] = None
                remarks += (str(error),)
    return SavedGame(
        source, decoded.text, decoded.form, True, found[MODULE_DATA], found[SAVE_DATA], remarks
    )


def _read_bare(file: io.BufferedReader, source: str) -> SavedGame:
    chunks = iter(lambda: file.read(CHUNK_BYTES), b"")
    decoded = decode_saved_game(chunks, source)
    if decoded.form is SavedGameForm.PLAIN and not decoded.text.startswith("begin_save"):
        raise VassalFileError(
            source,
            "neither a ZIP archive nor the text of a saved game",
            "a .vsav or .vlog file written by VASSAL",
            "check that this is the right file",
        )
    remarks = _replacement_remark(decoded.replaced)
    return SavedGame(source, decoded.text, decoded.form, zipped=False, remarks=remarks)


def _replacement_remark(replaced: int) -> tuple[str, ...]:
    return (f"{replaced} faulty bytes of UTF-8 were read as U+FFFD",) if replaced else ()


def is_safe_name(name: str) -> bool:
    """Whether an entry's name is a plain relative path.

    >>> is_safe_name("images/a.png"), is_safe_name("../a.png"), is_safe_name("C:/a.png")
    (True, False, False)
    """
    if not name or name[0] == "/" or "\\" in name or "\0" in name or name[1:2] == ":":
        return False
    return ".." not in name.split("/")


# --- writing --------------------------------------------------------------------------------------


def pack_archive(entries: Mapping[str, bytes] | Iterable[tuple[str, bytes]]) -> bytes:
    """Return a ZIP archive of `entries`, in their order, the same bytes for the same input.

    Raises:
        ValueError: a name is no plain relative path, or occurs twice.
    """
    buffer = io.BytesIO()
    _write_entries(buffer, entries)
    return buffer.getvalue()


def write_archive(
    path: StrPath, entries: Mapping[str, bytes] | Iterable[tuple[str, bytes]]
) -> None:
    """Write a ZIP archive of `entries` to `path`, whole or not at all; see `pack_archive`."""
    with replacing(path) as temporary, temporary.open("wb") as file:
        _write_entries(file, entries)


@contextmanager
def replacing(path: StrPath) -> Iterator[Path]:
    """Give the name of a temporary file that takes the place of `path` if all goes well.

    The folder must exist. After an error the temporary file is gone and `path` is as before.
    """
    target = Path(path)
    with _named(target):
        handle, name = tempfile.mkstemp(
            prefix=f".{target.name}.", suffix=".part", dir=target.parent
        )
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        temporary.chmod(0o666 & ~_umask())
        with _named(target):
            temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


@contextmanager
def _named(target: Path) -> Iterator[None]:
    """Have an error name the file that was asked for, not the one that stands in for it."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(target)) from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _write_entries(
    file: io.BufferedIOBase | io.BytesIO, entries: Mapping[str, bytes] | Iterable[tuple[str, bytes]]
) -> None:
    pairs = entries.items() if isinstance(entries, Mapping) else entries
    seen: set[str] = set()
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in pairs:
            if not is_safe_name(name) or name.endswith("/"):
                raise ValueError(f"{name!r} is no name for an entry: expected a relative path")
            if name in seen:
                raise ValueError(f"entry {name!r} occurs twice: expected each name once")
            seen.add(name)
            info = zipfile.ZipInfo(name, _EPOCH)
            info.create_system = 3
            info.external_attr = 0o644 << 16
            packed = name.lower().endswith(_COMPRESSED_SUFFIXES)
            info.compress_type = zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED
            archive.writestr(info, data, compresslevel=9)


@contextmanager
def _reported(source: str) -> Iterator[None]:
    """Turn what the ZIP library and the system raise for bad files into one kind of error."""
    try:
        yield
    except VassalFileError:
        raise
    except OSError as error:
        reason = error.strerror or str(error)
        raise VassalFileError(source, f"the file cannot be read ({reason})") from None
    except (
        zipfile.BadZipFile,
        zlib.error,
        struct.error,
        EOFError,
        NotImplementedError,
        RuntimeError,
        UnicodeDecodeError,
        ValueError,
        KeyError,
    ) as error:
        raise VassalFileError(
            source, f"a damaged ZIP archive ({error})", "an undamaged one", _COPY_AGAIN
        ) from None
