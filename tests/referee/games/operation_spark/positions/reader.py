"""Reads the positions in the text file beside it, which tells their form."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.actions import ACTIONS
from referee.games.operation_spark.state import OperationBoard
from tests.referee.games.operation_spark.marching import March
from tests.referee.games.sections import read_sections

FILE = Path(__file__).parent / "positions.txt"


@dataclass
class Position:
    """A position and the number of options of some of its choices."""

    name: str
    lines: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)

    def board(self) -> OperationBoard:
        """The position on a board of its own."""
        scene = March(**_drawing(self.lines), phase="")
        for line in self.lines:
            word, _, rest = line.partition(" ")
            if word == "put":
                unit, place, *states = rest.split()
                scene.put(unit, place, **{name: _value(text) for name, text in _pairs(states)})
            elif word == "phase":
                scene.phase(rest)
            elif word == "do":
                scene.do(ACTIONS.validate_python(json.loads(rest)))
        return scene.board


def _pairs(states: list[str]) -> Iterator[tuple[str, str]]:
    for state in states:
        name, _, text = state.partition("=")
        yield name, text


def _value(text: str) -> Any:
    return True if text == "yes" else text


def _drawing(lines: list[str]) -> dict[str, Any]:
    """The map of a position as the scene takes it."""
    found: dict[str, Any] = {"terrain": {}, "sides": {}, "roads": {}, "options": ()}
    for line in lines:
        match line.split():
            case ["terrain", number, names]:
                found["terrain"][number] = names
            case ["side", pair, names]:
                found["sides"][tuple(pair.split("-"))] = names
            case ["road", kind, chain]:
                found["roads"][kind] = chain
            case ["option", name]:
                found["options"] = (*found["options"], name)
            case ["weather", weather]:
                found["weather"] = weather
    return found


def read_positions(file: Path = FILE) -> Iterator[Position]:
    """The positions of a text file."""
    for section in read_sections(file):
        yield Position(section.name, section.lines, section.counts)
