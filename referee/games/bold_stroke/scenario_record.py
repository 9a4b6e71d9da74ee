"""What the position remembers for the scenario's own rules and its victory conditions.

Data alone: `scenarios` and `victory` judge and change it. Turns are those of the campaign, 1 being
November 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from compiler.hexes import Hexside
from referee.games import Outcome


@dataclass(slots=True)
class ScenarioRecord:
    """One game's record."""

    set_up: list[str] = field(default_factory=list)
    """Sides whose pieces were put elsewhere before the first turn, in order (18.1.D, 18.3.C)."""
    lyutezh_attack: int | None = None
    """Turn of the first Soviet attack across the line at Lyutezh (18.4.4.A, 18.4.4.B)."""
    bukrin_attackers: set[str] = field(default_factory=set)
    """Units that have attacked from beside the line at Bukrin (18.4.4.C)."""
    bukrin_attack_due: bool = True
    """Whether the first Soviet turn, in which they are to attack, is still to come or going on."""
    crossed: set[Hexside] = field(default_factory=set)
    """Hexsides of the line at Lyutezh that Soviet units have crossed (18.4.4.D)."""
    breakout: int | None = None
    """Turn in which enough of them had been crossed."""
    air: dict[str, set[str]] = field(default_factory=dict)
    """Korps or army to the air units committed to it in this turn."""
    committed: set[str] = field(default_factory=set)
    """Units of the hidden armies that have come next to the enemy (18.7.6.B)."""
    outcome: Outcome | None = None
    """How the scenario ended; None before."""
