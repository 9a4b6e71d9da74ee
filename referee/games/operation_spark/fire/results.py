"""Sections 13.10.5 to 13.10.9: the dice of a fire combat, and what they bring each target."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from compiler.hexes import Hex
from referee.actions import Roll
from referee.board import Piece
from referee.findings import Finding
from referee.games.operation_spark import assaults, rests, units
from referee.games.operation_spark.book import RULES
from referee.games.operation_spark.combat_state import FireCombat, Outcome
from referee.games.operation_spark.fire import fires, losses, morale
from referee.games.operation_spark.fire.artillery import INDIRECT
from referee.games.operation_spark.fire.columns import AT_TABLE, REGULAR_TABLE
from referee.games.operation_spark.fire.firing import note, open_fire
from referee.games.operation_spark.fire.losses import FIRE_VERBS
from referee.games.operation_spark.state import OperationBoard
from referee.mechanics.columns import BELOW

DICE = "red-gray"
RED = "soviet"
"""The red die is the Soviet player's, the gray one the German's."""


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice of a fire: the combat, the unit they are for (None if unknown), fire and morale die."""

    combat: FireCombat
    target: Piece | None
    fire: int
    morale: int


def by_side(roll: Roll, side: str) -> tuple[int, int]:
    """The die of a side and the die of the other; a 0 counts as 10."""
    red, gray = (value or 10 for value in roll.result[:2])
    return (red, gray) if side == RED else (gray, red)


def awaited_verb(board: OperationBoard, roll: Roll) -> str:
    """What a roll is for: as it says, else as was declared last."""
    said = roll.purpose.replace(" ", ".").split(".")[0]
    return said or board.state.combat.awaiting[0]


def throw_of(board: OperationBoard, roll: Roll) -> Throw | None:
    """The fire that a roll is for; None if it is for something else."""
    verb = awaited_verb(board, roll)
    combat = _named_combat(board, roll, verb) or open_fire(board)
    if combat is None or len(roll.result) < 2 or (verb and verb not in FIRE_VERBS):
        return None
    if verb and verb != combat.verb:
        return None
    fire, check = by_side(roll, combat.side)
    return Throw(combat, target_of(board, combat, roll), fire, check)


def _named_combat(board: OperationBoard, roll: Roll, verb: str) -> FireCombat | None:
    """The fire of the phase at a unit that dice name, if they are still to be thrown for it.

    Several fires may be declared before the dice of the first.
    """
    words, phase = roll.purpose.replace(".", " ").split(), board.phase
    for combat in reversed(board.state.combat.now.fires if words and phase is not None else []):
        if phase is None or combat.phase != phase.id or verb not in {"", combat.verb}:
            continue
        left = {target.id for target in fires.targets_of(board, combat)} - combat.rolled.keys()
        if left & set(words):
            return combat
    return None


def target_of(board: OperationBoard, combat: FireCombat, roll: Roll) -> Piece | None:
    """The unit that dice are for: named with them, named as target, or the only one left."""
    every = fires.targets_of(board, combat)
    words = roll.purpose.replace(".", " ").split()
    named = [piece for piece in every if piece.id in words]
    if named:
        return named[0]
    left = [piece for piece in every if piece.id not in combat.rolled]
    said = [piece for piece in left if piece.id in combat.targets]
    if len(left) == 1:
        return left[0]
    return said[0] if said else None


# -- results ---------------------------------------------------------------------------------------


@RULES.covers("13.10.5.p6", "13.10.9")
def cells(board: OperationBoard, combat: FireCombat, target: Piece, die: int) -> frozenset[str]:
    """The entries that a die finds by every reading, or in the column that was announced.

    If that is wrong, what the right ones give is not found fault with besides.
    """
    table = board.data.tables[AT_TABLE if fires.is_anti_tank(combat) else REGULAR_TABLE]
    columns = fires.column_numbers(fires.readings(board, combat, target))
    said = announced(combat, target)
    if said is not None and (said == BELOW or str(said) in table.column_keys):
        columns = frozenset({said}) if said in columns else columns | {said}
    return frozenset("-" if c == BELOW else str(table.cell(die, str(c))) for c in columns)


def announced(combat: FireCombat, target: Piece) -> int | None:
    """The column that the players announced for a target."""
    return combat.columns.get(target.id, combat.columns.get(""))


@RULES.covers("13.10.8.p1", "13.10.9", "e5.4.p3")
def outcomes(board: OperationBoard, throw: Throw) -> frozenset[Outcome]:
    """What a unit has to suffer by a throw, by every reading: step losses, then a morale check."""
    target, combat = throw.target, throw.combat
    if target is None:
        return frozenset()
    indirect = all(
        fires.ways_of(board, combat, shot, piece) == {INDIRECT}
        for shot in combat.shots
        for piece in assaults.units_named(board, (shot.unit,))
    )
    found: set[Outcome] = set()
    for cell in cells(board, combat, target, throw.fire):
        if cell == "-":
            found.add(Outcome())
            continue
        lost = 0 if cell == "M" else int(cell) * _multiplied(board, target)
        if lost >= units.steps(target):
            found.add(Outcome(losses=lost))
            continue
        alone = indirect and combat.verb != "air-strike"
        found |= morale.check(board, target, throw.morale, lost, indirect_alone=alone)
    return frozenset(found)


