"""What a unit is and what its steps leave of it, by counter and roster (3.1, 13.10.3).

What its condition takes from it (suppression, column, supply…) is in `strength`.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.gamedata.model import Counter, Formation, GameData, Strength, Value
from compiler.gamedata.steps import current_strength
from referee.board import Piece
from referee.games.operation_spark.book import RULES

REGULAR, AT = "regular", "at"
"""The two kinds of fire strength, as the counters' columns name them."""


def figure(piece: Piece, column: str) -> Value:
    """What stands in a column of the unit's front face; None for markers, which have no columns."""
    return None if piece.counter.is_marker else piece.counter.value(column)


def number(piece: Piece, column: str, default: int = 0) -> int:
    """A figure of the unit's front face as a whole number."""
    value = figure(piece, column)
    if isinstance(value, Strength):
        return value.value
    return value if isinstance(value, int) else default


# -- kinds of unit ---------------------------------------------------------------------------------


def is_unit(piece: Piece) -> bool:
    """Units are all counters but markers; a bridge is a marker."""
    return not piece.counter.is_marker


@RULES.covers("3.2.p5")
def is_personnel(piece: Piece) -> bool:
    """Headquarters, infantry of all kinds, engineers, bridging, observation, balloons."""
    return piece.counter.values.get("category") == "personnel"


@RULES.covers("3.2.p6")
def is_weapons(piece: Piece) -> bool:
    """Guns, mortars and rockets of all kinds, self-propelled ones excepted."""
    return piece.counter.values.get("category") == "weapons"


@RULES.covers("3.2.p7")
def is_afv(piece: Piece) -> bool:
    """Armored fighting vehicles: tanks, assault guns, self-propelled flak, aerosans."""
    return piece.counter.values.get("category") == "afv"


def is_artillery(piece: Piece) -> bool:
    """Units with a row in the Artillery Capabilities Chart: mortars and rockets among them."""
    return bool(artillery_row(piece))


def artillery_row(piece: Piece) -> str:
    """The unit's row of the Artillery Capabilities Chart; empty for other units."""
    row = piece.counter.values.get("artillery")
    return row if isinstance(row, str) else ""


def is_anti_aircraft(piece: Piece) -> bool:
    """Anti-aircraft units, self-propelled ones among them."""
    return piece.counter.kind in {"anti-aircraft", "sp-anti-aircraft"}


def is_rocket(piece: Piece) -> bool:
    """Rocket units and Nebelwerfer."""
    return piece.counter.kind == "rocket"


def is_engineer(piece: Piece) -> bool:
    """Engineer units."""
    return piece.counter.kind == "engineer"


def is_submachine_gun(piece: Piece) -> bool:
    """Soviet submachine-gun units."""
    return bool(piece.counter.values.get("smg"))


def is_headquarters(piece: Piece) -> bool:
    """Headquarters units; only the Germans have them."""
    return piece.counter.kind == "headquarters"


def is_balloon(piece: Piece) -> bool:
    """Observation balloons."""
    return piece.counter.kind == "balloon"


@RULES.covers("11.1.1.p1", "3.3.2.p1", "e2.1.p4")
def movement_type(piece: Piece) -> str:
    """`leg`, `ski`, `aerosan`, `wheel`, `track` or `rail`: the same on both faces."""
    return str(piece.counter.values.get("movement") or "")


@RULES.covers("6.4.p1")
def is_motorized(piece: Piece) -> bool:
    """Wheeled units and armored ones; leg and ski units are not."""
    return movement_type(piece) in {"wheel", "track", "aerosan", "rail"}


@RULES.covers("e2.1.p2")
def solid_dots(piece: Piece) -> int:
    """Solid armor dots of an AFV: 0, 1 or 2; step losses do not change them."""
    return str(piece.counter.values.get("armor") or "").count("•")


def has_hollow_dot(piece: Piece) -> bool:
    """Whether it is an AFV with thin armor."""
    return piece.counter.values.get("armor") == "o"


@RULES.covers("e2.1.p1")
def morale(piece: Piece) -> int:
    """Printed morale; step losses do not change it."""
    return number(piece, "morale")


# -- steps and strength ----------------------------------------------------------------------------


