"""The position at the end of a log as a roster is filled in from it: plain pieces and values.

What a roster looks like is the business of `compiler.sheets`, which knows no referee.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from compiler.gamedata.model import GameData
from compiler.sheets.roster_position import RosterPiece, RosterPosition, flattened
from referee.audit import Audit
from referee.board import Board, Location

STATE = "state"
"""Under this name `rosters.toml` finds what the referee keeps besides the pieces."""
_DEPTH = 8


def roster_position(result: Audit, data: GameData) -> RosterPosition:
    """The position that an audit ended with."""
    board = result.board
    boxes = {box.location: name for name, (_, box) in data.boxes.items()}
    pieces = tuple(
        RosterPiece(
            piece.id, piece.counter.id, _place(board, boxes, piece.place), dict(piece.states)
        )
        for piece in board.pieces.values()
    )
    start = board.scenario.values if board.scenario else {}
    values = dict(flattened({**start, STATE: _plain(board.state)}))
    return RosterPosition(_label(board), pieces, values, tuple(_remarks(result, data)))


def _place(board: Board[Any], boxes: Mapping[str, str], place: Location) -> str:
    """Hex number or id of the box; logs may call a box by its name."""
    name = board.number(place)
    return boxes.get(name, name)


def _label(board: Board[Any]) -> str:
    if board.phase is None:
        return "before the first phase"
    label = board.turn_label
    turn = label if label.casefold().startswith("turn") else f"turn {label}"
    return f"{turn}, {board.phase.name}"


def _remarks(result: Audit, data: GameData) -> Iterator[str]:
    if result.outcome is None:
        return
    yield f"Result: {result.outcome.level}"
    for side, points in result.outcome.points.items():
        name = data.sides[side].name if side in data.sides else side
        yield f"{name}: {points:g} points"
    if result.outcome.note:
        yield result.outcome.note


def _plain(value: object, depth: int = 0) -> object:
    """Records as tables of numbers and texts; what is neither is left out."""
    if isinstance(value, str | int | float | bool):
        return value
    if depth >= _DEPTH:
        return None
    found: dict[str, object] = {}
    if is_dataclass(value) and not isinstance(value, type):
        found = {each.name: getattr(value, each.name) for each in fields(value)}
    elif isinstance(value, Mapping):
        found = {key: inner for key, inner in value.items() if isinstance(key, str)}
    made = {name: _plain(inner, depth + 1) for name, inner in found.items()}
    return {name: inner for name, inner in made.items() if inner is not None} or None
