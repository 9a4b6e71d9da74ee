"""The forms in which VASSAL stores the text of a saved game, from hex digits to XZ.

The text itself is the business of others: here bytes become text and text becomes bytes. Reading
goes by chunks and stops at a limit: a hostile file costs no more memory than an honest one.
"""

from __future__ import annotations

import binascii
import itertools
import lzma
import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from compiler.vassal.errors import VassalFileError

MAX_TEXT_BYTES = 32 * 2**20
"""The longest text read, in bytes of UTF-8; the longest real games have about 15 million."""

CHUNK_BYTES = 2**20
_XZ_MAGIC = b"\xfd7zXZ\x00"
_XZ_MEMORY_BYTES = 96 * 2**20
_EXPORT_AGAIN = "copy or export the file again"


class SavedGameForm(Enum):
    """How the text is stored; the value is what the stored bytes begin with."""

    VCSK = b"!VCSK"
    """Two hex digits of key, then each byte XOR key as two hex digits: every version up to 3.8."""
    VOBS = b"VOBS"
    """One byte of key, then each byte XOR key."""
    BANG_VOBS = b"!VOBS"
    """As VOBS."""
    VOXZ = b"!VOXZ"
    """One byte of key, then an XZ stream XOR key."""
    VCSZ = b"!VCSZ"
    """As VCSK, the text deflated first."""
    XZ = _XZ_MAGIC
    """An XZ stream."""
    PLAIN = b""
    """UTF-8 text as it is."""


@dataclass(frozen=True, slots=True)
class SavedGameText:
    """The text of a saved game and how it was stored.

    Attributes:
        text: the command tree.
        form: the form it was stored in.
        replaced: the number of faulty UTF-8 bytes, each read as U+FFFD as VASSAL does.
    """

    text: str
    form: SavedGameForm
    replaced: int = 0


def decode_saved_game(
    chunks: Iterable[bytes] | bytes, source: str, *, limit: int = MAX_TEXT_BYTES
) -> SavedGameText:
    """Turn the bytes of a `savedGame` entry into text.

    Args:
        chunks: the bytes, whole or in pieces of any size.
        source: the name of the file for error messages.
        limit: the most bytes of text to accept.

    Raises:
        VassalFileError: the bytes are damaged or the text is longer than `limit`.
    """
    stream = iter([chunks] if isinstance(chunks, bytes) else chunks)
    head = b""
    for chunk in stream:
        head += chunk
        if len(head) >= 8:
            break
    form = next(form for form in SavedGameForm if head.startswith(form.value))
    body = head if form is SavedGameForm.XZ else head[len(form.value) :]
    content = bytearray()
    for chunk in _DECODERS[form](itertools.chain((body,), stream), source):
        content += chunk
        if len(content) > limit:
            raise VassalFileError(
                source,
                f"more than {limit:,} bytes of text",
                "a saved game of at most that size",
                "such a file is not read, as it may be made to exhaust the memory",
            )
    try:
        return SavedGameText(content.decode("utf-8"), form)
    except UnicodeDecodeError:
        text = content.decode("utf-8", "replace")
    replaced = text.count("\ufffd") - content.count("\ufffd".encode())
    return SavedGameText(text, form, replaced)


def encode_saved_game(
    text: str, form: SavedGameForm = SavedGameForm.VCSK, *, key: int = 0x5A
) -> bytes:
    """Return the bytes that VASSAL stores for `text`.

    The same text and key give the same bytes. Every version of VASSAL reads the default form and
    PLAIN.

    >>> encode_saved_game("begin_save", key=5)
    b'!VCSK056760626c6b5a76647360'
    """
    if not 0 <= key <= 255:
        raise ValueError(f"key {key} is no byte: expected a number from 0 to 255")
    data, key_byte, table = text.encode("utf-8"), bytes([key]), _xor_table(key)
    match form:
        case SavedGameForm.VCSK:
            body = (key_byte + data.translate(table)).hex().encode("ascii")
        case SavedGameForm.VCSZ:
            body = (key_byte + zlib.compress(data).translate(table)).hex().encode("ascii")
        case SavedGameForm.VOBS | SavedGameForm.BANG_VOBS:
            body = key_byte + data.translate(table)
        case SavedGameForm.VOXZ:
            body = key_byte + lzma.compress(data).translate(table)
        case SavedGameForm.XZ:
            return lzma.compress(data)
        case SavedGameForm.PLAIN:
            body = data
    header: bytes = form.value
    return header + body


