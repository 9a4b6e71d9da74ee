"""Reads the positions in the text files beside it; `moves/moves.txt` tells their form."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

from referee.actions import ACTIONS
from referee.games.bold_stroke.state import CampaignBoard, Ground
from tests.referee.games.bold_stroke.scene import Scene
from tests.referee.games.sections import read_sections


@dataclass
class Position:
    """A position and the number of options of some of its choices."""

    name: str
    lines: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)

    def board(self) -> CampaignBoard:
        """The position on a board of its own."""
        scene = Scene(**_drawing(self.lines))
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


def _value(text: str) -> object:
    if text.isdigit():
        return int(text)
    return True if text == "yes" else text


def _drawing(lines: list[str]) -> dict[str, Any]:
    """The map of a position as the scene takes it."""
    found: dict[str, Any] = {
        "terrain": {}, "sides": {}, "roads": {}, "banks": {}, "behind": {}, "options": ()
    }  # fmt: skip
    for line in lines:
        match line.split():
            case ["terrain", number, names]:
                found["terrain"][number] = names
            case ["side", pair, names]:
                found["sides"][tuple(pair.split("-"))] = names
            case ["behind", pair, number]:
                found["behind"][tuple(pair.split("-"))] = number
            case ["road", chain, kind]:
                found["roads"][chain] = kind
            case ["bank", number, bank]:
                found["banks"][number] = bank
            case ["ground", ground]:
                found["ground"] = next(name for name in get_args(Ground) if name == ground)
            case ["option", name]:
                found["options"] = (*found["options"], name)
    return found


def read_positions(folder: Path) -> Iterator[Position]:
    """The positions of every text file in a folder."""
    for file in sorted(folder.glob("*.txt")):
        for section in read_sections(file):
            yield Position(section.name, section.lines, section.counts)
