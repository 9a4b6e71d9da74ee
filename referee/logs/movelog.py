"""The product's own move log: JSON Lines, a header and one action a line (`docs/move-log.md`).

Reading is strict: an unknown key or a wrong type is an error with file and line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import repeat
from pathlib import Path

from pydantic import BaseModel, ValidationError

from compiler.vassal.container import replacing
from referee.actions import ACTIONS, Action, Chat, GameLog, Header, Origin, Undo

MAXIMUM_LINE = 1_000_000
"""Bytes; a longer line is not a move log."""

MOST_TAKEN_BACK = 1_000_000
"""More in one log are not written: a line of a few words may tell of a hundred thousand."""

TAKEN_BACK = Chat(text="(taken back)")
"""What stands for an action that an `undo` took back and that is not known any more."""


class MoveLogError(ValueError):
    """A move log that cannot be read: file, line, what was found, what was expected."""


def read_moves(path: Path) -> GameLog:
    """Read a move log. Raises `MoveLogError` for the first line that is not as it should be."""
    lines = _lines(path)
    try:
        number, text = next(lines)
    except StopIteration:
        raise MoveLogError(f"{path}: empty; expected a header line of {Header.FORMAT}") from None
    try:
        header = Header.model_validate_json(text)
    except ValidationError as error:
        raise MoveLogError(
            f"{path}:{number}: not a move log's header: {_first(error)}; expected"
            f' {{"format": "{Header.FORMAT}", "game": …, "scenario": …}}'
        ) from None
    actions: list[Action] = []
    for number, text in lines:
        try:
            action = ACTIONS.validate_json(text)
        except ValidationError as error:
            raise MoveLogError(f"{path}:{number}: not an action: {_first(error)}") from None
        actions.append(action.located(Origin(path.name, number)))
    return GameLog(header, tuple(without_undone(actions)), (str(path),))


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Lines that are not blank, with their numbers."""
    try:
        with path.open("rb") as file:
            number = 0
            while line := file.readline(MAXIMUM_LINE + 1):
                number += 1
                if len(line) > MAXIMUM_LINE:
                    raise MoveLogError(f"{path}:{number}: a line of over {MAXIMUM_LINE:,} bytes")
                if line.strip():
                    yield number, line
    except OSError as error:
        raise MoveLogError(f"{path}: cannot be read: {error.strerror}") from None


def _first(error: ValidationError) -> str:
    """The first fault in one line: where, what is wrong, what was found."""
    fault = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in fault["loc"])
    found = repr(fault["input"])
    found = found if len(found) <= 60 else found[:57] + "…"
    return f"{where + ': ' if where else ''}{fault['msg']} (found {found})"


def without_undone(actions: Iterable[Action]) -> Iterator[Action]:
    """Leave out the actions that an `undo` took back; the `undo` itself stays, to be reported."""
    kept: list[Action] = []
    for action in actions:
        if isinstance(action, Undo):
            left = action.count
            undos: list[Action] = []
            while left and kept:
                last = kept.pop()
                if isinstance(last, Undo):
                    undos.append(last)
                else:
                    left -= 1
            kept.extend(reversed(undos))
        kept.append(action)
    yield from kept


def with_taken_back(actions: Iterable[Action]) -> Iterator[Action]:
    """Actions as they were read, with a line for each one that an `undo` took back.

    They are not among the actions of a log that was read (`without_undone`); without something in
    their place an `undo` that is written again would take back what was done before.

    Raises:
        MoveLogError: they are far more than any game has.
    """
    total = 0
    for action in actions:
        if isinstance(action, Undo):
            total += action.count
            if total > MOST_TAKEN_BACK:
                raise MoveLogError(
                    f"{action.origin}: {total:,} actions taken back so far; expected at most"
                    f" {MOST_TAKEN_BACK:,} in one log"
                )
            yield from repeat(TAKEN_BACK, action.count)
        yield action


def write_moves(path: Path, header: Header, actions: Iterable[Action]) -> None:
    """Write a move log, under a temporary name first. Raises `OSError`."""
    with replacing(path) as part, part.open("w", encoding="utf-8", newline="\n") as file:
        file.write(_dump({"format": header.format, "game": header.game}, header))
        for action in actions:
            file.write(_dump({"action": action.action}, action))


def _dump(first: dict[str, object], model: BaseModel) -> str:
    """One line: the keys in `first`, then whatever differs from its default."""
    plain = first | model.model_dump(mode="json", exclude_defaults=True)
    return json.dumps(plain, ensure_ascii=False) + "\n"
