"""14.1 and 8.3, supply lines: which units can be supplied in a position, and by what.

It only looks; `marks` judges the markers that players put on units, `by_air` what is
flown in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from compiler.gamedata.model import GameData
from compiler.hexes import Hex
from referee.board import Piece
from referee.games.bold_stroke import units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.combat import command
from referee.games.bold_stroke.movement import bridge
from referee.games.bold_stroke.movement.passages import (
    CROSSINGS,
    DNEPR,
    MAJOR_RIVER,
    MOVEMENT_COSTS,
    passages_of_class,
)
from referee.games.bold_stroke.movement.zones import placement, zones
from referee.games.bold_stroke.state import CampaignBoard
from referee.mechanics.supply import connected, distances_to

LINE = 6.0
"""Movement points from a unit to a road, or to an airfield (14.1.A, 14.4.1.A)."""
ROAD, HEADQUARTERS, AIRFIELD, DROP = "road", "headquarters", "airfield", "air drop"
DUMP = "dump"
DUMPS_OPTION = "supply-dumps"


@dataclass(frozen=True, slots=True)
class SupplyStatus:
    """Whether a unit can be supplied, and by what way.

    `via` is `road`, `headquarters`, `airfield`, `air drop`, `dump`, or empty if nothing reaches it;
    `provider` the headquarters that passes the supply on.
    """

    unit: str
    via: str = ""
    provider: str = ""

    @property
    def supplied(self) -> bool:
        """Whether it is in supply."""
        return bool(self.via)


# -- lines on the map ------------------------------------------------------------------------------


@RULES.covers("8.3", "14.1.B")
def barred(board: CampaignBoard, side: str) -> frozenset[Hex]:
    """The hexes through which no supply line of a side may run.

    Those with enemy units, and those in their zones unless a friendly unit is there.
    """
    key = ("barred to supply", side)
    return board.derived(
        key, lambda _: board.kept(key, placement(board), lambda here: _barred(here, side))
    )


def _lie_of_the_land(board: CampaignBoard, side: str) -> object:
    """What supply lines depend on besides where they lead; equal if all of that is."""
    broken = bool(bridge.broken_sides(board))
    return barred(board, side), broken, board.state.ground


def _barred(board: CampaignBoard, side: str) -> frozenset[Hex]:
    enemy = board.data.opponent(side)
    held = {piece.place for piece in board.on_map(side) if units.is_ground(piece)}
    enemies = {piece.place for piece in board.on_map(enemy) if units.is_ground(piece)}
    felt = zones(board, enemy).hexes.keys() - held
    return frozenset(hex_ for hex_ in felt | enemies if isinstance(hex_, Hex))


def is_open(board: CampaignBoard, side: str, hex_: Hex) -> bool:
    """Whether a supply line may run through a hex."""
    return hex_ not in barred(board, side)


def sources(board: CampaignBoard, side: str) -> tuple[Hex, ...]:
    """The hexes at the edge of the map where a side's supply comes from."""
    return board.constant(("supply comes in at", side), lambda data: _sources(data, side))


def _sources(data: GameData, side: str) -> tuple[Hex, ...]:
    places = (p for p in data.map.places.values() if p.values.get("supply") == side)
    return tuple(sorted({hex_ for found in places for hex_ in found.hexes}))


def _along_roads(data: GameData) -> Mapping[Hex, tuple[Hex, ...]]:
    """Hex to the hexes that a road, dirt road or railway joins to it."""
    found: dict[Hex, list[Hex]] = {}
    for (start, end), kinds in data.map.route_steps.items():
        if kinds & CROSSINGS:
            found.setdefault(start, []).append(end)
    return {start: tuple(sorted(ends)) for start, ends in found.items()}


@RULES.covers("14.1.A")
def road_network(board: CampaignBoard, side: str) -> frozenset[Hex]:
    """The road hexes from which an open road leads to a source of supply."""
    return board.derived(
        ("road network", side), lambda here: network_from(here, side, sources(here, side))
    )


