"""The strengths of both sides of a combat, term by term (11.3.A-D, 11.4.C-F, 11.7.D-E).

Where the rules can be read in several ways, or a half is left over, more than one total is
accepted; `total` is the one the referee names.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from compiler.hexes import Hex, Hexside
from referee.board import Piece
from referee.games.bold_stroke import units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.combat import losses
from referee.games.bold_stroke.combat.artillery import is_alone
from referee.games.bold_stroke.combat.participants import attacking, defending, supports_only
from referee.games.bold_stroke.combat_state import Combat
from referee.games.bold_stroke.movement.stacking import LIMIT, stack
from referee.games.bold_stroke.movement.zones import DEFENSE_LINE
from referee.games.bold_stroke.state import CampaignBoard

TABLE = "terrain_strengths"
MECHANIZED_OPTION = "mechanized-clear"
RED_EFFICIENCY = 7
"""The efficiency that a red circle or square shows (1.2.3.C)."""
CIRCLED_KINDS = frozenset({"tank", "assault-gun", "mechanized", "reconnaissance"})
CLEAR = frozenset({"clear", "village", "airfield"})
HALF = Fraction(1, 2)
MOST_PICKED = 12
"""Units of an overstacked hex among which the defender may pick; no legal play puts more there."""


@dataclass(frozen=True, slots=True)
class Term:
    """What one unit adds to a total: `column` is troop, artillery or armor."""

    unit: str
    column: str
    points: Fraction
    rule: str


@dataclass(frozen=True, slots=True)
class SideStrength:
    """One side's strength in a combat."""

    terms: tuple[Term, ...]
    total: Fraction
    totals: frozenset[Fraction]
    """Every total that some reading of the rules gives."""
    tank: int
    """Tank strength, which the armor modifier compares (11.4)."""
    anti_tank: int
    """Anti-tank strength with that of tanks read as such; of the defender alone."""
    armored: tuple[str, ...]
    """Units that give tank or anti-tank strength."""

    def points(self, column: str) -> Fraction:
        """The sum of one strength."""
        return sum((t.points for t in self.terms if t.column == column), Fraction(0))


@dataclass(frozen=True, slots=True)
class Strengths:
    """Both sides' strengths."""

    attack: SideStrength
    defense: SideStrength


@RULES.covers("11.3.A", "11.3.B", "11.3.C", "11.3.D", "11.16.B", "11.16.C", "11.16.D", "11.16.E")
def strengths(board: CampaignBoard, combat: Combat) -> Strengths:
    """The strengths of a combat in the present position, with every term."""
    return Strengths(attack_strength(board, combat), defense_strength(board, combat))


# -- the attacker ----------------------------------------------------------------------------------


@RULES.covers("11.3.A", "11.3.B", "11.3.C", "11.4.E", "1.2.4.3.C", "1.2.4.4.C", "17.2.G")
def attack_strength(board: CampaignBoard, combat: Combat) -> SideStrength:
    """Troops and tanks of the attackers, their artillery and that of their support."""
    terms: list[Term] = []
    tank = 0
    armored: list[str] = []
    makers = [p for p in attacking(board, combat) if not supports_only(p)]
    for piece in makers:
        troop = losses.current(board, piece, "troop")
        if not troop.parenthesised:
            share = crossing_share(board, combat, piece, "troop")
            terms.append(_term(board, combat, piece, "troop", troop.value * share, "11.3.A"))
        armor = _armor_points(board, combat, piece)
        if armor:
            terms.append(_term(board, combat, piece, "armor", Fraction(armor), "11.3.C"))
            tank += int(_doubled(board, combat, piece, "armor", Fraction(armor)))
            armored.append(losses.unit_of(board, piece.id))
    firing = [*_own_fire(board, combat, makers), *_support_fire(board, combat, combat.attacker)]
    shares = {piece.id: artillery_share(board, combat, piece) for piece in firing}
    for piece in firing:
        points = losses.current(board, piece, "artillery").value * shares[piece.id]
        terms.append(_term(board, combat, piece, "artillery", points, "11.3.B"))
    kept = tuple(term for term in terms if term.points)
    total = sum((term.points for term in kept), Fraction(0))
    totals = _rounded(kept) | _other_shares(board, combat, kept, shares)
    return SideStrength(kept, total, totals | {total}, tank, 0, tuple(armored))


