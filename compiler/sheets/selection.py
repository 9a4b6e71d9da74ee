"""Which counters go on a sheet, and how many of each: all, some, or those changed since a version.

It compares counters and draws none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from compiler.gamedata.faults import nearest
from compiler.gamedata.model import GameData
from compiler.sheets.pages import SheetError
from compiler.sheets.printed import PrintedCounter, printed_counters

MAX_COUNTERS = 20_000
"""More copies than this are a slip in the data."""


@dataclass(frozen=True, slots=True)
class Selection:
    """What a person asked for; with nothing given, all counters."""

    sides: tuple[str, ...] = ()
    formations: tuple[str, ...] = ()
    """With all that is subordinate to them."""
    since: Mapping[str, PrintedCounter] | None = None
    """The counters of an earlier version: only what is new or has changed."""
    since_name: str = ""


@dataclass(frozen=True, slots=True)
class Chosen:
    """Counter ids to numbers of copies, and what there is to say about the choice."""

    copies: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    notes: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """How many copies there are in all."""
        return sum(self.copies.values())


def choose(data: GameData, selection: Selection) -> Chosen:
    """The counters asked for.

    Raises:
        SheetError: for a side or formation that the game does not have, or if there are too many.
    """
    require(selection.sides, data.sides, "side")
    require(selection.formations, data.formations, "formation")
    under = _subordinate(data, selection.formations)
    copies = {
        counter.id: counter.count
        for counter in data.all_counters()
        if (not selection.sides or counter.side in selection.sides)
        and (not selection.formations or counter.formation in under)
    }
    notes: tuple[str, ...] = ()
    if selection.since is not None:
        copies, notes = _changed(data, copies, selection)
    chosen = Chosen(MappingProxyType(copies), notes)
    if chosen.total > MAX_COUNTERS:
        raise SheetError(
            f"{chosen.total:,} counters were asked for, {MAX_COUNTERS:,} at most can be set:"
            " look at the column count of counters.csv and markers.csv"
        )
    return chosen


def require(names: tuple[str, ...], known: Mapping[str, object], what: str) -> None:
    """Refuse a name that a game does not have.

    Raises:
        SheetError: for the first such name.
    """
    for name in names:
        if name not in known:
            advice = nearest(name, known)
            raise SheetError(
                f"no {what} {name[:80]!r}: expected one of {', '.join(known) or 'none'}"
                + (f"; {advice}" if advice else "")
            )


def _subordinate(data: GameData, formations: tuple[str, ...]) -> frozenset[str]:
    """Some formations and all below them."""
    below: dict[str, list[str]] = {}
    for formation in data.formations.values():
        below.setdefault(formation.parent or "", []).append(formation.id)
    found: dict[str, None] = {}
    waiting = list(formations)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = None
            waiting += below.get(name, [])
    return frozenset(found)


def _changed(
    data: GameData, copies: Mapping[str, int], selection: Selection
) -> tuple[dict[str, int], tuple[str, ...]]:
    """Of some counters those to print anew: all copies of a changed one, the added of others."""
    before = selection.since or {}
    now = printed_counters(data)
    changed: dict[str, int] = {}
    for name, count in copies.items():
        old = before.get(name)
        if old is None or old.shows != now[name].shows:
            changed[name] = count
        elif count > old.count:
            changed[name] = count - old.count
    return changed, tuple(_notes(before, now, selection))


def _notes(
    before: Mapping[str, PrintedCounter], now: Mapping[str, PrintedCounter], selection: Selection
) -> Iterator[str]:
    if selection.sides or selection.formations:
        return
    gone = [name for name in before if name not in now]
    fewer = [name for name, new in now.items() if name in before and new.count < before[name].count]
    for names, what in ((gone, "are no longer there"), (fewer, "are fewer")):
        if names:
            shown = ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")
            what_to_do = f"{what}, take them out: {shown}"
            yield f"{len(names)} counter(s) of {selection.since_name} {what_to_do}"
