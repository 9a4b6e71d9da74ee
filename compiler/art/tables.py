"""Charts as pictures: a table with its title, its rule and where its figures come from.

A stand-in table says so in its heading, and rows of another source than their table's have a
footnote.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from compiler.art.drawing import Drawing
from compiler.art.figures import figure
from compiler.art.fitting import LINE_HEIGHT, shorten, tidy, wrap
from compiler.art.fonts import CAP_HEIGHT, Weight, text_width
from compiler.art.templating import render
from compiler.gamedata.model import GameData, Table
from compiler.gamedata.schema import Source

TITLE, TEXT, SMALL = 19.0, 14.0, 12.0
PAD = 7.0
MARGIN = 10.0
AXIS_HEIGHT = TEXT + PAD
"""Height of the row that names the column axis."""
WIDEST_COLUMN = 250.0
WIDEST = 1100.0
"""The widest table; its columns get narrower before it would be exceeded."""
NARROWEST, NARROWEST_WITH_NOTES = 260.0, 400.0
STAND_IN_COLOUR = "#a8322a"
_FOOTNOTES = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text; x is its left end, middle or right end, as `anchor` says."""

    text: str
    x: float
    y: float
    size: float
    weight: int = 400
    anchor: str = "start"
    colour: str = "#1d1b18"


@dataclass(frozen=True, slots=True)
class Panel:
    """A filled rectangle."""

    x: float
    y: float
    width: float
    height: float
    fill: str


@dataclass(slots=True)
class TablePlan:
    """A table laid out."""

    width: float
    height: float = 0.0
    words: list[Words] = field(default_factory=list)
    panels: list[Panel] = field(default_factory=list)
    lines: list[tuple[float, float, float, float]] = field(default_factory=list)
    """x, y, x, y of the rules between rows and columns."""


@dataclass(frozen=True, slots=True)
class _Columns:
    widths: tuple[float, ...]
    """The row axis first."""

    @property
    def edges(self) -> tuple[float, ...]:
        edges = [MARGIN]
        for width in self.widths:
            edges.append(edges[-1] + width)
        return tuple(edges)


def source_label(source: Source) -> str:
    """Where figures come from, as readers of a chart see it."""
    if source.kind == "stand-in":
        reason = f": {source.where}" if source.where else ""
        return f"STAND-IN, not the published figures{reason}"
    word = {"printed": "Printed", "derived": "Derived"}[source.kind]
    return f"{word}: {source.where}"


def table_drawing(data: GameData, table: Table) -> Drawing:
    """The whole table as one picture."""
    return _draw(data, table, range(len(table.row_keys)), part="")


