"""Section 11.3: how many dice an attack on one unit takes."""

from __future__ import annotations

from collections.abc import Iterable

from compiler.hexes import Hex
from referee.board import Piece
from referee.games.iron_cross import results, units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.fire.sighting import EFFECTS
from referee.games.iron_cross.records import went
from referee.games.iron_cross.state import BattleBoard
from referee.games.iron_cross.units import NORMAL

CLEAR = "clear"
TREES = frozenset({"tree", "woods"})
ROAD = "road"
STILL = frozenset({False})
"""Nobody who fires has moved."""


def _modifier(board: BattleBoard, condition: str) -> int:
    cell = board.data.tables["dice_modifiers"].cell(condition, "dice")
    return cell if isinstance(cell, int) else 0


@RULES.covers("11.31")
def base(board: BattleBoard, hex_: Hex, *, ignore: frozenset[str] = frozenset()) -> frozenset[int]:
    """Dice for the terrain of a hex; on a road through other terrain that of either.

    Terrains to `ignore` count as clear.
    """
    table = board.data.tables[EFFECTS]
    terrains = board.data.map.hexes[hex_].terrains
    names = {CLEAR if name in ignore else name for name in terrains}
    found = {max(int(str(table.cell(name, "dice"))) for name in names)}
    if ROAD in board.data.map.route_hexes.get(hex_, ()):
        found.add(int(str(table.cell(ROAD, "dice"))))
    return frozenset(found)


@RULES.covers("11.32", "11.31", "18.2", "18.3")
def against_foot(
    board: BattleBoard,
    target: Piece,
    *,
    moved: frozenset[bool] = STILL,
    mortar: bool = False,
) -> frozenset[int]:
    """Dice against infantry or a crew weapon; `moved` if any of those who fire has (11.32)."""
    hex_ = target.place
    if not isinstance(hex_, Hex):
        return frozenset()
    extra = units.position_points(board, hex_) * _modifier(board, "improved-position-point")
    downs = {0 if up else _modifier(board, "target-down") for up in may_be_up(board, target)}
    covers = {0}
    if not mortar:
        covers = {
            _modifier(board, "vehicle-cover") if covered else 0
            for covered in has_vehicle_cover(board, target, hex_)
        }
    ignored = TREES if mortar else frozenset[str]()
    return frozenset(
        terrain + extra + down + cover + more
        for terrain in base(board, hex_, ignore=ignored)
        for down in downs
        for cover in covers
        for more in _moved(board, moved)
    )


@RULES.covers("11.33", "11.33.a", "11.33.b")
def has_vehicle_cover(board: BattleBoard, target: Piece, hex_: Hex) -> frozenset[bool]:
    """Whether a vehicle or wreck in its hex covers infantry: one that has not moved, or moved with.

    Crew weapons are never covered.
    """
    if not units.is_infantry(target):
        return frozenset({False})
    conduct = board.state.of(target.id)
    shields = [p for p in board.at(hex_) if units.is_vehicle(p) or units.is_wreck(p)]
    covered = any(
        not board.state.of(shield.id).moved or conduct.accompanies == shield.id
        for shield in shields
    )
    return frozenset({covered})


@RULES.covers("11.31", "3.25")
def may_be_up(board: BattleBoard, target: Piece) -> set[bool]:
    """Whether a target counts as up; either will do while a result that puts it down is unmarked.

    By the rules it goes down at once, by the log it still stands.
    """
    if not units.is_up(target):
        return {False}
    hit = NORMAL not in results.statuses_of(board, target.id)
    return {True, False} if hit else {True}


@RULES.covers("11.34")
def against_vehicle(board: BattleBoard, target: Piece, moved: frozenset[bool]) -> frozenset[int]:
    """Dice of anti-personnel fire against a vehicle."""
    found = {_vehicle_dice(board, "ap", up=up) for up in may_be_up(board, target)}
    return frozenset(each + more for each in found for more in _moved(board, moved))


@RULES.covers("12.2")
def anti_tank(board: BattleBoard, target: Piece, moved: frozenset[bool]) -> frozenset[int]:
    """Dice of anti-tank fire: two, three if the firing unit has moved or turned."""
    base_dice = _vehicle_dice(board, "at", up=units.is_up(target))
    return frozenset(base_dice + more for more in _moved(board, moved))


def _vehicle_dice(board: BattleBoard, fire: str, *, up: bool) -> int:
    column = "target-up" if up else "target-down"
    return int(str(board.data.tables["vehicle_dice"].cell(fire, column)))


def _moved(board: BattleBoard, moved: frozenset[bool]) -> set[int]:
    return {_modifier(board, "firer-moved") if each else 0 for each in moved}


def any_moved(board: BattleBoard, firers: Iterable[Piece]) -> frozenset[bool]:
    """Whether any of those who fire has moved in the player turn, turned, or tried to (11.32).

    Who only counts as moved because its hex observed "may still fire normally": either is right.
    """
    conducts = [board.state.of(piece.id) for piece in firers]
    if any(went(conduct) for conduct in conducts):
        return frozenset({True})
    return frozenset({True, False}) if any(c.moved for c in conducts) else STILL


def rests_on(board: BattleBoard, target: Piece) -> tuple[str, ...]:
    """The stand-in figures behind the dice against a unit where it is."""
    if not isinstance(target.place, Hex):
        return ()
    table = board.data.tables[EFFECTS]
    info = board.data.map.hexes[target.place]
    found = []
    if any(table.source_of(name).kind == "stand-in" for name in info.terrains):
        found.append(f"{table.title} (stand-in)")
    if info.source.kind == "stand-in":
        found.append("the map (stand-in)")
    return tuple(found)