def network_from(board: CampaignBoard, side: str, starts: Iterable[Hex]) -> frozenset[Hex]:
    """The open hexes from which an open road leads to one of some hexes."""
    roads = board.constant("hexes joined by road", _along_roads)
    shut = barred(board, side)
    broken = bridge.broken_sides(board)

    def joined(hex_: Hex) -> Iterable[Hex]:
        ends = roads.get(hex_, ())
        return [end for end in ends if frozenset((hex_, end)) not in broken] if broken else ends

    return connected(starts, joined, lambda hex_: hex_ not in shut)


Steps = Mapping[Hex, Mapping[Hex, float]]
"""Hex to the hexes from which a line steps into it, and what that costs."""


@RULES.covers("14.1.A", "4.5.B")
def line_steps(
    board: CampaignBoard, *, to_headquarters: bool = False, off_road: bool = False
) -> Steps:
    """Motorized movement points for the steps of a line.

    Across a major river without a bridge only on the way to a headquarters on the other side.
    With `off_road` a road counts for its crossing alone, and the terrain is paid for.
    """
    ways = passages_of_class(board, "motorized")

    def make(_: GameData) -> Steps:
        found: dict[Hex, dict[Hex, float]] = {}
        for start, steps in ways.items():
            for step in steps:
                shut = DNEPR in step.features
                shut |= MAJOR_RIVER in step.features and not to_headquarters
                prices = [] if step.cost is None or shut else [step.cost]
                if not prices or not off_road:
                    prices += [cost for _, cost in step.roads]
                if prices:
                    found.setdefault(step.end, {})[start] = min(prices)
        return found

    key = ("steps of supply lines", board.state.ground, to_headquarters, off_road)
    return board.constant(key, make)


def distances(board: CampaignBoard, side: str) -> Mapping[Hex, float]:
    """Hexes with a line of at most six points to a road that leads to a source, and its points."""
    key = ("supply lines", side)
    return board.derived(
        key,
        lambda _: board.kept(
            key,
            _lie_of_the_land(board, side),
            lambda here: lines_to(here, side, road_network(here, side), line_steps(here)),
        ),
    )


def has_line_beyond_doubt(board: CampaignBoard, piece: Piece) -> bool:
    """Whether a unit has a supply line even if roads do not make its first six points cheaper."""
    side = piece.side or ""
    found = board.derived(
        ("supply lines off the road", side),
        lambda here: lines_to(
            here, side, road_network(here, side), line_steps(here, off_road=True)
        ),
    )
    return piece.place in found


def lines_to(
    board: CampaignBoard, side: str, goals: frozenset[Hex], steps: Steps
) -> Mapping[Hex, float]:
    """Hexes with a line of at most six points to one of `goals`, and its points."""
    shut = barred(board, side)
    broken = bridge.broken_sides(board)

    def into(hex_: Hex) -> Iterable[tuple[Hex, float]]:
        found = steps.get(hex_, {}).items()
        return [(a, c) for a, c in found if frozenset((a, hex_)) not in broken] if broken else found

    return distances_to(goals, into, lambda hex_: hex_ not in shut, LINE)


# -- headquarters as links -------------------------------------------------------------------------


def _lines_to_headquarters(board: CampaignBoard, head: Piece) -> Mapping[Hex, float]:
    """Hexes with a line to a headquarters, or to a road that leads to it."""
    key = ("lines to", head.id)
    depends = head.place, _lie_of_the_land(board, head.side or "")
    return board.derived(
        key, lambda _: board.kept(key, depends, lambda here: _to_headquarters(here, head))
    )


@RULES.covers("14.1.D", "4.5.B")
def _to_headquarters(board: CampaignBoard, head: Piece) -> Mapping[Hex, float]:
    place = head.place
    if not isinstance(place, Hex) or head.side is None:
        return {}
    goals = network_from(board, head.side, (place,)) | {place}
    return lines_to(board, head.side, goals, line_steps(board, to_headquarters=True))


