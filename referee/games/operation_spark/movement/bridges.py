"""Sections 11.5 and 11.6: bridges over the Neva, built by Soviet engineers, and their demolition.

What a bridge costs to cross is in `costs`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from compiler.hexes import Direction, Hex
from referee.actions import BeginPhase, Declare, Move, Place, Remove
from referee.board import Piece
from referee.findings import Finding
from referee.games.operation_spark import ground, rests, units
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.march_state import Trek
from referee.games.operation_spark.state import OperationBoard

KIND = "bridge-marker"
BANKS = frozenset({"river-bank", "lake-shore"})
SECTIONS = ("am", "pm", "night")


def section_number(board: OperationBoard) -> int:
    """Turn sections counted through the game, from the first morning."""
    section = board.phase.section if board.phase is not None else ""
    name = section.partition("-")[0]
    place = SECTIONS.index(name) if name in SECTIONS else (1 if name == "special" else 0)
    return board.turn * len(SECTIONS) + place


# -- where bridges lie -----------------------------------------------------------------------------


def _across(board: OperationBoard, hex_: Hex, direction: str) -> tuple[Hex, ...]:
    """The hexes that a bridge joins, from a bank on: through a river hex and out opposite."""
    grid = board.data.map.grid
    try:
        towards = Direction(direction)
    except ValueError:
        return ()
    first = grid.neighbour(hex_, towards)
    if first is None:
        return ()
    if not ground.is_water(board, first):
        return (hex_, first)
    second = grid.neighbour(first, towards)
    return (hex_, first) if second is None else (hex_, first, second)


@RULES.covers("11.5.1.p2", "e4.0.p13")
def spans(board: OperationBoard) -> frozenset[frozenset[Hex]]:
    """Pairs of neighbouring hexes that a built bridge joins."""
    return board.derived("bridges", _spans)


def _spans(board: OperationBoard) -> frozenset[frozenset[Hex]]:
    found: set[frozenset[Hex]] = set()
    for piece in board.pieces.values():
        side = piece.states.get("hexside")
        if piece.counter.kind == KIND and isinstance(piece.place, Hex) and isinstance(side, str):
            way = _across(board, piece.place, side)
            found |= {frozenset(pair) for pair in pairwise(way)}
    return frozenset(found)


def is_bridged(board: OperationBoard, start: Hex, end: Hex) -> bool:
    """Whether a built bridge joins two neighbouring hexes."""
    return frozenset((start, end)) in spans(board)


# -- building --------------------------------------------------------------------------------------


@RULES.rule("11.5.1.p1", "11.5.p1", "11.5.1.p2", "11.5.1.p4", on="declare:build-bridge")
def bridges_are_built_where_and_by_whom_they_may(
    action: Declare, board: OperationBoard
) -> Iterator[Finding]:
    """An engineer and a bridging unit on a bank of the Neva, and no enemy beside the hexsides."""
    builders = [board.pieces[name] for name in action.units if name in board.pieces]
    for piece in builders:
        fault = _builder_fault(board, piece)
        if fault is not None:
            yield fault
            return
    side = action.text("hexside")
    bank = next((p.place for p in builders if isinstance(p.place, Hex)), None)
    if side and bank is not None:
        yield from _site_faults(board, bank, side, action.units)


def _builder_fault(board: OperationBoard, piece: Piece) -> Finding | None:
    def fault(rule: str, message: str, expected: str) -> Finding:
        return Finding(message, units=(piece.id,), expected=expected, rule=rule)

    if not (units.is_engineer(piece) or piece.counter.kind == "bridging"):
        return fault(
            "11.5.1.p1", f"{piece.name} builds a bridge", "an engineer and a bridging unit"
        )
    if not piece.counter.values.get("builds_bridges"):
        return fault("11.5.1.p1", f"{piece.name} may not build bridges", "another engineer")
    if isinstance(piece.place, Hex) and not ground.terrains(board, piece.place) & BANKS:
        where = board.data.map.describe(piece.place)
        return fault(
            "11.5.1.p2", f"{piece.name} builds a bridge in {where}", "a hex with part of the river"
        )
    last = board.state.march.bridged.get(piece.id)
    if last is not None and section_number(board) == last + 1:
        return fault(
            "11.5.1.p4",
            f"{piece.name} begins a bridge in the turn section after it finished one",
            "a turn section without building",
        )
    return None


def _site_faults(
    board: OperationBoard, bank: Hex, side: str, builders: tuple[str, ...]
) -> Iterator[Finding]:
    way = _across(board, bank, side)
    describe = board.data.map.describe
    numbers = tuple(map(board.data.map.number, way))
    features = [board.data.map.features(a, b) for a, b in pairwise(way)]
    river = frozenset({"river-hexside", "partial-river-hexside", "open-water-hexside"})
    lake = frozenset({"lake-hexside", "partial-lake-hexside"})
    on_the_lake = any("lake" in ground.terrains(board, hex_) for hex_ in way)
    if not way or on_the_lake or any(found & lake or not found & river for found in features):
        yield Finding(
            f"a bridge is built at the {side} hexside of {describe(bank)}",
            units=builders,
            hexes=numbers or (board.data.map.number(bank),),
            expected="hexsides of the Neva or its tributary",
            found=", ".join(sorted(name for found in features for name in found)) or "no water",
            rule="11.5.p1",
        )
        return
    enemies = [e for hex_ in way[1:] for e in board.units_at(hex_) if e.side != "soviet"]
    if enemies:
        yield Finding(
            f"a bridge is built towards {describe(way[-1])}, which {enemies[0].name} holds",
            units=builders,
            hexes=numbers,
            expected="no enemy beside a hexside that is bridged",
            rule="11.5.1.p2",
        )


@RULES.effect("11.5.1.p1", "11.5.1.p3", on="declare:build-bridge")
def builders_are_remembered(action: Declare, board: OperationBoard) -> None:
    """Who builds, and from which hex."""
    for name in action.units:
        piece = board.pieces.get(name)
        if piece is not None and isinstance(piece.place, Hex):
            board.state.march.bridge_work[name] = piece.place
            if action.text("hexside"):
                board.state.march.bridge_side[piece.place] = action.text("hexside")


def _put_down(board: OperationBoard, action: Place | Move) -> tuple[str, Hex] | None:
    """A Bridge Marker that comes into a hex, placed or moved from its box, and the hex."""
    place = board.location(action.at if isinstance(action, Place) else action.end)
    if not isinstance(place, Hex) or (isinstance(action, Place) and action.why == "setup"):
        return None
    names = (action.unit,) if isinstance(action, Place) else action.units
    if isinstance(action, Move) and isinstance(board.location(action.start), Hex):
        return None
    for name in names:
        known = board.pieces.get(name)
        other = action.counter if isinstance(action, Place) else None
        counter = known.counter if known is not None else board.counter(other or name)
        if counter.kind == KIND:
            return name, place
    return None


def _workers(board: OperationBoard, hex_: Hex) -> tuple[str, ...]:
    """Units at work that are still where they build from, beside a hex or in it."""
    work = board.state.march.bridge_work
    return tuple(
        name
        for name, place in work.items()
        if place.distance(hex_) <= 1 and name in board.pieces and board.pieces[name].place == place
    )


@RULES.rule("11.5.1.p3", "11.5.2", on=Place)
@RULES.rule("11.5.1.p3", "11.5.2", on=Move)
def bridge_markers_follow_building(
    action: Place | Move, board: OperationBoard
) -> Iterator[Finding]:
    """A marker is placed when engineer and bridging unit have built; there are ten of them."""
    put = _put_down(board, action)
    if put is None:
        return
    name, place = put
    at_work = _workers(board, place)
    kinds = {board.pieces[worker].counter.kind for worker in at_work}
    if not {"engineer", "bridging"} <= kinds:
        yield Finding(
            f"a Bridge Marker is placed in {board.data.map.describe(place)}",
            units=(name,),
            hexes=(board.data.map.number(place),),
            expected="an engineer and a bridging unit that have built there",
            found=", ".join(board.pieces[worker].name for worker in at_work) or "nobody",
        )
        return
    most = rests.figure(board, "bridge-markers")
    there = [
        piece
        for piece in board.pieces.values()
        if piece.counter.kind == KIND and isinstance(piece.place, Hex) and piece.id != name
    ]
    if len(there) >= most:
        yield Finding(
            "there are more bridges than Bridge Markers",
            units=(name,),
            expected=f"at most {most}",
            found=str(len(there) + 1),
            rule="11.5.2",
        )


@RULES.effect("11.5.1.p3", "11.5.1.p4", on=Place)
@RULES.effect("11.5.1.p3", "11.5.1.p4", on=Move)
def finished_bridges_are_remembered(action: Place | Move, board: OperationBoard) -> None:
    """The bridging unit rests for a turn section; the work is over."""
    put = _put_down(board, action)
    if put is None:
        return
    march = board.state.march
    for name in _workers(board, put[1]):
        if board.pieces[name].counter.kind == "bridging":
            march.bridged[name] = section_number(board)
        del march.bridge_work[name]
    march.demolished.discard(put[0])
    march.new_bridges.add(put[0])


@RULES.effect("11.5.2", on=BeginPhase)
def bridges_are_new_for_a_phase(_: BeginPhase, board: OperationBoard) -> None:
    """A marker that was put down in an earlier phase lies where it lies."""
    board.state.march.new_bridges.clear()


# -- demolition ------------------------------------------------------------------------------------


@RULES.rule("11.6.p1", on="declare:demolish-bridge")
def engineers_demolish_bridges_beside_them(
    action: Declare, board: OperationBoard
) -> Iterator[Finding]:
    """An engineer spends all its movement points on a bridge at its hex."""
    for name in action.units:
        piece = board.pieces.get(name)
        if piece is None:
            continue
        trek = board.state.march.treks.get(name)
        message = ""
        if not units.is_engineer(piece):
            message = f"{piece.name} demolishes a bridge and is no engineer"
        elif not any(piece.place in pair for pair in _all_spans(board)):
            message = f"{piece.name} demolishes a bridge and stands beside none"
        elif trek is not None and trek.points > 0:
            message = f"{piece.name} demolishes a bridge after it has spent movement points"
        if message:
            yield Finding(
                message,
                units=(name,),
                expected="an engineer beside the bridge, with all its points",
            )


def _all_spans(board: OperationBoard) -> frozenset[frozenset[Hex]]:
    """Built bridges and those of the map."""
    printed = board.constant(
        "printed bridges",
        lambda data: frozenset(
            frozenset(tuple(side))
            for side, features in data.map.hexsides.items()
            if any(feature.terrain == "bridge-hexside" for feature in features)
        ),
    )
    return spans(board) | printed


@RULES.effect("11.6.p1", on="declare:demolish-bridge")
def demolitions_are_remembered(action: Declare, board: OperationBoard) -> None:
    """The bridges at the engineer's hex may be taken away, that named or any.

    It takes all the points that the engineer has.
    """
    for name in action.units:
        piece = board.pieces.get(name)
        if piece is None or not isinstance(piece.place, Hex):
            continue
        if units.is_engineer(piece) and piece.side == board.phasing:
            board.state.march.treks.setdefault(name, Trek(piece.place)).spent_all = True
        for other in board.pieces.values():
            if other.counter.kind != KIND or not isinstance(other.place, Hex):
                continue
            side = other.states.get("hexside")
            way = _across(board, other.place, side) if isinstance(side, str) else (other.place,)
            if piece.place in way:
                board.state.march.demolished.add(other.id)


@RULES.rule("11.5.2", on=Remove)
@RULES.rule("11.5.2", on=Move)
def bridges_go_only_by_demolition(
    action: Remove | Move, board: OperationBoard
) -> Iterator[Finding]:
    """A bridge stays where it is until it is demolished.

    In the phase in which it was put down its marker may be shifted between the hexes of its site.
    """
    end = board.location(action.end) if isinstance(action, Move) else None
    for name in action.units:
        piece = board.pieces.get(name)
        if piece is None or piece.counter.kind != KIND or not isinstance(piece.place, Hex):
            continue
        near = isinstance(end, Hex) and piece.place.distance(end) <= 1
        if piece.place == end or (near and name in board.state.march.new_bridges):
            continue
        if name not in board.state.march.demolished:
            yield Finding(
                f"the bridge of {board.data.map.describe(piece.place)} is taken away",
                units=(name,),
                hexes=(board.data.map.number(piece.place),),
                expected="demolition by an engineer",
            )
