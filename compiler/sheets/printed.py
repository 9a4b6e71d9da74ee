"""What was on the counters of a game's versions: the record `counters.lock` beside the data.

By it a sheet of corrections can be made for those who have cut out an earlier version. It is
written by the compiler like `gpids.json`, and committed with the data; nobody edits it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from compiler.art.counters import face_content, faces_of
from compiler.gamedata.model import GameData
from compiler.sheets.pages import SheetError
from compiler.vassal.container import replacing

LOCK_FILE = "counters.lock"
FORMAT = "hexmarshal-counters/1"
MAX_BYTES = 16 * 2**20
_VERSION = re.compile(r"\d+\.\d+\.\d+")
_DIGEST = re.compile(r"[0-9a-f]{16}")
_ADVICE = "restore it from version control, or delete it"


@dataclass(frozen=True, slots=True)
class PrintedCounter:
    """How many copies of a counter there are, and a digest of what stands on all its faces."""

    count: int
    shows: str


def printed_counters(data: GameData) -> dict[str, PrintedCounter]:
    """What is on the counters of a game as its data has them now."""
    sizes = data.game.layout
    found: dict[str, PrintedCounter] = {}
    for counter in data.all_counters():
        faces = [face_content(data, counter, face) for face in faces_of(data, counter)]
        size = sizes.sizes_mm.get(counter.kind, sizes.size_mm)
        text = json.dumps([size, faces], ensure_ascii=False, sort_keys=True)
        digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        found[counter.id] = PrintedCounter(counter.count, digest)
    return found


def read_lock(folder: Path) -> dict[str, dict[str, PrintedCounter]]:
    """Versions to their counters, as recorded in a game's folder; none if nothing is recorded.

    Raises:
        SheetError: the file is damaged or cannot be read.
    """
    path = folder / LOCK_FILE
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise SheetError(f"{path}: {error.strerror or error}") from None
    try:
        if len(content) > MAX_BYTES:
            raise ValueError(f"the file is larger than {MAX_BYTES:,} bytes")
        return _versions(json.loads(content))
    except (ValueError, RecursionError) as error:
        raise SheetError(f"{path}: {error}; {_ADVICE}") from None


def _versions(document: object) -> dict[str, dict[str, PrintedCounter]]:
    versions = document.get("versions") if isinstance(document, dict) else None
    if not isinstance(versions, dict) or document.get("format") != FORMAT:  # type: ignore[attr-defined]
        raise ValueError(f"expected the format {FORMAT}")
    return {str(version)[:40]: _counters(version, found) for version, found in versions.items()}


def _counters(version: str, counters: object) -> dict[str, PrintedCounter]:
    if not _VERSION.fullmatch(version) or not isinstance(counters, dict):
        raise ValueError(f"expected versions such as 1.0.0, found {version[:40]!r}")
    found: dict[str, PrintedCounter] = {}
    for name, entry in counters.items():
        match entry:
            case [int(count), str(shows)] if count >= 0 and _DIGEST.fullmatch(shows):
                found[name] = PrintedCounter(count, shows)
            case _:
                raise ValueError(
                    f"expected a number and a digest for {name[:60]!r} of version {version}"
                )
    return found


def record(data: GameData, folder: Path) -> str:
    """Note in the game's folder what is on the counters of this version.

    Earlier versions stay as they are. Returns a warning where it cannot be noted, else nothing:
    the sheet is none the worse for it.

    Raises:
        SheetError: the record is damaged.
    """
    versions = read_lock(folder)
    now = printed_counters(data)
    if versions.get(data.game.version) == now:
        return ""
    versions[data.game.version] = now
    ordered = sorted(versions.items(), key=lambda item: [int(part) for part in item[0].split(".")])
    plain = {
        version: {name: [each.count, each.shows] for name, each in counters.items()}
        for version, counters in ordered
    }
    try:
        with replacing(folder / LOCK_FILE) as temporary:
            temporary.write_text(_text(plain), encoding="utf-8", newline="\n")
    except OSError as error:
        return (
            f"{folder / LOCK_FILE}: cannot be written ({error.strerror or error}); later sheets"
            f" cannot show what changed since {data.game.version}"
        )
    return ""


def _text(versions: Mapping[str, Mapping[str, list[object]]]) -> str:
    """The file: one line for each counter."""
    head = json.dumps({"format": FORMAT})[1:-1]
    parts = []
    for version, counters in versions.items():
        lines = ",\n".join(
            f"  {json.dumps(name)}: {json.dumps(entry)}" for name, entry in counters.items()
        )
        parts.append(f" {json.dumps(version)}: {{\n{lines}\n }}")
    return f'{{{head}, "versions": {{\n' + ",\n".join(parts) + "\n}}\n"


def since(what: str, data: GameData, folder: Path) -> dict[str, PrintedCounter]:
    """The counters of an earlier version.

    Args:
        what: a recorded version, or the folder of the earlier data.
        data: the game as it is now.
        folder: its folder.

    Raises:
        SheetError: if there is no such version, or the folder's data has faults or is of another
            game.
    """
    versions = read_lock(folder)
    if what in versions:
        return versions[what]
    earlier = Path(what)
    try:
        is_folder = (earlier / "game.toml").is_file()
    except (OSError, ValueError):
        is_folder = False
    if not is_folder:
        known = ", ".join(versions) or "none"
        raise SheetError(
            f"no earlier version {what[:80]!r}: expected one that {folder / LOCK_FILE} records"
            f" ({known}), or the folder of the earlier data"
        )
    from compiler.gamedata.loader import load_game

    old = load_game(earlier)
    if old.id != data.id:
        raise SheetError(f"{earlier}: the data of {old.id!r}: expected data of {data.id!r}")
    return printed_counters(old)