def may_pass_on(board: CampaignBoard, head: Piece) -> bool:
    """Whether a headquarters has a supply line of its own, and so passes supply on.

    One that supplied its units without a line is no source until it has one again (14.1.D).
    """
    if head.side is None or not isinstance(head.place, Hex):
        return False
    return head.place in distances(board, head.side)


def provider(board: CampaignBoard, piece: Piece) -> tuple[str, bool]:
    """The headquarters that passes supply on to a unit, and whether it has a line of its own.

    An empty id when there is none.
    """
    serving = board.state.records.supply.serving
    without = ""
    for head in command.headquarters_for(board, piece):
        if piece.place not in _lines_to_headquarters(board, head):
            continue
        if may_pass_on(board, head):
            return head.id, True
        if head.id in serving:
            without = head.id
    return without, False


# -- status ----------------------------------------------------------------------------------------


@RULES.covers("14.1.A", "14.1.D", "14.2")
def status(board: CampaignBoard, piece: Piece) -> SupplyStatus:
    """Whether a unit can be supplied now: by road, by its headquarters, by air."""
    record = board.state.records.supply
    if piece.side is not None and piece.place in distances(board, piece.side):
        return SupplyStatus(piece.id, ROAD)
    if not units.is_headquarters(piece):
        head, _ = provider(board, piece)
        if head:
            return SupplyStatus(piece.id, HEADQUARTERS, head)
    if piece.id in record.by_airfield:
        return SupplyStatus(piece.id, AIRFIELD)
    if any(piece.id in drop.units for drop in record.drops.values()):
        return SupplyStatus(piece.id, DROP)
    if draws_on_a_dump(board, piece):
        return SupplyStatus(piece.id, DUMP)
    return SupplyStatus(piece.id)


@RULES.covers("14.5.C")
def draws_on_a_dump(board: CampaignBoard, piece: Piece) -> bool:
    """Whether German artillery can trace a line to a dump that is told openly and not empty."""
    dumps = board.state.records.supply.dumps
    if not dumps or DUMPS_OPTION not in board.options or piece.side is None:
        return False
    if piece.side != "german" or not (units.is_artillery(piece) or units.is_headquarters(piece)):
        return False
    goals = network_from(board, piece.side, [hex_ for hex_, points in dumps.items() if points])
    return piece.place in lines_to(board, piece.side, goals, line_steps(board))


def supply_status(board: CampaignBoard, side: str) -> Mapping[str, SupplyStatus]:
    """The status of each of a side's ground units on the map."""
    return board.derived(
        ("supply status", side),
        lambda here: {p.id: status(here, p) for p in here.on_map(side) if units.is_ground(p)},
    )


def cut_off_units(board: CampaignBoard, side: str) -> tuple[str, ...]:
    """The units of a side that nothing supplies."""
    return tuple(name for name, found in supply_status(board, side).items() if not found.supplied)


def rests_on(board: CampaignBoard) -> tuple[str, ...]:
    """The stand-ins behind a finding about supply lines: the costs, and the map."""
    table = board.data.tables[MOVEMENT_COSTS]
    rests = (f"{table.title} ({table.source})",) if table.source.kind == "stand-in" else ()
    return (*rests, "the map (stand-in)")


# -- what a status does ----------------------------------------------------------------------------

CUT_OFF, OUT_OF_SUPPLY = "cut-off", "out-of-supply"


@RULES.covers("14.2.1.A", "14.2.1.B", "14.3.B")
def may_use_artillery(piece: Piece) -> bool:
    """Whether a unit's markers let it use its artillery strength.

    Not when it is out of supply; when it is cut off, artillery units alone may.
    """
    if piece.flag(OUT_OF_SUPPLY):
        return False
    return not piece.flag(CUT_OFF) or units.is_artillery(piece)
