"""Faults of barrages, counterbattery, zone and post-assault fire (11.3, 13.3, 13.6, 13.13)."""

from __future__ import annotations

from collections.abc import Callable

from referee.actions import Declare
from referee.board import Piece
from referee.games.operation_spark import assaults, observation, units
from referee.games.operation_spark.fire import artillery
from tests.referee.games.operation_spark.faults.finding import (
    ends_movement,
    near,
    nobody_near,
    on_map,
    place,
    says,
)
from tests.referee.games.operation_spark.faults.finding import fires as fire
from tests.referee.games.operation_spark.faults.firing import NOTHING, extra, fresh
from tests.referee.games.operation_spark.faults.story import Change, Moment, fault

# -- barrage, counterbattery -----------------------------------------------------------------------


def _joins(moment: Moment, fits: Callable[[Piece], bool]) -> Change | None:
    """Another unit that takes part in a fire of several, the column being left out."""
    action = moment.action
    assert isinstance(action, Declare)
    if action.target is None or action.units or "column" not in action.values:
        return None
    goal = moment.board.data.map.hex(action.target)
    for piece in on_map(moment, moment.board.phasing):
        if fits(piece) and moment.idle(piece.id) and place(piece).distance(goal) > 1:
            joined = says(action.verb, piece.id, target=action.target)
            return Change(
                moment.number, (joined, action.model_copy(update={"values": {
                    "targets": action.names("targets")}})), moment.number + 1,
            )  # fmt: skip
    return None


AFTERMATH = ("13.10.8.p1", "e5.5.p7", "e5.5.p8", "e5.5.p11", "13.10.10")
"""What may follow from points that should not have been there."""


@fault("e5.1", *AFTERMATH, at="declare:barrage")
def infantry_takes_part_in_a_barrage(moment: Moment) -> Change | None:
    return _joins(moment, lambda piece: piece.counter.kind == "infantry" and fresh(moment, piece))


@fault("e5.1", *AFTERMATH, "e5.1.p6", at="declare:counterbattery")
def artillery_takes_part_in_counterbattery_fire_that_may_not(moment: Moment) -> Change | None:
    def fits(piece: Piece) -> bool:
        if not units.is_artillery(piece) or not fresh(moment, piece):
            return False
        return not artillery.ways(moment.board, piece, "counterbattery")

    return _joins(moment, fits)


@fault("13.10.5.p7", at="declare:barrage")
def light_artillery_is_said_to_be_heavy(moment: Moment) -> Change | None:
    for piece in on_map(moment, moment.board.phasing, resting=True):
        light = units.is_artillery(piece) and not artillery.is_heavy(moment.board, piece)
        if light and "div" in units.artillery_row(piece):
            return moment.insert(says("heavy", piece.id, as_="heavy"))
    return None


@fault("13.3", "12.3.p1", "12.0.p2", "12.4", "e5.1.p6", "13.10.p1")
def counterbattery_fire_hits_a_hex_without_artillery(moment: Moment) -> Change | None:
    board = moment.board
    if not moment.ends_phase or moment.phase != "counterbattery" or board.phasing is None:
        return None
    guns = [
        p for p in on_map(moment, board.phasing, resting=True)
        if units.artillery_row(p).endswith("hvy-guns") and fresh(moment, p)
    ]  # fmt: skip
    for foe in on_map(moment, board.data.opponent(board.phasing)):
        mates = list(board.units_at(place(foe)))
        plain = len(mates) == 1 and foe.counter.kind == "infantry"
        if not plain or observation.observed(board, board.phasing, place(foe)).verdict != "seen":
            continue
        for gun in guns:
            if (units.printed_range(gun) or 0) >= place(gun).distance(place(foe)):
                shot = fire(board, "counterbattery", gun, place(foe), foe.id)
                return moment.insert(shot, NOTHING)
    return None


# -- vehicles, zone fire, after the assaults -------------------------------------------------------


