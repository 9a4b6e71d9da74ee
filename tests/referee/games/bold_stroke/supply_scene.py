"""A scene with sources of supply: Germany's at one end of a road, the Soviets' at the other.

The road runs along row 4 from 0409 in the west to 0401 in the east.
"""

from __future__ import annotations

from dataclasses import replace

from compiler.gamedata.model import Place
from referee.actions import Declare, FieldValue, Roll, SetState
from tests.referee.games.bold_stroke.scene import SOURCE, Scene

ROAD = {"0409-0408-0407-0406-0405-0404-0403-0402-0401": "paved"}


class SupplyScene(Scene):
    """A scene with the road, its two ends, and airfields or towns where asked for."""

    def __init__(
        self,
        *,
        terrain: dict[str, str] | None = None,
        sides: dict[tuple[str, str], str] | None = None,
        roads: dict[str, str] | None = None,
        airfields: tuple[str, ...] = (),
        sources: dict[str, str] | None = None,
        options: tuple[str, ...] = (),
        ground: str = "frozen",
    ) -> None:
        super().__init__(
            terrain=terrain,
            sides=sides,
            roads=ROAD if roads is None else roads,
            options=options,
            ground=ground,  # type: ignore[arg-type]
        )
        ends = {"0409": "german", "0401": "soviet"} if sources is None else sources
        found = [self._place(at, "rail-entry", supply=side) for at, side in ends.items()]
        found += [self._place(at, "airfield", airfield="soft") for at in airfields]
        places = {f"{place.kind}-{n}": place for n, place in enumerate(found)}
        self.data = replace(self.data, map=replace(self.data.map, places=places))
        self.board.data = self.data

    def _place(self, at: str, kind: str, **values: str) -> Place:
        return Place(at, at, kind, (self.data.map.hex(at),), values, SOURCE)  # type: ignore[arg-type]

    def declare(
        self, verb: str, units: str = "", target: str | None = None, **values: FieldValue
    ) -> list[str]:
        """Something announced; a final `_` of a field's name is left out."""
        names = tuple(units.split("+")) if units else ()
        fields = {name.rstrip("_"): value for name, value in values.items()}
        return self.do(Declare(verb=verb, units=names, target=target, values=fields))

    def set(self, state: str, value: FieldValue, unit: str | None = None) -> list[str]:
        """A state set."""
        return self.do(SetState(unit=unit, state=state, value=value))

    def roll(self, purpose: str, result: int, side: str | None = None) -> list[str]:
        """A roll of the ten-sided die."""
        return self.do(Roll(dice="d10", result=(result,), purpose=purpose, side=side))

    def begin(self, phase: str, turn: int = 1) -> list[str]:
        """Begin a phase; phases left out in between are not told."""
        return [rule for rule in self.phase(phase, turn) if rule != "2.2"]

    def ends(self) -> list[str]:
        """The rules that the end of the present phase breaches."""
        event = self.board.end_phase()
        assert event is not None
        return self.do(event)
