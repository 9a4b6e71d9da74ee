"""What only this game's position has: who did what in the player turn, checks taken, results owed.

What chapters 10 to 23 keep is in `BattleState.fire`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from compiler.gamedata.model import GameData, ScenarioData
from compiler.hexes import Hex
from referee.actions import BeginPhase, Declare, Roll
from referee.board import Board, Location
from referee.games.iron_cross.fire_state import FireState


@dataclass(frozen=True, slots=True)
class Awaited:
    """A declaration whose dice are still to be rolled."""

    declaration: Declare
    rolls: int
    """How many rolls it calls for: one for each unit, or one for a group."""
    rolled: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """A roll and the declaration it answers; `unit` is the piece it was rolled for."""

    declaration: Declare
    unit: str
    roll: Roll

    @property
    def verb(self) -> str:
        """The declaration's verb."""
        return self.declaration.verb


@dataclass(frozen=True, slots=True)
class Check:
    """A performance check taken in the present phase."""

    act: str
    """What it was for: `move`, `fire`, … as in the declaration's field `for`."""
    passed: bool | None
    """None while the dice are not known."""
    leader: str = ""
    """Id of the leader whose rating was used, if not the unit's own."""
    group: tuple[str, ...] = ()
    """Ids of all units the one roll was made for."""
    place: Location = None
    """Where the unit stood."""
    stack: frozenset[str] = frozenset()
    """Ids of the friendly units that stood there with it."""
    roll: int | None = None
    """The sum of the dice."""
    needed: int = 0
    """The highest sum that passes."""
    moves: int = 0
    """Moves made in the phase before it."""


@dataclass(slots=True)
class Conduct:
    """What a unit has done, or tried to do (4.0), in the present player turn."""

    tried: set[str] = field(default_factory=set)
    """Acts for which it took a check."""
    moved_in: set[str] = field(default_factory=set)
    """`movement`, `reaction`: the phases in which it moved, turned or tried to."""
    stepped: bool = False
    """Whether it has gone from one hex to another."""
    turned: bool = False
    """Whether it has changed its facing."""
    fired_in: str = ""
    """Id of the phase in which it fired or tried to; empty if it has not."""
    accompanies: str = ""
    """Id of the vehicle with which it has moved throughout and ended its movement (11.33.b)."""
    finished_by: str = ""
    """The paragraph by which it takes no further part in the player turn (9.34)."""

    @property
    def moved(self) -> bool:
        """Whether it counts as moved (4.0, 8.71)."""
        return bool(self.moved_in)

    @property
    def fired(self) -> bool:
        """Whether it counts as having fired (4.0)."""
        return bool(self.fired_in)


@dataclass(frozen=True, slots=True)
class Owed:
    """A change of a unit that the rules demand and the players have yet to make."""

    rule: str
    statuses: frozenset[str]
    """The morale statuses that are right, `eliminated` among them where the unit may have to go."""
    why: str
    special_roll: bool = False
    """Whether a special roll has to decide first (11.45)."""
    rests_on: tuple[str, ...] = ()
    """Stand-in figures behind it."""
    before: Owed | None = None
    """What was owed already when the result that asks for a special roll came on top of it."""


@dataclass(slots=True)
class Trek:
    """The movement of one unit in the present phase."""

    status: str
    """Its morale status when it set out."""
    points: float = 0.0
    """Movement points spent, those for turning in the present hex apart."""
    path: tuple[Hex, ...] = ()
    """Hexes it was in, the first included, as far as they are known."""
    exact: bool = True
    """Whether all hexes between are known."""
    hexes: int = 0
    """Hexes entered."""
    facing: int | None = None
    """A vehicle's facing when it came into its present hex; None where any is free: on entry, and
    where the hexes between are not known, in each of which it may have turned."""
    led_by: str = ""
    """Id of the leader on whose check alone it moves (8.3.B)."""
    vehicle: str = ""
    """Id of the vehicle it accompanies (8.4)."""
    alone: bool = False
    """Whether it has moved without a vehicle."""
    stopped_by: str = ""
    """The paragraph by which it must move no further."""
    over: bool = False
    """Whether it has been said that it spent too many points."""
    woods_owed: tuple[Hex, ...] = ()
    """Woods and marsh hexes entered for which no roll has been made (8.54, 8.55)."""


