"""The odds as players announce them, each number compared with the referee's own (11.3-11.7).

A number that is wrong is found once: what follows from it is accepted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from referee.actions import Declare
from referee.findings import Finding
from referee.games.bold_stroke import rests
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.combat import losses, odds
from referee.games.bold_stroke.combat.attacks import supported_combat
from referee.games.bold_stroke.combat.odds import Factors, Odds
from referee.games.bold_stroke.combat.strengths import attack_starts, strengths
from referee.games.bold_stroke.combat_state import Combat
from referee.games.bold_stroke.state import CampaignBoard

Number = Callable[[Odds], Fraction]
NUMBER = re.compile(r"[+-]?\d{1,6}(\.\d{1,4})?")
NUMBERS: tuple[tuple[str, str, str, Number], ...] = (
    ("attack", "11.3.C", "the attacker's total", lambda one: one.attack),
    ("defense", "11.3.D", "the defender's total", lambda one: one.defense),
    ("armor", "11.4.B", "the armor modifier", lambda one: Fraction(one.factors.armor)),
    ("air", "11.5.A", "the air modifier", lambda one: Fraction(one.factors.air_drm)),
    ("shift", "11.7.B", "the column shift", lambda one: Fraction(one.factors.shift)),
)
"""Fields of `odds`: paragraph, name, and the referee's number."""
RESTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "attack": (("terrain_strengths",), ("halves", "halved-for-some")),
    "defense": ((), ("stacked-artillery-troops",)),
    "armor": (("armor_drm",), ("armor-drm-lines",)),
    "air": ((), ("air-drm-cap",)),
    "shift": (("terrain_combat",), ("air-drm-cap",)),
    "column": (("terrain_combat",), ("shift-above-seven",)),
    "drm": ((), ("air-drm-cap",)),
}
"""Field to the charts and the defects that its number rests on."""


def announced_drm(combat: Combat) -> int | None:
    """The sum of modifiers as announced, if it was."""
    value = number(combat.announced.get("drm"))
    return None if value is None else int(value)


def number(text: object) -> Fraction | None:
    """A number as players write it: `15`, `4.5`, `+2`; None if it is none."""
    said = str(text).strip().replace(",", ".")
    return Fraction(said) if NUMBER.fullmatch(said) else None


@RULES.rule(
    "11.3.E", "11.3.C", "11.3.D", "11.3.F", "11.4.B", "11.4.D", "11.5.A", "11.5.B", "11.6",
    "11.7.A", "11.7.B", "11.7.C", "11.16.F", "11.16.G", "11.16.H", "11.16.I", "15.5.A", "17.3.C",
    on="declare:odds",
)  # fmt: skip
def announced_odds_are_right(action: Declare, board: CampaignBoard) -> Iterator[Finding]:
    """Totals, modifiers, shifts and column as announced are those that the rules give."""
    combat = supported_combat(board, action)
    fields = [name for name, *_ in NUMBERS] + ["column", "ratio", "drm"]
    if combat is None:
        if any(action.values.get(name) is not None for name in fields):
            yield Finding(
                "odds are announced for no combat that waits for its die",
                found=action.target or "no hex",
                severity="unverifiable",
            )
        return
    trial = _with_defenders(board, combat, action)
    found = odds.readings(board, trial)
    for name, rule, words, of in NUMBERS:
        said = number(action.values.get(name))
        if said is not None:
            yield from _number_fault(board, combat, found, name, rule, words, of, said)
    followed = (*found, *_following(board, trial, found, action))
    yield from _ratio_fault(board, combat, followed, action)
    yield from _column_fault(board, combat, followed, action)
    yield from _drm_fault(board, combat, followed, action)


def _with_defenders(board: CampaignBoard, combat: Combat, action: Declare) -> Combat:
    """The combat with the units that the defender says fight in an overstacked hex (7.2.C)."""
    chosen = tuple(losses.unit_of(board, name) for name in action.units)
    return replace(combat, chosen_defenders=chosen) if chosen else combat


def _number_fault(
    board: CampaignBoard,
    combat: Combat,
    found: Sequence[Odds],
    name: str,
    rule: str,
    words: str,
    of: Number,
    said: Fraction,
) -> Iterator[Finding]:
    right = [of(one) for one in found]
    if said in right:
        return
    yield _fault(
        board, combat, rule, f"{words} is wrong", odds.figure(right[0]), odds.figure(said), name
    )


def _fault(
    board: CampaignBoard,
    combat: Combat,
    rule: str,
    message: str,
    expected: str,
    found: str,
    name: str,
) -> Finding:
    tables, defects = RESTS[name]
    rests_on = (
        *rests.charts(board, *tables),
        *rests.defects(board, *defects),
        *_figures(board, combat, name),
    )
    return Finding(
        f"{message} in the combat for {board.data.map.describe(combat.hex)}",
        units=tuple(combat.attackers),
        hexes=(board.data.map.number(combat.hex),),
        expected=expected,
        found=found,
        rests_on=rests_on,
        rule=rule,
    )


def _figures(board: CampaignBoard, combat: Combat, name: str) -> tuple[str, ...]:
    """The stand-in figures of counters and map behind a number."""
    if name in {"shift", "column"}:
        return rests.hexsides(board, combat.hex, attack_starts(board, combat))
    both = strengths(board, combat)
    sides = {
        "attack": (both.attack,),
        "defense": (both.defense,),
        "armor": (both.attack, both.defense),
    }
    terms = [term for side in sides.get(name, ()) for term in side.terms]
    if name == "armor":
        terms = [term for term in terms if term.column == "armor"]
    return rests.figures(board, ((term.unit, term.column) for term in terms))


