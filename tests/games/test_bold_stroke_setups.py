"""The scenarios of *A Bold Stroke*: their length and supplies, and legal set-ups."""

from __future__ import annotations

import datetime as dt
from collections import Counter as Tally

import pytest

from compiler.gamedata.model import Counter, GameData
from compiler.hexes import Hex
from tests.games.bold_stroke_game import (
    SCENARIOS,
    STACKING_LIMIT,
    in_box,
    loaded,
    on_map,
    points,
)


@pytest.fixture(name="game")
def fixture_game() -> GameData:
    return loaded()


@pytest.mark.parametrize(
    ("scenario", "first", "last", "turns", "player"),
    [
        ("breakout", "Nov 1", "Nov 13", 7, "soviet"),
        ("riposte", "Nov 11", "Nov 25", 8, "german"),
        ("november-battles", "Nov 1", "Nov 25", 13, "soviet"),
        ("manstein-strikes-again", "Dec 5", "Dec 15", 6, "german"),
        ("phantom-pocket", "Dec 15", "Dec 23", 5, "german"),
        ("northern-expedition", "Dec 5", "Dec 23", 10, "german"),
        ("zhitomir-berdichev", "Dec 23", "Jan 1", 6, "soviet"),
        ("decision-in-the-ukraine", "Nov 1", "Jan 1", 32, "soviet"),
    ],
)
def test_scenarios_run_from_their_first_to_their_last_day(
    game: GameData, scenario: str, first: str, last: str, turns: int, player: str
) -> None:
    found = game.scenarios[scenario]
    labels = [label for label, _ in found.turns]
    assert (labels[0], labels[-1], len(labels), found.first_player) == (first, last, turns, player)


def test_turns_are_two_days_apart_until_new_year(game: GameData) -> None:
    turns = game.scenarios["decision-in-the-ukraine"].turns
    days = [dt.date(1943, 11, 1 + 2 * n) for n in range(15)]
    days += [dt.date(1943, 12, 1 + 2 * n) for n in range(16)]
    assert [label for label, _ in turns[:-1]] == [f"{day:%b} {day.day}" for day in days]
    assert [values["campaign_turn"] for _, values in turns] == list(range(1, 33))
    assert turns[2][0] == "Nov 5"


@pytest.mark.parametrize(
    ("scenario", "soviet", "german"),
    [
        ("breakout", 75, 36),
        ("riposte", 40, 22),
        ("manstein-strikes-again", 50, 38),
        ("phantom-pocket", 60, 40),
        ("zhitomir-berdichev", 75, 45),
    ],
)
def test_ammo_points_at_the_start(game: GameData, scenario: str, soviet: int, german: int) -> None:
    found = game.scenarios[scenario]
    assert found.values["ammunition"] == {"soviet": soviet, "german": german}
    assert in_box(game, scenario, f"soviet-ammunition-{soviet}")
    assert in_box(game, scenario, f"german-ammunition-{german}")


@pytest.mark.parametrize(
    ("scenario", "soviet", "german", "soviet_losses", "german_losses"),
    [
        ("breakout", 9, 9, 0, 0),
        ("riposte", 11, 9, 6, 6),
        ("manstein-strikes-again", 17, 9, 0, 0),
        ("phantom-pocket", 17, 9, 5, 5),
        ("zhitomir-berdichev", 17, 9, 0, 4),
    ],
)
def test_air_units_begin_unready_with_their_losses(
    game: GameData,
    scenario: str,
    soviet: int,
    german: int,
    soviet_losses: int,
    german_losses: int,
) -> None:
    for side, units, losses in (
        ("soviet", soviet, soviet_losses),
        ("german", german, german_losses),
    ):
        pieces = in_box(game, scenario, f"{side}-unready")
        steps = [piece.states.get("loss") or 0 for piece in pieces]
        assert len(pieces) == units
        assert sum(step for step in steps if isinstance(step, int)) == losses
        assert set(steps) <= {0, 1}


