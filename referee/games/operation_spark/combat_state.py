"""What the position remembers of fire, assaults and what they still owe.

Data alone: the combat chapters judge and change it. A Combat Phase runs from the air strikes of an
impulse to its post-assault fire; a `CombatPhase` is forgotten when the next impulse begins.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from compiler.hexes import Hex

FireKind = Literal["regular", "at", "entrenchment"]
"""Regular fire, anti-tank fire, anti-tank fire with the strength of the entrenchment."""
Status = Literal["", "S", "D"]
"""No change of status, suppressed, disrupted."""

WITHDRAWAL, FIRE = "withdrawal", "fire"


# -- fire ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shot:
    """One unit's part in a fire combat."""

    unit: str
    kind: FireKind
    points: int | None = None
    """Fire strength points, where it fires only a part."""
    way: Literal["direct", "indirect", ""] = ""
    """Of artillery, where the players said how it fires."""


@dataclass(slots=True)
class FireCombat:
    """Units that fire together at a hex or, with anti-tank strength, at one vehicle."""

    number: int
    verb: str
    phase: str
    """Id of the phase."""
    side: str
    shots: list[Shot] = field(default_factory=list)
    hex: Hex | None = None
    targets: list[str] = field(default_factory=list)
    """Units named as targets, in order."""
    spotters: list[str] = field(default_factory=list)
    points: int = 0
    """Air points of an air strike."""
    kind: FireKind = "regular"
    assault: int | None = None
    """Number of the assault it belongs to."""
    columns: dict[str, int] = field(default_factory=dict)
    """Target to the column that the players announced; empty id for all."""
    judged: int = 0
    """How many of the shots have been judged, as their target was known."""
    due: tuple[str, ...] = ()
    """The units that have to be rolled for, once dice have been rolled."""
    rolled: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Target to the die of the fire and the die of the morale check."""
    blind: bool = False
    """Whether dice were rolled for an unknown one of several targets."""
    provisional: bool = False
    """Whether its points are still to be assigned, now that the vehicles have been told (13.10)."""
    aircraft_gone: bool = False
    """Of an air strike: whether the guns have turned to the next one."""
    closed: bool = False
    finished: bool = False
    """Whether the phase in which it was declared is over."""


@dataclass(frozen=True, slots=True)
class Fired:
    """One unit's fire as it counts for what the unit may still do in the impulse."""

    unit: str
    verb: str
    fire: str
    """Column of the Fire Eligibility Table: `barrage`, `first-defensive`, `zone`, …."""
    kind: FireKind
    phase: str
    combat: int
    assault: int | None
    hex: Hex | None
    start: Hex | None
    """The hex it fired from."""
    steps: int
    points: int | None
    indirect: bool
    """Whether it was certainly indirect fire."""


# -- what is owed ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Outcome:
    """What units have to suffer, by one reading of the rules.

    `losses` are shared by all units of the obligation, everything else befalls each of them.
    """

    losses: int = 0
    status: Status = ""
    eliminated: bool = False
    marker_off: bool = False
    retreat: int = 0
    """Hexes that have to be retreated."""
    retreat_most: int = 0
    """Hexes that may be retreated."""
    withdraw: int = 0
    """Hexes that it may withdraw, if it likes."""


@dataclass(frozen=True, slots=True)
class Before:
    """A unit as it was when something became owed."""

    lost: int
    suppressed: bool
    disrupted: bool
    marked: bool
    hex: Hex | None


@dataclass(slots=True)
class Obligation:
    """What units have to suffer: one of several outcomes, all right by some reading."""

    units: tuple[str, ...]
    outcomes: frozenset[Outcome]
    before: dict[str, Before]
    rule: str
    why: str
    first_losses: tuple[str, ...] = ()
    """Units that take the first losses, in order (13.11.4)."""
    rests_on: tuple[str, ...] = ()
    away_from: tuple[Hex, ...] = ()
    """Hexes that a retreat leads away from."""
    mild: bool = False
    """Whether leaving it undone is only worth a look, as players may agree otherwise."""
    losses_judged: bool = False
    cleared: bool = False
    """Nothing more is looked for."""


@dataclass(slots=True)
class Journey:
    """A unit's retreat, withdrawal or advance in the present phase."""

    kind: Literal["retreat", "withdrawal", "advance"]
    path: tuple[Hex, ...]
    away_from: tuple[Hex, ...] = ()
    assault: int | None = None


# -- assaults --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Surprise:
    """The result of a surprise die (5.4)."""

    side: str = ""
    """The side that suffers it; empty for no effect."""
    losses: int = 1
    fire: Literal["", "half", "none"] = ""
    morale: int = 0
    status: Status = ""
    called_off: bool = False


