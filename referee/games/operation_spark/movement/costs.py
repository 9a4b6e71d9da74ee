"""Sections 11.1.3 to 11.1.5: movement points, and what each step and act costs a unit.

A cost is None where a unit may not go at all. Ways and findings are in `movement`.
"""

from __future__ import annotations

from compiler.gamedata.model import GameData, Table
from compiler.hexes import Hex
from referee.board import Piece
from referee.games.operation_spark import ground, retreat
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.movement import bridges
from referee.games.operation_spark.state import OperationBoard

TERRAIN, ROADS, ACTIONS = "terrain_movement", "road_movement", "actions"
ROAD_KINDS = frozenset({"trail", "dirt", "paved", "rail"})
BRIDGE, BRIDGE_HEXSIDE, RIVER_HEXSIDE = "bridge", "bridge-hexside", "river-hexside"
STREAM = "stream"
STREAMS_OPTION = "streams"
PACED = frozenset({"wheel", "track", "track-light"})
"""Columns that want of supply halves."""


# -- the unit --------------------------------------------------------------------------------------


@RULES.covers("11.1.6")
def column(piece: Piece) -> str:
    """The unit's column of the movement chart: dismounted motorized infantry goes on foot."""
    if piece.flag("dismounted"):
        return "leg"
    return retreat.row(piece)


@RULES.covers("11.1.4.p1")
def allowance(board: OperationBoard, piece: Piece) -> float:
    """Movement points of the impulse, less those that suppression, disruption and supply take.

    Two points less come before the halves: the text has no order, and this is the milder one.
    """
    table = board.data.tables["impulses"]
    mode = board.phase.mode if board.phase is not None else ""
    cell = table.cell(mode, "points") if mode in table.row_keys else 0
    points = float(cell) if isinstance(cell, (int, float)) else 0.0
    if piece.flag("suppressed") and not piece.flag("disrupted"):
        points -= 2
    if piece.flag("disrupted"):
        points /= 2
    if piece.flag("out-of-supply") and column(piece) in PACED:
        points /= 2
    return max(points, 0.0)


def factor(board: OperationBoard) -> int:
    """Fog doubles what movement costs (5.2)."""
    return 2 if board.state.weather == "fog" else 1


def _points(table: Table, row: str, kind: str) -> float | None:
    """A cell of the charts; None where it prohibits, and for units that only go by rail."""
    if kind not in table.column_keys:
        return None
    cell = table.cell(row, kind)
    if isinstance(cell, (int, float)):
        return float(cell)
    try:
        return float(str(cell))
    except ValueError:
        return 0.0 if str(cell) == "-" else None


# -- terrain ---------------------------------------------------------------------------------------


@RULES.covers("11.1.4.p1", "e4.0.p4", "e4.0.p5", "e4.0.p7", "e4.0.p14")
def ground_cost(board: OperationBoard, kind: str, hex_: Hex) -> float | None:
    """What the ground of a hex costs: the dearest terrain of each class, the classes together.

    Roads, bridges, streams and entrenchments are not part of it; water of a full river or lake hex
    is like clear ground, that of a bank is ignored. Swamp is barred to heavy tracks by one reading
    only, so that it costs them what it costs light ones.
    """
    return board.constant(("ground", kind, hex_), lambda data: _ground(data, kind, hex_))


def _ground(data: GameData, kind: str, hex_: Hex) -> float | None:
    table, classes = data.tables[TERRAIN], data.tables["terrain_classes"]
    dearest: dict[str, float] = {}
    for name in data.map.hexes[hex_].terrains:
        if name not in table.row_keys or name not in classes.row_keys or name == BRIDGE:
            continue
        group = str(classes.cell(name, "class"))
        group = ground.GROUND_CLASS if group == ground.WATER_CLASS else group
        lenient = "track-light" if name == "swamp" and kind == "track" else kind
        cost = _points(table, name, lenient)
        if cost is None:
            return None
        dearest[group] = max(dearest.get(group, 0.0), cost)
    return sum(dearest.values())


@RULES.covers("e4.0.p6")
def has_stream(board: OperationBoard, hex_: Hex) -> bool:
    """Whether a stream runs through a hex, or begins or ends in it."""
    return STREAM in board.data.map.route_hexes.get(hex_, frozenset())


@RULES.covers("e4.0.p15", "11.1.4.p6")
def ends_of_streams(board: OperationBoard) -> frozenset[Hex]:
    """Hexes where a stream begins or has its mouth: they may be entered without crossing it."""
    return board.constant("stream ends", _ends)


def _ends(data: GameData) -> frozenset[Hex]:
    streams = [route for route in data.map.routes if route.kind == STREAM and route.hexes]
    return frozenset(hex_ for route in streams for hex_ in (route.hexes[0], route.hexes[-1]))


def stream_cost(board: OperationBoard, kind: str) -> float:
    """What crossing one stream costs."""
    return _points(board.data.tables[TERRAIN], STREAM, kind) or 0.0


def bridge_cost(board: OperationBoard, kind: str, row: str = BRIDGE) -> float:
    """What crossing a bridge over a stream or a river hexside costs."""
    return _points(board.data.tables[TERRAIN], row, kind) or 0.0


