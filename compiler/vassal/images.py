"""The images of a module: their names, and the PNG files made from drawings when they are needed.

A name that is asked for and not known is an error of the writer; one that is never asked for is not
made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

from compiler.art.counters import counter_face, faces_of
from compiler.art.displays import display_drawing
from compiler.art.drawing import Drawing, png
from compiler.art.key import terrain_key
from compiler.art.maps import map_drawing
from compiler.art.tables import table_drawing
from compiler.gamedata.model import Display, GameData
from compiler.gamedata.schema import State
from compiler.vassal.names import face_image
from compiler.vassal.pictures import (
    BADGE_COLOURS,
    abbreviation,
    badge,
    badge_height,
    icon,
    mask_picture,
    title_picture,
)
from compiler.vassal.state_values import has_layer, layer_values

MAP_IMAGE, KEY_IMAGE, TITLE_IMAGE = "map.png", "terrain-key.png", "title.png"
ICONS = ("declare", "display", "marker", "tidy", "track")


def badge_image(state: str, value: str) -> str:
    """The image of the badge for one value of a state."""
    written = "".join(c if c.isascii() and c.isalnum() else f"-{ord(c):x}" for c in value)
    return f"state-{state}-{written}.png"


def mask_image(side: str) -> str:
    """The image of a hidden piece of a side."""
    return f"hidden-{side}.png"


def display_image(shown: Display) -> str:
    """The image of a display's board."""
    return f"display-{shown.id}.png"


def table_image(table: str) -> str:
    """The image of a chart."""
    return f"chart-{table}.png"


def icon_image(name: str) -> str:
    """The image of a toolbar icon."""
    return f"icon-{name}.png"


@dataclass(frozen=True)
class ImageSet:
    """Every image that a module of a game can have, by name."""

    drawings: Mapping[str, Callable[[], Drawing]]

    @classmethod
    def of(cls, data: GameData) -> ImageSet:
        """The images of a game; nothing is drawn yet."""
        return cls(dict(_drawings(data)))

    def __contains__(self, name: object) -> bool:
        return name in self.drawings

    def file(self, name: str) -> bytes:
        """The PNG of an image.

        Raises:
            KeyError: there is no such image.
            ArtError: it cannot be drawn.
        """
        return png(self.drawings[name]())


@dataclass
class UsedImages:
    """The images that a module asks for, in the order in which it does."""

    names: dict[str, None] = field(default_factory=dict)

    def use(self, name: str) -> str:
        """Note that an image is used and return its name."""
        if name and not name.startswith("/"):
            self.names.setdefault(name)
        return name


def _drawings(data: GameData) -> Iterator[tuple[str, Callable[[], Drawing]]]:
    yield MAP_IMAGE, partial(map_drawing, data)
    yield KEY_IMAGE, partial(terrain_key, data)
    yield TITLE_IMAGE, partial(title_picture, data)
    for counter in data.all_counters():
        for face in faces_of(data, counter):
            yield face_image(counter, face), partial(counter_face, data, counter, face)
    for shown in data.displays.values():
        yield display_image(shown), partial(display_drawing, data, shown)
    for table in data.tables.values():
        yield table_image(table.id), partial(table_drawing, data, table)
    for side_id, side in data.sides.items():
        yield mask_image(side_id), partial(mask_picture, side, data.game.layout.pixels)
    yield from _badges(data)
    for name in ICONS:
        yield icon_image(name), partial(icon, name)


def _badges(data: GameData) -> Iterator[tuple[str, Callable[[], Drawing]]]:
    height = badge_height(data)
    for n, (name, state) in enumerate(data.states.items()):
        colour = BADGE_COLOURS[n % len(BADGE_COLOURS)]
        for value in filter(None, layer_values(state) if has_layer(state) else ()):
            text, title = _badge_text(state, value)
            yield badge_image(name, value), partial(badge, text, title, height, colour)


def _badge_text(state: State, value: str) -> tuple[str, str]:
    """What stands on a badge, and its title."""
    if state.type == "flag":
        return abbreviation(state.name), state.name
    text = abbreviation(value) if state.type == "choice" else f"{state.name[:1]}{value}"
    return text, f"{state.name}: {value}"
