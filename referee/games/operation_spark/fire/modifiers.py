"""Sections 13.10.5 and 5.2: what shifts a fire's column, from the firer's side and the target's.

Each modifier has the chart's figure and the other figures that are right by some reading.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from compiler.hexes import Hex
from referee.board import Piece
from referee.games.operation_spark import ground, rests, units
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.state import OperationBoard

FIRE_TERRAIN, UNIT_FIRE, CONDITIONS = "fire_terrain", "unit_fire", "conditions"
SETTLEMENT = "workers-settlement"


@dataclass(frozen=True, slots=True)
class Modifier:
    """A column shift by its name in the charts, to the right if positive."""

    name: str
    shift: int
    others: frozenset[int] = frozenset()
    """Figures of other readings."""

    @property
    def shifts(self) -> frozenset[int]:
        """The figures by every reading."""
        return self.others | {self.shift}


@dataclass(frozen=True, slots=True)
class Situation:
    """How a target is fired at."""

    target: Piece
    at: bool = False
    """Anti-tank fire, which is aimed at one vehicle."""
    from_air: bool = False
    assault_hex: Hex | None = None
    """The hex that the target assaults, while it is fired at in a defensive segment."""
    crossed_stream: bool = False
    """Whether it crossed a stream in its hex in this impulse, and is fired at for that."""
    in_column: bool = False
    began_in_zone: bool | None = None
    """Under zone fire for leaving a hex: whether it began its movement there."""


def _cell(board: OperationBoard, table: str, row: str, column: str) -> int:
    value = board.data.tables[table].cell(row, column)
    return value if isinstance(value, int) else 0


# -- fire against ----------------------------------------------------------------------------------


def against(board: OperationBoard, situation: Situation, *, direct: bool) -> tuple[Modifier, ...]:
    """The `fire against` modifiers of a target, that of a hill left out: it belongs to the firer.

    `direct` as a mixed fire is read: whether the hexside counts that assaulting units cross.
    """
    found = [*_terrain_against(board, situation, direct=direct), *_state_against(board, situation)]
    return tuple(modifier for modifier in found if modifier.shifts != {0})


@RULES.covers("13.10.5.p1", "13.10.5.p2", "13.10.5.p3", "11.1.4.p16", "e4.0.p20", "13.10.5.p11")
def _terrain_against(
    board: OperationBoard, situation: Situation, *, direct: bool
) -> Iterator[Modifier]:
    target = situation.target
    here = target.place
    if not isinstance(here, Hex):
        return
    if situation.assault_hex is not None:
        yield from _crossings(board, situation, here, situation.assault_hex, direct=direct)
        return
    column = "against-afv" if units.is_afv(target) else "against"
    classes = ground.by_class(board, here)
    for name in (ground.GROUND_CLASS, ground.WATER_CLASS):
        if classes.get(name):
            yield _best(board, classes[name], column, lowest=True)
    if ground.occupies_entrenchment(board, target):
        yield Modifier("entrenchment", _cell(board, FIRE_TERRAIN, "entrenchment", column))
    if situation.crossed_stream:
        yield Modifier("stream", _cell(board, FIRE_TERRAIN, "stream", column))


def _crossings(
    board: OperationBoard, situation: Situation, here: Hex, goal: Hex, *, direct: bool
) -> Iterator[Modifier]:
    """An assaulting unit has no good of terrain, only the harm of water: once, not twice."""
    column = "against-afv" if units.is_afv(situation.target) else "against"
    water = ground.water_between(board, here, goal) if here.distance(goal) == 1 else "no"
    if ground.is_water(board, here):
        yield Modifier("river", _cell(board, FIRE_TERRAIN, "river", column))
    elif water != "no" and direct:
        shift = _cell(board, FIRE_TERRAIN, "river-hexside", column)
        others = frozenset({0}) if water == "fire" else frozenset()
        yield Modifier("river-hexside", shift, others)
    elif situation.crossed_stream:
        yield Modifier("stream", _cell(board, FIRE_TERRAIN, "stream", column))


def _best(board: OperationBoard, names: tuple[str, ...], column: str, *, lowest: bool) -> Modifier:
    """The most advantageous terrain of a class, and what it is by the examples' figures."""
    pick = min if lowest else max
    figures = {name: _cell(board, FIRE_TERRAIN, name, column) for name in names}
    name = pick(figures, key=lambda key: figures[key])
    others = set()
    if lowest and SETTLEMENT in figures:
        # The example gives a settlement -1 for all (defect settlement-fire-against).
        others.add(min([-1, *(figures[key] for key in figures if key != SETTLEMENT)]))
    return Modifier(name, figures[name], frozenset(others))


