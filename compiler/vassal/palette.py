"""The palette: the pieces by side and formation, the markers on a tab of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from compiler.gamedata.model import GameData
from compiler.vassal.buildfile import MODULE, WIDGET, Element, component, configured
from compiler.vassal.expressions import literal
from compiler.vassal.keyplan import KeyPlan
from compiler.vassal.names import shown_name
from compiler.vassal.pieces import Slot

WINDOW, TABS, MARKERS_TAB, OPTIONAL_TAB = "Counters", "Sides", "Markers", "Optional"
PER_ROW = 4
_FEW = 3
"""So many formations of a side are tabs; more are chosen from a list."""
NO_FORMATION = "Other"


def add_palette(root: Element, data: GameData, keys: KeyPlan, slots: Sequence[Slot]) -> None:
    """The window of pieces."""
    window = component(
        root,
        MODULE + "PieceWindow",
        name=WINDOW,
        text="",
        icon="/images/counter.gif",
        tooltip="Counters",
        hotkey=keys.toolbar["counters"],
        hidden=False,
        scale=1.0,
        defaultWidth=4 * data.game.layout.pixels + 60,
    )
    tabs = component(window, WIDGET + "TabWidget", entryName=TABS)
    units = [slot for slot in slots if not slot.counter.is_marker]
    for side_id, side in data.sides.items():
        own = [slot for slot in units if slot.counter.side == side_id]
        if own:
            _add_side(tabs, data, side.name, own)
    rest = [slot for slot in units if slot.counter.side is None]
    if rest:
        add_panel(tabs, NO_FORMATION, rest, data)
    markers = [slot for slot in slots if slot.counter.is_marker]
    if markers:
        add_panel(tabs, MARKERS_TAB, markers, data)


def _add_side(tabs: Element, data: GameData, name: str, slots: list[Slot]) -> None:
    groups = dict(_formations(data, slots))
    chooser = "TabWidget" if len(groups) <= _FEW else "BoxWidget"
    widget = component(tabs, WIDGET + chooser, entryName=literal(name))
    for formation, members in groups.items():
        add_panel(widget, formation, members, data)


def _formations(data: GameData, slots: list[Slot]) -> Iterator[tuple[str, list[Slot]]]:
    """The formations in the order of the data; equal names get their ids."""
    by_id: dict[str | None, list[Slot]] = {}
    for slot in slots:
        by_id.setdefault(slot.counter.formation, []).append(slot)
    names = Counter(formation.name for formation in data.formations.values())
    for formation_id, formation in data.formations.items():
        if formation_id in by_id:
            unique = names[formation.name] == 1
            yield (
                formation.name if unique else f"{formation.name} ({formation_id})",
                by_id[formation_id],
            )
    if None in by_id:
        yield NO_FORMATION, by_id[None]


def add_panel(parent: Element, name: str, slots: Sequence[Slot], data: GameData) -> Element:
    """A panel of slots, a few to a row."""
    panel = component(
        parent,
        WIDGET + "PanelWidget",
        entryName=literal(name),
        fixed=True,
        nColumns=PER_ROW,
        vert=False,
        scale=1.0,
    )
    size = data.game.layout.pixels
    for slot in slots:
        configured(
            panel,
            WIDGET + "PieceSlot",
            {
                "entryName": _entry(slot),
                "gpid": slot.gpid,
                "width": size,
                "height": size,
            },
            slot.encode(),
        )
    return panel


def _entry(slot: Slot) -> str:
    """The name of a slot; copies get their number."""
    _, sign, number = slot.piece.partition("#")
    name = shown_name(slot.counter.name)
    return f"{name} {sign}{number}" if sign else name
