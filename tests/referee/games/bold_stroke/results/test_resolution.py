"""11.8 and 11.14: the die, the result, forgiveness, and combats of which a log shows little."""

import pytest

from referee.actions import Roll
from tests.referee.games.bold_stroke.fights import Fight

CORPS, TANKS, GUNS = "30-rc", "6-gtc", "13-ad"
GERMANS, PANZER = "75-inf", "1-pz"


def against_infantry(results: str = "", **scene: object) -> Fight:
    """A rifle corps against a division in the open, 1.5:1 without modifiers."""
    fight = Fight(results, **scene).put(CORPS, "0404").put(GERMANS, "0505")
    fight.attack(CORPS)
    return fight


def of_table(fight: Fight, die: int, column: str = "1.5:1") -> str:
    return str(fight.data.tables["combat_results"].cell(die, column))


# -- the die ------------------------------------------------------------------------------------


@pytest.mark.parametrize("purpose", ["combat", "combat 0505", "combat.combat", ""])
def test_a_die_finds_its_combat_by_its_purpose(purpose: str) -> None:
    fight = against_infantry()
    assert fight.roll(7, purpose) == []
    assert fight.combat.results[0] == of_table(fight, 7)


def test_a_die_announced_before_it_needs_no_purpose() -> None:
    fight = against_infantry()
    fight.declare("combat", roll="combat")
    assert fight.roll(7, "") == []
    assert fight.combat.die == 7


def test_a_die_without_an_attack_cannot_be_judged() -> None:
    fight = Fight()
    fight.phase("first.combat")
    found = fight.findings(Roll(dice="d10", result=(5,), purpose="combat"))
    assert [(f.rule, f.severity) for f in found] == [("11.8.C", "unverifiable")]


def test_modifiers_are_added_to_the_die() -> None:
    fight = Fight().put(TANKS, "0404").put(GERMANS, "0505")
    fight.attack(TANKS)
    assert fight.numbers.drm == 4
    fight.roll(3)
    assert fight.combat.results[0] == of_table(fight, 7)


# -- the result ---------------------------------------------------------------------------------


def test_the_result_of_the_table_is_accepted() -> None:
    fight = against_infantry()
    fight.roll(7)
    assert fight.result(of_table(fight, 7)) == []


def test_another_result_is_found() -> None:
    fight = against_infantry()
    fight.odds(column="1.5:1")
    fight.roll(7)
    found = fight.declared("combat", "", "0505", result="0/3")
    assert [f.rule for f in found] == ["11.8.D"]
    assert (found[0].expected, found[0].found) == (of_table(fight, 7), "0/3")
    assert any("Combat Results" in text for text in found[0].rests_on)


def test_after_a_wrong_result_the_combat_goes_on_as_the_players_read_it() -> None:
    fight = against_infantry()
    fight.odds(column="1.5:1")
    fight.roll(7)
    fight.result("0/0")
    assert fight.ends() == []


def test_what_is_no_result_is_found() -> None:
    fight = against_infantry()
    fight.roll(7)
    assert fight.result("victory") == ["11.8.E"]


def test_the_attackers_result_stands_left_of_the_slash() -> None:
    fight = against_infantry("2/0")
    fight.roll(5)
    assert fight.unmet() == ["11.9.A"]
    assert fight.loss(CORPS) == []
    assert fight.loss(CORPS) == []
    assert fight.unmet() == []


# -- combats of which the log shows little ------------------------------------------------------


def test_a_result_without_a_die_is_accepted_if_some_die_gives_it() -> None:
    fight = against_infantry()
    assert fight.result(of_table(fight, 9)) == []


def test_a_result_that_no_die_gives_is_found() -> None:
    fight = against_infantry()
    fight.odds(column="1.5:1")
    assert fight.result("0/B") == ["11.8.D"]


def test_guns_in_range_may_have_fired_without_a_word() -> None:
    fight = Fight().put(CORPS, "0404").put(GUNS, "0403").put(GERMANS, "0505")
    fight.attack(CORPS)
    fight.roll(10)
    stronger = of_table(fight, 10, "2:1")
    assert stronger != of_table(fight, 10)
    assert fight.result(stronger) == []


