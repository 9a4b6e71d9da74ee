"""What only this game's position has: weather, who moved how far, who held what last."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from compiler.gamedata.model import GameData, ScenarioData
from compiler.hexes import Hex
from referee.board import Board
from referee.games.bold_stroke.combat_state import CombatState
from referee.games.bold_stroke.records import Records, first_records
from referee.games.bold_stroke.scenario_record import ScenarioRecord

Ground = Literal["frozen", "snow", "thaw"]
GROUNDS: tuple[Ground, ...] = ("frozen", "snow", "thaw")


@dataclass(slots=True)
class Moved:
    """What a unit has done in the present phase."""

    points: float = 0.0
    hexes: int = 0
    stopped_by: str = ""
    """The paragraph that ended its movement, if one did."""
    start: Hex | None = None
    """Where its last move began; None where that cannot be taken back."""
    before: Moved | None = None
    """What it had done before its last move."""


@dataclass(slots=True)
class CampaignState:
    """The game's own part of the position."""

    ground: Ground = "frozen"
    moved: dict[str, Moved] = field(default_factory=dict)
    """Unit to its movement in this phase."""
    entered_by_road: dict[str, tuple[Hex, ...]] = field(default_factory=dict)
    """Unit to the hexes it holds, having entered them by road in this phase (6.3)."""
    last_through: dict[Hex, str] = field(default_factory=dict)
    """Hex to the side whose unit passed through it last (6.6.E, 18.2.A)."""
    combat: CombatState = field(default_factory=CombatState)
    records: Records = field(default_factory=Records)
    scenario: ScenarioRecord = field(default_factory=ScenarioRecord)


CampaignBoard: TypeAlias = Board[CampaignState]


def new_state(data: GameData, scenario: ScenarioData | None) -> CampaignState:
    """The state before the first turn; ground as the scenario says (3.2.A)."""
    state = CampaignState(records=first_records(scenario))
    if scenario is not None:
        for ground in GROUNDS:
            if scenario.values.get("ground") == ground:
                state.ground = ground
        for piece in scenario.setup:
            side = data.counters[piece.counter].side if piece.counter in data.counters else None
            if side is not None and isinstance(piece.place, Hex):
                state.last_through[piece.place] = side
    return state
