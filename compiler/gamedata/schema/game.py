"""`game.toml`: sides, columns, the faces of pieces, dice and states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from compiler.gamedata.schema.common import Colour, CounterSize, Identifier, Strict


class Side(Strict):
    """One of the opposing sides; colours are those of its counters."""

    name: str
    colour: Colour
    text_colour: Colour = "#000000"
    accent: Colour = "#ffffff"


ColumnType = Literal[
    "integer", "number", "text", "choice", "flag", "strength", "list", "hex", "counter", "formation"
]


class Column(Strict):
    """A column that a game adds to one of its CSV files.

    `strength` is a whole number that may stand in parentheses, as `(2)`; `flag` is `yes` or empty;
    `list` is `;`-separated; `hex` is a hex number of the map, `counter` the id of a counter or
    marker, `formation` that of a formation. With `per_face` the CSV has one such column per face,
    headed `front.troop`, `reduced.troop`.
    """

    label: str
    type: ColumnType = "integer"
    choices: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    per_face: bool = False
    required: bool = False
    rule: str = ""
    """The paragraph that explains this value."""


class Columns(Strict):
    """The columns a game adds to each CSV file."""

    counters: dict[Identifier, Column] = Field(default={})
    markers: dict[Identifier, Column] = Field(default={})
    hexes: dict[Identifier, Column] = Field(default={})
    hexsides: dict[Identifier, Column] = Field(default={})
    routes: dict[Identifier, Column] = Field(default={})
    places: dict[Identifier, Column] = Field(default={})
    formations: dict[Identifier, Column] = Field(default={})
    setups: dict[Identifier, Column] = Field(default={})


class Kind(Strict):
    """A kind of counter: infantry division, tank corps, squad member, gun.

    `symbol` is a NATO function for `milsymbol` (ten-character letter code or a symbol name that
    `art` knows) or empty; `text` is drawn in the symbol's place when there is none.
    """

    name: str
    symbol: str = ""
    text: str = ""
    on_map: bool = True
    """False for pieces that live on displays only (air units, for example)."""
    symbol_colour: Colour | None = None
    """Fills the closed shapes of the symbol, such as the oval of armour."""
    colour: Colour | None = None
    """Colour of these counters where it is not that of their side; markers above all."""
    text_colour: Colour | None = None


class FaceText(Strict):
    """One text on a counter face: `format` takes the column names in braces."""

    at: Literal[
        "top-left", "top", "top-right", "left", "centre", "right",
        "bottom-left", "bottom", "bottom-right", "above-symbol", "below-symbol",
    ]  # fmt: skip
    format: str
    size: Literal["small", "medium", "large", "huge"] = "medium"
    emphasis: str = ""
    """A column whose value names another column: that one's figure is drawn in a box."""
    kinds: tuple[Identifier, ...] = ()
    """Only for these kinds of counter; empty = all units, but no markers."""
    faces: tuple[Identifier, ...] = ()
    """Only on these faces; empty = all."""
    missing: str = ""
    """Stands for an empty cell; if empty, the figure goes, and the separator before it."""
    turned: bool = False
    """Written upwards, at `left`, or downwards, at `right`, beside the symbol."""


SymbolBoxFill = Annotated[str, Field(pattern=r"^(#[0-9a-fA-F]{6}([|/]#[0-9a-fA-F]{6})?)?$")]
"""A colour; two, side by side `#ffffff|#f2d14b` or parted by the rising diagonal `#ffffff/#f2d14b`;
or empty: the colour of the counter."""


class SymbolFill(Strict):
    """The fill of the box around a unit symbol, by what stands in a column."""

    column: Identifier
    fills: dict[str, SymbolBoxFill] = Field(default={})
    """Value of the column to fill; a value not listed gets the colour of the counter."""


class EmphasisLayout(Strict):
    """The box around an emphasised figure: its colour by what stands in a column, and its shape."""

    column: str = ""
    colours: dict[str, Colour] = Field(default={})
    default: Colour = "#ffffff"
    """The colour where no column is named or its value is not listed."""
    circle_kinds: tuple[Identifier, ...] = ()
    """Kinds of counter with a circle in place of the square."""


class FaceLayout(Strict):
    """How one face differs from the plain counter."""

    band: bool | None = None
    """A band across the face in the side's accent; unset: on every face but the first."""
    colour: Colour | None = None
    text_colour: Colour | None = None


class CounterLayout(Strict):
    """How counter faces are drawn and how large they are printed."""

    template: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]+\.svg\.j2$")] = "counter.svg.j2"
    """A file among the templates."""
    size_mm: CounterSize = 12.7
    """Millimetres, or a text with its unit such as `9/16 in`."""
    sizes_mm: dict[Identifier, CounterSize] = Field(default={})
    """Kinds of counter that are printed in another size, to that size."""
    pixels: Annotated[int, Field(ge=32, le=400)] = 75
    texts: tuple[FaceText, ...] = ()
    symbol_fill: SymbolFill | None = None
    emphasis: EmphasisLayout = EmphasisLayout()
    faces: dict[Identifier, FaceLayout] = Field(default={})
    stripe: str = ""
    """A column of `formations.csv` with a colour, `#rrggbb`, for the counter's left edge.

    Where it is empty, that of the parent formation."""


class Dice(Strict):
    """A die or a set of dice that the game rolls; `zero_is_ten` for ten-siders printed 0-9."""

    name: str
    count: Annotated[int, Field(ge=1, le=50)] = 1
    sides: Annotated[int, Field(ge=2, le=1000)] = 6
    zero_is_ten: bool = False

    @property
    def lowest(self) -> int:
        """The least that a die can show."""
        return 0 if self.zero_is_ten else 1

    def can_show(self, pips: int) -> bool:
        """Whether one of the dice can show a number; ten may be written as 10 or as 0."""
        return self.lowest <= pips <= self.sides

    def can_show_all(self, result: Sequence[int]) -> bool:
        """Whether the dice, thrown once, can show these numbers: one for each of them."""
        return len(result) == self.count and all(map(self.can_show, result))


class State(Strict):
    """Something about a piece that changes in play besides its place and face.

    `flag`: on or off; `level`: a whole number from minimum to maximum; `choice`: one of `choices`.
    A module shows it as a layer, a log changes it with a `set` action.
    """

    name: str
    type: Literal["flag", "level", "choice"] = "flag"
    choices: tuple[str, ...] = ()
    minimum: int = 0
    maximum: int = 9
    default: str | int | bool | None = None
    kinds: tuple[Identifier, ...] = ()
    key: str = ""
    """The module's key for it, such as `Ctrl+Shift+M`; empty: one is chosen."""
    rule: str = ""
    clears: str = ""
    """Id of the phase at whose start the state is taken off all pieces of the acting side."""


class GameFile(Strict):
    """`game.toml`: what the game is, its sides, its columns, its pieces' faces and states."""

    id: Identifier
    title: str
    subtitle: str = ""
    version: Annotated[str, Field(pattern=r"^\d+\.\d+\.\d+$")]
    publisher: str = ""
    designer: str = ""
    year: int | None = None
    description: str = ""
    sides: dict[Identifier, Side]
    faces: tuple[Identifier, ...] = ("front", "reduced")
    columns: Columns = Columns()
    kinds: dict[Identifier, Kind] = Field(default={})
    layout: CounterLayout = CounterLayout()
    dice: dict[Identifier, Dice] = Field(default={})
    states: dict[Identifier, State] = Field(default={})
