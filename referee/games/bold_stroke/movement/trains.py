"""6.6, which moves are by rail: as they say themselves, or as was announced before them."""

from __future__ import annotations

from itertools import pairwise

from compiler.hexes import Hex
from referee.actions import Move
from referee.games.bold_stroke.state import CampaignBoard

RAIL = "rail"


def is_by_rail(move: Move, board: CampaignBoard) -> bool:
    """Whether a move is made by rail.

    Units announced to go by rail that have done so may go on from there on their own.
    """
    if move.by == RAIL:
        return True
    track = board.state.records.track
    if not track.by_rail.issuperset(move.units):
        return False
    return not track.arrived.issuperset(move.units) or _along_a_railway(move, board)


def _along_a_railway(move: Move, board: CampaignBoard) -> bool:
    game_map = board.data.map
    path = [board.location(number) for number in move.path]
    hexes = [place for place in path if isinstance(place, Hex)]
    if move.complete:
        return all(RAIL in game_map.route_steps.get(step, ()) for step in pairwise(hexes))
    return all(RAIL in game_map.route_hexes.get(hex_, ()) for hex_ in hexes)
