"""What a finding rests on besides the rules: defects of the rulebook, with the reading applied."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from compiler.hexes import Hex
from referee.findings import printed
from referee.games.iron_cross.state import BattleBoard

OF_RULE: Mapping[str, tuple[str, ...]] = {
    "8.14": ("flamethrower-in-chart",),
    "8.3.C": ("reduced-to-four",),
    "9.31": ("wreck-beside-infantry",),
    "9.33": ("assault-after-overrun",),
    "10.31.a": ("building-fills-its-hex", "hill-corner"),
    "10.32.b": ("obstacle-on-ground", "range-to-lower"),
    "11.13.b": ("combine-with-commander",),
    "14.4": ("mortar-dice-trees",),
    "17.21.c": ("initial-round-bracket",),
    "24.5": ("khristishche-squad", "khristishche-on-the-road"),
    "24.7": ("tula-misprint",),
    "24.8": ("marshes-misprint",),
}
"""Paragraph to the defects whose readings decide what breaches it.

Where either reading is accepted no finding rests on the defect.
"""


def defects(board: BattleBoard, *names: str) -> tuple[str, ...]:
    """Defects of the printed rules with the reading applied, as findings name them."""
    known = (board.data.defects[name] for name in names if name in board.data.defects)
    return tuple(f"defect {d.id} of {_places(d.place)}: {d.reading}" for d in known)


def _places(paragraphs: Iterable[str]) -> str:
    """The paragraphs of a defect as the rulebook prints them, each once."""
    return ", ".join(dict.fromkeys(map(printed, paragraphs)))


def of_rule(board: BattleBoard, rule: str) -> tuple[str, ...]:
    """What every finding by a paragraph rests on."""
    return defects(board, *OF_RULE.get(rule, ()))


def of_way(board: BattleBoard, hexes: Iterable[Hex], manners: Iterable[str]) -> tuple[str, ...]:
    """Readings behind the points of a way: roads entered or climbed, hexes of several terrains.

    `manners` says for each step whether it was by road; hexes off the map are left out.
    """
    game_map = board.data.map
    path = list(hexes)
    found: dict[str, None] = {}
    for start, end, manner in zip(path[:-1], path[1:], manners, strict=True):
        if end not in game_map.hexes:
            continue
        climb = _level(board, end) - _level(board, start) if start in game_map.hexes else 0
        on_road = "road" in game_map.route_hexes.get(end, ())
        if manner and climb > 0:
            found["road-uphill"] = None
        if on_road and not manner:
            found["road-side-entry"] = None
        if manner and start not in game_map.hexes:
            found["entry-by-road"] = None
        if climb > 1:
            found["two-levels-up"] = None
        if len(game_map.hexes[end].terrains) > 1 and not manner:
            found["dearest-terrain"] = None
    return defects(board, *found)


def _level(board: BattleBoard, hex_: Hex) -> int:
    value = board.data.map.hexes[hex_].values.get("level")
    return value if isinstance(value, int) else 0
