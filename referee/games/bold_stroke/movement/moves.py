"""Chapter 6, movement: a unit's way from hex to hex, by whatever rules the chapters add."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from compiler.hexes import Hex
from referee.actions import Move
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.movement import corrections, roads, terrain, zones
from referee.games.bold_stroke.movement.allowance import allowance
from referee.games.bold_stroke.movement.order import Order, best_order
from referee.games.bold_stroke.movement.passages import MOVEMENT_COSTS, Passage, passages
from referee.games.bold_stroke.movement.steps import (
    Aspect,
    Attempt,
    Memory,
    StepRule,
    rules_for,
    step_rule,
)
from referee.games.bold_stroke.movement.trains import is_by_rail
from referee.games.bold_stroke.state import CampaignBoard, Moved
from referee.mechanics.movement import Step, Way, find_way, follow

ROAD = Aspect.ROAD.value
TAKEN = Aspect.TAKEN.value
FEATURES = Aspect.FEATURES.value
PROHIBITED = Aspect.PROHIBITED.value
OCCUPIED = Aspect.OCCUPIED.value
ZONE = Aspect.ZONE.value
ZONES = Aspect.ZONES.value
STOPPED = Aspect.STOPPED.value

COMBAT = frozenset({"combat", "second-combat"})
"""Phases in which units retreat and advance."""
OFF_ROAD_COST = 99.0
"""Points charged for a step that a fault already forbids, so that any other way is preferred."""


@step_rule("7.0.B", "6.0.C", when=Aspect.OCCUPIED)
def enters_no_enemy_hex(attempt: Attempt) -> Iterator[Finding]:
    """Friendly and enemy units never share a hex."""
    for other in attempt.board.units_at(attempt.end):
        if other.side != attempt.piece.side and units.is_ground(other):
            yield attempt.fault("7.0.B", f"enters {attempt.into}, held by {other.name}")
            return


class Steps:
    """The steps of one unit in the present position, by road and across country."""

    def __init__(self, board: CampaignBoard, piece: Piece, off_road: Hex | None = None) -> None:
        self._board = board
        self._piece = piece
        self._limit = allowance(board, piece)
        self._off_road = off_road
        """A hex that is not entered by road."""
        self._passages = passages(board, piece)
        self._zones = zones.felt_by(board, piece)
        self._taken = {hex_ for held in board.state.entered_by_road.values() for hex_ in held}
        self.memory, self._spent = start_memory(board, piece)

    def __call__(
        self, here: Hex, memory: Memory, points: float, towards: Hex | None = None
    ) -> Iterator[Step[Memory]]:
        """Every step from a hex, with what is wrong with it."""
        for passage, road, cost in self._manners(here, towards):
            attempt = self._attempt(here, passage, road, memory, points)
            aspects = self._aspects(attempt, cost)
            yield self._step(attempt, cost, rules_for(aspects))

    def faultless(
        self, here: Hex, memory: Memory, points: float, towards: Hex | None = None
    ) -> Iterator[Step[Memory]]:
        """The steps with which nothing is wrong; where a road is no dearer, by road alone."""
        if memory.stopped_by or memory.over_allowance:
            return
        spent = self._spent + points
        for passage in self._passages[here]:
            if towards is not None and passage.end != towards:
                continue
            cheapest = OFF_ROAD_COST
            for road, cost in passage.manners:
                if cost < cheapest and self._affords(spent, cost, memory):
                    step = self._fair(here, passage, road, cost, memory, points)
                    if step is not None:
                        cheapest = cost
                        yield step

    def _fair(
        self, here: Hex, passage: Passage, road: str, cost: float, memory: Memory, points: float
    ) -> Step[Memory] | None:
        """A step, if nothing is wrong with it; mostly no rule has anything to look at."""
        end = passage.end
        aspects = (ROAD | TAKEN if end in self._taken else ROAD) if road else 0
        plain = not passage.features and end not in self._zones
        if plain and end not in self._board.occupants and not rules_for(aspects):
            return Step(end, cost, (), _moved_on(memory, ""), road)
        attempt = self._attempt(here, passage, road, memory, points)
        step = self._step(attempt, cost, rules_for(self._aspects(attempt, cost)))
        return None if step.faults else step

    def _manners(
        self, here: Hex, towards: Hex | None
    ) -> Iterator[tuple[Passage, str, float | None]]:
        """The ways into each neighbouring hex, by road and across country, and their costs."""
        for passage in self._passages[here]:
            if towards is not None and passage.end != towards:
                continue
            if passage.end != self._off_road:
                for road, cost in passage.roads:
                    yield passage, road, cost
            yield passage, "", passage.cost

    def _attempt(
        self, here: Hex, passage: Passage, road: str, memory: Memory, points: float
    ) -> Attempt:
        return Attempt(
            self._board,
            self._piece,
            here,
            passage,
            road,
            memory,
            self._spent + points,
            self._zones.get(here, ()),
            self._zones.get(passage.end, ()),
        )

    def _occupied(self, passage: Passage) -> bool:
        return passage.end in self._board.occupants

    def _aspects(self, attempt: Attempt, cost: float | None) -> int:
        aspects = ROAD if attempt.road else 0
        if attempt.road and attempt.end in self._taken:
            aspects |= TAKEN
        if attempt.features:
            aspects |= FEATURES
        if cost is None:
            aspects |= PROHIBITED
        if self._occupied(attempt.passage):
            aspects |= OCCUPIED
        if attempt.zones_entered:
            aspects |= ZONE | ZONES if attempt.zones_left else ZONE
        return aspects | STOPPED if attempt.memory.stopped_by else aspects

    def _step(
        self, attempt: Attempt, cost: float | None, rules: tuple[StepRule, ...]
    ) -> Step[Memory]:
        faults = [fault for rule in rules for fault in rule(attempt)]
        price = OFF_ROAD_COST if cost is None else cost
        fords = terrain.fords_major_river(attempt)
        if fords:
            price = max(self._limit.points - attempt.points, 0.0)
        over = attempt.memory.over_allowance
        told = over or cost is None or attempt.memory.stopped_by != ""
        if not told and not self._affords(attempt.points, price, attempt.memory):
            faults.append(self._overrun(attempt, attempt.points + price))
            over = True
        stopped = "4.5.A" if fords else zones.stop_after(attempt)
        memory = _moved_on(attempt.memory, stopped, over=over)
        return Step(attempt.end, price, tuple(faults), memory, attempt.road)

    @RULES.covers("6.1.B", "6.1.C", "6.1.A")
    def _affords(self, spent: float, price: float, memory: Memory) -> bool:
        """Whether the points last for the step; the first hex of a phase always may be entered."""
        limit = self._limit
        if spent + price <= limit.points:
            return True
        return memory.hexes == 0 and (limit.points > 0 or limit.one_hex)

    def _overrun(self, attempt: Attempt, total: float) -> Finding:
        limit = self._limit
        if limit.points <= 0 and not limit.one_hex:
            phase = self._board.phase.name if self._board.phase else "phase"
            return attempt.fault(limit.rule, f"may not move in the {phase}", found=attempt.into)
        return attempt.fault(
            limit.rule,
            f"spends more movement points than it has on its way into {attempt.into}",
            expected=f"at most {limit.points:g}",
            found=f"{total:g}",
        )


def _moved_on(memory: Memory, stopped_by: str, *, over: bool = False) -> Memory:
    """What counts after one more hex."""
    if memory.hexes > 1 and memory.stopped_by == stopped_by and memory.over_allowance == over:
        return memory
    return Memory(min(memory.hexes + 1, 2), stopped_by, over)


def start_memory(board: CampaignBoard, piece: Piece) -> tuple[Memory, float]:
    """What counts from the unit's earlier movement in the phase, and the points it has spent."""
    moved = board.state.moved.get(piece.id)
    if moved is None:
        return Memory(), 0.0
    return Memory(min(moved.hexes, 2), moved.stopped_by), moved.points


