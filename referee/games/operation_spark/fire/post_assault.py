"""Sections 13.13 and 13.10, post-assault fire: the order in which its parts are made known.

Against vehicles the firers are committed before the enemy tells what stands in the hex.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.actions import Declare, PhaseEnds
from referee.findings import Finding
from referee.games.operation_spark import assaults, units
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.fire.firing import joined
from referee.games.operation_spark.state import OperationBoard

SPECIFIC, GENERAL = "specific", "general"
PHASE = "post-assault"


@RULES.rule("13.10.p3", "13.10.p4", "12.0.p1", on="declare:reveal")
def stacks_are_told_in_order(action: Declare, board: OperationBoard) -> Iterator[Finding]:
    """The vehicles of a hex are told only when units have been declared to fire at them."""
    hex_ = _hex(board, action)
    if assaults.at(board) != PHASE or hex_ is None or action.text("as") != SPECIFIC:
        return
    if not committed(board, hex_):
        yield Finding(
            f"the vehicles in {board.data.map.describe(hex_)} are told before anybody is committed"
            " to fire at them",
            hexes=(board.data.map.number(hex_),),
            expected="the units that fire, declared before",
            rule="13.10.p4",
        )


@RULES.effect("13.10.p4", on="declare:reveal")
def what_is_told_commits_the_firers(action: Declare, board: OperationBoard) -> None:
    """From now on the units that were declared have to fire at the hex, and no others."""
    hex_ = _hex(board, action)
    if assaults.at(board) != PHASE or hex_ is None or action.text("as") != SPECIFIC:
        return
    now = board.state.combat.now
    now.revealed.setdefault(hex_, committed(board, hex_))
    for combat in now.fires:
        if combat.hex == hex_ and combat.kind != "regular" and not combat.rolled:
            # Their points are assigned to single vehicles only now.
            combat.provisional, combat.judged = True, 0
            now.fired = [fired for fired in now.fired if fired.combat != combat.number]
            aimed = now.vehicles_fired_at
            now.vehicles_fired_at = {v: n for v, n in aimed.items() if n != combat.number}


def _hex(board: OperationBoard, action: Declare) -> Hex | None:
    """The hex whose units are told: where they stand, or the target."""
    for piece in assaults.units_named(board, action.units):
        if isinstance(piece.place, Hex):
            return piece.place
    return assaults.declared_hex(board, action)


def committed(board: OperationBoard, hex_: Hex) -> frozenset[str]:
    """Units declared to fire anti-tank fire at a hex in this phase."""
    phase = board.phase.id if board.phase is not None else ""
    return frozenset(
        shot.unit
        for combat in board.state.combat.now.fires
        if combat.phase == phase and combat.hex == hex_ and combat.kind != "regular"
        for shot in combat.shots
    )


@RULES.rule("13.10.p4", on="declare:fire")
def nobody_joins_once_the_vehicles_are_told(
    action: Declare, board: OperationBoard
) -> Iterator[Finding]:
    """Who was not declared before the vehicles were told does not fire at them."""
    if assaults.at(board) != PHASE or not action.units:
        return
    combat = joined(board, action).combat
    if combat.hex is None or combat.kind == "regular":
        return
    told = board.state.combat.now.revealed.get(combat.hex)
    if told is None:
        return
    for piece in assaults.units_named(board, action.units):
        if piece.id not in told:
            yield Finding(
                f"{piece.name} joins the fire when the vehicles have been told",
                units=(piece.id,),
                hexes=(board.data.map.number(combat.hex),),
                expected="the units declared before",
            )


@RULES.rule("13.10.p4", on=PhaseEnds)
def the_committed_fire(_: PhaseEnds, board: OperationBoard) -> Iterator[Finding]:
    """Who was declared before the vehicles were told has to fire at the hex."""
    if assaults.at(board) != PHASE or board.phase is None:
        return
    now = board.state.combat.now
    for hex_, names in now.revealed.items():
        rolled = any(
            combat.rolled
            for combat in now.fires
            if combat.phase == board.phase.id and combat.hex == hex_ and combat.kind != "regular"
        )
        standing = [p for p in board.units_at(hex_) if units.is_afv(p)]
        if names and standing and not rolled:
            yield Finding(
                f"the fire at {board.data.map.describe(hex_)} is given up when its vehicles have"
                " been told",
                units=tuple(sorted(names)),
                hexes=(board.data.map.number(hex_),),
                expected="the fire that was declared",
            )