def _following(
    board: CampaignBoard, combat: Combat, found: Sequence[Odds], action: Declare
) -> Iterator[Odds]:
    """The odds that follow from the numbers as announced, right or wrong."""
    attack, defense = number(action.values.get("attack")), number(action.values.get("defense"))
    armor, air = number(action.values.get("armor")), number(action.values.get("air"))
    shift = number(action.values.get("shift"))
    for one in found:
        made = one.factors
        if armor is not None:
            made = replace(made, armor=int(armor))
        if air is not None and int(air) != made.air_drm:
            made = replace(made, air_points=int(air))
        if shift is not None:
            made = replace(made, terrain=made.terrain + int(shift) - made.shift)
        ours = one.attack if attack is None else attack
        theirs = one.defense if defense is None else defense
        raised = odds.is_raised(board, combat, ours, theirs)
        for levels in (False, True):
            yield odds.odds_of(board, ours, theirs, replace(made, raised=raised), levels=levels)


def _ratio_fault(
    board: CampaignBoard, combat: Combat, found: Sequence[Odds], action: Declare
) -> Iterator[Finding]:
    """The ratio is named by its column before shifts, or as `8:1` above the last."""
    said = action.text("ratio")
    if not said:
        return
    right = [_ratio_names(board, one) for one in found]
    if not any(said in names for names in right):
        rule = "11.3.F" if found[0].excess else "11.3.E"
        yield _fault(board, combat, rule, "the ratio is wrong", right[0][-1], said, "column")


def _ratio_names(board: CampaignBoard, one: Odds) -> tuple[str, ...]:
    last = odds.columns(board)
    names = [one.ratio] if one.base is None else [one.base]
    if one.excess:
        names.append(f"{int(last.ratios[-1]) + one.excess}:1")
    return tuple(names)


def _column_fault(
    board: CampaignBoard, combat: Combat, found: Sequence[Odds], action: Declare
) -> Iterator[Finding]:
    said = action.text("column")
    if not said or any(one.column == said for one in found):
        return
    own = found[0]
    rule = "11.3.E"
    for left_out, paragraph in (("efficiency", "17.3.C"), ("terrain", "11.7.A")):
        if getattr(own.factors, left_out):
            without = own.factors.without(left_out)
            if _again(board, own, without).column == said:
                rule = paragraph
    if own.factors.air_shift:
        less = replace(own.factors, air_points=own.factors.air_drm)
        rule = "11.5.B" if _again(board, own, less).column == said else rule
    message = "the column is wrong"
    yield _fault(board, combat, rule, message, own.column, said, "column")


def _drm_fault(
    board: CampaignBoard, combat: Combat, found: Sequence[Odds], action: Declare
) -> Iterator[Finding]:
    said = number(action.values.get("drm"))
    if said is None or any(one.drm == said for one in found):
        return
    yield _fault(
        board,
        combat,
        left_out_of_drm(board, found[0], said),
        "the sum of modifiers is wrong",
        f"{found[0].drm:+d}",
        f"{int(said):+d}",
        "drm",
    )


def left_out_of_drm(board: CampaignBoard, own: Odds, said: Fraction) -> str:
    """The paragraph of the modifier without which the sum would be as announced."""
    made = own.factors
    without: tuple[tuple[Factors, str], ...] = (
        (replace(made, armor=0), "11.4.B"),
        (replace(made, air_points=0), "11.5.A"),
        (replace(made, supply=0), "14.2.2.C"),
    )
    for less, rule in without:
        if less != made and _again(board, own, less).drm == said:
            return rule
    if own.excess and own.drm - own.excess == said:
        return "11.3.F"
    return "11.8.C"


def _again(board: CampaignBoard, own: Odds, made: Factors) -> Odds:
    return odds.odds_of(board, own.attack, own.defense, made, levels=False)


@RULES.rule("11.8.C", "11.16.J", on="declare:combat")
def announced_modifiers_are_right(action: Declare, board: CampaignBoard) -> Iterator[Finding]:
    """The sum of modifiers announced with a combat is what the rules give."""
    if action.values.get("drm") is None:
        return
    combat = supported_combat(board, action)
    said = number(action.values.get("drm"))
    if combat is None or said is None:
        yield from _late_drm_fault(board, said)
        return
    found = odds.readings(board, combat)
    yield from _drm_fault(board, combat, found, action)


def _late_drm_fault(board: CampaignBoard, said: Fraction | None) -> Iterator[Finding]:
    """A sum announced after the die, compared with what counted then."""
    rolled = [c for c in board.state.combat.now.combats if c.resolved and not c.closed]
    if not rolled or said is None or any(drm == said for _, drm in rolled[-1].readings):
        return
    combat = rolled[-1]
    right = f"{combat.readings[0][1]:+d}"
    said_text = f"{int(said):+d}"
    message = "the sum of modifiers is wrong"
    yield _fault(board, combat, "11.8.C", message, right, said_text, "drm")


@RULES.effect("11.3.E", "7.2.C", on="declare:odds")
def announced_odds_are_remembered(action: Declare, board: CampaignBoard) -> None:
    """The numbers as announced decide how the combat goes on; the odds may have a die to come."""
    now = board.state.combat.now
    now.tick += 1
    combat = supported_combat(board, action)
    if action.text("roll"):
        now.awaiting = (action.text("roll"), "")
    if combat is None:
        return
    now.focus = combat.number
    combat.open_handed = True
    combat.announced.update(
        {name: str(value) for name, value in action.values.items() if value is not None}
    )
    chosen = tuple(losses.unit_of(board, name) for name in action.units)
    combat.chosen_defenders = chosen or combat.chosen_defenders
