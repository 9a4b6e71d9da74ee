"""Section 13.10: fire as it is declared: who joins which fire combat, and what is found about it.

All declarations of fire up to the dice are one fire combat; one that only names a target goes on
with the next unit of the same hex. The dice are in `fire_results`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from compiler.hexes import Hex
from referee.actions import Action, Declare, PhaseEnds
from referee.findings import Finding
from referee.games.operation_spark import assaults, units
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.combat_state import Assault, FireCombat, Fired, FireKind, Shot
from referee.games.operation_spark.eligibility import fire_name
from referee.games.operation_spark.fire import artillery, fires
from referee.games.operation_spark.fire.artillery import INDIRECT
from referee.games.operation_spark.fire.losses import FIRE_VERBS
from referee.games.operation_spark.fire.shots import shot_faults
from referee.games.operation_spark.fire.targets import target_faults
from referee.games.operation_spark.state import OperationBoard

KINDS: dict[str, FireKind] = {"regular": "regular", "at": "at", "entrenchment": "entrenchment"}
IN_ASSAULTS = frozenset({"fire", "barrage"})
"""Verbs of fire that belongs to an assault."""
OUT_OF_TURN = "13.1"
"""What makes any fault of the target beside the point."""


@dataclass(frozen=True, slots=True)
class Joined:
    """A fire combat with a declaration added to it, not yet part of the position."""

    combat: FireCombat
    fresh: bool
    """Whether the declaration begins it."""
    assault: Assault | None


def open_fire(board: OperationBoard, verb: str = "") -> FireCombat | None:
    """The fire combat that is being declared or rolled for, of a verb if one is given."""
    fires_ = board.state.combat.now.fires
    last = fires_[-1] if fires_ else None
    if last is None or last.closed or board.phase is None or last.phase != board.phase.id:
        return None
    return last if verb in {"", last.verb} else None


def joined(board: OperationBoard, action: Declare) -> Joined:
    """The fire combat that a declaration begins, joins or goes on with."""
    target = assaults.declared_hex(board, action)
    named = [unit for unit in action.names("targets") if unit in board.pieces]
    if not named and action.target in board.pieces:
        named = [action.target or ""]
    before = open_fire(board, action.verb)
    fresh = before is None or not _goes_on(before, action, target, named)
    assault = assaults.meant(board, action) if action.verb in IN_ASSAULTS else None
    if before is None or fresh:
        phase = board.phase.id if board.phase is not None else ""
        number = len(board.state.combat.now.fires) + 1
        combat = FireCombat(number, action.verb, phase, _side(board, action, target))
    else:
        combat = replace(
            before, shots=list(before.shots), targets=list(before.targets),
            spotters=list(before.spotters), columns=dict(before.columns),
        )  # fmt: skip
        assault = assaults.by_number(board, before.assault) or assault
    _add(combat, action, target, named)
    combat.assault = assault.number if assault is not None else None
    return Joined(combat, fresh, assault)


def _goes_on(before: FireCombat, action: Declare, target: Hex | None, named: list[str]) -> bool:
    """Whether a declaration belongs to the fire combat before it.

    Once dice have been rolled only another target of the same hex does.
    """
    elsewhere = target is not None and before.hex is not None and target != before.hex
    if before.provisional and action.units:
        return False
    if before.rolled or before.blind:
        return not action.units and not elsewhere
    if {shot.unit for shot in before.shots} & set(action.units):
        return False
    if before.kind != "regular" and named and before.targets:
        return set(named) <= set(before.targets)
    return not elsewhere


def _side(board: OperationBoard, action: Declare, target: Hex | None) -> str:
    """The side that fires: that of its units, else as said, else the target's enemy."""
    for piece in assaults.units_named(board, action.units):
        if piece.side is not None:
            return piece.side
    if action.side is not None:
        return action.side
    there = [] if target is None else [p.side for p in board.units_at(target) if p.side]
    return board.data.opponent(there[0]) if there else board.phasing or ""


def _add(combat: FireCombat, action: Declare, target: Hex | None, named: list[str]) -> None:
    kind = KINDS.get(action.text("with", "regular"), "regular")
    points = action.number("points") if "points" in action.values else None
    said = action.text("way")
    way = artillery.DIRECT if said == "direct" else INDIRECT if said == "indirect" else ""
    if combat.verb == "air-strike":
        combat.points = points if points is not None else combat.points
        points = None
    if action.units or (combat.verb == "air-strike" and "with" in action.values):
        combat.kind = kind
    combat.shots += [Shot(unit, kind, points, way) for unit in action.units]
    combat.spotters += action.names("supports")
    combat.targets += [unit for unit in named if unit not in combat.targets]
    if target is not None:
        combat.hex = target
    column = action.number("column", -1)
    if column >= 0:
        for unit in named or [""]:
            combat.columns[unit] = column


