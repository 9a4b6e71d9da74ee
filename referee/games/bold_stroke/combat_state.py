"""What the position remembers of combat: the attacks of the phase and what was paid for them.

Data alone: `combat`, `obligations` and the other chapters judge and change it. Units are named by
their id; a large rifle corps keeps its own id when the substitute counter stands for it (11.13.G).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from compiler.hexes import Hex

Cause = Literal["obligation", "retreat", ""]
"""Why a step was lost: to meet an obligation, by retreating, or not said."""
Effect = Literal["step", "none", "destroyed"]
"""What a loss did: took a step, nothing (a last step, 11.15), or took the last one."""


@dataclass(slots=True)
class Support:
    """Artillery or anti-tank support for one side of a combat."""

    unit: str
    side: str
    kind: Literal["artillery", "anti-tank"]


@dataclass(slots=True)
class Flight:
    """An air unit over a combat."""

    unit: str
    side: str
    formation: str
    """The korps or army it was committed to."""
    fighter_bomber: bool
    steps: int
    """Steps it had lost when it joined."""
    jettisoned: bool = False
    away: bool = False
    """It fought in the air and has gone home (15.4.E)."""


@dataclass(slots=True)
class Duel:
    """One or more fighters against an air unit, and the dice of both sides."""

    fighters: tuple[str, ...]
    target: str
    rolls: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Loss:
    """A step lost, or a loss that took none."""

    unit: str
    steps: int
    cause: Cause
    effect: Effect
    by_owner: bool | None
    """Whether the owner chose it; None where the log does not tell."""
    declared: bool


@dataclass(slots=True)
class Account:
    """What one side has done about its obligations in a combat."""

    side: str
    chosen: list[str] = field(default_factory=list)
    """Obligations as announced: `loss`, `retreat`, `no effect`."""
    losses: list[Loss] = field(default_factory=list)
    paths: dict[str, tuple[Hex, ...]] = field(default_factory=dict)
    """Unit to its retreat, with the hex it left first."""
    extra: dict[str, list[str]] = field(default_factory=dict)
    """Unit to the paragraphs by which it loses a step each besides the obligations."""
    beyond: int = 0
    """Hexes of the retreat that only an overstacked hex made necessary (7.2.B)."""
    stuck: bool = False
    """It took a loss when it could not retreat any further (11.11.E)."""
    told: bool = False
    """What is still owed has been found already."""

    @property
    def retreat(self) -> int:
        """Hexes retreated."""
        return max((len(path) - 1 for path in self.paths.values()), default=0)

    def for_obligations(self, unit: str, more: int = 0) -> int:
        """Losses of a unit that meet obligations; those its retreat costs, or `more`, come first.

        Losses without effect count.
        """
        mine = [loss for loss in self.losses if loss.unit == unit]
        said = sum(loss.steps for loss in mine if loss.cause == "obligation")
        others = sum(loss.steps for loss in mine) - said
        return said + max(others - len(self.extra.get(unit, ())) - more, 0)

    def extra_owed(self, unit: str) -> int:
        """Steps that a unit still owes for its retreat."""
        taken = (x.steps for x in self.losses if x.unit == unit and x.cause != "obligation")
        return max(len(self.extra.get(unit, ())) - sum(taken), 0)


@dataclass(slots=True)
class Combat:
    """One attack on a hex."""

    number: int
    hex: Hex
    attacker: str
    """Id of the attacking side."""
    defender: str
    attackers: dict[str, Hex] = field(default_factory=dict)
    """Unit to the hex it attacks from."""
    defenders: tuple[str, ...] = ()
    """Units in the hex when it was resolved."""
    silent: set[str] = field(default_factory=set)
    """Units in the combat that hold back their own artillery."""
    chosen_defenders: tuple[str, ...] = ()
    """Units that fight in an overstacked hex, as the defender said (7.2.C)."""
    supports: list[Support] = field(default_factory=list)
    flights: list[Flight] = field(default_factory=list)
    passed: set[str] = field(default_factory=set)
    """Sides that commit no more air units (15.3.E)."""
    duels: list[Duel] = field(default_factory=list)
    announced: dict[str, str] = field(default_factory=dict)
    """Numbers the players announced, by field of the declaration."""
    open_handed: bool = False
    """Support, air or numbers were announced: the combat is known in full."""
    odds_die: int | None = None
    forgiven: bool = False
    die: int | None = None
    readings: tuple[tuple[str, int], ...] = ()
    """Column and modifier by every reading when it was resolved, the referee's first."""
    results: tuple[str, ...] = ()
    """What it may have led to, the likeliest first; empty before it is resolved."""
    result_announced: bool = False
    armor_losses: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Side to the units one of which takes its first loss, for tanks or guns used (11.13.3.A)."""
    steps: dict[str, int] = field(default_factory=dict)
    """Unit to the steps it is known to have lost."""
    accounts: dict[str, Account] = field(default_factory=dict)
    """Side to its account."""
    retreated: int = 0
    """Hexes the defenders retreated."""
    advanced: dict[str, tuple[Hex, ...]] = field(default_factory=dict)
    """Unit to its advance, with the hex it left first."""
    marked: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Marker to the units that got it."""
    settled: object = None
    """What was due and paid when all was paid; while it stays so, what else changes on the map
    does not open the combat again."""
    closed: bool = False

    @property
    def resolved(self) -> bool:
        """Whether the die has been rolled, or its outcome is there."""
        return bool(self.results)

    @property
    def is_paid_for(self) -> bool:
        """Whether anything has been done about its obligations."""
        return any(a.chosen or a.losses or a.paths for a in self.accounts.values())

    def involved(self, unit: str) -> bool:
        """Whether a unit attacks or is attacked in it."""
        return unit in self.attackers or unit in self.defenders

    def account(self, side: str) -> Account:
        """The account of a side."""
        return self.accounts.setdefault(side, Account(side))


