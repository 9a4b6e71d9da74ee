"""16.1, where reinforcements may come in: stations and the edge of the map, by which paragraph.

When they come is in `reinforcements`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from compiler.gamedata.model import GameData
from compiler.hexes import Hex
from referee.board import Piece
from referee.games.bold_stroke import units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.campaign import place, places_of
from referee.games.bold_stroke.movement import bridge
from referee.games.bold_stroke.movement.rail import closed_by, open_railways
from referee.games.bold_stroke.movement.zones import zones
from referee.games.bold_stroke.state import CampaignBoard

TABLE = "reinforcements"
BROVARY = "brovary"
PANZER_STATIONS = ("berdichev", "kazatin")
"""Where panzer units arrive by rail (16.1.2.C)."""
PANZER_CLASSES = frozenset({"panzer"})
"""Classes that are panzer units beyond doubt; other motorized units that the track lists with them
may also come like the rest."""
GERMAN_EDGES = frozenset({"south", "west"})
NORTH = "north"
DELAY = 2
"""Turns by which Germany may hold reinforcements back (16.1.2.E)."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Hexes at which a unit may come in, and the paragraph that names them."""

    hexes: frozenset[Hex]
    rule: str


def scheduled(data: GameData, unit: str) -> tuple[int, str] | None:
    """The campaign turn and the manner of entry that the turn record gives a unit."""
    table = data.tables[TABLE]
    if unit not in table.row_keys:
        return None
    turn = table.cell(unit, "turn")
    return int(str(turn)), str(table.cell(unit, "entry") or "")


# -- Soviet ----------------------------------------------------------------------------------------


@RULES.covers("6.6.A", "6.6.B", "6.6.C", "16.1.1.A", "16.1.1.B", "16.1.1.C", "16.1.1.D")
def soviet_entries(board: CampaignBoard, manner: str) -> Iterator[Entry]:
    """Brovary; Kiev when its bridge stands; Gostomel when the line there is open.

    Those that the track sends from the north may come over the northern edge too.
    """
    stations = [(BROVARY, "16.1.1.A")]
    if bridge.kiev_is_open(board):
        stations.append((bridge.KIEV, "16.1.1.B"))
    if bridge.gostomel_is_open(board):
        stations.append((bridge.GOSTOMEL, "16.1.1.C"))
    for name, rule in stations:
        hexes = place(board, name)
        yield Entry(frozenset(h for h in hexes if not closed_by(board, "soviet", h)), rule)
    if manner == NORTH:
        yield Entry(_northern_edge(board), "16.1.1.A")


# -- German ----------------------------------------------------------------------------------------


@RULES.covers("6.6.D", "16.1.2.A", "16.1.2.B", "16.1.2.C", "16.1.2.E")
def german_entries(
    board: CampaignBoard, piece: Piece, manner: str, *, late: bool, by_rail: bool = True
) -> Iterator[Entry]:
    """By rail to towns and villages, panzer units to Berdichev, Kazatin or over an edge road.

    Reinforcements held back two turns come over any southern or western road; rebuilt units by no
    railway (16.6.C).
    """
    panzer = manner in ("panzer", "optional")
    if panzer and by_rail:
        stations = frozenset(h for name in PANZER_STATIONS for h in place(board, name))
        yield Entry(stations & open_railways(board, "german"), "16.1.2.C")
    if panzer or late or not by_rail:
        usual = "16.1.2.C" if panzer else "16.1.2.E"
        yield Entry(_road_edge(board), usual if by_rail else "16.6.C")
    if by_rail and (not panzer or units.unit_class(piece) not in PANZER_CLASSES):
        yield Entry(_stations(board), "16.1.2.B")
    if _closed_off(board):
        yield Entry(_nearest_edge(board), "16.1.2.D")


def _stations(board: CampaignBoard) -> frozenset[Hex]:
    """Towns and villages on a railway that is open from the southern or western edge (16.1.2.B)."""
    settled = board.constant(
        "towns and villages",
        lambda data: frozenset(h for p in places_of(data, "town", "village") for h in p.hexes),
    )
    return settled & open_railways(board, "german")