# --- the steps of decoding, each a generator of chunks --------------------------------------------


def _from_hex(chunks: Iterable[bytes], source: str) -> Iterator[bytes]:
    """Turn hex digits into bytes; the digits of one byte may come in two chunks."""
    odd, offset = b"", 0
    for chunk in chunks:
        digits = odd + chunk
        cut = len(digits) & ~1
        odd = digits[cut:]
        try:
            yield binascii.unhexlify(digits[:cut])
        except binascii.Error:
            bad = re.search(rb"[^0-9A-Fa-f]", digits)
            at = bad.start() if bad else 0
            raise VassalFileError(
                source,
                f"{digits[at : at + 1]!r} at position {offset + at} of the obfuscated text",
                "hex digits only",
                f"the file is damaged: {_EXPORT_AGAIN}",
            ) from None
        offset += cut
    if odd:
        raise VassalFileError(
            source,
            f"an odd number of hex digits ({offset + 1})",
            "two digits for every byte",
            f"the file is damaged or cut short: {_EXPORT_AGAIN}",
        )


def _unkeyed(chunks: Iterable[bytes], source: str) -> Iterator[bytes]:
    """Take the first byte as the key and XOR all the others with it."""
    table: bytes | None = None
    for chunk in chunks:
        if table is not None:
            yield chunk.translate(table)
        elif chunk:
            table = _xor_table(chunk[0])
            yield chunk[1:].translate(table)
    if table is None:
        raise VassalFileError(
            source,
            "nothing after the header of the saved game",
            "a key and the text",
            f"the file is cut short: {_EXPORT_AGAIN}",
        )


def _decompressed(
    chunks: Iterable[bytes], source: str, decompressor: lzma.LZMADecompressor | _Inflater
) -> Iterator[bytes]:
    try:
        for chunk in chunks:
            data = chunk
            while not decompressor.eof:
                out = decompressor.decompress(data, CHUNK_BYTES)
                data = b""
                yield out
                if decompressor.needs_input:
                    break
    except (lzma.LZMAError, zlib.error) as error:
        raise VassalFileError(
            source,
            f"compressed text that cannot be unpacked ({error})",
            "an undamaged file",
            _EXPORT_AGAIN,
        ) from None
    if not decompressor.eof:
        raise VassalFileError(
            source,
            "compressed text that ends early",
            "the whole text",
            f"the file is cut short: {_EXPORT_AGAIN}",
        )


class _Inflater:
    """zlib's decompressor with the interface of lzma's."""

    def __init__(self) -> None:
        self._inner = zlib.decompressobj()
        self._full = False

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def needs_input(self) -> bool:
        return not self._full

    def decompress(self, data: bytes, max_length: int) -> bytes:
        out = self._inner.decompress(self._inner.unconsumed_tail + data, max_length)
        self._full = len(out) == max_length
        return out


def _plain(chunks: Iterable[bytes], source: str) -> Iterator[bytes]:
    del source  # nothing can go wrong
    yield from chunks


def _vcsk(chunks: Iterable[bytes], source: str) -> Iterator[bytes]:
    return _unkeyed(_from_hex(chunks, source), source)


def _vcsz(chunks: Iterable[bytes], source: str) -> Iterator[bytes]:
    return _decompressed(_vcsk(chunks, source), source, _Inflater())


def _voxz(chunks: Iterable[bytes], source: str) -> Iterator[bytes]:
    return _decompressed(_unkeyed(chunks, source), source, _xz())


def _bare_xz(chunks: Iterable[bytes], source: str) -> Iterator[bytes]:
    return _decompressed(chunks, source, _xz())


def _xz() -> lzma.LZMADecompressor:
    return lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_XZ_MEMORY_BYTES)


def _xor_table(key: int) -> bytes:
    return bytes(byte ^ key for byte in range(256))


_DECODERS: dict[SavedGameForm, Callable[[Iterable[bytes], str], Iterator[bytes]]] = {
    SavedGameForm.VCSK: _vcsk,
    SavedGameForm.VOBS: _unkeyed,
    SavedGameForm.BANG_VOBS: _unkeyed,
    SavedGameForm.VOXZ: _voxz,
    SavedGameForm.VCSZ: _vcsz,
    SavedGameForm.XZ: _bare_xz,
    SavedGameForm.PLAIN: _plain,
}
