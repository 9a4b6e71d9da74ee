"""Step losses judged and booked (11.9, 11.13, 11.15), whether announced or only shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.actions import Action, Move, Place, Remove, SetState
from referee.findings import Finding
from referee.games.bold_stroke import rests, units
from referee.games.bold_stroke.air.bases import is_air
from referee.games.bold_stroke.air.fighting import loss_in_the_air_faults
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.combat import losses
from referee.games.bold_stroke.combat.accounts import PARTIAL, ROUT, due, most_due, paid
from referee.games.bold_stroke.combat.artillery import may_not_retreat, steps_lost_by_retreating
from referee.games.bold_stroke.combat.attacks import opened
from referee.games.bold_stroke.combat.loss_priorities import candidates, effects
from referee.games.bold_stroke.combat.retreat import can_retreat
from referee.games.bold_stroke.combat_state import Account, Combat, Effect, Loss
from referee.games.bold_stroke.results.aftermath import combat_of
from referee.games.bold_stroke.results.hits import Hit, hits, known_steps
from referee.games.bold_stroke.results.obligations import decides, must_retreat_instead
from referee.games.bold_stroke.results.resolution import resolve
from referee.games.bold_stroke.state import CampaignBoard

# -- judging ---------------------------------------------------------------------------------------


@RULES.rule(
    "11.13.3.A", "11.9.A", "11.9.B", "11.9.E", "11.13.3.B", "11.13.3.C", "11.15.A", "11.15.B",
    "12.2.A", "12.2.B", "11.2.D", "11.2.E",
    on="declare:loss",
)  # fmt: skip
@RULES.rule("11.13.F", "11.13.1", "11.13.2.C", "11.13.3.A", on=SetState)
@RULES.rule("11.15.A", "11.13.F", on=Remove)
@RULES.rule("11.15.A", on=Move)
@RULES.rule("11.13.G", on=Place)
def losses_are_taken_as_they_must(action: Action, board: CampaignBoard) -> Iterator[Finding]:
    """A loss meets an obligation that is due, falls on the right unit, and shows on its counter."""
    for hit in hits(board, action):
        if is_air(hit.piece):
            yield from loss_in_the_air_faults(board, hit.piece, 1 if hit.gone else hit.steps)
        elif units.is_ground(hit.piece):
            yield from _hit_faults(board, hit)


def _hit_faults(board: CampaignBoard, hit: Hit) -> Iterator[Finding]:
    combat = combat_of(board, hit.piece)
    if combat is None:
        return
    if not combat.resolved:
        yield from opened(board, combat)
        combat = _as_resolved(board, combat)
    side = hit.piece.side or ""
    account = combat.account(side)
    if not combat.involved(hit.unit) and hit.unit not in account.extra:
        yield _not_touched(board, combat, hit)
        return
    hit = _with_loss_unseen(board, combat, hit)
    wrong = _turned_wrongly(board, hit)
    beyond = hit.steps > _room(board, combat, account, hit)
    if wrong is not None and (beyond or hit.steps == 1):
        yield wrong
        return
    if side == combat.attacker and owes_still(board, combat, combat.defender):
        yield _fault(
            board, combat, hit, "11.9.B", "pays before the defender has met its obligations", ""
        )
    yield from _step_by_step(board, combat, hit)


def _as_resolved(board: CampaignBoard, combat: Combat) -> Combat:
    """The combat as it will be resolved by this first payment, on a copy of the position."""
    trial = board.copy()
    same = trial.state.combat.now.combats[combat.number - 1]
    resolve(trial, same)
    return same


def owes_still(board: CampaignBoard, combat: Combat, side: str) -> bool:
    """Whether a side has obligations left by the result, and that has not been found yet."""
    account = combat.account(side)
    if len(combat.results) != 1 or account.told:
        return False
    alive = any(losses.standing(board, unit) for unit in combat.defenders)
    on_last = any(losses.steps_left(board, unit) == 1 for unit in combat.defenders)
    owed = due(combat, side).owed - paid(account).total
    return alive and owed > (due(combat, side).owed // 2 if on_last else 0)


def _not_touched(board: CampaignBoard, combat: Combat, hit: Hit) -> Finding:
    if units.is_artillery(hit.piece):
        rule, why = "12.2.A", "is not adjacent to the combat and takes no losses in it"
    elif units.is_headquarters(hit.piece):
        rule, why = "11.2.E", "gave no troops and takes no losses in the combat"
    else:
        rule, why = "11.13.3.A", "takes a loss in a combat that it is not part of"
    return _fault(board, combat, hit, rule, why, "a unit that attacks or is attacked")


def _turned_wrongly(board: CampaignBoard, hit: Hit) -> Finding | None:
    """A counter turned over before it has taken the losses for it, or not when it has."""
    if hit.to is None:
        return None
    piece, (face, marked) = hit.piece, hit.to
    steps = losses.steps_of(board, piece.counter)
    small = steps.per_step == 1
    rule = "11.13.1" if small else "11.13.2.C"
    combat = combat_of(board, piece)
    if combat is None:
        return None
    number = steps.track.front
    if face == losses.FRONT and marked >= number and steps.track.front > 1:
        return _fault(
            board, combat, hit, rule, f"is not turned over with its loss no. {number}", "reduced"
        )
    if face == losses.REDUCED and piece.face == losses.FRONT and hit.steps > 1:
        words = f"is turned over before its loss no. {number}"
        return _fault(board, combat, hit, rule, words, f"loss no. {number}")
    return None


def _step_by_step(board: CampaignBoard, combat: Combat, hit: Hit) -> Iterator[Finding]:
    """Judge one step after the other, each in the position that the one before leaves."""
    told: set[str] = set()
    trial = board
    for number in range(hit.steps):
        same = trial.state.combat.now.combats[combat.number - 1]
        here = same if same.resolved else combat
        for finding in _one_step(trial, here, hit, last=number == hit.steps - 1):
            if finding.rule not in told:
                told.add(finding.rule)
                yield finding
        if number < hit.steps - 1:
            trial = trial.copy() if trial is board else trial
            _book(trial, _single(hit))


def _single(hit: Hit) -> Hit:
    return Hit(hit.unit, hit.piece, 1, hit.cause, None, declared=True)


@RULES.covers("11.15.A")
def _with_loss_unseen(board: CampaignBoard, combat: Combat, hit: Hit) -> Hit:
    """A last step taken off at once took two losses, the first of which nothing showed.

    Only where two obligations are left.
    """
    account = combat.account(hit.piece.side or "")
    left = most_due(combat, account.side).most - paid(account).total
    earlier = board.state.combat.now.losses.get(hit.unit)
    if hit.gone and hit.steps == 1 and left > 1 and not earlier:
        return replace(hit, steps=2)
    return hit


def _one_step(board: CampaignBoard, combat: Combat, hit: Hit, *, last: bool) -> Iterator[Finding]:
    side = hit.piece.side or ""
    account = combat.account(side)
    by_owner = chosen_by_owner(combat, account)
    left = losses.steps_left(board, hit.unit)
    possible = effects(board, hit.unit, by_owner=by_owner)
    if hit.effect == "destroyed" and last and left == 1 and "destroyed" not in possible:
        words = "is destroyed by its first loss of the phase on its last step"
        yield _fault(board, combat, hit, "11.15.A", words, "no effect")
        return
    if hit.effect == "none" and left == 1 and "none" not in possible:
        words = "survives a second loss on its last step"
        yield _fault(board, combat, hit, "11.15.B", words, "its destruction")
    elif hit.effect == "none" and left > 1:
        words = "takes a loss without effect though it is not on its last step"
        yield _fault(board, combat, hit, "11.15.B", words, "a step less")
    if _should_have_retreated(board, combat, account, hit):
        words = "takes a loss without effect, and its side could retreat"
        yield _fault(board, combat, hit, "11.15.C", words, "a retreat")
        return
    if account.extra_owed(hit.unit) and hit.cause != "obligation":
        return
    yield from _payment_faults(board, combat, account, hit)


@RULES.covers("11.15.C")
def _should_have_retreated(
    board: CampaignBoard, combat: Combat, account: Account, hit: Hit
) -> bool:
    """Whether an announced loss is the last obligation, without effect, and unannounced before."""
    if not hit.declared or hit.cause == "retreat" or len(combat.results) != 1 or account.chosen:
        return False
    if account.extra_owed(hit.unit) or losses.steps_left(board, hit.unit) != 1:
        return False
    return must_retreat_instead(board, combat, account, paid(account).total + 1)


@RULES.covers("12.2.C")
def _cost_of_a_retreat(board: CampaignBoard, combat: Combat, account: Account, hit: Hit) -> int:
    """Steps that guns lose if they retreat later."""
    barred = account.retreat or may_not_retreat(board, combat, hit.piece)
    return 0 if barred else steps_lost_by_retreating(hit.piece)


def _room(board: CampaignBoard, combat: Combat, account: Account, hit: Hit) -> int:
    """Steps that a unit may lose now: for obligations, and for its retreat made or to come."""
    left = most_due(combat, account.side).most - paid(account).total
    later = _cost_of_a_retreat(board, combat, account, hit)
    return left + account.extra_owed(hit.unit) + later


def _payment_faults(
    board: CampaignBoard, combat: Combat, account: Account, hit: Hit
) -> Iterator[Finding]:
    side = account.side
    owes = most_due(combat, side)
    met = paid(account).total
    may_retreat_later = _cost_of_a_retreat(board, combat, account, hit)
    if met + 1 > owes.most + may_retreat_later:
        rule = "11.9.E" if side == combat.attacker else "11.9.A"
        words = f"takes a loss beyond the {owes.most} obligations of its side"
        yield _fault(board, combat, hit, rule, words, f"{owes.most}")
        return
    right = candidates(board, combat, side)
    if right and hit.unit not in right and not may_retreat_later:
        rule = "11.13.3.B" if units.is_artillery(hit.piece) else "11.13.3.A"
        rule = "11.13.3.C" if rule.endswith("A") and account.losses else rule
        names = ", ".join(
            piece.name
            for unit in sorted(right)
            if (piece := losses.piece_of(board, unit)) is not None
        )
        yield _fault(board, combat, hit, rule, "takes a loss that falls on another", names)


def _fault(
    board: CampaignBoard,
    combat: Combat,
    hit: Hit,
    rule: str,
    words: str,
    expected: str,
) -> Finding:
    return Finding(
        f"{hit.piece.name} {words}",
        units=(hit.piece.id,),
        hexes=(board.data.map.number(combat.hex),),
        expected=expected,
        found=hit.piece.name if expected and rule.startswith("11.13.3") else "",
        rests_on=rests.of_rule(board, rule),
        rule=rule,
    )


def chosen_by_owner(combat: Combat, account: Account) -> bool | None:
    """Whether the owner chose the loss that is taken now; None where the log does not tell."""
    owes = due(combat, account.side)
    if account.side == combat.attacker:
        return owes.kind != ROUT
    if not account.chosen:
        return None
    return decides(combat, account.side, len(account.chosen), owes) == account.side


# -- booking ---------------------------------------------------------------------------------------


@RULES.effect("11.13.F", "11.13.G", "11.13.1", "11.15.A", on="declare:loss")
def announced_losses_are_taken(action: Action, board: CampaignBoard) -> None:
    """The unit's counter shows the loss, is turned over, or leaves the map."""
    for hit in hits(board, action):
        if is_air(hit.piece):
            for _ in range(hit.steps):
                losses.take_step(board, hit.unit)
        elif units.is_ground(hit.piece):
            for _ in range(hit.steps):
                _book(board, hit)
    board.state.combat.now.bare_loss = ("", -1)


