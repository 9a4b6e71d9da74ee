"""The modules of all games that come with hexmarshal, built once for all test processes."""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from compiler.art.counters import faces_of
from compiler.gamedata.loader import load_game
from compiler.gamedata.model import GameData, ScenarioData, SetupPiece
from compiler.hexes import Hex
from compiler.resources import game_folder
from compiler.vassal.module import build_module
from compiler.vassal.names import display_map_name, main_map_name, piece_ids

from .answers import Point


@dataclass(frozen=True)
class Game:
    """A game's data and the module that was made of it."""

    data: GameData
    module: Path
    extensions: tuple[Path, ...]

    @property
    def map_name(self) -> str:
        """The map's name in the module."""
        return main_map_name(self.data)

    @property
    def middle(self) -> Point:
        """The centre of a hex in the middle of the map."""
        cells = list(self.data.map.grid)
        return self.data.map.grid.center(cells[len(cells) // 2])

    def scenario(self) -> ScenarioData:
        """The scenario with the most pieces."""
        return max(self.data.scenarios.values(), key=lambda scenario: len(scenario.setup))

    def piece_ids(self, *, optional: bool) -> list[str]:
        """The ids of all pieces of the palette, with or without those that an extension brings."""
        return [
            piece
            for counter in self.data.all_counters()
            if optional or not counter.optional
            for piece in piece_ids(counter)
        ]

    def place(self, placed: SetupPiece) -> tuple[str, str]:
        """Map and location where the engine should have a piece of a set-up."""
        if isinstance(placed.place, Hex):
            return self.map_name, self.data.map.number(placed.place)
        shown, box = self.data.boxes[placed.place]
        return display_map_name(shown), box.location

    def face_level(self, placed: SetupPiece) -> str | None:
        """The level that the layer of faces of a piece of a set-up should have."""
        counter = self.data.counters.get(placed.counter) or self.data.markers[placed.counter]
        faces = faces_of(self.data, counter)
        return str(faces.index(placed.face) + 1) if len(faces) > 1 else None


def built(game: str, shared: Path) -> Game:
    """Build a game's module, unless another test process has done so."""
    folder = game_folder(game)
    data = load_game(folder)
    target = shared / game
    with _locked(shared / f"{game}.lock"):
        if not target.is_dir():
            fresh = shared / f"{game}.fresh"
            shutil.rmtree(fresh, ignore_errors=True)
            fresh.mkdir()
            build_module(data, folder, fresh)
            fresh.rename(target)
    [module] = target.rglob("*.vmod")
    return Game(data, module, tuple(sorted(target.rglob("*.vmdx"))))


@contextmanager
def _locked(file: Path) -> Iterator[None]:
    with file.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