@dataclass(slots=True)
class Overrun:
    """An overrun of the present Movement Phase (9.0)."""

    vehicle: str
    infantry: tuple[str, ...]
    """Ids of the infantry that goes in with the vehicle (9.3)."""
    hex: Hex
    defenders: tuple[str, ...]
    """Ids of the units in the hex when it began."""
    first: bool
    """Whether the hex had not been overrun in this phase (9.2.A)."""
    special_fire: set[str] = field(default_factory=set)
    """Guns and anti-tank rifles that have fired before the vehicle enters (9.2.A)."""
    checked: list[str] = field(default_factory=list)
    """Men who have checked to fire on the vehicle (9.2.B)."""
    fired: bool = False
    """Whether the infantry has fired on it."""
    destroyed: bool | None = False
    """Whether the vehicle is destroyed by the rules; None where dice are not known."""
    called: set[str] = field(default_factory=set)
    """Defenders for whom a roll was announced (9.2.C)."""
    rolled: set[str] = field(default_factory=set)
    """Defenders for whom it was made."""
    all_down: bool | None = None
    """Whether all defenders were pinned or suppressed before the first roll."""
    entered: bool = False
    """Whether the vehicle has come into the hex."""
    left: bool = False
    """Whether it has gone out again."""


@dataclass(slots=True)
class Infiltration:
    """The Russian infiltration before the first turn (24.3)."""

    hex: Hex | None
    """The Infiltration Hex; None until it is named."""
    units: tuple[str, ...]
    results: frozenset[str] | None = None
    """The results that the dice may be read as; None while they are not known."""
    losses: int | None = None
    """Infiltrators that are lost; None while not known."""
    hidden: bool = False
    """Whether the hex is a hidden one of the enemy (24.35)."""
    hidden_units: dict[str, Hex] = field(default_factory=dict)
    """Enemy units that were hidden when the hex was named, and where."""
    mined: set[str] = field(default_factory=set)
    """Infiltrators that underwent a mine attack (24.37)."""
    attacked: set[Hex] = field(default_factory=set)
    """Hidden hexes that were attacked with a grenade (24.35, 24.36)."""
    late: bool = False
    """Whether it was announced after the first phase had begun."""

    @property
    def succeeded(self) -> bool:
        """Whether the infiltrators are put on the map."""
        return bool(self.results) and not any(r.startswith("F") for r in self.results or ())


