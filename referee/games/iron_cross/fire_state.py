"""What fire, observation, assault and mines (chapters 10 to 23) keep of the position."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from compiler.hexes import Hex

if TYPE_CHECKING:
    from referee.games.iron_cross.state import Owed

AP: Literal["ap"] = "ap"
AT: Literal["at"] = "at"
Factors = Literal["ap", "at", ""]
"""Anti-personnel or anti-tank factors; empty for mortars' likes that have a table of their own."""


@dataclass(frozen=True, slots=True)
class Aim:
    """How one unit is attacked, as the position was when the attack was declared.

    Where the rules can be read in several ways each holds all that are right.
    """

    unit: str
    dice: frozenset[int]
    """How many dice may be rolled."""
    strengths: frozenset[int]
    """Firepower totals; of anti-tank fire less what is added to the dice."""
    rests_on: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Struck:
    """Dice that were rolled for a unit under attack, and what they were compared with."""

    rule: str
    why: str
    levels: str
    """The totals for each result, as findings print them; empty where a table has them."""
    rests_on: tuple[str, ...] = ()


@dataclass(slots=True)
class Round:
    """One mortar round: where it was to go, and where it went (14.3)."""

    scatter: int | None = None
    """Hexes it goes astray; None until rolled."""
    impact: frozenset[Hex] | None = None
    """The hex it comes down in; None until known, empty when that is off the map."""
    directed: bool = False
    """Whether the die for its direction was called."""


@dataclass(slots=True)
class Attack:
    """An attack whose dice are being rolled, target by target."""

    verb: str
    side: str | None
    firers: tuple[str, ...]
    hex: Hex | None
    """The target hex; of a lane or a spray, the hex of the first target."""
    factors: Factors
    aims: dict[str, Aim] = field(default_factory=dict)
    """Unit that has to be rolled for to how; those that need not be are in `others`."""
    others: dict[str, Aim] = field(default_factory=dict)
    rolled: set[str] = field(default_factory=set)
    """Units for which dice were called."""
    called: str = ""
    """The unit for which the next roll is."""
    waiting: list[str] = field(default_factory=list)
    """Units for which the rolls after it are, in order."""
    unsure: set[str] = field(default_factory=set)
    """Units of which it could not be told before how they were, so that it still cannot be."""
    moves: int = 0
    """Moves made in the phase before it."""
    unknown: bool = False
    """Whether it cannot be told who attacks, or where, so that its dice accuse nobody."""
    again: bool = False
    """Whether a lane or spray goes on, at whoever has moved since (21.25, 21.35)."""
    shared: dict[str, Owed | None] = field(default_factory=dict)
    """Unit for which a roll for another of the hex may have been, and none of its own was yet, to
    what it owed before."""
    rounds: int = 0
    """Mortar rounds announced; 0 for other weapons."""
    spotter: str = ""
    """The commander who spots for a mortar that fires indirectly."""
    round: Round | None = None
    """The mortar round in progress."""
    rounds_fired: int = 0
    scatter_modifier: int = 0
    dice: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """Unit to the dice rolled for it in this attack, or in the present mortar round."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One use of a weapon, for what it may do later and for those who look for it."""

    verb: str
    phase: str
    """Id of the phase."""
    player_turn: int
    clock: int
    """The phase it was in, as counted for observation."""
    factors: Factors = ""
    intensive: bool = False
    target: Hex | None = None


@dataclass(frozen=True, slots=True)
class Sighted:
    """An attempt to observe a hex (23.2)."""

    observer: str
    start: Hex
    hex: Hex
    seen: bool | None
    """None where dice or readings leave it open."""
    phase: int
    """Number of the phase it was made in."""
    clock: int
    """The phase as counted for observation."""
    player_turn: int
    moves: int
    """Moves made in that phase before it."""
    checks: frozenset[str]
    """Units of the observer's hex that had taken a check to fire before (23.11)."""
    watched: frozenset[str]
    """Enemy units in the hex."""
    roll: int | None = None

    def rolled(self, roll: int, *, seen: bool | None) -> Sighted:
        """The attempt with its dice."""
        return replace(self, roll=roll, seen=seen)


