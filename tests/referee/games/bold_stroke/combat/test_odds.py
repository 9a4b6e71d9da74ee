"""11.3.E to 11.7, 17.3 and 17.6: columns, shifts, modifiers, and numbers that players announce."""

from dataclasses import replace
from fractions import Fraction

import pytest

from referee.games.bold_stroke.combat import odds
from referee.games.bold_stroke.combat.odds import Factors
from referee.games.bold_stroke.combat.strengths import SideStrength
from tests.referee.games.bold_stroke.fights import Fight

CORPS, TANKS, GUNS = "30-rc", "6-gtc", "13-ad"
GERMANS, PANZER = "75-inf", "1-pz"


def against_infantry(**scene: object) -> Fight:
    """A rifle corps (14 with its guns) against a division (8 with its guns): 1.5:1."""
    fight = Fight(**scene).put(CORPS, "0404").put(GERMANS, "0505")
    fight.attack(CORPS)
    return fight


def column(attack: int, defense: int, made: Factors | None = None, *, levels: bool = False) -> str:
    """The column and modifier of two totals, as `7:1+1`."""
    board = Fight().board
    one = odds.odds_of(board, Fraction(attack), Fraction(defense), made or Factors(), levels=levels)
    return f"{one.column}{one.drm:+d}" if one.drm else one.column


# -- the ratio ----------------------------------------------------------------------------------


def test_15_to_4_is_3_to_1_and_3_to_2_is_one_and_a_half_to_1() -> None:
    assert (column(15, 4), column(3, 2)) == ("3:1", "1.5:1")


@pytest.mark.parametrize(
    ("attack", "result"), [(7, "7:1"), (8, "7:1+1"), (10, "7:1+3"), (12, "7:1+5"), (30, "7:1+5")]
)
def test_odds_above_7_to_1_are_a_modifier_for_each_level(attack: int, result: str) -> None:
    assert column(attack, 1) == result


def test_an_attack_at_1_to_2_is_permitted() -> None:
    fight = Fight("0/0").put("38-rd", "0404").put(GERMANS, "0505")
    fight.attack("38-rd")
    assert fight.numbers.base == "1:2"
    assert fight.roll(5) == []


def test_an_attack_below_1_to_2_is_not_permitted() -> None:
    fight = Fight("0/0").put("38-rd", "0404").put(PANZER, "0505")
    fight.attack("38-rd")
    assert fight.roll(5) == ["11.3.F"]


def test_terrain_may_shift_an_attack_at_1_to_2_no_further() -> None:
    fight = Fight("0/0", terrain={"0505": "woods"}).put("38-rd", "0404").put(GERMANS, "0505")
    fight.attack("38-rd")
    assert fight.roll(5) == []
    assert fight.combat.readings[0][0] == "1:2"


# -- armor --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tank", "anti_tank", "defending_tank", "drm"),
    [
        (0, 0, 0, 0),
        (1, 0, 0, 1),
        (3, 0, 0, 3),
        (9, 0, 0, 4),
        (3, 4, 0, -1),
        (4, 4, 0, 0),
        (5, 4, 0, 1),
        (8, 4, 0, 2),
        (12, 4, 0, 3),
        (16, 4, 0, 4),
        (40, 4, 0, 4),
        (0, 4, 4, -1),
        (0, 4, 0, 0),
    ],
)
def test_tanks_against_anti_tank_strength(
    tank: int, anti_tank: int, defending_tank: int, drm: int
) -> None:
    nothing = Fraction(0)
    attack = SideStrength((), nothing, frozenset(), tank, 0, ())
    defense = SideStrength((), nothing, frozenset(), defending_tank, anti_tank, ())
    assert odds.armor_drm(Fight().board, attack, defense) == drm


def test_the_defenders_tanks_count_as_anti_tank_strength() -> None:
    fight = Fight().put(TANKS, "0404").put(PANZER, "0505")
    fight.attack(TANKS)
    assert fight.numbers.factors.armor == -1


def test_anti_tank_support_of_a_headquarters_counts() -> None:
    fight = Fight().put("91-tb", "0404").put(GERMANS, "0505").put("hq-vii", "0606")
    fight.attack("91-tb")
    assert fight.numbers.factors.armor == 0
    fight.support("hq-vii", "anti-tank")
    assert fight.numbers.factors.armor == -1


# -- air ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "drm", "shift"),
    [(0, 0, 0), (3, 3, 0), (5, 5, 0), (9, 5, 0), (10, 5, 1), (12, 5, 1), (15, 5, 2), (-12, -5, -1)],
)
def test_air_points_are_a_modifier_up_to_five_and_columns_beyond(
    points: int, drm: int, shift: int
) -> None:
    made = Factors(air_points=points)
    assert (made.air_drm, made.air_shift) == (drm, shift)


def test_twelve_air_points_give_plus_five_and_one_column() -> None:
    assert column(6, 2, Factors(air_points=12)) == "4:1+5"


def test_no_more_than_plus_five_counts_at_7_to_1() -> None:
    assert column(12, 1, Factors(armor=4)) == "7:1+5"


