"""A scene: the game's own counters and charts on a small map drawn for one test.

The map is twelve columns (10 to 21) by twelve rows of clear hexes numbered as on the game's map; of
odd columns the hexes lie half a hex lower. Russians play first. Movement needs checks from the
start unless `first_shot` is False.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from compiler.gamedata.loader import load_game
from compiler.gamedata.model import GameData, GameMap, HexInfo, Route, Value
from compiler.gamedata.schema import Source
from compiler.hexes import Axis, Grid, Hex, NumberOrder, Orientation, Parity
from compiler.resources import game_folder
from referee.actions import (
    Action,
    BeginPhase,
    Declare,
    FieldValue,
    GameLog,
    Header,
    Move,
    Place,
    Remove,
    Roll,
    SetState,
)
from referee.audit import Audit, audit
from referee.board import Board
from referee.findings import Finding
from referee.games.iron_cross import GAME
from referee.games.iron_cross.state import BattleState

SOURCE = Source(kind="derived", where="test")
DICE = {1: "die", 2: "two-dice", 3: "three-dice", 4: "four-dice", 5: "five-dice"}


@cache
def shipped() -> GameData:
    """The game as shipped."""
    return load_game(game_folder("iron_cross"))


def dice(total: int, count: int = 2) -> tuple[int, ...]:
    """So many dice with that sum."""
    result = [1] * count
    left = total - count
    for n in range(count):
        more = min(5, left)
        result[n] += more
        left -= more
    if left:
        raise ValueError(f"{count} dice cannot make {total}")
    return tuple(result)


class Scene:
    """A small map, units on it, and what the referee says of what they do."""

    def __init__(
        self,
        *,
        terrain: dict[str, str] | None = None,
        trees: dict[str, int] | None = None,
        levels: dict[str, int] | None = None,
        roads: tuple[str, ...] = (),
        options: tuple[str, ...] = (),
        first_shot: bool = True,
    ) -> None:
        grid = Grid(
            orientation=Orientation.FLAT,
            columns=Axis(12, first=10),
            rows=Axis(12),
            shifted=Parity.ODD,
            dx=69.28,
            dy=80.0,
            order=NumberOrder.COLUMN_ROW,
        )
        drawn = self._map(grid, terrain or {}, trees or {}, levels or {}, roads)
        self.data = replace(shipped(), map=drawn)
        self.board: Board[BattleState] = Board(
            self.data, GAME.rulebook, None, GAME.new_state, options
        )
        self.board.first_player = "russian"
        if first_shot:
            self.board.state.first_shot = 0

    @staticmethod
    def _map(
        grid: Grid,
        terrain: dict[str, str],
        trees: dict[str, int],
        levels: dict[str, int],
        roads: tuple[str, ...],
    ) -> GameMap:
        hexes = {}
        for cell in grid:
            number = grid.number(cell)
            values: dict[str, Value] = {
                "trees": trees.get(number),
                "level": levels.get(number),
                "building": None,
            }
            names = terrain.get(number, "clear").split(";")
            hexes[cell] = HexInfo(frozenset(names), values, SOURCE)
        routes = tuple(
            Route(chain, "", "road", tuple(grid.hex(n) for n in chain.split("-")), {}, SOURCE)
            for chain in roads
        )
        return GameMap(shipped().map.file, grid, hexes, {}, routes, {})

    # -- the position ------------------------------------------------------------------------

    def put(self, unit: str, at: str, face: str = "up", **states: FieldValue) -> Scene:
        """Put a unit or marker of the game on the map; `crew_lost` stands for `crew-lost`."""
        named = {name.replace("_", "-"): value for name, value in states.items()}
        self.board.apply(Place(unit=unit, at=at, face=face if self._turns(unit) else None))
        self.board.pieces[unit].states.update(named)
        return self

    def _turns(self, unit: str) -> bool:
        return "down" in self.board.counter(unit).faces

    def status(self, unit: str) -> str:
        """The morale status that a unit's marker shows."""
        return str(self.board.pieces[unit].states.get("morale") or "normal")

    # -- play --------------------------------------------------------------------------------

    def phase(self, phase: str = "movement", *, side: str = "russian", turn: int = 1) -> list[str]:
        """Begin a phase of a side's player turn; what it and the end of the last one breach."""
        section = "first" if side == "russian" else "second"
        return self.end() + self.do(BeginPhase(turn=turn, phase=f"{section}.{phase}"))

    def end(self) -> list[str]:
        """End the present phase; the rules that its end finds breached."""
        event = self.board.end_phase()
        if event is None:
            return []
        found = list(self.board.rulebook.check(event, self.board))
        self.board.apply(event)
        return rules_of(found)

    def do(self, action: Action) -> list[str]:
        """Judge and apply an action; the rules it breaches, with `?` where it cannot be told."""
        return rules_of(self.findings(action))

    def findings(self, action: Action) -> list[Finding]:
        """Judge and apply an action; what the referee has to say."""
        found = list(self.board.rulebook.check(action, self.board))
        self.board.apply(action)
        return found

    def move(self, units: str, path: str) -> list[str]:
        """Move units (`a+b`) along a path (`1504-1505`), or from `1504` `>` to `1507`."""
        complete = ">" not in path
        hexes = tuple(path.split("-" if complete else ">"))
        return self.do(Move(units=tuple(units.split("+")), path=hexes, complete=complete))

    def set(self, unit: str, state: str, value: FieldValue) -> list[str]:
        """Change a state of a unit."""
        return self.do(SetState(unit=unit, state=state, value=value))

    def remove(self, units: str) -> list[str]:
        """Take units from the map."""
        return self.do(Remove(units=tuple(units.split("+"))))

    def declare(
        self, verb: str, units: str = "", target: str | None = None, **values: FieldValue
    ) -> list[str]:
        """Announce something."""
        named = tuple(units.split("+")) if units else ()
        given = {name.rstrip("_"): value for name, value in values.items()}
        return self.do(Declare(verb=verb, units=named, target=target, values=given))

    def roll(self, total: int, count: int = 2) -> list[str]:
        """Roll so many dice."""
        return self.do(Roll(dice=DICE[count], result=dice(total, count)))

    def check(self, units: str, act: str, total: int, leader: str = "") -> list[str]:
        """Take a performance check, with the sum of its two dice."""
        values: dict[str, FieldValue] = {"for": act}
        if leader:
            values["supports"] = (leader,)
        check = Declare(verb="performance-check", units=tuple(units.split("+")), values=values)
        return self.do(check) + self.roll(total)

    def hex(self, number: str) -> Hex:
        """The hex of a number."""
        return self.data.map.hex(number)