@dataclass(frozen=True, slots=True)
class Casualties:
    """A crew weapon whose crew members are rolled for one by one (11.43)."""

    to_roll: int
    deadly: int
    """The highest roll that kills."""
    before: frozenset[str]
    """Morale statuses it may have had before."""
    called: int = 0
    """Declarations of rolls."""
    rolled: int = 0
    killed: int = 0
    rule: str = "11.43"
    why: str = ""


@dataclass(frozen=True, slots=True)
class WreckOwed:
    """A wreck marker that has to take the place of a vehicle (12.32)."""

    hex: Hex
    rule: str
    wrecks: int
    """Wrecks that were there before."""


@dataclass(slots=True)
class Assault:
    """An assault in progress (17.0)."""

    hex: Hex
    attackers: set[str]
    defenders: dict[str, str]
    """Unit to its status when the assault began."""
    side: str | None
    group: str = ""
    """Who fires now: a group of the initial round, or `all`; empty before any fire."""
    groups_fired: list[str] = field(default_factory=list)
    fired: set[str] = field(default_factory=set)
    """Units that have fired in this group."""
    called: list[str] = field(default_factory=list)
    """Units whose dice are awaited."""
    hits: dict[str, int] = field(default_factory=dict)
    """Side to the losses it owes."""
    uncertain: bool = False
    """Whether dice are missing, so that losses cannot be told."""
    done: bool = False
    """Whether only one side is left, or nobody defended."""


@dataclass(frozen=True, slots=True)
class Minefield:
    """The mines of one hex, as far as they were shown or noted (19.1)."""

    ap: int = 0
    at: int = 0


@dataclass(frozen=True, slots=True)
class Mode:
    """The mode of a machine gun as it was shown (21.0)."""

    mode: str
    hex: Hex | None = None
    """The target hex of its fire lane."""
    late: bool = False
    """Whether it changed outside the Morale Phase, so that its factors are halved (21.42)."""
    noted: bool = False
    """Whether its owner keeps notes of it, so that it holds until he notes another (21.41)."""