def _armor_points(board: CampaignBoard, combat: Combat, piece: Piece) -> int:
    """Tank strength that a unit brings to an attack; anti-tank strength never does (11.4.E)."""
    armor = losses.current(board, piece, "armor")
    if armor.parenthesised or is_stacked_detachment(board, piece):
        return 0
    return int(armor.value * crossing_share(board, combat, piece, "armor"))


@RULES.covers("17.2.G")
def is_stacked_detachment(board: CampaignBoard, piece: Piece) -> bool:
    """Whether it is an advanced detachment with another unit in its hex."""
    if units.unit_class(piece) != "detachment" or not isinstance(piece.place, Hex):
        return False
    return len(stack(board, piece.place, piece.side or "")) > 1


@RULES.covers("11.7.D", "11.7.E")
def crossing_share(board: CampaignBoard, combat: Combat, piece: Piece, column: str) -> Fraction:
    """The part of a strength that counts through the hexside a unit attacks through."""
    start = combat.attackers.get(losses.unit_of(board, piece.id))
    if start is None:
        return Fraction(1)
    table = board.data.tables[TABLE]
    share = Fraction(1)
    for feature in board.data.map.features(start, combat.hex):
        effect = table.cell(feature, column) if feature in table.row_keys else "-"
        if effect == "none":
            return Fraction(0)
        if effect == "half" or (effect == "half-motorized" and units.is_motorized(piece)):
            share *= HALF
    return share


@RULES.covers("11.3.B", "11.7.B", "4.3.J")
def artillery_share(board: CampaignBoard, combat: Combat, piece: Piece) -> Fraction:
    """Half, where the attacked hex is swamp or lies behind a defense line; else all of it.

    A unit fires through the hexside it attacks through; one that only supports fires through those
    of all attackers.
    """
    table = board.data.tables[TABLE]
    terrains = board.data.map.hexes[combat.hex].terrains
    if any(table.cell(t, "artillery") == "half" for t in terrains if t in table.row_keys):
        return HALF
    start = combat.attackers.get(losses.unit_of(board, piece.id))
    starts = attack_starts(board, combat) if start is None or supports_only(piece) else [start]
    halved = [_is_halved(board, start, combat.hex) for start in starts]
    return HALF if halved and all(halved) else Fraction(1)


def attack_starts(board: CampaignBoard, combat: Combat) -> list[Hex]:
    """The hexes that the attack comes from; supporting artillery and headquarters do not count."""
    return [
        start
        for unit, start in combat.attackers.items()
        if (piece := losses.piece_of(board, unit)) is not None and not supports_only(piece)
    ]


def _is_halved(board: CampaignBoard, start: Hex, target: Hex) -> bool:
    table = board.data.tables[TABLE]
    return any(
        table.cell(feature, "artillery") == "half"
        for feature in defending_features(board, start, target)
        if feature in table.row_keys
    )


def defending_features(board: CampaignBoard, start: Hex, target: Hex) -> frozenset[str]:
    """Features of a hexside that help the defender: a defense line only from behind it."""
    features = board.data.map.features(start, target)
    if DEFENSE_LINE not in features:
        return features
    along = board.data.map.hexsides.get(Hexside(start, target), ())
    behind = {f.values.get("behind") for f in along if f.terrain == DEFENSE_LINE}
    return features if behind & {target, None} else features - {DEFENSE_LINE}


@RULES.covers("12.1.D", "14.2.1.A")
def _own_fire(board: CampaignBoard, combat: Combat, pieces: Iterable[Piece]) -> list[Piece]:
    """Units that add their own artillery: all in supply that do not hold it back."""
    return [
        piece
        for piece in pieces
        if not piece.flag("cut-off")
        and not piece.flag("out-of-supply")
        and losses.unit_of(board, piece.id) not in combat.silent
    ]


