"""Chapter 8, movement: a unit's way from hex to hex, and what of it counts for the phase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from compiler.hexes import Hex
from referee.actions import Move
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import forces, rests, results, units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.checks import MOVEMENT, REACTION, mode
from referee.games.iron_cross.concealed import comes_to_light, is_kept_out_of_sight
from referee.games.iron_cross.movement import leaders, terrain
from referee.games.iron_cross.movement.allowance import allowance
from referee.games.iron_cross.movement.facing import turning_points
from referee.games.iron_cross.movement.steps import OFF_MAP, Attempt, Memory, step_rules
from referee.games.iron_cross.state import BattleBoard, Trek
from referee.games.iron_cross.units import NORMAL
from referee.mechanics.merging import merged
from referee.mechanics.movement import Step, Way, find_way, follow

PROHIBITED_COST = 99.0
"""Points charged for a step that a fault already forbids, so that any other way is preferred."""


def is_movement(move: Move, board: BattleBoard) -> bool:
    """Whether chapter 8 judges a move: of units, onto a hex, in a movement phase.

    Moves into an assaulted hex, behind a pushed wreck and into boxes belong elsewhere; hidden units
    that are put where they are do not move, nor do those that are sorted in their stack.
    """
    if mode(board) not in (MOVEMENT, REACTION) or not isinstance(board.location(move.end), Hex):
        return False
    if comes_to_light(move, board) or board.is_sorting(move):
        return False
    return any(units.unit_class(board.piece(name)) for name in move.units) and not any(
        name in board.state.pushes for name in move.units
    )


# -- the steps there are ---------------------------------------------------------------------------


class Steps:
    """The steps of one unit in the present position, by road and across country."""

    def __init__(
        self,
        board: BattleBoard,
        piece: Piece,
        goal: Hex | None = None,
        *,
        affordable: bool = False,
    ) -> None:
        self._board = board
        self._piece = piece
        self._goal = goal
        """A hex that may be entered from off the map, whatever its area says."""
        self._affordable = affordable
        """Whether steps that the points do not last for are left out, not listed with a fault."""
        self.limit = allowance(board, piece)
        self._passages = terrain.passages(board, piece)
        self._column = terrain.column(piece)
        self._road_rate = terrain.uses_road_row(piece)
        trek = board.state.treks.get(piece.id)
        self.memory = Memory(min(trek.hexes, 2) if trek else 0)
        self.spent = trek.points + turning_points(board, piece) if trek else 0.0
        self._overrun = next(
            (run for run in board.state.overruns if run.vehicle == piece.id and not run.left), None
        )

    def __call__(
        self, here: Hex, memory: Memory, points: float, towards: Hex | None = None
    ) -> Iterator[Step[Memory]]:
        """Every step from a hex, or only those into one hex."""
        if here == OFF_MAP:
            yield from self._entries(memory, points, towards)
            return
        left = self.limit.points - self.spent - points if self._affordable else PROHIBITED_COST
        if self._affordable and self.limit.one_hex:
            left = PROHIBITED_COST if memory.hexes == 0 else -1.0
        for passage in self._passages[here]:
            if towards is not None and passage.end != towards:
                continue
            if _least(passage) > left:
                continue
            road = passage.road if self._road_rate else None
            if road is not None:
                yield self._step(here, passage.end, road, True, memory, points)
            if road is None or (passage.cost is not None and passage.cost < road):
                yield self._step(here, passage.end, passage.cost, False, memory, points)

    def _entries(
        self, memory: Memory, points: float, towards: Hex | None
    ) -> Iterator[Step[Memory]]:
        """Steps from off the map: into the hexes where the unit may enter."""
        open_hexes = entry_hexes(self._board, self._piece)
        wanted = {towards} if towards is not None else {*open_hexes, self._goal}
        for hex_ in sorted(hex_ for hex_ in wanted if hex_ is not None):
            cost = terrain.terrain_cost(self._board.data, self._column, hex_)
            by_road = terrain.ROAD in self._board.data.map.route_hexes.get(hex_, ())
            if by_road and self._road_rate:
                cost = terrain.chart_cost(self._board.data, self._column, terrain.ROAD)
            yield self._step(OFF_MAP, hex_, cost, by_road, memory, points)

    def _step(
        self, start: Hex, end: Hex, cost: float | None, road: bool, memory: Memory, points: float
    ) -> Step[Memory]:
        spent = self.spent + points
        attempt = Attempt(self._board, self._piece, start, end, cost, road, memory, spent)
        faults = [fault for rule in step_rules() for fault in rule(attempt)]
        price = PROHIBITED_COST if cost is None else cost
        if self._overrun is not None and end == self._overrun.hex and not self._overrun.entered:
            price += terrain.act_cost(self._board.data, "overrun")
        over = memory.over_allowance
        if not over and cost is not None and not self._affords(attempt, price):
            faults.append(self._overspent(attempt, spent + price))
            over = True
        reached = Memory(min(memory.hexes + 1, 2), over)
        return Step(end, price, tuple(faults), reached, terrain.ROAD if road else "")

    def _affords(self, attempt: Attempt, price: float) -> bool:
        """Whether the points last for the step."""
        if self.limit.one_hex:
            return attempt.memory.hexes == 0
        return attempt.points + price <= self.limit.points

    def _overspent(self, attempt: Attempt, total: float) -> Finding:
        limit = self.limit
        if limit.one_hex:
            return attempt.fault(
                limit.rule,
                f"moves on into {attempt.into}",
                expected="one hex in the phase",
                found="more than one",
            )
        if limit.points <= 0:
            return attempt.fault(
                limit.rule, f"may not move in this phase and enters {attempt.into}"
            )
        return attempt.fault(
            limit.rule,
            f"spends more movement points than it has on its way into {attempt.into}",
            expected=f"at most {limit.points:g}",
            found=f"{total:g}",
        )


def _least(passage: terrain.Passage) -> float:
    """The fewest points for a passage; those of a step that a fault forbids where it is barred."""
    cost = PROHIBITED_COST if passage.cost is None else passage.cost
    return cost if passage.road is None else min(cost, passage.road)


def entry_hexes(board: BattleBoard, piece: Piece) -> frozenset[Hex]:
    """Where a unit that waits off the map may enter it now."""
    return frozenset().union(
        *(forces.area(board, way.area) for way in forces.open_ways(board, piece))
    )


# -- ways ------------------------------------------------------------------------------------------


def way_of(board: BattleBoard, piece: Piece, move: Move) -> Way[Memory] | None:
    """The way a unit goes in a move: along the path given, or the best there is.

    Its first hex is `OFF_MAP` where it enters, and its own where it was hidden. None when the path
    is no chain of neighbouring hexes beginning where the unit is.
    """
    key = ("way", piece.id, move.path, move.complete)
    return board.derived(key, lambda _: _find(board, piece, move))


def _find(board: BattleBoard, piece: Piece, move: Move) -> Way[Memory] | None:
    places = [board.location(number) for number in move.path]
    if not isinstance(piece.place, Hex):
        if not isinstance(places[0], Hex):
            places = places[1:]
        outside = () if is_kept_out_of_sight(board, piece) else (OFF_MAP,)
        path = (*outside, *(place for place in places if isinstance(place, Hex)))
    else:
        path = tuple(place for place in places if isinstance(place, Hex))
        if piece.place != path[0] or len(path) != len(places):
            return None
    steps = Steps(board, piece, path[-1])
    if move.complete:
        return follow(path, steps.memory, steps)
    return find_way(path[0], path[-1], steps.memory, steps)


# -- judging ---------------------------------------------------------------------------------------


@RULES.rule("8.0", "8.1", "8.11", "8.12", "8.13", "8.14", "8.22", on=Move)
def units_move_as_the_rules_allow(move: Move, board: BattleBoard) -> Iterator[Finding]:
    """Each unit of a move may set out, and goes a way on which every step is legal."""
    if not is_movement(move, board):
        return
    found: list[Finding] = []
    for name in move.units:
        piece = board.piece(name)
        if units.unit_class(piece):
            found.extend(_judge(board, piece, move))
    yield from merged(board, found)


def _judge(board: BattleBoard, piece: Piece, move: Move) -> Iterator[Finding]:
    if (piece.id, "move") not in board.state.blamed:
        yield from leaders.judge_setting_out(board, piece)
    elif not _may_go_on(board, piece):
        yield Finding(
            f"{piece.name} moves on after it was hit",
            units=(piece.id,),
            expected="no further movement in the phase",
            found=results.status_of(board, piece.id),
            rule="19.27" if board.state.hit[piece.id].startswith("19.") else "13.18",
        )
    way = way_of(board, piece, move)
    if way is not None:
        yield from (replace(fault, rests_on=rests_on(board, fault, way)) for fault in way.faults)
    else:
        yield Finding(
            f"{piece.name} does not move from hex to neighbouring hex",
            units=(piece.id,),
            hexes=tuple(name for name in move.path if isinstance(board.location(name), Hex)),
            expected=f"a chain of neighbouring hexes from {board.number(piece.place)}",
            found="-".join(move.path),
            rule="8.0",
        )


@RULES.covers("13.18")
def _may_go_on(board: BattleBoard, piece: Piece) -> bool:
    """Whether a unit that has moved in the phase may move further: it was not hit since."""
    state = board.state
    hit = piece.id in state.hit and results.status_of(board, piece.id) != NORMAL
    return not hit or piece.id in state.uncertain or (piece.id, "13.18") in state.blamed


# -- remembering -----------------------------------------------------------------------------------


@RULES.effect("8.0", "8.22", on=Move, before=True)
def movement_is_remembered(move: Move, board: BattleBoard) -> None:
    """Points spent, hexes passed, leaders followed and hits passed over count for the phase."""
    if not is_movement(move, board):
        return
    for name in move.units:
        piece = board.piece(name)
        if units.unit_class(piece):
            _remember(board, piece, move)


def set_out(board: BattleBoard, piece: Piece) -> Trek:
    """The movement of a unit in this phase, begun if it has not moved yet. From an effect only."""
    trek = board.state.treks.get(piece.id)
    if trek is None:
        here = (piece.place,) if isinstance(piece.place, Hex) else ()
        trek = Trek(results.status_of(board, piece.id), path=here)
        trek.facing = units.facing(piece) if here else None
        board.state.treks[piece.id] = trek
    return trek


def _remember(board: BattleBoard, piece: Piece, move: Move) -> None:
    state = board.state
    way = way_of(board, piece, move)
    led = leaders.led_by_whom(board, piece)
    trek = set_out(board, piece)
    if (piece.id, "move") not in state.blamed:
        trek.led_by = led
        state.blamed.add((piece.id, "move"))
    if piece.id in state.hit:
        state.blamed.add((piece.id, "13.18"))
    trek.points += turning_points(board, piece) + (way.points if way is not None else 0.0)
    path = way.hexes if way is not None else tuple(_known(board, move))
    entered = tuple(hex_ for hex_ in path[1:] if hex_ != OFF_MAP) or path[-1:]
    trek.path += entered
    trek.hexes += len(entered)
    known = move.complete or len(path) == 2
    trek.exact = trek.exact and known
    trek.facing = units.facing(piece) if isinstance(piece.place, Hex) and known else None
    trek.over = trek.over or (way is not None and way.memory.over_allowance)
    if units.is_vehicle(piece) and way is not None:
        trek.woods_owed = _woods(board, way, known)
    conduct = state.note(piece.id)
    conduct.stepped = True
    conduct.moved_in.add(mode(board))


def _known(board: BattleBoard, move: Move) -> Iterator[Hex]:
    return (hex_ for hex_ in map(board.location, move.path) if isinstance(hex_, Hex))


def _woods(board: BattleBoard, way: Way[Memory], known: bool) -> tuple[Hex, ...]:
    """Woods and marsh hexes entered other than by road; only the last where others are guessed."""
    entered = list(zip(way.hexes[1:], way.manners, strict=True))
    return tuple(
        hex_
        for hex_, manner in (entered if known else entered[-1:])
        if not manner and terrain.immobilising_number(board, hex_)
    )


def rests_on(board: BattleBoard, fault: Finding, way: Way[Memory]) -> tuple[str, ...]:
    """The stand-in figures and readings behind a fault in points or terrain, or on a held hex."""
    if fault.rule == "8.23" and mode(board) == REACTION:
        return rests.defects(board, "enemy-hex-in-reaction")
    if fault.rule not in {"8.11", "8.12", "8.13", "8.14", "8.3.C", "8.5"}:
        return ()
    data = board.data
    table = data.tables[terrain.EFFECTS]
    entered = [hex_ for hex_ in way.hexes if hex_ != OFF_MAP]
    rows = sorted({name for hex_ in entered for name in data.map.hexes[hex_].terrains})
    found = [
        f"{table.title}, {row} ({table.source_of(row)})"
        for row in rows
        if table.source_of(row).kind == "stand-in"
    ]
    if any(data.map.hexes[hex_].source.kind == "stand-in" for hex_ in entered):
        found.append("the map (stand-in)")
    found += rests.of_rule(board, fault.rule)
    return (*found, *rests.of_way(board, way.hexes, way.manners))
