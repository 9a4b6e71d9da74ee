"""From strengths to a column and a modifier (11.3.E-11.7, 15.5, 17.3, 17.6), and to a result.

Every number is in `Odds`. Where the rules can be read in several ways `readings` gives them all,
the one the referee names first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from referee.board import Piece
from referee.games.bold_stroke import units
from referee.games.bold_stroke.book import RULES
from referee.games.bold_stroke.combat import losses
from referee.games.bold_stroke.combat.participants import attacking, defending
from referee.games.bold_stroke.combat.strengths import (
    SideStrength,
    Strengths,
    attack_starts,
    defending_features,
    strengths,
)
from referee.games.bold_stroke.combat_state import Combat, Flight
from referee.games.bold_stroke.state import CampaignBoard
from referee.mechanics.odds import OddsColumns

RESULTS, SHIFTS, ARMOR = "combat_results", "terrain_combat", "armor_drm"
EFFICIENCY_OPTION, CALCULATION_OPTION = "efficiency", "odds-calculations"
MOST, LEAST = 5, -4
"""Modifiers that still count in the best and in the worst column (11.5.B)."""
MOST_EXCESS = 5
"""Modifier for odds above the best column at most (11.3.F)."""
AIR_STEP = 5
"""Air points that stay a modifier, and that make a column beyond (11.5.B)."""
EFFICIENCY_EDGE = 2
"""Efficiency points more than the opponent that shift a column (17.3.C)."""


@dataclass(frozen=True, slots=True)
class Factors:
    """What is not a matter of strengths: shifts to the right and modifiers in the attacker's favor.

    `raised` is the column more that the optional odds die gives (17.6).
    """

    armor: int = 0
    air_points: int = 0
    supply: int = 0
    terrain: int = 0
    efficiency: int = 0
    raised: bool = False

    @property
    @RULES.covers("11.5.A", "15.5.A")
    def air_drm(self) -> int:
        """One for each air point, up to five."""
        return max(-AIR_STEP, min(self.air_points, AIR_STEP))

    @property
    @RULES.covers("11.5.B")
    def air_shift(self) -> int:
        """One column for every five air points beyond five."""
        beyond = max(abs(self.air_points) - AIR_STEP, 0) // AIR_STEP
        return beyond if self.air_points > 0 else -beyond

    def without(self, name: str) -> Factors:
        """The same without `terrain` or `efficiency`."""
        if name == "terrain":
            return replace(self, terrain=0)
        return replace(self, efficiency=0)

    @property
    def shift(self) -> int:
        """Columns to the right in all."""
        return self.air_shift + self.terrain + self.efficiency


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of a combat with every number on the way."""

    attack: Fraction
    defense: Fraction
    base: str | None
    """The column of the ratio, None where it is below the first one (11.3.F)."""
    excess: int
    """Modifier for a ratio above the best column."""
    factors: Factors
    column: str
    """The column after all shifts."""
    drm: int
    """The sum of all modifiers that count."""

    @property
    def ratio(self) -> str:
        """The strengths as `15:4`."""
        return f"{figure(self.attack)}:{figure(self.defense)}"


def figure(points: Fraction) -> str:
    """A strength as players write it: `15`, `4.5`."""
    return f"{float(points):g}"


def columns(board: CampaignBoard) -> OddsColumns:
    """The columns of the results table."""
    return board.constant("odds", lambda data: OddsColumns.of(data.tables[RESULTS].column_keys))


# -- factors ---------------------------------------------------------------------------------------


def factors(board: CampaignBoard, combat: Combat, strength: Strengths) -> Factors:
    """All modifiers and shifts of a combat in the present position."""
    attack, defense = strength.attack, strength.defense
    return Factors(
        armor=armor_drm(board, attack, defense),
        air_points=air_points(board, combat),
        supply=supply_drm(board, combat),
        terrain=-terrain_shift(board, combat),
        efficiency=efficiency_shift(board, combat),
        raised=is_raised(board, combat, attack.total, defense.total),
    )


