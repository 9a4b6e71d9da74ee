"""One unit's part in a fire combat: may it fire so, with so many points, at that hex, seeing it?

Sections 13.1, 13.9 and 13.10. A unit's own conditions are in `eligibility`, what may be aimed at in
`targets`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from compiler.hexes import Hex
from referee.board import Piece
from referee.findings import Finding
from referee.games.operation_spark import assaults, eligibility, observation, rests, units
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.combat_state import Assault, FireCombat, Fired, Shot
from referee.games.operation_spark.fire import artillery, fires
from referee.games.operation_spark.fire.artillery import DIRECT, INDIRECT, Way
from referee.games.operation_spark.fire.strength import (
    full,
    most_points,
    surprises,
    trench_faults,
)
from referee.games.operation_spark.state import OperationBoard


@dataclass(frozen=True, slots=True)
class Aimed:
    """A unit's part in a fire combat whose target hex is known."""

    board: OperationBoard
    combat: FireCombat
    shot: Shot
    piece: Piece
    assault: Assault | None
    hex: Hex

    @property
    def fire(self) -> str:
        """The column of the Fire Eligibility Table."""
        return eligibility.fire_name(self.board, self.combat.verb, self.piece, self.assault)

    @property
    def ways(self) -> frozenset[Way]:
        """How it may be firing."""
        return fires.ways_of(self.board, self.combat, self.shot, self.piece)

    def fault(self, rule: str, said: str, *, expected: str = "", found: str = "",
              rests_on: tuple[str, ...] = ()) -> Finding:  # fmt: skip
        """A finding on it; `said` goes on after the unit's name."""
        number = self.board.data.map.number(self.hex)
        return Finding(
            f"{self.piece.name} {said}", (self.piece.id,), (number,), expected, found, rests_on,
            rule=rule,
        )  # fmt: skip


def shot_faults(
    board: OperationBoard, combat: FireCombat, shot: Shot, assault: Assault | None
) -> Iterator[Finding]:
    """What is wrong with one unit's part in a fire: at most one thing, the most basic."""
    piece = board.pieces.get(shot.unit)
    if piece is None or combat.hex is None:
        return
    aimed = Aimed(board, combat, shot, piece, assault, combat.hex)
    for check in (side_faults, condition_faults, kind_faults, artillery_faults, range_faults,
                  sight_faults, points_faults, steps_faults, chosen_faults):  # fmt: skip
        found = next(check(aimed), None)
        if found is not None:
            yield found
            return


# -- whose fire it is, and which -------------------------------------------------------------------


@RULES.covers("13.1", "13.1.p1", "13.10.p1", "13.10.4.p1")
def side_faults(aimed: Aimed) -> Iterator[Finding]:
    """Each segment is one side's, and its fire has to do with the assault in progress."""
    board = aimed.board
    side = firing_side(board, aimed.combat)
    if not aimed.fire and assaults.at(board) not in assaults.DEFENSIVE | assaults.OFFENSIVE:
        # Fire that the phase does not know at all is the sequence of play's to find.
        return
    if side is not None and aimed.piece.side != side:
        yield aimed.fault("13.1", "fires out of turn", expected=board.data.sides[side].name)
    elif aimed.piece.side != aimed.combat.side:
        yield aimed.fault("13.10.4.p1", "fires together with the enemy")
    elif not isinstance(aimed.piece.place, Hex):
        yield aimed.fault("13.10.p1", "fires from off the map")
    elif aimed.combat.verb == "zone-fire":
        return
    elif aimed.assault is None and assaults.at(board) in assaults.DEFENSIVE | assaults.OFFENSIVE:
        yield aimed.fault("13.1.p1", "fires at a hex that has to do with no assault")


def firing_side(board: OperationBoard, combat: FireCombat) -> str | None:
    """The side whose fire it is; None where both may."""
    phasing = board.phasing
    if phasing is None or combat.verb == "air-strike":
        return None
    if combat.verb == "zone-fire":
        return board.data.opponent(phasing) if assaults.at(board) == "movement" else None
    return board.data.opponent(phasing) if assaults.at(board) in assaults.DEFENSIVE else phasing


def condition_faults(aimed: Aimed) -> Iterator[Finding]:
    """By the Fire Eligibility Tables."""
    bars = eligibility.bars(aimed.board, aimed.piece, aimed.combat, aimed.assault, aimed.shot.kind)
    for bar in bars:
        yield aimed.fault(bar.rule, f"fires ({aimed.fire}) {bar.why}")


