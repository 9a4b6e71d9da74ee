"""What the position remembers besides pieces and combat: one small record for each chapter.

Data alone: the chapters judge and change it. Turns are those of the campaign, 1 being November 1,
unless said otherwise; sides, formations and units are named by their ids.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from compiler.gamedata.model import ScenarioData
from compiler.hexes import Hex


class Conditions(NamedTuple):
    """The weather of a turn; an empty text where the log does not tell."""

    ground: str
    temperature: str
    atmosphere: str


@dataclass(slots=True)
class Weather:
    """Chapter 3: the weather of this turn and the last, and the air units made ready."""

    temperature: str = ""
    """`cold`, `warm`, or empty: not known in this turn."""
    atmosphere: str = ""
    """`clear`, `cloudy`, `precipitation`, or empty: not known in this turn."""
    before: Conditions | None = None
    """The turn before; None in the first turn, whose weather the scenario gives."""
    rolled: dict[str, str] = field(default_factory=dict)
    """`temperature` and `atmosphere` to what this turn's die gave."""
    told: set[str] = field(default_factory=set)
    """Conditions that the players have set in this turn."""
    recorded: bool = False
    """Whether the log tells of weather at all."""
    dice: dict[str, list[int]] = field(default_factory=dict)
    """Side to its dice for air units in this turn (3.4)."""
    readied: dict[str, set[str]] = field(default_factory=dict)
    """Side to the air units it has made ready in this turn."""
    unrolled: set[str] = field(default_factory=set)
    """Sides whose missing die has been reported in this turn."""
    grounded: set[str] = field(default_factory=set)
    """Air units that were found flying in precipitation in this turn."""


@dataclass(slots=True)
class Initiative:
    """Chapter 5: who wrote down what, and who has yet to commit the units it spoke of."""

    written: dict[str, set[int]] = field(default_factory=dict)
    """Side to the turns in which it wrote down an intention."""
    committed: set[str] = field(default_factory=set)
    """Units that moved next to an enemy unit in this turn."""
    owed: str = ""
    """The side that took the initiative for units which it must commit in this turn."""


@dataclass(slots=True)
class Bridge:
    """4.4: how far the railway bridge at Kiev and the line to Gostomel have come."""

    taken: int | None = None
    """Turn in which the Soviets came to hold both hexes of Kiev; None while they do not."""
    due: int | None = None
    """Turn from which the bridge may stand."""
    standing: int | None = None
    """Turn in which it was put up."""
    retaken: bool = False
    """Whether Kiev was lost once while the bridge was being built."""
    line_broken: int = 0
    """Last turn in which the enemy held a hex of the line to Gostomel."""
    line_open: bool = False
    """Whether the log tells that the line to Gostomel is open."""


@dataclass(slots=True)
class Group:
    """Units in reserve together, and the headquarters that put them there."""

    units: set[str]
    headquarters: str = ""
    """Id of the headquarters the log names, empty if it names none."""
    candidates: tuple[str, ...] = ()
    """Ids of the headquarters that could have done it, when none is named."""


