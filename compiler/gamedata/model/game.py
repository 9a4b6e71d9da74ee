"""GameData: all data of one game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

from compiler.gamedata.model.board import GameMap
from compiler.gamedata.model.counters import Counter, Formation
from compiler.gamedata.model.displays import Box, Display
from compiler.gamedata.model.play import ScenarioData, SequenceOfPlay
from compiler.gamedata.model.tables import Paragraph, Table
from compiler.gamedata.rosters import Roster
from compiler.gamedata.schema import (
    DeclarationVerb,
    Defect,
    Dice,
    GameFile,
    Kind,
    Option,
    Side,
    State,
)


@dataclass(frozen=True)
class GameData:
    """All data of one game."""

    game: GameFile
    map: GameMap
    counters: Mapping[str, Counter]
    markers: Mapping[str, Counter]
    formations: Mapping[str, Formation]
    sequence: SequenceOfPlay
    scenarios: Mapping[str, ScenarioData]
    options: Mapping[str, Option]
    tables: Mapping[str, Table]
    defects: Mapping[str, Defect]
    rulebook: tuple[Paragraph, ...]
    displays: Mapping[str, Display] = field(default_factory=lambda: MappingProxyType({}))
    declarations: Mapping[str, DeclarationVerb] = field(
        default_factory=lambda: MappingProxyType({})
    )
    rosters: Mapping[str, Roster] = field(default_factory=lambda: MappingProxyType({}))

    @cached_property
    def boxes(self) -> Mapping[str, tuple[Display, Box]]:
        """Box id to the box and its display."""
        return {box.id: (shown, box) for shown in self.displays.values() for box in shown.boxes}

    @property
    def id(self) -> str:
        """The game's id, e.g. `my_game`."""
        return self.game.id

    @property
    def sides(self) -> Mapping[str, Side]:
        """Side id to side."""
        return self.game.sides

    @property
    def kinds(self) -> Mapping[str, Kind]:
        """Kind id to kind of counter."""
        return self.game.kinds

    @property
    def dice(self) -> Mapping[str, Dice]:
        """Dice id to dice."""
        return self.game.dice

    @property
    def states(self) -> Mapping[str, State]:
        """State id to state."""
        return self.game.states

    def all_counters(self) -> Iterator[Counter]:
        """Units, then markers."""
        yield from self.counters.values()
        yield from self.markers.values()

    def opponent(self, side: str) -> str:
        """The other side of a two-sided game."""
        others = [other for other in self.game.sides if other != side]
        if len(others) != 1:
            raise ValueError(f"{self.id} has no single opponent of {side}")
        return others[0]