@RULES.covers("13.10.2.p2", "13.10.2.p3", "13.10.2.p4", "13.10.3.p1", "13.1.p1")
def kind_faults(aimed: Aimed) -> Iterator[Finding]:
    """A unit has the strength it fires with, and all fire of a segment is of one kind."""
    board, shot = aimed.board, aimed.shot
    if shot.kind == "entrenchment":
        for target in fires.targets_of(board, aimed.combat):
            for why in trench_faults(board, aimed.piece, target):
                yield aimed.fault("13.10.2.p3", f"enables entrenchment strength, but {why}")
    elif full(board, aimed.piece, shot) <= 0:
        words = "regular" if shot.kind == "regular" else "anti-tank"
        yield aimed.fault("13.10.3.p1", f"has no {words} fire strength")
    if aimed.assault is not None and board.phase is not None:
        chosen = aimed.assault.kinds.get(board.phase.id)
        if chosen is not None and (chosen == "regular") != (shot.kind == "regular"):
            said = "fires another kind than is chosen for the segment"
            yield aimed.fault("13.1.p1", said, expected=chosen, found=shot.kind)


# -- artillery -------------------------------------------------------------------------------------


@RULES.covers("e5.1", "e5.1.p5", "e5.1.p9", "13.9.4.p1", "13.9.5.p1", "13.6.1", "13.3", "13.13")
def artillery_faults(aimed: Aimed) -> Iterator[Finding]:
    """Artillery fires as its chart says, at who is beside it if anybody is, for whom it may."""
    board, piece, fire = aimed.board, aimed.piece, aimed.fire
    if aimed.combat.verb in {"counterbattery", "barrage"} and not units.is_artillery(piece):
        yield aimed.fault("e5.1", f"is no artillery and fires {aimed.combat.verb} fire")
    if not units.is_artillery(piece) or not fire or fire == eligibility.AIR:
        return
    allowed, wanted = artillery.ways(board, piece, fire), aimed.ways
    if not allowed & wanted:
        yield aimed.fault(
            "e5.1",
            f"may not fire {' or '.join(sorted(wanted))}ly here ({fire})",
            expected=" or ".join(sorted(allowed)) or "no fire",
            rests_on=_chart_rests(board, piece),
        )
    elif artillery.is_held_by_enemies(board, piece, aimed.hex):
        yield aimed.fault("13.9.3.p1", "has an enemy beside it and fires at somebody farther off")
    elif aimed.assault is not None and aimed.combat.verb == "fire":
        yield from _support_faults(aimed, aimed.assault)


def _support_faults(aimed: Aimed, assault: Assault) -> Iterator[Finding]:
    barred = artillery.support_fault(aimed.board, aimed.piece, assault, assaults.at(aimed.board))
    if barred is None:
        return
    rule, expected = barred
    found = aimed.fault(rule, "supports units that it may not support", expected=expected)
    # Of the restriction on German divisional artillery only the beginning is in the text.
    yield replace(found, severity="unverifiable") if rule == "13.9.5.p4" else found


def _chart_rests(board: OperationBoard, piece: Piece) -> tuple[str, ...]:
    table = board.data.tables[artillery.CHART]
    source = table.source_of(units.artillery_row(piece))
    return (f"{table.title} ({source})",) if source.kind == "stand-in" else ()


# -- range and sight -------------------------------------------------------------------------------


@RULES.covers("3.2.1.p2", "3.2.1.p3", "13.1.p1", "fire-eligibility.p8#2")
def range_faults(aimed: Aimed) -> Iterator[Finding]:
    """The target is within range."""
    if not isinstance(aimed.piece.place, Hex):
        return
    ways = aimed.ways
    reach = max(range_of(aimed.board, aimed.piece, aimed.shot, way) for way in ways)
    distance = aimed.piece.place.distance(aimed.hex)
    if distance > reach:
        yield aimed.fault(
            "3.2.1.p3" if DIRECT in ways else "3.2.1.p2",
            "fires beyond its range",
            expected=f"at most {reach} hexes",
            found=f"{distance} hexes",
        )


def range_of(board: OperationBoard, piece: Piece, shot: Shot, way: Way) -> int:
    """How far a unit fires: artillery directly one hex, units without a range one hex."""
    if way == INDIRECT:
        return units.printed_range(piece) or 0
    if units.is_artillery(piece):
        return rests.figure(board, "artillery-direct-range")
    printed = units.printed_range(piece)
    if printed is None or shot.kind == "entrenchment":
        return rests.figure(board, "two-ratings-range")
    return printed


