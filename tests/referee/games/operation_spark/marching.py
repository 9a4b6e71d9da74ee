"""A scene with roads, railways and streams, in a Movement Phase of the Soviet side."""

from __future__ import annotations

from dataclasses import replace

from compiler.gamedata.model import GameMap, HexInfo, Route, ScenarioData, SetupPiece, Value
from referee.actions import Declare, FieldValue, Move
from referee.board import Board
from referee.games.operation_spark import GAME
from tests.referee.games.operation_spark.scene import SOURCE, Scene


class March(Scene):
    """A small map with routes: `roads={"dirt": "0301-0302-0303"}`; banks name a stream's sides."""

    def __init__(
        self,
        terrain: dict[str, str] | None = None,
        *,
        roads: dict[str, str] | None = None,
        banks: dict[str, str] | None = None,
        sides: dict[tuple[str, str], str] | None = None,
        options: tuple[str, ...] = (),
        weather: str = "clear",
        entries: dict[str, int] | None = None,
        day: int = 13,
        phase: str = "am-initial.movement",
    ) -> None:
        super().__init__(terrain, sides=sides, options=options, weather=weather)
        game_map = self._with_routes(self.data.map, roads or {}, banks or {})
        self.data = replace(self.data, map=game_map)
        scenario = self._scenario(entries or {}, day)
        self.board = Board(self.data, GAME.rulebook, scenario, GAME.new_state, options)
        self.board.pieces.clear()
        self.board.occupants.clear()
        self.board.first_player = "soviet"
        self.board.state.weather = weather
        if phase:
            self.phase(phase)

    @staticmethod
    def _with_routes(known: GameMap, roads: dict[str, str], banks: dict[str, str]) -> GameMap:
        grid = known.grid
        hexes = dict(known.hexes)
        for number, text in banks.items():
            info = hexes[grid.hex(number)]
            values: dict[str, Value] = {**info.values, "banks": tuple(text.split(";"))}
            hexes[grid.hex(number)] = HexInfo(info.terrains, values, SOURCE)
        routes = tuple(
            Route(name, name, name.partition("#")[0].replace("-kirov", ""),
                  tuple(map(grid.hex, text.split("-"))), {}, SOURCE)
            for name, text in roads.items()
        )  # fmt: skip
        return GameMap(known.file, grid, hexes, known.hexsides, routes, known.places)

    def _scenario(self, entries: dict[str, int], day: int) -> ScenarioData:
        setup = tuple(
            SetupPiece(unit, unit, self.data.map.hex("0101"), "front", {}, {"entry": turn}, SOURCE)
            for unit, turn in entries.items()
        )
        turns = tuple((f"Jan {day + n}", {"day": day + n}) for n in range(4))
        return ScenarioData("march", "March", "", "soviet", turns, frozenset(), {}, setup, SOURCE)

    def put(self, unit: str, at: str, *, lost: int = 0, **states: FieldValue) -> March:
        """Put a unit of the game on the map."""
        super().put(unit, at, lost=lost, **states)
        return self

    def points(self, unit: str) -> float:
        """Movement points that a unit has spent in the phase."""
        return self.board.state.march.treks[unit].points

    def rail(self, units: str, path: str) -> list[str]:
        """Move units by rail."""
        return self.do(Move(units=tuple(units.split("+")), path=tuple(path.split("-")), by="rail"))

    def announce(self, verb: str, units: str = "", **values: FieldValue) -> list[str]:
        """Declare something that has no target."""
        return self.do(
            Declare(verb=verb, units=tuple(units.split("+")) if units else (), values=values)
        )
