"""Displays beside the map, laid out."""

from __future__ import annotations

from dataclasses import dataclass

BOX_NAME_HEIGHT = 24
"""Pixels along the upper edge of a box that its name takes."""


@dataclass(frozen=True, slots=True)
class Box:
    """A box of a display, in pixels of the display's board."""

    id: str
    name: str
    location: str
    """What reports and declarations call it: its name, after the display's where that is needed."""
    side: str | None
    command: bool
    key: str
    rule: str
    x: int
    y: int
    width: int
    height: int

    @property
    def centre(self) -> tuple[int, int]:
        """Where pieces are put: the middle of what the name along the upper edge leaves free."""
        return self.x + self.width // 2, self.y + (self.height + BOX_NAME_HEIGHT) // 2

    def __contains__(self, point: object) -> bool:
        return (
            isinstance(point, tuple)
            and len(point) == 2
            and 0 <= point[0] - self.x < self.width
            and 0 <= point[1] - self.y < self.height
        )


@dataclass(frozen=True, slots=True)
class Display:
    """A display beside the map, laid out."""

    id: str
    name: str
    side: str | None
    kinds: frozenset[str]
    """Kinds of counter that live here; empty: any."""
    boxes: tuple[Box, ...]
    width: int
    height: int
    rule: str = ""

    def at(self, x: int, y: int) -> Box | None:
        """The box at a point of the board."""
        return next((box for box in self.boxes if (x, y) in box), None)
