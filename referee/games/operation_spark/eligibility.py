"""The Fire Eligibility Tables: which conditions apply to a unit, and what they let it fire when.

A condition's entry may prohibit fire, weaken it or restrict its kind; what the unit could hit and
see is in `targets`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from compiler.hexes import Hex
from referee.board import Piece
from referee.games.operation_spark import ground, reinforcements, units
from referee.games.operation_spark.assaults import (
    DEFENSIVE,
    OFFENSIVE,
    at,
    in_combat,
    marker_hex,
    target_hexes,
)
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.combat_state import Assault, FireCombat, Fired, FireKind
from referee.games.operation_spark.state import OperationBoard

TABLE = "fire_eligibility"
PROHIBITED, AT_FIRST_TARGET, NO_ZONE_FIRE, ONLY_TRENCH = "P", "i", "h", "g"
ZONE, POST_ASSAULT, ANTI_AIR, AIR = "zone", "post-assault", "aa", "air-strike"

PLAIN: Mapping[str, str] = MappingProxyType(
    {
        "counterbattery": "counterbattery", "barrage": "barrage", "zone-fire": ZONE,
        "anti-air": ANTI_AIR, "air-strike": AIR,
    }
)  # fmt: skip
"""Verb to its column of the table, where the phase does not matter."""

RULE_OF: Mapping[str, str] = MappingProxyType(
    {
        "two-ratings": "fire-eligibility.p8#2", "printed-range": "fire-eligibility.p7#2",
        "parenthesised": "fire-eligibility.p9#2", "artillery": "fire-eligibility.p14#2",
        "in-column": "e5.2", "in-column-weapons": "11.3.1.p1", "suppressed": "e5.2",
        "suppressed-artillery": "13.10.10.p1", "disrupted": "fire-eligibility.p5#2",
        "disrupted-artillery": "13.10.10.p1", "out-of-supply": "11.3.1.p1",
        "out-of-supply-artillery": "e5.1.p7", "fired-aa": "11.3.3.p9",
        "fired-counterbattery": "13.13.p1", "fired-barrage": "13.6.1",
        "fired-in-this-assault": "13.10.2.p6", "fired-in-another-assault": "13.1.p1",
        "fired-in-support": "13.10.2.p6", "has-assault-marker": "6.4.p2",
        "assault-given-up": "13.6.2.p2", "assault-lost-by-check": "fire-eligibility.p11#2",
        "participated-in-assault": "13.13.p1", "advanced-after-barrage": "13.6.2.p1",
        "withdrew-from-assault": "13.7.3.p1", "in-assault-target-hex": "13.1.p1",
        "not-yet-activated": "11.7.1.p1",
    }
)  # fmt: skip
"""Condition to the paragraph by which it prohibits fire."""

RULE_AT: Mapping[tuple[str, str], str] = MappingProxyType(
    {
        ("has-assault-marker", ZONE): "fire-eligibility.p10#2",
        ("participated-in-assault", ZONE): "fire-eligibility.p10#2",
        ("assault-given-up", ZONE): "13.6.2.p2",
        ("assault-lost-by-check", ZONE): "13.12.2.p2",
        ("assault-lost-by-check", POST_ASSAULT): "13.12.2.p2",
        ("withdrew-from-assault", ZONE): "13.12.2.p3",
        ("withdrew-from-assault", POST_ASSAULT): "13.12.2.p3",
        ("has-assault-marker", POST_ASSAULT): "13.13.p1",
        ("fired-barrage", ZONE): "11.3.3.p8",
        ("fired-counterbattery", ZONE): "11.3.3.p8",
        ("fired-in-this-assault", POST_ASSAULT): "13.13.p1",
        ("fired-in-another-assault", POST_ASSAULT): "13.13.p1",
        ("fired-in-support", POST_ASSAULT): "13.13.p1",
        ("fired-barrage", POST_ASSAULT): "13.13.p1",
    }
)
"""Condition and column to the paragraph, where another one says so."""

WORDS: Mapping[str, str] = MappingProxyType(
    {
        "in-column-weapons": "in column", "suppressed-artillery": "suppressed",
        "disrupted-artillery": "disrupted", "out-of-supply": "out of supply",
        "out-of-supply-artillery": "out of supply", "fired-aa": "having fired at aircraft",
        "fired-counterbattery": "having fired counterbattery fire",
        "fired-barrage": "having fired barrage fire",
        "fired-in-this-assault": "having fired in this assault",
        "fired-in-another-assault": "having fired in another assault",
        "fired-in-support": "having given support fire",
        "has-assault-marker": "having an Assault Marker",
        "assault-given-up": "having given up its assault",
        "assault-lost-by-check": "having lost its Assault Marker",
        "participated-in-assault": "having taken part in assault combat",
        "advanced-after-barrage": "having advanced",
        "withdrew-from-assault": "having withdrawn",
        "in-assault-target-hex": "standing in an Assault Target Hex",
        "not-yet-activated": "not yet activated",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Bar:
    """Why a unit may not fire so."""

    rule: str
    why: str


def fire_name(board: OperationBoard, verb: str, piece: Piece, assault: Assault | None) -> str:
    """The column of the table that a unit's fire is judged by; empty if the phase has no fire.

    In an assault it is support fire unless the unit stands in the Assault Target Hex, or has a
    marker that points at it.
    """
    if verb in PLAIN:
        return PLAIN[verb]
    phase = at(board)
    if phase == "post-assault":
        return POST_ASSAULT
    if phase not in DEFENSIVE | OFFENSIVE or assault is None:
        return ""
    order = "first" if phase.endswith("1") else "second"
    if phase in DEFENSIVE:
        own = piece.place == assault.hex
        return f"{order}-defensive" if own else f"support-{order}-defensive"
    own = marker_hex(board, piece) == assault.hex
    return f"{order}-offensive" if own else f"support-{order}-offensive"


# -- conditions ------------------------------------------------------------------------------------


@RULES.covers("13.1.p1", "13.13", "13.13.p1", "13.10.2.p6", "13.6.2.p2", "13.7.3.p1", "13.12.2.p3")
def conditions(board: OperationBoard, piece: Piece, assault: Assault | None) -> Iterator[str]:
    """The rows of the table that apply to a unit."""
    yield "two-ratings" if units.has_two_ratings(piece) else "printed-range"
    if units.is_artillery(piece):
        yield "artillery"
    if units.is_parenthesised(piece):
        yield "parenthesised"
    yield from _status_rows(piece)
    if reinforcements.is_inactive(board, piece):
        yield "not-yet-activated"
    yield from _fired_rows(board, piece, assault)
    yield from _assault_rows(board, piece, assault)


def _status_rows(piece: Piece) -> Iterator[str]:
    guns = units.is_artillery(piece)
    if piece.flag("in-column"):
        yield "in-column-weapons" if units.is_weapons(piece) else "in-column"
    for state in ("suppressed", "disrupted", "out-of-supply"):
        if piece.flag(state):
            yield f"{state}-artillery" if guns else state


def _fired_rows(board: OperationBoard, piece: Piece, assault: Assault | None) -> Iterator[str]:
    number = assault.number if assault is not None else None
    if piece.id in board.state.combat.now.aa_fired:
        yield "fired-aa"
    for fired in fired_by(board, piece.id):
        if fired.fire in {"counterbattery", "barrage"}:
            yield f"fired-{fired.fire}"
        elif fired.fire.startswith("support-"):
            if fired.phase != _phase(board) or fired.assault != number:
                yield "fired-in-support"
        elif fired.fire.endswith(("-defensive", "-offensive")):
            if fired.assault != number:
                yield "fired-in-another-assault"
            elif fired.phase != _phase(board):
                yield "fired-in-this-assault"


def _assault_rows(board: OperationBoard, piece: Piece, assault: Assault | None) -> Iterator[str]:
    now = board.state.combat.now
    if marker_hex(board, piece) is not None:
        yield "has-assault-marker"
    elif piece.id in now.lost:
        yield "assault-lost-by-check"
    elif piece.id in now.gave_up:
        yield "assault-given-up"
    elif piece.id in now.received:
        yield "has-assault-marker"
    if piece.id in now.participated:
        yield "participated-in-assault"
    if piece.id in now.advanced:
        yield "advanced-after-barrage"
    if piece.id in now.withdrew and piece.side == board.phasing:
        # A defender that withdrew may fire at who retreats or advances later (11.3.3, case c).
        yield "withdrew-from-assault"
    other_target = piece.place in target_hexes(board) - {assault.hex if assault else None}
    if piece.side != board.phasing and other_target:
        yield "in-assault-target-hex"


def _phase(board: OperationBoard) -> str:
    return board.phase.id if board.phase is not None else ""


def fired_by(board: OperationBoard, unit: str) -> Iterator[Fired]:
    """What a unit has fired in this impulse."""
    return (fired for fired in board.state.combat.now.fired if fired.unit == unit)


# -- judging ---------------------------------------------------------------------------------------


@RULES.covers(
    "fire-eligibility.p36", "fire-eligibility.p5#2", "fire-eligibility.p9#2",
    "fire-eligibility.p10#2", "fire-eligibility.p11#2", "fire-eligibility.p14#2", "6.4.p2",
    "13.6.1", "13.6.2.p1", "13.10.10.p1", "13.12.2.p2", "e5.1.p7",
)  # fmt: skip
def bars(
    board: OperationBoard, piece: Piece, combat: FireCombat, assault: Assault | None, kind: FireKind
) -> Iterator[Bar]:
    """Why a unit may not fire so, by its conditions alone; the first that matters is enough."""
    fire = fire_name(board, combat.verb, piece, assault)
    if not fire or fire == AIR:
        return
    table = board.data.tables[TABLE]
    for row in dict.fromkeys(conditions(board, piece, assault)):
        entry = str(table.cell(row, fire))
        rule = RULE_AT.get((row, fire), RULE_OF[row])
        if entry == PROHIBITED or (entry == NO_ZONE_FIRE and fire == ZONE):
            yield Bar(rule, WORDS.get(row, row))
        elif entry == AT_FIRST_TARGET:
            first = board.state.combat.now.received.get(piece.id)
            if first is not None and assault is not None and first != assault.hex:
                yield Bar(rule, "having lost its Assault Marker before another target hex")
        elif entry == ONLY_TRENCH and kind != "entrenchment":
            yield Bar(rule, "having a strength in parentheses")
    if fire == ZONE and in_combat(board) and _awaits_assault(board, piece):
        yield Bar("11.3.3.p9", WORDS["in-assault-target-hex"])
    yield from _kind_bars(board, piece, combat, fire, assault, kind)


@RULES.covers("11.3.3.p9", "11.3.3.p11")
def _awaits_assault(board: OperationBoard, piece: Piece) -> bool:
    """Whether a unit stands in a hex that is still to be assaulted."""
    return piece.side != board.phasing and piece.place in target_hexes(board)


@RULES.covers("13.10.2.p7")
def _kind_bars(
    board: OperationBoard, piece: Piece, combat: FireCombat, fire: str, assault: Assault | None,
    kind: FireKind,
) -> Iterator[Bar]:  # fmt: skip
    """Kinds of fire by the ratings of a unit: once an assault, one kind a phase or a segment."""
    before = [f for f in fired_by(board, piece.id) if f.combat != combat.number]
    again = [f for f in before if f.fire == POST_ASSAULT]
    if fire == POST_ASSAULT and again and not _is_part(combat, piece, again, kind):
        yield Bar("13.10.2.p7", "having fired after the assaults already")
    by_ratings = _two_ratings if units.has_two_ratings(piece) else _printed_range
    number = assault.number if assault is not None else None
    yield from by_ratings(_phase(board), before, fire, number, kind)


@RULES.covers("13.10.p4")
def _is_part(combat: FireCombat, piece: Piece, again: list[Fired], kind: FireKind) -> bool:
    """Whether a unit only divides its anti-tank points among the vehicles of one hex."""
    shots = [shot for shot in combat.shots if shot.unit == piece.id]
    parts = all(f.points is not None and f.kind == kind and f.hex == combat.hex for f in again)
    return kind != "regular" and parts and all(shot.points is not None for shot in shots)


@RULES.covers("fire-eligibility.p8#2")
def _two_ratings(
    phase: str, before: list[Fired], fire: str, assault: int | None, kind: FireKind
) -> Iterator[Bar]:
    """Without a range: one kind in each segment of its assault, no anti-tank fire elsewhere."""
    if kind == "at" and not is_own(fire):
        yield Bar("fire-eligibility.p8#2", "having no range for anti-tank fire")
    for earlier in before:
        if not _in_assault(fire) or earlier.assault != assault or not is_own(earlier.fire):
            continue
        alike = (earlier.kind == "regular") == (kind == "regular")
        if alike and earlier.phase != phase:
            yield Bar("fire-eligibility.p8#2", "having fired so in the other segment")
            return
        if not alike and earlier.phase == phase:
            yield Bar("fire-eligibility.p8#2", "having fired the other kind in the segment")
            return


@RULES.covers("fire-eligibility.p6#2", "fire-eligibility.p7#2", "13.10.2.p7", "11.3.5")
def _printed_range(
    phase: str, before: list[Fired], fire: str, assault: int | None, kind: FireKind
) -> Iterator[Bar]:
    """With a range: in one segment of its assault, and one kind of fire throughout a phase."""
    for earlier in before:
        same = assault is not None and earlier.assault == assault and is_own(earlier.fire)
        if same and _in_assault(fire) and earlier.phase != phase:
            yield Bar("fire-eligibility.p6#2", "having fired in this assault")
            return
        alike = (earlier.kind == "regular") == (kind == "regular")
        if not alike and earlier.fire != ANTI_AIR and _stage(earlier.phase) == _stage(phase):
            yield Bar("fire-eligibility.p7#2", "having fired the other kind in the phase")
            return


def is_own(fire: str) -> bool:
    """Whether a column is that of units that assault or are assaulted, not of support."""
    return _in_assault(fire) and not fire.startswith("support-")


def _in_assault(fire: str) -> bool:
    """Whether a column is that of a Fire Segment, in support or not."""
    return fire.endswith(("-defensive", "-offensive"))


def _stage(phase: str) -> str:
    """`movement` or `combat`: the phase that a printed range binds to one kind of fire."""
    return "movement" if phase.endswith(".movement") else "combat"


# -- who watches a hex -----------------------------------------------------------------------------


def watchers(board: OperationBoard, piece: Piece, hex_: Hex) -> list[Piece]:
    """Enemies beside a hex that could fire at a unit which leaves it or changes formation there.

    They have a strength of the kind that the unit is hit by, are deployed where they must be, and
    no condition keeps them from zone fire.
    """
    kind: FireKind = "at" if units.is_afv(piece) else "regular"
    near = board.data.map.grid.neighbours(hex_).values()
    enemies = (e for h in near for e in board.units_at(h) if e.side not in (None, piece.side))
    return [enemy for enemy in enemies if _watches(board, enemy, kind)]


def _watches(board: OperationBoard, enemy: Piece, kind: FireKind) -> bool:
    kinds: tuple[FireKind, ...] = ("at", "entrenchment") if kind == "at" else ("regular",)
    phase = _phase(board)
    for each in kinds:
        if each != "entrenchment" and not units.strength(enemy, each):
            continue
        if each == "entrenchment" and not ground.occupies_entrenchment(board, enemy):
            continue
        if each != "entrenchment" and units.is_artillery(enemy) and not units.fires_directly(enemy):
            continue
        combat = FireCombat(0, "zone-fire", phase, enemy.side or "", kind=each)
        if next(bars(board, enemy, combat, None, each), None) is None:
            return True
    return False
