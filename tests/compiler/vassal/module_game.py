"""The small game with everything that a module can have, and its module taken apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from lxml.etree import _Element as Element

from compiler.gamedata.displays import lay_out_displays
from compiler.gamedata.model import (
    Counter,
    GameData,
    ScenarioData,
    SequenceOfPlay,
    SequencePhase,
    SetupPiece,
)
from compiler.gamedata.schema import (
    DeclarationsFile,
    DisplaysFile,
    GameFile,
    Option,
    Phase,
)
from compiler.vassal.container import Archive
from compiler.vassal.encoding import PieceText, Trait
from compiler.vassal.module import BuiltModule, build_module
from tests.compiler.small_game import COUNTERS, GAME, MARKERS, PRINTED, STAND_IN, marker, small_game

AWKWARD = "1/7; \"Žółw\", a|b \\ 'n' = <i>100 %</i> {x} $5 №3"
"""A name with every sign that means something somewhere."""
TABBED = "2nd\tGuards"

STATES: dict[str, Any] = {
    "moved": {"name": "Moved", "clears": "movement"},
    "loss": {"name": "Step losses", "type": "level", "maximum": 4, "clears": "supply"},
    "fuel": {"name": "Fuel", "type": "level", "minimum": -5, "maximum": 90, "default": 7},
    "morale": {
        "name": "Morale",
        "type": "choice",
        "choices": ["normal", "pinned, down", "broken"],
        "kinds": ["infantry", "tank", "letter"],
        "clears": "supply",
    },
}
DICE: dict[str, Any] = {
    "d10": {"name": "Ten-sided die", "sides": 10, "zero_is_ten": True},
    "2d6": {"name": "Two dice", "count": 2},
}
DISPLAYS: dict[str, Any] = {
    "air": {
        "name": "Red Airfields",
        "side": "red",
        "kinds": ["air"],
        "boxes": [
            {"id": "ready", "name": "Ready", "command": True, "rule": "15.1"},
            {"id": "unready", "name": "Unready", "command": True, "key": "Ctrl+U"},
        ],
    },
    "pool": {
        "name": "Out of Play",
        "boxes": [
            {"id": "lost-red", "name": "Lost", "side": "red", "command": True},
            {"id": "lost-grey", "name": "Lost, grey", "side": "grey", "command": True},
            {"id": "ready-grey", "name": "Ready"},
        ],
    },
    "turns": {"name": "Turns", "track": {"turns": True}},
    "points": {"name": "Points", "track": {"first": 0, "last": 30}},
}
DISPLAYS["pool"]["boxes"][1]["name"] = "Lost grey"
DECLARATIONS: dict[str, Any] = {
    "attack": {
        "name": "Attack",
        "rule": "11.1",
        "description": "Mark the attackers, then the defenders.",
        "commands": [
            {"label": "Attack with this", "key": "Ctrl+A"},
            {"label": "Support", "role": "support", "key": "Ctrl+S", "kinds": ["artillery", "hq"]},
            {"label": "Attack this", "role": "target", "key": "Ctrl+T"},
            {"label": "Attack by road", "values": {"way": "by road"}},
        ],
    },
    "mines": {"name": "Mines", "secret": "> mines | field: 0101 ap 2"},
    "check": {
        "name": "Performance check",
        "commands": [
            {
                "label": "Check…",
                "key": "Ctrl+P",
                "ask": {"field": "for", "prompt": "Check for", "choices": ["move", "fire"]},
                "rolls": "2d6",
            },
            {"label": "Morale check", "rolls": "2d6", "kinds": ["infantry"]},
        ],
    },
    "ammunition": {
        "name": "Ammunition",
        "commands": [
            {
                "label": "Ammunition used…",
                "ask": {"field": "points", "prompt": "How many points?", "number": True},
            },
            {
                "label": "Buy ammunition…",
                "who": "toolbar",
                "key": "Alt+B",
                "ask": {"field": "points", "prompt": "How many points?", "number": True},
            },
        ],
    },
    "initiative": {
        "name": "Initiative",
        "commands": [
            {"label": "Take the initiative", "who": "toolbar", "rolls": "d10"},
            {
                "label": "Weather",
                "who": "toolbar",
                "ask": {"field": "weather", "prompt": "", "choices": ["clear", "rain"]},
            },
        ],
    },
}
PHASES = (
    ("weather", "Weather, first / second part", "none"),
    ("movement", "Movement Phase of Red; regular", "red"),
    ("combat", "Combat, all | of it", "both"),
)


def module_game(*more: Counter, **changes: Any) -> GameData:
    """The game; `more` counters follow those of the small game, `changes` replaces fields."""
    counters = [
        *COUNTERS,
        replace(COUNTERS[0], id="awkward", name=AWKWARD),
        replace(COUNTERS[0], id="tabbed", name=TABBED, side="grey", formation="korps-1"),
        replace(COUNTERS[2], id="spare", name="Spare tanks", optional=True),
        *(each for each in more if not each.is_marker),
    ]
    markers = [*MARKERS, *(each for each in more if each.is_marker)]
    game = small_game(
        game=GameFile.model_validate({**GAME, "states": STATES, "dice": DICE}),
        counters=MappingProxyType({each.id: each for each in counters}),
        markers=MappingProxyType({each.id: each for each in markers}),
        sequence=_sequence(),
        options=MappingProxyType({"fog": Option(name="Fog", rule="17.1")}),
    )
    scenarios = {each.id: each for each in (_scenario(game), _second_scenario(game))}
    labels = ("Nov 1, early", "Nov 3", "Nov 5", "Dec 1")
    return replace(
        game,
        scenarios=MappingProxyType(scenarios),
        displays=lay_out_displays(
            DisplaysFile.model_validate({"displays": DISPLAYS}).displays, labels
        ),
        declarations=DeclarationsFile.model_validate({"declarations": DECLARATIONS}).declarations,
        **changes,
    )


def _sequence() -> SequenceOfPlay:
    return SequenceOfPlay(
        tuple(
            SequencePhase(
                id=f"turn.{name}",
                name=title,
                section="turn",
                player="none",
                acting=acting,
                phase=Phase(id=name, name=title, rule="2.2"),
                repeats=False,
            )
            for name, title, acting in PHASES
        ),
        frozenset(),
        PRINTED,
    )


def _scenario(game: GameData) -> ScenarioData:
    grid = game.map.grid
    places: dict[str, Any] = {
        "rifle-1": grid.hex("0101"),
        "tank-1": grid.hex("0101"),
        "inf-1": grid.hex("1410"),
        "awkward": grid.hex("0705"),
        "air-1": "ready",
        "air-1#2": "unready",
        "oos": grid.hex("0705"),
        "oos#2": grid.hex("1410"),
        "spare": "lost-red",
    }
    states: dict[str, dict[str, Any]] = {
        "rifle-1": {"moved": True, "loss": 2, "fuel": -3, "morale": "pinned, down"},
        "inf-1": {"morale": "broken", "fuel": 90},
    }
    return ScenarioData(
        id="first",
        name="1: The River, and beyond",
        rule="18.4",
        first_player="red",
        turns=tuple((label, MappingProxyType({})) for label in ("Nov 1, early", "Nov 3", "Nov 5")),
        options=frozenset(),
        values=MappingProxyType({}),
        setup=tuple(
            SetupPiece(
                piece=piece,
                counter=piece.partition("#")[0],
                place=place,
                face="reduced" if piece in ("tank-1", "awkward") else "front",
                states=MappingProxyType(states.get(piece, {})),
                values=MappingProxyType({}),
                source=STAND_IN,
            )
            for piece, place in places.items()
        ),
        source=STAND_IN,
    )


def _second_scenario(game: GameData) -> ScenarioData:
    return replace(
        _scenario(game),
        id="second",
        name="2: Winter",
        first_player="grey",
        turns=tuple((label, MappingProxyType({})) for label in ("Nov 3", "Nov 5", "Dec 1")),
        setup=_scenario(game).setup[:3],
    )


def extra_marker() -> Counter:
    """One more marker, for tests that add a row."""
    return marker("smoke", "plain", "Smoke", count=9)


@dataclass(frozen=True)
class ReadModule:
    """A module that was written, taken apart again."""

    built: BuiltModule
    root: Element
    files: Mapping[str, bytes]

    def elements(self, class_name: str) -> Iterator[Element]:
        """The components whose class has this name, without its package."""
        return (each for each in self.root.iter() if str(each.tag).endswith(f".{class_name}"))

    def slots(self) -> dict[str, PieceText]:
        """The palette's pieces by gpid."""
        return {
            slot.get("gpid", ""): PieceText.decode((slot.text or "").strip())
            for slot in self.elements("PieceSlot")
        }

    def prototypes(self) -> dict[str, tuple[Trait, ...]]:
        """The prototypes by name, without their BasicPiece."""
        return {
            each.get("name", ""): PieceText.decode((each.text or "").strip()).traits[:-1]
            for each in self.elements("PrototypeDefinition")
        }


def read_module(built: BuiltModule, path: Path | None = None) -> ReadModule:
    """Take a module, or its extension at `path`, apart."""
    with Archive(path or built.path) as archive:
        files = {name: archive.read(name) for name in archive.names}
        return ReadModule(built, archive.read_xml("buildFile.xml"), files)


def build(data: GameData, folder: Path, name: str = "out") -> ReadModule:
    """Build a module below a folder; the numbers of the pieces are kept in `folder/game`."""
    source, target = folder / "game", folder / name
    source.mkdir(exist_ok=True)
    target.mkdir(exist_ok=True)
    return read_module(build_module(data, source, target))
