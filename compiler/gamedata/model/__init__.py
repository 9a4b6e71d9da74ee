"""One game's data, read, checked and joined, as the rest of the program sees it.

Everything here is frozen and holds no file knowledge but where each figure comes from. It is made
by `loader.load_game` alone; the shapes of the files are in `schema`.
"""

from compiler.gamedata.model.board import GameMap, HexInfo, HexsideFeature, Place, Route
from compiler.gamedata.model.counters import Counter, Formation, Strength, Value
from compiler.gamedata.model.displays import BOX_NAME_HEIGHT, Box, Display
from compiler.gamedata.model.game import GameData
from compiler.gamedata.model.play import ScenarioData, SequenceOfPlay, SequencePhase, SetupPiece
from compiler.gamedata.model.tables import Cell, Paragraph, Table, range_bounds

__all__ = [
    "BOX_NAME_HEIGHT",
    "Box",
    "Cell",
    "Counter",
    "Display",
    "Formation",
    "GameData",
    "GameMap",
    "HexInfo",
    "HexsideFeature",
    "Paragraph",
    "Place",
    "Route",
    "ScenarioData",
    "SequenceOfPlay",
    "SequencePhase",
    "SetupPiece",
    "Strength",
    "Table",
    "Value",
    "range_bounds",
]
