"""The boxes of PDF pages, and how a viewer is to print them: what Typst does not write.

TrimBox is what is left after cutting, BleedBox that and the bleed around it. It draws nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

import pikepdf

from compiler.sheets.blocks import Rectangle
from compiler.sheets.choices import Duplex

POINTS_PER_MM = 72 / 25.4
_DUPLEX: dict[Duplex | None, str] = {
    None: "/Simplex",
    "long": "/DuplexFlipLongEdge",
    "short": "/DuplexFlipShortEdge",
}


@dataclass(frozen=True, slots=True)
class PageBoxes:
    """The trim and the bleed of one page, in millimetres from its upper left corner."""

    trim: Rectangle
    bleed: Rectangle


def finish_pdf(content: bytes, boxes: Sequence[PageBoxes], duplex: Duplex | None) -> bytes:
    """The PDF with its boxes and with what its viewer shall preset in the print dialogue.

    Args:
        content: the PDF.
        boxes: one entry for each page; none: each page is kept whole.
        duplex: the edge along which sheets are turned; None: printed on one side.
    """
    with pikepdf.open(BytesIO(content)) as pdf:
        for n, page in enumerate(pdf.pages):
            whole = [float(part) for part in page.mediabox.as_list()]
            height = whole[3]
            trim = _points(boxes[n].trim, height) if boxes else whole
            bleed = _points(boxes[n].bleed, height) if boxes else whole
            page.trimbox = pikepdf.Array(trim)
            page.obj.BleedBox = pikepdf.Array(bleed)
        preset = pdf.Root.get("/ViewerPreferences", pikepdf.Dictionary())
        preset.PrintScaling = pikepdf.Name("/None")
        preset.Duplex = pikepdf.Name(_DUPLEX[duplex])
        pdf.Root.ViewerPreferences = preset
        made = BytesIO()
        pdf.save(
            made,
            deterministic_id=True,
            preserve_pdfa=True,
            compress_streams=True,
            object_stream_mode=pikepdf.ObjectStreamMode.preserve,
        )
    return made.getvalue()


def _points(rectangle: Rectangle, height: float) -> list[float]:
    """Millimetres from the upper left as points from the lower left corner."""
    left, top, right, bottom = (part * POINTS_PER_MM for part in rectangle)
    return [round(part, 4) for part in (left, height - bottom, right, height - top)]
