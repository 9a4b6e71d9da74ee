"""The data of *A Bold Stroke* besides its map: do its figures agree with the rulebook?

The folder, the counters and the sequence of play; charts and set-ups have tests of their own. What
the rules make of the data is tested with the rules.
"""

from __future__ import annotations

import pytest

from compiler.gamedata.loader import check_game
from compiler.gamedata.model import GameData, Strength
from tests.games.bold_stroke_game import GAME, STACKING_LIMIT, figures, is_air, loaded, points

INDEX = GAME.parents[2] / "shared" / "rulebooks" / "index" / "bold-stroke.tsv"


@pytest.fixture(name="game")
def fixture_game() -> GameData:
    return loaded()


# -- the folder ------------------------------------------------------------------------------------


def test_the_loader_finds_no_fault() -> None:
    assert check_game(GAME) == []


def test_every_paragraph_of_the_rulebook_is_listed_in_order(game: GameData) -> None:
    if not INDEX.is_file():
        pytest.skip(f"no index of the rulebook at {INDEX}")
    rows = [line.split("\t")[:2] for line in INDEX.read_text("utf-8").splitlines()[1:]]
    assert [[paragraph.id, paragraph.kind] for paragraph in game.rulebook] == rows


@pytest.mark.parametrize(
    "rule", ["6.1.A", "7.1.B", "8.2.1", "11.1.D", "13.1.A", "15.2.B", "18.2.A"]
)
def test_what_a_player_may_or_must_not_do_is_never_advisory(game: GameData, rule: str) -> None:
    (paragraph,) = [found for found in game.rulebook if found.id == rule]
    assert paragraph.advisory == ""


def test_a_printed_figure_never_hides_a_stand_in(game: GameData) -> None:
    sources = [table.source_of(row) for table in game.tables.values() for row in table.row_keys]
    sources += [counter.source for counter in game.all_counters()]
    sources += [source for found in game.all_counters() for source in found.sources.values()]
    assert not [str(s) for s in sources if s.kind != "stand-in" and "stand-in" in s.where]


# -- counters --------------------------------------------------------------------------------------


def test_the_sheet_has_280_pieces(game: GameData) -> None:
    assert sum(counter.count for counter in game.all_counters()) == 280


def test_every_ground_unit_has_a_full_and_a_reduced_side(game: GameData) -> None:
    ground = [counter for counter in game.counters.values() if not is_air(counter)]
    assert len(ground) >= 110
    for counter in ground:
        significant = str(counter.value("significant"))
        assert points(counter, significant, "front") >= points(counter, significant, "reduced") > 0


def test_every_air_unit_has_a_type_and_points_on_both_sides(game: GameData) -> None:
    air = [counter for counter in game.counters.values() if is_air(counter)]
    assert {counter.value("air_type") for counter in air} == {"F", "St", "B", "T"}
    for counter in air:
        assert points(counter, "points") > points(counter, "points", "reduced") > 0


@pytest.mark.parametrize(
    ("counter", "face", "expected"),
    [
        ("25-pz", "front", "6-3-6"),
        ("208-inf", "front", "2-3-(2)"),
        ("276-ag", "front", "0-0-1"),
        ("5-gtc", "reduced", "2-1-3"),
        ("neb", "front", "1-5-0"),
    ],
)
def test_units_that_the_rulebook_names_have_its_figures(
    game: GameData, counter: str, face: str, expected: str
) -> None:
    found = game.counters[counter]
    assert figures(found, face) == expected
    for name in ("troop", "artillery", "armor"):
        assert found.source_of(f"{face}.{name}").kind == "printed"


@pytest.mark.parametrize(
    ("counter", "figure", "expected", "rule"),
    [
        ("5-gtc", "front.armor", 6, "11.17.H"),
        ("1-pz", "reduced.armor", 5, "11.17.K"),
        ("adv-det", "front.armor", 2, "17.2.C"),
        ("adv-det", "reduced.armor", 1, "17.2.C"),
        ("s-fighter", "front.points", 4, "15.6.C"),
        ("g-fighter", "front.points", 4, "15.6.C"),
    ],
)
def test_single_figures_that_the_rulebook_prints(
    game: GameData, counter: str, figure: str, expected: int, rule: str
) -> None:
    face, name = figure.split(".")
    found = game.counters[counter]
    assert points(found, name, face) == expected
    assert str(found.source_of(figure)) == f"printed: {rule}"


@pytest.mark.parametrize(
    ("figure", "unit_class"),
    [
        ("5-5-10", "panzer"),
        ("3-5-3", "panzer"),
        ("4-4-(2)", "infantry"),
        ("14-5-(2)", "infantry"),
    ],
)
def test_figures_of_unnamed_units_are_used_and_are_stand_ins(
    game: GameData, figure: str, unit_class: str
) -> None:
    found = [
        counter
        for counter in game.counters.values()
        if counter.value("unit_class") == unit_class and figures(counter, "front") == figure
    ]
    assert found
    assert {counter.source_of("front.troop").kind for counter in found} == {"stand-in"}


