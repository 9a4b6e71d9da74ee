"""Section 11.1, movement: a stack's way from hex to hex, and what of it counts for the phase.

Costs are in `costs`, changes of formation in `formation`, streams in `streams`, railways in `rail`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from compiler.hexes import Hex
from referee.actions import BeginPhase, Move
from referee.board import Piece
from referee.findings import Finding
from referee.games.operation_spark import assaults, ground, reinforcements, retreat, units
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.march_state import Trek
from referee.games.operation_spark.movement import bridges, costs, rail, streams
from referee.games.operation_spark.state import OperationBoard
from referee.mechanics.movement import Step, Way, find_way, follow

BARRED = 50.0
"""Points charged for a step that a fault already forbids, so that any other way is preferred."""
ROAD = "road"
MOVEMENT = "movement"


class Memory(NamedTuple):
    """What counts after a step: whether the stack is on a road, and has been found at fault."""

    on_road: bool
    over: bool = False


def is_movement(board: OperationBoard) -> bool:
    """Whether it is a Movement Phase."""
    return assaults.at(board) == MOVEMENT


def movers(board: OperationBoard, action: Move) -> tuple[Piece, ...]:
    """Units of the phasing side that a move takes to a hex of the map in its Movement Phase."""
    if not is_movement(board) or not isinstance(board.location(action.end), Hex):
        return ()
    if board.is_sorting(action):
        return ()
    named = assaults.units_named(board, action.units)
    return tuple(p for p in named if units.is_unit(p) and p.side == board.phasing)


def is_on_road(board: OperationBoard, piece: Piece) -> bool:
    """Whether a unit is in column on a road: where it took column there, or came by road."""
    return (
        isinstance(piece.place, Hex)
        and piece.flag("in-column")
        and piece.id not in board.state.march.off_road
        and costs.has_road(board, piece.place)
    )


# -- the steps there are ---------------------------------------------------------------------------


@RULES.covers("11.2.1.p1", "11.1.4.p1")
class Steps:
    """The steps of a stack that moves together: each costs what it costs the slowest unit."""

    def __init__(self, board: OperationBoard, stack: tuple[Piece, ...], goal: Hex | None) -> None:
        self._board = board
        self._goal = goal
        self._stack = stack
        self._columns = frozenset((costs.column(p), p.flag("in-column")) for p in stack)
        self._factor = costs.factor(board)
        self._costs = board.kept("costs of steps", bridges.spans(board), _no_costs)
        treks = board.state.march.treks
        spent = {p.id: spent_by(board, p) for p in stack}
        self.weakest = min(stack, key=lambda p: costs.allowance(board, p) - spent[p.id])
        self.allowance = costs.allowance(board, self.weakest)
        self.spent = spent[self.weakest.id]
        over = any(p.id in treks and treks[p.id].over for p in stack)
        self.memory = Memory(all(is_on_road(board, p) for p in stack), over)

    def __call__(
        self, here: Hex, memory: Memory, points: float, towards: Hex | None = None
    ) -> Iterator[Step[Memory]]:
        """Every step from a hex, or only those into one hex."""
        for end in self._board.data.map.grid.neighbours(here).values():
            if towards is not None and end != towards:
                continue
            road = self._by_road(here, end) if memory.on_road else None
            if road is not None:
                yield self._step(here, end, road, memory, points, by_road=True)
            yield self._step(here, end, self._off(here, end), memory, points, by_road=False)

    def faultless(self, here: Hex, memory: Memory, points: float) -> Iterator[Step[Memory]]:
        """The steps from a hex that nothing is wrong with: for searches, which make very many."""
        left = self.allowance - self.spent - points
        side = self._stack[0].side
        columns = any(column for _, column in self._columns)
        for end in self._board.data.map.grid.neighbours(here).values():
            if retreat.enemies_in(self._board, end, side):
                continue
            if columns and not retreat.has_room(self._board, end, self._stack):
                continue
            road = self._by_road(here, end) if memory.on_road else None
            if road is not None and road <= left:
                yield Step(end, road, (), Memory(on_road=True), ROAD)
            off = self._off(here, end)
            if off is not None and off <= left:
                yield Step(end, off, (), Memory(on_road=False), "")

    def _by_road(self, here: Hex, end: Hex) -> float | None:
        found = [costs.by_road(self._board, kind, here, end) for kind, _ in self._columns]
        known = [cost for cost in found if cost is not None]
        return max(known) * self._factor if len(known) == len(found) else None

    def _off(self, here: Hex, end: Hex) -> float | None:
        found = [self._across(kind, column, here, end) for kind, column in self._columns]
        known = [cost for cost in found if cost is not None]
        return max(known) * self._factor if len(known) == len(found) else None

    def _across(self, kind: str, column: bool, here: Hex, end: Hex) -> float | None:
        key = (kind, column, here, end)
        if key not in self._costs:
            cost = costs.across_country(self._board, kind, here, end, in_column=column)
            self._costs[key] = cost
        return self._costs[key]

    def _step(
        self, here: Hex, end: Hex, cost: float | None, memory: Memory, points: float, *,
        by_road: bool,
    ) -> Step[Memory]:  # fmt: skip
        faults: list[Finding] = []
        board = self._board
        if retreat.enemies_in(board, end, self._stack[0].side):
            faults.append(self._fault("9.3.6.p1", end, "moves into the enemy in", "an assault"))
        elif self._is_full(end):
            faults.append(
                self._fault("11.2.p1", end, "goes in column through", "room for 12 current steps")
            )
        price = BARRED if cost is None else cost
        over = memory.over
        if cost is None and not over:
            faults.append(self._barred(here, end))
            over = True
        elif not over and self.spent + points + price > self.allowance:
            faults.append(self._overspent(end, self.spent + points + price))
            over = True
        return Step(end, price, tuple(faults), Memory(by_road, over), ROAD if by_road else "")

    def _is_full(self, end: Hex) -> bool:
        """Whether columns find no room in a hex that they pass through."""
        return (
            end != self._goal
            and any(column for _, column in self._columns)
            and not retreat.has_room(self._board, end, self._stack)
        )

    # -- what is wrong ---------------------------------------------------------------------------

    def _fault(self, rule: str, end: Hex, does: str, expected: str, found: str = "") -> Finding:
        board = self._board
        names = ", ".join(piece.name for piece in self._stack)
        return Finding(
            f"{names} {does} {board.data.map.describe(end)}",
            units=tuple(piece.id for piece in self._stack),
            hexes=(board.data.map.number(end),),
            expected=expected,
            found=found,
            rule=rule,
        )

    def _barred(self, here: Hex, end: Hex) -> Finding:
        board = self._board
        if ground.water_between(board, here, end) == "yes":
            rule, expected = "11.1.3.p5", "a column across a bridge"
        else:
            rule, expected = "11.1.4.p1", "terrain that it may enter"
        fault = self._fault(rule, end, "may not enter", expected)
        return replace(fault, rests_on=rests_on(board, (here, end)))

    def _overspent(self, end: Hex, total: float) -> Finding:
        return self._fault(
            "11.1.4.p1",
            end,
            "spends more movement points than it has on the way into"
            if len(self._stack) == 1
            else "spend more movement points than they have on the way into",
            f"at most {self.allowance:g} points of {self.weakest.name}",
            f"{total:g}",
        )


def _no_costs(_: OperationBoard) -> dict[tuple[str, bool, Hex, Hex], float | None]:
    """Costs of steps off the road as they are found; they change with the bridges alone."""
    return {}


def spent_by(board: OperationBoard, piece: Piece) -> float:
    """Movement points that a unit has spent in the phase, streams at the least they have cost."""
    trek = board.state.march.treks.get(piece.id)
    if trek is None:
        return 0.0
    spent = trek.points + min(trek.crossings.values(), default=0.0)
    return max(spent, costs.allowance(board, piece)) if trek.spent_all else spent


def rests_on(board: OperationBoard, hexes: tuple[Hex, ...]) -> tuple[str, ...]:
    """The stand-in figures behind a fault: rows of the charts, the impulse and the map."""
    table = board.data.tables[costs.TERRAIN]
    rows = {name for hex_ in hexes for name in ground.terrains(board, hex_)} & {*table.row_keys}
    if any(costs.has_stream(board, hex_) for hex_ in hexes):
        rows.add(costs.STREAM)
    roads = board.data.tables[costs.ROADS]
    kinds = {k for a, b in pairwise(hexes) for k in costs.roads_between(board, a, b)}
    used = [(table, row) for row in sorted(rows)] + [(roads, row) for row in sorted(kinds)]
    found = [
        f"{chart.title}, {row} ({chart.source_of(row)})"
        for chart, row in used
        if chart.source_of(row).kind == "stand-in"
    ]
    if any(board.data.map.hexes[hex_].source.kind == "stand-in" for hex_ in hexes):
        found.append("the map (stand-in)")
    return tuple(found)


# -- ways ------------------------------------------------------------------------------------------


def way_of(board: OperationBoard, stack: tuple[Piece, ...], action: Move) -> Way[Memory] | None:
    """The way of a stack: along the path given, or the best there is; None if it is no chain."""
    key = ("way", tuple(piece.id for piece in stack), action.path, action.complete)
    return board.derived(key, lambda here: _find(here, stack, action))


def _find(board: OperationBoard, stack: tuple[Piece, ...], action: Move) -> Way[Memory] | None:
    path = tuple(place for text in action.path if isinstance(place := board.location(text), Hex))
    if isinstance(stack[0].place, Hex) and any(piece.place != path[0] for piece in stack):
        return None
    steps = Steps(board, stack, path[-1])
    if action.complete:
        return follow(path, steps.memory, steps)
    return find_way(path[0], path[-1], steps.memory, steps)


# -- judging ---------------------------------------------------------------------------------------


@RULES.rule(
    "11.1.4.p1", "11.1.1.p1", "11.1.3.p4", "11.1.3.p5", "11.2.1.p1", "11.2.p1", "e4.0.p6",
    "e4.0.p8", "e4.0.p9", "e4.0.p13", "e4.0.p14", "e4.0.p15", "e4.0.p19", on=Move,
)  # fmt: skip
def stacks_move_as_the_terrain_allows(action: Move, board: OperationBoard) -> Iterator[Finding]:
    """A stack spends no more than its slowest unit has, on ground where all of it may go."""
    stack = movers(board, action)
    free = tuple(piece for piece in stack if not rail.moves_by_rail(board, piece, action))
    if not free or any(reinforcements.is_inactive(board, piece) for piece in free):
        return
    way = way_of(board, free, action)
    if way is None:
        yield Finding(
            f"{', '.join(p.name for p in free)} do not move from hex to neighbouring hex",
            units=tuple(p.id for p in free),
            expected=f"a chain of neighbouring hexes from {board.number(free[0].place)}",
            found="-".join(action.path),
        )
        return
    yield from _column_in_full_hex(board, free)
    for fault in way.faults:
        if fault.rule == "11.1.4.p1" and not fault.rests_on:
            yield replace(fault, rests_on=rests_on(board, way.hexes))
        else:
            yield fault


@RULES.covers("11.2.p1")
def _column_in_full_hex(board: OperationBoard, stack: tuple[Piece, ...]) -> Iterator[Finding]:
    """Columns that came into a full hex by one move and leave it by the next have gone through."""
    here = stack[0].place
    treks = board.state.march.treks
    came = [p for p in stack if p.flag("in-column") and p.id in treks and treks[p.id].moved]
    passing = tuple(p for p in came if treks[p.id].start != here)
    if passing and isinstance(here, Hex) and not retreat.has_room(board, here, stack):
        yield Finding(
            f"{', '.join(p.name for p in passing)} in column went through"
            f" {board.data.map.describe(here)}",
            units=tuple(p.id for p in passing),
            hexes=(board.data.map.number(here),),
            expected="room for 12 current steps",
            rule="11.2.p1",
        )


@RULES.rule("11.1.4.p1", on=Move)
def units_move_in_movement_and_combat_alone(
    action: Move, board: OperationBoard
) -> Iterator[Finding]:
    """Outside Movement and Combat Phases no unit goes from hex to hex."""
    if board.phase is None or is_movement(board) or assaults.in_combat(board):
        return
    start, end = board.location(action.start), board.location(action.end)
    if start == end or not isinstance(start, Hex) or not isinstance(end, Hex):
        return
    for piece in assaults.units_named(board, action.units):
        if units.is_unit(piece):
            yield Finding(
                f"{piece.name} moves in the {board.phase.name}",
                units=(piece.id,),
                hexes=(board.number(start), board.number(end)),
                expected="a Movement Phase",
            )


# -- remembering -----------------------------------------------------------------------------------


@RULES.effect("11.1.4.p1", on=BeginPhase)
def movement_starts_afresh(_: BeginPhase, board: OperationBoard) -> None:
    """Points are those of one Movement Phase, streams crossed those of one impulse."""
    march = board.state.march
    march.trigger = None
    march.leaderless.clear()
    if is_movement(board):
        march.treks.clear()
        march.watched.clear()
        march.crossed_stream.clear()
        march.by_rail.clear()


def trek_of(board: OperationBoard, piece: Piece) -> Trek:
    """The movement of a unit in this phase, begun if it has not moved yet. From an effect only."""
    here = piece.place if isinstance(piece.place, Hex) else None
    trek = board.state.march.treks.setdefault(piece.id, Trek(here))
    if not trek.crossings and here is not None:
        streams.settle(board, piece, trek)
    return trek


@RULES.effect("11.1.4.p1", "11.2.1.p1", on=Move, before=True)
def movement_is_remembered(action: Move, board: OperationBoard) -> None:
    """Points spent, whether the road was left, and what streams may have cost."""
    stack = movers(board, action)
    if not board.is_sorting(action):
        board.state.march.trigger = None
    free = tuple(piece for piece in stack if not rail.moves_by_rail(board, piece, action))
    if not free:
        return
    way = way_of(board, free, action)
    march = board.state.march
    keeps_road = way is not None and _keeps_road(board, free, way)
    for piece in free:
        trek = trek_of(board, piece)
        trek.moved = True
        if way is None:
            continue
        trek.points += way.points
        trek.over = trek.over or way.memory.over
        if action.complete or len(way.hexes) == 2:
            streams.follow_banks(board, piece, trek, way.hexes, way.manners)
        else:
            streams.lose_track(board, trek, way.hexes[-1])
        if piece.flag("in-column") and not way.memory.on_road and not keeps_road:
            march.off_road.add(piece.id)


def _keeps_road(board: OperationBoard, stack: tuple[Piece, ...], way: Way[Memory]) -> bool:
    """Whether columns could have gone all the way by road, where across country was cheaper.

    They are on the road then, if they like.
    """
    joined = all(costs.roads_between(board, a, b) for a, b in pairwise(way.hexes))
    return joined and all(is_on_road(board, piece) for piece in stack)


def can_pay(board: OperationBoard, piece: Piece, points: float) -> tuple[bool, float, float]:
    """Whether a unit has points left for an act, what it would have spent, and what it has."""
    trek = board.state.march.treks.get(piece.id)
    before = spent_by(board, piece)
    most = costs.allowance(board, piece)
    paid = before + points <= most or (trek is not None and trek.over)
    return paid, before + points, most
