"""Faults of bridges, reinforcements, trains and units that leave the map (11.1.8, 11.5 to 11.8)."""

from __future__ import annotations

from compiler.hexes import Hex
from referee.actions import Move, Place, Remove
from referee.games.operation_spark import ground, units
from referee.games.operation_spark.movement import costs
from tests.referee.games.operation_spark.faults.finding import (
    empty,
    ends_movement,
    go,
    nobody_near,
    on_map,
    place,
    quiet_step,
    says,
    set_,
    still,
)
from tests.referee.games.operation_spark.faults.story import Change, Moment, fault

# -- bridges ---------------------------------------------------------------------------------------


@fault("11.5.1.p1")
def infantry_builds_a_bridge(moment: Moment) -> Change | None:
    for piece in still(moment, resting=True) if ends_movement(moment) else ():
        if piece.side == "soviet" and piece.counter.kind == "infantry":
            return moment.insert(says("build-bridge", piece.id, hexside="N"))
    return None


@fault("11.5.1.p1")
def guards_miners_build_a_bridge(moment: Moment) -> Change | None:
    if not ends_movement(moment) or moment.board.phasing != "soviet":
        return None
    return moment.insert(says("build-bridge", "7gdminer", hexside="N"))


@fault("11.5.1.p2")
def a_bridge_is_built_far_from_the_river(moment: Moment) -> Change | None:
    for piece in still(moment, resting=True) if ends_movement(moment) else ():
        dry_land = not ground.terrains(moment.board, place(piece)) & {"river", "river-bank"}
        if piece.counter.values.get("builds_bridges") and dry_land:
            return moment.insert(says("build-bridge", piece.id, hexside="N"))
    return None


@fault("11.5.1.p3", "11.5.2")
def a_bridge_appears_that_nobody_has_built(moment: Moment) -> Change | None:
    board = moment.board
    marker = board.pieces.get("bridge")
    if not ends_movement(moment) or marker is None or isinstance(marker.place, Hex):
        return None
    banks = (h for h in board.data.map.grid if "river-bank" in ground.terrains(board, h))
    bank = next(hex_ for hex_ in banks if empty(board, hex_))
    put = Place(unit=marker.id, at=board.number(bank), states={"hexside": "N"})
    return moment.insert(put, Remove(units=(marker.id,)))


# -- reinforcements --------------------------------------------------------------------------------


@fault("11.7.1.p1", late=True)
def a_reinforcement_moves_before_its_date(moment: Moment) -> Change | None:
    board = moment.board
    if not ends_movement(moment) or board.phasing != "soviet":
        return None
    for piece in on_map(moment, "soviet", resting=True):
        there = quiet_step(board, piece) if piece.flag("reinforcement") else None
        if there is not None and nobody_near(board, piece):
            return moment.insert(go(board, piece, there))
    return None


@fault("11.7.1.p1")
def a_reinforcement_is_activated_before_its_date(moment: Moment) -> Change | None:
    for piece in on_map(moment, "soviet", resting=True) if ends_movement(moment) else ():
        if piece.flag("reinforcement"):
            off = set_(piece, "reinforcement", False)
            return moment.insert(off, set_(piece, "reinforcement", True))
    return None


@fault("11.8.4.p1", "11.8.4.p2", "11.7.p2", late=True)
def a_unit_leaves_the_map_in_movement(moment: Moment) -> Change | None:
    board = moment.board
    for piece in still(moment, resting=True) if ends_movement(moment) else ():
        box = f"{piece.side}-retreated"
        if box in board.data.boxes and not units.is_headquarters(piece):
            path = (board.number(piece.place), box)
            return moment.insert(Move(units=(piece.id,), path=path, side=piece.side))
    return None


@fault("11.1.8.p1", late=True)
def a_train_leaves_its_line(moment: Moment) -> Change | None:
    board = moment.board
    if not ends_movement(moment) or board.phasing != "german":
        return None
    for piece in still(moment, resting=True):
        there = quiet_step(board, piece)
        if there is not None and not costs.roads_between(board, place(piece), there):
            move = go(board, piece, there)
            return moment.insert(move.model_copy(update={"by": "rail"}))
    return None


@fault("13.10.8.p1", "10.1.3.p1", late=True)
def a_unit_is_taken_off_the_map(moment: Moment) -> Change | None:
    for piece in on_map(moment, resting=True) if ends_movement(moment) else ():
        if not units.is_headquarters(piece) and nobody_near(moment.board, piece):
            return moment.insert(Remove(units=(piece.id,)))
    return None
