"""Rule 11.15, intensive fire: double factors, and what it may do to the machine gun."""

from __future__ import annotations

from collections.abc import Iterator

from referee.actions import Declare, PhaseEnds, Roll, SetState
from referee.board import Piece
from referee.findings import Finding
from referee.games.iron_cross import units
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.declared import pieces
from referee.games.iron_cross.fire.small_arms import FIRE, OPPORTUNITY
from referee.games.iron_cross.records import is_advanced
from referee.games.iron_cross.rolls import answer as answer_of
from referee.games.iron_cross.rolls import answered
from referee.games.iron_cross.state import BattleBoard

INTENSIVE, MALFUNCTION = "intensive-fire", "malfunction"
CONDITION = "gun-condition"
WORKING, NO_EFFECT = "working", "none"
DIRECT_FIRE = "df"
FOR_GOOD = 1_000_000
"""Player turns: the rest of the game."""


@RULES.rule("11.15", "21.1#2", on=f"declare:{INTENSIVE}")
def machine_guns_fire_intensively(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """Only machine guns double their factors, in direct fire mode."""
    for piece in pieces(board, declaration.units):
        shown = board.state.fire.modes.get(piece.id)
        if not units.is_machine_gun(piece):
            yield _fault(piece, "fires intensively", "a machine gun", "11.15")
        elif is_advanced(board) and shown is not None and shown.mode != DIRECT_FIRE:
            yield _fault(piece, "fires intensively", "direct fire mode", "21.1#2", shown.mode)


def _fault(piece: Piece, deed: str, expected: str, rule: str, found: str = "") -> Finding:
    return Finding(
        f"{piece.name} {deed}", units=(piece.id,), expected=expected, found=found, rule=rule
    )


@RULES.effect("11.15", on=f"declare:{INTENSIVE}")
def the_next_fire_is_intensive(declaration: Declare, board: BattleBoard) -> None:
    """The fire declared next counts the machine gun's factors twice."""
    board.state.fire.intensive.update(declaration.units)


def _intensive_fire_is_paid_for(declaration: Declare, board: BattleBoard) -> None:
    """After each use the effect on the machine gun has to be rolled."""
    fire = board.state.fire
    for piece in pieces(board, declaration.units):
        if piece.id in fire.intensive and units.is_machine_gun(piece):
            fire.effects_owed.add(piece.id)


for _verb in (FIRE, OPPORTUNITY):
    RULES.effect("11.15", on=f"declare:{_verb}", before=True)(_intensive_fire_is_paid_for)


@RULES.rule("11.15", on=f"declare:{MALFUNCTION}")
def effects_are_rolled_after_intensive_fire(
    declaration: Declare, board: BattleBoard
) -> Iterator[Finding]:
    """The table is for a machine gun that has just fired intensively, once for each use."""
    for piece in pieces(board, declaration.units):
        if piece.id not in board.state.fire.effects_owed:
            yield _fault(
                piece, "rolls for effects of intensive fire", "intensive fire before it", "11.15"
            )


@RULES.effect("11.15", on=f"declare:{MALFUNCTION}")
def effects_are_called(declaration: Declare, board: BattleBoard) -> None:
    """The roll is under way."""
    fire = board.state.fire
    for name in declaration.units:
        if name in fire.effects_owed:
            fire.effects_owed.discard(name)
            fire.effects_called.add(name)


@RULES.rule("11.15", on="roll")
def effects_are_rolled_with_two_dice(roll: Roll, board: BattleBoard) -> Iterator[Finding]:
    """Two dice on the table."""
    found = answer_of(roll, board)
    if found is not None and found.verb == MALFUNCTION and len(roll.result) != 2:
        yield Finding(
            "the effect of intensive fire is not rolled with two dice",
            units=found.declaration.units,
            expected="two dice",
            found=f"{len(roll.result)} of {roll.dice}",
        )


def effect_of(board: BattleBoard, total: int) -> tuple[str, int]:
    """What two dice do to the machine gun, and for how many player turns after this one."""
    table = board.data.tables["intensive_fire"]
    total = min(max(total, 2), 12)
    effect = str(table.cell(total, "effect"))
    turns = str(table.cell(total, "player-turns"))
    return effect, FOR_GOOD if turns == "game" else int(turns)


@RULES.effect("11.15", on="roll")
def the_dice_disable_a_machine_gun(roll: Roll, board: BattleBoard) -> None:
    """Jammed for the next player turn, a malfunction for two, broken for good."""
    found = answered(board, MALFUNCTION)
    fire = board.state.fire
    if found is None or found.unit not in fire.effects_called:
        return
    fire.effects_called.discard(found.unit)
    effect, turns = effect_of(board, roll.total)
    fire.conditions[found.unit] = effect
    if effect != NO_EFFECT:
        fire.silent_until[found.unit] = fire.player_turn + turns + 1


@RULES.rule("11.15", on=SetState)
def the_condition_marked_is_the_one_rolled(
    action: SetState, board: BattleBoard
) -> Iterator[Finding]:
    """What is marked on a machine gun is what its dice did."""
    if action.state != CONDITION or action.unit is None or board.phase is None:
        return
    rolled = board.state.fire.conditions.get(action.unit, NO_EFFECT)
    expected = WORKING if rolled == NO_EFFECT else rolled
    if action.value in (expected, WORKING) or action.unit in board.state.fire.effects_called:
        return
    piece = board.piece(action.unit)
    yield _fault(piece, "is marked with another condition", expected, "11.15", str(action.value))


@RULES.rule("11.15", on=PhaseEnds)
def every_use_of_intensive_fire_is_rolled_for(
    _: PhaseEnds, board: BattleBoard
) -> Iterator[Finding]:
    """No intensive fire without its roll."""
    fire = board.state.fire
    for name in sorted(fire.effects_owed):
        counter = board.counter(name)
        yield Finding(
            f"the effect of intensive fire on {counter.name} is not rolled",
            units=(name,),
            expected="two dice on the table of intensive fire effects",
        )
    for name in sorted(fire.effects_called):
        counter = board.counter(name)
        yield Finding(
            f"the effect of intensive fire on {counter.name} cannot be told",
            units=(name,),
            expected="the dice in the log",
            severity="unverifiable",
        )