# -- judging ---------------------------------------------------------------------------------------


@RULES.rule("13.10.4.p1", "13.0.p2", "13.1.p1", "13.10.p1", on="declare:fire")
@RULES.rule("13.6.1", "13.6.1.p1", on="declare:barrage")
@RULES.rule("13.3", on="declare:counterbattery")
@RULES.rule("11.3.5", on="declare:zone-fire")
@RULES.rule("13.2.2.p1", on="declare:air-strike")
def fire_is_allowed(action: Declare, board: OperationBoard) -> Iterator[Finding]:
    """Units that may fire so, at a target that may be fired at; judged when the target is known."""
    found = joined(board, action)
    combat = found.combat
    if combat.hex is None or combat.rolled:
        return
    shots = combat.shots[combat.judged :]
    faults = [f for shot in shots for f in shot_faults(board, combat, shot, found.assault)]
    if combat.judged == 0 and not any(fault.rule == OUT_OF_TURN for fault in faults):
        yield from target_faults(board, combat, found.assault)
    yield from faults


@RULES.rule("13.10.4.p1", on="declare:fire")
@RULES.rule("13.10.4.p1", on="declare:barrage")
@RULES.rule("13.10.4.p1", on="declare:counterbattery")
@RULES.rule("13.10.4.p1", on="declare:zone-fire")
@RULES.rule("13.10.4.p1", on="declare:air-strike")
def fire_is_told_in_words_that_are_known(
    action: Declare, board: OperationBoard
) -> Iterator[Finding]:
    """What is fired at is on the map, and the kind of fire one of the three there are."""
    if action.target and assaults.declared_hex(board, action) is None:
        yield Finding(
            f"what is fired at, {action.target!r}, is nowhere on the map",
            units=action.units,
            expected="a hex or a unit on the map",
            severity="unverifiable",
        )
    kind = action.text("with", "regular")
    if kind not in KINDS:
        yield Finding(
            f"{kind!r} is no kind of fire",
            units=action.units,
            expected=", ".join(KINDS),
            severity="unverifiable",
        )


@RULES.effect("13.10.4.p1", "13.10.2.p6", on="declare:fire")
@RULES.effect("13.6.1", on="declare:barrage")
@RULES.effect("13.3", on="declare:counterbattery")
@RULES.effect("11.3.5", on="declare:zone-fire")
@RULES.effect("13.2.2.p1", on="declare:air-strike")
def fire_is_remembered(action: Declare, board: OperationBoard) -> None:
    """Who fires at what, with which part of its strength, for the dice and for later."""
    found = joined(board, action)
    combat = found.combat
    now = board.state.combat.now
    if found.fresh:
        for other in now.fires:
            other.closed = True
        now.fires.append(combat)
    else:
        now.fires[-1] = combat
    board.state.combat.awaiting = (action.verb, action.units)
    if combat.hex is not None:
        note(board, combat, found.assault)


def note(board: OperationBoard, combat: FireCombat, assault: Assault | None) -> None:
    """Book the shots of a fire combat whose target is known."""
    now = board.state.combat.now
    for shot in combat.shots[combat.judged :]:
        piece = board.pieces.get(shot.unit)
        if piece is None:
            continue
        ways = fires.ways_of(board, combat, shot, piece)
        fire = fire_name(board, combat.verb, piece, assault)
        start = piece.place if isinstance(piece.place, Hex) else None
        fired = Fired(
            shot.unit, combat.verb, fire, shot.kind, combat.phase, combat.number, combat.assault,
            combat.hex, start, units.steps(piece), shot.points, ways == {INDIRECT},
        )  # fmt: skip
        now.fired.append(fired)
        if INDIRECT in ways:
            _use_ammunition(board, shot.unit, sure=ways == {INDIRECT})
    combat.judged = len(combat.shots)
    if combat.shots and assault is not None and combat.verb == "fire":
        assault.kinds.setdefault(combat.phase, combat.kind)
    if fires.is_anti_tank(combat) and combat.verb != "zone-fire":
        for target in fires.targets_of(board, combat):
            now.vehicles_fired_at.setdefault(target.id, combat.number)


