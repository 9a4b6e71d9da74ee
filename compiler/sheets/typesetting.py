"""From drawings and a Typst template to a PDF file, the same bytes every time.

Templates read what they set from `data.json`; drawings are in it as SVG.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import typst

from compiler.art.fonts import FAMILY, Weight, font_file
from compiler.resources import template_folder
from compiler.sheets.pages import SheetError

CREATED = datetime(2000, 1, 1, tzinfo=UTC)
"""The date in every PDF; the real one would make two builds differ."""


def typeset(template: str, data: dict[str, Any], path: Path) -> None:
    """Sets a `.typ` template with data and writes the PDF, whole or not at all.

    Raises:
        SheetError: if Typst cannot set it, or the file cannot be written.
    """
    pdf = _compile(template, {**data, "font": FAMILY})
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(pdf)
            Path(temporary).chmod(0o644)
            Path(temporary).replace(path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise SheetError(f"{path}: cannot be written: {error.strerror or error}") from error


def _compile(template: str, data: dict[str, Any]) -> bytes:
    with tempfile.TemporaryDirectory(prefix="hexmarshal-") as folder:
        root = Path(folder)
        (root / "data.json").write_text(json.dumps(data), encoding="utf-8")
        shutil.copyfile(template_folder() / template, root / "main.typ")
        # Only these files: the font package holds each font twice, and which one would be found
        # first depends on the file system.
        fonts = root / "fonts"
        fonts.mkdir()
        for weight in Weight:
            shutil.copy(font_file(weight), fonts)
        try:
            return typst.compile(
                root / "main.typ",
                root=root,
                font_paths=typst.Fonts(
                    include_system_fonts=False, include_embedded_fonts=False, font_paths=[fonts]
                ),
                ignore_system_fonts=True,
                format="pdf",
                timestamp=CREATED,
            )
        except typst.TypstError as error:
            raise SheetError(f"{template}: Typst cannot set this sheet: {error}") from error
