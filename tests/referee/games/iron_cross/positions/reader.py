"""Reads the positions in `positions.txt`, which tells their form."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.actions import Declare, FieldValue
from referee.games.iron_cross.state import BattleBoard
from tests.referee.games.iron_cross.scene import Battle, Scene
from tests.referee.games.sections import read_sections

POSITIONS = Path(__file__).parent / "positions.txt"


@dataclass
class Position:
    """A position and the number of options of some of its choices."""

    name: str
    lines: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)

    def board(self) -> BattleBoard:
        """The position on a board of its own."""
        scenario = next((line.split()[1] for line in self.lines if line.startswith("scen")), "")
        scene = Battle(scenario) if scenario else Scene(**_drawing(self.lines))
        for line in self.lines:
            _do(scene, line.split())
        return scene.board


def _do(scene: Scene, words: list[str]) -> None:
    match words:
        case ["put", unit, place, *states]:
            values = dict(_pairs(states))
            scene.put(unit, place, str(values.pop("face", "up")), **values)
        case ["phase", phase, side]:
            scene.phase(phase, side=side)
        case ["check", units, act, total]:
            scene.check(units, act, int(total))
        case ["check", units, act, total, leader]:
            scene.check(units, act, int(total), leader)
        case ["move", units, path]:
            scene.move(units, path)
        case ["set", unit, state, value]:
            scene.set(unit, state, _value(value))
        case ["declare", verb, units, *values]:
            given = dict(_pairs(values))
            target = given.pop("target", None)
            scene.do(
                Declare(
                    verb=verb,
                    units=tuple(units.split("+")),
                    target=None if target is None else str(target),
                    values=given,
                )
            )
        case ["roll", total, count]:
            scene.roll(int(total), int(count))


def _pairs(states: list[str]) -> Iterator[tuple[str, FieldValue]]:
    for state in states:
        name, _, text = state.partition("=")
        yield name, text if name == "target" else _value(text)


def _value(text: str) -> FieldValue:
    return int(text) if text.isdigit() else text


def _drawing(lines: list[str]) -> dict[str, Any]:
    """The map of a position as the scene takes it."""
    found: dict[str, Any] = {"terrain": {}, "trees": {}, "levels": {}, "roads": (), "options": ()}
    for line in lines:
        match line.split():
            case ["terrain", number, names]:
                found["terrain"][number] = names
            case ["trees", number, count]:
                found["trees"][number] = int(count)
            case ["level", number, level]:
                found["levels"][number] = int(level)
            case ["road", chain]:
                found["roads"] = (*found["roads"], chain)
            case ["option", name]:
                found["options"] = (*found["options"], name)
            case ["unchecked"]:
                found["first_shot"] = False
    return found


def read_positions() -> Iterator[Position]:
    """The positions of the text file."""
    for section in read_sections(POSITIONS):
        yield Position(section.name, section.lines, section.counts)