@dataclass(slots=True)
class BattleState:
    """The game's own part of the position."""

    # -- counting
    section: str = ""
    """The player turn in progress, as `<turn>.<section>`."""
    player_turn: int = 0
    """Player turns begun so far."""
    phases_begun: int = 0
    """Phases begun so far."""
    first_shot: int | None = None
    """Player turn in which the first dice of combat were rolled (8.22)."""

    # -- dice
    awaited: Awaited | None = None
    """The declaration that the next roll answers."""
    answered: Answer | None = None
    """What the roll that is being applied answers; None for other actions."""

    # -- this player turn
    conduct: dict[str, Conduct] = field(default_factory=dict)
    """Unit to what it did in the present player turn."""

    # -- this phase
    checks: dict[str, list[Check]] = field(default_factory=dict)
    """Unit to the checks it took in the present phase."""
    blamed: set[tuple[str, str]] = field(default_factory=set)
    """Unit and act for which a finding has been made in this phase, or none is to be made."""
    treks: dict[str, Trek] = field(default_factory=dict)
    """Unit to its movement in the present phase."""
    order: int = 0
    """The last class of the order of movement that has moved: 1, 2 or 3 (8.0)."""
    halted: dict[str, str] = field(default_factory=dict)
    """Unit that may not move in this phase, as its leader failed, to the leader (8.3.A)."""
    owed: dict[str, Owed] = field(default_factory=dict)
    """Unit to the result that the players have yet to mark."""
    hit: dict[str, str] = field(default_factory=dict)
    """Unit that was pinned, suppressed or worse in this phase to the paragraph."""
    uncertain: set[str] = field(default_factory=set)
    """Units whose status cannot be told in this phase, as dice are not known."""
    may_go_down: set[str] = field(default_factory=set)
    """Units that a rule puts into the down state in this phase, whatever their status."""
    come_to_light: set[str] = field(default_factory=set)
    """Units that were put onto the map in this phase out of a hidden hex."""
    freely_turned_over: set[str] = field(default_factory=set)
    """Units that used their free change of state (6.0.H)."""
    overruns: list[Overrun] = field(default_factory=list)
    """The overruns of the phase, in order."""
    pushes: dict[str, tuple[str, Hex | None]] = field(default_factory=dict)
    """Vehicle that pushes a wreck to the wreck and where it goes (8.65)."""
    to_reveal: dict[str, str] = field(default_factory=dict)
    """Hidden unit that has to be revealed to the reason (24.22)."""

    # -- the whole game
    shifted: set[str] = field(default_factory=set)
    """Units set up in the first phase, after its beginning."""
    noted_hexes: dict[str, Hex] = field(default_factory=dict)
    """Unit that its owner noted to be hidden to the hex, until it comes to light (24.21)."""
    ever_noted: dict[str, Hex] = field(default_factory=dict)
    """Unit that was ever noted in a hidden hex to the last one."""
    noting: set[str] = field(default_factory=set)
    """Sides whose notes on hidden hexes have been opened, and could all be read."""
    unclear_notes: set[str] = field(default_factory=set)
    """Sides of whose notes on hidden hexes something could not be read."""
    never_noted: set[str] = field(default_factory=set)
    """Units of these that were neither on the map nor noted when play began."""
    hidden_hexes: dict[str, set[Hex]] = field(default_factory=dict)
    """Side to its hidden hexes as far as they are known, those that were revealed among them."""
    entered: dict[Hex, str] = field(default_factory=dict)
    """Hex to the side whose unit was in it last (24.9)."""
    entries: dict[str, str] = field(default_factory=dict)
    """Unit that has entered the map to the area by which it came (24.1)."""
    fallen: set[str] = field(default_factory=set)
    """Units that were removed in play (24.1)."""
    infiltration: Infiltration | None = None
    fire: FireState = field(default_factory=FireState)

    def of(self, unit: str) -> Conduct:
        """What a unit has done in the player turn; to look, not to change."""
        return self.conduct.get(unit) or Conduct()

    def note(self, unit: str) -> Conduct:
        """What a unit has done in the player turn, to be added to."""
        return self.conduct.setdefault(unit, Conduct())

    def begin_player_turn(self) -> None:
        """Forget what belongs to the last player turn."""
        self.player_turn += 1
        self.conduct.clear()

    def begin_phase(self) -> None:
        """Forget what belongs to the last phase."""
        self.phases_begun += 1
        self.order = 0
        for kept in (
            self.checks, self.blamed, self.treks, self.halted, self.owed, self.hit, self.uncertain,
            self.may_go_down, self.come_to_light, self.freely_turned_over, self.overruns,
            self.pushes,
        ):  # fmt: skip
            kept.clear()


BattleBoard: TypeAlias = Board[BattleState]

OPENING_PHASE = "first.morale"


def is_setting_up(board: BattleBoard) -> bool:
    """Whether units may still be set up: before the first phase, or in the first one of a game.

    A module's turn tracker always shows a phase, so that what players do before play begins is
    logged in the first Morale Phase, in which a scenario has nothing else to do.
    """
    if board.phase is None:
        return True
    first = board.turn == 1 and board.phase.id == OPENING_PHASE and board.state.phases_begun <= 1
    return first and board.scenario is not None


def ends_set_up(action: BeginPhase, board: BattleBoard) -> bool:
    """Whether a phase that begins ends the set-up."""
    return is_setting_up(board) and (action.turn, action.phase) != (1, OPENING_PHASE)


def new_state(data: GameData, scenario: ScenarioData | None) -> BattleState:
    """The state before the first turn."""
    state = BattleState()
    if scenario is not None:
        for piece in scenario.setup:
            side = data.counters[piece.counter].side if piece.counter in data.counters else None
            if side is not None and isinstance(piece.place, Hex):
                state.entered[piece.place] = side
    return state