@fault("13.13.p1")
def a_unit_that_had_a_marker_fires_after_the_assaults(moment: Moment) -> Change | None:
    board = moment.board
    if not moment.ends_phase or moment.phase != "post-assault" or board.phasing is None:
        return None
    for piece in on_map(moment, board.phasing):
        now = board.state.combat.now
        stayed = piece.id in now.received and piece.id not in now.lost | now.gave_up | now.withdrew
        if not stayed or units.is_afv(piece) or piece.flag("disrupted"):
            continue
        for _, hex_ in near(board, place(piece)):
            foes = [p for p in board.units_at(hex_) if p.side != piece.side]
            if len(foes) == 1 and not units.is_afv(foes[0]):
                shot = fire(board, "fire", piece, hex_, foes[0].id, with_="regular")
                return moment.insert(shot, NOTHING)
    return None


@fault("11.3.3.p4", "3.2.1.p3")
def zone_fire_comes_at_a_unit_with_no_enemy_beside_it(moment: Moment) -> Change | None:
    board = moment.board
    if not ends_movement(moment) or board.phasing is None:
        return None
    target = next(
        (p for p in on_map(moment, board.phasing, resting=True)
         if nobody_near(board, p) and not units.is_afv(p)), None,
    )  # fmt: skip
    foes = on_map(moment, board.data.opponent(board.phasing), resting=True)
    firer = next((p for p in foes if p.counter.kind == "infantry" and fresh(moment, p)), None)
    if target is None or firer is None:
        return None
    shot = fire(board, "zone-fire", firer, place(target), target.id, with_="regular")
    return moment.insert(shot, NOTHING)


def _zone_fire(moment: Moment, phases: frozenset[str]) -> Change | None:
    """Zone fire at the end of a combat phase at a unit that goes nowhere."""
    board = moment.board
    if not moment.ends_phase or moment.phase not in phases or board.phasing is None:
        return None
    for piece in on_map(moment, board.phasing):
        soft = not units.is_afv(piece) and piece.id not in board.state.combat.journeys
        for _, hex_ in near(board, place(piece)) if soft else ():
            for foe in board.units_at(hex_):
                calm = foe.side != piece.side and foe.counter.kind == "infantry"
                if calm and moment.idle(foe.id) and fresh(moment, foe):
                    shot = fire(board, "zone-fire", foe, place(piece), piece.id, with_="regular")
                    return moment.insert(shot, NOTHING)
    return None


@fault("11.3.3.p1")
def zone_fire_comes_after_the_assaults(moment: Moment) -> Change | None:
    return _zone_fire(moment, frozenset({"post-assault", "counterbattery"}))


@fault("11.3.3.p1")
def zone_fire_comes_in_an_offensive_segment(moment: Moment) -> Change | None:
    return _zone_fire(moment, assaults.OFFENSIVE)


@fault("11.3.3.p8", "13.7", "13.1")
def zone_fire_comes_in_an_attacker_withdrawal(moment: Moment) -> Change | None:
    return _zone_fire(moment, assaults.ATTACKER_WITHDRAWAL)


@fault("12.3.p1", "13.10.2.p6", "13.10.2.p7", "13.1.p1")
def a_gun_fires_at_what_it_cannot_see(moment: Moment) -> Change | None:
    def fits(piece: Piece, target: Piece) -> bool:
        distance, reach = place(piece).distance(place(target)), units.printed_range(piece) or 0
        if units.is_artillery(piece) or not 1 < distance <= reach or not fresh(moment, piece):
            return False
        sight = observation.sees(moment.board, piece, place(target))
        strong = units.strength(piece, "regular") > 0
        return strong and (sight.verdict, sight.rule) == ("unseen", "12.3.p1")

    return extra(moment, assaults.OFFENSIVE, fits, idle=False) or extra(
        moment, assaults.DEFENSIVE, fits, idle=False
    )
