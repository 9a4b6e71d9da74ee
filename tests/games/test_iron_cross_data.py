"""The data of *Iron Cross*: does it hold what the rulebook says, and can every scenario be played?

Counters, charts and set-ups only; what a rule makes of them is tested with the rules.
"""

from __future__ import annotations

from collections import Counter as Tally

import pytest

from compiler.art import layout_faults
from compiler.gamedata.loader import check_game
from compiler.gamedata.model import Counter, GameData
from compiler.hexes import Hex
from tests.games.iron_cross_game import (
    BUILDINGS,
    GAME,
    MEN_IN_A_HEX,
    SCENARIOS,
    area,
    force,
    forces,
    loaded,
    men,
    named,
    squad,
    terrain,
    units,
)


@pytest.fixture(name="game")
def fixture_game() -> GameData:
    return loaded()


# -- the folder ---------------------------------------------------------------------------------


def test_the_game_has_no_faults() -> None:
    assert check_game(GAME) == []


def test_every_text_of_every_counter_fits(game: GameData) -> None:
    assert layout_faults(game) == ()


def test_every_paragraph_of_the_rulebook_is_listed(game: GameData) -> None:
    assert len(game.rulebook) == 360
    advisory = {paragraph.id for paragraph in game.rulebook if paragraph.advisory}
    assert {"1.0", "2.24", "4.2"} <= advisory
    assert all(p.kind == "section" for p in game.rulebook if p.advisory)


# -- counters -----------------------------------------------------------------------------------


def test_every_man_that_a_scenario_takes_out_or_names_is_in_his_squad(game: GameData) -> None:
    for row in game.tables["forces"].row_keys:
        called = Tally((force(game, row, "without") or force(game, row, "only")).split(";"))
        del called[""]
        assert called <= Tally(squad(game, force(game, row, "unit"))), row


def test_squads_have_the_machine_guns_that_the_ammunition_shows(game: GameData) -> None:
    guns = {
        formation: sum(man.startswith("LMG") for man in squad(game, formation))
        for formation in game.formations
    }
    assert guns == {
        "ru-a": 2, "ru-b": 2, "ru-c": 1, "ru-d": 1, "ru-f": 0, "ru-g": 0,
        "ge-a": 1, "ge-b": 1, "ge-c": 1, "ge-d": 0, "ge-e": 2,
    }  # fmt: skip
    for row in game.tables["forces"].row_keys:
        unit = force(game, row, "unit")
        if unit in game.formations:
            left = guns[unit] - force(game, row, "without").count("LMG")
            assert bool(force(game, row, "ammunition")) == (left > 0), row
    assert squad(game, "ru-d").count("R 9") == 2
    assert sum(man == "FT 9" for man in squad(game, "ge-e")) == 2


def test_the_rifleman_of_the_example_has_four_factors_at_seven_hexes(game: GameData) -> None:
    for man in game.counters.values():
        if man.side == "russian" and man.kind == "rifle":
            assert (man.value("ap"), man.value("range")) == (4, 7)
            assert man.source_of("ap").kind == "derived"


def test_commanders_have_their_printed_ratings(game: GameData) -> None:
    found = {(c.side, c.value("commander")): set[object]() for c in game.counters.values()}
    for counter in game.counters.values():
        found[counter.side, counter.value("commander")].add(counter.value("performance"))
    assert found["russian", "PL"] == {10, 11}
    assert found["russian", "APL"] == {9, 10}
    assert ("german", "PL") in found
    assert ("german", "PS") in found


def test_crews_and_movement_factors_are_those_that_the_rules_know(game: GameData) -> None:
    for counter in game.counters.values():
        is_crew_weapon = counter.value("unit_class") == "crew-weapon"
        assert is_crew_weapon == (counter.value("crew") is not None)
        if is_crew_weapon:
            assert counter.value("crew") in (2, 3, 4)
            assert counter.value("movement") in (0, 3, 4, 5)
    crews = {c.kind: c.value("crew") for c in game.counters.values()}
    assert (crews["anti-tank-rifle"], crews["mortar"], crews["anti-tank-gun"]) == (2, 3, 4)


