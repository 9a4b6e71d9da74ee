"""The numbers of the pieces of a module (`gpids`), which stay the same from version to version.

VASSAL finds the piece of a saved game in a new version of the module by this number. They are kept
in `gpids.json` in the game's folder, which belongs to the game's data and is committed with it; a
counter that is taken out keeps its number, so that it is never given to another.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TypeGuard

from compiler.vassal.container import replacing

LOCK_FILE = "gpids.json"
FORMAT = "hexmarshal-gpids/1"
MAX_BYTES = 4 * 2**20
HIGHEST = 2**31 - 1
"""The highest number that VASSAL holds."""


class GpidError(ValueError):
    """The lock file cannot be read or written; the text says what to do."""


@dataclass(frozen=True, slots=True)
class PieceNumbers:
    """Piece ids to numbers, and the next number to give.

    >>> numbers = PieceNumbers().with_pieces(["a", "b"])
    >>> numbers = numbers.with_pieces(["a", "x", "b"])
    >>> dict(numbers.numbers), numbers.next
    ({'a': 1, 'b': 2, 'x': 3}, 4)
    """

    numbers: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    next: int = 1

    def with_pieces(self, pieces: Iterable[str]) -> PieceNumbers:
        """The same with a number for every piece that has none yet."""
        numbers = dict(self.numbers)
        following = self.next
        for piece in pieces:
            if piece not in numbers:
                numbers[piece] = following
                following += 1
        return PieceNumbers(MappingProxyType(numbers), following)

    def to_json(self) -> str:
        """The lock file: one line for each piece, in the order of the numbers."""
        ordered = dict(sorted(self.numbers.items(), key=lambda pair: pair[1]))
        document = {"format": FORMAT, "next": self.next, "pieces": ordered}
        return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def read_numbers(folder: Path) -> PieceNumbers:
    """The numbers in a game's folder; none if it has no lock file yet.

    Raises:
        GpidError: the file is damaged, or gives one number twice.
    """
    path = folder / LOCK_FILE
    advice = "restore it from version control, or delete it if no saved game matters"
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return PieceNumbers()
    except OSError as error:
        raise GpidError(f"{path}: {error.strerror or error}") from None
    try:
        if len(content) > MAX_BYTES:
            raise ValueError(f"the file is larger than {MAX_BYTES:,} bytes")
        return _checked(json.loads(content, object_pairs_hook=_without_repeats))
    except (ValueError, RecursionError) as error:
        raise GpidError(f"{path}: {error}; {advice}") from None


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{twice[:60]!r} stands twice")
    return found


def _checked(document: object) -> PieceNumbers:
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ValueError(f"expected the format {FORMAT}")
    pieces, following = document.get("pieces"), document.get("next")
    if not isinstance(pieces, dict) or not _is_number(following):
        raise ValueError("expected `next` (a number) and `pieces` (names to numbers)")
    seen: dict[int, str] = {}
    for name, number in pieces.items():
        if not _is_number(number) or number >= following:
            raise ValueError(
                f"{name[:60]!r} has the number {str(number)[:20]!r}:"
                f" expected a whole number below `next`, {following}"
            )
        if number in seen:
            raise ValueError(f"{seen[number][:60]!r} and {name[:60]!r} share the number {number}")
        seen[number] = name
    return PieceNumbers(MappingProxyType(dict(pieces)), following)


def _is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value <= HIGHEST


def update_numbers(folder: Path, pieces: Iterable[str]) -> PieceNumbers:
    """Read the lock file, give new pieces numbers, and write it back if there were any.

    Raises:
        GpidError: it cannot be read, or would have to change and cannot be written.
    """
    before = read_numbers(folder)
    after = before.with_pieces(pieces)
    if after == before:
        return after
    path = folder / LOCK_FILE
    try:
        with replacing(path) as temporary:
            temporary.write_text(after.to_json(), encoding="utf-8", newline="\n")
    except OSError as error:
        new = sorted(set(after.numbers) - set(before.numbers))
        raise GpidError(
            f"{path}: cannot be written ({error.strerror or error}), and {len(new)} pieces have no"
            f" number yet ({', '.join(new[:3])}{', …' if len(new) > 3 else ''});"
            " copy the game's folder to where you may write and build from there"
        ) from None
    return after
