"""What a roster is filled in from: the pieces of a position and the values that go with it.

Plain values only, so that whoever knows a position can hand it over: a scenario's set-up does, and
so does a referee at the end of a log.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from compiler.gamedata.model import GameData, ScenarioData
from compiler.hexes import Hex

_DEPTH = 6


@dataclass(frozen=True, slots=True)
class RosterPiece:
    """A piece of a position."""

    id: str
    """Its id in play, with `#2` for a second copy."""
    counter: str
    place: str
    """Number of its hex, or the id of its box; empty out of play."""
    states: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class RosterPosition:
    """A position of a scenario."""

    label: str
    """What the sheet says of it: the start, or the turn and phase."""
    pieces: tuple[RosterPiece, ...]
    values: Mapping[str, object]
    """Dotted names to values, as `rosters.toml` names them."""
    remarks: tuple[str, ...] = ()
    """Further lines for the score sheet: the result so far."""

    def number(self, names: tuple[str, ...]) -> int | None:
        """The number under the last of some names that has one."""
        found = [self.values.get(name) for name in names]
        numbers = [each for each in found if isinstance(each, int) and not isinstance(each, bool)]
        return numbers[-1] if numbers else None


def start_of(data: GameData, scenario: ScenarioData) -> RosterPosition:
    """The position in which a scenario begins."""
    pieces = tuple(
        RosterPiece(
            piece.piece,
            piece.counter,
            data.map.number(piece.place) if isinstance(piece.place, Hex) else piece.place,
            piece.states,
        )
        for piece in scenario.setup
    )
    return RosterPosition("at the start", pieces, dict(flattened(scenario.values)))


def flattened(values: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, object]]:
    """The values of nested tables under dotted names, and each table under its own name.

    >>> dict(flattened({"grenades": {"german": 6}}))["grenades.german"]
    6
    """
    for name, value in values.items():
        yield f"{prefix}{name}", value
        if isinstance(value, Mapping) and prefix.count(".") < _DEPTH:
            yield from flattened(
                {str(key): inner for key, inner in value.items()}, f"{prefix}{name}."
            )
