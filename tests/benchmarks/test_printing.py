"""How long it takes to print all three games: sheets, rosters, maps and charts."""

from __future__ import annotations

from pathlib import Path

from pytest_benchmark.fixture import BenchmarkFixture

from compiler.gamedata.loader import load_game
from compiler.resources import game_folder, games
from compiler.sheets.printing import Printing, print_product


def test_all_games_are_printed(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """The aim is 20 seconds."""
    every = [load_game(game_folder(game)) for game in games()]

    def printed() -> int:
        return sum(
            1
            for data in every
            for product in ("sheets", "rosters", "map", "charts")
            for _ in print_product(product, data, tmp_path, tmp_path, Printing())
        )

    assert benchmark.pedantic(printed, rounds=1) > 40
