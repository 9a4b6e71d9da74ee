"""The names that things of a game bear inside a module: properties, sides, maps, images.

One home, since whoever reads a log of the module has to find the same names again.
"""

from __future__ import annotations

import re

from compiler.gamedata.model import Box, Counter, Display, GameData, Value
from compiler.hexes import Hex

SIDE, KIND, FORMATION, SIZE = (
    "Side",
    "Kind",
    "Formation",
    "Size",
)
"""Properties of pieces, beside those that `compiler.declarations` names."""

GAME_PROPERTY, VERSION_PROPERTY, SCENARIO_PROPERTY, OPTIONS_PROPERTY = (
    "hexmarshal_game",
    "hexmarshal_version",
    "hexmarshal_scenario",
    "hexmarshal_options",
)
"""Properties of the whole game: which data a log was made with, which optional rules are in play
(ids, parted by commas)."""

FACE_LAYER = "Face"
"""The layer that holds a counter's faces."""

SOLITAIRE, REFEREE = "Solitaire", "Referee"
"""Sides that may touch every piece; VASSAL knows them by these names."""

TURN_TRACKER = "TurnTracker0"
TURN_LEVEL, PHASE_LEVEL = "Turn", "Phase"

_NOT_A_NAME = re.compile(r"[^A-Za-z0-9_]")


def property_name(name: str) -> str:
    """The id of a column or state as expressions in VASSAL can name it.

    >>> property_name("step-loss"), property_name("front.troop"), property_name("3rd")
    ('step_loss', 'front_troop', '_3rd')
    """
    written = _NOT_A_NAME.sub("_", name)
    return f"_{written}" if written[:1].isdigit() else written


def shown_name(name: str) -> str:
    r"""A name as a piece shows it: VASSAL cannot keep a TAB in the name of a piece.

    >>> shown_name("1st\tGuards")
    '1st Guards'
    """
    return " ".join(name.split("\t"))


def value_text(value: Value, data: GameData) -> str:
    """A figure as the property of a piece; empty for none."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return data.map.number(value) if isinstance(value, Hex) else ";".join(value)
    return str(value)


def main_map_name(data: GameData) -> str:
    """The name of the map's window, which logs name the map by."""
    return data.map.file.name


def board_name(data: GameData) -> str:
    """The name of the map's one board."""
    return data.map.file.name


def display_map_name(display: Display) -> str:
    """The name of a display's window."""
    return display.name


def box_zone_name(box: Box) -> str:
    """The name of the zone that a box is."""
    return box.location


def side_name(data: GameData, side: str | None) -> str:
    """What a side is called in the list of players and in the property `Side`."""
    return data.sides[side].name if side else ""


def side_id(data: GameData, text: str) -> str | None:
    """The side that a declaration or a list of players names, by its id or its name."""
    if text in data.sides:
        return text
    return next((name for name, side in data.sides.items() if side.name == text), None)


def module_name(data: GameData) -> str:
    """What VASSAL lists the module by."""
    return data.game.title


def face_image(counter: Counter, face: str) -> str:
    """The image of one face of a counter."""
    kind = "marker" if counter.is_marker else "unit"
    return f"{kind}-{counter.id}-{face}.png"


def piece_ids(counter: Counter) -> tuple[str, ...]:
    """The ids of a counter's pieces in the palette: `id`, then `id#2` and so on.

    A marker has one: of markers there are as many as players put down.
    """
    if counter.is_marker:
        return (counter.id,)
    return (counter.id, *(f"{counter.id}#{n}" for n in range(2, counter.count + 1)))
