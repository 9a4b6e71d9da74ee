"""What only this game's position has: weather, ammunition, air points, who moved and who fought."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from compiler.gamedata.model import GameData, ScenarioData
from referee.board import Board
from referee.games.operation_spark.combat_state import CombatState
from referee.games.operation_spark.march_state import MarchState

WEATHERS = ("clear", "cloudy", "very-cloudy", "fog")


@dataclass(slots=True)
class OperationState:
    """The game's own part of the position."""

    weather: str = "clear"
    ammunition: dict[str, int] = field(default_factory=dict)
    """Supply of ammo points to what is left of it (13.9.3, 15.1.5)."""
    air_points: dict[str, int] = field(default_factory=dict)
    """Side to its air points (8.0)."""
    march: MarchState = field(default_factory=MarchState)
    combat: CombatState = field(default_factory=CombatState)


OperationBoard: TypeAlias = Board[OperationState]


def new_state(data: GameData, scenario: ScenarioData | None) -> OperationState:
    """The state before the first turn: weather, ammo points and air points as the scenario says."""
    ammunition = data.tables["ammunition"]
    start = {supply: ammunition.cell(supply, "start") for supply in ammunition.row_keys}
    state = OperationState(ammunition=_counts(start))
    if scenario is not None:
        weather = scenario.values.get("weather")
        if weather in WEATHERS:
            state.weather = str(weather)
        state.ammunition.update(_counts(scenario.values.get("ammunition")))
        state.air_points = _counts(scenario.values.get("air_points"))
    return state


def _counts(value: object) -> dict[str, int]:
    if not isinstance(value, Mapping):
        return {}
    return {str(key): number for key, number in value.items() if isinstance(number, int)}
