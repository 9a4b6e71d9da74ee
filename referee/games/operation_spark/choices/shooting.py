"""Fire combats of all kinds: who opens one, who joins it, with which part, and what is rolled for.

One fire is declared at a time: units join it until its first target is named with the column of
the table, then the dice fall. Which hexes may be fired at in which phase is in `segments`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from compiler.hexes import Hex
from referee.actions import Declare, FieldValue
from referee.board import Piece
from referee.games.operation_spark import assaults, eligibility, ground, units
from referee.games.operation_spark.choices import appraisal
from referee.games.operation_spark.choices.candidates import allows
from referee.games.operation_spark.combat_state import Assault, FireCombat, FireKind, Shot
from referee.games.operation_spark.fire import artillery, fires, strength
from referee.games.operation_spark.fire.firing import IN_ASSAULTS, open_fire
from referee.games.operation_spark.fire.shots import shot_faults
from referee.games.operation_spark.fire.targets import target_faults
from referee.games.operation_spark.state import OperationBoard
from referee.legal import Choice, Option

REGULAR: FireKind = "regular"
AT_KINDS: tuple[FireKind, ...] = ("at", "entrenchment")
WHOLE, PART = 1.0, 0.9
"""Boldness of firing with all of a strength, or with a part of it."""


# -- who could fire --------------------------------------------------------------------------------


def reach(piece: Piece) -> int:
    """The farthest that a unit fires in any manner."""
    return max(units.printed_range(piece) or 1, 1)


def ordered(board: OperationBoard, side: str) -> list[tuple[Piece, Hex, int]]:
    """Units of a side on the map, in order, with their hexes and reach."""
    return board.derived(("in order", side), lambda here: _ordered(here, side))


def _ordered(board: OperationBoard, side: str) -> list[tuple[Piece, Hex, int]]:
    found = [(p, p.place, reach(p)) for p in board.on_map(side) if isinstance(p.place, Hex)]
    return sorted(found, key=lambda each: each[0].id)


def within_reach(board: OperationBoard, side: str, hex_: Hex) -> list[Piece]:
    """Units of a side that a hex is within the range of, in order."""
    return [p for p, here, far in ordered(board, side) if here.distance(hex_) <= far]


def enemy_directions(board: OperationBoard, piece: Piece) -> list[tuple[str, Hex]]:
    """The hexsides of a unit's hex beyond which the enemy is."""
    if not isinstance(piece.place, Hex):
        return []
    held = appraisal.enemy_hexes(board, piece.side or "")
    near = board.data.map.grid.neighbours(piece.place).items()
    return [(direction.value, hex_) for direction, hex_ in near if hex_ in held]


def _kinds(board: OperationBoard, piece: Piece, verb: str) -> Iterator[FireKind]:
    """The kinds of fire that a unit has a strength for."""
    if units.strength(piece, units.REGULAR):
        yield REGULAR
    if verb in {"counterbattery", "barrage"}:
        return
    if units.strength(piece, units.AT):
        yield "at"
    if ground.occupies_entrenchment(board, piece):
        yield "entrenchment"


# -- opening ---------------------------------------------------------------------------------------


def openings(board: OperationBoard, verb: str, hexes: Sequence[Hex], side: str) -> Iterator[Choice]:
    """A choice for each unit within range of some hexes: to open a fire at one of them."""
    number = len(board.state.combat.now.fires)
    near: dict[str, list[Hex]] = {}
    for hex_ in hexes:
        for piece in within_reach(board, side, hex_):
            near.setdefault(piece.id, []).append(hex_)
    for name in sorted(near):
        yield Choice(f"{verb} {name} {number}", partial(_opening, board, verb, name, near[name]))


def _opening(board: OperationBoard, verb: str, name: str, hexes: Iterable[Hex]) -> Iterator[Option]:
    piece = board.pieces[name]
    for kind in _kinds(board, piece, verb):
        for hex_ in hexes:
            for targets in _aims(board, piece, hex_, kind):
                yield from _shots(board, verb, piece, hex_, kind, targets)


def _aims(
    board: OperationBoard, piece: Piece, hex_: Hex, kind: FireKind
) -> Iterator[tuple[str, ...]]:
    """A hex for regular fire, each vehicle in it for anti-tank fire."""
    there = [p for p in board.units_at(hex_) if p.side not in (None, piece.side)]
    if kind == REGULAR:
        if not all(map(units.is_afv, there)):
            yield ()
        return
    for other in there:
        if units.is_afv(other):
            yield (other.id,)


def _shots(
    board: OperationBoard, verb: str, piece: Piece, hex_: Hex, kind: FireKind,
    targets: tuple[str, ...],
) -> Iterator[Option]:  # fmt: skip
    """A unit's fire with all that it has left and with each part of it."""
    values: dict[str, FieldValue] = {}
    if verb not in {"counterbattery", "barrage"}:
        values["with"] = kind
    if targets:
        values["targets"] = targets

    def shot(points: int | None) -> Declare:
        more = {} if points is None else {"points": points}
        return Declare(
            verb=verb, units=(piece.id,), target=board.data.map.number(hex_),
            values={**values, **more}, side=piece.side,
        )  # fmt: skip

    most, spent = _parts(board, verb, piece, kind)
    first = Shot(piece.id, kind, 1 if spent else None)
    if not may_fire(board, verb, first, hex_, targets):
        return
    if not spent:
        yield Option(partial(shot, None), WHOLE)
    if verb == "fire" and _divides(board, piece, hex_, kind):
        for points in range(1, most - spent + (1 if spent else 0)):
            yield Option(partial(shot, points), PART)


