"""All events of a VASSAL log as JSON Lines, and back: nothing is lost and no player's id is in it.

The first line is a header; every other line is an object with `step` (0 for the initial state),
`event` (a name from `EVENTS`), the fields of that event, `undoes` where the step takes back
another, and `reads`, which is there for convenience only and not read back. A place is written as
`[map, x, y, stack, height]`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from functools import cache
from pathlib import PurePath
from typing import Any, BinaryIO

from pydantic import TypeAdapter, ValidationError

from compiler.vassal.errors import VassalFileError
from referee.logs.vassal import commands, events
from referee.logs.vassal.chat import read_line
from referee.logs.vassal.events import Event
from referee.logs.vassal.replay import Step, VassalLog

FORMAT = "hexmarshal-vassal-events"
VERSION = 1
MAX_LINE_BYTES = 64 * 2**20
"""A longer line is not read."""

EVENTS: Mapping[str, type[Any]] = {
    "piece_added": events.PieceAdded,
    "piece_removed": events.PieceRemoved,
    "piece_changed": events.PieceChanged,
    "stack_changed": events.StackChanged,
    "piece_moved": events.PieceMoved,
    "chat": commands.Chat,
    "property_change": commands.PropertyChange,
    "property_value": commands.PropertyValue,
    "turn_state": commands.TurnState,
    "show_results": commands.ShowResults,
    "undo": commands.Undo,
    "save_frame": commands.SaveFrame,
    "boards": commands.Boards,
    "stacks_are_set_up": commands.StacksAreSetUp,
    "player": commands.Player,
    "player_leaves": commands.PlayerLeaves,
    "mask_rights": commands.MaskRights,
    "note": commands.Note,
    "auxiliary": commands.Auxiliary,
    "unknown": commands.Unknown,
}
"""Name of each event and its type."""

_NAMES = {kind: name for name, kind in EVENTS.items()}


@dataclass(frozen=True, slots=True)
class EventsHeader:
    """The first line: what the events were read from.

    Attributes:
        source: name of the file, without its folder.
        module, module_version, vassal_version: what the log says of itself; empty if nothing.
        remarks: what was not as it should be in the file and could be read nevertheless.
    """

    source: str = ""
    module: str = ""
    module_version: str = ""
    vassal_version: str = ""
    remarks: tuple[str, ...] = ()


def to_json(event: Event) -> str:
    """Return an event as one line of JSON.

    >>> to_json(commands.Undo(begins=True))
    '{"event": "undo", "begins": true}'
    """
    return json.dumps(_plain(event), ensure_ascii=False)


def from_json(text: str | bytes) -> Event:
    """Read an event back.

    Raises:
        ValueError: it is no JSON, no known event, or has missing or faulty fields.

    >>> from_json('{"event": "undo", "begins": true}')
    Undo(begins=True)
    """
    try:
        data = json.loads(text)
    except RecursionError:
        raise ValueError("JSON that nests too deep") from None
    name = data.get("event") if isinstance(data, dict) else None
    if not isinstance(name, str) or name not in EVENTS:
        raise ValueError(f"{name!r:.60} is no event: expected one of {', '.join(EVENTS)}")
    try:
        event: Event = _adapter(name).validate_json(text, strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ValueError(f"event {name}: {where}: {first['msg']}") from None
    return event


def export_lines(log: VassalLog) -> Iterator[str]:
    """Replay a log and yield it line by line, each ending in a line break."""
    module, save = log.game.module, log.game.save
    header = EventsHeader(
        PurePath(log.source).name,
        module.name if module else "",
        module.version if module else "",
        save.vassal_version if save else "",
        log.remarks,
    )
    yield _line({"format": FORMAT, "version": VERSION, **asdict(header)})
    replay = log.replay()
    for event in replay.initial():
        yield _line({"step": 0, **_plain(event)})
    for step in replay.steps():
        yield from _step_lines(step)


def read_events(file: BinaryIO, source: str) -> tuple[EventsHeader, Iterator[Step]]:
    """Read what `export_lines` wrote.

    Args:
        file: opened for reading bytes.
        source: its name for error messages.

    Returns:
        The header, and the steps; the first is number 0, the initial state.

    Raises:
        VassalFileError: at the first line that is not as it should be; from the iterator too.
    """
    lines = _numbered_lines(file, source)
    number, text = next(lines, (1, b""))
    try:
        data = json.loads(text)
        if data["format"] != FORMAT or data["version"] != VERSION:
            raise ValueError
        texts = {field.name: str(data[field.name]) for field in fields(EventsHeader)[:-1]}
        header = EventsHeader(**texts, remarks=tuple(map(str, data["remarks"])))
    except (ValueError, KeyError, TypeError, RecursionError):
        raise VassalFileError(
            f"{source}:{number}",
            "no header",
            f'a first line {{"format": "{FORMAT}", "version": {VERSION}, ...}}',
            "export the log again",
        ) from None
    return header, _steps(lines, source)


def _steps(lines: Iterable[tuple[int, bytes]], source: str) -> Iterator[Step]:
    number, undoes = 0, None
    found: list[Event] = []
    for line, text in lines:
        try:
            event = from_json(text)
            data = json.loads(text)
            step, step_undoes = data["step"], data.get("undoes")
            if (
                not isinstance(step, int)
                or step < number
                or not isinstance(step_undoes, int | None)
            ):
                raise ValueError("step: steps must count upwards")
        except KeyError:
            raise _faulty(f"{source}:{line}", "no step") from None
        except ValueError as error:
            raise _faulty(f"{source}:{line}", str(error)) from None
        if step != number:
            yield Step(number, tuple(found), undoes)
            number, found = step, []
        undoes = step_undoes
        found.append(event)
    yield Step(number, tuple(found), undoes)


def _faulty(source: str, found: str) -> VassalFileError:
    return VassalFileError(source, found, "an event as `export` writes it", "export the log again")


def _step_lines(step: Step) -> Iterator[str]:
    start: dict[str, object] = {"step": step.number}
    if step.undoes is not None:
        start["undoes"] = step.undoes
    rolls = [asdict(roll) for roll in step.rolls]
    last = len(step.events) - 1
    for index, event in enumerate(step.events):
        data = start | _plain(event)
        reads = _reads(event)
        if rolls and index == last:
            reads["rolls"] = rolls
        if reads:
            data["reads"] = reads
        yield _line(data)


def _reads(event: Event) -> dict[str, object]:
    """What an event comes to, for people and programs that do not know VASSAL's encoding."""
    if isinstance(event, commands.Chat):
        return asdict(read_line(event.text))
    if isinstance(event, events.PieceChanged):
        return {"changes": [asdict(change) for change in event.changes]}
    return {}


def _plain(event: Event) -> dict[str, object]:
    name = _NAMES[type(event)]
    return {"event": name, **_adapter(name).dump_python(event, mode="json")}


@cache
def _adapter(name: str) -> TypeAdapter[Any]:
    return TypeAdapter(EVENTS[name])


def _line(data: Mapping[str, object]) -> str:
    return json.dumps(data, ensure_ascii=False) + "\n"


def _numbered_lines(file: BinaryIO, source: str) -> Iterator[tuple[int, bytes]]:
    number = 0
    while line := file.readline(MAX_LINE_BYTES + 1):
        number += 1
        if len(line) > MAX_LINE_BYTES:
            raise _faulty(f"{source}:{number}", f"a line of more than {MAX_LINE_BYTES:,} bytes")
        if line.strip():
            yield number, line
