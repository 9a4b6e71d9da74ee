"""Boxes of the displays beside the map, whether a log calls them by their id or by their name."""

from __future__ import annotations

from collections.abc import Mapping

from compiler.gamedata.model import GameData
from referee.board import Location
from referee.games.bold_stroke.state import CampaignBoard

AIR = "air-"
"""Start of the id of the box of a korps or army; the formation's id follows (15.2.A)."""


def box_id(board: CampaignBoard, place: Location) -> str:
    """Id of the box that a piece stands in; empty if it is on the map or out of play."""
    if not isinstance(place, str):
        return ""
    return board.constant("ids of boxes", _ids).get(place, "")


def _ids(data: GameData) -> Mapping[str, str]:
    names = {box.location: id_ for id_, (_, box) in data.boxes.items()}
    return names | {id_: id_ for id_ in data.boxes}


def ready(side: str) -> str:
    """Id of a side's box of air units that are ready (15.1.A)."""
    return f"{side}-ready"


def unready(side: str) -> str:
    """Id of a side's box of air units that are not ready (15.1.A)."""
    return f"{side}-unready"


def eliminated(side: str) -> str:
    """Id of the box of a side's destroyed units (16.5.D)."""
    return f"{side}-eliminated"


def substitutes(side: str) -> str:
    """Id of the box of a side's substitute counters and detachments (11.13.G, 17.2)."""
    return f"{side}-substitutes"


def formation_of_box(board: CampaignBoard, box: str) -> str:
    """Id of the korps or army whose box of air units it is, empty for any other box."""
    formation = box.removeprefix(AIR)
    return formation if box.startswith(AIR) and formation in board.data.formations else ""