@dataclass(slots=True)
class CombatPhase:
    """What counts for one combat phase and is then forgotten."""

    combats: list[Combat] = field(default_factory=list)
    focus: int | None = None
    """Number of the combat that support or odds were last announced for."""
    awaiting: tuple[str, str] = ("", "")
    """What the next roll is for and who makes it, where a declaration said so."""
    rolling: tuple[str, Hex | None, str] = ("", None, "")
    """What the present roll is for, the hex it names, who makes it."""
    attacked: dict[str, Hex] = field(default_factory=dict)
    """Unit to the hex it attacks, or whose attack it supports, in this phase (11.1)."""
    was_attacked: set[str] = field(default_factory=set)
    retreats: dict[str, set[Hex]] = field(default_factory=dict)
    """Unit to the hexes it has retreated into (11.11.F)."""
    losses: dict[str, list[Loss]] = field(default_factory=dict)
    """Unit to all its losses (11.15)."""
    headquarters: dict[str, Hex] = field(default_factory=dict)
    """Headquarters to the hex it supports (13.1.B)."""
    announced_moves: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Unit to the kind of move announced for it (retreat, advance, displace), and its combat."""
    strays: set[str] = field(default_factory=set)
    """Units moved or hurt outside any combat that the log shows."""
    tick: int = 0
    """Counts what happens besides changes of state."""
    bare_loss: tuple[str, int] = ("", -1)
    """The unit that last lost a step without a declaration, and the tick of it."""


@dataclass(slots=True)
class CombatState:
    """Combat's part of the position."""

    now: CombatPhase = field(default_factory=CombatPhase)
    last: CombatPhase = field(default_factory=CombatPhase)
    """What the phase before this one left: a result may be marked late."""
    artillery_moved: set[str] = field(default_factory=set)
    """Soviet artillery that moved in its last movement phase (12.1.F)."""
    marked: set[str] = field(default_factory=set)
    """Units with a marker that lets them move or fight again, when the phase began (11.10.4)."""
    destroyed: dict[str, int] = field(default_factory=dict)
    """Unit to the turn it was destroyed in."""
    air_missions: set[str] = field(default_factory=set)
    """Air units whose mission was announced when they were committed (15.6.B)."""
    detached: dict[str, int] = field(default_factory=dict)
    """Unit to the strength it has given to detachments (17.2.C)."""
    parents: dict[str, str] = field(default_factory=dict)
    """Detachment to the unit that formed it (17.2)."""
    probes: dict[str, Probe] = field(default_factory=dict)
    """Unit to its probe in this phase (17.5)."""


@dataclass(slots=True)
class Probe:
    """A probe: who probes which hex, and the dice of both sides."""

    unit: str
    hex: Hex
    rolls: dict[str, int] = field(default_factory=dict)
    revealed: bool = False
    """The stack was shown."""