def test_a_division_of_4_4_2_is_turned_over_to_2_2_1(game: GameData) -> None:
    backs = {
        figures(counter, "reduced")
        for counter in game.counters.values()
        if figures(counter, "front") == "4-4-(2)" and counter.kind == "infantry"
    }
    assert backs == {"2-2-(1)"}


def test_a_corps_of_14_or_15_has_a_substitute_that_begins_at_ten(game: GameData) -> None:
    large = {
        counter.id
        for counter in game.counters.values()
        if not is_air(counter) and points(counter, "troop") >= 14
    }
    substitutes = {
        str(counter.value("substitute_of")): counter
        for counter in game.counters.values()
        if counter.value("substitute_of")
    }
    assert set(substitutes) == large
    for name, substitute in substitutes.items():
        assert points(substitute, "troop") == 10
        assert points(substitute, "troop", "reduced") == 4
        corps = game.counters[name]
        assert points(corps, "troop") - points(corps, "troop", "reduced") == 2


def test_the_german_stack_of_the_comprehensive_example_has_its_totals(game: GameData) -> None:
    stack = [game.counters[name] for name in ("25-pz", "208-inf", "276-ag")]
    assert sum(points(unit, "troop") for unit in stack) == 8
    assert sum(points(unit, "artillery") for unit in stack) == 6
    armor = [unit.value("armor", "front") for unit in stack]
    tanks = [a.value for a in armor if isinstance(a, Strength) and not a.parenthesised]
    step_lost_by_the_25th = 1
    assert sum(tanks) - step_lost_by_the_25th == 6


@pytest.mark.parametrize(
    "stack",
    [
        ("6-gtc", "7-gtc", "91-tb"),
        ("94-rc", "9-mc", "32g-rkt"),
        ("25-pz", "208-inf", "276-ag"),
    ],
)
def test_the_stacks_of_the_comprehensive_example_are_legal(
    game: GameData, stack: tuple[str, ...]
) -> None:
    assert sum(points(game.counters[name], "stacking") for name in stack) <= STACKING_LIMIT


def test_korps_abteilung_c_is_the_sum_of_its_three_divisions(game: GameData) -> None:
    parts = [c for c in game.counters.values() if c.value("merges_into") == "kac"]
    assert {part.id for part in parts} == {"183-inf", "217-inf", "339-inf"}
    assert sum(points(part, "troop") for part in parts) == points(game.counters["kac"], "troop")


def test_only_artillery_and_headquarters_have_a_range(game: GameData) -> None:
    ranged = {"artillery", "rocket", "mortar", "headquarters"}
    for counter in game.counters.values():
        has_range = counter.value("range", "front") is not None
        assert has_range == (counter.value("unit_class") in ranged), counter.id


def test_a_headquarters_supports_combat_three_hexes_away(game: GameData) -> None:
    headquarters = [c for c in game.counters.values() if c.value("unit_class") == "headquarters"]
    assert len(headquarters) == 16
    assert {points(counter, "range") for counter in headquarters} == {3}


def test_every_formation_has_a_headquarters_of_its_own(game: GameData) -> None:
    leaders = [formation.headquarters for formation in game.formations.values()]
    assert None not in leaders
    assert len(set(leaders)) == len(leaders) == 16
    for formation in game.formations.values():
        counter = game.counters[str(formation.headquarters)]
        assert counter.formation == formation.id
        assert counter.value("headquarters_class") == formation.values["formation_type"]


def test_red_efficiency_is_that_of_the_division_whose_strength_doubles(game: GameData) -> None:
    division = game.counters["19-pz"]
    assert figures(division, "front") == "3-5-3"
    assert division.value("efficiency") == 7


# -- sequence, displays, declarations --------------------------------------------------------------


def test_a_player_turn_has_the_eight_phases_in_order(game: GameData) -> None:
    for player in ("first", "second"):
        phases = [phase for phase in game.sequence.phases if phase.section == player]
        assert [phase.phase.id for phase in phases] == [
            "supply", "air-commitment", "movement", "reserve-movement",
            "combat", "exploitation", "second-reserve-movement", "second-combat",
        ]  # fmt: skip
        modes = {phase.phase.id: phase.mode for phase in phases if phase.mode}
        assert modes == {
            "movement": "regular",
            "reserve-movement": "reserve",
            "exploitation": "exploitation",
            "second-reserve-movement": "reserve",
        }


def test_reserves_move_in_the_turn_of_the_other_side(game: GameData) -> None:
    assert game.sequence.by_id["first.reserve-movement"].acting == "second"
    assert game.sequence.by_id["second.second-reserve-movement"].acting == "first"


def test_every_declaration_belongs_to_some_phase(game: GameData) -> None:
    allowed = {
        action.partition(":")[2]
        for phase in game.sequence.phases
        for action in phase.phase.allows
        if action.startswith("declare:")
    }
    assert allowed == set(game.declarations)


def test_every_korps_and_army_has_a_box_for_its_aircraft(game: GameData) -> None:
    for formation in game.formations.values():
        fields_army = formation.parent is not None
        assert (f"air-{formation.id}" in game.boxes) == fields_army
