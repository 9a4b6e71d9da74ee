"""The TOML files of a game folder as pydantic models: what an author may write, key by key.

These are the shapes of the files themselves (and of the JSON Schemas exported from them for
editors). They hold no cross-references: whether a named unit or hex exists is checked by `loader`,
and what the rest of the program works with is `model.GameData`.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    model_serializer,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from compiler.gamedata.lengths import EXPECTED as A_LENGTH
from compiler.gamedata.lengths import millimetres

IDENTIFIER_PATTERN = r"^[a-z0-9][a-z0-9_.-]*$"
MAX_IDENTIFIER = 80

Identifier = Annotated[str, Field(pattern=IDENTIFIER_PATTERN, max_length=MAX_IDENTIFIER)]
"""Lower-case letters, digits, `_`, `.` and `-`: stable names that data files refer to one another
by."""

Colour = Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")]
"""An sRGB colour, `#rrggbb`."""


def _length(value: object) -> object:
    if not isinstance(value, str):
        return value
    try:
        return millimetres(value)
    except ValueError:
        raise ValueError(A_LENGTH) from None


CounterSize = Annotated[
    float, BeforeValidator(_length, json_schema_input_type=float | str), Field(gt=4, le=60)
]
"""The side of a square counter: millimetres, or a text with its unit such as `9/16 in`."""

SourceKind = Literal["printed", "derived", "stand-in"]

_SOURCE = re.compile(r"^(printed|derived|stand-in)\s*(?::\s*(.*\S))?\s*$", re.DOTALL)


class Strict(BaseModel):
    """Frozen, and an unknown key is an error: a misspelt key must never be ignored.

    The texts under the keys describe them in the JSON Schemas.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class Source(Strict):
    """Where a figure comes from, written `kind: where`, e.g. `printed: 11.17.A`.

    `printed` needs the rule or chart number, `derived` the sentence or example it follows from;
    `stand-in` is ours, because the published figure was not at hand, and may say why it is
    plausible.
    """

    kind: SourceKind
    where: str = ""

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        found = _SOURCE.match(value)
        if found is None:
            raise ValueError(
                "'printed: <rule>', 'derived: <from what>' or 'stand-in: <why it is plausible>'"
            )
        return {"kind": found[1], "where": found[2] or ""}

    @model_validator(mode="after")
    def _names_its_origin(self) -> Source:
        if self.kind != "stand-in" and not self.where:
            raise ValueError(f"where it is {self.kind}, as '{self.kind}: 11.17.A'")
        return self

    @model_serializer
    def _to_text(self) -> str:
        return str(self)

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """A text: an editor must not offer the table that `Source` is inside the program."""
        schema = handler.resolve_ref_schema(handler(core_schema))
        schema.clear()
        schema.update(
            title="Source",
            description="Where a figure comes from: printed, derived or a stand-in, and where.",
            type="string",
            pattern=r"^((printed|derived)\s*:\s*\S|stand-in\s*(:|$))",
            examples=["printed: 11.17.A", "derived: 19.0, total of 8", "stand-in: like the 208th"],
        )
        return schema

    def __str__(self) -> str:
        return f"{self.kind}: {self.where}" if self.where else self.kind


# -- game.toml --------------------------------------------------------


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

    counters: dict[Identifier, Column] = {}
    markers: dict[Identifier, Column] = {}
    hexes: dict[Identifier, Column] = {}
    hexsides: dict[Identifier, Column] = {}
    routes: dict[Identifier, Column] = {}
    places: dict[Identifier, Column] = {}
    formations: dict[Identifier, Column] = {}
    setups: dict[Identifier, Column] = {}


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
    fills: dict[str, SymbolBoxFill] = {}
    """Value of the column to fill; a value not listed gets the colour of the counter."""


class EmphasisLayout(Strict):
    """The box around an emphasised figure: its colour by what stands in a column, and its shape."""

    column: str = ""
    colours: dict[str, Colour] = {}
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
    sizes_mm: dict[Identifier, CounterSize] = {}
    """Kinds of counter that are printed in another size, to that size."""
    pixels: Annotated[int, Field(ge=32, le=400)] = 75
    texts: tuple[FaceText, ...] = ()
    symbol_fill: SymbolFill | None = None
    emphasis: EmphasisLayout = EmphasisLayout()
    faces: dict[Identifier, FaceLayout] = {}
    stripe: str = ""
    """A column of `formations.csv` with a colour, `#rrggbb`, for the counter's left edge.

    Where it is empty, that of the parent formation."""


class Dice(Strict):
    """A die or a set of dice that the game rolls; `zero_is_ten` for ten-siders printed 0-9."""

    name: str
    count: Annotated[int, Field(ge=1, le=50)] = 1
    sides: Annotated[int, Field(ge=2, le=1000)] = 6
    zero_is_ten: bool = False


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
    kinds: dict[Identifier, Kind] = {}
    layout: CounterLayout = CounterLayout()
    dice: dict[Identifier, Dice] = {}
    states: dict[Identifier, State] = {}


