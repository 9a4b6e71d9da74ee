"""What a combat may have led to when the log shows little of it.

Where players announced neither support nor numbers, any legal use of what was at hand counts: their
own artillery used or held back, support in range, air units committed.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from referee.games.bold_stroke.air.bases import flights_at_hand
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.combat import losses
from referee.games.bold_stroke.combat.artillery import legal_supports
from referee.games.bold_stroke.combat.odds import (
    AIR_STEP,
    MOST_EXCESS,
    Factors,
    armor_drm,
    capped,
    columns,
    factors,
    ground_points,
    result,
)
from referee.games.bold_stroke.combat.strengths import (
    SideStrength,
    Strengths,
    artillery_share,
    strengths,
)
from referee.games.bold_stroke.combat_state import Combat
from referee.games.bold_stroke.state import CampaignBoard

DICE = range(1, 11)
Reading = tuple[str, int]
"""A column and the sum of modifiers."""


@RULES.covers("11.8.D", "11.8.E")
def possible_results(
    board: CampaignBoard, readings: Iterable[Reading], die: int | None
) -> tuple[str, ...]:
    """The results that columns and modifiers give with a die, or with any die; each once."""
    dice = DICE if die is None else (die,)
    found = (result(board, column, number + drm) for column, drm in readings for number in dice)
    return tuple(dict.fromkeys(found))


def wide_readings(board: CampaignBoard, combat: Combat) -> tuple[Reading, ...]:
    """Every column and modifier that some legal use of what is at hand gives."""
    strength = strengths(board, combat)
    made = factors(board, combat, strength)
    attack = _sums(strength.attack, _support_points(board, combat, combat.attacker))
    defense = _sums(strength.defense, _support_points(board, combat, combat.defender))
    bases = _bases(board, attack, defense)
    drms = {made.supply + drm for drm in _armor_drms(board, combat, strength)}
    return tuple(
        sorted(
            {
                _reading(board, place, excess, made, air, drm)
                for place, excess in bases
                for air in _air_points(board, combat, made.air_points)
                for drm in drms
            }
        )
    )


def _bases(
    board: CampaignBoard, attack: Iterable[Fraction], defense: Iterable[Fraction]
) -> set[tuple[int, int]]:
    """Place of the column and modifier for excess, for every pair of totals."""
    table = columns(board)
    found = set()
    against = list(defense)
    for ours in attack:
        for theirs in against:
            ratio = ours / theirs if theirs else None
            place = table.index(ratio)
            if place is not None:
                found.add((place, table.beyond(ratio, MOST_EXCESS)))
    return found


def _reading(
    board: CampaignBoard, place: int, excess: int, made: Factors, air: int, drm: int
) -> Reading:
    flown = Factors(air_points=air)
    table = columns(board)
    shift = flown.air_shift + made.terrain + made.efficiency
    column = table.keys[table.shifted(place + made.raised, shift)]
    return column, capped(board, column, excess + drm + flown.air_drm)


def _sums(side: SideStrength, support: Iterable[Fraction]) -> set[Fraction]:
    """Totals with any part of the artillery held back and any of the support added."""
    found = set(side.totals)
    for term in side.terms:
        if term.column == "artillery":
            found |= {total - term.points for total in found}
    for points in support:
        found |= {total + points for total in found}
    return found


def _support_points(board: CampaignBoard, combat: Combat, side: str) -> list[Fraction]:
    points = []
    for support in legal_supports(board, combat, side):
        piece = losses.piece_of(board, support.unit)
        if piece is None or support.kind != "artillery":
            continue
        value = Fraction(losses.current(board, piece, "artillery").value)
        if side == combat.attacker:
            value *= artillery_share(board, combat, piece)
        points.append(value)
    return points


def _armor_drms(board: CampaignBoard, combat: Combat, strength: Strengths) -> set[int]:
    """The armor modifier with any anti-tank support that headquarters may lend."""
    lent = {0}
    for support in legal_supports(board, combat, combat.defender):
        piece = losses.piece_of(board, support.unit)
        if piece is not None and support.kind == "anti-tank":
            lent |= {value + losses.current(board, piece, "armor").value for value in lent}
    defense = strength.defense
    return {
        armor_drm(
            board,
            strength.attack,
            SideStrength(
                defense.terms,
                defense.total,
                defense.totals,
                defense.tank,
                defense.anti_tank + more,
                defense.armored,
            ),
        )
        for more in lent
    }


def _air_points(board: CampaignBoard, combat: Combat, known: int) -> Iterable[int]:
    """Air points that may have come besides those known, in favor of either side."""
    ours = sum(ground_points(board, f) for f in flights_at_hand(board, combat, combat.attacker))
    theirs = sum(ground_points(board, f) for f in flights_at_hand(board, combat, combat.defender))
    most = 3 * AIR_STEP
    return range(max(known - theirs, -most), min(known + ours, most) + 1)
