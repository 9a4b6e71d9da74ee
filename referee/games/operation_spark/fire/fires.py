"""Section 13.10: a fire combat put together, target by target, for the arithmetic of `columns`.

It collects who fires with what and what shifts it; whether that is allowed is in `targets`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product

from compiler.hexes import Hex
from referee.board import Piece
from referee.games.operation_spark import assaults, ground, rests, units
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.combat_state import Assault, FireCombat, Shot
from referee.games.operation_spark.eligibility import fire_name
from referee.games.operation_spark.fire import artillery, columns
from referee.games.operation_spark.fire.artillery import DIRECT, INDIRECT, Way
from referee.games.operation_spark.fire.columns import (
    AT_TABLE,
    REGULAR_TABLE,
    Direct,
    Fire,
    FireColumn,
)
from referee.games.operation_spark.fire.modifiers import Modifier, Situation, against, fire_from
from referee.games.operation_spark.fire.strength import brought
from referee.games.operation_spark.state import OperationBoard
from referee.mechanics.columns import StrengthColumns

SMALL_GROUP = 4
"""Units of a hex whose every grouping is looked at; of more, all together and each alone."""


def is_anti_tank(combat: FireCombat) -> bool:
    """Whether it is aimed at a vehicle."""
    return combat.kind != "regular"


def assault_of(board: OperationBoard, combat: FireCombat) -> Assault | None:
    """The assault that a fire combat belongs to."""
    return assaults.by_number(board, combat.assault)


# -- targets ---------------------------------------------------------------------------------------


@RULES.covers("13.6.1.p1", "11.2.4.p6", "fire-eligibility.p13#2", "13.10.4.p1")
def targets_of(board: OperationBoard, combat: FireCombat) -> list[Piece]:
    """The units that are rolled for: every non-armored one of the hex, or the vehicle aimed at.

    Aircraft spare balloons; only those who triggered it suffer zone fire.
    """
    if combat.hex is None:
        return []
    here = [p for p in board.units_at(combat.hex) if p.side not in (None, combat.side)]
    trigger = board.state.march.trigger
    if combat.verb == "zone-fire" and trigger is not None:
        here = [piece for piece in here if piece.id in trigger.units]
    if is_anti_tank(combat):
        named = [p for p in here if p.id in combat.targets and units.is_afv(p)]
        return named or [p for p in here if units.is_afv(p)][:1]
    found = [piece for piece in here if not units.is_afv(piece)]
    if combat.verb == "air-strike":
        found = [piece for piece in found if not units.is_balloon(piece)]
    return found


def situation(board: OperationBoard, combat: FireCombat, target: Piece) -> Situation:
    """How a target is fired at in a combat."""
    pointed = assaults.marker_hex(board, target)
    defensive = assaults.at(board) in assaults.DEFENSIVE
    march = board.state.march
    zone = march.trigger if combat.verb == "zone-fire" else None
    if zone is not None:
        crossed = zone.crossed_stream
    else:
        crossed = defensive and pointed is not None and target.id in march.crossed_stream
    return Situation(
        target,
        at=is_anti_tank(combat),
        from_air=combat.verb == "air-strike",
        assault_hex=pointed if defensive else None,
        crossed_stream=crossed,
        in_column=target.flag("in-column") or (zone is not None and zone.changes_formation),
        began_in_zone=None if zone is None or zone.changes_formation else zone.began_here,
    )


# -- firers ----------------------------------------------------------------------------------------


def ways_of(board: OperationBoard, combat: FireCombat, shot: Shot, piece: Piece) -> frozenset[Way]:
    """How a unit may be firing: as it says, else what chart and distance leave open."""
    if not units.is_artillery(piece) or shot.kind != "regular":
        return frozenset({DIRECT})
    if shot.way:
        return frozenset({shot.way})
    here, goal = piece.place, combat.hex
    if isinstance(here, Hex) and goal is not None and here.distance(goal) > 1:
        return frozenset({INDIRECT})
    allowed = artillery.ways(
        board, piece, fire_name(board, combat.verb, piece, assault_of(board, combat))
    )
    return allowed or frozenset({INDIRECT})


def _is_assaulting(board: OperationBoard, piece: Piece) -> bool:
    """Whether a unit fires as one that assaults: without any good of its terrain."""
    return (
        assaults.at(board) in assaults.OFFENSIVE and assaults.marker_hex(board, piece) is not None
    )


@RULES.covers("13.10.5.p7", "e5.1")
def _heavy_ways(
    board: OperationBoard, combat: FireCombat, piece: Piece, target: Piece
) -> tuple[bool, ...]:
    """Whether heavy artillery counts apart against a unit: as said, both if nothing is said."""
    place = target.place
    if not artillery.is_heavy(board, piece) or not isinstance(place, Hex):
        return (False,)
    town = ground.TOWN in ground.terrains(board, place)
    if is_anti_tank(combat) or not (town or ground.occupies_entrenchment(board, target)):
        return (False,)
    said = board.state.combat.heavy_as.get(piece.id)
    return (said == "heavy",) if said else (True, False)


def _combinations(
    board: OperationBoard, combat: FireCombat, target: Piece
) -> Iterator[tuple[tuple[Piece, Shot, Way, bool], ...]]:
    """Every way in which the artillery among the firers may be firing."""
    options = []
    for shot in combat.shots:
        piece = board.pieces.get(shot.unit)
        if piece is None:
            continue
        ways = sorted(ways_of(board, combat, shot, piece), reverse=True)
        heavy = _heavy_ways(board, combat, piece, target)
        options.append(
            [(piece, shot, w, h) for w in ways for h in (heavy if w == INDIRECT else (False,))]
        )
    yield from product(*options)


# -- put together ----------------------------------------------------------------------------------


def fires(board: OperationBoard, combat: FireCombat, target: Piece) -> Iterator[Fire]:
    """The fire at a target by every choice that the players may have made silently."""
    table = AT_TABLE if is_anti_tank(combat) else REGULAR_TABLE
    aim = situation(board, combat, target)
    if combat.verb == "air-strike":
        yield Fire(
            table,
            (Direct((), _air_points(board, combat)),),
            (),
            (),
            against(board, aim, direct=False),
        )
        return
    assault = assault_of(board, combat)
    for combination in _combinations(board, combat, target):
        indirect = [
            brought(board, p, s, assault) for p, s, w, h in combination if w == INDIRECT and not h
        ]
        heavy = [brought(board, p, s, assault) for p, s, w, h in combination if w == INDIRECT and h]
        firers = [(p, s) for p, s, w, _ in combination if w == DIRECT]
        singles = [_direct(board, piece, shot, target, assault) for piece, shot in firers]
        mixed = bool(singles) and bool(indirect or heavy)
        for direct in (True, False) if mixed else (bool(singles),):
            base = Fire(
                table, (), tuple(indirect), tuple(heavy), against(board, aim, direct=direct)
            )
            for grouped in groupings(board, singles, table):
                yield replace(base, direct=grouped)


def _air_points(board: OperationBoard, combat: FireCombat) -> frozenset[int]:
    figure = "air-point-at" if is_anti_tank(combat) else "air-point-regular"
    lost = board.state.combat.now.shot_down.get(combat.side, 0)
    each = rests.figure(board, figure)
    return frozenset(max(combat.points - gone, 0) * each for gone in range(lost + 1))


def _direct(
    board: OperationBoard, piece: Piece, shot: Shot, target: Piece, assault: Assault | None
) -> Direct:
    place = target.place
    shifts: tuple[Modifier, ...] = ()
    if isinstance(place, Hex):
        sheltered = not (
            assaults.at(board) in assaults.DEFENSIVE
            and assaults.marker_hex(board, target) is not None
        )
        shifts = fire_from(
            board, piece, place, assaulting=_is_assaulting(board, piece), sheltered=sheltered
        )
    return Direct((piece.id,), brought(board, piece, shot, assault), shifts)


@RULES.covers("13.10.5.p8")
def groupings(
    board: OperationBoard, singles: list[Direct], table: str
) -> Iterator[tuple[Direct, ...]]:
    """The ways to add up units of one hex that have the same modifiers: all together first.

    Of ways that bring the same number of points one is enough.
    """
    found = columns.table_columns(board.data, table)
    groups: dict[tuple[object, tuple[Modifier, ...]], list[Direct]] = {}
    for single in singles:
        place = board.pieces[single.units[0]].place
        groups.setdefault((place, single.shifts), []).append(single)
    options = []
    for group in groups.values():
        distinct: dict[tuple[int, int], tuple[Direct, ...]] = {}
        for parts in _partitions(group):
            merged = tuple(_merged(part) for part in parts)
            brings = sum(_nominal(found, part) for part in merged)
            distinct.setdefault((brings, min(len(merged), 2)), merged)
        options.append(tuple(distinct.values()))
    for choice in product(*options):
        yield tuple(part for parts in choice for part in parts)


def _nominal(table: StrengthColumns, part: Direct) -> int:
    """The points that a part brings by the chart's figures."""
    shift = sum(modifier.shift for modifier in part.shifts)
    return table.shifted(table.reached(max(part.points)), shift)