def _support_fire(board: CampaignBoard, combat: Combat, side: str) -> list[Piece]:
    """Units announced to fire for a side that are not in the combat with their own artillery."""
    own = {*combat.attackers, *combat.defenders}
    found = []
    for support in combat.supports:
        piece = losses.piece_of(board, support.unit)
        if piece is None or support.side != side or support.kind != "artillery":
            continue
        if supports_only(piece) or support.unit not in own:
            found.append(piece)
    return found


# -- the defender ----------------------------------------------------------------------------------


@RULES.covers("11.3.D", "11.4.C", "11.4.D", "11.4.F", "12.1.B", "12.1.C", "1.2.4.2.D", "1.2.4.4.D")
def defense_strength(board: CampaignBoard, combat: Combat) -> SideStrength:
    """Troops, tanks and artillery in the hex, with artillery and anti-tank support."""
    here = defending(board, combat)
    fighting = chosen_to_fight(board, combat, here)
    side = _defense_of(board, combat, fighting)
    others = {
        total
        for group in _other_choices(board, combat, here)
        for total in _defense_of(board, combat, list(group)).totals
    }
    return SideStrength(
        side.terms, side.total, side.totals | others, side.tank, side.anti_tank, side.armored
    )


@RULES.covers("7.2.C", "7.2.D")
def chosen_to_fight(board: CampaignBoard, combat: Combat, here: list[Piece]) -> list[Piece]:
    """The units that fight in the hex: all, or where it is overstacked those the defender picks.

    Where it did not say, the strongest within the stacking limit.
    """
    if combat.chosen_defenders:
        return [p for p in here if losses.unit_of(board, p.id) in combat.chosen_defenders]
    if sum(units.stacking_points(p) for p in here) <= LIMIT:
        return here
    groups = [list(group) for group in _groups_within_limit(here)]
    return max(groups, key=lambda group: _defense_of(board, combat, group).total, default=[])


def _groups_within_limit(here: list[Piece]) -> Iterable[tuple[Piece, ...]]:
    few = here[:MOST_PICKED]
    for number in range(1, len(few) + 1):
        for group in combinations(few, number):
            if sum(units.stacking_points(p) for p in group) <= LIMIT:
                yield group


def _other_choices(
    board: CampaignBoard, combat: Combat, here: list[Piece]
) -> Iterable[tuple[Piece, ...]]:
    """What else may fight in an overstacked hex; all of it where it was set up so (7.2.D)."""
    if combat.chosen_defenders or sum(units.stacking_points(p) for p in here) <= LIMIT:
        return
    yield from _groups_within_limit(here)
    if board.turn <= 1:
        yield tuple(here)


def _defense_of(board: CampaignBoard, combat: Combat, fighting: list[Piece]) -> SideStrength:
    terms: list[Term] = []
    choices: list[Fraction] = []
    tank = anti_tank = 0
    armored: list[str] = []
    alone = all(supports_only(piece) for piece in fighting)
    for piece in fighting:
        troop = Fraction(losses.current(board, piece, "troop").value)
        terms.append(_term(board, combat, piece, "troop", troop, "11.3.D"))
        if supports_only(piece) and not alone:
            choices.append(terms[-1].points)
        armor = losses.current(board, piece, "armor")
        points = 0 if is_stacked_detachment(board, piece) else armor.value
        if points and not armor.parenthesised:
            terms.append(_term(board, combat, piece, "armor", Fraction(points), "11.4.D"))
            if piece.flag("out-of-supply"):
                choices.append(terms[-1].points)
        if points and not piece.flag("out-of-supply"):
            counted = int(_doubled(board, combat, piece, "armor", Fraction(points)))
            anti_tank += counted
            tank += 0 if armor.parenthesised else counted
            armored.append(losses.unit_of(board, piece.id))
    firing = [p for p in _own_fire(board, combat, fighting) if not supports_only(p)]
    support = [p for p in _support_fire(board, combat, combat.defender) if _fires(board, combat, p)]
    for piece in (*firing, *support):
        artillery = Fraction(losses.current(board, piece, "artillery").value)
        terms.append(_term(board, combat, piece, "artillery", artillery, "11.3.D"))
    anti_tank += _lent_anti_tank(board, combat)
    kept = tuple(term for term in terms if term.points)
    total: Fraction = sum((term.points for term in kept), Fraction(0))
    totals: set[Fraction] = {total}
    for choice in choices:
        totals |= {value - choice for value in totals}
    return SideStrength(kept, total, frozenset(totals), tank, anti_tank, tuple(armored))


