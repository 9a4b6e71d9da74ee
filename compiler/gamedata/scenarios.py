"""Joins `scenarios.toml` with the set-ups, and `displays.toml` with the turns, and checks both."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from compiler.gamedata.displays import lay_out_displays, track_boxes, turn_labels
from compiler.gamedata.faults import Names, shown
from compiler.gamedata.model import Display, ScenarioData
from compiler.gamedata.reading import Reading
from compiler.gamedata.schema import DisplayFile, Scenario
from compiler.gamedata.setups_csv import BoxRule, Placing, Setup, read_setup
from compiler.gamedata.toml_models import parts
from compiler.gamedata.toml_reader import Document
from compiler.hexes import HexError

MAX_BOXES = 5000
"""The most boxes of all displays together."""
MAX_TRACK_NAME = 70
"""The longest id of a display with a track."""


class ScenarioReader:
    """The scenarios of one game that are sound in themselves."""

    def __init__(self, reading: Reading, document: Document | None) -> None:
        self.reading = reading
        self.document = document
        self.scenarios: dict[str, Scenario] = {
            str(name): scenario for name, scenario in parts(document, Scenario, "scenarios")
        }

    def turns(self) -> tuple[str, ...] | None:
        """The labels of all turns in an order that every scenario keeps; None if there is none."""
        return turn_labels([turn.label for turn in each.turns] for each in self.scenarios.values())

    def read(self, placing: Placing) -> Mapping[str, ScenarioData]:
        """The scenarios with their set-ups."""
        setups: dict[str, Setup] = {}
        found: dict[str, ScenarioData] = {}
        for name, scenario in self.scenarios.items():
            if self.document is None:
                continue
            if scenario.setup not in setups:
                at = self.document.at("scenarios", name, "setup")
                setups[scenario.setup] = read_setup(self.reading, scenario.setup, at, placing)
            setup = setups[scenario.setup]
            self._check(self.document, name, scenario, setup, placing)
            found[name] = ScenarioData(
                id=name,
                name=scenario.name,
                rule=scenario.rule,
                first_player=scenario.first_player,
                turns=tuple((turn.label, MappingProxyType(turn.values)) for turn in scenario.turns),
                options=frozenset(scenario.options),
                values=MappingProxyType(scenario.values),
                setup=setup.pieces,
                source=scenario.source,
            )
        return MappingProxyType(found)

    def _check(
        self, document: Document, name: str, scenario: Scenario, setup: Setup, placing: Placing
    ) -> None:
        words, faults = self.reading.words, self.reading.faults
        for number, side in enumerate(scenario.sides):
            at = document.at("scenarios", name, "sides", number)
            faults.unknown(at, "sides", side, words.sides)
        sides: Names = scenario.sides or words.sides
        at = document.at("scenarios", name, "first_player")
        faults.unknown(at, "sides of the scenario", scenario.first_player, sides)
        for number, option in enumerate(scenario.options):
            at = document.at("scenarios", name, "options", number)
            faults.unknown(at, "options", option, words.options, declared_in="options.toml")
        if not scenario.turns:
            faults.add(document.at("scenarios", name, "turns"), "no turns", "one or more")
        for piece, at in setup.placed():
            owner = placing.counters[piece.counter].side
            known = owner is not None and owner in (words.sides or ())
            if known and scenario.sides and owner not in scenario.sides:
                found = f"a counter of the side '{owner}'"
                faults.add(at, found, f"counters of the sides of the scenario '{name}'")


class DisplayReader:
    """The displays of one game that are sound in themselves."""

    def __init__(
        self, reading: Reading, document: Document | None, turns: tuple[str, ...] | None
    ) -> None:
        self.reading = reading
        self.document = document
        self.turns = turns or ()
        self.files: dict[str, DisplayFile] = {
            str(name): file for name, file in parts(document, DisplayFile, "displays")
        }
        if document is not None:
            for name, file in self.files.items():
                self._check(document, name, file, ordered=turns is not None)
        self.boxes = self._boxes()

    def _boxes(self) -> Mapping[str, BoxRule] | None:
        """Box ids to what may lie there; None if not all displays are known."""
        if self.document is None:
            return None
        found: dict[str, BoxRule] = {}
        for name, file in self.files.items():
            if file.track is not None and len(name) > MAX_TRACK_NAME:
                at = self.document.at_key("displays", name)
                expected = f"at most {MAX_TRACK_NAME} characters, as its boxes get numbers"
                self.reading.faults.add(at, f"{len(name)} characters", expected)
                return None
            tracks = track_boxes(name, file.track, self.turns) if file.track else ()
            for number, box in enumerate((*file.boxes, *tracks)):
                at = self.document.at("displays", name, "track")
                if number < len(file.boxes):
                    at = self.document.at("displays", name, "boxes", number, "id")
                if box.id in found:
                    self.reading.faults.repeated(at, box.id, None)
                elif self._is_hex(box.id):
                    expected = "ids of boxes that are not numbers of hexes"
                    self.reading.faults.add(at, f"the box {shown(box.id)}", expected)
                found[box.id] = BoxRule(box.side or file.side, file.kinds)
                if len(found) > MAX_BOXES:
                    self.reading.faults.add(at, f"more than {MAX_BOXES} boxes", "fewer boxes")
                    return None
        declared = self.document.data.get("displays", {})
        whole = isinstance(declared, dict) and len(declared) == len(self.files)
        return found if whole else None

    def _is_hex(self, name: str) -> bool:
        grid = self.reading.words.grid
        try:
            return grid is not None and grid.hex(name) in grid
        except HexError:
            return False

    def _check(self, document: Document, name: str, file: DisplayFile, *, ordered: bool) -> None:
        words, faults = self.reading.words, self.reading.faults
        path = ("displays", name)
        if file.side:
            faults.unknown(document.at(*path, "side"), "sides", file.side, words.sides)
        for number, kind in enumerate(file.kinds):
            faults.unknown(document.at(*path, "kinds", number), "kinds", kind, words.kinds)
        for number, box in enumerate(file.boxes):
            if box.side:
                at = document.at(*path, "boxes", number, "side")
                faults.unknown(at, "sides", box.side, words.sides)
        if file.track is not None and file.track.turns and not ordered:
            at = document.at(*path, "track")
            expected = "turns of the scenarios in one order, each label once in a scenario"
            faults.add(at, "a track of turns that contradict one another", expected)

    def lay_out(self) -> Mapping[str, Display]:
        """The displays with their boxes in place."""
        grid = self.reading.words.grid
        numbers = frozenset(grid.number(hex_) for hex_ in grid) if grid else frozenset()
        return lay_out_displays(self.files, self.turns, numbers)
