"""Reads the files of a game folder as text, safely: no other folder, no device, no huge file.

Knows nothing of what the files mean.
"""

from __future__ import annotations

import codecs
import os
import re
import stat
from pathlib import Path

from compiler.gamedata.faults import FaultList, Position

MAX_BYTES = {".toml": 512 * 1024, ".csv": 2 * 1024 * 1024}
"""The largest file of each kind: several times what the largest published games need."""

MAX_ENTRIES = 2000
"""The most files that are looked at in one folder."""

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")


class GameFolder:
    """The folder of one game; every fault it meets goes into `faults`."""

    def __init__(self, root: Path, faults: FaultList) -> None:
        self.root = root
        self.faults = faults
        self._resolved = Path(os.path.realpath(root))

    def exists(self, name: str) -> bool:
        """Whether there is anything of this name (`tables/combat.csv`) in the folder."""
        return os.path.lexists(self.root / name)

    def names(self, subfolder: str = "") -> tuple[str, ...]:
        """Names of the entries of the folder or of one subfolder, sorted; none if there is none."""
        try:
            with os.scandir(self.root / subfolder) as entries:
                found = [entry.name for entry, _ in zip(entries, range(MAX_ENTRIES), strict=False)]
        except OSError:
            return ()
        return tuple(sorted(found))

    def text(self, name: str, *, needed_by: Position | None = None) -> str | None:
        """The text of a file, or None with a fault; a byte order mark is dropped.

        Args:
            name: path below the folder, with `/`.
            needed_by: where a missing file is reported; by default at the file itself.
        """
        content = self._bytes(name, needed_by)
        if content is None:
            return None
        body = content.removeprefix(codecs.BOM_UTF8)
        try:
            text = body.decode("utf-8")
        except UnicodeDecodeError as error:
            before = body[: error.start].decode("utf-8")
            self.faults.add(
                Position(name, *line_and_column(before, len(before))),
                f"the byte {body[error.start]:#04x}",
                "text in UTF-8",
                "save the file with the encoding UTF-8",
            )
            return None
        if control := control_character(text):
            self.faults.add(
                Position(name, *line_and_column(text, control.start())),
                f"the control character U+{ord(control[0]):04X}",
                "plain text",
            )
            return None
        return text

    def _bytes(self, name: str, needed_by: Position | None) -> bytes | None:
        here = Position(name)
        path = self.root / name
        limit = MAX_BYTES[path.suffix]
        try:
            if not Path(os.path.realpath(path)).is_relative_to(self._resolved):
                self.faults.add(
                    here, "a link out of the game's folder", "a file in it", "copy the file there"
                )
                return None
            if not stat.S_ISREG(path.stat().st_mode):
                self.faults.add(here, "something that is not a file", "a file")
                return None
            with path.open("rb") as stream:
                content = stream.read(limit + 1)
        except FileNotFoundError:
            self.faults.add(needed_by or here, "no such file", f"the file {name}")
            return None
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            self.faults.add(here, f"an unreadable file ({reason})", "a file that can be read")
            return None
        if len(content) > limit:
            self.faults.add(
                here,
                "a file that is too large",
                f"at most {limit // 1024} KiB",
                "split or shorten it",
            )
            return None
        return content


def line_and_column(text: str, index: int) -> tuple[int, int]:
    r"""Line and column, from 1, of the character at an index.

    >>> line_and_column("ab\ncd", 4)
    (2, 2)
    """
    return text.count("\n", 0, index) + 1, index - (text.rfind("\n", 0, index) + 1) + 1


def control_character(text: str) -> re.Match[str] | None:
    r"""The first character that neither XML 1.0 nor a reader of the text could stand.

    >>> control_character("a\tb\n"), control_character("a\x07").start()
    (None, 1)
    """
    return _CONTROL.search(text)