def _fires(board: CampaignBoard, combat: Combat, piece: Piece) -> bool:
    """An artillery unit attacked alone defends with its troop strength instead (12.1.B)."""
    return not (units.is_artillery(piece) and is_alone(board, combat, piece))


@RULES.covers("11.4.A", "13.1.C")
def _lent_anti_tank(board: CampaignBoard, combat: Combat) -> int:
    """Anti-tank strength that headquarters outside the hex lend the defender."""
    pieces = (
        losses.standing(board, s.unit)
        for s in combat.supports
        if s.side == combat.defender and s.kind == "anti-tank" and s.unit not in combat.defenders
    )
    return sum(
        losses.current(board, piece, "armor").value
        for piece in pieces
        if piece is not None and piece.place != combat.hex
    )


# -- terms and readings ----------------------------------------------------------------------------


def _term(
    board: CampaignBoard, combat: Combat, piece: Piece, column: str, points: Fraction, rule: str
) -> Term:
    doubled = _doubled(board, combat, piece, column, points)
    return Term(piece.id, column, doubled, rule if doubled == points else "17.10")


@RULES.covers("17.10")
def _doubled(
    board: CampaignBoard, combat: Combat, piece: Piece, column: str, points: Fraction
) -> Fraction:
    """By the house rule a strength in a red circle counts twice in clear terrain, not in Thaw."""
    if MECHANIZED_OPTION not in board.options or board.state.ground == "thaw":
        return points
    terrains = board.data.map.hexes[combat.hex].terrains
    applies = (
        column == losses.significant(piece.counter)
        and piece.value("efficiency") == RED_EFFICIENCY
        and piece.counter.kind in CIRCLED_KINDS
        and "clear" in terrains
        and terrains <= CLEAR
    )
    return 2 * points if applies else points


def _rounded(terms: tuple[Term, ...]) -> frozenset[Fraction]:
    """The totals with halves kept, dropped from each sum, or dropped from each unit."""
    whole = [term.points for term in terms]
    by_column: dict[str, Fraction] = {}
    for term in terms:
        by_column[term.column] = by_column.get(term.column, Fraction(0)) + term.points
    return frozenset(
        {
            sum(whole, Fraction(0)),
            Fraction(sum(int(points) for points in by_column.values())),
            Fraction(sum(int(points) for points in whole)),
        }
    )


def _other_shares(
    board: CampaignBoard, combat: Combat, terms: tuple[Term, ...], shares: dict[str, Fraction]
) -> frozenset[Fraction]:
    """The totals when support is halved though only some attack through a line, or halved twice."""
    some = [_is_halved(board, start, combat.hex) for start in attack_starts(board, combat)]
    if not any(some):
        return frozenset()
    changed = []
    for term in terms:
        points = term.points
        if term.column == "artillery":
            twice = all(some) and shares.get(term.unit) == HALF and _is_swamp(board, combat)
            once = shares.get(term.unit) == 1 and term.unit not in combat.attackers
            points = points * HALF if twice or once else points
        changed.append(Term(term.unit, term.column, points, term.rule))
    return _rounded(tuple(changed))


def _is_swamp(board: CampaignBoard, combat: Combat) -> bool:
    table = board.data.tables[TABLE]
    terrains = board.data.map.hexes[combat.hex].terrains
    return any(table.cell(t, "artillery") == "half" for t in terrains if t in table.row_keys)
