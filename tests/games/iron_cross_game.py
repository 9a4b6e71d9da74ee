"""What the tests of *Iron Cross*'s data share: the game, loaded once, and its tables as sets."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from compiler.gamedata.loader import load_game
from compiler.gamedata.model import Counter, GameData, SetupPiece
from compiler.hexes import Hex

GAME = Path(__file__).resolve().parents[2] / "counters" / "iron_cross"
SCENARIOS = ("demyansk", "khristishche", "closing-the-ring", "tula", "marshes", "spartakovka")
BUILDINGS = {"multi-hex-building", "single-hex-building"}
MEN_IN_A_HEX = 6


@cache
def loaded() -> GameData:
    return load_game(GAME)


def terrain(game: GameData, number: str) -> set[str]:
    return set(game.map.hexes[game.map.hex(number)].terrains)


def numbers(game: GameData, place: str) -> list[str]:
    return [game.map.number(hex_) for hex_ in game.map.places[place].hexes]


def trees(game: GameData, hex_: Hex) -> int:
    value = game.map.hexes[hex_].values["trees"]
    return value if isinstance(value, int) else 0


def squad(game: GameData, formation: str) -> list[str]:
    """The squad's men by weapon and rating, as the scenarios call them: `R 8`."""
    return [named(man) for man in game.counters.values() if man.formation == formation]


def named(man: Counter) -> str:
    return f"{man.value('weapon')} {man.value('performance')}"


def men(counter: Counter) -> int:
    """Men who count for stacking: one, or the crew (8.63); vehicles none."""
    if counter.value("unit_class") == "vehicle":
        return 0
    crew = counter.value("crew")
    return crew if isinstance(crew, int) else 1


def area(game: GameData, name: str) -> set[Hex]:
    """The hexes of an area of the table: `1015-1027` are those of one column."""
    found: set[Hex] = set()
    for part in str(game.tables["areas"].cell(name, "hexes")).split(";"):
        first, _, last = part.partition("-")
        for row in range(int(first[2:]), int((last or first)[2:]) + 1):
            found.add(game.map.hex(f"{first[:2]}{row:02}"))
    return found


def force(game: GameData, row: str, column: str) -> str:
    return str(game.tables["forces"].cell(row, column) or "")


def forces(game: GameData, scenario: str) -> Iterator[str]:
    """The rows of a scenario's order of battle."""
    return (
        row for row in game.tables["forces"].row_keys if force(game, row, "scenario") == scenario
    )


def units(game: GameData, scenario: str) -> Iterator[tuple[SetupPiece, Counter]]:
    for piece in game.scenarios[scenario].setup:
        if piece.counter in game.counters:
            yield piece, game.counters[piece.counter]
