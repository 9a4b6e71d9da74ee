"""11.3 and 11.7: the totals of both sides, term by term."""

from fractions import Fraction

import pytest

from tests.referee.games.bold_stroke.fights import Fight, filled

CORPS, TANKS, BRIGADE, GUNS, ROCKETS = "30-rc", "6-gtc", "91-tb", "13-ad", "32g-rkt"
GERMANS, PANZER, ASSAULT = "75-inf", "1-pz", "202-ag"
LINE = {("0404", "0505"): "defense-line", ("0405", "0505"): "defense-line"}
BEHIND = {("0404", "0505"): "0505", ("0405", "0505"): "0505"}


def attack(attackers: str, at: str = "0404", **scene: object) -> Fight:
    """An attack from 0404 on a German division (4-4-(2))."""
    fight = Fight(**scene).put(GERMANS, "0505")
    for unit in attackers.split("+"):
        fight.put(unit, at)
    fight.attack(attackers)
    return fight


# -- the attacker -------------------------------------------------------------------------------


def test_troops_artillery_and_tanks_of_the_attackers_add_up() -> None:
    assert attack("9-mc").strengths.attack.total == 8 + 3 + 5


def test_anti_tank_strength_does_not_count_for_the_attacker() -> None:
    strength = attack(CORPS).strengths.attack
    assert (strength.total, strength.tank) == (10 + 4, 0)


def test_a_parenthesised_troop_strength_does_not_attack() -> None:
    assert attack(f"{CORPS}+8-at").strengths.attack.total == 14


def test_each_artillery_unit_that_supports_adds_its_strength() -> None:
    fight = attack(CORPS).put(GUNS, "0303")
    fight.support(GUNS)
    assert fight.strengths.attack.total == 14 + 9


def test_troops_of_artillery_and_headquarters_do_not_attack() -> None:
    fight = attack(CORPS).put("hq-60", "0404")
    fight.support("hq-60")
    assert fight.strengths.attack.total == 14 + 4


def test_what_a_unit_has_lost_is_taken_off_its_significant_strength() -> None:
    fight = attack(CORPS)
    fight.board.pieces[CORPS].states["loss"] = 1
    assert fight.strengths.attack.total == 8 + 4


def test_a_unit_may_hold_back_its_artillery() -> None:
    fight = attack(CORPS)
    fight.declare("support", CORPS, "0505", with_="none")
    assert fight.strengths.attack.total == 10


def test_a_cut_off_unit_attacks_without_its_artillery() -> None:
    fight = attack(CORPS)
    fight.board.pieces[CORPS].states["cut-off"] = True
    assert fight.strengths.attack.total == 10


@pytest.mark.parametrize("terrain", ["swamp", "woods;swamp"])
def test_artillery_is_halved_against_swamp(terrain: str) -> None:
    fight = attack(CORPS, terrain={"0505": terrain}).put(GUNS, "0303")
    fight.support(GUNS)
    assert fight.strengths.attack.points("artillery") == Fraction(4 + 9, 2)


def test_artillery_is_halved_against_units_behind_a_defense_line() -> None:
    fight = attack(CORPS, sides=LINE, behind=BEHIND).put(GUNS, "0303")
    fight.support(GUNS)
    assert fight.strengths.attack.points("artillery") == Fraction(13, 2)


def test_a_defense_line_does_not_help_units_in_front_of_it() -> None:
    behind = {("0404", "0505"): "0404", ("0405", "0505"): "0405"}
    assert attack(CORPS, sides=LINE, behind=behind).strengths.attack.points("artillery") == 4


def test_artillery_is_not_halved_in_the_open() -> None:
    assert attack(CORPS).strengths.attack.points("artillery") == 4


def test_half_points_may_be_kept_or_dropped() -> None:
    fight = attack("5-gtc+91-tb+24-g", terrain={"0505": "swamp"})
    assert fight.strengths.attack.totals >= {Fraction(27, 2) + 2, Fraction(15)}


def test_support_may_be_halved_where_only_some_attack_through_a_line() -> None:
    sides, behind = {("0404", "0505"): "defense-line"}, {("0404", "0505"): "0505"}
    fight = attack(CORPS, sides=sides, behind=behind).put("15-rc", "0504").put("33-g", "0303")
    fight.attack("15-rc")
    fight.support("33-g")
    strength = fight.strengths.attack
    assert strength.points("artillery") == 2 + 4 + 3
    assert strength.total - Fraction(3, 2) in strength.totals


def test_motorized_troops_are_halved_across_a_major_river() -> None:
    fight = attack("9-mc", sides={("0404", "0505"): "major-river"})
    assert fight.strengths.attack.points("troop") == 4
    assert fight.strengths.attack.points("artillery") == 3


def test_tanks_do_not_count_across_a_major_river() -> None:
    strength = attack(TANKS, sides={("0404", "0505"): "major-river"}).strengths.attack
    assert (strength.points("armor"), strength.tank) == (0, 0)


