"""What the engine answers, as values: pieces, maps, slots, buttons and problems.

They hold only what the engine said; nothing here is computed from a file by this project.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Point = tuple[int, int]
"""A point of a map in its pixels, x to the right and y down."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something the engine complained of.

    ``kind`` says where: ``log`` (a warning or an error in its log), ``bug`` (a bug report),
    ``dialog`` (a window that nobody was meant to answer), ``question`` (a window that got a
    prepared answer).
    """

    kind: Literal["log", "bug", "dialog", "question"]
    level: str
    text: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece, stack or deck as the engine has it.

    ``location`` is the engine's own name of the hex or zone. ``members`` (of a stack or deck) and
    ``index`` (in it) count from the bottom. ``type`` and ``state`` are filled only on request.
    """

    id: str
    kind: Literal["piece", "stack", "deck"]
    name: str
    map: str | None
    x: int
    y: int
    location: str | None = None
    board: str | None = None
    zone: str | None = None
    stack: str | None = None
    index: int | None = None
    members: tuple[str, ...] = ()
    gpid: str | None = None
    basic_name: str | None = None
    properties: Mapping[str, str | None] = field(default_factory=dict)
    type: str | None = None
    state: str | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """A board in play: its place on the map and the class of its grid, in pixels."""

    name: str
    x: int
    y: int
    width: int
    height: int
    grid: str | None


@dataclass(frozen=True, slots=True)
class Map:
    """A map and its boards; the boards are known only once a game has begun."""

    name: str
    id: str
    width: int
    height: int
    boards: tuple[Board, ...]


@dataclass(frozen=True, slots=True)
class Slot:
    """A piece slot of a palette, an at-start stack or a deck; ``path`` names what it stands in."""

    gpid: str
    name: str
    path: tuple[str, ...]
    built: bool
    prototypes: tuple[str, ...]
    properties: Mapping[str, str | None]


@dataclass(frozen=True, slots=True)
class Placed:
    """What came of dragging one slot's piece onto a map; ``id`` is None if there is no piece."""

    gpid: str
    slot: str
    id: str | None
    name: str | None
    map: str | None
    width: int = 0
    height: int = 0


@dataclass(frozen=True, slots=True)
class Module:
    """What the engine says of the module itself."""

    engine: str
    name: str
    version: str
    made_for: str
    sides: tuple[str, ...]
    setups: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Begun:
    """How a game began: log steps that wait, our side, and the pages the engine wanted to show."""

    steps: int
    side: str | None
    asked: tuple[str, ...]
    started: bool


@dataclass(frozen=True, slots=True)
class Command:
    """An entry of a piece's right-click menu and its key as the engine spells it.

    The heading of a submenu is an entry without a key.
    """

    name: str
    key: str | None
    enabled: bool


@dataclass(frozen=True, slots=True)
class Button:
    """A toolbar button of the main window or of a map."""

    text: str | None
    tooltip: str | None
    enabled: bool
