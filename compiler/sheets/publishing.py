"""Writes documents to files: PDF, one picture a page, and a contact sheet of all pages.

A file is written whole or not at all. What a document is, and how it is set, says `typesetting`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from PIL import Image

from compiler.sheets.choices import Form
from compiler.sheets.pages import PAGES, Page, SheetError
from compiler.sheets.typesetting import Document, pdf, pictures
from compiler.vassal.container import replacing

LEAST_PPI, MOST_PPI = 36, 1200
MAX_PIXELS = 250_000_000
"""The most pixels of one page: A3 at 1000 pixels to an inch is less."""
THUMBNAIL = 330
"""Longest side of a page on the contact sheet, in pixels."""
PREVIEW_COLUMNS = 6
_GAP, _GROUND = 14, "#8b8b8b"


@dataclass(frozen=True, slots=True)
class Output:
    """On what paper, and as what files, documents are written."""

    page: Page = PAGES["a4"]
    forms: tuple[Form, ...] = ("pdf",)
    ppi: int = 150
    """Pixels to an inch of PNG."""
    preview: bool = False
    """Whether to write a contact sheet too."""

    def __post_init__(self) -> None:
        if not LEAST_PPI <= self.ppi <= MOST_PPI:
            raise SheetError(
                f"{self.ppi} pixels to an inch were asked for: expected {LEAST_PPI} to {MOST_PPI}"
            )


def publish(document: Document, folder: Path, stem: str, output: Output) -> Iterator[Path]:
    """Write a document as `<stem>.pdf`, `<stem>-01.png` and so on, and name each file written.

    Raises:
        SheetError: if it cannot be set, or a file cannot be written.
    """
    for form in output.forms:
        if form == "pdf":
            yield _write(folder / f"{stem}.pdf", pdf(document))
            continue
        if form == "png":
            _require_size(document.page, output.ppi)
        made = pictures(document, form, output.ppi)
        digits = max(2, len(str(len(made))))
        for n, picture in enumerate(made, start=1):
            yield _write(folder / f"{stem}-{n:0{digits}}.{form}", picture)
    if output.preview:
        longest = max(document.page.width, document.page.height)
        thumbnails = pictures(document, "png", THUMBNAIL * 25.4 / longest)
        yield _write(folder / f"{stem}-preview.png", contact_sheet(thumbnails))


def _require_size(page: Page, ppi: float) -> None:
    pixels = page.width * page.height * (ppi / 25.4) ** 2
    if pixels > MAX_PIXELS:
        raise SheetError(
            f"a page of {page.width:g} by {page.height:g} mm at {ppi:g} pixels to an inch has"
            f" {pixels:,.0f} pixels: expected at most {MAX_PIXELS:,}; take fewer pixels to an inch"
        )


def contact_sheet(pages: Sequence[bytes]) -> bytes:
    """All pages small on one picture, row by row, as PNG."""
    images = [Image.open(BytesIO(page)).convert("RGB") for page in pages]
    columns = min(PREVIEW_COLUMNS, len(images))
    wide = max(image.width for image in images) + _GAP
    high = max(image.height for image in images) + _GAP
    rows = -(-len(images) // columns)
    sheet = Image.new("RGB", (columns * wide + _GAP, rows * high + _GAP), _GROUND)
    for n, image in enumerate(images):
        row, column = divmod(n, columns)
        sheet.paste(image, (_GAP + column * wide, _GAP + row * high))
    made = BytesIO()
    sheet.save(made, "PNG", optimize=True)
    return made.getvalue()


def _write(path: Path, content: bytes) -> Path:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as temporary:
            temporary.write_bytes(content)
    except OSError as error:
        raise SheetError(f"{path}: cannot be written: {error.strerror or error}") from error
    return path