@RULES.covers("e4.0.p12", "e4.0.p13", "11.1.3.p5", "11.1.4.p1")
def hexside_cost(
    board: OperationBoard, kind: str, start: Hex, end: Hex, *, in_column: bool
) -> float | None:
    """What the water between two hexes costs off the road; a built bridge serves columns alone.

    Tracked units ignore hexsides that are only partly water.
    """
    water = ground.water_between(board, start, end) == "yes"
    printed_bridge = BRIDGE_HEXSIDE in board.data.map.features(start, end)
    if not water and not printed_bridge:
        return 0.0
    if in_column and bridges.is_bridged(board, start, end):
        return bridge_cost(board, kind, BRIDGE_HEXSIDE)
    if not printed_bridge and not board.data.map.features(start, end) & ground.WATER_HEXSIDES:
        return 0.0 if kind.startswith("track") else _river(board, kind)
    if printed_bridge and in_column:
        return min(bridge_cost(board, kind, BRIDGE_HEXSIDE), _river(board, kind) or float("inf"))
    return _river(board, kind)


@RULES.covers("11.1.3.p5")
def may_assault_across(board: OperationBoard, piece: Piece, start: Hex, end: Hex) -> bool:
    """Whether the hexside lets a unit assault: heavy tracks need a bridge, and to be in column."""
    features = board.data.map.features(start, end)
    if column(piece) != "track" or not features & (ground.WATER_HEXSIDES | {BRIDGE_HEXSIDE}):
        return True
    bridged = BRIDGE_HEXSIDE in features or bridges.is_bridged(board, start, end)
    return bridged and piece.flag("in-column")


def _river(board: OperationBoard, kind: str) -> float | None:
    return _points(board.data.tables[TERRAIN], RIVER_HEXSIDE, kind)


@RULES.covers("11.1.4.p1", "11.1.3.p4", "e4.0.p6")
def across_country(
    board: OperationBoard, kind: str, start: Hex, end: Hex, *, in_column: bool
) -> float | None:
    """What a step off the road costs, in good weather.

    With the optional rule streams are charged by the bank that is reached (`streams`); without it a
    stream costs on entry, but where it begins or ends.
    """
    entered = ground_cost(board, kind, end)
    side = hexside_cost(board, kind, start, end, in_column=in_column)
    if side is None:
        return None
    if entered is None:
        return None
    total = entered + side
    if STREAMS_OPTION in board.options or not has_stream(board, end):
        return total
    return total if end in ends_of_streams(board) else total + stream_cost(board, kind)


# -- roads -----------------------------------------------------------------------------------------


def roads_between(board: OperationBoard, start: Hex, end: Hex) -> frozenset[str]:
    """Kinds of road that join two neighbouring hexes; a built bridge joins none."""
    return board.data.map.route_steps.get((start, end), frozenset()) & ROAD_KINDS


def has_road(board: OperationBoard, hex_: Hex) -> bool:
    """Whether a road of any kind runs through a hex."""
    return bool(board.data.map.route_hexes.get(hex_, frozenset()) & ROAD_KINDS)


@RULES.covers("e4.0.p8", "e4.0.p9", "e4.0.p13", "e4.0.p19", "11.1.3.p5", "11.1.4.p1")
def by_road(board: OperationBoard, kind: str, start: Hex, end: Hex) -> float | None:
    """What a step along a road costs, in good weather; None where no road joins the hexes.

    The best of the roads counts, the bridges it crosses besides, and no other terrain.
    """
    kinds = roads_between(board, start, end)
    if not kinds:
        return None
    table = board.data.tables[ROADS]
    found = [_points(table, name, kind) for name in kinds]
    costs = [cost for cost in found if cost is not None]
    if not costs:
        return None
    total = min(costs)
    features = board.data.map.features(start, end)
    if BRIDGE_HEXSIDE in features:
        total += bridge_cost(board, kind, BRIDGE_HEXSIDE)
    elif features & ground.WATER_HEXSIDES:
        river = _river(board, kind)
        if river is None:
            return None
        total += river
    bridged = BRIDGE in ground.terrains(board, end)
    if bridged and STREAMS_OPTION not in board.options and end not in ends_of_streams(board):
        total += bridge_cost(board, kind)
    return total


# -- acts ------------------------------------------------------------------------------------------


@RULES.covers("11.1.3.p3", "11.1.3.p4", "11.1.4.p1")
def deploy_cost(board: OperationBoard, piece: Piece, hex_: Hex) -> float:
    """What it costs to deploy in a hex: its ground as off the road, no bridges and streams."""
    return (ground_cost(board, column(piece), hex_) or 0.0) * factor(board)


def act_cost(board: OperationBoard, piece: Piece, act: str) -> float:
    """What an act of the chart costs a unit: `enter-column`, `assault-marker`, …."""
    table = board.data.tables[ACTIONS]
    kind = column(piece)
    name = {"track-light": "track", "aerosan": "ski"}.get(kind, kind)
    if name not in table.column_keys:
        return 0.0
    return (_points(table, act, name) or 0.0) * factor(board)