# -- map.toml ---------------------------------------------------------


class GridFile(Strict):
    """The hex grid; its keys are those of `compiler.hexes.Grid`, under names an author knows.

    `shifted` tells which rows (pointy top) or columns (flat top) stand half a hex further right (or
    down): those with an odd or an even *number*.
    """

    orientation: Literal["flat", "pointy"]
    columns: Annotated[int, Field(ge=1, le=999)]
    rows: Annotated[int, Field(ge=1, le=999)]
    shifted: Literal["odd", "even"]
    order: Literal["column-row", "row-column"] = "column-row"
    column_digits: Annotated[int, Field(ge=1, le=5)] = 2
    row_digits: Annotated[int, Field(ge=1, le=5)] = 2
    separator: str = ""
    first_column: int = 1
    first_row: int = 1
    columns_descend: bool = False
    """True: columns are counted from the right-hand edge."""
    rows_descend: bool = False
    """True: rows are counted from the bottom edge."""
    column_letters: bool = False
    """True: columns are lettered A, B … Z, AA, BB …; `column_digits` does not matter then."""
    row_letters: bool = False
    short: Literal["odd", "even"] | None = None
    """Which columns (flat top) or rows (pointy top) lack the hex with the last number, if any."""
    hex_pixels: Annotated[float, Field(ge=20, le=400)] = 80.0
    """Distance between two opposite sides of a hex on the module's board."""
    hex_mm: Annotated[float, Field(ge=5, le=100)] = 16.0
    """The same on a printed map."""


class Terrain(Strict):
    """A terrain of a hex or a feature of a hexside, and how it is drawn."""

    name: str
    on: Literal["hex", "hexside"] = "hex"
    colour: Colour = "#ffffff"
    pattern: Literal[
        "none", "woods", "swamp", "rough", "town", "city", "village", "water", "hatch", "dots",
        "field", "hill", "building", "airfield", "island",
        "river", "major-river", "great-river", "wall", "stream", "cliff", "dashed",
    ] = "none"  # fmt: skip
    rule: str = ""
    source: Source


class RouteKind(Strict):
    """A road, railway or other line that runs from hex to hex."""

    name: str
    style: Literal["road", "dirt", "rail", "highway", "gully", "trail", "stream"] = "road"
    colour: Colour = "#666666"
    rule: str = ""
    source: Source


class PlaceKind(Strict):
    """A kind of named place."""

    name: str
    size: Literal["small", "medium", "large"] = "medium"
    rule: str = ""


class MapFile(Strict):
    """`map.toml`: the grid, the terrains, the kinds of routes and places, and how they look."""

    name: str
    default_terrain: Identifier
    """Terrain of every hex that `hexes.csv` does not list."""
    default_source: Source
    margin_pixels: Annotated[int, Field(ge=0, le=500)] = 40
    background: Colour = "#e9e3c9"
    grid: GridFile
    terrain: dict[Identifier, Terrain]
    routes: dict[Identifier, RouteKind] = {}
    places: dict[Identifier, PlaceKind] = {}


# -- sequence.toml ----------------------------------------------------


class Phase(Strict):
    """One phase of the sequence of play.

    `acting` names who acts: the `player` whose section it is, the `opponent`, `both`, or `none`.
    `allows` lists the kinds of action and the declaration verbs that may be logged in it; `mode`
    is the manner of movement that the game's rules look up (`regular`, `reserve`, `exploitation`,
    ...). An `optional` phase may be passed over.
    """

    id: Identifier
    name: str
    rule: str = ""
    acting: Literal["player", "opponent", "both", "none"] = "player"
    allows: tuple[str, ...] = ()
    mode: str = ""
    optional: bool = False


class Section(Strict):
    """A run of phases: the turn's opening, one player's turn, an impulse.

    `player` is `first` or `second` (whoever holds that place this turn), a side's id, or `none`.
    `same_as` repeats the phases of another section with the roles of this one. `repeats` marks
    sections that may occur any number of times in a turn (impulses), `optional` those that need not
    occur at all.
    """

    id: Identifier
    name: str
    rule: str = ""
    player: str = "none"
    phases: tuple[Phase, ...] = ()
    same_as: str = ""
    repeats: bool = False
    optional: bool = False


class SequenceFile(Strict):
    """`sequence.toml`: the sequence of play, in order."""

    source: Source
    always_allowed: tuple[str, ...] = ("chat", "note", "unknown")
    sections: tuple[Section, ...]


# -- scenarios.toml ---------------------------------------------------


class ScenarioTurn(Strict):
    """One turn of a scenario as its turn record shows it; `values` are the game's (weather)."""

    label: str
    values: dict[str, str | int | float | bool] = {}


