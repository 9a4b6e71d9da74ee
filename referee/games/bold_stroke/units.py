"""What a unit is, by its counter's columns (1.2, 6.2, 12.0, 13.0)."""

from __future__ import annotations

from compiler.gamedata.model import Strength
from referee.board import Piece

SIZES = ("II", "III", "X", "XX", "XXX")
"""From battalion to corps (1.2.6); regiment and brigade count alike where it matters."""


def strength(piece: Piece, column: str) -> Strength:
    """A strength of the unit's present face; 0 where the counter shows none."""
    value = piece.value(column)
    return value if isinstance(value, Strength) else Strength(0)


def movement_class(piece: Piece) -> str:
    """`leg`, `cavalry` or `motorized` (6.2)."""
    return str(piece.counter.values.get("movement_class") or "")


def unit_class(piece: Piece) -> str:
    """The column `unit_class`: infantry, tank, artillery, headquarters, …; empty for markers."""
    return str(piece.counter.values.get("unit_class") or "")


def is_motorized(piece: Piece) -> bool:
    """Whether it moves as motorized (6.2)."""
    return movement_class(piece) == "motorized"


def is_ground(piece: Piece) -> bool:
    """Ground units are all but air units."""
    return not piece.counter.is_marker and unit_class(piece) != "air"


def is_artillery(piece: Piece) -> bool:
    """Artillery units are those with a range, headquarters excepted (1.2.4.3.D)."""
    return unit_class(piece) in {"artillery", "rocket", "mortar"}


def is_headquarters(piece: Piece) -> bool:
    """Headquarters units (13.0)."""
    return unit_class(piece) == "headquarters"


def is_tank(piece: Piece) -> bool:
    """Tank and panzer units (8.2.1); out of supply they count as none (14.2.2.A)."""
    return bool(piece.value("tank")) and not piece.flag("out-of-supply")


def has_armor_or_at(piece: Piece) -> bool:
    """Whether the unit has any tank or anti-tank strength (8.2.1)."""
    return strength(piece, "armor").value > 0


def stacking_points(piece: Piece) -> int:
    """The stacking value printed beside the unit type box (7.1.A)."""
    value = piece.value("stacking")
    return value if isinstance(value, int) else 0


def is_below_division(piece: Piece) -> bool:
    """Smaller than a division (6.3.A); a headquarters is no division."""
    size = piece.counter.size
    return size not in SIZES or SIZES.index(size) < SIZES.index("XX")