def _road_edge(board: CampaignBoard) -> frozenset[Hex]:
    """The roads over the southern and western edges on Germany's side of the Dnepr."""
    return frozenset(
        hex_
        for entry in places_of(board.data, "road-entry")
        if entry.values.get("edge") in GERMAN_EDGES and entry.values.get("supply") == "german"
        for hex_ in entry.hexes
    )


def _northern_edge(board: CampaignBoard) -> frozenset[Hex]:
    """The roads and railways over the northern edge."""
    return frozenset(
        hex_
        for entry in places_of(board.data, "road-entry", "rail-entry")
        if entry.values.get("edge") == NORTH
        for hex_ in entry.hexes
    )


def _holds(board: CampaignBoard, hex_: Hex, side: str) -> bool:
    return any(piece.side == side and units.is_ground(piece) for piece in board.units_at(hex_))


@RULES.covers("16.1.2.D")
def _closed_off(board: CampaignBoard) -> bool:
    """Whether the Soviets have closed all roads and railways at the southern and western edges."""
    entries = [
        entry
        for entry in places_of(board.data, "road-entry", "rail-entry")
        if entry.values.get("edge") in GERMAN_EDGES
    ]
    return bool(entries) and all(
        closed_by(board, "german", hex_) for entry in entries for hex_ in entry.hexes
    )


def _nearest_edge(board: CampaignBoard) -> frozenset[Hex]:
    """Edge hexes open to Germany, as near as there are to a road or railway (16.1.2.D)."""
    game_map = board.data.map
    felt = zones(board, "soviet")
    entries = [
        hex_
        for entry in places_of(board.data, "road-entry", "rail-entry")
        if entry.values.get("edge") in GERMAN_EDGES
        for hex_ in entry.hexes
    ]
    open_ = [
        hex_
        for hex_ in _south_west(board)
        if not _holds(board, hex_, "soviet") and hex_ not in felt
    ]
    gaps = {hex_: min(hex_.distance(entry) for entry in entries) for hex_ in open_}
    least = min(gaps.values(), default=0)
    return frozenset(hex_ for hex_ in open_ if gaps[hex_] == least and hex_ in game_map.grid)


def _south_west(board: CampaignBoard) -> frozenset[Hex]:
    """The hexes of the southern row and the western column."""

    def make(data: GameData) -> frozenset[Hex]:
        grid = data.map.grid
        numbers = {hex_: grid.number(hex_) for hex_ in grid}
        last_row = max(number[:2] for number in numbers.values())
        last_column = max(number[2:] for number in numbers.values())
        return frozenset(
            hex_
            for hex_, number in numbers.items()
            if number[:2] == last_row or number[2:] == last_column
        )

    return board.constant("southern and western edge", make)


# -- both ------------------------------------------------------------------------------------------


def entries(
    board: CampaignBoard, piece: Piece, *, late: bool = False, rebuilt: bool = False
) -> tuple[Entry, ...]:
    """The entries of a reinforcement in this position, those without an open hex left out."""
    known = scheduled(board.data, piece.id)
    manner = known[1] if known is not None else _manner(piece)
    if piece.side == "soviet":
        found = soviet_entries(board, manner)
    else:
        found = german_entries(board, piece, manner, late=late, by_rail=not rebuilt)
    enemy = board.data.opponent(piece.side or "")
    return tuple(
        Entry(hexes, entry.rule)
        for entry in found
        if (hexes := frozenset(h for h in entry.hexes if not _holds(board, h, enemy)))
    )


def _manner(piece: Piece) -> str:
    """How a unit that the track does not list comes in."""
    return "panzer" if units.is_motorized(piece) else "rail"


def entry_hexes(found: tuple[Entry, ...]) -> Mapping[Hex, str]:
    """Every hex of some entries, and the paragraph that names it first."""
    return {hex_: entry.rule for entry in reversed(found) for hex_ in entry.hexes}
