"""The front line: who holds a hex that nobody stands in (18.2.A), and where the lines ran at first.

Which hexes lie behind a front that the book calls indisputable is ours to say: those from which no
enemy unit and no enemy source of supply can be reached without passing a side's units and zones.
"""

from __future__ import annotations

from collections.abc import Mapping

from compiler.gamedata.model import GameData
from compiler.hexes import Hex
from referee.games.bold_stroke import units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.movement.passages import DNEPR, roads_between
from referee.games.bold_stroke.movement.zones import zones
from referee.games.bold_stroke.state import CampaignBoard


@RULES.covers("18.2.A", recorded=True)
def holder(board: CampaignBoard, hex_: Hex) -> str | None:
    """The side in a hex, else the one behind whose front it lies, else the last to pass it.

    A hex that nobody has passed belongs to the side whose front it lay behind at the start; None
    where that cannot be told.
    """
    for piece in board.units_at(hex_):
        if units.is_ground(piece):
            return piece.side
    for side in board.data.sides:
        if is_behind_front(board, hex_, side):
            return side
    return board.state.last_through.get(hex_) or front_at_start(board).get(hex_)


def is_behind_front(board: CampaignBoard, hex_: Hex, side: str) -> bool:
    """Whether a hex lies indisputably behind a side's front.

    The side's units and zones close it off from every enemy unit and enemy source of supply.
    """
    enemy = board.data.opponent(side)
    mine = {p.place for p in board.on_map(side) if units.is_ground(p)}
    enemies = {p.place for p in board.on_map(enemy) if units.is_ground(p)}
    barred = enemies | board.constant(("supply sources", enemy), lambda data: sources(data, enemy))
    felt = zones(board, side)
    seen = {hex_}
    edge = [hex_]
    while edge:
        here = edge.pop()
        if here in barred:
            return False
        for near in board.data.map.grid.neighbours(here).values():
            if near in seen or not _passable(board.data, here, near):
                continue
            if near in barred or not (near in mine or near in felt):
                seen.add(near)
                edge.append(near)
    return True


def _passable(data: GameData, start: Hex, end: Hex) -> bool:
    """Whether anything could come from a hex into a neighbour: the Dnepr needs a crossing."""
    return DNEPR not in data.map.features(start, end) or bool(roads_between(data, start, end))


def sources(data: GameData, side: str) -> frozenset[Hex]:
    """The hexes in which a side draws supply (14.1.A)."""
    return frozenset(
        hex_
        for place in data.map.places.values()
        if place.values.get("supply") == side
        for hex_ in place.hexes
    )


def front_at_start(board: CampaignBoard) -> Mapping[Hex, str]:
    """Hex to the side whose front it lay behind when the scenario began: that of the nearest unit.

    Hexes as near to both sides are left out.
    """
    return board.constant("front at start", lambda data: _front_at_start(board, data))


def _front_at_start(board: CampaignBoard, data: GameData) -> Mapping[Hex, str]:
    if board.scenario is None:
        return {}
    reached: dict[Hex, str | None] = {}
    for piece in board.scenario.setup:
        counter = data.counters.get(piece.counter)
        if counter is not None and isinstance(piece.place, Hex):
            reached[piece.place] = counter.side
    edge = sorted(reached)
    while edge:
        wider: dict[Hex, str | None] = {}
        for hex_ in edge:
            for near in data.map.grid.neighbours(hex_).values():
                if near not in reached:
                    same = wider.get(near, reached[hex_]) == reached[hex_]
                    wider[near] = reached[hex_] if same else None
        reached |= wider
        edge = sorted(wider)
    return {hex_: side for hex_, side in reached.items() if side is not None}