@RULES.covers("13.10.5.p12", "13.10.5.p13", "13.10.5.p15", "11.3.4.p5", "fire-eligibility.p13#2")
def _state_against(board: OperationBoard, situation: Situation) -> Iterator[Modifier]:
    target = situation.target
    column = "air" if situation.from_air else "ground"
    if situation.in_column:
        shift = str(board.data.tables[CONDITIONS].cell("in-column", "against"))
        yield Modifier("in-column", int(shift))
    if units.is_afv(target):
        if situation.at:
            yield _armor(board, target, column)
        return
    if units.steps(target) < rests.figure(board, "few-steps"):
        yield Modifier("few-steps", _cell(board, UNIT_FIRE, "few-steps", column))
    if situation.began_in_zone is not None:
        row = "zone-begun" if situation.began_in_zone else "zone-entered"
        yield Modifier(row, _cell(board, UNIT_FIRE, row, column))


def _armor(board: OperationBoard, target: Piece, column: str) -> Modifier:
    dots = units.solid_dots(target)
    if units.has_hollow_dot(target):
        row = "afv-hollow"
    else:
        row = ("afv-no-dot", "afv-one-dot", "afv-two-dots")[min(dots, 2)]
    shift = _cell(board, UNIT_FIRE, row, column)
    others: frozenset[int] = frozenset()
    if board.data.tables[UNIT_FIRE].source_of(row).kind == "stand-in":
        # What solid dots do is lost with the row (defect armor-dots-on-the-ground).
        others = frozenset(range(-dots, 1)) if column == "ground" else frozenset()
    return Modifier(row, shift, others)


# -- fire from -------------------------------------------------------------------------------------


@RULES.covers("13.10.5.p4", "13.10.5.p5", "13.10.5.p11")
def fire_from(
    board: OperationBoard, firer: Piece, target: Hex, *, assaulting: bool, sheltered: bool
) -> tuple[Modifier, ...]:
    """What shifts a directly firing unit's own column: its terrain, and a hill it fires up to.

    `assaulting` units have no good of their own terrain; `sheltered` is whether the target has any
    good of a hill, which an assaulting one has not.
    """
    here = firer.place
    if not isinstance(here, Hex):
        return ()
    high, goal_high = ground.is_hill(board, here), ground.is_hill(board, target)
    found = [] if assaulting else list(_terrain_from(board, firer, here, goal_high=goal_high))
    if sheltered and goal_high and not high:
        found.append(Modifier("hill-against", _cell(board, FIRE_TERRAIN, "hill", "against")))
    return tuple(modifier for modifier in found if modifier.shifts != {0})


def _terrain_from(
    board: OperationBoard, firer: Piece, here: Hex, *, goal_high: bool
) -> Iterator[Modifier]:
    column = "from-afv" if units.is_afv(firer) else "from"
    names = ground.by_class(board, here).get(ground.GROUND_CLASS, ())
    entrenched = ground.occupies_entrenchment(board, firer)
    if names:
        best = _best(board, names, column, lowest=False)
        if entrenched and best.name in ground.SETTLEMENTS:
            # The example counts an entrenched village or not (defect village-and-trench).
            best = Modifier(best.name, best.shift, best.others | {0})
        yield best
    if ground.is_hill(board, here) and not goal_high:
        # The example gives one column (defect hill-fire-from).
        yield Modifier("hill", _cell(board, FIRE_TERRAIN, "hill", column), frozenset({1}))
    if entrenched:
        yield Modifier("entrenchment", _cell(board, FIRE_TERRAIN, "entrenchment", column))