def _divides(board: OperationBoard, piece: Piece, hex_: Hex, kind: FireKind) -> bool:
    """Whether a unit may fire with a part: indirect fire is not split (13.10.3)."""
    if kind != REGULAR or not units.is_artillery(piece):
        return True
    assault = going_on_at(board, hex_)
    fire = eligibility.fire_name(board, "fire", piece, assault)
    beside = isinstance(piece.place, Hex) and piece.place.distance(hex_) <= 1
    return beside and artillery.DIRECT in artillery.ways(board, piece, fire)


def may_fire(
    board: OperationBoard, verb: str, shot: Shot, hex_: Hex, targets: tuple[str, ...]
) -> bool:
    """Whether the rules find nothing wrong with a unit's opening a fire, or joining the open one.

    It asks the rules on fire alone, as very many fires are looked at.
    """
    piece = board.pieces[shot.unit]
    before = open_fire(board, verb)
    number = before.number if before is not None else 0
    phase = board.phase.id if board.phase is not None else ""
    assault = going_on_at(board, hex_) if verb in IN_ASSAULTS else None
    combat = FireCombat(
        number, verb, phase, piece.side or "", [shot], hex_, list(targets), kind=shot.kind
    )
    if before is not None and not before.rolled:
        combat = replace(before, shots=[*before.shots, shot])
    else:
        combat.number = 0
    combat.assault = assault.number if assault is not None else None
    if any(shot_faults(board, combat, shot, assault)):
        return False
    if not combat.judged and any(target_faults(board, combat, assault)):
        return False
    indirect = fires.ways_of(board, combat, shot, piece) == {artillery.INDIRECT}
    return not indirect or not any(artillery.ammunition_faults(board, piece))


def going_on_at(board: OperationBoard, hex_: Hex) -> Assault | None:
    """The assault that fire at a hex belongs to, as the rules would find it."""
    number = board.data.map.number(hex_)
    key = ("assault meant at", hex_)
    return board.derived(
        key, lambda here: assaults.meant(here, Declare(verb="fire", target=number))
    )


def _parts(board: OperationBoard, verb: str, piece: Piece, kind: FireKind) -> tuple[int, int]:
    """Points that a unit may divide, and those that it has fired in the same segment."""
    phase = board.phase.id if board.phase is not None else ""
    earlier = [f for f in eligibility.fired_by(board, piece.id) if f.phase == phase]
    alike = [f for f in earlier if f.verb == verb]
    known = strength.parts_fired(alike)
    most = strength.most_points(board, piece, Shot(piece.id, kind), None)
    return most, (most if known is None else known)


# -- joining and naming ----------------------------------------------------------------------------


def going_on(board: OperationBoard, combat: FireCombat) -> Iterator[Choice]:
    """What may be done about a fire that has been declared: join it, or name its first target."""
    if combat.hex is None:
        return
    yield from _heavies(board, combat)
    if combat.verb != "air-strike":
        firing = {shot.unit for shot in combat.shots}
        for piece in within_reach(board, combat.side, combat.hex):
            if piece.id not in firing:
                options = partial(_joining, board, combat, piece)
                yield Choice(f"join {piece.id} {combat.number}", options)
    targets = fires.targets_of(board, combat)
    named = [piece for piece in targets if piece.id in combat.targets] or targets
    ways = tuple(namings(board, combat, named))
    yield Choice(f"roll for fire {combat.number}", lambda: ways, closing=True)


def _joining(board: OperationBoard, combat: FireCombat, piece: Piece) -> Iterator[Option]:
    kinds = (REGULAR,) if combat.kind == REGULAR else AT_KINDS
    targets = tuple(combat.targets)
    if combat.hex is None:
        return
    for kind in kinds:
        if kind in _kinds(board, piece, combat.verb):
            yield from _shots(board, combat.verb, piece, combat.hex, kind, targets)


def _heavies(board: OperationBoard, combat: FireCombat) -> Iterator[Choice]:
    """Heavy artillery against a town or an entrenchment says how it fires (13.10.5)."""
    if not allows(board, "heavy"):
        return
    for shot in combat.shots:
        piece = board.pieces.get(shot.unit)
        if piece is None or not artillery.is_heavy(board, piece):
            continue
        if shot.unit not in board.state.combat.heavy_as:
            yield Choice(f"heavy {shot.unit} {combat.number}", partial(_heavy, piece))


def _heavy(piece: Piece) -> Iterator[Option]:
    for said in ("heavy", "ordinary"):
        yield Option(Declare(verb="heavy", units=(piece.id,), values={"as": said}, side=piece.side))


def namings(
    board: OperationBoard, combat: FireCombat, targets: Iterable[Piece]
) -> Iterator[Option]:
    """The first target rolled for, with each column that some reading of the rules gives."""
    if combat.hex is None:
        return
    number = board.data.map.number(combat.hex)
    for target in targets:
        for found in fires.readings(board, combat, target):
            values: dict[str, FieldValue] = {"targets": (target.id,), "column": found.column}
            action = Declare(verb=combat.verb, target=number, values=values, side=combat.side)
            yield Option(action, float(found.column))