def test_no_less_than_minus_four_counts_at_1_to_2() -> None:
    assert column(1, 2, Factors(armor=-1, air_points=-5)) == "1:2-4"


def test_modifiers_are_not_limited_in_other_columns() -> None:
    assert column(3, 1, Factors(armor=4, air_points=5)) == "3:1+9"


# -- terrain ------------------------------------------------------------------------------------


def test_terrain_of_the_hex_shifts_to_the_left() -> None:
    assert against_infantry(terrain={"0505": "woods"}).numbers.factors.terrain == -1


def test_terrain_effects_of_a_hex_add_up() -> None:
    fight = against_infantry(terrain={"0505": "woods;rough;town"})
    assert fight.numbers.factors.terrain == -3


def test_a_river_helps_the_defender_if_all_attack_across_it() -> None:
    fight = against_infantry(sides={("0404", "0505"): "major-river"})
    assert fight.numbers.factors.terrain == -1


def test_a_river_helps_nobody_if_some_do_not_attack_across_it() -> None:
    fight = against_infantry(sides={("0404", "0505"): "major-river"}).put(TANKS, "0504")
    fight.attack(TANKS)
    assert fight.numbers.factors.terrain == 0


def test_artillery_behind_the_attackers_does_not_count_among_those_who_cross() -> None:
    fight = against_infantry(sides={("0404", "0505"): "major-river"}).put(GUNS, "0504")
    fight.support(GUNS)
    assert fight.numbers.factors.terrain == -1


def test_the_ground_decides_what_a_river_is_worth() -> None:
    rivers = {("0404", "0505"): "river"}
    assert against_infantry(sides=rivers, ground="thaw").numbers.factors.terrain == -1
    assert against_infantry(sides=rivers).numbers.factors.terrain == 0


def test_motorized_units_out_of_supply_are_easier_to_attack() -> None:
    fight = Fight().put(CORPS, "0404").put(PANZER, "0505")
    fight.attack(CORPS)
    assert fight.numbers.factors.supply == 0
    fight.board.pieces[PANZER].states["out-of-supply"] = True
    assert fight.numbers.factors.supply == 1


def test_a_shift_from_above_7_to_1_is_read_in_two_ways() -> None:
    made = Factors(terrain=-1)
    assert column(9, 1, made) == "6:1+2"
    assert column(9, 1, made, levels=True) == "7:1+1"


# -- efficiency ---------------------------------------------------------------------------------


def efficiency(attackers: str, defender: str, *options: str) -> int:
    fight = Fight(options=options).put(defender, "0505")
    for unit in attackers.split("+"):
        fight.put(unit, "0404")
    fight.attack(attackers)
    return fight.numbers.factors.efficiency


def test_two_efficiency_points_more_shift_a_column() -> None:
    assert efficiency(CORPS, PANZER, "efficiency") == -1
    assert efficiency(TANKS, "213-sec", "efficiency") == 1


def test_one_efficiency_point_more_shifts_nothing() -> None:
    assert efficiency(CORPS, GERMANS, "efficiency") == 0


def test_the_best_unit_of_each_side_counts() -> None:
    assert efficiency(f"{CORPS}+{TANKS}", PANZER, "efficiency") == 0


def test_without_the_option_efficiency_does_not_count() -> None:
    assert efficiency(CORPS, PANZER) == 0


def test_support_from_other_hexes_does_not_count_for_efficiency() -> None:
    fight = Fight(options=("efficiency",)).put(CORPS, "0404").put("213-sec", "0505")
    fight.put("xlviii-art", "0606").attack(CORPS)
    fight.support("xlviii-art")
    assert fight.numbers.factors.efficiency == 0


# -- the die for close odds ---------------------------------------------------------------------


def close(attack: int, defense: int) -> int | None:
    board = Fight(options=("odds-calculations",)).board
    return odds.needed_to_raise(board, Fraction(attack), Fraction(defense))


def test_23_to_9_needs_a_5_and_25_to_9_a_7() -> None:
    assert (close(23, 9), close(25, 9)) == (5, 7)


def test_less_than_half_way_to_the_next_column_needs_no_die() -> None:
    assert close(22, 9) is None


def test_odds_of_7_to_1_have_no_next_column() -> None:
    assert close(77, 10) is None


def close_fight(*options: str) -> Fight:
    """14 with the guns of a corps against 8: three quarters of the way from 1.5:1 to 2:1? Half."""
    return Fight("0/0", options=options).put(CORPS, "0404").put(GERMANS, "0505")


def test_a_low_die_gives_the_next_column() -> None:
    fight = close_fight("odds-calculations")
    fight.attack(CORPS)
    assert fight.roll(5, "odds") == []
    assert fight.roll(5) == []
    assert fight.combat.readings[0][0] == "2:1"


def test_a_high_die_leaves_the_column() -> None:
    fight = close_fight("odds-calculations")
    fight.attack(CORPS)
    fight.roll(6, "odds")
    fight.roll(5)
    assert fight.combat.readings[0][0] == "1.5:1"