def test_the_soviets_begin_with_four_fighters_four_sturmoviks_and_a_bomber(game: GameData) -> None:
    pieces = in_box(game, "breakout", "soviet-unready")
    assert Tally(piece.counter for piece in pieces) == {
        "s-fighter": 4,
        "s-sturmovik": 4,
        "s-bomber": 1,
    }


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_hex_is_overstacked_or_shared_with_the_enemy(game: GameData, scenario: str) -> None:
    stacks: dict[Hex, list[Counter]] = {}
    for _, counter, hex_ in on_map(game, scenario):
        stacks.setdefault(hex_, []).append(counter)
    for hex_, stack in stacks.items():
        assert len({counter.side for counter in stack}) == 1, game.map.number(hex_)
        total = sum(points(counter, "stacking") for counter in stack)
        assert total <= STACKING_LIMIT, (game.map.number(hex_), total)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_germans_stand_on_the_west_bank_and_nobody_on_islands(
    game: GameData, scenario: str
) -> None:
    for piece, counter, hex_ in on_map(game, scenario):
        bank = game.map.hexes[hex_].values["bank"]
        assert bank != "island", piece.piece
        if counter.side == "german":
            assert bank == "west", piece.piece


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_piece_that_ships_with_the_game_has_a_place(game: GameData, scenario: str) -> None:
    set_up = Tally(piece.counter for piece in game.scenarios[scenario].setup)
    for counter in game.counters.values():
        if not counter.optional:
            assert set_up[counter.id] == counter.count, counter.id


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_reserves_are_near_a_headquarters_and_away_from_the_enemy(
    game: GameData, scenario: str
) -> None:
    pieces = list(on_map(game, scenario))
    for piece, counter, here in pieces:
        if not piece.states.get("reserve"):
            continue
        enemies = [hex_ for _, other, hex_ in pieces if other.side != counter.side]
        lines = game.map.features
        near = [
            h for h in enemies if h.distance(here) == 1 and "defense-line" not in lines(h, here)
        ]
        assert not near, piece.piece
        assert any(
            hex_.distance(here) <= 3
            for _, other, hex_ in pieces
            if other.side == counter.side and other.value("unit_class") == "headquarters"
        ), piece.piece


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_assets_are_within_three_hexes_of_their_headquarters(game: GameData, scenario: str) -> None:
    where = {piece.counter: hex_ for piece, _, hex_ in on_map(game, scenario)}
    for _, counter, hex_ in on_map(game, scenario):
        if counter.value("asset"):
            leader = game.formations[str(counter.formation)].headquarters
            assert where[str(leader)].distance(hex_) <= 3, counter.id


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_german_headquarters_begin_at_full_strength(game: GameData, scenario: str) -> None:
    for piece, counter, _ in on_map(game, scenario):
        if counter.side == "german" and counter.value("unit_class") == "headquarters":
            assert (piece.face, piece.states.get("loss") or 0) == ("front", 0)


@pytest.mark.parametrize(
    ("scenario", "side", "limit"),
    [("manstein-strikes-again", "soviet", 1), ("zhitomir-berdichev", "german", 2)],
)
def test_reserve_limits_at_the_start(game: GameData, scenario: str, side: str, limit: int) -> None:
    reserves = [
        piece
        for piece, counter, _ in on_map(game, scenario)
        if counter.side == side and piece.states.get("reserve")
    ]
    assert len(reserves) <= limit


@pytest.mark.parametrize("line", ["lyutezh", "bukrin", "rishishchev"])
def test_germans_man_the_line_around_each_bridgehead_on_november_1(
    game: GameData, line: str
) -> None:
    held = {hex_ for _, counter, hex_ in on_map(game, "breakout") if counter.side == "german"}
    behind = {
        feature.values["behind"]
        for features in game.map.hexsides.values()
        for feature in features
        if feature.values["line"] == line and feature.values["built_by"] == "german"
    }
    assert behind
    assert behind <= held


def test_the_soviets_begin_in_both_bridgeheads(game: GameData) -> None:
    where = {counter.id: game.map.number(hex_) for _, counter, hex_ in on_map(game, "breakout")}
    assert where["50-rc"] == "1016"
    assert where["47-rc"] == "2108"
    rows = {int(where[name][:2]) for name in ("6-gtc", "7-gtc", "9-mc", "21-rc", "23-rc", "51-rc")}
    assert rows <= {8, 9, 10}


def test_each_step_lost_at_the_start_leaves_the_unit_alive(game: GameData) -> None:
    for scenario in SCENARIOS:
        for piece, counter, _ in on_map(game, scenario):
            lost = piece.states.get("loss") or 0
            assert isinstance(lost, int)
            significant = str(counter.value("significant"))
            full = points(counter, significant, "front")
            table = game.tables["step_losses"]
            a_step = table.cell(full, "per-step" if piece.face == "front" else "per-step-reduced")
            assert isinstance(a_step, int)
            assert points(counter, significant, piece.face) > lost * a_step, (scenario, piece.piece)
