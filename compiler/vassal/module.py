"""The module writer: from a game's data to a `.vmod` file, and an extension for optional counters.

The module is put together, linted, drawn and written, in this order; what lint finds wrong is never
written. The same data makes the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from compiler.art.drawing import ArtError
from compiler.gamedata.model import GameData
from compiler.hexes import HexError
from compiler.vassal.assembly import ModuleParts, assemble, trait_images
from compiler.vassal.buildfile import to_bytes
from compiler.vassal.container import MODULE_DATA, write_archive
from compiler.vassal.encoding import EncodingError
from compiler.vassal.extension import extension_entries, extension_path
from compiler.vassal.gpids import PieceNumbers, read_numbers, update_numbers
from compiler.vassal.images import ImageSet
from compiler.vassal.keyplan import plan_keys
from compiler.vassal.lint import LintFinding, ModuleError, error
from compiler.vassal.lint_data import lint_data
from compiler.vassal.lint_module import lint_module
from compiler.vassal.pieces import all_piece_ids
from compiler.vassal.setups import SetupWriter

BUILD_FILE = "buildFile.xml"

Progress = Callable[[int, int, str], None]
"""Told how many of how many steps are done, and what was made last."""


@dataclass(frozen=True, slots=True)
class BuiltModule:
    """A module that was written, its extension if it has one, and what lint has to say."""

    path: Path
    warnings: tuple[LintFinding, ...] = ()
    extension: Path | None = None


def build_module(
    data: GameData, source: Path, target: Path, *, progress: Progress | None = None
) -> BuiltModule:
    """Write the module of a game.

    Args:
        data: the game.
        source: the game's folder, which holds the numbers of its pieces.
        target: the folder to write to, which exists.
        progress: told about each step.

    Raises:
        ModuleError: lint found errors; nothing is written.
        GpidError: the numbers cannot be read, or not be written though pieces are new.
        OSError: the module cannot be written.
    """
    pieces = all_piece_ids(data.all_counters())
    parts, findings = plan_module(data, read_numbers(source).with_pieces(pieces))
    if parts is None:
        raise ModuleError(data.id, findings)
    pictures = ImageSet.of(data)
    try:
        entries = dict(_entries(parts, pictures, progress))
        optional = extension_entries(parts, pictures) if parts.optional_slots else {}
    except (ArtError, EncodingError) as fault:
        raise ModuleError(data.id, [*findings, error(data.id, str(fault))]) from None
    update_numbers(source, pieces)
    path = target / f"{data.id}-{data.game.version}.vmod"
    write_archive(path, entries)
    if not optional:
        return BuiltModule(path, tuple(findings))
    extension = extension_path(path)
    extension.parent.mkdir(exist_ok=True)
    write_archive(extension, optional)
    return BuiltModule(path, tuple(findings), extension)


def plan_module(
    data: GameData, numbers: PieceNumbers
) -> tuple[ModuleParts | None, list[LintFinding]]:
    """Put a module together and lint it; there are no parts if there are errors."""
    keys = plan_keys(data)
    findings = list(lint_data(data, keys))
    if not _has_errors(findings):
        try:
            parts = assemble(data, keys, numbers)
        except (EncodingError, HexError, ArtError, ValueError) as fault:
            findings.append(error(data.id, str(fault)))
        else:
            files = _file_names(parts, ImageSet.of(data))
            placed = trait_images(trait for slot in parts.shown_slots for trait in slot.traits)
            findings += lint_module(parts.root, files, frozenset(placed))
            if not _has_errors(findings):
                return parts, findings
    return None, findings


def _has_errors(findings: list[LintFinding]) -> bool:
    return any(finding.severity == "error" for finding in findings)


def _file_names(parts: ModuleParts, pictures: ImageSet) -> frozenset[str]:
    """The names of all entries of the module but the build file."""
    images = [f"images/{name}" for name in parts.images.names if name in pictures]
    return frozenset([*images, *parts.pages, *parts.setup_files])


def _entries(
    parts: ModuleParts, pictures: ImageSet, progress: Progress | None
) -> Iterator[tuple[str, bytes]]:
    """The entries of the module's archive: build file, pages, set-ups, images."""
    yield BUILD_FILE, to_bytes(parts.root)
    yield MODULE_DATA, parts.metadata.to_xml()
    yield from parts.pages.items()
    total = len(parts.setup_files) + len(parts.images.names)
    done = 0
    setups = SetupWriter(parts.data, parts.metadata, parts.slots, parts.prototypes, parts.track)
    for name, scenario in parts.setup_files.items():
        yield name, setups.write(parts.data.scenarios[scenario])
        done = _tell(progress, done, total, name)
    for name in parts.images.names:
        yield f"images/{name}", pictures.file(name)
        done = _tell(progress, done, total, name)


def _tell(progress: Progress | None, done: int, total: int, name: str) -> int:
    if progress is not None:
        progress(done + 1, total, name)
    return done + 1
