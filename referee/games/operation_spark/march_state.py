"""What the position remembers of movement, zones of control, supply and the turn sections.

Data alone: the chapters on movement judge and change it, combat reads it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from compiler.hexes import Hex


@dataclass(frozen=True, slots=True)
class ZoneTrigger:
    """A unit or stack that is about to be fired at for leaving a hex or changing formation there.

    Set by the movement chapters when zone fire is triggered, read by the fire chapters for its
    modifiers; None as long as nothing triggers.
    """

    units: tuple[str, ...]
    hex: Hex
    began_here: bool = False
    """Whether it began its Movement Phase in the hex (11.3.4.p5)."""
    changes_formation: bool = False
    crossed_stream: bool = False


@dataclass(frozen=True, slots=True)
class Leaving:
    """Units that were announced to leave a hex beside the enemy, or to change formation in it."""

    units: tuple[str, ...]
    hex: Hex
    since: int
    """Fire combats of the impulse before the announcement."""
    changes_formation: bool = False


@dataclass(slots=True)
class Trek:
    """What a unit has done in the present Movement Phase."""

    start: Hex | None
    points: float = 0.0
    """Movement points spent, those for streams in its present hex not among them."""
    over: bool = False
    """Whether it has been found to spend more than it has, or to go where it may not."""
    moved: bool = False
    spent_all: bool = False
    """Whether it has demolished a bridge, which takes all its points."""
    marker: float = 0.0
    """Points paid for the Assault Marker that it got: given back if the marker is taken up."""
    crossings: dict[str, float] = field(default_factory=dict)
    """Bank of its present hex to the points that crossing streams to it has cost (11.1.4.p9)."""
    crossed: dict[str, bool] = field(default_factory=dict)
    """Bank of its present hex to whether a stream was crossed there to reach it."""


@dataclass(slots=True)
class Initiative:
    """What both sides have announced for the day (9.3, 9.4)."""

    committed: dict[str, int] = field(default_factory=dict)
    """Side to the assaults that it committed itself to."""
    fresh: dict[str, set[str]] = field(default_factory=dict)
    """Side to the fresh divisions named for the bonus."""
    challenge: str = ""
    """`none`, `failed` or `succeeded`."""
    lull: bool = False
    settled: bool = False
    """Whether it has been said who is Initial Player, or that there is a lull."""


@dataclass(slots=True)
class MarchState:
    """The movement chapters' part of the position."""

    trigger: ZoneTrigger | None = None
    crossed_stream: set[str] = field(default_factory=set)
    """Units that crossed a stream in the hex they are in during this impulse (11.1.4.p16)."""
    treks: dict[str, Trek] = field(default_factory=dict)
    removed: set[str] = field(default_factory=set)
    """Pieces that were taken out of play in this phase."""
    arrived: set[str] = field(default_factory=set)
    """Reinforcements that were put down on the map in this phase."""
    off_road: set[str] = field(default_factory=set)
    """Units in column that are not on the road of their hex, if it has one (11.1.4.p1)."""
    by_rail: set[str] = field(default_factory=set)
    """Units that said they move by rail in this phase."""
    initiative: Initiative = field(default_factory=Initiative)
    fought: dict[str, int] = field(default_factory=dict)
    """Division to the last day on which a unit of it took part in an assault combat."""
    bridge_work: dict[str, Hex] = field(default_factory=dict)
    """Unit that said it builds a bridge to the hex it builds from."""
    bridge_side: dict[Hex, str] = field(default_factory=dict)
    """Hex that is built from to the hexside said to be bridged."""
    bridged: dict[str, int] = field(default_factory=dict)
    """Bridging unit to the turn section in which it finished a bridge last."""
    new_bridges: set[str] = field(default_factory=set)
    """Bridges that were put down in this phase."""
    demolished: set[str] = field(default_factory=set)
    """Bridges that an engineer has said to demolish."""
    disturbed: set[str] = field(default_factory=set)
    """Units that were fired at or assaulted before they were activated, and those beside them."""
    waiting: dict[str, int] = field(default_factory=dict)
    """Unit that retreated off the map to the Movement Phases of its side since."""
    roll_for: tuple[str, str] = ("", "")
    """What the next die is for (`weather`, `airpower`) and the side it is for."""
    rolled_weather: str = ""
    """The weather that the last die gave."""
    rolled_for: set[tuple[str, str]] = field(default_factory=set)
    """What dice have been rolled for in this phase (`weather`, `airpower`), with the side."""
    added: dict[str, int] = field(default_factory=dict)
    """Supply to ammo points said to come to it in this phase and not yet shown by its marker."""
    watched: set[str] = field(default_factory=set)
    """Units that came, in this Movement Phase, into a hex that the enemy watched just then."""
    leaving: Leaving | None = None
    """Who is about to leave a hex beside the enemy, or to change formation there."""
    leaderless: dict[str, str] = field(default_factory=dict)
    """Unit cut off by the loss of a headquarters in this phase to that headquarters."""