@RULES.effect("11.13.E", "11.13.H", on=SetState, before=True)
@RULES.effect("11.15.A", on=Remove, before=True)
@RULES.effect("11.15.A", on=Move, before=True)
@RULES.effect("11.13.G", on=Place, before=True)
def losses_shown_are_booked(action: Action, board: CampaignBoard) -> None:
    """Losses that players mark without a word count like announced ones."""
    for hit in hits(board, action):
        if not units.is_ground(hit.piece):
            continue
        _book_shown(board, hit)
        if hit.gone:
            board.state.combat.destroyed[hit.unit] = board.turn


@RULES.effect("11.13.E", on=SetState, before=True)
def a_counter_turned_over_has_no_marker(action: SetState, board: CampaignBoard) -> None:
    """Losses are counted from when the counter was last turned over."""
    piece = board.pieces.get(action.unit or "")
    if piece is not None and action.state == "face" and action.value != piece.face:
        piece.states.pop("loss", None)


def _resolved_combat(board: CampaignBoard, hit: Hit) -> Combat | None:
    combat = combat_of(board, hit.piece)
    if combat is None:
        board.state.combat.now.strays.add(hit.unit)
    elif not combat.resolved:
        resolve(board, combat)
    return combat


def _book_shown(board: CampaignBoard, hit: Hit) -> None:
    combat = _resolved_combat(board, hit)
    if combat is None:
        return
    now = board.state.combat.now
    account = combat.account(hit.piece.side or "")
    steps = _with_loss_unseen(board, combat, hit).steps
    if _turned_wrongly(board, hit) is not None:
        steps = max(1, min(steps, _room(board, combat, account, hit)))
    effect: Effect = "destroyed" if hit.gone else "step"
    loss = Loss(
        hit.unit, steps, hit.cause, effect, chosen_by_owner(combat, account), declared=False
    )
    _take_down(board, combat, account, loss)
    combat.steps[hit.unit] = known_steps(board, hit.unit, hit.piece) + hit.steps
    now.bare_loss = (hit.unit, now.tick)