@RULES.covers("e3.1.p1", "13.10.8.p1", "3.2.1.p1")
def all_steps(piece: Piece) -> int:
    """Step boxes on the roster."""
    return number(piece, "steps", 1)


def steps(piece: Piece) -> int:
    """Current steps: the boxes that are not marked."""
    return max(all_steps(piece) - piece.level("step-losses"), 0)


def is_flipped_at(piece: Piece, left: int) -> bool:
    """Whether a unit with so many steps left shows its reverse side (13.10.8)."""
    return left <= number(piece, "flips_at")


@RULES.covers("13.10.3.p1", "e3.1.p2", "e3.1.p3")
def strength(piece: Piece, kind: str, left: int | None = None) -> int:
    """The current regular or anti-tank strength, by the steps that are left; 0 if it has none.

    From the step box where the roster prints that strength; personnel otherwise fire with a point a
    step and the anti-tank strength of the face; all others with their share, at least 1.
    """
    remaining = steps(piece) if left is None else left
    printed = number(piece, kind)
    if remaining <= 0 or printed <= 0:
        return 0
    flipped = is_flipped_at(piece, remaining) and "reduced" in piece.counter.faces
    reverse = _shown(piece.counter, kind, "reduced") if flipped else printed
    if reverse <= 0:
        return 0
    boxes = piece.counter.values.get("boxes")
    if piece.counter.values.get("box_strength") == kind and isinstance(boxes, tuple):
        return int(boxes[min(remaining, len(boxes)) - 1])
    if is_personnel(piece) and not boxes:
        if kind == AT:
            return reverse
        if printed == all_steps(piece):
            return remaining
    return current_strength(printed, min(remaining, all_steps(piece)), all_steps(piece))


def _shown(counter: Counter, kind: str, face: str) -> int:
    value = counter.value(kind, face)
    if isinstance(value, Strength):
        return value.value
    return value if isinstance(value, int) else 0


def is_parenthesised(piece: Piece) -> bool:
    """Whether its regular strength stands in parentheses: it may not open fire with it."""
    value = figure(piece, REGULAR)
    return isinstance(value, Strength) and value.parenthesised


@RULES.covers("3.2.1.p2")
def printed_range(piece: Piece) -> int | None:
    """The third rating; None for a unit with only two. Of artillery the range of indirect fire."""
    value = figure(piece, "range")
    return value if isinstance(value, int) else None


def has_two_ratings(piece: Piece) -> bool:
    """Whether no range is printed on the counter."""
    return printed_range(piece) is None


@RULES.covers("e5.1.p3")
def fires_directly(piece: Piece) -> bool:
    """Artillery with an anti-tank strength on the front of its counter may fire directly."""
    return number(piece, AT) > 0


# -- formations ------------------------------------------------------------------------------------


def chain(data: GameData, piece: Piece) -> Iterator[Formation]:
    """The unit's own formation and those above it, the lowest first."""
    formation = data.formations.get(piece.counter.formation or "")
    while formation is not None:
        yield formation
        formation = data.formations.get(formation.parent or "")


def formation_at(data: GameData, piece: Piece, *levels: str) -> str:
    """Id of the lowest formation of some levels that a unit belongs to; empty if there is none."""
    found = (f.id for f in chain(data, piece) if f.values.get("level") in levels)
    return next(found, "")


def division(data: GameData, piece: Piece) -> str:
    """Id of the unit's division; empty for other troops."""
    return formation_at(data, piece, "division")


def army(data: GameData, piece: Piece) -> str:
    """Id of the unit's army; empty if it has none."""
    return formation_at(data, piece, "army")


def parent(data: GameData, piece: Piece) -> str:
    """Id of the unit's division or brigade, else of its regiment; empty if it has none."""
    higher = formation_at(data, piece, "division", "brigade")
    return higher or formation_at(data, piece, "regiment", "battalion")


def ammunition_supply(data: GameData, piece: Piece) -> str:
    """The supply of ammo points that its artillery draws on; empty if none is known."""
    for formation in chain(data, piece):
        supply = formation.values.get("ammunition")
        if isinstance(supply, str) and supply:
            return supply
    return "german" if piece.side == "german" else ""


def is_independent(piece: Piece) -> bool:
    """Independent units, on which Soviet unit integrity does not bear."""
    return bool(piece.counter.values.get("independent"))
