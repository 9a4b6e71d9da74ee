"""Whether a combat is settled (11.8.A, 11.9, 11.16.K): what both sides still owe of its result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from compiler.hexes import Hex
from referee.actions import Action
from referee.board import Piece
from referee.findings import Finding
from referee.games.bold_stroke import rests
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
    takes_losses_last,
)
from referee.games.bold_stroke.combat.artillery import steps_lost_by_retreating
from referee.games.bold_stroke.combat.loss_priorities import is_last_step
from referee.games.bold_stroke.combat.retreat import Retreat, can_retreat, groups
from referee.games.bold_stroke.combat_state import Account, Combat
from referee.games.bold_stroke.state import CampaignBoard


@RULES.covers("11.8.A", "11.8.E", "11.9.A", "11.9.E", "11.16.K")
def unmet(board: CampaignBoard, combat: Combat) -> tuple[Finding, ...]:
    """What both sides still owe of a combat; nothing if a result still possible is met in full.

    Where the log tells neither die nor result an obligation may have been forgiven (11.14).
    """
    if combat.closed or not combat.resolved or combat.settled == _bill(combat):
        return ()
    unsure = len(combat.results) > 1
    found = [_unmet_of(board, combat, result, over=unsure) for result in combat.results]
    if () in found:
        return ()
    if not unsure or combat.die is not None:
        return found[0]
    forgiven = replace(combat, forgiven=True)
    again = (_unmet_of(board, forgiven, result, over=True) for result in combat.results)
    return () if () in again else (_no_result_fits(board, combat),)


def _bill(combat: Combat) -> object:
    """The results and what both sides have paid."""
    accounts = (combat.account(side) for side in (combat.attacker, combat.defender))
    bills = tuple((paid(each), each.retreat, len(each.losses)) for each in accounts)
    return combat.results, bills


@RULES.effect("11.8.A", "11.16.K", on=Action)
def what_is_settled_stays_settled(_: Action, board: CampaignBoard) -> None:
    """Whether units could have retreated is asked when they pay, not when others have moved."""
    for combat in board.state.combat.now.combats:
        if combat.resolved and not combat.closed and len(combat.results) == 1:
            bill = _bill(combat)
            if combat.settled != bill and not unmet(board, combat):
                combat.settled = bill


def _unmet_of(
    board: CampaignBoard, combat: Combat, result: str, *, over: bool
) -> tuple[Finding, ...]:
    """What both sides still owe by one result."""
    return tuple(
        finding
        for side in (combat.defender, combat.attacker)
        for finding in _unmet_by(board, combat, side, due(combat, side, result), over=over)
    )


def _no_result_fits(board: CampaignBoard, combat: Combat) -> Finding:
    where = board.data.map.describe(combat.hex)
    return Finding(
        f"no result that the combat for {where} can have led to gives these losses and retreats",
        hexes=(board.data.map.number(combat.hex),),
        expected=", ".join(combat.results),
        found=", ".join(_paid_text(board, combat, s) for s in (combat.attacker, combat.defender)),
        rule="11.8.E",
    )


def _paid_text(board: CampaignBoard, combat: Combat, side: str) -> str:
    made = paid(combat.account(side))
    return f"{board.data.sides[side].name}: {made.losses} losses, {made.retreats} hexes of retreat"


def _unmet_by(
    board: CampaignBoard, combat: Combat, side: str, owes: Due, *, over: bool
) -> Iterator[Finding]:
    """What a side owes by one result; with `over` also what it paid too much.

    That is found as it happens where the result is known.
    """
    account = combat.account(side)
    made = paid(account)
    left = owes.owed - made.total
    if made.total > owes.most:
        if over or (not account.retreat and _hurt_guns(board, account)):
            said = "meets more obligations than it has"
            yield obligation_fault(board, combat, side, "11.9.A", said, owes.most, made.total)
    elif left > 0 and not account.told and not _is_excused(board, combat, side, owes, left):
        yield _short(board, combat, side, owes, made.total)
    elif made.retreats < owes.retreat_least and _could_go_on(board, combat, side):
        rule = "11.10.1" if owes.kind == ROUT else "11.10.2"
        message = "does not retreat as far as it must"
        least, found = owes.retreat_least, made.retreats
        yield obligation_fault(board, combat, side, rule, message, least, found)
    for unit, rule, missing in missing_extra(account):
        if losses.standing(board, unit) is not None and not _spared(board, unit):
            yield _missing_step(board, combat, unit, rule, missing)
    yield from left_behind(board, combat, side)
    yield from _guns_before_others(board, combat, side)


def _could_go_on(board: CampaignBoard, combat: Combat, side: str) -> bool:
    account = combat.account(side)
    return not (account.told or account.stuck) and can_retreat(board, combat, side)


def _short(board: CampaignBoard, combat: Combat, side: str, owes: Due, met: int) -> Finding:
    """The finding on obligations that were not met."""
    rule = "11.9.A"
    here = members(board, combat, side)
    if owes.owed == 1 and here and all(is_last_step(board, piece) for piece in here):
        rule = "11.15.C"
    elif owes.kind == ROUT:
        rule = "11.10.1"
    elif owes.kind == BREAKTHROUGH:
        rule = "11.10.2"
    return obligation_fault(board, combat, side, rule, "has obligations left unmet", owes.owed, met)


@RULES.covers("11.15.A", "11.15.B", "11.15.C", "11.11.E")
def _is_excused(board: CampaignBoard, combat: Combat, side: str, owes: Due, left: int) -> bool:
    """Whether what is left may have had no effect: on last steps, or with nobody left to pay."""
    here = members(board, combat, side)
    if not here:
        return True
    if not any(is_last_step(board, piece) for piece in here):
        return False
    if owes.owed == 1:
        return not can_retreat(board, combat, side)
    return left <= owes.owed // 2 or (side == combat.attacker and left <= owes.owed - 1)


def _spared(board: CampaignBoard, unit: str) -> bool:
    """Whether a unit may owe a step and show none, being on its last (11.15)."""
    return losses.steps_left(board, unit) == 1


@RULES.covers("11.11.G", "11.9.E")
def left_behind(board: CampaignBoard, combat: Combat, side: str) -> Iterator[Finding]:
    """When a side retreats, all that may do so, and the defending stack along one path."""
    account = combat.account(side)
    far = account.retreat
    if not far or account.told:
        return
    stayed = [
        piece
        for stack in groups(board, combat, side)
        for piece in stack
        if _has_a_way(board, combat, side, stack)
        and len(account.paths.get(losses.unit_of(board, piece.id), "_")) - 1 < far
    ]
    if stayed:
        yield Finding(
            f"{', '.join(piece.name for piece in stayed)} does not retreat with the others",
            units=tuple(piece.id for piece in stayed),
            hexes=(board.data.map.number(combat.hex),),
            expected=f"{far} hexes",
            rule="11.11.G" if side == combat.defender else "11.9.E",
            rests_on=(
                ()
                if side == combat.defender
                else rests.defects(board, "attackers-retreat-together")
            ),
        )


@RULES.covers("12.2.C")
def _hurt_guns(board: CampaignBoard, account: Account) -> list[Piece]:
    """Artillery with losses, of the kind that a retreat costs two steps."""
    hurt = sorted({loss.unit for loss in account.losses})
    pieces = (losses.piece_of(board, unit) for unit in hurt)
    return [piece for piece in pieces if piece is not None and steps_lost_by_retreating(piece)]


@RULES.covers("11.13.3.B", "12.2.B")
def _guns_before_others(board: CampaignBoard, combat: Combat, side: str) -> Iterator[Finding]:
    """Artillery that lost steps, no retreat costing them, while another unit took no loss.

    It could not be told before: a retreat might have followed. Units on their last step may have
    taken one that does not show.
    """
    account = combat.account(side)
    if account.retreat or account.told:
        return
    here = [piece for piece in members(board, combat, side) if not is_last_step(board, piece)]
    hurt = {loss.unit for loss in account.losses}
    guns = _hurt_guns(board, account)
    whole = [
        piece
        for piece in here
        if not takes_losses_last(combat, side, piece)
        and losses.unit_of(board, piece.id) not in hurt
    ]
    if guns and whole and due(combat, side).kind != ROUT:
        yield Finding(
            f"{guns[0].name} takes a loss before {whole[0].name} has taken one",
            units=tuple(piece.id for piece in (*guns, *whole)),
            hexes=(board.data.map.number(combat.hex),),
            expected=", ".join(piece.name for piece in whole),
            found=guns[0].name,
            rule="11.13.3.B",
        )


def _has_a_way(board: CampaignBoard, combat: Combat, side: str, pieces: tuple[Piece, ...]) -> bool:
    start = pieces[0].place
    return isinstance(start, Hex) and bool(Retreat(board, combat, side, pieces).refuges(start))


def _missing_step(
    board: CampaignBoard, combat: Combat, unit: str, rule: str, missing: int
) -> Finding:
    piece = losses.standing(board, unit)
    name = piece.name if piece is not None else unit
    return Finding(
        f"{name} has not lost what its retreat costs it",
        units=(unit,),
        hexes=(board.data.map.number(combat.hex),),
        expected=f"{missing} step loss{'es' if missing > 1 else ''} more",
        rule=rule,
    )


def obligation_fault(
    board: CampaignBoard,
    combat: Combat,
    side: str,
    rule: str,
    message: str,
    expected: int,
    found: int,
) -> Finding:
    """A finding on what a side does about its obligations."""
    where = board.data.map.describe(combat.hex)
    result = combat.results[0] if combat.results else ""
    return Finding(
        f"the {board.data.sides[side].name} side {message} in the combat for {where} ({result})",
        hexes=(board.data.map.number(combat.hex),),
        expected=str(expected),
        found=str(found),
        rule=rule,
    )