class Battle(Scene):
    """A scenario as shipped, on the game's own map, before its first phase."""

    def __init__(self, scenario: str = "demyansk", *, options: tuple[str, ...] = ()) -> None:
        self.data = shipped()
        self.board = Board(
            self.data, GAME.rulebook, self.data.scenarios[scenario], GAME.new_state, options
        )

    def phase(self, phase: str = "movement", *, side: str = "", turn: int = 1) -> list[str]:
        """Begin a phase of a side's player turn, by default of the first player's."""
        first = side in ("", self.board.first_player)
        begin = BeginPhase(turn=turn, phase=f"{'first' if first else 'second'}.{phase}")
        return self.end() + self.do(begin)

    def clear(self, *units: str) -> Battle:
        """Take units out of play before the game; all of them if none is named."""
        self.board.apply(Remove(units=units or tuple(self.board.pieces)))
        return self


def rules_of(findings: list[Finding]) -> list[str]:
    """The rules of findings, with `?` where something cannot be told and `!` for warnings."""
    marks = {"violation": "", "unverifiable": "?", "warning": "!"}
    return [marks[finding.severity] + finding.rule for finding in findings]


def moving(**drawn: Any) -> Scene:
    """A scene in the Russian Movement Phase; put units before asking anything of them."""
    scene = Scene(**drawn)
    scene.phase("movement")
    return scene


def judged(log: list[Action], scenario: str = "demyansk", options: tuple[str, ...] = ()) -> Audit:
    """Audit a log of the shipped game."""
    header = Header(
        format="hexmarshal-moves/1", game="iron_cross", scenario=scenario, options=options
    )
    return audit(GameLog(header, tuple(log)), shipped(), GAME)