@dataclass(slots=True)
class FireState:
    """The part of the position that chapters 10 to 23 keep; `BattleState.fire`."""

    clock: int = 0
    """Phases begun, those left out that do not count for observation (23.2)."""
    phase: int = 0
    """Phases begun, all of them."""
    section: str = ""
    """The player turn in progress."""
    player_turn: int = 0
    """Player turns begun."""

    attack: Attack | None = None
    struck: dict[str, list[Struck]] = field(default_factory=dict)
    """Unit to the dice rolled for it in this phase, in order."""
    intensive: set[str] = field(default_factory=set)
    """Machine guns that fire intensively in the fire declared next (11.15)."""
    effects_owed: set[str] = field(default_factory=set)
    """Machine guns whose intensive fire has still to be rolled for."""
    effects_called: set[str] = field(default_factory=set)
    """Those whose dice are awaited."""
    conditions: dict[str, str] = field(default_factory=dict)
    """Machine gun to what intensive fire did to it last."""
    silent_until: dict[str, int] = field(default_factory=dict)
    """Machine gun to the first player turn in which it may fire again."""

    shots: dict[str, list[Shot]] = field(default_factory=dict)
    """Unit to what it fired, in order."""
    tried_at: dict[str, list[int]] = field(default_factory=dict)
    """Unit to the clock of each of its checks to fire."""
    fired_turn: dict[str, int] = field(default_factory=dict)
    """Unit to the game turn in which it fired last, or tried to."""
    moved_at: dict[str, list[int]] = field(default_factory=dict)
    """Unit to the clock of each phase in which it moved, or tried to, the present one apart."""
    sighted: list[Sighted] = field(default_factory=list)

    casualties: dict[str, Casualties] = field(default_factory=dict)
    crews_owed: dict[str, tuple[int, str]] = field(default_factory=dict)
    """Crew weapon to the men it has to have left in this phase, and the rule."""
    wrecks_owed: dict[str, WreckOwed] = field(default_factory=dict)
    """Destroyed vehicle to its wreck."""
    hatches_owed: dict[str, str] = field(default_factory=dict)
    """Vehicle whose commander has to be marked as killed to the rule."""
    hatches_open: set[str] = field(default_factory=set)
    """Vehicles whose commander may be marked as killed, as readings differ."""
    special_rolls_open: set[str] = field(default_factory=set)
    """Suppressed units for which a special roll may be made and need not (11.45)."""
    joining: dict[str, str] = field(default_factory=dict)
    """Man who joins a crew in this phase to the weapon (20.1)."""
    crews_joined: dict[str, tuple[int, str]] = field(default_factory=dict)
    """Weapon that men join in this phase to the crew it then has, and the rule."""
    joined: dict[str, list[str]] = field(default_factory=dict)
    """Weapon to the men who joined its crew."""
    reverting: dict[str, Hex] = field(default_factory=dict)
    """Weapon that is given up by its replacements to where it was (20.3)."""
    returning: dict[str, Hex] = field(default_factory=dict)
    """Man who comes back as infantry to where."""
    men_back: dict[str, int] = field(default_factory=dict)
    """Weapon that was given up to the men of its crew who have still to come back."""

    grenades: dict[str, int] = field(default_factory=dict)
    """Side to the grenades it has used."""
    throws: dict[Hex, str] = field(default_factory=dict)
    """Hex from which a grenade was thrown in this player turn to the man (15.3)."""
    aimed_at: dict[str, Hex] = field(default_factory=dict)
    """Mortar to the hex it fired at last (14.3)."""

    assault: Assault | None = None
    designated: set[tuple[str | None, Hex, Hex]] = field(default_factory=set)
    """Side, hex and the next hex that an Assault marker pointed to when its movement ended."""
    assaulted: set[str] = field(default_factory=set)
    """Units that took part in an assault of this phase."""
    attacked: set[str] = field(default_factory=set)
    """Units that have assaulted in this phase."""
    assault_sides: set[str] = field(default_factory=set)
    """Sides that have assaulted in this phase."""
    to_move_in: dict[str, Hex] = field(default_factory=dict)
    """Unit that assaults to the hex it has still to be moved into."""
    to_go_down: dict[str, Hex] = field(default_factory=dict)
    """Survivor of an assault to the hex (17.0.f)."""
    cleared: set[Hex] = field(default_factory=set)
    """Hexes whose defenders fell to an assault of this phase (17.32)."""

    mines: dict[Hex, Minefield] = field(default_factory=dict)
    noted_factors: dict[str, dict[str, int]] = field(default_factory=dict)
    """Side that wrote down where its mines lie, in notes that have been opened, to the factors
    noted of each type (19.11)."""
    unclear_mines: set[str] = field(default_factory=set)
    """Sides of whose notes on mines something could not be read."""
    mined: set[tuple[str, Hex]] = field(default_factory=set)
    """Units that have rolled for mines in this phase, with the hex."""
    mine_rolls: dict[str, tuple[Hex, str]] = field(default_factory=dict)
    """Unit that has set off mines and has still to roll to the hex and the type."""
    modes: dict[str, Mode] = field(default_factory=dict)
    """Machine gun to the mode it has shown in this player turn, or by its owner's notes."""
    swept: dict[str, set[Hex]] = field(default_factory=dict)
    """Machine gun to the hexes it has sprayed or swept in this phase."""
    spent: dict[str, int] = field(default_factory=dict)
    """Weapon to the ammunition it has used."""

    def begin_phase(self) -> None:
        """Forget what belongs to the last phase."""
        self.attack = None
        self.assault = None
        for kept in (
            self.struck, self.intensive, self.effects_owed, self.effects_called, self.swept,
            self.casualties, self.crews_owed, self.wrecks_owed, self.hatches_owed,
            self.hatches_open, self.special_rolls_open,
            self.joining, self.crews_joined, self.reverting, self.returning,
            self.assaulted, self.attacked, self.assault_sides, self.to_move_in, self.to_go_down,
            self.cleared, self.mined, self.mine_rolls,
        ):  # fmt: skip
            kept.clear()
