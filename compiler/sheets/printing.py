"""Everything of a game that is printed: which documents each product has, and their files' names.

It only strings the makers of documents together; `publishing` writes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

from compiler.art.vision import palette_warnings
from compiler.gamedata.model import GameData
from compiler.sheets.charts import chart_sheet
from compiler.sheets.counter_list import counter_list
from compiler.sheets.counters import CounterOptions, counter_sheet
from compiler.sheets.maps import MapOptions, map_documents
from compiler.sheets.printed import record, since
from compiler.sheets.publishing import Output, publish
from compiler.sheets.rosters import roster_documents
from compiler.sheets.selection import Selection, require
from compiler.sheets.sequence_card import sequence_card
from compiler.sheets.setup_cards import scenarios_named, setup_cards
from compiler.sheets.typesetting import Document


@dataclass(frozen=True, slots=True)
class Printing:
    """How a game is printed, and what of it."""

    output: Output = field(default_factory=Output)
    counters: CounterOptions = field(default_factory=CounterOptions)
    map: MapOptions = field(default_factory=MapOptions)
    scenarios: tuple[str, ...] = ()
    """Ids of scenarios for rosters and set-up cards; none: all."""
    since: str = ""
    """An earlier version or the folder of its data: counters changed since then only."""

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides asked for; none: all."""
        return self.counters.selection.sides


Printed = tuple[Path, tuple[str, ...]]
"""A file, and warnings about it."""


@dataclass(frozen=True, slots=True)
class _Task:
    data: GameData
    source: Path
    how: Printing


def print_product(
    product: str, data: GameData, source: Path, target: Path, how: Printing
) -> Iterator[Printed]:
    """Write the files of a printed product.

    Args:
        product: `sheets`, `rosters`, `map`, `charts` or `setups`.
        data: the game.
        source: the folder of its data.
        target: the folder to write to.
        how: paper, forms and choices.

    Raises:
        SheetError: for what cannot be printed.
        ArtError: for what cannot be drawn.
    """
    for stem, document, warnings in _PRODUCTS[product](_Task(data, source, how)):
        name = f"{data.id}-{data.game.version}-{stem}"
        for n, path in enumerate(publish(document, target, name, how.output)):
            yield path, warnings if n == 0 else ()


_Made = Iterator[tuple[str, Document, tuple[str, ...]]]
"""The end of a file's name, its document, and warnings."""


def _sheets(task: _Task) -> _Made:
    data, options = task.data, task.how.counters
    selection = options.selection
    warning = ""
    if task.how.since:
        earlier = since(task.how.since, data, task.source)
        selection = replace(selection, since=earlier, since_name=Path(task.how.since).name)
        options = replace(options, selection=selection)
    elif selection == Selection():
        warning = record(data, task.source)
    sheet = counter_sheet(data, task.how.output.page, options)
    stem = "-".join(
        ["counters", *selection.sides, *selection.formations, *_since_name(task.how.since)]
    )
    warnings = (warning, *sheet.chosen.notes, *palette_warnings(data))
    yield stem, sheet.document, tuple(filter(None, warnings))
    yield f"{stem}-list", counter_list(data, sheet), ()


def _since_name(since_what: str) -> Iterator[str]:
    """What the name of a sheet of corrections gets."""
    if since_what:
        name = "".join(c if c.isalnum() or c in "._" else "-" for c in Path(since_what).name)
        yield f"since-{name or 'earlier'}"


def _rosters(task: _Task) -> _Made:
    require(task.how.sides, task.data.sides, "side")
    for scenario in scenarios_named(task.data, task.how.scenarios):
        for side, document in roster_documents(
            task.data, scenario, page=task.how.output.page, sides=task.how.sides
        ):
            yield "-".join(filter(None, ("roster", scenario.id, side))), document, ()


def _map(task: _Task) -> _Made:
    for stem, document in map_documents(task.data, task.how.output.page, task.how.map):
        yield stem, document, ()


def _charts(task: _Task) -> _Made:
    yield "charts", chart_sheet(task.data, task.how.output.page), ()
    yield "sequence", sequence_card(task.data, task.how.output.page), ()


def _setups(task: _Task) -> _Made:
    chosen = "-".join(("setups", *task.how.scenarios))
    yield chosen, setup_cards(task.data, task.how.output.page, task.how.scenarios), ()


_PRODUCTS: Mapping[str, Callable[[_Task], _Made]] = MappingProxyType(
    {
        "sheets": _sheets,
        "rosters": _rosters,
        "map": _map,
        "charts": _charts,
        "setups": _setups,
    }
)
