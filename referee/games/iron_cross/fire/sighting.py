"""Section 10.3, line of sight: on one level, across levels, and what stands along it.

What the ground does is worked out once for each pair of hexes; vehicles and wrecks are of the
position. Fire, observation and opportunity fire ask here; nobody else judges a line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from compiler.gamedata.model import GameData
from compiler.hexes import Hex, LineStep
from referee.games.iron_cross import units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.state import BattleBoard
from referee.mechanics.sighting import between, obstructs, passes_corner, through_hexside

EFFECTS, OBSTACLES = "effects", "obstacles"
BUILDINGS = frozenset({"single-hex-building", "multi-hex-building"})
HILLS = frozenset({"hill-1", "hill-2"})
MARSH = "marsh"

MOST_SYMBOLS = 3
"""Trees, vehicles and wrecks along a line that still let it pass (10.31.b)."""


@dataclass(frozen=True, slots=True)
class Sightline:
    """What the ground does to the line between two hexes, whichever looks at the other."""

    low: Hex
    """The end on the lower level; either of them where both are on one."""
    distance: int
    steps: tuple[LineStep, ...]
    """The hexes between the two, one or two at a time (10.33)."""
    hexes: frozenset[Hex]
    low_level: int
    high_level: int
    symbols: int
    """Tree symbols along the line; along a hexside those of the hex that has more (10.31.b)."""
    marshes: tuple[int, int]
    """Fewest and most marsh hexes it may be said to pass through: those it only runs beside count
    in the second."""
    blocked_by: str
    """The paragraph by which the ground blocks it; empty if it does not."""
    stand_ins: tuple[str, ...]
    """The stand-in figures that this rests on."""

    @property
    def is_level(self) -> bool:
        """Whether both ends are on one level (10.31)."""
        return self.low_level == self.high_level

    @property
    def blocked_when_down(self) -> str:
        """The paragraph by which it is blocked for a unit that is down."""
        return self.blocked_by or ("10.31.c" if self.is_level and self.marshes[0] else "")


class Sightlines:
    """The lines of one map, each worked out when first asked for."""

    def __init__(self, data: GameData) -> None:
        self._data = data
        self._lines: dict[tuple[Hex, Hex], Sightline] = {}
        hexes = data.map.hexes
        self.level: dict[Hex, int] = {
            h: _whole(info.values.get("level")) for h, info in hexes.items()
        }
        self.trees: dict[Hex, int] = {
            h: _whole(info.values.get("trees")) for h, info in hexes.items()
        }
        self._terrains = {hex_: info.terrains for hex_, info in hexes.items()}
        heights = data.tables[EFFECTS]
        rises = {name: Fraction(str(heights.cell(name, "level"))) for name in heights.row_keys}
        self._tops = {h: self._top(h, rises) for h in hexes}

    def _top(self, hex_: Hex, rises: Mapping[str, Fraction]) -> Fraction:
        """How high a hex reaches: its ground and what stands on it (10.32.a)."""
        standing = (rises[name] for name in self._terrains[hex_] - HILLS)
        return self.level[hex_] + max(standing, default=Fraction(0))

    def __call__(self, one: Hex, other: Hex) -> Sightline:
        """The line between two hexes of the map."""
        found = self._lines.get((one, other))
        if found is None:
            found = self._make(one, other)
            self._lines[one, other] = self._lines[other, one] = found
        return found

    def _make(self, one: Hex, other: Hex) -> Sightline:
        low, high = sorted((one, other), key=lambda hex_: (self.level[hex_], hex_))
        steps = tuple(
            cells
            for step in between(low, high)
            if (cells := tuple(cell for cell in step if cell in self.level))
        )
        marshy = [sum(MARSH in self._terrains[cell] for cell in step) for step in steps]
        sure = sum(count == len(step) for count, step in zip(marshy, steps, strict=True))
        return Sightline(
            low=low,
            distance=low.distance(high),
            steps=steps,
            hexes=frozenset(cell for step in steps for cell in step),
            low_level=self.level[low],
            high_level=self.level[high],
            symbols=sum(max(self.trees[cell] for cell in step) for step in steps),
            marshes=(sure, sum(marshy)),
            blocked_by=self._blocked_by(low, high, steps),
            stand_ins=self._stand_ins(low, high, steps),
        )

    @RULES.covers("10.31.a", "10.32", "10.33", "10.34")
    def _blocked_by(self, low: Hex, high: Hex, steps: tuple[LineStep, ...]) -> str:
        if self.level[low] != self.level[high]:
            blocked = any(
                self._rises(low, high, cell, self._tops[cell]) for s in steps for cell in s
            )
            return "10.32.b" if blocked else ""
        level = self.level[low]
        for step in steps:
            for cell in step:
                if self._terrains[cell] & BUILDINGS or self.level[cell] > level:
                    return "10.31.a"
        if self._touches_hill(low, high, steps):
            return "10.31.a"
        symbols = sum(max(self.trees[cell] for cell in step) for step in steps)
        return "10.31.b" if symbols > MOST_SYMBOLS else ""

    def _touches_hill(self, low: Hex, high: Hex, steps: tuple[LineStep, ...]) -> bool:
        """Whether the line meets the corner of a hill hex that is higher than both ends."""
        near = {
            cell
            for step in steps
            for passed in step
            for cell in self._data.map.grid.neighbours(passed).values()
            if self.level[cell] > self.level[low]
        }
        return any(passes_corner(low, high, cell) for cell in near)

    def _rises(self, low: Hex, high: Hex, cell: Hex, top: Fraction) -> bool:
        """Whether something as high as `top` blocks a line across levels (10.32.b)."""
        return obstructs(
            top,
            Fraction(self.level[low]),
            Fraction(self.level[high]),
            range_to_low=low.distance(cell),
            distance=low.distance(high),
        )

    def rises(self, line: Sightline, cell: Hex, height: Fraction) -> bool:
        """Whether something of a height on the ground of a hex blocks a line across levels."""
        ends = (line.low_level, line.high_level)
        low, high = (Fraction(level) for level in ends)
        top = self.level[cell] + height
        return obstructs(top, low, high, line.low.distance(cell), line.distance)

    def _stand_ins(self, low: Hex, high: Hex, steps: tuple[LineStep, ...]) -> tuple[str, ...]:
        cells = [low, high, *(cell for step in steps for cell in step)]
        found = []
        if any(self._data.map.hexes[cell].source.kind == "stand-in" for cell in cells):
            found.append("the map (stand-in)")
        if self.level[low] != self.level[high]:
            table = self._data.tables[EFFECTS]
            names = {name for step in steps for cell in step for name in self._terrains[cell]}
            kinds = {table.source_of(name).kind for name in names - HILLS}
            if "stand-in" in kinds:
                found.append(f"{table.title}, heights of obstacles (stand-in)")
        return tuple(found)


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0


def sightlines(board: BattleBoard) -> Sightlines:
    """The lines of the map."""
    return board.constant(Sightlines, Sightlines)


def vehicles_by_hex(board: BattleBoard) -> Mapping[Hex, tuple[int, Fraction]]:
    """Hex to how many vehicles and wrecks stand in it, and the height of the highest."""
    return board.derived(vehicles_by_hex, _vehicles)


def _vehicles(board: BattleBoard) -> dict[Hex, tuple[int, Fraction]]:
    table = board.data.tables[OBSTACLES]
    height = {name: Fraction(str(table.cell(name, "level"))) for name in table.row_keys}
    found: dict[Hex, tuple[int, Fraction]] = {}
    for piece in board.pieces.values():
        if isinstance(piece.place, Hex) and (units.is_vehicle(piece) or units.is_wreck(piece)):
            count, highest = found.get(piece.place, (0, Fraction(0)))
            own = height["wreck" if units.is_wreck(piece) else "vehicle"]
            found[piece.place] = (count + 1, max(highest, own))
    return found


@RULES.covers("10.3", "10.31", "10.31.b", "10.31.c", "10.32.a", "10.32.b", "12.4")
def blocked_by(board: BattleBoard, start: Hex, goal: Hex, *, down: bool = False) -> str:
    """The paragraph by which a line of sight is blocked; empty if it is not.

    `down`: the unit that looks is in the down state, which matters in one direction only (10.31.c).
    """
    lines = sightlines(board)
    line = lines(start, goal)
    blocked = line.blocked_when_down if down else line.blocked_by
    if blocked:
        return blocked
    vehicles = vehicles_by_hex(board)
    if line.hexes.isdisjoint(vehicles):
        return ""
    if line.is_level:
        return "10.31.b" if _symbols(lines, line, vehicles) > MOST_SYMBOLS else ""
    passed = (cell for cell in vehicles if cell in line.hexes)
    blocks = any(lines.rises(line, cell, vehicles[cell][1]) for cell in passed)
    return "10.32.b" if blocks else ""


def can_see(board: BattleBoard, start: Hex, goal: Hex, *, down: bool = False) -> bool:
    """Whether an unblocked line of sight leads from hex to hex."""
    return not blocked_by(board, start, goal, down=down)


@RULES.covers("11.16.b")
def symbols_along(board: BattleBoard, start: Hex, goal: Hex) -> int:
    """Trees, vehicles and wrecks along a line; beside a hexside those of the hex that has more."""
    lines = sightlines(board)
    line = lines(start, goal)
    vehicles = vehicles_by_hex(board)
    return line.symbols if line.hexes.isdisjoint(vehicles) else _symbols(lines, line, vehicles)


def _symbols(
    lines: Sightlines, line: Sightline, vehicles: Mapping[Hex, tuple[int, Fraction]]
) -> int:
    none = (0, Fraction(0))
    return sum(
        max(lines.trees[cell] + vehicles.get(cell, none)[0] for cell in step) for step in line.steps
    )


def symbols_in(board: BattleBoard, hex_: Hex) -> int:
    """Trees, vehicles and wrecks in a hex (11.16.a)."""
    count, _ = vehicles_by_hex(board).get(hex_, (0, Fraction(0)))
    return units.trees(board, hex_) + count


@RULES.covers("10.23")
def in_front(start: Hex, facing: int, goal: Hex) -> bool:
    """Whether a hex is in the frontal area: the line to it leaves through the frontal hexside."""
    return through_hexside(start, goal, facing)


def on_edge_of_front(start: Hex, facing: int, goal: Hex) -> bool:
    """Whether the line to a hex runs through an end of the frontal hexside.

    Then the hex belongs to the frontal area and to the one beside it.
    """
    beside = (facing - 1, facing + 1)
    return in_front(start, facing, goal) and any(in_front(start, side, goal) for side in beside)