class Scenario(Strict):
    """One scenario; its set-up stands in `setups/<setup>.csv`."""

    name: str
    rule: str = ""
    setup: Identifier
    first_player: Identifier
    sides: tuple[Identifier, ...] = ()
    turns: tuple[ScenarioTurn, ...]
    options: tuple[Identifier, ...] = ()
    values: dict[str, str | int | float | bool | list[str] | dict[str, str | int | float]] = {}
    """Game-specific figures: first weather, ammunition, victory points; read by the game's
    rules."""
    source: Source


class ScenariosFile(Strict):
    """`scenarios.toml`: scenario ids to scenarios."""

    scenarios: dict[Identifier, Scenario]


# -- options.toml -----------------------------------------------------


class Option(Strict):
    """An optional rule: off unless a log's header names it."""

    name: str
    rule: str
    description: str = ""
    default: bool = False


class OptionsFile(Strict):
    """`options.toml`: option ids to options."""

    options: dict[Identifier, Option] = {}


# -- tables.toml ------------------------------------------------------


class Axis(Strict):
    """One axis of a table.

    `range`: cells such as `3`, `1-4`, `8+`, `<=0`, covering minimum..maximum without hole or
    overlap; `key`: the given `values`, or any text if there are none; `terrain`: ids of the map's
    terrains and routes.
    """

    name: str
    kind: Literal["range", "key", "terrain"] = "key"
    values: tuple[str, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    dice: str = ""
    """The dice rolled on a `range` axis: minimum and maximum, where not given, are theirs."""


class TableFile(Strict):
    """A table: its first CSV column is the row axis, the other headings the column axis."""

    title: str
    rows: Axis
    columns: Axis
    cells: Literal["integer", "number", "text", "pattern"] = "text"
    pattern: str = ""
    """With `pattern`: the regular expression every cell must match whole."""
    empty: bool = False
    """Whether a cell may be empty."""
    rule: str = ""
    source: Source


class TablesFile(Strict):
    """`tables.toml`: table ids to their descriptions; the cells stand in `tables/<id>.csv`."""

    tables: dict[Identifier, TableFile] = {}


# -- defects.toml -----------------------------------------------------


class Defect(Strict):
    """A contradiction or misprint of the printed rules and the reading applied."""

    id: Identifier
    place: tuple[str, ...]
    """The paragraph ids concerned."""
    says: str
    """What is wrong, in our words."""
    reading: str
    why: str
    accepts_both: bool = False


class DefectsFile(Strict):
    """`defects.toml`: the register of the printed rules' defects."""

    defects: tuple[Defect, ...] = ()


# -- displays.toml ----------------------------------------------------


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

    displays: dict[Identifier, DisplayFile] = {}


# -- declarations.toml ------------------------------------------------


DeclaredText = Annotated[str, Field(pattern=r"^[^|,\[\]$%{}<>&\\\x00-\x1f\x7f]*$")]
"""A text that stands in a declaration as it is: without the signs that the grammar uses."""


class Question(Strict):
    """What a command asks the player: one of `choices`, a number, or a text if neither is given."""

    field: Identifier
    """The name under which the answer is written."""
    prompt: str
    choices: tuple[DeclaredText, ...] = ()
    number: bool = False


class DeclarationCommand(Strict):
    """One key press that writes one line of a declaration.

    A `piece` command is in the menu of every piece of the `kinds` and answers to the key for all
    selected pieces; a `toolbar` command is a button. With several commands of one declaration, the
    lines they write one after another are read as one: who attacks, with which support, what.
    """

    label: str
    """The menu entry or button text: `Attack with this unit`."""
    who: Literal["piece", "toolbar"] = "piece"
    role: Literal["actor", "support", "target"] = "actor"
    """What the piece is to the declaration; a target may be anyone's piece."""
    key: str = ""
    """`Ctrl+A`, `Ctrl+Shift+A`, `Alt+3`, `F7`; empty: one is chosen while there are any left."""
    kinds: tuple[Identifier, ...] = ()
    """Kinds of counter, markers included, that have the command; empty: all units."""
    values: dict[Identifier, DeclaredText] = {}
    """Fields that are written as they stand."""
    ask: Question | None = None
    rolls: str = ""
    """Id of the dice that are rolled at once."""

    @model_validator(mode="after")
    def _can_be_made(self) -> DeclarationCommand:
        if self.who == "toolbar" and (self.kinds or self.role != "actor"):
            raise ValueError("a toolbar command has neither kinds nor a role")
        asks_text = self.ask is not None and not self.ask.choices
        if self.who == "toolbar" and self.rolls and asks_text:
            raise ValueError("a toolbar command that rolls may ask for a choice, not for a text")
        return self


class DeclarationVerb(Strict):
    """Something that players announce: an attack, a check, a loss taken, an option chosen."""

    name: str
    rule: str = ""
    description: str = ""
    """How it is declared, in a sentence for the players' help page."""
    commands: tuple[DeclarationCommand, ...]


class DeclarationsFile(Strict):
    """`declarations.toml`: verbs (as logs and the sequence of play name them) to commands."""

    declarations: dict[Identifier, DeclarationVerb] = {}
