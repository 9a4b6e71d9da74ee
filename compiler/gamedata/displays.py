"""Lays out the displays of `displays.toml`: which box lies where, and what it is called in reports.

Only rectangles and names; how a display is drawn is `compiler.art`'s business.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType

from compiler.gamedata.model import Box, Display
from compiler.gamedata.schema import DisplayBox, DisplayFile, DisplayTrack

TITLE_HEIGHT = 48
"""Pixels above the boxes of a display for its name."""
GAP = 12
"""Pixels around every box."""
TRACK_CELL = (104, 120)
"""Width and height of a box of a track."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """A box with the size it shall have, before it has a place."""

    box: DisplayBox
    width: int
    height: int


def turn_labels(scenarios: Iterable[Sequence[str]]) -> tuple[str, ...] | None:
    """All turns of all scenarios in one order that every scenario keeps.

    Args:
        scenarios: the labels of each scenario's turns.

    Returns:
        None if there is no such order: a scenario has a label twice, or two disagree.

    >>> turn_labels([["Nov 1", "Nov 3"], ["Nov 3", "Nov 5"], ["Dec 5"]])
    ('Nov 1', 'Nov 3', 'Nov 5', 'Dec 5')
    >>> turn_labels([["1", "2"], ["2", "1"]]) is None
    True
    """
    lists = [list(labels) for labels in scenarios]
    if any(len(set(labels)) != len(labels) for labels in lists):
        return None
    after: dict[str, dict[str, None]] = {label: {} for labels in lists for label in labels}
    for labels in lists:
        for label, following in pairwise(labels):
            after[label][following] = None
    waiting = Counter(label for following in after.values() for label in following)
    ready = dict.fromkeys(label for label in after if not waiting[label])
    order: list[str] = []
    while ready:
        # A turn that follows the last one, else the first that was named.
        next_turns = after[order[-1]] if order else {}
        label = next((turn for turn in next_turns if turn in ready), next(iter(ready)))
        del ready[label]
        order.append(label)
        for turn in after[label]:
            waiting[turn] -= 1
            if not waiting[turn]:
                ready[turn] = None
    return tuple(order) if len(order) == len(after) else None


def lay_out_displays(
    files: Mapping[str, DisplayFile],
    turns: Sequence[str],
    hex_numbers: Collection[str] = (),
) -> Mapping[str, Display]:
    """The displays with all their boxes.

    Args:
        files: the displays as the author wrote them.
        turns: the labels of a turn record track.
        hex_numbers: the map's hex numbers, after which no box may be called in reports.
    """
    plans = {name: list(_plans(name, file, turns)) for name, file in files.items()}
    names = Counter(plan.box.name for found in plans.values() for plan in found)
    taken = set(hex_numbers)
    displays: dict[str, Display] = {}
    for display_id, file in files.items():
        boxes = tuple(
            _box(plan, file, x, y, names[plan.box.name] > 1 or plan.box.name in taken)
            for plan, x, y in _placed(plans[display_id], file)
        )
        displays[display_id] = Display(
            id=display_id,
            name=file.name,
            side=file.side or None,
            kinds=frozenset(file.kinds),
            boxes=boxes,
            width=max((box.x + box.width for box in boxes), default=400) + GAP,
            height=max((box.y + box.height for box in boxes), default=TITLE_HEIGHT) + GAP,
            rule=file.rule,
        )
    return MappingProxyType(displays)


def track_boxes(display_id: str, track: DisplayTrack, turns: Sequence[str]) -> Iterator[DisplayBox]:
    """The boxes of a track, named by their numbers or turns."""
    if track.turns:
        for n, label in enumerate(turns, 1):
            yield DisplayBox(id=f"{display_id}-{n}", name=label)
        return
    for n in range(track.first, track.last + 1):
        yield DisplayBox(id=f"{display_id}-{n}", name=str(n))


def _plans(display_id: str, file: DisplayFile, turns: Sequence[str]) -> Iterator[_Plan]:
    for box in file.boxes:
        yield _Plan(box, file.box_width, file.box_height)
    if file.track is not None:
        for box in track_boxes(display_id, file.track, turns):
            yield _Plan(box, *TRACK_CELL)


def _placed(plans: Sequence[_Plan], file: DisplayFile) -> Iterator[tuple[_Plan, int, int]]:
    """Each box with its left and upper edge: the boxes row by row, the track below them."""
    own = len(file.boxes)
    for n, plan in enumerate(plans[:own]):
        row, column = divmod(n, file.columns)
        yield (
            plan,
            GAP + column * (plan.width + GAP),
            TITLE_HEIGHT + GAP + row * (plan.height + GAP),
        )
    top = TITLE_HEIGHT + GAP + -(-own // file.columns) * (file.box_height + GAP)
    for n, plan in enumerate(plans[own:]):
        row, column = divmod(n, file.track_columns)
        yield plan, GAP + column * (plan.width + GAP), top + row * (plan.height + GAP)


def _box(plan: _Plan, file: DisplayFile, x: int, y: int, full_name: bool) -> Box:
    box = plan.box
    return Box(
        id=box.id,
        name=box.name,
        location=f"{file.name}: {box.name}" if full_name else box.name,
        side=box.side or file.side or None,
        command=box.command or bool(box.key),
        key=box.key,
        rule=box.rule or file.rule,
        x=x,
        y=y,
        width=plan.width,
        height=plan.height,
    )
