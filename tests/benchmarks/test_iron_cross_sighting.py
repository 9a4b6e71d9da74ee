"""How fast lines of sight are judged over the real map, once their ground is known."""

from __future__ import annotations

from random import Random

from pytest_benchmark.fixture import BenchmarkFixture

from referee.actions import Place
from referee.board import Board
from referee.games.iron_cross import GAME
from referee.games.iron_cross.fire.sighting import blocked_by
from referee.games.iron_cross.state import BattleState
from tests.games.iron_cross_game import loaded

CHECKS = 50_000


def test_fifty_thousand_lines_of_sight(benchmark: BenchmarkFixture) -> None:
    data = loaded()
    board: Board[BattleState] = Board(data, GAME.rulebook, None, GAME.new_state, ())
    random = Random(10)
    cells = list(data.map.grid)
    for unit in ("ge-stug-1", "ge-stug-2", "ru-t34b-1"):
        board.apply(Place(unit=unit, at=data.map.number(random.choice(cells))))
    pairs = [(random.choice(cells), random.choice(cells)) for _ in range(CHECKS)]

    def judge() -> int:
        return sum(blocked_by(board, one, other) == "" for one, other in pairs)

    judge()
    clear = benchmark(judge)
    assert 0 < clear < CHECKS