@pytest.mark.parametrize(("said", "found"), [(False, []), (True, ["11.9.A"])])
def test_they_may_have_where_the_log_has_the_die_and_no_result(
    said: bool, found: list[str]
) -> None:
    fight = Fight().put("50-rc", "0404").put("33-g", "0403").put(GERMANS, "0505")
    fight.attack("50-rc")
    if said:
        fight.odds(column="2:1")
    fight.roll(5)
    assert (of_table(fight, 5, "2:1"), of_table(fight, 5, "4:1")) == ("2/2", "1/2")
    fight.moves(GERMANS, "0505-0605-0706")
    fight.mark("50-rc", "face", "reduced")
    assert fight.ends() == found


def test_what_no_column_gives_with_the_die_is_found_without_a_result_too() -> None:
    fight = against_infantry()
    fight.roll(5)
    assert set(fight.ends()) == {"11.9.A"}


def test_guns_out_of_range_have_not_fired() -> None:
    fight = Fight().put(CORPS, "0404").put(GUNS, "0109").put(GERMANS, "0505")
    fight.attack(CORPS)
    fight.roll(10)
    assert fight.result(of_table(fight, 10, "3:1").replace("1/3", "0/3")) == ["11.8.D"]


def test_losses_and_moves_alone_are_accepted_if_some_result_gives_them() -> None:
    fight = against_infantry()
    fight.moves(GERMANS, "0505-0605")
    fight.mark(CORPS, "loss", 1)
    fight.mark(CORPS, "loss", 2)
    assert fight.ends() == []


def test_an_obligation_may_have_been_forgiven_without_a_word() -> None:
    fight = against_infantry()
    fight.moves(GERMANS, "0505-0605")
    fight.mark(CORPS, "loss", 1)
    assert "1/1" not in fight.combat.results
    assert fight.ends() == []


def test_losses_and_moves_that_no_result_gives_are_found() -> None:
    fight = against_infantry()
    for _ in range(6):
        fight.loss(CORPS)
    assert "11.8.E" in fight.ends()


def test_a_die_may_be_logged_after_its_result() -> None:
    fight = against_infantry()
    fight.result(of_table(fight, 7))
    assert fight.roll(7) == []
    assert fight.combat.die == 7


def test_a_move_far_from_any_combat_is_found() -> None:
    fight = Fight().put(CORPS, "0101")
    fight.phase("first.combat")
    assert fight.moves(CORPS, "0101-0102") == ["6.5"]


def test_a_move_beside_the_enemy_without_an_attack_cannot_be_judged() -> None:
    fight = Fight().put(CORPS, "0404").put(GERMANS, "0505")
    fight.phase("first.combat")
    assert fight.moves(GERMANS, "0505-0605") == []
    assert fight.ends() == ["11.8.A"]


# -- forgiveness --------------------------------------------------------------------------------


def test_forgiveness_takes_an_obligation_off_both_sides() -> None:
    fight = against_infantry("2/2")
    assert fight.declare("forgive") == []
    fight.roll(5)
    assert fight.loss(GERMANS) == []
    assert fight.loss(CORPS) == []
    assert fight.ends() == []


def test_no_side_owes_less_than_nothing() -> None:
    fight = against_infantry("0/1")
    fight.declare("forgive")
    fight.roll(5)
    assert fight.ends() == []


def test_forgiveness_after_the_die_is_found() -> None:
    fight = against_infantry("1/1")
    fight.roll(5)
    assert fight.declare("forgive") == ["11.14"]


def test_one_obligation_is_forgiven_and_no_second() -> None:
    fight = against_infantry("2/2")
    fight.declare("forgive")
    assert fight.declare("forgive") == ["11.14"]


def test_the_defender_forgives_nothing() -> None:
    fight = against_infantry("2/2")
    assert fight.declare("forgive", by="german") == ["11.14"]


def test_without_forgiveness_every_obligation_counts() -> None:
    fight = against_infantry("0/2")
    fight.roll(5)
    fight.loss(GERMANS)
    assert fight.ends() == ["11.9.A"]