def test_vehicles_have_id_numbers_and_both_armor_modifiers(game: GameData) -> None:
    vehicles = [c for c in game.counters.values() if c.value("unit_class") == "vehicle"]
    assert len({(c.value("weapon"), c.value("identification")) for c in vehicles}) == len(vehicles)
    for vehicle in vehicles:
        for figure in ("ap", "at", "overrun", "frontal", "flank"):
            assert vehicle.value(figure) is not None, vehicle.id


def test_every_unit_has_an_up_and_a_down_face(game: GameData) -> None:
    assert all(tuple(counter.faces) == ("up", "down") for counter in game.counters.values())


# -- charts -------------------------------------------------------------------------------------


def test_a_down_unit_in_a_marsh_with_a_moved_firer_takes_four_dice(game: GameData) -> None:
    extra = game.tables["dice_modifiers"]
    base = int(str(game.tables["effects"].cell("marsh", "dice")))
    more = [extra.cell(row, "dice") for row in ("target-down", "firer-moved")]
    assert base + sum(int(str(dice)) for dice in more) == 4


def test_what_is_printed_of_the_effects_chart_is_marked_so(game: GameData) -> None:
    effects = game.tables["effects"]
    printed = {row for row in effects.row_keys if effects.source_of(row).kind == "printed"}
    assert printed == {"clear", "road", "gully"}
    columns = ("infantry-up", "infantry-down", "vehicle-up", "vehicle-down", "dice")
    assert [effects.cell("road", column) for column in columns] == ["0.5", "2", "0.5", "2", "1"]
    assert [effects.cell("gully", column) for column in columns] == ["2", "3", "5", "7", "2"]


def test_every_terrain_and_road_has_a_row_of_effects(game: GameData) -> None:
    assert set(game.tables["effects"].row_keys) == {*game.map.file.terrain, "road"}
    terrains = {t for info in game.map.hexes.values() for t in info.terrains}
    assert terrains == set(game.tables["infiltration_terrain"].row_keys)


def test_dice_tables_give_what_the_rulebook_prints(game: GameData) -> None:
    table = game.tables
    assert [table["grenade"].cell("building", str(n)) for n in range(1, 7)] == [
        *list("ESSPP"),
        "NE",
    ]
    assert [table["grenade"].cell("other", str(n)) for n in (1, 2, 3, 5)] == ["E", "S", "P", "NE"]
    assert [table["flamethrower"].cell(*at) for at in ((1, "8"), (1, "9"))] == ["E", "S"]
    assert [table["flamethrower"].cell(*at) for at in ((2, "6"), (2, "7"))] == ["E", "S"]
    effects = [table["intensive_fire"].cell(n, "effect") for n in (4, 5, 6, 7, 8, 9, 10)]
    assert effects == ["jammed", "malfunction", "none", "broken", "none", "malfunction", "jammed"]
    assert [table["scatter"].cell(n, "result") for n in (0, 3, 4, 7)] == ["T", "T", "S1", "S2"]
    results = [table["infiltration"].cell(n, "result") for n in (-5, 0, 1, 3, 5, 12)]
    assert results == ["SN", "SN", "SS", "SP", "F", "F"]
    assert [table["infiltration"].cell(n, "losses") for n in (5, 6, 8, 10)] == list("0123")


# -- scenarios ----------------------------------------------------------------------------------