def _multiplied(board: OperationBoard, target: Piece) -> int:
    return max((s.losses for s in morale.surprises(board, target)), default=1)


def rests_on(board: OperationBoard, combat: FireCombat, die: int) -> tuple[str, ...]:
    """The stand-in table behind a result, unless all its possible cells follow from the example."""
    name = AT_TABLE if fires.is_anti_tank(combat) else REGULAR_TABLE
    found = list(rests.charts(board, name))
    if combat.verb == "air-strike":
        kind = "air-point-at" if fires.is_anti_tank(combat) else "air-point-regular"
        found += rests.figures(board, kind)
    evidence = board.data.tables["combat_results_evidence"]
    columns = {combat.columns.get(unit) for unit in (*combat.columns, "")}
    known = {
        (str(evidence.cell(key, "table")), str(evidence.cell(key, "column")))
        for key in evidence.row_keys
        if str(evidence.cell(key, "roll")) == str(die)
    }
    if len(columns) == 1 and (name, str(next(iter(columns)))) in known:
        found = found[1:]
    return tuple(found)


# -- rules -----------------------------------------------------------------------------------------


@RULES.rule("13.10.5.p6", "13.10.5.p1", "13.10.5.p3", "13.10.5.p7", "13.10.5.p8", on=Roll)
def the_column_is_right(roll: Roll, board: OperationBoard) -> Iterator[Finding]:
    """A column that was announced is one that some reading of the rules gives."""
    throw = throw_of(board, roll)
    if throw is None or throw.target is None:
        return
    combat, target = throw.combat, throw.target
    said = announced(combat, target)
    if said is None:
        return
    found = fires.readings(board, combat, target)
    disputed = board.state.combat.now.disputed.keys()
    if said in fires.column_numbers(found) or disputed & {
        target.id,
        *(s.unit for s in combat.shots),
    }:
        return
    best = found[0]
    shifts = ", ".join(f"{name} {shift:+d}" for name, shift in best.against)
    yield Finding(
        f"the fire at {target.name} is rolled for in the wrong column",
        units=(target.id, *(shot.unit for shot in combat.shots)),
        hexes=() if combat.hex is None else (board.data.map.number(combat.hex),),
        expected=f"{best.column} (begins in {best.start}{', ' + shifts if shifts else ''})",
        found=str(said),
    )


@RULES.rule("13.10.4.p1", on=Roll)
def dice_have_a_target(roll: Roll, board: OperationBoard) -> Iterator[Finding]:
    """The log tells for which unit dice are rolled, each once."""
    throw = throw_of(board, roll)
    if throw is None:
        if is_stray(board, roll):
            yield Finding("dice of a fire that is not in the log", severity="unverifiable")
        return
    combat, target = throw.combat, throw.target
    number = () if combat.hex is None else (board.data.map.number(combat.hex),)
    if target is None:
        every = fires.targets_of(board, combat)
        if every and all(piece.id in combat.rolled for piece in every):
            yield Finding("dice are rolled again for a fire", hexes=number, severity="warning")
            return
        yield Finding(
            "for which unit the dice of the fire are is not told",
            units=tuple(piece.id for piece in every),
            hexes=number,
            severity="unverifiable",
        )
    elif target.id in combat.rolled:
        yield Finding(
            f"dice are rolled again for {target.name}",
            units=(target.id,),
            hexes=number,
            severity="warning",
        )


def is_stray(board: OperationBoard, roll: Roll) -> bool:
    """Whether dice are said to be of a fire that has not been declared."""
    said = roll.purpose.replace(" ", ".").split(".")[0]
    return said in FIRE_VERBS and len(roll.result) > 1 and open_fire(board, said) is None


@RULES.effect("13.10.8.p1", "13.10.9", "13.10.10", on=Roll)
def results_become_owed(roll: Roll, board: OperationBoard) -> None:
    """Each target owes what its dice bring; where that cannot be told its losses are not judged."""
    throw = throw_of(board, roll)
    if throw is None:
        if is_stray(board, roll):
            board.state.combat.excused.update(piece.id for piece in board.on_map())
        return
    combat, target = throw.combat, throw.target
    if combat.provisional:
        combat.provisional = False
        note(board, combat, fires.assault_of(board, combat))
    if not combat.due:
        combat.due = tuple(piece.id for piece in fires.targets_of(board, combat))
    if target is None:
        combat.blind = True
        struck = combat.due or (p.id for p in board.on_map() if p.side != combat.side)
        board.state.combat.excused.update(struck)
        return
    found = outcomes(board, throw)
    if combat.closed and not combat.rolled:
        board.state.combat.excused.difference_update(combat.due)
    combat.rolled[target.id] = (throw.fire, throw.morale)
    pointed = assaults.marker_hex(board, target)
    rule = "13.10.8.p1" if any(o.losses for o in found) else "e5.5"
    losses.owe(
        board,
        (target.id,),
        found,
        rule,
        f"the fire with {throw.fire} and {throw.morale}",
        rests_on=rests_on(board, combat, throw.fire),
        away_from=(pointed,) if isinstance(pointed, Hex) else (),
    )
