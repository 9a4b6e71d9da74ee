"""Documents and how they are set: from drawings and a Typst template to PDF, PNG and SVG.

The same document gives the same bytes every time. Templates read what they set from `data.json`;
drawings are in it as SVG. Where files go is the business of `publishing`.
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

import typst

from compiler.art.fonts import FAMILY, Weight, font_file, unprintable
from compiler.gamedata.model import GameData
from compiler.resources import template_folder
from compiler.sheets.boxes import PageBoxes, finish_pdf
from compiler.sheets.choices import Duplex
from compiler.sheets.pages import RULER, Page, SheetError

CREATED = datetime(2000, 1, 1, tzinfo=UTC)
"""The date in every PDF; the real one would make two builds differ."""
_MARKUP = re.compile(r"<[^<>]*>")

STANDARDS = ("a-2a", "ua-1")
"""PDF/A-2a and PDF/UA-1: fonts embedded, text that can be read out, structure tagged."""


@dataclass(frozen=True, slots=True)
class Document:
    """A document ready to be set.

    `content` is what the template reads besides what all templates get. `boxes` has one entry for
    each page, or none where the whole page is what is kept of it.
    """

    template: str
    title: str
    description: str
    game: str
    """Title and version of the game, as the head of each page shows it."""
    page: Page
    content: Mapping[str, Any]
    boxes: tuple[PageBoxes, ...] = ()
    duplex: Duplex | None = None
    """The edge along which the paper is turned, where there are backs."""
    author: str = ""

    @property
    def data(self) -> dict[str, Any]:
        """Everything the template reads."""
        return {
            **self.content,
            "title": self.title,
            "description": self.description,
            "game": self.game,
            "author": self.author,
            "paper": self.page.frame,
            "ruler": RULER,
            "font": FAMILY,
        }


def document_of(
    data: GameData, what: str, template: str, page: Page, content: Mapping[str, Any], **more: Any
) -> Document:
    """A document about a game: its title, `what` it has, and who publishes the game."""
    return Document(
        template,
        title=f"{data.game.title}: {what}",
        description=f"{what[:1].upper()}{what[1:]} of {data.game.title}, version"
        f" {data.game.version}",
        game=f"{data.game.title}\u2002{data.game.version}",
        page=page,
        content=content,
        author=data.game.publisher,
        **more,
    )


def pdf(document: Document) -> bytes:
    """The document as PDF, with trim and bleed boxes, to be printed at its true size.

    Raises:
        SheetError: if it cannot be set.
    """
    with _folder(document) as main:
        made = _compile(document, main, format="pdf", pdf_standards=list(STANDARDS))
    return finish_pdf(made[0], document.boxes, document.duplex)


def pictures(document: Document, form: Literal["png", "svg"], ppi: float) -> list[bytes]:
    """The pages as pictures, PNG at `ppi` pixels to an inch.

    Raises:
        SheetError: if it cannot be set.
    """
    with _folder(document) as main:
        return _compile(document, main, format=form, ppi=ppi)


@contextmanager
def _folder(document: Document) -> Iterator[Path]:
    """A folder with all that Typst may read; the path of the template in it."""
    _require_letters(document)
    with tempfile.TemporaryDirectory(prefix="hexmarshal-") as folder:
        root = Path(folder)
        (root / "data.json").write_text(json.dumps(document.data), encoding="utf-8")
        for template in sorted(template_folder().glob("*.typ")):
            shutil.copyfile(template, root / template.name)
        # Only these files: the font package holds each font twice, and which one would be found
        # first depends on the file system.
        fonts = root / "fonts"
        fonts.mkdir()
        for weight in Weight:
            shutil.copy(font_file(weight), fonts)
        yield root / document.template


def _require_letters(document: Document) -> None:
    """Refuse a text with letters that the font does not have, rather than print boxes for them."""
    for text in _texts(document.data):
        if absent := unprintable(text):
            shown = next(
                (part for part in _MARKUP.split(text) if any(c in part for c in absent)), text
            )
            raise SheetError(
                f"{document.title}: the font has no glyph for {absent[:20]!r}, as in"
                f" {shown.strip()[:60]!r}: write it otherwise"
            )


def _texts(value: object) -> Iterator[str]:
    """Every text in a document's data, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)


def _compile(document: Document, main: Path, **how: Any) -> list[bytes]:
    try:
        made = typst.compile(
            main,
            root=main.parent,
            font_paths=typst.Fonts(
                include_system_fonts=False,
                include_embedded_fonts=False,
                font_paths=[main.parent / "fonts"],
            ),
            ignore_system_fonts=True,
            timestamp=CREATED,
            **how,
        )
    except RuntimeError as error:  # what typst raises, for a faulty template too
        raise SheetError(f"{document.template}: Typst cannot set this sheet: {error}") from error
    return list(made) if isinstance(made, list) else [made]
