"""Section 9.2, C: the attack of the overrunning vehicle, rolled for each defender."""

from __future__ import annotations

from collections.abc import Iterator

from referee.actions import Declare, Roll
from referee.findings import Finding
from referee.games.iron_cross import results, units
from referee.games.iron_cross.assault.overrun import (
    DEFENCE,
    DEFENCE_DICE,
    ROLL,
    ROLL_DICE,
    current,
    defenders,
    is_destroyed,
    is_open,
)
from referee.games.iron_cross.book import RULES
from referee.games.iron_cross.results import ELIMINATED
from referee.games.iron_cross.rolls import answer as answer_of
from referee.games.iron_cross.rolls import answered
from referee.games.iron_cross.state import BattleBoard, Overrun
from referee.games.iron_cross.units import NORMAL


@RULES.rule("9.2.C", on=f"declare:{ROLL}")
def each_defender_is_rolled_for_once(declaration: Declare, board: BattleBoard) -> Iterator[Finding]:
    """The owner rolls for each unit in the hex, unless the vehicle was destroyed."""
    run = current(board)
    for name in declaration.units:
        piece = board.piece(name)
        expected, found = "", ""
        if run is None or name not in run.defenders:
            expected = "a unit in the overrun hex"
        elif name in run.rolled:
            expected, found = "one roll", "a second one"
        elif is_destroyed(board, run) and not is_open(board, run):
            expected, found = "no losses, as the vehicle is destroyed", "a roll"
        if expected:
            yield Finding(
                f"{piece.name} is rolled for in an overrun",
                units=(name,),
                expected=expected,
                found=found,
            )


@RULES.effect("9.2.C", on=f"declare:{ROLL}")
def an_overrun_roll_is_called(declaration: Declare, board: BattleBoard) -> None:
    """Whether all units kept their heads down is asked before the first roll."""
    run = current(board)
    if run is None:
        return
    if run.all_down is None:
        run.all_down = all(
            results.status_of(board, piece.id) != NORMAL for piece in defenders(board, run)
        )
    for name in declaration.units:
        if name in run.defenders and name not in run.rolled:
            run.called.add(name)


def overrun_bonus(board: BattleBoard, run: Overrun) -> int:
    """What is added to the owner's dice: trees, position points, one if all are pinned or worse."""
    points = units.trees(board, run.hex) + units.position_points(board, run.hex)
    if run.all_down is not None:
        return points + run.all_down
    return points + all(
        results.status_of(board, piece.id) != NORMAL for piece in defenders(board, run)
    )


@RULES.rule("9.2.B", "9.2.C", on="roll")
def overruns_are_rolled_with_their_dice(roll: Roll, board: BattleBoard) -> Iterator[Finding]:
    """Three dice for the infantry's fire, two for each defender."""
    found = answer_of(roll, board)
    if found is None or found.verb not in (DEFENCE, ROLL):
        return
    dice = DEFENCE_DICE if found.verb == DEFENCE else ROLL_DICE
    if len(roll.result) != dice:
        yield Finding(
            "an overrun is rolled with other dice",
            units=found.declaration.units,
            expected=f"{dice} dice",
            found=f"{len(roll.result)} of {roll.dice}",
            rule="9.2.B" if found.verb == DEFENCE else "9.2.C",
        )


@RULES.effect("9.2.C", "18.4", "18.3", on="roll")
def the_dice_decide_an_overrun(roll: Roll, board: BattleBoard) -> None:
    """With the overrun factor or less a defender is eliminated, else suppressed.

    In improved positions normal units are only pinned, and suppressed ones stay as they are.
    """
    found = answered(board, ROLL)
    run = current(board)
    if found is None or run is None or found.unit not in run.called - run.rolled:
        return
    run.rolled.add(found.unit)
    vehicle, piece = board.pieces.get(run.vehicle), board.pieces.get(found.unit)
    if piece is None:
        return
    if len(roll.result) != ROLL_DICE or vehicle is None or is_open(board, run):
        results.doubt(board, found.unit)
        return
    total, factor = roll.total + overrun_bonus(board, run), units.figure(vehicle, "overrun")
    why = f"the overrun by {vehicle.name}, {total} against {factor}"
    rests_on = units.stand_ins(vehicle, "overrun")
    if total <= factor:
        results.suffer(board, piece.id, ELIMINATED, "9.2.C", why, rests_on=rests_on)
    elif units.position_points(board, run.hex):
        worse = {NORMAL: "pinned"}
        after = {worse.get(s, s if s == ELIMINATED else "suppressed")
                 for s in results.statuses_of(board, piece.id)}  # fmt: skip
        results.owe(board, piece.id, "18.4", why, *after, rests_on=rests_on)
    else:
        results.suffer(board, piece.id, "suppressed", "9.2.C", why, rests_on=rests_on)