def way_of(board: CampaignBoard, piece: Piece, move: Move) -> Way[Memory] | None:
    """The way a unit goes alone in a move: along the path given, or the best there is.

    None when the path is no chain of neighbouring hexes beginning where the unit is.
    """
    return board.derived(
        ("way", piece.id, move.path, move.complete), lambda _: _find(board, piece, move, None)
    )


def _find(
    board: CampaignBoard, piece: Piece, move: Move, off_road: Hex | None
) -> Way[Memory] | None:
    path = tuple(board.location(number) for number in move.path)
    hexes = tuple(hex_ for hex_ in path if isinstance(hex_, Hex))
    if len(hexes) != len(path) or piece.place != hexes[0]:
        return None
    steps = Steps(board, piece, off_road)
    if move.complete:
        return follow(hexes, steps.memory, steps)
    return find_way(hexes[0], hexes[-1], steps.memory, steps)


def one_by_one(move: Move, board: CampaignBoard) -> Iterator[tuple[CampaignBoard, Piece]]:
    """The units of a move as they go one after another, each with the position it finds.

    They go in the best order there is.
    """
    if len(move.units) == 1:
        yield board, board.piece(move.units[0])
        return

    def faults(order: Order) -> int:
        going = _in_order(move, order, board)
        ways = (way_of(here, piece, move) for here, piece in going if units.is_ground(piece))
        return sum(1 if way is None else len(way.faults) for way in ways)

    key = ("order", move.units, move.path, move.complete, move.by)
    order = board.derived(key, lambda here: best_order(here, move.units, faults))
    yield from _in_order(move, order, board)


def _in_order(
    move: Move, order: Order, board: CampaignBoard
) -> Iterator[tuple[CampaignBoard, Piece]]:
    trial = board.copy()
    for name in order:
        yield trial, trial.piece(name)
        trial.apply(move.model_copy(update={"units": (name,)}))


def is_movement(move: Move, board: CampaignBoard) -> bool:
    """Whether chapter 6 judges a move: from hex to hex in a movement phase, not by rail.

    Retreats and advances (6.5) belong to combat; a stack that is sorted does not move.
    """
    if board.phase is None or not board.phase.mode or board.is_sorting(move):
        return False
    if is_by_rail(move, board):
        return False
    return all(isinstance(board.location(number), Hex) for number in (move.start, move.end))