def _partitions(group: list[Direct]) -> Iterator[tuple[tuple[Direct, ...], ...]]:
    """The ways to divide some firers, beginning with all in one part."""
    if len(group) > SMALL_GROUP:
        yield (tuple(group),)
        yield tuple((single,) for single in group)
        return
    if not group:
        yield ()
        return
    first, rest = group[0], group[1:]
    for parts in _partitions(rest):
        for place, part in enumerate(parts):
            yield (*parts[:place], (first, *part), *parts[place + 1 :])
        yield ((first,), *parts)


def _merged(parts: tuple[Direct, ...]) -> Direct:
    """Several firers as if they were one."""
    names = tuple(name for part in parts for name in part.units)
    sums = frozenset(map(sum, product(*(part.points for part in parts))))
    return Direct(names, sums, parts[0].shifts)


# -- columns ---------------------------------------------------------------------------------------


def intended(board: OperationBoard, combat: FireCombat, target: Piece) -> FireColumn:
    """The seventeen steps at their best for who fires, by the rules' procedure and figures."""
    every = (columns.intended(board.data, fire) for fire in fires(board, combat, target))
    return max(every, key=lambda found: found.column)


def readings(board: OperationBoard, combat: FireCombat, target: Piece) -> tuple[FireColumn, ...]:
    """The columns by every reading and choice, each once, the intended one first."""
    known = (combat.number, combat.verb, combat.hex, combat.kind, combat.points)
    return board.derived(
        ("columns", known, tuple(combat.shots), target.id),
        lambda here: _readings(here, combat, target),
    )


def _readings(board: OperationBoard, combat: FireCombat, target: Piece) -> tuple[FireColumn, ...]:
    found = {(first := intended(board, combat, target)).column: first}
    for fire in fires(board, combat, target):
        for column in columns.readings(board.data, fire):
            found.setdefault(column.column, column)
    return tuple(found.values())


def every_reading(board: OperationBoard, combat: FireCombat, target: Piece) -> Iterator[FireColumn]:
    """The seventeen steps by every reading and choice, for a look at their parts."""
    for fire in fires(board, combat, target):
        yield from columns.every_reading(board.data, fire)


def column_numbers(found: Iterable[FireColumn]) -> frozenset[int]:
    """The numbers of some columns."""
    return frozenset(each.column for each in found)
