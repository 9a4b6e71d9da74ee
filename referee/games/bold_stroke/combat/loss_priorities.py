"""Who takes a step loss (11.13.3), and what a loss does to a last step (11.15)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from referee.board import Piece
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.combat import losses
from referee.games.bold_stroke.combat.accounts import ROUT, due, members, takes_losses_last
from referee.games.bold_stroke.combat.strengths import Strengths
from referee.games.bold_stroke.combat_state import Combat, Effect
from referee.games.bold_stroke.state import CampaignBoard

Measure = Callable[[Piece], int]


@RULES.covers("11.13.3.A")
def armored_first(combat: Combat, strength: Strengths) -> dict[str, tuple[str, ...]]:
    """By side the units one of which takes its first loss, because tanks or guns were used.

    The attacker's tanks count whenever it has any, the defender's tanks and anti-tank guns when
    they meet tanks, or tanks alone when the attacker has none (11.4.B).
    """
    attack, defense = strength.attack, strength.defense
    used = {combat.attacker: attack.armored if attack.tank else ()}
    met = attack.tank and defense.anti_tank
    used[combat.defender] = defense.armored if met or (not attack.tank and defense.tank) else ()
    return used


@RULES.covers("11.13.3.A", "11.13.3.B", "11.13.3.C", "11.2.D", "11.2.E", "12.2.A", "12.2.B")
def candidates(board: CampaignBoard, combat: Combat, side: str) -> frozenset[str]:
    """The units of a side one of which must take its next loss.

    First one that gave tank or anti-tank strength where such was used; then the strongest,
    artillery only when every other unit has taken a loss. A rout's losses fall where the defender
    says.
    """
    here = members(board, combat, side)
    account = combat.account(side)
    if due(combat, side).kind == ROUT:
        return _names(board, here)
    others = [piece for piece in here if not takes_losses_last(combat, side, piece)]
    if all(loss.cause == "retreat" for loss in account.losses):
        armored = combat.armor_losses.get(side, ())
        pool = [p for p in others if losses.unit_of(board, p.id) in armored]
        if pool:
            return _names(board, _strongest(board, pool, armor=True))
    found = _names(board, _strongest(board, others))
    hurt = {loss.unit for loss in account.losses if loss.cause != "retreat"}
    if all(losses.unit_of(board, piece.id) in hurt for piece in others):
        found |= _names(board, _strongest(board, here))
        guns = [piece for piece in here if piece not in others]
        found |= _names(board, _strongest(board, guns))
    return found


def _names(board: CampaignBoard, pieces: Iterable[Piece]) -> frozenset[str]:
    return frozenset(losses.unit_of(board, piece.id) for piece in pieces)


def _strongest(board: CampaignBoard, pool: list[Piece], *, armor: bool = False) -> list[Piece]:
    """The strongest of some units, by any measure that the rules may mean (defect strongest-unit).

    Their significant strength, the sum of their strengths, or their tank and anti-tank strength.
    """

    def strength(piece: Piece, column: str) -> int:
        return losses.current(board, piece, column).value

    measures: list[Measure] = [
        lambda piece: strength(piece, losses.significant(piece.counter)),
        lambda piece: sum(strength(piece, column) for column in losses.COLUMNS),
    ]
    if armor:
        measures.append(lambda piece: strength(piece, "armor"))
    found: list[Piece] = []
    for measure in measures:
        most = max((measure(piece) for piece in pool), default=0)
        found += [piece for piece in pool if measure(piece) == most and piece not in found]
    return found


@RULES.covers("11.15.A", "11.15.B")
def effects(board: CampaignBoard, unit: str, *, by_owner: bool | None) -> frozenset[Effect]:
    """What one loss may do to a unit: take a step, nothing, or destroy it.

    A last step goes only with the second loss of a combat phase (11.15.A), and then surely if the
    owner chose one of the losses on it (11.15.B); else either is accepted.
    """
    left = losses.steps_left(board, unit)
    if left > 1:
        return frozenset({"step"})
    earlier = board.state.combat.now.losses.get(unit, [])
    if not earlier:
        return frozenset({"none"})
    on_last_step = [loss for loss in earlier if loss.effect == "none"]
    if on_last_step and (by_owner or any(loss.by_owner for loss in on_last_step)):
        return frozenset({"destroyed"})
    return frozenset({"none", "destroyed"})


def is_last_step(board: CampaignBoard, piece: Piece) -> bool:
    """Whether a unit is down to its last step."""
    return losses.steps_left(board, losses.unit_of(board, piece.id)) == 1
