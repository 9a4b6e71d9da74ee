"""What a unit is, by its counter's columns and its states (2.2, 3.0, 5.0, 8.63)."""

from __future__ import annotations

from compiler.hexes import Hex
from referee.board import Piece
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.state import BattleBoard

NORMAL, PINNED, SUPPRESSED = "normal", "pinned", "suppressed"
STATUSES = (NORMAL, PINNED, SUPPRESSED)
"""The morale statuses (3.2)."""

UP, DOWN = "up", "down"
"""The combat states (3.1): the faces of a counter."""

ACTING_LEADER_RATING = 9
"""Least rating of an acting leader (5.2)."""

WRECK = "wreck"
VEHICLE = "vehicle"


def unit_class(piece: Piece) -> str:
    """`infantry`, `crew-weapon` or `vehicle` (2.2); empty for markers."""
    return "" if piece.counter.is_marker else str(piece.value("unit_class"))


def is_infantry(piece: Piece) -> bool:
    """Men by themselves, whatever their weapon, commanders among them (2.21)."""
    return unit_class(piece) == "infantry"


def is_crew_weapon(piece: Piece) -> bool:
    """Weapons with a crew (2.23)."""
    return unit_class(piece) == "crew-weapon"


def is_vehicle(piece: Piece) -> bool:
    """Armored fighting vehicles (2.22)."""
    return unit_class(piece) == VEHICLE


def is_wreck(piece: Piece) -> bool:
    """Wreck markers (12.4)."""
    return piece.counter.kind == WRECK


def is_machine_gun(piece: Piece) -> bool:
    """Light and medium machine guns."""
    return piece.counter.kind in {"light-machine-gun", "medium-machine-gun"}


def is_anti_tank_gun(piece: Piece) -> bool:
    """Anti-tank guns, rifles not among them."""
    return piece.counter.kind == "anti-tank-gun"


def is_anti_tank_rifle(piece: Piece) -> bool:
    """Anti-tank rifles."""
    return piece.counter.kind == "anti-tank-rifle"


def is_mortar(piece: Piece) -> bool:
    """Mortars (14.0)."""
    return piece.counter.kind == "mortar"


def is_flamethrower(piece: Piece) -> bool:
    """Flamethrowers (16.0)."""
    return piece.counter.kind == "flamethrower"


def is_assault_gun(piece: Piece) -> bool:
    """German Stugs (10.14)."""
    return piece.counter.kind == "assault-gun"


def has_facing(piece: Piece) -> bool:
    """Guns, machine guns and vehicles face a hexside (8.7)."""
    return is_machine_gun(piece) or is_anti_tank_gun(piece) or is_vehicle(piece)


def facing(piece: Piece) -> int:
    """The hexside in front: 0 towards row 01, then clockwise."""
    return piece.level("facing") % 6


@RULES.covers("3.0", "3.11", recorded=True)
def is_up(piece: Piece) -> bool:
    """Whether it is in the up state; the other is down."""
    return piece.face == UP


@RULES.covers("3.21", recorded=True)
def status(piece: Piece) -> str:
    """The morale status that its marker shows; `normal` without one."""
    value = piece.states.get("morale")
    return str(value) if value in STATUSES else NORMAL


def is_normal(piece: Piece) -> bool:
    """Neither pinned nor suppressed."""
    return status(piece) == NORMAL


def rating(piece: Piece) -> int:
    """The performance rating (4.0)."""
    return figure(piece, "performance")


def figure(piece: Piece, column: str) -> int:
    """A whole number of its counter; 0 where the cell is empty, and for markers."""
    if column not in piece.counter.values and column not in piece.counter.faces[piece.face]:
        return 0
    value = piece.value(column)
    return value if isinstance(value, int) else 0


def stand_ins(piece: Piece, *columns: str) -> tuple[str, ...]:
    """The figures of its counter that are not the printed ones, as findings name them."""
    return tuple(
        f"{piece.name}, {column} ({piece.counter.source_of(column)})"
        for column in columns
        if piece.counter.source_of(column).kind == "stand-in"
    )


def squad(piece: Piece) -> str | None:
    """Id of the squad it belongs to; None for commanders, crew weapons and vehicles."""
    return piece.counter.formation


@RULES.covers("5.1", recorded=True)
def is_commander(piece: Piece) -> bool:
    """Platoon leaders, their assistants and senior NCOs."""
    return is_infantry(piece) and bool(piece.value("commander"))


@RULES.covers("5.2")
def is_acting_leader(piece: Piece) -> bool:
    """Infantry other than flamethrowers, rated 9 or more, in normal status."""
    return (
        is_infantry(piece)
        and not is_commander(piece)
        and not is_flamethrower(piece)
        and rating(piece) >= ACTING_LEADER_RATING
        and is_normal(piece)
    )


def is_leader(piece: Piece) -> bool:
    """Commanders and acting leaders."""
    return is_commander(piece) or is_acting_leader(piece)


@RULES.covers("2.3", recorded=True)
def crew(piece: Piece) -> int:
    """Men who serve a crew weapon now, replacements among them; 0 for other units."""
    full = figure(piece, "crew")
    return max(0, min(full, full - piece.level("crew-lost") + piece.level("replacements")))


def is_fully_crewed(piece: Piece) -> bool:
    """Whether all crew boxes of a crew weapon are filled."""
    return crew(piece) == figure(piece, "crew")


@RULES.covers("8.63")
def men(piece: Piece) -> int:
    """Men who count for stacking: one of infantry, the crew of a weapon, none of a vehicle."""
    if is_crew_weapon(piece):
        return crew(piece)
    return 1 if is_infantry(piece) else 0


def trees(board: BattleBoard, hex_: Hex) -> int:
    """Tree symbols in a hex."""
    value = board.data.map.hexes[hex_].values.get("trees")
    return value if isinstance(value, int) else 0


def level(board: BattleBoard, hex_: Hex) -> int:
    """Elevation level of a hex: 0, 1 or 2 (10.34)."""
    value = board.data.map.hexes[hex_].values.get("level")
    return value if isinstance(value, int) else 0


def position_points(board: BattleBoard, hex_: Hex) -> int:
    """Improved position points in a hex (18.0)."""
    markers = (piece for piece in board.at(hex_) if piece.counter.kind == "improved-position")
    return max((figure(piece, "points") for piece in markers), default=0)


def friends_at(board: BattleBoard, hex_: Hex, side: str | None) -> list[Piece]:
    """A side's units in a hex."""
    return [piece for piece in board.units_at(hex_) if piece.side == side]


def enemies_at(board: BattleBoard, hex_: Hex, side: str | None) -> list[Piece]:
    """Units in a hex that are not of a side."""
    return [piece for piece in board.units_at(hex_) if piece.side != side]