def table_parts(data: GameData, table: Table, *, height: float) -> tuple[Drawing, ...]:
    """The table as pictures no higher than `height` pixels, each with its head, rows shared evenly.

    Only a row that is higher than that by itself makes a picture higher.
    """
    rows = range(len(table.row_keys))
    whole = _draw(data, table, rows, part="")
    if whole.height <= height or not rows:
        return (whole,)
    for count in range(max(2, int(whole.height // height)), len(rows) + 1):
        cuts = [round(n * len(rows) / count) for n in range(count + 1)]
        parts = tuple(
            _draw(data, table, rows[start:end], part=f"{n}/{count}")
            for n, (start, end) in enumerate(pairwise(cuts), start=1)
        )
        if all(part.height <= height for part in parts):
            return parts
    return tuple(_draw(data, table, rows[n : n + 1], part=f"{n + 1}/{len(rows)}") for n in rows)


def _texts(table: Table) -> list[list[str]]:
    """Heading and rows as texts, the row axis first."""
    rows = [[table.rows.name, *table.column_keys]]
    for key, cells in zip(table.row_keys, table.cells, strict=True):
        rows.append([key, *(figure(cell) for cell in cells)])
    return [[tidy(text) for text in row] for row in rows]


def _columns(texts: Sequence[Sequence[str]], axis_name: str) -> _Columns:
    """Widths of the columns: what they hold, but not over `WIDEST_COLUMN` nor all over `WIDEST`."""
    natural, least = [], []
    for column in zip(*texts, strict=True):
        weight = Weight.BOLD
        natural.append(max(text_width(text, TEXT, weight) for text in column) + 2 * PAD + 4)
        least.append(
            max(text_width(word, TEXT, weight) for text in column for word in text.split(" "))
            + 2 * PAD
            + 4
        )
    limit = [min(n, max(WIDEST_COLUMN, need)) for n, need in zip(natural, least, strict=True)]
    spare = [max(0.0, wide - need) for wide, need in zip(limit, least, strict=True)]
    over = sum(limit) - WIDEST
    if over > 0 and sum(spare) > 0:
        share = min(1.0, over / sum(spare))
        limit = [wide - part * share for wide, part in zip(limit, spare, strict=True)]
    limit = [min(width, WIDEST) for width in limit]
    axis = text_width(axis_name, SMALL, Weight.SEMIBOLD) + 2 * PAD
    limit[-1] += max(0.0, min(axis, WIDEST_COLUMN) - sum(limit[1:])) if len(limit) > 1 else 0.0
    return _Columns(tuple(limit))


def _cell_lines(text: str, width: float, weight: Weight) -> tuple[str, ...]:
    room = width - 2 * PAD
    return tuple(shorten(line, room, TEXT, weight) for line in wrap(text, room, TEXT, weight))


def _row_height(columns: _Columns, row: Sequence[str]) -> float:
    lines = max(
        len(_cell_lines(text, width, Weight.BOLD))
        for text, width in zip(row, columns.widths, strict=True)
    )
    return lines * TEXT * LINE_HEIGHT + PAD


def _draw(data: GameData, table: Table, rows: Sequence[int], part: str) -> Drawing:
    texts = _texts(table)
    columns = _columns(texts, tidy(table.columns.name))
    inner = columns.edges[-1] - MARGIN
    title = table.title + (f" ({part})" if part else "")
    notes = _footnotes(table, rows)
    least = NARROWEST_WITH_NOTES if notes else NARROWEST
    plan = TablePlan(width=max(inner, least) + 2 * MARGIN)
    y = _head(plan, table, title)
    top = y
    y = _header_rows(plan, table, columns, texts[0], y)
    for n, row in enumerate(rows):
        height = _row_height(columns, texts[row + 1])
        if n % 2:
            plan.panels.append(Panel(MARGIN, y, inner, height, "#efe9da"))
        note = notes.get(table.row_sources.get(table.row_keys[row], table.source), "")
        _cells(plan, columns, texts[row + 1], y, height, note)
        y += height
        plan.lines.append((MARGIN, y, MARGIN + inner, y))
    for n, edge in enumerate(columns.edges):
        inside = 1 < n < len(columns.edges) - 1
        plan.lines.append((edge, top + AXIS_HEIGHT if inside else top, edge, y))
    y += PAD
    for source, letter in notes.items():
        y = _paragraph(plan, f"{letter}  {source_label(source)}", y, source.kind == "stand-in")
    plan.height = y + MARGIN
    svg = render("table.svg.j2", plan=plan, title=f"{data.game.title}: {title}")
    return Drawing(svg, plan.width, plan.height)


def _head(plan: TablePlan, table: Table, title: str) -> float:
    """Title, rule and source; returns where the table begins."""
    y = MARGIN
    for line in wrap(tidy(title), plan.width - 2 * MARGIN, TITLE, Weight.BOLD):
        y += TITLE * LINE_HEIGHT
        plan.words.append(
            Words(shorten(line, plan.width - 2 * MARGIN, TITLE), MARGIN, y - 4, TITLE, 700)
        )
    made_up = table.source.kind == "stand-in"
    rule = f"Rule {table.rule}. " if table.rule else ""
    y = _paragraph(plan, rule + source_label(table.source), y, made_up)
    return y + PAD


def _paragraph(plan: TablePlan, text: str, y: float, stressed: bool) -> float:
    room = plan.width - 2 * MARGIN
    weight = Weight.SEMIBOLD if stressed else Weight.REGULAR
    colour = STAND_IN_COLOUR if stressed else "#4a463e"
    for line in wrap(tidy(text), room, SMALL, weight):
        y += SMALL * 1.25
        kept = shorten(line, room, SMALL, weight)
        plan.words.append(Words(kept, MARGIN, y, SMALL, weight.css, colour=colour))
    return y


def _header_rows(
    plan: TablePlan, table: Table, columns: _Columns, heading: Sequence[str], y: float
) -> float:
    """The name of the column axis over the headings; returns where the rows begin."""
    edges = columns.edges
    height = _row_height(columns, heading)
    plan.panels.append(Panel(MARGIN, y, edges[-1] - MARGIN, AXIS_HEIGHT + height, "#d9cfb6"))
    if len(edges) > 2:
        room = edges[-1] - edges[1] - 2 * PAD
        name = shorten(tidy(table.columns.name), room, SMALL)
        middle = (edges[1] + edges[-1]) / 2
        baseline = y + (AXIS_HEIGHT + CAP_HEIGHT * SMALL) / 2
        plan.words.append(Words(name, middle, baseline, SMALL, 600, "middle"))
    y += AXIS_HEIGHT
    plan.lines.append((MARGIN, y, edges[-1], y))
    _cells(plan, columns, heading, y, height, "", weight=Weight.BOLD)
    plan.lines.append((MARGIN, y - AXIS_HEIGHT, edges[-1], y - AXIS_HEIGHT))
    plan.lines.append((MARGIN, y + height, edges[-1], y + height))
    return y + height


def _cells(
    plan: TablePlan,
    columns: _Columns,
    row: Sequence[str],
    y: float,
    height: float,
    note: str,
    weight: Weight = Weight.REGULAR,
) -> None:
    """The cells of a row, each centred, the row axis at the left and bold."""
    for n, (text, left, width) in enumerate(zip(row, columns.edges, columns.widths, strict=False)):
        bold = Weight.BOLD if n == 0 else weight
        lines = _cell_lines(text, width, bold)
        step = TEXT * LINE_HEIGHT
        baseline = y + (height - (len(lines) - 1) * step + CAP_HEIGHT * TEXT) / 2
        x = left + PAD if n == 0 else left + width / 2
        for line in lines:
            plan.words.append(
                Words(line, x, baseline, TEXT, bold.css, "start" if n == 0 else "middle")
            )
            baseline += step
        if n == 0 and note:
            plan.words.append(
                Words(note, left + width - 2, y + SMALL * 0.9, SMALL * 0.85, 600, "end")
            )


def _footnotes(table: Table, rows: Sequence[int]) -> dict[Source, str]:
    """A letter for each source that rows have and their table has not."""
    sources = dict.fromkeys(
        source
        for row in rows
        if (source := table.row_sources.get(table.row_keys[row], table.source)) != table.source
    )
    return {source: _letter(n) for n, source in enumerate(sources)}


def _letter(n: int) -> str:
    return _FOOTNOTES[n] if n < len(_FOOTNOTES) else str(n + 1)
