"""A scene: the game's own counters and charts on a small map drawn for one test.

The map is nine columns of nine clear hexes numbered as on the game's map (column, then row from the
north), odd columns half a hex lower. The Soviet side is the Initial Player, the weather clear.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from compiler.gamedata.loader import load_game
from compiler.gamedata.model import GameData, GameMap, HexInfo, HexsideFeature, Value
from compiler.gamedata.schema import Source
from compiler.hexes import Axis, Grid, Hexside, NumberOrder, Orientation, Parity
from compiler.resources import game_folder
from referee.actions import Action, BeginPhase, Declare, FieldValue, Move, Place, Roll, SetState
from referee.board import Board, Piece
from referee.findings import Finding
from referee.games.operation_spark import GAME
from referee.games.operation_spark.combat_state import FireCombat
from referee.games.operation_spark.state import OperationState

SOURCE = Source(kind="derived", where="test")
SEGMENT = "am-initial-assault"


@cache
def shipped() -> GameData:
    """The game as shipped."""
    return load_game(game_folder("operation_spark"))


class Scene:
    """A small map, pieces on it, and what the referee says of what is done with them."""

    def __init__(
        self,
        terrain: dict[str, str] | None = None,
        *,
        sides: dict[tuple[str, str], str] | None = None,
        fronts: dict[str, str] | None = None,
        supply: dict[str, str] | None = None,
        options: tuple[str, ...] = (),
        weather: str = "clear",
    ) -> None:
        grid = Grid(
            orientation=Orientation.FLAT,
            columns=Axis(9, first=1),
            rows=Axis(9, first=1),
            shifted=Parity.ODD,
            dx=70.0,
            dy=80.0,
            order=NumberOrder.COLUMN_ROW,
        )
        game_map = self._map(grid, terrain or {}, sides or {}, fronts or {}, supply or {})
        self.data = replace(shipped(), map=game_map)
        self.board: Board[OperationState] = Board(
            self.data, GAME.rulebook, None, GAME.new_state, options
        )
        self.board.first_player = "soviet"
        self.board.state.weather = weather
        self.found: list[Finding] = []
        """Everything found so far."""

    @staticmethod
    def _map(
        grid: Grid,
        terrain: dict[str, str],
        sides: dict[tuple[str, str], str],
        fronts: dict[str, str],
        supply: dict[str, str],
    ) -> GameMap:
        hexes = {}
        for cell in grid:
            number = grid.number(cell)
            names = frozenset(terrain.get(number, "clear").split(";"))
            front = fronts.get(number, "NW;SW")
            values: dict[str, Value] = {"supply": supply.get(number)}
            if "entrenchment" in names:
                values["trench_front"] = tuple(front.split(";"))
            hexes[cell] = HexInfo(names, values, SOURCE)
        features: dict[Hexside, tuple[HexsideFeature, ...]] = {}
        for (a, b), text in sides.items():
            side = Hexside(grid.hex(a), grid.hex(b))
            name, _, treated = text.partition(":")
            known: dict[str, Value] = {"treated_as_river": treated or None}
            features[side] = (HexsideFeature(side, name, known, SOURCE),)
        return GameMap(shipped().map.file, grid, hexes, features, (), {})

    # -- pieces --------------------------------------------------------

    def put(self, unit: str, at: str, *, lost: int = 0, **states: FieldValue) -> Scene:
        """Put a unit of the game on the map; `assault="SE"` gives it a marker."""
        face = "reduced" if lost and lost >= self._turns(unit) else "front"
        named = {name.replace("_", "-"): value for name, value in states.items()}
        if lost:
            named["step-losses"] = lost
        self.board.apply(Place(unit=unit, at=at, face=face, states=named))
        return self

    def put_marker(self, marker: str, at: str) -> Scene:
        """Put a marker in a box of a display."""
        self.board.apply(Place(unit=marker, at=at))
        return self

    def _turns(self, unit: str) -> int:
        counter = self.data.counters[unit]
        steps, flips = counter.value("steps"), counter.value("flips_at")
        assert isinstance(steps, int)
        assert isinstance(flips, int)
        return steps - flips

    def piece(self, unit: str) -> Piece:
        return self.board.pieces[unit]

    # -- doing ---------------------------------------------------------

    def findings(self, action: Action) -> list[Finding]:
        """Judge and apply an action; what the referee has to say."""
        found = list(self.board.rulebook.check(action, self.board))
        self.board.apply(action)
        self.found += found
        return found

    def do(self, action: Action) -> list[str]:
        """Judge and apply an action; the rules it breaches."""
        return [finding.rule for finding in self.findings(action)]

    def phase(self, phase: str, turn: int = 1) -> list[str]:
        """Begin a phase, of an assault if it has no section; what that and the last one breach."""
        name = phase if "." in phase else f"{SEGMENT}.{phase}"
        found = []
        ended = self.board.end_phase()
        if ended is not None:
            found += self.do(ended)
        return found + self.do(BeginPhase(turn=turn, phase=name))

    def end(self) -> list[str]:
        """End the present phase; the rules that were breached in it."""
        ended = self.board.end_phase()
        assert ended is not None
        return self.do(ended)

    def declare(
        self, verb: str, units: str = "", target: str = "", **values: FieldValue
    ) -> list[str]:
        """Declare something: units as `a+b`, the target a hex or a unit, `for_` meaning `for`."""
        named: dict[str, FieldValue] = {key.rstrip("_"): v for key, v in values.items()}
        place = target
        if target in self.board.pieces:
            named["targets"] = (target,)
            place = self.board.number(self.board.pieces[target].place)
        return self.do(
            Declare(
                verb=verb,
                units=tuple(units.split("+")) if units else (),
                target=place or None,
                values=named,
            )
        )

    def fire(
        self, units: str, target: str, with_: str = "regular", **values: FieldValue
    ) -> list[str]:
        """Declare fire at a unit or a hex."""
        return self.declare("fire", units, target, with_=with_, **values)

    def roll(self, *dice: int, purpose: str = "") -> list[str]:
        """Red and gray die, or one alone."""
        name = "red-gray" if len(dice) == 2 else "d10"
        return self.do(Roll(dice=name, result=dice, purpose=purpose))

    def set(self, unit: str, **states: FieldValue) -> list[str]:
        """Change states of a unit."""
        found = []
        for name, value in states.items():
            found += self.do(SetState(unit=unit, state=name.replace("_", "-"), value=value))
        return found

    def move(self, units: str, path: str) -> list[str]:
        """Move units along a path `0404-0403`, or from `0404` `>` to `0401`."""
        complete = ">" not in path
        hexes = tuple(path.split("-" if complete else ">"))
        return self.do(Move(units=tuple(units.split("+")), path=hexes, complete=complete))

    # -- looking -------------------------------------------------------

    def last_fire(self) -> FireCombat:
        """The fire combat declared last."""
        return self.board.state.combat.now.fires[-1]


def assault(scene: Scene, phase: str = "defensive-fire-1") -> Scene:
    """A scene in which a phase of an assault has begun."""
    scene.phase(phase)
    return scene
