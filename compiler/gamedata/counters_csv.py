"""Reads `counters.csv`, `markers.csv` and `formations.csv`: the pieces and whom they belong to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from compiler.gamedata.csv_reader import Cell, Row
from compiler.gamedata.model import Counter, Formation
from compiler.gamedata.reading import Ids, Reading, Table

MAX_COUNT = 999
MAX_PIECES = 20_000
"""The most pieces of a game, copies included."""


def read_counters(
    reading: Reading, tables: Iterable[Table], formations: Mapping[str, Formation]
) -> tuple[Mapping[str, Counter], ...]:
    """Counters by id, one mapping for each of the tables; an id stands in only one of them."""
    ids = Ids(reading.faults)
    pieces = 0
    read: list[Mapping[str, Counter]] = []
    for table in tables:
        counters: dict[str, Counter] = {}
        figures = table.columns.figures()
        for row in table.rows():
            counter = _counter(reading, table, row, figures)
            _check_formation(reading, row["formation"], counter, formations)
            fits = pieces <= MAX_PIECES
            pieces += counter.count
            if fits and pieces > MAX_PIECES:
                reading.faults.add(
                    row["count"].at, f"more than {MAX_PIECES} pieces in all", "fewer copies"
                )
            if ids.add(row["id"]):
                counters[counter.id] = counter
        read.append(MappingProxyType(counters))
    return tuple(read)


def _counter(reading: Reading, table: Table, row: Row, figures: list[str]) -> Counter:
    cells, words = reading.cells, reading.words
    is_marker = table.kind == "markers"
    side = cells.optional_reference if is_marker else cells.reference
    return Counter(
        id=cells.identifier(row["id"]),
        name=cells.name(row["name"]),
        side=side(row["side"], "sides", words.sides),
        kind=cells.reference(row["kind"], "kinds", words.kinds),
        formation=cells.optional_reference(row["formation"], "formations", cells.formations),
        size=row["size"].text,
        count=cells.count(row["count"], MAX_COUNT),
        values=table.columns.values(row, cells),
        faces=table.columns.face_values(row, cells),
        source=cells.source(row["source"]),
        sources=cells.sources(row["sources"], figures),
        is_marker=is_marker,
        optional=cells.flag(row["optional"]),
    )


def _check_formation(
    reading: Reading, cell: Cell, counter: Counter, formations: Mapping[str, Formation]
) -> None:
    formation = formations.get(counter.formation or "")
    sides = reading.words.sides or ()
    if formation is None or formation.side not in sides or counter.side not in sides:
        return
    if formation.side != counter.side:
        reading.faults.add(
            cell.at,
            f"a formation of the side '{formation.side}' for a counter of '{counter.side}'",
            "a formation of the counter's own side",
        )


def read_formations(reading: Reading, table: Table) -> Mapping[str, Formation]:
    """Formations by id; parents and headquarters are checked."""
    ids = Ids(reading.faults)
    cells, words = reading.cells, reading.words
    formations: dict[str, Formation] = {}
    parents: dict[str, Cell] = {}
    for row in table.rows():
        formation = Formation(
            id=cells.identifier(row["id"]),
            name=cells.name(row["name"]),
            side=cells.reference(row["side"], "sides", words.sides),
            parent=cells.optional_reference(row["parent"], "formations", cells.formations),
            headquarters=cells.optional_reference(row["headquarters"], "counters", cells.counters),
            values=table.columns.values(row, cells),
            source=cells.source(row["source"]),
        )
        if ids.add(row["id"]):
            formations[formation.id] = formation
            parents[formation.id] = row["parent"]
    _check_loops(reading, formations, parents)
    return MappingProxyType(formations)


def _check_loops(
    reading: Reading, formations: Mapping[str, Formation], parents: Mapping[str, Cell]
) -> None:
    """Note each loop of parents once, at its first formation in the file."""
    order = {name: number for number, name in enumerate(formations)}
    settled: set[str] = set()
    for start in formations:
        chain: dict[str, None] = {}
        here: str | None = start
        while here is not None and here not in settled and here not in chain:
            chain[here] = None
            here = formations[here].parent if here in formations else None
        if here in chain:
            links = list(chain)
            loop = links[links.index(here) :]
            reading.faults.add(
                parents[min(loop, key=order.__getitem__)].at,
                " → ".join([*loop[:6], loop[0]]),
                "a chain of parents that ends",
                "a formation cannot be above itself",
            )
        settled.update(chain)