@RULES.covers("11.4.A", "11.4.B", "11.4.C", "11.4.E", "11.4.F", "11.16.G")
def armor_drm(board: CampaignBoard, attack: SideStrength, defense: SideStrength) -> int:
    """The modifier for attacking tanks against anti-tank strength, by the table."""
    table = board.data.tables[ARMOR]

    def drm(row: str) -> int:
        return int(str(table.cell(row, "drm")))

    if attack.tank and not defense.anti_tank:
        return min(
            drm("no-anti-tank") * attack.tank, int(str(table.cell("no-anti-tank", "maximum")))
        )
    if attack.tank:
        return drm(_armor_row(Fraction(attack.tank, defense.anti_tank)))
    if defense.tank:
        return drm("no-tank-against-tank")
    return drm("no-tank-against-anti-tank") if defense.anti_tank else 0


def _armor_row(ratio: Fraction) -> str:
    if ratio < 1:
        return "below-1"
    if ratio < 2:
        return "1" if ratio == 1 else "above-1"
    return str(min(int(ratio), 4))


@RULES.covers("11.5.A", "11.16.H", "15.5.A")
def air_points(board: CampaignBoard, combat: Combat) -> int:
    """Air points against the ground of the attacker, less those of the defender."""
    return sum(
        ground_points(board, flight) * (1 if flight.side == combat.attacker else -1)
        for flight in combat.flights
    )


@RULES.covers("15.0.B", "15.0.C", "15.0.D", "15.6.C")
def ground_points(board: CampaignBoard, flight: Flight) -> int:
    """Points with which an air unit attacks the ground.

    Ground attack and bomber units all of theirs, fighter-bombers half, rounded down; fighters,
    transports and units gone home none.
    """
    piece = board.pieces.get(flight.unit)
    if piece is None or flight.away:
        return 0
    points = losses.current(board, piece, "points").value
    kind = piece.value("air_type")
    if kind == "F":
        return points // 2 if flight.fighter_bomber else 0
    return points if kind in {"St", "B"} else 0


@RULES.covers("14.2.2.C")
def supply_drm(board: CampaignBoard, combat: Combat) -> int:
    """One where a motorized unit that is out of supply defends."""
    here = defending(board, combat)
    return int(any(p.flag("out-of-supply") and units.is_motorized(p) for p in here))


@RULES.covers("4.2", "11.6", "11.7.A", "11.7.B", "11.7.C", "11.16.I")
def terrain_shift(board: CampaignBoard, combat: Combat) -> int:
    """Columns to the left for the terrain of the hex and the hexsides attacked through.

    Hexsides count only if all attackers attack through such; of different ones the least.
    """
    here = sum(terrain_value(board, name) for name in board.data.map.hexes[combat.hex].terrains)
    across = [
        sum(terrain_value(board, name) for name in defending_features(board, start, combat.hex))
        for start in attack_starts(board, combat)
    ]
    return here + min(across, default=0)


def terrain_value(board: CampaignBoard, terrain: str) -> int:
    """Columns to the left that a terrain gives the defender on the present ground."""
    table = board.data.tables[SHIFTS]
    return int(str(table.cell(terrain, board.state.ground))) if terrain in table.row_keys else 0


@RULES.covers("17.3.A", "17.3.B", "17.3.C", "1.2.3.C")
def efficiency_shift(board: CampaignBoard, combat: Combat) -> int:
    """By option a column for the side whose best unit is two or more efficiency points better."""
    if EFFICIENCY_OPTION not in board.options:
        return 0
    ours = _best_efficiency(attacking(board, combat))
    theirs = _best_efficiency(defending(board, combat))
    if ours >= theirs + EFFICIENCY_EDGE:
        return 1
    return -1 if theirs >= ours + EFFICIENCY_EDGE else 0