def test_scenarios_have_their_printed_lengths_and_first_players(game: GameData) -> None:
    found = {name: (len(s.turns), s.first_player) for name, s in game.scenarios.items()}
    assert found == dict(
        zip(
            SCENARIOS,
            [(7, "russian"), (9, "russian"), (7, "german"), (6, "german"), (6, "german"),
             (12, "german")],
            strict=True,
        )
    )  # fmt: skip


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_setup_has_every_unit_of_the_order_of_battle_and_no_other(
    game: GameData, scenario: str
) -> None:
    present = [counter for _, counter in units(game, scenario)]
    expected = 0
    for row in forces(game, scenario):
        unit = force(game, row, "unit")
        if unit in game.formations:
            there = Tally(named(c) for c in present if c.formation == unit)
            only = force(game, row, "only")
            whole = Tally(only.split(";") if only else squad(game, unit))
            assert there == whole - Tally(force(game, row, "without").split(";")), row
            expected += there.total()
        elif unit in game.counters:
            assert [c.id for c in present].count(unit) == 1, row
            expected += 1
        elif unit.startswith("ip-"):
            placed = sum(p.counter == unit for p in game.scenarios[scenario].setup)
            rows = [r for r in forces(game, scenario) if force(game, r, "unit") == unit]
            assert placed == sum(int(force(game, r, "count")) for r in rows), row
    assert len(present) == expected


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_piece_is_set_up_inside_its_area(game: GameData, scenario: str) -> None:
    allowed: dict[str, set[str]] = {}
    for row in forces(game, scenario):
        allowed.setdefault(force(game, row, "unit"), set()).update(
            force(game, row, "area").split(";")
        )
    for piece, counter in units(game, scenario):
        name = str(piece.values["area"])
        owner = counter.formation if counter.formation in allowed else counter.id
        assert name in allowed[str(owner)], piece.piece
        if isinstance(piece.place, Hex):
            assert piece.place in area(game, name), piece.piece
        else:
            assert piece.place == f"{counter.side}-entry"
            assert piece.values["enters"] is not None


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_hex_holds_more_than_six_men_a_crew_weapon_and_a_vehicle(
    game: GameData, scenario: str
) -> None:
    stacks: dict[Hex, list[Counter]] = {}
    for piece, counter in units(game, scenario):
        if isinstance(piece.place, Hex):
            stacks.setdefault(piece.place, []).append(counter)
    for hex_, stack in stacks.items():
        classes = Tally(counter.value("unit_class") for counter in stack)
        assert sum(men(counter) for counter in stack) <= MEN_IN_A_HEX, game.map.number(hex_)
        assert classes["crew-weapon"] <= 1, game.map.number(hex_)
        assert classes["vehicle"] <= 1, game.map.number(hex_)
        assert len({counter.side for counter in stack}) == 1
        if classes["vehicle"]:
            assert not game.map.hexes[hex_].terrains & BUILDINGS


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_hidden_hexes_are_no_more_than_the_scenario_gives(game: GameData, scenario: str) -> None:
    given = game.scenarios[scenario].values["hidden_hexes"]
    assert isinstance(given, dict)
    hidden: dict[str | None, set[object]] = {}
    for piece, counter in units(game, scenario):
        if piece.states.get("hidden"):
            assert counter.value("unit_class") != "vehicle"
            hidden.setdefault(counter.side, set()).add(piece.place)
    assert all(len(hexes) <= given[str(side)] for side, hexes in hidden.items())


@pytest.mark.parametrize("scenario", ["tula", "marshes", "spartakovka"])
def test_the_mine_plan_uses_the_printed_factors_within_the_limits(
    game: GameData, scenario: str
) -> None:
    values = game.scenarios[scenario].values
    plan = values["mine_plan"]
    assert isinstance(plan, dict)
    sums: Tally[str] = Tally()
    for number, mines in plan.items():
        assert not terrain(game, number) & BUILDINGS
        kind, factors = mines.split()
        assert 2 <= int(factors) <= 7 if kind == "at" else 1 <= int(factors) <= 4
        sums[kind] += int(factors)
    for kind, total in sums.items():
        given = values[f"{kind}_mines"]
        assert isinstance(given, dict)
        assert total == given["russian"]
    for row in forces(game, scenario):
        if force(game, row, "unit").endswith("-mines"):
            sums[force(game, row, "unit").partition("-")[0]] -= int(force(game, row, "count"))
    assert not +sums


def test_grenades_stand_on_their_tracks(game: GameData) -> None:
    for name, scenario in game.scenarios.items():
        given = scenario.values["grenades"]
        assert isinstance(given, dict)
        places = {piece.counter: piece.place for piece in scenario.setup}
        for side, count in given.items():
            assert places[f"{side}-grenades"] == f"{side}-grenades-{count}", name


# -- the order of play --------------------------------------------------------------------------


def test_a_player_turn_has_the_eight_steps_in_order(game: GameData) -> None:
    steps = [phase.phase.rule for phase in game.sequence.phases]
    assert steps == [f"6.0.{letter}" for letter in "ABCDEFGH"] * 2


def test_every_check_of_the_table_can_be_declared(game: GameData) -> None:
    checks = game.declarations["performance-check"].commands
    declared = {command.values["for"] for command in checks}
    assert declared | {"recovery"} == set(game.tables["performance_modifiers"].row_keys)
