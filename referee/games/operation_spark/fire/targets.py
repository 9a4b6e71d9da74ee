"""Sections 13.0, 13.1, 13.3 and 13.6: what may be fired at, and the fires that a unit may make.

Whether a unit may take part is in `shots`.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.hexes import Hex
from referee.findings import Finding
from referee.games.operation_spark import assaults, units
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.combat_state import Assault, FireCombat, Shot
from referee.games.operation_spark.fire import fires
from referee.games.operation_spark.fire.shots import shot_faults
from referee.games.operation_spark.state import OperationBoard

# -- the target ------------------------------------------------------------------------------------


@RULES.covers("13.0.p2", "13.3", "13.10.4.p1", "fire-eligibility.p13#2")
def target_faults(
    board: OperationBoard, combat: FireCombat, assault: Assault | None
) -> Iterator[Finding]:
    """What is wrong with the target of a fire combat, whoever fires."""
    if combat.hex is None:
        return
    yield from _place_faults(board, combat, assault)
    targets = fires.targets_of(board, combat)
    if not targets:
        kind = "vehicle" if fires.is_anti_tank(combat) else "non-armored unit"
        yield _target_fault(board, combat, "13.10.4.p1", f"there is no {kind} to be hit")
        return
    now = board.state.combat.now
    for target in targets if fires.is_anti_tank(combat) and combat.verb != "zone-fire" else ():
        if now.vehicles_fired_at.get(target.id, combat.number) != combat.number:
            said = f"{target.name} receives fire for the second time in the Combat Phase"
            yield _target_fault(board, combat, "13.0.p2", said, (target.id,))
    if combat.verb == "counterbattery" and not any(map(units.is_artillery, targets)):
        yield _target_fault(board, combat, "13.3", "no artillery is in the hex")


@RULES.covers("13.1.p1", "13.6.1", "fire-eligibility.p12#2")
def _place_faults(
    board: OperationBoard, combat: FireCombat, assault: Assault | None
) -> Iterator[Finding]:
    """Barrages and offensive fire hit the Assault Target Hex, defensive fire who assaults it."""
    phase = assaults.at(board)
    if combat.verb == "barrage" and (assault is None or combat.hex != assault.hex):
        yield _target_fault(board, combat, "13.6.1", "the barrage is on no Assault Target Hex")
    if combat.verb != "fire" or assault is None:
        return
    if phase in assaults.OFFENSIVE and combat.hex != assault.hex:
        yield _target_fault(board, combat, "13.1.p1", "the fire is not at the Assault Target Hex")
    if phase in assaults.DEFENSIVE and combat.hex is not None:
        armored = fires.is_anti_tank(combat)
        aimed = fires.targets_of(board, combat) if armored else board.units_at(combat.hex)
        assaulting = [
            p
            for p in aimed
            if units.is_afv(p) == armored and assaults.marker_hex(board, p) == assault.hex
        ]
        if not assaulting:
            yield _target_fault(board, combat, "13.1.p1", "the fire is at no assaulting unit")
    if assaults.is_terminated(board, assault) and not assault.resolved:
        yield _target_fault(board, combat, "13.1", "the assault has been terminated")


def _target_fault(
    board: OperationBoard, combat: FireCombat, rule: str, said: str, names: tuple[str, ...] = ()
) -> Finding:
    number = () if combat.hex is None else (board.data.map.number(combat.hex),)
    firers = tuple(shot.unit for shot in combat.shots)
    return Finding(said, names or firers, number, rule=rule)


# -- legal actions ---------------------------------------------------------------------------------


def fire_targets(board: OperationBoard, unit: str, verb: str = "fire") -> tuple[FireCombat, ...]:
    """The fires that a unit may make alone now: hexes for regular fire, vehicles for anti-tank."""
    piece = board.pieces.get(unit)
    if piece is None or board.phase is None or piece.side is None:
        return ()
    found = []
    enemy = board.data.opponent(piece.side)
    kinds: tuple[Shot, ...] = tuple(Shot(unit, kind) for kind in ("regular", "at", "entrenchment"))
    for hex_ in dict.fromkeys(p.place for p in board.on_map(enemy) if isinstance(p.place, Hex)):
        for shot in kinds:
            for names in _aims(board, hex_, enemy, shot):
                combat = FireCombat(
                    0, verb, board.phase.id, piece.side, [shot], hex_, list(names), kind=shot.kind
                )
                assault = _going_on(board)
                combat.assault = assault.number if assault is not None else None
                faults = (*shot_faults(board, combat, shot, assault),
                          *target_faults(board, combat, assault))  # fmt: skip
                if not faults:
                    found.append(combat)
    return tuple(found)


def _aims(board: OperationBoard, hex_: Hex, enemy: str, shot: Shot) -> Iterator[tuple[str, ...]]:
    if shot.kind == "regular":
        yield ()
        return
    for piece in board.units_at(hex_):
        if piece.side == enemy and units.is_afv(piece):
            yield (piece.id,)


def _going_on(board: OperationBoard) -> Assault | None:
    """The assault in progress, in the phases of one."""
    return assaults.current(board) if assaults.at(board) in assaults.SEGMENTS else None