def _best_efficiency(pieces: Iterable[Piece]) -> int:
    values = [piece.value("efficiency") for piece in pieces]
    return max((value for value in values if isinstance(value, int)), default=0)


@RULES.covers("17.6")
def needed_to_raise(board: CampaignBoard, attack: Fraction, defense: Fraction) -> int | None:
    """The highest die that gives the next column by option; None if the odds are not close to it.

    They are from half way on; each tenth of the way is one on the die.
    """
    if CALCULATION_OPTION not in board.options or not defense:
        return None
    way = columns(board).way_to_next(attack / defense)
    return int(way * 10) if way >= Fraction(1, 2) else None


def is_raised(board: CampaignBoard, combat: Combat, attack: Fraction, defense: Fraction) -> bool:
    """Whether the die for the odds came out low enough."""
    needed = needed_to_raise(board, attack, defense)
    return needed is not None and combat.odds_die is not None and combat.odds_die <= needed


# -- odds ------------------------------------------------------------------------------------------


@RULES.covers("11.3.E", "11.3.F", "11.5.B", "11.7.B", "11.16.F", "11.16.I")
def odds_of(
    board: CampaignBoard, attack: Fraction, defense: Fraction, made: Factors, *, levels: bool
) -> Odds:
    """The odds for two totals.

    With `levels` a shift goes on beyond the best column, a modifier for a column, and takes such
    modifiers back first (defect shift-above-seven).
    """
    table = columns(board)
    ratio = attack / defense if defense else None
    place = table.index(ratio)
    excess = table.beyond(ratio, MOST_EXCESS)
    start = (0 if place is None else place) + made.raised
    if levels:
        level = max(start + excess + made.shift, 0)
        column = min(level, table.last)
        beyond = min(level - column, MOST_EXCESS)
    else:
        column, beyond = table.shifted(start, made.shift), excess
    drm = beyond + made.armor + made.air_drm + made.supply
    base = None if place is None else table.keys[place]
    counted = capped(board, table.keys[column], drm)
    return Odds(attack, defense, base, excess, made, table.keys[column], counted)


@RULES.covers("11.5.B")
def capped(board: CampaignBoard, column: str, drm: int) -> int:
    """The modifier that counts in a column: at most +5 in the best, at least -4 in the worst."""
    keys = columns(board).keys
    if column == keys[-1]:
        drm = min(drm, MOST)
    return max(drm, LEAST) if column == keys[0] else drm


def odds(board: CampaignBoard, combat: Combat) -> Odds:
    """The odds of a combat in the present position."""
    return next(iter(readings(board, combat)))


def readings(board: CampaignBoard, combat: Combat) -> tuple[Odds, ...]:
    """The odds by every reading of the rules, the referee's first."""
    strength = strengths(board, combat)
    made = factors(board, combat, strength)
    found: dict[tuple[Fraction, Fraction, str, int], Odds] = {}
    for one in _each_reading(board, combat, strength, made):
        found.setdefault((one.attack, one.defense, one.column, one.drm), one)
    return tuple(found.values())


def _each_reading(
    board: CampaignBoard, combat: Combat, strength: Strengths, made: Factors
) -> Iterator[Odds]:
    ours = _first(strength.attack.total, strength.attack.totals)
    theirs = _first(strength.defense.total, strength.defense.totals)
    for attack in ours:
        for defense in theirs:
            raised = is_raised(board, combat, attack, defense)
            for levels in (False, True):
                yield odds_of(board, attack, defense, replace(made, raised=raised), levels=levels)


def _first(total: Fraction, totals: frozenset[Fraction]) -> list[Fraction]:
    return [total, *sorted(totals - {total})]


# -- results ---------------------------------------------------------------------------------------


@RULES.covers("11.8.C", "11.8.D", "11.8.E", "11.16.J")
def result(board: CampaignBoard, column: str, die: int) -> str:
    """The result in a column for a modified die; beyond the table its first or last row counts."""
    return str(board.data.tables[RESULTS].cell(die, column))
