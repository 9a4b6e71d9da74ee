"""Section 23.2, the modifiers of observation, over the last three phases.

Each modifier is a least and a most, as readings of the rules differ in places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from compiler.hexes import Hex
from referee.board import Piece
from referee.games.iron_cross import units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.fire import sighting
from referee.games.iron_cross.fire_state import Shot, Sighted
from referee.games.iron_cross.records import firing_hex, moved_clocks
from referee.games.iron_cross.results import observation_base
from referee.games.iron_cross.state import BattleBoard

TABLE = "observation_modifiers"
PHASES_BACK = 3
"""Phases that observation looks back over (23.2)."""
FREE_RANGE = STEP = 5
"""Hexes without a modifier, and hexes for each modifier beyond them (23.2.a)."""
MANY_MEN = 4
BUILDINGS_AND_WOODS = sighting.BUILDINGS | {"woods"}


@dataclass(frozen=True, slots=True)
class Modifiers:
    """The sum of modifiers: least and most, where readings of the rules differ."""

    least: int
    most: int
    none: bool
    """Whether surely none applies (23.2, the penalty)."""


def _value(board: BattleBoard, condition: str) -> int:
    return int(str(board.data.tables[TABLE].cell(condition, "modifier")))


Amount = tuple[int, int]
"""Least and most of one modifier."""


def _times(value: int, least: int, most: int | None = None) -> Amount:
    ends = (value * least, value * (least if most is None else most))
    return min(ends), max(ends)


@RULES.covers("23.2.a", "23.2.b", "23.2.c", "23.2.d", "23.2.e", "23.2.f")
def favouring_target(board: BattleBoard, observer: Piece, hex_: Hex) -> Iterator[Amount]:
    """Modifiers by distance, cover and what lies along the line (23.2.a to f)."""
    start = firing_hex(observer)
    if start is None:
        return
    line = sighting.sightlines(board)(start, hex_)
    steps = max(0, line.distance - FREE_RANGE) // STEP
    yield _times(_value(board, "five-hexes-beyond-five"), steps)
    points = units.position_points(board, hex_)
    yield _times(_value(board, "improved-position-point"), points)
    yield _times(_value(board, "tree-in-target"), units.trees(board, hex_))
    along = sighting.symbols_along(board, start, hex_)
    yield _times(_value(board, "symbol-along-line"), along)
    yield _times(_value(board, "marsh-along-line"), *line.marshes)
    yield _times(_value(board, "target-down"), *_down(watched_in(board, observer, hex_)))


def _down(targets: Sequence[Piece]) -> tuple[int, int]:
    """Whether the target is a unit that is down, vehicles apart; open where some are up."""
    down = [not units.is_up(piece) and not units.is_vehicle(piece) for piece in targets]
    return int(bool(down) and all(down)), int(any(down))


@RULES.covers("23.2.g", "23.2.a#2", "23.2.b#2", "23.2.e#2")
def of_the_observer(board: BattleBoard, observer: Piece, hex_: Hex) -> Iterator[Amount]:
    """Modifiers by what the observer is, where it is and what it did."""
    moved = [within(board, clock) for clock in moved_clocks(board, observer)]
    yield _times(_value(board, "observer-moved"), *either(moved))
    yield _times(_value(board, "observed-before"), *_seen_before(board, observer, hex_))
    start = firing_hex(observer)
    terrains = board.data.map.hexes[hex_].terrains
    lower = start is not None and units.level(board, start) - units.level(board, hex_) >= 2
    yield _times(
        _value(board, "two-levels-lower"), int(lower and not terrains & BUILDINGS_AND_WOODS)
    )
    yield _times(_value(board, "commander"), int(units.is_commander(observer)))


@RULES.covers("23.2.c#2", "23.2.d#2", "23.2.f#2", "23.2.g#2", "23.2.h", "23.2.i", "23.2.j")
def of_the_target(board: BattleBoard, observer: Piece, hex_: Hex) -> Iterator[Amount]:
    """Modifiers by who is in the target hex and what they did in the last three phases."""
    targets = watched_in(board, observer, hex_)
    moved = [within(board, c) for piece in targets for c in moved_clocks(board, piece)]
    yield _times(_value(board, "target-moved"), *either(moved))
    vehicle = any(units.is_vehicle(piece) for piece in targets)
    yield _times(_value(board, "vehicle-in-target"), int(vehicle))
    men = sum(units.men(piece) for piece in targets)
    yield _times(_value(board, "four-men"), int(men >= MANY_MEN))
    for condition, kinds in FIRED.items():
        found = [_fired(board, piece, condition) for piece in targets if kinds(piece)]
        yield _times(_value(board, condition), *either(found))


def _is_gun_or_vehicle(piece: Piece) -> bool:
    return units.is_anti_tank_gun(piece) or units.is_vehicle(piece) or units.is_machine_gun(piece)


FIRED: Mapping[str, Callable[[Piece], bool]] = {
    "fired-ap": lambda piece: not units.is_machine_gun(piece),
    "fired-lmg-atr": lambda piece: piece.counter.kind in {"light-machine-gun", "anti-tank-rifle"},
    "fired-mmg-mortar": lambda piece: piece.counter.kind in {"medium-machine-gun", "mortar"},
    "fired-gun-vehicle-intensive": _is_gun_or_vehicle,
}
"""Condition to the units whose fire it is about (23.2.g to j)."""


def _fired(board: BattleBoard, piece: Piece, condition: str) -> tuple[bool, bool]:
    """Whether a unit surely, and possibly, fired in the last three phases as a condition says."""
    fire = board.state.fire
    shots = [
        (within(board, shot.clock), sure)
        for shot in fire.shots.get(piece.id, ())
        if (sure := _fits(piece, shot, condition)) is not None
    ]
    surely = any(span[0] and sure for span, sure in shots)
    possibly = any(span[1] for span, _ in shots)
    intensive_only = condition == "fired-gun-vehicle-intensive" and units.is_machine_gun(piece)
    if not intensive_only:
        fired = {shot.clock for shot in fire.shots.get(piece.id, ())}
        only_tried = set(fire.tried_at.get(piece.id, ())) - fired
        possibly |= any(within(board, clock)[1] for clock in only_tried)
    return surely, possibly


def _fits(piece: Piece, shot: Shot, condition: str) -> bool | None:
    """Whether a shot is one that a condition is about: surely, maybe (False), or not (None)."""
    if condition == "fired-ap":
        if shot.factors != "ap":
            return None
        return units.is_infantry(piece)
    if condition == "fired-gun-vehicle-intensive" and units.is_machine_gun(piece):
        return True if shot.intensive else None
    return True


def within(board: BattleBoard, clock: int) -> tuple[bool, bool]:
    """Whether a phase is surely, and possibly, one of the last three.

    Whether the present phase is one of them is not said (defect three-phases).
    """
    back = board.state.fire.clock - clock
    return 0 < back < PHASES_BACK, 0 <= back <= PHASES_BACK


def either(found: Iterable[tuple[bool, bool]]) -> tuple[int, int]:
    """One condition out of several of which some hold surely, some possibly."""
    listed = list(found)
    return int(any(sure for sure, _ in listed)), int(any(possible for _, possible in listed))


def _seen_before(board: BattleBoard, observer: Piece, hex_: Hex) -> tuple[int, int]:
    """Whether the hex was observed in an earlier player turn and nobody has moved since."""
    fire = board.state.fire
    found = []
    for past in fire.sighted:
        if past.hex != hex_ or past.player_turn >= fire.player_turn or past.seen is False:
            continue
        same = past.observer == observer.id
        if past.start != observer.place or _moved_since(board, observer, past):
            continue
        targets = watched_in(board, observer, hex_)
        if not targets or any(
            piece.id not in past.watched or _moved_since(board, piece, past) for piece in targets
        ):
            continue
        found.append((past.seen is True and same, True))
    return either(found)


def _moved_since(board: BattleBoard, piece: Piece, past: Sighted) -> bool:
    return any(clock > past.clock for clock in moved_clocks(board, piece))


def watched_in(board: BattleBoard, observer: Piece, hex_: Hex) -> list[Piece]:
    """The enemy units in a hex that an observer could see."""
    return [p for p in units.enemies_at(board, hex_, observer.side) if not p.flag("hidden")]


@RULES.covers("23.2")
def modifiers(board: BattleBoard, observer: Piece, hex_: Hex) -> Modifiers:
    """All modifiers to an attempt to observe a hex, added up."""
    every = [
        *favouring_target(board, observer, hex_),
        *of_the_observer(board, observer, hex_),
        *of_the_target(board, observer, hex_),
    ]
    return Modifiers(
        sum(least for least, _ in every),
        sum(most for _, most in every),
        all(amount == (0, 0) for amount in every),
    )


def sees(board: BattleBoard, observer: Piece, hex_: Hex, total: int) -> bool | None:
    """Whether two dice of a total observe a hex; None where readings differ."""
    found = modifiers(board, observer, hex_)
    base = observation_base(board, hex_)
    if total + found.most <= base:
        return True
    return False if total + found.least > base else None