def _book(board: CampaignBoard, hit: Hit) -> None:
    """Take one announced loss."""
    combat = _resolved_combat(board, hit)
    now = board.state.combat.now
    now.tick += 1
    account = combat.account(hit.piece.side or "") if combat is not None else None
    by_owner = (
        chosen_by_owner(combat, account) if combat is not None and account is not None else None
    )
    effect = hit.effect or _usual_effect(board, hit.unit, by_owner=by_owner)
    if hit.effect is None and combat is not None and account is not None:
        effect = "destroyed" if _ends_a_last_step(combat, account, hit.unit) else effect
    if effect == "step":
        losses.take_step(board, hit.unit)
    elif effect == "destroyed":
        losses.destroy(board, hit.unit)
    loss = Loss(hit.unit, 1, hit.cause, effect, by_owner, declared=True)
    if combat is None or account is None:
        now.losses.setdefault(hit.unit, []).append(loss)
        return
    _take_down(board, combat, account, loss)
    piece = losses.standing(board, hit.unit)
    lost = losses.steps_in_all(board, hit.unit)
    combat.steps[hit.unit] = lost if piece is None else losses.steps_lost(board, piece)


def note_early_payment(board: CampaignBoard, combat: Combat, side: str) -> None:
    """An attacker that pays before the defender has been found then; once is enough (11.9.B)."""
    if side == combat.attacker and owes_still(board, combat, combat.defender):
        combat.account(combat.defender).told = True


def _take_down(board: CampaignBoard, combat: Combat, account: Account, loss: Loss) -> None:
    """Book a loss; one taken for want of a way to retreat excuses the retreat."""
    note_early_payment(board, combat, account.side)
    account.losses.append(loss)
    board.state.combat.now.losses.setdefault(loss.unit, []).append(loss)
    if account.retreat < due(combat, account.side).retreat_least:
        account.stuck |= not can_retreat(board, combat, account.side)


@RULES.covers("11.15.A", "11.15.B")
def _ends_a_last_step(combat: Combat, account: Account, unit: str) -> bool:
    """Whether the owner must have chosen one of two losses on a last step, as it does of three.

    A breakthrough's losses and those of a rout are all the enemy's to choose.
    """
    owes = due(combat, account.side)
    spared = any(loss.unit == unit and loss.effect == "none" for loss in account.losses)
    return spared and not owes.kind and owes.owed <= PARTIAL


def _usual_effect(board: CampaignBoard, unit: str, *, by_owner: bool | None) -> Effect:
    """What a loss does where the log does not say: it spares a last step if it may."""
    possible = effects(board, unit, by_owner=by_owner)
    for effect in ("step", "none", "destroyed"):
        if effect in possible:
            return effect
    return "none"
