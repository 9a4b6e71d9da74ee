"""Drawings of a game's counters, map and charts: SVG made from data and templates, and PNG of it.

Start with `counter_face`, `map_drawing`, `terrain_key` and `table_drawing`; `png` makes pixels of
any drawing. It writes no modules and prints nothing: see `compiler.vassal` and `compiler.sheets`.
"""

from compiler.art.counters import (
    blank_face,
    counter_face,
    face_bleed,
    face_content,
    face_ground,
    faces_of,
    layout_faults,
    marker_face,
)
from compiler.art.drawing import ArtError, Drawing, png
from compiler.art.key import terrain_key
from compiler.art.maps import map_drawing, map_parts
from compiler.art.tables import table_drawing, table_parts

__all__ = [
    "ArtError",
    "Drawing",
    "blank_face",
    "counter_face",
    "face_bleed",
    "face_content",
    "face_ground",
    "faces_of",
    "layout_faults",
    "map_drawing",
    "map_parts",
    "marker_face",
    "png",
    "table_drawing",
    "table_parts",
    "terrain_key",
]
