"""Obligations (11.9, 11.14, 11.15.C): who decides how each is met, and what is to be done next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from referee.actions import Declare
from referee.findings import Finding
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.combat import losses
from referee.games.bold_stroke.combat.accounts import (
    BREAKTHROUGH,
    ROUT,
    Due,
    due,
    members,
    missing_extra,
    paid,
)
from referee.games.bold_stroke.combat.loss_priorities import candidates, is_last_step
from referee.games.bold_stroke.combat.participants import target_hex
from referee.games.bold_stroke.combat.retreat import can_retreat
from referee.games.bold_stroke.combat.settlement import left_behind, obligation_fault
from referee.games.bold_stroke.combat_state import Account, Combat
from referee.games.bold_stroke.state import CampaignBoard

Way = Literal["loss", "retreat", "no effect"]
DEFENDER, ATTACKER = "defender", "attacker"


# -- which combat ----------------------------------------------------------------------------------


def current(board: CampaignBoard) -> Combat | None:
    """The combat resolved last whose results are not settled yet."""
    still_open = [c for c in board.state.combat.now.combats if c.resolved and not c.closed]
    return still_open[-1] if still_open else None


def side_of(combat: Combat, text: str) -> str:
    """The side that a declaration names: by its id, or as `attacker` or `defender`."""
    return {ATTACKER: combat.attacker, DEFENDER: combat.defender}.get(text, text)


def side_name(board: CampaignBoard, side: str | None) -> str:
    """What a side is called; the text itself if there is no such side."""
    known = board.data.sides.get(side or "")
    return known.name if known is not None else side or ""


# -- announcing ------------------------------------------------------------------------------------


@RULES.rule("11.9.C", "11.9.E", "11.9.F", "11.15.B", "11.15.C", on="declare:obligation")
def obligations_are_chosen_by_whom_they_should(
    action: Declare, board: CampaignBoard
) -> Iterator[Finding]:
    """The defender decides its odd obligations, the attacker the even ones and all of its own."""
    combat = current(board)
    if combat is None:
        return
    side = side_of(combat, action.text("side", DEFENDER))
    if side not in board.data.sides:
        return
    account = combat.account(side)
    number = number_of(combat, account, action)
    owes = due(combat, side)
    if number not in open_numbers(account):
        said = f"obligation {number} comes out of order"
        yield obligation_fault(board, combat, side, "11.9.C", said, len(account.chosen) + 1, number)
    elif number > owes.most:
        said = "announces more obligations than it has"
        yield obligation_fault(board, combat, side, "11.9.A", said, owes.most, number)
    decider = decides(combat, side, number, owes)
    if action.side in board.data.sides and action.side != decider:
        rule = "11.9.C" if side == combat.defender else "11.9.F"
        yield Finding(
            f"obligation {number} is not for the {side_name(board, action.side)} side to decide",
            hexes=(board.data.map.number(combat.hex),),
            expected=board.data.sides[decider].name,
            found=side_name(board, action.side),
            rule=rule,
        )
    yield from _way_faults(board, combat, account, number, action.text("as"))


def open_numbers(account: Account) -> range:
    """The numbers that the obligation announced next may have, counted from 1.

    Obligations met without a word may have been announced or not.
    """
    told = len(account.chosen)
    return range(told + 1, max(told, paid(account).total) + 2)


def number_of(combat: Combat, account: Account, action: Declare) -> int:
    """The number of the obligation announced: as said, else the first its side decides."""
    numbers = open_numbers(account)
    said = action.number("number", 0)
    if said:
        return said
    owes = due(combat, account.side)
    fitting = (n for n in numbers if decides(combat, account.side, n, owes) == action.side)
    return next(fitting, numbers[0])


@RULES.covers("11.9.C", "11.9.F", "11.10.1", "11.10.2")
def decides(combat: Combat, side: str, number: int, owes: Due) -> str:
    """Who decides how an obligation is met: `number` counts from 1."""
    if side == combat.attacker:
        return combat.defender if owes.kind == ROUT else combat.attacker
    if owes.kind == BREAKTHROUGH:
        return combat.attacker
    return combat.defender if number % 2 else combat.attacker


def _way_faults(
    board: CampaignBoard, combat: Combat, account: Account, number: int, way: str
) -> Iterator[Finding]:
    owes = due(combat, account.side)
    if way == "retreat":
        if account.chosen.count("retreat") >= owes.retreat_most:
            said = "meets more obligations by retreat than it may"
            rule = "11.9.E" if account.side == combat.attacker else "11.11.A"
            most = account.chosen.count("retreat") + 1
            yield obligation_fault(board, combat, account.side, rule, said, owes.retreat_most, most)
    elif way == "no effect":
        if not any(is_last_step(board, p) for p in members(board, combat, account.side)):
            said = "leaves an obligation without effect, though no unit is on its last step"
            yield obligation_fault(board, combat, account.side, "11.15.B", said, 0, 1)
    elif way == "loss" and must_retreat_instead(board, combat, account, number):
        said = "takes as a loss without effect what it must take as a retreat"
        yield obligation_fault(board, combat, account.side, "11.15.C", said, 0, 1)


@RULES.covers("11.15.C")
def must_retreat_instead(
    board: CampaignBoard, combat: Combat, account: Account, number: int
) -> bool:
    """Whether the owner must retreat: a first loss on a last step for its last obligation."""
    owes = due(combat, account.side)
    if number != owes.owed or decides(combat, account.side, number, owes) != account.side:
        return False
    if account.retreat >= owes.retreat_most or not can_retreat(board, combat, account.side):
        return False
    names = candidates(board, combat, account.side)
    earlier = board.state.combat.now.losses
    return bool(names) and all(
        losses.steps_left(board, name) == 1 and not earlier.get(name) for name in names
    )


@RULES.effect("11.9.A", on="declare:obligation")
def chosen_obligations_are_remembered(action: Declare, board: CampaignBoard) -> None:
    """How an obligation is to be met."""
    combat = current(board)
    if combat is None:
        return
    board.state.combat.now.tick += 1
    side = side_of(combat, action.text("side", DEFENDER))
    if side not in board.data.sides:
        return
    account = combat.account(side)
    number = number_of(combat, account, action)
    if number in open_numbers(account):
        account.chosen += [""] * (number - 1 - len(account.chosen))
    account.chosen.append(action.text("as"))
    if account.chosen[-1] != "retreat" and account.retreat < due(combat, side).retreat_least:
        account.stuck |= not can_retreat(board, combat, side)


@RULES.rule("11.14", on="declare:forgive")
def forgiveness_comes_before_the_die(action: Declare, board: CampaignBoard) -> Iterator[Finding]:
    """The attacker forgives one obligation, once, immediately before the die is rolled."""
    combat = forgiven_combat(board, action)
    if combat is None:
        late = current(board)
        message = "forgiveness is announced when no die is about to be rolled"
        hexes = (board.data.map.number(late.hex),) if late is not None else ()
        yield Finding(message, hexes=hexes, expected="before the die of the combat")
        return
    if combat.forgiven:
        yield Finding(
            "a second obligation is forgiven",
            hexes=(board.data.map.number(combat.hex),),
            expected="one obligation",
        )
    if action.side in board.data.sides and action.side != combat.attacker:
        yield Finding(
            "the defender forgives an obligation",
            hexes=(board.data.map.number(combat.hex),),
            expected=board.data.sides[combat.attacker].name,
            found=side_name(board, action.side),
        )


def forgiven_combat(board: CampaignBoard, action: Declare) -> Combat | None:
    """The combat whose die is still to be rolled that forgiveness is announced for."""
    waiting = [c for c in board.state.combat.now.combats if not c.resolved and not c.closed]
    hex_ = target_hex(board, action)
    if hex_ is not None:
        return next((c for c in waiting if c.hex == hex_), None)
    focus = board.state.combat.now.focus
    named = next((c for c in waiting if c.number == focus), None)
    return named or (waiting[0] if waiting else None)


@RULES.effect("11.14", on="declare:forgive")
def forgiveness_is_remembered(action: Declare, board: CampaignBoard) -> None:
    """One obligation less for both sides."""
    combat = forgiven_combat(board, action)
    if combat is not None:
        combat.forgiven = True
        board.state.combat.now.focus = combat.number


# -- what is owed now ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Owed:
    """What must be done next about a combat.

    `step`: `choose` how obligation `number` is met, take a `loss` or `retreat` that was chosen, or
    take an `extra` loss that a retreat costs `unit`.
    """

    combat: int
    side: str
    decider: str
    number: int
    step: Literal["choose", "loss", "retreat", "extra"]
    unit: str = ""


@RULES.covers("11.9.B", "11.8.A")
def owed(board: CampaignBoard) -> Owed | None:
    """What must be done next before another combat: the defender's obligations come first."""
    combat = current(board)
    if combat is None:
        return None
    for side in (combat.defender, combat.attacker):
        found = _owed_by(board, combat, side)
        if found is not None:
            return found
    return None