def test_infantry_is_not_halved_across_a_major_river() -> None:
    fight = attack(CORPS, sides={("0404", "0505"): "major-river"})
    assert fight.strengths.attack.points("troop") == 10


# -- the defender -------------------------------------------------------------------------------


def test_the_defender_totals_troops_artillery_and_tanks() -> None:
    fight = Fight().put(CORPS, "0404").put(PANZER, "0505").put(GERMANS, "0505")
    fight.attack(CORPS)
    assert fight.strengths.defense.total == (5 + 5 + 10) + (4 + 4)


def test_anti_tank_strength_is_no_part_of_the_defenders_total() -> None:
    strength = attack(CORPS).strengths.defense
    assert (strength.total, strength.tank, strength.anti_tank) == (8, 0, 2)


def test_tanks_count_as_anti_tank_strength_of_the_defender() -> None:
    fight = Fight().put(CORPS, "0404").put(PANZER, "0505").put(GERMANS, "0505")
    fight.attack(CORPS)
    assert (fight.strengths.defense.tank, fight.strengths.defense.anti_tank) == (10, 12)


def test_artillery_supports_the_defender_unhalved() -> None:
    fight = attack(CORPS, terrain={"0505": "swamp"}).put("xlviii-art", "0607")
    assert fight.support("xlviii-art") == []
    assert fight.strengths.defense.total == 8 + 5


def test_headquarters_lend_anti_tank_strength() -> None:
    fight = attack(CORPS).put("hq-vii", "0606")
    assert fight.support("hq-vii", "anti-tank") == []
    assert fight.strengths.defense.anti_tank == 2 + 3
    assert fight.strengths.defense.total == 8


def test_artillery_alone_defends_with_its_troop_strength() -> None:
    fight = Fight().put(CORPS, "0404").put("neb", "0505")
    fight.attack(CORPS)
    assert fight.support("neb") == ["12.1.B"]
    assert fight.strengths.defense.total == 1


def test_a_headquarters_alone_may_use_troops_and_artillery() -> None:
    fight = Fight().put(CORPS, "0404").put("hq-vii", "0505")
    fight.attack(CORPS)
    assert fight.support("hq-vii") == []
    assert fight.strengths.defense.total == 2 + 4


def test_troops_of_artillery_in_the_hex_count_or_not() -> None:
    fight = attack(CORPS).put("neb", "0505")
    fight.support("neb")
    assert fight.strengths.defense.totals == {8 + 5 + 1, 8 + 5}


def test_units_out_of_supply_have_no_tank_effects() -> None:
    fight = Fight().put(TANKS, "0404").put(PANZER, "0505")
    fight.board.pieces[PANZER].states["out-of-supply"] = True
    fight.attack(TANKS)
    assert fight.strengths.defense.anti_tank == 0


# -- overstacked hexes --------------------------------------------------------------------------


def overstacked(turn: int) -> Fight:
    """Four panzer divisions, twelve stacking points, in one hex."""
    fight = Fight().put(CORPS, "0404")
    for unit in ("1-pz", "lah", "7-pz", "8-pz"):
        fight.put(unit, "0505")
    fight.phase("first.combat", turn=turn)
    fight.attack(CORPS)
    return fight


def test_units_beyond_the_stacking_limit_do_not_fight() -> None:
    fight = overstacked(turn=2)
    weakest = 3 + 3 + 3
    everything = 20 + 21 + 9 + 11
    assert fight.strengths.defense.total == everything - weakest
    assert everything not in fight.strengths.defense.totals


def test_the_defender_picks_those_who_fight_in_an_overstacked_hex() -> None:
    fight = overstacked(turn=2)
    assert fight.declare("odds", "7-pz+8-pz", "0505", defense=9 + 11) == []
    assert fight.strengths.defense.total == 20


def test_units_overstacked_by_the_set_up_may_all_fight() -> None:
    assert 20 + 21 + 9 + 11 in overstacked(turn=1).strengths.defense.totals


# -- options ------------------------------------------------------------------------------------


def test_a_3_5_3_panzer_division_is_worth_14_in_clear_by_the_house_rule() -> None:
    fight = Fight(options=("mechanized-clear",)).put(CORPS, "0404").put("19-pz", "0505")
    fight.attack(CORPS)
    assert fight.strengths.defense.total == 14
    assert fight.strengths.defense.tank == 6


@pytest.mark.parametrize(
    ("terrain", "ground", "options"),
    [
        ("woods", "frozen", ("mechanized-clear",)),
        ("clear", "thaw", ("mechanized-clear",)),
        ("clear", "frozen", ()),
    ],
)
def test_the_house_rule_needs_clear_terrain_firm_ground_and_agreement(
    terrain: str, ground: str, options: tuple[str, ...]
) -> None:
    fight = Fight(terrain={"0505": terrain}, ground=ground, options=options)
    fight.put(CORPS, "0404").put("19-pz", "0505").attack(CORPS)
    assert fight.strengths.defense.total == 11