@RULES.covers("e5.1.p6")
def _use_ammunition(board: OperationBoard, unit: str, *, sure: bool) -> None:
    piece, combat = board.pieces[unit], board.state.combat
    supply = units.ammunition_supply(board.data, piece)
    counted = combat.ammunition_due if sure else combat.ammunition_maybe
    counted[supply] = counted.get(supply, 0) + 1
    if sure and isinstance(piece.place, Hex):
        combat.indirect_from[unit] = piece.place


@RULES.rule("e5.1.p6", on="declare:fire")
@RULES.rule("e5.1.p6", on="declare:barrage")
@RULES.rule("e5.1.p6", on="declare:counterbattery")
@RULES.rule("e5.1.p6", on="declare:zone-fire")
def indirect_fire_needs_ammunition(action: Declare, board: OperationBoard) -> Iterator[Finding]:
    """No indirect fire without an ammo point left in the supply."""
    combat = joined(board, action).combat
    if combat.hex is None:
        return
    for shot in combat.shots[combat.judged :]:
        piece = board.pieces.get(shot.unit)
        if piece is not None and fires.ways_of(board, combat, shot, piece) == {INDIRECT}:
            yield from artillery.ammunition_faults(board, piece)


@RULES.effect("13.10.5.p7", on="declare:heavy")
def heavy_artillery_says_how_it_fires(action: Declare, board: OperationBoard) -> None:
    """As heavy artillery, added at the end, or as ordinary artillery."""
    for unit in action.units:
        board.state.combat.heavy_as[unit] = action.text("as", "heavy")


@RULES.rule("13.10.5.p7", on="declare:heavy")
def only_heavy_artillery_fires_as_such(action: Declare, board: OperationBoard) -> Iterator[Finding]:
    """The chart says which artillery has heavy status."""
    for piece in assaults.units_named(board, action.units):
        if action.text("as", "heavy") == "heavy" and not artillery.is_heavy(board, piece):
            yield Finding(
                f"{piece.name} fires as heavy artillery and is none",
                units=(piece.id,),
                expected="a unit with heavy status",
            )


# -- what is left out ------------------------------------------------------------------------------


def unfinished(board: OperationBoard, combat: FireCombat | None) -> Iterator[Finding]:
    """Dice that are missing when a fire combat is over: of all targets, or of some of them."""
    if combat is None or combat.blind or not (combat.shots or combat.points):
        return
    if combat.provisional:
        return
    number = () if combat.hex is None else (board.data.map.number(combat.hex),)
    if not combat.rolled:
        yield Finding(
            "the dice of a fire are not in the log",
            units=tuple(shot.unit for shot in combat.shots),
            hexes=number,
            severity="unverifiable",
            rule="13.10.p1",
        )
        return
    missing = [unit for unit in combat.due if unit not in combat.rolled and unit in board.pieces]
    if missing and not fires.is_anti_tank(combat):
        names = ", ".join(board.pieces[unit].name for unit in missing)
        yield Finding(
            f"no dice are rolled for {names}, in a hex that is fired at",
            units=tuple(missing),
            hexes=number,
            expected="dice for each non-armored unit of the hex",
            rule="13.6.1.p1" if combat.verb == "barrage" else "11.2.4.p6",
        )


@RULES.rule("13.10.p1", "11.2.4.p6", "13.6.1.p1", on=PhaseEnds)
def fire_is_rolled_for_before_the_phase_ends(
    _: PhaseEnds, board: OperationBoard
) -> Iterator[Finding]:
    """Each fire of a phase is rolled for each unit that it hits."""
    for combat in board.state.combat.now.fires:
        if board.phase is not None and combat.phase == board.phase.id and not combat.finished:
            yield from unfinished(board, combat)


@RULES.effect("13.10.p1", on=PhaseEnds)
def fires_are_over_when_the_phase_ends(_: PhaseEnds, board: OperationBoard) -> None:
    """Phases of the same name follow each other: dice that lack are found once."""
    for combat in board.state.combat.now.fires:
        combat.finished = True


@RULES.effect("13.10.p1", on=Action, before=True)
def unknown_results_excuse_their_targets(action: Action, board: OperationBoard) -> None:
    """What befalls units for which the log has no dice cannot be told."""
    ends = isinstance(action, PhaseEnds)
    if not ends and not (isinstance(action, Declare) and action.verb in FIRE_VERBS):
        return
    combat = open_fire(board)
    if combat is None or combat.rolled or combat.provisional:
        return
    if not combat.shots and not combat.points:
        return
    if ends or (isinstance(action, Declare) and joined(board, action).fresh):
        board.state.combat.excused.update(t.id for t in fires.targets_of(board, combat))