@dataclass(slots=True)
class Reserves:
    """Chapter 9."""

    groups: list[Group] = field(default_factory=list)
    committed: set[str] = field(default_factory=set)
    """Units that were committed in this phase and may move in it."""
    lost: set[str] = field(default_factory=set)
    """Units whose marker came off in an enemy zone (8.6)."""
    lost_to: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Unit that lost its marker in this phase to the enemy units by whose move it did."""


@dataclass(slots=True)
class Reconnaissance:
    """Chapter 10."""

    order_kept: bool = False
    """Whether the log tells the order of stacks; a log of moves alone does not mean it."""
    told: dict[Hex, tuple[str, ...]] = field(default_factory=dict)
    """Hex to the stack that was found wrong there."""


@dataclass(slots=True)
class Command:
    """13.4 and 13.5."""

    limited: set[str] = field(default_factory=set)
    """Units out of command in this phase (13.4.B)."""


@dataclass(slots=True)
class Supply:
    """14.1, 14.2 and 14.4."""

    recorded: bool = False
    """Whether the log tells of supply at all."""
    serving: set[str] = field(default_factory=set)
    """Headquarters that supply their units without a line of their own in this turn (14.1.D)."""
    airfield: dict[str, Hex] = field(default_factory=dict)
    """Side to the airfield it supplies units by in this turn (14.4.1)."""
    by_airfield: set[str] = field(default_factory=set)
    """Units supplied by an airfield in this turn."""
    flown_in: dict[str, int] = field(default_factory=dict)
    """Side to the ammo points flown to its airfield in this turn."""
    drops: dict[Hex, Drop] = field(default_factory=dict)
    """Hex to the drop announced for it in this turn (14.4.2)."""
    last_drop: Hex | None = None
    """The drop that the next die is for."""
    fought: set[str] = field(default_factory=set)
    """Units that were cut off when they had combat or fired in this phase."""
    fought_before: set[str] = field(default_factory=set)
    """The same of the phase before."""
    was_out: set[str] = field(default_factory=set)
    """Units out of supply when this supply phase began."""
    any_combat: bool = False
    """Whether a combat was announced in this phase."""
    paid: set[str] = field(default_factory=set)
    """Units whose way back into supply has been paid in this phase (14.2.2.D)."""
    told: set[tuple[str, str]] = field(default_factory=set)
    """Units and paragraphs that have been reported and still hold."""
    dumps: dict[Hex, int] = field(default_factory=dict)
    """Hex of a German dump to its ammo points, where they are told openly (14.5)."""


@dataclass(slots=True)
class Drop:
    """An air drop: what falls, the die if there was one, the units that live on it."""

    side: str
    brings: str
    die: int | None = None
    units: set[str] = field(default_factory=set)
    awaits_die: bool = False
    """Whether units were named for it as it was announced, before the die."""


@dataclass(slots=True)
class Ammunition:
    """14.3: ammo points by side; a side without a number has none known."""

    points: dict[str, int] = field(default_factory=dict)
    rolled: set[str] = field(default_factory=set)
    """Sides that have rolled in this supply phase."""
    spent: set[str] = field(default_factory=set)
    """Sides that have spent points in this phase."""
    untold: set[str] = field(default_factory=set)
    """Sides of which the combat phase just over does not tell what they spent."""
    mistaken: dict[str, int] = field(default_factory=dict)
    """Side to the points it should have when its track was last found wrong in this phase."""


@dataclass(slots=True)
class Track:
    """16.1 to 16.4: what has come and gone by the turn record track."""

    kept: bool = False
    """Whether the log tells of arrivals or departures."""
    delayed: dict[str, int] = field(default_factory=dict)
    """Unit to the first turn in which it may come, having been held back (16.1.2.E)."""
    rebuilt: dict[str, int] = field(default_factory=dict)
    """Unit to the steps paid for, until it comes (16.6)."""
    by_rail: set[str] = field(default_factory=set)
    """Units that were said to move by rail in this phase (6.6)."""
    arrived: set[str] = field(default_factory=set)
    """Those of them that have."""
    withdrawn: dict[str, str] = field(default_factory=dict)
    """Unit that left to the unit it was to leave for, itself as a rule (16.3)."""
    last_step: dict[str, int] = field(default_factory=dict)
    """Unit to the turn at whose end it was first seen at its last step (16.3.D)."""
    told: set[str] = field(default_factory=set)
    """Units whose missing departure has been reported."""
    could_leave: set[str] | None = None
    """Units due to withdraw that stood on an open railway when German movement began in this turn,
    or could reach one in it; None where the log has no such phase."""
    amalgamating: dict[str, Hex] = field(default_factory=dict)
    """Division of Korps Abteilung C that left in this turn to the hex it stood in (16.4.A)."""
    amalgamated: set[str] = field(default_factory=set)
    """Divisions that Korps Abteilung C has taken in."""
    entered: int | None = None
    """Turn in which Korps Abteilung C came."""


@dataclass(slots=True)
class Replacements:
    """16.5 and 16.6: points at hand and what was done with them."""

    points: dict[str, dict[str, int]] = field(default_factory=dict)
    """Side to type to points."""
    known: bool = False
    """Whether the points are known: they are when the scenario gives the first ones."""
    steps: dict[str, int] = field(default_factory=dict)
    """Unit to the steps it had lost when the supply phase began."""
    regained: dict[str, int] = field(default_factory=dict)
    """Unit to the steps announced as replaced in this phase."""
    rebuilding: set[str] = field(default_factory=set)
    """Units announced as rebuilt in this phase."""


@dataclass(slots=True)
class OptionalReinforcements:
    """17.8: the two German dice of November 9."""

    first: int | None = None
    second: int | None = None
    arrived: dict[str, int] = field(default_factory=dict)
    """Unit to the turn it came in."""


@dataclass(slots=True)
class Hidden:
    """17.4: units that stand on the player's own map alone."""

    to_reveal: set[str] = field(default_factory=set)
    """Units with an enemy beside them, to be shown at once (17.4.D)."""


@dataclass(slots=True)
class Rolls:
    """Who rolls what next, where a declaration said so before the dice."""

    awaited: dict[str, str] = field(default_factory=dict)
    """Purpose to side."""


@dataclass(slots=True)
class Records:
    """All of them."""

    weather: Weather = field(default_factory=Weather)
    initiative: Initiative = field(default_factory=Initiative)
    bridge: Bridge = field(default_factory=Bridge)
    reserves: Reserves = field(default_factory=Reserves)
    reconnaissance: Reconnaissance = field(default_factory=Reconnaissance)
    command: Command = field(default_factory=Command)
    supply: Supply = field(default_factory=Supply)
    ammunition: Ammunition = field(default_factory=Ammunition)
    track: Track = field(default_factory=Track)
    replacements: Replacements = field(default_factory=Replacements)
    optional: OptionalReinforcements = field(default_factory=OptionalReinforcements)
    hidden: Hidden = field(default_factory=Hidden)
    encirclements: set[frozenset[str]] = field(default_factory=set)
    """Pockets that have been reported (17.9)."""
    steps_lost: dict[str, int] = field(default_factory=dict)
    """Unit on the map to the steps it had lost when the phase began."""
    rolls: Rolls = field(default_factory=Rolls)
    begun: int | None = None
    """Turn in which the log begins: what was done before it is not known."""


def first_records(scenario: ScenarioData | None) -> Records:
    """The records before the first turn, as the scenario says."""
    records = Records()
    if scenario is None:
        return records
    values = scenario.values
    records.weather.temperature = str(values.get("temperature") or "")
    records.weather.atmosphere = str(values.get("atmosphere") or "")
    records.ammunition.points = numbers(values.get("ammunition"))
    for side in scenario_sides(scenario):
        points = numbers(values.get(f"replacements_{side}"))
        records.replacements.points[side] = points
    records.replacements.known = True
    return records


def scenario_sides(scenario: ScenarioData) -> tuple[str, ...]:
    """Sides that the scenario gives replacements to."""
    prefix = "replacements_"
    return tuple(name.removeprefix(prefix) for name in scenario.values if name.startswith(prefix))


def numbers(value: object) -> dict[str, int]:
    """A table of whole numbers in the scenario's values; empty if it is none."""
    if not isinstance(value, dict):
        return {}
    return {str(name): number for name, number in value.items() if isinstance(number, int)}
