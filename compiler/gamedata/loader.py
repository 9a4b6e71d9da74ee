"""Loads a game: reads every file of its folder, checks them all, and joins them into `GameData`.

The work is done by the readers of the single files; here stands their order. A game is either
loaded whole or refused with all its faults.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from pydantic import BaseModel

from compiler.gamedata.checks import (
    check_declarations,
    check_face_texts,
    check_grid,
    check_map,
    check_rules,
)
from compiler.gamedata.checks import check_game as check_game_file
from compiler.gamedata.columns import FIXED
from compiler.gamedata.counters_csv import read_counters, read_formations
from compiler.gamedata.faults import Fault, FaultList, GameDataError, Names, Position, nearest
from compiler.gamedata.files import GameFolder
from compiler.gamedata.map_csv import read_map
from compiler.gamedata.model import GameData
from compiler.gamedata.reading import Reading
from compiler.gamedata.rosters import RosterNames, RostersFile, check_rosters
from compiler.gamedata.rulebook_csv import read_defects, read_rulebook
from compiler.gamedata.scenarios import DisplayReader, ScenarioReader
from compiler.gamedata.schema import (
    IDENTIFIER_PATTERN,
    DeclarationsFile,
    DefectsFile,
    DisplaysFile,
    GameFile,
    MapFile,
    OptionsFile,
    ScenariosFile,
    SequenceFile,
    TablesFile,
)
from compiler.gamedata.sequence import phase_names, read_sequence
from compiler.gamedata.setups_csv import Placing
from compiler.gamedata.tables_csv import read_tables
from compiler.gamedata.toml_models import validate
from compiler.gamedata.toml_reader import Document, read_toml
from compiler.gamedata.values import CellReader
from compiler.gamedata.vocabulary import declared, vocabulary

TOML_FILES: Mapping[str, type[BaseModel]] = MappingProxyType(
    {
        "game": GameFile,
        "map": MapFile,
        "sequence": SequenceFile,
        "scenarios": ScenariosFile,
        "options": OptionsFile,
        "tables": TablesFile,
        "displays": DisplaysFile,
        "declarations": DeclarationsFile,
        "rosters": RostersFile,
        "defects": DefectsFile,
    }
)
"""The TOML files of a game, without `.toml`, and their models."""

NEEDED = ("game.toml", "map.toml", "sequence.toml", "scenarios.toml", "counters.csv")
"""Files that every game has; the others are empty where they are missing."""

Model = TypeVar("Model", bound=BaseModel)


def load_game(folder: Path) -> GameData:
    """The game in a folder.

    Raises:
        GameDataError: if its data has faults; it carries all of them.
    """
    game, faults = read_game(folder)
    if game is None:
        raise GameDataError(folder, faults)
    return game


def check_game(folder: Path) -> list[Fault]:
    """All faults of the game in a folder, by file and line."""
    return read_game(folder)[1]


def read_game(folder: Path) -> tuple[GameData | None, list[Fault]]:
    """The game in a folder, or None and all its faults, by file and line."""
    faults = FaultList()
    if not folder.is_dir():
        faults.add(Position(str(folder)), "no such folder", "the folder of a game")
        return None, faults.sorted()
    game = _Game(GameFolder(folder, faults)).read()
    found = faults.sorted()
    return (None if found else game), found


class _Game:
    """One game while it is read."""

    def __init__(self, folder: GameFolder) -> None:
        self.folder = folder
        self.faults = folder.faults
        self.documents: dict[str, Document | None] = {}
        self.models: dict[str, BaseModel | None] = {}

    def read(self) -> GameData | None:
        """The game, or None if a part of it could not be made; every fault is noted."""
        for name in TOML_FILES:
            self._read_toml(name)
        documents = self.documents
        map_file = self._model("map", MapFile)
        grid = check_grid(documents["map"], map_file, self.faults)
        words = vocabulary(documents["game"], documents["map"], documents["options"], grid)
        reading = Reading(self.folder, words, CellReader(self.faults, grid))
        check_game_file(documents["game"], words, phase_names(documents["sequence"]), self.faults)
        check_map(documents["map"], words, self.faults)
        check_declarations(documents["declarations"], words, self.faults)

        tables = {kind: reading.table(kind) for kind in ("counters", "markers", "formations")}
        reading.cells.counters = _joined(tables["counters"].names(), tables["markers"].names())
        reading.cells.formations = tables["formations"].names()
        formations = read_formations(reading, tables["formations"])
        counters, markers = read_counters(
            reading, (tables["counters"], tables["markers"]), formations
        )
        check_face_texts(documents["game"], words, counters, markers, self.faults)

        game_map = read_map(reading, map_file)
        sequence = read_sequence(
            documents["sequence"],
            self._model("sequence", SequenceFile),
            words.sides,
            self._verbs(),
            self.faults,
        )
        charts = read_tables(reading, documents["tables"])
        rulebook, paragraphs = read_rulebook(reading)
        defects = read_defects(documents["defects"], paragraphs, self.faults)
        check_rules(documents.values(), paragraphs, self.faults)
        scenarios = ScenarioReader(reading, documents["scenarios"])
        displays = DisplayReader(reading, documents["displays"], scenarios.turns())
        placing = Placing({**counters, **markers}, displays.boxes)
        played = scenarios.read(placing)
        names = RosterNames(
            counters=reading.cells.counters,
            formations=reading.cells.formations,
            scenarios=declared(documents["scenarios"], "scenarios"),
            tables=declared(documents["tables"], "tables"),
            displays=displays.files,
            boxes=displays.boxes,
        )
        check_rosters(documents["rosters"], words, names, self.faults)
        self._note_unknown_files()

        game_file = self._model("game", GameFile)
        if self.faults or game_file is None or game_map is None or sequence is None:
            return None
        options = self._model("options", OptionsFile)
        declarations = self._model("declarations", DeclarationsFile)
        rosters = self._model("rosters", RostersFile)
        return GameData(
            game=game_file,
            map=game_map,
            counters=counters,
            markers=markers,
            formations=formations,
            sequence=sequence,
            scenarios=played,
            options=MappingProxyType(options.options if options else {}),
            tables=charts,
            defects=defects,
            rulebook=rulebook,
            displays=displays.lay_out(),
            declarations=MappingProxyType(declarations.declarations if declarations else {}),
            rosters=MappingProxyType(rosters.rosters if rosters else {}),
        )

    def _read_toml(self, name: str) -> None:
        """Read and validate one TOML file; a missing one counts as empty unless it is needed."""
        file = f"{name}.toml"
        document: Document | None
        if file not in NEEDED and not self.folder.exists(file):
            document = Document(file, {}, {}, {})
        else:
            text = self.folder.text(file)
            document = None if text is None else read_toml(file, text, self.faults)
        self.documents[name] = document
        model = TOML_FILES[name]
        self.models[name] = validate(document, model, self.faults) if document else None

    def _model(self, name: str, model: type[Model]) -> Model | None:
        found = self.models[name]
        return found if isinstance(found, model) else None

    def _verbs(self) -> Names:
        """The game's declarations; None if it does not list them."""
        if not self.folder.exists("declarations.toml"):
            return None
        return declared(self.documents["declarations"], "declarations")

    def _setups(self) -> Names:
        """The set-ups that scenarios name; None if not all can be told."""
        scenarios = declared(self.documents["scenarios"], "scenarios")
        if scenarios is None:
            return None
        names: dict[str, None] = {}
        for scenario in scenarios.values():
            setup = scenario.get("setup") if isinstance(scenario, dict) else None
            if not isinstance(setup, str) or not re.fullmatch(IDENTIFIER_PATTERN, setup):
                return None
            names.setdefault(setup)
        return names

    def _note_unknown_files(self) -> None:
        """Note data files that nothing reads: a misspelt name must not be passed over."""
        if not self.folder.exists("counters.csv"):
            self.faults.add(Position("counters.csv"), "no such file", "the file counters.csv")
        known = [*(f"{name}.toml" for name in TOML_FILES), *(f"{name}.csv" for name in FIXED)]
        known.remove("setups.csv")
        for name in self.folder.names():
            if name.endswith((".toml", ".csv")) and name not in known:
                expected = "no TOML and CSV files but those of a game"
                self.faults.add(Position(name), "an unknown file", expected, nearest(name, known))
        charts = declared(self.documents["tables"], "tables")
        self._note_unused("tables", charts, "a table of this id in tables.toml")
        self._note_unused("setups", self._setups(), "a scenario that names this set-up")

    def _note_unused(self, subfolder: str, used: Names, expected: str) -> None:
        if used is None:
            return
        for name in self.folder.names(subfolder):
            if name.endswith(".csv") and name.removesuffix(".csv") not in used:
                at = Position(f"{subfolder}/{name}")
                advice = nearest(name.removesuffix(".csv"), used)
                self.faults.add(at, "a file that nothing uses", expected, advice)


def _joined(first: Names, second: Names) -> Names:
    """The names of two files together; None if those of one are not known."""
    if first is None or second is None:
        return None
    return dict.fromkeys([*first, *second])