@RULES.rule("6.0.A", on=Move)
def units_move_in_phases_of_movement(move: Move, board: CampaignBoard) -> Iterator[Finding]:
    """On the map ground units change their hex in movement phases, and by combat (6.5)."""
    phase = board.phase
    if phase is None or phase.mode or phase.phase.id in COMBAT or move.start == move.end:
        return
    if all(isinstance(board.location(number), Hex) for number in (move.start, move.end)):
        for name in move.units:
            piece = board.piece(name)
            if units.is_ground(piece):
                yield Finding(
                    f"{piece.name} moves in the {phase.name}",
                    units=(name,),
                    hexes=(move.start, move.end),
                    expected="a movement phase of its side",
                    found=phase.name,
                )


@RULES.rule("6.0.C", "6.0.A", "6.0.B", "6.2", "6.2.A", "6.5", "7.3.A", "7.3.B", on=Move)
def units_move_as_the_rules_allow(move: Move, board: CampaignBoard) -> Iterator[Finding]:
    """Each unit of a move goes a way on which every step is legal."""
    if not is_movement(move, board):
        return
    for position, piece in one_by_one(move, board):
        if units.is_ground(piece):
            yield from _judge(position, piece, move)


def _judge(board: CampaignBoard, piece: Piece, move: Move) -> Iterator[Finding]:
    if piece.place != board.location(move.start):
        yield Finding(
            f"{piece.name} is not in the hex it is said to leave",
            units=(piece.id,),
            expected=board.number(piece.place),
            found=move.start,
        )
        return
    way = way_of(board, piece, move)
    if way is None:
        yield Finding(
            f"{piece.name} does not move from hex to neighbouring hex",
            units=(piece.id,),
            hexes=move.path,
            expected="a chain of neighbouring hexes",
        )
        return
    end = board.location(move.end)
    if way.faults and corrections.moves_taken_back(board, piece, end) is not None:
        yield from corrections.taken_back(board, piece, end)
        return
    for fault in way.faults:
        yield replace(fault, rests_on=_rests_on(board, way) if _needs_costs(fault) else ())


@RULES.effect("6.1.A", "6.1.B", "6.3.A", "6.6.E", on=Move, before=True)
def movement_is_remembered(move: Move, board: CampaignBoard) -> None:
    """Points spent, stops, roads used and hexes passed count for the rest of the phase."""
    if not is_movement(move, board):
        return
    for position, piece in one_by_one(move, board):
        way = way_of(position, piece, move) if units.is_ground(piece) else None
        if way is None or len(way.hexes) < 2:
            continue
        if corrections.moves_taken_back(board, piece, way.hexes[-1]) is not None:
            continue
        _, spent = start_memory(position, piece)
        earlier = board.state.moved.get(piece.id, Moved())
        start = way.hexes[0] if way.hexes[0] != way.hexes[-1] else None
        board.state.moved[piece.id] = Moved(
            spent + way.points,
            earlier.hexes + len(way.hexes) - 1,
            way.memory.stopped_by,
            start,
            board.state.moved.get(piece.id),
        )
        board.state.entered_by_road.pop(piece.id, None)
        if _came_by_road(position, piece, move, way):
            last_two = (way.hexes[-1], way.hexes[-2])
            board.state.entered_by_road[piece.id] = last_two[: 2 if roads.is_long(piece) else 1]
        for hex_ in way.hexes:
            board.state.last_through[hex_] = piece.side or ""


@RULES.effect("6.1.A", on=Move)
def moves_taken_back_are_forgotten(move: Move, board: CampaignBoard) -> None:
    """A unit that is back where a move of the phase began has not made it."""
    if is_movement(move, board):
        for name in move.units:
            corrections.forget(board, board.piece(name))


def _came_by_road(board: CampaignBoard, piece: Piece, move: Move, way: Way[Memory]) -> bool:
    """Whether the unit must have entered its last hex by road: it could not legally have else."""
    if not way.manners[-1]:
        return False
    if move.by == "road":
        return True
    other = _find(board, piece, move, way.hexes[-1])
    return other is None or len(other.faults) > len(way.faults)


def _needs_costs(fault: Finding) -> bool:
    """Whether a fault depends on what the terrain chart says."""
    return fault.rule in {"6.1.A", "6.2.B", "6.4.B", "6.4.C", "6.7", "9.2.A", "11.10.4.A", "13.4.B"}


def _rests_on(board: CampaignBoard, way: Way[Memory]) -> tuple[str, ...]:
    """The stand-in figures behind the costs of a way: the chart, and the map's own hexes."""
    table = board.data.tables[MOVEMENT_COSTS]
    rests = []
    if table.source.kind == "stand-in":
        rests.append(f"{table.title} ({table.source})")
    if any(board.data.map.hexes[hex_].source.kind == "stand-in" for hex_ in way.hexes):
        rests.append("the map (stand-in)")
    return tuple(rests)
