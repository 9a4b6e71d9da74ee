"""16.5 and 16.6, what replacing and rebuilding cost: points by type, for each kind of unit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from compiler.gamedata.model import Counter
from referee.board import Piece
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.combat import command, losses
from referee.games.bold_stroke.state import CampaignBoard

INFANTRY, ARMOR, ARTILLERY, AIR = "infantry", "armor", "artillery", "air"
TYPES = (ARMOR, INFANTRY, ARTILLERY, AIR)
TABLE = "rebuilding"
BY_STRENGTH: Mapping[str, str] = MappingProxyType(
    {"troop": INFANTRY, "armor": ARMOR, "artillery": ARTILLERY, "points": AIR}
)
"""Significant strength to the type of points that replaces it (16.5.H, 16.5.J)."""
ROWS: Mapping[str, str] = MappingProxyType(
    {
        "infantry": "infantry",
        "airborne": "infantry",
        "security": "infantry",
        "reconnaissance": "infantry",
        "artillery": "artillery",
        "rocket": "artillery",
        "mortar": "artillery",
        "anti-tank": "anti-tank",
        "panzer": "panzer",
        "tank": "tank",
        "mechanized": "mechanized",
        "panzergrenadier": "panzergrenadier",
        "assault-gun": "assault-gun",
        "air": "air",
    }
)
"""Unit class to its row of the table of rebuilding; cavalry and detachments have none (16.6.A)."""
CZECH = "cz"


@dataclass(frozen=True, slots=True)
class Cost:
    """Replacement points by type."""

    points: tuple[tuple[str, int], ...]

    @classmethod
    def of(cls, points: Mapping[str, int]) -> Cost:
        """A cost without its zeros."""
        return cls(tuple((each, points[each]) for each in TYPES if points.get(each)))

    @property
    def types(self) -> frozenset[str]:
        """The types of points it takes."""
        return frozenset(each for each, _ in self.points)

    def lacking(self, have: Mapping[str, int]) -> tuple[str, ...]:
        """The types of which there are too few."""
        return tuple(each for each, number in self.points if have.get(each, 0) < number)

    def __str__(self) -> str:
        return " and ".join(f"{number} {each}" for each, number in self.points) or "nothing"


def unit_class(counter: Counter) -> str:
    """The class of a counter."""
    return str(counter.values.get("unit_class") or "")


# -- steps -----------------------------------------------------------------------------------------


@RULES.covers("16.5.G")
def points_for_step(board: CampaignBoard, unit: str, lost: int) -> int:
    """Points that bring a unit which has lost so many steps one of them back.

    Two where the step took two strength points off, one else.
    """
    counter = board.counter(unit)
    other = losses.substitute_of(board, unit)
    if other is not None and lost > losses.SUBSTITUTED_STEPS:
        counter, lost = board.counter(other), lost - losses.SUBSTITUTED_STEPS
    steps = losses.steps_of(board, counter)
    return steps.per_step_reduced if lost > steps.track.front else steps.per_step


@RULES.covers("16.5.H", "16.5.I", "16.5.J", "16.5.K")
def step_costs(board: CampaignBoard, unit: str, lost: int) -> tuple[Cost, ...]:
    """What one step costs a unit that has lost so many: any of these; none for cavalry."""
    counter = board.counter(unit)
    kind = unit_class(counter)
    if kind in ("cavalry", "detachment"):
        return ()
    if is_mechanized_corps(counter):
        return (Cost.of({ARMOR: 1, INFANTRY: 1}),)
    number = points_for_step(board, unit, lost)
    if kind == "headquarters":
        return (Cost.of({ARTILLERY: number}),)
    if kind == "anti-tank":
        # Anti-tank guns are no armor, though they stand where armor does (16.5.H, 16.6.A).
        return (Cost.of({ARTILLERY: number}), Cost.of({ARMOR: number}))
    return (Cost.of({BY_STRENGTH[losses.significant(counter)]: number}),)


def is_mechanized_corps(counter: Counter) -> bool:
    """A Soviet mechanized corps, unlike a motorized brigade (16.5.I)."""
    return unit_class(counter) == "mechanized" and counter.size == "XXX"


# -- rebuilding ------------------------------------------------------------------------------------


@RULES.covers("16.6.A")
def row_of(counter: Counter) -> str | None:
    """The row of the table of rebuilding for a counter; None where it cannot be rebuilt."""
    kind = unit_class(counter)
    if counter.id == CZECH:
        return None
    if kind == "headquarters":
        return "artillery" if losses.significant(counter) == "artillery" else "infantry"
    if kind == "panzer" and counter.size == "II":
        return "tiger"
    return ROWS.get(kind)


@RULES.covers("16.6.A")
def rebuilding_cost(board: CampaignBoard, unit: str, steps: int) -> Cost | None:
    """What it costs to rebuild a unit with so many steps; None where it cannot be rebuilt.

    The points of the unit once, and those of each step as often as a step takes points.
    """
    counter = board.counter(unit)
    row = row_of(counter)
    if row is None:
        return None
    table = board.data.tables[TABLE]

    def points(what: str, kind: str) -> int:
        column = f"{what}-{kind}"
        return int(str(table.cell(row, column))) if column in table.column_keys else 0

    whole = losses.steps_in_all(board, unit)
    found = dict.fromkeys(TYPES, 0)
    if unit_class(counter) != "headquarters":
        found = {kind: points("unit", kind) for kind in TYPES}
    for lost in range(whole, whole - max(min(steps, whole), 1), -1):
        each = 1 if row == "mechanized" else points_for_step(board, unit, lost)
        for kind in TYPES:
            found[kind] += each * points("step", kind)
    return Cost.of(found)


# -- what a side would need ------------------------------------------------------------------------


def need(board: CampaignBoard, side: str) -> int:
    """Replacement points that a side would need to make all its units whole (16.5.C)."""
    total = 0
    for piece in list(board.pieces.values()):
        if piece.side == side and not piece.counter.is_marker:
            total += _need_of(board, piece)
    gone = set(board.state.combat.destroyed) - set(board.pieces)
    for unit in gone:
        if board.counter(unit).side == side:
            total += _rebuild(board, unit)
    return total


def _need_of(board: CampaignBoard, piece: Piece) -> int:
    unit = losses.unit_of(board, piece.id)
    if command.is_destroyed(board, unit):
        return _rebuild(board, unit) if unit == piece.id else 0
    if losses.piece_of(board, unit) is not piece:
        return 0
    lost = losses.steps_lost(board, piece)
    costs = (step_costs(board, unit, number) for number in range(1, lost + 1))
    return sum(number for cost in costs if cost for _, number in cost[0].points)


def _rebuild(board: CampaignBoard, unit: str) -> int:
    cost = rebuilding_cost(board, unit, losses.steps_in_all(board, unit))
    return sum(number for _, number in cost.points) if cost is not None else 0
