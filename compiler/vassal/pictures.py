"""The small pictures of a module that are no counters and no maps: badges, masks, icons, the title.

All come from templates, as drawings; `images` turns them into files.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from lxml import etree

from compiler.art.colours import mix, readable
from compiler.art.drawing import ArtError, Drawing
from compiler.art.fitting import fit_block
from compiler.art.fonts import CAP_HEIGHT, text_width
from compiler.art.templating import render, templates_folder
from compiler.gamedata.model import GameData
from compiler.gamedata.schema import Side

BADGE_COLOURS = (
    "#b3261e", "#1f5fa8", "#2e7d32", "#8a5a00", "#6a1b9a", "#00695c", "#ad1457", "#37474f",
)  # fmt: skip
"""Grounds of state badges, taken in turn."""

ICON_PIXELS = 24
_TITLE_SIZE = (640.0, 360.0)
_WORD = re.compile(r"\w+")
_SVG = "{http://www.w3.org/2000/svg}"


def abbreviation(name: str) -> str:
    """What stands on the badge of a state or choice: initials, or the beginning of one word.

    >>> abbreviation("Out of Supply"), abbreviation("Moved"), abbreviation("Step losses since")
    ('OoS', 'Mov', 'Sls')
    """
    words: list[str] = _WORD.findall(name)
    if len(words) == 1:
        return words[0][:3]
    return "".join(word[0] for word in words[:3]) or "?"


def badge_height(data: GameData) -> int:
    """Pixels of a badge's height on a counter of this game."""
    return max(12, round(data.game.layout.pixels * 0.24))


def badge(text: str, title: str, height: int, colour: str) -> Drawing:
    """A small label with a text of a few letters."""
    size = height * 0.72
    width = max(float(height), round(text_width(text, size) + height * 0.5))
    svg = render(
        "badge.svg.j2",
        title=title,
        text=text,
        width=width,
        height=float(height),
        ground=colour,
        ink=readable(colour, "#ffffff"),
        size=size,
        baseline=(height + CAP_HEIGHT * size) / 2,
    )
    return Drawing(svg, width, float(height))


def mask_picture(side: Side, pixels: int) -> Drawing:
    """What a hidden piece of a side looks like."""
    svg = render(
        "mask.svg.j2",
        title=f"Hidden: {side.name}",
        pixels=float(pixels),
        ground=side.colour,
        accent=side.accent,
        ink=readable(mix(side.colour, side.accent, 0.35), side.text_colour, 3),
    )
    return Drawing(svg, float(pixels), float(pixels))


def icon(name: str) -> Drawing:
    """An icon for the toolbar.

    Raises:
        ArtError: there is no icon of that name.
    """
    try:
        return _icons()[name]
    except KeyError:
        raise ArtError(
            f"there is no icon {name!r}: expected one of {', '.join(sorted(_icons()))}"
        ) from None


@cache
def _icons() -> dict[str, Drawing]:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True)
    root = etree.parse(templates_folder() / "icons.svg", parser).getroot()
    found: dict[str, Drawing] = {}
    for symbol in root.iter(f"{_SVG}symbol"):
        body = "".join(etree.tostring(child, encoding="unicode") for child in symbol)
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{ICON_PIXELS}"'
            f' height="{ICON_PIXELS}" viewBox="{symbol.get("viewBox")}">{body}</svg>'
        )
        found[symbol.get("id", "")] = Drawing(svg, ICON_PIXELS, ICON_PIXELS)
    return found


@dataclass(frozen=True, slots=True)
class _TitleLine:
    text: str
    y: float
    size: float
    weight: int


@dataclass(frozen=True, slots=True)
class _Band:
    x: float
    width: float
    colour: str


def title_picture(data: GameData) -> Drawing:
    """The picture that VASSAL shows while the module loads."""
    width, height = _TITLE_SIZE
    game = data.game
    texts = [
        (game.title, 54.0, 700),
        (game.subtitle, 26.0, 400),
        (", ".join(filter(None, (game.designer, game.publisher, str(game.year or "")))), 18.0, 400),
        (f"Module {game.version}", 18.0, 600),
        ("Figures marked stand-in are not the published ones.", 15.0, 400),
    ]
    lines: list[_TitleLine] = []
    y = 60.0
    for text, size, weight in texts:
        if not text:
            continue
        fitted = fit_block(text, width - 60, 2.2 * size, size, floor=12.0)
        for line in fitted.lines:
            y += fitted.size * 1.1
            lines.append(_TitleLine(line, y, fitted.size, weight))
        y += 10
    share = width / max(1, len(data.sides))
    bands = [_Band(n * share, share, side.colour) for n, side in enumerate(data.sides.values())]
    svg = render(
        "title.svg.j2",
        title=game.title,
        width=width,
        height=height,
        ground="#f4f1e4",
        bands=bands,
        lines=lines,
    )
    return Drawing(svg, width, height)
