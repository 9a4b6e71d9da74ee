"""Step losses of a two-sided counter: how many steps it has, and how it shows those it has lost.

How much strength a step is worth, and who must lose one, is the game's to say.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StepTrack:
    """The steps of a counter, shown by its face and by the losses marked since it was turned over.

    `front` is the number of step losses that turns it over, `back` the number it then takes until
    it is destroyed.

    >>> track = StepTrack(front=2, back=2)
    >>> [track.shown(lost) for lost in range(5)]
    [(False, 0), (False, 1), (True, 0), (True, 1), None]
    >>> track.lost(turned=True, marked=1)
    3
    """

    front: int
    back: int

    @property
    def steps(self) -> int:
        """All the steps of the counter at full strength."""
        return self.front + self.back

    def lost(self, *, turned: bool, marked: int) -> int:
        """Steps lost, by its face and the losses marked since it was turned over."""
        return min(max(marked, 0) + (self.front if turned else 0), self.steps)

    def shown(self, lost: int) -> tuple[bool, int] | None:
        """Whether it is turned over and what is marked after so many losses; None if destroyed."""
        if lost >= self.steps:
            return None
        return (True, lost - self.front) if lost >= self.front else (False, max(lost, 0))