@dataclass(slots=True)
class Assault:
    """All that happens around one Assault Target Hex in a Combat Phase (9.3.6)."""

    number: int
    hex: Hex
    attacker: str
    """Id of the phasing side."""
    attackers: dict[str, Hex] = field(default_factory=dict)
    """Units that ever had a marker pointing at the hex to the hex they assault from."""
    defenders: set[str] = field(default_factory=set)
    """Units of the other side that were ever in the hex while it was assaulted."""
    kinds: dict[str, FireKind] = field(default_factory=dict)
    """Phase to the kind of fire chosen for the segment."""
    chosen: set[str] = field(default_factory=set)
    """Units that take part where a hex is overstacked (11.2.4)."""
    surprise: Surprise | None = None
    surprise_rolled: bool = False
    withdrawal_paths: dict[str, tuple[Hex, ...]] = field(default_factory=dict)
    """Defender that left the hex to its way, the hex left first."""
    participants: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Side to its units in the assault combat."""
    bonuses: dict[str, set[str]] = field(default_factory=dict)
    """Bonus to the units said to give it."""
    spoke: set[str] = field(default_factory=set)
    """Sides that have said which bonuses they apply."""
    announced: dict[str, int] = field(default_factory=dict)
    """Side to the assault morale it announced."""
    ready: bool = False
    """Whether assault combat has been declared and dice are awaited."""
    tied: bool = False
    """Whether new dice are to come, certainly or by some reading."""
    certain: bool = False
    """Whether it is a tie by every reading."""
    resolved: bool = False
    early: bool = False
    """Whether it was begun before its section."""
    carried: bool = False
    """Whether it was begun before the present section, in which nothing has been said of it yet."""
    retreat_owed: int = 0
    """Hexes that the beaten defenders have to retreat."""
    closed: bool = False


# -- all of it -------------------------------------------------------------------------------------


@dataclass(slots=True)
class CombatPhase:
    """What counts for one impulse and is then forgotten."""

    fires: list[FireCombat] = field(default_factory=list)
    fired: list[Fired] = field(default_factory=list)
    assaults: list[Assault] = field(default_factory=list)
    received: dict[str, Hex] = field(default_factory=dict)
    """Unit that got an Assault Marker in the impulse to the hex it pointed at first."""
    gave_up: set[str] = field(default_factory=set)
    """Units that took their marker off of their own will, or whose comrades lost theirs."""
    lost: set[str] = field(default_factory=set)
    """Units that lost their marker by a morale check."""
    participated: set[str] = field(default_factory=set)
    withdrew: set[str] = field(default_factory=set)
    advanced: set[str] = field(default_factory=set)
    """Units that advanced after barrage fire or a withdrawal."""
    follows_on: set[str] = field(default_factory=set)
    """Units that went on to assault another hex."""
    vehicles_fired_at: dict[str, int] = field(default_factory=dict)
    """Vehicle that has received fire to the number of the fire combat (13.0)."""
    shot_down: dict[str, int] = field(default_factory=dict)
    """Side to air points of the present strike that anti-aircraft fire may have taken away."""
    anti_air: set[str] = field(default_factory=set)
    """Anti-aircraft units that have fired at an air point of the present strike."""
    aa_fired: set[str] = field(default_factory=set)
    """Anti-aircraft units that have fired at aircraft in the impulse."""
    strikes: dict[int, int] = field(default_factory=dict)
    """Number of an air strike to the air points taken off for it."""
    disputed: dict[str, int] = field(default_factory=dict)
    """Unit that did not suffer what it owed to the step losses that are missing (or too many)."""
    revealed: dict[Hex, frozenset[str]] = field(default_factory=dict)
    """Hex whose vehicles were told to the units that had been declared for it before (13.10)."""


@dataclass(slots=True)
class CombatState:
    """The combat chapters' part of the position."""

    now: CombatPhase = field(default_factory=CombatPhase)
    fired_before: int = 0
    """Shots booked in the impulse before the present phase."""
    segment: int = -1
    """Place of the phase within an assault (13.1), -1 outside one."""
    owed: list[Obligation] = field(default_factory=list)
    journeys: dict[str, Journey] = field(default_factory=dict)
    """Unit to its retreat, withdrawal or advance in the present phase."""
    announced: dict[str, str] = field(default_factory=dict)
    """Unit to the journey announced for it in this phase: retreat, withdraw, advance."""
    checks: dict[str, int] = field(default_factory=dict)
    """Unit to the die of its morale check to withdraw in this phase."""
    awaiting: tuple[str, tuple[str, ...]] = ("", ())
    """The verb whose dice come next and the units they are for."""
    heavy_as: dict[str, str] = field(default_factory=dict)
    """Heavy artillery to `heavy` or `ordinary`, as it was said to fire in this phase (13.10.5)."""
    zone_hits: set[str] = field(default_factory=set)
    """Units suppressed or disrupted in this Movement Phase (5.5)."""
    indirect_from: dict[str, Hex] = field(default_factory=dict)
    """Artillery to the hex from which it last fired indirectly (13.3)."""
    ammunition_due: dict[str, int] = field(default_factory=dict)
    """Supply to ammo points used in the phase and not yet taken off."""
    ammunition_maybe: dict[str, int] = field(default_factory=dict)
    """Supply to ammo points that may have been used besides."""
    ammunition_missing: dict[str, int] = field(default_factory=dict)
    """Supply to ammo points that an earlier phase did not take off."""
    ammunition_known: dict[str, int] = field(default_factory=dict)
    """Supply to its points when the phase began."""
    groundless: dict[tuple[str, str], object] = field(default_factory=dict)
    """Unit and state that was changed without cause in this phase to what it was before."""
    excused: set[str] = field(default_factory=set)
    """Units whose losses or status cannot be told in this phase, as dice are missing."""
