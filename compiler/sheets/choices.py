"""The words by which a person says how to print: forms of files, ways of turning, map layouts.

Names only, so that the command line can offer them without loading what sets pages.
"""

from __future__ import annotations

from typing import Literal

Form = Literal["pdf", "png", "svg"]
FORMS: tuple[Form, ...] = ("pdf", "png", "svg")

Duplex = Literal["long", "short"]
"""The edge along which the paper is turned over between the two sides."""
EDGES: tuple[Duplex, ...] = ("long", "short")

MapLayout = Literal["sheet", "tiles"]
"""A map on one sheet of its own size, or in parts on ordinary paper."""
LAYOUTS: tuple[MapLayout, ...] = ("sheet", "tiles")