def test_by_option_close_odds_must_be_rolled_for() -> None:
    fight = close_fight("odds-calculations")
    fight.attack(CORPS)
    assert fight.roll(5) == ["17.6"]


def test_without_the_option_close_odds_need_no_die() -> None:
    fight = close_fight()
    fight.attack(CORPS)
    assert fight.roll(5) == []


# -- numbers that players announce --------------------------------------------------------------


def test_right_numbers_are_accepted() -> None:
    fight = against_infantry(terrain={"0505": "woods"})
    assert fight.odds(attack=14, defense=8, armor=0, air=0, shift=-1, column="1:1", drm=0) == []


def test_numbers_may_come_as_players_type_them() -> None:
    fight = against_infantry(terrain={"0505": "woods"})
    assert fight.odds(attack="14", defense="8.0", shift="-1", ratio="1.5:1") == []


@pytest.mark.parametrize(
    ("field", "value", "rule"),
    [
        ("attack", 15, "11.3.C"),
        ("defense", 7, "11.3.D"),
        ("armor", 1, "11.4.B"),
        ("air", 2, "11.5.A"),
        ("shift", 0, "11.7.B"),
        ("ratio", "2:1", "11.3.E"),
        ("column", "3:1", "11.3.E"),
        ("column", "1.5:1", "11.7.A"),
        ("drm", 3, "11.8.C"),
    ],
)
def test_each_wrong_number_is_found_by_its_paragraph(
    field: str, value: str | int, rule: str
) -> None:
    assert against_infantry(terrain={"0505": "woods"}).odds(**{field: value}) == [rule]


def test_a_finding_says_what_was_expected_and_found() -> None:
    fight = against_infantry()
    found = fight.declared("odds", "", "0505", attack=20)
    assert (found[0].expected, found[0].found) == ("14", "20")


def test_what_follows_from_a_wrong_number_is_no_second_finding() -> None:
    fight = against_infantry()
    assert fight.odds(attack=16, column="2:1") == ["11.3.C"]
    assert fight.roll(5) == []
    assert fight.combat.readings[0][0] == "2:1"


def test_a_column_without_the_efficiency_shift_is_found_by_that_rule() -> None:
    fight = Fight(options=("efficiency",)).put(CORPS, "0404").put("2-fj", "0505")
    fight.attack(CORPS)
    assert fight.numbers.factors.efficiency == -1
    assert fight.odds(column="2:1") == ["17.3.C"]


def test_a_modifier_without_armor_is_found_by_that_rule() -> None:
    fight = Fight().put(TANKS, "0404").put(GERMANS, "0505")
    fight.attack(TANKS)
    assert fight.numbers.drm == 4
    assert fight.odds(drm=0) == ["11.4.B"]


def test_a_finding_on_terrain_rests_on_the_stand_in_chart() -> None:
    fight = against_infantry(terrain={"0505": "woods"})
    found = fight.declared("odds", "", "0505", shift=0)
    assert any("Terrain Effects on Combat" in text for text in found[0].rests_on)


def test_a_finding_on_a_total_names_the_stand_in_figures_in_it() -> None:
    found = against_infantry().declared("odds", "", "0505", attack=20)
    assert any(text.startswith("30th Rifle Corps, troop (stand-in") for text in found[0].rests_on)


def test_a_finding_on_a_total_names_the_readings_it_rests_on() -> None:
    found = against_infantry().declared("odds", "", "0505", attack=20)
    assert any(text.startswith("defect halves of 11.3.B") for text in found[0].rests_on)


def test_modifiers_announced_with_the_result_are_compared_too() -> None:
    fight = against_infantry()
    assert fight.declare("combat", "", "0505", drm=2) == ["11.8.C"]
    assert fight.declare("combat", "", "0505", drm=0) == []


@pytest.mark.parametrize("text", ["", "many", "1e999999999", "1/0", "9" * 50, "--3"])
def test_what_is_no_number_is_not_compared(text: str) -> None:
    assert against_infantry().odds(attack=text) == []


# -- another table ------------------------------------------------------------------------------


def test_another_results_table_gives_other_verdicts() -> None:
    fight = against_infantry()
    fight.roll(7)
    table = fight.data.tables["combat_results"]
    right = str(table.cell(7, "1.5:1"))
    assert fight.result(right) == []

    other = against_infantry()
    rows = tuple(tuple("3/1" for _ in row) for row in table.cells)
    other.swap("combat_results", replace(table, cells=rows))
    other.roll(7)
    assert other.result(right) == ["11.8.D"]
    assert against_other(rows).result("3/1") == []


def against_other(rows: tuple[tuple[str, ...], ...]) -> Fight:
    fight = against_infantry()
    fight.swap("combat_results", replace(fight.data.tables["combat_results"], cells=rows))
    fight.roll(7)
    return fight


def test_another_terrain_chart_gives_other_shifts() -> None:
    fight = against_infantry(terrain={"0505": "woods"})
    table = fight.data.tables["terrain_combat"]
    rows = tuple(tuple(2 for _ in row) for row in table.cells)
    fight.swap("terrain_combat", replace(table, cells=rows))
    assert fight.numbers.factors.terrain == -2