def test_the_house_rule_is_for_red_circles_alone() -> None:
    fight = Fight(options=("mechanized-clear",)).put(CORPS, "0404").put("2-fj", "0505")
    fight.attack(CORPS)
    assert fight.strengths.defense.total == 7


def test_a_detachment_stacked_with_another_unit_brings_no_tanks() -> None:
    fight = Fight().put("adv-det", "0404").put(TANKS, "0404").put(GERMANS, "0505")
    fight.attack(f"adv-det+{TANKS}")
    assert fight.strengths.attack.tank == 8


def test_a_detachment_alone_brings_its_tanks() -> None:
    fight = Fight().put("adv-det", "0404").put(TANKS, "0405").put(GERMANS, "0505")
    fight.attack(f"adv-det+{TANKS}")
    assert fight.strengths.attack.tank == 10


# -- the example of 19.0 ------------------------------------------------------------------------


def comprehensive_example() -> Fight:
    """The two Soviet stacks and the German stack of 19.0, in woods behind a defense line."""
    fight = Fight(terrain={"0505": "woods"}, sides=LINE, behind=BEHIND)
    for unit, at, lost in (
        ("6-gtc", "0404", 2), ("7-gtc", "0404", 1), ("91-tb", "0404", 1),
        ("94-rc", "0405", 0), ("9-mc", "0405", 1), ("32g-rkt", "0405", 0),
        ("25-pz", "0505", 1), ("208-inf", "0505", 0), ("276-ag", "0505", 0),
    ):  # fmt: skip
        fight.put(unit, at, loss=lost)
    return fight


def test_the_german_stack_of_the_example_has_8_troop_6_artillery_and_6_armor() -> None:
    fight = comprehensive_example()
    assert fight.attack("6-gtc+7-gtc+91-tb+94-rc+9-mc+32g-rkt") == []
    defense = fight.strengths.defense
    assert [defense.points(name) for name in ("troop", "artillery", "armor")] == [8, 6, 6]
    assert (defense.tank, defense.anti_tank) == (6, 8)


def test_the_soviet_stacks_of_the_example_attack_with_their_losses_taken_off() -> None:
    fight = comprehensive_example()
    fight.attack("6-gtc+7-gtc+91-tb+94-rc+9-mc+32g-rkt")
    attack_ = fight.strengths.attack
    assert attack_.points("troop") == 4 + 4 + 1 + 15 + 6
    assert attack_.points("armor") == 4 + 6 + 1 + 5
    assert attack_.points("artillery") == Fraction(2 + 2 + 6 + 3 + 4, 2)


def test_the_german_headquarters_of_the_example_may_fire_from_three_hexes() -> None:
    fight = comprehensive_example().put("hq-xlviii-pz", "0507")
    fight.attack("6-gtc+94-rc")
    assert fight.support("hq-xlviii-pz") == []


def test_either_stack_of_the_example_may_get_the_partial_breakthrough() -> None:
    for stack in ("6-gtc+7-gtc+91-tb", "94-rc+9-mc"):
        fight = comprehensive_example()
        fight.swap("combat_results", filled(fight.data.tables["combat_results"], "1/3"))
        fight.attack("6-gtc+7-gtc+91-tb+94-rc+9-mc+32g-rkt")
        assert fight.roll(5) == []
        assert fight.declare("partial-breakthrough", stack) == []


def test_the_rifle_corps_of_the_example_advances_one_hex_and_the_tanks_two() -> None:
    for unit, rules in (("94-rc", ["11.12.E"]), ("6-gtc", [])):
        fight = comprehensive_example()
        fight.swap("combat_results", filled(fight.data.tables["combat_results"], "0/2"))
        fight.attack("6-gtc+7-gtc+91-tb+94-rc+9-mc+32g-rkt")
        assert fight.roll(5) == []
        assert fight.retreat("25-pz+208-inf+276-ag", "0505-0605-0705") == []
        start = "0404" if unit == "6-gtc" else "0405"
        assert fight.advance(unit, f"{start}-0505") == []
        assert fight.advance(unit, "0505-0605") == rules


def test_the_german_stack_of_the_example_loses_steps_leaving_a_second_enemy_zone() -> None:
    fight = comprehensive_example().put("38-rd", "0606")
    fight.swap("combat_results", filled(fight.data.tables["combat_results"], "0/2"))
    fight.attack("6-gtc+7-gtc+91-tb+94-rc+9-mc+32g-rkt")
    fight.roll(5)
    fight.retreat("25-pz+208-inf+276-ag", "0505-0605-0705")
    owed = fight.combat.account("german").extra
    assert {unit: rules for unit, rules in owed.items() if rules} == {
        "25-pz": ["8.5.A"],
        "208-inf": ["8.5.A"],
    }