def _owed_by(board: CampaignBoard, combat: Combat, side: str) -> Owed | None:
    account = combat.account(side)
    owes = due(combat, side)
    for unit, _, _ in missing_extra(account):
        if losses.standing(board, unit) is not None:
            return Owed(combat.number, side, side, 0, "extra", unit)
    if not members(board, combat, side):
        return None
    if any(left_behind(board, combat, side)):
        return Owed(combat.number, side, side, account.retreat, "retreat")
    met = paid(account).total
    number = met + 1
    if met >= owes.owed:
        return None
    decider = decides(combat, side, number, owes)
    if len(account.chosen) > met and account.chosen[met] in {"loss", "retreat"}:
        step: Literal["loss", "retreat"] = "retreat" if account.chosen[met] == "retreat" else "loss"
        return Owed(combat.number, side, side, number, step)
    return Owed(combat.number, side, decider, number, "choose")


def legal_obligation_choices(board: CampaignBoard) -> tuple[Way, ...]:
    """How the obligation that must be decided next may be met; empty if none is to be decided."""
    what = owed(board)
    combat = current(board)
    if what is None or combat is None or what.step != "choose":
        return ()
    account = combat.account(what.side)
    owes = due(combat, what.side)
    retreat = account.retreat < owes.retreat_most and can_retreat(board, combat, what.side)
    if retreat and paid(account).retreats < owes.retreat_least:
        return ("retreat",)
    loss = bool(candidates(board, combat, what.side)) and not must_retreat_instead(
        board, combat, account, what.number
    )
    choices: list[Way] = []
    if loss:
        choices.append("loss")
    if retreat:
        choices.append("retreat")
    return tuple(choices)


def legal_losses(board: CampaignBoard) -> tuple[str, ...]:
    """The units one of which takes the loss that is owed now."""
    what = owed(board)
    combat = current(board)
    if what is None or combat is None or what.step not in {"loss", "extra"}:
        return ()
    if what.step == "extra":
        return (what.unit,)
    return tuple(sorted(candidates(board, combat, what.side)))
