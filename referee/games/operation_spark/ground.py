"""Terrain as fire and assault see it: classes, water, hills, cover, inside and outside a trench.

Movement costs are not here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from compiler.gamedata.model import GameData
from compiler.hexes import Hex, Hexside
from referee.board import Piece
from referee.games.operation_spark import units
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.state import OperationBoard

ENTRENCHMENT, HILL, TOWN = "entrenchment", "hill", "town"
WATER = frozenset({"river", "lake"})
WATER_HEXSIDES = frozenset({"river-hexside", "lake-hexside", "open-water-hexside"})
PARTIAL_HEXSIDES = frozenset({"partial-river-hexside", "partial-lake-hexside"})
SETTLEMENTS = frozenset({"railroad-station", "village", "workers-settlement", "town"})
CONCEALED = SETTLEMENTS | {"woods"}
GROUND_CLASS, HILL_CLASS, TRENCH_CLASS, WATER_CLASS = "1", "2", "4", "a"


def terrains(board: OperationBoard, hex_: Hex) -> frozenset[str]:
    """What is printed in a hex."""
    return board.data.map.hexes[hex_].terrains


@RULES.covers("e4.0.p1", "e4.0.p4", "e4.0.p5", "e4.0.p7", "e4.0.p12")
def by_class(board: OperationBoard, hex_: Hex) -> Mapping[str, tuple[str, ...]]:
    """Terrain class to the terrains of it in a hex; banks of partial water hexes are ignored."""
    return board.constant(("classes", hex_), lambda data: _by_class(data, hex_))


def _by_class(data: GameData, hex_: Hex) -> Mapping[str, tuple[str, ...]]:
    table = data.tables["terrain_classes"]
    found: dict[str, list[str]] = {}
    for name in sorted(data.map.hexes[hex_].terrains):
        if name in table.row_keys:
            found.setdefault(str(table.cell(name, "class")), []).append(name)
    return {key: tuple(names) for key, names in found.items()}


def is_water(board: OperationBoard, hex_: Hex) -> bool:
    """Whether a hex has river or lake alone."""
    return bool(terrains(board, hex_) & WATER)


def is_hill(board: OperationBoard, hex_: Hex) -> bool:
    """Whether a hex is a hill."""
    return HILL in terrains(board, hex_)


@RULES.covers("12.4", "13.12.1.p1")
def is_concealed(board: OperationBoard, hex_: Hex) -> bool:
    """Woods and settlements of all kinds, railroad stations among them: cover and no sight."""
    return bool(terrains(board, hex_) & CONCEALED)


@RULES.covers("e4.0.p12")
def water_between(board: OperationBoard, a: Hex, b: Hex) -> Literal["yes", "fire", "no"]:
    """Whether the hexside between two neighbours counts as river or lake, or for fire alone.

    Partial hexsides do only where nearly all of them is water.
    """
    features = board.data.map.features(a, b)
    if features & WATER_HEXSIDES:
        return "yes"
    if not features & PARTIAL_HEXSIDES:
        return "no"
    for feature in board.data.map.hexsides[Hexside(a, b)]:
        treated = feature.values.get("treated_as_river")
        if treated == "always":
            return "yes"
        if treated == "fire-only":
            return "fire"
    return "no"


# -- entrenchments ---------------------------------------------------------------------------------


@RULES.covers("13.10.2.p2", "13.10.5.p3", "16.3")
def occupies_entrenchment(board: OperationBoard, piece: Piece) -> bool:
    """Whether a unit is in the entrenchment of its hex: no vehicle, no column, no balloon is."""
    return (
        isinstance(piece.place, Hex)
        and ENTRENCHMENT in terrains(board, piece.place)
        and not units.is_afv(piece)
        and not units.is_balloon(piece)
        and not piece.flag("in-column")
    )


@RULES.covers("e4.0.p18")
def is_inside(board: OperationBoard, enemy: Hex, trench: Hex) -> bool:
    """Whether a neighbouring hex lies inside the entrenchments of a hex: of both, if it has two."""
    info = board.data.map.hexes[trench]
    if ENTRENCHMENT not in info.terrains or enemy.distance(trench) != 1:
        return False
    direction = board.data.map.grid.direction(trench, enemy).value
    fronts = [info.values.get(column) for column in ("trench_front", "trench2_front")]
    return all(direction not in front for front in fronts if isinstance(front, tuple))
