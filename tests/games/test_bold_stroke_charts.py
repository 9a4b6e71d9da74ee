"""The charts of *A Bold Stroke*: do they agree with every sentence and example of the rulebook?"""

from __future__ import annotations

from itertools import pairwise

import pytest

from compiler.gamedata.model import GameData
from tests.games.bold_stroke_game import loaded

GROUNDS = ("frozen", "snow", "thaw")
CLASSES = ("leg", "cavalry", "motorized")
ATTACKER = ("0", "1", "2", "3", "R")
DEFENDER = ("0", "1", "2", "3", "B")
ODDS = ("1:2", "1:1", "1.5:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1")


@pytest.fixture(name="game")
def fixture_game() -> GameData:
    return loaded()


def result(game: GameData, die: int, odds: str) -> tuple[int, int]:
    """How bad a result is for attacker and defender."""
    attacker, _, defender = str(game.tables["combat_results"].cell(die, odds)).partition("/")
    return ATTACKER.index(attacker), DEFENDER.index(defender)


def test_better_odds_never_help_the_defender_or_hurt_the_attacker(game: GameData) -> None:
    assert game.tables["combat_results"].column_keys == ODDS
    for die in range(-4, 16):
        for worse, better in pairwise([result(game, die, odds) for odds in ODDS]):
            assert better[0] <= worse[0]
            assert better[1] >= worse[1]


def test_a_higher_die_never_helps_the_defender_or_hurts_the_attacker(game: GameData) -> None:
    for odds in ODDS:
        for worse, better in pairwise([result(game, die, odds) for die in range(-4, 16)]):
            assert better[0] <= worse[0]
            assert better[1] >= worse[1]


def test_the_combat_table_punishes_the_attacker(game: GameData) -> None:
    for odds in ("1:2", "1:1", "1.5:1", "2:1", "3:1"):
        assert all(result(game, die, odds)[0] > 0 for die in range(1, 11))
    assert result(game, 1, "7:1")[0] > 0


def test_routs_and_breakthroughs_both_occur(game: GameData) -> None:
    cells = {str(cell) for row in game.tables["combat_results"].cells for cell in row}
    assert any(cell.startswith("R") for cell in cells)
    assert any(cell.endswith("B") for cell in cells)
    assert any(cell.endswith("3") for cell in cells)


@pytest.mark.parametrize(
    ("terrain", "column", "expected"),
    [
        ("clear", "motorized.frozen", "1"),
        ("clear", "motorized.snow", "3"),
        ("swamp", "motorized.thaw", "P"),
        ("major-river", "motorized.frozen", "all"),
        ("dnepr", "leg.frozen", "P"),
        ("river", "motorized.frozen", "0"),
        ("village", "leg.thaw", None),
    ],
)
def test_movement_costs_that_the_rulebook_gives(
    game: GameData, terrain: str, column: str, expected: str | None
) -> None:
    assert game.tables["movement_costs"].cell(terrain, column) == expected


def cost(game: GameData, terrain: str, kind: str, ground: str) -> float | None:
    """Movement points as a number; None where prohibited, empty, or all a unit has."""
    cell = game.tables["movement_costs"].cell(terrain, f"{kind}.{ground}")
    return None if cell in ("P", "all", None) else float(str(cell))


def test_ground_gets_no_better_from_frozen_to_snow_to_thaw(game: GameData) -> None:
    for terrain in game.tables["movement_costs"].row_keys:
        for kind in CLASSES:
            costs = [cost(game, terrain, kind, ground) for ground in GROUNDS]
            known = [points for points in costs if points is not None]
            assert known == sorted(known), (terrain, kind)


def test_roads_never_cost_more_than_clear_terrain(game: GameData) -> None:
    for road in ("paved", "dirt", "rail"):
        for kind in CLASSES:
            for ground in GROUNDS:
                by_road, clear = (cost(game, t, kind, ground) for t in (road, "clear"))
                assert by_road is not None
                assert clear is not None
                assert by_road <= clear


def test_the_charts_know_every_terrain_and_road_of_the_map(game: GameData) -> None:
    known = set(game.map.file.terrain) | set(game.map.file.routes)
    for chart in ("movement_costs", "terrain_combat"):
        assert set(game.tables[chart].row_keys) == known


def test_swamps_and_defense_lines_halve_attacking_artillery(game: GameData) -> None:
    strengths = game.tables["terrain_strengths"]
    halving = {row for row in strengths.row_keys if strengths.cell(row, "artillery") == "half"}
    assert halving == {"swamp", "defense-line"}
    assert strengths.cell("major-river", "armor") == "none"


@pytest.mark.parametrize(
    ("roll", "german", "soviet"),
    [(1, 6, 9), (3, 6, 9), (4, 9, 12), (7, 9, 12), (8, 12, 16), (12, 12, 16)],
)
def test_artillery_supply(game: GameData, roll: int, german: int, soviet: int) -> None:
    table = game.tables["artillery_supply"]
    assert (table.cell(roll, "german"), table.cell(roll, "soviet")) == (german, soviet)


def test_tank_modifiers_grow_with_the_ratio(game: GameData) -> None:
    table = game.tables["armor_drm"]
    ratios = ["below-1", "1", "above-1", "2", "3", "4"]
    assert [table.cell(ratio, "drm") for ratio in ratios] == [-1, 0, 1, 2, 3, 4]
    assert table.cell("no-anti-tank", "maximum") == 4


def test_a_strength_of_four_loses_one_and_ten_loses_two_a_step(game: GameData) -> None:
    table = game.tables["step_losses"]
    assert [table.cell(4, key) for key in ("per-step", "flips-on")] == [1, 2]
    assert [table.cell(6, key) for key in ("per-step", "flips-on")] == [1, 2]
    assert [table.cell(7, key) for key in ("per-step", "flips-on")] == [2, 3]


def test_thirty_points_and_other_gaps_have_a_level(game: GameData) -> None:
    assert game.tables["victory_manstein"].cell(30, "level") == "Minor Soviet/Draw"
    assert game.tables["victory_breakout"].cell(25, "level") == "Substantial Soviet"
    assert game.tables["victory_zhitomir"].cell(25, "level") == "Major Soviet"
    assert game.tables["victory_zhitomir"].cell(0, "level") == "Substantial German"


def test_an_air_drop_never_brings_as_much_as_an_airfield(game: GameData) -> None:
    table = game.tables["air_drop"]
    for roll in range(1, 11):
        supply, ammunition = (table.cell(roll, key) for key in ("supply", "ammunition"))
        assert isinstance(supply, int)
        assert isinstance(ammunition, int)
        assert supply < 15
        assert ammunition < 4


@pytest.mark.parametrize("chart", ["reinforcements", "withdrawals"])
def test_dates_and_turns_of_arrivals_and_departures_agree(game: GameData, chart: str) -> None:
    labels = [label for label, _ in game.scenarios["decision-in-the-ukraine"].turns]
    table = game.tables[chart]
    for piece in table.row_keys:
        assert piece.partition("#")[0] in game.counters
        assert labels[int(str(table.cell(piece, "turn"))) - 1] == table.cell(piece, "date")
