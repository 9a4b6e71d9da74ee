"""The textures of terrains: which little marks fill a hex, and where in the hex they stand.

The marks themselves are in the map template; the places are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from compiler.art.colours import mix
from compiler.gamedata.schema import Terrain
from compiler.hexes import Orientation

VARIANTS = 4
"""How many arrangements of the same marks there are: a wood must not look like wallpaper."""
# The two numbers whose multiples fill a square most evenly (the plastic number's powers).
_STEP_X, _STEP_Y = 0.7548776662466927, 0.5698402909980532


@dataclass(frozen=True, slots=True)
class Texture:
    """How a hex of some pattern is filled.

    `count` marks are strewn over the inner part of the hex, `inset` of its size; none: one drawing
    fills the hex. An `overlay` leaves the ground of the hex's other terrain. Its ink is the
    ground's colour mixed with `tint`.
    """

    mark: str
    count: int = 0
    inset: float = 0.8
    tint: str = "#000000"
    share: float = 0.5
    overlay: bool = False
    above_routes: bool = False
    fills_middle: bool = False
    """A built-up place in the middle of the hex."""
    aside: float = 0.0
    """How far the drawing goes down and to the left where the middle is built up."""

    def ink(self, colour: str) -> str:
        """The colour of the marks on a ground."""
        return mix(colour, self.tint, self.share)


TEXTURES: Mapping[str, Texture] = MappingProxyType(
    {
        "woods": Texture("tree", 12, 0.84, "#1f4a1f", 0.62),
        "swamp": Texture("tuft", 7, 0.72, "#23504f", 0.7),
        "rough": Texture("peak", 6, 0.68, "#4a3420", 0.62),
        "dots": Texture("dot", 16, 0.84, "#3c4a1e", 0.55),
        "water": Texture("wave", 5, 0.66, "#ffffff", 0.55),
        "hatch": Texture("hatch", 0, tint="#3a2a20", share=0.4),
        "field": Texture("field", 0, tint="#6a5212", share=0.34),
        "hill": Texture("hill", 0, tint="#4a3018", share=0.5),
        "city": Texture("city", tint="#2a2420", share=0.62, fills_middle=True),
        "town": Texture(
            "town", tint="#2a2420", share=0.72, overlay=True, above_routes=True, fills_middle=True
        ),
        "village": Texture(
            "village",
            tint="#2a2420",
            share=0.72,
            overlay=True,
            above_routes=True,
            fills_middle=True,
        ),
        "building": Texture("building", tint="#4a3a30", share=0.55, overlay=True),
        "airfield": Texture(
            "airfield", tint="#1c2a3a", share=0.8, overlay=True, above_routes=True, aside=0.25
        ),
        "island": Texture("island", 0, tint="#2e5f86", share=0.55, overlay=True),
    }
)


def inside(x: float, y: float, orientation: Orientation, inset: float) -> bool:
    """Whether a point lies in a hex one unit across, shrunk to `inset`, about its centre."""
    if orientation is Orientation.POINTY:
        x, y = y, x
    reach = inset / 2
    return abs(y) <= reach and abs(x) * 0.8660254 + abs(y) / 2 <= reach


def _on_number(x: float, y: float) -> bool:
    """Whether a mark would lie on the hex number, which stands at the top of its hex."""
    return y < -0.29 and abs(x) < 0.24


def strewn(
    texture: Texture, variant: int, orientation: Orientation
) -> tuple[tuple[float, float], ...]:
    """Where the marks of a variant stand, from the back to the front, in units of a hex's width."""
    points: list[tuple[float, float]] = []
    n = 31 * (variant + 1)
    while len(points) < texture.count:
        n += 1
        x, y = (n * _STEP_X) % 1 * 1.16 - 0.58, (n * _STEP_Y) % 1 * 1.16 - 0.58
        if inside(x, y, orientation, texture.inset) and not _on_number(x, y):
            points.append((x, y))
    return tuple(sorted(points, key=lambda point: point[1]))


def texture_of(terrain: Terrain) -> Texture | None:
    """The texture of a hex terrain, none for a plain one."""
    return TEXTURES.get(terrain.pattern)