@RULES.covers("12.0.p2", "e5.1.p8", "13.3", "13.1.p1")
def sight_faults(aimed: Aimed) -> Iterator[Finding]:
    """The target is observed: by the unit or, for indirect fire, by a spotter.

    Counterbattery fire may be at artillery unseen that has fired indirectly from its hex.
    """
    board, combat, goal = aimed.board, aimed.combat, aimed.hex
    if combat.verb == "counterbattery" and artillery.fired_from_there(board, goal):
        return
    if aimed.ways == {DIRECT}:
        sight = observation.sees(board, aimed.piece, goal)
    else:
        sight = observation.observed(board, aimed.piece.side or "", goal)
        spotters = assaults.units_named(board, combat.spotters)
        said = [observation.sees(board, spotter, goal) for spotter in spotters]
        if said and said[0].verdict == sight.verdict:
            sight = said[0]
    message = f"{aimed.piece.name} fires at a hex that is not observed"
    yield from observation.fault(board, sight, message, (aimed.piece.id,), goal)


# -- points and steps ------------------------------------------------------------------------------


@RULES.covers("13.10.3.p1", "13.10.3.p2", "13.10.2.p6")
def points_faults(aimed: Aimed) -> Iterator[Finding]:
    """No more points than a unit has; one point is not split, nor is indirect fire."""
    board, combat, shot = aimed.board, aimed.combat, aimed.shot
    fired = eligibility.fired_by(board, aimed.piece.id)
    earlier = [each for each in fired if _same_use(each, combat)]
    if combat.verb == "zone-fire":
        earlier = []
    whole = shot.points is None or any(each.points is None for each in earlier)
    if earlier and whole:
        yield aimed.fault("13.10.3.p2", "fires again, having fired with all its strength")
    elif earlier and aimed.ways == {INDIRECT}:
        yield aimed.fault("13.10.3.p2", "splits its indirect fire")
    if shot.points is None:
        return
    if shot.points < 1:
        yield aimed.fault(
            "13.10.3.p1", "fires no point", expected="at least 1", found=str(shot.points)
        )
        return
    spent = shot.points + sum(each.points or 0 for each in earlier)
    most = most_points(board, aimed.piece, shot, aimed.assault)
    if spent > most:
        yield aimed.fault(
            "13.10.3.p2" if most <= 1 else "13.10.3.p1",
            "fires more points than it has",
            expected=f"at most {most}",
            found=str(spent),
        )


def _same_use(fired: Fired, combat: FireCombat) -> bool:
    """Whether an earlier shot was part of the same use of the unit's strength."""
    if fired.combat == combat.number:
        return False
    return (fired.phase, fired.assault) == (combat.phase, combat.assault)


@RULES.covers("11.2.4.p3", "11.2.4.p5")
def steps_faults(aimed: Aimed) -> Iterator[Finding]:
    """Units of no more than twelve steps fire out of a hex; a unit's steps are not divided."""
    board, combat, here = aimed.board, aimed.combat, aimed.piece.place
    alike = (combat.phase, combat.assault, here)
    fired = {
        each.unit: each.steps
        for each in board.state.combat.now.fired
        if (each.phase, each.assault, each.start) == alike
    }
    mates = assaults.units_named(board, (shot.unit for shot in combat.shots))
    fired |= {p.id: units.steps(p) for p in (*mates, aimed.piece) if p.place == here}
    most, total = rests.figure(board, "firing-steps"), sum(fired.values())
    if total > most and len(fired) > 1:
        yield aimed.fault(
            "11.2.4.p3",
            "fires out of a hex from which enough others fire",
            expected=f"at most {most} current steps",
            found=str(total),
        )


@RULES.covers("11.2.4.p4", "e5.4.p10")
def chosen_faults(aimed: Aimed) -> Iterator[Finding]:
    """Of an overstacked hex only the chosen units fire; a surprised defender does not."""
    assault, piece = aimed.assault, aimed.piece
    if any(s.fire == "none" for s in surprises(aimed.board, piece, assault)):
        yield aimed.fault("e5.4.p10", "fires though the defender is surprised")
    if assault is None or not isinstance(piece.place, Hex):
        return
    mates = {other.id for other in aimed.board.units_at(piece.place)}
    if assault.chosen & mates and piece.id not in assault.chosen:
        yield aimed.fault("11.2.4.p4", "was not chosen to fire for its hex")
