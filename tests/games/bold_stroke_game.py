"""What the tests of *A Bold Stroke*'s data share: the game, loaded once, and its figures."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from compiler.gamedata.loader import load_game
from compiler.gamedata.model import Counter, GameData, SetupPiece, Strength
from compiler.hexes import Hex

GAME = Path(__file__).resolve().parents[2] / "counters" / "bold_stroke"
STACKING_LIMIT = 10
SCENARIOS = (
    "breakout", "riposte", "november-battles", "manstein-strikes-again", "phantom-pocket",
    "northern-expedition", "zhitomir-berdichev", "decision-in-the-ukraine",
)  # fmt: skip


@cache
def loaded() -> GameData:
    return load_game(GAME)


def figures(counter: Counter, face: str) -> str:
    """The three strengths as the counter prints them: `14-5-(2)`."""
    return "-".join(str(counter.value(name, face)) for name in ("troop", "artillery", "armor"))


def points(counter: Counter, figure: str, face: str = "front") -> int:
    """A figure as a number, parentheses or not."""
    value = counter.value(figure, face)
    if isinstance(value, Strength):
        return value.value
    assert isinstance(value, int)
    return value


def is_air(counter: Counter) -> bool:
    return counter.value("unit_class") == "air"


def on_map(game: GameData, scenario: str) -> Iterator[tuple[SetupPiece, Counter, Hex]]:
    """The units of a set-up that stand in hexes."""
    for piece in game.scenarios[scenario].setup:
        if isinstance(piece.place, Hex):
            yield piece, game.counters[piece.counter], piece.place


def in_box(game: GameData, scenario: str, box: str) -> list[SetupPiece]:
    """The pieces of a set-up that lie in a box of a display."""
    return [piece for piece in game.scenarios[scenario].setup if piece.place == box]
