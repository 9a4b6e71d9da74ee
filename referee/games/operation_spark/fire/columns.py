"""Section 13.10.5: the column of a fire combat, step by step, by every reading of the rules.

It knows points and shifts alone; who fires with how many, and what shifts them, comes from
`fire_strength` and `modifiers`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice, product, starmap
from typing import Literal, get_args

from compiler.gamedata.model import GameData
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.fire.modifiers import Modifier
from referee.mechanics.columns import BELOW, StrengthColumns

REGULAR_TABLE, AT_TABLE = "combat_results", "at_results"
MOST_READINGS = 4000
"""Combinations looked at; a fire with more is beyond any that is played."""

Order = Literal["from-first", "against-first", "at-once"]
Opposite = Literal["cancel", "right-first", "left-first"]


def table_columns(data: GameData, table: str) -> StrengthColumns:
    """The columns of a combat results table with their double steps."""
    found = data.tables["column_shifts"].cell(table, "double-from")
    starts = (int(key) for key in data.tables[table].column_keys)
    return StrengthColumns.of(starts, found if isinstance(found, int) else None)


@dataclass(frozen=True, slots=True)
class Direct:
    """What one directly firing unit, or several in one hex as if they were one, brings."""

    units: tuple[str, ...]
    points: frozenset[int]
    """Fire strength points, by every way to round them."""
    shifts: tuple[Modifier, ...] = ()


@dataclass(frozen=True, slots=True)
class Fire:
    """All that goes into a column."""

    table: str
    direct: tuple[Direct, ...] = ()
    indirect: tuple[frozenset[int], ...] = ()
    """Points of each unit that fires indirectly, heavy artillery that counts apart left out."""
    heavy: tuple[frozenset[int], ...] = ()
    """Points of heavy artillery that is added at the end."""
    against: tuple[Modifier, ...] = ()


@dataclass(frozen=True, slots=True)
class Contribution:
    """Steps 3 to 10: what one firer adds to the fire."""

    units: tuple[str, ...]
    points: int
    start: int
    """The column of its points."""
    shift: int
    column: int
    """The column after its shifts: the points it contributes."""


@dataclass(frozen=True, slots=True)
class FireColumn:
    """The seventeen steps of one fire by one reading."""

    table: str
    indirect: int
    """Points of all indirect fire (step 1)."""
    indirect_column: int
    """The points it contributes (step 2)."""
    contributions: tuple[Contribution, ...]
    total: int
    """Step 12."""
    start: int
    """Step 13."""
    against: tuple[tuple[str, int], ...]
    initial: int
    """Step 14."""
    heavy: int
    """Points of heavy artillery added in step 15."""
    column: int
    """The column the dice are rolled on; 0 if there is none."""

    @property
    def shift(self) -> int:
        """All `fire against` modifiers together."""
        return sum(shift for _, shift in self.against)


@dataclass(frozen=True, slots=True)
class _Reading:
    """How the open questions of 13.10.5 are answered."""

    order: Order = "from-first"
    opposite: Opposite = "cancel"
    """Whether opposite shifts cancel before any of them is applied, or which come first."""
    floor: bool = False
    """Whether column 1 is the end to the left."""


@RULES.covers("13.10.5.p6")
def intended(data: GameData, fire: Fire) -> FireColumn:
    """The column by the procedure of the rules and the figures of the charts."""
    return next(_columns(data, fire, (_Reading(),)))


@RULES.covers("13.10.5.p6")
def readings(data: GameData, fire: Fire) -> tuple[FireColumn, ...]:
    """The columns by every reading, each once; the intended one first."""
    found: dict[int, FireColumn] = {}
    for column in every_reading(data, fire):
        found.setdefault(column.column, column)
    return tuple(found.values())


def every_reading(data: GameData, fire: Fire) -> Iterator[FireColumn]:
    """The seventeen steps by every reading, many of them alike; the intended one first."""
    every = tuple(starmap(_Reading, product(get_args(Order), get_args(Opposite), (False, True))))
    return islice(_columns(data, fire, every), MOST_READINGS)


def _columns(data: GameData, fire: Fire, every: Iterable[_Reading]) -> Iterator[FireColumn]:
    columns = table_columns(data, fire.table)
    choices = [
        *(_highest_first(points) for points in (*fire.indirect, *fire.heavy)),
        *(_highest_first(direct.points) for direct in fire.direct),
        *(_first(m) for direct in fire.direct for m in direct.shifts),
        *(_first(m) for m in fire.against),
    ]
    for figures in product(*choices):
        given = iter(figures)
        picked = _Figures(
            tuple(islice(given, len(fire.indirect))),
            tuple(islice(given, len(fire.heavy))),
            tuple(islice(given, len(fire.direct))),
            tuple(tuple(islice(given, len(direct.shifts))) for direct in fire.direct),
            tuple(islice(given, len(fire.against))),
        )
        for reading in every:
            yield _combine(columns, fire, picked, reading)


def _highest_first(points: frozenset[int]) -> tuple[int, ...]:
    return tuple(sorted(points, reverse=True))


def _first(modifier: Modifier) -> tuple[int, ...]:
    """The chart's figure, then the others."""
    return (modifier.shift, *sorted(modifier.others - {modifier.shift}))


@dataclass(frozen=True, slots=True)
class _Figures:
    """One figure for everything that can be read in several ways."""

    indirect: tuple[int, ...]
    heavy: tuple[int, ...]
    direct: tuple[int, ...]
    shifts: tuple[tuple[int, ...], ...]
    against: tuple[int, ...]


def _combine(
    columns: StrengthColumns, fire: Fire, figures: _Figures, reading: _Reading
) -> FireColumn:
    indirect = sum(figures.indirect)
    indirect_column = columns.reached(indirect)
    alone = len(fire.direct) == 1 and not fire.indirect
    late = alone and reading.order != "from-first"
    contributions = []
    for direct, points, shifts in zip(fire.direct, figures.direct, figures.shifts, strict=True):
        start = columns.reached(points)
        column = start if late else _shift(columns, start, shifts, reading)
        contributions.append(Contribution(direct.units, points, start, sum(shifts), column))
    total = indirect_column + sum(part.column for part in contributions)
    start = columns.reached(total)
    if late and reading.order == "at-once":
        initial = _shift(columns, start, (*figures.shifts[0], *figures.against), reading)
    else:
        initial = _shift(columns, start, figures.against, reading)
        if late:
            initial = _shift(columns, initial, figures.shifts[0], reading)
    heavy = sum(figures.heavy)
    names = tuple(modifier.name for modifier in fire.against)
    found = FireColumn(
        fire.table, indirect, indirect_column, tuple(contributions), total, start,
        tuple(zip(names, figures.against, strict=True)), initial, heavy, initial,
    )  # fmt: skip
    return replace(found, column=columns.reached(initial + heavy)) if fire.heavy else found


def _shift(
    columns: StrengthColumns, column: int, shifts: tuple[int, ...], reading: _Reading
) -> int:
    """A column after several shifts; opposite ones cancel, or those to one side come first."""
    right, left = (sum(s for s in shifts if s > 0), sum(s for s in shifts if s < 0))
    steps = {
        "cancel": (right + left,), "right-first": (right, left), "left-first": (left, right),
    }[reading.opposite]  # fmt: skip
    for step in steps:
        if column != BELOW:
            column = columns.shifted(column, step)
            if column == BELOW and reading.floor:
                column = columns.starts[0]
    return column
