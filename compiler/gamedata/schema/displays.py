"""`displays.toml`: boxes and tracks beside the map."""

from __future__ import annotations

from typing import Annotated

from pydantic import (
    Field,
    model_validator,
)

from compiler.gamedata.schema.common import Identifier, Strict


class DisplayBox(Strict):
    """One box of a display: a place for pieces that are not on the map.

    Set-ups and logs name it by its id, so an id stands only once in all displays.
    """

    id: Identifier
    name: str
    side: str = ""
    """The side whose pieces lie here; empty: that of the display."""
    command: bool = False
    """True: pieces that may lie here get a menu entry that sends them to the box."""
    key: str = ""
    """The key of that menu entry; empty: by the menu alone."""
    rule: str = ""


class DisplayTrack(Strict):
    """Boxes in a row that count: `first` to `last`, or one for each turn.

    Their ids are the display's id, `-` and the number: `ammunition-17`; turns count from 1.
    """

    first: Annotated[int, Field(ge=-999, le=9999)] = 0
    last: Annotated[int, Field(ge=-999, le=9999)] = 0
    turns: bool = False
    """One box for each turn of the scenarios, named as their turn records name it."""

    @model_validator(mode="after")
    def _runs_forward(self) -> DisplayTrack:
        if not self.turns and not 0 <= self.last - self.first < 400:
            raise ValueError("a track has 1 to 400 boxes, from first to last")
        return self


class DisplayFile(Strict):
    """A display beside the map: boxes in rows, and a track below them if there is one.

    Boxes are laid out row by row; no one has to count pixels.
    """

    name: str
    side: str = ""
    """The side whose display it is; empty: both."""
    kinds: tuple[Identifier, ...] = ()
    """The kinds of counter that live here; empty: any."""
    boxes: tuple[DisplayBox, ...] = ()
    columns: Annotated[int, Field(ge=1, le=40)] = 4
    """Boxes beside one another."""
    box_width: Annotated[int, Field(ge=60, le=2000)] = 260
    box_height: Annotated[int, Field(ge=60, le=2000)] = 180
    """Size of a box in pixels of the module's board."""
    track: DisplayTrack | None = None
    track_columns: Annotated[int, Field(ge=1, le=60)] = 10
    rule: str = ""


class DisplaysFile(Strict):
    """`displays.toml`: display ids to displays (airfields, ammunition, turn record, rosters)."""

    displays: dict[Identifier, DisplayFile] = Field(default={})
