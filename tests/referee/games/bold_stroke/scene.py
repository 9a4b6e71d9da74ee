"""A scene: the game's own counters and charts on a small map drawn for one test.

The map is nine rows by nine columns of clear hexes numbered as on the game's map (row, then column
counted from the east), the ground frozen, Soviets first.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Self

from compiler.gamedata.loader import load_game
from compiler.gamedata.model import (
    GameData,
    GameMap,
    HexInfo,
    HexsideFeature,
    Route,
    Value,
)
from compiler.gamedata.schema import Source
from compiler.hexes import Axis, Grid, Hexside
from compiler.resources import game_folder
from referee.actions import Action, BeginPhase, GameLog, Header, Move, Place
from referee.audit import Audit, audit
from referee.board import Board
from referee.findings import Finding
from referee.games.bold_stroke import GAME
from referee.games.bold_stroke.state import CampaignState, Ground

SOURCE = Source(kind="derived", where="test")


@cache
def shipped() -> GameData:
    """The game as shipped."""
    return load_game(game_folder("bold_stroke"))


class Scene:
    """A small map, pieces on it, and what the referee says of moves."""

    def __init__(
        self,
        *,
        terrain: dict[str, str] | None = None,
        sides: dict[tuple[str, str], str] | None = None,
        roads: dict[str, str] | None = None,
        banks: dict[str, str] | None = None,
        behind: dict[tuple[str, str], str] | None = None,
        ground: Ground = "frozen",
        options: tuple[str, ...] = (),
    ) -> None:
        grid = Grid(
            orientation="pointy",
            columns=Axis(9, descending=True),
            rows=Axis(9),
            shifted="odd",
            dx=69.28,
            dy=80.0,
            order="row-column",
        )
        self.data = replace(shipped(), map=self._map(grid, terrain, sides, roads, banks, behind))
        self.board: Board[CampaignState] = Board(
            self.data, GAME.rulebook, None, GAME.new_state, options
        )
        self.board.first_player = "soviet"
        self.board.state.ground = ground
        self.actions: list[Action] = []

    @staticmethod
    def _map(
        grid: Grid,
        terrain: dict[str, str] | None,
        sides: dict[tuple[str, str], str] | None,
        roads: dict[str, str] | None,
        banks: dict[str, str] | None,
        behind: dict[tuple[str, str], str] | None,
    ) -> GameMap:
        hexes = {}
        for cell in grid:
            number = grid.number(cell)
            names = (terrain or {}).get(number, "clear").split(";")
            hexes[cell] = HexInfo(
                frozenset(names), {"bank": (banks or {}).get(number, "west")}, SOURCE
            )
        features: dict[Hexside, tuple[HexsideFeature, ...]] = {}
        for (a, b), names_text in (sides or {}).items():
            side = Hexside(grid.hex(a), grid.hex(b))
            held = (behind or {}).get((a, b))
            values: dict[str, Value] = {"behind": grid.hex(held)} if held else {}
            features[side] = tuple(
                HexsideFeature(side, name, values, SOURCE) for name in names_text.split(";")
            )
        routes = tuple(
            Route(chain, "", kind, tuple(grid.hex(n) for n in chain.split("-")), {}, SOURCE)
            for chain, kind in (roads or {}).items()
        )
        return GameMap(shipped().map.file, grid, hexes, features, routes, {})

    def put(self, unit: str, at: str, **states: object) -> Self:
        """Put a unit of the game on the map."""
        face = str(states.pop("face", "front"))
        self.board.apply(Place(unit=unit, at=at, face=face))
        self.board.pieces[unit].states.update(states)
        return self

    def phase(self, phase: str = "first.movement", turn: int = 1) -> list[str]:
        """Begin a phase; the rules that its beginning and the end of the last one breach."""
        found = []
        ended = self.board.end_phase()
        if ended is not None:
            found += [f.rule for f in self.board.rulebook.check(ended, self.board)]
            self.board.apply(ended)
        return found + self.do(BeginPhase(turn=turn, phase=phase))

    def do(self, action: Action) -> list[str]:
        """Judge and apply an action; the rules it breaches."""
        return [finding.rule for finding in self.findings(action)]

    def findings(self, action: Action) -> list[Finding]:
        """Judge and apply an action; what the referee has to say."""
        found = list(self.board.rulebook.check(action, self.board))
        self.board.apply(action)
        return found

    def move(self, units: str, path: str, *, by: str = "", begin: bool = True) -> list[str]:
        """Move units (`a+b`) along a path (`0404-0403`), or from `0404` `>` to `0401`.

        In the first player's movement phase unless another has begun.
        """
        if begin and self.board.phase is None:
            self.phase()
        complete = ">" not in path
        hexes = tuple(path.split("-" if complete else ">"))
        move = Move(units=tuple(units.split("+")), path=hexes, complete=complete, by=by)
        return self.do(move)


def judged(log: list[Action], scenario: str = "breakout") -> Audit:
    """Audit a log of the shipped game."""
    header = Header(format="hexmarshal-moves/1", game="bold_stroke", scenario=scenario)
    return audit(GameLog(header, tuple(log)), shipped(), GAME)
